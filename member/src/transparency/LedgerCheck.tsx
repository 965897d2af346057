import type { Figures } from '@fairturn/contract/transparency'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'

type LedgerCheck = Figures['ledger_check']
type Scope = LedgerCheck['paused'][number]['scope']

const scopes: Readonly<Record<Scope, () => string>> = {
  member_money: () => t`Individual members’ money`,
  campaign_money: () => t`Individual campaigns’ money`,
  campaign_payments: () => t`Individual campaigns’ offers and payments`,
  payouts: () => t`All payouts`,
  staff_approvals: () => t`All approvals by staff`,
}

/** The payments that are currently blocked; nothing if there are none. */
export function Paused({ check: { paused } }: { check: LedgerCheck }) {
  if (paused.length === 0) return null
  return (
    <div className="mb-4">
      <Note tone="loss">
        <Trans>
          The ledger check found a difference. The following is on hold until two people have reviewed it:
        </Trans>
        <ul className="mt-1">
          {paused.map(({ scope, count, since }) => (
            <li key={scope}>
              <Trans>
                {scopes[scope]()} ({count}), since <DateTime value={since} />
              </Trans>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}

/** The last check, and the periods that it and the daily check cover. */
export function Checked({ check }: { check: LedgerCheck }) {
  const { checked_at, findings, since, full_at, first_day } = check
  return (
    <div className="mb-4">
      {checked_at === null ? (
        <Note tone="action">
          <Trans>The ledger is checked every hour. The first check has not run yet.</Trans>
        </Note>
      ) : findings === 0 ? (
        <Note tone="action" icon="check">
          {since === null ? (
            <Trans>
              All entries, balances and chains were checked at <DateTime value={checked_at} />. No errors
              found.
            </Trans>
          ) : (
            <Trans>
              Every hour: everything recorded since <DateTime value={since} /> was checked at{' '}
              <DateTime value={checked_at} />. No errors found.
            </Trans>
          )}
          {since !== null && full_at !== null && first_day !== null && (
            <p className="mt-2">
              <Trans>
                Every day: the whole ledger, back to the first entry on{' '}
                <DateTime value={`${first_day}T12:00:00Z`} timeZone="UTC" day />. The last full check began at{' '}
                <DateTime value={full_at} />. No errors found.
              </Trans>
            </p>
          )}
        </Note>
      ) : (
        <Note tone="loss">
          <Trans>
            The ledger check at <DateTime value={checked_at} /> found errors:
          </Trans>{' '}
          <Plural value={findings} one="# error" other="# errors" />
        </Note>
      )}
    </div>
  )
}
