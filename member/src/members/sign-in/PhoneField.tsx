import { Field } from '@fairturn/ui/Field.tsx'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'

/** With no-break spaces, so that it never wraps. */
const EXAMPLE = '+84\u00a0912\u00a0345\u00a0678'

export function PhoneField(field: ComponentProps<typeof Field>) {
  const { t } = useLingui()
  return (
    <Field
      {...field}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      hint={t`With the country code, like ${EXAMPLE}`}
    />
  )
}
