// The frame of every screen: the bar with the operator, the menu of their role, and the confirmation
// dialog.
import { Box, Chip } from '@mui/material'
import type { ReactNode } from 'react'
import { AppBar, Layout, TitlePortal, useGetIdentity, useTranslate } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { LedgerAlarm } from './ledger/Alarm.tsx'
import { Menu } from './Menu.tsx'
import { Search } from './Search.tsx'
import { ConfirmDialog } from './signing-in/ConfirmDialog.tsx'

function Role() {
  const { identity } = useGetIdentity()
  const translate = useTranslate()
  if (identity === undefined) return null
  return (
    <Chip
      size="small"
      variant="outlined"
      sx={{ mr: 1 }}
      label={translate(`app.roles.${String(identity['role'])}`)}
    />
  )
}

/** Lists and what is written are headed by the bar; the dashboard, and pages of one thing, head themselves. */
const HEADED = /^\/[\w-]+\/?$|^\/(pages|broadcasts|bank-mappings)\//

function Bar() {
  const headed = HEADED.test(useLocation().pathname)
  return (
    <AppBar>
      <Box sx={{ fontWeight: 800, mr: 2, display: { xs: 'none', md: 'block' } }}>Fairturn</Box>
      <TitlePortal {...(headed && { role: 'heading', 'aria-level': 1 })} />
      <Search />
      <Role />
    </AppBar>
  )
}

export const Frame = ({ children }: { children: ReactNode }) => (
  <Layout appBar={Bar} menu={Menu}>
    <LedgerAlarm />
    {children}
    <ConfirmDialog />
  </Layout>
)
