// The fields by which an operator verifies themselves, and the frame of the signed-out screens.
import { Box, Paper, TextField, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { LocalesMenuButton, ToggleThemeButton, useTranslate } from 'react-admin'
import { takeFocus } from '../forms.ts'

export const OtpField = () => (
  <TextField
    name="otp"
    label={useTranslate()('app.sign_in.otp')}
    required
    margin="dense"
    autoComplete="one-time-code"
    slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 10 } }}
  />
)

export const PasswordField = ({
  label,
  fresh = false,
  first = false,
}: {
  label: string
  fresh?: boolean
  first?: boolean
}) => (
  <TextField
    name="password"
    type="password"
    inputRef={first ? takeFocus : undefined}
    label={label}
    required
    margin="dense"
    autoComplete={fresh ? 'new-password' : 'current-password'}
    slotProps={{ htmlInput: { maxLength: 256, ...(fresh && { minLength: 12 }) } }}
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
