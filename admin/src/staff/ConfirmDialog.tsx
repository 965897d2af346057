// The confirmation dialog, shown when a call requires a recent confirmation; the call is then retried.
import { Button } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { ActionDialog } from '../components/ActionDialog.tsx'
import { call } from '../shell/api.ts'
import { onConfirmationRequired } from '../shell/confirmation.ts'
import { useEndpointMutation } from '../shell/endpoint-hooks.ts'
import { useNotifyFailure } from '../shell/failures.ts'
import { OtpInput, PasswordInput } from './CredentialInputs.tsx'
import { getPasskeyAssertion, passkeysWork } from './passkey.ts'

const ENDPOINT = 'POST backoffice/auth/confirm'

export function ConfirmDialog() {
  const [answer, setAnswer] = useState<(confirmed: boolean) => void>()
  useEffect(
    () => onConfirmationRequired(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))),
    [],
  )
  if (answer === undefined) return null
  const close = (confirmed: boolean) => {
    answer(confirmed)
    setAnswer(undefined)
  }
  return <Question answer={close} />
}

function Question({ answer }: { answer: (confirmed: boolean) => void }) {
  const translate = useTranslate()
  const notifyFailure = useNotifyFailure()
  const { start } = useEndpointMutation(ENDPOINT, { leaves: true, onDone: () => answer(true) })
  const confirmByPasskey = () =>
    call('POST backoffice/auth/confirm-options')
      .then(getPasskeyAssertion)
      .then((assertion) => start({ body: { assertion } }), notifyFailure)
  return (
    <ActionDialog
      endpoint={ENDPOINT}
      input={(body: { password: string; otp: string }) => ({ body })}
      title={translate('app.confirm.title')}
      of={null}
      why={translate('app.confirm.why')}
      leaves
      onDone={() => answer(true)}
      onClose={() => answer(false)}
    >
      <PasswordInput label="app.sign_in.password" first />
      <OtpInput />
      {passkeysWork() && (
        <Button variant="outlined" onClick={() => void confirmByPasskey()}>
          {translate('app.confirm.with_passkey')}
        </Button>
      )}
    </ActionDialog>
  )
}
