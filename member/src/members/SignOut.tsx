import { Icon } from '@fairturn/ui/Icon.tsx'
import { Spinner } from '@fairturn/ui/Spinner.tsx'
import { useLingui } from '@lingui/react/macro'
import { navigate } from 'wouter/use-browser-location'
import { call, clearMemberCache } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { paths } from '../shell/paths.ts'
import { session } from '../shell/session.ts'
import { useAction } from '../shell/useAction.ts'

export function SignOut({ className }: { className: string }) {
  const { t } = useLingui()
  const logout = useAction({
    run: () => call('POST auth/logout'),
    onDone: leave,
    onFailed(failure) {
      // Signing out on this device must always succeed; the server's session ends when its tokens expire.
      if (failure.kind !== 'refused') toastFailure(failure)
      leave()
    },
  })
  function leave() {
    session.end()
    clearMemberCache()
    navigate(paths.login, { replace: true })
  }
  return (
    <button
      type="button"
      aria-busy={logout.busy || undefined}
      onClick={() => logout.start(undefined)}
      className={`w-full cursor-pointer text-left text-loss ${className}`}
    >
      {logout.busy ? <Spinner /> : <Icon name="logout" />}
      {t`Sign out`}
    </button>
  )
}
