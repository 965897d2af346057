// Converts money between integer minor units (bigint, cents) and its wire format, a decimal string with two digits. The
// only such conversion in the program; without the schemas, so that the apps load it alone.
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
