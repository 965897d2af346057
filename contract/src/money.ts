// Money as fields of requests and responses.
import { z } from 'zod'
import { parseMoney, WIRE } from './minor-units.ts'

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
