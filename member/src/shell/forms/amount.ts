import { parseAmount, type AmountRefusal } from '@fairturn/ui/formats.ts'
import { t } from '@lingui/core/macro'

/** The wire form; '' if the typed text is not an amount. */
export function amountOnWire(typed: string): string {
  const parsed = parseAmount(typed)
  return parsed.ok ? parsed.wire : ''
}

/** The error of a typed amount, for its field; undefined if it is valid. */
export function amountProblem(typed: string): { text: string } | undefined {
  const parsed = parseAmount(typed)
  if (parsed.ok && /[1-9]/.test(parsed.wire)) return undefined
  return { text: amountRefusalText(parsed.ok ? 'amount_negative' : parsed.reason) }
}

/** Why the typed text is not an amount, and what to type instead. */
function amountRefusalText(reason: AmountRefusal): string {
  switch (reason) {
    case 'amount_missing':
      return t`Enter an amount`
    case 'amount_ambiguous':
      return t`Please add the cents so the amount is clear, for example 1 234,00 or 1,23`
    case 'amount_too_precise':
      return t`Use at most two digits after the comma`
    case 'amount_negative':
      return t`Enter an amount above zero`
    case 'amount_too_large':
      return t`This amount is too large`
    default:
      return t`Enter an amount like 1 234,50`
  }
}
