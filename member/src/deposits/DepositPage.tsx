import type { DepositMethod } from '@fairturn/contract/deposits'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { amountParts, parseAmount } from '@fairturn/ui/formats.ts'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { ContentBlock } from '../content/ContentBlock.tsx'
import { depositMethodText } from '../documents/labels.ts'
import { useMoneyText } from '../shell/Amount.tsx'
import { isMore } from '../shell/cents.ts'
import { call, queries } from '../shell/client.ts'
import { amountOnWire, amountProblem } from '../shell/forms/amount.ts'
import { useForm } from '../shell/forms/useForm.ts'
import { ALWAYS } from '../shell/history/period.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import {
  depositMethodsQuery,
  depositQuery,
  depositsQuery,
  refreshPayments,
} from '../shell/payment-queries.ts'
import { memberId } from '../shell/queries.ts'
import { Below, QueryResult, type QueryState } from '../shell/QueryResult.tsx'
import { useFocusAfterAction } from '../shell/useFocusAfterAction.ts'
import { AmountField } from './AmountField.tsx'
import { DepositStatus } from './DepositStatus.tsx'
import { OpenDeposits } from './OpenDeposits.tsx'

export default function DepositPage() {
  const { t } = useLingui()
  const search = new URLSearchParams(useSearch())
  const deposit_id = search.get('deposit')
  // Both have the same path, so for the router no screen was left.
  useFocusAfterAction(deposit_id)
  return (
    <Page title={t`Deposit`} {...(deposit_id && { back: paths.deposit })}>
      {deposit_id ? (
        <DepositStatus key={deposit_id} deposit_id={deposit_id} wasPaid={search.get('paid') === '1'} />
      ) : (
        <Announcing input={returnedInput(search)} />
      )}
    </Page>
  )
}

/** The operators' page on how to deposit. */
function HowItArrives() {
  const { t } = useLingui()
  return (
    <details className="group">
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 px-3.5 py-3 -outline-offset-2 hover:bg-action-soft [&::-webkit-details-marker]:hidden">
        <Icon name="building" className="text-action" />
        <span className="flex-1 font-semibold">{t`How a deposit reaches you`}</span>
        <Icon name="chevron" size={18} className="rotate-90 text-quiet group-open:-rotate-90" />
      </summary>
      <div className="px-3.5 pb-4">
        <ContentBlock name="GET receive-account" />
      </div>
    </details>
  )
}

/** Initial values: those of a checkout that was left without paying, if any. */
interface DepositInput {
  amount: string
  method: DepositMethod | null
}

function returnedInput(search: URLSearchParams): DepositInput {
  const parsed = parseAmount(search.get('amount') ?? '')
  return {
    amount: parsed.ok ? amountParts(parsed.wire).digits : '',
    method: search.get('method') === 'card' ? 'card' : null,
  }
}

function Announcing({ input }: { input: DepositInput }) {
  const { t } = useLingui()
  const methods = useQuery(depositMethodsQuery)
  const open = useInfiniteQuery(depositsQuery('awaiting', ALWAYS))
  return (
    <>
      <ByMethod query={methods} input={input} />
      <Below queries={[methods, open]}>
        <OpenDeposits query={open} deposits={open.data?.pages.flatMap(({ list }) => list) ?? []} />
        <div className="mt-6">
          <Note tone="action">
            <Trans>
              You do not need a deposit to earn: taking, sharing and claiming orders is free and requires no
              balance. Deposits are for placing campaigns or buying a level.
            </Trans>
          </Note>
        </div>
        <Card className="mt-4">
          <HowItArrives />
          <Row
            href={paths.depositHistory}
            leading={<Icon name="clock" className="text-action" />}
            title={t`Deposit history`}
          />
        </Card>
      </Below>
    </>
  )
}

interface ByMethodProps {
  query: QueryState<DataOf<'GET deposit/methods'>>
  input: DepositInput
}

function ByMethod({ query, input }: ByMethodProps) {
  const { t } = useLingui()
  return (
    <QueryResult query={query} outline={['h-62']}>
      {({ list: methods, highest }) => {
        const [first] = methods
        if (first === undefined) {
          return (
            <EmptyState
              icon="deposit"
              title={t`Deposits are not available at the moment`}
              body={<Trans>You can use everything else as usual. Please try again later.</Trans>}
              action={<LinkButton href={paths.receive} icon="turn">{t`Receive an order`}</LinkButton>}
            />
          )
        }
        const left = input.method !== null && methods.includes(input.method) ? input.method : undefined
        return (
          <>
            {left && (
              <div className="mb-4">
                <Note tone="action">
                  <Trans>You returned without paying. You were not charged. The amount is still here.</Trans>
                </Note>
              </div>
            )}
            <DepositForm methods={methods} first={left ?? first} amount={input.amount} highest={highest} />
          </>
        )
      }}
    </QueryResult>
  )
}

interface DepositFormProps {
  /** The most of one deposit, as on the wire. */
  highest: string
  methods: readonly DepositMethod[]
  first: DepositMethod
  /** The amount as typed. */
  amount: string
}

function DepositForm({ methods, first, amount, highest }: DepositFormProps) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const most = moneyText(highest)
  const tooMuch = (typed: string) =>
    isMore(amountOnWire(typed) || '0.00', highest) ? { text: t`At most ${most} in one deposit` } : undefined
  const [, navigate] = useLocation()
  const form = useForm({
    initial: { amount, method: first },
    body: (typed) => ({
      user_id: memberId(),
      amount: amountOnWire(typed.amount),
      method: typed.method,
    }),
    schema: () => import('@fairturn/contract/deposits').then(({ depositCalls }) => depositCalls.deposit.body),
    check: (typed) => ({ amount: amountProblem(typed.amount) ?? tooMuch(typed.amount) }),
    fieldOf: { card_amount_is_out_of_range: 'amount', deposit_is_too_high: 'amount' },
    once: 'deposit',
    // An amount in the link is of a missing sum, or of a checkout that was left.
    ...(amount === '' && { draft: 'deposit' }),
    send: (body, key) => call('POST deposit', { body, key }),
    onDone({ data }) {
      form.discardDraft()
      queries.setQueryData(depositQuery(data._id).queryKey, data)
      void refreshPayments()
      navigate(paths.depositOf(data._id))
      // After `navigate`, so that Back from the checkout leads to this deposit.
      if (data.instructions && 'checkout_url' in data.instructions)
        location.assign(data.instructions.checkout_url)
    },
  })
  const { method } = form.typed
  const isCard = method === 'card'
  return (
    <form {...form.props} className="grid gap-4">
      <AmountField {...form.bound('amount')} label={isCard ? t`Deposit amount` : t`Transfer amount`} />
      <MethodChoice methods={methods} method={method} onChoose={(next) => form.set({ method: next })} />
      <Button type="submit" icon="deposit" wide busy={form.busy}>
        {isCard ? t`Continue to card payment` : t`Show transfer details`}
      </Button>
    </form>
  )
}

interface MethodChoiceProps {
  methods: readonly DepositMethod[]
  method: DepositMethod
  onChoose: (method: DepositMethod) => void
}

/** A choice of methods with an explanation of the chosen one; with a single method only its name is shown. */
function MethodChoice({ methods, method, onChoose }: MethodChoiceProps) {
  const { t } = useLingui()
  const details: Readonly<Record<DepositMethod, string>> = {
    bank_transfer: t`From a bank account in your own name. Usually arrives in one or two business days. We charge no fee.`,
    card: t`Paid on our payment provider’s page; we never see your card. Usually arrives within a minute. We charge no fee.`,
  }
  if (methods.length === 1) {
    return (
      <p className="text-small text-quiet">
        <b className="block text-body font-semibold text-ink">{depositMethodText(method)}</b>
        {details[method]}
      </p>
    )
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">{t`Method`}</legend>
      <div className="flex gap-1 rounded-control bg-track p-1">
        {methods.map((each) => (
          // The rule does not recognise label text passed as a variable.
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control
          <label
            key={each}
            className="flex min-h-target flex-1 cursor-pointer items-center justify-center rounded-small px-2 py-2 text-center font-semibold text-ink has-checked:bg-surface has-checked:text-action has-focus-visible:outline-2 has-focus-visible:outline-action"
          >
            <input
              type="radio"
              name="method"
              value={each}
              checked={method === each}
              onChange={() => onChoose(each)}
              aria-describedby={method === each ? 'method-detail' : undefined}
              className="sr-only"
            />
            {depositMethodText(each)}
          </label>
        ))}
      </div>
      <p id="method-detail" role="status" className="mt-2 text-small text-quiet">
        {details[method]}
      </p>
    </fieldset>
  )
}
