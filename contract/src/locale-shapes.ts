import { z } from 'zod'
import { type Locale, LOCALES } from './locales.ts'

export const locale = z.enum(LOCALES, { error: 'language_is_unknown' })

/** An object with a field of this shape for each language. */
export const forEachLocale = <Shape extends z.ZodType>(shape: Shape) =>
  z.object(Object.fromEntries(LOCALES.map((code) => [code, shape])) as Record<Locale, Shape>)
