// What went wrong with a call, so that a screen can show it and offer the right next step.

/**
 * `refused`: the server said no and why. `fault`: it could not answer properly (5xx, unreadable answer).
 * `offline`: it was not reached. `timeout`: it was perhaps reached, but did not answer in time.
 */
export type FailureKind = 'refused' | 'fault' | 'offline' | 'timeout'

const BEFORE_THE_KEY = new Set(['token_is_invalid', 'session_has_ended', 'too_many_requests'])

interface FailureParts {
  kind: FailureKind
  code: string
  /** In the member's language when it comes from the server; '' when the app has to find the words. */
  message?: string
  status?: number
  details?: Readonly<Record<string, unknown>>
  request_id?: string | undefined
}

export class ApiFailure extends Error {
  readonly kind: FailureKind
  readonly code: string
  /** 0 when there was no answer. */
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** What support can find the request by. */
  readonly request_id: string | undefined

  constructor({ kind, code, message = '', status = 0, details = {}, request_id }: FailureParts) {
    super(message)
    this.name = 'ApiFailure'
    this.kind = kind
    this.code = code
    this.status = status
    this.details = details
    this.request_id = request_id
  }

  /**
   * Whether the server has decided: only then may the same action be sent under a new key. A refusal before
   * the key is checked says nothing about an earlier request with it.
   */
  get outcomeIsKnown(): boolean {
    return this.kind === 'refused' && !BEFORE_THE_KEY.has(this.code)
  }

  /** The refusals that concern single fields: field name to message code. */
  get fields(): Record<string, string> {
    const list = this.details['fields']
    if (!Array.isArray(list)) return {}
    const fields: Record<string, string> = {}
    // The first refusal of a field is the one to fix first.
    for (const { field, code } of list as { field: string; code: string }[]) fields[field] ??= code
    return fields
  }
}
