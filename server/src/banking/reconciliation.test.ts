// Reconciling items between the bank's balance and the ledger's at the end of a day, by kind, through the back office
// and real bank files; unexplained differences are shown, never booked.
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { bringDecided, confirmStatement, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line } from '../../test/bank/files.ts'
import { answered } from '../../test/carrying.ts'
import { requestWithdrawal } from '../../test/finance.ts'
import { transfer } from '../../test/ledger.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { actorOn, staff, type TestOperator } from '../../test/staff.ts'
import { createDeposit, creditDeposit } from '../deposits/deposits.ts'
import { type AccountId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { checkRunningTotals, foldRunningTotals } from '../platform/database/running-totals.ts'
import { decideNewLines } from '../withdrawals/line-decisions.ts'
import { createPayoutBatch, exportBatch, sendBatch } from '../withdrawals/payout-batches.ts'
import { approveWithdrawal } from '../withdrawals/withdrawals.ts'

const DAY_MS = 86_400_000
let APPROVER: string
let RELEASER: string

let app: TestApp
let finance: TestOperator
let member: TestMember
/** The bank account's balance after the last statement. */
let bank_minor = 0n
let sheets = 0

beforeAll(async () => {
  app = await startApp()
  ;[APPROVER, RELEASER] = [await actorOn(app, 'out'), await actorOn(app, 'out')]
  await receiveAt(app)
  await openBankAccount(app.database, { closing_minor: 0n, day: today(-1) })
  finance = await staff(app, 'finance')
  member = await payable(app, 'thu ha', 0n)
  const { reference } = await announce(50_000n)
  await book([{ amount: '500.00', e2e: reference }])
})
beforeEach(async () => {
  app.clock.advance(DAY_MS)
  finance = await staff(app, 'finance')
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.database.transaction(work)
const today = (days = 0) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
const atEndOf = async (day: string) =>
  answered(await app.call(adminBankingCalls.reconciliation, { as: finance, query: { day } }))

const announce = (amount_minor: bigint) =>
  inTx((tx) => createDeposit(tx, { member_id: member._id, amount_minor, method: 'bank_transfer' }))

/** Imports the next statement for a day. */
async function book(lines: readonly Line[], day = today()): Promise<void> {
  const opening = formatMoney(bank_minor)
  for (const { amount } of lines) bank_minor += parseMoney(amount)
  const content = camt053({ id: `DAY-${++sheets}`, day, opening, lines })
  await bringDecided(app.database, content)
}

/** The items of a kind that are new compared with the day before. */
async function added(day = today()) {
  const [before, after] = [
    await atEndOf(new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)),
    await atEndOf(day),
  ]
  const items = after.items.filter(
    ({ kind, amount, count }) =>
      !before.items.some((item) => item.kind === kind && item.amount === amount && item.count === count),
  )
  return { items, unexplained: after.unexplained }
}

async function sentPayout(amount: string): Promise<string> {
  const { reference, send } = await exportedPayout(amount)
  await send()
  return reference
}

/** At the bank, and not marked as sent. */
async function exportedPayout(amount: string) {
  const request = { member_id: member._id, amount_minor: parseMoney(amount) }
  const { id: withdrawal_id, reference } = await inTx((tx) => requestWithdrawal(tx, request))
  await inTx((tx) => approveWithdrawal(tx, { withdrawal_id, actor: APPROVER }))
  const wish = { withdrawal_ids: [withdrawal_id], refund_ids: [], format: 'pain.001.001.03' as const }
  const batch = await inTx((tx) =>
    createPayoutBatch(tx, { ...wish, execution_day: executionDay(app), actor: RELEASER }),
  )
  const step = { batch_id: batch.id, actor: RELEASER }
  await inTx((tx) => exportBatch(tx, step))
  const send = (late = false) => inTx((tx) => sendBatch(tx, { ...step, late }))
  return { reference, send }
}

test('a bank and a ledger that agree have no items and nothing unexplained', async () => {
  await book([{ amount: '12.00', text: 'nobody knows whose' }])
  expect(await atEndOf(today())).toMatchObject({ difference: '0.00', items: [], unexplained: '0.00' })
  const allBefore = await atEndOf('2000-01-01')
  expect(allBefore).toMatchObject({ bank: null, bank_day: null, difference: null, unexplained: null })
})

test('other_debits: debits by the bank, such as a fee, until they are booked', async () => {
  await book([{ amount: '-1.50', text: 'account fee' }])
  expect(await added()).toEqual({
    items: [{ kind: 'other_debits', count: 1, amount: '-1.50' }],
    unexplained: '0.00',
  })
})

test('payouts_in_transit: sent and not booked yet; gone on the day on which the bank books them', async () => {
  const reference = await sentPayout('30.00')
  await book([])
  expect(await added()).toEqual({
    items: [{ kind: 'payouts_in_transit', count: 1, amount: '30.00' }],
    unexplained: '0.00',
  })
  app.clock.advance(DAY_MS)
  finance = await staff(app, 'finance')
  await book([{ amount: '-30.00', e2e: reference }])
  expect((await atEndOf(today())).items.map(({ kind }) => kind)).not.toContain('payouts_in_transit')
  expect((await atEndOf(today(-1))).items).toContainEqual({
    kind: 'payouts_in_transit',
    count: 1,
    amount: '30.00',
  })
})

test('payouts_booked_early: booked by the bank, and marked as sent on a later day', async () => {
  const { reference, send } = await exportedPayout('25.00')
  await book([{ amount: '-25.00', e2e: reference }])
  expect((await added()).items).toEqual([{ kind: 'other_debits', count: 2, amount: '-26.50' }])
  app.clock.advance(7 * DAY_MS)
  finance = await staff(app, 'finance')
  await send(true)
  await decideNewLines(app.database)
  expect(await atEndOf(today(-7))).toMatchObject({
    items: expect.arrayContaining([
      { kind: 'payouts_booked_early', count: 1, amount: '-25.00' },
      { kind: 'other_debits', count: 1, amount: '-1.50' },
    ]),
    unexplained: '0.00',
  })
  const now = await atEndOf(today())
  expect(now.unexplained).toBe('0.00')
  expect(now.items.map(({ kind }) => kind)).not.toContain('payouts_booked_early')
})

test('short_returns: less was returned than sent; the member gets all of it, the platform bears the difference', async () => {
  const reference = await sentPayout('40.00')
  await book([{ amount: '-40.00', e2e: reference }])
  app.clock.advance(DAY_MS)
  finance = await staff(app, 'finance')
  await book([{ amount: '37.50', e2e: reference, returned: 'AC04' }])
  expect(await added()).toEqual({
    items: [{ kind: 'short_returns', count: 1, amount: '-2.50' }],
    unexplained: '0.00',
  })
})

test('other_cash: credited without a bank line, such as by card', async () => {
  const { id: deposit_id } = await announce(700n)
  const arrival = { deposit_id, amount_minor: 700n, evidence: 'pi_1', actor: 'system' }
  await inTx((tx) => creditDeposit(tx, arrival))
  await book([])
  const appended = await atEndOf(today())
  await foldRunningTotals(app.database)
  await foldRunningTotals(app.database)
  expect(await atEndOf(today())).toEqual(appended)
  expect(await checkRunningTotals(app.database)).toEqual([])
  expect(await added()).toEqual({
    items: [{ kind: 'other_cash', count: 1, amount: '-7.00' }],
    unexplained: '0.00',
  })
})

const postAdjusted = async (from: AccountId, to: AccountId, amount_minor: bigint) => {
  await inTx((tx) => postOrRefuse(tx, [transfer(from, to, amount_minor, { event_at: tx.now })]))
}

test('cash that two operators put in without a bank line is unexplained, until they have taken it out again', async () => {
  const [cash, revenue] = [platformAccount('cash', 'a'), platformAccount('revenue', 'a')]
  await book([])
  const { items } = await atEndOf(today())
  await postAdjusted(cash, revenue, 700_000n)
  expect(await atEndOf(today())).toMatchObject({ items, unexplained: '-7000.00' })
  await foldRunningTotals(app.database)
  expect(await atEndOf(today())).toMatchObject({ items, unexplained: '-7000.00' })
  app.clock.advance(DAY_MS)
  await postAdjusted(revenue, cash, 700_000n)
  finance = await staff(app, 'finance')
  expect(await atEndOf(today())).toMatchObject({ unexplained: '0.00' })
})

test('cash that a correction takes out is unexplained as far as neither debits of the bank nor cards account for it', async () => {
  const { list } = answered(
    await app.call(ledgerCalls.entries, {
      as: finance,
      query: { type: 'deposit_credited', sort: 'entry_no.asc' },
    }),
  )
  const body = {
    adjustment: 'credited_in_error' as const,
    from: { kind: 'member_available' as const, holder_id: member._id },
    to: { kind: 'cash' as const },
    amount: '100.00',
    refers_to: 'the bank took it back',
    corrects: list[0]!._id,
    reason: 'The bank took it back.',
  }
  const key = 'cash-out'
  const proposed = await app.call(ledgerCalls.proposeAdjustment, { as: finance, key, body })
  await book([])
  const { unexplained } = await atEndOf(today())
  expect(unexplained).toBe('0.00')
  answered(await approveProposal(app, answered(proposed).proposal_id, await staff(app, 'owner')))
  // 7.00 may be the card's, and 1.50 the fee that nobody has booked.
  expect((await atEndOf(today())).unexplained).toBe('91.50')
  app.clock.advance(DAY_MS)
  finance = await staff(app, 'finance')
  await book([{ amount: '-100.00', text: 'recalled by the payer’s bank' }])
  expect(await atEndOf(today())).toMatchObject({ difference: '-11.00', unexplained: '0.00' })
})

test('lines_before_decision: booked by the bank that day, decided here on a later one', async () => {
  const { reference } = await announce(2500n)
  const day = today()
  app.clock.advance(DAY_MS)
  finance = await staff(app, 'finance')
  await book([{ amount: '25.00', e2e: reference }], day)
  expect(await added(day)).toEqual({
    items: [{ kind: 'lines_before_decision', count: 1, amount: '25.00' }],
    unexplained: '0.00',
  })
  await book([])
  expect((await atEndOf(today())).items.map(({ kind }) => kind)).not.toContain('lines_before_decision')
})

test('an unexplained difference is shown once somebody has confirmed the statement: an earlier one was never imported', async () => {
  const before = parseMoney((await atEndOf(today(-1))).unexplained!)
  bank_minor += 10_000n
  await book([])
  const unexplained = async () => parseMoney((await atEndOf(today())).unexplained!)
  expect(await unexplained()).toBe(before)
  const { list } = answered(
    await app.call(adminBankingCalls.statements, { as: finance, query: { status: 'unconfirmed' } }),
  )
  expect(list.map(({ to_day }) => to_day)).toEqual([today()])
  expect(await confirmStatement(app, list[0]!._id, await staff(app, 'finance'))).toMatchObject({
    right: true,
    statement: { gap: true },
  })
  expect((await unexplained()) - before).toBe(10_000n)
})

test('balances by day are limited to 92 days, from the first to the last', async () => {
  const balances = (from: string, to: string) =>
    app.call(adminBankingCalls.bankBalances, { as: finance, query: { from, to } })
  const { list } = answered(await balances(today(-2), today()))
  expect(list.map(({ day }) => day)).toEqual([today(-2), today(-1), today()])
  expect(list.at(-1)!.ledger).toBe((await atEndOf(today())).ledger)
  for (const [from, to] of [
    [today(), today(-1)],
    [today(-92), today()],
  ] as const)
    expect((await balances(from, to)).code).toBe('field_is_invalid')
})
