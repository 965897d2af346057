// Corrections: what an adjustment may take from a member.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { documentCalls } from '@fairturn/contract/documents'
import type { SentBodyOf } from '@fairturn/contract/endpoint'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { availableOf } from '../../test/campaigns.ts'
import {
  answered,
  carry,
  claim,
  deposit,
  expectLedgerCorrect,
  placeCampaign,
  unpaidCampaign,
} from '../../test/carrying.ts'
import { creditOf } from '../../test/corrections.ts'
import { payable, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { payCampaign } from '../campaigns/campaigns.ts'
import { entryId, platformAccount, postOrRefuse } from './ledger.ts'

let app: TestApp
let first: TestOperator
let second: TestOperator
let right: TestMember
let placer: TestMember
let count = 0

beforeAll(async () => {
  app = await startApp()
  first = await staff(app, 'finance')
  second = await staff(app, 'owner')
  right = await app.member('the right one')
  placer = await app.member('the placer')
  await bringOwnMoney(10_000n)
})
afterAll(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

type Body = SentBodyOf<typeof ledgerCalls.proposeAdjustment>
const available = ({ _id }: TestMember) => availableOf(app.database, _id)
const accountOf = ({ _id: holder_id }: TestMember) => ({ kind: 'member_available' as const, holder_id })
const correct = (member: TestMember, amount: string, other: Partial<Body> = {}) =>
  app.call(ledgerCalls.proposeAdjustment, {
    as: first,
    key: newId(app.clock.now()),
    body: {
      adjustment: 'credited_to_another',
      from: accountOf(member),
      to: accountOf(right),
      amount,
      refers_to: 'the bank says so',
      reason: 'Credited to the wrong one.',
      ...other,
    },
  })
/** Proposed and approved: the code of what refused it, or undefined. */
async function corrected(
  member: TestMember,
  amount: string,
  other: Partial<Body> = {},
): Promise<string | undefined> {
  const proposed = await correct(member, amount, other)
  if (proposed.status !== 200) return proposed.code
  const approved = await approveProposal(app, proposed.data.proposal_id, second)
  return approved.status === 200 ? undefined : approved.code
}
/** As interest: own money pays what is lost. */
async function bringOwnMoney(amount_minor: bigint): Promise<void> {
  const refers_to = newId(app.clock.now())
  const id = entryId('interest_booked', refers_to)
  const postings = [
    { account: platformAccount('cash', id), amount_minor: -amount_minor },
    { account: platformAccount('own_money', id), amount_minor },
  ]
  const entry = {
    id,
    type: 'interest_booked',
    refers_to,
    actor: 'test',
    event_at: app.clock.now(),
    postings,
  } as const
  await app.database.transaction((tx) => postOrRefuse(tx, [entry]))
}
const lossOf = async () => {
  const [row] = await app.database.asSchemaOwner<{ loss: bigint }>(
    `select coalesce(-sum(balance_minor), 0)::bigint as loss from account where kind = 'own_money'`,
  )
  return row!.loss
}
/** A member with this much of a deposit, and one award. */
async function earner(
  deposited_minor: bigint,
): Promise<{ member: TestMember; credit: string; award: string }> {
  await placeCampaign(app, placer, { visits: 100 })
  const member = await app.member(`earner ${++count}`)
  const order = await carry(app, member)
  answered(await claim(app, member, order._id))
  const [award] = await app.database.asSchemaOwner<{ id: string }>(
    `select e.id from entry e where e.type = 'award_claimed' order by entry_no desc limit 1`,
  )
  if (deposited_minor > 0n) await deposit(app.database, member._id, deposited_minor)
  const credit = deposited_minor > 0n ? await creditOf(app.database, member._id) : award!.id
  return { member, credit, award: award!.id }
}

test('an adjustment that takes from a member names the entry it corrects', async () => {
  const { member, credit } = await earner(1_000n)
  expect(await correct(member, '1.00')).toMatchObject({
    status: 422,
    code: 'corrected_entry_is_required',
    details: { fields: [{ field: 'corrects' }] },
  })
  expect(
    await corrected(member, '1.00', { adjustment: 'goodwill', from: { kind: 'revenue' }, corrects: credit }),
  ).toBe('adjustment_is_not_possible')
  const before = await available(right)
  expect(await corrected(member, '10.00', { corrects: credit })).toBeUndefined()
  expect(await available(right)).toBe(before + 1_000n)
})

test('never an award, an unknown entry, or one that gave somebody else something', async () => {
  const { member, award } = await earner(1_000n)
  const stranger = await earner(1_000n)
  for (const corrects of [award, newId(app.clock.now()), stranger.credit]) {
    expect(await corrected(member, '0.10', { corrects })).toBe('entry_cannot_be_corrected')
    expect(
      await corrected(member, '0.10', { corrects, adjustment: 'credited_in_error', to: { kind: 'cash' } }),
    ).toBe('entry_cannot_be_corrected')
  }
})

test('all corrections of an entry together take no more than it gave, also when proposed at once', async () => {
  const { member, credit } = await earner(1_000n)
  expect(await corrected(member, '10.01', { corrects: credit })).toBe('correction_exceeds_what_was_given')
  const proposed = await Promise.all(
    Array.from({ length: 4 }, () => correct(member, '4.00', { corrects: credit })),
  )
  const approved = await Promise.all(
    proposed.map((one) => approveProposal(app, answered(one).proposal_id, second)),
  )
  expect(approved.map(({ status, code }) => (status === 200 ? 'done' : code)).toSorted()).toEqual([
    'done',
    'done',
    'proposal_could_not_be_executed',
    'proposal_could_not_be_executed',
  ])
  expect(await corrected(member, '2.01', { corrects: credit })).toBe('correction_exceeds_what_was_given')
  expect(await corrected(member, '2.00', { corrects: credit })).toBeUndefined()
  expect(await corrected(member, '0.01', { corrects: credit })).toBe('correction_exceeds_what_was_given')
})

test('awards count as spent last: what the member no longer has beyond them is the platform’s loss', async () => {
  const { member, credit } = await earner(1_000n)
  const awarded = (await available(member)) - 1_000n
  expect(awarded > 0n).toBe(true)
  await app.database.transaction(async (tx) => {
    const campaign = await unpaidCampaign(tx, member, { visits: 16 })
    await payCampaign(tx, { member_id: member._id, campaign_id: campaign.id })
  })
  const have = await available(member)
  const before = { right: await available(right), loss: await lossOf() }
  expect(await corrected(member, '10.00', { corrects: credit })).toBeUndefined()
  // The right one has all of it, the member every award, and the rest is lost.
  expect(await available(right)).toBe(before.right + 1_000n)
  const left = await available(member)
  expect(left).toBe(awarded)
  expect((await lossOf()) - before.loss).toBe(1_000n - (have - left))
  const [row] = await app.database.asSchemaOwner<{ taken_minor: bigint; loss_minor: bigint }>(
    'select taken_minor, loss_minor from correction where corrects = $1',
    [credit],
  )
  expect(row).toEqual({ taken_minor: have - left, loss_minor: 1_000n - (have - left) })
})

test('money held by a withdrawal is not taken; what is available beyond the awards is', async () => {
  const member = await payable(app, 'the withdrawing', 5_000n)
  const credit = await creditOf(app.database, member._id)
  answered(await withdraw(app, member, '40.00'))
  const before = await lossOf()
  expect(
    await corrected(member, '50.00', {
      corrects: credit,
      adjustment: 'credited_in_error',
      to: { kind: 'cash' },
    }),
  ).toBeUndefined()
  expect(await available(member)).toBe(0n)
  expect((await lossOf()) - before).toBe(4_000n)
})

test('what a campaign returns after a correction pays its loss first: nobody has the credit twice', async () => {
  const member = await app.member('tied up')
  await deposit(app.database, member._id, 2_000n)
  const credit = await creditOf(app.database, member._id)
  const { id: campaign_id } = await app.database.transaction(async (tx) => {
    const campaign = await unpaidCampaign(tx, member, { visits: 16 })
    return await payCampaign(tx, { member_id: member._id, campaign_id: campaign.id })
  })
  const left = await available(member)
  const before = { right: await available(right), loss: await lossOf() }
  const proposed = answered(await correct(member, '20.00', { corrects: credit }))
  const shown = { as: second, params: { proposal_id: proposed.proposal_id } }
  const { content } = answered(await app.call(approvalCalls.detail, shown))
  expect(content).toMatchObject({ amount: '20.00', loss: formatMoney(2_000n - left) })
  answered(await approveProposal(app, proposed.proposal_id, second))
  expect(await lossOf()).toBe(before.loss + 2_000n - left)
  answered(await app.call(campaignCalls.cancel, { token: member.token, params: { campaign_id } }))
  expect([await available(member), await available(right), await lossOf()]).toEqual([
    0n,
    before.right + 2_000n,
    before.loss,
  ])
  const { list } = answered(await app.call(documentCalls.statements, { token: member.token, query: {} }))
  expect(list[0]).toMatchObject({ type: 'credit_reversed', amount: formatMoney(left - 2_000n) })
  // A later deposit is nobody's but theirs, and what it pays comes back whole.
  await deposit(app.database, member._id, 1_000n)
  const later = await app.database.transaction(async (tx) => {
    const campaign = await unpaidCampaign(tx, member, { visits: 16 })
    return await payCampaign(tx, { member_id: member._id, campaign_id: campaign.id })
  })
  answered(await app.call(campaignCalls.cancel, { token: member.token, params: { campaign_id: later.id } }))
  expect(await available(member)).toBe(1_000n)
})

test('a correction that would lose more than was shown, or more than own money has, is refused', async () => {
  const member = await app.member('spends meanwhile')
  await deposit(app.database, member._id, 30_000n)
  const credit = await creditOf(app.database, member._id)
  const proposed = answered(await correct(member, '300.00', { corrects: credit }))
  await app.database.transaction(async (tx) => {
    const campaign = await unpaidCampaign(tx, member, { visits: 16 })
    await payCampaign(tx, { member_id: member._id, campaign_id: campaign.id })
  })
  expect(await approveProposal(app, proposed.proposal_id, second)).toMatchObject({
    status: 409,
    code: 'proposal_could_not_be_executed',
    details: { code: 'what_it_does_has_changed' },
  })
  await app.database.transaction(async (tx) => {
    const campaign = await unpaidCampaign(tx, member, { visits: 500 })
    await payCampaign(tx, { member_id: member._id, campaign_id: campaign.id })
  })
  expect(await corrected(member, '300.00', { corrects: credit })).toBe('own_money_does_not_suffice')
})

test('a loss begins whole and only becomes less, in the database too', async () => {
  const raise = 'update credit_loss set left_minor = lost_minor where left_minor < lost_minor'
  await expect(app.database.query({ text: raise })).rejects.toThrow(/only becomes less/)
  await expect(app.database.query({ text: 'update credit_loss set lost_minor = 1' })).rejects.toThrow(
    /permission denied/,
  )
  await expect(app.database.query({ text: 'delete from credit_loss' })).rejects.toThrow(/permission denied/)
})

test('the database refuses what the program would not: an award, or more than was given', async () => {
  const { member, credit, award } = await earner(1_000n)
  const entry = newId(app.clock.now())
  const insert = (corrects: string, taken: number) =>
    app.database.query({
      text: 'insert into correction (entry_id, corrects, member_id, taken_minor, loss_minor) values ($1, $2, $3, $4, 0)',
      values: [entry, corrects, member._id, taken],
    })
  await expect(insert(award, 1)).rejects.toThrow(/takes more than the entry/)
  await expect(insert(credit, 1_001)).rejects.toThrow(/takes more than the entry/)
  await expect(app.database.query({ text: 'update correction set taken_minor = 1' })).rejects.toThrow(
    /permission denied/,
  )
  await expect(app.database.query({ text: 'delete from correction' })).rejects.toThrow(/permission denied/)
})
