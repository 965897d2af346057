// The operator's session on top of the shared transport: an HttpOnly cookie, a header on every call (x-staff,
// against CSRF), and a retry after the operator has confirmed if the call requires a recent confirmation.
import type { api } from '@fairturn/contract/api'
import type { backoffice } from '@fairturn/contract/backoffice/api'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import {
  type CallNameOf,
  type DataNamed,
  dataOf,
  exchange,
  initOf,
  type InputNamed,
  type Request,
  type RequestOptions,
  requestOf,
  withQuery,
} from '@fairturn/ui/transport.ts'
import { confirmed } from './confirmation.ts'
import { i18nProvider, langCode } from './i18n.ts'

/** The only 401 that ends the session; any other, such as a wrong password, is an ordinary refusal. */
export const SESSION_OVER = 'staff_session_has_ended'

/** Public calls that the back office uses too: the currency and the names of levels. */
type Modules = typeof backoffice & {
  site: Pick<typeof api.content, 'settings'>
  publicLevels: Pick<typeof api.levels, 'list'>
}
export type CallName = CallNameOf<Modules>
export type DataOf<Name extends CallName> = DataNamed<Modules, Name>
export type CallInput<Name extends CallName> = InputNamed<Modules, Name>
/** Makes arguments optional if the call needs no input. */
export type CallArguments<Name extends CallName, More extends unknown[] = []> =
  object extends CallInput<Name>
    ? [sent?: CallInput<Name>, ...more: Partial<More>]
    : [sent: CallInput<Name>, ...more: Partial<More>]

const BASE = '/api/'
const TIMEOUT_MS = 30_000

/**
 * Sends a call. Throws an ApiFailure with the text to show: a refusal by the server, or `offline` or
 * `timeout` if it did not answer. Asks the operator to confirm where the server requires that, and throws the
 * refusal if they cancel.
 */
export const call = <Name extends CallName>(
  name: Name,
  ...[sent, options]: CallArguments<Name, [Pick<RequestOptions, 'key' | 'signal'>]>
): Promise<DataOf<Name>> => sendConfirmed(requestOf(name, { timeoutMs: TIMEOUT_MS, ...sent, ...options }))

/** Sends a multipart form with a file; otherwise as `call`. */
export const upload = <Name extends CallName>(
  name: Name,
  form: FormData,
  query: object = {},
): Promise<DataOf<Name>> => sendConfirmed(requestOf(name, { form, query }))

async function sendConfirmed<Data>(request: Request): Promise<Data> {
  try {
    return await send(request)
  } catch (failure) {
    const needsConfirmation =
      failure instanceof ApiFailure && failure.code === 'please_confirm_that_it_is_you'
    if (!needsConfirmation || !(await confirmed())) throw failure
    return await send(request)
  }
}

async function send<Data>(request: Request): Promise<Data> {
  const headers = { langCode: langCode(), 'x-staff': '1' }
  try {
    return dataOf(
      await exchange(request, (signal) => fetch(BASE + request.path, initOf(request, headers, signal))),
    ) as Data
  } catch (failure) {
    if (failure instanceof ApiFailure) failure.message = refusalText(failure)
    throw failure
  }
}

/** The operators' text for the code if there is one, else the server's message. */
export const refusalText = ({
  code,
  message,
  details,
}: Pick<ApiFailure, 'code' | 'message'> & { details?: object }): string => {
  const text = i18nProvider.translate(`refusals.${code}`, { _: message || 'app.no_answer', ...details })
  // A sentence on the screen; the name of a text is left as it is.
  return text.includes(' ') ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

const WIRE_MONEY = /^-?\d+\.\d{2}$/

/** What a refusal tells, with its amounts as they are written on screens. */
export const withAmounts = (details: object, amountText: (wire: string) => string): object =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && WIRE_MONEY.test(value) ? amountText(value) : value,
    ]),
  )

/** URL of a call or file, with the given query. */
export const addressOf = (path: string, query: object = {}): string => BASE + withQuery(path, query)
