// Changing the password, with the current one.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@fairturn/ui/Button.tsx'
import { Dialog } from '@fairturn/ui/Dialog.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call, queries } from '../client.ts'
import { toastMessage } from '../messages.ts'
import { keys } from '../queries.ts'
import { secretIn, useForm } from '../sign-in/useForm.ts'
import { useUser } from '../useSession.ts'

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const change = useAction({
    run: (body: { current_password: string; password: string; password_confirmation: string }) =>
      call('POST viewer', { body: { user_id: user?._id ?? '', ...body } }),
    async onDone() {
      onClose()
      void queries.invalidateQueries({ queryKey: keys.sessions })
      await toastMessage('password_changed_successfully')
    },
    onFailed: (failure) => form.showFailure(failure),
  })
  const form = useForm({
    fields: ['current_password', 'password', 'password_confirmation'],
    check(data) {
      const password = secretIn(data, 'password')
      return {
        ...(secretIn(data, 'current_password') === '' && {
          current_password: 'password_is_required' as const,
        }),
        ...(password.length < 8 && { password: 'password_must_have_at_least_8_characters' as const }),
        ...(password !== secretIn(data, 'password_confirmation') && {
          password_confirmation: 'passwords_do_not_match' as const,
        }),
      }
    },
    place: {
      current_password_is_incorrect: 'current_password',
      passwords_do_not_match: 'password_confirmation',
    },
    send: (data) =>
      change.start({
        current_password: secretIn(data, 'current_password'),
        password: secretIn(data, 'password'),
        password_confirmation: secretIn(data, 'password_confirmation'),
      }),
  })
  const reveal = { show: t`Show password`, hide: t`Hide password` }
  const secret = { type: 'password', maxLength: 256, reveal } as const
  return (
    <Dialog open onClose={onClose} title={t`Change password`} closeLabel={t`Close`} busy={change.busy}>
      <form {...form.props} className="mt-4 grid gap-4">
        <input type="hidden" autoComplete="username" value={user?.username ?? ''} readOnly />
        <Field
          {...secret}
          name="current_password"
          label={t`Current password`}
          autoComplete="current-password"
          error={form.errors.current_password}
        />
        <Field
          {...secret}
          name="password"
          label={t`New password`}
          autoComplete="new-password"
          hint={t`At least 8 characters`}
          error={form.errors.password}
        />
        <Field
          {...secret}
          name="password_confirmation"
          label={t`Repeat new password`}
          autoComplete="new-password"
          error={form.errors.password_confirmation}
        />
        <Button type="submit" busy={change.busy}>
          {t`Change password`}
        </Button>
        <p className="text-small text-quiet">
          <Trans>This signs out all other sessions.</Trans>
        </p>
      </form>
    </Dialog>
  )
}
