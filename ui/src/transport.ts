// One request to the API, for both apps: path, query, body, timeout, reply, failure. What carries the session, and what a refusal
// does to it, is each app's own (client.ts, admin/src/api.ts). Imports the contract's types alone, so it weighs nothing.
import type { AnswerOf, Endpoint, SentBodyOf, SentParamsOf, SentQueryOf } from '@fairturn/contract/endpoint'
import { ApiFailure } from './failure.ts'

type EndpointOf<Modules> = { [M in keyof Modules]: Modules[M][keyof Modules[M]] }[keyof Modules] & Endpoint
type NameOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never
type Named<E, Name> = E extends Endpoint ? (Name extends NameOf<E> ? E : never) : never

/** Every call of an API by its method and path: `'POST auth/login'`. */
export type CallNameOf<Modules> = NameOf<EndpointOf<Modules>>
type EndpointNamed<Modules, Name> = Named<EndpointOf<Modules>, Name>
/** The `data` a call answers with. */
export type DataNamed<Modules, Name> = AnswerOf<EndpointNamed<Modules, Name>>

type InputPart<Key extends string, Sent> = [Sent] extends [undefined]
  ? { [K in Key]?: undefined }
  : object extends Sent
    ? { [K in Key]?: Sent }
    : { [K in Key]: Sent }
export type InputNamed<Modules, Name> = InputPart<'params', SentParamsOf<EndpointNamed<Modules, Name>>> &
  InputPart<'query', SentQueryOf<EndpointNamed<Modules, Name>>> &
  InputPart<'body', SentBodyOf<EndpointNamed<Modules, Name>>>
/** What is sent may be left out where nothing of it is required. */
export type OptionalIfEmpty<Input> = object extends Input ? [sent?: Input] : [sent: Input]

const TIMEOUT_MS = 15_000
const UPLOAD_TIMEOUT_MS = 60_000

export interface RequestOptions {
  /** One for each action of the user, the same on every retry (`newKey`). */
  key?: string | undefined
  signal?: AbortSignal | undefined
  timeout_ms?: number | undefined
}

interface RequestParts extends RequestOptions {
  params?: unknown
  query?: unknown
  body?: unknown
  /** In the place of a body: fields and a file. */
  form?: FormData | undefined
}

export interface Request {
  method: string
  /** Below the base, parameters filled in. */
  path: string
  body: BodyInit | undefined
  headers: Record<string, string>
  signal: AbortSignal | undefined
  timeout_ms: number
}

interface Reply {
  message?: string
  code?: string
  details?: Record<string, unknown>
  request_id?: string
  data?: unknown
}

export interface Exchange {
  response: Response
  /** Empty where the caller reads the stream. */
  reply: Reply
}

/** A new Idempotency-Key. (`randomUUID` is missing where the page was not loaded over HTTPS.) */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Whether the device has a network, as far as it knows; where nobody can tell, it has. */
export const isOnline = (): boolean => !('onLine' in navigator) || navigator.onLine

/** Of the name of a call, `'POST orders/:order_id/claim'`, and what it is sent. */
export function requestOf(name: string, parts: RequestParts = {}): Request {
  const { query, body, form, key, signal } = parts
  const [method, template] = name.split(' ') as [string, string]
  const values = (parts.params ?? {}) as Record<string, string>
  return {
    method,
    path: withQuery(
      template.replace(/:(\w+)/g, (given, at: string) =>
        at in values ? encodeURIComponent(values[at]!) : given,
      ),
      query as object | undefined,
    ),
    body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    signal,
    timeout_ms: parts.timeout_ms ?? (form ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS),
  }
}

/** With what was chosen of the query: nothing empty. */
export function withQuery(path: string, query: object = {}): string {
  const chosen = Object.entries(query).filter(([, value]) => (value ?? '') !== '')
  return chosen.length > 0
    ? `${path}?${new URLSearchParams(chosen.map(([key, value]) => [key, String(value)]))}`
    : path
}

/** For `fetch`; `headers` are those of the session. */
export const initOf = (request: Request, headers: object, signal: AbortSignal): RequestInit => ({
  method: request.method,
  headers: { ...headers, ...request.headers },
  ...(request.body !== undefined && { body: request.body }),
  signal,
})

/** Sends it once. Throws `offline` or `timeout` when there was no answer, the abort's reason when the caller aborted it. */
export async function exchange(
  request: Request,
  send: (signal: AbortSignal) => Promise<Response>,
  { stream = false } = {},
): Promise<Exchange> {
  // Offline before it was sent: it cannot have arrived.
  const unsent = !isOnline()
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(), request.timeout_ms)
  const signal = request.signal ? AbortSignal.any([request.signal, clock.signal]) : clock.signal
  // A preloaded response, or a slow body, is not stopped by the signal alone.
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  try {
    const response = await Promise.race([send(signal), stopped])
    if (stream && response.ok) return { response, reply: {} }
    return { response, reply: await Promise.race([readReply(response), stopped]) }
  } catch (error) {
    if (error instanceof ApiFailure || request.signal?.aborted) throw error
    if (clock.signal.aborted) throw new ApiFailure({ kind: 'timeout', code: 'timed_out' })
    throw new ApiFailure({ kind: 'offline', code: unsent ? 'no_network' : 'no_connection' })
  } finally {
    clearTimeout(timer)
    stopped.catch(() => undefined)
  }
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text()
  try {
    const reply: unknown = JSON.parse(text)
    if (typeof reply === 'object' && reply !== null) return reply
  } catch {
    // Not ours: a proxy's page, or a truncated answer.
  }
  const request_id = response.headers.get('x-request-id') ?? undefined
  throw new ApiFailure({ kind: 'fault', code: 'error_please_try_again', status: response.status, request_id })
}

/** An action answered without data has not been done, whatever its status: its message says why. */
export function dataOf({ response, reply }: Exchange): unknown {
  if (response.ok && reply.data !== undefined && reply.data !== null) return reply.data
  throw failureOf(response, reply)
}

export function failureOf(response: Response, reply: Reply): ApiFailure {
  return new ApiFailure({
    kind: response.status >= 500 ? 'fault' : 'refused',
    code: reply.code ?? 'error_please_try_again',
    message: reply.message ?? '',
    status: response.status,
    ...(reply.details && { details: reply.details }),
    request_id: reply.request_id ?? response.headers.get('x-request-id') ?? undefined,
  })
}
