import { ApiFailure } from '@fairturn/ui/failure.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLogoutIfAccessDenied, useNotify, useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { SESSION_OVER } from './api.ts'

/** Of a refusal because somebody has decided already: who, null for a job, and when. */
export function decisionIn({ details }: ApiFailure): { by: string | null; at: string } | undefined {
  return details['decided'] as { by: string | null; at: string } | undefined
}

/**
 * Shows the server's text, with the reference if the failure is ours, and by whom and when if somebody has decided already; the
 * screen is then refetched. Signs out if the session is over.
 */
export function useNotifyFailure(): (failure: unknown) => void {
  const notify = useNotify()
  const translate = useTranslate()
  const cache = useQueryClient()
  const logoutIfOver = useLogoutIfAccessDenied()
  const textOf = (failure: ApiFailure): string => {
    const decided = decisionIn(failure)
    if (failure.kind === 'fault' && failure.request_id !== undefined)
      return `${failure.message} (${failure.request_id})`
    if (decided === undefined) return failure.message
    const { by, at } = decided
    const when = formatTime(at)
    return `${failure.message}. ${translate(by === null ? 'app.changed_at' : 'app.changed_by', { by, when })}`
  }
  return (failure) => {
    const known = failure instanceof ApiFailure ? failure : undefined
    const text = known ? textOf(known) : 'ra.message.error'
    const show = () => notify(text, { type: 'error', messageArgs: { _: text } })
    if (known && decisionIn(known)) void cache.invalidateQueries()
    if (known?.code === SESSION_OVER) void logoutIfOver(known).then((over) => over || show())
    else show()
  }
}
