import type { Obstacle } from '@fairturn/contract/personal-data'
import { t } from '@lingui/core/macro'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../shell/client.ts'

/** Refetched on every mount: the member settles the obstacles on other screens. */
export const closingQuery = queryOptions({
  queryKey: ['account', 'closing'],
  queryFn: async ({ signal }) => (await call('GET account/closing', { signal })).data.obstacles,
  staleTime: 0,
})

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
    todo: t`Please wait until our bank has booked it. If your bank returns it, we need your account to credit it.`,
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
