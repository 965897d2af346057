// Concurrent claims through HTTP: one award per order, a response for each claim, and notifications.
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { levelCalls } from '@fairturn/contract/levels'
import type { Product } from '@fairturn/contract/orders'
import { orderCalls } from '@fairturn/contract/orders'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  carry,
  expectLedgerCorrect,
  claim,
  deposit,
  distribute,
  draw,
  getOrder,
  newAddress,
  placeCampaign,
  take,
  visit,
  work,
} from '../../test/carrying.ts'
import { staff } from '../../test/staff.ts'
import { selectCampaign } from '../campaigns/campaigns.store.ts'
import { endDueCampaigns } from '../campaigns/campaigns.ts'
import { getMember, lockMember } from '../members/members.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openClaims, settleDueOrders } from './orders.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let placer: TestMember

beforeEach(async () => {
  app = await startApp()
  placer = await app.member('the placer')
})
afterEach(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

async function carriers(count: number): Promise<{ member: TestMember; order: Product }[]> {
  const carried: { member: TestMember; order: Product }[] = []
  for (let i = 0; i < count; i++) {
    const member = await app.member(`carrier ${i}`)
    carried.push({ member, order: await carry(app, member) })
  }
  return carried
}
const awards = async () =>
  app.database.asSchemaOwner<{ order_id: string; reward_minor: bigint }>(
    'select order_id, reward_minor from award',
  )

test('50 concurrent claims of one order pay one award, and every one of them gets it as response', async () => {
  await placeCampaign(app, placer)
  const [{ member, order } = never()] = await carriers(1)
  const answers = await Promise.all(Array.from({ length: 50 }, () => claim(app, member, order._id)))
  for (const answer of answers) {
    expect(answered(answer)).toMatchObject({ award: '0.82', account_balance: '0.82' })
  }
  expect(await awards()).toEqual([{ order_id: order._id, reward_minor: 80n }])
})

test('50 claims through several processes pay one award too', async () => {
  await placeCampaign(app, placer)
  const [{ member, order } = never()] = await carriers(1)
  const processes = Array.from({ length: 4 }, () => openClaims(app.database))
  const claim = { member_id: member._id, order_id: order._id }
  const claimed = await Promise.all(
    Array.from({ length: 40 }, (_, i) => processes[i % processes.length]!(claim)),
  )
  expect(claimed.every((answer) => answer.balance_minor === 82n && answer.order.status === 'done')).toBe(true)
  expect(await awards()).toHaveLength(1)
})

test('members of one campaign claim concurrently; a refused claim affects no other', async () => {
  await placeCampaign(app, placer, { visits: 100 })
  const ready = await carriers(20)
  const early = await app.member('too early')
  const running = await distribute(app, early)
  const thief = await app.member('somebody else')
  const answers = await Promise.all([
    ...ready.map(({ member, order }) => claim(app, member, order._id)),
    claim(app, early, running._id),
    claim(app, thief, ready[0]!.order._id),
    claim(app, thief, thief._id),
  ])
  expect(answers.slice(0, 20).map((answer) => answered(answer).account_balance)).toEqual(
    ready.map(() => '0.82'),
  )
  expect(answers.slice(20).map(({ status, code }) => [status, code])).toEqual([
    [409, 'order_cannot_be_claimed'],
    [404, 'order_is_unknown'],
    [404, 'order_is_unknown'],
  ])
  expect(await awards()).toHaveLength(20)
})

test('a claim is found in the ledger by its order', async () => {
  await placeCampaign(app, placer, { visits: 100 })
  const [{ member, order } = never()] = await carriers(1)
  answered(await claim(app, member, order._id))
  const as = await staff(app, 'finance')
  const { list } = answered(await app.call(ledgerCalls.entries, { as, query: { refers_to: order._id } }))
  expect(list.map(({ type }) => type)).toEqual(['award_claimed'])
})

test('the open orders are those that are not final, with the sum of the awards that can be claimed', async () => {
  await placeCampaign(app, placer, { visits: 100 })
  const member = await app.member('has work')
  await app.database.asSchemaOwner(`update level set turns_a_day = 60`)
  const claimed = await carry(app, member)
  answered(await claim(app, member, claimed._id))
  const ready = [await carry(app, member), await carry(app, member)]
  const running = await distribute(app, member)
  const pending = answered(await take(app, member, answered(await draw(app, member))._id))
  const list = async (state: 'open' | 'success', of = member) =>
    answered(await app.call(orderCalls.list, { token: of.token, body: { user_id: of._id, state } }))
  const open = await list('open')
  expect(new Set(open.list_product.map(({ _id }) => _id))).toEqual(
    new Set([...ready, running, pending].map(({ _id }) => _id)),
  )
  expect(open).toMatchObject({ completed: 1, success: 2, distributing: 1, claimable: '1.64', cursor: null })
  for (const { _id } of ready) answered(await claim(app, member, _id))
  expect(await list('open')).toMatchObject({ completed: 3, success: 0, claimable: '0.00' })
  expect((await list('open')).list_product.map(({ status }) => status).toSorted()).toEqual([
    'distributing',
    'pending',
  ])
  expect((await list('open', placer)).list_product).toEqual([])
})

test('a claim that the ledger refuses fails alone, without an effect', async () => {
  await placeCampaign(app, placer, { visits: 100 })
  const ready = await carriers(5)
  const [broken = never()] = ready
  // A state that no code path produces: the hold of one order is gone.
  await app.database.asSchemaOwner(
    `select ledger_release_holds(array[(select hold_id from orders where id = $1)])`,
    [broken.order._id],
  )
  const answers = await Promise.all(ready.map(({ member, order }) => claim(app, member, order._id)))
  expect(answers.map((answer) => answer.status)).toEqual([500, 200, 200, 200, 200])
  expect(answered(await getOrder(app, broken.member, broken.order._id)).status).toBe('success')
  expect(await awards()).toHaveLength(4)
  await app.database.asSchemaOwner(`update campaign set held_minor = held_minor - 82`)
  await app.database.asSchemaOwner(
    `update orders set status = 'expired', reward_minor = null, bonus_minor = null where id = $1`,
    [broken.order._id],
  )
})

test('claims of a batch that timed out are not retried one by one, each with a timeout of its own', async () => {
  await placeCampaign(app, placer)
  const carried = await carriers(2)
  const impatient = await openDatabase({ url: app.database.url, clock: app.clock, queryTimeoutMs: 300 })
  let transactions = 0
  const claimReward = openClaims({
    ...impatient,
    transaction: (work) => ((transactions += 1), impatient.transaction(work)),
  })
  await app.database.transaction(async (tx) => {
    await tx.query({ text: 'select from orders for update' })
    const claims = carried.map(({ member, order }) =>
      claimReward({ member_id: member._id, order_id: order._id }),
    )
    const settled = await Promise.allSettled(claims)
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
  expect(transactions).toBe(1)
  await impatient.close()
  for (const { member, order } of carried)
    expect(answered(await claim(app, member, order._id))).toMatchObject({ account_balance: '0.82' })
})

test('a concurrent security lock and claim: paid before the lock, or refused and the award is held; in a batch, only locked members are refused', async () => {
  await placeCampaign(app, placer, { visits: 100 })
  const [free = never(), ...ready] = await carriers(6)
  // Not through a session, because the lock ends sessions as well.
  const claimReward = openClaims(app.database)
  const codeOf = ({ member, order }: typeof free) =>
    claimReward({ member_id: member._id, order_id: order._id }).then(
      () => 'paid',
      (refusal: { code: string }) => refusal.code,
    )
  const lock = ({ member }: typeof free) =>
    app.database.transaction((tx) =>
      lockMember(tx, {
        member_id: member._id,
        kind: 'security',
        reason: 'A takeover. It is written down.',
        actor: 'operator:one',
      }),
    )
  // One before its claim is requested, the others concurrently.
  await lock(ready[0]!)
  const [outcomes] = await Promise.all([
    Promise.all([free, ...ready].map(codeOf)),
    ...ready.slice(1).map(async (one) => await lock(one)),
  ])
  expect(outcomes.slice(0, 2)).toEqual(['paid', 'your_account_has_been_locked'])
  const paid = (await awards()).map(({ order_id }) => order_id)
  for (const [i, { order }] of [free, ...ready].entries())
    expect(outcomes[i]).toBe(paid.includes(order._id) ? 'paid' : 'your_account_has_been_locked')
  expect(await Promise.all(ready.map(codeOf))).toEqual(ready.map(() => 'your_account_has_been_locked'))
  expect(await awards()).toHaveLength(paid.length)
})

test('an award is announced once, to its member with the balance, and to everybody with a masked name if the member is listed', async () => {
  await placeCampaign(app, placer)
  const [{ member, order } = never()] = await carriers(1)
  const heard: { to: string; kind: string; data: Record<string, unknown> }[] = []
  const stop = await app.database.listen('live', (payload) => heard.push(JSON.parse(payload) as never))
  answered(await claim(app, member, order._id))
  await work(app)
  await work(app)
  await expect.poll(() => heard.filter(({ kind }) => kind === 'award')).toHaveLength(1)
  expect(heard.find(({ kind }) => kind === 'award')).toMatchObject({
    to: 'everyone',
    data: { recipient: 'car****0', amount: '0.82', bonus: '0.02' },
  })
  expect(heard.filter(({ kind }) => kind === 'balance')).toMatchObject([{ to: member._id }])
  await stop()
})

test('progress is pushed to the carrier as it is counted', async () => {
  await placeCampaign(app, placer)
  const member = await app.member('watching')
  const heard: Record<string, unknown>[] = []
  const stop = await app.database.listen('live', (payload) => {
    const event = JSON.parse(payload) as { to: string; kind: string; data: Record<string, unknown> }
    if (event.kind === 'order' && event.to === member._id) heard.push(event.data)
  })
  const order = await distribute(app, member)
  for (let i = 0; i < 2; i++) {
    await visit(app, order)
    await work(app)
  }
  await expect
    .poll(() => heard)
    .toEqual([
      { order_id: order._id, verified: 0, target: 2, status: 'distributing' },
      { order_id: order._id, verified: 1, target: 2, status: 'distributing' },
      { order_id: order._id, verified: 2, target: 2, status: 'success' },
    ])
  await stop()
})

test('unusual visits wait for an operator, and after 72 hours without a decision the order is a success', async () => {
  await placeCampaign(app, placer, { visits: 100, order_visits: 100 })
  const member = await app.member('one network')
  const order = await distribute(app, member)
  // Twenty visitors of one network, few enough per hour and per order to be counted, and hardly any others.
  for (let i = 0; i < 20; i++) {
    if (i % 8 === 7) app.clock.advance(HOUR_MS)
    await visit(app, order, `192.0.2.${i + 1}`)
  }
  for (let i = 0; i < 4; i++) await visit(app, order)
  await work(app)
  app.clock.advance(48 * HOUR_MS)
  await settleDueOrders(app.database)
  const reviewed = answered(await getOrder(app, await app.signedIn(member), order._id))
  expect(reviewed).toMatchObject({ status: 'distributing', in_review: true, verified: 24 })
  expect(await claim(app, await app.signedIn(member), order._id)).toMatchObject({
    code: 'order_cannot_be_claimed',
  })
  app.clock.advance(72 * HOUR_MS - 1000)
  await settleDueOrders(app.database)
  expect(answered(await getOrder(app, await app.signedIn(member), order._id)).in_review).toBe(true)
  app.clock.advance(1000)
  await settleDueOrders(app.database)
  expect(answered(await getOrder(app, await app.signedIn(member), order._id))).toMatchObject({
    status: 'success',
    in_review: false,
  })
  expect(answered(await claim(app, await app.signedIn(member), order._id)).award).toBe('9.79')
})

test('a settled order raises the record, and a claim the benefits of the bought level', async () => {
  await placeCampaign(app, placer, { visits: 100, price_minor: 1000n })
  const member = await app.member('level two')
  await deposit(app.database, member._id, 2000n)
  const levels = answered(await app.call(levelCalls.list))
  const body = { user_id: member._id, level_id: levels[1]!._id }
  answered(await app.call(levelCalls.upgrade, { token: member.token, body }))
  const order = await carry(app, member)
  expect(order).toMatchObject({
    status: 'success',
    bonus_low: 4,
    bonus_high: 6,
    reward: '20.00',
    bonus: '1.20',
  })
  expect(await getMember(app.database, member._id)).toMatchObject({
    verified_orders: 1,
    verified_visits: 2n,
    counted_visits: 2n,
  })
  answered(await claim(app, member, order._id))
  const refund = answered(await app.call(levelCalls.refundPreview, { token: member.token }))
  expect(refund.given_so_far).toBe('0.80') // 6 % of 20.00, less the 2 % of level 1
})

test('a campaign whose orders are all claimed ends, and unearned money is refunded to its placer', async () => {
  const campaign = await placeCampaign(app, placer)
  for (const { member, order } of await carriers(5)) answered(await claim(app, member, order._id))
  expect(await draw(app, await app.member('too late'))).toMatchObject({ code: 'no_order_is_available' })
  expect(await endDueCampaigns(app.database)).toBe(1)
  expect(await selectCampaign.one(app.database, { id: campaign.id })).toMatchObject({
    status: 'finished',
    delivered_visits: 10,
    delivered_minor: 400n,
    bonus_minor: 10n,
    open_visits: 0,
    held_minor: 0n,
  })
})

test('each visit’s verdict is shown to the carrier, newest first', async () => {
  await placeCampaign(app, placer)
  const member = await app.member('curious')
  const order = await distribute(app, member)
  const address = newAddress()
  await visit(app, order, address)
  await visit(app, order, address)
  await work(app)
  const { data } = await app.call(orderCalls.visits, {
    token: member.token,
    params: { order_id: order._id },
    query: {},
  })
  expect(data.list.map(({ verdict }) => verdict)).toEqual(['repeated', 'verified'])
  expect(data.counts).toEqual([
    { verdict: 'verified', count: 1 },
    { verdict: 'repeated', count: 1 },
  ])
  expect(data.cursor).toBeNull()
})

function never(): never {
  throw new Error('there is none')
}
