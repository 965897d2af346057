import type { DepositStatus } from '@fairturn/contract/deposits'
import type { WithdrawalStatus } from '@fairturn/contract/withdrawals'
// Queries of the money screens. All of them are under `keys.payments`, so that one live event invalidates
// them.
import { queryOptions } from '@tanstack/react-query'
import { call, queries } from './client.ts'
import { type Period, periodOnWire } from './history/period.ts'
import { pagesQuery } from './pages-query.ts'
import { keys, memberId, refreshMoney } from './queries.ts'

/** Live events announce most changes; polling is the fallback. */
const POLL_MS = 20_000

export const depositMethodsQuery = queryOptions({
  queryKey: [...keys.payments, 'deposit-methods'],
  queryFn: async ({ signal }) => (await call('GET deposit/methods', { signal })).data,
})

export const depositQuery = (deposit_id: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'deposit', deposit_id],
    queryFn: async ({ signal }) =>
      (await call('GET deposit/:deposit_id', { params: { deposit_id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'awaiting' ? POLL_MS : false),
  })

export const depositsQuery = (state: DepositStatus | undefined, period: Period) =>
  pagesQuery([...keys.payments, 'deposits', state ?? '', period], (from, signal) =>
    call('POST deposit-history', { body: historyBody(state, period, from), signal }),
  )

export const withdrawTermsQuery = queryOptions({
  queryKey: [...keys.payments, 'withdraw-terms'],
  queryFn: async ({ signal }) => (await call('GET withdraw/terms', { signal })).data,
})

const SETTLED: ReadonlySet<WithdrawalStatus> = new Set(['paid', 'returned', 'cancelled', 'refused'])

export const withdrawalQuery = (withdrawal_id: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'withdrawal', withdrawal_id],
    queryFn: async ({ signal }) =>
      (await call('GET withdraw/:withdrawal_id', { params: { withdrawal_id }, signal })).data,
    refetchInterval: ({ state }) => (state.data && !SETTLED.has(state.data.status) ? POLL_MS : false),
  })

export const withdrawalsQuery = (state: WithdrawalStatus | undefined, period: Period) =>
  pagesQuery([...keys.payments, 'withdrawals', state ?? '', period], (from, signal) =>
    call('POST withdraw-history', { body: historyBody(state, period, from), signal }),
  )

/** Of a demo alone: who does the next step of a withdrawal. */
export const demoPayoutQuery = (withdrawal_id: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'demo-payout', withdrawal_id],
    queryFn: async ({ signal }) =>
      (await call('GET demo/withdrawals/:withdrawal_id', { params: { withdrawal_id }, signal })).data,
  })

export const bankQuery = queryOptions({
  queryKey: [...keys.payments, 'bank'],
  queryFn: async ({ signal }) => (await call('POST bank', { body: { user_id: memberId() }, signal })).data,
})

export const addressQuery = queryOptions({
  queryKey: [...keys.payments, 'address'],
  queryFn: async ({ signal }) =>
    (await call('POST address', { body: { user_id: memberId() }, signal })).data.address,
})

export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: async ({ signal }) => (await call('GET banks', { signal })).data.list,
  staleTime: 10 * 60_000,
})

export const statementQuery = (period: Period) =>
  pagesQuery([...keys.payments, 'statement', period], (from, signal) =>
    call('GET statements', { query: { ...periodOnWire(period), ...from }, signal }),
  )

export const rewardsQuery = (period: Period) =>
  pagesQuery([...keys.orders, 'claimed', period], (from, signal) =>
    call('POST list-product-completed', { body: historyBody(undefined, period, from), signal }),
  )

/** The request body for a page of a history. */
export const historyBody = <State>(state: State | undefined, period: Period, from: { cursor?: string }) => ({
  user_id: memberId(),
  ...(state !== undefined && { state }),
  ...periodOnWire(period),
  ...from,
})

/** Refetches everything that shows money or bank details, after either changed. */
export async function refreshPayments(): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: keys.payments }), refreshMoney()])
}
