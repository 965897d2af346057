// Reports in the back office: when a campaign comes on top of the queue, and how reports are closed.
import { adminReportCalls as calls, adminReportFiles } from '@fairturn/contract/backoffice/reports'
import { adminCampaignCalls, adminOrderCalls } from '@fairturn/contract/backoffice/reviews'
import { newId } from '@fairturn/contract/ids'
import type { Product } from '@fairturn/contract/orders'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { deposit, wantedCampaign } from '../../test/campaigns.ts'
import { answered, distribute, expectLedgerCorrect, placeCampaign } from '../../test/carrying.ts'
import { readOutcome, sendReport } from '../../test/reports.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { createCampaign, payCampaign } from '../campaigns/campaigns.ts'
import { raiseReportedCampaigns } from './tracking.ts'

const HOUR_MS = 3_600_000
const WHY = 'The page promised a prize that nobody gets.'

let app: TestApp
let placer: TestMember
let order: Product & { link: string }
let support: TestOperator
let content: TestOperator
beforeEach(async () => {
  app = await startApp()
  placer = await app.member('the placer')
  await placeCampaign(app, placer)
  order = (await distribute(app, await app.member('the carrier'))) as Product & { link: string }
  support = await staff(app, 'support')
  content = await staff(app, 'content')
})
afterEach(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

const params = () => ({ campaign_id: order.product_id })
const queue = async () => {
  await raiseReportedCampaigns(app.database)
  const { list } = answered(
    await app.call(adminCampaignCalls.list, { as: content, query: { status: 'review' } }),
  )
  return list.map(({ _id, status, reported_at }) => ({ _id, status, reported: reported_at !== null }))
}
const onTop = () => ({ _id: order.product_id, status: 'active', reported: true })
const reports = async () => answered(await app.call(calls.ofCampaign, { as: content, params: params() }))
const close = async (
  body: { report_ids: string[]; outcome?: 'acted_on' | 'not_acted_on'; reason?: string },
  as = content,
) =>
  await app.call(calls.close, {
    as,
    params: params(),
    body: { outcome: 'acted_on', reason: WHY, ...body },
  })
const report = (address: string, sent = {}) => sendReport(app, order.link, { address, ...sent })
const network = (n: number) => `192.0.${n}.7`

/** Sessions of staff end after half an hour. */
async function later(to: number | string): Promise<void> {
  if (typeof to === 'number') app.clock.advance(to)
  else app.clock.set(to)
  support = await staff(app, 'support')
  content = await staff(app, 'content')
}

/** Another campaign, paid an hour before. */
const inReview = async () => {
  const { _id } = await app.member('another placer')
  const id = await app.database.transaction(async (tx) => {
    const campaign = await createCampaign(tx, wantedCampaign(tx, _id))
    await deposit(tx, _id, campaign.budget_minor + campaign.service_fee_minor)
    await payCampaign(tx, { member_id: _id, campaign_id: campaign.id })
    return campaign.id
  })
  await later(HOUR_MS)
  return id
}

test('five networks within 24 hours put the campaign on top of the review queue, and stop nothing', async () => {
  const waiting = await inReview()
  for (let n = 1; n <= 4; n += 1) expect((await report(network(n))).status).toBe(200)
  expect(await queue()).toEqual([{ _id: waiting, status: 'review', reported: false }])
  await report(network(5))
  expect(await queue()).toEqual([onTop(), { _id: waiting, status: 'review', reported: false }])
  const { campaigns } = answered(await app.call(adminOrderCalls.queues, { as: content }))
  expect(campaigns).toMatchObject({ waiting: 2, own: { waiting: 2 } })
  // Its orders go on, and its link is open.
  expect((await app.fastify.inject(new URL(order.link).pathname)).statusCode).toBe(200)
  const [placed] = await app.database.asSchemaOwner(
    'select status, pause_reason from campaign where id = $1',
    [order.product_id],
  )
  expect(placed).toEqual({ status: 'active', pause_reason: null })
})

test('a thousand reports of one network move nothing', async () => {
  const waiting = await inReview()
  const answers: Record<number, number> = {}
  for (let i = 0; i < 1000; i += 1) {
    const { status } = await report(`198.51.100.${i % 250}`)
    answers[status] = (answers[status] ?? 0) + 1
  }
  // One second each: the ten of the limit, and what it lets through meanwhile.
  expect(answers).toEqual({ 200: 12, 429: 988 })
  await later(0)
  expect(await queue()).toEqual([{ _id: waiting, status: 'review', reported: false }])
  // Not even if all had been accepted.
  await app.database.asSchemaOwner(
    `insert into visitor_report select gen_random_uuid(), link_id, campaign_id, received_at, reason, note, locale, day, network_hash,
      network_before, sha256(n::text::bytea) from visitor_report, generate_series(1, 1000) n where id = (select id from visitor_report limit 1)`,
  )
  expect((await reports()).networks).toBe(1)
  expect(await queue()).toEqual([{ _id: waiting, status: 'review', reported: false }])
})

test('networks are the same before and after midnight, and count for 24 hours', async () => {
  await later('2026-11-25T23:50:00Z')
  for (const n of [1, 2, 3]) await report(network(n))
  await later('2026-11-26T00:10:00Z')
  for (const n of [1, 2, 3, 4]) await report(network(n))
  expect((await reports()).networks).toBe(4)
  expect(await queue()).toEqual([])
  await later('2026-11-26T23:59:00Z')
  await report(network(5))
  // The first three of the evening are still there by their second reports.
  expect(await queue()).toEqual([onTop()])
})

test('four networks and a fifth a day later are not five', async () => {
  for (const n of [1, 2, 3, 4]) await report(network(n))
  await later(24 * HOUR_MS)
  await report(network(5))
  expect(await queue()).toEqual([])
})

test('the campaign shows how many there are by reason, and what was written', async () => {
  await report(network(1), { reason: 'misleading', note: 'It promises a prize.' })
  await report(network(2), { reason: 'misleading' })
  await report(network(3), { reason: 'other' })
  const { counts, networks, list } = await reports()
  expect(counts).toEqual([
    { reason: 'misleading', open: 2, decided: 0 },
    { reason: 'other', open: 1, decided: 0 },
  ])
  expect(networks).toBe(3)
  expect(list.at(-1)).toMatchObject({
    campaign: { _id: order.product_id },
    carrier: { username: 'the carrier' },
    reason: 'misleading',
    note: 'It promises a prize.',
    reads: 'en',
    status: 'received',
    overdue: false,
    decision_reason: null,
  })
  expect(list.at(-1)!.reference).toMatch(/^R-[0-9A-F]{6}-[0-9A-F]{6}$/)
  expect(
    await app.call(calls.ofCampaign, { as: content, params: { campaign_id: newId(app.clock.now()) } }),
  ).toMatchObject({ status: 404, code: 'campaign_is_unknown' })
})

test('a closed report tells its visitor the outcome, when and why', async () => {
  const first = await report(network(1))
  const second = await report(network(2))
  const [newer, older] = (await reports()).list
  await later('2026-11-26T12:04:05Z')
  expect(answered(await close({ report_ids: [older!._id] }))).toEqual({ closed: 1, open: 1 })
  const page = await readOutcome(app, first.outcome)
  expect(page).toContain('data-status="acted_on"')
  expect(page).toContain('We acted on your report')
  expect(page).toContain(WHY)
  expect(page).toContain('26-11-2026 12:04:05 UTC')
  expect(page).toContain(older!.reference)
  expect(await readOutcome(app, second.outcome)).toContain('data-status="received"')
  answered(await close({ report_ids: [newer!._id], outcome: 'not_acted_on' }))
  expect(await readOutcome(app, second.outcome)).toContain('We did not act on your report')
})

test('with its last open report a campaign leaves the queue, and new ones bring it back', async () => {
  for (const n of [1, 2, 3, 4, 5, 6]) await report(network(n))
  expect(await queue()).toEqual([onTop()])
  const ids = (await reports()).list.map(({ _id }) => _id)
  expect(answered(await close({ report_ids: ids.slice(0, 5) }))).toEqual({ closed: 5, open: 1 })
  expect(await queue()).toEqual([onTop()])
  expect(answered(await close({ report_ids: ids }))).toEqual({ closed: 1, open: 0 })
  expect(await queue()).toEqual([])
  for (const n of [1, 2, 3, 4, 5]) await report(network(n))
  expect(await queue()).toEqual([onTop()])
})

test('a report is closed once, with a reason, at its own campaign', async () => {
  await report(network(1))
  const { _id } = (await reports()).list[0]!
  expect(await close({ report_ids: [_id], reason: '' })).toMatchObject({
    status: 422,
    code: 'reason_is_required',
  })
  expect(await close({ report_ids: [_id, newId(app.clock.now())] })).toMatchObject({
    status: 404,
    code: 'report_is_unknown',
  })
  const elsewhere = { campaign_id: await inReview() }
  expect(
    await app.call(calls.close, {
      as: content,
      params: elsewhere,
      body: { report_ids: [_id], outcome: 'acted_on', reason: WHY },
    }),
  ).toMatchObject({ status: 404, code: 'report_is_unknown' })
  const answers = await Promise.all(
    [content, support, content, support].map((as) => close({ report_ids: [_id] }, as)),
  )
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409', '409'])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({
    code: 'report_is_decided',
    details: { decided: { action: 'report_closed', by: expect.any(String) } },
  })
  const events = await app.database.asSchemaOwner(
    `select action, reason, after from audit_event where object_kind = 'report'`,
  )
  expect(events).toEqual([
    {
      action: 'report_closed',
      reason: WHY,
      after: { status: 'acted_on', campaign_id: order.product_id },
    },
  ])
})

test('a reason with a way to be reached takes two people', async () => {
  const { outcome } = await report(network(1))
  const { _id } = (await reports()).list[0]!
  const answer = await close({
    report_ids: [_id],
    reason: 'Write to us at help@fairturn-help.example today.',
  })
  expect(answer).toMatchObject({ status: 409, code: 'this_text_takes_two_people' })
  expect(await readOutcome(app, outcome)).toContain('data-status="received"')
  answered(await approveProposal(app, String(answer.details!['proposal_id']), support))
  expect(await readOutcome(app, outcome)).toContain('help@fairturn-help.example')
})

test('the list has the oldest open one first, due after 72 hours, and exports the same', async () => {
  await report(network(1), { note: '=cmd()' })
  await later(HOUR_MS)
  await report(network(2), { reason: 'illegal' })
  const listed = async (query: object) => answered(await app.call(calls.list, { as: support, query })).list
  const [first, second] = await listed({})
  expect([first!.reason, second!.reason]).toEqual(['spam', 'illegal'])
  expect(Date.parse(first!.due_by) - Date.parse(first!.received_at)).toBe(72 * HOUR_MS)
  expect(await listed({ reason: 'illegal' })).toEqual([second])
  expect(await listed({ campaign_id: newId(app.clock.now()) })).toEqual([])
  const queues = async () => answered(await app.call(adminOrderCalls.queues, { as: support })).reports
  expect(await queues()).toMatchObject({ waiting: 2, overdue: 0, due_by: first!.due_by })
  await later(72 * HOUR_MS - HOUR_MS / 2)
  expect(await queues()).toMatchObject({ waiting: 2, overdue: 1 })
  const file = await app.fastify.inject({
    url: `/api/${adminReportFiles.exportReports.path}`,
    headers: support.headers,
  })
  expect(file.statusCode).toBe(200)
  const [, line] = file.body.split('\r\n')
  expect(line).toContain(first!._id)
  expect(line).not.toMatch(/,=cmd/)
  answered(await close({ report_ids: [first!._id] }))
  expect((await listed({ state: 'decided' })).map(({ _id }) => _id)).toEqual([first!._id])
})
