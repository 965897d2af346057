// Registering with an invite code; the code of an invitation's link is filled in.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import type { CallInput } from '@fairturn/ui/client.ts'
import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call } from '../client.ts'
import { chosenLocale } from '../locale.ts'
import { nextPath, paths } from '../paths.ts'
import { beginSession } from '../queries.ts'
import { useTitle } from '../shell/useTitle.ts'
import { useSignedIn } from '../useSession.ts'
import { PhoneField } from './PhoneField.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { TermsDialog } from './TermsDialog.tsx'
import { secretIn, textIn, useForm, type Refusals } from './useForm.ts'

const FIELDS = ['username', 'phone', 'password', 'password_confirmation', 'code', 'terms'] as const
type RegisterField = (typeof FIELDS)[number]

/** Only what is plain to see before sending; names and phone numbers are the server's to judge. */
function check(form: FormData): Refusals<RegisterField> {
  const password = secretIn(form, 'password')
  return {
    ...(textIn(form, 'username') === '' && { username: 'username_is_required' }),
    ...(textIn(form, 'phone') === '' && { phone: 'phone_is_required' }),
    ...(password.length < 8 && { password: 'password_must_have_at_least_8_characters' }),
    ...(password === '' && { password: 'password_is_required' }),
    ...(password !== secretIn(form, 'password_confirmation') && {
      password_confirmation: 'passwords_do_not_match',
    }),
    ...(textIn(form, 'code') === '' && { code: 'code_is_required' }),
    ...(form.get('terms') === null && { terms: 'terms_must_be_agreed' }),
  }
}

export default function RegisterPage() {
  const { t } = useLingui()
  useTitle(t`Create account`)
  const search = useSearch()
  const signed_in = useSignedIn()
  const [terms_open, setTermsOpen] = useState(false)
  const register = useAction({
    run: (body: CallInput<'POST auth/register'>['body']) => call('POST auth/register', { body }),
    onDone: ({ data }) => beginSession(data),
    onFailed: (failure) => form.showFailure(failure),
  })
  const form = useForm({
    fields: FIELDS,
    check,
    place: {
      username_or_phone_number_already_exists: 'username',
      username_is_invalid: 'username',
      username_has_wrong_length: 'username',
      phone_is_invalid: 'phone',
      the_introduction_code_is_not_correct: 'code',
    },
    send: (data) =>
      register.start({
        username: textIn(data, 'username'),
        phone: textIn(data, 'phone'),
        password: secretIn(data, 'password'),
        password_confirmation: secretIn(data, 'password_confirmation'),
        code: textIn(data, 'code'),
        terms: true,
        locale: chosenLocale(),
      }),
  })
  const reveal = { show: t`Show password`, hide: t`Hide password` }

  if (signed_in) return <Redirect to={nextPath(search)} replace />
  return (
    <SignInFrame
      title={t`Create account`}
      lead={<Trans>Free of charge. Taking and claiming orders never costs anything.</Trans>}
    >
      <form {...form.props} className="mt-6 grid gap-4">
        <Field
          name="username"
          label={t`Username`}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          hint={t`3 to 30 characters. Others see only part of it.`}
          error={form.errors.username}
        />
        <PhoneField label={t`Phone number`} error={form.errors.phone} />
        <Field
          name="password"
          type="password"
          label={t`Password`}
          autoComplete="new-password"
          maxLength={256}
          hint={t`At least 8 characters`}
          reveal={reveal}
          error={form.errors.password}
        />
        <Field
          name="password_confirmation"
          type="password"
          label={t`Repeat password`}
          autoComplete="new-password"
          maxLength={256}
          reveal={reveal}
          error={form.errors.password_confirmation}
        />
        <Field
          name="code"
          label={t`Invite code`}
          defaultValue={new URLSearchParams(search).get('code')?.slice(0, 40) ?? ''}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          hint={t`From the member who invited you`}
          error={form.errors.code}
        />
        <TermsCheck error={form.errors.terms} onRead={() => setTermsOpen(true)} />
        <Button type="submit" wide busy={register.busy} className="mt-2">
          {t`Create account`}
        </Button>
      </form>
      <p className="mt-8 text-center text-quiet">
        <Trans>Already a member?</Trans>
      </p>
      <LinkButton href={paths.login + (search && `?${search}`)} variant="secondary" wide className="mt-2">
        {t`Sign in`}
      </LinkButton>
      <TermsDialog open={terms_open} onClose={() => setTermsOpen(false)} />
    </SignInFrame>
  )
}

function TermsCheck({ error, onRead }: { error: string | undefined; onRead: () => void }) {
  const { t } = useLingui()
  return (
    <div>
      <div className="flex items-start gap-1">
        <input
          id="terms"
          type="checkbox"
          name="terms"
          aria-invalid={error ? true : undefined}
          aria-describedby="terms-error"
          className="my-2.5 size-6 shrink-0 cursor-pointer accent-action"
        />
        <label htmlFor="terms" className="flex min-h-11 flex-1 cursor-pointer items-center pl-2">
          {t`I agree to the terms`}
        </label>
        <Button variant="quiet" onClick={onRead}>
          {t({ message: 'Read', context: 'the terms, beside "I agree to the terms"' })}
        </Button>
      </div>
      <p id="terms-error" aria-live="polite" className="text-small font-medium text-loss">
        {error}
      </p>
    </div>
  )
}
