// How a new colleague sets up: both halves of the code, then a password and an authenticator app or a passkey.
import { Box, Button, Link, TextField, Typography } from '@mui/material'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink, useHref, useLocation, useNavigate } from 'react-router-dom'
import { encode } from 'uqr'
import { call, type DataOf } from '../api.ts'
import { useNotifyFailure } from '../failures.ts'
import { textOf } from '../forms.ts'
import { makePasskey, passkeysWork } from './passkey.ts'
import { OtpField, Outside, PasswordField } from './Proofs.tsx'

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

const formOf = (event: SubmitEvent<HTMLFormElement>) => {
  event.preventDefault()
  const form = new FormData(event.currentTarget)
  return (name: string) => textOf(form, name).trim()
}

/**
 * Both halves, where the address carries them after `#` as `npm run staff:owner` prints it. They are taken out of the address
 * at once, so that no history or screenshot keeps them.
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

function Begin({ onBegun }: { onBegun: (codes: Codes, begun: SetupState) => void }) {
  const translate = useTranslate()
  const say = useNotifyFailure()
  const codesOfAddress = useCodesOfAddress()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const field = formOf(event)
    const codes = { first_code: field('first_code'), second_code: field('second_code') }
    call('POST backoffice/auth/setup', { body: codes }).then((begun) => onBegun(codes, begun), say)
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <Typography>{translate('app.setup.why')}</Typography>
      {(['first_code', 'second_code'] as const).map((name) => (
        <TextField
          key={name}
          name={name}
          label={translate(`app.setup.${name}`)}
          required
          defaultValue={codesOfAddress[name]}
          margin="dense"
          autoComplete="off"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, maxLength: 60 } }}
        />
      ))}
      <Button type="submit" variant="contained" size="large">
        {translate('app.setup.next')}
      </Button>
    </form>
  )
}

function Finish({ codes, begun }: { codes: Codes; begun: SetupState }) {
  const translate = useTranslate()
  const say = useNotifyFailure()
  const backOffice = useHref('/')
  const [password, setPassword] = useState('')
  const { passkey } = begun
  async function finish(second: () => Promise<object>) {
    try {
      const body = { ...codes, password, ...(await second()) }
      await call('POST backoffice/auth/setup/finish', { body })
      // A full load: the framework has cached that nobody is signed in, and on this answer would end the session just opened.
      globalThis.location.replace(backOffice)
    } catch (failure) {
      say(failure)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        const otp = formOf(event)('otp')
        void finish(async () => ({ otp }))
      }}
      onChange={(event) => {
        const at = event.target as unknown as HTMLInputElement
        if (at.name === 'password') setPassword(at.value)
      }}
      style={{ display: 'grid', gap: 12 }}
    >
      <Typography>
        {translate('app.setup.who', { username: begun.username, role: translate(`app.roles.${begun.role}`) })}
      </Typography>
      <PasswordField label={translate('app.setup.password')} fresh />
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
      <OtpField />
      <Button type="submit" variant="contained" size="large">
        {translate('app.setup.finish')}
      </Button>
      {passkey && passkeysWork() && (
        <Button
          variant="outlined"
          size="large"
          disabled={password.length < 12}
          onClick={() => void finish(async () => ({ credential: await makePasskey(passkey) }))}
        >
          {translate('app.setup.finish_with_passkey')}
        </Button>
      )}
    </form>
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
