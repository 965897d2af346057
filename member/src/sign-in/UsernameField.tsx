// Who one is, as one signs in: by username or phone, with nothing corrected on the way.
import { useLingui } from '@lingui/react/macro'
import { Field } from '@fairturn/ui/Field.tsx'

export function UsernameField({ error }: { error: string | undefined }) {
  const { t } = useLingui()
  return (
    <Field
      name="username"
      label={t`Username or phone number`}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={200}
      error={error}
    />
  )
}
