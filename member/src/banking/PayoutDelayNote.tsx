import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans } from '@lingui/react/macro'
import { useSettings } from '../shell/useSession.ts'

export function PayoutDelayNote({
  hold: { reason, until },
}: {
  hold: NonNullable<DataOf<'POST bank'>['hold']>
}) {
  const isDemo = useSettings()?.demo.value === true
  return (
    <Note icon="clock">
      {reason === 'bank_changed' ? (
        <>
          <Trans>
            Your bank information was changed. Withdrawals wait until <DateTime value={until} />: whoever got
            into your account could have changed it, and you have this time to notice. Until then you can
            receive orders, claim, deposit and place campaigns as usual.
          </Trans>
          {isDemo && (
            <>
              {' '}
              <Trans>
                The demo waits as well. A new member (invite code WELCOME) can try a withdrawal at once: a
                first account does not wait.
              </Trans>
            </>
          )}
        </>
      ) : (
        <Trans>
          We are verifying your identity. Withdrawals are on hold until <DateTime value={until} /> at the
          latest. Your money is safe.
        </Trans>
      )}
    </Note>
  )
}
