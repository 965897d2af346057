// Shares of amounts: pure arithmetic in minor units and basis points (1 bp = 0.01 %), rounded half-even on totals; no
// floating point (rates.test.ts, vat.test.ts).
const WHOLE_BP = 10_000n

/** `numerator / denominator`, rounded half-even. Throws RangeError if the denominator is not positive. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError(`cannot divide by ${denominator}`)
  let quotient = numerator / denominator
  let rest = numerator % denominator
  if (rest < 0n) {
    quotient -= 1n
    rest += denominator
  }
  const twice = rest * 2n
  const up = twice > denominator || (twice === denominator && quotient % 2n !== 0n)
  return up ? quotient + 1n : quotient
}

/** `rate_bp` basis points of an amount, in minor units. */
export const portionOf = (amount_minor: bigint, rate_bp: number): bigint =>
  divideHalfEven(amount_minor * BigInt(rate_bp), WHOLE_BP)
