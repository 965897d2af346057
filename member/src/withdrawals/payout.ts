// What arrives of a withdrawal, shown before it is requested. The server decides; this computes the same
// rule in whole cents.

const cents = (wire: string): bigint => BigInt(wire.replace('.', ''))

const wireOf = (minor: bigint): string => {
  const digits = minor.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Whether one amount is larger than another, both as wire strings. */
export const isMore = (amount: string, than: string): boolean => cents(amount) > cents(than)

/** Fee and payout of an amount, as wire strings; the fee is waived where nothing would be left. */
export function payoutOf(amount: string, fee: string): { fee: string; payout: string } {
  if (!isMore(amount, fee)) return { fee: '0.00', payout: amount }
  return { fee, payout: wireOf(cents(amount) - cents(fee)) }
}
