import { Button } from '@fairturn/ui/Button.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { call, queries } from '../../shell/client.ts'
import { Dialog } from '../../shell/Dialog.tsx'
import { PasswordField } from '../../shell/forms/PasswordField.tsx'
import { useForm } from '../../shell/forms/useForm.ts'
import { toastMessage } from '../../shell/messages.ts'
import { keys } from '../../shell/queries.ts'
import { useUser } from '../../shell/useSession.ts'

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const form = useForm({
    initial: { current_password: '', password: '', password_confirmation: '' },
    body: (typed) => ({ user_id: user?._id ?? '', ...typed }),
    schema: () => import('@fairturn/contract/members').then(({ memberCalls }) => memberCalls.viewer.body),
    check: (typed) => ({
      current_password: typed.current_password === '' && 'password_is_required',
      password_confirmation: typed.password !== typed.password_confirmation && 'passwords_do_not_match',
    }),
    fieldOf: {
      current_password_is_incorrect: 'current_password',
      passwords_do_not_match: 'password_confirmation',
    },
    send: (body) => call('POST viewer', { body }),
    async onDone() {
      onClose()
      void queries.invalidateQueries({ queryKey: keys.sessions })
      await toastMessage('password_changed_successfully')
    },
  })
  return (
    <Dialog onClose={onClose} title={t`Change password`} busy={form.busy}>
      <form {...form.props} className="mt-4 grid gap-4">
        <input type="hidden" autoComplete="username" value={user?.username ?? ''} readOnly />
        <PasswordField {...form.field('current_password')} label={t`Current password`} />
        <PasswordField
          {...form.field('password')}
          chosen
          label={t`New password`}
          hint={t`At least 8 characters`}
        />
        <PasswordField {...form.field('password_confirmation')} chosen label={t`Repeat new password`} />
        <Button type="submit" busy={form.busy}>
          {t`Change password`}
        </Button>
        <p className="text-small text-quiet">
          <Trans>This signs out all other sessions.</Trans>
        </p>
      </form>
    </Dialog>
  )
}
