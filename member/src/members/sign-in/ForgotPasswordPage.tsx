import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
// Resets a forgotten password by recovery code, passkey or mailed link. Never reveals whether an account
// exists.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { paths } from '../../shell/paths.ts'
import { recoveryQuery } from '../../shell/queries.ts'
import { QueryResult } from '../../shell/QueryResult.tsx'
import { useTitle } from '../../shell/useTitle.ts'
import { passkeysWork } from '../security/passkeys.ts'
import { useLinkToken } from './link-token.ts'
import { MailForm, NewPasswordForm, type RecoveryMethod } from './RecoveryForms.tsx'
import { SignInFrame } from './SignInFrame.tsx'

type Step = 'choose' | 'mail' | RecoveryMethod | 'mailed' | 'done'

export default function ForgotPasswordPage() {
  const token = useLinkToken()
  return <Recovery key={token} token={token} />
}

function Recovery({ token }: { token: string }) {
  const { t } = useLingui()
  useTitle(t`New password`)
  const [step, setStep] = useState<Step>(token === '' ? 'choose' : 'link')
  if (step === 'done') {
    return (
      <Outcome
        title={t`Password changed`}
        body={<Trans>You have been signed out everywhere. Sign in with your new password.</Trans>}
        action={<LinkButton href={paths.login} wide>{t`Sign in`}</LinkButton>}
      />
    )
  }
  if (step === 'mailed') {
    return (
      <Outcome
        title={t`Check your inbox`}
        body={
          <Trans>
            If this account has a confirmed email, we have sent it a link. It is valid for 30 minutes.
          </Trans>
        }
        action={
          <Button variant="secondary" wide onClick={() => setStep('choose')}>
            {t`Choose another method`}
          </Button>
        }
      />
    )
  }
  return (
    <SignInFrame
      title={t`New password`}
      lead={
        step === 'choose' ? (
          <Trans>Verify your identity</Trans>
        ) : (
          <Trans>Setting a new password signs you out everywhere.</Trans>
        )
      }
    >
      {step === 'choose' ? (
        <Ways onChoose={setStep} />
      ) : step === 'mail' ? (
        <MailForm onDone={() => setStep('mailed')} />
      ) : (
        <NewPasswordForm key={step} way={step} token={token} onDone={() => setStep('done')} />
      )}
      {step === 'choose' ? (
        <LinkButton href={paths.login} variant="quiet" wide className="mt-4">
          {t`Back to sign in`}
        </LinkButton>
      ) : (
        <Button variant="quiet" wide onClick={() => setStep('choose')} className="mt-2">
          {t`Choose another method`}
        </Button>
      )}
    </SignInFrame>
  )
}

function Ways({ onChoose }: { onChoose: (step: Step) => void }) {
  const { t } = useLingui()
  return (
    <QueryResult bare query={useQuery(recoveryQuery)} outline={['mt-6 h-45']}>
      {(data) => (
        <>
          <Card className="mt-6">
            <Row
              leading={<Icon name="document" className="text-action" />}
              title={t`Recovery code`}
              detail={t`One of your ten saved codes`}
              onPress={() => onChoose('recovery_code')}
            />
            {data.passkey && passkeysWork() && (
              <Row
                leading={<Icon name="lock" className="text-action" />}
                title={t`Passkey`}
                detail={t`Fingerprint, face or PIN of a device you have used here`}
                onPress={() => onChoose('passkey')}
              />
            )}
            {data.mail && (
              <Row
                leading={<Icon name="share" className="text-action" />}
                title={t`Link by email`}
                detail={t`To your confirmed address`}
                onPress={() => onChoose('mail')}
              />
            )}
          </Card>
          <p className="mt-4 text-small text-quiet">
            <Trans>
              If that is not possible, contact support. We verify your identity, and your money stays safe.
            </Trans>
          </p>
          <LinkButton href={paths.askSupport} variant="quiet" wide className="mt-1">
            {t`Ask support without signing in`}
          </LinkButton>
        </>
      )}
    </QueryResult>
  )
}

function Outcome({ title, body, action }: { title: string; body: ReactNode; action: ReactNode }) {
  return (
    <SignInFrame title={title} lead={body}>
      <div className="mt-6">{action}</div>
    </SignInFrame>
  )
}
