// Deposits and withdrawals by bank files: processed once, under any repetition and crash; the ledger stays intact.
import { hash } from 'node:crypto'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { bankingCalls } from '@fairturn/contract/banking'
import { depositCalls } from '@fairturn/contract/deposits'
import { newId } from '@fairturn/contract/ids'
import { noticeCalls } from '@fairturn/contract/notices'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposed } from '../../test/approvals.ts'
import { bring, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line, OURS, type Sheet } from '../../test/bank/files.ts'
import { answered } from '../../test/carrying.ts'
import {
  ADDRESS,
  executionDay,
  expectPaymentsCorrect,
  IBAN,
  payable,
  receiveAt,
  saveBank,
  withdraw,
} from '../../test/payments.ts'
import { actorOn, staff } from '../../test/staff.ts'
import { creditAboveAnnounced } from '../banking/above-announced.proposal.ts'
import { listLines } from '../banking/bank-lines.store.ts'
import { orderRefund } from '../banking/refund.proposal.ts'
import { selectRefundByReference } from '../banking/unmatched-payments.store.ts'
import { resolveBankLine } from '../banking/unmatched-payments.ts'
import { changeSetting, settingsOf } from '../content/content.ts'
import { accountOf, balancesOf, platformTotals } from '../ledger/ledger.ts'
import { lockMember } from '../members/members.ts'
import type { Tx } from '../platform/database/database.ts'
import { handlers } from '../worker.ts'
import { approveWithdrawal, refuseWithdrawal } from './approve-withdrawal.ts'
import { assignPayment } from './assign-payment.ts'
import { decideNewLines } from './line-decisions.ts'
import { selectBatch } from './payout-batches.store.ts'
import { createPayoutBatch, discardBatch, exportBatch, sendBatch } from './payout-batches.ts'
import { getWithdrawal, secondsToBooking } from './withdrawals.ts'

/** Importer, matcher, confirmer, approver and releaser: never the same person for the same money. */
let MATCHER: string
let APPROVER: string
let RELEASER: string
let EYES: { proposed_by: string; approved_by: string; reason: string }
const SENDER = 'DE02120300000000202051'

let app: TestApp
let member: TestMember
let sheets = 0
let people = 0

beforeAll(async () => {
  app = await startApp()
  // Monday, so that a payment file is executed on the day on which it is made.
  app.clock.advance(2 * 86_400_000)
  MATCHER = await actorOn(app, 'in')
  APPROVER = await actorOn(app, 'out')
  RELEASER = await actorOn(app, 'out')
  EYES = {
    proposed_by: await actorOn(app, 'in'),
    approved_by: await actorOn(app, 'in'),
    reason: 'Sent by mistake. It is written down.',
  }
  await receiveAt(app)
  await openBankAccount(app.database)
  member = await payable(app, 'thu ha', 0n)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.database.transaction(work)
const importText = (text: string, name = 'statement.xml') => bring(app.database, text, name)

/** Imports and decides a new statement; returns its lines in order. */
async function take(lines: readonly Line[], sheet: Partial<Sheet> = {}) {
  const continued = await nextSheet(app.database)
  const [imported] = await importText(
    camt053({ id: `SHEET-${(sheets += 1)}`, ...continued, ...sheet, lines }),
  )
  await decideNewLines(app.database)
  return await linesOf(imported!.statement.id)
}
const linesOf = async (statement_id: string) =>
  (
    await listLines.page(app.database, { filter: { statement_id }, now: app.clock.now() }, 1000)
  ).list.toSorted((a, b) => a.line_no - b.line_no)
const announce = async (amount = '50.00', { token, _id } = member) =>
  answered(
    await app.call(depositCalls.deposit, {
      token,
      key: newId(new Date()),
      body: { user_id: _id, amount, method: 'bank_transfer' },
    }),
  )
const availableOf = async ({ _id } = member) =>
  (await balancesOf(app.database, [accountOf('member_available', _id)])).values().next().value!.balance_minor
const nobodys = async () => (await platformTotals(app.database)).get('unmatched_payment')?.balance_minor ?? 0n
const cash = async () => -((await platformTotals(app.database)).get('cash')?.balance_minor ?? 0n)

describe('money in', () => {
  test('with a deposit’s reference is credited, exact or less, also with typing errors; more waits for a second operator', async () => {
    const before = await availableOf()
    const [exact, more, less] = [await announce(), await announce(), await announce()]
    const typed = more.reference.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')
    const lines = await take([
      { amount: '50.00', e2e: exact.reference },
      { amount: '60.00', text: `Nap tien ${typed}, cam on` },
      { amount: '40.00', text: less.reference },
    ])
    expect(lines.map(({ status, finding }) => `${status} ${finding}`)).toEqual([
      'matched deposit_credited',
      'unconfirmed more_than_announced',
      'differs credited_less_than_announced',
    ])
    expect((await availableOf()) - before).toBe(9000n)
    const line_id = lines[1]!.id
    await inTx((tx) => creditAboveAnnounced(tx, line_id, { ...EYES, reason: 'She paid for two.' }))
    await decideNewLines(app.database)
    expect((await linesOf(lines[1]!.statement_id))[1]).toMatchObject({
      status: 'differs',
      finding: 'credited_more_than_announced',
    })
    expect((await availableOf()) - before).toBe(15_000n)
  })

  test('is imported once: the same file again, overlapping statements, the same line in another file', async () => {
    const { reference } = await announce()
    const line: Line = { amount: '50.00', e2e: reference, ref: 'BANK-77' }
    const other: Line = { amount: '7.00', text: 'who knows', ref: 'BANK-78' }
    const { day, opening } = await nextSheet(app.database)
    const text = camt053({ id: 'ONCE-1', day, opening, lines: [line, other] })
    const before = await availableOf()
    const first = await importText(text)
    await decideNewLines(app.database)
    expect(first).toMatchObject([{ new_lines: 2, repeated: false }])
    const again = await Promise.all(Array.from({ length: 50 }, () => importText(text)))
    for (const answer of again) expect(answer).toMatchObject([{ new_lines: 0, repeated: true }])
    const overlapping = camt053({
      id: 'ONCE-2',
      day,
      opening,
      lines: [line, other, { amount: '1.00', ref: 'BANK-79' }],
    })
    expect(await importText(overlapping)).toMatchObject([{ new_lines: 1, statement: { known_count: 2 } }])
    await decideNewLines(app.database)
    expect((await availableOf()) - before).toBe(5000n)
    const changed = camt053({ id: 'ONCE-1', day, opening, lines: [line, { ...other, amount: '8.00' }] })
    await expect(importText(changed)).rejects.toMatchObject({ code: 'bank_statement_was_imported_otherwise' })
  })

  test('says two things under one number in one file, and is refused whole', async () => {
    const { day, opening } = await nextSheet(app.database)
    const line = (amount: string) => ({ amount, text: 'twice one number', name: 'Twin' })
    const stmt = (text: string) => /<Stmt>.*<\/Stmt>/su.exec(text)![0]
    const first = camt053({ id: 'TWICE', day, opening, lines: [line('5.00')] })
    const after = (Number(opening) + 5).toFixed(2)
    const second = camt053({ id: 'TWICE', day, opening: after, lines: [line('6.00')] })
    const both = first.replace('</Stmt>', `</Stmt>${stmt(second)}`)
    await expect(importText(both)).rejects.toMatchObject({ code: 'bank_statement_was_imported_otherwise' })
    const repeated = first.replace('</Stmt>', `</Stmt>${stmt(first)}`)
    expect(await importText(repeated)).toMatchObject([
      { new_lines: 1, repeated: false },
      { new_lines: 0, repeated: true },
    ])
  })

  test('of two equal lines in one statement is two payments', async () => {
    const twin: Line = { amount: '3.00', text: 'twice the same', name: 'Twin' }
    expect(await take([twin, twin])).toHaveLength(2)
  })

  test('unmatched, it is booked separately, then assigned to its member, once', async () => {
    const deposit = await announce()
    await take([{ amount: '50.00', e2e: deposit.reference }])
    const kept = await nobodys()
    const lines = await take([
      { amount: '50.00', e2e: deposit.reference, name: 'Second payment' },
      { amount: '9.00', text: 'no reference at all' },
      { amount: '5.00', text: 'FT-0000-0000' },
      { amount: '6.00', e2e: (await announce()).reference, text: (await announce()).reference },
    ])
    expect(lines.map(({ status, finding }) => `${status} ${finding}`)).toEqual([
      'unmatched deposit_was_credited',
      'unmatched no_reference',
      'unmatched reference_is_unknown',
      'unmatched several_references',
    ])
    expect((await nobodys()) - kept).toBe(7000n)
    const line_id = lines[0]!.id
    const assign = () => inTx((tx) => assignPayment(tx, { line_id, to: { member_id: member._id }, ...EYES }))
    const before = await availableOf()
    const presses = await Promise.allSettled(Array.from({ length: 50 }, assign))
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await availableOf()) - before).toBe(5000n)
    expect((await nobodys()) - kept).toBe(2000n)
    const awaited = await announce('9.00')
    await inTx((tx) =>
      assignPayment(tx, {
        line_id: lines[1]!.id,
        to: { deposit_id: awaited._id },
        ...EYES,
      }),
    )
    await expect(assign()).rejects.toMatchObject({ code: 'bank_line_is_in_another_state' })
  })

  test('in another name than the member’s is credited, and the difference is shown to operators', async () => {
    const paying = await payable(app, `payer ${(people += 1)}`, 0n)
    const { rows } = await app.database.query<{ holder: string }>({
      text: 'select holder from bank_details where member_id = $1',
      values: [paying._id],
    })
    const deposits = [
      await announce('5.00', paying),
      await announce('5.00', paying),
      await announce('5.00', paying),
    ]
    const [named, other, unnamed] = deposits.map(({ reference }) => ({ amount: '5.00', text: reference }))
    const lines = await take([
      { ...named!, name: rows[0]!.holder.toUpperCase() },
      { ...other!, name: 'Somebody Else' },
      unnamed!,
    ])
    expect(lines.map(({ finding, payer_differs }) => [finding, payer_differs])).toEqual([
      ['deposit_credited', false],
      ['deposit_credited', true],
      ['deposit_credited', null],
    ])
    expect(await availableOf(paying)).toBe(1500n)
  })

  test('is refunded only to its sender, in a payment file, and the refund may be returned again', async () => {
    const [line] = await take([{ amount: '12.00', text: 'wrong account', name: 'Erika', iban: SENDER }])
    const kept = await nobodys()
    const order = {
      line_id: line!.id,
      holder: 'Erika',
      account: SENDER,
      city: 'Berlin',
      country: 'DE',
      amount_minor: 1200n,
    }
    const elsewhere = inTx((tx) => orderRefund(tx, { ...order, account: IBAN }, EYES))
    await expect(elsewhere).rejects.toMatchObject({ code: 'refund_goes_to_the_sender' })
    const more = inTx((tx) => orderRefund(tx, { ...order, amount_minor: 1300n }, EYES))
    await expect(more).rejects.toMatchObject({ code: 'amount_is_invalid' })
    const refund = await inTx((tx) => orderRefund(tx, order, EYES))
    await expect(inTx((tx) => orderRefund(tx, order, EYES))).rejects.toMatchObject({
      code: 'bank_line_is_in_another_state',
    })
    const batch = await createFile([], [refund.id])
    await inTx((tx) => exportBatch(tx, { batch_id: batch.id, actor: RELEASER }))
    await inTx((tx) => sendBatch(tx, { batch_id: batch.id, actor: RELEASER }))
    expect((await nobodys()) - kept).toBe(-1200n)
    await take([{ amount: '-12.00', e2e: refund.reference }])
    expect(await selectRefundByReference.one(app.database, { reference: refund.reference })).toMatchObject({
      status: 'paid',
    })
    expect(await selectBatch.one(app.database, { id: batch.id })).toMatchObject({ status: 'reconciled' })
    await take([{ amount: '12.00', e2e: refund.reference, returned: 'AC04' }])
    expect(await nobodys()).toBe(kept)
    const second = await inTx((tx) => orderRefund(tx, order, EYES))
    expect(second.reference).not.toBe(refund.reference)
  })
})

const createFile = (withdrawal_ids: readonly string[], refund_ids: readonly string[] = []) =>
  inTx((tx) =>
    createPayoutBatch(tx, {
      withdrawal_ids,
      refund_ids,
      format: 'pain.001.001.03',
      execution_day: executionDay(app),
      actor: RELEASER,
    }),
  )

/** A member with an approved withdrawal of $ 20,00. */
async function approved(balance_minor = 5000n) {
  const who = await payable(app, `payee ${(people += 1)}`, balance_minor)
  answered(await saveBank(app, who)) // unchanged
  const { withdrawal } = answered(await withdraw(app, who, '20.00'))
  await inTx((tx) => approveWithdrawal(tx, { withdrawal_id: withdrawal._id, actor: APPROVER }))
  return { who, withdrawal_id: withdrawal._id, reference: withdrawal.reference }
}
const statusOf = async ({ who, withdrawal_id }: { who: TestMember; withdrawal_id: string }) =>
  (await getWithdrawal(app.database, { member_id: who._id, withdrawal_id })).status

describe('money out', () => {
  test('has the payee’s address in its file, as it was when the withdrawal was requested, and the same bytes after a move', async () => {
    const payout = await approved()
    const step = { batch_id: (await createFile([payout.withdrawal_id])).id, actor: RELEASER }
    const before = await inTx((tx) => exportBatch(tx, step))
    expect(before.text).toMatch(/<StrtNm>12 Hang Bac<\/StrtNm>\s*<TwnNm>Ha Noi<\/TwnNm>\s*<Ctry>VN<\/Ctry>/)
    const { token, _id: user_id } = payout.who
    const moved = { ...ADDRESS, street: 'Somewhere else 1' }
    answered(await app.call(bankingCalls.updateAddress, { token, body: { user_id, ...moved } }))
    expect((await inTx((tx) => exportBatch(tx, step))).text).toBe(before.text)
    await inTx((tx) => sendBatch(tx, step))
  })

  test('is in one batch, exported to the same bytes, and sent once, however often it is requested', async () => {
    const payouts = [await approved(), await approved()]
    const ids = payouts.map(({ withdrawal_id }) => withdrawal_id)
    const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => createFile(ids)))
    const batches = attempts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(batches).toHaveLength(1)
    const batch_id = batches[0]!.id
    const step = { batch_id, actor: RELEASER }
    await expect(inTx((tx) => sendBatch(tx, step))).rejects.toMatchObject({
      code: 'payout_batch_is_in_another_state',
    })
    const files = await Promise.all(Array.from({ length: 50 }, () => inTx((tx) => exportBatch(tx, step))))
    expect(new Set(files.map(({ text }) => hash('sha256', text))).size).toBe(1)
    await expect(inTx((tx) => discardBatch(tx, step))).rejects.toMatchObject({
      code: 'payout_batch_is_in_another_state',
    })
    const refused = inTx((tx) =>
      refuseWithdrawal(tx, { withdrawal_id: ids[0]!, actor: APPROVER, reason: 'account_does_not_exist' }),
    )
    await expect(refused).rejects.toMatchObject({ code: 'withdrawal_is_in_a_payment_file' })
    const before = await cash()
    await Promise.all(Array.from({ length: 50 }, () => inTx((tx) => sendBatch(tx, step))))
    expect((await cash()) - before).toBe(-4000n)
    for (const payout of payouts) expect(await statusOf(payout)).toBe('sent')
    await take(payouts.map(({ reference }, i) => ({ amount: '-20.00', e2e: reference, ref: `OUT-${i}` })))
    for (const payout of payouts) expect(await statusOf(payout)).toBe('paid')
    expect(await selectBatch.one(app.database, { id: batch_id })).toMatchObject({ status: 'reconciled' })
    expect(await inTx((tx) => exportBatch(tx, step))).toEqual(files[0])
  })

  // ASVS V16.5.3
  test('a failed step has no effect, and a retry completes it', async () => {
    const payout = await approved()
    const batch = await createFile([payout.withdrawal_id])
    const step = { batch_id: batch.id, actor: RELEASER }
    await inTx((tx) => exportBatch(tx, step))
    const before = await cash()
    const killed = inTx(async (tx) => {
      await sendBatch(tx, step)
      await tx.query({ text: 'select pg_terminate_backend(pg_backend_pid())' })
    })
    await expect(killed).rejects.toThrow(/terminat/)
    expect(await statusOf(payout)).toBe('approved')
    expect(await cash()).toBe(before)
    await inTx((tx) => sendBatch(tx, step))
    expect(await statusOf(payout)).toBe('sent')
    expect((await cash()) - before).toBe(-2000n)
  })

  test('a batch without an exported file may be dropped, and its payments included in another', async () => {
    const payout = await approved()
    const batch = await createFile([payout.withdrawal_id])
    const drop = () => inTx((tx) => discardBatch(tx, { batch_id: batch.id, actor: RELEASER }))
    const dropped = await Promise.allSettled(Array.from({ length: 50 }, drop))
    expect(dropped.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await createFile([payout.withdrawal_id])).payment_count).toBe(1)
  })

  test('to an account that a security lock does not trust stays in a file the bank may have; a file not yet exported is dropped and the payment refused', async () => {
    const [atBank, filed, beside] = [await approved(), await approved(), await approved()]
    const file = { batch_id: (await createFile([atBank.withdrawal_id])).id, actor: RELEASER }
    const exported = await inTx((tx) => exportBatch(tx, file))
    const notExported = await createFile([filed.withdrawal_id, beside.withdrawal_id])
    const suspected_since = new Date(app.clock.now().getTime() - 3_600_000)
    const lock = {
      kind: 'security',
      reason: 'A takeover. It is written down.',
      actor: APPROVER,
      suspected_since,
    } as const
    for (const { who } of [atBank, filed]) await inTx((tx) => lockMember(tx, { ...lock, member_id: who._id }))
    await app.database.runDueJobs([...handlers])

    expect([await statusOf(atBank), await statusOf(filed), await statusOf(beside)]).toEqual([
      'approved',
      'refused',
      'approved',
    ])
    expect([await availableOf(atBank.who), await availableOf(filed.who)]).toEqual([3000n, 5000n])
    expect(await selectBatch.one(app.database, { id: file.batch_id })).toMatchObject({ status: 'exported' })
    expect(await inTx((tx) => exportBatch(tx, file))).toEqual(exported)
    const send = () => inTx((tx) => sendBatch(tx, file))
    await expect(send()).rejects.toMatchObject({ code: 'withdrawals_wait_for_a_security_check' })
    expect(await selectBatch.one(app.database, { id: notExported.id })).toMatchObject({ status: 'dropped' })
    expect((await createFile([beside.withdrawal_id])).payment_count).toBe(1)
  })

  test('that is returned is available again with the fee, with the reason in words', async () => {
    const payout = await sent()
    await take([{ amount: '-20.00', e2e: payout.reference }])
    expect(await statusOf(payout)).toBe('paid')
    const before = await availableOf(payout.who)
    const [line] = await take([{ amount: '20.00', e2e: payout.reference, returned: 'AC04' }])
    expect(line).toMatchObject({ status: 'matched', finding: 'payout_came_back' })
    expect((await availableOf(payout.who)) - before).toBe(2000n)
    const back = await getWithdrawal(app.database, {
      member_id: payout.who._id,
      withdrawal_id: payout.withdrawal_id,
    })
    expect(back).toMatchObject({ status: 'returned', reason: 'bank_reason:AC04' })
    const { token, _id } = payout.who
    for (const [locale, reason] of [
      ['en', 'The account is closed.'],
      ['vn', 'Tài khoản đã đóng.'],
      ['jp', '口座が解約されています。'],
    ] as const) {
      const params = { withdrawal_id: payout.withdrawal_id }
      const shown = answered(await app.call(withdrawalCalls.getWithdrawal, { token, params, locale }))
      expect(shown.reason).toBe(reason)
      const { list } = answered(await app.call(noticeCalls.list, { token, locale, body: { user_id: _id } }))
      expect(list.some(({ text }) => text.includes(reason))).toBe(true)
      const acts = answered(await app.call(personalDataCalls.acts, { token, locale, query: {} }))
      expect(acts.list.find(({ action }) => action === 'withdrawal_returned')).toMatchObject({ reason })
    }
    const [again] = await take([{ amount: '20.00', e2e: payout.reference, returned: 'AC04', name: 'again' }])
    expect(again).toMatchObject({ status: 'unmatched', finding: 'payout_was_not_out' })
    const [stranger] = await take([{ amount: '20.00', text: `for ${(await sent()).reference}` }])
    expect(stranger).toMatchObject({ status: 'unmatched', finding: 'names_a_payout' })
  })

  test('a payer’s partial payment with its reference returns nothing; a part that the bank marks as its return does', async () => {
    const payout = await sent()
    await take([{ amount: '-20.00', e2e: payout.reference }])
    const before = await availableOf(payout.who)
    const [cent] = await take([{ amount: '0.01', e2e: payout.reference }])
    expect(cent).toMatchObject({ status: 'unmatched', finding: 'names_a_payout' })
    expect(await statusOf(payout)).toBe('paid')
    expect(await availableOf(payout.who)).toBe(before)
    const [most] = await take([{ amount: '9.99', e2e: payout.reference, returned: 'AC04' }])
    expect(most).toMatchObject({ status: 'unmatched', finding: 'names_a_payout' })
    expect(await availableOf(payout.who)).toBe(before)
    const [short] = await take([{ amount: '19.00', e2e: payout.reference, returned: 'AC04' }])
    expect(short).toMatchObject({ status: 'differs', finding: 'payout_came_back_short' })
    expect((await availableOf(payout.who)) - before).toBe(2000n)
  })

  test('that is executed next week only cannot have come back yet: the line waits for an operator', async () => {
    const payout = await approved()
    const batch = await createFile([payout.withdrawal_id])
    await app.database.asSchemaOwner(
      `update payout_batch set execution_day = execution_day + 7 where id = $1`,
      [batch.id],
    )
    const step = { batch_id: batch.id, actor: RELEASER }
    await inTx((tx) => exportBatch(tx, step))
    await inTx((tx) => sendBatch(tx, step))
    const [line] = await take([{ amount: '20.00', e2e: payout.reference, returned: 'AC04' }])
    expect(line).toMatchObject({ status: 'unmatched', finding: 'payout_was_not_out' })
    expect(await statusOf(payout)).toBe('sent')
  })

  test('returned to an account that has been closed waits for an operator', async () => {
    const payout = await sent(2000n)
    await take([{ amount: '-20.00', e2e: payout.reference }])
    const { token, _id: user_id } = payout.who
    answered(await app.call(personalDataCalls.close, { token, body: { user_id, password: TEST_PASSWORD } }))
    const [line] = await take([{ amount: '20.00', e2e: payout.reference, returned: 'AC04' }])
    expect(line).toMatchObject({ status: 'unmatched', finding: 'account_is_closed' })
    expect(await availableOf(payout.who)).toBe(0n)
  })

  test('sent and returned in one file is booked in that order, whoever decides it', async () => {
    const payouts = [await sent(), await sent(), await sent(), await sent(), await sent()]
    const lines = payouts.flatMap(({ reference }) => [
      { amount: '20.00', e2e: reference, returned: 'AC04' },
      { amount: '-20.00', e2e: reference },
    ])
    const continued = await nextSheet(app.database)
    const [imported] = await importText(camt053({ id: `SHEET-${(sheets += 1)}`, ...continued, lines }))
    await Promise.all(Array.from({ length: 50 }, () => decideNewLines(app.database)))
    const decided = await linesOf(imported!.statement.id)
    expect(new Set(decided.map(({ finding }) => finding))).toEqual(
      new Set(['payout_came_back', 'payout_paid']),
    )
    for (const payout of payouts) expect(await statusOf(payout)).toBe('returned')
  })

  test('debits that are no payout wait for an operator; one imported too early is decided again', async () => {
    const payout = await approved()
    const batch = await createFile([payout.withdrawal_id])
    await inTx((tx) => exportBatch(tx, { batch_id: batch.id, actor: RELEASER }))
    const [early, fee, wrong] = await take([
      { amount: '-20.00', e2e: payout.reference },
      { amount: '-1.50', text: 'account fee' },
      { amount: '-19.00', e2e: (await sent()).reference },
    ])
    expect([early, fee, wrong].map((line) => `${line!.status} ${line!.finding}`)).toEqual([
      'unexplained payout_is_not_sent',
      'unexplained unknown_debit',
      'unexplained payout_differs',
    ])
    await inTx((tx) => sendBatch(tx, { batch_id: batch.id, actor: RELEASER }))
    await decideNewLines(app.database)
    expect(await statusOf(payout)).toBe('paid')
    await inTx((tx) =>
      resolveBankLine(tx, { line_id: fee!.id, reason: 'Booked as an adjustment.', actor: MATCHER }),
    )
    const twice = inTx((tx) =>
      resolveBankLine(tx, { line_id: fee!.id, reason: 'Again. It is written down.', actor: MATCHER }),
    )
    await expect(twice).rejects.toMatchObject({ code: 'bank_line_is_in_another_state' })
  })

  test('one booking of a whole file pays all its payments', async () => {
    const payouts = [await approved(), await approved()]
    const batch = await createFile(payouts.map(({ withdrawal_id }) => withdrawal_id))
    await inTx((tx) => exportBatch(tx, { batch_id: batch.id, actor: RELEASER }))
    await inTx((tx) => sendBatch(tx, { batch_id: batch.id, actor: RELEASER }))
    const [line] = await take([{ amount: '-40.00', batch_id: `${batch.reference}-2` }])
    expect(line).toMatchObject({ status: 'matched', finding: 'batch_paid' })
    for (const payout of payouts) expect(await statusOf(payout)).toBe('paid')
  })
})

describe('one booking of a whole file that names it', () => {
  test.each([
    ['by its text alone', (file: string) => ({ text: `SAMMLER ${file}` })],
    ['by the text of its part', (file: string) => ({ text: `SAMMLER ${file}-2` })],
    ['by its end-to-end id, in small letters', (file: string) => ({ e2e: file.toLowerCase() })],
    ['without dashes', (file: string) => ({ text: file.replaceAll('-', ' ') })],
  ])('%s pays all its payments, also if it comes before the file is marked as sent', async (_how, naming) => {
    const payouts = [await approved(), await approved()]
    const batch = await createFile(payouts.map(({ withdrawal_id }) => withdrawal_id))
    await inTx((tx) => exportBatch(tx, { batch_id: batch.id, actor: RELEASER }))
    const booking = { amount: '-40.00', ...naming(batch.reference) }
    const [early] = await take([booking])
    expect(early).toMatchObject({ status: 'unexplained', finding: 'payout_is_not_sent' })
    await inTx((tx) => sendBatch(tx, { batch_id: batch.id, actor: RELEASER }))
    await decideNewLines(app.database)
    for (const payout of payouts) expect(await statusOf(payout)).toBe('paid')
    const [again, other] = await take([booking, { ...booking, amount: '-39.00' }])
    for (const line of [again, other])
      expect(line).toMatchObject({ status: 'unexplained', finding: 'payout_was_paid_before' })
  })
})

describe('a payout and the bank’s fee in one booking', () => {
  const five = '<Amt Ccy="USD">5.00</Amt>'
  const SHAPES: readonly [string, string, Partial<Line>][] = [
    [
      'the charges with the payment',
      '08',
      { paid: '-20.00', charges: `<Chrgs><Rcrd>${five}</Rcrd></Chrgs>` },
    ],
    [
      'the charges with the entry',
      '08',
      {
        paid: '-20.00',
        entry_charges: `<Chrgs><TtlChrgsAndTaxAmt Ccy="USD">5.00</TtlChrgsAndTaxAmt></Chrgs>`,
      },
    ],
    [
      'the charges said to be in the entry, whose payment has no other amount',
      '08',
      { entry_charges: `<Chrgs><Rcrd>${five}<ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>` },
    ],
    ['the amount of the payment alone', '04', { paid: '-20.00' }],
    ['the amount of the payment alone, as before version 4', '02', { paid: '-20.00' }],
  ]
  test.each(SHAPES)(
    'with %s (camt.053 version %s): it is paid, and two book the fee',
    async (_how, version, shape) => {
      const payout = await sent()
      const lines = await take([{ amount: '-25.00', e2e: payout.reference, name: 'Thu Ha', ...shape }], {
        version,
      })
      expect(lines.map(({ amount_minor, finding }) => `${amount_minor} ${finding}`)).toEqual([
        '2000 payout_paid',
        '500 unknown_debit',
      ])
      expect(await statusOf(payout)).toBe('paid')
      const before = await cash()
      const [one, two] = [await staff(app, 'finance', 'in'), await staff(app, 'finance', 'in')]
      const proposed = await app.call(adminBankingCalls.proposeCharge, {
        as: one,
        params: { line_id: lines[1]!.id },
        body: { charge: 'bank_fee', reason: 'The fee of this payment.' },
      })
      expect(await approveProposed(app, proposed, one)).toMatchObject({
        code: 'another_operator_must_approve',
      })
      answered(await approveProposed(app, proposed, two))
      expect((await cash()) - before).toBe(-500n)
    },
  )

  test('of several payments, the fee is one line beside them; charges that are not the rest are no fee', async () => {
    const payouts = [await sent(), await sent()]
    const batch = payouts.map(({ reference }) => ({ amount: '-20.00', e2e: reference }))
    const entryCharges = `<Chrgs><Rcrd>${five}</Rcrd></Chrgs>`
    const lines = await take([{ amount: '-45.00', batch, entry_charges: entryCharges }], { version: '08' })
    expect(lines.map(({ amount_minor, finding }) => `${amount_minor} ${finding}`)).toEqual([
      '2000 payout_paid',
      '2000 payout_paid',
      '500 unknown_debit',
    ])
    const one = await sent()
    const [whole] = await take(
      [{ amount: '-26.00', e2e: one.reference, paid: '-20.00', entry_charges: entryCharges }],
      {
        version: '08',
      },
    )
    expect(whole).toMatchObject({ amount_minor: 2600n, finding: 'payout_differs' })
    expect(await statusOf(one)).toBe('sent')
  })
})

/** An approved withdrawal that was sent in a payment file. */
async function sent(balance_minor?: bigint) {
  const payout = await approved(balance_minor)
  const batch = await createFile([payout.withdrawal_id])
  await inTx((tx) => exportBatch(tx, { batch_id: batch.id, actor: RELEASER }))
  await inTx((tx) => sendBatch(tx, { batch_id: batch.id, actor: RELEASER }))
  return payout
}

describe('an invalid statement', () => {
  test.each([
    ['does not add up', { closing: '1.00' }, 'bank_statement_does_not_add_up'],
    ['is of another account', { account: SENDER }, 'bank_file_is_of_another_account'],
    ['is in another currency', { currency: 'EUR' }, 'bank_file_is_in_another_currency'],
    ['is of an unknown version', { version: '99' }, 'bank_file_is_not_readable'],
  ])('that %s is refused without an effect', async (_name, sheet, code) => {
    const count = async () =>
      (await listLines.page(app.database, { now: app.clock.now() }, 10_000)).list.length
    const before = await count()
    const text = camt053({ id: `BAD-${code}`, lines: [{ amount: '5.00' }], ...sheet })
    await expect(importText(text)).rejects.toMatchObject({ code })
    expect(await count()).toBe(before)
  })

  test('our account may be named by its number; another number is refused', async () => {
    const named = async (number: string) => {
      const sheet = await nextSheet(app.database)
      const text = camt053({ id: `OTHR ${number}`, ...sheet, lines: [{ amount: '1.00', text: 'by number' }] })
      return text.replace(
        /<Acct><Id>.*?<\/Id><\/Acct>/s,
        `<Acct><Id><Othr><Id>${number}</Id></Othr></Id></Acct>`,
      )
    }
    const bban = OURS.slice(4)
    await inTx(async (tx) => {
      const { receive_account } = await settingsOf(tx)
      await changeSetting(tx, 'receive_account', { ...receive_account!, account_number: '00-13M 026' })
    })
    for (const other of [bban.slice(1), `${bban}1`, bban.slice(5), '1234'])
      await expect(named(other).then(importText)).rejects.toMatchObject({
        code: 'bank_file_is_of_another_account',
      })
    for (const number of [
      bban,
      `${bban.slice(0, 5)} ${bban.slice(5)}`,
      bban.replace(/^(.{5})/, '$1-'),
      '0013M026',
      OURS,
    ]) {
      await importText(await named(number))
      // The next one follows: it is the same account.
      const { rows } = await app.database.query({
        text: 'select account, status from bank_statement where statement_id = $1',
        values: [`OTHR ${number}`],
      })
      expect(rows).toEqual([{ account: OURS, status: 'accepted' }])
    }
  })

  test('a gap between accepted statements is flagged', async () => {
    const sheet = (id: string, day: string, opening: string) =>
      importText(camt053({ id, day, opening, lines: [{ amount: '1.00', text: id }] }))
    const gapOf = async (id: string) =>
      (
        await app.database.query<{ gap: boolean }>({
          text: 'select gap from bank_statement where statement_id = $1',
          values: [id],
        })
      ).rows[0]!.gap
    const { day, opening } = await nextSheet(app.database)
    const later = (days: number) =>
      [
        new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10),
        (Number(opening) + days).toFixed(2),
      ] as const
    await sheet('GAP-1', ...later(0))
    await sheet('GAP-9', ...later(9))
    await app.database.asSchemaOwner(
      `update bank_statement set status = 'accepted', unconfirmed_reason = null where statement_id = 'GAP-9'`,
    )
    await sheet('GAP-10', ...later(10))
    expect([await gapOf('GAP-1'), await gapOf('GAP-9'), await gapOf('GAP-10')]).toEqual([false, true, false])
    await decideNewLines(app.database)
  })
})

test('a withdrawal took until the end of the day on which our bank booked it, however late its statement is imported', async () => {
  const { withdrawal_id, reference, who } = await approved()
  const batch = await createFile([withdrawal_id])
  await inTx((tx) => exportBatch(tx, { batch_id: batch.id, actor: RELEASER }))
  await inTx((tx) => sendBatch(tx, { batch_id: batch.id, actor: RELEASER }))
  const { time_zone } = await settingsOf(app.database)
  const day = app.clock.now().toLocaleDateString('en-CA', { timeZone: time_zone })
  app.clock.advance(2 * 86_400_000)
  await take([{ amount: '-20.00', e2e: reference }], { day })
  const { status, requested_at } = await getWithdrawal(app.database, { member_id: who._id, withdrawal_id })
  expect(status).toBe('paid')
  const { rows } = await app.database.query<{ seconds: number }>({
    text: `select ${secondsToBooking('$2')} as seconds from withdrawal where id = $1`,
    values: [withdrawal_id, time_zone],
  })
  const bookedBy = new Date(requested_at.getTime() + rows[0]!.seconds * 1000)
  const at = bookedBy.toLocaleString('sv', { timeZone: time_zone })
  expect(at).toBe(`${new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)} 00:00:00`)
})
