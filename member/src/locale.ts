// The language of the screen: loads its catalogue and tells the page. One language is loaded at a time.
import { i18n, type Messages } from '@lingui/core'
import { session } from './session.ts'

/** As in the contract's locales.ts, which would bring its schemas along. */
export type Locale = import('@fairturn/contract/locales').Locale

interface Language {
  /** BCP 47. */
  tag: string
  /** In the language itself. */
  name: string
  load: () => Promise<{ messages: Messages }>
}

export const LANGUAGES: Readonly<Record<Locale, Language>> = {
  vn: { tag: 'vi', name: 'Tiếng Việt', load: () => import('./locales/vn.po') },
  en: { tag: 'en', name: 'English', load: () => import('./locales/en.po') },
  jp: { tag: 'ja', name: '日本語', load: () => import('./locales/jp.po') },
  kr: { tag: 'ko', name: '한국어', load: () => import('./locales/kr.po') },
  cn: { tag: 'zh-Hans', name: '简体中文', load: () => import('./locales/cn.po') },
  rs: { tag: 'sr-Latn', name: 'Srpski', load: () => import('./locales/rs.po') },
  fr: { tag: 'fr', name: 'Français', load: () => import('./locales/fr.po') },
}

const DEFAULT_LOCALE: Locale = 'vn'

/** The language chosen in this session or on this device, else Vietnamese. */
export function chosenLocale(): Locale {
  const code = session.locale()
  return code !== null && code in LANGUAGES ? (code as Locale) : DEFAULT_LOCALE
}

/** Shows the app in this language. Throws when its catalogue cannot be loaded; the language before stays. */
export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await LANGUAGES[locale].load()
  i18n.load(locale, messages)
  // The tag decides on plurals and formats; our own codes are no language tags.
  i18n.activate(locale, LANGUAGES[locale].tag)
  document.documentElement.lang = LANGUAGES[locale].tag
}

/** Switches the language and remembers it. Throws as `activateLocale` does, and then remembers nothing. */
export async function switchLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  session.chooseLocale(locale)
}
