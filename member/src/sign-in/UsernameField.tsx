// Who one is, as one signs in: by username or phone, with nothing corrected on the way.
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Field } from '@fairturn/ui/Field.tsx'

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
