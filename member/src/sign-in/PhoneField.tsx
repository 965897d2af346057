// A phone number as one types it, at registering and when changing it.
import { useLingui } from '@lingui/react/macro'
import { Field } from '@fairturn/ui/Field.tsx'

/** With no-break spaces, so that a narrow dialog never splits it. */
const EXAMPLE = '+84\u00a0912\u00a0345\u00a0678'

export function PhoneField({ label, error }: { label: string; error: string | undefined }) {
  const { t } = useLingui()
  return (
    <Field
      name="phone"
      type="tel"
      label={label}
      autoComplete="tel"
      maxLength={40}
      hint={t`With the country code, like ${EXAMPLE}`}
      error={error}
    />
  )
}
