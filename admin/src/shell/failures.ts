import { ApiFailure } from '@fairturn/ui/failure.ts'
import { useLogoutIfAccessDenied, useNotify } from 'react-admin'
import { SESSION_OVER } from './api.ts'

/** Shows the server's text, with the reference if the failure is ours. Signs out if the session is over. */
export function useNotifyFailure(): (failure: unknown) => void {
  const notify = useNotify()
  const logoutIfOver = useLogoutIfAccessDenied()
  return (failure) => {
    const known = failure instanceof ApiFailure ? failure : undefined
    const traced = known?.kind === 'fault' && known.request_id !== undefined
    const text = known?.message ?? 'ra.message.error'
    const show = () =>
      notify(traced ? `${text} (${known.request_id})` : text, { type: 'error', messageArgs: { _: text } })
    if (known?.code === SESSION_OVER) void logoutIfOver(known).then((over) => over || show())
    else show()
  }
}
