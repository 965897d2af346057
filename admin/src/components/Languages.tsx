import { LANGUAGES, type Locale, LOCALES } from '@fairturn/contract/locales'
import { Tab, Tabs } from '@mui/material'
import { useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { useLocation, useSearchParams } from 'react-router-dom'

/** The name of a language in the operator's language. */
export function useLanguageName(): (locale: Locale) => string {
  const names = new Intl.DisplayNames(useLocale(), { type: 'language' })
  return (locale) => {
    const name = names.of(LANGUAGES[locale].tag.split('-')[0] ?? locale) ?? locale
    return name.charAt(0).toUpperCase() + name.slice(1)
  }
}

interface LanguagesProps {
  locale: Locale
  choose: (locale: Locale) => void
  /** A note after the name, such as that the text is missing. */
  mark?: (locale: Locale) => string | undefined
}

/**
 * The language that a form or a preview shows, in the address: so it stays when the back office changes its own, and on
 * reload. The router changes the address in a transition; the form follows at once, or what is typed in between would be
 * another language's text.
 */
export function useShownLocale(): [Locale, (locale: Locale) => void] {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  const address = LOCALES.find((each) => each === search.get('locale')) ?? 'vn'
  const [shown, setShown] = useState({ address, locale: address })
  if (shown.address !== address) setShown({ address, locale: address })
  return [
    shown.locale,
    (to) => {
      setShown({ address, locale: to })
      setSearch({ locale: to }, { replace: true, state })
    },
  ]
}

export function LanguageTabs({ locale, choose, mark }: LanguagesProps) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  return (
    <Tabs
      value={locale}
      onChange={(_event, to: Locale) => choose(to)}
      variant="scrollable"
      scrollButtons="auto"
      aria-label={translate('site.language')}
      sx={{ minHeight: 38, '& .MuiTab-root': { minHeight: 38, textTransform: 'none', px: 1.5 } }}
    >
      {LOCALES.map((each) => {
        const marked = mark?.(each)
        return <Tab key={each} value={each} label={marked ? `${nameOf(each)} · ${marked}` : nameOf(each)} />
      })}
    </Tabs>
  )
}
