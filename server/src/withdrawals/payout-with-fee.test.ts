// A debit that has the bank's fee in it, or lacks our reference: one of `in` proposes which payout it was, one of `out` approves;
// then the payout is paid and the fee booked, at once. Nothing is booked by one person.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { csvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { adminWithdrawalCalls as calls } from '@fairturn/contract/backoffice/withdrawals'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal, approveProposed } from '../../test/approvals.ts'
import {
  bringDecided,
  confirmStatement,
  importByTwo,
  nextSheet,
  openBankAccount,
} from '../../test/bank/account.ts'
import { camt053, type Line } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { newReference } from '../banking/banking.ts'
import { decideNewLines } from './line-decisions.ts'

const DAY_MS = 86_400_000
const REASON = 'The fee of the bank is in it.'

let app: TestApp
let one: TestOperator
let two: TestOperator
let approver: TestOperator
let releaser: TestOperator
let people = 0
let sheets = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
})
beforeEach(async () => {
  app.clock.advance(DAY_MS)
  ;[one, two] = [await staff(app, 'finance', 'in'), await staff(app, 'finance', 'in')]
  ;[approver, releaser] = [await staff(app, 'finance', 'out'), await staff(app, 'finance', 'out')]
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

interface Sent {
  who: TestMember
  withdrawal_id: string
  reference: string
}
/** Withdrawals of these amounts, sent in one payment file. */
async function sent(...amounts: string[]): Promise<{ payouts: Sent[]; batch_id: string; file: string }> {
  const payouts: Sent[] = []
  for (const amount of amounts) {
    const who = await payable(app, `fee payee ${(people += 1)}`, parseMoney(amount) + 1000n)
    const { withdrawal } = answered(await withdraw(app, who, amount))
    const params = { withdrawal_id: withdrawal._id }
    answered(await app.call(calls.approveWithdrawal, { as: approver, params, body: {} }))
    payouts.push({ who, withdrawal_id: withdrawal._id, reference: withdrawal.reference })
  }
  const created = answered(
    await app.call(calls.createBatch, {
      as: releaser,
      body: {
        withdrawal_ids: payouts.map(({ withdrawal_id }) => withdrawal_id),
        format: 'pain.001.001.09',
        execution_day: executionDay(app),
      },
    }),
  )
  const params = { batch_id: created._id }
  answered(await app.call(calls.exportBatch, { as: releaser, params }))
  answered(await app.call(calls.sendBatch, { as: releaser, params }))
  return { payouts, batch_id: created._id, file: created.reference }
}
const sentOne = async (amount: string) => (await sent(amount)).payouts[0]!

const listed = async (statement_id: string) =>
  answered(await app.call(adminBankingCalls.lines, { as: one, query: { statement_id } })).list
async function brought(line: Line) {
  const content = camt053({ id: `FEE-${++sheets}`, ...(await nextSheet(app.database)), lines: [line] })
  const [imported] = await bringDecided(app.database, content)
  return (await listed(imported!.statement.id))[0]!
}
const propose = (line_id: string, reference?: string, as = one) =>
  app.call(calls.proposePayout, {
    as,
    params: { line_id },
    body: { reason: REASON, ...(reference !== undefined && { reference }) },
  })
const suggested = async (line_id: string) =>
  answered(await app.call(calls.linePayouts, { as: one, params: { line_id } })).list
const lineOf = async (line_id: string) =>
  answered(await app.call(adminBankingCalls.line, { as: one, params: { line_id } }))
const statusOf = async ({ who, withdrawal_id }: Sent) =>
  answered(await app.call(withdrawalCalls.getWithdrawal, { token: who.token, params: { withdrawal_id } }))
    .status
const resolve = (line_id: string) =>
  app.call(adminBankingCalls.resolveLine, {
    as: approver,
    params: { line_id },
    body: { reason: 'Seen at the bank, too.' },
  })
const ownMoney = async () =>
  (
    await app.database.asSchemaOwner<{ minor: bigint }>(
      `select coalesce(sum(balance_minor), 0)::bigint as minor from account where kind = 'own_money'`,
    )
  )[0]!.minor
const today = () => app.clock.now().toISOString().slice(0, 10)
const unexplained = async (day = today()) =>
  answered(await app.call(adminBankingCalls.reconciliation, { as: one, query: { day } })).unexplained

describe('a payout that the bank debits with its fee in one sum', () => {
  test('is suggested in words, and paid with its fee booked once one of each side has said so', async () => {
    const payout = await sentOne('100.00')
    const { _id, finding, named_payout, state } = await brought({
      amount: '-102.50',
      paid: '102.50',
      e2e: payout.reference,
    })
    expect([state, finding]).toEqual(['unexplained', 'payout_differs'])
    expect(named_payout).toEqual({ reference: payout.reference, payout: '100.00' })
    expect(await suggested(_id)).toEqual([
      {
        reference: payout.reference,
        kind: 'withdrawal',
        because: 'named',
        payout: '100.00',
        verdict: 'fee',
        rest: '2.50',
        highest_fee: '50.00',
      },
    ])
    const [before, known] = [await ownMoney(), await unexplained()]
    const proposed = await propose(_id)
    expect((await lineOf(_id)).proposal).toMatchObject({ kind: 'payout_with_fee', proposed_by: one.username })
    expect(await suggested(_id)).toEqual([])
    // Nobody of the proposer's side approves it, and nothing is booked until somebody of the other has.
    expect(await approveProposed(app, proposed, one)).toMatchObject({ code: 'another_operator_must_approve' })
    expect(await approveProposed(app, proposed, two)).toMatchObject({ code: 'your_side_does_not_do_this' })
    expect([await ownMoney(), await statusOf(payout)]).toEqual([before, 'sent'])
    const { proposal_id } = answered(proposed)
    const shown = answered(await app.call(approvalCalls.detail, { as: approver, params: { proposal_id } }))
    expect(shown).toMatchObject({
      side: 'out',
      may: { approve: true },
      member_id: payout.who._id,
      content: { reference: payout.reference, amount: '102.50', payout: '100.00', fee: '2.50' },
    })
    expect(shown.waits_for).toContain(approver.username)
    expect(shown.waits_for).not.toContain(two.username)
    answered(await approveProposal(app, proposal_id, approver))
    expect([await ownMoney(), await statusOf(payout)]).toEqual([before - 250n, 'paid'])
    expect(await lineOf(_id)).toMatchObject({
      state: 'resolved',
      finding: 'payout_paid',
      fee: '2.50',
      proposed_by: one.username,
      resolved_by: approver.username,
    })
    expect(await unexplained()).toBe(known)
    expect(await propose(_id)).toMatchObject({ status: 409, code: 'bank_line_is_in_another_state' })
  })

  test('is proposed and paid once, however many propose and approve it at once', async () => {
    const payout = await sentOne('60.00')
    const { _id } = await brought({ amount: '-61.00', paid: '61.00', e2e: payout.reference })
    const before = await ownMoney()
    const proposed = await Promise.all(Array.from({ length: 20 }, () => propose(_id)))
    const ids = new Set(proposed.map((each) => answered(each).proposal_id))
    expect(ids.size).toBe(1)
    const approved = await Promise.all(
      Array.from({ length: 20 }, () => approveProposal(app, [...ids][0]!, approver)),
    )
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await ownMoney(), await statusOf(payout)]).toEqual([before - 100n, 'paid'])
  })

  test('of a file with rows, and of an entry whose transaction has no amount', async () => {
    const [row, entry] = [await sentOne('70.00'), await sentOne('15.00')]
    const csv = answered(
      await app.call(adminBankingCalls.saveMapping, { as: one, body: { name: 'One sum', mapping: ONE_SUM } }),
    )
    const { day, opening } = await nextSheet(app.database)
    const closing = formatMoney(parseMoney(opening) - 7300n)
    const content = `Day;Amount;Text;Balance\n${day};-73.00;Payment ${row.reference} fee included;${closing}`
    const uploaded = (await uploadBankFile(app, one, {
      path: 'bank-statements',
      content,
      fields: { mapping_id: csv._id },
    })) as { data: { list: { _id: string }[] } }
    await confirmStatement(app, uploaded.data.list[0]!._id, two)
    await decideNewLines(app.database)
    const [ofRow] = await listed(uploaded.data.list[0]!._id)
    expect(ofRow).toMatchObject({ finding: 'payout_differs', amount: '73.00' })
    answered(await approveProposed(app, await propose(ofRow!._id), approver))
    expect(await statusOf(row)).toBe('paid')

    const sheet = await nextSheet(app.database)
    const xml = camt053({
      id: `FEE-${++sheets}`,
      ...sheet,
      lines: [
        {
          amount: '-17.50',
          e2e: entry.reference,
          entry_charges: '<Chrgs><TtlChrgsAndTaxAmt Ccy="USD">2.50</TtlChrgsAndTaxAmt></Chrgs>',
        },
      ],
    }).replace(/<AmtDtls>.*?<\/AmtDtls>/, '')
    const [imported] = await bringDecided(app.database, xml)
    const [ofEntry] = await listed(imported!.statement.id)
    expect(ofEntry).toMatchObject({ finding: 'payout_differs', amount: '17.50' })
    answered(await approveProposed(app, await propose(ofEntry!._id), approver))
    expect(await statusOf(entry)).toBe('paid')
    expect(await lineOf(ofEntry!._id)).toMatchObject({ fee: '2.50' })
  })

  test('that somebody has only marked as resolved is still paid', async () => {
    const payout = await sentOne('30.00')
    const { _id } = await brought({ amount: '-31.00', paid: '31.00', e2e: payout.reference })
    answered(await resolve(_id))
    expect(await statusOf(payout)).toBe('sent')
    expect(await suggested(_id)).toMatchObject([{ verdict: 'fee', rest: '1.00' }])
    answered(await approveProposed(app, await propose(_id), approver))
    expect(await statusOf(payout)).toBe('paid')
  })

  test('of a statement that is revoked is on its way again, and the fee was never taken', async () => {
    const payout = await sentOne('40.00')
    const content = camt053({
      id: `FEE-${++sheets}`,
      ...(await nextSheet(app.database)),
      lines: [{ amount: '-42.00', paid: '42.00', e2e: payout.reference }],
    })
    const { _id: statement_id } = await importByTwo(app, content, { importer: one, confirmer: two })
    await decideNewLines(app.database)
    const [line] = await listed(statement_id)
    const before = await ownMoney()
    answered(await approveProposed(app, await propose(line!._id), approver))
    const known = await unexplained()
    const revocation = await app.call(bankStatementCalls.proposeRevocation, {
      as: two,
      params: { statement_id },
      body: { reason: 'The bank has never booked it.' },
    })
    answered(await approveProposed(app, revocation, one))
    expect([await ownMoney(), await statusOf(payout)]).toEqual([before, 'sent'])
    expect(await lineOf(line!._id)).toMatchObject({ state: 'revoked' })
    expect(await unexplained()).toBe(known)
  })

  test('is in the reconciliation of the day before its fee was booked, too', async () => {
    const payout = await sentOne('80.00')
    const { _id } = await brought({ amount: '-83.00', paid: '83.00', e2e: payout.reference })
    const day = today()
    const known = await unexplained(day)
    app.clock.advance(DAY_MS)
    ;[one, approver] = [await staff(app, 'finance', 'in'), await staff(app, 'finance', 'out')]
    answered(await approveProposed(app, await propose(_id), approver))
    expect([await unexplained(day), await unexplained()]).toEqual([known, known])
  })
})

const ONE_SUM = csvMapping.parse({
  separator: ';',
  decimal: '.',
  day_format: 'yyyy-MM-dd',
  encoding: 'utf-8',
  skip_lines: 0,
  newest_first: false,
  amounts: 'signed',
  columns: { booking_day: 'Day', amount: 'Amount', remittance: ['Text'], balance: 'Balance' },
})

describe('a debit without our reference', () => {
  test('is the payout that somebody chooses: suggested by its account, paid also without a fee', async () => {
    const payout = await sentOne('44.40')
    const { _id, finding } = await brought({
      amount: '-44.40',
      text: 'Transfer',
      name: 'NGUYEN THU HA',
      account_number: '0011004231899',
    })
    expect(finding).toBe('unknown_debit')
    expect(await suggested(_id)).toContainEqual(
      expect.objectContaining({ reference: payout.reference, because: 'same_account', verdict: 'exact' }),
    )
    expect(await propose(_id)).toMatchObject({ status: 422, code: 'bank_line_names_no_payout' })
    const before = await ownMoney()
    answered(await approveProposed(app, await propose(_id, payout.reference.toLowerCase()), approver))
    expect([await ownMoney(), await statusOf(payout)]).toEqual([before, 'paid'])
    expect(await lineOf(_id)).toMatchObject({ finding: 'payout_paid', fee: null })
  })

  test('of somebody else’s account is not suggested by a name', async () => {
    await sentOne('33.30')
    const { _id } = await brought({
      amount: '-33.30',
      text: 'Transfer',
      name: 'NGUYEN THU HA',
      account_number: '999888777',
    })
    expect(await suggested(_id)).toEqual([])
  })
})

test('a whole payment file debited with a fee is paid, every payment of it', async () => {
  const { payouts, file, batch_id } = await sent('20.00', '30.00')
  const { _id, finding } = await brought({ amount: '-50.80', paid: '50.80', text: `SAMMLER ${file}-1` })
  expect(finding).toBe('payout_differs')
  expect(await suggested(_id)).toMatchObject([
    { reference: file, kind: 'payment_file', verdict: 'fee', payout: '50.00', rest: '0.80' },
  ])
  const before = await ownMoney()
  answered(await approveProposed(app, await propose(_id), approver))
  expect([await ownMoney(), await Promise.all(payouts.map(statusOf))]).toEqual([
    before - 80n,
    ['paid', 'paid'],
  ])
  expect(await lineOf(_id)).toMatchObject({ finding: 'batch_paid', fee: '0.80' })
  const batch = answered(await app.call(calls.batch, { as: releaser, params: { batch_id } }))
  expect(batch.state).toBe('reconciled')
})

describe('one booking of what is left of a payment file', () => {
  const book = (line_id: string) =>
    app.call(adminBankingCalls.proposeCharge, {
      as: one,
      params: { line_id },
      body: { charge: 'bank_fee', reason: 'It looks like a fee.' },
    })

  test('pays it by itself, if it is the sum of it', async () => {
    const { payouts, file, batch_id } = await sent('20.00', '30.00', '40.00')
    expect(await brought({ amount: '-30.00', e2e: payouts[1]!.reference })).toMatchObject({
      finding: 'payout_paid',
    })
    const rest = await brought({ amount: '-60.00', batch_id: `${file}-1`, text: 'Batch' })
    expect(rest).toMatchObject({ state: 'matched', finding: 'batch_paid' })
    expect(await Promise.all(payouts.map(statusOf))).toEqual(['paid', 'paid', 'paid'])
    const batch = answered(await app.call(calls.batch, { as: releaser, params: { batch_id } }))
    expect(batch.state).toBe('reconciled')
    // The same sum once more is no payment of it, and no fee.
    const again = await brought({ amount: '-60.00', batch_id: `${file}-1`, text: 'Batch' })
    expect(again).toMatchObject({ state: 'unexplained', finding: 'payout_was_paid_before' })
    expect(await book(again._id)).toMatchObject({ status: 409, code: 'bank_line_is_a_payment' })
  })

  test('with the bank’s fee in it is suggested as its file, and cannot be booked as a fee as a whole', async () => {
    const { payouts, file } = await sent('20.00', '30.00', '40.00')
    await brought({ amount: '-30.00', e2e: payouts[1]!.reference })
    const { _id, finding } = await brought({ amount: '-60.80', batch_id: `${file}-1`, text: 'Batch' })
    expect(finding).toBe('payout_differs')
    const before = await ownMoney()
    expect(await book(_id)).toMatchObject({ status: 409, code: 'bank_line_is_a_payment' })
    expect(await suggested(_id)).toMatchObject([
      { reference: file, verdict: 'fee', payout: '60.00', rest: '0.80' },
    ])
    answered(await approveProposed(app, await propose(_id), approver))
    expect(await Promise.all(payouts.map(statusOf))).toEqual(['paid', 'paid', 'paid'])
    expect(await ownMoney()).toBe(before - 80n)
  })

  test('of a statement that is revoked is on its way again, what its own line has booked is not', async () => {
    const { payouts, file } = await sent('20.00', '30.00')
    await brought({ amount: '-30.00', e2e: payouts[1]!.reference })
    const lines = [{ amount: '-20.00', batch_id: `${file}-1`, text: 'Batch' }]
    const content = camt053({ id: `FEE-${++sheets}`, ...(await nextSheet(app.database)), lines })
    const { _id: statement_id } = await importByTwo(app, content, { importer: one, confirmer: two })
    await decideNewLines(app.database)
    expect(await Promise.all(payouts.map(statusOf))).toEqual(['paid', 'paid'])
    const bookedLater = async (days: number) =>
      await app.database.asSchemaOwner(
        `update withdrawal set booked_on = booked_on + $2::int where id = $1`,
        [payouts[1]!.withdrawal_id, days],
      )
    // As if both statements were of one day.
    const [oneLine] = await listed(statement_id)
    const { booking_day } = await lineOf(oneLine!._id)
    const own = answered(
      await app.call(adminBankingCalls.lines, { as: one, query: { search: payouts[1]!.reference } }),
    ).list[0]!
    const apart = (Date.parse(booking_day) - Date.parse(own.booking_day)) / DAY_MS
    await bookedLater(apart)
    const revocation = await app.call(bankStatementCalls.proposeRevocation, {
      as: two,
      params: { statement_id },
      body: { reason: 'The bank has never booked it.' },
    })
    answered(await approveProposed(app, revocation, one))
    expect(await Promise.all(payouts.map(statusOf))).toEqual(['sent', 'paid'])
    await bookedLater(-apart)
  })
})

describe('what is refused', () => {
  test('a line that is less than its payout, and one that is more than a fee above it, at the proposal and in words', async () => {
    const payout = await sentOne('90.00')
    const less = await brought({ amount: '-88.00', paid: '88.00', e2e: payout.reference })
    expect(await suggested(less._id)).toMatchObject([{ verdict: 'less', rest: '2.00' }])
    expect(await propose(less._id)).toMatchObject({
      status: 409,
      code: 'line_is_less_than_its_payout',
      details: { reference: payout.reference, less: '2.00' },
    })
    const more = await brought({ amount: '-140.01', paid: '140.01', e2e: payout.reference })
    expect(await suggested(more._id)).toMatchObject([{ verdict: 'too_much', rest: '50.01' }])
    expect(await propose(more._id)).toMatchObject({
      status: 409,
      code: 'rest_is_too_much_for_a_fee',
      details: { reference: payout.reference, rest: '50.01', highest: '50.00' },
    })
    expect(await statusOf(payout)).toBe('sent')
  })

  test('another payout than the line names, an unknown one, and one that is not sent', async () => {
    const [named, other] = [await sentOne('21.00'), await sentOne('22.00')]
    const line = await brought({ amount: '-22.00', paid: '22.00', e2e: named.reference })
    expect(await propose(line._id, other.reference)).toMatchObject({
      status: 409,
      code: 'bank_line_names_another_payout',
      details: { reference: named.reference },
    })
    answered(await approveProposed(app, await propose(line._id), approver))
    const unnamed = await brought({ amount: '-23.00', text: 'Transfer' })
    expect(await propose(unnamed._id, named.reference)).toMatchObject({
      status: 409,
      code: 'withdrawal_is_in_another_state',
      details: { status: 'paid' },
    })
    const unknown = [
      ['FW', 'withdrawal_is_unknown'],
      ['FR', 'refund_is_unknown'],
      ['FB', 'payout_batch_is_unknown'],
    ] as const
    for (const [prefix, code] of unknown)
      expect(await propose(unnamed._id, newReference(prefix))).toMatchObject({ status: 404, code })
  })

  test('a credit, an unknown line, and the side that sends money out', async () => {
    const payout = await sentOne('25.00')
    const credit = await brought({ amount: '26.00', text: 'Somebody’s money' })
    expect(await propose(credit._id, payout.reference)).toMatchObject({
      status: 409,
      code: 'bank_line_is_of_the_other_direction',
    })
    const nowhere = '00000000-0000-7000-8000-000000000000'
    expect(await propose(nowhere, payout.reference)).toMatchObject({ code: 'bank_line_is_unknown' })
    const line = await brought({ amount: '-26.00', paid: '26.00', e2e: payout.reference })
    expect(await propose(line._id, undefined, approver)).toMatchObject({ code: 'your_side_does_not_do_this' })
  })

  test('a second proposal about the line, and the approval once the payout is paid otherwise', async () => {
    const payout = await sentOne('27.00')
    const line = await brought({ amount: '-28.00', paid: '28.00', e2e: payout.reference })
    const proposed = await propose(line._id)
    expect(await propose(line._id, undefined, two)).toMatchObject({
      status: 409,
      code: 'this_is_proposed_already',
    })
    expect(await resolve(line._id)).toMatchObject({ code: 'this_is_proposed_already' })
    await brought({ amount: '-27.00', e2e: payout.reference })
    expect(await statusOf(payout)).toBe('paid')
    const before = await ownMoney()
    expect(await approveProposed(app, proposed, approver)).toMatchObject({
      code: 'proposal_could_not_be_executed',
      details: { code: 'withdrawal_is_in_another_state' },
    })
    expect(await ownMoney()).toBe(before)
  })

  test('an approver of the other side who brought the line in before changing sides', async () => {
    const payout = await sentOne('29.00')
    const content = camt053({
      id: `FEE-${++sheets}`,
      ...(await nextSheet(app.database)),
      lines: [{ amount: '-30.00', paid: '30.00', e2e: payout.reference }],
    })
    const { _id } = await importByTwo(app, content, { importer: one, confirmer: two })
    await decideNewLines(app.database)
    const [line] = await listed(_id)
    const proposed = await propose(line!._id)
    await app.database.asSchemaOwner(`update operator set side = 'out' where id = $1`, [two._id])
    expect(await approveProposed(app, proposed, two)).toMatchObject({
      code: 'proposal_could_not_be_executed',
      details: { code: 'another_operator_must_decide' },
    })
    answered(await approveProposed(app, proposed, approver))
    expect(await statusOf(payout)).toBe('paid')
  })
})
