import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
// The level table in the back office: changed as a whole, versioned, refused if a promise would break, and never to
// the disadvantage of a level's holder.
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { type LevelOfTable, adminLevelCalls as calls } from '@fairturn/contract/backoffice/levels'
import { may } from '@fairturn/contract/backoffice/roles'
import { adminSettingCalls } from '@fairturn/contract/backoffice/settings'
import { newId } from '@fairturn/contract/ids'
import { levelCalls } from '@fairturn/contract/levels'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposal, approveProposed, expectToWaitFor } from '../../test/approvals.ts'
import { deposit } from '../../test/campaigns.ts'
import { answered } from '../../test/carrying.ts'
import { claimBonuses } from '../../test/levels.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { findOpenPurchase } from './levels.ts'

let app: TestApp
let owner: TestOperator
let other: TestOperator
let second: TestOperator
let now: LevelOfTable[]
let version: number
let first: LevelOfTable[]
beforeAll(async () => {
  app = await startApp()
  owner = await staff(app, 'owner')
  other = await staff(app, 'owner')
  second = await staff(app, 'owner')
  first = await load()
})
afterAll(() => app.close())
beforeEach(async () => {
  now = await load()
})

async function load(): Promise<LevelOfTable[]> {
  const data = answered(await app.call(calls.table, { as: owner }))
  version = data.version
  return data.levels.map(
    ({ _id, name, joining_fee, bonus_ads, max_bonus, number_ads, orders_to_earn, earn_quality }) => ({
      _id,
      name,
      joining_fee,
      bonus_ads,
      max_bonus,
      number_ads,
      orders_to_earn,
      earn_quality,
    }),
  )
}
const propose = (levels: LevelOfTable[], { as = owner, expected = version } = {}) => {
  app.clock.advance(1000)
  return app.call(calls.change, { as, body: { levels, reason: 'We agreed on it.', expected } })
}
/** Proposes and approves by two operators; returns either's refusal. */
const save = async (levels: LevelOfTable[], more: { expected?: number } = {}) =>
  await approveProposed(app, await propose(levels, more), second)
const proposed = async (levels: LevelOfTable[]) => answered(await propose(levels)).proposal_id!
const detail = async (proposal_id: string) =>
  answered(await app.call(approvalCalls.detail, { as: second, params: { proposal_id } }))
const preview = (levels: LevelOfTable[]) => app.call(calls.preview, { as: owner, body: { levels } })
const proposeRestoring = (number: number) =>
  app.call(calls.restore, {
    as: owner,
    body: { number, reason: 'It was better. It is written down.', expected: version },
  })
const restore = async (number: number) => await approveProposed(app, await proposeRestoring(number), second)
/** The table with changes in the row at this index. */
const edited = (at: number, change: Partial<LevelOfTable>) => now.with(at, { ...now[at]!, ...change })
const fifth = (): LevelOfTable => ({
  ...now.at(-1)!,
  _id: null,
  name: 'Level 5',
  joining_fee: '300.00',
  orders_to_earn: 900,
})
async function buyer(name: string, level: number) {
  const member = await app.member(name)
  await app.database.transaction((tx) => deposit(tx, member._id, 100_000n))
  const body = { user_id: member._id, level_id: now[level]!._id! }
  answered(await app.call(levelCalls.upgrade, { token: member.token, body }))
  return member
}

test('a level’s fee and benefits are changed by two operators: proposed with before and after, and stored with both names', async () => {
  expect(version).toBe(0)
  const proposed = edited(1, { joining_fee: '25.00', max_bonus: 7 })
  const answer = answered(await propose(proposed))
  expect(answer).toMatchObject({ version: null })
  expect(await load()).toEqual(first)
  expect(await detail(answer.proposal_id!)).toMatchObject({
    kind: 'level_table_change',
    status: 'open',
    content: { before: first, after: proposed, expected: 0 },
  })
  expect(await approveProposal(app, answer.proposal_id!, owner)).toMatchObject({
    code: 'another_operator_must_approve',
  })
  await expectToWaitFor(app, answer.proposal_id!, may.change_rules)
  expect(await load()).toEqual(first)
  answered(await approveProposal(app, answer.proposal_id!, second))
  expect(await approveProposal(app, answer.proposal_id!, other)).toMatchObject({
    code: 'proposal_is_decided',
  })
  expect(answered(await app.call(levelCalls.list))[1]).toMatchObject({ joining_fee: '25.00', max_bonus: 7 })
  const { list } = answered(await app.call(calls.history, { as: owner }))
  expect(list).toMatchObject([
    { number: 2, made_by: owner.username, approved_by: second.username, reason: 'We agreed on it.' },
    { number: 1, content: first, made_by: null },
  ])
  const events = answered(await app.call(auditCalls.acts, { as: owner, query: { action: 'levels_changed' } }))
  expect(events.list[0]!.actor).toBe(second.actor)
  expect(events.list[0]!.before!['2 Level 2']).toMatch(/^fee 20\.00, bonus 4–6 %/)
  expect(events.list[0]!.after!['2 Level 2']).toMatch(/^fee 25\.00, bonus 4–7 %/)
})

test('rows may be renamed and a level added, and an older table is restored completely', async () => {
  const [one, two, three, four] = now as [LevelOfTable, LevelOfTable, LevelOfTable, LevelOfTable]
  const swapped = [one, { ...two, name: three.name }, { ...three, name: two.name }, four, fifth()]
  answered(await save(swapped))
  expect((await load()).map(({ name }) => name)).toEqual([
    'Level 1',
    'Level 3',
    'Level 2',
    'Level 4',
    'Level 5',
  ])
  expect(await restore(99)).toMatchObject({ status: 404, code: 'version_is_unknown' })
  const changed = await load()
  expect(answered(await proposeRestoring(1))).toMatchObject({ version: null })
  expect(await load()).toEqual(changed)
  answered(await restore(1))
  expect(await load()).toEqual(first)
  expect(await restore(1)).toMatchObject({ status: 409, code: 'nothing_would_change' })
})

test('rows may change places if each still gives at least what the one below gives', async () => {
  answered(await save(edited(2, { ...now[1]!, _id: now[2]!._id, name: 'Level 3' })))
  now = await load()
  answered(await save([now[0]!, now[2]!, now[1]!, now[3]!]))
  expect((await load()).map(({ name }) => name)).toEqual(['Level 1', 'Level 3', 'Level 2', 'Level 4'])
  answered(await restore(1))
})

test('a table that promises more than the service fee funds is refused with the failing sum, when saved or previewed', async () => {
  const refused = {
    status: 409,
    code: 'bonus_and_discount_exceed_the_service_fee',
    details: { bonus_bp: 1701, discount_bp: 800, sumBp: 2501, service_fee_bp: 2500 },
  }
  expect(await save(edited(3, { max_bonus: 17.01 }))).toMatchObject(refused)
  expect(await preview(edited(3, { max_bonus: 17.01 }))).toMatchObject(refused)
  expect(answered(await preview(edited(3, { max_bonus: 17 }))).promised).toEqual({
    highest_bonus: 17,
    highest_discount: 8,
    sum: 25,
    service_fee: 25,
  })
  expect(await load()).toEqual(now)
})

test('a lower service fee and higher levels that each fit alone are never both executed', async () => {
  const settings = answered(await app.call(adminSettingCalls.all, { as: owner }))
  const { proposal_id } = answered(
    await app.call(adminSettingCalls.change, {
      as: other,
      params: { name: 'service_fee' },
      body: {
        value: 20,
        reason: 'Cheaper. It is written down.',
        expected: settings.versions['service_fee']!,
      },
    }),
  )
  const higher = await proposed(edited(3, { max_bonus: 17 }))
  const answers = await Promise.all([
    approveProposal(app, proposal_id!, second),
    approveProposal(app, higher, second),
  ])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({
    code: 'proposal_could_not_be_executed',
    details: { code: 'bonus_and_discount_exceed_the_service_fee' },
  })
  now = await load()
  if (now[3]!.max_bonus === 17) answered(await restore(1))
})

test.each<[string, number, Partial<LevelOfTable>, string]>([
  ['promise 1: a level that can only be bought', 3, { orders_to_earn: null }, 'level_can_only_be_bought'],
  [
    'promise 1: a level that nobody could realistically earn',
    3,
    { orders_to_earn: 2001 },
    'level_can_only_be_bought',
  ],
  [
    'promise 1: a record without a single refused visit',
    3,
    { earn_quality: 95.01 },
    'level_can_only_be_bought',
  ],
  ['a first level with a fee', 0, { joining_fee: '1.00' }, 'first_level_must_stay'],
  ['a first level with conditions', 0, { orders_to_earn: 3 }, 'first_level_must_stay'],
  ['a lower bonus than the level below', 2, { bonus_ads: 3 }, 'level_gives_less_than_the_one_below'],
  [
    'a lower maximum bonus than the level below',
    2,
    { max_bonus: null, bonus_ads: 5 },
    'level_gives_less_than_the_one_below',
  ],
  ['fewer turns than the level below', 2, { number_ads: 5 }, 'level_gives_less_than_the_one_below'],
  ['a lower fee than the level below', 2, { joining_fee: '19.99' }, 'level_gives_less_than_the_one_below'],
  [
    'a lower threshold than the level below',
    2,
    { orders_to_earn: 39 },
    'level_gives_less_than_the_one_below',
  ],
  ['a duplicate name', 2, { name: 'Level 2' }, 'level_name_is_taken'],
  ['a range that ends where it starts', 2, { max_bonus: 6 }, 'field_is_invalid'],
  ['no turns', 2, { number_ads: 0 }, 'field_is_invalid'],
  ['no amount', 2, { joining_fee: '60' }, 'amount_is_invalid'],
])('%s is refused', async (_, at, change, code) => {
  expect(await save(edited(at, change))).toMatchObject({ status: 422, code })
  expect(await load()).toEqual(now)
})

test('the first level stays first, and every row is known, once', async () => {
  expect(await save(now.slice(1))).toMatchObject({ code: 'first_level_must_stay' })
  expect(await save(edited(2, { _id: newId(new Date()) }))).toMatchObject({
    status: 404,
    code: 'level_is_unknown',
  })
  expect(await save([...now, { ...fifth(), _id: now[3]!._id }])).toMatchObject({ code: 'field_is_invalid' })
  expect(await save(now)).toMatchObject({ status: 409, code: 'nothing_would_change' })
})

test('a level that nobody has had can be removed, one that anybody has or had cannot', async () => {
  answered(await save([...now, fifth()]))
  now = await load()
  const member = await buyer('who buys the fifth', 4)
  expect(await save(now.slice(0, 4))).toMatchObject({
    status: 409,
    code: 'level_is_in_use',
    details: { levels: ['Level 5'] },
  })
  const purchase = await findOpenPurchase(app.database, member._id)
  const body = { user_id: member._id, purchase_id: purchase!.id }
  answered(await app.call(levelCalls.refund, { token: member.token, body }))
  expect(await preview(now.slice(0, 4))).toMatchObject({ code: 'level_is_in_use' })
  const sixth = { ...fifth(), name: 'Level 6', joining_fee: '400.00' }
  answered(await save([...now, sixth]))
  version += 1
  answered(await save(now))
})

test('a level bought since its removal was proposed stays, and so does the proposal', async () => {
  const without = [...now]
  answered(await save([...now, { ...fifth(), name: 'Level 7', joining_fee: '500.00' }]))
  now = await load()
  const removal = await proposed(without)
  await buyer('who buys what is to go', now.length - 1)
  expect(await approveProposal(app, removal, second)).toMatchObject({
    status: 409,
    code: 'proposal_could_not_be_executed',
    details: { code: 'level_is_in_use' },
  })
  expect(await load()).toEqual(now)
  expect(await detail(removal)).toMatchObject({ status: 'open', failure: { code: 'level_is_in_use' } })
})

test('of two tables one is proposed, also concurrently, and it is executed once', async () => {
  const both = await Promise.all(['21.00', '22.00'].map((joining_fee) => propose(edited(1, { joining_fee }))))
  const made = answered(both.find(({ status }) => status === 200)!).proposal_id!
  expect(both.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    code: 'this_is_proposed_already',
    details: { proposal: { _id: made, own: true } },
  })
  const answers = await Promise.all([approveProposal(app, made, second), approveProposal(app, made, other)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  await load()
  expect(await propose(edited(1, { joining_fee: '23.00' }), { expected: version - 1 })).toMatchObject({
    code: 'somebody_else_has_changed_this',
  })
})

test('the same change proposed again, also concurrently, is one proposal', async () => {
  const again = () => propose(edited(1, { number_ads: 9 }))
  const ids = (await Promise.all(Array.from({ length: 5 }, again))).map((each) => answered(each).proposal_id)
  expect(new Set(ids).size).toBe(1)
  const query = { status: 'open', kind: 'level_table_change' } as const
  const { list } = answered(await app.call(approvalCalls.list, { as: second, query }))
  expect(list.filter(({ content }) => content['expected'] === version)).toHaveLength(1)
  await app.call(approvalCalls.withdraw, { as: owner, params: { proposal_id: ids[0]! } })
})

test('the application role cannot store a table approved by one person', async () => {
  const alone = app.database.asSchemaOwner(
    `insert into version (kind, key, number, content, reason, operator_id, made_at)
     select kind, key, number + 1, content, 'Alone.', $1, made_at from version where kind = 'level'
     order by number desc limit 1`,
    [owner._id],
  )
  await expect(alone).rejects.toMatchObject({ constraint: 'version_takes_two' })
})

test('a preview shows for how many members a level would give less, and changes nothing', async () => {
  const before = answered(await app.call(calls.table, { as: owner })).levels[1]!
  await buyer('who bought the second', 1)
  const { levels } = answered(await preview(edited(1, { bonus_ads: 3, number_ads: 8 })))
  expect(levels[1]).toMatchObject({
    members: before.members + 1,
    bought: before.bought + 1,
    effects: ['gives_more', 'gives_less'],
  })
  expect(levels[0]!.effects).toEqual([])
  expect(await load()).toEqual(now)
})

test('promise 6: who paid for a level that now gives less has the whole fee back, or the fee less what it gave', async () => {
  const member = await buyer('who paid before', 2)
  answered(await save(edited(2, { bonus_ads: now[1]!.bonus_ads, max_bonus: now[1]!.max_bonus })))
  const paid = answered(await app.call(levelCalls.refundPreview, { token: member.token }))
  expect([paid.fee, paid.refundable]).toEqual([now[2]!.joining_fee, now[2]!.joining_fee])
})

test('promise 6: an order offered before the first level was lowered counts as it would have been without the purchase', async () => {
  const member = await buyer('who was offered before', 1)
  answered(await save(edited(0, { bonus_ads: 1 })))
  const claim = { member_id: member._id, reward_minor: 10_000n, quality_bp: 10_000, bonus_minor: 600n }
  await app.database.transaction((tx) => claimBonuses(tx, [claim]))
  const purchase = await findOpenPurchase(app.database, member._id)
  // 6 % were awarded; the first level gave 2 % when it was offered, and gives 1 % now.
  expect(purchase!.given_minor).toBe(400n)
})
