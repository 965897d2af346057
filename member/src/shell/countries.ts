import { COUNTRIES } from '@fairturn/contract/countries'
import { LANGUAGES } from '@fairturn/contract/locales'
// Country names in the language of the screen.
import { useMemo } from 'react'
import { useLocale } from './useSession.ts'

/** Returns a function from country code to name. */
export function useCountryName(): (code: string) => string {
  const { tag } = LANGUAGES[useLocale()]
  return useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'region' })
    return (code) => names.of(code) ?? code
  }, [tag])
}

/** All countries, in the collation order of the language. */
export function useCountries(): { value: string; label: string }[] {
  const { tag } = LANGUAGES[useLocale()]
  const nameOf = useCountryName()
  return useMemo(() => {
    const collator = new Intl.Collator(tag)
    return COUNTRIES.map((value) => ({ value, label: nameOf(value) })).toSorted((one, other) =>
      collator.compare(one.label, other.label),
    )
  }, [tag, nameOf])
}
