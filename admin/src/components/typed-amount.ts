// Amounts as people type and paste them: with a comma or a point, spaces, groups of thousands and a currency sign, as every
// screen and bank portal writes them. The text stays as it was typed; it is read when it is checked and sent.

const SPACES = /[\s\u00a0\u2007\u2009\u202f]/gu
/** A sign or a code of a currency at either end. */
const CURRENCY = /^(?:\p{Sc}|[a-z]{3}(?![a-z]))|(?:\p{Sc}|(?<![a-z])[a-z]{3})$/giu
/** Thousands apart from each other, all by the same mark. */
const GROUPED = /^\d{1,3}(?:([ .,'’])\d{3})(?:\1\d{3})*$/u

export type TypedAmount =
  | { readonly wire: string }
  /** `unclear`: 7.300 is seven thousand to some, and seven to others. */
  | { readonly wire: undefined; readonly why: 'unclear' | 'no_amount' }

const NO_AMOUNT = { wire: undefined, why: 'no_amount' } as const

/** As the wire has it, `7300.00`: 57 is 57.00. */
export function readAmount(typed: string): TypedAmount {
  const spaced = typed
    .replace(SPACES, ' ')
    .trim()
    .replace(/\u2212/gu, '-')
  // The sign stands before or behind that of the currency.
  const [, minus = '', rest = ''] =
    /^(-?)(.*)$/u.exec(spaced.replace(/^-\s*(\D*?)\s*(?=\d)/u, '-$1').replace(/^(\p{Sc})\s*-\s*/u, '-$1')) ??
    []
  const figures = rest.replace(CURRENCY, '').trim().replace(CURRENCY, '').trim()
  const [, whole = '', , decimals] = /^(.*?)(?:([.,])(\d{2}))?$/u.exec(figures) ?? []
  const mark = decimals === undefined ? '' : figures.at(-3)!
  const digits = wholeOf(whole, mark)
  if (digits === undefined || digits.length > 12) return NO_AMOUNT
  if (decimals === undefined && /^[1-9]\d{0,2}[.,]\d{3}$/u.test(whole))
    return { wire: undefined, why: 'unclear' }
  return { wire: `${minus}${digits}.${decimals ?? '00'}` }
}

/** The digits before the decimals; their groups are not apart by the mark of the decimals. */
function wholeOf(text: string, decimalMark: string): string | undefined {
  if (/^\d+$/u.test(text)) return text
  const mark = GROUPED.exec(text)?.[1]
  return mark === undefined || mark === decimalMark ? undefined : text.replace(/\D/gu, '')
}

/** For an input's validation; `signed`: it may be below zero, as a balance may. */
export const amountProblem =
  ({ signed = false } = {}) =>
  (typed: unknown): string | undefined => {
    if (typeof typed !== 'string' || typed.trim() === '') return undefined
    const read = readAmount(typed)
    if (read.wire === undefined)
      return read.why === 'unclear' ? 'adjustments.amount_is_unclear' : 'adjustments.amount_help'
    return read.wire.startsWith('-') && !signed ? 'adjustments.amount_help' : undefined
  }

/** What is sent; what cannot be read is sent as it is, and refused. */
export const wireAmount = (typed = ''): string => readAmount(typed).wire ?? typed
