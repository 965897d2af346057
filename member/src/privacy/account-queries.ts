import { t } from '@lingui/core/macro'
import { queryOptions } from '@tanstack/react-query'
import type { LevelEvent, Obstacle, StaffAction } from '@fairturn/contract/account'
import { call } from '../shell/client.ts'
import { pagesQuery } from '../shell/pages-query.ts'

export const staffActionsQuery = pagesQuery(['account', 'acts'], (query, signal) =>
  call('GET account/acts', { query, signal }),
)

export const levelHistoryQuery = queryOptions({
  queryKey: ['account', 'levels'],
  queryFn: async ({ signal }) => (await call('GET account/levels', { signal })).data.list,
})

/** Refetched on every mount: the member settles the obstacles on other screens. */
export const closingQuery = queryOptions({
  queryKey: ['account', 'closing'],
  queryFn: async ({ signal }) => (await call('GET account/closing', { signal })).data.obstacles,
  staleTime: 0,
})

const texts: Readonly<Record<StaffAction['action'], () => string>> = {
  member_looked_at: () => t`Your account was viewed`,
  member_locked: () => t`Your account was locked`,
  member_unlocked: () => t`Your account was unlocked`,
  member_sessions_ended: () => t`You were signed out by staff`,
  campaign_approved: () => t`Your campaign was approved`,
  campaign_rejected: () => t`Your campaign was rejected`,
  campaign_paused: () => t`Your campaign was paused`,
  campaign_resumed: () => t`Your campaign was resumed`,
  campaign_taken_down: () => t`Your campaign was taken down`,
  deposit_credited: () => t`Your deposit was credited`,
  deposit_refused: () => t`Your deposit was refused`,
  withdrawal_approved: () => t`Your withdrawal was approved`,
  withdrawal_sent: () => t`Your withdrawal was sent to your bank`,
  withdrawal_paid: () => t`Your withdrawal was confirmed as paid`,
  withdrawal_returned: () => t`Your withdrawal was returned by the bank`,
  withdrawal_refused: () => t`Your withdrawal was refused`,
  order_reviewed: () => t`One of your orders was reviewed`,
  objection_decided: () => t`Your objection was decided`,
  balance_adjusted: () => t`Your balance was adjusted`,
  refund_granted: () => t`You received a refund`,
  payout_account_changed: () => t`Your bank information was changed by staff`,
  money_frozen: () => t`Outgoing payments are on hold: the ledger is being checked`,
  money_released: () => t`Ledger check completed: your account works normally again`,
}
export const staffActionText = ({ action }: StaffAction): string => texts[action]()

const events: Readonly<Record<LevelEvent['event'], (level: string) => string>> = {
  bought: (level) => t`${level}: bought`,
  earned: (level) => t`${level}: earned free of charge`,
  given_back: (level) => t`${level}: cancelled`,
  replaced: (level) => t`${level}: replaced by a higher level`,
  fee_returned: (level) => t`${level}: fee refunded, level now earned free of charge`,
}
export const levelEventText = ({ event, level }: LevelEvent): string => events[event](level.name)

const obstacles: Readonly<Record<Obstacle, () => { title: string; todo: string }>> = {
  account_waits_for_a_security_check: () => ({
    title: t`We are verifying your identity`,
    todo: t`The account cannot be closed until this is finished.`,
  }),
  account_still_has_money: () => ({
    title: t`You still have money in your account`,
    todo: t`Withdraw the full balance. There is no minimum when you close the account.`,
  }),
  account_has_a_withdrawal_under_way: () => ({
    title: t`A withdrawal is in progress`,
    todo: t`Please wait until it has arrived. If your bank returns it, we need your account to credit it.`,
  }),
  account_has_a_refundable_level_fee: () => ({
    title: t`You can still get a level fee refunded`,
    todo: t`Cancel the level on the home screen. The refund is available immediately.`,
  }),
  account_has_open_orders: () => ({
    title: t`You have open orders`,
    todo: t`Claim them, finish them, or give back those not started.`,
  }),
  account_has_open_campaigns: () => ({
    title: t`You have open campaigns`,
    todo: t`Cancel them or wait until they end. The unspent amount is refunded to you.`,
  }),
}
export const obstacleText = (code: Obstacle): { title: string; todo: string } => obstacles[code]()
