import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
// For people who cannot sign in: a question by a confirmed mail address, and the thread by the mailed link. Nothing here says
// whether there is an account.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLinkToken } from '../members/sign-in/link-token.ts'
import { SignInFrame } from '../members/sign-in/SignInFrame.tsx'
import { call } from '../shell/client.ts'
import { DraftNote } from '../shell/forms/DraftNote.tsx'
import { useForm } from '../shell/forms/useForm.ts'
import { paths } from '../shell/paths.ts'
import { useLocale } from '../shell/useSession.ts'
import { useTitle } from '../shell/useTitle.ts'
import { ByLink } from './ByLink.tsx'
import { MessageField } from './MessageField.tsx'

export default function AskPage() {
  const { t } = useLingui()
  useTitle(t`Ask support`)
  const token = useLinkToken()
  return token === '' ? <Ask /> : <ByLink key={token} token={token} />
}

function Ask() {
  const { t } = useLingui()
  const locale = useLocale()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    initial: { email: '', message: '' },
    controlled: true,
    body: ({ email, message }) => ({ email: email.trim(), locale, message: message.trim() }),
    schema: () => import('@fairturn/contract/support').then(({ strangerCalls }) => strangerCalls.ask.body),
    fieldOf: { mail_is_not_available: 'email' },
    draft: 'ask',
    send: async (body) => {
      await call('POST support/ask', { body })
      return body.email
    },
    onDone(email) {
      form.discardDraft()
      setSentTo(email)
    },
  })
  if (sentTo !== null) {
    return (
      <SignInFrame
        title={t`Check your inbox`}
        lead={
          <Trans>
            We have sent a link to <span className="break-all">{sentTo}</span>. Your question reaches us once
            you open it and confirm.
          </Trans>
        }
      >
        <LinkButton href={paths.login} variant="secondary" wide className="mt-6">
          {t`Back to sign in`}
        </LinkButton>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame
      title={t`Ask support`}
      lead={<Trans>For anybody who cannot sign in. We answer by email.</Trans>}
    >
      <form {...form.props} className="mt-6 grid gap-4">
        {form.restored && <DraftNote />}
        <EmailField {...form.bound('email')} />
        <MessageField
          {...form.bound('message')}
          rows={6}
          label={t`Your message`}
          hint={t`Never send a password or a code: we do not ask for them.`}
        />
        <Button type="submit" wide busy={form.busy}>
          {t({ message: 'Send', context: 'a message' })}
        </Button>
      </form>
      <p className="mt-4 text-small text-quiet">
        <Trans>
          First we send you a link to confirm the address. We can say nothing about an account this way, not
          even whether there is one.
        </Trans>
      </p>
      <LinkButton href={paths.login} variant="quiet" wide className="mt-2">
        {t`Back to sign in`}
      </LinkButton>
    </SignInFrame>
  )
}

interface EmailFieldProps {
  name: string
  typed: string
  onType: (text: string) => void
  error: string | undefined
}

function EmailField({ typed, onType, ...rest }: EmailFieldProps) {
  const { t } = useLingui()
  return (
    <Field
      {...rest}
      label={t`Email`}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  )
}
