import { Field } from '@fairturn/ui/Field.tsx'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'

interface PasswordFieldProps extends ComponentProps<typeof Field> {
  /** A new password, not the current one. */
  chosen?: boolean
}

export function PasswordField({ chosen = false, ...rest }: PasswordFieldProps) {
  const { t } = useLingui()
  return (
    <Field
      {...rest}
      type="password"
      autoComplete={chosen ? 'new-password' : 'current-password'}
      maxLength={256}
      reveal={{ show: t`Show password`, hide: t`Hide password` }}
    />
  )
}
