// Reporting failures, in one way everywhere.
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { useLogoutIfAccessDenied, useNotify } from 'react-admin'
import { SESSION_OVER } from './signing-in/session.ts'

/**
 * Shows why; the server's text, with the reference where it was our fault. Signs out when the session is
 * over.
 */
export function useSayFailure(): (failure: unknown) => void {
  const notify = useNotify()
  const logoutIfOver = useLogoutIfAccessDenied()
  return (failure) => {
    const known = failure instanceof ApiFailure ? failure : undefined
    const traced = known?.kind === 'fault' && known.request_id !== undefined
    const words = known?.message ?? 'ra.message.error'
    const say = () =>
      notify(traced ? `${words} (${known.request_id})` : words, { type: 'error', messageArgs: { _: words } })
    if (known?.code === SESSION_OVER) void logoutIfOver(known).then((over) => over || say())
    else say()
  }
}
