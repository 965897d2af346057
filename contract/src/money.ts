// Converts money between integer minor units (bigint, cents) and its wire format, a decimal string with two digits. The
// only such conversion in the program.
import { z } from 'zod'

const WIRE = /^(-?)(0|[1-9]\d{0,13})\.(\d{2})$/

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

/** Money in a response. */
export const money = z.string().regex(WIRE).describe('decimal string with two digits, e.g. "1234.50"')

/** The price that the caller was shown, which may be zero; parsed into minor units. */
export const shownPrice = z
  .string({ error: 'amount_is_invalid' })
  .regex(/^(0|[1-9]\d{0,13})\.\d{2}$/, 'amount_is_invalid')
  .transform(parseMoney)

/** An amount in a request that may be zero or negative, such as a balance; parsed into minor units. */
export const signedAmount = z
  .string({ error: 'amount_is_invalid' })
  .regex(/^(?!-0\.00$)-?(0|[1-9]\d{0,13})\.\d{2}$/, 'amount_is_invalid')
  .transform(parseMoney)

/** A positive amount in a request; parsed into minor units. */
export const amount = z
  .string({ error: 'amount_is_invalid' })
  .regex(/^(0|[1-9]\d{0,13})\.\d{2}$/, 'amount_is_invalid')
  .transform(parseMoney)
  .refine((minor) => minor > 0n, 'amount_is_invalid')
