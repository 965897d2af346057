import { Alert, Box, Button, Link } from '@mui/material'
import { useState } from 'react'
import { Form, required, TextInput, useLogin, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { takeFocus } from '../components/forms.ts'
import { call } from '../shell/api.ts'
import { useNotifyFailure } from '../shell/failures.ts'
import { hasDrafts } from '../shell/store.ts'
import { OtpInput, Outside, PasswordInput } from './CredentialInputs.tsx'
import { getPasskeyAssertion, passkeysWork } from './passkey.ts'

export function SignInPage() {
  const translate = useTranslate()
  const login = useLogin()
  const notifyFailure = useNotifyFailure()
  const [busy, setBusy] = useState(false)

  async function attempt(credentials: () => Promise<object>) {
    setBusy(true)
    try {
      await login(await credentials())
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  const withPasskey = () =>
    attempt(async () => ({
      assertion: await getPasskeyAssertion(await call('POST backoffice/auth/passkey-options')),
    }))

  return (
    <Outside title={translate('app.sign_in.title')}>
      {hasDrafts() && <Alert severity="info">{translate('app.sign_in.drafts_are_kept')}</Alert>}
      <Form
        record={{}}
        disableInvalidFormNotification
        onSubmit={(values: unknown) => attempt(() => Promise.resolve(values as object))}
      >
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <TextInput
            source="username"
            label="app.sign_in.username"
            validate={required()}
            helperText={false}
            autoComplete="username"
            slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, ref: takeFocus } }}
          />
          <PasswordInput label="app.sign_in.password" />
          <OtpInput />
          <Button type="submit" variant="contained" size="large" disabled={busy}>
            {translate('app.sign_in.submit')}
          </Button>
        </Box>
      </Form>
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
