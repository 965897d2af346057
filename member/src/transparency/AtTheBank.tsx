import { type BankDifference, type Figures, TIMING_DIFFERENCES } from '@fairturn/contract/transparency'
// From the bank's balance to what is there, and from the ledger's cash to the bank's balance: each difference by its name.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Amount } from '../shell/Amount.tsx'
import { differenceText } from './labels.ts'

type Bank = NonNullable<Figures['cash']['bank']>

const TIMING = new Set<BankDifference>(TIMING_DIFFERENCES)
const ZERO = '0.00'
const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

/** What is counted beside the bank's balance, and what is not; nothing where the balance is the whole answer. */
export function AtTheBank({ bank }: { bank: Bank }) {
  const { t } = useLingui()
  const timing = bank.differences.filter(({ kind }) => TIMING.has(kind))
  if (timing.length === 0) return null
  return (
    <dl className="mt-3 grid gap-1.5 text-small">
      <Line title={t`In the account`} amount={bank.amount} />
      {timing.map(({ kind, amount }) => (
        <Line key={kind} title={differenceText(kind)} amount={negated(amount)} signed />
      ))}
      <Line title={<strong>{t`There in total`}</strong>} amount={bank.there} />
    </dl>
  )
}

/** Why the bank's statement shows another balance than the ledger. */
export function WhyTheyDiffer({ bank }: { bank: Bank }) {
  const { t } = useLingui()
  if (bank.differences.length === 0 && bank.unexplained === ZERO) return null
  return (
    <div className="px-3.5 py-3">
      <h4 className="text-small font-semibold">
        <Trans>Why the statement and our ledger differ</Trans>
      </h4>
      <dl className="mt-2 grid gap-1.5 text-small">
        <Line title={t`Our ledger`} amount={bank.ledger_then} />
        {bank.differences.map(({ kind, amount }) => (
          <Line key={kind} title={differenceText(kind)} amount={amount} signed />
        ))}
        {bank.unexplained !== ZERO && (
          <Line
            title={<strong className="text-loss">{t`Not explained`}</strong>}
            amount={bank.unexplained}
            signed
          />
        )}
        <Line title={<strong>{t`The bank’s statement`}</strong>} amount={bank.amount} />
      </dl>
    </div>
  )
}

function Line({ title, amount, signed = false }: { title: ReactNode; amount: string; signed?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="flex-[1_1_6rem] text-quiet">{title}</dt>
      <dd className="figures ml-auto text-right">
        <Amount amount={amount} signed={signed} />
      </dd>
    </div>
  )
}
