import type { Locale } from '@fairturn/contract/locales'
import { Field } from '@fairturn/ui/Field.tsx'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { chosenLocale } from '../../shell/locale.ts'

/** A number as it is written where the language is spoken; also in the refusal `phone_is_invalid`. */
export const PHONE_EXAMPLES: Readonly<Record<Locale, string>> = {
  vn: '+84 912 345 678',
  en: '+44 7400 123456',
  jp: '+81 90 1234 5678',
  kr: '+82 10 1234 5678',
  cn: '+86 131 2345 6789',
  rs: '+381 64 123 4567',
  fr: '+33 6 12 34 56 78',
}

export function PhoneField(field: ComponentProps<typeof Field>) {
  const { t } = useLingui()
  // With no-break spaces, so that it never wraps.
  const example = PHONE_EXAMPLES[chosenLocale()].replaceAll(' ', '\u00a0')
  return (
    <Field
      {...field}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      hint={t`With the country code, like ${example}`}
    />
  )
}
