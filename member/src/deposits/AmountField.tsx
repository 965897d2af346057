import { Field } from '@fairturn/ui/Field.tsx'
import { parseAmount } from '@fairturn/ui/formats.ts'
// An amount as typed. The parsed amount is shown below, so that there is no doubt about `1,234.50` and `1
// 234,50`.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useMoneyText } from '../shell/Amount.tsx'

interface AmountFieldProps {
  name: string
  label: string
  typed: string
  onType: (typed: string) => void
  /** Shown before anything is typed, and below a refusal. */
  hint?: string | undefined
  error: string | undefined
  /** An action beside the field, such as "all". */
  action?: ReactNode
}

export function AmountField({ name, label, typed, onType, hint, error, action }: AmountFieldProps) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const parsed = parseAmount(typed)
  const amount = parsed.ok ? moneyText(parsed.wire) : ''
  return (
    <div className="flex items-start gap-2.5">
      <Field
        name={name}
        label={label}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        // Not `numeric`: the number pads of some phones have no comma.
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        placeholder="0,00"
        hint={amount && !error ? t`That is ${amount}` : hint}
        error={error}
        className="min-w-0 flex-1 [&_input]:text-title [&_input]:font-bold"
      />
      {action && <div className="pt-6.5 [&_button]:h-12">{action}</div>}
    </div>
  )
}
