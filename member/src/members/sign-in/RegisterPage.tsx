import type { RegistrationWait } from '@fairturn/contract/members'
import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { PasswordField } from '../../shell/forms/PasswordField.tsx'
import { type FieldProps, useForm } from '../../shell/forms/useForm.ts'
import { chosenLocale, loadOtherTexts } from '../../shell/locale.ts'
import { nextPath, paths } from '../../shell/paths.ts'
import { beginSession } from '../../shell/queries.ts'
import { useSettings, useSignedIn } from '../../shell/useSession.ts'
import { useTitle } from '../../shell/useTitle.ts'
import { PhoneField } from './PhoneField.tsx'
import { register, waitOf } from './register.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { TermsDialog } from './TermsDialog.tsx'

/** Seldom needed: neither they nor their texts are part of the first screens. */
const waiting = async () => (await Promise.all([import('../RegistrationWait.tsx'), loadOtherTexts()]))[0]
const Waiting = lazy(async () => ({ default: (await waiting()).Waiting }))
const Working = lazy(async () => ({ default: (await waiting()).Working }))

/**
 * `work`: the share done of what a new account costs the device; `wait`: why it has to wait. That the name or the phone is
 * taken stands at both: which of them is not said, since it would tell anybody who is here.
 */
function useRegistration(code: string) {
  const { t } = useLingui()
  const [work, setWork] = useState<number>()
  const [wait, setWait] = useState<RegistrationWait>()
  const form = useForm({
    initial: {
      username: '',
      phone: '',
      password: '',
      password_confirmation: '',
      code,
      terms: '',
    },
    body: ({ terms, ...typed }) => ({ ...typed, terms: (terms === 'on') as true, locale: chosenLocale() }),
    schema: () => import('@fairturn/contract/members').then(({ registration }) => registration),
    // What the server alone can judge of them is said in the same try.
    sendsInvalid: (problems) => ['username', 'password', 'code'].some((field) => !problems[field]),
    fieldOf: { the_introduction_code_is_not_correct: 'code' },
    textOf: {
      code_is_required: t`Invite code is required`,
      the_introduction_code_is_not_correct: t`This invite code is not correct. With a correct one we also check whether the username and the phone number are free.`,
    },
    send: (body) => {
      setWait(undefined)
      return register(body, setWork)
    },
    draft: 'register',
    onDone: ({ data }) => {
      form.discardDraft()
      return beginSession(data)
    },
    onFailed: (failure) => {
      const waits = waitOf(failure)
      setWait(waits)
      return waits !== undefined
    },
  })
  return { form, work, wait }
}

export default function RegisterPage() {
  const { t } = useLingui()
  useTitle(t`Create account`)
  const search = useSearch()
  const signedIn = useSignedIn()
  const [termsOpen, setTermsOpen] = useState(false)
  const { form, work, wait } = useRegistration(new URLSearchParams(search).get('code')?.slice(0, 40) ?? '')

  if (signedIn) return <Redirect to={nextPath(search)} replace />
  return (
    <SignInFrame
      title={t`Create account`}
      lead={
        <Trans>
          Advertisers pay in advance for visits. Share their links and earn money for every verified visit,
          free of charge.
        </Trans>
      }
    >
      <form {...form.props} className="mt-6 grid gap-4">
        <Field
          {...form.field('username')}
          label={t`Username`}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          hint={t`3 to 30 characters. Others see only part of it.`}
        />
        <PhoneField {...form.field('phone')} label={t`Phone number`} />
        <PasswordField
          {...form.field('password')}
          chosen
          label={t`Password`}
          hint={t`At least 8 characters`}
        />
        <PasswordField {...form.field('password_confirmation')} chosen label={t`Repeat password`} />
        <InviteCodeField {...form.field('code')} />
        <TermsCheck
          agreed={form.typed.terms === 'on'}
          error={form.errors['terms']}
          onRead={() => setTermsOpen(true)}
        />
        <div role="alert">
          <Suspense>{wait && <Waiting wait={wait} />}</Suspense>
        </div>
        <Button type="submit" wide busy={form.busy} className="mt-2">
          {t`Create account`}
        </Button>
        <div role="status">
          <Suspense>{work !== undefined && <Working share={work} />}</Suspense>
        </div>
      </form>
      <p className="mt-8 text-center text-quiet">
        <Trans>Already a member?</Trans>
      </p>
      <LinkButton href={paths.login + (search && `?${search}`)} variant="secondary" wide className="mt-2">
        {t`Sign in`}
      </LinkButton>
      <TermsDialog open={termsOpen} onClose={() => setTermsOpen(false)} />
    </SignInFrame>
  )
}

function InviteCodeField(field: FieldProps) {
  const { t } = useLingui()
  const isDemo = useSettings()?.demo.value === true
  return (
    <Field
      {...field}
      label={t`Invite code`}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      hint={
        isDemo
          ? t`In this demo: WELCOME`
          : t`From a member. Without one, ask somebody who is here already, or write to support.`
      }
    />
  )
}

interface TermsCheckProps {
  agreed: boolean
  error: string | undefined
  onRead: () => void
}

function TermsCheck({ agreed, error, onRead }: TermsCheckProps) {
  const { t } = useLingui()
  return (
    <div>
      <div className="flex items-start gap-1 large-text:flex-wrap">
        <input
          id="terms"
          type="checkbox"
          name="terms"
          defaultChecked={agreed}
          aria-invalid={error ? true : undefined}
          aria-describedby="terms-error"
          className="my-2.5 size-6 shrink-0 cursor-pointer accent-action"
        />
        <label htmlFor="terms" className="flex min-h-11 flex-1 cursor-pointer items-center pl-2">
          {t`I agree to the terms and have read the privacy notice`}
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
