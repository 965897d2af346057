// Money as operators list, save, try and forget it: every list sorted and as a file, a mapping tried on a file, each route's
// refusals by name, and what the bank's lines say of people erased when the law no longer wants it.
import { adminBankingCalls, adminBankingFiles } from '@fairturn/contract/backoffice/banking'
import { adminDepositCalls, adminDepositFiles } from '@fairturn/contract/backoffice/deposits'
import { adminWithdrawalCalls, adminWithdrawalFiles } from '@fairturn/contract/backoffice/withdrawals'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import type { Tx } from '../database/database.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { forgetPayees } from './account.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

const REASON = 'It was looked at.'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let app: TestApp
let finance: TestOperator
let owner: TestOperator
/** Who neither imported nor approved. */
let releaser: TestOperator
let member: TestMember
let sheets = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database, { day: '2026-11-17' })
  member = await payable(app, 'thu ha', 900_000n)
})
beforeEach(async () => {
  finance = await staff(app, 'finance')
  owner = await staff(app, 'owner')
  releaser = await staff(app, 'finance')
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.database.transaction(work)
const unknown = () => newId(app.clock.now())
const announce = (amount_minor: bigint, member_id = member._id) =>
  inTx((tx) => createDeposit(tx, { member_id, amount_minor, method: 'bank_transfer' }))
async function ask(amount_minor: bigint): Promise<string> {
  app.clock.advance(MINUTE_MS)
  return (await inTx((tx) => requestWithdrawal(tx, { member_id: member._id, amount_minor }))).id
}
async function take(...lines: Line[]) {
  const content = camt053({ id: `LIST-${++sheets}`, ...(await nextSheet(app.database)), lines })
  const { code } = await uploadBankFile(app, finance, { path: 'bank-statements', content })
  expect(code).toBeUndefined()
}
const lines = async (query: Record<string, string>) =>
  answered(await app.call(adminBankingCalls.lines, { as: finance, query })).list

async function saved(path: string, query: Record<string, string> = {}) {
  const response = await app.fastify.inject({
    method: 'GET',
    url: `/api/${path}`,
    query,
    headers: finance.headers,
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const [head, ...rows] = response.body.replace('\ufeff', '').trimEnd().split('\r\n')
  return { head: head!.split(','), rows }
}

test('withdrawals that wait come longest waiting first, any others newest first, each as it is sorted', async () => {
  const [first, second, third] = [await ask(3000n), await ask(1000n), await ask(200_000n)]
  const list = async (query: object) =>
    answered(await app.call(adminWithdrawalCalls.withdrawals, { as: finance, query })).list.map(
      ({ _id }) => _id,
    )
  expect(await list({ status: 'requested' })).toEqual([first, second, third])
  expect(await list({})).toEqual([third, second, first])
  expect(await list({ status: 'requested', sort: 'amount.desc' })).toEqual([third, first, second])
  expect(await list({ at_least: '30.00', sort: 'amount.asc' })).toEqual([first, third])
  expect(await list({ search: 'thu', undrawn: 'true' })).toHaveLength(3)
  expect(await list({ undrawn: 'false' })).toEqual([])
  expect(await list({ search: '%' })).toEqual([])
  const { list: rows } = answered(
    await app.call(adminWithdrawalCalls.withdrawals, { as: finance, query: {} }),
  )
  expect(rows[0]!.facts).toContain('first_withdrawal')
  expect(rows.map(({ needs_two, proposal }) => [needs_two, proposal])).toEqual([
    [true, null],
    [false, null],
    [false, null],
  ])
  const file = await saved(adminWithdrawalFiles.exportWithdrawals.path, { status: 'requested' })
  expect(file.rows.map((row) => row.split(',').at(-1))).toEqual([first, second, third])
  expect(file.rows[0]).toContain('•••• 1899')
  expect(file.rows[0]).not.toContain('0011004231899')
  const refused = { as: finance, params: { withdrawal_id: first }, body: { reason: REASON } }
  expect(answered(await app.call(adminWithdrawalCalls.refuseWithdrawal, refused)).status).toBe('refused')
  expect((await app.call(adminWithdrawalCalls.refuseWithdrawal, refused)).code).toBe(
    'withdrawal_is_in_another_state',
  )
  const of_nobody = { as: finance, params: { withdrawal_id: unknown() } }
  expect((await app.call(adminWithdrawalCalls.withdrawal, of_nobody)).code).toBe('withdrawal_is_unknown')
  const body = { reason: REASON }
  expect((await app.call(adminWithdrawalCalls.refuseWithdrawal, { ...of_nobody, body })).code).toBe(
    'withdrawal_is_unknown',
  )
})

test('deposits are found, read, refused once with a reason, and saved', async () => {
  const [small, large] = [await announce(500n), await announce(90_000n)]
  const list = async (query: object) =>
    answered(await app.call(adminDepositCalls.deposits, { as: finance, query })).list.map(({ _id }) => _id)
  expect(await list({ status: 'awaiting', sort: 'amount.desc' })).toEqual([large.id, small.id])
  expect(await list({ search: small.reference.slice(3).toLowerCase() })).toEqual([small.id])
  expect(await list({ search: 'THU', status: 'awaiting' })).toHaveLength(2)
  expect(await list({ method: 'card' })).toEqual([])
  const one = { as: finance, params: { deposit_id: small.id } }
  expect(answered(await app.call(adminDepositCalls.deposit, one))).toMatchObject({
    username: 'thu ha',
    amount: '5.00',
  })
  const refuse = (params = one.params, body = { reason: REASON }) =>
    app.call(adminDepositCalls.refuseDeposit, { as: finance, params, body })
  expect((await refuse(one.params, { reason: ' ' })).code).toBe('reason_is_required')
  expect(answered(await refuse())).toMatchObject({ status: 'refused', reason: REASON })
  expect((await refuse()).code).toBe('deposit_is_settled')
  const params = { deposit_id: unknown() }
  expect((await app.call(adminDepositCalls.deposit, { as: finance, params })).code).toBe('deposit_is_unknown')
  expect((await refuse(params)).code).toBe('deposit_is_unknown')
  const { head, rows } = await saved(adminDepositFiles.exportDeposits.path, { status: 'refused' })
  expect(head.at(-1)).toBe('deposit_id')
  expect(rows).toHaveLength(1)
})

test('lines are queues by state, sorted and saved; what they say is never run as a formula', async () => {
  await take(
    { amount: '7.00', text: '=cmd()', name: 'Erika', ref: 'L-1' },
    { amount: '90.00', text: 'for the club', name: 'Max', ref: 'L-2' },
    { amount: '-2.00', text: 'fee', ref: 'L-3' },
  )
  expect((await lines({ state: 'unmatched', sort: 'amount.desc' })).map(({ amount }) => amount)).toEqual([
    '90.00',
    '7.00',
  ])
  expect((await lines({ state: 'unexplained' })).map(({ finding }) => finding)).toEqual(['unknown_debit'])
  expect(await lines({ search: '_' })).toEqual([])
  expect(await lines({ from: '2026-11-21' })).toEqual([])
  const { rows } = await saved(adminBankingFiles.exportLines.path, { search: 'cmd' })
  expect(rows[0]).toContain(`"'=cmd()"`)
  const statements = answered(
    await app.call(adminBankingCalls.statements, { as: finance, query: { sort: 'imported_at.asc' } }),
  )
  expect(statements.list.map(({ statement_id }) => statement_id)).toEqual(['BEFORE', 'LIST-1'])
  expect((await saved(adminBankingFiles.exportStatements.path)).rows).toHaveLength(2)
})

test('a line in detail says who waits to send it back and who resolved it; proposed twice it waits once', async () => {
  await take({ amount: '11.00', text: 'by mistake', name: 'Jo', iban: 'DE02120300000000202051', ref: 'L-9' })
  const [line] = await lines({ search: 'by mistake' })
  const params = { line_id: line!._id }
  const body = { holder: 'Jo', account: 'DE02 1203 0000 0000 2020 51', reason: REASON }
  const propose = (sent = body) =>
    app.call(adminBankingCalls.proposeRefund, { as: owner, params, body: sent })
  expect((await propose({ ...body, account: 'DE89370400440532013000' })).code).toBe(
    'refund_goes_to_the_sender',
  )
  const presses = await Promise.all(Array.from({ length: 50 }, () => propose()))
  expect(new Set(presses.map((press) => answered(press).proposal_id)).size).toBe(1)
  const detail = async (line_id = params.line_id) =>
    app.call(adminBankingCalls.line, { as: finance, params: { line_id } })
  expect(answered(await detail()).proposal).toMatchObject({ proposed_by: owner.username })
  const [fee] = await lines({ state: 'unexplained' })
  const resolve = (line_id: string) =>
    app.call(adminBankingCalls.resolveLine, { as: owner, params: { line_id }, body: { reason: REASON } })
  const resolved = await Promise.all(Array.from({ length: 50 }, () => resolve(fee!._id)))
  expect(resolved.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answered(await detail(fee!._id))).toMatchObject({ resolved_by: owner.username, resolution: REASON })
  expect((await resolve(fee!._id)).code).toBe('bank_line_is_in_another_state')
  for (const answer of [await detail(unknown()), await resolve(unknown())])
    expect(answer.code).toBe('bank_line_is_unknown')
  const nowhere = { as: finance, params: { line_id: unknown() } }
  expect((await app.call(adminBankingCalls.proposeRefund, { ...nowhere, body })).code).toBe(
    'bank_line_is_unknown',
  )
  expect(
    (
      await app.call(adminDepositCalls.assignLine, {
        ...nowhere,
        body: { member_id: member._id, reason: REASON },
      })
    ).code,
  ).toBe('bank_line_is_unknown')
  const settled = { as: finance, params: { line_id: fee!._id } }
  expect((await app.call(adminBankingCalls.proposeRefund, { ...settled, body })).code).toBe(
    'bank_line_is_in_another_state',
  )
})

test('refunds, payment files and card events are listed, sorted and saved; every file stands in the log', async () => {
  await app.database.query({
    text: `insert into card_event (id, type, happened_at, received_at, state, amount_minor) values
      ('evt_a', 'charge.refunded', $1, $1, 'needs_review', 700), ('evt_b', 'charge.dispute', $1, $1, 'needs_review', 900)`,
    values: [app.clock.now()],
  })
  const events = answered(
    await app.call(adminDepositCalls.cardEvents, { as: finance, query: { sort: 'amount.desc' } }),
  )
  expect(events.list.map(({ _id }) => _id)).toEqual(['evt_b', 'evt_a'])
  expect((await saved(adminDepositFiles.exportCardEvents.path, { sort: 'amount.asc' })).rows[0]).toContain(
    'evt_a',
  )
  const drawn = await ask(4000n)
  const params = { withdrawal_id: drawn }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: finance, params, body: {} }))
  const body = { withdrawal_ids: [drawn], format: 'pain.001.001.03' as const, execution_day: '2026-11-23' }
  const draw = () => app.call(adminWithdrawalCalls.drawBatch, { as: releaser, body })
  const batch = answered(await draw())
  expect((await draw()).code).toBe('payout_is_not_ready')
  const { list } = answered(
    await app.call(adminWithdrawalCalls.batches, { as: finance, query: { sort: 'total.asc' } }),
  )
  expect(list.map(({ _id }) => _id)).toEqual([batch._id])
  expect((await saved(adminWithdrawalFiles.exportBatches.path)).rows[0]).toContain(batch.reference)
  const refunds = { status: 'approved', undrawn: 'true', sort: 'amount.asc' } as const
  expect(answered(await app.call(adminBankingCalls.refunds, { as: finance, query: refunds })).list).toEqual(
    [],
  )
  expect((await saved(adminBankingFiles.exportRefunds.path)).rows).toEqual([])
  const acts = await app.database.asOwner<{ object_id: string }>(
    `select object_id from staff_act where actor = $1 and action = 'money_exported' order by object_id`,
    [finance.actor],
  )
  expect(acts.map(({ object_id }) => object_id)).toEqual(['card-events', 'payout-batches', 'refunds'])
  const of_nothing = { as: finance, params: { batch_id: unknown() } }
  for (const call of [
    adminWithdrawalCalls.batch,
    adminWithdrawalCalls.exportBatch,
    adminWithdrawalCalls.sendBatch,
    adminWithdrawalCalls.dropBatch,
  ])
    expect((await app.call(call, of_nothing)).code).toBe('payout_batch_is_unknown')
  const step = { as: releaser, params: { batch_id: batch._id } }
  expect((await app.call(adminWithdrawalCalls.sendBatch, step)).code).toBe('payout_batch_is_in_another_state')
  expect(answered(await app.call(adminWithdrawalCalls.dropBatch, step)).state).toBe('dropped')
  expect((await app.call(adminWithdrawalCalls.exportBatch, step)).code).toBe(
    'payout_batch_is_in_another_state',
  )
})

describe('a mapping', () => {
  const mapping = {
    separator: ';',
    decimal: ',',
    day_format: 'dd.MM.yyyy',
    encoding: 'utf-8',
    skip_lines: 0,
    newest_first: false,
    columns: { booking_day: 'Day', amount: 'Amount', remittance: ['Text'] },
  }
  const content = 'Day;Amount;Text\r\n20.11.2026;1.234,50;hello\r\n21.11.2026;-3,00;fee\r\n'
  const attempt = (tried: object, file = content) =>
    uploadBankFile(app, finance, {
      path: 'bank-mappings/trial',
      content: file,
      fields: { mapping: JSON.stringify(tried) },
    })

  test('is tried on a file, of which nothing is kept', async () => {
    expect((await attempt(mapping)).data).toMatchObject({
      from_day: '2026-11-20',
      to_day: '2026-11-21',
      count: 2,
      opening: null,
      lines: [
        { booking_day: '2026-11-20', amount: '1234.50', direction: 'credit', remittance: 'hello' },
        { amount: '3.00', direction: 'debit' },
      ],
    })
    expect(await lines({ search: 'hello' })).toEqual([])
  })

  test('that does not fit says which column, line or field', async () => {
    const columns = { ...mapping.columns, amount: 'Betrag' }
    const misses = await attempt({ ...mapping, columns })
    expect(misses).toMatchObject({
      code: 'bank_file_is_not_readable',
      details: { why: 'columns', where: 'Betrag' },
    })
    expect(await attempt({ ...mapping, decimal: '.' })).toMatchObject({
      details: { why: 'amount', where: 1 },
    })
    expect(await attempt({ ...mapping, day_format: 'yyyy-MM-dd' })).toMatchObject({ details: { why: 'day' } })
    expect(await attempt({ ...mapping, columns: { ...mapping.columns, day: '\ufeffTag' } })).toMatchObject({
      code: 'field_is_invalid',
      details: { fields: [{ field: 'mapping', code: 'field_is_invalid' }] },
    })
    expect(await attempt({ ...mapping, separator: 'x' })).toMatchObject({
      code: 'field_is_invalid',
      details: { fields: [{ field: 'separator' }] },
    })
    expect((await attempt(mapping, '')).code).toBe('bank_file_is_required')
  })
})

describe('whom a line of the bank names', () => {
  const names = () =>
    app.database.asOwner<{ counterparty_name: string | null; remittance: string; state: string }>(
      `select counterparty_name, remittance, state from bank_line where bank_reference like 'OLD-%' order by bank_reference`,
    )

  test('is forgotten five years after the account is closed, or after the day where it is of none; not while it waits', async () => {
    const leaving = await payable(app, 'leaving', 0n)
    const [stays, leaves] = [await announce(100n), await announce(200n, leaving._id)]
    await take(
      { amount: '1.00', e2e: stays.reference, text: 'stays', name: 'Stays', ref: 'OLD-1' },
      { amount: '2.00', e2e: leaves.reference, text: 'leaves', name: 'Leaves', ref: 'OLD-2' },
      { amount: '3.00', text: 'waits', name: 'Waits', ref: 'OLD-3' },
      { amount: '-4.00', text: 'a fee', name: 'Fee', ref: 'OLD-4' },
    )
    const [fee] = await lines({ search: 'OLD-4' })
    const params = { line_id: fee!._id }
    answered(await app.call(adminBankingCalls.resolveLine, { as: finance, params, body: { reason: REASON } }))
    app.clock.advance(100 * DAY_MS)
    await app.database.asOwner('delete from password where owner_id = $1', [leaving._id])
    await app.database.asOwner(
      `update member set closed_at = $2, username = '', phone = null where id = $1`,
      [leaving._id, app.clock.now()],
    )
    const shown = async () => (await names()).map(({ counterparty_name }) => counterparty_name)

    app.clock.advance((5 * 365 - 110) * DAY_MS)
    await forgetPayees(app.database)
    expect(await shown()).toEqual(['Stays', 'Leaves', 'Waits', 'Fee'])
    app.clock.advance(20 * DAY_MS)
    expect(await forgetPayees(app.database)).toBeGreaterThan(0)
    expect(await shown()).toEqual(['Stays', 'Leaves', 'Waits', null])
    app.clock.advance(100 * DAY_MS)
    await forgetPayees(app.database)
    expect(await shown()).toEqual(['Stays', null, 'Waits', null])
    expect((await names()).map(({ remittance }) => remittance)).toEqual(['stays', '', 'waits', ''])
    expect(await forgetPayees(app.database)).toBe(0)
  })
})
