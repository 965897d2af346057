import type { MemberLock } from '@fairturn/contract/members'
import { Button } from '@fairturn/ui/Button.tsx'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { Link, Redirect, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { call } from '../../shell/client.ts'
import { toastFailure } from '../../shell/failure-text.ts'
import { PasswordField } from '../../shell/forms/PasswordField.tsx'
import { useForm } from '../../shell/forms/useForm.ts'
import { laterOrNever } from '../../shell/later.ts'
import { nextPath, paths } from '../../shell/paths.ts'
import { beginSession, deviceToken } from '../../shell/queries.ts'
import { useAction } from '../../shell/useAction.ts'
import { useSettings, useSignedIn } from '../../shell/useSession.ts'
import { useTitle } from '../../shell/useTitle.ts'
import { getPasskeyAssertion, passkeysWork } from '../security/passkeys.ts'
import { CodeField } from './CodeField.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { UsernameField } from './UsernameField.tsx'

/** Rarely needed, so it is kept out of the first screen's code. */
const LockNote = laterOrNever(() => import('../LockNote.tsx'))

export default function LoginPage() {
  const { t } = useLingui()
  useTitle('')
  const search = useSearch()
  const signedIn = useSignedIn()
  const demo = useSettings()?.demo.value === true
  const [needsCode, setNeedsCode] = useState(false)
  const { lock, needsPassword, isOver, showLock } = useLock()
  const form = useForm({
    initial: { username: '', password: '', otp: '' },
    body: ({ otp, ...typed }) => ({ ...typed, ...(needsCode && { otp }), ...deviceToken() }),
    schema: () => import('@fairturn/contract/members').then(({ credentials }) => credentials),
    check: ({ otp }) => ({ otp: needsCode && otp === '' && 'one_time_code_is_required' }),
    fieldOf: { username_or_password_is_incorrect: 'password', one_time_code_is_incorrect: 'otp' },
    send: (body) => call('POST auth/login', { body }),
    onDone: ({ data }) => beginSession(data),
    onFailed(failure) {
      // The code is requested only after a correct password; a refusal of the password now means that it was
      // edited.
      if (failure.code === 'username_or_password_is_incorrect') setNeedsCode(false)
      const asksCode = failure.code === 'one_time_code_is_required'
      if (asksCode) setNeedsCode(true)
      return asksCode || showLock(failure)
    },
  })

  if (signedIn) return <Redirect to={nextPath(search)} replace />
  return (
    <SignInFrame
      title={needsCode ? t`Enter code` : t`Sign in`}
      lead={
        needsCode ? (
          <Trans>From your authenticator app.</Trans>
        ) : (
          <Trans>
            Advertisers pay in advance for visits. Share their links and earn money for every verified visit,
            free of charge.
          </Trans>
        )
      }
    >
      {demo && !needsCode && <DemoSignIns />}
      <form {...form.props} className="mt-6 grid gap-4">
        <Reason lock={lock} needsPassword={needsPassword} over={isOver && !needsCode} />
        {/* Username and password stay in the form while the code is requested: they are sent with it. */}
        <div className={needsCode ? 'hidden' : 'grid gap-4'}>
          <UsernameField {...form.field('username')} />
          <PasswordField {...form.field('password')} label={t`Password`} />
        </div>
        {needsCode && <CodeField {...form.field('otp')} />}
        <Button type="submit" wide busy={form.busy} className="mt-2">
          {t`Sign in`}
        </Button>
      </form>
      {needsCode ? (
        <Button variant="quiet" wide onClick={() => setNeedsCode(false)} className="mt-2">
          {t`Back`}
        </Button>
      ) : (
        <Others search={search} showLock={showLock} />
      )}
    </SignInFrame>
  )
}

/** What keeps a member out: a refusal, or why the session ended. */
function useLock() {
  const [refusedBy, setRefusedBy] = useState<MemberLock>()
  const [needsPassword, setNeedsPassword] = useState(false)
  const showLock = (failure: ApiFailure): boolean => {
    setNeedsPassword(failure.code === 'a_new_password_is_needed')
    const locked = failure.code === 'your_account_has_been_locked'
    setRefusedBy(locked ? (failure.details as MemberLock) : undefined)
    return locked || failure.code === 'a_new_password_is_needed'
  }
  const signedOut = useHistoryState<{ sessionOver?: boolean; lock?: MemberLock } | null>()
  const lock = needsPassword ? undefined : (refusedBy ?? signedOut?.lock)
  return { lock, needsPassword, isOver: signedOut?.sessionOver === true, showLock }
}

function DemoSignIns() {
  return (
    <aside className="mt-4 text-small text-quiet">
      <Trans>
        In this demo sign in as <strong>thuha.dn</strong>, <strong>minhanh</strong> or, as an advertiser,{' '}
        <strong>maisonlune</strong>; the password is <strong>fairturn-demo</strong>.
      </Trans>
    </aside>
  )
}

interface ReasonProps {
  lock: MemberLock | undefined
  needsPassword: boolean
  /** The session has ended. */
  over: boolean
}

/** Why the member has to sign in, or cannot. */
function Reason({ lock, needsPassword, over }: ReasonProps) {
  return (
    <>
      {lock && (
        <div role="alert">
          <Suspense fallback={null}>
            <LockNote lock={lock} />
          </Suspense>
        </div>
      )}
      {needsPassword && (
        <Note tone="action">
          <Trans>The lock on your account has ended. Set a new password before you sign in.</Trans>{' '}
          <Link href={paths.forgotPassword} className="py-1 underline">
            <Trans>Set a new password</Trans>
          </Link>
        </Note>
      )}
      {over && !lock && !needsPassword && (
        <Note tone="action">
          <Trans>Your session has ended. Sign in to continue where you left off.</Trans>
        </Note>
      )}
    </>
  )
}

/** Other sign-in methods. */
function Others({ search, showLock }: { search: string; showLock: (failure: ApiFailure) => boolean }) {
  const { t } = useLingui()
  const withPasskey = useAction({
    async run() {
      const { data: options } = await call('POST passkeys/ask', { body: { purpose: 'sign_in' } })
      return await call('POST auth/passkey', { body: { assertion: await getPasskeyAssertion(options) } })
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
          busy={withPasskey.busy}
          onClick={() => withPasskey.start(undefined)}
          className="mt-2.5"
        >
          {t`Sign in with a passkey`}
        </Button>
      )}
      <LinkButton href={paths.forgotPassword} variant="quiet" wide className="mt-2">
        {t`Forgot password?`}
      </LinkButton>
      <p className="mt-6 text-center text-quiet">
        <Trans>New here? A member’s invite code lets you in.</Trans>
      </p>
      <LinkButton href={paths.register + (search && `?${search}`)} variant="secondary" wide className="mt-2">
        {t`Create account`}
      </LinkButton>
      <LinkButton href={paths.transparency} variant="quiet" wide className="mt-2">
        {t`Transparency`}
      </LinkButton>
      <LinkButton href={paths.isThisYou} variant="quiet" wide className="mt-2">
        {t`Is this message from us?`}
      </LinkButton>
      <LinkButton href={paths.askSupport} variant="quiet" wide>
        {t`Ask support without signing in`}
      </LinkButton>
    </>
  )
}
