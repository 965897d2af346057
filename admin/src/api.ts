// The typed calls of the back office: the session is a cookie that no script sees, every call says it is ours (x-staff), and one
// that wants a recent confirmation asks for it and is sent again.
import type { backoffice } from '@fairturn/contract/backoffice/api'
import type { AnswerOf, Endpoint, SentBodyOf, SentParamsOf, SentQueryOf } from '@fairturn/contract/endpoint'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { confirmed } from './signing-in/confirmation.ts'
import { langCode } from './i18n.ts'

type Modules = typeof backoffice
type AnyCall = { [M in keyof Modules]: Modules[M][keyof Modules[M]] }[keyof Modules]
type NameOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never
type NamedCall<E, Name> = E extends Endpoint ? (Name extends NameOf<E> ? E : never) : never

/** Every call by its method and path: `'GET backoffice/approvals'`. */
export type CallName = NameOf<AnyCall>
type CallNamed<Name extends CallName> = NamedCall<AnyCall, Name>
/** The `data` a call answers with. */
export type DataOf<Name extends CallName> = AnswerOf<CallNamed<Name>>

type InputPart<Key extends string, Sent> = [Sent] extends [undefined]
  ? { [K in Key]?: undefined }
  : object extends Sent
    ? { [K in Key]?: Sent }
    : { [K in Key]: Sent }
export type CallInput<Name extends CallName> = InputPart<'params', SentParamsOf<CallNamed<Name>>> &
  InputPart<'query', SentQueryOf<CallNamed<Name>>> &
  InputPart<'body', SentBodyOf<CallNamed<Name>>>
type CallArguments<Name extends CallName> =
  object extends CallInput<Name> ? [sent?: CallInput<Name>] : [sent: CallInput<Name>]

const BASE = '/api/'
const TIMEOUT_MS = 30_000

interface CallParts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: object
  /** In the place of a body: fields and a file. */
  form?: FormData
}

/**
 * Sends a call. Throws an ApiFailure with the server's text when it refuses, with `offline` or `timeout`
 * when it did not answer; asks the operator to confirm where the server requires that, and throws its
 * refusal when they cancel.
 */
export async function call<Name extends CallName>(
  name: Name,
  ...[sent]: CallArguments<Name>
): Promise<DataOf<Name>> {
  return await sendConfirmed(name, (sent ?? {}) as CallParts)
}

/** Sends a form with a file in it; as `call` otherwise. */
export const upload = <Name extends CallName>(
  name: Name,
  form: FormData,
  query: Record<string, unknown> = {},
): Promise<DataOf<Name>> => sendConfirmed(name, { form, query })

async function sendConfirmed<Data>(name: string, parts: CallParts): Promise<Data> {
  try {
    return await send(name, parts)
  } catch (failure) {
    const wanted = failure instanceof ApiFailure && failure.code === 'please_confirm_that_it_is_you'
    if (!wanted || !(await confirmed())) throw failure
    return await send(name, parts)
  }
}

async function send<Data>(name: string, { params = {}, query, body, form }: CallParts): Promise<Data> {
  const [method, template] = name.split(' ') as [string, string]
  const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const response = await answered(addressOf(path, query), {
    method,
    headers: {
      langCode: langCode(),
      'x-staff': '1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
  })
  const reply = await readReply(response)
  if (response.ok && reply.data !== undefined && reply.data !== null) return reply.data as Data
  throw new ApiFailure({
    kind: response.status >= 500 ? 'fault' : 'refused',
    code: reply.code ?? 'error_please_try_again',
    message: reply.message ?? 'app.no_answer',
    status: response.status,
    ...(reply.details && { details: reply.details }),
    request_id: reply.request_id,
  })
}

async function answered(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    throw new ApiFailure({
      kind: late ? 'timeout' : 'offline',
      code: late ? 'timed_out' : 'no_connection',
      message: 'app.no_answer',
    })
  }
}

interface Reply {
  message?: string
  code?: string
  details?: Record<string, unknown>
  request_id?: string
  data?: unknown
}

/** Empty for an answer that is not ours: a proxy's page, or a truncated one. */
const readReply = (response: Response): Promise<Reply> => response.json().catch(() => ({})) as Promise<Reply>

/** Where a call or a file is, with what was chosen of its query. */
export function addressOf(path: string, query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return BASE + path + (text === '' ? '' : `?${text}`)
}
