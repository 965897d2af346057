import type { PhoneCode } from '@fairturn/contract/phone-codes'
import { Button } from '@fairturn/ui/Button.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { call, queries } from '../../shell/client.ts'
import { Dialog } from '../../shell/Dialog.tsx'
import { toastMessage } from '../../shell/messages.ts'
import { keys, viewerQuery } from '../../shell/queries.ts'
import { session } from '../../shell/session.ts'
import { PhoneField } from '../sign-in/PhoneField.tsx'
import { CredentialDialog } from './CredentialDialog.tsx'

const PhoneCodeDialog = lazy(() => import('./PhoneCode.tsx'))
const EnterPhoneCode = lazy(async () => ({ default: (await import('./PhoneCode.tsx')).EnterPhoneCode }))

const refresh = () => queries.invalidateQueries({ queryKey: keys.security })

interface EmailProps {
  email: string | null
  /** False if the server cannot send mail: an address can then only be removed. */
  available: boolean
  onClose: () => void
}

export function EmailDialog({ email, available, onClose }: EmailProps) {
  const { t } = useLingui()
  const [step, setStep] = useState<'look' | 'change' | 'remove'>(email === null ? 'change' : 'look')
  if (step === 'remove') return <RemoveEmail onClose={onClose} />
  if (step === 'change') return <ChangeEmail onClose={onClose} />
  return (
    <Dialog
      onClose={onClose}
      title={t`Email`}
      actions={
        <>
          <Button variant="loss" onClick={() => setStep('remove')}>{t`Remove`}</Button>
          {available && <Button onClick={() => setStep('change')}>{t`Change`}</Button>}
        </>
      }
    >
      <p className="mt-3 font-semibold break-all">{email}</p>
      <p className="mt-1 text-quiet">
        <Trans>If you forget your password, we can send a reset link to this address.</Trans>
      </p>
    </Dialog>
  )
}

function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <CredentialDialog
      title={t`Email`}
      lead={<Trans>We will send a link to this address. Open it to confirm.</Trans>}
      confirm={t`Send link`}
      initial={{ email: '' }}
      schema={() =>
        import('@fairturn/contract/security').then(({ securityCalls }) => securityCalls.changeEmail.body)
      }
      send={(body) => call('POST email', { body })}
      onDone={async () => {
        onClose()
        await toastMessage('confirmation_mail_is_on_its_way')
      }}
      onClose={onClose}
    >
      {(field) => (
        <Field {...field('email')} type="email" label={t`Email`} autoComplete="email" maxLength={254} />
      )}
    </CredentialDialog>
  )
}

function RemoveEmail({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <CredentialDialog
      title={t`Remove email`}
      lead={<Trans>You will no longer be able to reset your password by email.</Trans>}
      confirm={t`Remove`}
      loss
      send={(body) => call('POST email/remove', { body })}
      onDone={async () => {
        onClose()
        void refresh()
        await toastMessage('email_removed_successfully')
      }}
      onClose={onClose}
    />
  )
}

interface PhoneProps {
  /** The number, if it is to be confirmed: codes are sent, and it has not been. */
  unconfirmed: string | null
  onClose: () => void
}

export function PhoneDialog({ unconfirmed, onClose }: PhoneProps) {
  const { t } = useLingui()
  // Fixed when the dialog opens, like the actions of the others.
  const [step, setStep] = useState<'look' | 'confirm' | 'change'>(unconfirmed === null ? 'change' : 'look')
  if (step === 'change') return <ChangePhone onClose={onClose} />
  if (step === 'confirm')
    return (
      <PhoneCodeDialog
        lead={t`We send a code to this number. Whoever confirms a number has it.`}
        onDone={onClose}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      onClose={onClose}
      title={t`Phone number`}
      actions={
        <>
          <Button variant="secondary" onClick={() => setStep('change')}>{t`Change`}</Button>
          <Button onClick={() => setStep('confirm')}>
            {t({ message: 'Confirm', context: 'a phone number' })}
          </Button>
        </>
      }
    >
      <p className="figures mt-3 font-semibold">{unconfirmed}</p>
      <p className="mt-1 text-quiet">
        <Trans>Not confirmed yet. You confirm it before your next order.</Trans>
      </p>
    </Dialog>
  )
}

function ChangePhone({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [sent, setSent] = useState<PhoneCode | null>(null)
  if (sent) return <EnterPhoneCode sent={sent} onDone={onClose} onClose={onClose} />
  return (
    <CredentialDialog
      title={t`Change phone number`}
      lead={<Trans>From then on you sign in with the new number instead of the old one.</Trans>}
      confirm={t`Change`}
      initial={{ phone: '' }}
      schema={() =>
        import('@fairturn/contract/security').then(({ securityCalls }) => securityCalls.changePhone.body)
      }
      fieldOf={{
        username_or_phone_number_already_exists: 'phone',
        phone_cannot_be_reached: 'phone',
        too_many_phone_codes: 'phone',
        phone_code_was_just_sent: 'phone',
      }}
      send={(body) => call('POST phone', { body })}
      onDone={async ({ data: { phone_code, ...user } }) => {
        if (phone_code) return setSent(phone_code)
        onClose()
        session.replaceUser(user)
        queries.setQueryData(viewerQuery.queryKey, user)
        void refresh()
        await toastMessage('phone_changed_successfully')
      }}
      onClose={onClose}
    >
      {(field) => <PhoneField {...field('phone')} label={t`New phone number`} />}
    </CredentialDialog>
  )
}
