import type { CheckRun } from '@fairturn/contract/backoffice/ledger'
import { may } from '@fairturn/contract/backoffice/roles'
// Every screen of the back office, declared once: menu, access, routes, lists and exports derive from it. Its
// name is the text `resources.<name>.name`. Imports every page, so only the application imports it; components
// read what they need from the framework's definition of the current resource (`ScreenOptions`).
import AccountBalanceIcon from '@mui/icons-material/AccountBalanceOutlined'
import AccountsIcon from '@mui/icons-material/AccountTreeOutlined'
import ArticleIcon from '@mui/icons-material/ArticleOutlined'
import BalanceIcon from '@mui/icons-material/BalanceOutlined'
import JournalIcon from '@mui/icons-material/CalculateOutlined'
import CampaignIcon from '@mui/icons-material/CampaignOutlined'
import CreditCardIcon from '@mui/icons-material/CreditCardOutlined'
import AdjustmentsIcon from '@mui/icons-material/EditNoteOutlined'
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined'
import ReportsIcon from '@mui/icons-material/FlagOutlined'
import ForumIcon from '@mui/icons-material/ForumOutlined'
import GavelIcon from '@mui/icons-material/GavelOutlined'
import GroupsIcon from '@mui/icons-material/GroupsOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import ChainsIcon from '@mui/icons-material/LinkOutlined'
import EntriesIcon from '@mui/icons-material/MenuBookOutlined'
import LevelsIcon from '@mui/icons-material/MilitaryTechOutlined'
import MovieIcon from '@mui/icons-material/MovieOutlined'
import NorthEastIcon from '@mui/icons-material/NorthEastOutlined'
import FreezesIcon from '@mui/icons-material/PauseCircleOutlined'
import OrdersIcon from '@mui/icons-material/PendingActionsOutlined'
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import InvitationsIcon from '@mui/icons-material/PersonAddAltOutlined'
import PhotoIcon from '@mui/icons-material/PhotoOutlined'
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined'
import InvoicesIcon from '@mui/icons-material/RequestQuoteOutlined'
import SouthWestIcon from '@mui/icons-material/SouthWestOutlined'
import SupportIcon from '@mui/icons-material/SupportAgentOutlined'
import TableRowsIcon from '@mui/icons-material/TableRowsOutlined'
import ChecksIcon from '@mui/icons-material/TaskAltOutlined'
import SettingsIcon from '@mui/icons-material/TuneOutlined'
import UndoIcon from '@mui/icons-material/UndoOutlined'
import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import ProofsIcon from '@mui/icons-material/VerifiedOutlined'
import { shortId, formatTime } from './components/format.ts'
import { lazily, type Screen } from './shell/screen.ts'

/** Outside the menu: the first page, an operator's first sign-in, and what is opened from a member, an order, a withdrawal or support. */
export const DashboardPage = lazily(() => import('./overview/DashboardPage.tsx'), 'DashboardPage')
export const SetupPage = lazily(() => import('./staff/SetupPage.tsx'), 'SetupPage')
export const RingPage = lazily(() => import('./orders/RingPage.tsx'), 'RingPage')
export const TemplatesPage = lazily(() => import('./support/TemplatesPage.tsx'), 'TemplatesPage')

const MONEY = { group: 'money', reads: may.read_money, changes: may.move_money } as const
const LEDGER = { ...MONEY, group: 'ledger' } as const
const CONTENT = { group: 'site', reads: may.read_content, changes: may.change_content } as const

export const SCREENS = {
  campaigns: {
    icon: CampaignIcon,
    group: 'queues',
    reads: may.read_reviews,
    changes: may.review_campaigns,
    source: { list: 'GET backoffice/campaigns', one: 'GET backoffice/campaigns/:campaign_id' },
    list: lazily(() => import('./campaigns/CampaignList.tsx'), 'CampaignList'),
    show: lazily(() => import('./campaigns/CampaignPage.tsx'), 'CampaignPage'),
    recordRepresentation: 'brand',
  },
  orders: {
    icon: OrdersIcon,
    group: 'queues',
    reads: may.read_reviews,
    changes: may.review_orders,
    source: { list: 'GET backoffice/orders/reviews', one: 'GET backoffice/orders/reviews/:order_id' },
    list: lazily(() => import('./orders/OrderList.tsx'), 'OrderList'),
    show: lazily(() => import('./orders/OrderPage.tsx'), 'OrderPage'),
    recordRepresentation: 'campaign.brand',
  },
  objections: {
    icon: GavelIcon,
    group: 'queues',
    reads: may.read_reviews,
    changes: may.review_orders,
    source: { list: 'GET backoffice/objections', one: 'GET backoffice/objections/:objection_id' },
    list: lazily(() => import('./orders/ObjectionList.tsx'), 'ObjectionList'),
    show: lazily(() => import('./orders/ObjectionPage.tsx'), 'ObjectionPage'),
    recordRepresentation: 'campaign.brand',
  },
  reports: {
    icon: ReportsIcon,
    group: 'queues',
    reads: may.read_reviews,
    changes: may.review_campaigns,
    source: { list: 'GET backoffice/reports' },
    list: lazily(() => import('./campaigns/ReportList.tsx'), 'ReportList'),
  },
  conversations: {
    icon: SupportIcon,
    group: 'queues',
    reads: may.read_conversations,
    changes: may.answer_conversations,
    source: { list: 'GET backoffice/conversations', one: 'GET backoffice/conversations/:conversation_id' },
    list: lazily(() => import('./support/ConversationList.tsx'), 'ConversationList'),
    show: lazily(() => import('./support/ConversationPage.tsx'), 'ConversationPage'),
    recordRepresentation: shortId,
  },
  approvals: {
    icon: FactCheckIcon,
    group: 'queues',
    reads: may.everybody,
    changes: may.decide_proposals,
    source: { list: 'GET backoffice/approvals', one: 'GET backoffice/approvals/:proposal_id' },
    list: lazily(() => import('./staff/ApprovalList.tsx'), 'ApprovalList'),
    show: lazily(() => import('./staff/ApprovalPage.tsx'), 'ApprovalPage'),
    recordRepresentation: shortId,
  },
  deposits: {
    icon: SouthWestIcon,
    ...MONEY,
    side: 'in',
    source: { list: 'GET backoffice/deposits', one: 'GET backoffice/deposits/:deposit_id' },
    list: lazily(() => import('./deposits/DepositList.tsx'), 'DepositList'),
    show: lazily(() => import('./deposits/DepositPage.tsx'), 'DepositPage'),
  },
  'bank-lines': {
    icon: TableRowsIcon,
    ...MONEY,
    source: { list: 'GET backoffice/bank-lines', one: 'GET backoffice/bank-lines/:line_id' },
    list: lazily(() => import('./banking/LineList.tsx'), 'LineList'),
    show: lazily(() => import('./banking/LinePage.tsx'), 'LinePage'),
    recordRepresentation: shortId,
  },
  'bank-statements': {
    icon: AccountBalanceIcon,
    ...MONEY,
    side: 'in',
    source: { list: 'GET backoffice/bank-statements' },
    list: lazily(() => import('./banking/StatementList.tsx'), 'StatementList'),
  },
  'bank-mappings': {
    icon: UploadFileIcon,
    ...MONEY,
    side: 'in',
    source: { list: 'GET backoffice/bank-mappings' },
    list: lazily(() => import('./banking/MappingList.tsx'), 'MappingList'),
    create: lazily(() => import('./banking/MappingPage.tsx'), 'MappingPage'),
    edit: lazily(() => import('./banking/MappingPage.tsx'), 'MappingPage'),
  },
  withdrawals: {
    icon: NorthEastIcon,
    ...MONEY,
    side: 'out',
    source: { list: 'GET backoffice/withdrawals', one: 'GET backoffice/withdrawals/:withdrawal_id' },
    list: lazily(() => import('./withdrawals/WithdrawalList.tsx'), 'WithdrawalList'),
    show: lazily(() => import('./withdrawals/WithdrawalPage.tsx'), 'WithdrawalPage'),
  },
  'payout-batches': {
    icon: ReceiptIcon,
    ...MONEY,
    side: 'out',
    source: { list: 'GET backoffice/payout-batches', one: 'GET backoffice/payout-batches/:batch_id' },
    list: lazily(() => import('./withdrawals/BatchList.tsx'), 'BatchList'),
    show: lazily(() => import('./withdrawals/BatchPage.tsx'), 'BatchPage'),
  },
  refunds: {
    icon: UndoIcon,
    ...MONEY,
    source: { list: 'GET backoffice/refunds' },
    list: lazily(() => import('./banking/RefundList.tsx'), 'RefundList'),
  },
  'card-events': {
    icon: CreditCardIcon,
    ...MONEY,
    side: 'in',
    source: { list: 'GET backoffice/card-events' },
    list: lazily(() => import('./deposits/CardEventList.tsx'), 'CardEventList'),
  },
  invoices: {
    icon: InvoicesIcon,
    ...MONEY,
    source: { list: 'GET backoffice/invoices', one: 'GET backoffice/invoices/:invoice_id' },
    list: lazily(() => import('./invoices/InvoiceList.tsx'), 'InvoiceList'),
    show: lazily(() => import('./invoices/InvoicePage.tsx'), 'InvoicePage'),
    recordRepresentation: 'number',
  },
  reconciliation: {
    icon: BalanceIcon,
    ...MONEY,
    list: lazily(() => import('./banking/ReconciliationPage.tsx'), 'ReconciliationPage'),
  },
  journal: {
    icon: JournalIcon,
    ...MONEY,
    list: lazily(() => import('./invoices/JournalPage.tsx'), 'JournalPage'),
  },
  members: {
    icon: GroupsIcon,
    group: 'people',
    reads: may.read_members,
    changes: may.change_members,
    source: { list: 'GET backoffice/members' },
    list: lazily(() => import('./members/MemberList.tsx'), 'MemberList'),
    show: lazily(() => import('./members/MemberPage.tsx'), 'MemberPage'),
  },
  invitations: {
    icon: InvitationsIcon,
    group: 'people',
    reads: may.read_members,
    changes: may.change_members,
    source: { list: 'GET backoffice/invitations', one: 'GET backoffice/invitations/:invitation_id' },
    list: lazily(() => import('./members/InvitationList.tsx'), 'InvitationList'),
    show: lazily(() => import('./members/InvitationPage.tsx'), 'InvitationPage'),
    recordRepresentation: 'code',
  },
  staff: {
    icon: PeopleIcon,
    group: 'people',
    reads: may.read_staff,
    changes: may.change_staff,
    source: { list: 'GET backoffice/staff' },
    list: lazily(() => import('./staff/StaffList.tsx'), 'StaffList'),
  },
  audit: {
    icon: HistoryIcon,
    group: 'people',
    reads: may.read_audit,
    changes: [],
    source: { list: 'GET backoffice/audit' },
    list: lazily(() => import('./staff/AuditList.tsx'), 'AuditList'),
  },
  levels: {
    icon: LevelsIcon,
    group: 'site',
    reads: may.read_rules,
    changes: may.change_rules,
    list: lazily(() => import('./levels/LevelsPage.tsx'), 'LevelsPage'),
  },
  settings: {
    icon: SettingsIcon,
    group: 'site',
    reads: may.read_rules,
    changes: may.change_rules,
    list: lazily(() => import('./content/SettingsPage.tsx'), 'SettingsPage'),
    show: lazily(() => import('./content/SettingPage.tsx'), 'SettingPage'),
  },
  pages: {
    icon: ArticleIcon,
    ...CONTENT,
    list: lazily(() => import('./content/PagesPage.tsx'), 'PagesPage'),
    show: lazily(() => import('./content/PagePage.tsx'), 'PagePage'),
  },
  popups: {
    icon: PhotoIcon,
    ...CONTENT,
    list: lazily(() => import('./content/PopupsPage.tsx'), 'PopupsPage'),
  },
  banner: {
    icon: MovieIcon,
    ...CONTENT,
    list: lazily(() => import('./content/BannerPage.tsx'), 'BannerPage'),
  },
  broadcasts: {
    icon: ForumIcon,
    ...CONTENT,
    source: { list: 'GET backoffice/broadcasts', one: 'GET backoffice/broadcasts/:broadcast_id' },
    list: lazily(() => import('./notices/BroadcastList.tsx'), 'BroadcastList'),
    show: lazily(() => import('./notices/BroadcastPage.tsx'), 'BroadcastPage'),
    create: lazily(() => import('./notices/BroadcastPage.tsx'), 'BroadcastPage'),
  },
  accounts: {
    icon: AccountsIcon,
    ...LEDGER,
    source: { list: 'GET backoffice/ledger/accounts', one: 'GET backoffice/ledger/accounts/:account_id' },
    list: lazily(() => import('./ledger/AccountList.tsx'), 'AccountList'),
    show: lazily(() => import('./ledger/AccountPage.tsx'), 'AccountPage'),
    recordRepresentation: shortId,
  },
  entries: {
    icon: EntriesIcon,
    ...LEDGER,
    source: { list: 'GET backoffice/ledger/entries', one: 'GET backoffice/ledger/entries/:entry_id' },
    list: lazily(() => import('./ledger/EntryList.tsx'), 'EntryList'),
    show: lazily(() => import('./ledger/EntryPage.tsx'), 'EntryPage'),
    recordRepresentation: 'entry_no',
  },
  chains: {
    icon: ChainsIcon,
    ...LEDGER,
    list: lazily(() => import('./ledger/ChainPage.tsx'), 'ChainPage'),
  },
  checks: {
    icon: ChecksIcon,
    ...LEDGER,
    source: { list: 'GET backoffice/ledger/checks', one: 'GET backoffice/ledger/checks/:run_id' },
    list: lazily(() => import('./ledger/CheckList.tsx'), 'CheckList'),
    show: lazily(() => import('./ledger/CheckPage.tsx'), 'CheckPage'),
    recordRepresentation: ({ started_at }: CheckRun) => formatTime(started_at),
  },
  freezes: {
    icon: FreezesIcon,
    ...LEDGER,
    source: { list: 'GET backoffice/ledger/freezes' },
    list: lazily(() => import('./ledger/FreezeList.tsx'), 'FreezeList'),
  },
  proofs: {
    icon: ProofsIcon,
    ...LEDGER,
    source: { list: 'GET backoffice/proofs' },
    list: lazily(() => import('./transparency/ProofList.tsx'), 'ProofList'),
  },
  adjustments: {
    icon: AdjustmentsIcon,
    ...LEDGER,
    side: 'in',
    list: lazily(() => import('./ledger/AdjustmentForm.tsx'), 'AdjustmentForm'),
  },
} satisfies Record<string, Screen>
