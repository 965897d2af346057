// The back office as a whole: access, lists, theme and language.
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import AccountBalanceIcon from '@mui/icons-material/AccountBalanceOutlined'
import BalanceIcon from '@mui/icons-material/BalanceOutlined'
import CreditCardIcon from '@mui/icons-material/CreditCardOutlined'
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined'
import CampaignIcon from '@mui/icons-material/CampaignOutlined'
import GavelIcon from '@mui/icons-material/GavelOutlined'
import GroupsIcon from '@mui/icons-material/GroupsOutlined'
import ArticleIcon from '@mui/icons-material/ArticleOutlined'
import ForumIcon from '@mui/icons-material/ForumOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import MovieIcon from '@mui/icons-material/MovieOutlined'
import NorthEastIcon from '@mui/icons-material/NorthEastOutlined'
import OrdersIcon from '@mui/icons-material/PendingActionsOutlined'
import LevelsIcon from '@mui/icons-material/MilitaryTechOutlined'
import PhotoIcon from '@mui/icons-material/PhotoOutlined'
import InvitationsIcon from '@mui/icons-material/PersonAddAltOutlined'
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined'
import SettingsIcon from '@mui/icons-material/TuneOutlined'
import SouthWestIcon from '@mui/icons-material/SouthWestOutlined'
import TableRowsIcon from '@mui/icons-material/TableRowsOutlined'
import AccountsIcon from '@mui/icons-material/AccountTreeOutlined'
import EntriesIcon from '@mui/icons-material/MenuBookOutlined'
import ChainsIcon from '@mui/icons-material/LinkOutlined'
import ChecksIcon from '@mui/icons-material/TaskAltOutlined'
import ProofsIcon from '@mui/icons-material/VerifiedOutlined'
import FreezesIcon from '@mui/icons-material/PauseCircleOutlined'
import ByHandIcon from '@mui/icons-material/EditNoteOutlined'
import UndoIcon from '@mui/icons-material/UndoOutlined'
import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import type { CheckRun } from '@fairturn/contract/backoffice/ledger'
import { Admin, CustomRoutes, localStorageStore, Resource } from 'react-admin'
import { BrowserRouter, Route } from 'react-router-dom'
import { ApprovalList } from './approvals/ApprovalList.tsx'
import { ApprovalPage } from './approvals/ApprovalPage.tsx'
import { AuditList } from './audit/AuditList.tsx'
import { BroadcastList } from './broadcasts/BroadcastList.tsx'
import { BroadcastPage } from './broadcasts/BroadcastPage.tsx'
import { CampaignList } from './campaigns/CampaignList.tsx'
import { CampaignPage } from './campaigns/CampaignPage.tsx'
import { BannerPage } from './content/BannerPage.tsx'
import { PagePage } from './content/PagePage.tsx'
import { PagesPage } from './content/PagesPage.tsx'
import { PopupsPage } from './content/PopupsPage.tsx'
import { DashboardPage } from './dashboard/DashboardPage.tsx'
import { i18nProvider } from './i18n.ts'
import { Frame } from './Frame.tsx'
import { InvitationList } from './invitations/InvitationList.tsx'
import { InvitationPage } from './invitations/InvitationPage.tsx'
import { AccountList } from './ledger/AccountList.tsx'
import { AccountPage } from './ledger/AccountPage.tsx'
import { AdjustmentForm } from './ledger/AdjustmentForm.tsx'
import { ChainPage } from './ledger/ChainPage.tsx'
import { CheckList } from './ledger/CheckList.tsx'
import { CheckPage } from './ledger/CheckPage.tsx'
import { EntryList } from './ledger/EntryList.tsx'
import { EntryPage } from './ledger/EntryPage.tsx'
import { FreezeList } from './ledger/FreezeList.tsx'
import { ProofList } from './ledger/ProofList.tsx'
import { LevelsPage } from './levels/LevelsPage.tsx'
import { dataProvider } from './lists.ts'
import { MemberList } from './members/MemberList.tsx'
import { MemberPage } from './members/MemberPage.tsx'
import { ObjectionList } from './objections/ObjectionList.tsx'
import { ObjectionPage } from './objections/ObjectionPage.tsx'
import { OrderList } from './orders/OrderList.tsx'
import { OrderPage } from './orders/OrderPage.tsx'
import { BatchList } from './withdrawals/BatchList.tsx'
import { BatchPage } from './withdrawals/BatchPage.tsx'
import { CardEventList } from './deposits/CardEventList.tsx'
import { DepositList } from './deposits/DepositList.tsx'
import { DepositPage } from './deposits/DepositPage.tsx'
import { LineList } from './banking/LineList.tsx'
import { LinePage } from './banking/LinePage.tsx'
import { MappingList } from './banking/MappingList.tsx'
import { MappingPage } from './banking/MappingPage.tsx'
import { ReconciliationPage } from './banking/ReconciliationPage.tsx'
import { RefundList } from './banking/RefundList.tsx'
import { StatementList } from './banking/StatementList.tsx'
import { WithdrawalList } from './withdrawals/WithdrawalList.tsx'
import { WithdrawalPage } from './withdrawals/WithdrawalPage.tsx'
import { authProvider } from './signing-in/session.ts'
import { SettingPage } from './settings/SettingPage.tsx'
import { SettingsPage } from './settings/SettingsPage.tsx'
import { SetupPage } from './signing-in/SetupPage.tsx'
import { SignInPage } from './signing-in/SignInPage.tsx'
import { StaffList } from './staff/StaffList.tsx'
import { darkTheme, lightTheme } from './theme.ts'
import { endOfId, when } from './words.ts'

/** Styles made at run time carry the nonce the server wrote into this page, or the CSP drops them. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
const styles = createCache({ key: 'office', ...(nonce && { nonce }) })

/** What each operator has chosen of how it looks; the menu begins as icons where it would take the room of the work. */
const choices = localStorageStore()
const ROOM_FOR_MENU = '(min-width: 1000px)'
if (choices.getItem('sidebar.open') === undefined && !matchMedia(ROOM_FOR_MENU).matches)
  choices.setItem('sidebar.open', false)

export const App = () => (
  <CacheProvider value={styles}>
    <BrowserRouter basename="/admin">
      <Admin
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        layout={Frame}
        store={choices}
        loginPage={SignInPage}
        theme={lightTheme}
        darkTheme={darkTheme}
        title="Fairturn"
        dashboard={DashboardPage}
        requireAuth
        disableTelemetry
      >
        <Resource
          name="campaigns"
          icon={CampaignIcon}
          list={CampaignList}
          show={CampaignPage}
          recordRepresentation="brand"
        />
        <Resource
          name="orders"
          icon={OrdersIcon}
          list={OrderList}
          show={OrderPage}
          recordRepresentation="campaign.brand"
        />
        <Resource
          name="objections"
          icon={GavelIcon}
          list={ObjectionList}
          show={ObjectionPage}
          recordRepresentation="campaign.brand"
        />
        <Resource
          name="approvals"
          icon={FactCheckIcon}
          list={ApprovalList}
          show={ApprovalPage}
          recordRepresentation={endOfId}
        />
        <Resource name="members" icon={GroupsIcon} list={MemberList} show={MemberPage} />
        <Resource
          name="invitations"
          icon={InvitationsIcon}
          list={InvitationList}
          show={InvitationPage}
          recordRepresentation="code"
        />
        <Resource name="pages" icon={ArticleIcon} list={PagesPage} show={PagePage} />
        <Resource name="popups" icon={PhotoIcon} list={PopupsPage} />
        <Resource name="banner" icon={MovieIcon} list={BannerPage} />
        <Resource
          name="broadcasts"
          icon={ForumIcon}
          list={BroadcastList}
          show={BroadcastPage}
          create={BroadcastPage}
        />
        <Resource name="audit" icon={HistoryIcon} list={AuditList} />
        <Resource name="levels" icon={LevelsIcon} list={LevelsPage} />
        <Resource name="settings" icon={SettingsIcon} list={SettingsPage} show={SettingPage} />
        <Resource name="staff" icon={PeopleIcon} list={StaffList} />
        <Resource name="deposits" icon={SouthWestIcon} list={DepositList} show={DepositPage} />
        <Resource
          name="bank-lines"
          icon={TableRowsIcon}
          list={LineList}
          show={LinePage}
          recordRepresentation={endOfId}
        />
        <Resource name="bank-statements" icon={AccountBalanceIcon} list={StatementList} />
        <Resource
          name="bank-mappings"
          icon={UploadFileIcon}
          list={MappingList}
          create={MappingPage}
          edit={MappingPage}
        />
        <Resource name="withdrawals" icon={NorthEastIcon} list={WithdrawalList} show={WithdrawalPage} />
        <Resource name="payout-batches" icon={ReceiptIcon} list={BatchList} show={BatchPage} />
        <Resource name="refunds" icon={UndoIcon} list={RefundList} />
        <Resource name="card-events" icon={CreditCardIcon} list={CardEventList} />
        <Resource name="reconciliation" icon={BalanceIcon} list={ReconciliationPage} />
        <Resource
          name="accounts"
          icon={AccountsIcon}
          list={AccountList}
          show={AccountPage}
          recordRepresentation={endOfId}
        />
        <Resource
          name="entries"
          icon={EntriesIcon}
          list={EntryList}
          show={EntryPage}
          recordRepresentation="entry_no"
        />
        <Resource name="chains" icon={ChainsIcon} list={ChainPage} />
        <Resource
          name="checks"
          icon={ChecksIcon}
          list={CheckList}
          show={CheckPage}
          recordRepresentation={({ started_at }: CheckRun) => when(started_at)}
        />
        <Resource name="freezes" icon={FreezesIcon} list={FreezeList} />
        <Resource name="proofs" icon={ProofsIcon} list={ProofList} />
        <Resource name="adjustments" icon={ByHandIcon} list={AdjustmentForm} />
        <CustomRoutes noLayout>
          <Route path="/setup" element={<SetupPage />} />
        </CustomRoutes>
      </Admin>
    </BrowserRouter>
  </CacheProvider>
)
