import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { dashboardCalls } from '@fairturn/contract/backoffice/dashboard'
import { adminWithdrawalCalls as calls } from '@fairturn/contract/backoffice/withdrawals'
// A payment file whose day of execution has passed: neither made, exported nor sent by one person; two say what became of it.
import { addBankingDays, isExecutionDay } from '@fairturn/contract/banking-days'
import { memberCalls } from '@fairturn/contract/members'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { bring, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line, pain002 } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { readReport } from '../banking/bank-reader.ts'
import { CONNECTION } from '../banking/statement-acceptance.ts'
import { decideNewLines } from './line-decisions.ts'
import { applyStatusReport } from './payout-reports.ts'

const DAY_MS = 86_400_000
let app: TestApp
let approver: TestOperator
let releaser: TestOperator
let second: TestOperator
let people = 0
let sheets = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database, { day: '2026-11-20' })
})
beforeEach(comeBack)
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

/** New sessions: those of the day before have ended. */
async function comeBack() {
  ;[approver, releaser, second] = (await Promise.all(
    Array.from({ length: 3 }, () => staff(app, 'finance', 'out')),
  )) as [TestOperator, TestOperator, TestOperator]
}
const today = () => app.clock.now().toLocaleDateString('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' })
/** The next day comes, with a statement of it. */
async function take(lines: readonly Line[] = []) {
  app.clock.advance(DAY_MS)
  const { opening } = await nextSheet(app.database)
  await bring(app.database, camt053({ id: `LATE-${(sheets += 1)}`, opening, day: today(), lines }))
  await decideNewLines(app.database)
}
async function takeUntil(day: string) {
  while (today() < day) await take()
  await comeBack()
}

async function approved() {
  const who = await payable(app, `late ${(people += 1)}`, 5000n)
  const { withdrawal } = answered(await withdraw(app, who, '20.00'))
  const params = { withdrawal_id: withdrawal._id }
  answered(await app.call(calls.approveWithdrawal, { as: approver, params, body: {} }))
  return { who, withdrawal_id: withdrawal._id, reference: withdrawal.reference }
}
const createFile = (withdrawal_id: string, execution_day: string) =>
  app.call(calls.createBatch, {
    as: releaser,
    body: { withdrawal_ids: [withdrawal_id], format: 'pain.001.001.09', execution_day },
  })
const step = (call: 'exportBatch' | 'sendBatch' | 'discardBatch', batch_id: string) =>
  app.call(calls[call], { as: releaser, params: { batch_id } })
const late = (batch_id: string, outcome: 'sent' | 'dropped' | 'not_executed', as = releaser) =>
  app.call(calls.proposeLateBatch, {
    as,
    params: { batch_id },
    body: { outcome, reason: 'Seen at the bank.' },
  })
const shown = async (batch_id: string) =>
  answered(await app.call(calls.batch, { as: releaser, params: { batch_id } }))

async function exported() {
  const payout = await approved()
  const {
    _id: batch_id,
    reference,
    execution_day,
  } = answered(await createFile(payout.withdrawal_id, executionDay(app)))
  answered(await step('exportBatch', batch_id))
  return { ...payout, batch_id, file: reference, execution_day }
}
const statusOf = async ({ withdrawal_id }: { withdrawal_id: string }) =>
  answered(await app.call(calls.withdrawal, { as: approver, params: { withdrawal_id } })).status

test('a day of execution is neither past, nor a weekend, nor more than two weeks ahead', async () => {
  const { withdrawal_id } = await approved()
  const after = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)
  for (const day of ['2020-01-02', '2026-11-20', '2026-11-28', after(15), after(365)])
    expect(await createFile(withdrawal_id, day)).toMatchObject({
      status: 422,
      code: 'execution_day_is_not_possible',
      details: { fields: [{ field: 'execution_day' }] },
    })
  expect([isExecutionDay('2026-12-25', 'EURO'), isExecutionDay('2026-12-25', 'USD')]).toEqual([false, true])
  const last = [14, 13, 12].map(after).find((day) => isExecutionDay(day, 'USD'))!
  answered(await createFile(withdrawal_id, last))
})

test('made yesterday for yesterday, it is not exported: it is dropped, and its payment goes into another', async () => {
  const { withdrawal_id } = await approved()
  const { _id: batch_id } = answered(await createFile(withdrawal_id, executionDay(app)))
  expect(await shown(batch_id)).toMatchObject({ late: false })
  await takeUntil(addBankingDays(executionDay(app), 1))
  expect(await shown(batch_id)).toMatchObject({ late: true, state: 'created' })
  expect(await step('exportBatch', batch_id)).toMatchObject({ status: 409, code: 'payout_batch_is_too_late' })
  expect(await late(batch_id, 'dropped')).toMatchObject({ code: 'payout_batch_is_in_another_state' })
  answered(await step('discardBatch', batch_id))
  answered(await createFile(withdrawal_id, executionDay(app)))
})

test('exported and late, nobody sends or exports it alone; two people say that the bank has it, and it is sent once', async () => {
  const payout = await exported()
  const { batch_id } = payout
  expect(await late(batch_id, 'sent')).toMatchObject({ code: 'payout_batch_is_not_late' })
  await takeUntil(addBankingDays(payout.execution_day, 1))
  for (const call of ['exportBatch', 'sendBatch'] as const)
    expect(await step(call, batch_id)).toMatchObject({
      status: 409,
      code: 'payout_batch_was_not_sent_in_time',
    })
  const proposed = await Promise.all(Array.from({ length: 50 }, () => late(batch_id, 'sent')))
  expect(new Set(proposed.map((each) => answered(each).proposal_id)).size).toBe(1)
  const { proposal_id } = answered(proposed[0]!)
  expect(await shown(batch_id)).toMatchObject({ proposal_id, state: 'exported' })
  expect(await approveProposal(app, proposal_id, releaser)).toMatchObject({
    code: 'another_operator_must_approve',
  })
  answered(await approveProposal(app, proposal_id, second))
  expect(await shown(batch_id)).toMatchObject({ state: 'sent', late: false, proposal_id: null })
  expect(await statusOf(payout)).toBe('sent')
})

test('a rejection of a file that was marked as sent late is confirmed three banking days after that', async () => {
  const payout = await exported()
  const { batch_id, execution_day } = payout
  const read = await readReport(
    Buffer.from(
      pain002({
        reference: payout.file,
        payments: [{ e2e: payout.reference, status: 'RJCT', reason: 'AC01' }],
      }),
    ),
  )
  await app.database.transaction((tx) => applyStatusReport(tx, read, CONNECTION))
  await takeUntil(addBankingDays(execution_day, 6))
  answered(await approveProposal(app, answered(await late(batch_id, 'sent')).proposal_id, second))
  const until = addBankingDays(today(), 3)
  await take()
  await comeBack()
  expect(await statusOf(payout)).toBe('sent')
  await takeUntil(until)
  expect(await statusOf(payout)).toBe('returned')
})

test('an exported one is dropped by two people once statements cover three banking days without it, and paid once by another', async () => {
  const payout = await exported()
  const { batch_id, execution_day, withdrawal_id } = payout
  const refused = { status: 409, code: 'payout_batch_may_be_at_the_bank' }
  await takeUntil(addBankingDays(execution_day, 1))
  expect(await late(batch_id, 'dropped')).toMatchObject(refused)
  await takeUntil(addBankingDays(execution_day, 3))
  const { proposal_id } = answered(await late(batch_id, 'dropped'))
  answered(await approveProposal(app, proposal_id, second))
  expect(await shown(batch_id)).toMatchObject({ state: 'dropped' })
  expect(await step('sendBatch', batch_id)).toMatchObject({ code: 'payout_batch_is_in_another_state' })
  expect(await step('exportBatch', batch_id)).toMatchObject({ code: 'payout_batch_is_in_another_state' })
  const { _id: other } = answered(await createFile(withdrawal_id, executionDay(app)))
  answered(await step('exportBatch', other))
  answered(await step('sendBatch', other))
  await take([{ amount: '-20.00', e2e: payout.reference }])
  await comeBack()
  expect(await statusOf(payout)).toBe('paid')
})

test('what the bank has booked or answered to is not dropped, also if it comes after the proposal', async () => {
  const [booked, answeredTo] = [await exported(), await exported()]
  await takeUntil(addBankingDays(booked.execution_day, 3))
  const { proposal_id } = answered(await late(booked.batch_id, 'dropped'))
  await take([{ amount: '-20.00', e2e: booked.reference }])
  await comeBack()
  expect(await approveProposal(app, proposal_id, second)).toMatchObject({
    code: 'proposal_could_not_be_executed',
    details: { code: 'payout_batch_is_named_by_the_bank' },
  })
  const payments = [{ e2e: answeredTo.reference, status: 'ACCP' }]
  const read = await readReport(Buffer.from(pain002({ reference: answeredTo.file, payments })))
  await app.database.transaction((tx) => applyStatusReport(tx, read, CONNECTION))
  expect(await late(answeredTo.batch_id, 'dropped')).toMatchObject({
    code: 'payout_batch_may_be_at_the_bank',
  })
  // Two people say that the bank has them: the debit that came before is decided then.
  for (const { batch_id } of [booked, answeredTo]) {
    answered(await approveProposal(app, answered(await late(batch_id, 'sent')).proposal_id, second))
  }
  await decideNewLines(app.database)
  expect(await statusOf(booked)).toBe('paid')
})

test('a file that is never marked as sent waits in a queue', async () => {
  const queue = async () =>
    answered(await app.call(dashboardCalls.moneyQueues, { as: releaser })).payout_batches
  const before = await queue()
  await exported()
  expect(await queue()).toMatchObject({ waiting: before.waiting + 1, overdue: before.overdue })
  app.clock.advance(DAY_MS + 1)
  await comeBack()
  expect((await queue()).overdue).toBeGreaterThan(before.overdue)
})

test('one marked as sent that the bank never executed is returned by two people on the same terms, and a later debit keeps back', async () => {
  const payout = await exported()
  const { batch_id, execution_day, reference, who } = payout
  expect(await late(batch_id, 'not_executed')).toMatchObject({ code: 'payout_batch_is_in_another_state' })
  answered(await step('sendBatch', batch_id))
  const refused = { status: 409, code: 'payout_batch_may_be_at_the_bank' }
  expect(await late(batch_id, 'not_executed')).toMatchObject(refused)
  await takeUntil(addBankingDays(execution_day, 2))
  expect(await late(batch_id, 'not_executed')).toMatchObject(refused)
  await takeUntil(addBankingDays(execution_day, 3))
  const { proposal_id } = answered(await late(batch_id, 'not_executed'))
  expect(await statusOf(payout)).toBe('sent')
  answered(await approveProposal(app, proposal_id, second))
  expect(await statusOf(payout)).toBe('returned')
  const own = await app.signedIn(who)
  expect(answered(await app.call(memberCalls.me, { token: own.token })).account_balance).toBe('50.00')
  await take([{ amount: '-20.00', e2e: reference }])
  await comeBack()
  expect(await statusOf(payout)).toBe('returned')
})

test('one that the bank has booked, or may have booked, is not returned', async () => {
  const payout = await exported()
  answered(await step('sendBatch', payout.batch_id))
  await take([{ amount: '-20.00', text: 'something' }])
  await takeUntil(addBankingDays(payout.execution_day, 3))
  expect(await late(payout.batch_id, 'not_executed')).toMatchObject({
    code: 'payout_batch_may_be_at_the_bank',
  })
  expect(await statusOf(payout)).toBe('sent')
})

/** A file of payouts and a refund that the bank is to execute two banking days later, marked as sent. */
async function sentEarly(withdrawals: number) {
  const payouts = []
  for (let i = 0; i < withdrawals; i++) payouts.push(await approved())
  await take([{ amount: '70.00', text: `nobody ${sheets}`, name: 'Erika Musterfrau', iban: PAYER }])
  await comeBack()
  const lines = answered(
    await app.call(adminBankingCalls.lines, {
      as: releaser,
      query: { state: 'unmatched', search: `nobody ${sheets - 1}` },
    }),
  ).list
  const body = {
    holder: 'Erika Musterfrau',
    account: PAYER,
    city: 'Berlin',
    country: 'DE',
    reason: 'Nobody here is meant by it.',
  }
  const params = { line_id: lines[0]!._id }
  const { proposal_id } = answered(
    await app.call(adminBankingCalls.proposeRefund, { as: approver, params, body }),
  )
  answered(await approveProposal(app, proposal_id, await staff(app, 'owner', 'out')))
  const refunds = async () =>
    answered(await app.call(adminBankingCalls.refunds, { as: releaser, query: {} })).list.filter(
      ({ line_id }) => line_id === params.line_id,
    )
  const [refund] = await refunds()
  const execution_day = addBankingDays(today(), 3)
  const { _id: batch_id, reference: file } = answered(
    await app.call(calls.createBatch, {
      as: releaser,
      body: {
        withdrawal_ids: payouts.map(({ withdrawal_id }) => withdrawal_id),
        refund_ids: [refund!._id],
        format: 'pain.001.001.09',
        execution_day,
      },
    }),
  )
  answered(await step('exportBatch', batch_id))
  answered(await step('sendBatch', batch_id))
  const refundStatus = async () => (await refunds())[0]!.status
  return { payouts, refund: refund!, refundStatus, batch_id, file, execution_day }
}
const PAYER = 'DE02120300000000202051'

describe.each([
  ['with its end-to-end id and another amount', (own: string) => ({ amount: '-12.43', e2e: own })],
  ['with the bank’s fee in it', (own: string) => ({ amount: '-25.00', e2e: own })],
  ['with its instruction id alone', (own: string) => ({ amount: '-12.00', instr: own })],
  [
    'by its text, as people type it',
    (own: string) => ({ amount: '-3.00', text: `ref ${own.replaceAll('-', '').toLowerCase()} / thanks` }),
  ],
  [
    'with the text of the whole file',
    (_own: string, file: string) => ({ amount: '-20.03', text: `SAMMLER ${file}-1` }),
  ],
  ['with the id of its part', (_own: string, file: string) => ({ amount: '-20.03', batch_id: `${file}-2` })],
  [
    'with the file as its end-to-end id',
    (_own: string, file: string) => ({ amount: '-11.53', e2e: file.toLowerCase() }),
  ],
] as const)('a debit before the requested day, %s,', (_how, lineOf) => {
  test.each(['withdrawal', 'refund'] as const)(
    'holds the whole file, named by a %s, also once it is resolved',
    async (kind) => {
      const { payouts, refund, refundStatus, batch_id, file, execution_day } = await sentEarly(1)
      const own = kind === 'refund' ? refund.reference : payouts[0]!.reference
      const line = lineOf(own, file)
      const reference = JSON.stringify(line).toUpperCase().includes(file) ? file : own
      await take([line])
      const day = today()
      await comeBack()
      const [found] = answered(
        await app.call(adminBankingCalls.lines, {
          as: releaser,
          query: { state: 'unexplained', from: day, to: day },
        }),
      ).list
      const resolved = { params: { line_id: found!._id }, body: { reason: 'The payment and a fee.' } }
      answered(await app.call(adminBankingCalls.resolveLine, { as: releaser, ...resolved }))
      await takeUntil(addBankingDays(execution_day, 4))
      expect(await late(batch_id, 'not_executed')).toMatchObject({
        status: 409,
        code: 'payout_batch_is_named_by_the_bank',
        details: { day, amount: line.amount, reference },
      })
      expect([await statusOf(payouts[0]!), await refundStatus()]).toEqual(['sent', 'sent'])
    },
  )
})

test('a file of which one payment is paid is not returned for the others', async () => {
  const { payouts, refundStatus, batch_id, execution_day } = await sentEarly(2)
  await take([{ amount: '-20.00', e2e: payouts[0]!.reference }])
  await takeUntil(addBankingDays(execution_day, 4))
  expect(await late(batch_id, 'not_executed')).toMatchObject({
    status: 409,
    code: 'payout_batch_is_paid_in_part',
    details: { reference: payouts[0]!.reference },
  })
  expect([await statusOf(payouts[1]!), await refundStatus()]).toEqual(['sent', 'sent'])
})

test('a line that comes between proposal and approval holds it, although it is dated to the day before the file', async () => {
  const { payouts, refund, refundStatus, batch_id, execution_day } = await sentEarly(1)
  const made = today()
  await takeUntil(addBankingDays(execution_day, 4))
  const { proposal_id } = answered(await late(batch_id, 'not_executed'))
  // As a bank says it in UTC: booked on the file's own day, in the bank's time zone.
  const at = `${new Date(Date.parse(made) - DAY_MS).toISOString().slice(0, 10)}T23:30:00Z`
  await take([{ amount: '-11.00', e2e: refund.reference, at }])
  await comeBack()
  expect(await approveProposal(app, proposal_id, second)).toMatchObject({
    code: 'proposal_could_not_be_executed',
    details: { code: 'payout_batch_is_named_by_the_bank' },
  })
  expect([await statusOf(payouts[0]!), await refundStatus()]).toEqual(['sent', 'sent'])
})

test('a payment of it that came back does not hold the others', async () => {
  const { payouts, refundStatus, batch_id, execution_day } = await sentEarly(2)
  const [other, returned] = payouts
  await takeUntil(execution_day)
  await take([{ amount: '20.00', e2e: returned!.reference, returned: 'AC04' }])
  await takeUntil(addBankingDays(execution_day, 4))
  expect(await statusOf(returned!)).toBe('returned')
  const { proposal_id } = answered(await late(batch_id, 'not_executed'))
  answered(await approveProposal(app, proposal_id, second))
  expect([await statusOf(other!), await refundStatus()]).toEqual(['returned', 'returned'])
})

test('a debit of a statement that waits for its confirmation holds it, and a credit that names it until somebody has decided that', async () => {
  const { payouts, batch_id, execution_day } = await sentEarly(1)
  const { reference } = payouts[0]!
  await take([{ amount: '1.00', text: `about ${reference}`, name: 'Erika Musterfrau', iban: PAYER }])
  const paidOn = today()
  await takeUntil(addBankingDays(execution_day, 4))
  const named = { status: 409, code: 'payout_batch_is_named_by_the_bank' }
  expect(await late(batch_id, 'not_executed')).toMatchObject({
    ...named,
    details: { day: paidOn, amount: '1.00', reference },
  })
  const [credit] = answered(
    await app.call(adminBankingCalls.lines, {
      as: releaser,
      query: { state: 'unmatched', search: `about ${reference}` },
    }),
  ).list
  const order = { holder: 'Erika Musterfrau', account: PAYER, city: 'Berlin', country: 'DE' }
  const back = { params: { line_id: credit!._id }, body: { ...order, reason: 'It was sent by mistake.' } }
  const refunded = answered(await app.call(adminBankingCalls.proposeRefund, { as: approver, ...back }))
  answered(await approveProposal(app, refunded.proposal_id, await staff(app, 'owner', 'out')))

  app.clock.advance(DAY_MS)
  await comeBack()
  const { opening } = await nextSheet(app.database)
  const importer = await staff(app, 'finance', 'in')
  const lines = [{ amount: '-19.00', e2e: reference }]
  const content = camt053({ id: 'LATE-BY-HAND', opening, day: today(), lines })
  await uploadBankFile(app, importer, { path: 'bank-statements', content })
  expect(await late(batch_id, 'not_executed')).toMatchObject({
    ...named,
    details: { day: today(), amount: '-19.00', reference },
  })
  // Discarded, it was no line of the bank.
  const { list } = answered(
    await app.call(bankStatementCalls.statements, { as: importer, query: { status: 'unconfirmed' } }),
  )
  const discarding = {
    as: await staff(app, 'finance', 'in'),
    params: { statement_id: list[0]!._id },
    body: { reason: 'The bank does not show it.' },
  }
  answered(await app.call(bankStatementCalls.discardStatement, discarding))
  answered(await late(batch_id, 'not_executed'))
})

test('a payout and a refund that the bank booked as one are in transit no more', async () => {
  const { payouts, refundStatus, file } = await sentEarly(1)
  const inTransit = async () => {
    const { items } = answered(
      await app.call(adminBankingCalls.reconciliation, { as: releaser, query: { day: today() } }),
    )
    return Number(items.find(({ kind }) => kind === 'payouts_in_transit')?.amount ?? 0)
  }
  const before = await inTransit()
  await take([{ amount: '-90.00', batch_id: `${file}-1` }])
  await comeBack()
  expect([await statusOf(payouts[0]!), await refundStatus()]).toEqual(['paid', 'paid'])
  expect(before - (await inTransit())).toBe(90)
})
