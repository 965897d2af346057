// Account setup of a new operator: both halves of the code, then a password with an authenticator app, or a
// passkey.
import { Box, Button, Link, TextField, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { FormDataConsumer, required, TextInput, useTranslate } from 'react-admin'
import { Link as RouterLink, useHref, useLocation, useNavigate } from 'react-router-dom'
import { encode } from 'uqr'
import { ActionForm } from '../components/ActionForm.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointMutation } from '../shell/endpoint-hooks.ts'
import { useNotifyFailure } from '../shell/failures.ts'
import { MIN_PASSWORD, OtpInput, Outside, PasswordInput } from './CredentialInputs.tsx'
import { makePasskey, passkeysWork } from './passkey.ts'

interface Codes {
  first_code: string
  second_code: string
}
type SetupState = DataOf<'POST backoffice/auth/setup'>

export function SetupPage() {
  const translate = useTranslate()
  const [codes, setCodes] = useState<Codes>()
  const [begun, setBegun] = useState<SetupState>()
  return (
    <Outside title={translate('app.setup.title')}>
      {codes && begun ? (
        <Finish codes={codes} begun={begun} />
      ) : (
        <Begin
          onBegun={(sent, answer) => {
            setCodes(sent)
            setBegun(answer)
          }}
        />
      )}
      <Link component={RouterLink} to="/login">
        {translate('app.sign_in.back')}
      </Link>
    </Outside>
  )
}

/**
 * Both halves, if the URL has them after `#`, as printed by `npm run staff:owner`. Removed from the URL at
 * once, so that no history or screenshot keeps them.
 */
function useCodesOfAddress(): Codes {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [codes] = useState(() => {
    const [first_code = '', second_code = ''] = hash.slice(1).split('.')
    return { first_code, second_code }
  })
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true })
  }, [hash, navigate, pathname])
  return codes
}

const FORM_STYLE = { display: 'grid', gap: 1.5 }
const trimmed = (typed: string) => typed.trim()

function Begin({ onBegun }: { onBegun: (codes: Codes, begun: SetupState) => void }) {
  const translate = useTranslate()
  const codesOfAddress = useCodesOfAddress()
  return (
    <ActionForm<'POST backoffice/auth/setup', Codes>
      endpoint="POST backoffice/auth/setup"
      input={(body) => ({ body })}
      defaultValues={codesOfAddress}
      leaves
      onDone={(begun, { body }) => onBegun(body, begun)}
    >
      {(busy) => (
        <Box sx={FORM_STYLE}>
          <Typography>{translate('app.setup.why')}</Typography>
          {(['first_code', 'second_code'] as const).map((name) => (
            <TextInput
              key={name}
              source={name}
              label={`app.setup.${name}`}
              parse={trimmed}
              validate={required()}
              helperText={false}
              autoComplete="off"
              slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, maxLength: 60 } }}
            />
          ))}
          <Button type="submit" variant="contained" size="large" disabled={busy}>
            {translate('app.setup.next')}
          </Button>
        </Box>
      )}
    </ActionForm>
  )
}

const FINISH = 'POST backoffice/auth/setup/finish'

function Finish({ codes, begun }: { codes: Codes; begun: SetupState }) {
  const translate = useTranslate()
  const notifyFailure = useNotifyFailure()
  const backOffice = useHref('/')
  const { passkey } = begun
  const finished = {
    leaves: true,
    // A full page load: the framework has cached that nobody is signed in, and would end the new session on
    // the next response.
    onDone: () => globalThis.location.replace(backOffice),
  }
  const { start } = useEndpointMutation(FINISH, finished)
  return (
    <ActionForm<typeof FINISH, { password: string; otp: string }>
      endpoint={FINISH}
      input={(values) => ({ body: { ...codes, ...values } })}
      {...finished}
    >
      {(busy) => (
        <Box sx={FORM_STYLE}>
          <Typography>
            {translate('app.setup.who', {
              username: begun.username,
              role: translate(`app.roles.${begun.role}`),
            })}
          </Typography>
          <PasswordInput label="app.setup.password" fresh />
          <Typography>{translate('app.setup.scan')}</Typography>
          <Box sx={{ justifySelf: 'center', p: 1, bgcolor: '#fff', borderRadius: 1 }}>
            <QrCode text={begun.one_time.uri} label={translate('app.setup.qr')} />
          </Box>
          <TextField
            label={translate('app.setup.secret')}
            value={begun.one_time.secret}
            margin="dense"
            slotProps={{ htmlInput: { readOnly: true } }}
          />
          <OtpInput />
          <Button type="submit" variant="contained" size="large" disabled={busy}>
            {translate('app.setup.finish')}
          </Button>
          {passkey && passkeysWork() && (
            <FormDataConsumer<{ password?: string }>>
              {({ formData: { password } }) => (
                <Button
                  variant="outlined"
                  size="large"
                  disabled={busy || (password ?? '').length < MIN_PASSWORD}
                  onClick={() =>
                    void makePasskey(passkey).then(
                      (credential) => start({ body: { ...codes, password: password ?? '', credential } }),
                      notifyFailure,
                    )
                  }
                >
                  {translate('app.setup.finish_with_passkey')}
                </Button>
              )}
            </FormDataConsumer>
          )}
        </Box>
      )}
    </ActionForm>
  )
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 1 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width="180" height="180">
      <path d={path} fill="#000" />
    </svg>
  )
}
