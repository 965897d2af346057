// The inputs for an operator's credentials, and the layout of the signed-out screens.
import { Box, Paper, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { LocalesMenuButton, minLength, required, TextInput, ToggleThemeButton } from 'react-admin'
import { Demo } from '../components/Demo.tsx'
import { takeFocus } from '../components/forms.ts'

export const MIN_PASSWORD = 12

export const OtpInput = () => (
  <TextInput
    source="otp"
    label="app.sign_in.otp"
    parse={(typed: string) => typed.trim()}
    validate={required()}
    helperText={false}
    autoComplete="one-time-code"
    slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 10 } }}
  />
)

interface PasswordProps {
  label: string
  /** A new password, not the current one. */
  fresh?: boolean
  first?: boolean
}

export const PasswordInput = ({ label, fresh = false, first = false }: PasswordProps) => (
  <TextInput
    source="password"
    type="password"
    label={label}
    validate={fresh ? [required(), minLength(MIN_PASSWORD)] : required()}
    helperText={false}
    autoComplete={fresh ? 'new-password' : 'current-password'}
    slotProps={{ htmlInput: { maxLength: 256, ...(first && { ref: takeFocus }) } }}
  />
)

export function Outside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100vh',
        display: 'grid',
        placeItems: 'center',
        p: 2,
        bgcolor: 'background.default',
        color: 'text.primary',
      }}
    >
      <Paper variant="outlined" sx={{ width: '100%', maxWidth: 400, p: 3, display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Box sx={{ fontWeight: 800, flex: 1 }}>Fairturn</Box>
          <Demo />
          <LocalesMenuButton />
          <ToggleThemeButton />
        </Box>
        <Typography variant="h5" component="h1">
          {title}
        </Typography>
        {children}
      </Paper>
    </Box>
  )
}
