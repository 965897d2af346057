// The language of the screen: loads its catalogue and sets it on the page. One language is loaded at a time.
import { i18n, type Messages } from '@lingui/core'
import { session } from './session.ts'

/** As in the contract's locales.ts, which would bring its schemas along. */
export type Locale = import('@fairturn/contract/locales').Locale

interface Language {
  /** BCP 47. */
  tag: string
  /** In the language itself. */
  name: string
  /** The texts of the first screens, and those of all others. */
  first: Texts
  others: Texts
}
type Texts = () => Promise<{ messages: Messages }>

const texts = (first: Texts, others: Texts) => ({ first, others })

export const LANGUAGES: Readonly<Record<Locale, Language>> = {
  vn: {
    tag: 'vi',
    name: 'Tiếng Việt',
    ...texts(
      () => import('./locales/vn/first.po'),
      () => import('./locales/vn/others.po'),
    ),
  },
  en: {
    tag: 'en',
    name: 'English',
    ...texts(
      () => import('./locales/en/first.po'),
      () => import('./locales/en/others.po'),
    ),
  },
  jp: {
    tag: 'ja',
    name: '日本語',
    ...texts(
      () => import('./locales/jp/first.po'),
      () => import('./locales/jp/others.po'),
    ),
  },
  kr: {
    tag: 'ko',
    name: '한국어',
    ...texts(
      () => import('./locales/kr/first.po'),
      () => import('./locales/kr/others.po'),
    ),
  },
  cn: {
    tag: 'zh-Hans',
    name: '简体中文',
    ...texts(
      () => import('./locales/cn/first.po'),
      () => import('./locales/cn/others.po'),
    ),
  },
  rs: {
    tag: 'sr-Latn',
    name: 'Srpski',
    ...texts(
      () => import('./locales/rs/first.po'),
      () => import('./locales/rs/others.po'),
    ),
  },
  fr: {
    tag: 'fr',
    name: 'Français',
    ...texts(
      () => import('./locales/fr/first.po'),
      () => import('./locales/fr/others.po'),
    ),
  },
}

const DEFAULT_LOCALE: Locale = 'vn'

/** The language chosen in this session or on this device, else Vietnamese. */
export function chosenLocale(): Locale {
  const code = session.locale()
  return code !== null && code in LANGUAGES ? (code as Locale) : DEFAULT_LOCALE
}

/** Whether a screen has been fetched that needs the other texts. */
let others_wanted = false

/** Loads the texts of all but the first screens; a screen's code is of no use without them. Throws when it cannot. */
export async function loadOtherTexts(): Promise<void> {
  others_wanted = true
  await load(chosenLocale(), 'others')
}

async function load(locale: Locale, part: 'first' | 'others'): Promise<void> {
  const { messages } = await LANGUAGES[locale][part]()
  i18n.load(locale, messages)
}

/** Shows the app in this language. Throws when its texts cannot be loaded; the language before stays. */
export async function activateLocale(locale: Locale): Promise<void> {
  await Promise.all([load(locale, 'first'), others_wanted ? load(locale, 'others') : undefined])
  // The tag decides on plurals and formats; our own codes are no language tags.
  i18n.activate(locale, LANGUAGES[locale].tag)
  document.documentElement.lang = LANGUAGES[locale].tag
}

/** Switches the language and remembers it. Throws as `activateLocale` does, and then remembers nothing. */
export async function switchLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  session.chooseLocale(locale)
}
