// The third step: price, visits or budget, the size of an order, the end; with what it costs, and how it will be seen.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Card } from '@fairturn/ui/Card.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { count, parseAmount } from '@fairturn/ui/formats.ts'
import { Note } from '@fairturn/ui/Note.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { useMoneyText } from '../Amount.tsx'
import { AmountField } from '../deposits/AmountField.tsx'
import { DayField } from '../history/DayField.tsx'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { fits, isNothing, times } from './cents.ts'
import { InsufficientFunds } from './InsufficientFunds.tsx'
import { countOf, dayOf, wantedOf } from './placing.ts'
import type { StepProps } from './placing.ts'
import { Previews } from './Previews.tsx'
import { PriceBreakdown } from './PriceBreakdown.tsx'
import { useQuote } from './TotalSoFar.tsx'

export function HowMuchStep({ values, set, errors }: StepProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5">
      <AmountField
        name="price"
        label={t`Price per verified visit`}
        typed={values.price}
        onType={(price) => set({ price })}
        error={errors['price']}
      />
      <VisitsFields values={values} set={set} errors={errors} />
      <OrderFields values={values} set={set} errors={errors} />
      <EndField values={values} set={set} errors={errors} />
      <Price values={values} />
      <Previews values={values} />
    </div>
  )
}

/** By number or by budget: what is typed in one of them decides the other. */
function VisitsFields({ values, set, errors }: StepProps) {
  const { t } = useLingui()
  const [budget, setBudget] = useState('')
  const price = parseAmount(values.price)
  const visits = countOf(values.visits)
  function typeBudget(typed: string) {
    setBudget(typed)
    const amount = parseAmount(typed)
    if (amount.ok && price.ok) set({ visits: String(fits(amount.wire, price.wire)) })
  }
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field
        name="visits"
        label={t`Verified visits`}
        inputMode="numeric"
        autoComplete="off"
        value={values.visits}
        maxLength={15}
        onChange={(event) => {
          setBudget('')
          set({ visits: event.target.value })
        }}
        hint={visits !== undefined && visits > 999 ? count(visits) : undefined}
        error={errors['visits']}
      />
      <Field
        name="budget"
        label={t`or budget`}
        inputMode="decimal"
        autoComplete="off"
        value={budget}
        maxLength={40}
        placeholder="0,00"
        disabled={!price.ok}
        onChange={(event) => typeBudget(event.target.value)}
        hint={price.ok ? undefined : t`enter the price first`}
      />
    </div>
  )
}

function OrderFields({ values, set, errors }: StepProps) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const price = parseAmount(values.price)
  const visits = countOf(values.order_visits)
  const earns = price.ok && visits !== undefined ? moneyText(times(price.wire, visits)) : ''
  return (
    <div>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field
          name="order_visits"
          label={t`Visits per order`}
          inputMode="numeric"
          autoComplete="off"
          value={values.order_visits}
          maxLength={15}
          onChange={(event) => set({ order_visits: event.target.value })}
          error={errors['order_visits']}
        />
        <Field
          name="order_hours"
          label={t`Hours per order`}
          inputMode="numeric"
          autoComplete="off"
          value={values.order_hours}
          maxLength={5}
          onChange={(event) => set({ order_hours: event.target.value })}
          error={errors['order_hours']}
        />
      </div>
      <p className="mt-1.5 text-small text-quiet">
        {earns ? (
          <Trans>
            Each order goes to one member, who earns {earns} plus a bonus. Smaller orders reach more members.
          </Trans>
        ) : (
          <Trans>Each order goes to one member. Smaller orders reach more members.</Trans>
        )}
      </p>
    </div>
  )
}

function EndField({ values, set, errors }: StepProps) {
  const { t } = useLingui()
  const [today] = useState(() => dayOf(new Date()))
  return (
    <DayField
      name="ends_at"
      label={t`Last day`}
      min={today}
      value={values.ends_at}
      onChange={(ends_at) => set({ ends_at })}
      hint={t`The campaign ends earlier if all visits are delivered.`}
      error={errors['ends_at']}
    />
  )
}

function Price({ values }: Pick<StepProps, 'values'>) {
  const { t } = useLingui()
  const { quote, wanted, error, refetch, isFetching } = useQuote(values)
  return (
    <section aria-labelledby="price-title">
      <h3 id="price-title" className="mb-3 text-title">
        {t`Cost`}
      </h3>
      <Card aria-busy={isFetching}>
        {error && !quote ? (
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        ) : quote && wanted ? (
          <PriceBreakdown quote={quote} visits={wanted.visits} price={wanted.price} />
        ) : wantedOf(values) ? (
          <Skeleton className="h-80" />
        ) : (
          <p className="p-4 text-small text-quiet">
            <Trans>Enter the price and number of visits to see the total.</Trans>
          </p>
        )}
      </Card>
      {quote && (
        <div className="mt-3">
          {isNothing(quote.missing) ? (
            <Note tone="action">
              <Trans>You are not charged yet. You review the total and pay in the next step.</Trans>
            </Note>
          ) : (
            <InsufficientFunds missing={quote.missing} />
          )}
        </div>
      )}
    </section>
  )
}
