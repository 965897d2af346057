// Money in integer minor units (bigint, cents): its wire format, a decimal string with two digits, and shares of it in basis
// points (1 bp = 0.01 %), rounded half-even on totals, without floating point (rates.test.ts, vat.test.ts). The only such
// conversion in the program; without the schemas, so that the apps load it alone.
/** As on the wire; negative zero aside. */
export const WIRE = /^(-?)(0|[1-9]\d{0,13})\.(\d{2})$/

/**
 * Parses a wire string like `"1234.50"` into minor units. Throws RangeError for anything else (`1e3`, `12.345`, `NaN`,
 * `01.00`).
 */
export function parseMoney(wire: string): bigint {
  const match = WIRE.exec(wire)
  if (match === null || wire === '-0.00') throw new RangeError(`not an amount of money: ${wire}`)
  const minor = BigInt(match[2] + match[3]!)
  return match[1] === '-' ? -minor : minor
}

/** Formats minor units as a wire string: `123450n` is `"1234.50"`. */
export function formatMoney(amount_minor: bigint): string {
  const digits = (amount_minor < 0n ? -amount_minor : amount_minor).toString().padStart(3, '0')
  return `${amount_minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Converts a percentage with at most two decimals to basis points: `12.5` is 1250. */
export const toBasisPoints = (percent: number): number => Math.round(percent * 100)

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
