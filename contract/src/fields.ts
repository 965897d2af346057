// Fields that many requests and responses have: money, countries, languages, periods and time zones.
import { z } from 'zod'
import { COUNTRIES } from './countries.ts'
import { type Locale, LOCALES } from './locales.ts'
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

/** A country in a request, in upper or lower case. */
export const country = z
  .string({ error: 'country_is_unknown' })
  .trim()
  .max(2, 'country_is_unknown')
  .transform((code) => code.toUpperCase())
  .refine((code) => COUNTRIES.includes(code), 'country_is_unknown')
  .describe('ISO 3166-1 alpha-2')

export const locale = z.enum(LOCALES, { error: 'language_is_unknown' })

/** An object with one field of this schema per language. */
export const forEachLocale = <Shape extends z.ZodType>(shape: Shape) =>
  z.object(Object.fromEntries(LOCALES.map((code) => [code, shape])) as Record<Locale, Shape>)

const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' })

/** `from` inclusive, `to` exclusive. */
export const period = { from: instant.optional(), to: instant.optional() }

/** Time zone in which dates are written; default the site's, also where a browser does not know its own (`Etc/Unknown`). */
export const timeZone = z
  .string()
  .max(64, 'field_is_invalid')
  .optional()
  .transform((name) => (name !== undefined && isTimeZone(name) ? name : undefined))
  .describe('IANA name; the site’s own without it, and for one that is not known')

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
