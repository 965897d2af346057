// The forms of a forgotten password: one that sets a new one in whichever way, one that asks for a link.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call } from '../client.ts'
import { askPasskey } from '../security/passkeys.ts'
import { secretIn, textIn, useForm, type Refusals } from './useForm.ts'
import { UsernameField } from './UsernameField.tsx'

/** Who asks proves to be the member by what is typed, by a passkey, or by the link they have opened. */
export type RecoveryMethod = 'recovery_code' | 'passkey' | 'link'

const FIELDS = ['username', 'recovery_code', 'password', 'password_confirmation'] as const
type RecoveryField = (typeof FIELDS)[number]

interface RecoveryInput {
  username: string
  recovery_code: string
  password: string
  password_confirmation: string
}

async function setPassword(way: RecoveryMethod, token: string, filled: RecoveryInput) {
  const { username, recovery_code, ...passwords } = filled
  if (way === 'recovery_code')
    return await call('POST auth/recovery/code', { body: { username, recovery_code, ...passwords } })
  if (way === 'link') return await call('POST auth/recovery/link', { body: { token, ...passwords } })
  const { data: options } = await call('POST passkeys/ask', { body: { purpose: 'recover' } })
  const assertion = await askPasskey(options)
  return await call('POST auth/recovery/passkey', { body: { assertion, ...passwords } })
}

function check(way: RecoveryMethod, data: FormData): Refusals<RecoveryField> {
  const password = secretIn(data, 'password')
  const typed = way === 'recovery_code'
  return {
    ...(typed && textIn(data, 'username') === '' && { username: 'username_is_required' }),
    ...(typed && textIn(data, 'recovery_code') === '' && { recovery_code: 'recovery_code_is_required' }),
    ...(password.length < 8 && { password: 'password_must_have_at_least_8_characters' }),
    ...(password !== secretIn(data, 'password_confirmation') && {
      password_confirmation: 'passwords_do_not_match',
    }),
  }
}

interface NewPasswordProps {
  way: RecoveryMethod
  /** Of the link; '' for the other ways. */
  token: string
  onDone: () => void
}

export function NewPasswordForm({ way, token, onDone }: NewPasswordProps) {
  const { t } = useLingui()
  const set = useAction({
    run: (filled: RecoveryInput) => setPassword(way, token, filled),
    onDone,
    onFailed: (failure) => form.showFailure(failure),
  })
  const form = useForm({
    fields: FIELDS,
    check: (data) => check(way, data),
    place: {
      username_or_recovery_code_is_incorrect: 'recovery_code',
      passwords_do_not_match: 'password_confirmation',
    },
    send: (data) =>
      set.start({
        username: textIn(data, 'username'),
        recovery_code: textIn(data, 'recovery_code'),
        password: secretIn(data, 'password'),
        password_confirmation: secretIn(data, 'password_confirmation'),
      }),
  })
  const reveal = { show: t`Show password`, hide: t`Hide password` }
  const secret = { type: 'password', autoComplete: 'new-password', maxLength: 256, reveal } as const
  return (
    <form {...form.props} className="mt-6 grid gap-4">
      {way === 'recovery_code' && (
        <>
          <UsernameField error={form.errors.username} />
          <Field
            name="recovery_code"
            label={t`Recovery code`}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={40}
            error={form.errors.recovery_code}
          />
        </>
      )}
      <Field
        {...secret}
        name="password"
        label={t`New password`}
        hint={t`At least 8 characters`}
        error={form.errors.password}
      />
      <Field
        {...secret}
        name="password_confirmation"
        label={t`Repeat new password`}
        error={form.errors.password_confirmation}
      />
      <Button type="submit" wide busy={set.busy} className="mt-2">
        {way === 'passkey' ? t`Confirm with a passkey` : t`Set new password`}
      </Button>
    </form>
  )
}

export function MailForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const ask = useAction({
    run: (username: string) => call('POST auth/recovery/mail', { body: { username } }),
    onDone,
    onFailed: (failure) => form.showFailure(failure),
  })
  const form = useForm({
    fields: ['username'],
    check: (data) => (textIn(data, 'username') === '' ? { username: 'username_is_required' } : {}),
    place: {},
    send: (data) => ask.start(textIn(data, 'username')),
  })
  return (
    <form {...form.props} className="mt-6 grid gap-4">
      <UsernameField error={form.errors.username} />
      <Button type="submit" wide busy={ask.busy} className="mt-2">
        {t`Send link`}
      </Button>
    </form>
  )
}
