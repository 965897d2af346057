// Orders in review and objections in the back office: lists, decisions, each refusal.
import {
  adminObjectionCalls as objections,
  adminOrderCalls as calls,
} from '@fairturn/contract/backoffice/reviews'
import { newId } from '@fairturn/contract/ids'
import { orderCalls, type Product } from '@fairturn/contract/orders'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import {
  putInReview,
  answered,
  expectLedgerCorrect,
  claim,
  distribute,
  placeCampaign,
  visit,
  work,
} from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let placer: TestMember
let carrier: TestMember
let one: TestOperator
let two: TestOperator
beforeEach(async () => {
  app = await startApp()
  placer = await app.member('the placer')
  carrier = await app.member('the carrier')
  one = await staff(app, 'support')
  two = await staff(app, 'support')
})
afterEach(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

/** An order of three verified visits that waits for an operator, due in this many hours. */
async function inReview(hours = 72, member = carrier): Promise<Product> {
  await placeCampaign(app, placer, { visits: 100, order_visits: 30 })
  const order = await distribute(app, member)
  for (let i = 0; i < 3; i++) await visit(app, order)
  await work(app)
  await putInReview(app, order, hours)
  return order
}
const queue = async () => answered(await app.call(calls.reviews, { as: one, query: {} })).list
const review = async (order: Product) =>
  answered(await app.call(calls.review, { as: one, params: { order_id: order._id } }))
type Verdict = { verdict: 'pay' | 'refuse'; visit_ids?: string[]; reason?: string }
const decide = (order: { _id: string }, body: Verdict, as = one) =>
  app.call(calls.decide, { as, params: { order_id: order._id }, body })
const why = 'One hand pressed them all.'
const events = async () =>
  answered(await app.call(personalDataCalls.acts, { token: carrier.token, query: {} })).list.map(
    ({ action, reason }) => [action, reason],
  )

/** One visit of three refused by the first operator, and objected to. */
async function objected() {
  const order = await inReview()
  const visit_id = (await review(order)).list[0]!._id
  answered(await decide(order, { verdict: 'refuse', visit_ids: [visit_id], reason: why }))
  const made = { token: carrier.token, params: { order_id: order._id }, body: { note: 'They are three.' } }
  answered(await app.call(orderCalls.object, made))
  const [objection] = answered(await app.call(objections.list, { as: two, query: {} })).list
  return { order, visit_id, objection: objection! }
}
const decideObjection = (
  objection_id: string,
  body: { upheld: 'all' | 'none' | string[]; reason?: string },
  as = two,
) => app.call(objections.decide, { as, params: { objection_id }, body })

test('orders in review are listed by due date, with their visits and the amount to pay', async () => {
  const late = await inReview(72)
  const soon = await inReview(1, await app.member('another carrier'))
  expect((await queue()).map(({ _id }) => _id)).toEqual([soon._id, late._id])
  const due_by = new Date(app.clock.now().getTime() + HOUR_MS).toISOString()
  expect((await queue())[0]).toMatchObject({ due_by, overdue: false, verified: 3, award: '1.22' })
  const shown = await review(late)
  expect(shown).toMatchObject({
    carrier: { _id: carrier._id, username: 'the carrier' },
    campaign: { brand: 'Nhà Gốm' },
    target: 30,
    counts: [{ verdict: 'verified', count: 3 }],
    reasons: [{ reason: 'few_addresses', found: 3, among: 3 }],
    waiting_with_it: 0,
  })
  expect(shown.list.map(({ verdict, network, device }) => [verdict, network, device])).toEqual([
    ['verified', 1, 1],
    ['verified', 2, 2],
    ['verified', 3, 3],
  ])
})

test('a review is decided once, with a reason for what is refused, which the carrier sees', async () => {
  const order = await inReview()
  const [, kept] = (await review(order)).list
  expect(await decide(order, { verdict: 'refuse' })).toMatchObject({
    status: 422,
    code: 'reason_is_required',
  })
  const foreign = { verdict: 'refuse', visit_ids: [carrier._id], reason: why } as const
  expect(await decide(order, { ...foreign, visit_ids: [carrier._id] })).toMatchObject({
    status: 422,
    code: 'visit_is_not_in_question',
  })
  expect(await decide(order, { verdict: 'pay', visit_ids: [kept!._id] })).toMatchObject({ status: 422 })
  const refused = await decide(order, { verdict: 'refuse', visit_ids: [kept!._id], reason: why })
  expect(answered(refused)).toEqual({ status: 'success', verified: 2 })
  expect(await decide(order, { verdict: 'pay' })).toMatchObject({
    status: 409,
    code: 'order_is_not_in_review',
  })
  const params = { order_id: order._id }
  expect(await app.call(calls.review, { as: one, params })).toMatchObject({
    status: 409,
    code: 'order_is_not_in_review',
  })
  const nobodys = { _id: newId(app.clock.now()) }
  expect(await decide(nobodys, { verdict: 'pay' })).toMatchObject({ status: 404, code: 'order_is_unknown' })
  expect(await queue()).toEqual([])
  expect(await events()).toEqual([['order_reviewed', why]])
})

test('an order that an operator pays is claimed with its whole award', async () => {
  const order = await inReview()
  answered(await decide(order, { verdict: 'pay' }))
  expect(answered(await claim(app, carrier, order._id)).award).toBe('1.22')
})

test('an objection is decided by another operator than the first, once, and pays what it upholds', async () => {
  const { order, visit_id, objection } = await objected()
  expect(objection).toMatchObject({
    order_id: order._id,
    note: 'They are three.',
    visits: 1,
    review_reason: why,
    overdue: false,
    may_decide: true,
  })
  const params = { objection_id: objection._id }
  const seen = answered(await app.call(objections.detail, { as: one, params }))
  expect(seen.list).toMatchObject([
    {
      _id: visit_id,
      network: 1,
      address: 1,
      device: 1,
      read_ms: expect.any(Number),
      reason: 'review',
      upheld: null,
    },
  ])
  expect(seen.may_decide).toBe(false)
  expect(await decideObjection(objection._id, { upheld: 'all' }, one)).toMatchObject({
    status: 403,
    code: 'another_operator_must_decide',
  })
  expect(await decideObjection(objection._id, { upheld: 'none' })).toMatchObject({
    code: 'reason_is_required',
  })
  expect(await decideObjection(objection._id, { upheld: [carrier._id] })).toMatchObject({
    code: 'visit_is_not_in_question',
  })
  expect(answered(await decideObjection(objection._id, { upheld: [visit_id] }))).toMatchObject({ upheld: 1 })
  expect(await decideObjection(objection._id, { upheld: 'all' })).toMatchObject({
    status: 409,
    code: 'objection_is_decided',
  })
  expect(answered(await claim(app, carrier, order._id)).award).toBe('1.22')
  expect(answered(await app.call(objections.list, { as: two, query: {} })).list).toEqual([])
  const decided = answered(await app.call(objections.list, { as: two, query: { state: 'decided' } })).list
  expect(decided).toMatchObject([{ _id: objection._id, upheld: 1, by_silence: false, may_decide: false }])
  expect(new Set((await events()).map(([action]) => action))).toEqual(
    new Set(['objection_decided', 'order_reviewed']),
  )
})

test('who refused the visits does not approve the reason that decides the objection either', async () => {
  const { objection } = await objected()
  const refused = await decideObjection(objection._id, { upheld: 'none', reason: 'Write to help@evil.io' })
  expect(refused.code).toBe('this_text_takes_two_people')
  const { proposal_id } = refused.details as { proposal_id: string }
  expect(await approveProposal(app, proposal_id, one)).toMatchObject({
    code: 'nobody_decides_about_themselves',
  })
  answered(await approveProposal(app, proposal_id, await staff(app, 'support')))
  const { list } = answered(await app.call(objections.list, { as: two, query: { state: 'decided' } }))
  expect(list).toMatchObject([{ _id: objection._id, upheld: 0 }])
})

test('an unknown objection is refused as unknown', async () => {
  const objection_id = newId(app.clock.now())
  expect(await decideObjection(objection_id, { upheld: 'all' })).toMatchObject({
    status: 404,
    code: 'objection_is_unknown',
  })
  expect(await app.call(objections.detail, { as: one, params: { objection_id } })).toMatchObject({
    status: 404,
    code: 'objection_is_unknown',
  })
})

const fileOf = async (path: string, as = one) => {
  const { body } = await app.fastify.inject({ url: `/api/backoffice/${path}`, headers: as.headers })
  return body.trim().split('\r\n')
}

test('the queue of orders is counted, sorted, filtered and exported', async () => {
  const late = await inReview(72)
  const soon = await inReview(-1, await app.member('another carrier'))
  const { orders } = answered(await app.call(calls.queues, { as: one }))
  const [first] = answered(await app.call(calls.reviews, { as: one, query: {} })).list
  const two = { waiting: 2, overdue: 1, due_by: first!.due_by }
  expect(orders).toEqual({ ...two, own: two })
  const ids = async (query: { sort?: 'due_by.desc' | 'visits.asc'; brand?: string; member_id?: string }) =>
    answered(await app.call(calls.reviews, { as: one, query })).list.map(({ _id }) => _id)
  expect(await ids({ sort: 'due_by.desc' })).toEqual([late._id, soon._id])
  expect(await ids({ brand: 'gốm', member_id: carrier._id })).toEqual([late._id])
  expect(await ids({ brand: '_' })).toEqual([])
  const [columns, ...lines] = await fileOf('orders/reviews.csv?sort=due_by.desc')
  expect(columns).toContain('order_id,since,due_by,overdue')
  expect(lines.map((line) => line.slice(0, 36))).toEqual([late._id, soon._id])
})

test('objections are counted, sorted, filtered and exported, with formulas in notes escaped', async () => {
  const { objection } = await objected()
  await app.database.asSchemaOwner(`update objection set note = '=1+1' where id = $1`, [objection._id])
  const queues = answered(await app.call(calls.queues, { as: one }))
  const [open] = answered(await app.call(objections.list, { as: one, query: { state: 'open' } })).list
  const own = { waiting: 0, overdue: 0, due_by: null } // decided by the same operator before
  expect(queues.objections).toEqual({ waiting: 1, overdue: 0, due_by: open!.due_by, own })
  const ids = async (query: { sort?: 'most.desc'; brand?: string; state?: 'decided' }) =>
    answered(await app.call(objections.list, { as: one, query })).list.map(({ _id }) => _id)
  expect(await ids({ sort: 'most.desc', brand: 'nhà' })).toEqual([objection._id])
  expect(await ids({ brand: 'no such' })).toEqual([])
  expect(await ids({ state: 'decided' })).toEqual([])
  const [, line, ...others] = await fileOf('objections.csv')
  expect(line).toContain(`"'=1+1"`)
  expect(others).toEqual([])
  expect(await fileOf('objections.csv?state=decided')).toHaveLength(1)
})
