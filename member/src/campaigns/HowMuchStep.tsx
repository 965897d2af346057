import { Card } from '@fairturn/ui/Card.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { count, parseAmount } from '@fairturn/ui/formats.ts'
import { Note } from '@fairturn/ui/Note.tsx'
// Step 3: price, visits or budget, order size and end date, with the cost and a preview.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { AmountField } from '../deposits/AmountField.tsx'
import { useMoneyText } from '../shell/Amount.tsx'
import { fits, isNothing, times } from '../shell/cents.ts'
import { DayField } from '../shell/history/DayField.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { Section } from '../shell/Section.tsx'
import { useSettings } from '../shell/useSession.ts'
import { InsufficientFunds } from './InsufficientFunds.tsx'
import { countOf, dayOf, quoteInputOf } from './placing.ts'
import type { StepProps } from './placing.ts'
import { Previews } from './Previews.tsx'
import { PriceBreakdown } from './PriceBreakdown.tsx'
import { useQuote } from './TotalSoFar.tsx'

export function HowMuchStep(props: StepProps) {
  const { values, set, errors } = props
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const limits = useSettings()?.campaign_limits.value[values.verification]
  return (
    <div className="grid gap-5">
      <AmountField
        name="price"
        label={t`Price per verified visit`}
        hint={limits && t`at most ${moneyText(limits.price)}, by how visits are verified`}
        typed={values.price}
        onType={(price) => set({ price })}
        error={errors['price']}
      />
      <VisitsFields {...props} />
      <OrderFields {...props} />
      <EndField {...props} />
      <Price values={values} />
      <Previews values={values} />
    </div>
  )
}

/** Visits and budget determine each other: typing one computes the other. */
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
    <div className="fields-beside">
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

function OrderFields(props: StepProps) {
  const { values } = props
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const price = parseAmount(values.price)
  const visits = countOf(values.order_visits)
  const highest = useSettings()?.campaign_limits.value[values.verification].order
  const earns = price.ok && visits !== undefined ? moneyText(times(price.wire, visits)) : ''
  return (
    <div>
      <div className="fields-beside">
        <CountField {...props} name="order_visits" label={t`Visits per order`} maxLength={15} />
        <CountField {...props} name="order_hours" label={t`Hours per order`} maxLength={5} />
      </div>
      {highest && (
        <p className="mt-1.5 text-small text-quiet">
          <Trans>One order may earn at most {moneyText(highest)} before the bonus.</Trans>
        </p>
      )}
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

interface CountFieldProps extends StepProps {
  name: 'order_visits' | 'order_hours'
  label: string
  maxLength: number
}

const CountField = ({ name, values, set, errors, ...rest }: CountFieldProps) => (
  <Field
    {...rest}
    name={name}
    inputMode="numeric"
    autoComplete="off"
    value={values[name]}
    onChange={(event) => set({ [name]: event.target.value })}
    error={errors[name]}
  />
)

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
  const query = useQuote(values)
  const { quote, input } = query
  return (
    <Section level={3} title={t`Cost`}>
      <Card aria-busy={query.isFetching}>
        {quoteInputOf(values) || quote || query.error ? (
          <QueryResult bare query={{ ...query, data: quote }} outline={['h-80 rounded-small']}>
            {(shown) => <PriceBreakdown quote={shown} visits={input!.visits} price={input!.price} />}
          </QueryResult>
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
    </Section>
  )
}
