// Signing in with a username or a phone number.
import { Trans, useLingui } from '@lingui/react/macro'
import { Redirect, useSearch } from 'wouter'
import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call } from '../client.ts'
import { nextPath, paths } from '../paths.ts'
import { beginSession } from '../queries.ts'
import { useTitle } from '../shell/useTitle.ts'
import { useSignedIn } from '../useSession.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { secretIn, textIn, useForm } from './useForm.ts'

export default function LoginPage() {
  const { t } = useLingui()
  useTitle('')
  const search = useSearch()
  const signed_in = useSignedIn()
  const login = useAction({
    run: (body: { username: string; password: string }) => call('POST auth/login', { body }),
    onDone: ({ data }) => beginSession(data),
    onFailed: (failure) => form.showFailure(failure),
  })
  const form = useForm({
    fields: ['username', 'password'],
    check: (data) => ({
      ...(textIn(data, 'username') === '' && { username: 'username_is_required' as const }),
      ...(secretIn(data, 'password') === '' && { password: 'password_is_required' as const }),
    }),
    place: { username_or_password_is_incorrect: 'password' },
    send: (data) => login.start({ username: textIn(data, 'username'), password: secretIn(data, 'password') }),
  })

  if (signed_in) return <Redirect to={nextPath(search)} replace />
  return (
    <SignInFrame title={t`Sign in`} lead={<Trans>Every reward is funded before it is offered.</Trans>}>
      <form {...form.props} className="mt-6 grid gap-4">
        <Field
          name="username"
          label={t`Username or phone number`}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          error={form.errors.username}
        />
        <Field
          name="password"
          type="password"
          label={t`Password`}
          autoComplete="current-password"
          maxLength={256}
          reveal={{ show: t`Show password`, hide: t`Hide password` }}
          error={form.errors.password}
        />
        <Button type="submit" wide busy={login.busy} className="mt-2">
          {t`Sign in`}
        </Button>
      </form>
      <p className="mt-8 text-center text-quiet">
        <Trans>Invited by a member?</Trans>
      </p>
      <LinkButton href={paths.register + (search && `?${search}`)} variant="secondary" wide className="mt-2">
        {t`Create an account`}
      </LinkButton>
    </SignInFrame>
  )
}
