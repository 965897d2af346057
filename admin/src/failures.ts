// Saying why something was not done, in one manner everywhere.
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { useLogoutIfAccessDenied, useNotify } from 'react-admin'
import { SESSION_OVER } from './signing-in/session.ts'

/** Tells why; the server's words, with what support finds the request by where it was our fault. Signs out when it is over. */
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
