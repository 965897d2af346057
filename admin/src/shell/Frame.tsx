// The layout of every screen: app bar with the operator, the menu of their role, and the confirmation dialog.
import TranslateIcon from '@mui/icons-material/TranslateOutlined'
import { Box, Button, Chip, LinearProgress } from '@mui/material'
import { type ReactNode, Suspense } from 'react'
import {
  AppBar,
  Layout,
  LoadingIndicator,
  TitlePortal,
  ToggleThemeButton,
  useGetIdentity,
  useLocaleState,
  UserMenu,
  useTranslate,
} from 'react-admin'
import { useLocation } from 'react-router-dom'
import { Demo } from '../components/Demo.tsx'
import { isHeaded } from '../components/headings.tsx'
import { LedgerAlarm } from '../ledger/Alarm.tsx'
import { Search } from '../overview/Search.tsx'
import { ConfirmDialog } from '../staff/ConfirmDialog.tsx'
import { LANGUAGES } from './i18n.ts'
import { Menu } from './Menu.tsx'
import { WithSidePanel } from './SidePanel.tsx'

function Role() {
  const { identity } = useGetIdentity()
  const translate = useTranslate()
  if (identity === undefined) return null
  return (
    <Chip
      size="small"
      variant="outlined"
      // On a narrow screen the title needs the room, which says the reference.
      sx={{ mr: 1, display: { xs: 'none', md: 'inline-flex' } }}
      label={translate(`app.roles.${String(identity['role'])}`)}
    />
  )
}

/** Switches to the other language; labelled with that language's name. */
function OtherLanguage() {
  const [locale, setLocale] = useLocaleState()
  const other = LANGUAGES.find((language) => language.locale !== locale)!
  return (
    <Button
      color="inherit"
      startIcon={<TranslateIcon />}
      lang={other.locale}
      aria-label={other.name}
      title={other.name}
      onClick={() => setLocale(other.locale)}
      sx={{ minWidth: 0, '& .MuiButton-startIcon': { mr: { xs: 0, md: 1 } } }}
    >
      <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
        {other.name}
      </Box>
    </Button>
  )
}

function Tools() {
  const translate = useTranslate()
  return (
    <>
      <OtherLanguage />
      <ToggleThemeButton />
      <LoadingIndicator aria-label={translate('ra.page.loading')} />
    </>
  )
}

function Bar() {
  const headed = isHeaded(useLocation().pathname)
  const { identity } = useGetIdentity()
  return (
    // Always visible: it contains the page's heading.
    <AppBar alwaysOn toolbar={<Tools />} userMenu={<UserMenu label={identity?.fullName ?? ''} />}>
      <Box sx={{ fontWeight: 800, mr: 2, display: { xs: 'none', md: 'block' } }}>Fairturn</Box>
      <TitlePortal sx={{ mr: 1 }} {...(headed && { role: 'heading', 'aria-level': 1 })} />
      <Demo />
      <Search />
      <Role />
    </AppBar>
  )
}

/** Shown while the code of a screen is loading. */
export const Loading = () => <LinearProgress aria-label={useTranslate()('ra.page.loading')} />

export const Frame = ({ children }: { children: ReactNode }) => (
  <Layout appBar={Bar} menu={Menu}>
    <LedgerAlarm />
    <WithSidePanel>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </WithSidePanel>
    <ConfirmDialog />
  </Layout>
)
