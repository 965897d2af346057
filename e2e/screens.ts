// Every screen and dialog of the member app, for the accessibility tests and the screenshot sheet.
import { callApi, signIn } from './members.ts'

export interface Screen {
  readonly name: string
  readonly path: string
  /** Not available while signed in. */
  readonly signedOut?: boolean
  /** Username of the demo member whose screen is shown. */
  readonly as?: string
  /** With the day's popup. */
  readonly popup?: true
  /** Selector of the control that opens the dialog or menu, independent of the language. */
  readonly press?: string
}

/** A member of the demo who placed a campaign. */
const PLACER = 'maisonlune'

/** Screens with their own path. */
const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', signedOut: true },
  { name: 'register', path: '/register', signedOut: true },
  { name: 'forgot-password', path: '/forgot-password', signedOut: true },
  { name: 'confirm-email', path: '/confirm-email', signedOut: true },
  { name: 'is-this-you', path: '/support/is-this-you', signedOut: true },
  { name: 'ask-support', path: '/support/ask', signedOut: true },
  { name: 'transparency', path: '/transparency', signedOut: true },
  { name: 'award-unknown', path: '/awards/019a0000-0000-8000-8000-00000000abcd', signedOut: true },
  { name: 'home', path: '/' },
  { name: 'awards', path: '/awards' },
  { name: 'company-profile', path: '/company-profile' },
  { name: 'development-cooperation', path: '/development-cooperation' },
  { name: 'foundation-rules', path: '/foundation-rules' },
  { name: 'ordering-rules', path: '/ordering-rules' },
  { name: 'notification', path: '/notification' },
  { name: 'notification-settings', path: '/notification/settings' },
  { name: 'warehouse', path: '/warehouse' },
  { name: 'not-received', path: '/warehouse/not-received' },
  { name: 'individual', path: '/individual' },
  { name: 'more', path: '/individual/more' },
  { name: 'security', path: '/individual/security' },
  { name: 'deposit', path: '/deposit' },
  { name: 'deposit-history', path: '/individual/deposit-history' },
  { name: 'withdraw', path: '/withdraw' },
  { name: 'withdraw-history', path: '/individual/withdraw-history' },
  { name: 'reward-history', path: '/individual/reward-history' },
  { name: 'order-history', path: '/individual/order-history' },
  { name: 'bank-info', path: '/individual/bank-info' },
  { name: 'address', path: '/individual/address' },
  { name: 'account-detail', path: '/account-detail' },
  { name: 'statement', path: '/account-detail?tab=statement' },
  { name: 'staff-activity', path: '/account-detail?tab=staff' },
  { name: 'group-report', path: '/individual/group-report' },
  { name: 'proof', path: '/individual/proof' },
  { name: 'receive', path: '/order-detail' },
  { name: 'support', path: '/support' },
  { name: 'conversation-new', path: '/support/new' },
  { name: 'billing', path: '/individual/billing', as: PLACER },
  { name: 'invoices', path: '/individual/invoices', as: PLACER },
  { name: 'campaigns', path: '/campaigns', as: PLACER },
  { name: 'campaigns-none', path: '/campaigns' },
  { name: 'campaign-new', path: '/campaigns/new' },
  { name: 'missing', path: '/nothing-is-here' },
]

/** Dialogs and menus that open without a request that changes something. */
const DIALOGS: readonly Screen[] = [
  { name: 'popup', path: '/', popup: true },
  {
    name: 'terms',
    path: '/register',
    signedOut: true,
    press: 'form button:not([aria-label], [type=submit])',
  },
  { name: 'upgrade', path: '/', press: '[aria-labelledby=levels-title] li:nth-child(3) button' },
  { name: 'change-password', path: '/individual/security', press: 'main button >> nth=0' },
  { name: 'one-time-codes', path: '/individual/security', press: 'main button >> nth=1' },
  { name: 'recovery-codes', path: '/individual/security', press: 'main button >> nth=2' },
  { name: 'change-phone', path: '/individual/security', press: 'main button:has-text("+84")' },
  { name: 'add-passkey', path: '/individual/security', press: 'main button >> nth=4' },
  { name: 'export-data', path: '/account-detail', press: '[aria-labelledby=data-title] button >> nth=0' },
  { name: 'close-account', path: '/account-detail', press: '[aria-labelledby=data-title] button >> nth=1' },
  { name: 'bank-picker', path: '/individual/bank-info', press: 'button[name=bank_code]' },
  { name: 'invoice', path: '/individual/invoices', press: 'main li button >> nth=0', as: PLACER },
  { name: 'award-receipt', path: '/individual/reward-history', press: 'main li button >> nth=0' },
  { name: 'export-menu', path: '/individual/reward-history', press: 'main header button' },
]

interface ListAnswer {
  list_product: { _id: string; status: string }[]
}

/** The screens, with one order in each state that this member has, and a placer's campaign. */
export const screensOf = async (origin: string, member: Member): Promise<Screen[]> =>
  (await collect(origin, member)).screens

/** The dialogs and menus. */
export const dialogsOf = async (origin: string, member: Member): Promise<Screen[]> =>
  (await collect(origin, member)).dialogs

interface Member {
  access_token: string
  user: { _id: string }
}

async function collect(origin: string, member: Member): Promise<{ screens: Screen[]; dialogs: Screen[] }> {
  const screens = [...SCREENS]
  const dialogs = [...DIALOGS]
  for (const state of ['distributing', 'success', 'done']) {
    const { list_product } = await callApi<ListAnswer>(
      origin,
      'list-product',
      { user_id: member.user._id, state },
      member.access_token,
    )
    if (list_product[0] === undefined) continue
    const path = `/order-detail/${list_product[0]._id}`
    screens.push({ name: `order-${state}`, path })
    if (state === 'distributing')
      dialogs.push(
        { name: 'share', path, press: 'main section button >> nth=1' },
        { name: 'qr-code', path, press: 'main section button >> nth=2' },
      )
  }
  const withdrawals = await callApi<{ list: { _id: string }[] }>(
    origin,
    'withdraw-history',
    { user_id: member.user._id },
    member.access_token,
  )
  // The demo's, paid, before any that a test requests.
  const withdrawal = withdrawals.list.at(-1)
  if (withdrawal !== undefined)
    screens.push({ name: 'withdrawal', path: `/withdraw?withdrawal=${withdrawal._id}` })
  const placer = await signIn(origin, PLACER)
  for (const [name, { access_token }, as] of [
    ['conversation', member, undefined],
    ['complaint-upheld', placer, PLACER],
  ] as const) {
    const [first] = (
      await callApi<{ list: { _id: string }[] }>(origin, 'conversations', undefined, access_token)
    ).list
    if (first) screens.push({ name, path: `/support/${first._id}`, ...(as && { as }) })
  }
  const { list } = await callApi<{ list: { _id: string; status: string }[] }>(
    origin,
    'campaigns',
    undefined,
    placer.access_token,
  )
  for (const { _id } of list.filter(({ status }) => status === 'active').slice(0, 1)) {
    const campaign = { path: `/campaigns/${_id}`, as: PLACER }
    screens.push({ name: 'campaign', ...campaign })
    dialogs.push(
      { name: 'add-visits', ...campaign, press: 'main button >> nth=0' },
      { name: 'cancel-campaign', ...campaign, press: 'main button >> nth=2' },
    )
  }
  return { screens, dialogs }
}
