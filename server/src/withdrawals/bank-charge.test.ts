import { randomUUID } from 'node:crypto'
import type { ChartKey } from '@fairturn/contract/accounting'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
// Bank fees, interest and VAT are booked from the bank's own line, by two people, once; no payment is booked so.
import { adminBankingCalls as calls, type BankCharge } from '@fairturn/contract/backoffice/banking'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { adminInvoiceCalls } from '@fairturn/contract/backoffice/invoices'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { newId } from '@fairturn/contract/ids'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { transparencyCalls } from '@fairturn/contract/transparency'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposal, approveProposed } from '../../test/approvals.ts'
import { bringDecided, importByTwo, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line, OURS } from '../../test/bank/files.ts'
import { answered } from '../../test/carrying.ts'
import { balanceOfKind } from '../../test/invoices.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { newReference } from '../banking/banking.ts'
import { entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { decideNewLines } from './line-decisions.ts'

const DAY_MS = 86_400_000
const MONEY = { from: 'DE02120300000000202051' }

let app: TestApp
let one: TestOperator
let two: TestOperator
let outside: TestOperator
let count = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
})
beforeEach(async () => {
  app.clock.advance(DAY_MS)
  ;[one, two] = [await staff(app, 'finance', 'in'), await staff(app, 'finance', 'in')]
  outside = await staff(app, 'finance', 'out')
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const sheetOf = async (lines: readonly Line[]) =>
  camt053({ id: `CHARGE-${++count}`, ...(await nextSheet(app.database)), lines })
const listed = async (statement_id: string) =>
  answered(await app.call(calls.lines, { as: one, query: { statement_id } })).list
/** The line as the bank's connection brings it, and as it was decided. */
async function brought(line: Line) {
  const [imported] = await bringDecided(app.database, await sheetOf([line]))
  return (await listed(imported!.statement.id))[0]!
}
/** The same, imported by one person and confirmed by another. */
async function byHand(line: Line) {
  const { _id } = await importByTwo(app, await sheetOf([line]), { importer: one, confirmer: two })
  await decideNewLines(app.database)
  return { statement_id: _id, line: (await listed(_id))[0]! }
}
const propose = (
  line_id: string,
  charge: BankCharge,
  as = one,
  more: { settles?: string; in_advance?: boolean } = {},
) =>
  app.call(calls.proposeCharge, {
    as,
    params: { line_id },
    body: { charge, reason: 'The fee of the month of November.', ...more },
  })
const lineOf = async (line_id: string) =>
  answered(await app.call(calls.line, { as: one, params: { line_id } }))
const resolve = (line_id: string, as: TestOperator) =>
  app.call(calls.resolveLine, {
    as,
    key: randomUUID(),
    params: { line_id },
    body: { reason: 'Seen at the bank, too.' },
  })
const ownMoney = async () => {
  const rows = await app.database.asSchemaOwner<{ minor: bigint }>(
    `select sum(balance_minor)::bigint as minor from account where kind = 'own_money'`,
  )
  return rows[0]!.minor
}
/** VAT owed to the state, as if campaigns of that much VAT had ended; it lies on several accounts. */
async function owe(...amounts: bigint[]) {
  for (const amount_minor of amounts) {
    const campaign_id = newId(app.clock.now())
    const id = entryId('campaign_ended', campaign_id)
    await app.database.transaction((tx) =>
      postOrRefuse(tx, [
        {
          id,
          type: 'campaign_ended',
          refers_to: campaign_id,
          actor: 'system',
          event_at: tx.now,
          postings: [
            { account: platformAccount('own_money', id), amount_minor: -amount_minor },
            { account: platformAccount('vat', id), amount_minor },
          ],
        },
      ]),
    )
  }
}
const today = () => app.clock.now().toISOString().slice(0, 10)
const reconciled = async () =>
  answered(await app.call(calls.reconciliation, { as: one, query: { day: today() } }))
const unexplained = async () => (await reconciled()).unexplained

/** Withdrawals that are sent in one payment file. */
async function sent(...amounts: string[]) {
  const [approver, releaser] = [await staff(app, 'finance', 'out'), await staff(app, 'finance', 'out')]
  const payouts = []
  for (const wanted of amounts) {
    const who = await payable(app, `charged payee ${(count += 1)}`, parseMoney(wanted) + 1000n)
    const { withdrawal } = answered(await withdraw(app, who, wanted))
    const params = { withdrawal_id: withdrawal._id }
    answered(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: approver, params, body: {} }))
    payouts.push(withdrawal)
  }
  const created = answered(
    await app.call(adminWithdrawalCalls.createBatch, {
      as: releaser,
      body: {
        withdrawal_ids: payouts.map(({ _id }) => _id),
        format: 'pain.001.001.09',
        execution_day: executionDay(app),
      },
    }),
  )
  const params = { batch_id: created._id }
  const keyed = () => ({ as: releaser, key: randomUUID(), params })
  const { batch } = answered(await app.call(adminWithdrawalCalls.exportBatch, keyed()))
  expect(batch).toMatchObject({ state: 'exported', exported_at: expect.any(String) })
  const marked = answered(await app.call(adminWithdrawalCalls.sendBatch, keyed()))
  expect(marked).toMatchObject({ state: 'sent', sent_at: expect.any(String) })
  return { references: payouts.map(({ reference }) => reference), file: created.reference }
}

describe('a fee of the bank', () => {
  test('leaves the platform’s own money by its own amount, once two have said so, and is in the reconciliation', async () => {
    const { _id, state, finding } = await brought({ amount: '-12.40', text: 'Account fee November' })
    expect([state, finding]).toEqual(['unexplained', 'unknown_debit'])
    const before = await ownMoney()
    const known = await unexplained()
    const debits = async () => (await reconciled()).items.find(({ kind }) => kind === 'other_debits')
    expect(await debits()).toMatchObject({ amount: '-12.40', count: 1 })
    const proposed = await propose(_id, 'bank_fee')
    expect((await lineOf(_id)).proposal).toMatchObject({ kind: 'bank_charge', proposed_by: one.username })
    expect(await approveProposed(app, proposed, one)).toMatchObject({ code: 'another_operator_must_approve' })
    expect(await approveProposed(app, proposed, outside)).toMatchObject({
      code: 'your_side_does_not_do_this',
    })
    expect(await ownMoney()).toBe(before)
    answered(await approveProposed(app, proposed, two))
    expect(await ownMoney()).toBe(before - 1240n)
    expect(await lineOf(_id)).toMatchObject({
      state: 'resolved',
      finding: 'bank_fee_booked',
      proposed_by: one.username,
      resolved_by: two.username,
      resolution: 'The fee of the month of November.',
    })
    expect(await debits()).toBeUndefined()
    expect(await unexplained()).toBe(known)
    // Of an earlier day it is still a debit that the ledger did not have.
    const yesterday = new Date(app.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)
    const then = answered(await app.call(calls.reconciliation, { as: one, query: { day: yesterday } }))
    expect(then.items.find(({ kind }) => kind === 'other_debits')).toMatchObject({ amount: '-12.40' })
  })

  test('is booked once, however many propose and approve it at once', async () => {
    const { _id } = await brought({ amount: '-3.00', text: 'Fee' })
    const before = await ownMoney()
    const proposed = await Promise.all(Array.from({ length: 50 }, () => propose(_id, 'bank_fee')))
    const ids = new Set(proposed.map((each) => answered(each).proposal_id))
    expect(ids.size).toBe(1)
    const approved = await Promise.all(
      Array.from({ length: 50 }, () => approveProposal(app, [...ids][0]!, two)),
    )
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await ownMoney()).toBe(before - 300n)
    expect(await propose(_id, 'bank_fee')).toMatchObject({
      status: 409,
      code: 'bank_line_is_in_another_state',
    })
  })

  test('that is proposed already is refused to a colleague who says otherwise, and what they would do is not done', async () => {
    const { _id } = await brought({ amount: '5.00', text: 'Interest, or somebody’s payment' })
    const proposal_id = answered(await propose(_id, 'interest')).proposal_id
    const open = {
      status: 409,
      code: 'this_is_proposed_already',
      details: {
        proposal: {
          _id: proposal_id,
          kind: 'bank_charge',
          by: one.username,
          amount: '5.00',
          waits_for: expect.arrayContaining([two.username]),
        },
      },
    }
    const who = await app.member(`payer ${count}`)
    const give = { params: { line_id: _id }, body: { member_id: who._id, reason: 'It is from this member.' } }
    const back = {
      holder: 'Anna Payer',
      account: 'DE02120300000000202051',
      city: 'Berlin',
      country: 'DE',
      reason: 'It is not for us.',
    }
    const answers = [
      await propose(_id, 'interest', two),
      await app.call(adminDepositCalls.assignLine, { as: two, ...give }),
      await app.call(calls.proposeRefund, { as: outside, params: { line_id: _id }, body: back }),
      // Also their own, if it says something else.
      await app.call(adminDepositCalls.assignLine, { as: one, ...give }),
    ]
    for (const answer of answers) expect(answer).toMatchObject(open)
    expect(answers[0]!.details).toMatchObject({ proposal: { own: false } })
    expect(answers[3]!.details).toMatchObject({ proposal: { own: true } })
    expect(answered(await propose(_id, 'interest')).proposal_id).toBe(proposal_id)
    const params = { proposal_id }
    answered(await app.call(approvalCalls.withdraw, { as: one, params }))
    answered(await app.call(adminDepositCalls.assignLine, { as: two, ...give }))
  })

  test('of two who propose different things about one line at once, one is told of the other’s', async () => {
    const { _id } = await brought({ amount: '6.00', text: 'Interest, or somebody’s payment' })
    const { _id: member_id } = await app.member(`payer ${count}`)
    const body = { member_id, reason: 'It is from this member.' }
    const pressed = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0
          ? propose(_id, 'interest')
          : app.call(adminDepositCalls.assignLine, { as: two, params: { line_id: _id }, body }),
      ),
    )
    const codes = pressed.map(({ status, code }) => (status === 200 ? 'ok' : code))
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'ok'),
      ...Array.from({ length: 5 }, () => 'this_is_proposed_already'),
    ])
    expect(
      new Set(pressed.flatMap((each) => (each.status === 200 ? [answered(each).proposal_id] : []))).size,
    ).toBe(1)
  })

  test('whose statement one of the two brought is resolved by somebody else', async () => {
    const { line } = await byHand({ amount: '-7.00', text: 'Fee' })
    const before = await ownMoney()
    answered(await approveProposed(app, await propose(line._id, 'bank_fee'), two))
    expect(await ownMoney()).toBe(before - 700n)
    expect(await lineOf(line._id)).toMatchObject({ state: 'unexplained', finding: 'bank_fee_booked' })
    expect(await propose(line._id, 'bank_fee')).toMatchObject({ code: 'bank_line_is_in_another_state' })
    for (const who of [one, two])
      expect(await resolve(line._id, who)).toMatchObject({ code: 'another_operator_must_decide' })
    expect(answered(await resolve(line._id, outside))).toMatchObject({ state: 'resolved' })
    expect(await lineOf(line._id)).toMatchObject({ state: 'resolved', finding: 'bank_fee_booked' })
    expect(await ownMoney()).toBe(before - 700n)
  })
})

test('interest is the platform’s own money, and no longer nobody’s', async () => {
  const { _id, state, finding } = await brought({ amount: '4.10', text: 'Interest Q4' })
  expect([state, finding]).toEqual(['unmatched', 'no_reference'])
  const [before, known] = [await ownMoney(), await unexplained()]
  answered(await approveProposed(app, await propose(_id, 'interest'), two))
  expect(await ownMoney()).toBe(before + 410n)
  expect(await lineOf(_id)).toMatchObject({ state: 'resolved', finding: 'interest_booked' })
  expect(await unexplained()).toBe(known)
  // Its own account may stand in the line.
  const own = await brought({ amount: '0.10', text: 'Interest', iban: OURS })
  answered(await propose(own._id, 'interest'))
})

describe('a fee of the bank that names the payout it was taken for', () => {
  const aPayment = { status: 409, code: 'bank_line_is_a_payment' }

  test('is booked by two once the payout is paid, and is a payment until then', async () => {
    const {
      references: [reference],
    } = await sent('120.00')
    const charge = { amount: '-5.00', text: `Charges for transfer ${reference}` }
    const early = await brought(charge)
    expect(early).toMatchObject({ state: 'unexplained', finding: 'payout_differs' })
    expect((await lineOf(early._id)).may_be_charge).toBe(false)
    expect(await propose(early._id, 'bank_fee')).toMatchObject(aPayment)
    await brought({ amount: '-120.00', e2e: reference! })
    const late = await brought({ ...charge, amount: '-4.00' })
    expect(late).toMatchObject({ state: 'unexplained', finding: 'payout_was_paid_before' })
    const before = await ownMoney()
    for (const { _id } of [early, late]) {
      expect((await lineOf(_id)).may_be_charge).toBe(true)
      const proposed = await propose(_id, 'bank_fee')
      expect(await approveProposed(app, proposed, one)).toMatchObject({
        code: 'another_operator_must_approve',
      })
      answered(await approveProposed(app, proposed, two))
      expect(await lineOf(_id)).toMatchObject({ state: 'resolved', finding: 'bank_fee_booked' })
      expect(await propose(_id, 'bank_fee')).toMatchObject({ code: 'bank_line_is_in_another_state' })
    }
    expect(await ownMoney()).toBe(before - 900n)
  })

  test('of a whole file, which the bank names in a field of its own, waits for all of it', async () => {
    const { references, file } = await sent('20.00', '30.00')
    await brought({ amount: '-20.00', e2e: references[0]! })
    const { _id } = await brought({ amount: '-1.00', batch_id: file, text: 'Batch fee' })
    expect(await propose(_id, 'bank_fee')).toMatchObject(aPayment)
    await brought({ amount: '-30.00', e2e: references[1]! })
    answered(await approveProposed(app, await propose(_id, 'bank_fee'), two))
  })

  test('is neither a second payment of it, nor more than a fee, nor what goes to somebody’s account', async () => {
    const { references } = await sent('20.00', '400.00')
    await brought({ amount: '-20.00', e2e: references[0]! })
    await brought({ amount: '-400.00', e2e: references[1]! })
    const lines = [
      { amount: '-20.00', text: `Charges ${references[0]}` },
      { amount: '-200.00', text: `Charges ${references[1]}` },
      { amount: '-5.00', text: `Charges ${references[1]}`, name: 'Erika Muster', iban: MONEY.from },
      { amount: '-5.00', text: `Charges ${references[1]}, ${newReference('FT')}` },
    ]
    for (const line of lines) {
      const { _id } = await brought(line)
      expect((await lineOf(_id)).may_be_charge).toBe(false)
      expect(await propose(_id, 'bank_fee')).toMatchObject(aPayment)
    }
  })

  test('is no fee any more when the statement that paid the payout is revoked before it is approved', async () => {
    const { references } = await sent('60.00')
    const { statement_id } = await byHand({ amount: '-60.00', e2e: references[0]! })
    const { _id } = await brought({ amount: '-5.00', text: `Charges ${references[0]}` })
    const proposed = await propose(_id, 'bank_fee')
    const revocation = await app.call(bankStatementCalls.proposeRevocation, {
      as: two,
      params: { statement_id },
      body: { reason: 'The bank has never booked it.' },
    })
    answered(await approveProposed(app, revocation, one))
    expect(await approveProposed(app, proposed, two)).toMatchObject({
      code: 'proposal_could_not_be_executed',
      details: { code: 'bank_line_is_a_payment' },
    })
  })
})

describe('what the bank kept of a returned payout', () => {
  /** A payout of 55.00 that was paid, and of which this came back; by hand or from the connection. */
  async function returnedOf(
    amount: string,
    by: (line: Line) => Promise<{ _id: string }> = brought,
    paid = '55.00',
  ) {
    const { references } = await sent(paid)
    await brought({ amount: `-${paid}`, e2e: references[0]! })
    const { _id } = await by({ amount, e2e: references[0]!, returned: 'AC04' })
    return { _id, reference: references[0]! }
  }
  const short = async () => (await reconciled()).items.find(({ kind }) => kind === 'short_returns')

  test('is booked as its fee by two people, and is no difference to the bank any more', async () => {
    const { _id, reference } = await returnedOf('52.50')
    // The payment and its return stand together on the withdrawal's page.
    const { withdrawal_id } = await lineOf(_id)
    const ofPayout = await app.call(calls.lines, { as: one, query: { withdrawal_id: withdrawal_id! } })
    expect(answered(ofPayout).list.map(({ finding }) => finding)).toEqual([
      'payout_came_back_short',
      'payout_paid',
    ])
    expect(await lineOf(_id)).toMatchObject({
      state: 'differs',
      finding: 'payout_came_back_short',
      may_be_charge: true,
    })
    const [before, known, differed] = [await ownMoney(), await unexplained(), await short()]
    expect(await propose(_id, 'interest')).toMatchObject({ code: 'bank_line_is_in_another_state' })
    const proposed = await propose(_id, 'bank_fee')
    const { proposal_id } = answered(proposed)
    const shown = answered(await app.call(approvalCalls.detail, { as: two, params: { proposal_id } }))
    expect(shown).toMatchObject({ kind: 'bank_charge', content: { amount: '2.50', reference } })
    expect(await approveProposed(app, proposed, one)).toMatchObject({ code: 'another_operator_must_approve' })
    const [day, proposer] = [today(), one.username]
    app.clock.advance(DAY_MS)
    ;[one, two] = [await staff(app, 'finance', 'in'), await staff(app, 'finance', 'in')]
    answered(await approveProposed(app, proposed, two))
    expect(await ownMoney()).toBe(before - 250n)
    expect(await lineOf(_id)).toMatchObject({
      state: 'resolved',
      finding: 'payout_came_back_short',
      may_be_charge: false,
      proposed_by: proposer,
      resolved_by: two.username,
    })
    expect(differed).toMatchObject({ count: 1, amount: '-2.50' })
    expect(await short()).toBeUndefined()
    expect(await unexplained()).toBe(known)
    expect(await propose(_id, 'bank_fee')).toMatchObject({ code: 'bank_line_is_in_another_state' })
    // Of the day of the return it is what it was.
    const then = answered(await app.call(calls.reconciliation, { as: one, query: { day } }))
    expect(then.items.find(({ kind }) => kind === 'short_returns')).toEqual(differed)
    expect(then.unexplained).toBe(known)
  })

  test('can still be booked when somebody has only marked the line as resolved', async () => {
    const { _id } = await returnedOf('54.00')
    answered(await resolve(_id, outside))
    expect(await lineOf(_id)).toMatchObject({ state: 'resolved', may_be_charge: true })
    const before = await ownMoney()
    answered(await approveProposed(app, await propose(_id, 'bank_fee'), two))
    expect(await ownMoney()).toBe(before - 100n)
  })

  test('is not booked as a fee if it is more than one', async () => {
    const { _id, reference } = await returnedOf('90.00', brought, '150.00')
    expect(await propose(_id, 'bank_fee')).toMatchObject({
      status: 409,
      code: 'rest_is_too_much_for_a_fee',
      details: { reference, rest: '60.00' },
    })
  })

  test('is the platform’s again when the statement is revoked', async () => {
    const before = await ownMoney()
    let statement = ''
    let known: string | null = null
    const { _id } = await returnedOf('53.00', async (line) => {
      known = await unexplained()
      const { statement_id, line: of } = await byHand(line)
      statement = statement_id
      return of
    })
    answered(await approveProposed(app, await propose(_id, 'bank_fee'), two))
    expect(await ownMoney()).toBe(before - 200n)
    // Whoever brought it in does not check it, too.
    expect(await lineOf(_id)).toMatchObject({ state: 'differs', may_be_charge: false })
    expect(await propose(_id, 'bank_fee')).toMatchObject({ code: 'bank_line_is_in_another_state' })
    expect(await resolve(_id, two)).toMatchObject({ code: 'another_operator_must_decide' })
    answered(await resolve(_id, outside))
    const revocation = await app.call(bankStatementCalls.proposeRevocation, {
      as: two,
      params: { statement_id: statement },
      body: { reason: 'The bank has never returned it.' },
    })
    answered(await approveProposed(app, revocation, one))
    expect(await ownMoney()).toBe(before)
    expect(await unexplained()).toBe(known)
  })

  const revoke = async (statement_id: string) => {
    const revocation = await app.call(bankStatementCalls.proposeRevocation, {
      as: two,
      params: { statement_id },
      body: { reason: 'The bank has never booked it.' },
    })
    return answered(await approveProposed(app, revocation, one))
  }
  const statusOf = async (withdrawal_id: string) =>
    answered(await app.call(adminWithdrawalCalls.withdrawal, { as: one, params: { withdrawal_id } })).status

  test.each([
    ['a part, whose rest was booked as a fee', '43.00', '2.00'],
    ['all of it', '45.00', undefined],
  ])('is out again when one statement had the payment and a return of %s', async (_what, amount, fee) => {
    const { references } = await sent('45.00')
    const [before, known] = [await ownMoney(), await unexplained()]
    const { _id: statement_id } = await importByTwo(
      app,
      await sheetOf([
        { amount: '-45.00', e2e: references[0]! },
        { amount, e2e: references[0]!, returned: 'AC04' },
      ]),
      { importer: one, confirmer: two },
    )
    await decideNewLines(app.database)
    const line = (await listed(statement_id)).find(({ direction }) => direction === 'credit')!
    const { withdrawal_id } = await lineOf(line._id)
    expect(await statusOf(withdrawal_id!)).toBe('returned')
    if (fee !== undefined) answered(await approveProposed(app, await propose(line._id, 'bank_fee'), two))
    expect(await ownMoney()).toBe(before - parseMoney(fee ?? '0.00'))
    await revoke(statement_id)
    expect(await ownMoney()).toBe(before)
    expect(await unexplained()).toBe(known)
    expect(await statusOf(withdrawal_id!)).toBe('sent')
    // The right statement brings the payment alone.
    await brought({ amount: '-45.00', e2e: references[0]! })
    expect(await statusOf(withdrawal_id!)).toBe('paid')
    expect(await unexplained()).toBe(known)
  })

  test('is named to whoever approves its revocation, as is the payout that counts as paid again', async () => {
    const { references } = await sent('45.00')
    await brought({ amount: '-45.00', e2e: references[0]! })
    const { statement_id, line } = await byHand({ amount: '43.00', e2e: references[0]!, returned: 'AC04' })
    answered(await approveProposed(app, await propose(line._id, 'bank_fee'), two))
    const revocation = await app.call(bankStatementCalls.proposeRevocation, {
      as: two,
      params: { statement_id },
      body: { reason: 'The bank has never returned it.' },
    })
    const params = { proposal_id: answered(revocation).proposal_id }
    const { content } = answered(await app.call(approvalCalls.detail, { as: one, params }))
    expect(content).toMatchObject({ fees: '2.00', vat: '0.00', paid: references, resent: [], loss: '0.00' })
    answered(await approveProposed(app, revocation, one))
    expect(await statusOf((await lineOf(line._id)).withdrawal_id!)).toBe('paid')
  })

  test('stays its fee when only the statement of the payment is revoked', async () => {
    const { references } = await sent('45.00')
    const before = await ownMoney()
    const { statement_id } = await byHand({ amount: '-45.00', e2e: references[0]! })
    const { _id } = await brought({ amount: '43.00', e2e: references[0]!, returned: 'AC04' })
    answered(await approveProposed(app, await propose(_id, 'bank_fee'), two))
    await revoke(statement_id)
    const { withdrawal_id } = await lineOf(_id)
    expect(await statusOf(withdrawal_id!)).toBe('returned')
    expect(await ownMoney()).toBe(before - 200n)
  })
})

describe('VAT paid to the state', () => {
  const TAX_OFFICE = { name: 'Finanzamt Berlin', iban: MONEY.from }

  test('is what was owed, less, once two have said so; never more than is owed', async () => {
    const owed = await balanceOfKind(app.database, 'vat')
    const { _id } = await brought({ amount: '-30.00', text: 'VAT October', ...TAX_OFFICE })
    // Nor of a period of which nothing was booked: the refusal says what is owed.
    expect(await propose(_id, 'vat')).toMatchObject({
      status: 409,
      code: 'less_vat_is_owed',
      details: { owed: formatMoney(owed) },
    })
    await owe(...Array.from({ length: 20 }, () => 200n - owed / 20n))
    const known = await unexplained()
    // Whoever proposes it sees what is owed, the figure that is public, too; a credit is no VAT.
    app.clock.advance(60_000) // The public figures are up to a minute old.
    const { liabilities } = answered(await app.call(transparencyCalls.figures, {}))
    const { vat_owed } = await lineOf(_id)
    expect(vat_owed).toBe(formatMoney(await balanceOfKind(app.database, 'vat')))
    expect(liabilities.parts.find(({ kind }) => kind === 'vat')!.amount).toBe(vat_owed)
    const credit = await brought({ amount: '4.10', text: 'Interest Q4' })
    expect(await lineOf(credit._id)).toMatchObject({ may_be_charge: true, vat_owed: null })
    expect(await propose(_id, 'vat', outside)).toMatchObject({ code: 'your_side_does_not_do_this' })
    const proposed = await propose(_id, 'vat')
    expect(await approveProposed(app, proposed, one)).toMatchObject({ code: 'another_operator_must_approve' })
    const before = await balanceOfKind(app.database, 'vat')
    answered(await approveProposed(app, proposed, two))
    expect(await balanceOfKind(app.database, 'vat')).toBe(before - 3000n)
    expect(await lineOf(_id)).toMatchObject({
      state: 'resolved',
      finding: 'vat_paid',
      resolved_by: two.username,
    })
    expect(await unexplained()).toBe(known)
    expect(await propose(_id, 'bank_fee')).toMatchObject({ code: 'bank_line_is_in_another_state' })
  })

  test('is proposed while it is owed, and not booked once it no longer is', async () => {
    await owe(5_000n)
    const owed = await balanceOfKind(app.database, 'vat')
    const all = `-${formatMoney(owed)}`
    const [first, second] = [
      await brought({ amount: all, ...TAX_OFFICE }),
      await brought({ amount: all, ...TAX_OFFICE }),
    ]
    const proposed = [await propose(first._id, 'vat'), await propose(second._id, 'vat')]
    answered(await approveProposed(app, proposed[0]!, two))
    expect(await approveProposed(app, proposed[1]!, two)).toMatchObject({
      code: 'proposal_could_not_be_executed',
      details: { code: 'less_vat_is_owed', details: { owed: '0.00' } },
    })
    expect(await balanceOfKind(app.database, 'vat')).toBe(0n)
  })

  const owed = () => balanceOfKind(app.database, 'vat')
  /** The platform's own money: what it earned and what it brought. */
  const owned = async () => (await ownMoney()) + (await balanceOfKind(app.database, 'revenue'))
  /** Interest, until own money is this. */
  async function own(minor: bigint) {
    const missing = minor - (await owned())
    if (missing <= 0n) return
    const { _id } = await brought({ amount: formatMoney(missing), text: 'Interest' })
    answered(await approveProposed(app, await propose(_id, 'interest'), two))
  }
  const revoke = async (statement_id: string) => {
    const revocation = await app.call(bankStatementCalls.proposeRevocation, {
      as: two,
      params: { statement_id },
      body: { reason: 'The bank has never booked it.' },
    })
    answered(await approveProposed(app, revocation, one))
  }
  const paying = async (amount: string, more: { settles?: string; in_advance?: boolean } = {}) => {
    const { _id } = await brought({ amount: `-${amount}`, text: 'VAT', ...TAX_OFFICE })
    return await approveProposed(app, await propose(_id, 'vat', one, more), two)
  }
  /** Of today, by the account of the bookkeeping: debit less credit. */
  async function moved(key: ChartKey): Promise<string | undefined> {
    const query = { from: today(), to: today() }
    const { accounts } = answered(await app.call(adminInvoiceCalls.journal, { as: one, query }))
    const row = accounts.find((each) => each.key === key)
    return row && formatMoney(parseMoney(row.debit) - parseMoney(row.credit))
  }

  test.each([
    ['more', '101.00', -100n, '1.00'],
    ['less', '98.50', 150n, '-1.50'],
  ])(
    'at the bank’s rate is %s than what it settles: the difference is the platform’s',
    async (_, amount, gained, cost) => {
      await owe(10_000n)
      await own(100n)
      const [before, held] = [await owed(), await ownMoney()]
      const known = await unexplained()
      answered(await paying(amount, { settles: '100.00' }))
      expect(await owed()).toBe(before - 10_000n)
      expect(await ownMoney()).toBe(held + gained)
      expect(await moved('exchange_differences')).toBe(cost)
      expect(await unexplained()).toBe(known)
    },
  )

  test('with a difference that no rate makes, or more than is owed, is refused; so is either of a fee', async () => {
    await owe(10_000n)
    expect(await paying('100.00', { settles: '79.99' })).toMatchObject({
      status: 422,
      code: 'exchange_difference_is_too_large',
      details: { fields: [{ field: 'settles' }] },
    })
    const all = formatMoney((await owed()) + 1n)
    expect(await paying(formatMoney(await owed()), { settles: all })).toMatchObject({
      code: 'less_vat_is_owed',
      details: { owed: formatMoney(await owed()) },
    })
    const { _id } = await brought({ amount: '-2.00', text: 'Fee' })
    for (const more of [{ settles: '2.00' }, { in_advance: true }])
      expect(await propose(_id, 'bank_fee', one, more)).toMatchObject({ code: 'field_is_invalid' })
  })

  test('before it is owed is advanced by own money, which has it back from what is owed later', async () => {
    await owe(500n)
    await own(300n)
    const before = await owed()
    const held = await ownMoney()
    answered(await paying(formatMoney(before + 300n), { in_advance: true }))
    expect(await owed()).toBe(0n)
    expect(await ownMoney()).toBe(held - 300n)
    expect(await moved('vat_advances')).toBe('3.00')
    app.clock.advance(DAY_MS)
    ;[one, two] = [await staff(app, 'finance', 'in'), await staff(app, 'finance', 'in')]
    // Of what is owed now, the state has 3.00 already; own money made it up.
    await owe(1_000n)
    const [later, kept] = [await ownMoney(), await owed()]
    answered(await paying('2.00'))
    expect([await owed(), await ownMoney()]).toEqual([kept - 200n - 300n, later + 300n])
    expect(await moved('vat_advances')).toBe('-3.00')
    answered(await paying('5.00'))
    expect([await owed(), await ownMoney()]).toEqual([0n, later + 300n])
  })

  test('is never advanced by members’ money, nor does it pay the bank’s rate', async () => {
    await owe(500n)
    await own(300n)
    const [before, held] = [await owed(), await owned()]
    const refused = {
      code: 'own_money_does_not_suffice',
      details: { needed: formatMoney(held + 1n), there: formatMoney(held) },
    }
    const more = await brought({ amount: `-${formatMoney(before + held + 1n)}`, text: 'VAT', ...TAX_OFFICE })
    expect(await propose(more._id, 'vat', one, { in_advance: true })).toMatchObject({
      status: 409,
      ...refused,
    })
    const dear = await brought({ amount: `-${formatMoney(before + held)}`, text: 'VAT', ...TAX_OFFICE })
    const settles = { settles: formatMoney(before + held - 1n), in_advance: true }
    // A cent of it is the bank's rate: own money pays that, too.
    const proposed = await propose(dear._id, 'vat', one, settles)
    // Who approves it reads what own money pays.
    const params = { proposal_id: answered(proposed).proposal_id }
    const { content } = answered(await app.call(approvalCalls.detail, { as: two, params }))
    expect(content).toMatchObject({ own_money_advances: formatMoney(held - 1n) })
    const { _id: fee } = await brought({ amount: '-0.01', text: 'Fee' })
    answered(await approveProposed(app, await propose(fee, 'bank_fee'), two))
    expect(await approveProposed(app, proposed, two)).toMatchObject({
      code: 'proposal_could_not_be_executed',
      details: { code: 'own_money_does_not_suffice' },
    })
    expect([await owed(), await owned()]).toEqual([before, held - 1n])
  })

  test.each([
    ['at the same rate', 900n],
    ['at the bank’s rate', 1_000n],
  ])('in advance, %s, of a statement that is revoked is as it was before', async (_what, settles) => {
    await owe(500n)
    await own(900n)
    const all = (await owed()) + settles - 500n
    const { statement_id, line } = await byHand({
      amount: `-${formatMoney(all + (settles === 1_000n ? 20n : 0n))}`,
      text: 'VAT',
      ...TAX_OFFICE,
    })
    const before = [await owed(), await ownMoney(), await moved('vat_advances')]
    const booking = { settles: formatMoney(all), in_advance: true }
    answered(await approveProposed(app, await propose(line._id, 'vat', one, booking), two))
    expect(await owed()).toBe(0n)
    await revoke(statement_id)
    expect([await owed(), await ownMoney()]).toEqual(before.slice(0, 2))
    expect(await moved('vat_advances')).toBe('0.00')
    expect((await moved('exchange_differences')) ?? '0.00').toBe('0.00')
  })

  test('of a statement that is revoked is owed again, and its exchange difference is no cost', async () => {
    await owe(600n)
    await own(30n)
    const { statement_id, line } = await byHand({ amount: '-6.30', text: 'VAT', ...TAX_OFFICE })
    const before = [await owed(), await ownMoney()]
    answered(await approveProposed(app, await propose(line._id, 'vat', one, { settles: '6.00' }), two))
    expect(await owed()).toBe(before[0]! - 600n)
    await revoke(statement_id)
    expect([await owed(), await ownMoney()]).toEqual(before)
  })

  test.each([
    ['a reference of a withdrawal', { amount: '-1.00', text: newReference('FW') }],
    ['a booking that the bank takes back', { amount: '-1.00', text: 'VAT', reversal: true }],
  ])('is not %s', async (_what, line) => {
    await owe(100n)
    expect(await propose((await brought(line))._id, 'vat')).toMatchObject({ code: 'bank_line_is_a_payment' })
  })

  test('of a statement that is revoked is owed again', async () => {
    await owe(600n)
    const { statement_id, line } = await byHand({ amount: '-6.00', text: 'VAT', ...TAX_OFFICE })
    const before = await balanceOfKind(app.database, 'vat')
    answered(await approveProposed(app, await propose(line._id, 'vat'), two))
    expect(await balanceOfKind(app.database, 'vat')).toBe(before - 600n)
    await revoke(statement_id)
    expect(await balanceOfKind(app.database, 'vat')).toBe(before)
    expect(await lineOf(line._id)).toMatchObject({ state: 'revoked' })
  })
})

describe('what is refused', () => {
  test('a line that is unknown, or is matched', async () => {
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect(await propose(unknown, 'bank_fee')).toMatchObject({ status: 404, code: 'bank_line_is_unknown' })
    const { _id } = await brought({ amount: '-9.00', text: 'Fee' })
    await app.database.asSchemaOwner(
      `update bank_line set status = 'matched', finding = 'payout_paid' where id = $1`,
      [_id],
    )
    expect(await propose(_id, 'bank_fee')).toMatchObject({
      status: 409,
      code: 'bank_line_is_in_another_state',
      details: { state: 'matched' },
    })
    await app.database.asSchemaOwner(
      `update bank_line set status = 'unexplained', finding = 'unknown_debit' where id = $1`,
      [_id],
    )
  })

  test('a line of the wrong sign', async () => {
    const [fee, interest] = [
      await brought({ amount: '-9.00', text: 'Fee' }),
      await brought({ amount: '9.00', text: 'Interest' }),
    ]
    const refused = { status: 409, code: 'bank_line_is_of_the_other_direction' }
    expect(await propose(fee._id, 'interest')).toMatchObject(refused)
    expect(await propose(interest._id, 'bank_fee')).toMatchObject(refused)
  })

  test.each([
    ['a payer’s account', { amount: '50.00', name: 'Erika Muster', iban: MONEY.from }],
    ['a payee’s account', { amount: '-50.00', name: 'Erika Muster', iban: MONEY.from }],
    ['a reference of a deposit', { amount: '50.00', text: newReference('FT') }],
    ['a reference of a withdrawal', { amount: '-50.00', text: newReference('FW') }],
    ['a booking that the bank takes back', { amount: '-50.00', text: 'Fee', reversal: true }],
  ])('%s', async (_what, line) => {
    const { _id, direction } = await brought(line)
    expect(await propose(_id, direction === 'debit' ? 'bank_fee' : 'interest')).toMatchObject({
      status: 409,
      code: 'bank_line_is_a_payment',
    })
  })

  test('the other side, and what is neither', async () => {
    const { _id } = await brought({ amount: '-9.00', text: 'Fee' })
    expect(await propose(_id, 'bank_fee', outside)).toMatchObject({ code: 'your_side_does_not_do_this' })
    expect(await propose(_id, 'tax' as 'vat')).toMatchObject({ status: 422 })
  })

  test('resolving the line otherwise while the proposal waits', async () => {
    const { _id } = await brought({ amount: '-9.00', text: 'Fee' })
    const proposed = await propose(_id, 'bank_fee')
    const { proposal_id } = answered(proposed)
    expect(await resolve(_id, outside)).toMatchObject({
      status: 409,
      code: 'this_is_proposed_already',
      details: { proposal: { _id: proposal_id, own: false } },
    })
    answered(await approveProposed(app, proposed, two))
  })
})

test.each([
  ['a fee', '-6.00', 'bank_fee'],
  ['interest', '6.00', 'interest'],
] as const)(
  '%s of a statement that is revoked is taken back without a loss',
  async (_what, amount, charge) => {
    const { statement_id, line } = await byHand({ amount, text: 'Charge' })
    const before = await ownMoney()
    answered(await approveProposed(app, await propose(line._id, charge), two))
    const known = await unexplained()
    const proposed = await app.call(bankStatementCalls.proposeRevocation, {
      as: two,
      params: { statement_id },
      body: { reason: 'The bank has never booked it.' },
    })
    answered(await approveProposed(app, proposed, one))
    expect(await ownMoney()).toBe(before)
    expect(await lineOf(line._id)).toMatchObject({ state: 'revoked' })
    expect(await unexplained()).toBe(known)
  },
)
