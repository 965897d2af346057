// Every once-only action, requested fifty times concurrently: exactly the allowed number of successes, one effect, a
// consistent ledger.
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls } from '@fairturn/contract/notices'
import { orderCalls } from '@fairturn/contract/orders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../../test/app.ts'
import {
  answered,
  carry,
  expectLedgerCorrect,
  claim,
  deposit,
  distribute,
  draw,
  placeCampaign,
  start,
  take,
} from '../../../test/carrying.ts'
import { accountOf, balancesOf } from '../../ledger/ledger.ts'

const AT_ONCE = 50
let app: TestApp
let member: TestMember
let members = 0
let levelIds: string[]

beforeAll(async () => {
  app = await startApp()
  await placeCampaign(app, await app.member('the placer'), { visits: 10_000 })
  levelIds = answered(await app.call(levelCalls.list)).map((level) => level._id)
})
afterAll(() => app.close())

interface Answer {
  status: number
  code: string
  data: unknown
}

const newMember = async () => (member = await app.member(`member ${++members}`))
/** Fifty concurrent requests; the number distinguishes them. */
const atOnce = <A extends Answer>(ask: (i: number) => Promise<A>): Promise<A[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, i) => ask(i)))

/** Number of responses by kind: `ok`, or the code of the refusal. */
function countByOutcome(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, code } of answers) {
    const kind = status === 200 ? 'ok' : code
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** Number of rows that match. */
async function count(fromWhere: string, ...values: unknown[]): Promise<number> {
  const [row] = await app.database.asSchemaOwner<{ count: number }>(
    `select count(*)::int as count from ${fromWhere}`,
    values,
  )
  return row!.count
}
async function availableOf(who: TestMember): Promise<bigint> {
  const account = accountOf('member_available', who._id)
  return (await balancesOf(app.database, [account])).get(account)!.balance_minor
}

const giveBack = (order_id: string) =>
  app.call(orderCalls.giveBack, { token: member.token, params: { order_id } })
const upgrade = (level: number) =>
  app.call(levelCalls.upgrade, {
    token: member.token,
    body: { user_id: member._id, level_id: levelIds[level]! },
  })
const refund = (purchase_id: string) =>
  app.call(levelCalls.refund, { token: member.token, body: { user_id: member._id, purchase_id } })
const drawn = async () => answered(await draw(app, member))._id
const taken = async () => answered(await take(app, member, await drawn()))._id

describe('orders', () => {
  test('concurrent draws leave one open offer', async () => {
    await newMember()
    // Another offer has to come from another campaign.
    await placeCampaign(app, await app.member('another placer'), { visits: 10_000 })
    expect(countByOutcome(await atOnce(() => draw(app, member)))).toEqual({ ok: AT_ONCE })
    expect(await count(`offer where member_id = $1 and status = 'open'`, member._id)).toBe(1)
    expect(
      await count(
        `hold h join offer o on o.hold_id = h.id where o.member_id = $1 and h.status = 'open'`,
        member._id,
      ),
    ).toBe(1)
  })

  test('concurrent takes of one offer make one order and use one turn', async () => {
    await newMember()
    const offer_id = await drawn()
    const answers = await atOnce(() => take(app, member, offer_id))
    expect(countByOutcome(answers)).toEqual({ ok: AT_ONCE })
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
    expect(await count('orders where member_id = $1', member._id)).toBe(1)
  })

  test('a concurrent take and draw keep the offer or the order, never both', async () => {
    await newMember()
    const offer_id = await drawn()
    await atOnce<Answer>((i) => (i % 2 === 0 ? take(app, member, offer_id) : draw(app, member)))
    const open = await count(`offer where member_id = $1 and status = 'open'`, member._id)
    const orders = await count('orders where member_id = $1', member._id)
    expect([open, orders]).toSatisfy(([offers, orders]: [number, number]) => offers + orders === 1)
  })

  test('if two members take one offer, only its member gets it', async () => {
    await newMember()
    const offer_id = await drawn()
    const stranger = await app.member('a stranger')
    const answers = await atOnce((i) => take(app, i % 2 === 0 ? member : stranger, offer_id))
    expect(countByOutcome(answers)).toEqual({ ok: AT_ONCE / 2, offer_is_no_longer_available: AT_ONCE / 2 })
    expect(await count('orders where offer_id = $1 and member_id = $2', offer_id, member._id)).toBe(1)
  })

  test('concurrent starts open one link', async () => {
    await newMember()
    const order_id = await taken()
    const answers = await atOnce(() => start(app, member, order_id))
    expect(countByOutcome(answers)).toEqual({ ok: AT_ONCE })
    expect(new Set(answers.map(({ data }) => data.link)).size).toBe(1)
    expect(await count('link where id = $1', order_id)).toBe(1)
  })

  test('returning an order releases the money and the turn once', async () => {
    await newMember()
    const order_id = await taken()
    expect(countByOutcome(await atOnce(() => giveBack(order_id)))).toEqual({ ok: AT_ONCE })
    expect(
      await count(
        `hold h join orders o on o.hold_id = h.id where o.id = $1 and h.status = 'released'`,
        order_id,
      ),
    ).toBe(1)
  })

  test('of starting and returning, one succeeds and the other is refused', async () => {
    await newMember()
    const order_id = await taken()
    const answers = await atOnce<Answer>((i) =>
      i % 2 === 0 ? start(app, member, order_id) : giveBack(order_id),
    )
    const [row] = await app.database.asSchemaOwner<{ status: string }>(
      'select status from orders where id = $1',
      [order_id],
    )
    const other = row!.status === 'distributing' ? 'order_cannot_be_returned' : 'order_cannot_be_started'
    expect(countByOutcome(answers)).toEqual({ ok: AT_ONCE / 2, [other]: AT_ONCE / 2 })
  })

  test('concurrent claims pay one award', async () => {
    await newMember()
    const order = await carry(app, member)
    const before = await availableOf(member)
    const answers = await atOnce(() => claim(app, member, order._id))
    expect(countByOutcome(answers)).toEqual({ ok: AT_ONCE })
    expect(await count(`entry where type = 'award_claimed' and refers_to = $1`, order._id)).toBe(1)
    expect(await count('award where order_id = $1', order._id)).toBe(1)
    expect(await availableOf(member)).toBe(before + BigInt(answers[0]!.data.award.replace('.', '')))
  })

  test('another member who claims too gets nothing', async () => {
    await newMember()
    const order = await carry(app, member)
    const stranger = await app.member('another stranger')
    const answers = await atOnce((i) => claim(app, i % 2 === 0 ? member : stranger, order._id))
    expect(countByOutcome(answers)).toEqual({ ok: AT_ONCE / 2, order_is_unknown: AT_ONCE / 2 })
    expect(await availableOf(stranger)).toBe(0n)
  })

  test('claims of an order that is not yet a success are all refused', async () => {
    await newMember()
    const order = await distribute(app, member)
    expect(countByOutcome(await atOnce(() => claim(app, member, order._id)))).toEqual({
      order_cannot_be_claimed: AT_ONCE,
    })
  })
})

describe('levels', () => {
  test('one level is bought once', async () => {
    await newMember()
    await deposit(app.database, member._id, 100_000n)
    expect(countByOutcome(await atOnce(() => upgrade(1)))).toEqual({
      ok: 1,
      you_cannot_upgrade_to_a_level_lower_than_your_current_level: AT_ONCE - 1,
    })
    expect(await availableOf(member)).toBe(98_000n)
    expect(
      await count(
        `entry e join level_purchase p on p.id::text = e.refers_to where p.member_id = $1`,
        member._id,
      ),
    ).toBe(1)
  })

  test('with money for only one level, one is bought', async () => {
    await newMember()
    await deposit(app.database, member._id, 6_000n)
    const answers = await atOnce((i) => upgrade(1 + (i % 2)))
    expect(countByOutcome(answers)['ok']).toBeLessThanOrEqual(2)
    expect(await availableOf(member)).toBeGreaterThanOrEqual(0n)
    expect(await count(`level_purchase where member_id = $1 and status = 'open'`, member._id)).toBe(1)
  })

  test('one fee is refunded once', async () => {
    await newMember()
    await deposit(app.database, member._id, 100_000n)
    answered(await upgrade(2))
    const preview = answered(await app.call(levelCalls.refundPreview, { token: member.token }))
    expect(countByOutcome(await atOnce(() => refund(preview.purchase_id!)))).toEqual({ ok: AT_ONCE })
    expect(await availableOf(member)).toBe(100_000n)
    expect(await count('level_purchase where member_id = $1', member._id)).toBe(1)
  })

  test('refunding a level while buying the next never loses a cent', async () => {
    await newMember()
    await deposit(app.database, member._id, 100_000n)
    answered(await upgrade(1))
    const preview = answered(await app.call(levelCalls.refundPreview, { token: member.token }))
    await atOnce<Answer>((i) => (i % 2 === 0 ? upgrade(2) : refund(preview.purchase_id!)))
    const [row] = await app.database.asSchemaOwner<{ kept: bigint | null }>(
      `select sum(fee_minor)::bigint as kept from level_purchase where member_id = $1 and status = 'open'`,
      [member._id],
    )
    expect((await availableOf(member)) + BigInt(row!.kept ?? 0)).toBe(100_000n)
  })
})

describe('people', () => {
  const registration = (changed: object) => ({
    username: 'wanted by all',
    phone: '+84 987 654 321',
    password: TEST_PASSWORD,
    password_confirmation: TEST_PASSWORD,
    code: member.code,
    terms: true as const,
    ...changed,
  })

  test('one name is registered once', async () => {
    await newMember()
    const before = await count('account')
    const phoneOf = (i: number) => `+84 98 765 ${4000 + i}`
    const answers = await atOnce((i) =>
      app.call(memberCalls.register, { body: registration({ phone: phoneOf(i) }) }),
    )
    expect(countByOutcome(answers)).toEqual({ ok: 1, username_or_phone_number_already_exists: AT_ONCE - 1 })
    expect(await count('account')).toBe(before + 2)
  })

  test('one phone is registered once', async () => {
    await newMember()
    const nameOf = (i: number) => `name ${String.fromCodePoint(97 + (i % 26))}${i}`
    const answers = await atOnce((i) =>
      app.call(memberCalls.register, { body: registration({ username: nameOf(i) }) }),
    )
    expect(countByOutcome(answers)).toEqual({ ok: 1, username_or_phone_number_already_exists: AT_ONCE - 1 })
    expect(await count('member where phone = $1', '+84987654321')).toBe(1)
  })

  test('one refresh token gives one pair at most, and the session it was copied from ends', async () => {
    await newMember()
    const { refresh_token } = member
    const answers = await atOnce(() => app.call(memberCalls.refresh, { body: { refresh_token } }))
    const { ok = 0, refresh_token_is_invalid } = countByOutcome(answers)
    expect(ok).toBeLessThanOrEqual(1)
    expect(refresh_token_is_invalid).toBe(AT_ONCE - ok)
    expect(await count('session where member_id = $1 and ended_at is null', member._id)).toBe(0)
  })

  test('one session ends once', async () => {
    await newMember()
    const answers = await atOnce(() => app.call(memberCalls.logout, { token: member.token }))
    expect(answers.filter(({ status, data }) => status === 200 && data.ended)).toHaveLength(1)
    for (const { status, data } of answers)
      expect(status === 401 || typeof data.ended === 'boolean').toBe(true)
  })

  test('notices are marked as read once, and counted correctly meanwhile', async () => {
    await newMember()
    await app.database.asSchemaOwner(
      `insert into notification (id, member_id, kind, params, created_at)
       select gen_random_uuid(), $1, 'unlocked', '{}', now() from generate_series(1, 30)`,
      [member._id],
    )
    const sent = { token: member.token, body: { user_id: member._id } }
    const answers = await atOnce(() => app.call(noticeCalls.markRead, sent))
    expect(countByOutcome(answers)).toEqual({ ok: AT_ONCE })
    for (const { data } of answers) expect(data.unread).toBe(0)
  })
})

test('the ledger check finds nothing after every test above', async () => {
  await expect(expectLedgerCorrect(app)).resolves.toBeUndefined()
})
