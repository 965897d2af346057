// The amount and where it goes; confirmed by password or passkey. A refusal stands where it can be mended.
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Proof } from '@fairturn/contract/security'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { newKey } from '@fairturn/ui/transport.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { parseAmount } from '@fairturn/ui/formats.ts'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Amount, useMoneyText } from '../Amount.tsx'
import { useMessageTexts } from '../MessageText.tsx'
import { call, queries } from '../client.ts'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { failureText } from '../failureText.ts'
import { asSentence, toastMessage } from '../messages.ts'
import { paths } from '../paths.ts'
import { memberId } from '../queries.ts'
import { ProofDialog } from '../security/ProofDialog.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { AmountField } from '../deposits/AmountField.tsx'
import { refreshPayments, withdrawalQuery } from '../payment-queries.ts'
import { isMore, payoutOf } from './payout.ts'
import { amountRefusalText, expectedText } from '../documents/words.ts'

type Terms = DataOf<'GET withdraw/terms'>
type Place = 'amount' | 'bank' | 'address' | 'hold'

type Errors = { [place in Place]?: string | undefined }

/** Refusals that are mended on this screen, not in the dialog that asks for the password. */
const PLACES: Readonly<Record<string, Place>> = {
  amount_is_invalid: 'amount',
  your_account_has_not_reached_the_minimum_balance: 'amount',
  withdrawal_exceeds_the_available_balance: 'amount',
  please_add_address_before: 'address',
  the_bank_does_not_exist: 'bank',
  withdrawals_wait_after_a_change_of_bank: 'hold',
  withdrawals_wait_for_a_security_check: 'hold',
}

interface WithdrawInput {
  /** Wire string. */
  amount: string
  /** Whatever is there when the server does it, below the minimum too. */
  all: boolean
}

export function WithdrawForm({ terms }: { terms: Terms }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const messages = useMessageTexts()
  const draft = useDraft('withdraw')
  const [typed, setTyped] = useState(draft.typed?.['amount'] ?? '')
  const [all_pressed, setAllPressed] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [confirming, setConfirming] = useState<WithdrawInput | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const parsed = parseAmount(typed)
  const amount = parsed.ok ? parsed.wire : null
  const minimum = moneyText(terms.minimum)
  const from_minimum = t`${minimum} or more, or all of it`
  // Typed to the last cent it is as much all of it as when the button was pressed.
  const all = all_pressed || amount === terms.available

  function check(): Errors {
    const found: Errors = {}
    if (!parsed.ok) found.amount = amountRefusalText(parsed.reason)
    else if (!/[1-9]/.test(parsed.wire)) found.amount = amountRefusalText('amount_negative')
    else if (isMore(parsed.wire, terms.available)) found.amount = t`This is more than your available balance`
    else if (!all && isMore(terms.minimum, parsed.wire))
      found.amount = messages
        ? asSentence(messages.your_account_has_not_reached_the_minimum_balance)
        : from_minimum
    if (!terms.has_address) found.address = t`Please add your address before`
    if (!terms.payee) found.bank = t`Please add your bank account before`
    return found
  }

  function show(found: Errors) {
    setErrors(found)
    const first = (['amount', 'bank', 'address'] as const).find((place) => found[place])
    if (first === 'amount') form.current?.querySelector<HTMLElement>('[name=amount]')?.focus()
    else if (first) form.current?.querySelector<HTMLElement>(`[data-place=${first}] a`)?.focus()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = check()
    show(found)
    if (amount && Object.keys(found).length === 0) setConfirming({ amount, all })
  }

  function refused(failure: ApiFailure) {
    setConfirming(null)
    void refreshPayments()
    const place = PLACES[failure.code]
    if (place) show({ [place]: failureText(failure).title })
  }

  return (
    <>
      <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
        {terms.hold && <Hold hold={terms.hold} />}
        {errors.hold && !terms.hold && <Note tone="loss">{errors.hold}</Note>}
        <DraftNote draft={draft} />
        <AmountField
          label={t`Amount`}
          typed={typed}
          onType={(next) => {
            setTyped(next)
            draft.keep({ amount: next })
            setAllPressed(false)
            setErrors({ ...errors, amount: undefined })
          }}
          hint={from_minimum}
          error={errors.amount}
          action={
            <Button
              variant="soft"
              onClick={() => {
                setTyped(terms.available.replace('.', ','))
                setAllPressed(true)
                setErrors({ ...errors, amount: undefined })
              }}
            >
              {t({ message: 'All', context: 'withdraw the whole available balance' })}
            </Button>
          }
        />
        <Whereto terms={terms} errors={errors} />
        <Reckoning terms={terms} amount={amount} />
        <Button type="submit" icon="withdraw" wide disabled={terms.hold !== null}>
          {t({ message: 'Withdraw', context: 'button' })}
        </Button>
        <p className="text-small text-quiet">
          <Trans>
            Only identity and bank checks apply: no order, level or quota required. You can cancel until it is
            approved.
          </Trans>
        </p>
      </form>
      {confirming && (
        <Confirmation
          terms={terms}
          wanted={confirming}
          onRefused={refused}
          onMade={draft.drop}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  )
}

function Hold({ hold }: { hold: NonNullable<Terms['hold']> }) {
  return (
    <Note icon="clock">
      {hold.reason === 'bank_changed' ? (
        <Trans>
          Your bank information was changed. For your security, withdrawals are on hold until{' '}
          <DateTime value={hold.until} />. Your money is safe.
        </Trans>
      ) : (
        <Trans>
          We are verifying your identity. Withdrawals are on hold until <DateTime value={hold.until} /> at the
          latest. Your money is safe.
        </Trans>
      )}
    </Note>
  )
}

/** The account it goes to and the address that goes with it; each leads to where it is entered. */
function Whereto({ terms, errors }: { terms: Terms; errors: Errors }) {
  const { t } = useLingui()
  const { payee, has_address } = terms
  return (
    <Card>
      <div data-place="bank">
        <Row
          href={paths.bankInfo}
          leading={<Icon name="building" className="text-action" />}
          title={payee ? <bdi>{payee.bank_name ?? payee.holder}</bdi> : t`Add your bank account`}
          detail={
            <>
              {payee && (
                <span className="figures">
                  {payee.account} · <bdi>{payee.bank_name ? payee.holder : payee.country}</bdi>
                </span>
              )}
              {!payee && t`Payout account`}
              <Refusal text={errors.bank} />
            </>
          }
        />
      </div>
      <div data-place="address">
        <Row
          href={paths.address}
          leading={<Icon name="home" className="text-action" />}
          title={has_address ? t`Your address` : t`Add your address`}
          detail={
            <>
              {has_address ? t`Saved, required by banks` : t`Required by banks, needed once`}
              <Refusal text={errors.address} />
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

/** Fee, what arrives and when: said before anything is sent. */
function Reckoning({ terms, amount }: { terms: Terms; amount: string | null }) {
  const { t } = useLingui()
  const reckoned = amount === null ? null : payoutOf(amount, terms.fee)
  const fee = reckoned?.fee ?? terms.fee
  return (
    <Card>
      <Row quiet title={t`Fee`} trailing={fee === '0.00' ? <b>{t`none`}</b> : <Amount amount={fee} />} />
      <Row
        quiet
        title={t`Arrives at your bank`}
        trailing={reckoned ? <Amount amount={reckoned.payout} size="large" /> : '—'}
      />
      <Row quiet title={t`Expected time`} trailing={<b>{expectedText(terms.expected)}</b>} />
    </Card>
  )
}

interface ConfirmationProps {
  terms: Terms
  wanted: WithdrawInput
  onRefused: (failure: ApiFailure) => void
  onMade: () => void
  onClose: () => void
}

function Confirmation({ terms, wanted, onRefused, onMade, onClose }: ConfirmationProps) {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  // The idempotency key of this withdrawal, however often it is confirmed: it is made once.
  const key = useRef('')
  const { payout } = payoutOf(wanted.amount, terms.fee)

  async function send(proof: Proof): Promise<DataOf<'POST withdraw'> | ApiFailure> {
    key.current ||= newKey()
    const body = {
      user_id: memberId(),
      ...(wanted.all ? { all: true as const } : { amount: wanted.amount }),
      ...proof,
    }
    try {
      return (await call('POST withdraw', { body, key: key.current })).data
    } catch (error) {
      // A refused one has not been made: the next try gets another key.
      if (error instanceof ApiFailure && error.outcomeIsKnown) key.current = ''
      if (error instanceof ApiFailure && PLACES[error.code]) return error
      throw error
    }
  }

  function done(answer: DataOf<'POST withdraw'> | ApiFailure) {
    if (answer instanceof ApiFailure) return onRefused(answer)
    const { withdrawal } = answer
    onMade()
    queries.setQueryData(withdrawalQuery(withdrawal._id).queryKey, withdrawal)
    void refreshPayments()
    void toastMessage('successfully_created_withdrawal_order')
    navigate(paths.withdrawalOf(withdrawal._id), { replace: true })
  }

  return (
    <ProofDialog
      title={t({ message: 'Confirm withdrawal', context: 'of money' })}
      lead={<ConfirmationText amount={wanted.amount} payout={payout} terms={terms} />}
      confirm={t({ message: 'Confirm', context: 'the withdrawal' })}
      send={send}
      onDone={done}
      onClose={onClose}
    />
  )
}

function ConfirmationText(props: { amount: string; payout: string; terms: Terms }): ReactNode {
  const { payee } = props.terms
  const account = payee && `${payee.bank_name ?? payee.country ?? ''} ${payee.account}`.trim()
  return (
    <Trans>
      <Amount amount={props.amount} /> will be deducted from your balance. <Amount amount={props.payout} />{' '}
      will be sent to {account}, held by {payee?.holder}.
    </Trans>
  )
}
