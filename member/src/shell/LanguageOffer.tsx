// Offers the browser's language, in that language, to a device that has not chosen one. Loaded when idle; above the
// screen, where preload.ts has left room for it, so that nothing moves.
import { type Locale, LOCALES, LANGUAGES } from '@fairturn/contract/locales'
import { Button } from '@fairturn/ui/Button.tsx'
import { type I18n, setupI18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { chooseLanguage } from './choose-language.ts'
import { chosenLocale, firstTexts } from './locale.ts'
import { session } from './session.ts'

/** The first of the browser's languages that is one of ours, if it is not the one on the screen. */
function preferredLocale(): Locale | undefined {
  if (session.locale() !== null) return undefined
  const languages = navigator.languages.map((tag) => tag.split('-')[0])
  const ours = languages.map((language) =>
    LOCALES.find((locale) => LANGUAGES[locale].tag.split('-')[0] === language),
  )
  const preferred = ours.find((locale) => locale !== undefined)
  return preferred === chosenLocale() ? undefined : preferred
}

export default function LanguageOffer() {
  const [locale, setLocale] = useState(preferredLocale)
  const texts = useTextsOf(locale)
  const isOver = useLingui().i18n.locale === locale || locale === undefined
  useEffect(() => {
    if (isOver) delete document.documentElement.dataset['offer']
  }, [isOver])
  if (isOver || texts === undefined) return null
  const close = () => setLocale(undefined)
  return (
    <section
      lang={LANGUAGES[locale].tag}
      aria-label={LANGUAGES[locale].name}
      className="print:hidden absolute inset-x-0 top-0 mx-auto max-w-page px-4 pt-3"
    >
      <div className="flex items-center gap-x-2 rounded-control border border-line bg-surface py-1 pr-1 pl-1">
        <Button
          variant="soft"
          wide
          onClick={() => {
            close()
            void chooseLanguage(locale)
          }}
        >
          {texts._(msg`Continue in English`)}
        </Button>
        <Button variant="quiet" onClick={close} className="shrink-0 whitespace-nowrap">
          {texts._(msg({ message: 'Not now', context: 'keep the language of the screen' }))}
        </Button>
      </div>
    </section>
  )
}

/** Another catalogue than that of the screen: the offer is in the language that it offers. */
function useTextsOf(locale: Locale | undefined): I18n | undefined {
  const [texts, setTexts] = useState<I18n>()
  useEffect(() => {
    if (locale === undefined) return
    void firstTexts(locale).then(
      (messages) => setTexts(setupI18n({ locale, messages: { [locale]: messages } })),
      () => undefined,
    )
  }, [locale])
  return texts
}
