// The back office as a whole: who is let in, which lists there are, how it looks and in which language.
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined'
import GroupsIcon from '@mui/icons-material/GroupsOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import { Admin, CustomRoutes, Resource } from 'react-admin'
import { BrowserRouter, Route } from 'react-router-dom'
import { ApprovalList } from './approvals/ApprovalList.tsx'
import { ApprovalPage } from './approvals/ApprovalPage.tsx'
import { AuditList } from './audit/AuditList.tsx'
import { i18nProvider } from './i18n.ts'
import { Frame } from './Frame.tsx'
import { dataProvider } from './lists.ts'
import { MemberList } from './members/MemberList.tsx'
import { authProvider } from './signing-in/session.ts'
import { SetupPage } from './signing-in/SetupPage.tsx'
import { SignInPage } from './signing-in/SignInPage.tsx'
import { StaffList } from './staff/StaffList.tsx'
import { darkTheme, lightTheme } from './theme.ts'

/** Styles made while it runs bear what the server wrote into this one page, or the browser drops them. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
const styles = createCache({ key: 'office', ...(nonce && { nonce }) })

export const App = () => (
  <CacheProvider value={styles}>
    <BrowserRouter basename="/admin">
      <Admin
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        layout={Frame}
        loginPage={SignInPage}
        theme={lightTheme}
        darkTheme={darkTheme}
        title="Fairturn"
        requireAuth
        disableTelemetry
      >
        <Resource name="approvals" icon={FactCheckIcon} list={ApprovalList} show={ApprovalPage} />
        <Resource name="members" icon={GroupsIcon} list={MemberList} />
        <Resource name="audit" icon={HistoryIcon} list={AuditList} />
        <Resource name="staff" icon={PeopleIcon} list={StaffList} />
        <CustomRoutes noLayout>
          <Route path="/setup" element={<SetupPage />} />
        </CustomRoutes>
      </Admin>
    </BrowserRouter>
  </CacheProvider>
)
