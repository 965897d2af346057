import type { Withdrawal, WithdrawalStatus } from '@fairturn/contract/withdrawals'
import { Badge } from '@fairturn/ui/Badge.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { dateTime } from '@fairturn/ui/formats.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { accountLabel } from '../banking/account-label.ts'
import { withdrawalStatusText, withdrawalTone } from '../documents/labels.ts'
import { PaymentHistory } from '../documents/PaymentHistory.tsx'
import { linesOf, Receipt } from '../documents/Receipt.tsx'
import { Amount, useMoneyText } from '../shell/Amount.tsx'
import { Dotted } from '../shell/Dotted.tsx'
import { useFilter } from '../shell/history/useFilter.ts'
import { paths } from '../shell/paths.ts'
import { withdrawalsQuery } from '../shell/payment-queries.ts'
import { ObjectOrAsk } from '../support/ObjectOrAsk.tsx'
import { leaves } from './leaves.ts'

const STATUSES: readonly WithdrawalStatus[] = [
  'requested',
  'approved',
  'sent',
  'paid',
  'returned',
  'cancelled',
  'refused',
]

export default function WithdrawHistoryPage() {
  const { t } = useLingui()
  const filter = useFilter(STATUSES)
  const { data, ...query } = useInfiniteQuery(withdrawalsQuery(filter.state || undefined, filter.period))
  return (
    <PaymentHistory
      title={t`Withdrawal history`}
      filter={filter}
      states={STATUSES.map((value) => ({ value, label: withdrawalStatusText(value) }))}
      query={query}
      list={data?.pages.flatMap((page) => page.list)}
      instantOf={(withdrawal) => withdrawal.requested_at}
      renderRow={(withdrawal, open) => (
        <Row
          as="li"
          key={withdrawal._id}
          onPress={open}
          title={<Amount amount={withdrawal.amount} />}
          detail={
            withdrawal.to === 'card' ? (
              <Dotted then={t`to your card`}>
                <DateTime value={withdrawal.requested_at} time />
              </Dotted>
            ) : (
              <DateTime value={withdrawal.requested_at} time />
            )
          }
          trailing={
            <Badge tone={withdrawalTone(withdrawal)}>{withdrawalStatusText(withdrawal.status)}</Badge>
          }
        />
      )}
      renderReceipt={(withdrawal, onClose) => <WithdrawalReceipt withdrawal={withdrawal} onClose={onClose} />}
      nothingFound={t`No withdrawals with this status on these days`}
      empty={
        <EmptyState
          icon="withdraw"
          title={t`No withdrawals yet`}
          body={<Trans>You can withdraw your available balance at any time.</Trans>}
          action={<LinkButton href={paths.withdraw} variant="secondary">{t`Withdraw`}</LinkButton>}
        />
      }
      file={{ path: 'withdraw-history.csv', name: 'withdrawals' }}
    />
  )
}

function WithdrawalReceipt({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const { payee } = withdrawal
  const goes = leaves(withdrawal) || null
  const lines = linesOf([
    { label: t`Amount`, text: moneyText(withdrawal.amount), main: true },
    { label: t`Status`, text: withdrawalStatusText(withdrawal.status) },
    { label: t`Fee`, text: goes && moneyText(withdrawal.fee) },
    {
      label: payee ? t`Goes to your bank` : t`Goes back to your card`,
      text: goes && moneyText(withdrawal.payout),
    },
    { label: t`Account holder`, text: payee && payee.holder },
    {
      label: t`Account number`,
      text: payee && accountLabel(payee),
    },
    { label: t`Reference`, text: withdrawal.reference },
    { label: t`Requested on`, text: dateTime(withdrawal.requested_at) },
    { label: t`Approved on`, text: withdrawal.approved_at && dateTime(withdrawal.approved_at) },
    { label: t`Sent on`, text: withdrawal.sent_at && dateTime(withdrawal.sent_at) },
    { label: t`Completed on`, text: withdrawal.settled_at && dateTime(withdrawal.settled_at) },
    { label: t`Reason`, text: withdrawal.reason },
    { label: t`Number`, text: withdrawal._id },
  ])
  return (
    <Receipt
      title={t`Withdrawal`}
      lines={lines}
      onClose={onClose}
      file={{
        path: `withdraw/${withdrawal._id}/receipt.pdf`,
        name: `withdrawal-${withdrawal.reference}.pdf`,
      }}
      action={
        withdrawal.cancellable ? (
          <LinkButton href={paths.withdrawalOf(withdrawal._id)}>{t`Progress`}</LinkButton>
        ) : (
          withdrawal.reason !== null && <ObjectOrAsk kind="withdrawal" id={withdrawal._id} />
        )
      }
    />
  )
}
