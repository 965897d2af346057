// The languages of the back office, English and Vietnamese, and the current one. Only its texts are loaded.
import type { Locale } from '@fairturn/contract/locales'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { store } from './store.ts'

export const LANGUAGES = [
  { locale: 'en', name: 'English' },
  { locale: 'vi', name: 'Tiếng Việt' },
]
const textsOf = async (locale: string) =>
  (await (locale === 'vi' ? import('../texts/vi.ts') : import('../texts/en.ts'))).default

const first = store.getItem<string>('locale') ?? (navigator.language.startsWith('vi') ? 'vi' : 'en')
const texts = await textsOf(first)

export const i18nProvider = polyglotI18nProvider(
  (locale) => (locale === first ? texts : textsOf(locale)),
  first,
  LANGUAGES,
)

/** The server's code of the current language. */
export const langCode = (): Locale => (i18nProvider.getLocale() === 'vi' ? 'vn' : 'en')
