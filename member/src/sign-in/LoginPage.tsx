// Signing in with a username or a phone number and, where the member wants it, a code; or with a passkey.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, Redirect, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { AccountLock } from '@fairturn/contract/members'
import { Button } from '@fairturn/ui/Button.tsx'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { Field } from '@fairturn/ui/Field.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call } from '../client.ts'
import { nextPath, paths } from '../paths.ts'
import { beginSession } from '../queries.ts'
import { LockNote } from '../shell/LockNote.tsx'
import { askPasskey, passkeysWork } from '../security/passkeys.ts'
import { useTitle } from '../shell/useTitle.ts'
import { useSignedIn } from '../useSession.ts'
import { CodeField } from './CodeField.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { toastFailure } from '../failureText.ts'
import { secretIn, textIn, useForm } from './useForm.ts'
import { UsernameField } from './UsernameField.tsx'

export default function LoginPage() {
  const { t } = useLingui()
  useTitle('')
  const search = useSearch()
  const signed_in = useSignedIn()
  const [needs_code, setNeedsCode] = useState(false)
  const [refused_by, setRefusedBy] = useState<AccountLock>()
  const [needs_password, setNeedsPassword] = useState(false)
  const showLock = (failure: ApiFailure): boolean => {
    setNeedsPassword(failure.code === 'a_new_password_is_needed')
    const locked = failure.code === 'your_account_has_been_locked'
    setRefusedBy(locked ? (failure.details as AccountLock) : undefined)
    return locked || failure.code === 'a_new_password_is_needed'
  }
  const signed_out = useHistoryState<{ session_over?: boolean; lock?: AccountLock } | null>()
  const lock = needs_password ? undefined : (refused_by ?? signed_out?.lock)
  const over = signed_out?.session_over === true
  const login = useAction({
    run: (body: { username: string; password: string; otp?: string }) => call('POST auth/login', { body }),
    onDone: ({ data }) => beginSession(data),
    onFailed(failure) {
      if (failure.code === 'one_time_code_is_required') setNeedsCode(true)
      else if (!showLock(failure)) {
        // Whoever got that far and is refused for the password has changed it since.
        if (failure.code === 'username_or_password_is_incorrect') setNeedsCode(false)
        form.showFailure(failure)
      }
    },
  })
  const form = useForm({
    fields: ['username', 'password', 'otp'],
    check: (data) => ({
      ...(textIn(data, 'username') === '' && { username: 'username_is_required' as const }),
      ...(secretIn(data, 'password') === '' && { password: 'password_is_required' as const }),
      ...(needs_code && textIn(data, 'otp') === '' && { otp: 'one_time_code_is_required' as const }),
    }),
    place: { username_or_password_is_incorrect: 'password', one_time_code_is_incorrect: 'otp' },
    send: (data) =>
      login.start({
        username: textIn(data, 'username'),
        password: secretIn(data, 'password'),
        ...(needs_code && { otp: textIn(data, 'otp') }),
      }),
  })

  if (signed_in) return <Redirect to={nextPath(search)} replace />
  return (
    <SignInFrame
      title={needs_code ? t`Enter code` : t`Sign in`}
      lead={
        needs_code ? (
          <Trans>From your authenticator app.</Trans>
        ) : (
          <Trans>Every reward is funded before it is offered.</Trans>
        )
      }
    >
      <form {...form.props} className="mt-6 grid gap-4">
        {lock && (
          <div role="alert">
            <LockNote lock={lock} />
          </div>
        )}
        {needs_password && (
          <Note tone="action">
            <Trans>The lock on your account has ended. Set a new password before you sign in.</Trans>{' '}
            <Link href={paths.forgotPassword} className="py-1 underline">
              <Trans>Set a new password</Trans>
            </Link>
          </Note>
        )}
        {over && !needs_code && !lock && !needs_password && (
          <Note tone="action">
            <Trans>Your session has ended. Sign in to continue where you left off.</Trans>
          </Note>
        )}
        {/* They stay in the form while the code is asked for: it is sent with them. */}
        <div className={needs_code ? 'hidden' : 'grid gap-4'}>
          <UsernameField error={form.errors.username} />
          <Field
            name="password"
            type="password"
            label={t`Password`}
            autoComplete="current-password"
            maxLength={256}
            reveal={{ show: t`Show password`, hide: t`Hide password` }}
            error={form.errors.password}
          />
        </div>
        {needs_code && <CodeField error={form.errors.otp} />}
        <Button type="submit" wide busy={login.busy} className="mt-2">
          {t`Sign in`}
        </Button>
      </form>
      {needs_code ? (
        <Button variant="quiet" wide onClick={() => setNeedsCode(false)} className="mt-2">
          {t`Back`}
        </Button>
      ) : (
        <Others search={search} showLock={showLock} />
      )}
    </SignInFrame>
  )
}

/** Every other way in. */
function Others({ search, showLock }: { search: string; showLock: (failure: ApiFailure) => boolean }) {
  const { t } = useLingui()
  const with_passkey = useAction({
    async run() {
      const { data: options } = await call('POST passkeys/ask', { body: { purpose: 'sign_in' } })
      return await call('POST auth/passkey', { body: { assertion: await askPasskey(options) } })
    },
    onDone: ({ data }) => beginSession(data),
    onFailed(failure) {
      if (!showLock(failure)) toastFailure(failure)
    },
  })
  return (
    <>
      {passkeysWork() && (
        <Button
          variant="secondary"
          wide
          icon="lock"
          busy={with_passkey.busy}
          onClick={() => with_passkey.start(undefined)}
          className="mt-2.5"
        >
          {t`Sign in with a passkey`}
        </Button>
      )}
      <LinkButton href={paths.forgotPassword} variant="quiet" wide className="mt-2">
        {t`Forgot password?`}
      </LinkButton>
      <p className="mt-6 text-center text-quiet">
        <Trans>Invited by a member?</Trans>
      </p>
      <LinkButton href={paths.register + (search && `?${search}`)} variant="secondary" wide className="mt-2">
        {t`Create account`}
      </LinkButton>
      <LinkButton href={paths.transparency} variant="quiet" wide className="mt-2">
        {t`Transparency`}
      </LinkButton>
    </>
  )
}
