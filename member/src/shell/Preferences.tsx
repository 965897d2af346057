import { LANGUAGES, type Locale, localeOf } from '@fairturn/contract/locales'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { IconSelect } from '@fairturn/ui/IconSelect.tsx'
import { Select } from '@fairturn/ui/Select.tsx'
import { chooseTheme, currentTheme, type Theme } from '@fairturn/ui/theme.ts'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { chooseLanguage } from './choose-language.ts'
import { useLocale } from './useSession.ts'

const languages = Object.entries(LANGUAGES).map(([code, { name, tag }]) => ({
  value: code as Locale,
  label: name,
  lang: tag,
}))

function LanguageSelect() {
  const { t } = useLingui()
  const locale = useLocale()
  // On a prerendered screen the language may have been chosen before the app started (preload.ts).
  useEffect(() => {
    const { dataset } = document.getElementById('root')!
    if (dataset['chosen_locale'] !== undefined) void chooseLanguage(localeOf(dataset['chosen_locale']))
    delete dataset['chosen_locale']
  }, [])
  return (
    <Select
      label={t`Language`}
      compact
      icon="globe"
      choices={languages}
      value={locale}
      onChange={(next) => void chooseLanguage(next)}
    />
  )
}

const neverChanges = () => () => undefined

/** Toggles between light and dark; for the corner of a page. */
function ThemeButton() {
  const { t } = useLingui()
  const [theme, setTheme] = useState(currentTheme)
  // A prerendered screen is light until it is hydrated.
  const isDark = useSyncExternalStore(
    neverChanges,
    () => theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches),
    () => false,
  )
  const other: Theme = isDark ? 'light' : 'dark'
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? t`Light appearance` : t`Dark appearance`}
      framed
      onClick={() => {
        chooseTheme(other)
        setTheme(other)
      }}
    />
  )
}

/** Language and theme, for pages that need no sign-in. */
export function Preferences({ className = '' }: { className?: string }) {
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      <LanguageSelect />
      <ThemeButton />
    </div>
  )
}

/** Language and theme as two icon buttons, for the head of the personal area. */
export function PreferenceIcons() {
  const { t } = useLingui()
  const locale = useLocale()
  const [theme, setTheme] = useState(currentTheme)
  return (
    <span className="flex gap-2">
      <IconSelect
        label={t`Language`}
        icon="globe"
        choices={languages}
        value={locale}
        onChange={(next) => void chooseLanguage(next)}
      />
      <IconSelect<Theme>
        label={t({ message: 'Appearance', context: 'light or dark' })}
        icon={theme === 'dark' ? 'moon' : 'sun'}
        choices={[
          { value: 'system', label: t({ message: 'System', context: 'theme' }) },
          { value: 'light', label: t({ message: 'Light', context: 'theme' }) },
          { value: 'dark', label: t({ message: 'Dark', context: 'theme' }) },
        ]}
        value={theme}
        onChange={(next) => {
          chooseTheme(next)
          setTheme(next)
        }}
      />
    </span>
  )
}
