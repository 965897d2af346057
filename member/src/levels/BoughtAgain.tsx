import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans } from '@lingui/react/macro'

/** Said before buying a level and before giving it back (spec §3). */
export const BoughtAgain = () => (
  <Trans>
    If you have used the extra bonus or discount of a level and get its whole fee back, you cannot buy that
    level or a higher one for 90 days. You can still earn it free of charge.
  </Trans>
)

/** Said where it applies; nothing while the level can be bought. */
export function BoughtAgainFrom({ from }: { from: string | null }) {
  if (from === null) return null
  return (
    <div className="mt-3">
      <Note icon="clock">
        <Trans>
          You used this level or a lower one and got its whole fee back. You can buy it again from{' '}
          <DateTime value={from} />, or earn it free of charge at any time.
        </Trans>
      </Note>
    </div>
  )
}
