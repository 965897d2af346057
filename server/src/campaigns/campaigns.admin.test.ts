// Campaigns in the back office: the queue, decisions, and the placer's notices and money.
import {
  adminCampaignCalls as calls,
  adminOrderCalls,
  previewCalls,
} from '@fairturn/contract/backoffice/reviews'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { noticeCalls } from '@fairturn/contract/notices'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { deposit, wantedCampaign, availableOf } from '../../test/campaigns.ts'
import { answered, expectLedgerCorrect, work } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { createCampaign, payCampaign } from './campaigns.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let placer: TestMember
let content: TestOperator
beforeEach(async () => {
  app = await startApp()
  placer = await app.member('the placer')
  content = await staff(app, 'content')
})
afterEach(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

/** A paid campaign in review. */
const inReview = () =>
  app.database.transaction(async (tx) => {
    const { id, budget_minor, service_fee_minor } = await createCampaign(tx, wantedCampaign(tx, placer._id))
    await deposit(tx, placer._id, budget_minor + service_fee_minor)
    await payCampaign(tx, { member_id: placer._id, campaign_id: id })
    return { campaign_id: id, paid_minor: budget_minor + service_fee_minor }
  })
const at = (campaign_id: string) => ({ as: content, params: { campaign_id } })
const why = { body: { reason: 'The page deceives. It is written down.' } }
const listed = async (query: Record<string, string>) =>
  answered(await app.call(calls.list, { as: content, query }))
const notices = async () => {
  await work(app)
  const list = await app.call(noticeCalls.list, { token: placer.token, body: { user_id: placer._id } })
  return answered(list).list.map(({ kind, text }) => ({ kind, text }))
}
const events = async () =>
  answered(await app.call(personalDataCalls.acts, { token: placer.token, query: {} })).list.map(
    ({ action, reason }) => [action, reason],
  )

test('the longest waiting comes first, due after 24 hours of working days', async () => {
  // A Friday, 17:00 in Ho Chi Minh City: seven hours of the time limit fall on Friday, the rest on Monday.
  const first = await inReview()
  await app.database.asSchemaOwner(`update campaign set paid_at = $2 where id = $1`, [
    first.campaign_id,
    new Date('2026-11-20T10:00:00.000Z'),
  ])
  app.clock.advance(1000)
  const second = await inReview()
  const { list, cursor } = await listed({ status: 'review' })
  expect(list.map(({ _id }) => _id)).toEqual([first.campaign_id, second.campaign_id])
  expect(cursor).toBeNull()
  expect(list[0]).toMatchObject({
    placer: { _id: placer._id, username: 'the placer' },
    review: { since: '2026-11-20T10:00:00.000Z', due_by: '2026-11-23T10:00:00.000Z' },
  })
  app.clock.advance(7 * 24 * HOUR_MS)
  content = await staff(app, 'content')
  expect((await listed({ status: 'review' })).list.map(({ review }) => review!.overdue)).toEqual([true, true])
  expect((await listed({})).list.map(({ _id }) => _id)).toEqual([second.campaign_id, first.campaign_id])
  expect((await listed({ status: 'active' })).list).toEqual([])
})

test('its details include the visitors’ page, on which nothing counts', async () => {
  const { campaign_id } = await inReview()
  const { brand, landing, review } = answered(await app.call(calls.detail, at(campaign_id)))
  expect([brand, landing, review?.overdue]).toEqual(['Lotus Tea', null, false])
  const preview = await app.call(previewCalls.campaign, { ...at(campaign_id), query: { locale: 'vn' } })
  const { html } = answered(preview)
  expect(html).toContain('Trà chậm rãi')
  expect(html).toContain('tea.example.com')
  expect(html).not.toMatch(/name="token" value="[^"]+"/)
  const unknown = at(newId(app.clock.now()))
  for (const answer of [
    await app.call(calls.detail, unknown),
    await app.call(previewCalls.campaign, { ...unknown, query: { locale: 'vn' } }),
    await app.call(calls.approve, unknown),
    await app.call(calls.reject, { ...unknown, ...why }),
    await app.call(calls.pause, { ...unknown, ...why }),
    await app.call(calls.resume, unknown),
    await app.call(calls.takeDown, { ...unknown, ...why }),
  ])
    expect(answer).toMatchObject({ status: 404, code: 'campaign_is_unknown' })
})

test('whoever decides is told which language its placer reads, and not who else reads it', async () => {
  const { campaign_id } = await inReview()
  await app.database.asSchemaOwner(`update member set locale = 'cn' where id = $1`, [placer._id])
  const { reads, names } = answered(await app.call(calls.detail, at(campaign_id)))
  expect(reads).toBe('cn')
  expect(names?.find(({ _id }) => _id === placer._id)).toBeUndefined()
})

test('it is approved or rejected once, in review only; a rejection needs a reason and refunds everything', async () => {
  const one = await inReview()
  expect(answered(await app.call(calls.approve, at(one.campaign_id)))).toMatchObject({
    status: 'active',
    review: null,
  })
  expect(await app.call(calls.reject, { ...at(one.campaign_id), ...why })).toMatchObject({
    status: 409,
    code: 'campaign_is_not_in_review',
  })
  app.clock.advance(1000)
  const two = await inReview()
  const silent = await app.call(calls.reject, { ...at(two.campaign_id), body: { reason: ' ' } })
  expect(silent).toMatchObject({ status: 422, code: 'reason_is_required' })
  const short = await app.call(calls.reject, { ...at(two.campaign_id), body: { reason: 'Not allowed here' } })
  expect(short).toMatchObject({ status: 422, code: 'reason_needs_four_words' })
  answered(await app.call(calls.reject, { ...at(two.campaign_id), ...why }))
  expect(await availableOf(app.database, placer._id)).toBe(two.paid_minor)
  expect(await app.call(calls.approve, at(two.campaign_id))).toMatchObject({
    status: 409,
    code: 'campaign_is_not_in_review',
  })
  expect(await events()).toEqual([
    ['campaign_rejected', 'The page deceives. It is written down.'],
    ['campaign_approved', null],
  ])
})

test('resumed by an operator, it stays paused if its placer had paused it', async () => {
  const { campaign_id } = await inReview()
  const own = { token: placer.token, params: { campaign_id } }
  expect(await app.call(calls.pause, { ...at(campaign_id), ...why })).toMatchObject({
    status: 409,
    code: 'campaign_cannot_be_paused',
  })
  answered(await app.call(calls.approve, at(campaign_id)))
  expect(await app.call(calls.resume, at(campaign_id))).toMatchObject({ data: { status: 'active' } })
  answered(await app.call(campaignCalls.pause, own))
  expect(await app.call(calls.resume, at(campaign_id))).toMatchObject({
    status: 409,
    code: 'campaign_cannot_be_resumed',
  })
  answered(await app.call(calls.pause, { ...at(campaign_id), ...why }))
  expect(await app.call(campaignCalls.resume, own)).toMatchObject({ code: 'campaign_was_paused_by_us' })
  app.clock.advance(1000)
  expect(answered(await app.call(calls.resume, at(campaign_id)))).toMatchObject({
    status: 'paused',
    pause_reason: null,
    placer_paused: true,
  })
  expect((await notices())[0]!.kind).toBe('campaign_pause_lifted')
  expect(answered(await app.call(campaignCalls.resume, own)).status).toBe('active')
  answered(await app.call(calls.pause, { ...at(campaign_id), ...why }))
  app.clock.advance(1000)
  expect(answered(await app.call(calls.resume, at(campaign_id))).status).toBe('active')
  expect((await notices())[0]!.kind).toBe('campaign_resumed')
})

test('taken down, running or paused, it ends with a reason and its money is refunded', async () => {
  const { campaign_id, paid_minor } = await inReview()
  expect(await app.call(calls.takeDown, { ...at(campaign_id), ...why })).toMatchObject({
    status: 409,
    code: 'campaign_cannot_be_ended',
  })
  answered(await app.call(calls.approve, at(campaign_id)))
  app.clock.advance(1000)
  const shown = async () => answered(await app.call(calls.detail, at(campaign_id))).take_down
  expect(await shown()).toEqual({
    now: formatMoney(paid_minor),
    vat_now: '0.00',
    held: '0.00',
  })
  answered(await app.call(calls.takeDown, { ...at(campaign_id), ...why }))
  expect(await availableOf(app.database, placer._id)).toBe(paid_minor)
  expect(await shown()).toBeNull()
  expect((await notices())[0]).toMatchObject({
    kind: 'campaign_taken_down',
    text: expect.stringContaining('The page deceives. It is written down.'),
  })
  expect((await events())[0]).toEqual(['campaign_taken_down', 'The page deceives. It is written down.'])
  // Whoever takes it down, pauses or resumes it second learns who has done what.
  for (const late of [
    await app.call(calls.takeDown, { ...at(campaign_id), ...why }),
    await app.call(calls.pause, { ...at(campaign_id), ...why }),
    await app.call(calls.resume, at(campaign_id)),
  ])
    expect(late).toMatchObject({
      status: 409,
      code: expect.stringMatching(/^campaign_cannot_be_(ended|paused|resumed)$/),
      details: { decided: { action: 'campaign_taken_down', by: expect.any(String) } },
    })
})

test('the list is sorted and filtered, exported in that order, and the export is logged', async () => {
  const first = await inReview()
  app.clock.advance(1000)
  const second = await inReview()
  const newest = [second.campaign_id, first.campaign_id]
  const ids = async (query: Record<string, string>) => (await listed(query)).list.map(({ _id }) => _id)
  expect(await ids({})).toEqual(newest)
  expect(await ids({ sort: 'paid_at.desc', status: 'review' })).toEqual(newest)
  expect(await ids({ sort: 'created_at.asc' })).toEqual(newest.toReversed())
  expect(await ids({ brand: 'LOTUS', kind: 'visit', member_id: placer._id })).toEqual(newest)
  expect(await ids({ brand: '%' })).toEqual([])
  expect(await ids({ kind: 'lead' })).toEqual([])
  const csv = await app.fastify.inject({
    url: '/api/backoffice/campaigns.csv?status=review&sort=paid_at.desc',
    headers: content.headers,
  })
  expect(csv.headers['content-type']).toContain('text/csv')
  const [columns, ...lines] = csv.body.trim().split('\r\n')
  expect(columns).toContain('campaign_id,status,brand')
  expect(lines.map((line) => line.slice(0, 36))).toEqual(newest)
  const [act] = await app.database.asSchemaOwner<{ action: string; object_id: string }>(
    `select action, object_id from audit_event order by id desc limit 1`,
  )
  expect(act).toMatchObject({ action: 'reviews_exported', object_id: 'campaigns' })
})

test('the queue is counted, overdue by working days only', async () => {
  const queues = async () => answered(await app.call(adminOrderCalls.queues, { as: content })).campaigns
  const none = { waiting: 0, overdue: 0, due_by: null }
  expect(await queues()).toEqual({ ...none, own: none })
  const { campaign_id } = await inReview()
  const paidAt = (at: Date) =>
    app.database.asSchemaOwner(`update campaign set paid_at = $2 where id = $1`, [campaign_id, at])
  // Independent of the current weekday: compares the list's own values, for times before and after the limit.
  for (let hoursAgo = 0; hoursAgo <= 120; hoursAgo += 6) {
    await paidAt(new Date(app.clock.now().getTime() - hoursAgo * HOUR_MS))
    const { review } = (await listed({ status: 'review' })).list[0]!
    const one = { waiting: 1, overdue: Number(review!.overdue), due_by: review!.due_by }
    expect(await queues()).toEqual({ ...one, own: one })
  }
})
