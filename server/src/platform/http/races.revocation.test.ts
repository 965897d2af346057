// A revocation is approved three times at once while the member spends what it takes back: what its approver has read is done, or
// nothing, and each of them is told so.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { levelCalls } from '@fairturn/contract/levels'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { importByTwo, nextSheet, openBankAccount } from '../../../test/bank/account.ts'
import { camt053 } from '../../../test/bank/files.ts'
import { answered } from '../../../test/carrying.ts'
import { expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../../test/payments.ts'
import { staff, type TestOperator } from '../../../test/staff.ts'
import { createDeposit } from '../../deposits/deposits.ts'
import { upgradeLevel } from '../../levels/levels.ts'
import { decideNewLines } from '../../withdrawals/line-decisions.ts'

const level_id = '019a0000-0000-7000-8000-000000000002'

let app: TestApp
let importer: TestOperator
let confirmer: TestOperator
let revoked = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
  importer = await staff(app, 'finance')
  confirmer = await staff(app, 'owner')
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

/** A credit of 60.00, and the approval of its revocation. */
async function credited() {
  const member = await payable(app, `spends what is revoked ${++revoked}`, 0n)
  const { reference } = await app.database.transaction((tx) =>
    createDeposit(tx, { member_id: member._id, amount_minor: 6000n, method: 'bank_transfer' }),
  )
  const sheet = { id: `SPENT-${revoked}`, ...(await nextSheet(app.database)) }
  const content = camt053({ ...sheet, lines: [{ amount: '60.00', e2e: reference }] })
  const { _id: statement_id } = await importByTwo(app, content, { importer, confirmer })
  await decideNewLines(app.database)
  const proposed = await app.call(bankStatementCalls.proposeRevocation, {
    as: importer,
    params: { statement_id },
    body: { reason: 'The bank has never booked it.' },
  })
  const params = { proposal_id: answered(proposed).proposal_id }
  const { content_hash } = answered(await app.call(approvalCalls.detail, { as: confirmer, params }))
  const press = () => app.call(approvalCalls.approve, { as: confirmer, params, body: { content_hash } })
  return { member, press, pressThrice: () => [press(), press(), press()] as const }
}
const codesOf = (answers: readonly { status: number; code: string; details?: unknown }[]) =>
  answers.map(({ status, code, details }) =>
    status === 200 ? 'ok' : `${code} ${(details as { code?: string } | undefined)?.code ?? ''}`.trim(),
  )
/** Statements that wait for a lock. */
async function blocked(): Promise<number> {
  const [row] = await app.database.asSchemaOwner<{ count: number }>(
    `select count(*)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where not l.granted and a.datname = current_database()`,
  )
  return row!.count
}

test('a revocation is not executed with another loss than its approver has read', async () => {
  const { member, pressThrice } = await credited()
  const end = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const bought = app.database.transaction(async (tx) => {
    await upgradeLevel(tx, { member_id: member._id, level_id })
    began.resolve()
    await end.promise
  })
  await began.promise
  const answers = pressThrice()
  await expect.poll(blocked, { timeout: 10_000 }).toBeGreaterThanOrEqual(answers.length).finally(end.resolve)
  await bought
  const refused = 'proposal_could_not_be_executed what_it_does_has_changed'
  expect(codesOf(await Promise.all(answers))).toEqual([refused, refused, refused])
})

test('each of three approvals of a revocation is answered while the member buys a level and withdraws', async () => {
  for (let i = 0; i < 3; i += 1) {
    const { member, press } = await credited()
    const body = { user_id: member._id, level_id }
    const [first, , second, , third] = await Promise.all([
      press(),
      app.call(levelCalls.upgrade, { token: member.token, body }),
      press(),
      withdraw(app, member, '40.00'),
      press(),
    ])
    expect(codesOf([first, second, third])).not.toContain('error_please_try_again')
  }
})
