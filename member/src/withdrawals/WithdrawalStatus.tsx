import { unbroken } from '@fairturn/contract/unbroken'
import type { Withdrawal } from '@fairturn/contract/withdrawals'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { CopyRow } from '../deposits/CopyRow.tsx'
import { expectedText, withdrawalStatusText } from '../documents/labels.ts'
import { Amount } from '../shell/Amount.tsx'
import { call, queries } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { Gap } from '../shell/Gap.tsx'
import { toastMessage } from '../shell/messages.ts'
import { paths } from '../shell/paths.ts'
import { refreshPayments, withdrawalQuery, withdrawTermsQuery } from '../shell/payment-queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useAction } from '../shell/useAction.ts'
import { useSettings } from '../shell/useSession.ts'
import { ObjectOrAsk } from '../support/ObjectOrAsk.tsx'
import { leaves } from './leaves.ts'
import { Steps } from './Steps.tsx'

// Loaded in demos only.
const PayoutSteps = lazy(() => import('../demo/PayoutSteps.tsx'))

export function WithdrawalStatus({ withdrawal_id }: { withdrawal_id: string }) {
  const { t } = useLingui()
  return (
    <QueryResult
      query={useQuery(withdrawalQuery(withdrawal_id))}
      outline={['h-24', 'mt-4 h-72']}
      unknown={{
        codes: ['withdrawal_is_unknown', 'id_is_invalid'],
        shown: (
          <EmptyState
            icon="withdraw"
            title={t`Withdrawal not found`}
            body={<Trans>The link may be outdated or belong to another account.</Trans>}
            action={
              <LinkButton
                href={paths.withdrawHistory}
                variant="secondary"
              >{t`Withdrawal history`}</LinkButton>
            }
          />
        ),
      }}
    >
      {(withdrawal) => <Shown withdrawal={withdrawal} />}
    </QueryResult>
  )
}

const IN_PROGRESS: ReadonlySet<Withdrawal['status']> = new Set(['requested', 'approved', 'sent'])

const GONE_BACK: ReadonlySet<Withdrawal['status']> = new Set(['refused', 'returned'])

function Shown({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useLingui()
  const hasDemoBank = useSettings()?.demo.bank === true
  const { payee } = withdrawal
  return (
    <div className="grid gap-4">
      <div role="status" className="pb-1 text-center">
        <p>
          <Amount amount={withdrawal.amount} size="balance" />
        </p>
        <p className="mt-1 font-semibold text-quiet">{withdrawalStatusText(withdrawal.status)}</p>
      </div>
      <Outcome withdrawal={withdrawal} />
      {GONE_BACK.has(withdrawal.status) && <ObjectOrAsk kind="withdrawal" id={withdrawal._id} wide />}
      {hasDemoBank && withdrawal.to === 'bank' && IN_PROGRESS.has(withdrawal.status) && (
        <Suspense fallback={<Skeleton className="h-62 rounded-card" />}>
          <PayoutSteps withdrawal_id={withdrawal._id} />
        </Suspense>
      )}
      <Card padded className="divide-y-0!">
        <Steps withdrawal={withdrawal} />
      </Card>
      <Card>
        <Row
          quiet
          title={t`To`}
          trailing={
            payee ? (
              <>
                <bdi className="block font-semibold">{payee.holder}</bdi>
                <span className="figures block text-small text-quiet">
                  {/* The masked number is whole, in large text below the bank's name. */}
                  <bdi>{payee.bank_name ?? payee.country}</bdi>{' '}
                  <bdi className="whitespace-nowrap">{unbroken(payee.account)}</bdi>
                </span>
              </>
            ) : (
              <b>{t`The card that paid it in`}</b>
            )
          }
        />
        {leaves(withdrawal) && (
          <>
            <Row
              quiet
              title={t`Fee`}
              trailing={withdrawal.fee === '0.00' ? <b>{t`none`}</b> : <Amount amount={withdrawal.fee} />}
            />
            <Row
              quiet
              title={payee ? t`Goes to your bank` : t`Goes back to your card`}
              trailing={<Amount amount={withdrawal.payout} />}
            />
          </>
        )}
        <CopyRow label={t`Reference`} text={withdrawal.reference} />
      </Card>
      {withdrawal.cancellable ? (
        <CancelButton withdrawal_id={withdrawal._id} />
      ) : (
        <LinkButton href={paths.withdrawHistory} variant="secondary" wide>{t`Withdrawal history`}</LinkButton>
      )}
    </div>
  )
}

function Outcome({ withdrawal }: { withdrawal: Withdrawal }) {
  const { data: terms } = useQuery(withdrawTermsQuery)
  const { status, to } = withdrawal
  const reason = withdrawal.reason ?? '—'
  if (to === 'card') return <CardOutcome withdrawal={withdrawal} />
  if (status === 'requested' || status === 'approved' || status === 'sent') {
    const time = terms && expectedText(terms.expected)
    return (
      <Note>
        {status === 'sent' ? (
          <Trans>The payment order is with our bank.</Trans>
        ) : (
          <Trans>The money is held for you until it is sent.</Trans>
        )}
        <Gap />
        {time && <Trans>From the request to the booking by our bank: {time}.</Trans>}
      </Note>
    )
  }
  if (status === 'paid') {
    return (
      <Note tone="action" icon="check">
        <Trans>Our bank has booked the payment. When your bank shows it is up to your bank.</Trans>
      </Note>
    )
  }
  if (status === 'cancelled') {
    return (
      <Note tone="action">
        <Trans>You cancelled this withdrawal. The money is available again.</Trans>
      </Note>
    )
  }
  return (
    <Note tone="loss">
      {status === 'returned' ? (
        <Trans>Returned by the bank. Reason: {reason}</Trans>
      ) : (
        <Trans>Refused. Reason: {reason}</Trans>
      )}
      <Gap />
      <Trans>The money is available again.</Trans>
    </Note>
  )
}

/** Nobody has to approve it: the card’s provider answers. */
function CardOutcome({ withdrawal }: { withdrawal: Withdrawal }) {
  const { status } = withdrawal
  const reason = withdrawal.reason ?? '—'
  if (status === 'paid')
    return (
      <Note tone="action" icon="check">
        <Trans>The provider has refunded it. Your card’s issuer shows it within a few days.</Trans>
      </Note>
    )
  if (status === 'cancelled')
    return (
      <Note tone="action">
        <Trans>You cancelled this withdrawal. The money is available again.</Trans>
      </Note>
    )
  if (status === 'refused' || status === 'returned')
    return (
      <Note tone="loss">
        <Trans>Not refunded. Reason: {reason}</Trans>
        <Gap />
        <Trans>It goes to your payout account instead, once you have one; two people check that.</Trans>
      </Note>
    )
  return (
    <Note>
      <Trans>
        The card’s provider is refunding it. If it does not within ten days, it goes to your payout account.
      </Trans>
    </Note>
  )
}

function CancelButton({ withdrawal_id }: { withdrawal_id: string }) {
  const { t } = useLingui()
  const cancel = useAction({
    run: (id: string) => call('POST withdraw/:withdrawal_id/cancel', { params: { withdrawal_id: id } }),
    onDone({ data }) {
      queries.setQueryData(withdrawalQuery(withdrawal_id).queryKey, data.withdrawal)
      void refreshPayments()
      void toastMessage('withdrawal_cancelled_successfully')
    },
    onFailed(failure) {
      toastFailure(failure)
      // It may have been approved in the meantime.
      void refreshPayments()
    },
  })
  return (
    <Button variant="loss" wide busy={cancel.busy} onClick={() => cancel.start(withdrawal_id)}>
      {t`Cancel withdrawal`}
    </Button>
  )
}
