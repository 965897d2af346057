// What the bank says of a payment file: a report announces, the money comes back on the bank's word (spec §7).
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { addBankingDays } from '@fairturn/contract/banking-days'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { file, form, FORM_TYPE } from '../../test/attack/files.ts'
import { bring, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line, pain002 } from '../../test/bank/files.ts'
import { deposit } from '../../test/campaigns.ts'
import { answered } from '../../test/carrying.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { actorOn, staff, type TestOperator } from '../../test/staff.ts'
import { listLines } from '../banking/bank-lines.store.ts'
import { readReport } from '../banking/bank-reader.ts'
import { readConnection } from '../banking/banking.ts'
import { resolveBankLine } from '../banking/unmatched-payments.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { approveWithdrawal } from './approve-withdrawal.ts'
import { decideNewLines } from './line-decisions.ts'
import { createPayoutBatch, exportBatch, sendBatch } from './payout-batches.ts'
import { applyStatusReport, takeStatusReport } from './payout-reports.ts'
import { riskNotesOf } from './risk-notes.ts'
import { getWithdrawal } from './withdrawals.ts'

let IMPORTER: string
let MATCHER: string
let APPROVER: string
let RELEASER: string
const DAY_MS = 86_400_000

let app: TestApp
let people = 0
let sheets = 0

beforeAll(async () => {
  app = await startApp()
  ;[IMPORTER, MATCHER] = [await actorOn(app, 'in'), await actorOn(app, 'in')]
  ;[APPROVER, RELEASER] = [await actorOn(app, 'out'), await actorOn(app, 'out')]
  await receiveAt(app)
  await openBankAccount(app.database)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.database.transaction(work)
const today = () => app.clock.now().toLocaleDateString('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' })
const availableOf = async ({ _id }: TestMember) =>
  (await balancesOf(app.database, [accountOf('member_available', _id)])).values().next().value!.balance_minor

/** The next day comes, with a statement of it; returns its lines. */
async function take(lines: readonly Line[]) {
  app.clock.advance(DAY_MS)
  const { opening } = await nextSheet(app.database)
  const content = camt053({ id: `REPORTS-${(sheets += 1)}`, opening, day: today(), lines })
  const [imported] = await bring(app.database, content)
  await decideNewLines(app.database)
  const filter = { statement_id: imported!.statement.id }
  return (await listLines.page(app.database, { filter, now: app.clock.now() }, 100)).list
}
/** Days whose statements are empty. */
async function passDays(count: number) {
  for (let i = 0; i < count; i += 1) await take([])
}

/** A member with an approved withdrawal of $ 20,00. */
async function approved() {
  const who = await payable(app, `payee ${(people += 1)}`, 5000n)
  const { withdrawal } = answered(await withdraw(app, who, '20.00'))
  await inTx((tx) => approveWithdrawal(tx, { withdrawal_id: withdrawal._id, actor: APPROVER }))
  return { who, withdrawal_id: withdrawal._id, reference: withdrawal.reference }
}
const statusOf = async ({ who, withdrawal_id }: { who: TestMember; withdrawal_id: string }) =>
  (await getWithdrawal(app.database, { member_id: who._id, withdrawal_id })).status
const createFile = (withdrawal_ids: readonly string[], execution_day = executionDay(app)) =>
  inTx((tx) =>
    createPayoutBatch(tx, {
      withdrawal_ids,
      refund_ids: [],
      format: 'pain.001.001.03',
      execution_day,
      actor: RELEASER,
    }),
  )

/** Payouts in a sent file, executed on the day of its sending or on another. */
async function inFile(count: number, execution_day = executionDay(app)) {
  const payouts = []
  for (let i = 0; i < count; i += 1) payouts.push(await approved())
  const batch = await createFile(
    payouts.map(({ withdrawal_id }) => withdrawal_id),
    execution_day,
  )
  await inTx((tx) => exportBatch(tx, { batch_id: batch.id, actor: RELEASER }))
  const send = () => inTx((tx) => sendBatch(tx, { batch_id: batch.id, actor: RELEASER }))
  return { payouts, batch, send }
}
const report = async (
  reference: string,
  payments: NonNullable<Parameters<typeof pain002>[0]['payments']>,
  group = 'ACCP',
) => {
  const read = await readReport(Buffer.from(pain002({ reference, group, payments })))
  return await inTx((tx) => applyStatusReport(tx, read, IMPORTER))
}
const rejects = ({ reference }: { reference: string }) => ({ e2e: reference, status: 'RJCT', reason: 'AC01' })

test('a report only announces: rejected is not returned, settled is not paid, the same again changes nothing', async () => {
  const { payouts, batch, send } = await inFile(3)
  const [first, second, third] = payouts
  const payments = [rejects(first!), { e2e: second!.reference, status: 'ACSC' }]
  const counts = { rejected: 1, settled: 1, accepted: 1 }
  expect(await report(batch.reference, payments)).toMatchObject(counts)
  expect(await report(batch.reference, payments)).toMatchObject(counts)
  for (const payout of payouts) expect(await statusOf(payout)).toBe('approved')
  await send()
  for (const payout of payouts) expect(await statusOf(payout)).toBe('sent')
  expect(await statusOf(third!)).toBe('sent')
  await expect(report('FB-0000-0000', [])).rejects.toMatchObject({ code: 'payout_batch_is_unknown' })
  const created = await createFile([(await approved()).withdrawal_id])
  await expect(report(created.reference, [])).rejects.toMatchObject({
    code: 'payout_batch_is_in_another_state',
  })
})

test('rejected: the money is back once statements cover three banking days without it, not before', async () => {
  const { payouts, batch, send } = await inFile(2)
  const [rejected, paid] = payouts
  await send()
  const before = await availableOf(rejected!.who)
  await report(batch.reference, [rejects(rejected!)])
  await take([{ amount: '-20.00', e2e: paid!.reference }])
  expect([await statusOf(rejected!), await statusOf(paid!)]).toEqual(['sent', 'paid'])
  const first = [batch.execution_day, today()].toSorted().at(-1)!
  const until = addBankingDays(first, 3)
  while (today() < until) {
    expect(await statusOf(rejected!)).toBe('sent')
    await passDays(1)
  }
  expect(await statusOf(rejected!)).toBe('returned')
  expect((await availableOf(rejected!.who)) - before).toBe(2000n)
  await passDays(1)
  expect((await availableOf(rejected!.who)) - before).toBe(2000n)
  // Who approves the next payout sees it, for thirty days.
  const own = await app.signedIn(rejected!.who)
  const { withdrawal } = answered(await withdraw(app, own, '20.00'))
  const notes = async () =>
    (await riskNotesOf(app.database, [{ id: withdrawal._id, amount_minor: 2000n }], app.clock.now())).get(
      withdrawal._id,
    )!
  expect(await notes()).toContainEqual({
    fact: 'returned_recently',
    detail: expect.stringMatching(new RegExp(`^${rejected!.reference} 20\\.00 `)) as string,
    member_ids: [],
  })
  app.clock.advance(31 * DAY_MS)
  expect((await notes()).map(({ fact }) => fact)).not.toContain('returned_recently')
})

test('rejected, and the credit that returns it is booked: the money is back at once', async () => {
  const { payouts, batch, send } = await inFile(1)
  await send()
  await report(batch.reference, [rejects(payouts[0]!)])
  await take([{ amount: '-20.00', e2e: payouts[0]!.reference }])
  expect(await statusOf(payouts[0]!)).toBe('paid')
  await take([{ amount: '20.00', e2e: payouts[0]!.reference, returned: 'AC04' }])
  expect(await statusOf(payouts[0]!)).toBe('returned')
})

test('a forged rejection returns nothing: the debit is booked two days late', async () => {
  const { payouts, batch, send } = await inFile(1)
  await send()
  await report(batch.reference, [rejects(payouts[0]!)])
  await passDays(2)
  await take([{ amount: '-20.00', e2e: payouts[0]!.reference }])
  await passDays(5)
  expect(await statusOf(payouts[0]!)).toBe('paid')
})

test('a forged rejection returns nothing: the file is booked collectively, in full or without the other one', async () => {
  const full = await inFile(2)
  await full.send()
  await report(full.batch.reference, [rejects(full.payouts[0]!)])
  await take([{ amount: '-40.00', batch_id: full.batch.reference }])
  await passDays(6)
  for (const payout of full.payouts) expect(await statusOf(payout)).toBe('paid')

  // Without the rejected one: the sum says that it left with the others, or did not.
  const less = await inFile(2)
  await less.send()
  await report(less.batch.reference, [rejects(less.payouts[0]!)])
  await take([{ amount: '-20.00', batch_id: less.batch.reference }])
  expect([await statusOf(less.payouts[0]!), await statusOf(less.payouts[1]!)]).toEqual(['sent', 'paid'])
  await passDays(6)
  expect(await statusOf(less.payouts[0]!)).toBe('returned')
})

test('a sum that fits neither way waits for a person', async () => {
  const { payouts, batch, send } = await inFile(3)
  await send()
  await report(batch.reference, [rejects(payouts[0]!)])
  while (today() < batch.execution_day) await passDays(1)
  const [line] = await take([{ amount: '-50.00', batch_id: batch.reference }])
  expect(line).toMatchObject({ status: 'unexplained' })
  await passDays(6)
  expect(await statusOf(payouts[0]!)).toBe('sent')
  await inTx((tx) =>
    resolveBankLine(tx, { line_id: line!.id, reason: 'The bank says: two of them.', actor: MATCHER }),
  )
  await decideNewLines(app.database)
  expect(await statusOf(payouts[0]!)).toBe('returned')
})

test('a day of execution chosen later shortens nothing', async () => {
  const { payouts, batch, send } = await inFile(1, addBankingDays(today(), 9))
  await send()
  await report(batch.reference, [rejects(payouts[0]!)])
  await passDays(2)
  expect(await statusOf(payouts[0]!)).toBe('sent')
})

test('booked after the money was returned: so much is kept back, and operators are called', async () => {
  const { payouts, batch, send } = await inFile(1)
  const [payout] = payouts
  await send()
  await report(batch.reference, [rejects(payout!)])
  await passDays(7)
  expect(await statusOf(payout!)).toBe('returned')
  const [line] = await take([{ amount: '-20.00', e2e: payout!.reference }])
  expect(line).toMatchObject({ status: 'unexplained', finding: 'debit_after_return' })
  const own = await app.signedIn(payout!.who)
  const have = await availableOf(own)
  const money = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
  expect(await withdraw(app, own, money(have))).toMatchObject({
    status: 409,
    code: 'amount_was_paid_out_twice',
    details: { kept_back: '20.00' },
  })
  await app.database.transaction((tx) => deposit(tx, own._id, 1_500n))
  expect((await withdraw(app, own, money(have - 2000n + 1_500n))).status).toBe(200)
  const { rows } = await app.database.query<{ payload: { about: string } }>({
    text: `select payload from graphile_worker._private_jobs where payload::text like '%debit_after_return%'`,
  })
  expect(rows).toHaveLength(1)
  // Once somebody has settled it with the bank, nothing is kept back.
  await inTx((tx) =>
    resolveBankLine(tx, { line_id: line!.id, reason: 'The bank gives it back.', actor: MATCHER }),
  )
  expect((await withdraw(app, own, 'all')).status).toBe(200)
})

const reportOf = (reference: string, payments: NonNullable<Parameters<typeof pain002>[0]['payments']>) =>
  Buffer.from(pain002({ reference, group: 'ACCP', payments }))
async function upload(bytes: Buffer, as: TestOperator) {
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/api/${adminWithdrawalCalls.importReport.path}`,
    headers: { ...as.headers, 'content-type': FORM_TYPE, langcode: 'en' },
    payload: form([file(bytes, 'report.xml', 'text/xml')]),
  })
  const { data, code, details } = response.json<{
    data: { proposal_id: string; rejected: number }
    code?: string
    details?: object
  }>()
  return { status: response.statusCode, code, details, data }
}

test('one finance operator’s own report changes nothing: another one approves it, who sees what it rejects', async () => {
  const importer = await staff(app, 'finance')
  const { payouts, batch, send } = await inFile(1)
  await send()
  const bytes = reportOf(batch.reference, [rejects(payouts[0]!)])
  const brought = await upload(bytes, importer)
  expect(brought).toMatchObject({ status: 200, data: { rejected: 1 } })
  expect((await upload(bytes, importer)).data.proposal_id).toBe(brought.data.proposal_id)
  expect(await approveProposal(app, brought.data.proposal_id, importer)).toMatchObject({
    code: 'another_operator_must_approve',
  })
  await passDays(7)
  expect(await statusOf(payouts[0]!)).toBe('sent')

  const again = await upload(bytes, await staff(app, 'finance'))
  expect(await approveProposal(app, again.data.proposal_id, await staff(app, 'finance'))).toMatchObject({
    status: 200,
  })
  await passDays(6)
  expect(await statusOf(payouts[0]!)).toBe('returned')
})

test('a report that repeats anything else than is in our file is refused, and says what', async () => {
  const importer = await staff(app, 'finance')
  const { payouts, batch, send } = await inFile(2)
  await send()
  const other = await inFile(1)
  const [one, two] = payouts as [(typeof payouts)[number], (typeof payouts)[number]]
  const bringSaying = (more: Partial<Parameters<typeof pain002>[0]>) =>
    upload(Buffer.from(pain002({ reference: batch.reference, group: 'PART', ...more })), importer)
  const settled = { e2e: one.reference, status: 'ACSC' }
  const refused = [
    ['payment', { payments: [{ e2e: 'SOMEBODY-ELSE', status: 'RJCT' }] }],
    ['payment', { payments: [{ e2e: other.payouts[0]!.reference, status: 'RJCT' }] }],
    ['part', { payments: [settled], part: { id: `${other.batch.reference}-1` } }],
    ['amount', { payments: [{ ...settled, amount: '99.00' }] }],
    ['count', { payments: [settled], count: '3' }],
    ['sum', { payments: [settled], sum: '40.01' }],
  ] as const
  for (const [why, more] of refused)
    expect(await bringSaying(more)).toMatchObject({
      status: 409,
      code: 'payout_report_is_of_another_file',
      details: { reference: batch.reference, why },
    })
  const right = await bringSaying({
    payments: [
      { ...settled, amount: '20.00' },
      { e2e: two.reference, status: 'RJCT', reason: 'AC04', amount: '20' },
    ],
    count: '2',
    sum: '40.00',
  })
  expect(right).toMatchObject({ status: 200, data: { settled: 1, rejected: 1, booked: 0 } })
})

test('a rejection of what a statement has booked is refused, and beside others it is left out', async () => {
  const { payouts, batch, send } = await inFile(2)
  await send()
  const [booked, open] = payouts as [(typeof payouts)[number], (typeof payouts)[number]]
  await take([{ amount: '-20.00', e2e: booked.reference }])
  const importer = await staff(app, 'finance')
  const alone = Buffer.from(pain002({ reference: batch.reference, payments: [rejects(booked)] }))
  expect(await upload(alone, importer)).toMatchObject({
    status: 409,
    code: 'payout_report_contradicts_the_statements',
    details: { references: [booked.reference] },
  })
  const both = Buffer.from(pain002({ reference: batch.reference, payments: payouts.map(rejects) }))
  const brought = await upload(both, importer)
  expect(brought).toMatchObject({ status: 200, data: { rejected: 1, booked: 1 } })
  answered(await approveProposal(app, brought.data.proposal_id, await staff(app, 'finance')))
  const as = await staff(app, 'finance')
  const { items } = answered(
    await app.call(adminWithdrawalCalls.batch, { as, params: { batch_id: batch.id } }),
  )
  const said = new Map(items.map((item) => [item.reference, item.bank_status]))
  expect([said.get(booked.reference), said.get(open.reference)]).toEqual([null, 'rejected'])
})

test('the bank’s connection brings reports, too, each once; by hand they are refused meanwhile', async () => {
  const { payouts, batch, send } = await inFile(1)
  await send()
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-feed-'))
  try {
    const path = join(folder, 'report.xml')
    await writeFile(path, reportOf(batch.reference, [rejects(payouts[0]!)]))
    const read = () =>
      readConnection(app.database, folder, {
        now: Date.now() + 120_000, // it has been there for a while
        canWrite: () => Promise.resolve(false),
        takeStatusReport,
      })
    await read()
    await read()
    const finance = await staff(app, 'finance')
    expect(await upload(reportOf(batch.reference, []), finance)).toMatchObject({
      status: 409,
      code: 'statements_come_by_the_bank_connection',
    })
    await passDays(7)
    expect(await statusOf(payouts[0]!)).toBe('returned')
  } finally {
    await rm(folder, { recursive: true })
  }
})
