import type { Deposit } from '@fairturn/contract/deposits'
import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { amountParts } from '@fairturn/ui/formats.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import {
  campaignOutcomeText,
  depositOutcomeText,
  isBeingChecked,
  isCancelledDeposit,
  takenBackText,
} from '../documents/labels.ts'
import { Amount } from '../shell/Amount.tsx'
import { call, queries } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { Gap } from '../shell/Gap.tsx'
import { toastMessage } from '../shell/messages.ts'
import { paths } from '../shell/paths.ts'
import { depositQuery, refreshPayments } from '../shell/payment-queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { Section } from '../shell/Section.tsx'
import { useAction } from '../shell/useAction.ts'
import { useFocusAfterAction } from '../shell/useFocusAfterAction.ts'
import { useSettings } from '../shell/useSession.ts'
import { ObjectOrAsk } from '../support/ObjectOrAsk.tsx'
import { CopyRow } from './CopyRow.tsx'
import { DepositCheckout } from './DepositCheckout.tsx'

// Loaded in demos only.
const BookDeposit = lazy(() => import('../demo/BookDeposit.tsx'))
// Loaded on demand: only deposits in euro have a QR code.
const QrCode = lazy(async () => ({ default: (await import('../shell/QrCode.tsx')).QrCode }))

/** `was_paid`: the checkout redirected back after paying, and its result is not known yet. */
export function DepositStatus({ deposit_id, wasPaid }: { deposit_id: string; wasPaid: boolean }) {
  const { t } = useLingui()
  return (
    <QueryResult
      query={useQuery(depositQuery(deposit_id))}
      outline={['h-24', 'mt-4 h-96']}
      unknown={{
        codes: ['deposit_is_unknown', 'id_is_invalid'],
        shown: (
          <EmptyState
            icon="deposit"
            title={t`Deposit not found`}
            body={<Trans>The link may be outdated or belong to another account.</Trans>}
            action={
              <LinkButton href={paths.depositHistory} variant="secondary">{t`Deposit history`}</LinkButton>
            }
          />
        ),
      }}
    >
      {(deposit) => <DepositShown deposit={deposit} wasPaid={wasPaid} />}
    </QueryResult>
  )
}

function DepositShown({ deposit, wasPaid }: { deposit: Deposit; wasPaid: boolean }) {
  useFocusAfterAction(deposit.status)
  return (
    <>
      <div role="status" className="pb-5 text-center">
        <p>
          <Amount
            amount={deposit.received ?? (isBeingChecked(deposit) ? deposit.being_checked! : deposit.amount)}
            size="balance"
          />
        </p>
        <p className="mt-1 font-semibold text-quiet">{depositOutcomeText(deposit)}</p>
      </div>
      <Outcome deposit={deposit} wasPaid={wasPaid} />
    </>
  )
}

function Outcome({ deposit, wasPaid }: { deposit: Deposit; wasPaid: boolean }) {
  if (isBeingChecked(deposit)) {
    return (
      <div className="grid gap-4">
        <BeingChecked deposit={deposit} />
        {deposit.campaign_id && <CampaignOfDeposit deposit={deposit} />}
        <ObjectOrAsk kind="deposit" id={deposit._id} wide />
      </div>
    )
  }
  if (deposit.status === 'awaiting' && deposit.method === 'card')
    return <DepositCheckout deposit={deposit} wasPaid={wasPaid} />
  if (deposit.status === 'awaiting') return <Instructions deposit={deposit} />
  if (deposit.status === 'credited') return <Credited deposit={deposit} />
  if (deposit.status === 'refused') {
    return (
      <div className="grid gap-4">
        <Note tone="loss">
          <Trans>This deposit was refused. Reason: {deposit.reason ?? '—'}</Trans>
        </Note>
        <ObjectOrAsk kind="deposit" id={deposit._id} wide />
        <AnotherDeposit />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <Note tone="action">
        {isCancelledDeposit(deposit) ? (
          <Trans>
            You cancelled this deposit. If you have already sent a transfer with reference {deposit.reference}
            , it will still be credited.
          </Trans>
        ) : deposit.method === 'card' ? (
          <Trans>
            The card payment {deposit.reference} was not completed in time and you were not charged. If you
            did pay, it will still be credited.
          </Trans>
        ) : (
          <Trans>
            No transfer with reference {deposit.reference} arrived in time. If you have sent it, it will still
            be credited.
          </Trans>
        )}
      </Note>
      <AnotherDeposit />
    </div>
  )
}

function Credited({ deposit }: { deposit: Deposit }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4">
      {deposit.taken_back ? (
        <>
          <TakenBack deposit={deposit} taken={deposit.taken_back} />
          <ObjectOrAsk kind="deposit" id={deposit._id} wide />
        </>
      ) : (
        <Note tone="action" icon="check">
          <Trans>
            It arrived on <DateTime value={deposit.settled_at ?? deposit.created_at} /> and is in your
            available balance. Reference {deposit.reference}.
          </Trans>
        </Note>
      )}
      {deposit.being_checked && <BeingChecked deposit={deposit} />}
      {deposit.campaign_id && <CampaignOfDeposit deposit={deposit} />}
      <LinkButton href={paths.statement} variant="secondary" wide>{t`Statement`}</LinkButton>
      <AnotherDeposit />
    </div>
  )
}

function AnotherDeposit() {
  const { t } = useLingui()
  return <LinkButton href={paths.deposit} variant="secondary" wide>{t`Make another deposit`}</LinkButton>
}

/** Money that came with its reference and waits for operators. */
function BeingChecked({ deposit: { being_checked, reference } }: { deposit: Deposit }) {
  return (
    <Note tone="award" icon="clock">
      <Trans>
        <Amount amount={being_checked ?? '0.00'} /> with reference {reference} has arrived. We check it before
        it is credited. Please do not transfer it again: it is credited, or sent back to you.
      </Trans>
    </Note>
  )
}

function TakenBack({ deposit, taken }: { deposit: Deposit; taken: NonNullable<Deposit['taken_back']> }) {
  return (
    <Note tone="loss">
      <Trans>
        Credited on <DateTime value={deposit.settled_at ?? deposit.created_at} />, taken back on{' '}
        <DateTime value={taken.at} />: <Amount amount={taken.amount} />. Reference {deposit.reference}.
      </Trans>{' '}
      {takenBackText()}
    </Note>
  )
}

/** What the transfer pays, and what became of that. */
function CampaignOfDeposit({ deposit: { campaign_id, campaign_outcome, status } }: { deposit: Deposit }) {
  const failed = campaign_outcome !== null && campaign_outcome !== 'paid'
  return (
    <Note tone={failed ? 'loss' : 'action'}>
      {campaign_outcome ? (
        campaignOutcomeText(campaign_outcome)
      ) : status === 'awaiting' ? (
        <Trans>
          This transfer pays your campaign when it arrives in full. If you cancel it, the money stays in your
          balance.
        </Trans>
      ) : (
        <Trans>It pays your campaign within a minute.</Trans>
      )}
      <Gap />
      <Anchor href={paths.campaign(campaign_id ?? '')} className="font-semibold text-action underline">
        <Trans>Open campaign</Trans>
      </Anchor>
    </Note>
  )
}

function Instructions({ deposit }: { deposit: Deposit }) {
  const { t } = useLingui()
  const hasDemoBank = useSettings()?.demo.bank === true
  const { instructions, reference } = deposit
  if (!instructions || !('account' in instructions)) {
    return (
      <Note tone="loss">
        <Trans>
          Please do not transfer anything now: our receiving account is changing. The new details will appear
          here.
        </Trans>
      </Note>
    )
  }
  const { account, epc_qr } = instructions
  return (
    <>
      {hasDemoBank && (
        <Suspense fallback={<Skeleton className="mb-4 h-36 rounded-card" />}>
          <div className="mb-4">
            <BookDeposit deposit={deposit} />
          </div>
        </Suspense>
      )}
      {deposit.campaign_id && (
        <div className="mb-4">
          <CampaignOfDeposit deposit={deposit} />
        </div>
      )}
      <Note>
        <Trans>Enter the reference exactly as shown, so we can match your payment.</Trans>
      </Note>
      <Card className="mt-4">
        <CopyRow label={t`Reference`} text={reference}>
          <span className="text-heading tracking-wide">{reference}</span>
        </CopyRow>
        {/* Without separators and currency sign, as bank forms expect it. */}
        <CopyRow label={t`Amount`} text={amountParts(deposit.amount).digits.replace(/\s/g, '')}>
          <Amount amount={deposit.amount} size="large" />
        </CopyRow>
        <CopyRow label={t`Account holder`} text={account.holder} />
        {account.iban && (
          <CopyRow label="IBAN" text={account.iban}>
            {account.iban.replace(/(.{4})(?=.)/g, '$1 ')}
          </CopyRow>
        )}
        {account.account_number && <CopyRow label={t`Account number`} text={account.account_number} />}
        <CopyRow label={t`Bank`} text={account.bank} />
        {account.bic && <CopyRow label="BIC / SWIFT" text={account.bic} />}
      </Card>
      {epc_qr && (
        <Card padded className="mt-4 divide-y-0!">
          <div className="mx-auto max-w-60">
            <Suspense fallback={<Skeleton className="aspect-square rounded-control" />}>
              <QrCode text={epc_qr} label={t`QR code with these details for your banking app`} />
            </Suspense>
          </div>
          <p className="mt-3 text-center text-small text-quiet">
            <Trans>Scan it in your banking app to fill in all details.</Trans>
          </p>
        </Card>
      )}
      <WhatHappensNext deposit={deposit} />
      <CancelDeposit deposit_id={deposit._id} />
    </>
  )
}

function WhatHappensNext({ deposit }: { deposit: Deposit }) {
  const { t } = useLingui()
  return (
    <Section title={t`What happens next`} className="mt-6">
      <ol className="grid gap-3">
        <Step number={1}>
          <Trans>Transfer the amount from your bank with the reference. We charge no fee.</Trans>
        </Step>
        <Step number={2}>
          <Trans>It usually arrives within one or two business days, instant transfers the same day.</Trans>
        </Step>
        <Step number={3}>
          <Trans>
            The amount received is credited to your available balance and we notify you. This page updates
            automatically.
          </Trans>
        </Step>
      </ol>
      <p className="mt-3 text-small text-quiet">
        <Trans>
          This deposit is open until <DateTime value={deposit.expires_at} />.
        </Trans>
      </p>
    </Section>
  )
}

function CancelDeposit({ deposit_id }: { deposit_id: string }) {
  const { t } = useLingui()
  const cancel = useAction({
    run: async (id: string) =>
      (await call('POST deposit/:deposit_id/cancel', { params: { deposit_id: id } })).data,
    onDone(deposit) {
      queries.setQueryData(depositQuery(deposit_id).queryKey, deposit)
      void refreshPayments()
      void toastMessage('deposit_cancelled_successfully')
    },
    onFailed(failure) {
      toastFailure(failure)
      // It may have arrived in the meantime.
      void refreshPayments()
    },
  })
  return (
    <div className="mt-5">
      <Button variant="secondary" wide busy={cancel.busy} onClick={() => cancel.start(deposit_id)}>
        {t`Cancel deposit`}
      </Button>
    </div>
  )
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="figures grid size-7 shrink-0 place-items-center rounded-small bg-action-soft text-small font-bold text-action"
      >
        {number}
      </span>
      <span className="min-w-0 flex-1 pt-0.5">{children}</span>
    </li>
  )
}
