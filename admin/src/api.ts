// The operator's session over the transport: a cookie that no script sees, every call says it is ours (x-staff), and one that
// wants a recent confirmation asks for it and is sent again.
import type { backoffice } from '@fairturn/contract/backoffice/api'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import {
  type CallNameOf,
  type DataNamed,
  dataOf,
  exchange,
  initOf,
  type InputNamed,
  type OptionalIfEmpty,
  type Request,
  requestOf,
  withQuery,
} from '@fairturn/ui/transport.ts'
import { confirmed } from './signing-in/confirmation.ts'
import { i18nProvider, langCode } from './i18n.ts'

export type CallName = CallNameOf<typeof backoffice>
export type DataOf<Name extends CallName> = DataNamed<typeof backoffice, Name>
export type CallInput<Name extends CallName> = InputNamed<typeof backoffice, Name>

const BASE = '/api/'
const TIMEOUT_MS = 30_000

/**
 * Sends a call. Throws an ApiFailure with its text when the server refuses, with `offline` or `timeout`
 * when it did not answer; asks the operator to confirm where the server requires that, and throws its
 * refusal when they cancel.
 */
export const call = <Name extends CallName>(
  name: Name,
  ...[sent]: OptionalIfEmpty<CallInput<Name>>
): Promise<DataOf<Name>> => sendConfirmed(requestOf(name, { timeout_ms: TIMEOUT_MS, ...sent }))

/** Sends a form with a file in it; as `call` otherwise. */
export const upload = <Name extends CallName>(
  name: Name,
  form: FormData,
  query: object = {},
): Promise<DataOf<Name>> => sendConfirmed(requestOf(name, { form, query }))

async function sendConfirmed<Data>(request: Request): Promise<Data> {
  try {
    return await send(request)
  } catch (failure) {
    const wanted = failure instanceof ApiFailure && failure.code === 'please_confirm_that_it_is_you'
    if (!wanted || !(await confirmed())) throw failure
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

/** In the words for operators, where there are some, else the server's. */
export const refusalText = ({
  code,
  message,
  details,
}: Pick<ApiFailure, 'code' | 'message'> & { details?: object }): string =>
  i18nProvider.translate(`refusals.${code}`, { _: message || 'app.no_answer', ...details })

/** Where a call or a file is, with what was chosen of its query. */
export const addressOf = (path: string, query: object = {}): string => BASE + withQuery(path, query)
