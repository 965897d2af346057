import type { Deposit, DepositStatus } from '@fairturn/contract/deposits'
import { Badge } from '@fairturn/ui/Badge.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { dateTime } from '@fairturn/ui/formats.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  campaignOutcomeText,
  depositMethodText,
  depositOutcomeText,
  depositStatusText,
  depositTone,
  isBeingChecked,
  takenBackText,
} from '../documents/labels.ts'
import { PaymentHistory } from '../documents/PaymentHistory.tsx'
import { linesOf, Receipt } from '../documents/Receipt.tsx'
import { Amount, useMoneyText } from '../shell/Amount.tsx'
import { useFilter } from '../shell/history/useFilter.ts'
import { paths } from '../shell/paths.ts'
import { depositsQuery } from '../shell/payment-queries.ts'

const STATUSES: readonly DepositStatus[] = ['awaiting', 'credited', 'expired', 'refused']

export default function DepositHistoryPage() {
  const { t } = useLingui()
  const filter = useFilter(STATUSES)
  const { data, ...query } = useInfiniteQuery(depositsQuery(filter.state || undefined, filter.period))
  return (
    <PaymentHistory
      title={t`Deposit history`}
      filter={filter}
      states={STATUSES.map((value) => ({ value, label: depositStatusText(value) }))}
      query={query}
      list={data?.pages.flatMap((page) => page.list)}
      instantOf={(deposit) => deposit.created_at}
      renderRow={(deposit, open) => (
        <Row
          as="li"
          key={deposit._id}
          onPress={open}
          title={<Amount amount={deposit.received ?? deposit.amount} />}
          detail={<DateTime value={deposit.created_at} time />}
          trailing={<Badge tone={depositTone(deposit)}>{depositOutcomeText(deposit)}</Badge>}
        />
      )}
      renderReceipt={(deposit, onClose) => <DepositReceipt deposit={deposit} onClose={onClose} />}
      nothingFound={t`No deposits with this status on these days`}
      empty={
        <EmptyState
          icon="deposit"
          title={t`No deposits yet`}
          body={<Trans>You do not need a deposit to earn. Deposits are for placing campaigns.</Trans>}
          action={<LinkButton href={paths.deposit} variant="secondary">{t`Deposit`}</LinkButton>}
        />
      }
      file={{ path: 'deposit-history.csv', name: 'deposits' }}
    />
  )
}

function DepositReceipt({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const lines = linesOf([
    { label: t`Amount`, text: moneyText(deposit.received ?? deposit.amount), main: true },
    { label: t`Status`, text: depositOutcomeText(deposit) },
    {
      label: t`Amount requested`,
      text: deposit.received === deposit.amount ? null : moneyText(deposit.amount),
    },
    { label: t`Arrived, being checked`, text: deposit.being_checked && moneyText(deposit.being_checked) },
    { label: t`Reference`, text: deposit.reference },
    { label: t`Method`, text: depositMethodText(deposit.method) },
    { label: t`Created on`, text: dateTime(deposit.created_at) },
    { label: t`Completed on`, text: deposit.settled_at && dateTime(deposit.settled_at) },
    {
      label: t`Open until`,
      text: deposit.status === 'awaiting' && !isBeingChecked(deposit) ? dateTime(deposit.expires_at) : null,
    },
    { label: t`Taken back on`, text: deposit.taken_back && dateTime(deposit.taken_back.at) },
    { label: t`Taken back`, text: deposit.taken_back && moneyText(deposit.taken_back.amount) },
    { label: t`Reason`, text: deposit.taken_back ? takenBackText() : deposit.reason },
    { label: t`Campaign`, text: deposit.campaign_outcome && campaignOutcomeText(deposit.campaign_outcome) },
    { label: t`Number`, text: deposit._id },
  ])
  return (
    <Receipt
      title={t`Deposit`}
      lines={lines}
      onClose={onClose}
      file={{ path: `deposit/${deposit._id}/receipt.pdf`, name: `deposit-${deposit.reference}.pdf` }}
      action={
        deposit.status === 'awaiting' &&
        !isBeingChecked(deposit) && (
          <LinkButton href={paths.depositOf(deposit._id)}>
            {deposit.method === 'card' ? t`Continue to card payment` : t`Transfer details`}
          </LinkButton>
        )
      }
    />
  )
}
