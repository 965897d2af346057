// The typed client of the API: sends a call of the contract, renews an expired session, classifies
// failures. Imports the contract's types alone, so it weighs nothing.
import type { api } from '@fairturn/contract/api'
import type { AnswerOf, Endpoint, SentBodyOf, SentParamsOf, SentQueryOf } from '@fairturn/contract/endpoint'
import type { MessageCode } from '@fairturn/contract/messages'
import { ApiFailure } from './failure.ts'
import { createRefresh } from './refresh.ts'
import { syncServerTime } from './server-time.ts'
import type { Session, SessionAnswer } from './session.ts'

type Modules = typeof api
type AnyCall = { [M in keyof Modules]: Modules[M][keyof Modules[M]] }[keyof Modules] & Endpoint
type NameOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never
type NamedCall<E, Name> = E extends Endpoint ? (Name extends NameOf<E> ? E : never) : never

/** Every call by its method and path: `'POST auth/login'`. */
export type CallName = NameOf<AnyCall>
export type CallNamed<Name extends CallName> = NamedCall<AnyCall, Name>
/** The `data` a call answers with. */
export type DataOf<Name extends CallName> = AnswerOf<CallNamed<Name>>

type InputPart<Key extends string, Sent> = [Sent] extends [undefined]
  ? { [K in Key]?: undefined }
  : object extends Sent
    ? { [K in Key]?: Sent }
    : { [K in Key]: Sent }

interface Common {
  /** One for each action of the member, the same on every retry (`newKey`). */
  key?: string
  signal?: AbortSignal
  timeout_ms?: number
}
export type CallInput<Name extends CallName> = Common &
  InputPart<'params', SentParamsOf<CallNamed<Name>>> &
  InputPart<'query', SentQueryOf<CallNamed<Name>>> &
  InputPart<'body', SentBodyOf<CallNamed<Name>>>
type CallArguments<Name extends CallName> =
  object extends CallInput<Name> ? [sent?: CallInput<Name>] : [sent: CallInput<Name>]

export interface CallAnswer<Data> {
  data: Data
  /** A message key to show, its text is in the contract's messages. */
  message: MessageCode | undefined
}

/** Responses preloaded before the app's code arrived (member/src/preload.ts); each is taken once. */
export interface PreloadedResponses {
  locale: string
  token: string | null
  responses: Record<string, Promise<Response>>
}

export interface ClientParts {
  session: Session
  /** Ends with a slash. */
  base?: string
  locale: () => string
  /** The session is over and cleared: the app leads to the sign-in. */
  onSignedOut: () => void
  /** Soon after it, where a security lock has ended the session: why, as the contract's AccountLock. */
  onLocked?: (lock: Record<string, unknown>) => void
  fetch?: typeof fetch
  preloaded?: PreloadedResponses | undefined
  locks?: Pick<LockManager, 'request'> | undefined
  channel?: BroadcastChannel | undefined
}

export interface Client {
  call: <Name extends CallName>(name: Name, ...sent: CallArguments<Name>) => Promise<CallAnswer<DataOf<Name>>>
  /** Sends a picture; returns its URL. Refused by the server: `file_is_not_an_image`, `file_is_too_large`. */
  upload: (user_id: string, file: File, signal?: AbortSignal) => Promise<string>
  /** Sends a form with a file to a call of its own (`campaigns/creative`); returns its `data`. */
  sendForm: (path: string, form: FormData) => Promise<unknown>
  /** A file, which comes without the usual envelope; `path` is below the base, with its query. */
  download: (path: string, signal?: AbortSignal) => Promise<Blob>
  /** The stream of live events; the caller reads it to its end. */
  openEvents: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
}

const TIMEOUT_MS = 15_000
const UPLOAD_TIMEOUT_MS = 60_000

/** 401s that end the session. Any other 401, such as a wrong password, is an answer like every refusal. */
const SESSION_OVER = new Set(['token_is_invalid', 'session_has_ended'])
/** With these the refresh token is only good for asking why. */
const TELLS_WHY = new Set(['session_has_ended', 'token_is_expired'])

/** A new Idempotency-Key. (`randomUUID` is missing where the page was not loaded over HTTPS.) */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Whether the device has a network, as far as it knows; where nobody can tell, it has. */
export const isOnline = (): boolean => !('onLine' in navigator) || navigator.onLine

interface Request {
  method: string
  /** Below the base, parameters filled in. */
  path: string
  body?: BodyInit | undefined
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  timeout_ms: number
  /** Streams are aborted by their reader, not by a timeout. */
  stream?: boolean
}

interface Reply {
  message?: string
  code?: string
  details?: Record<string, unknown>
  request_id?: string
  data?: unknown
}

export function createClient(parts: ClientParts): Client {
  const { session, base = '/api/', preloaded } = parts
  const fetcher = parts.fetch ?? ((...args) => fetch(...args))

  function fetchOnce(request: Request, token: string | null, signal: AbortSignal): Promise<Response> {
    const name = `${request.method} ${request.path}`
    const response = preloaded?.responses[name]
    if (preloaded && response) {
      delete preloaded.responses[name]
      if (preloaded.token === token && preloaded.locale === parts.locale()) return response.catch(() => go())
    }
    return go()

    function go() {
      return fetcher(base + request.path, {
        method: request.method,
        headers: {
          langCode: parts.locale(),
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...request.headers,
        },
        ...(request.body !== undefined && { body: request.body }),
        signal,
      })
    }
  }

  async function attempt(
    request: Request,
    token: string | null,
  ): Promise<{ response: Response; reply: Reply }> {
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
      const response = await Promise.race([fetchOnce(request, token, signal), stopped])
      // A cached GET may be from another day.
      if (request.method === 'POST') syncServerTime(response.headers.get('date'))
      if (request.stream && response.ok) return { response, reply: {} }
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

  function signOut(failure: ApiFailure): never {
    const refresh_token = session.refreshToken()
    if (session.accessToken() !== null) {
      session.end()
      parts.onSignedOut()
      if (refresh_token !== null && TELLS_WHY.has(failure.code)) void tellLock(refresh_token)
    }
    throw failure
  }

  async function renew(refresh_token: string): Promise<SessionAnswer> {
    const { response, reply } = await attempt(
      jsonRequest('POST', 'auth/refresh-token', { refresh_token }, { timeout_ms: TIMEOUT_MS }),
      null,
    )
    if (!response.ok || reply.data === undefined) throw failureOf(response, reply)
    return reply.data as SessionAnswer
  }

  /** Of an ended session a renewal is refused, and where a lock has ended it the refusal says why. */
  async function tellLock(refresh_token: string): Promise<void> {
    const failure: unknown = await renew(refresh_token).catch((refused: unknown) => refused)
    if (failure instanceof ApiFailure && failure.code === 'your_account_has_been_locked')
      parts.onLocked?.(failure.details)
  }

  const refresh = createRefresh({
    session,
    locks: parts.locks,
    channel: parts.channel,
    isRefusal: (failure) =>
      failure instanceof ApiFailure && failure.kind === 'refused' && failure.status !== 429,
    send: renew,
  })

  async function send(request: Request, repeated = false): Promise<{ response: Response; reply: Reply }> {
    const token = session.accessToken()
    const { response, reply } = await attempt(request, token)
    if (response.ok) return { response, reply }
    const failure = failureOf(response, reply)
    if (token === null) throw failure
    if (response.status === 401 && reply.message === 'Token is Expired') {
      if (!repeated && (await refresh(token))) return await send(request, true)
      return signOut(failure)
    }
    if (response.status === 401 && SESSION_OVER.has(failure.code)) return signOut(failure)
    if (response.status === 403 && session.countForbidden() >= 2) return signOut(failure)
    throw failure
  }

  return {
    async call(name, ...[sent]) {
      const {
        params,
        query,
        body,
        key,
        signal,
        timeout_ms = TIMEOUT_MS,
      } = (sent ?? {}) as Common & Record<string, object>
      const [method, template] = name.split(' ') as [string, string]
      const path = fillPath(template, params as Record<string, string> | undefined) + queryText(query)
      const request = jsonRequest(method, path, body, {
        timeout_ms,
        ...(signal && { signal }),
        ...(key && { headers: { 'idempotency-key': key } }),
      })
      const { response, reply } = await send(request)
      // An action answered without data has not been done, whatever its status: its message says why.
      if (reply.data === undefined || reply.data === null) throw failureOf(response, reply)
      return { data: reply.data, message: reply.message as MessageCode | undefined } as never
    },
    async upload(user_id, file, signal) {
      const form = new FormData()
      form.append('user_id', user_id)
      form.append('file', file)
      const request = { method: 'POST', path: 'upload', body: form, signal, timeout_ms: UPLOAD_TIMEOUT_MS }
      const { response, reply } = await send(request)
      const { error_code, url } = reply as { error_code?: number; url?: string }
      if (error_code !== 0 || !url) throw failureOf(response, { code: 'error_please_try_again' })
      return url
    },
    async sendForm(path, form) {
      const { response, reply } = await send({
        method: 'POST',
        path,
        body: form,
        timeout_ms: UPLOAD_TIMEOUT_MS,
      })
      if (reply.data === undefined || reply.data === null) throw failureOf(response, reply)
      return reply.data
    },
    async download(path, signal) {
      const request = { method: 'GET', path, signal, timeout_ms: UPLOAD_TIMEOUT_MS, stream: true }
      const { response } = await send(request)
      try {
        return await response.blob()
      } catch {
        throw new ApiFailure({ kind: 'offline', code: 'no_connection' })
      }
    },
    async openEvents(signal) {
      const headers = { accept: 'text/event-stream' }
      const request = { method: 'GET', path: 'events', headers, signal, timeout_ms: TIMEOUT_MS, stream: true }
      const { response, reply } = await send(request)
      if (!response.body) throw failureOf(response, reply)
      return response.body
    },
  }
}

function jsonRequest(
  method: string,
  path: string,
  body: object | undefined,
  rest: Omit<Request, 'method' | 'path'>,
): Request {
  if (body === undefined) return { method, path, ...rest }
  return {
    method,
    path,
    ...rest,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...rest.headers },
  }
}

const fillPath = (template: string, params: Record<string, string> | undefined) =>
  template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))

function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return given.length > 0 ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
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

function failureOf(response: Response, reply: Reply): ApiFailure {
  return new ApiFailure({
    kind: response.status >= 500 ? 'fault' : 'refused',
    code: reply.code ?? 'error_please_try_again',
    message: reply.message ?? '',
    status: response.status,
    ...(reply.details && { details: reply.details }),
    request_id: reply.request_id ?? response.headers.get('x-request-id') ?? undefined,
  })
}
