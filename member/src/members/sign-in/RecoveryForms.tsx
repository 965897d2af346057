import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { useLingui } from '@lingui/react/macro'
import { call } from '../../shell/client.ts'
import { PasswordField } from '../../shell/forms/PasswordField.tsx'
import { useForm } from '../../shell/forms/useForm.ts'
import { deviceToken } from '../../shell/queries.ts'
import { getPasskeyAssertion } from '../security/passkeys.ts'
import { UsernameField } from './UsernameField.tsx'

/** The member is verified by a recovery code, a passkey, or the mailed link. */
export type RecoveryMethod = 'recovery_code' | 'passkey' | 'link'

const EMPTY = { username: '', recovery_code: '', password: '', password_confirmation: '' }

async function setPassword(way: RecoveryMethod, filled: typeof EMPTY & { token: string }) {
  const { username, recovery_code, token, ...passwords } = filled
  if (way === 'recovery_code')
    return await call('POST auth/recovery/code', {
      body: { username, recovery_code, ...passwords, ...deviceToken() },
    })
  if (way === 'link') return await call('POST auth/recovery/link', { body: { token, ...passwords } })
  const { data: options } = await call('POST passkeys/ask', { body: { purpose: 'recover' } })
  const assertion = await getPasskeyAssertion(options)
  return await call('POST auth/recovery/passkey', { body: { assertion, ...passwords } })
}

interface NewPasswordProps {
  way: RecoveryMethod
  /** Token of the link; '' for the other methods. */
  token: string
  onDone: () => void
}

export function NewPasswordForm({ way, token, onDone }: NewPasswordProps) {
  const { t } = useLingui()
  const form = useForm({
    initial: EMPTY,
    body: (typed) => ({ ...typed, token }),
    schema: () =>
      import('@fairturn/contract/security').then(({ securityCalls: calls }) =>
        way === 'recovery_code' ? calls.recoverByCode.body : calls.recoverByLink.body,
      ),
    check: (typed) => ({
      password_confirmation: typed.password !== typed.password_confirmation && 'passwords_do_not_match',
    }),
    fieldOf: {
      username_or_recovery_code_is_incorrect: 'recovery_code',
      passwords_do_not_match: 'password_confirmation',
    },
    send: (filled) => setPassword(way, filled),
    onDone,
  })
  return (
    <form {...form.props} className="mt-6 grid gap-4">
      {way === 'recovery_code' && (
        <>
          <UsernameField {...form.field('username')} />
          <Field
            {...form.field('recovery_code')}
            label={t`Recovery code`}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={40}
          />
        </>
      )}
      <PasswordField
        {...form.field('password')}
        chosen
        label={t`New password`}
        hint={t`At least 8 characters`}
      />
      <PasswordField {...form.field('password_confirmation')} chosen label={t`Repeat new password`} />
      <Button type="submit" wide busy={form.busy} className="mt-2">
        {way === 'passkey' ? t`Confirm with a passkey` : t`Set new password`}
      </Button>
    </form>
  )
}

export function MailForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    initial: { username: '' },
    body: (typed) => typed,
    schema: () =>
      import('@fairturn/contract/security').then(({ securityCalls }) => securityCalls.recoverByMail.body),
    send: (body) => call('POST auth/recovery/mail', { body }),
    onDone,
  })
  return (
    <form {...form.props} className="mt-6 grid gap-4">
      <UsernameField {...form.field('username')} />
      <Button type="submit" wide busy={form.busy} className="mt-2">
        {t`Send link`}
      </Button>
    </form>
  )
}
