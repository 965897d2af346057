import { Field } from '@fairturn/ui/Field.tsx'
// Username or phone number for the sign-in, without autocorrection.
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'

export function UsernameField(field: Omit<ComponentProps<typeof Field>, 'label'>) {
  const { t } = useLingui()
  return (
    <Field
      {...field}
      label={t`Username or phone number`}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={200}
    />
  )
}
