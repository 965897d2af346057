// A request to the API, for both apps: path, query, body, timeout, reply, failure. Session handling is up to each app
// (client.ts, admin/src/shell/api.ts). Imports only types of the contract, so it adds no code of the contract to the bundle.
import type { AnswerOf, Endpoint, SentBodyOf, SentParamsOf, SentQueryOf } from '@fairturn/contract/endpoint'
import { ApiFailure } from './failure.ts'

type EndpointOf<Modules> = { [M in keyof Modules]: Modules[M][keyof Modules[M]] }[keyof Modules] & Endpoint
type NameOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never
type Named<E, Name> = E extends Endpoint ? (Name extends NameOf<E> ? E : never) : never

/** Every call of an API by method and path: `'POST auth/login'`. */
export type CallNameOf<Modules> = NameOf<EndpointOf<Modules>>
type EndpointNamed<Modules, Name> = Named<EndpointOf<Modules>, Name>
/** The `data` of a call's response. */
export type DataNamed<Modules, Name> = AnswerOf<EndpointNamed<Modules, Name>>

type InputPart<Key extends string, Sent> = [Sent] extends [undefined]
  ? { [K in Key]?: undefined }
  : object extends Sent
    ? { [K in Key]?: Sent }
    : { [K in Key]: Sent }
export type InputNamed<Modules, Name> = InputPart<'params', SentParamsOf<EndpointNamed<Modules, Name>>> &
  InputPart<'query', SentQueryOf<EndpointNamed<Modules, Name>>> &
  InputPart<'body', SentBodyOf<EndpointNamed<Modules, Name>>>
/** Makes the input optional if none of it is required. */
export type OptionalIfEmpty<Input> = object extends Input ? [sent?: Input] : [sent: Input]

const TIMEOUT_MS = 15_000
const UPLOAD_TIMEOUT_MS = 60_000

export interface RequestOptions {
  /** One per user action, the same on every retry (`newKey`). */
  key?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  /** Asks the server itself, past every copy of an earlier answer. */
  fresh?: boolean | undefined
}

interface RequestParts extends RequestOptions {
  params?: unknown
  query?: unknown
  body?: unknown
  /** Multipart form instead of a body. */
  form?: FormData | undefined
}

export interface Request {
  method: string
  /** Below the base, with parameters filled in. */
  path: string
  body: BodyInit | undefined
  headers: Record<string, string>
  signal: AbortSignal | undefined
  timeoutMs: number
  fresh?: boolean | undefined
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
  /** Empty if the caller reads the stream. */
  reply: Reply
}

/** A new Idempotency-Key. (`randomUUID` is only available in secure contexts.) */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Whether the device is online as far as the browser knows; true if unknown. */
export const isOnline = (): boolean => !('onLine' in navigator) || navigator.onLine

/** Takes the name of a call, `'POST orders/:order_id/claim'`, and its input. */
export function requestOf(name: string, parts: RequestParts = {}): Request {
  const { query, body, form, key, signal, fresh } = parts
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
    fresh,
    timeoutMs: parts.timeoutMs ?? (form ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS),
  }
}

/** Appends the non-empty query parameters. */
export function withQuery(path: string, query: object = {}): string {
  const chosen = Object.entries(query).filter(([, value]) => (value ?? '') !== '')
  return chosen.length > 0
    ? `${path}?${new URLSearchParams(chosen.map(([key, value]) => [key, String(value)]))}`
    : path
}

/** Arguments for `fetch`; `headers` are those of the session. */
export const initOf = (request: Request, headers: object, signal: AbortSignal): RequestInit => ({
  method: request.method,
  headers: { ...headers, ...request.headers },
  ...(request.body !== undefined && { body: request.body }),
  ...(request.fresh && { cache: 'reload' as const }),
  signal,
})

/**
 * Sends the request once. Throws `offline` or `timeout` if there was no response, and the abort's reason if the caller
 * aborted.
 */
export async function exchange(
  request: Request,
  send: (signal: AbortSignal) => Promise<Response>,
  { stream = false } = {},
): Promise<Exchange> {
  // Offline before it was sent: it cannot have arrived.
  const unsent = !isOnline()
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(), request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, clock.signal]) : clock.signal
  // Aborting the signal alone does not stop a preloaded response or a slow body.
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
    // Not a response of ours: a proxy's page, or truncated.
  }
  const requestId = response.headers.get('x-request-id') ?? undefined
  throw new ApiFailure({
    kind: 'fault',
    code: 'error_please_try_again',
    status: response.status,
    request_id: requestId,
  })
}

/** A response without data means that the action was not done, whatever its status: its message says why. */
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
