// Invariants of responses: refusals have one format, catalogue texts are used, and no internals are shown.
import { localeOf } from '@fairturn/contract/locales'
import { MESSAGE_STATUS, type MessageCode } from '@fairturn/contract/messages'
import { textOf } from '../../src/platform/texts/messages.ts'

export interface RawAnswer {
  readonly statusCode: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

/** `error_code` is used only by the upload. */
const KEYS = new Set(['message', 'code', 'details', 'request_id', 'error_code'])
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/**
 * Names of internals (program, database, machine), matched as whole words because tokens and challenges are random
 * letters.
 */
const INSIDE =
  /node_modules|\bat \S+ \(|\.(?:ts|js|mjs|sql):\d|server\/src|\/(?:work|home|tmp|root)\/|\bFST_ERR|ZodError|SyntaxError|TypeError|postgres|\bpg_[a-z]{4,}\b|relation "|violates|duplicate key|[Uu]nexpected token|passwordHash|\bECONN[A-Z]{4,}\b|\bENOENT\b/

/** Why this is not a well-formed refusal; undefined if it is. `langCode`: the header as sent. */
export function wrongRefusal(answer: RawAnswer, langCode?: string): string | undefined {
  const { statusCode: status, headers, body } = answer
  if (status >= 500) return `answered ${status}`
  if (!String(headers['content-type']).startsWith('application/json'))
    return `is ${String(headers['content-type'])}`
  const sent = JSON.parse(body) as Record<string, unknown>
  const strange = Object.keys(sent).filter((key) => !KEYS.has(key))
  if (strange.length > 0) return `has ${strange.join()}`
  const code = sent['code'] as MessageCode
  if (!Object.hasOwn(MESSAGE_STATUS, code)) return `has the unknown code ${code}`
  if (MESSAGE_STATUS[code] !== status) return `${code} came with ${status}`
  if (sent['message'] !== textOf(code, localeOf(langCode))) return `${code} says ${String(sent['message'])}`
  if (!REQUEST_ID.test(String(sent['request_id']))) return 'has no request_id'
  if (headers['x-request-id'] !== sent['request_id']) return 'has another request_id in its header'
  return wrongDetails(sent['details'])
}

function wrongDetails(details: unknown): string | undefined {
  if (details === undefined) return undefined
  const { fields = [], ...rest } = details as { fields?: { field: string; code: string }[] }
  for (const { field, code } of fields) {
    if (!/^[\w.]{0,60}$/.test(field)) return `names the field ${field}`
    if (!Object.hasOwn(MESSAGE_STATUS, code)) return `has the unknown code ${code} of a field`
  }
  return leaked(JSON.stringify(rest))
}

/** The internals that a response reveals, if any. */
export function leaked(body: string): string | undefined {
  const found = INSIDE.exec(body)
  return found === null ? undefined : `tells of the inside: ${found[0]}`
}
