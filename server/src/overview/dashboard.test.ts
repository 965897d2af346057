import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
// The dashboard: queue counts equal the lists, money is shown only to roles that may read it, and every day has a data
// point.
import { dashboardCalls } from '@fairturn/contract/backoffice/dashboard'
import { adminOrderCalls } from '@fairturn/contract/backoffice/reviews'
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import { adminSupportCalls } from '@fairturn/contract/backoffice/support'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered, carry, expectLedgerCorrect, claim, placeCampaign } from '../../test/carrying.ts'
import { payable, withdraw } from '../../test/payments.ts'
import { actorOn, staff, type TestOperator } from '../../test/staff.ts'
import { createCampaign, payCampaign } from '../campaigns/campaigns.ts'
import { storeFigures } from '../transparency/figures.ts'
import { approveWithdrawal, sendWithdrawal } from '../withdrawals/withdrawals.ts'

const DAY_MS = 86_400_000
let app: TestApp
let asked_at: Date
let placedAt: Date

beforeAll(async () => {
  app = await startApp()
  const carrier = await payable(app, 'carrier one', 10_000n)
  const placer = await app.member('placer one')
  await placeCampaign(app, placer)
  const order = await carry(app, carrier)
  answered(await claim(app, carrier, order._id))
  asked_at = app.clock.now()
  answered(await withdraw(app, carrier, '30.00'))
  app.clock.advance(2 * DAY_MS)
  await storeFigures(app.database)
  answered(await withdraw(app, await app.signedIn(carrier), '10.00'))
  placedAt = app.clock.now()
  await app.database.transaction(async (tx) => {
    const { id } = await createCampaign(tx, {
      member_id: placer._id,
      brand: 'Lotus Tea',
      kind: 'visit',
      tagline: { en: 'Tea' },
      caption: { en: 'See the tea.' },
      creative: '/files/tea.webp',
      landing_url: 'https://tea.example.com/',
      languages: [],
      price_minor: 10n,
      visits: 10,
      order_visits: 2,
      order_hours: 48,
      ends_at: new Date(tx.now.getTime() + 30 * DAY_MS),
    })
    await payCampaign(tx, { member_id: placer._id, campaign_id: id })
  })
  app.clock.advance(1000)
})
afterAll(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

const shownTo = async (operator: TestOperator, days?: '7' | '30' | '90') =>
  answered(await app.call(dashboardCalls.show, { as: operator, query: days === undefined ? {} : { days } }))
const as = async (role: StaffRole) => await shownTo(await staff(app, role))

const HOUR_MS = 3_600_000
const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms).toISOString()

test('shows the number of waiting items, their age, when the most urgent is due, and how many are overdue', async () => {
  const { queues } = await as('owner')
  const of = Object.fromEntries(queues.map(({ queue, ...row }) => [queue, row]))
  expect(of['withdrawals']).toEqual({
    waiting: 2,
    oldest_at: asked_at.toISOString(),
    due_by: after(asked_at, 72 * HOUR_MS),
    overdue: 0,
    others_due_by: after(asked_at, 72 * HOUR_MS),
    // The owner is on the side that brings money in.
    own: { waiting: 0, due_by: null, overdue: 0 },
  })
  // 24 hours of working days: it was placed on a Monday.
  expect(of['campaigns']).toEqual({
    waiting: 1,
    oldest_at: placedAt.toISOString(),
    due_by: after(placedAt, DAY_MS),
    overdue: 0,
    others_due_by: null,
    own: { waiting: 1, due_by: after(placedAt, DAY_MS), overdue: 0 },
  })
  const none = { waiting: 0, due_by: null, overdue: 0 }
  expect(of['objections']).toEqual({ ...none, oldest_at: null, others_due_by: null, own: none })
})

test('of a queue that is partly an operator’s own, what waits for others has its own due time', async () => {
  const [one, other] = [await staff(app, 'owner'), await staff(app, 'owner')]
  const invite = async (as: TestOperator, username: string) => {
    const body = { username, role: 'support' as const, reason: 'We need one more person.' }
    answered(await app.call(staffCalls.invite, { as, body }))
    return app.clock.now()
  }
  const first = await invite(one, 'someone.first')
  app.clock.advance(60_000)
  const second = await invite(other, 'someone.second')
  const approvals = (await shownTo(one)).queues.find(({ queue }) => queue === 'approvals')!
  expect(approvals).toMatchObject({
    waiting: 2,
    due_by: after(first, 72 * HOUR_MS),
    others_due_by: after(first, 72 * HOUR_MS),
    own: { waiting: 1, due_by: after(second, 72 * HOUR_MS) },
  })
  for (const { _id, proposed_by } of answered(await app.call(approvalCalls.open, { as: one, query: {} }))
    .list)
    answered(
      await app.call(approvalCalls.withdraw, {
        as: proposed_by._id === one._id ? one : other,
        params: { proposal_id: _id },
      }),
    )
})

test('the menu counts what the dashboard does, with the same due times', async () => {
  const owner = await staff(app, 'owner')
  const { queues } = await shownTo(owner)
  const menu = {
    ...answered(await app.call(adminOrderCalls.queues, { as: owner })),
    ...answered(await app.call(adminSupportCalls.queue, { as: owner })),
    ...answered(await app.call(dashboardCalls.moneyQueues, { as: owner })),
  }
  const { waiting, due_by } = answered(await app.call(approvalCalls.list, { as: owner, query: {} }))
  expect({ waiting, due_by }).toEqual({ waiting: 0, due_by: null })
  expect(menu).toEqual(
    Object.fromEntries(
      queues.flatMap(({ queue, waiting: many, overdue, due_by: due, own }) =>
        queue === 'approvals' ? [] : [[queue, { waiting: many, overdue, due_by: due, own }]],
      ),
    ),
  )
})

test('shows each role what its own lists would: money only to roles that may read it', async () => {
  const queuesOf = async (role: StaffRole) => (await as(role)).queues.map(({ queue }) => queue)
  expect(await queuesOf('support')).toEqual([
    'campaigns',
    'orders',
    'objections',
    'reports',
    'conversations',
    'approvals',
  ])
  expect(await queuesOf('finance')).toEqual([
    'approvals',
    'withdrawals',
    'payouts',
    'refunds',
    'payout_batches',
    'bank_statements',
    'bank_lines',
    'card_events',
  ])
  expect((await as('support')).money).toBeNull()
  expect((await as('content')).money).toBeNull()
  for (const role of ['finance', 'auditor', 'owner'] as const) expect((await as(role)).money).not.toBeNull()
})

test('shows members and fee revenue with what they were in as many days before, to those who read them', async () => {
  const { members, money } = await shownTo(await staff(app, 'finance'), '7')
  const [{ count } = { count: 0 }] = await app.database.asSchemaOwner<{ count: number }>(
    'select count(*)::int as count from member where closed_at is null',
  )
  expect(count).toBeGreaterThan(1)
  expect(members).toEqual({ count, joined: count, closed: 0 })
  expect((await as('content')).members).toBeNull()
  expect(money!.fees).toHaveLength(7)
  expect(money!.before).toEqual({ deposits: '0.00', withdrawals: '0.00', awards: '0.00', fees: '0.00' })
  const [withdrawal] = answered(
    await app.call(adminWithdrawalCalls.withdrawals, { as: await staff(app, 'finance'), query: {} }),
  ).list
  const approver = await actorOn(app, 'out')
  const withdrawal_id = withdrawal!._id
  await app.database.transaction((tx) => approveWithdrawal(tx, { withdrawal_id, actor: approver }))
  const releaser = await actorOn(app, 'out')
  await app.database.transaction((tx) => sendWithdrawal(tx, { withdrawal_id, actor: releaser }))
  const { fees } = (await shownTo(await staff(app, 'finance'), '7')).money!
  expect(fees.at(-1)).toBe(withdrawal!.fee)
})

test('has a data point for every day, today so far included', async () => {
  const { days, money, verified } = await shownTo(await staff(app, 'finance'), '7')
  expect(days).toHaveLength(7)
  expect([days[0], days.at(-1)]).toEqual(['2026-11-17', '2026-11-23'])
  expect(money!.awards).toEqual(['0.00', '0.00', '0.00', '0.00', '0.82', '0.00', '0.00'])
  expect(verified[4]).toBe(2)
  expect(money!.liabilities.slice(4)).toEqual(['108.00', '108.00', '108.00'])
  expect(money!.cash).toEqual(money!.liabilities)
  // Compared with the first day that has figures: the days before it had none.
  expect(money).toMatchObject({ coverage_percent: 100, coverage_percent_before: 100, bank: null })
})
