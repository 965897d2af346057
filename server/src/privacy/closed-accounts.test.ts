// Operators cannot credit a closed account, whose money nobody could access: refused on proposal and on approval; if
// closing and crediting are concurrent, only one succeeds.
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
import { newId } from '@fairturn/contract/ids'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { bringDecided, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line } from '../../test/bank/files.ts'
import { answered, draw, giveBack, placeCampaign, take } from '../../test/carrying.ts'
import { creditOf } from '../../test/corrections.ts'
import { expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { accountOf, balancesOf, platformAccount, post } from '../ledger/ledger.ts'

let app: TestApp
let first: TestOperator
let second: TestOperator
let giver: TestMember
let count = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
  first = await staff(app, 'finance')
  second = await staff(app, 'finance')
  await placeCampaign(app, await app.member('the placer'), { visits: 1000 })
  giver = await payable(app, 'the giver', 10_000n)
  const postings = [
    { account: platformAccount('cash', giver._id), amount_minor: -10_000n },
    { account: platformAccount('revenue', giver._id), amount_minor: 10_000n },
  ]
  const id = newId(app.clock.now())
  const by = { type: 'adjustment', refers_to: id, actor: 'system', event_at: app.clock.now() } as const
  await post(app.database, [{ ...by, id, postings }])
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const close = ({ token, _id }: TestMember) =>
  app.call(personalDataCalls.close, { token, body: { user_id: _id, password: TEST_PASSWORD } })
const availableOf = async ({ _id }: TestMember) =>
  (await balancesOf(app.database, [accountOf('member_available', _id)])).values().next().value!.balance_minor
const someone = () => app.member(`leaving ${(count += 1)}`)

interface Answer {
  readonly status: number
  readonly code: string
  readonly details?: unknown
}
/** The operator's action that credits the member, and the approval if it needs one. */
interface Credit {
  readonly press: () => Promise<Answer>
  readonly approve?: (proposal_id: string) => Promise<Answer>
}
const reason = 'As was agreed on the phone.'
const approve = (proposal_id: string) => approveProposal(app, proposal_id, second)
const adjusted = (
  from: object,
  { _id: holder_id }: TestMember,
  adjustment: string,
  corrects?: string,
): Credit => ({
  press: () =>
    app.call(ledgerCalls.proposeAdjustment, {
      as: first,
      key: newId(app.clock.now()),
      body: {
        adjustment,
        from,
        to: { kind: 'member_available', holder_id },
        amount: '1.00',
        refers_to: 'x',
        reason,
        ...(corrects !== undefined && { corrects }),
      },
    } as Parameters<typeof app.call<typeof ledgerCalls.proposeAdjustment>>[1]),
  approve,
})
async function unmatched(line: Partial<Line> = {}): Promise<string> {
  const content = camt053({
    id: `CLOSED-${(count += 1)}`,
    ...(await nextSheet(app.database)),
    lines: [{ amount: '1.00', text: 'no reference', ...line }],
  })
  const [brought] = await bringDecided(app.database, content)
  const { rows } = await app.database.query<{ id: string }>({
    text: 'select id from bank_line where statement_id = $1',
    values: [brought!.statement.id],
  })
  return rows[0]!.id
}
const announce = ({ _id: member_id }: TestMember, amount_minor = 100n) =>
  app.database.transaction((tx) => createDeposit(tx, { member_id, amount_minor, method: 'bank_transfer' }))
const assign = (line_id: string, to: { member_id: string } | { deposit_id: string }): Credit => ({
  press: () =>
    app.call(adminDepositCalls.assignLine, { as: first, params: { line_id }, body: { ...to, reason } }),
  approve,
})

const CREDITS: Record<string, (member: TestMember) => Promise<Credit>> = {
  goodwill: async (member) => adjusted({ kind: 'revenue' }, member, 'goodwill'),
  'money credited to another': async (member) =>
    adjusted(
      { kind: 'member_available', holder_id: giver._id },
      member,
      'credited_to_another',
      await creditOf(app.database, giver._id),
    ),
  'a refund outside the rules': async (member) => {
    const { _id: refers_to } = answered(await take(app, member, answered(await draw(app, member))._id))
    answered(await giveBack(app, member, refers_to))
    const body = { subject: 'order' as const, refers_to, amount: '1.00', reason }
    const params = { member_id: member._id }
    const key = newId(app.clock.now())
    return { press: () => app.call(adjustmentCalls.proposeRefund, { as: first, key, params, body }), approve }
  },
  'an unmatched payment': async (member) => assign(await unmatched(), { member_id: member._id }),
  'an unmatched payment for a deposit': async (member) => {
    const { id: deposit_id } = await announce(member)
    return assign(await unmatched(), { deposit_id })
  },
}
const CLOSED = { status: 409, code: 'member_account_is_closed' }

test.each(Object.keys(CREDITS))('%s is refused for a closed account', async (way) => {
  const member = await someone()
  const { press } = await CREDITS[way]!(member)
  answered(await close(member))
  expect(await press()).toMatchObject(CLOSED)
  expect(await availableOf(member)).toBe(0n)
})

test.each(Object.keys(CREDITS))(
  '%s that was proposed before the account was closed cannot be approved afterwards',
  async (way) => {
    const member = await someone()
    const credit = await CREDITS[way]!(member)
    const { proposal_id } = answered((await credit.press()) as Answer & { data: { proposal_id: string } })
    answered(await close(member))
    expect(await credit.approve!(proposal_id)).toMatchObject({
      code: 'proposal_could_not_be_executed',
      details: { code: CLOSED.code },
    })
    expect(await availableOf(member)).toBe(0n)
  },
)

test.each(Object.keys(CREDITS))(
  'of a concurrent closure and credit with %s only one succeeds',
  async (way) => {
    for (let round = 0; round < 10; round++) {
      const member = await someone()
      const { press, approve: agree } = await CREDITS[way]!(member)
      const proposed = agree && answered((await press()) as Answer & { data: { proposal_id: string } })
      const [closed, credited] = await Promise.all([
        close(member),
        proposed === undefined ? press() : agree!(proposed.proposal_id),
      ])
      expect([closed.status, credited.status]).toContain(200)
      expect(await availableOf(member)).toBe(closed.status === 200 ? 0n : 100n)
    }
  },
)

test('of a concurrent closure and import of its payment only one succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const member = await someone()
    const { reference } = await announce(member)
    const [closed, line_id] = await Promise.all([close(member), unmatched({ e2e: reference })])
    const { rows } = await app.database.query<{ status: string }>({
      text: 'select status from bank_line where id = $1',
      values: [line_id],
    })
    const isClosed = closed.status === 200
    expect([['unmatched'], ['matched', 'differs']][isClosed ? 0 : 1]).toContain(rows[0]!.status)
    expect(await availableOf(member)).toBe(isClosed ? 0n : 100n)
  }
})
