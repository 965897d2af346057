// The confirmation dialog, when a call requires one; the call is then retried.
import { Button } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { call } from '../api.ts'
import { useNotifyFailure } from '../failures.ts'
import { textOf } from '../forms.ts'
import { onConfirmationWanted } from './confirmation.ts'
import { askPasskey, passkeysWork } from './passkey.ts'
import { OtpField, PasswordField } from './Proofs.tsx'

export function ConfirmDialog() {
  const translate = useTranslate()
  const say = useNotifyFailure()
  const [answer, setAnswer] = useState<(confirmed: boolean) => void>()

  useEffect(() => onConfirmationWanted(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), [])
  if (answer === undefined) return null

  function finish(confirmed: boolean) {
    answer?.(confirmed)
    setAnswer(undefined)
  }
  async function byPassword(form: FormData) {
    const body = { password: textOf(form, 'password'), otp: textOf(form, 'otp') }
    await call('POST backoffice/auth/confirm', { body })
    finish(true)
  }
  async function byPasskey() {
    try {
      const assertion = await askPasskey(await call('POST backoffice/auth/confirm-options'))
      await call('POST backoffice/auth/confirm', { body: { assertion } })
      finish(true)
    } catch (failure) {
      say(failure)
    }
  }
  return (
    <ActDialog
      title={translate('app.confirm.title')}
      why={translate('app.confirm.why')}
      act={byPassword}
      onClose={() => finish(false)}
    >
      <PasswordField label={translate('app.sign_in.password')} first />
      <OtpField />
      {passkeysWork() && (
        <Button variant="outlined" onClick={() => void byPasskey()}>
          {translate('app.confirm.with_passkey')}
        </Button>
      )}
    </ActDialog>
  )
}
