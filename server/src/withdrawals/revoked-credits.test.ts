// A credit that a revoked statement had brought is taken back from whoever has it, once: corrections, interest and payment files
// do not carry it away (insiders are two of the side `in`).
import { randomUUID } from 'node:crypto'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { bankStatementCalls as calls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { documentCalls } from '@fairturn/contract/documents'
import { formatMoney } from '@fairturn/contract/minor-units'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposed } from '../../test/approvals.ts'
import { importByTwo, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line } from '../../test/bank/files.ts'
import { answered, unpaidCampaign } from '../../test/carrying.ts'
import { requestWithdrawal } from '../../test/finance.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { payCampaign } from '../campaigns/campaigns.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { availableOf, entryId } from '../ledger/ledger.ts'
import { decideNewLines } from './line-decisions.ts'

const DAY_MS = 86_400_000
const REASON = 'The bank has never booked it.'

let app: TestApp
let one: TestOperator
let two: TestOperator
let first: TestMember
let other: TestMember
let third: TestMember
let count = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
})
beforeEach(async () => {
  app.clock.advance(DAY_MS)
  count += 1
  ;[one, two] = [await staff(app, 'finance'), await staff(app, 'owner')]
  first = await payable(app, `first ${count}`, 0n)
  other = await payable(app, `other ${count}`, 0n)
  third = await payable(app, `third ${count}`, 0n)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const available = ({ _id }: TestMember) => availableOf(app.database, _id)
async function ownMoney(): Promise<bigint> {
  const [row] = await app.database.asSchemaOwner<{ minor: bigint }>(
    `select sum(balance_minor)::bigint as minor from account where kind in ('own_money', 'revenue')`,
  )
  return row!.minor
}

async function revenue(): Promise<bigint> {
  const [row] = await app.database.asSchemaOwner<{ minor: bigint }>(
    `select sum(balance_minor)::bigint as minor from account where kind = 'revenue'`,
  )
  return row!.minor
}

async function brought(line: Line): Promise<string> {
  const content = camt053({
    id: `C-${count}-${randomUUID()}`,
    ...(await nextSheet(app.database)),
    lines: [line],
  })
  const { _id } = await importByTwo(app, content, { importer: one, confirmer: two })
  await decideNewLines(app.database)
  return _id
}

/** A credit of the first member; returns the statement, and the entry. */
async function credited(amount_minor: bigint) {
  const { id, reference } = await app.database.transaction((tx) =>
    createDeposit(tx, { member_id: first._id, amount_minor, method: 'bank_transfer' }),
  )
  const statement_id = await brought({ amount: formatMoney(amount_minor), e2e: reference })
  expect(await available(first)).toBe(amount_minor)
  return { statement_id, reference, entry_id: entryId('deposit_credited', id) }
}

/** Two people correct an entry; returns the code of a refusal, or the adjustment's entry. */
async function corrected(
  corrects: string,
  amount: string,
  { from = first, to }: { from?: TestMember; to: TestMember | 'cash' | 'revenue' },
) {
  const sideOf = ({ _id: holder_id }: TestMember) => ({ kind: 'member_available' as const, holder_id })
  const proposed = await app.call(ledgerCalls.proposeAdjustment, {
    as: one,
    key: randomUUID(),
    body: {
      adjustment: typeof to === 'string' ? 'credited_in_error' : 'credited_to_another',
      from: sideOf(from),
      to: typeof to === 'string' ? { kind: to } : sideOf(to),
      amount,
      refers_to: 'the bank says so',
      corrects,
      reason: 'Credited to the wrong one.',
    },
  })
  if (proposed.status !== 200) return proposed.code
  answered(await approveProposed(app, proposed, two))
  return entryId('adjustment', proposed.data.proposal_id)
}

/** Proposes, reads as the approver does, and approves. */
async function revoke(statement_id: string) {
  const proposed = await app.call(calls.proposeRevocation, {
    as: one,
    params: { statement_id },
    body: { reason: REASON },
  })
  const params = { proposal_id: answered(proposed).proposal_id }
  const { content } = answered(await app.call(approvalCalls.detail, { as: two, params }))
  answered(await approveProposed(app, proposed, two))
  return content
}

const pay = (member: TestMember, visits: number) =>
  app.database.transaction(async (tx) => {
    const { id: campaign_id } = await unpaidCampaign(tx, member, { visits })
    return await payCampaign(tx, { member_id: member._id, campaign_id })
  })

describe('a credit that was corrected, and whose statement is revoked', () => {
  test('to another member: is taken from whom it was given to, not from own money', async () => {
    const { statement_id, reference, entry_id } = await credited(20_000n)
    await corrected(entry_id, '200.00', { to: other })
    const before = await ownMoney()
    expect(await revoke(statement_id)).toMatchObject({
      loss: '0.00',
      taken_back: [{ reference: `${reference} → ${other.username}`, taken: '200.00' }],
    })
    expect([await available(first), await available(other), (await ownMoney()) - before]).toEqual([
      0n,
      0n,
      0n,
    ])
    const { list } = answered(await app.call(documentCalls.statements, { token: other.token, query: {} }))
    // The first member's deposit is not theirs to read.
    expect(list[0]).toMatchObject({ type: 'credit_reversed', amount: '-200.00', refers_to: { name: null } })
  })

  test('in parts and onwards: each gives what is theirs, and what they paid pays the loss when it returns', async () => {
    const { statement_id, entry_id } = await credited(20_000n)
    const moved = await corrected(entry_id, '150.00', { to: other })
    await corrected(moved, '60.00', { from: other, to: third })
    await pay(other, 100)
    const [left, before] = [await available(other), await ownMoney()]
    expect(left).toBeLessThan(9000n)
    expect(await revoke(statement_id)).toMatchObject({ loss: formatMoney(9000n - left) })
    expect([await available(first), await available(other), await available(third)]).toEqual([0n, 0n, 0n])
    expect(before - (await ownMoney())).toBe(9000n - left)
  })

  test('to cash or revenue: cash falls once, and revenue has nothing left of it', async () => {
    const { statement_id, entry_id } = await credited(20_000n)
    await corrected(entry_id, '50.00', { to: 'cash' })
    const before = await ownMoney()
    await corrected(entry_id, '30.00', { to: 'revenue' })
    expect((await ownMoney()) - before).toBe(3000n)
    expect(await revoke(statement_id)).toMatchObject({ loss: '30.00' })
    expect([await available(first), (await ownMoney()) - before]).toEqual([0n, 0n])
    const [cash] = await app.database.asSchemaOwner<{ minor: bigint }>(
      `select sum(p.amount_minor)::bigint as minor from posting p join account a on a.no = p.account_no and a.kind = 'cash'
       join entry e on e.entry_no = p.entry_no where e.id = $1 or e.id in (select entry_id from correction where corrects = $1)
         or e.refers_to in (select id::text from bank_line where statement_id = $2)`,
      [entry_id, statement_id],
    )
    expect(cash!.minor).toBe(0n)
  })

  test('to revenue: revenue has nothing of it to give away', async () => {
    const { statement_id, entry_id } = await credited(20_000n)
    const before = await revenue()
    await corrected(entry_id, '200.00', { to: 'revenue' })
    expect((await revenue()) - before).toBe(20_000n)
    expect(await revoke(statement_id)).toMatchObject({ loss: '200.00', taken_back: [] })
    expect(await revenue()).toBe(before)
  })

  test('afterwards is corrected no more: it was taken back whole', async () => {
    const { statement_id, entry_id } = await credited(20_000n)
    await revoke(statement_id)
    expect(await corrected(entry_id, '0.01', { to: other })).toBe('correction_exceeds_what_was_given')
  })

  test('at the same time: one of both is refused, nobody has it twice', async () => {
    const { statement_id, entry_id } = await credited(20_000n)
    const before = await ownMoney()
    const proposed = await app.call(calls.proposeRevocation, {
      as: one,
      params: { statement_id },
      body: { reason: REASON },
    })
    const correction = await app.call(ledgerCalls.proposeAdjustment, {
      as: one,
      key: randomUUID(),
      body: {
        adjustment: 'credited_to_another',
        from: { kind: 'member_available', holder_id: first._id },
        to: { kind: 'member_available', holder_id: other._id },
        amount: '200.00',
        refers_to: 'the bank says so',
        corrects: entry_id,
        reason: 'Credited to the wrong one.',
      },
    })
    const both = await Promise.all([
      approveProposed(app, proposed, two),
      approveProposed(app, correction, two),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const [has, own] = [(await available(first)) + (await available(other)), (await ownMoney()) - before]
    expect([has, own]).toEqual([both[0].status === 200 ? 0n : 20_000n, 0n])
  })
})

test('interest that the bank did not pay is read by whoever approves its revocation', async () => {
  const statement_id = await brought({ amount: '25.00', text: 'Interest on balance' })
  const { list } = answered(await app.call(adminBankingCalls.lines, { as: one, query: { statement_id } }))
  const charge = await app.call(adminBankingCalls.proposeCharge, {
    as: one,
    params: { line_id: list[0]!._id },
    body: { charge: 'interest', reason: 'The interest of November.' },
  })
  answered(await approveProposed(app, charge, two))
  const before = await ownMoney()
  expect(await revoke(statement_id)).toMatchObject({ loss: '0.00', interest: '25.00' })
  expect((await ownMoney()) - before).toBe(-2500n)
})

test('an opening balance goes with the statement that said it, and is booked anew', async () => {
  const fresh = await startApp()
  await receiveAt(fresh)
  const [importer, confirmer] = [await staff(fresh, 'finance'), await staff(fresh, 'owner')]
  const said = async (opening: string) => {
    const content = camt053({
      id: `O-${opening}`,
      day: '2026-11-20',
      opening,
      lines: [{ amount: '10.00', text: 'x' }],
    })
    const { _id } = await importByTwo(fresh, content, { importer, confirmer })
    const body = { reason: 'What was there before.' }
    const proposed = await fresh.call(adminBankingCalls.proposeOpeningBalance, { as: importer, body })
    answered(await approveProposed(fresh, proposed, confirmer))
    return _id
  }
  const own = async () => {
    const [row] = await fresh.database.asSchemaOwner<{ minor: bigint }>(
      `select sum(balance_minor)::bigint as minor from account where kind = 'own_money'`,
    )
    return row!.minor
  }
  const params = { statement_id: await said('50000.00') }
  expect(await own()).toBe(5_000_000n)
  const body = { reason: REASON }
  const proposed = await fresh.call(calls.proposeRevocation, { as: importer, params, body })
  const shown = { proposal_id: answered(proposed).proposal_id }
  const { content } = answered(await fresh.call(approvalCalls.detail, { as: confirmer, params: shown }))
  expect(content).toMatchObject({ opening: '50000.00', loss: '0.00' })
  answered(await approveProposed(fresh, proposed, confirmer))
  expect(await own()).toBe(0n)
  await said('250.00')
  expect(await own()).toBe(25_000n)
  // What a later statement opens with is members' money too.
  const later = camt053({
    id: 'LATER',
    day: '2026-11-21',
    opening: '260.00',
    lines: [{ amount: '7.00', text: 'y' }],
  })
  await importByTwo(fresh, later, { importer, confirmer })
  const { list } = answered(
    await fresh.call(calls.statements, { as: importer, query: { status: 'accepted' } }),
  )
  const firstOne = list.find((each) => each.statement_id === 'O-250.00')!
  const again = await fresh.call(calls.proposeRevocation, {
    as: importer,
    params: { statement_id: firstOne._id },
    body,
  })
  answered(await approveProposed(fresh, again, confirmer))
  expect(
    await fresh.call(adminBankingCalls.proposeOpeningBalance, {
      as: importer,
      body: { reason: 'What was there before.' },
    }),
  ).toMatchObject({ code: 'there_is_no_opening_balance' })
  await expectPaymentsCorrect(fresh)
  await fresh.close()
})

test('a withdrawal of it in a payment file that nobody has exported is refused, and the file dropped', async () => {
  const { statement_id } = await credited(20_000n)
  const { id: withdrawal_id, reference } = await app.database.transaction((tx) =>
    requestWithdrawal(tx, { member_id: first._id, amount_minor: 20_000n }),
  )
  const [approver, releaser] = [await staff(app, 'finance', 'out'), await staff(app, 'finance', 'out')]
  const params = { withdrawal_id }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: approver, params, body: {} }))
  const filed = { withdrawal_ids: [withdrawal_id], refund_ids: [], format: 'pain.001.001.09' as const }
  const { _id: batch_id, reference: file } = answered(
    await app.call(adminWithdrawalCalls.createBatch, {
      as: releaser,
      body: { ...filed, execution_day: executionDay(app) },
    }),
  )
  const before = await ownMoney()
  expect(await revoke(statement_id)).toMatchObject({ loss: '0.00', refused: [reference], dropped: [file] })
  expect([await available(first), (await ownMoney()) - before]).toEqual([0n, 0n])
  expect(
    await app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id } }),
  ).toMatchObject({ code: 'payout_batch_is_in_another_state', details: { state: 'dropped' } })
})
