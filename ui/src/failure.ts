// The failure of a call, with what a screen needs to show it and to offer the next step.

/**
 * `refused`: the server declined, with a reason. `fault`: it could not answer properly (5xx, unreadable response).
 * `offline`: it was not reached. `timeout`: it may have been reached, but did not answer in time.
 */
export type FailureKind = 'refused' | 'fault' | 'offline' | 'timeout'

const BEFORE_THE_KEY = new Set(['token_is_invalid', 'session_has_ended', 'too_many_requests'])

interface FailureParts {
  kind: FailureKind
  code: string
  /** In the member's language if it comes from the server; '' if the app has to supply the text. */
  message?: string
  status?: number
  details?: Readonly<Record<string, unknown>>
  request_id?: string | undefined
}

export class ApiFailure extends Error {
  readonly kind: FailureKind
  readonly code: string
  /** 0 if there was no response. */
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** Request id, by which support can find the request. */
  readonly request_id: string | undefined

  constructor({ kind, code, message = '', status = 0, details = {}, request_id: requestId }: FailureParts) {
    super(message)
    this.name = 'ApiFailure'
    this.kind = kind
    this.code = code
    this.status = status
    this.details = details
    this.request_id = requestId
  }

  /**
   * Whether the outcome is known: only then may the action be sent again under a new key. A refusal before the key is
   * checked says nothing about an earlier request with it.
   */
  get outcomeIsKnown(): boolean {
    return this.kind === 'refused' && !BEFORE_THE_KEY.has(this.code)
  }

  /** Refusals of single fields: field name to message code. */
  get fields(): Record<string, string> {
    const list = this.details['fields']
    if (!Array.isArray(list)) return {}
    const fields: Record<string, string> = {}
    // The first refusal of a field wins.
    for (const { field, code } of list as { field: string; code: string }[]) fields[field] ??= code
    return fields
  }
}
