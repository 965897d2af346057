import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call, queries } from '../../shell/client.ts'
import { Dialog } from '../../shell/Dialog.tsx'
import { useForm } from '../../shell/forms/useForm.ts'
import { toastMessage } from '../../shell/messages.ts'
import { QrCode } from '../../shell/QrCode.tsx'
import { keys, memberId } from '../../shell/queries.ts'
import { copyText } from '../../tracking/copy.ts'
import { CodesDialog } from './CodesDialog.tsx'
import { CredentialDialog } from './CredentialDialog.tsx'

interface Secret {
  secret: string
  uri: string
}

const refresh = () => queries.invalidateQueries({ queryKey: keys.security })

export default function OneTimeCodes({ on, onClose }: { on: boolean; onClose: () => void }) {
  // Fixed when the dialog opens: refetching the list behind it must not change the action.
  const [turnsOff] = useState(on)
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  async function turnedOn(recovery_codes: readonly string[]) {
    void refresh()
    if (recovery_codes.length > 0) setCodes(recovery_codes)
    else onClose()
    await toastMessage('one_time_codes_turned_on')
  }

  if (turnsOff) return <TurnOff onClose={onClose} />
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  if (secret) return <Enrol secret={secret} onDone={turnedOn} onClose={onClose} />
  return <Begin onDone={setSecret} onClose={onClose} />
}

function Begin({ onDone, onClose }: { onDone: (secret: Secret) => void; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <CredentialDialog
      title={t`Turn on one-time codes`}
      lead={
        <Trans>When you sign in, you will also enter a code from an authenticator app on your phone.</Trans>
      }
      confirm={t`Continue`}
      send={(body) => call('POST one-time-codes', { body })}
      onDone={({ data }) => onDone(data)}
      onClose={onClose}
    />
  )
}

interface EnrolProps {
  secret: Secret
  onDone: (recovery_codes: readonly string[]) => unknown
  onClose: () => void
}

function Enrol({ secret: { secret, uri }, onDone, onClose }: EnrolProps) {
  const { t } = useLingui()
  const form = useForm({
    initial: { otp: '' },
    body: (typed) => ({ user_id: memberId(), ...typed }),
    check: ({ otp }) => ({ otp: otp === '' && 'one_time_code_is_required' }),
    fieldOf: { one_time_code_is_incorrect: 'otp' },
    send: (body) => call('POST one-time-codes/confirm', { body }),
    onDone: ({ data }) => onDone(data.recovery_codes),
  })
  return (
    <Dialog onClose={onClose} title={t`Add it to your app`} busy={form.busy}>
      <p className="mt-2 text-quiet">
        <Trans>Scan this with an authenticator app, open it there, or enter the key by hand.</Trans>
      </p>
      <div className="mx-auto mt-4 max-w-52">
        <QrCode text={uri} label={t`QR code for your authenticator app`} />
      </div>
      <LinkButton href={uri} variant="soft" wide icon="external" className="mt-3">
        {t`Open in an app on this phone`}
      </LinkButton>
      <div className="mt-2 flex items-center gap-1">
        <code className="min-w-0 flex-1 text-small break-all select-all">
          {secret.match(/.{4}/g)?.join(' ')}
        </code>
        <IconButton icon="copy" label={t`Copy key`} onClick={() => void copyText(secret, t`Key copied`)} />
      </div>
      <form {...form.props} className="mt-4 grid gap-4">
        <Field
          {...form.field('otp')}
          label={t`Code shown in the app`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
        />
        <Button type="submit" wide busy={form.busy}>
          {t`Turn on`}
        </Button>
      </form>
    </Dialog>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <CredentialDialog
      title={t`Turn off one-time codes`}
      lead={<Trans>Your password alone will then be enough to sign in.</Trans>}
      confirm={t`Turn off`}
      loss
      initial={{ otp: '' }}
      check={({ otp }) => ({ otp: otp === '' && 'one_time_code_is_required' })}
      fieldOf={{ one_time_code_is_incorrect: 'otp' }}
      send={(body) => call('POST one-time-codes/end', { body })}
      onDone={async () => {
        onClose()
        void refresh()
        await toastMessage('one_time_codes_turned_off')
      }}
      onClose={onClose}
    >
      {(field) => (
        <Field
          {...field('otp')}
          label={t`Authenticator code or recovery code`}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={40}
        />
      )}
    </CredentialDialog>
  )
}
