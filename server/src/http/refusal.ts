// A refusal: the domain's "no", with a code of the contract. Never used for faults.
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

/** To be thrown: `throw refuse('turns_used_up')`. Details are shown to the caller. */
export const refuse = (code: MessageCode, details?: Readonly<Record<string, unknown>>): Refusal =>
  new Refusal(code, details)

/** What was found; refuses with the code where nothing was. */
export function orRefuse<Found>(found: Found | undefined, code: MessageCode): Found {
  if (found === undefined) throw refuse(code)
  return found
}

/** A refusal of one field, in the form of the schemas' refusals. */
export const refuseField = (code: MessageCode, field: string): Refusal =>
  refuse(code, { fields: [{ field, code }] })
