// Signing in: by password and a code of the authenticator app, or by a passkey.
import { Button, Link, TextField } from '@mui/material'
import { type SubmitEvent, useState } from 'react'
import { useLogin, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { call } from '../api.ts'
import { useNotifyFailure } from '../failures.ts'
import { takeFocus } from '../forms.ts'
import { askPasskey, passkeysWork } from './passkey.ts'
import { OtpField, Outside, PasswordField } from './Proofs.tsx'

export function SignInPage() {
  const translate = useTranslate()
  const login = useLogin()
  const say = useNotifyFailure()
  const [busy, setBusy] = useState(false)

  async function attempt(proofs: () => Promise<object>) {
    setBusy(true)
    try {
      await login(await proofs())
    } catch (failure) {
      say(failure)
    } finally {
      setBusy(false)
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = Object.fromEntries(new FormData(event.currentTarget))
    void attempt(async () => form)
  }
  const withPasskey = () =>
    attempt(async () => ({ assertion: await askPasskey(await call('POST backoffice/auth/passkey-options')) }))

  return (
    <Outside title={translate('app.sign_in.title')}>
      <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
        <TextField
          name="username"
          label={translate('app.sign_in.username')}
          required
          inputRef={takeFocus}
          margin="dense"
          autoComplete="username"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <PasswordField label={translate('app.sign_in.password')} />
        <OtpField />
        <Button type="submit" variant="contained" size="large" disabled={busy}>
          {translate('app.sign_in.submit')}
        </Button>
      </form>
      {passkeysWork() && (
        <Button variant="outlined" size="large" disabled={busy} onClick={() => void withPasskey()}>
          {translate('app.sign_in.with_passkey')}
        </Button>
      )}
      <Link component={RouterLink} to="/setup">
        {translate('app.sign_in.have_codes')}
      </Link>
    </Outside>
  )
}
