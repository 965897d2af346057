import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans } from '@lingui/react/macro'

export function HoldNote({ hold: { reason, until } }: { hold: NonNullable<DataOf<'POST bank'>['hold']> }) {
  return (
    <Note icon="clock">
      {reason === 'bank_changed' ? (
        <Trans>
          Your bank information was changed. For your security, withdrawals are on hold until{' '}
          <DateTime value={until} />. Your money is safe.
        </Trans>
      ) : (
        <Trans>
          We are verifying your identity. Withdrawals are on hold until <DateTime value={until} /> at the
          latest. Your money is safe.
        </Trans>
      )}
    </Note>
  )
}
