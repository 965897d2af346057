// The town of an address.
import { onlyTownOf } from '@fairturn/contract/countries'
import { Field } from '@fairturn/ui/Field.tsx'
import { useLingui } from '@lingui/react/macro'
import type { FieldProps } from './useForm.ts'

interface TownFieldProps {
  form: { typed: { city: string; country: string }; field: (name: 'city') => FieldProps }
  maxLength: number
  hint?: string | undefined
  required?: boolean
}

/** Proposes the town of a country that is one; what is typed stays, whatever country is chosen then. */
export function TownField({ form, ...rest }: TownFieldProps) {
  const { t } = useLingui()
  const { city, country } = form.typed
  const proposed = onlyTownOf(country) ?? ''
  return (
    <Field
      // An input takes its default value once.
      key={proposed}
      {...form.field('city')}
      {...rest}
      defaultValue={city === '' ? proposed : city}
      label={rest.required === false ? t`City (optional)` : t`City`}
      autoComplete="address-level2"
    />
  )
}
