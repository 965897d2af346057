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

/** A refusal on one field, in the format of validation errors. */
export const refuseField = (code: MessageCode, field: string): Refusal =>
  refuse(code, { fields: [{ field, code }] })
