import { LANGUAGES, type Locale, LOCALES } from '@fairturn/contract/locales'
import { Tab, Tabs } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'

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
