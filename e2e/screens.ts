// Every screen of the member app: what the accessibility journey walks through and the screenshot sheet shows.
import { callApi, signIn } from './people.ts'

export interface Screen {
  readonly name: string
  readonly path: string
  /** Shown to nobody who is signed in. */
  readonly signed_out?: boolean
  /** Shown as this member of the demo has it. */
  readonly as?: string
}

/** A member of the demo who placed a campaign. */
const PLACER = 'maisonlune'

/** Screens with an address of their own. */
const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', signed_out: true },
  { name: 'register', path: '/register', signed_out: true },
  { name: 'forgot-password', path: '/forgot-password', signed_out: true },
  { name: 'confirm-email', path: '/confirm-email', signed_out: true },
  { name: 'transparency', path: '/transparency', signed_out: true },
  { name: 'award-unknown', path: '/awards/019a0000-0000-8000-8000-00000000abcd', signed_out: true },
  { name: 'home', path: '/' },
  { name: 'company-profile', path: '/company-profile' },
  { name: 'development-cooperation', path: '/development-cooperation' },
  { name: 'foundation-rules', path: '/foundation-rules' },
  { name: 'ordering-rules', path: '/ordering-rules' },
  { name: 'notification', path: '/notification' },
  { name: 'notification-settings', path: '/notification/settings' },
  { name: 'warehouse', path: '/warehouse' },
  { name: 'not-received', path: '/warehouse/not-received' },
  { name: 'individual', path: '/individual' },
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
  { name: 'campaigns', path: '/campaigns', as: PLACER },
  { name: 'campaigns-none', path: '/campaigns' },
  { name: 'campaign-new', path: '/campaigns/new' },
  { name: 'missing', path: '/nothing-is-here' },
]

interface ListAnswer {
  list_product: { _id: string; status: string }[]
}

/** The screens, with one order in each state that this member has, and a placer's campaign. */
export async function screensOf(
  origin: string,
  member: { access_token: string; user: { _id: string } },
): Promise<Screen[]> {
  const screens = [...SCREENS]
  for (const state of ['distributing', 'success', 'done']) {
    const { list_product } = await callApi<ListAnswer>(
      origin,
      'list-product',
      { user_id: member.user._id, state },
      member.access_token,
    )
    if (list_product[0] !== undefined)
      screens.push({ name: `order-${state}`, path: `/order-detail/${list_product[0]._id}` })
  }
  const placer = await signIn(origin, PLACER)
  const { list } = await callApi<{ list: { _id: string }[] }>(
    origin,
    'campaigns',
    undefined,
    placer.access_token,
  )
  for (const { _id } of list.slice(0, 1))
    screens.push({ name: 'campaign', path: `/campaigns/${_id}`, as: PLACER })
  return screens
}
