// The languages of the back office, English and Vietnamese, and which one is spoken now.
import type { Locale } from '@fairturn/contract/locales'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { en } from './texts/en.ts'
import { vi } from './texts/vi.ts'

const TEXTS = { en, vi }
const first = navigator.language.startsWith('vi') ? 'vi' : 'en'

export const i18nProvider = polyglotI18nProvider((locale) => TEXTS[locale === 'vi' ? 'vi' : 'en'], first, [
  { locale: 'en', name: 'English' },
  { locale: 'vi', name: 'Tiếng Việt' },
])

/** As the server calls the language spoken now. */
export const langCode = (): Locale => (i18nProvider.getLocale() === 'vi' ? 'vn' : 'en')
