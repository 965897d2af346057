// The calls of contract/src/payments.ts: guard, one call of the domain, answer. Decides nothing.
import { formatMoney } from '@fairturn/contract/money'
import { bankingCalls } from '@fairturn/contract/banking'
import { depositCalls } from '@fairturn/contract/deposits'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { settingsOf } from '../content/content.ts'
import type { Queryable } from '../database/database.ts'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { getMember, userOf, verifyConfirmation } from '../members/members.ts'
import {
  findAddress,
  saveAddress,
  holdOnWire,
  withdrawalOnWire,
  listWithdrawals,
  type WithdrawalRow,
  availableOf,
  cancelWithdrawal,
  feeOf,
  getWithdrawal,
  holdOf,
  medianHours,
  requestWithdrawal,
} from '../withdrawals/withdrawals.ts'
import {
  findBankDetails,
  isChange,
  readPayee,
  saveBankDetails,
  bankDirectory,
  bankOnWire,
  payeeOnWire,
} from '../banking/banking.ts'
import {
  type Card,
  checkoutOpener,
  createDeposit,
  depositMethods,
  getDeposit,
  listDeposits,
  checkoutOnWire,
  depositOnWire,
} from '../deposits/deposits.ts'

const PAGE_SIZE = 20

/** `card`: the provider, where deposits by card are configured. */
export function paymentRoutes(routes: Routes, card: Card | undefined): void {
  addressAndBank(routes)
  deposits(routes, card)
  withdrawals(routes)
}

function addressAndBank(routes: Routes): void {
  const { database } = routes.app

  bind(routes, bankingCalls.address, async ({ viewer }) => ({
    data: { address: (await findAddress(database, viewer.member_id)) ?? null },
  }))

  bind(routes, bankingCalls.updateAddress, async ({ viewer, body, transaction }) => {
    const { name, street, city, country, postal_code, region } = body
    const address = { name, street, city, postal_code, region, country }
    await transaction((tx) => saveAddress(tx, viewer.member_id, address))
    return { data: { address }, message: 'added_address_information_successfully' }
  })

  bind(routes, bankingCalls.banks, async ({ query }) => {
    const { list, source, fetched_at } = await bankDirectory(database)
    const asked = query.country === undefined ? list : list.filter((bank) => bank.country === query.country)
    return { data: { list: [...asked], source, fetched_at: fetched_at?.toISOString() ?? null } }
  })

  bind(routes, bankingCalls.bank, async ({ viewer, now }) => ({
    data: await bankAnswer(database, viewer.member_id, now),
  }))

  bind(routes, bankingCalls.updateBank, async (call) => {
    const { viewer, body, now, transaction } = call
    const { member_id } = viewer
    const payee = await readPayee(database, body)
    const confirmed = isChange(await findBankDetails(database, member_id), payee)
    if (confirmed) await verifyConfirmation(call, body)
    await transaction((tx) => saveBankDetails(tx, { member_id, payee, confirmed }))
    const data = await bankAnswer(database, member_id, now)
    return { data, message: 'added_bank_information_successfully' }
  })
}

async function bankAnswer(on: Queryable, member_id: string, now: Date) {
  const [details, member] = await Promise.all([findBankDetails(on, member_id), getMember(on, member_id)])
  return {
    bank: details === undefined ? null : bankOnWire(details),
    hold: holdOnWire(holdOf(member, details, now)),
  }
}

function deposits(routes: Routes, card: Card | undefined): void {
  const { database } = routes.app
  const takes_card = card !== undefined
  const openCheckout = card && checkoutOpener(database, card)

  bind(routes, depositCalls.depositMethods, async () => ({
    data: { list: depositMethods(await settingsOf(database), takes_card) },
  }))

  bind(
    routes,
    depositCalls.deposit,
    async ({ viewer, body: { amount, method }, transaction }) => {
      const wanted = { member_id: viewer.member_id, amount_minor: amount, method }
      const data = await transaction(async (tx) =>
        depositOnWire(await createDeposit(tx, wanted, takes_card), await settingsOf(tx)),
      )
      return method === 'card' ? { data } : { data, message: 'deposit_announced_successfully' }
    },
    undefined,
    async (answer, { request }) => {
      if (answer.data.method !== 'card' || openCheckout === undefined) return answer
      const deposit = await openCheckout(answer.data._id, (error) => request.log.error(error))
      return { data: { ...answer.data, instructions: checkoutOnWire(deposit) } }
    },
  )

  bind(routes, depositCalls.depositHistory, async ({ viewer, body }) => {
    const [settings, rows] = await Promise.all([
      settingsOf(database),
      listDeposits.all(database, viewer.member_id, ...filterOf(body), PAGE_SIZE + 1),
    ])
    return { data: pageOf(rows, (row) => depositOnWire(row, settings)) }
  })

  bind(routes, depositCalls.getDeposit, async ({ viewer, params }) => {
    const deposit = await getDeposit(database, { member_id: viewer.member_id, ...params })
    return { data: depositOnWire(deposit, await settingsOf(database)) }
  })
}

interface Filter {
  readonly state?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
}

/** What a list's statement takes after the member. */
const filterOf = ({ state, from, to, cursor }: Filter) =>
  [
    state ?? null,
    from === undefined ? null : new Date(from),
    to === undefined ? null : new Date(to),
    cursor === undefined ? null : decodeCursor(cursor),
  ] as const

/** A page of rows of which one more was asked for than is shown. */
const pageOf = <Row extends { readonly id: string }, Shown>(rows: Row[], show: (row: Row) => Shown) => ({
  list: rows.slice(0, PAGE_SIZE).map(show),
  cursor: rows.length > PAGE_SIZE ? encodeCursor(rows[PAGE_SIZE - 1]!.id) : null,
})

function withdrawals(routes: Routes): void {
  const { database } = routes.app

  bind(routes, withdrawalCalls.withdrawTerms, async ({ viewer, now }) => ({
    data: await withdrawTerms(database, viewer.member_id, now),
  }))

  // Open to members locked for conduct: what is theirs is theirs.
  bind(
    routes,
    withdrawalCalls.withdraw,
    async ({ viewer, body, transaction }) => {
      const asked = { member_id: viewer.member_id, amount_minor: body.amount ?? ('all' as const) }
      const data = await transaction(async (tx) => withBalances(tx, await requestWithdrawal(tx, asked)))
      return { data, message: 'successfully_created_withdrawal_order' }
    },
    (call) => verifyConfirmation(call, call.body),
  )

  bind(routes, withdrawalCalls.withdrawHistory, async ({ viewer, body }) => ({
    data: pageOf(
      await listWithdrawals.all(database, viewer.member_id, ...filterOf(body), PAGE_SIZE + 1),
      withdrawalOnWire,
    ),
  }))

  bind(routes, withdrawalCalls.getWithdrawal, async ({ viewer, params }) => ({
    data: withdrawalOnWire(await getWithdrawal(database, { member_id: viewer.member_id, ...params })),
  }))

  bind(routes, withdrawalCalls.cancelWithdrawal, async ({ viewer, params, transaction }) => {
    const asked = { member_id: viewer.member_id, ...params }
    const data = await transaction(async (tx) => withBalances(tx, await cancelWithdrawal(tx, asked)))
    return { data, message: 'withdrawal_cancelled_successfully' }
  })
}

async function withBalances(on: Queryable, withdrawal: WithdrawalRow) {
  const { account_balance, held_balance } = await userOf(on, withdrawal.member_id)
  return { withdrawal: withdrawalOnWire(withdrawal), account_balance, held_balance }
}

async function withdrawTerms(on: Queryable, member_id: string, now: Date) {
  const [settings, details, address, member, available_minor, median_hours] = await Promise.all([
    settingsOf(on),
    findBankDetails(on, member_id),
    findAddress(on, member_id),
    getMember(on, member_id),
    availableOf(on, member_id),
    medianHours(on, now),
  ])
  const { from, to } = settings.withdrawal_bank_days
  return {
    available: formatMoney(available_minor),
    minimum: formatMoney(settings.min_withdrawal_minor),
    fee: formatMoney(feeOf(available_minor, settings)),
    expected: { median_hours, bank_days_from: from, bank_days_to: to },
    has_address: address !== undefined,
    payee: details === undefined ? null : payeeOnWire(details),
    hold: holdOnWire(holdOf(member, details, now)),
  }
}
