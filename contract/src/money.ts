// Money between integer minor units (bigint, cents) and its wire form, a decimal string with two digits.
// The only conversion in the program.
import { z } from 'zod'

const WIRE = /^(-?)(0|[1-9]\d{0,13})\.(\d{2})$/

/** Minor units of a wire string like `"1234.50"`; throws a RangeError on anything else (`1e3`, `12.345`, `NaN`, `01.00`). */
export function parseMoney(wire: string): bigint {
  const match = WIRE.exec(wire)
  if (match === null || wire === '-0.00') throw new RangeError(`not an amount of money: ${wire}`)
  const minor = BigInt(match[2] + match[3]!)
  return match[1] === '-' ? -minor : minor
}

/** The wire string of so many minor units: `123450n` is `"1234.50"`. */
export function formatMoney(amount_minor: bigint): string {
  const digits = (amount_minor < 0n ? -amount_minor : amount_minor).toString().padStart(3, '0')
  return `${amount_minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Basis points of a percentage of two decimals at most: `12.5` is 1250. */
export const toBasisPoints = (percent: number): number => Math.round(percent * 100)

/** Money in an answer. */
export const money = z.string().regex(WIRE).describe('decimal string with two digits, e.g. "1234.50"')

/** What something cost as its caller was shown it, also nothing; arrives in the handler as minor units. */
export const shownPrice = z
  .string({ error: 'amount_is_invalid' })
  .regex(/^(0|[1-9]\d{0,13})\.\d{2}$/, 'amount_is_invalid')
  .transform(parseMoney)

/** A positive amount in a request; arrives in the handler as minor units. */
export const amount = z
  .string({ error: 'amount_is_invalid' })
  .regex(/^(0|[1-9]\d{0,13})\.\d{2}$/, 'amount_is_invalid')
  .transform(parseMoney)
  .refine((minor) => minor > 0n, 'amount_is_invalid')
