// A refusal: an expected error of the domain, with a code of the contract. Never used for faults.
import { MESSAGE_STATUS, type MessageCode } from '@fairturn/contract/messages'

export class Refusal extends Error {
  readonly code: MessageCode
  readonly status: number
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: MessageCode, details?: Readonly<Record<string, unknown>>) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.status = MESSAGE_STATUS[code]
    this.details = details
  }
}

/** Usage: `throw refuse('turns_used_up')`. Details are shown to the caller. */
export const refuse = (code: MessageCode, details?: Readonly<Record<string, unknown>>): Refusal =>
  new Refusal(code, details)

/** Returns what was found; refuses with the code if it is undefined. */
export function orRefuse<Found>(found: Found | undefined, code: MessageCode): Found {
  if (found === undefined) throw refuse(code)
  return found
}

/** A refusal on fields, in the format of validation errors. */
export const refuseFields = (code: MessageCode, fields: readonly string[]): Refusal =>
  refuse(code, { fields: fields.map((field) => ({ field, code })) })

export const refuseField = (code: MessageCode, field: string): Refusal => refuseFields(code, [field])

/** Runs every check, and refuses with all fields at once: under the code of the first that was refused. */
export async function refuseTogether(checks: readonly (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled(checks.map((check) => check()))
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  const fault = reasons.find((reason) => !(reason instanceof Refusal))
  if (fault !== undefined) throw fault
  const [first, ...others] = reasons as Refusal[]
  if (first === undefined) return
  if (others.length === 0) throw first
  throw refuse(first.code, { fields: [first, ...others].flatMap(({ details }) => details?.['fields'] ?? []) })
}
