import { FieldError } from '@fairturn/ui/FieldError.tsx'
import { currencySign, isAmbiguousAmount, parseAmount } from '@fairturn/ui/formats.ts'
// An amount as typed, as loud as a balance, behind the currency sign. Where other countries read the typed form otherwise
// (`1,234.50`, `12.50`), the parsed amount is shown below.
import { useLingui } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { useMoneyText } from '../shell/Amount.tsx'
import { useSettings } from '../shell/useSession.ts'

interface AmountFieldProps {
  name: string
  label: string
  typed: string
  onType: (typed: string) => void
  hint?: ReactNode
  error: string | undefined
  /** An action beside the field, such as "all". */
  action?: ReactNode
}

export function AmountField({ name, label, typed, onType, hint, error, action }: AmountFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const moneyText = useMoneyText()
  const currency = useSettings()?.currency.value
  const parsed = parseAmount(typed)
  const amount = parsed.ok && isAmbiguousAmount(typed) && !error ? moneyText(parsed.wire) : ''
  const below = Boolean(amount || hint)
  const described = [below && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <div
        className={`flex items-center rounded-control border bg-surface pl-3.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-action ${
          error ? 'border-loss' : 'border-control'
        }`}
      >
        <span aria-hidden className="pr-1.5 text-heading font-medium text-quiet">
          {currency && currencySign(currency)}
        </span>
        <input
          id={id}
          name={name}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          // Not `numeric`: the number pads of some phones have no comma.
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          placeholder="0,00"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className="figures h-16 low-screen:h-12 w-full min-w-0 flex-1 rounded-control bg-transparent text-figure text-ink outline-none placeholder:font-normal placeholder:text-quiet/90"
        />
        {action && <span className="px-2 large-text:hidden">{action}</span>}
      </div>
      {/* In large text beside the field it would leave no room for the figures. */}
      {action && <div className="mt-2 hidden large-text:block">{action}</div>}
      {below && (
        // Apart by space: a mark between them would hang at the end of a line.
        <p id={`${id}-hint`} className="mt-1.5 flex flex-wrap gap-x-3 text-small text-quiet">
          {amount && <span>{t`That is ${amount}`}</span>} {hint && <span>{hint}</span>}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  )
}
