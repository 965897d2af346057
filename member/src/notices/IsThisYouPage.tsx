// Whether a mail or push message is from us, by the code in it; without an account, too.
import type { MessageSubject } from '@fairturn/contract/verify'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { call } from '../shell/client.ts'
import { useForm } from '../shell/forms/useForm.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { Preferences } from '../shell/Preferences.tsx'
import { Section } from '../shell/Section.tsx'
import { useSignedIn } from '../shell/useSession.ts'
import { useGroupText } from './group-text.ts'

type Outcome = DataOf<'POST support/verify'>

/** In one line, also where it ends one. */
const EXAMPLE = 'K7QF‑9M2X'

export default function IsThisYouPage() {
  const { t } = useLingui()
  const signedIn = useSignedIn()
  return (
    <Page title={t`Is this message from us?`} back={signedIn ? paths.support : paths.login}>
      <div className="mb-4 flex flex-wrap items-center justify-end gap-2">
        <Preferences />
      </div>
      <p className="mb-5 text-quiet">
        <Trans>
          Every email and push notification we send about an account has a message code. Enter it here, and we
          tell you whether the message is from us.
        </Trans>
      </p>
      <CodeForm />
      <Section title={t`How we write to you`} className="mt-8">
        <p className="text-quiet">
          <Trans>
            We write first only by email and by push notification. We never call, text or use chat apps first:
            a text message comes only when you have just asked for a code.
          </Trans>
        </p>
        <p className="mt-2 text-quiet">
          <Trans>
            Open this page in the app, or type its address yourself. A link in a forged message may lead to a
            forged page.
          </Trans>
        </p>
      </Section>
    </Page>
  )
}

function CodeForm() {
  const { t } = useLingui()
  /** With what was typed: an outcome is not shown beside another code. */
  const [checked, setChecked] = useState<{ code: string; outcome: Outcome }>()
  const form = useForm({
    initial: { code: '' },
    body: (typed) => typed,
    schema: async () => {
      const { verifyCalls, readMessageCode } = await import('@fairturn/contract/verify')
      // Not asked of the server, which answers only so many times an hour.
      return verifyCalls.message.body.refine(({ code }) => readMessageCode(code) !== undefined, {
        path: ['code'],
        message: 'field_is_invalid',
      })
    },
    textOf: {
      field_is_invalid: t`Our codes have eight letters and digits, such as ${EXAMPLE}. If the email or notification has no such code, it is not from us.`,
    },
    send: async (body) => ({ code: body.code, ...(await call('POST support/verify', { body })) }),
    onDone: ({ code, data }) => setChecked({ code, outcome: data }),
  })
  const shown = checked?.code === form.typed.code.trim() ? checked.outcome : undefined
  return (
    <>
      <form {...form.props} className="grid gap-4">
        <Field
          {...form.field('code')}
          label={t`Message code`}
          hint={t`Eight letters and digits, such as ${EXAMPLE}`}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={500}
        />
        <Button type="submit" wide busy={form.busy}>
          {t({ message: 'Check', context: 'button: the code of a message' })}
        </Button>
      </form>
      <div role="status" className="mt-5">
        {shown && <Answer outcome={shown} />}
      </div>
    </>
  )
}

function Answer({ outcome: { verdict, message } }: { outcome: Outcome }) {
  const { t } = useLingui()
  if (message !== null) return <FromUs message={message} />
  if (verdict === 'not_to_you') {
    return (
      <No title={t`No, not to you`}>
        <Trans>We sent this message to somebody else. It is not about your account: do not act on it.</Trans>
      </No>
    )
  }
  return (
    <No title={t`No, not from us`}>
      <Trans>
        We have no message with this code. If you typed it correctly, open no link in the message, pay nothing
        and give nobody a password or code. We keep codes for 90 days, and no longer than the account.
      </Trans>
    </No>
  )
}

const No = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card padded className="divide-y-0!">
    <h2 className="text-heading text-loss">{title}</h2>
    <p className="mt-2">{children}</p>
  </Card>
)

function FromUs({ message }: { message: NonNullable<Outcome['message']> }) {
  const { t } = useLingui()
  const subjects = useSubjectText()
  const { username, channel, sent_at, subject } = message
  return (
    <>
      <h2 className="text-heading">{t`Yes, from us`}</h2>
      <Card className="mt-3">
        <Row quiet title={t`Sent to`} trailing={<strong className="break-all">{username}</strong>} />
        <Row
          quiet
          title={t({ message: 'Sent on', context: 'a message' })}
          trailing={<DateTime value={sent_at} />}
        />
        <Row
          quiet
          title={t`Sent as`}
          trailing={
            channel === 'mail'
              ? t({ message: 'Email', context: 'a message, not an address' })
              : t`Push notification`
          }
        />
        <Row
          quiet
          title={t({ message: 'About', context: 'what a message is about' })}
          trailing={subjects[subject]}
        />
      </Card>
      <p className="mt-3 font-semibold">
        <Trans>If that is not you, it was not written to you.</Trans>
      </p>
      <p className="mt-1 text-quiet">
        <Trans>If the message says something else, somebody has copied the code into it.</Trans>
      </p>
    </>
  )
}

function useSubjectText(): Record<MessageSubject, string> {
  const { t } = useLingui()
  const groups = useGroupText()
  const labels = Object.fromEntries(
    Object.entries(groups).map(([group, { label }]) => [group, label]),
  ) as Record<keyof typeof groups, string>
  return {
    ...labels,
    new_password: t`New password`,
    email_confirmation: t`Confirm email`,
    former_email: t`Email removed`,
    recovery_code: t`Recovery code`,
    invoices: t`Invoices`,
  }
}
