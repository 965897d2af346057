// The member's session on top of the transport: a bearer token that is renewed when it expires, and the end of the
// session.
import type { api } from '@fairturn/contract/api'
import type { demoCalls } from '@fairturn/contract/demo'
import type { MemberMessageCode } from '@fairturn/contract/messages'
import { ApiFailure } from './failure.ts'
import { createRefresh } from './refresh.ts'
import { syncServerTime } from './server-time.ts'
import type { Session, SessionAnswer } from './session.ts'
import {
  type CallNameOf,
  type DataNamed,
  dataOf,
  exchange,
  type Exchange,
  failureOf,
  initOf,
  type InputNamed,
  type OptionalIfEmpty,
  type Request,
  requestOf,
  type RequestOptions,
} from './transport.ts'

/** With those that only a demo answers. */
type Calls = typeof api & { demo: typeof demoCalls }
export type CallName = CallNameOf<Calls>
export type DataOf<Name extends CallName> = DataNamed<Calls, Name>
export type CallInput<Name extends CallName> = RequestOptions & InputNamed<Calls, Name>

export interface CallAnswer<Data> {
  data: Data
  /** A message code to show; its text is in the contract's messages. */
  message: MemberMessageCode | undefined
}

/** Responses preloaded before the app's code arrived (member/src/shell/preload.ts); each is used once. */
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
  /** The session is over and cleared: the app shows the sign-in. */
  onSignedOut: () => void
  /** Called soon after `onSignedOut` if a security lock ended the session: the lock, as the contract's MemberLock. */
  onLocked?: (lock: Record<string, unknown>) => void
  fetch?: typeof fetch
  preloaded?: PreloadedResponses | undefined
  locks?: Pick<LockManager, 'request'> | undefined
  channel?: BroadcastChannel | undefined
}

export interface Client {
  call: <Name extends CallName>(
    name: Name,
    ...sent: OptionalIfEmpty<CallInput<Name>>
  ) => Promise<CallAnswer<DataOf<Name>>>
  /** Uploads a picture and returns its URL. Refusals: `file_is_not_an_image`, `file_is_too_large`. */
  upload: (user_id: string, file: File) => Promise<string>
  /** Sends a multipart form to any other call (`campaigns/creative`); returns its `data`. */
  sendForm: (path: string, form: FormData) => Promise<unknown>
  /** Downloads a file, which comes without the usual envelope; `path` is below the base and includes the query. */
  download: (path: string) => Promise<Blob>
  /** Opens the stream of live events; the caller reads it to its end. */
  openEvents: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
}

const DOWNLOAD_TIMEOUT_MS = 60_000

/** 401 codes that end the session. Any other 401, such as a wrong password, is an ordinary refusal. */
const SESSION_OVER = new Set(['token_is_invalid', 'session_has_ended'])
/** Codes after which a renewal is attempted only to learn the reason. */
const RENEWAL_GIVES_REASON = new Set(['session_has_ended', 'token_is_expired'])

type Send = (request: Request, options?: { stream?: boolean; repeated?: boolean }) => Promise<Exchange>

export function createClient(parts: ClientParts): Client {
  const send = createSender(parts)
  return {
    async call(name, ...[sent]) {
      const answered = await send(requestOf(name, sent))
      return {
        data: dataOf(answered),
        message: answered.reply.message as MemberMessageCode | undefined,
      } as never
    },
    async upload(user_id, file) {
      const form = new FormData()
      form.append('user_id', user_id)
      form.append('file', file)
      const { response, reply } = await send(requestOf('POST upload', { form }))
      const { error_code, url } = reply as { error_code?: number; url?: string }
      if (error_code !== 0 || !url) throw failureOf(response, { code: 'error_please_try_again' })
      return url
    },
    sendForm: async (path, form) => dataOf(await send(requestOf(`POST ${path}`, { form }))),
    async download(path) {
      const { response } = await send(requestOf(`GET ${path}`, { timeoutMs: DOWNLOAD_TIMEOUT_MS }), {
        stream: true,
      })
      try {
        return await response.blob()
      } catch {
        throw new ApiFailure({ kind: 'offline', code: 'no_connection' })
      }
    },
    async openEvents(signal) {
      const request = requestOf('GET events', { signal })
      request.headers['accept'] = 'text/event-stream'
      const { response, reply } = await send(request, { stream: true })
      if (!response.body) throw failureOf(response, reply)
      return response.body
    },
  }
}

function takePreloaded(
  { preloaded, locale }: ClientParts,
  { method, path }: Request,
  token: string | null,
): Promise<Response> | undefined {
  const name = `${method} ${path}`
  const response = preloaded?.responses[name]
  if (!preloaded || !response) return undefined
  delete preloaded.responses[name]
  return preloaded.token === token && preloaded.locale === locale() ? response : undefined
}

/** Sends with the session's token, renewed once if it has expired; ends the session if the server says that it is over. */
function createSender(parts: ClientParts): Send {
  const { session, base = '/api/' } = parts
  const fetcher = parts.fetch ?? ((...args) => fetch(...args))

  function attempt(request: Request, token: string | null, stream = false): Promise<Exchange> {
    const headers = { langCode: parts.locale(), ...(token !== null && { authorization: `Bearer ${token}` }) }
    const go = (signal: AbortSignal) => fetcher(base + request.path, initOf(request, headers, signal))
    return exchange(
      request,
      async (signal) => {
        const response = await (takePreloaded(parts, request, token)?.catch(() => go(signal)) ?? go(signal))
        // Only POST: a cached GET may be days old.
        if (request.method === 'POST') syncServerTime(response.headers.get('date'))
        return response
      },
      { stream },
    )
  }

  function signOut(failure: ApiFailure): never {
    const refresh_token = session.refreshToken()
    if (session.accessToken() !== null) {
      session.end()
      parts.onSignedOut()
      if (refresh_token !== null && RENEWAL_GIVES_REASON.has(failure.code)) void notifyLock(refresh_token)
    }
    throw failure
  }

  async function renew(refresh_token: string): Promise<SessionAnswer> {
    const request = requestOf('POST auth/refresh-token', { body: { refresh_token } })
    return dataOf(await attempt(request, null)) as SessionAnswer
  }

  /** Renewing an ended session is refused, and the refusal includes the lock if one ended it. */
  async function notifyLock(refresh_token: string): Promise<void> {
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

  async function send(request: Request, { stream = false, repeated = false } = {}): Promise<Exchange> {
    const token = session.accessToken()
    const { response, reply } = await attempt(request, token, stream)
    if (response.ok) return { response, reply }
    const failure = failureOf(response, reply)
    if (token === null) throw failure
    if (response.status === 401 && reply.message === 'Token is Expired') {
      if (!repeated && (await refresh(token))) return await send(request, { stream, repeated: true })
      return signOut(failure)
    }
    if (response.status === 401 && SESSION_OVER.has(failure.code)) return signOut(failure)
    if (response.status === 403 && session.countForbidden() >= 2) return signOut(failure)
    throw failure
  }

  return send
}
