import type { Level } from '@fairturn/contract/levels'
import type { User } from '@fairturn/contract/members'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../shell/Amount.tsx'
import { isMore, missingOf } from '../shell/cents.ts'
import { call, queries } from '../shell/client.ts'
import { ConfirmDialog } from '../shell/Dialog.tsx'
import { failureText, toastFailure } from '../shell/failure-text.ts'
import { Gap } from '../shell/Gap.tsx'
import { toastMessage } from '../shell/messages.ts'
import { paths } from '../shell/paths.ts'
import { keys, levelPreviewQuery, levelsQuery, refreshMoney, viewerQuery } from '../shell/queries.ts'
import { session } from '../shell/session.ts'
import { useAction } from '../shell/useAction.ts'
import { useSettings } from '../shell/useSession.ts'
import { BoughtAgain, BoughtAgainFrom } from './BoughtAgain.tsx'
import { rateText } from './rates.ts'
import { QualityToEarn, WhatCounts } from './WhatCounts.tsx'

interface UpgradeDialogProps {
  level: Level
  current: Level | undefined
  user: User
  onClose: () => void
}

export default function UpgradeDialog({ level, current, user, onClose }: UpgradeDialogProps) {
  const { t } = useLingui()
  const upgrade = useUpgrade(user._id, onClose)

  function confirm() {
    if (missing !== null) {
      onClose()
      toastMessage('insufficient_balance_to_upgrade', 'error').catch(toastFailure)
    } else upgrade.start({ level_id: level._id, joining_fee: level.joining_fee })
  }

  const from = useQuery(levelPreviewQuery(level._id)).data?.can_be_bought_from ?? null
  const { name } = level
  const missing = missingOf(level.joining_fee, user.account_balance)
  const link_deposit = useSettings()?.link_deposit.value
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t`Confirm upgrade`}
      busy={upgrade.busy}
      keep={t`Cancel`}
      confirm={t`Confirm`}
      onConfirm={confirm}
      disabled={from !== null}
      // It answers that the balance is insufficient (spec §4); what helps is the deposit.
      quiet={missing !== null}
    >
      {upgrade.failure?.code === 'the_level_has_changed' && (
        <div role="alert" className="mt-2">
          <Note tone="action">{failureText(upgrade.failure).title}</Note>
        </div>
      )}
      <Preview level={level} />
      <p className="mt-3">
        <Trans>Do you want to upgrade to {name}?</Trans>
      </p>
      <Figures level={level} current={current} balance={user.account_balance} missing={missing} />
      {missing !== null && (
        <LinkButton href={link_deposit || paths.depositAmount(missing)} icon="deposit" wide className="mt-3">
          {t`Deposit`}
        </LinkButton>
      )}
      <BoughtAgainFrom from={from} />
      {isMore(level.joining_fee, '0.00') && (
        <div className="mt-3">
          <Note>
            <Trans>
              You can get a full refund within 14 days, without giving a reason. After that, you can get the
              fee back at any time, less the benefits received.
            </Trans>
            <Gap />
            <BoughtAgain />
          </Note>
        </div>
      )}
    </ConfirmDialog>
  )
}

function useUpgrade(user_id: string, onClose: () => void) {
  return useAction({
    // Sends the fee shown in this dialog: if the fee has changed, the server refuses and nothing is paid.
    run: (shown: { level_id: string; joining_fee: string }, key) =>
      call('POST update-level', { body: { user_id, ...shown }, key }),
    async onDone({ data }) {
      session.replaceUser(data)
      queries.setQueryData(viewerQuery.queryKey, data)
      onClose()
      void refreshMoney()
      void queries.invalidateQueries({ queryKey: keys.orders })
      await toastMessage('level_update_successful')
    },
    onFailed(failure) {
      if (failure.code === 'the_level_has_changed') return showLevelChanged(failure)
      // While the outcome is unknown the dialog stays open, and confirming again retries the same action.
      if (failure.outcomeIsKnown) onClose()
      toastFailure(failure)
    },
  })
}

interface FiguresProps {
  level: Level
  current: Level | undefined
  balance: string
  missing: string | null
}

function Figures({ level, current, balance, missing }: FiguresProps) {
  const { t } = useLingui()
  return (
    <dl className="mt-3 divide-y divide-line rounded-control border border-line">
      <Line label={t`Upgrade fee`}>
        <Amount amount={level.joining_fee} size="large" />
      </Line>
      <Line label={t({ message: 'Available', context: 'of the balance' })}>
        <Amount amount={balance} />
      </Line>
      {missing !== null && (
        <Line label={t({ message: 'Missing', context: 'from the balance' })}>
          <Amount amount={missing} />
        </Line>
      )}
      <Line label={t`Turns a day`}>
        <Change from={current && String(current.number_ads)} to={String(level.number_ads)} />
      </Line>
      <Line label={t`Bonus and discount`}>
        <Change from={current && rateText(current)} to={rateText(level)} />
      </Line>
    </dl>
  )
}

/** Updates the level from the refusal's details, in the dialog and in the list behind it. */
function showLevelChanged(failure: ApiFailure): void {
  const level = failure.details['level'] as Level
  queries.setQueryData(levelsQuery.queryKey, (levels) =>
    levels?.map((row) => (row._id === level._id ? level : row)),
  )
  void queries.invalidateQueries({ queryKey: levelPreviewQuery(level._id).queryKey })
}

export function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 px-3.5 py-2.5 large-text:block">
      <dt className="text-quiet">{label}</dt>
      <dd className="figures text-right font-semibold large-text:text-left">{children}</dd>
    </div>
  )
}

function Change({ from, to }: { from: string | undefined; to: string }) {
  return (
    <span className="whitespace-nowrap large-text:whitespace-normal">
      {from !== undefined && (
        <>
          <span className="font-normal text-quiet">{from}</span>
          {' → '}
        </>
      )}
      {to}
    </span>
  )
}

/** Computed from the member's own last 30 days, to show whether the level would pay off. */
function Preview({ level }: { level: Level }) {
  const { data, error } = useQuery(levelPreviewQuery(level._id))
  if (error && !data) return <p className="mt-2 text-small text-quiet">{failureText(error).title}</p>
  if (!data) return <Skeleton className="mt-2 h-15" />
  return (
    <div className="mt-2 text-small text-quiet">
      <p>
        <Trans>
          In the last 30 days you earned <Amount amount={data.earned_30_days} />. This level would have added{' '}
          <Amount amount={data.added_30_days} tone="award" />.
        </Trans>
      </p>
      {isMore(level.joining_fee, '0.00') && (
        <p className="mt-1 text-body font-semibold text-ink">
          <CoversItsFee days={data.days_to_cover_fee} />
        </p>
      )}
      {data.orders_to_earn !== null && data.orders_to_earn > 0 && (
        <p className="mt-1">
          <Plural
            value={data.orders_to_earn}
            one="You get it free of charge after # more verified order."
            other="You get it free of charge after # more verified orders."
          />
          <Gap />
          <QualityToEarn />
          <WhatCounts />
        </p>
      )}
    </div>
  )
}

const DAYS_A_YEAR = 365
/** Above this, days say less than years. */
const MAX_DAYS = 2 * DAYS_A_YEAR

function CoversItsFee({ days }: { days: number | null }) {
  if (days === null) return <Trans>At that pace it would not cover its fee.</Trans>
  if (days <= MAX_DAYS)
    return (
      <Plural
        value={days}
        one="At that pace it covers its fee in # day."
        other="At that pace it covers its fee in # days."
      />
    )
  const years = Math.round(days / DAYS_A_YEAR)
  return (
    <Plural
      value={years}
      one="At that pace it covers its fee in about # year."
      other="At that pace it covers its fee in about # years."
    />
  )
}
