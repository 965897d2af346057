// The language of the screen: loads its catalogue and sets it on the page. One language is loaded at a time.
import { localeOf, LANGUAGES, type Locale } from '@fairturn/contract/locales'
import { i18n, type Messages } from '@lingui/core'
import { startTransition } from 'react'
import { session } from './session.ts'

/** `first`: the texts of the first screens, `others`: those of all others. */
const texts = import.meta.glob<{ messages: Messages }>('./locales/*/*.po')

/** The language chosen in this session or on this device, else Vietnamese. */
export const chosenLocale = (): Locale => localeOf(session.locale())

/** Whether a screen has been fetched that needs the other texts. */
let others_needed = false
const loaded = new Set<string>()

/** Loads the texts of all but the first screens; a screen's code is of no use without them. Throws when it cannot. */
export async function loadOtherTexts(): Promise<void> {
  others_needed = true
  await load(chosenLocale(), 'others')
}

async function load(locale: Locale, part: 'first' | 'others'): Promise<void> {
  const file = `./locales/${locale}/${part}.po`
  const { messages } = await texts[file]!()
  // Each time, all that is on the screen would be rendered again.
  if (loaded.has(file)) return
  loaded.add(file)
  startTransition(() => i18n.load(locale, messages))
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
