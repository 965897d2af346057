// Payees of refunds: kept for five years after the refund arrived, then deleted everywhere.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { dashboardCalls } from '@fairturn/contract/backoffice/dashboard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { bringDecided, openBankAccount } from '../../test/bank/account.ts'
import { camt053 } from '../../test/bank/files.ts'
import { answered } from '../../test/carrying.ts'
import { receiveAt } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { deletePayees } from './personal-data.ts'

const DAY_MS = 86_400_000
const PAYER = { name: 'Erika Musterfrau', iban: 'DE02120300000000202051' }
const TOWN = 'Quedlinburg'

let app: TestApp
let finance: TestOperator
/** Not the importer. */
let proposer: TestOperator
let owner: TestOperator

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database, { day: '2026-11-19' })
  finance = await staff(app, 'finance')
  proposer = await staff(app, 'finance', 'out')
  owner = await staff(app, 'owner', 'out')
})
afterAll(() => app.close())

/** Every row that still contains the payer's name, account or town, as `table: row`. */
async function traces(): Promise<string[]> {
  const tables = await app.database.asSchemaOwner<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await app.database.asSchemaOwner<{ row: string }>(
      `select t::text as row from "${name}" t where t::text ilike any ($1)`,
      [[PAYER.name, PAYER.iban, TOWN].map((each) => `%${each}%`)],
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

test('a refund’s payee is in no table five years after the refund arrived, and still there the day before', async () => {
  const content = camt053({ id: 'ERASED', lines: [{ amount: '70.00', text: 'by mistake', ...PAYER }] })
  await bringDecided(app.database, content)
  const [line] = answered(
    await app.call(adminBankingCalls.lines, { as: finance, query: { search: 'by mistake' } }),
  ).list
  expect(line).toMatchObject({ proposal: null })
  const waiting = async () =>
    answered(await app.call(dashboardCalls.show, { as: finance })).queues.find(
      ({ queue }) => queue === 'bank_lines',
    )!.own.waiting
  const before = await waiting()
  const params = { line_id: line!._id }
  const body = {
    holder: PAYER.name,
    account: PAYER.iban,
    city: TOWN,
    country: 'de',
    reason: 'Sent to us by mistake.',
  }
  const { proposal_id } = answered(
    await app.call(adminBankingCalls.proposeRefund, { as: proposer, params, body }),
  )
  // It waits for its approver, and no longer for those who work off bank lines.
  const [proposed] = answered(
    await app.call(adminBankingCalls.lines, { as: finance, query: { search: 'by mistake' } }),
  ).list
  expect(proposed).toMatchObject({ state: 'unmatched', proposal: { _id: proposal_id } })
  expect(await waiting()).toBe(before - 1)
  const proposal = { params: { proposal_id } }
  const { content_hash, names } = answered(await app.call(approvalCalls.detail, { as: owner, ...proposal }))
  expect(names?.find(({ _id }) => _id === line!._id)).toMatchObject({
    name: expect.stringMatching(/^….{4} · \d\d-\d\d-\d{4} · \S+\*\*\*\*\S · 70,00$/) as string,
    page: { screen: 'bank-lines', _id: line!._id },
  })
  answered(await app.call(approvalCalls.approve, { as: owner, ...proposal, body: { content_hash } }))
  // While the refund has not arrived, its payee is kept at any age: the bank may still return it.
  app.clock.advance(6 * 365 * DAY_MS)
  await deletePayees(app.database)
  expect((await traces()).map((each) => each.split(':')[0])).toContain('unmatched_payment_refund')

  await app.database.asSchemaOwner(
    `update unmatched_payment_refund set status = 'paid', sent_at = $1, settled_at = $1`,
    [app.clock.now()],
  )
  app.clock.advance((5 * 365 - 10) * DAY_MS)
  expect(await deletePayees(app.database)).toBe(0)
  expect((await traces()).map((each) => each.split(':')[0])).toContain('unmatched_payment_refund')
  app.clock.advance(20 * DAY_MS)
  expect(await deletePayees(app.database)).toBe(1)
  expect(await traces()).toEqual([])
  expect(
    await app.database.asSchemaOwner(
      `select content ->> 'country' as country from proposal where content ? 'line_id'`,
    ),
  ).toEqual([{ country: '' }])
  expect(await deletePayees(app.database)).toBe(0)
  const later = await staff(app, 'finance', 'out')
  expect(answered(await app.call(adminBankingCalls.refunds, { as: later, query: {} })).list).toMatchObject([
    { holder: '', account: '', amount: '70.00', status: 'paid' },
  ])
})

test('the application may delete a refund’s payee in a proposal, and change nothing else of any', async () => {
  for (const change of [
    `update proposal set content = '{}'`,
    `update proposal set content = content || '{"holder": "", "account": ""}'`,
    `select set_config('fairturn.erase_payee', 'on', false); update proposal set content = '{}'`,
  ])
    await expect(app.database.query({ text: change })).rejects.toThrow(/permission denied|never changed/)
  await app.database.asSchemaOwner(`select set_config('fairturn.erase_payee', 'on', false)`)
  await expect(
    app.database.asSchemaOwner(
      `select set_config('fairturn.erase_payee', 'on', false); update proposal set content = content || '{"amount": "9.00"}'`,
    ),
  ).rejects.toThrow(/never changed/)
})
