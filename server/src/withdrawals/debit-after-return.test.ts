// A payout that the bank books after its money came back to the member, through the import of statements by two people: so much
// is kept back until somebody has settled it, once; and nothing is where the bank's statement has both.
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { file, form, FORM_TYPE } from '../../test/attack/files.ts'
import { bringDecided, importByTwo, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line, pain002 } from '../../test/bank/files.ts'
import { answered } from '../../test/carrying.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { actorOn, staff, type TestOperator } from '../../test/staff.ts'
import { approveWithdrawal } from './approve-withdrawal.ts'
import { decideNewLines } from './line-decisions.ts'
import { createPayoutBatch, exportBatch, sendBatch } from './payout-batches.ts'

const DAY_MS = 86_400_000

let app: TestApp
let sheets = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

/** Of today. */
async function sheetOf(lines: readonly Line[]): Promise<string> {
  const { opening } = await nextSheet(app.database)
  const day = app.clock.now().toLocaleDateString('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' })
  return camt053({ id: `AFTER-${(sheets += 1)}`, opening, day, lines })
}

/** Imported by one person and confirmed by another. */
async function take(lines: readonly Line[]) {
  app.clock.advance(DAY_MS)
  const [importer, confirmer, third] = [await finance(), await finance(), await finance()]
  const content = await sheetOf(lines)
  const { _id: statement_id } = await importByTwo(app, content, { importer, confirmer })
  await decideNewLines(app.database)
  const { list } = answered(await app.call(adminBankingCalls.lines, { as: third, query: { statement_id } }))
  return { content, lines: list, importer, confirmer, third }
}
const finance = () => staff(app, 'finance')

/** A member's payout of 20.00 in a file that was sent; the member has 30.00 left. */
async function sentPayout(username: string) {
  const who = await payable(app, username, 5000n)
  const { withdrawal } = answered(await withdraw(app, who, '20.00'))
  const { _id: withdrawal_id, reference } = withdrawal
  const [approver, releaser] = [await actorOn(app, 'out'), await actorOn(app, 'out')]
  const batch = await app.database.transaction(async (tx) => {
    await approveWithdrawal(tx, { withdrawal_id, actor: approver })
    const execution_day = executionDay(app)
    const filed = { withdrawal_ids: [withdrawal_id], refund_ids: [], execution_day, actor: releaser }
    const created = await createPayoutBatch(tx, { ...filed, format: 'pain.001.001.03' })
    await exportBatch(tx, { batch_id: created.id, actor: releaser })
    await sendBatch(tx, { batch_id: created.id, actor: releaser })
    return created
  })
  return { who, withdrawal_id, reference, file: batch.reference }
}

const statusOf = async (withdrawal_id: string) => {
  const as = await finance()
  return answered(await app.call(adminWithdrawalCalls.withdrawal, { as, params: { withdrawal_id } })).status
}
const tries = async (who: TestMember, amount: string) => withdraw(app, await app.signedIn(who), amount)

async function reportRejected({ file: batch, reference }: { file: string; reference: string }) {
  const content = pain002({
    reference: batch,
    group: 'ACCP',
    payments: [{ e2e: reference, status: 'RJCT', reason: 'AC04', amount: '20.00' }],
  })
  const [importer, approver] = [await finance(), await finance()]
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/api/${adminWithdrawalCalls.importReport.path}`,
    headers: { ...importer.headers, 'content-type': FORM_TYPE, langcode: 'en' },
    payload: form([file(Buffer.from(content), 'report.xml', 'text/xml')]),
  })
  const { data } = response.json<{ data: { proposal_id: string } }>()
  answered(await approveProposal(app, data.proposal_id, approver))
}

test('so much is kept back, operators are called once, and it ends when somebody has settled it with the bank', async () => {
  const payout = await sentPayout('booked after all')
  await reportRejected(payout)
  for (let day = 0; day < 7; day += 1) {
    app.clock.advance(DAY_MS)
    await bringDecided(app.database, await sheetOf([]))
  }
  expect(await statusOf(payout.withdrawal_id)).toBe('returned')

  const late: Line = { amount: '-20.00', e2e: payout.reference, ref: 'LATE-1' }
  const { content, lines, importer, confirmer, third } = await take([late])
  const unexplained = { state: 'unexplained', finding: 'debit_after_return' }
  expect(lines).toMatchObject([{ ...unexplained, direction: 'debit', amount: '20.00' }])
  expect(await statusOf(payout.withdrawal_id)).toBe('returned')
  expect(await tries(payout.who, '50.00')).toMatchObject({
    status: 409,
    code: 'amount_was_paid_out_twice',
    details: { kept_back: '20.00' },
  })

  // The same file again changes nothing.
  await expect(importByTwo(app, content, { importer, confirmer })).rejects.toThrow('refused')
  const alarms = `select from graphile_worker._private_jobs where payload::text like '%debit_after_return%'`
  expect(await app.database.asSchemaOwner(alarms)).toHaveLength(1)

  const resolve = (as: TestOperator) =>
    app.call(adminBankingCalls.resolveLine, {
      as,
      params: { line_id: lines[0]!._id },
      body: { reason: 'The bank gives the money back to us.' },
    })
  for (const as of [importer, confirmer])
    expect(await resolve(as)).toMatchObject({ code: 'another_operator_must_decide' })
  answered(await resolve(third))
  answered(await tries(payout.who, '50.00'))
})

test.each([
  ['before', (reference: string) => [debitOf(reference), returnOf(reference)]],
  ['after', (reference: string) => [returnOf(reference), debitOf(reference)]],
])('nothing is kept back where one statement has the debit %s its return', async (order, linesWith) => {
  const payout = await sentPayout(`both ${order}`)
  const { lines } = await take(linesWith(payout.reference))
  expect(lines.map(({ finding }) => finding)).not.toContain('debit_after_return')
  expect(await statusOf(payout.withdrawal_id)).toBe('returned')
  answered(await tries(payout.who, '50.00'))
})

const debitOf = (reference: string): Line => ({ amount: '-20.00', e2e: reference })
const returnOf = (reference: string): Line => ({ amount: '20.00', e2e: reference, returned: 'AC04' })
