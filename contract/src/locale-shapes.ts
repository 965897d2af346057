import { z } from 'zod'
import { type Locale, LOCALES } from './locales.ts'

export const locale = z.enum(LOCALES, { error: 'language_is_unknown' })

/** An object with one field of this schema per language. */
export const forEachLocale = <Shape extends z.ZodType>(shape: Shape) =>
  z.object(Object.fromEntries(LOCALES.map((code) => [code, shape])) as Record<Locale, Shape>)
