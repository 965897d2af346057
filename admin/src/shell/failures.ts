import { ApiFailure } from '@fairturn/ui/failure.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLogoutIfAccessDenied, useNotify, useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { SESSION_OVER } from './api.ts'

/** Of a refusal because somebody has decided already: who, null for a job, and when. */
export function decisionIn({ details }: ApiFailure): { by: string | null; at: string } | undefined {
  return details['decided'] as { by: string | null; at: string } | undefined
}

/** The text to show: the server's, with by whom and when if somebody has decided already, or with our reference. */
export function useFailureText(): (failure: ApiFailure) => string {
  const translate = useTranslate()
  return (failure) => {
    const decided = decisionIn(failure)
    if (failure.kind === 'fault' && failure.request_id !== undefined)
      return `${failure.message} (${failure.request_id})`
    if (decided === undefined) return failure.message
    const { by, at } = decided
    const when = formatTime(at)
    return `${failure.message}. ${translate(by === null ? 'app.changed_at' : 'app.changed_by', { by, when })}`
  }
}

/** Shows a failure; the screen is refetched if somebody has decided already. Signs out if the session is over. */
export function useNotifyFailure(): (failure: unknown) => void {
  const notify = useNotify()
  const textOf = useFailureText()
  const cache = useQueryClient()
  const logoutIfOver = useLogoutIfAccessDenied()
  return (failure) => {
    const known = failure instanceof ApiFailure ? failure : undefined
    const text = known ? textOf(known) : 'ra.message.error'
    const show = () => notify(text, { type: 'error', messageArgs: { _: text } })
    if (known && decisionIn(known)) void cache.invalidateQueries()
    if (known?.code === SESSION_OVER) void logoutIfOver(known).then((over) => over || show())
    else show()
  }
}
