import { unbroken } from '@fairturn/contract/unbroken'
import type { Withdrawal } from '@fairturn/contract/withdrawals'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
// Amount and destination, shown once more before they are sent; where the session is not confirmed, `call` asks for that.
// A refusal is shown where it can be fixed.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { accountLabel } from '../banking/account-label.ts'
import { PayoutDelayNote } from '../banking/PayoutDelayNote.tsx'
import { AmountField } from '../deposits/AmountField.tsx'
import { expectedText } from '../documents/labels.ts'
import { Amount, useMoneyText } from '../shell/Amount.tsx'
import { isMore, isNothing, payoutOf, splitAt } from '../shell/cents.ts'
import { call, queries } from '../shell/client.ts'
import { ConfirmDialog } from '../shell/Dialog.tsx'
import { Dotted } from '../shell/Dotted.tsx'
import { toastFailure } from '../shell/failure-text.ts'
import { amountOnWire, amountProblem } from '../shell/forms/amount.ts'
import type { Problem } from '../shell/forms/problems.ts'
import { useForm } from '../shell/forms/useForm.ts'
import { Gap } from '../shell/Gap.tsx'
import { toastMessage } from '../shell/messages.ts'
import { paths } from '../shell/paths.ts'
import { refreshPayments, withdrawalQuery } from '../shell/payment-queries.ts'
import { useAction } from '../shell/useAction.ts'
import { useUser } from '../shell/useSession.ts'

type Terms = DataOf<'GET withdraw/terms'>
type Errors = ReturnType<typeof useForm>['errors']

/** Of a step: it leads on to the confirmation. */
export const CONFIRM = '&then=confirm'

const FIELD_OF = {
  amount_is_invalid: 'amount',
  your_account_has_not_reached_the_minimum_balance: 'amount',
  withdrawal_exceeds_the_available_balance: 'amount',
  amount_is_in_dispute: 'amount',
  amount_was_paid_out_twice: 'amount',
  please_add_address_before: 'address',
  town_must_be_in_latin_letters: 'address',
  the_bank_does_not_exist: 'bank',
  bic_is_needed: 'bank',
  withdrawals_wait_after_a_change_of_bank: 'hold',
  withdrawals_wait_for_a_security_check: 'hold',
}

/** What goes back to cards needs neither account nor address. Before an amount is typed: what all of it would need. */
function needsPayoutAccount(typed: string, terms: Terms): boolean {
  if (isNothing(terms.to_card)) return true
  return splitAt(amountOnWire(typed) || terms.available, terms.to_card).above !== '0.00'
}

interface WithdrawFormProps {
  terms: Terms
  confirms: boolean
  /** A refused withdrawal that a complaint has overruled: its amount is requested once, from however many tabs. */
  again: string | null
}

/** Sends an amount, or “all” (whatever is available when the server processes it, even below the minimum). */
export function WithdrawForm({ terms, confirms, again }: WithdrawFormProps) {
  const [, navigate] = useLocation()
  const { isLoading, refusedAmount, requestFor } = useRequest(terms, again)
  const [confirming, setConfirming] = useState<WithdrawRequest | null>(null)
  // Retried unchanged after a lost response, even if the balance differs by then.
  const [unanswered, setUnanswered] = useState<WithdrawRequest | null>(null)
  const form = useForm({
    initial: { amount: '' },
    body: ({ amount }) => amountOnWire(amount),
    check: (typed) => ({
      amount: amountProblem(typed.amount) ?? refusedAmount(amountOnWire(typed.amount)),
    }),
    fieldOf: FIELD_OF,
    draft: 'withdraw',
    send: async (amount) => {
      const missing =
        needsPayoutAccount(amount, terms) && (!terms.payee ? 'account' : !terms.has_address && 'address')
      if (missing) navigate(paths.withdrawStep(`${missing}${CONFIRM}`, again))
      else setConfirming(amount === unanswered?.amount ? unanswered : requestFor(amount))
    },
  })
  const { errors } = form
  const amount = amountOnWire(form.typed.amount)
  const asksPayoutAccount = needsPayoutAccount(form.typed.amount, terms)
  const canConfirm =
    confirms && !isLoading && terms.payee !== null && terms.has_address && terms.hold === null
  const isValid = amountProblem(form.typed.amount) === undefined && refusedAmount(amount) === false
  // After what was missing has been entered.
  const requested = confirming ?? (canConfirm && isValid ? requestFor(amount) : null)
  const waits = terms.hold !== null && (asksPayoutAccount || terms.hold.reason === 'security')

  function close() {
    setConfirming(null)
    if (confirms) navigate(paths.withdraw, { replace: true })
  }

  function refused(failure: ApiFailure): boolean {
    void refreshPayments()
    const isHere = form.attach(failure)
    setUnanswered(failure.outcomeIsKnown ? null : requested)
    if (isHere) close()
    return isHere
  }

  return (
    <>
      <form {...form.props} className="grid gap-4">
        {terms.hold && waits && <PayoutDelayNote hold={terms.hold} />}
        {errors['hold'] && !terms.hold && <Note tone="loss">{errors['hold']}</Note>}
        <WithdrawAmount
          terms={terms}
          field={form.bound('amount')}
          onAll={() => form.set({ amount: terms.available.replace('.', ',') })}
        />
        {asksPayoutAccount && <Whereto terms={terms} errors={errors} />}
        <PayoutSummary terms={terms} amount={isValid ? amount : ''} />
        <SubmitBar busy={form.busy} disabled={waits} />
      </form>
      {requested && (
        <Confirmation
          terms={terms}
          request={requested}
          onFailed={refused}
          onMade={form.discardDraft}
          onClose={close}
        />
      )}
    </>
  )
}

/** What is asked for, and what of it is refused here; of one to repeat too. */
function useRequest(terms: Terms, again: string | null) {
  const enabled = again !== null
  const { data: refusedOne, isLoading } = useQuery({ ...withdrawalQuery(again ?? ''), enabled })
  const refusedAmount = useAmountRefusal(terms, refusedOne)
  return { isLoading, refusedAmount, requestFor: (wire: string) => requestOf(wire, terms, refusedOne) }
}

function useAmountRefusal(terms: Terms, again: RefusedOne): (wire: string) => Problem {
  const { t } = useLingui()
  const minimum = useMoneyText()(terms.minimum)
  return (wire) => {
    if (isMore(wire, terms.available)) return { text: t`This is more than your available balance` }
    const rest = splitAt(wire, terms.to_card).above
    const isWhole = wire === terms.available || wire === again?.amount
    const tooLittle = !isWhole && rest !== '0.00' && isMore(terms.minimum, rest)
    return tooLittle && { text: t`Enter ${minimum} or more, or press “All”` }
  }
}

interface WithdrawAmountProps {
  terms: Terms
  field: Pick<ComponentProps<typeof AmountField>, 'name' | 'typed' | 'onType' | 'error'>
  onAll: () => void
}

function WithdrawAmount({ terms, field, onAll }: WithdrawAmountProps) {
  const { t } = useLingui()
  const minimum = useMoneyText()(terms.minimum)
  return (
    <>
      <AmountField
        {...field}
        label={t`Amount`}
        hint={
          terms.to_card === '0.00'
            ? t`${minimum} or more, or all of it`
            : t`Any amount up to your card payments, or all of it`
        }
        action={
          <Button variant="soft" onClick={onAll}>
            {t({ message: 'All', context: 'withdraw the whole available balance' })}
          </Button>
        }
      />
      {terms.to_card !== '0.00' && (
        <Note tone="action">
          <Trans>
            <Amount amount={terms.to_card} tone="inherit" /> was paid in by card and goes back to that card
            first, without fee. The rest goes to your account.
          </Trans>
        </Note>
      )}
    </>
  )
}

function SubmitBar({ busy, disabled }: { busy: boolean; disabled: boolean }) {
  const { t } = useLingui()
  return (
    <>
      {/* In view on a small phone, above the navigation; in its place where less than half of the screen would be left. */}
      <div className="z-10 -mx-gutter bg-paper px-gutter pt-2 pb-6 sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] large-text:static low-screen:static low-roomy:sticky low-roomy:pt-1">
        <Button type="submit" icon="withdraw" wide busy={busy} disabled={disabled}>
          {t({ message: 'Withdraw', context: 'button' })}
        </Button>
      </div>
      {/* Where it waits, the note above says for what. */}
      {!disabled && (
        <p className="text-small text-quiet">
          <Trans>
            Only identity and bank checks apply: no order, level or quota required. You can cancel until it is
            approved.
          </Trans>
        </p>
      )}
    </>
  )
}

/** The bank account and the address; each links to the form where it is entered. */
function Whereto({ terms, errors }: { terms: Terms; errors: Errors }) {
  const { t } = useLingui()
  const { payee, has_address } = terms
  return (
    <Card>
      <div data-field="bank">
        <Row
          href={paths.withdrawStep('account')}
          leading={<Icon name="building" className="text-action" />}
          title={payee ? <bdi>{payee.bank_name ?? payee.holder}</bdi> : t`Add your bank account`}
          detail={
            <>
              {payee && (
                <span className="figures">
                  {/* The bank's name is the title. */}
                  {payee.bank_name ? (
                    <Dotted then={<bdi>{payee.holder}</bdi>}>{unbroken(payee.account)}</Dotted>
                  ) : (
                    accountLabel(payee)
                  )}
                </span>
              )}
              {!payee && t`Payout account`}
              <Refusal text={errors['bank']} />
            </>
          }
        />
      </div>
      <div data-field="address">
        <Row
          href={paths.withdrawStep('address')}
          leading={<Icon name="home" className="text-action" />}
          title={has_address ? t`Your address` : t`Add your address`}
          detail={
            <>
              {has_address ? t`Saved, required by banks` : t`Required by banks, needed once`}
              <Refusal text={errors['address']} />
            </>
          }
        />
      </div>
    </Card>
  )
}

function Refusal({ text }: { text: string | undefined }) {
  return (
    <span aria-live="polite" className="block font-medium text-loss">
      {text}
    </span>
  )
}

/** Fee, payout and expected time, shown before anything is sent. */
function PayoutSummary({ terms, amount }: { terms: Terms; amount: string }) {
  const { t } = useLingui()
  const { below: to_card, above: rest } = splitAt(amount === '' ? '0.00' : amount, terms.to_card)
  const estimate = rest === '0.00' ? null : payoutOf(rest, terms.fee)
  const fee = estimate?.fee ?? (to_card === '0.00' ? terms.fee : '0.00')
  return (
    <Card>
      <Row quiet title={t`Fee`} trailing={fee === '0.00' ? <b>{t`none`}</b> : <Amount amount={fee} />} />
      {to_card !== '0.00' && (
        <Row quiet title={t`Goes back to your card`} trailing={<Amount amount={to_card} size="large" />} />
      )}
      {(estimate || to_card === '0.00') && (
        <Row
          quiet
          title={t`Goes to your bank`}
          trailing={estimate ? <Amount amount={estimate.payout} size="large" /> : '—'}
        />
      )}
      {(estimate || to_card === '0.00') && (
        <Row quiet title={t`Expected time`} trailing={<b>{expectedText(terms.expected)}</b>} />
      )}
    </Card>
  )
}

interface WithdrawRequest {
  /** Wire string. */
  amount: string
  body: { amount: string } | { all: true } | { again: string }
}

type RefusedOne = Pick<Withdrawal, '_id' | 'amount'> | undefined

/** The whole balance is sent as “all”: whatever is available when the server processes it. */
const requestOf = (amount: string, terms: Terms, again: RefusedOne): WithdrawRequest => ({
  amount,
  body:
    amount === again?.amount ? { again: again._id } : amount === terms.available ? { all: true } : { amount },
})

interface ConfirmationProps {
  terms: Terms
  request: WithdrawRequest
  onFailed: (failure: ApiFailure) => boolean
  onMade: () => void
  onClose: () => void
}

function Confirmation({ terms, request, onFailed, onMade, onClose }: ConfirmationProps) {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  const { amount } = request
  const { below: to_card, above: rest } = splitAt(amount, terms.to_card)
  const payout = rest === '0.00' ? null : payoutOf(rest, terms.fee).payout
  const user_id = useUser()?._id ?? ''
  const withdraw = useAction({
    run: async (body: WithdrawRequest['body'], key) =>
      (await call('POST withdraw', { body: { user_id, ...body }, key })).data,
    // The amount is part of the name.
    identity: () => user_id,
    once: 'again' in request.body ? `withdraw again ${request.body.again}` : `withdraw ${amount}`,
    onDone({ withdrawal, others }) {
      onMade()
      for (const each of [withdrawal, ...others])
        queries.setQueryData(withdrawalQuery(each._id).queryKey, each)
      void refreshPayments()
      void toastMessage('successfully_created_withdrawal_order')
      navigate(paths.withdrawalOf(withdrawal._id), { replace: true })
    },
    onFailed: (failure) => onFailed(failure) || toastFailure(failure),
  })
  return (
    <ConfirmDialog
      title={t({ message: 'Confirm withdrawal', context: 'of money' })}
      keep={t`Not now`}
      confirm={t({ message: 'Confirm', context: 'the withdrawal' })}
      busy={withdraw.busy}
      onConfirm={() => withdraw.start(request.body)}
      onClose={onClose}
    >
      <p className="mt-2 text-quiet">
        <ConfirmationText amount={amount} to_card={to_card} payout={payout} terms={terms} />
      </p>
    </ConfirmDialog>
  )
}

interface ConfirmationTextProps {
  amount: string
  to_card: string
  payout: string | null
  terms: Terms
}

function ConfirmationText(props: ConfirmationTextProps): ReactNode {
  const { payee } = props.terms
  const to_card = props.to_card !== '0.00' && (
    <Trans>
      <Amount amount={props.to_card} /> goes back to your card.
    </Trans>
  )
  if (props.payout === null)
    return (
      <>
        <Trans>
          <Amount amount={props.amount} /> will be deducted from your balance.
        </Trans>
        <Gap />
        {to_card}
      </>
    )
  const account = payee && accountLabel(payee)
  return (
    <>
      <Trans>
        <Amount amount={props.amount} /> will be deducted from your balance. <Amount amount={props.payout} />{' '}
        will be sent to {account}, held by {payee?.holder}.
      </Trans>
      <Gap />
      {to_card}
    </>
  )
}
