import { ApiFailure } from '@fairturn/ui/failure.ts'
import { toast } from '@fairturn/ui/toasts.ts'
// The text of a failure: what happened and what to do. Uses the server's text if there is one.
import { t } from '@lingui/core/macro'
import { asSentence } from './messages.ts'

export interface FailureText {
  title: string
  body?: string
  /** The request id, by which support can find the request. */
  reference?: { label: string; id: string }
}

export function failureText(error: unknown): FailureText {
  if (!(error instanceof ApiFailure)) {
    return { title: t`Something went wrong`, body: t`Please try again or reload the page.` }
  }
  const reference = error.request_id && {
    label: t({ message: 'Reference', context: 'of an error' }),
    id: error.request_id,
  }
  if (error.kind === 'offline') {
    return { title: t`No connection`, body: t`Check your connection and try again.` }
  }
  if (error.kind === 'timeout') {
    return { title: t`This is taking too long`, body: t`The connection may be slow. Please try again.` }
  }
  if (error.kind === 'refused' && error.message !== '') return { title: asSentence(error.message) }
  return {
    title: t`Error, please try again`,
    body: t`This is our fault. If it happens again, please give support this reference.`,
    ...(reference && { reference }),
  }
}

/** The text for a request without a response: never shown as failed if it may have been processed. */
function unansweredText(error: unknown): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined
  if (error.code === 'no_network') {
    return t`No connection: nothing was sent. Your input is kept. Please try again when you are back online.`
  }
  if (error.kind !== 'offline' && error.kind !== 'timeout') return undefined
  return t`No response, so nothing is confirmed yet. Your input is kept. You can safely try again: it is processed only once.`
}

/** Shows a toast with why an action failed, with its reference if the failure is ours. */
export function toastFailure(error: unknown): void {
  const unanswered = unansweredText(error)
  if (unanswered) {
    toast(unanswered, 'error')
    return
  }
  const { title, body, reference } = failureText(error)
  const rest = error instanceof ApiFailure && error.kind !== 'refused' ? (reference?.id ?? body) : undefined
  toast(rest ? `${title}. ${rest}` : title, 'error')
}
