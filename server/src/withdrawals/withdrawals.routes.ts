import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { findAddress, findBankDetails, payoutDelayOnWire, payeeOnWire } from '../banking/banking.ts'
import { settingsOf } from '../content/content.ts'
import { getMember, withdrawalDelayOf, requireConfirmation, userOf } from '../members/members.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { historyFilter, historyPage } from '../platform/http/history.ts'
import { withdrawalOnWire } from './withdrawals.dto.ts'
import { listWithdrawals, type WithdrawalRow } from './withdrawals.store.ts'
import {
  cancelWithdrawal,
  feeOf,
  getWithdrawal,
  keptBackOf,
  medianHours,
  partsOf,
  requestWithdrawals,
  withdrawAgain,
  withdrawableOf,
} from './withdrawals.ts'

export function withdrawalRoutes(routes: Routes): void {
  const { database } = routes.app

  bind(routes, withdrawalCalls.withdrawTerms, async ({ viewer, now }) => ({
    data: await withdrawTerms(database, viewer.member_id, now),
  }))

  // Allowed under a conduct lock: the money still belongs to the member.
  bind(routes, withdrawalCalls.withdraw, {
    before: (call) => requireConfirmation(call, call.body),
    async handler({ viewer, body, locale, transaction }) {
      const { member_id } = viewer
      const { again: withdrawal_id, amount: amount_minor = 'all' as const } = body
      const data = await transaction(async (tx) => {
        const [first, ...others] =
          withdrawal_id === undefined
            ? await requestWithdrawals(tx, { member_id, amount_minor })
            : await withdrawAgain(tx, { member_id, withdrawal_id })
        return {
          ...(await withBalances(tx, first!, locale)),
          others: others.map((row) => withdrawalOnWire(row, locale)),
        }
      })
      return { data, message: 'successfully_created_withdrawal_order' }
    },
  })

  bind(routes, withdrawalCalls.withdrawHistory, async ({ viewer, body, locale }) => {
    const on = await database.replica()
    const rows = await listWithdrawals.all(on, { member_id: viewer.member_id, ...historyFilter(body) })
    return { data: historyPage(rows, (row) => withdrawalOnWire(row, locale)) }
  })

  bind(routes, withdrawalCalls.getWithdrawal, async ({ viewer, params, locale }) => ({
    data: withdrawalOnWire(await getWithdrawal(database, { member_id: viewer.member_id, ...params }), locale),
  }))

  bind(routes, withdrawalCalls.cancelWithdrawal, async ({ viewer, params, locale, transaction }) => {
    const input = { member_id: viewer.member_id, ...params }
    const data = await transaction(async (tx) => withBalances(tx, await cancelWithdrawal(tx, input), locale))
    return { data, message: 'withdrawal_cancelled_successfully' }
  })
}

async function withBalances(on: Queryable, withdrawal: WithdrawalRow, locale: Locale) {
  const { account_balance, held_balance } = await userOf(on, withdrawal.member_id)
  return { withdrawal: withdrawalOnWire(withdrawal, locale), account_balance, held_balance }
}

async function withdrawTerms(on: Queryable, member_id: string, now: Date) {
  const settings = await settingsOf(on)
  const [details, address, member, available_minor, median_hours] = await Promise.all([
    findBankDetails(on, member_id),
    findAddress(on, member_id),
    getMember(on, member_id),
    withdrawableOf(on, member_id, now),
    medianHours(on, now, settings.time_zone),
  ])
  const { from, to } = settings.withdrawal_bank_days
  const [{ rest_minor }, kept] = await Promise.all([
    partsOf(on, member_id, available_minor, now),
    keptBackOf(on, member_id, now),
  ])
  return {
    available: formatMoney(available_minor),
    to_card: formatMoney(available_minor - rest_minor),
    kept_back: formatMoney(kept.returned_minor + kept.disputed_minor),
    minimum: formatMoney(settings.min_withdrawal_minor),
    fee: formatMoney(rest_minor === 0n ? 0n : feeOf(rest_minor, settings)),
    expected: { median_hours, bank_days_from: from, bank_days_to: to },
    has_address: address !== undefined,
    payee: details === undefined ? null : payeeOnWire(details),
    hold: payoutDelayOnWire(withdrawalDelayOf(member, now, details)),
  }
}
