// The seven languages: the code used in the product and on the wire, and its BCP 47 tag.
import { z } from 'zod'

export const LOCALES = ['vn', 'en', 'jp', 'kr', 'cn', 'rs', 'fr'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'vn'

export const LANGUAGE_TAG: Record<Locale, string> = {
  vn: 'vi',
  en: 'en',
  jp: 'ja',
  kr: 'ko',
  cn: 'zh-Hans',
  rs: 'sr-Latn',
  fr: 'fr',
}

export const locale = z.enum(LOCALES, { error: 'language_is_unknown' })

/** An object with a field of this shape for each language. */
export const forEachLocale = <Shape extends z.ZodType>(shape: Shape) =>
  z.object(Object.fromEntries(LOCALES.map((code) => [code, shape])) as Record<Locale, Shape>)

/** The locale a `langCode` header or stored choice names; the default for anything else. */
export function localeOf(code: string | null | undefined): Locale {
  return LOCALES.find((known) => known === code) ?? DEFAULT_LOCALE
}
