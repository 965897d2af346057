// The language of the screen: loads its catalogue and activates it. Only one language is loaded at a time.
import { localeOf, LANGUAGES, type Locale } from '@fairturn/contract/locales'
import { i18n, type Messages } from '@lingui/core'
import { writeFigures } from './figures-in-texts.ts'
import { session } from './session.ts'

writeFigures(i18n)

/** `first`: the texts of the first screens; `others`: those of all other screens. */
const texts = import.meta.glob<{ messages: Messages }>('../locales/*/*.po')

/** The language chosen in this session or on this device; Vietnamese by default. */
export const chosenLocale = (): Locale => localeOf(session.locale())

/** Whether a screen that needs the other texts has been loaded. */
let othersNeeded = false
const catalogues = new Map<Locale, Messages>()

/**
 * Loads the texts of all but the first screens, which their code needs to render. Throws if they cannot be
 * loaded.
 */
export async function loadOtherTexts(): Promise<void> {
  othersNeeded = true
  await load(chosenLocale(), 'others')
}

/** A catalogue of the first screens, beside the one that is active. */
export const firstTexts = async (locale: Locale): Promise<Messages> =>
  (await texts[`../locales/${locale}/first.po`]!()).messages

async function load(locale: Locale, part: 'first' | 'others'): Promise<void> {
  const { messages } = await texts[`../locales/${locale}/${part}.po`]!()
  if (!catalogues.has(locale)) {
    const catalogue = {}
    catalogues.set(locale, catalogue)
    i18n.load(locale, catalogue)
  }
  // Mutates the catalogue: `i18n.load` would re-render everything on the screen, which already has its texts.
  Object.assign(catalogues.get(locale)!, messages)
}

/** Switches the app to this language. Throws if its texts cannot be loaded; the previous language stays. */
export async function activateLocale(locale: Locale): Promise<void> {
  await Promise.all([load(locale, 'first'), othersNeeded ? load(locale, 'others') : undefined])
  // Plural rules and formats need the BCP 47 tag; our language codes are not tags.
  i18n.activate(locale, LANGUAGES[locale].tag)
  document.documentElement.lang = LANGUAGES[locale].tag
}

/** Switches the language and stores the choice. If `activateLocale` throws, nothing is stored. */
export async function switchLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  session.chooseLocale(locale)
}
