import { t } from '@lingui/core/macro'
import { parseAmount, type AmountRefusal } from '@fairturn/ui/formats.ts'

/** As it is sent; '' where what was typed is no amount. */
export function amountOnWire(typed: string): string {
  const parsed = parseAmount(typed)
  return parsed.ok ? parsed.wire : ''
}

/** What is wrong with an amount that was typed, for its field; undefined where nothing is. */
export function amountProblem(typed: string): { text: string } | undefined {
  const parsed = parseAmount(typed)
  if (parsed.ok && /[1-9]/.test(parsed.wire)) return undefined
  return { text: amountRefusalText(parsed.ok ? 'amount_negative' : parsed.reason) }
}

/** Why what was typed is no amount, and what to type instead. */
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
