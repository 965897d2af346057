/**
 * Every language, by its code in the product and on the wire: BCP 47 tag, native name, and the default country for phone
 * numbers without a country code.
 */
export const LANGUAGES = {
  vn: { tag: 'vi', name: 'Tiếng Việt', country: 'VN' },
  en: { tag: 'en', name: 'English', country: 'US' },
  jp: { tag: 'ja', name: '日本語', country: 'JP' },
  kr: { tag: 'ko', name: '한국어', country: 'KR' },
  cn: { tag: 'zh-Hans', name: '简体中文', country: 'CN' },
  rs: { tag: 'sr-Latn', name: 'Srpski', country: 'RS' },
  fr: { tag: 'fr', name: 'Français', country: 'FR' },
} as const

export type Locale = keyof typeof LANGUAGES
export const LOCALES = Object.keys(LANGUAGES) as [Locale, ...Locale[]]
export const DEFAULT_LOCALE: Locale = 'vn'

/** The locale of a `langCode` header or stored choice, with fallback to the default. */
export const localeOf = (code: string | null | undefined): Locale =>
  LOCALES.find((known) => known === code) ?? DEFAULT_LOCALE
