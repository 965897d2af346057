// The language of the screen: loads its catalogue and sets it on the page. One language is loaded at a time.
import { localeOf, LANGUAGES, type Locale } from '@fairturn/contract/locales'
import { i18n, type Messages } from '@lingui/core'
import { session } from './session.ts'

/** `first`: the texts of the first screens, `others`: those of all others. */
const texts = import.meta.glob<{ messages: Messages }>('./locales/*/*.po')

/** The language chosen in this session or on this device, else Vietnamese. */
export const chosenLocale = (): Locale => localeOf(session.locale())

/** Whether a screen has been fetched that needs the other texts. */
let others_needed = false
const catalogues = new Map<Locale, Messages>()

/** Loads the texts of all but the first screens; a screen's code is of no use without them. Throws when it cannot. */
export async function loadOtherTexts(): Promise<void> {
  others_needed = true
  await load(chosenLocale(), 'others')
}

async function load(locale: Locale, part: 'first' | 'others'): Promise<void> {
  const { messages } = await texts[`./locales/${locale}/${part}.po`]!()
  if (!catalogues.has(locale)) {
    const catalogue = {}
    catalogues.set(locale, catalogue)
    i18n.load(locale, catalogue)
  }
  // Into the catalogue itself: `i18n.load` would render again all that is on the screen, which has its texts.
  Object.assign(catalogues.get(locale)!, messages)
}

/** Shows the app in this language. Throws when its texts cannot be loaded; the language before stays. */
export async function activateLocale(locale: Locale): Promise<void> {
  await Promise.all([load(locale, 'first'), others_needed ? load(locale, 'others') : undefined])
  // The tag decides on plurals and formats; our own codes are no language tags.
  i18n.activate(locale, LANGUAGES[locale].tag)
  document.documentElement.lang = LANGUAGES[locale].tag
}

/** Switches the language and remembers it. Throws as `activateLocale` does, and then remembers nothing. */
export async function switchLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  session.chooseLocale(locale)
}
