// The smallest houses: two who bring money in and three who send it out, and one more for absences. A day from a bank
// statement to a payout above the threshold, with and without the bank's connection, while one of them is absent for a day.
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import type { Side } from '@fairturn/contract/backoffice/roles'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { bringDecided, confirmStatement, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053 } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { requestWithdrawal } from '../../test/finance.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { signedIn, staff, type TestOperator } from '../../test/staff.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import { decideNewLines } from './line-decisions.ts'

const DAY_MS = 86_400_000
const REASON = 'Checked. It is written down.'
const OTHER_SIDE = { status: 403, code: 'your_side_does_not_do_this' }

let app: TestApp
let member: TestMember
beforeEach(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
  member = await payable(app, 'thu ha', 0n)
})
afterEach(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

/** Two of `in` and three of `out`; with six people one more of the given side. */
async function house(people: 5 | 6, more: Side): Promise<Record<Side, TestOperator[]>> {
  const sides: Side[] = ['in', 'in', 'out', 'out', 'out', ...(people === 6 ? [more] : [])]
  const all: TestOperator[] = []
  for (const [i, side] of sides.entries()) all.push(await staff(app, i % 2 === 0 ? 'finance' : 'owner', side))
  return { in: all.filter(({ side }) => side === 'in'), out: all.filter(({ side }) => side === 'out') }
}

/** The next day; everybody signs in again. */
async function nextDay(of: Record<Side, TestOperator[]>): Promise<void> {
  app.clock.advance(DAY_MS)
  for (const side of ['in', 'out'] as const)
    for (const [i, who] of of[side].entries()) of[side][i] = { ...who, headers: await signedIn(app, who._id) }
}

const available = async () =>
  (await balancesOf(app.database, [accountOf('member_available', member._id)])).values().next().value!
    .balance_minor

async function statement(): Promise<string> {
  const { reference } = await app.database.transaction((tx) =>
    createDeposit(tx, { member_id: member._id, amount_minor: 150_000n, method: 'bank_transfer' }),
  )
  const lines = [{ amount: '1500.00', e2e: reference }]
  return camt053({ id: 'DAY-1', ...(await nextSheet(app.database)), lines })
}

async function importedBy(importer: TestOperator): Promise<string> {
  const sent = { path: 'bank-statements', content: await statement() } as const
  const { data } = (await uploadBankFile(app, importer, sent)) as unknown as {
    data: { list: { _id: string }[] }
  }
  return data.list[0]!._id
}

const requested = async () =>
  (
    await app.database.transaction((tx) =>
      requestWithdrawal(tx, { member_id: member._id, amount_minor: 120_000n }),
    )
  ).id
const approve = (withdrawal_id: string, as: TestOperator) =>
  app.call(adminWithdrawalCalls.approveWithdrawal, {
    as,
    params: { withdrawal_id },
    body: { reason: REASON },
  })
const createFile = (withdrawal_id: string, as: TestOperator) =>
  app.call(adminWithdrawalCalls.createBatch, {
    as,
    body: {
      withdrawal_ids: [withdrawal_id],
      refund_ids: [],
      format: 'pain.001.001.09',
      execution_day: executionDay(app),
    },
  })
async function released(withdrawal_id: string, as: TestOperator): Promise<string> {
  const { _id: batch_id } = answered(await createFile(withdrawal_id, as))
  answered(await app.call(adminWithdrawalCalls.exportBatch, { as, params: { batch_id } }))
  answered(await app.call(adminWithdrawalCalls.sendBatch, { as, params: { batch_id } }))
  return answered(await app.call(adminWithdrawalCalls.withdrawal, { as, params: { withdrawal_id } })).status
}

/** Two of `out` approve it. */
async function approvedByTwo(withdrawal_id: string, [first, second]: readonly TestOperator[]): Promise<void> {
  const { proposal_id } = answered(await approve(withdrawal_id, first!))
  answered(await approveProposal(app, proposal_id!, second!))
}

describe.each([5, 6] as const)('with %i people', (people) => {
  test('without the connection, while one who brings money in is absent for a day', async () => {
    const of = await house(people, 'in')
    const statement_id = await importedBy(of.in[0]!)
    // The second is absent: nobody of the other side stands in, and it says for whom it waits.
    const body = {} as never
    for (const as of of.out)
      expect(
        await app.call(bankStatementCalls.confirmStatement, { as, params: { statement_id }, body }),
      ).toMatchObject({
        ...OTHER_SIDE,
        details: {
          side: 'in',
          who: of.in
            .map(({ username }) => username)
            .toSorted()
            .join(', '),
        },
      })
    await expect(confirmStatement(app, statement_id, of.in[0]!)).rejects.toThrow('refused')
    if (people === 5) await nextDay(of)
    await confirmStatement(app, statement_id, of.in[people === 6 ? 2 : 1]!)
    await decideNewLines(app.database)
    expect(await available()).toBe(150_000n)
    const id = await requested()
    await approvedByTwo(id, of.out)
    expect(await released(id, of.out[2]!)).toBe('sent')
  })

  test('with the connection, while one who sends money out is absent for a day', async () => {
    const of = await house(people, 'out')
    await bringDecided(app.database, await statement())
    expect(await available()).toBe(150_000n)
    const id = await requested()
    await approvedByTwo(id, of.out)
    // The third is absent: neither who approved it releases it, nor anybody of the other side.
    for (const as of of.out.slice(0, 2))
      expect(await createFile(id, as)).toMatchObject({ code: 'who_approved_a_payment_does_not_release_it' })
    for (const as of of.in)
      expect(await createFile(id, as)).toMatchObject({
        ...OTHER_SIDE,
        details: {
          side: 'out',
          who: of.out
            .map(({ username }) => username)
            .toSorted()
            .join(', '),
        },
      })
    if (people === 5) await nextDay(of)
    expect(await released(id, of.out[people === 6 ? 3 : 2]!)).toBe('sent')
  })
})
