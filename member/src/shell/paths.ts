// Every URL path of the member app; screens never spell one out.

export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  confirmEmail: '/confirm-email',
  companyProfile: '/company-profile',
  developmentCooperation: '/development-cooperation',
  foundationRules: '/foundation-rules',
  orderingRules: '/ordering-rules',
  notification: '/notification',
  notificationSettings: '/notification/settings',
  warehouse: '/warehouse',
  notReceived: '/warehouse/not-received',
  receive: '/order-detail',
  order: (order_id: string) => `/order-detail/${order_id}`,
  campaigns: '/campaigns',
  newCampaign: '/campaigns/new',
  placeAgain: (campaign_id: string) => `/campaigns/new?again=${campaign_id}`,
  changeCampaign: (campaign_id: string) => `/campaigns/new?change=${campaign_id}`,
  campaign: (campaign_id: string) => `/campaigns/${campaign_id}`,
  individual: '/individual',
  more: '/individual/more',
  security: '/individual/security',
  deposit: '/deposit',
  depositAmount: (amount: string) => `/deposit?amount=${amount}`,
  depositOf: (deposit_id: string) => `/deposit?deposit=${deposit_id}`,
  withdraw: '/withdraw',
  /** A step of the flow: `account`, `address` or `confirm`; `again` is a refused withdrawal that a complaint has overruled. */
  withdrawStep: (step: string, again?: string | null) =>
    `/withdraw?step=${step}${again ? `&again=${again}` : ''}`,
  withdrawalOf: (withdrawal_id: string) => `/withdraw?withdrawal=${withdrawal_id}`,
  depositHistory: '/individual/deposit-history',
  withdrawHistory: '/individual/withdraw-history',
  rewardHistory: '/individual/reward-history',
  orderHistory: '/individual/order-history',
  bankInfo: '/individual/bank-info',
  address: '/individual/address',
  billing: '/individual/billing',
  invoices: '/individual/invoices',
  groupReport: '/individual/group-report',
  accountDetail: '/account-detail',
  statement: '/account-detail?tab=statement',
  proof: '/individual/proof',
  isThisYou: '/support/is-this-you',
  support: '/support',
  newConversation: (kind?: string, subject_id?: string) =>
    kind === undefined ? '/support/new' : `/support/new?kind=${kind}&id=${subject_id}`,
  conversation: (conversation_id: string) => `/support/${conversation_id}`,
  /** For people who cannot sign in; mailed links lead there. */
  askSupport: '/support/ask',
  transparency: '/transparency',
  awards: '/awards',
  terms: '/terms',
  privacyNotice: '/privacy-notice',
  imprint: '/imprint',
  award: (entry_id: string) => `/awards/${entry_id}`,
} as const

/** The sign-in URL that returns to `path` afterwards. */
export function loginFrom(path: string): string {
  return path === paths.home ? paths.login : `${paths.login}?next=${encodeURIComponent(path)}`
}

/**
 * The path in `?next=` if it is one of this app; Home for anything else, so that a sign-in cannot redirect to
 * another site (paths.test.ts).
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  // Browsers treat `//host` and `/\host` as another site, even with control characters in between.
  const own = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)
  return own && !next.startsWith(paths.login) && !next.startsWith(paths.register) ? next : paths.home
}

/** The screen of the object referred to; undefined if it has none. */
export function pathOf({ kind, _id }: { kind: string; _id: string }): string | undefined {
  if (kind === 'order') return paths.order(_id)
  if (kind === 'deposit') return paths.depositOf(_id)
  return kind === 'withdrawal' ? paths.withdrawalOf(_id) : undefined
}
