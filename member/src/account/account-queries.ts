// What the account screen asks the server for, and the words it uses for what it hears.
import { t } from '@lingui/core/macro'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { LevelEvent, Obstacle, StaffAct } from '@fairturn/contract/account'
import { call } from '../client.ts'

export const actsQuery = infiniteQueryOptions({
  queryKey: ['account', 'acts'],
  queryFn: async ({ signal, pageParam }) =>
    (await call('GET account/acts', { query: pageParam === '' ? {} : { cursor: pageParam }, signal })).data,
  initialPageParam: '',
  getNextPageParam: (page) => page.cursor,
})

export const levelHistoryQuery = queryOptions({
  queryKey: ['account', 'levels'],
  queryFn: async ({ signal }) => (await call('GET account/levels', { signal })).data.list,
})

/** Asked anew whenever it is shown: the member goes and settles what it names. */
export const closingQuery = queryOptions({
  queryKey: ['account', 'closing'],
  queryFn: async ({ signal }) => (await call('GET account/closing', { signal })).data.obstacles,
  staleTime: 0,
})

const acts: Readonly<Record<StaffAct['action'], () => string>> = {
  member_looked_at: () => t`Your account was looked at`,
  member_locked: () => t`Your account was locked`,
  member_unlocked: () => t`Your account was unlocked`,
  member_sessions_ended: () => t`You were signed out by us`,
  campaign_approved: () => t`Your campaign was approved`,
  campaign_rejected: () => t`Your campaign was not accepted`,
  campaign_paused: () => t`Your campaign was paused`,
  campaign_resumed: () => t`Your campaign was resumed`,
  campaign_taken_down: () => t`Your campaign was taken down`,
  deposit_credited: () => t`Your deposit was credited`,
  deposit_refused: () => t`Your deposit was not accepted`,
  withdrawal_approved: () => t`Your withdrawal was approved`,
  withdrawal_sent: () => t`Your withdrawal was sent to your bank`,
  withdrawal_paid: () => t`Your withdrawal was noted as arrived`,
  withdrawal_returned: () => t`Your withdrawal came back from the bank`,
  withdrawal_refused: () => t`Your withdrawal was not carried out`,
  order_reviewed: () => t`An order of yours was reviewed`,
  objection_decided: () => t`Your objection was decided`,
  balance_adjusted: () => t`Your balance was corrected`,
  refund_granted: () => t`You were given money back`,
  payout_account_changed: () => t`Your bank information was changed by us`,
  money_frozen: () => t`What leaves your account waits: the books are being checked`,
  money_released: () => t`The books were checked: your account goes on`,
}
export const actText = ({ action }: StaffAct): string => acts[action]()

const events: Readonly<Record<LevelEvent['event'], (level: string) => string>> = {
  bought: (level) => t`${level}: bought`,
  earned: (level) => t`${level}: earned by your record`,
  given_back: (level) => t`${level}: given back`,
  replaced: (level) => t`${level}: replaced by a higher level`,
  fee_returned: (level) => t`${level}: the fee came back, it is earned now`,
}
export const levelEventText = ({ event, level }: LevelEvent): string => events[event](level.name)

const obstacles: Readonly<Record<Obstacle, () => { title: string; todo: string }>> = {
  account_waits_for_a_security_check: () => ({
    title: t`We are checking that it is really you`,
    todo: t`Until then nobody can close the account, so that no stranger can.`,
  }),
  account_still_has_money: () => ({
    title: t`There is money on your account`,
    todo: t`Withdraw all of it. Any amount is paid out, there is no minimum.`,
  }),
  account_has_a_withdrawal_under_way: () => ({
    title: t`A withdrawal is under way`,
    todo: t`Wait until your bank has it. A bank may send money back, and it must find your account.`,
  }),
  account_has_a_refundable_level_fee: () => ({
    title: t`You can still have a level fee back`,
    todo: t`Give the level back on the home screen; the money is available at once.`,
  }),
  account_has_open_orders: () => ({
    title: t`You have open orders`,
    todo: t`Claim them, finish them, or give back what has not begun.`,
  }),
  account_has_open_campaigns: () => ({
    title: t`You have campaigns that have not ended`,
    todo: t`Cancel them or wait for their end; what is left comes back to you.`,
  }),
}
export const obstacleText = (code: Obstacle): { title: string; todo: string } => obstacles[code]()
