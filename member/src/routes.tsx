// Every screen by its path. Each is a separate chunk, prefetched when the member is likely to go there. Only the entries
// import this table; components get it from `useScreens()`.
import { paths } from './shell/paths.ts'
import { createScreens, firstScreen, screen, type Screen } from './shell/screens.ts'

const contentPage = () => import('./content/ContentPage.tsx')
const termsPage = () => import('./terms/TermsPage.tsx')
const warehousePage = () => import('./orders/WarehousePage.tsx')

const table: readonly Screen[] = [
  firstScreen(paths.home, 'authenticated', () => import('./shell/home/HomePage.tsx')),
  screen(paths.companyProfile, 'authenticated', contentPage),
  screen(paths.developmentCooperation, 'authenticated', contentPage),
  screen(paths.foundationRules, 'authenticated', contentPage),
  screen(paths.orderingRules, 'authenticated', contentPage),
  screen(paths.notification, 'authenticated', () => import('./notices/NotificationPage.tsx')),
  screen(paths.notificationSettings, 'authenticated', () => import('./notices/NotificationSettingsPage.tsx')),
  screen(paths.warehouse, 'authenticated', warehousePage),
  screen(paths.notReceived, 'authenticated', warehousePage),
  screen(paths.receive, 'authenticated', () => import('./orders/ReceivePage.tsx')),
  screen(paths.order(':order_id'), 'authenticated', () => import('./orders/OrderPage.tsx')),
  screen(paths.campaigns, 'authenticated', () => import('./campaigns/CampaignsPage.tsx')),
  // Before the route with an id, which would match `new`.
  screen(paths.newCampaign, 'authenticated', () => import('./campaigns/PlacingPage.tsx')),
  screen(paths.campaign(':campaign_id'), 'authenticated', () => import('./campaigns/CampaignPage.tsx')),
  screen(paths.individual, 'authenticated', () => import('./members/IndividualPage.tsx')),
  screen(paths.more, 'authenticated', () => import('./members/MorePage.tsx')),
  screen(paths.security, 'authenticated', () => import('./members/security/SecurityPage.tsx')),
  screen(paths.deposit, 'authenticated', () => import('./deposits/DepositPage.tsx')),
  screen(paths.withdraw, 'authenticated', () => import('./withdrawals/WithdrawPage.tsx')),
  screen(paths.depositHistory, 'authenticated', () => import('./deposits/DepositHistoryPage.tsx')),
  screen(paths.withdrawHistory, 'authenticated', () => import('./withdrawals/WithdrawHistoryPage.tsx')),
  screen(paths.rewardHistory, 'authenticated', () => import('./orders/RewardHistoryPage.tsx')),
  screen(paths.orderHistory, 'authenticated', () => import('./orders/OrderHistoryPage.tsx')),
  screen(paths.bankInfo, 'authenticated', () => import('./banking/BankInfoPage.tsx')),
  screen(paths.address, 'authenticated', () => import('./banking/AddressPage.tsx')),
  screen(paths.billing, 'authenticated', () => import('./invoices/BillingPage.tsx')),
  screen(paths.invoices, 'authenticated', () => import('./invoices/InvoicesPage.tsx')),
  screen(paths.accountDetail, 'authenticated', () => import('./members/AccountDetailPage.tsx')),
  screen(paths.proof, 'authenticated', () => import('./transparency/proof/ProofPage.tsx')),
  screen(paths.isThisYou, 'blank', () => import('./notices/IsThisYouPage.tsx')),
  screen(paths.support, 'authenticated', () => import('./support/SupportPage.tsx')),
  // Before the route with an id, which would match `new` and `ask`.
  screen(paths.newConversation(), 'authenticated', () => import('./support/NewConversationPage.tsx')),
  screen(paths.askSupport, 'blank', () => import('./support/AskPage.tsx')),
  screen(
    paths.conversation(':conversation_id'),
    'authenticated',
    () => import('./support/ConversationPage.tsx'),
  ),
  screen(paths.groupReport, 'authenticated', () => import('./members/GroupReportPage.tsx')),
  screen(paths.awards, 'authenticated', () => import('./transparency/AwardsPage.tsx')),
  screen(paths.transparency, 'blank', () => import('./transparency/TransparencyPage.tsx')),
  screen(paths.award(':entry_id'), 'blank', () => import('./transparency/AwardPage.tsx')),
  screen(paths.terms, 'blank', termsPage),
  screen(paths.privacyNotice, 'blank', termsPage),
  screen(paths.imprint, 'blank', termsPage),
  firstScreen(paths.login, 'blank', () => import('./members/sign-in/LoginPage.tsx')),
  firstScreen(paths.register, 'blank', () => import('./members/sign-in/RegisterPage.tsx')),
  firstScreen(paths.forgotPassword, 'blank', () => import('./members/sign-in/ForgotPasswordPage.tsx')),
  firstScreen(paths.confirmEmail, 'blank', () => import('./members/sign-in/ConfirmEmailPage.tsx')),
  ...(import.meta.env.DEV
    ? [screen('/dev/components', 'blank', () => import('./shell/GalleryPage.tsx'))]
    : []),
]

const notFound = firstScreen('*', 'either', () => import('./shell/NotFoundPage.tsx'))

export const screens = createScreens(table, notFound)
