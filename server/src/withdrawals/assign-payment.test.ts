// What names a payout of ours is credited to its member alone, and what was lost of theirs is paid first; who approves that money
// is given to somebody reads whose deposit the bank's text names; the same booking is not given twice.
import { hash, randomUUID } from 'node:crypto'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { depositCalls } from '@fairturn/contract/deposits'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal, approveProposed } from '../../test/approvals.ts'
import { importByTwo, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line, type Sheet } from '../../test/bank/files.ts'
import { answered } from '../../test/carrying.ts'
import {
  BANK,
  executionDay,
  expectPaymentsCorrect,
  payable,
  receiveAt,
  withdraw,
} from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { accountOf, balancesOf, entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { decideNewLines } from './line-decisions.ts'

const DAY_MS = 86_400_000
const REASON = 'She showed it. It is written down.'
const SENDER = 'DE02120300000000202051'

let app: TestApp
let one: TestOperator
let two: TestOperator
let approver: TestOperator
let releaser: TestOperator
let member: TestMember
let other: TestMember
let count = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
  // So that the platform can lose something.
  const id = entryId('interest_booked', 'own money')
  const postings = [
    { account: platformAccount('cash', id), amount_minor: -1_000_000n },
    { account: platformAccount('own_money', id), amount_minor: 1_000_000n },
  ]
  const entry = { id, type: 'interest_booked', refers_to: id, actor: 'system test', postings } as const
  await app.database.transaction((tx) => postOrRefuse(tx, [{ ...entry, event_at: tx.now }]))
})
beforeEach(async () => {
  app.clock.advance(DAY_MS)
  ;[one, two] = [await staff(app, 'finance'), await staff(app, 'finance')]
  ;[approver, releaser] = [await staff(app, 'finance', 'out'), await staff(app, 'finance', 'out')]
  member = await payable(app, `named ${++count}`, 0n)
  other = await payable(app, `another ${count}`, 0n)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const availableOf = async ({ _id }: TestMember) =>
  (await balancesOf(app.database, [accountOf('member_available', _id)])).values().next().value!.balance_minor
const ownMoney = async () => {
  const [row] = await app.database.asSchemaOwner<{ minor: bigint }>(
    `select sum(balance_minor)::bigint as minor from account where kind = 'own_money'`,
  )
  return row!.minor
}
const announce = async (amount: string, { token, _id } = member) =>
  answered(
    await app.call(depositCalls.deposit, {
      token,
      key: randomUUID(),
      body: { user_id: _id, amount, method: 'bank_transfer' },
    }),
  )

/** Two people import a statement by hand; returns its id and lines. */
async function take(lines: readonly Line[], sheet: Partial<Sheet> = {}) {
  const content = camt053({ id: `A-${++count}`, ...(await nextSheet(app.database)), ...sheet, lines })
  const { _id: statement_id } = await importByTwo(app, content, { importer: one, confirmer: two })
  await decideNewLines(app.database)
  const { list } = answered(
    await app.call(adminBankingCalls.lines, { as: one, query: { statement_id, sort: 'amount.asc' } }),
  )
  return { statement_id, lines: list }
}
const lineOf = async (line_id: string) =>
  answered(await app.call(adminBankingCalls.line, { as: one, params: { line_id } }))

async function revoke(statement_id: string) {
  const body = { reason: 'The bank has never booked it.' }
  const proposed = await app.call(bankStatementCalls.proposeRevocation, {
    as: one,
    params: { statement_id },
    body,
  })
  answered(await approveProposed(app, proposed, two))
}

type To = { member_id: string } | { deposit_id: string }
const assign = (line_id: string, to: To) =>
  app.call(adminDepositCalls.assignLine, { as: one, params: { line_id }, body: { ...to, reason: REASON } })
const toMember = ({ _id: member_id }: TestMember) => ({ member_id })
const read = async (proposal_id: string) =>
  answered(await app.call(approvalCalls.detail, { as: two, params: { proposal_id } }))
/** What its approver reads of the assignment, which is approved. */
async function assigned(line_id: string, to: To) {
  const { proposal_id } = answered(await assign(line_id, to))
  const { content, found } = await read(proposal_id)
  answered(await approveProposal(app, proposal_id, two))
  return { content, found }
}

/** A payment file, exported and sent. */
async function sendFile(ids: { withdrawal_ids: string[] } | { refund_ids: string[] }) {
  const body = {
    withdrawal_ids: [],
    refund_ids: [],
    ...ids,
    format: 'pain.001.001.09' as const,
    execution_day: executionDay(app),
  }
  const { _id: batch_id, reference } = answered(
    await app.call(adminWithdrawalCalls.createBatch, { as: releaser, body }),
  )
  answered(await app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id } }))
  answered(await app.call(adminWithdrawalCalls.sendBatch, { as: releaser, params: { batch_id } }))
  // So that it is executed today on a weekend, too.
  await app.database.asSchemaOwner(`update payout_batch set execution_day = '2026-11-20' where id = $1`, [
    batch_id,
  ])
  return reference
}

async function sentOut(amount: string) {
  const { _id: withdrawal_id, reference } = answered(await withdraw(app, member, amount)).withdrawal
  const approved = { as: approver, params: { withdrawal_id }, body: {} }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, approved))
  return { withdrawal_id, reference, file: await sendFile({ withdrawal_ids: [withdrawal_id] }) }
}

/** The member's credit by a statement of two people, all of it paid out and booked. */
async function paidOut(amount: string) {
  const { reference: named } = await announce(amount)
  const { statement_id } = await take([{ amount, e2e: named }])
  const { withdrawal_id, reference, file } = await sentOut(amount)
  await take([{ amount: `-${amount}`, e2e: reference }])
  return { statement_id, withdrawal_id, reference, file }
}
const statusOf = async (withdrawal_id: string) =>
  answered(await app.call(adminWithdrawalCalls.withdrawal, { as: approver, params: { withdrawal_id } }))
    .status

describe('a credit that names a payout', () => {
  test('is its return for its member, who pays what was lost of theirs first, and nothing for anybody else', async () => {
    const before = await ownMoney()
    const { statement_id, withdrawal_id, reference } = await paidOut('300.00')
    await revoke(statement_id)
    expect((await ownMoney()) - before).toBe(-30_000n)
    const text = `RETURN ${reference} account closed`
    const { lines } = await take([{ amount: '300.00', text, name: 'NGUYEN THU HA', iban: SENDER }])
    const line_id = lines[0]!._id
    expect(lines[0]).toMatchObject({ state: 'unmatched', finding: 'names_a_payout' })

    const refused = { status: 409, code: 'bank_line_names_a_payout', details: { reference } }
    expect(await assign(line_id, toMember(other))).toMatchObject(refused)
    const { _id: deposit_id } = await announce('300.00')
    expect(await assign(line_id, { deposit_id })).toMatchObject(refused)

    const { content, found } = await assigned(line_id, toMember(member))
    expect(content).toMatchObject({ returns: reference, payer: BANK.holder, payer_differs: false })
    expect(found).toEqual([])
    expect(await statusOf(withdrawal_id)).toBe('returned')
    expect([await availableOf(member), await availableOf(other)]).toEqual([0n, 0n])
    expect(await ownMoney()).toBe(before)
    expect(await lineOf(line_id)).toMatchObject({
      state: 'resolved',
      finding: 'payout_came_back',
      withdrawal_id,
      deposit_id: null,
    })
  })

  test('is not credited to another member by an approval of what was proposed before either', async () => {
    const { withdrawal_id, reference } = await paidOut('30.00')
    const { lines } = await take([{ amount: '30.00', text: `back: ${reference}` }])
    const line_id = lines[0]!._id
    const { proposal_id: of } = answered(await assign(line_id, toMember(member)))
    answered(await app.call(approvalCalls.withdraw, { as: one, params: { proposal_id: of } }))
    // As before payouts were read in lines.
    const content = JSON.stringify({ amount: '30.00', line_id, member_id: other._id })
    const proposal_id = newId(app.clock.now())
    await app.database.asSchemaOwner(
      `insert into proposal (id, kind, content, content_hash, reason, member_id, proposed_by, proposed_at, expires_at)
       select $2, kind, $3, decode($4, 'hex'), reason, $5, proposed_by, proposed_at, expires_at from proposal where id = $1`,
      [of, proposal_id, content, hash('sha256', `payment_assignment\0${content}`), other._id],
    )
    expect(await approveProposal(app, proposal_id, two)).toMatchObject({
      code: 'proposal_could_not_be_executed',
      details: { code: 'bank_line_names_a_payout', details: { reference } },
    })
    expect(await availableOf(other)).toBe(0n)
    expect(await statusOf(withdrawal_id)).toBe('paid')
  })

  test('that was booked as its return is out again once its statement is revoked', async () => {
    const { withdrawal_id, reference } = await paidOut('40.00')
    const { statement_id, lines } = await take([{ amount: '40.00', text: `RETURN ${reference}` }])
    await assigned(lines[0]!._id, toMember(member))
    expect([await availableOf(member), await statusOf(withdrawal_id)]).toEqual([4000n, 'returned'])
    const before = await ownMoney()
    await revoke(statement_id)
    expect([await availableOf(member), await statusOf(withdrawal_id)]).toEqual([0n, 'paid'])
    expect(await ownMoney()).toBe(before)
  })

  test('in parts goes to its member alone, and pays what was lost of theirs first; its approver reads what it names', async () => {
    const before = await ownMoney()
    const { statement_id, withdrawal_id, reference } = await paidOut('400.00')
    await revoke(statement_id)
    const half = { amount: '200.00', text: `RETURN ${reference}` }
    const { lines } = await take([
      { ...half, name: 'First half' },
      { ...half, name: 'Second half' },
    ])
    for (const { _id } of lines) {
      expect(await assign(_id, toMember(other))).toMatchObject({ code: 'bank_line_names_a_payout' })
      const { content, found } = await assigned(_id, toMember(member))
      expect(content).toMatchObject({ names_payout: reference, payer_differs: true })
      expect(found).toContainEqual({ kind: 'payout', text: reference })
    }
    expect(await ownMoney()).toBe(before)
    expect([await availableOf(member), await statusOf(withdrawal_id)]).toEqual([0n, 'paid'])
  })

  test('names a refund, or a payment file: it is nobody’s', async () => {
    const { file } = await paidOut('50.00')
    const { lines } = await take([{ amount: '7.00', text: 'for nobody here', name: 'Jo', iban: SENDER }])
    const back = { holder: 'Jo', account: SENDER, city: 'Berlin', country: 'DE', reason: REASON }
    const line = { params: { line_id: lines[0]!._id } }
    const proposed = await app.call(adminBankingCalls.proposeRefund, { as: approver, ...line, body: back })
    answered(await approveProposed(app, proposed, await staff(app, 'owner', 'out')))
    const { list } = answered(
      await app.call(adminBankingCalls.refunds, { as: releaser, query: { status: 'approved' } }),
    )
    const { _id: refund_id, reference } = list.find((each) => each.line_id === lines[0]!._id)!
    await sendFile({ refund_ids: [refund_id] })
    const { lines: named } = await take([
      { amount: '7.00', text: `RETURN ${reference}` },
      { amount: '50.00', text: `RETURN ${file}` },
    ])
    for (const [i, each] of [reference, file].entries())
      expect(await assign(named[i]!._id, toMember(member))).toMatchObject({
        code: 'bank_line_names_a_payout',
        details: { reference: each },
      })
  })
})

describe('who approves an assignment', () => {
  test('reads whose deposit the bank’s text names, if it is another member’s or another one', async () => {
    const theirs = await announce('40.00')
    const line = { amount: '40.00', text: `nap ${theirs.reference}`, name: 'TRAN VAN B', iban: SENDER }
    await take([line])
    const { lines } = await take([{ ...line, name: 'TRAN VAN C' }])
    const line_id = lines[0]!._id
    expect(lines[0]).toMatchObject({ state: 'unmatched', finding: 'deposit_was_credited' })
    const named = { reference: theirs.reference, username: member.username, status: 'credited' }
    const finding = { kind: 'deposit', text: `${theirs.reference} · ${member.username}` }
    const withdrawn = async (to: To) => {
      const { proposal_id } = answered(await assign(line_id, to))
      const { list } = answered(await app.call(approvalCalls.list, { as: two, query: { status: 'open' } }))
      const proposal = await read(proposal_id)
      answered(await app.call(approvalCalls.withdraw, { as: one, params: { proposal_id } }))
      return { ...proposal, listed: list.find(({ _id }) => _id === proposal_id)! }
    }
    const toOther = await withdrawn(toMember(other))
    expect(toOther.content).toMatchObject({
      names_deposits: [named],
      payer: 'TRAN VAN C',
      payer_differs: true,
    })
    expect(toOther.found).toEqual([{ kind: 'payer', text: 'TRAN VAN C' }, finding])
    expect(toOther.listed.content['payer']).toBe('•••• AN C')
    const { _id: deposit_id } = await announce('40.00')
    const toAnotherDeposit = await withdrawn({ deposit_id })
    expect(toAnotherDeposit.content).toMatchObject({ names_deposits: [named] })
    expect(toAnotherDeposit.found).toContainEqual(finding)
    const toOwner = await withdrawn(toMember(member))
    expect(toOwner.content).not.toHaveProperty('names_deposits')
    expect(toOwner.found).not.toContainEqual(finding)
  })
})

describe('a booking that is credited again after its statement was revoked by mistake', () => {
  /** The member's true deposit, which they have spent. */
  async function spent(line: Line) {
    const { statement_id, lines } = await take([line])
    if (lines[0]!.state === 'unmatched') await assigned(lines[0]!._id, toMember(member))
    await sentOut(line.amount)
    expect(await availableOf(member)).toBe(0n)
    await revoke(statement_id)
  }

  test.each<[string, { referenced?: true; isLater?: true; changed?: Partial<Line> }]>([
    ['with its deposit’s reference', { referenced: true }],
    ['without any reference', {}],
    ['named otherwise in another format', { changed: { name: 'A', text: 'June' } }],
    ['on another day, with its deposit’s reference', { referenced: true, isLater: true }],
  ])('pays what was lost of it first: %s', async (_how, { referenced, isLater, changed }) => {
    const before = await ownMoney()
    const text = referenced ? `nap ${(await announce('30.00')).reference}` : `rent ${count}`
    const { day } = await nextSheet(app.database)
    const line = { amount: '30.00', text, name: 'NGUYEN THU HA', iban: SENDER }
    await spent({ ...line, day })
    expect((await ownMoney()) - before).toBe(-3000n)

    const { lines } = await take([{ ...line, ...changed, ...(!isLater && { day }) }])
    expect(lines[0]).toMatchObject({ state: 'unmatched' })
    await assigned(lines[0]!._id, toMember(member))
    expect(await ownMoney()).toBe(before)
    expect(await availableOf(member)).toBe(0n)
  })

  test('and another payment of theirs is theirs', async () => {
    await spent({ amount: '20.00', text: `nap ${(await announce('20.00')).reference}` })
    const { lines } = await take([{ amount: '25.00', text: 'for June' }])
    await assigned(lines[0]!._id, toMember(member))
    expect(await availableOf(member)).toBe(2500n)
  })
})
