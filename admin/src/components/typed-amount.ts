/** For an input of an amount: typed and shown with a comma, as amounts are everywhere; the wire has a point. */
export const typedAmount = {
  parse: (typed: string) => typed.replace(',', '.'),
  format: (wire: unknown) => (typeof wire === 'string' ? wire.replace('.', ',') : ''),
}
