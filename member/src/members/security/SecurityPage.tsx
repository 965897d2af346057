import { Badge } from '@fairturn/ui/Badge.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Page } from '../../shell/Page.tsx'
import { paths } from '../../shell/paths.ts'
import { securityQuery } from '../../shell/queries.ts'
import { Below, QueryResult } from '../../shell/QueryResult.tsx'
import { EmailDialog, PhoneDialog } from './Contact.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { Sessions } from './Sessions.tsx'

const OneTimeCodes = lazy(() => import('./OneTimeCodes.tsx'))
const RecoveryCodes = lazy(() => import('./RecoveryCodes.tsx'))

type Security = DataOf<'GET security'>
type OpenDialog = 'password' | 'one_time_codes' | 'recovery_codes' | 'email' | 'phone'

export default function SecurityPage() {
  const { t } = useLingui()
  const query = useQuery(securityQuery)
  return (
    <Page title={t`Security`} back={paths.individual}>
      <QueryResult query={query} outline={['h-70', 'mt-8 h-38.5']}>
        {(security) => (
          <>
            <Protection security={security} />
            <Passkeys passkeys={security.passkeys} available={security.passkeys_available} />
          </>
        )}
      </QueryResult>
      <Below queries={[query]}>
        <Sessions />
      </Below>
    </Page>
  )
}

function Protection({ security }: { security: Security }) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const {
    email,
    phone,
    phone_confirmed,
    phone_codes_available,
    mail_available,
    one_time_codes,
    recovery_codes_left: left,
  } = security
  const unconfirmed = phone_codes_available && !phone_confirmed ? phone : null
  const close = () => setOpened(null)
  return (
    <>
      <Card>
        <Row title={t`Password`} detail={t`Change password`} onPress={() => setOpened('password')} />
        <OneTimeCodesRow on={one_time_codes} onPress={() => setOpened('one_time_codes')} />
        <Row
          title={t`Recovery codes`}
          detail={
            <Plural
              value={left}
              _0="None; create some in case you lose your phone"
              one="# left"
              other="# left"
            />
          }
          onPress={() => setOpened('recovery_codes')}
        />
        {(mail_available || email !== null) && (
          <Row
            title={t`Email`}
            detail={
              email ? (
                <span className="wrap-anywhere">{email}</span>
              ) : (
                <Trans>None; add one to reset your password by email</Trans>
              )
            }
            onPress={() => setOpened('email')}
          />
        )}
        <Row
          title={t`Phone number`}
          detail={<span className="figures">{phone}</span>}
          trailing={
            unconfirmed !== null && (
              <Badge tone="quiet">{t({ message: 'Not confirmed', context: 'a phone number' })}</Badge>
            )
          }
          onPress={() => setOpened('phone')}
        />
      </Card>
      <Suspense>
        {opened === 'password' && <PasswordDialog onClose={close} />}
        {opened === 'one_time_codes' && <OneTimeCodes on={one_time_codes} onClose={close} />}
        {opened === 'recovery_codes' && <RecoveryCodes left={left} onClose={close} />}
        {opened === 'email' && <EmailDialog email={email} available={mail_available} onClose={close} />}
        {opened === 'phone' && <PhoneDialog unconfirmed={unconfirmed} onClose={close} />}
      </Suspense>
    </>
  )
}

function OneTimeCodesRow({ on, onPress }: { on: boolean; onPress: () => void }) {
  const { t } = useLingui()
  return (
    <Row
      title={t`One-time codes`}
      detail={
        on ? (
          <Trans>Signing in requires a code as well as your password.</Trans>
        ) : (
          <Trans>A second step when you sign in, with an app on your phone.</Trans>
        )
      }
      trailing={
        <Badge tone={on ? 'action' : 'quiet'}>
          {on ? (
            <Trans context="one-time codes are turned on">On</Trans>
          ) : (
            <Trans context="one-time codes are turned off">Off</Trans>
          )}
        </Badge>
      }
      onPress={onPress}
    />
  )
}
