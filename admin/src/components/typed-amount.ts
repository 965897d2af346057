/** For an input of an amount: typed and shown with a comma, as amounts are everywhere; the wire has a point. */
export const typedAmount = {
  parse: (typed: string) => typed.replace(',', '.'),
  format: (wire: unknown) => (typeof wire === 'string' ? wire.replace('.', ',') : ''),
}

/** With or without its two decimals. */
export const TYPED_AMOUNT = /^\d{1,12}(?:\.\d{2})?$/
export const TYPED_BALANCE = /^-?\d{1,12}(?:\.\d{2})?$/

/** As the wire has it: 57 is 57.00. */
export const wholeAmount = (typed = ''): string => (/^-?\d+$/.test(typed) ? `${typed}.00` : typed)
