// An order that nobody claims is paid automatically 30 days after its success: the same claim, once, so that its
// campaign can close.
import { noticeCalls } from '@fairturn/contract/notices'
import type { Product } from '@fairturn/contract/orders'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  carry,
  expectLedgerCorrect,
  claim,
  getOrder,
  placeCampaign,
  work,
} from '../../test/carrying.ts'
import { selectCampaign } from '../campaigns/campaigns.store.ts'
import { cancelCampaign, endDueCampaigns } from '../campaigns/campaigns.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import { endExpiredLocks, lockMember } from '../members/members.ts'
import { claimUnclaimed } from './orders.ts'

const DAY_MS = 86_400_000

let app: TestApp
let placer: TestMember
let carrier: TestMember
let order: Product

beforeEach(async () => {
  app = await startApp()
  placer = await app.member('the placer')
  carrier = await app.member('the carrier')
  await placeCampaign(app, placer, { visits: 2 })
  order = await carry(app, carrier)
})
afterEach(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

const balance = async () => {
  const account = accountOf('member_available', carrier._id)
  return (await balancesOf(app.database, [account])).get(account)!.balance_minor
}
const shown = async () => answered(await getOrder(app, await app.signedIn(carrier), order._id))
const awards = () => app.database.asSchemaOwner<{ automatic: boolean }>('select automatic from award')
const statusOf = async () => (await selectCampaign.one(app.database, { id: order.product_id })).status

test('an unclaimed order waits exactly 30 days, shows until when, and is then paid, once, with its own notice', async () => {
  const due = new Date(new Date(order.settled_at!).getTime() + 30 * DAY_MS)
  expect(order).toMatchObject({ status: 'success', paid_by_itself_at: due.toISOString() })
  app.clock.advance(due.getTime() - app.clock.now().getTime() - 1)
  expect(await claimUnclaimed(app.database)).toBe(0)
  app.clock.advance(1)
  expect(await claimUnclaimed(app.database)).toBe(1)
  expect(await claimUnclaimed(app.database)).toBe(0)
  await work(app)
  expect(await balance()).toBe(82n)
  expect(await shown()).toMatchObject({ status: 'done', award: '0.82', paid_by_itself_at: null })
  expect(await awards()).toEqual([{ automatic: true }])
  const { token, _id } = await app.signedIn(carrier)
  const { list } = answered(await app.call(noticeCalls.list, { token, body: { user_id: _id } }))
  const notice = list.find((one) => one.kind === 'award_automatic')
  expect(notice?.text).toBe(
    'Nhà Gốm: $\u00a00,82 had not been claimed for 30 days, so it was paid into your balance.',
  )
})

test('a claim afterwards returns the same award and pays nothing more', async () => {
  app.clock.advance(30 * DAY_MS)
  await claimUnclaimed(app.database)
  const late = answered(await claim(app, await app.signedIn(carrier), order._id))
  expect(late).toMatchObject({ award: '0.82', account_balance: '0.82', order: { status: 'done' } })
  expect(await balance()).toBe(82n)
})

test('its campaign, which could not end while the money was held, then ends', async () => {
  app.clock.advance(30 * DAY_MS)
  await endDueCampaigns(app.database)
  expect((await escrow()).reserved_minor).toBe(82n)
  await claimUnclaimed(app.database)
  await endDueCampaigns(app.database)
  expect(await statusOf()).toBe('finished')
  expect(await escrow()).toEqual({ balance_minor: 0n, reserved_minor: 0n })
})

async function escrow() {
  const account = accountOf('campaign_escrow', order.product_id)
  return (await balancesOf(app.database, [account])).get(account)!
}

test('concurrent with fifty claims and the campaign’s end it is paid once, in any order', async () => {
  app.clock.advance(30 * DAY_MS)
  const member = await app.signedIn(carrier)
  const [, , , ...claims] = await Promise.all([
    claimUnclaimed(app.database),
    claimUnclaimed(app.database),
    endDueCampaigns(app.database),
    ...Array.from({ length: 50 }, () => claim(app, member, order._id)),
  ])
  expect(new Set(claims.map((answer) => answer.data.award))).toEqual(new Set(['0.82']))
  expect(await balance()).toBe(82n)
  expect(await awards()).toHaveLength(1)
  await endDueCampaigns(app.database)
  expect(await statusOf()).toBe('finished')
})

test('it is paid even if its campaign has been cancelled', async () => {
  const { id } = await placeCampaign(app, placer, { visits: 4 })
  order = await carry(app, carrier)
  await app.database.transaction((tx) => cancelCampaign(tx, { member_id: placer._id, campaign_id: id }))
  app.clock.advance(30 * DAY_MS)
  expect(await claimUnclaimed(app.database)).toBe(2)
  expect(await balance()).toBe(164n)
  await endDueCampaigns(app.database)
  expect(await statusOf()).toBe('cancelled')
  expect(await escrow()).toEqual({ balance_minor: 0n, reserved_minor: 0n })
})

const lock = (kind: 'conduct' | 'security') =>
  app.database.transaction((tx) =>
    lockMember(tx, { actor: 'operator:first', member_id: carrier._id, kind, reason: 'a test of this kind' }),
  )

test('a conduct lock does not delay it, because the member has earned it', async () => {
  await lock('conduct')
  app.clock.advance(30 * DAY_MS)
  expect(await claimUnclaimed(app.database)).toBe(1)
  expect(await balance()).toBe(82n)
})

test('a security lock delays it until the lock ends', async () => {
  app.clock.advance(30 * DAY_MS)
  await lock('security')
  expect(await claimUnclaimed(app.database)).toBe(0)
  expect(await balance()).toBe(0n)
  app.clock.advance(3 * DAY_MS)
  await endExpiredLocks(app.database)
  expect(await claimUnclaimed(app.database)).toBe(1)
  expect(await balance()).toBe(82n)
})

test('an order that cannot be paid delays no other, and is paid the next time', async () => {
  await placeCampaign(app, placer, { visits: 2 })
  const theirs = await carry(app, await app.member('another carrier'))
  app.clock.advance(30 * DAY_MS)
  const [held] = await app.database.asSchemaOwner<{ hold_id: string }>(
    `update orders o set hold_id = gen_random_uuid() from orders old
     where o.id = '${order._id}' and old.id = o.id returning old.hold_id`,
  )
  await expect(claimUnclaimed(app.database)).rejects.toThrow('1 awards could not be paid')
  expect(await awards()).toHaveLength(1)
  expect(await balance()).toBe(0n)
  await app.database.asSchemaOwner(`update orders set hold_id = '${held!.hold_id}' where id = '${order._id}'`)
  expect(await claimUnclaimed(app.database)).toBe(1)
  expect(await balance()).toBe(82n)
  expect(theirs.award).toBe('0.82')
})
