// An amount, the most prominent element of its screen. The currency sign comes first and is smaller. Never computes.
import { amountParts, currencySign, money } from './formats.ts'

interface MoneyProps {
  /** The wire string, `"1234.50"`. */
  amount: string
  /** The value of the setting `currency`. */
  currency: string
  size?: 'normal' | 'large' | 'heading' | 'balance'
  tone?: 'ink' | 'award' | 'quiet' | 'loss' | 'inherit'
  /** Shows a plus sign for incoming amounts. */
  signed?: boolean
  /** Hides the amount; the label is for screen readers. */
  hidden?: { label: string } | undefined
}

const tones = { ink: 'text-ink', award: 'text-award', quiet: 'text-quiet', loss: 'text-loss', inherit: '' }
const sizes = {
  normal: 'font-bold',
  large: 'text-title font-bold',
  heading: 'text-heading',
  balance: 'text-figure tracking-tight',
}

export function Money({
  amount,
  currency,
  size = 'normal',
  tone = 'ink',
  signed = false,
  hidden,
}: MoneyProps) {
  const { minus, digits } = amountParts(amount)
  const plus = signed && !minus ? '+\u00a0' : ''
  const look = `figures whitespace-nowrap ${sizes[size]} ${tones[tone]}`
  if (hidden) {
    return (
      <span className={look} role="img" aria-label={hidden.label}>
        ••••
      </span>
    )
  }
  if (size !== 'balance' && size !== 'heading') {
    return <span className={look}>{plus + money(amount, currency)}</span>
  }
  return (
    <span className={look}>
      {plus}
      {minus}
      <span className="align-[0.72em] text-[0.5em] font-medium text-quiet">
        {currencySign(currency)}
      </span>{' '}
      {digits}
    </span>
  )
}
