// Money of a revoked statement that is gone, and that own money does not cover: the check finds it at once and stops everything
// that pays out, until own money is there and somebody who sends money out has released it too.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { depositCalls } from '@fairturn/contract/deposits'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { transparencyCalls } from '@fairturn/contract/transparency'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CardProvider, eventOf, signatureOf, startCardProvider } from '../../../testing/stripe.ts'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { bringDecided, importByTwo, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line } from '../../test/bank/files.ts'
import { answered, unpaidCampaign } from '../../test/carrying.ts'
import {
  cancel,
  executionDay,
  expectPaymentsCorrect,
  payable,
  receiveAt,
  withdraw,
} from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { conversationOf } from '../../test/support.ts'
import { payCampaign } from '../campaigns/campaigns.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { entryId, openFreezes, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { alarmHandlers } from '../operations/alarms.ts'
import { handlers } from '../worker.ts'
import { decideNewLines } from './line-decisions.ts'

const FROZEN = { status: 423, code: 'this_is_paused_while_the_ledger_is_checked' }
const NOT_EXECUTED = { code: 'proposal_could_not_be_executed', details: { code: FROZEN.code } }
const KIND = 'revoked_money_is_not_covered'
const REASON = 'It has been looked at, and written down.'

let provider: CardProvider
let app: TestApp
let importer: TestOperator
let confirmer: TestOperator
let approver: TestOperator
let second: TestOperator
let releaser: TestOperator
let sheets = 0

beforeEach(async () => {
  provider = await startCardProvider()
  app = await startApp({ variables: { ...provider.variables, PUBLIC_ORIGIN: 'https://app.example.com' } })
  await receiveAt(app)
  await openBankAccount(app.database)
  importer = await staff(app, 'finance', 'in')
  confirmer = await staff(app, 'owner', 'in')
  approver = await staff(app, 'finance', 'out')
  second = await staff(app, 'owner', 'out')
  releaser = await staff(app, 'finance', 'out')
})
afterEach(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
  await provider.close()
})

const runJobs = () =>
  app.database.runDueJobs([...handlers, ...alarmHandlers({ mail: undefined, alarmMail: [] })])
const sheetOf = async (lines: readonly Line[]) =>
  camt053({ id: `SHEET-${++sheets}`, ...(await nextSheet(app.database)), lines })

/** A statement by hand, which nobody's bank has written. */
async function forged(line: Line): Promise<string> {
  const { _id } = await importByTwo(app, await sheetOf([line]), { importer, confirmer })
  await decideNewLines(app.database)
  return _id
}
/** With a credit of the member. */
async function forgedFor({ _id: member_id }: TestMember, amount_minor: bigint): Promise<string> {
  const { reference } = await app.database.transaction((tx) =>
    createDeposit(tx, { member_id, amount_minor, method: 'bank_transfer' }),
  )
  return await forged({ amount: formatMoney(amount_minor), e2e: reference })
}

async function revoke(statement_id: string): Promise<void> {
  const params = { statement_id }
  const { proposal_id } = answered(
    await app.call(bankStatementCalls.proposeRevocation, { as: importer, params, body: { reason: REASON } }),
  )
  answered(await approveProposal(app, proposal_id, confirmer))
  await runJobs()
}

const approve = (withdrawal_id: string, as = approver) =>
  app.call(adminWithdrawalCalls.approveWithdrawal, {
    as,
    params: { withdrawal_id },
    body: { reason: REASON },
  })
const createFile = (withdrawal_ids: string[], refund_ids: string[] = []) =>
  app.call(adminWithdrawalCalls.createBatch, {
    as: releaser,
    body: { withdrawal_ids, refund_ids, format: 'pain.001.001.09', execution_day: executionDay(app) },
  })
const exportFile = (batch_id: string) =>
  app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id } })
const sendFile = (batch_id: string) =>
  app.call(adminWithdrawalCalls.sendBatch, { as: releaser, params: { batch_id } })

const requested = async (member: TestMember, amount: string) =>
  answered(await withdraw(app, member, amount)).withdrawal._id
async function approved(member: TestMember, amount: string): Promise<string> {
  const withdrawal_id = await requested(member, amount)
  answered(await approve(withdrawal_id))
  return withdrawal_id
}
const filed = async (member: TestMember, amount: string) =>
  answered(await createFile([await approved(member, amount)]))._id

/** A proposed refund of a payment that nobody recognises. */
async function proposedRefund(): Promise<string> {
  const line = { amount: '12.00', text: 'nobody is meant', name: 'Jo Sender', iban: 'DE02120300000000202051' }
  const [imported] = await bringDecided(app.database, await sheetOf([line]))
  const query = { statement_id: imported!.statement.id }
  const [unmatched] = answered(await app.call(adminBankingCalls.lines, { as: importer, query })).list
  const refund = await app.call(adminBankingCalls.proposeRefund, {
    as: approver,
    params: { line_id: unmatched!._id },
    body: { holder: 'Jo Sender', account: line.iban, city: 'Berlin', country: 'DE', reason: REASON },
  })
  return answered(refund).proposal_id
}

const interest = (amount: string, bringLine = forged) => booked({ amount }, 'interest', bringLine)

/** Interest or a fee of the bank, booked by two. */
async function booked(line: Line, charge: 'interest' | 'bank_fee', bringLine = forged): Promise<string> {
  const statement_id = await bringLine({ text: 'Interest on balance, or a fee', ...line })
  const { list } = answered(
    await app.call(adminBankingCalls.lines, { as: importer, query: { statement_id } }),
  )
  const { proposal_id } = answered(
    await app.call(adminBankingCalls.proposeCharge, {
      as: importer,
      params: { line_id: list[0]!._id },
      body: { charge, reason: REASON },
    }),
  )
  answered(await approveProposal(app, proposal_id, confirmer))
  return statement_id
}
const brought = async (line: Line) =>
  (await bringDecided(app.database, await sheetOf([line])))[0]!.statement.id

const found = async () => (await openFreezes.all(app.database)).map(({ scope, kind }) => `${scope} ${kind}`)
async function check(): Promise<void> {
  app.clock.advance(1000)
  answered(await app.call(ledgerCalls.runCheck, { as: importer }))
  await runJobs()
}
const detail = async () => {
  const { list } = answered(await app.call(ledgerCalls.freezes, { as: importer, query: { open: 'true' } }))
  return list[0]!.finding.detail
}
const openFreeze = async () => (await openFreezes.all(app.database))[0]!.id
const release = async (as: TestOperator) =>
  app.call(ledgerCalls.proposeRelease, {
    as,
    params: { freeze_id: await openFreeze() },
    body: { reason: REASON },
  })
/** The money of a forged credit that was paid out before its statement was revoked. */
async function lose(amount: string): Promise<void> {
  const thief = await payable(app, 'thief', 0n)
  const statement_id = await forgedFor(thief, 30_000n)
  const batch_id = await filed(thief, amount)
  answered(await exportFile(batch_id))
  answered(await sendFile(batch_id))
  await revoke(statement_id)
}

test('the loss of a revoked statement beyond own money is found at once, with the amount, and is public as a freeze of payouts', async () => {
  await lose('290.00')
  expect(await found()).toEqual([`payouts ${KIND}`])
  expect(await detail()).toContain(' 290.00 ')
  const { ledger_check } = answered(await app.call(transparencyCalls.figures))
  expect(ledger_check).toMatchObject({ paused: [{ scope: 'payouts' }] })
})

test('every step of a payout waits meanwhile; members still request and cancel theirs', async () => {
  const member = await payable(app, 'honest', 900_000n)
  const waiting = await requested(member, '20.00')
  const ready = await approved(member, '21.00')
  const created = await filed(member, '22.00')
  const exported = await filed(member, '23.00')
  answered(await exportFile(exported))
  const refund = await proposedRefund()
  await lose('290.00')
  expect(await approve(waiting)).toMatchObject(FROZEN)
  expect(await createFile([ready])).toMatchObject(FROZEN)
  expect(await exportFile(created)).toMatchObject(FROZEN)
  expect(await exportFile(exported)).toMatchObject(FROZEN)
  expect(await sendFile(exported)).toMatchObject(FROZEN)
  expect(await approveProposal(app, refund, second)).toMatchObject(NOT_EXECUTED)
  const another = await requested(member, '24.00')
  for (const withdrawal_id of [another, waiting]) answered(await cancel(app, member, withdrawal_id))
  // Above the threshold it takes two, of whom the second is refused.
  const large = await requested(member, '1200.00')
  const { proposal_id } = answered(await approve(large))
  expect(await approveProposal(app, proposal_id!, second)).toMatchObject(NOT_EXECUTED)
})

test('interest that is revoked after it was given away is found too', async () => {
  const member = await payable(app, 'given to', 0n)
  const statement_id = await interest('300.00')
  const { _id: refers_to } = await conversationOf(app, member)
  const { proposal_id } = answered(
    await app.call(adjustmentCalls.proposeRefund, {
      as: importer,
      key: newId(app.clock.now()),
      params: { member_id: member._id },
      body: { amount: '200.00', subject: 'conversation', refers_to, reason: REASON },
    }),
  )
  answered(await approveProposal(app, proposal_id, confirmer))
  await revoke(statement_id)
  expect(await found()).toEqual([`payouts ${KIND}`])
})

test('a revoked statement that lost nothing stops nothing, though the bank’s fees are more than own money', async () => {
  await booked({ amount: '-5.00' }, 'bank_fee', brought)
  const member = await payable(app, 'honest', 0n)
  await revoke(await forgedFor(member, 30_000n))
  expect(await found()).toEqual([])
})

test('it is released once own money is there, by two of whom one sends money out', async () => {
  await lose('290.00')
  expect(await release(importer)).toMatchObject({ code: 'check_still_finds_this' })
  await interest('289.99', brought)
  await check()
  expect(await release(importer)).toMatchObject({ code: 'check_still_finds_this' })
  await interest('0.01', brought)
  await check()
  // It stays until two people have looked at it.
  expect(await found()).toEqual([`payouts ${KIND}`])
  const { proposal_id } = answered(await release(importer))
  const params = { proposal_id }
  const seen = answered(await app.call(approvalCalls.detail, { as: confirmer, params }))
  expect(seen.may.approve).toBe(false)
  expect(seen.content['finding']).toContain(' 290.00 ')
  expect(seen.waits_for.toSorted()).toEqual(
    [approver, second, releaser].map((one) => one.username).toSorted(),
  )
  expect(await approveProposal(app, proposal_id, confirmer)).toMatchObject({
    code: 'another_operator_must_approve',
  })
  // Also whoever has come since.
  expect(await approveProposal(app, proposal_id, await staff(app, 'owner', 'in'))).toMatchObject({
    code: 'proposal_could_not_be_executed',
    details: { code: 'your_side_does_not_do_this', details: { side: 'out' } },
  })
  answered(await approveProposal(app, proposal_id, second))
  expect(await found()).toEqual([])
  const member = await payable(app, 'honest', 5000n)
  answered(await approve(await requested(member, '20.00')))
})

test('what one proposes who sends money out, one approves who brings it in', async () => {
  await lose('290.00')
  await interest('290.00', brought)
  await check()
  const { proposal_id } = answered(await release(second))
  answered(await approveProposal(app, proposal_id, confirmer))
  expect(await found()).toEqual([])
})

/** As if campaigns of that much VAT had ended, of which own money pays it. */
const spend = (amount_minor: bigint) =>
  app.database.transaction((tx) => {
    const id = entryId('campaign_ended', newId(app.clock.now()))
    const postings = [
      { account: platformAccount('own_money', id), amount_minor: -amount_minor },
      { account: platformAccount('vat', id), amount_minor },
    ]
    const entry = { id, type: 'campaign_ended', refers_to: id, actor: 'system', event_at: tx.now } as const
    return postOrRefuse(tx, [{ ...entry, postings }])
  })

test('own money below zero stops nothing where no statement was revoked', async () => {
  await spend(5000n)
  await check()
  expect(await found()).toEqual([])
})

async function fromProvider(type: string, object: object): Promise<void> {
  const payload = JSON.stringify(eventOf(type, object, app.clock.now()))
  const signature = signatureOf(payload, app.clock.now())
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const url = '/api/payments/stripe-webhook'
  expect((await app.fastify.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
}

/** A card payment of 50.00 that the member has spent before its dispute is lost. */
async function loseDispute(member: TestMember): Promise<void> {
  const body = { user_id: member._id, amount: '50.00', method: 'card' } as const
  const { token } = member
  const { _id } = answered(await app.call(depositCalls.deposit, { token, key: 'paid-by-card', body }))
  const session = [...provider.sessions.values()].find((each) => each.client_reference_id === _id)!
  const { payment_intent } = provider.pay(session.id)
  await fromProvider('checkout.session.completed', session)
  await app.database.transaction(async (tx) => {
    const { id } = await unpaidCampaign(tx, member, { price_minor: 400n, visits: 10, order_visits: 10 })
    await payCampaign(tx, { member_id: member._id, campaign_id: id })
  })
  const dispute = { id: 'dp_1', status: 'lost', payment_intent, amount: 5000, currency: 'usd' }
  await fromProvider('charge.dispute.closed', dispute)
}

test('what lost card disputes took of own money stops nothing, and is not counted beside a revoked statement', async () => {
  const member = await payable(app, 'disputing', 0n)
  await loseDispute(member)
  await revoke(await forgedFor(await payable(app, 'credited', 0n), 1000n))
  expect(await found()).toEqual([])
  await lose('10.00')
  expect(await found()).toEqual([`payouts ${KIND}`])
  expect(await detail()).toContain(' 10.00 ')
})
