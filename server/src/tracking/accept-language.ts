import { DEFAULT_LOCALE, LANGUAGE_TAG, LOCALES, type Locale } from '@fairturn/contract/locales'

const LONGEST = 500
const REMEMBERED = 5_000
const byLanguage = new Map(LOCALES.map((locale) => [LANGUAGE_TAG[locale].split('-')[0], locale]))
const chosen = new Map<string, Locale>()

/**
 * The best match between an Accept-Language header and our seven languages; the default locale when none
 * matches.
 */
export function localeOfBrowser(header: string | undefined): Locale {
  if (header === undefined || header.length > LONGEST) return DEFAULT_LOCALE
  const remembered = chosen.get(header)
  if (remembered) return remembered
  const locale = choose(header)
  if (chosen.size >= REMEMBERED) chosen.clear()
  chosen.set(header, locale)
  return locale
}

function choose(header: string): Locale {
  let best: Locale = DEFAULT_LOCALE
  let best_weight = 0
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const locale = byLanguage.get(tag.trim().split('-')[0])
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((q) => q !== undefined)
    const wanted = weight === undefined ? 1 : Number(weight)
    if (locale !== undefined && wanted > best_weight) [best, best_weight] = [locale, wanted]
  }
  return best
}
