// Rings in the back office: who is linked with whom, what they did, and one decision on their open reviews.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adminOrderCalls, type LinkKind } from '@fairturn/contract/backoffice/reviews'
import { MAX_RING_MEMBERS, ringCalls } from '@fairturn/contract/backoffice/rings'
import { newId } from '@fairturn/contract/ids'
import type { Product } from '@fairturn/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  carry,
  claim,
  distribute,
  expectLedgerCorrect,
  getOrder,
  newAddress,
  placeCampaign,
  putInReview,
  visit,
  work,
} from '../../test/carrying.ts'
import { BANK, saveBank } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { changeSetting } from '../content/settings.ts'
import { linkMembers } from '../members/members.ts'
import { declaredStatements } from '../platform/database/statement.ts'
import { maintainVisits } from '../tracking/tracking.ts'

const DAY_MS = 86_400_000

let app: TestApp
let placer: TestMember
let made = 0
beforeAll(async () => {
  app = await startApp({ rules: 'default' })
  await app.database.transaction(async (tx) => {
    await changeSetting(tx, 'highest_price_page', '1000.00')
    await changeSetting(tx, 'unseen_limit', '1000.00')
  })
  placer = await app.member('the placer')
})
afterAll(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

const newCarrier = () => app.member(`carrier ${(made += 1)}`)
const link = (one: TestMember, other: { _id: string }, kind: LinkKind = 'device') =>
  linkMembers(app.database, one._id, [{ member_id: other._id, kind }], app.clock.now())

/** An order of two verified visits, from these addresses, in review. */
async function inReview(carrier: TestMember, addresses = [newAddress(), newAddress()]): Promise<Product> {
  await placeCampaign(app, await app.signedIn(placer), { visits: 4, order_visits: 4 })
  const order = await distribute(app, await app.signedIn(carrier))
  for (const address of addresses) await visit(app, order, address)
  await work(app)
  await putInReview(app, order, 72)
  return order
}

const show = async (member: { _id: string }, as?: TestOperator) =>
  await app.call(ringCalls.show, {
    as: as ?? (await staff(app, 'support')),
    params: { member_id: member._id },
  })
const ringOf = async (member: { _id: string }) => answered(await show(member))

interface Decision {
  verdict: 'pay' | 'refuse'
  reason?: string
}
const decide = async (
  member: { _id: string },
  orders: readonly { _id: string }[],
  decision: Decision,
  as?: TestOperator,
) =>
  await app.call(ringCalls.decide, {
    as: as ?? (await staff(app, 'support')),
    params: { member_id: member._id },
    body: { order_ids: orders.map(({ _id }) => _id), ...decision },
  })
const why = 'One person opened all of them.'
const statusOf = async (carrier: TestMember, order: Product) => {
  const { status, in_review } = answered(await getOrder(app, await app.signedIn(carrier), order._id))
  return in_review ? 'in review' : status
}

/** Everything in an answer that is a text. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

test('shows who is linked with a member, by which facts, and what each has done, masked', async () => {
  const [one, two, three] = [await newCarrier(), await newCarrier(), await newCarrier()]
  const first_at = app.clock.now().toISOString()
  await link(two, three, 'address')
  app.clock.advance(DAY_MS)
  await link(three, two, 'address')
  const last_at = app.clock.now().toISOString()
  await placeCampaign(app, await app.signedIn(placer), { visits: 2, order_visits: 2 })
  const done = await carry(app, await app.signedIn(two))
  answered(await claim(app, await app.signedIn(two), done._id))
  const address = newAddress()
  const waits = await inReview(three, [address, newAddress()])

  for (const member of [await app.signedIn(one), await app.signedIn(two)]) {
    await app.confirm(member)
    answered(await saveBank(app, member))
  }

  const { members, links, orders, cut } = await ringOf(one)
  expect(members.map(({ _id, username, steps }) => [_id, username, steps])).toEqual([
    [one._id, one.username, 0],
    [two._id, two.username, 1],
    [three._id, three.username, 2],
  ])
  expect(members[1]).toMatchObject({
    orders: 1,
    awards: 1,
    unseen: '0.82',
    seen: '0.00',
    lock: null,
    level_id: expect.any(String),
  })
  const account = BANK.account_number.replaceAll(' ', '')
  expect(members[1]!.payout_account).toMatch(new RegExp(`•••• ${account.slice(-4)}$`))
  expect(members[2]!.payout_account).toBeNull()
  expect(links).toHaveLength(2)
  expect(links[1]).toEqual({
    member_ids: [two._id, three._id].toSorted(),
    kind: 'address',
    first_at,
    last_at,
  })
  expect(links[0]).toMatchObject({ member_ids: [one._id, two._id].toSorted(), kind: 'payout_account' })
  expect(orders.map(({ _id }) => _id)).toEqual([waits._id, done._id])
  expect(orders[0]).toMatchObject({
    member_id: three._id,
    status: 'distributing',
    verified: 2,
    addresses: { largest: 1, among: 2 },
    networks: { largest: 1, among: 2 },
    review: { outcome: null, with_order: null, reasons: [{ reason: 'few_addresses' }] },
  })
  expect(orders[1]).toMatchObject({ status: 'done', award: '0.82', verified: 2, review: null })
  expect(cut).toEqual({ members: false, steps: false, links: false, orders: false, reviews: false })

  // No hash, no address, no account, no phone.
  const texts = textsIn(await ringOf(one))
  expect(texts.filter((text) => /^[0-9a-f]{16,}$/.test(text))).toEqual([])
  expect(texts.filter((text) => text.includes(account) || text.includes(address))).toEqual([])
  const phones = await app.database.asSchemaOwner<{ phone: string }>(
    'select phone from member where id = $1',
    [one._id],
  )
  expect(texts.filter((text) => text.includes(phones[0]!.phone))).toEqual([])
})

test('leaves no line of a look', async () => {
  const [one, two] = [await newCarrier(), await newCarrier()]
  await link(one, two)
  await ringOf(one)
  expect(
    await app.database.asSchemaOwner('select from audit_event where member_id = any ($1)', [
      [one._id, two._id],
    ]),
  ).toEqual([])
})

test('is seen from each of its members, and ends after three links and after 90 days', async () => {
  const chain = [await newCarrier()]
  for (let i = 1; i < 5; i += 1) {
    const next = await newCarrier()
    await link(chain.at(-1)!, next)
    chain.push(next)
  }
  const from = async (member: TestMember) => {
    const { members, cut } = await ringOf(member)
    return [members.length, cut.steps]
  }
  expect(await from(chain[0]!)).toEqual([4, true])
  expect(await from(chain[1]!)).toEqual([5, false])
  expect(await from(chain[2]!)).toEqual([5, false])
  app.clock.advance(90 * DAY_MS)
  expect(await from(chain[2]!)).toEqual([1, false])
  expect((await ringOf(chain[2]!)).links).toEqual([])
})

test(`shows ${MAX_RING_MEMBERS} members, those linked last, and says that there are more`, async () => {
  const middle = await newCarrier()
  const others: { _id: string }[] = []
  for (let i = 1; i < MAX_RING_MEMBERS; i += 1) others.push({ _id: (await newCarrier())._id })
  const oldest = await newCarrier()
  for (const other of others) await link(middle, other)
  const whole = await ringOf(middle)
  expect([whole.members.length, whole.cut.members]).toEqual([MAX_RING_MEMBERS, false])
  const since = new Date(app.clock.now().getTime() - DAY_MS)
  await linkMembers(app.database, middle._id, [{ member_id: oldest._id, kind: 'device' }], since)
  const cut = await ringOf(middle)
  expect([cut.members.length, cut.cut.members]).toEqual([MAX_RING_MEMBERS, true])
  expect(cut.members.map(({ _id }) => _id)).not.toContain(oldest._id)
})

test('has no shares of addresses and networks once the facts are deleted', async () => {
  const one = await newCarrier()
  const order = await inReview(one, [newAddress(), newAddress()])
  const shares = async () => {
    const { addresses, networks } = (await ringOf(one)).orders.find(({ _id }) => _id === order._id)!
    return [addresses, networks]
  }
  expect(await shares()).toEqual([
    { largest: 1, among: 2 },
    { largest: 1, among: 2 },
  ])
  app.clock.advance(41 * DAY_MS)
  await maintainVisits(app.database)
  expect(await shares()).toEqual([null, null])
})

test('of which an unknown member is refused', async () => {
  expect(await show({ _id: newId(app.clock.now()) })).toMatchObject({ code: 'member_is_unknown' })
  const nobody = { _id: newId(app.clock.now()) }
  expect(await decide(nobody, [nobody], { verdict: 'pay' })).toMatchObject({ code: 'member_is_unknown' })
})

test('is decided at once for the named orders; one that came meanwhile waits; again changes nothing', async () => {
  const [one, two] = [await newCarrier(), await newCarrier()]
  await link(one, two)
  const orders = [await inReview(one), await inReview(two), await inReview(two)]
  const seen = (await ringOf(one)).orders.filter(({ review }) => review?.outcome === null)
  expect(seen.map(({ _id }) => _id).toSorted()).toEqual(orders.map(({ _id }) => _id).toSorted())
  const meanwhile = await inReview(two)
  const answer = answered(await decide(one, seen, { verdict: 'pay' }))
  expect(answer.decided).toBe(3)
  expect(answer.list.map(({ order_id }) => order_id)).toEqual(orders.map(({ _id }) => _id).toSorted())
  for (const each of answer.list)
    expect(each).toMatchObject({ status: 'success', verified: 2, not_decided: null })
  expect(await statusOf(one, orders[0]!)).toBe('success')
  expect(await statusOf(two, orders[1]!)).toBe('success')
  expect(await statusOf(two, meanwhile)).toBe('in review')
  const again = answered(await decide(one, seen, { verdict: 'pay' }))
  expect(again.decided).toBe(0)
  expect(again.list.map(({ not_decided }) => not_decided)).toEqual(seen.map(() => 'order_is_not_in_review'))
  const after = await ringOf(two)
  expect(after.orders.find(({ _id }) => _id === orders[0]!._id)!.review).toMatchObject({ outcome: 'paid' })
  expect(after.members[0]).toMatchObject({ _id: two._id, seen: '1.64' })
})

test('is refused with one reason that each carrier reads and may object to', async () => {
  const [one, two] = [await newCarrier(), await newCarrier()]
  await link(one, two)
  const orders = [await inReview(one), await inReview(two)]
  expect(await decide(two, orders, { verdict: 'refuse' })).toMatchObject({ code: 'reason_is_required' })
  expect(await statusOf(one, orders[0]!)).toBe('in review')
  expect(answered(await decide(two, orders, { verdict: 'refuse', reason: why }))).toMatchObject({
    decided: 2,
    list: [
      { status: 'expired', verified: 0 },
      { status: 'expired', verified: 0 },
    ],
  })
  for (const [i, carrier] of [one, two].entries()) {
    const shown = answered(await getOrder(app, await app.signedIn(carrier), orders[i]!._id))
    expect(shown).toMatchObject({ status: 'expired', review_reason: why })
  }
})

test('decides no order of another ring, and no unknown one, and says so of each', async () => {
  const [one, stranger] = [await newCarrier(), await newCarrier()]
  const [own, other] = [await inReview(one), await inReview(stranger)]
  const unknown = { _id: newId(app.clock.now()) }
  const { decided, list } = answered(await decide(one, [unknown, other, own, own], { verdict: 'pay' }))
  expect(decided).toBe(1)
  expect(Object.fromEntries(list.map(({ order_id, not_decided }) => [order_id, not_decided]))).toEqual({
    [own._id]: null,
    [other._id]: 'order_is_of_another_ring',
    [unknown._id]: 'order_is_unknown',
  })
  expect(await statusOf(stranger, other)).toBe('in review')
})

test('is decided by support and owners, and read by finance and auditors, too', async () => {
  const one = await newCarrier()
  const order = await inReview(one)
  for (const role of ['finance', 'auditor', 'content'] as const) {
    const as = await staff(app, role)
    const refusal = { status: 403, code: 'your_role_may_not_do_this' }
    expect(await decide(one, [order], { verdict: 'pay' }, as)).toMatchObject(refusal)
    expect(await show(one, as)).toMatchObject(role === 'content' ? refusal : { status: 200 })
  }
  expect(await statusOf(one, order)).toBe('in review')
  const owner = await staff(app, 'owner')
  expect(answered(await decide(one, [order], { verdict: 'pay' }, owner)).decided).toBe(1)
})

test('takes two people if the reason names somebody to turn to, for exactly the named orders', async () => {
  const one = await newCarrier()
  const order = await inReview(one)
  const reason = 'Write to me at helper@example.org about it.'
  const refused = await decide(one, [order], { verdict: 'refuse', reason })
  expect(refused).toMatchObject({ status: 409, code: 'this_text_takes_two_people' })
  expect(await statusOf(one, order)).toBe('in review')
  const meanwhile = await inReview(one)
  const second = await staff(app, 'support')
  const { list } = answered(await app.call(approvalCalls.list, { as: second, query: { status: 'open' } }))
  const { _id: proposal_id, content_hash } = answered(
    await app.call(approvalCalls.detail, { as: second, params: { proposal_id: list[0]!._id } }),
  )
  answered(
    await app.call(approvalCalls.approve, { as: second, params: { proposal_id }, body: { content_hash } }),
  )
  expect(await statusOf(one, order)).toBe('expired')
  expect(await statusOf(one, meanwhile)).toBe('in review')
})

test('of ten operators who decide a ring at once, each order is decided by one', async () => {
  const [one, two] = [await newCarrier(), await newCarrier()]
  await link(one, two)
  const orders = [await inReview(one), await inReview(two), await inReview(one), await inReview(two)]
  const operators: TestOperator[] = []
  for (let i = 0; i < 10; i += 1) operators.push(await staff(app, 'support'))
  const [single, ...answers] = await Promise.all([
    app.call(adminOrderCalls.decide, {
      as: operators[0]!,
      params: { order_id: orders[3]!._id },
      body: { verdict: 'pay' },
    }),
    ...operators.map((as, i) => decide(i % 2 === 0 ? one : two, orders, { verdict: 'pay' }, as)),
  ])
  const decided = answers.reduce((count, answer) => count + answered(answer).decided, 0)
  expect(decided + (single.status === 200 ? 1 : 0)).toBe(4)
  const events = await app.database.asSchemaOwner(
    `select from audit_event where action = 'order_reviewed' and member_id = any ($1)`,
    [[one._id, two._id]],
  )
  expect(events).toHaveLength(4)
})

test.each([
  'members_find_neighbours',
  'members_find_links',
  'rings_find_records',
  'rings_find_open_reviews',
  'rings_find_recent_orders',
  'rings_find_orders',
  'rings_lock_orders',
  'tracking_read_origins',
  'banking_payout_accounts',
])('%s reads by an index', async (name) => {
  const { text, names, params: types } = declaredStatements().get(name)!
  const values = names.map((param) =>
    types[param] === 'uuid[]' ? [newId(app.clock.now())] : types[param] === 'int4' ? 10 : app.clock.now(),
  )
  const plan = await app.database.transaction(async (tx) => {
    // In a table with a few rows a sequential scan is cheaper than any index.
    await tx.query({ text: 'set local enable_seqscan = off' })
    const found = await tx.query({ text: `explain ${text}`, values })
    return found.rows.map((row) => Object.values(row)[0]).join('\n')
  })
  expect(plan).toMatch(/Index/)
  expect(plan).not.toMatch(/Seq Scan/)
})
