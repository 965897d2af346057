import { randomBytes } from 'node:crypto'
// Idempotency keys, for every call of the contract that takes one: one effect and one response per key, whatever is
// repeated.
import { api } from '@fairturn/contract/api'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { depositCalls } from '@fairturn/contract/deposits'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { newId } from '@fairturn/contract/ids'
import { levelCalls } from '@fairturn/contract/levels'
import { orderCalls } from '@fairturn/contract/orders'
import { supportCalls } from '@fairturn/contract/support'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../../test/app.ts'
import { words } from '../../../test/attack/id-fields.ts'
import { type Change, watchRows } from '../../../test/attack/watch.ts'
import { wantedCampaign } from '../../../test/campaigns.ts'
import {
  answered,
  carry,
  deposit,
  distribute,
  draw,
  newAddress,
  placeCampaign,
  take,
  visit,
  work,
} from '../../../test/carrying.ts'
import { expectPaymentsCorrect, receiveAt, saveAddress, saveBank, withdraw } from '../../../test/payments.ts'
import { conversationOf } from '../../../test/support.ts'
import { createCampaign } from '../../campaigns/campaigns.ts'
import { deleteExpiredKeys, keyedCall, runOnce } from './idempotency.ts'

let app: TestApp
let changes: Awaited<ReturnType<typeof watchRows>>
let levelIds: string[]
let members = 0

beforeAll(async () => {
  app = await startApp()
  await placeCampaign(app, await app.member('the placer'), { visits: 10_000 })
  levelIds = answered(await app.call(levelCalls.list)).map((level) => level._id)
  await receiveAt(app)
  changes = await watchRows(app.database)
})
afterAll(() => app.close())

const newMember = () => app.member(`member ${++members}`)

/** The request without token and key. */
interface RequestInput {
  params?: Record<string, string>
  body?: Record<string, unknown>
}

interface KeyedCase {
  readonly call: Endpoint
  /** Creates the state for a request that is accepted once; returns the request. */
  readonly prepare: (member: TestMember) => Promise<RequestInput>
  /** Another valid request; refused unless `accepted`. */
  readonly other: (member: TestMember) => RequestInput
  readonly accepted?: true
}

const takeDrawn = async (member: TestMember) =>
  answered(await take(app, member, answered(await draw(app, member))._id))._id
const nothing = () => newId(app.clock.now())
const ofConversation = async (member: TestMember) => ({
  params: { conversation_id: (await conversationOf(app, member))._id },
})
const ofOrder = {
  prepare: async (member: TestMember) => ({ params: { order_id: await takeDrawn(member) } }),
  other: () => ({ params: { order_id: nothing() } }),
}

/** An order that is over, with a repeated visit. */
async function overWithRefusals(member: TestMember): Promise<string> {
  const order = await distribute(app, member)
  const address = newAddress()
  for (const from of [address, address, newAddress()]) await visit(app, order, from)
  await work(app)
  return order._id
}

async function buyLevel(member: TestMember, level = 1) {
  await deposit(app.database, member._id, 50_000n)
  const body = { user_id: member._id, level_id: levelIds[level]! }
  return answered(await app.call(levelCalls.upgrade, { token: member.token, body }))
}

const announced = (member: TestMember, amount: string) => ({
  body: { user_id: member._id, amount, method: 'bank_transfer' },
})
const withdrawalOf = (member: TestMember, amount: string) => ({
  body: { user_id: member._id, amount, password: TEST_PASSWORD },
})

async function makePayable(member: TestMember): Promise<void> {
  answered(await saveAddress(app, member))
  answered(await saveBank(app, member))
  await deposit(app.database, member._id, 50_000n)
}

/** A form whose image is the member's and whose landing page was checked. */
async function placeable(member: TestMember) {
  const creative = `/files/${randomBytes(16).toString('hex')}.webp`
  const landing_url = 'https://shop.example.com/spring'
  const now = app.clock.now()
  await app.database.asSchemaOwner(
    'insert into creative (url, member_id, unused_since) values ($1, $2, $3)',
    [creative, member._id, now],
  )
  await app.database.asSchemaOwner(
    `insert into landing_check (member_id, landing_url, remarks, checked_at) values ($1, $2, '{}', $3)`,
    [member._id, landing_url, now],
  )
  const texts = { en: 'Hand-made pottery' }
  const brand = { brand: 'Nhà Gốm', tagline: texts, caption: texts, creative, landing_url }
  const what = { kind: 'visit', price: '0.40', visits: 10, order_visits: 2, order_hours: 48 }
  return { ...brand, ...what, ends_at: new Date(now.getTime() + 86_400_000).toISOString() }
}
const unpaid = (member: TestMember) =>
  app.database.transaction((tx) => createCampaign(tx, wantedCampaign(tx, member._id)))
const ofCampaign = { other: () => ({ params: { campaign_id: nothing() } }) }
const placed = async (member: TestMember) => ({
  params: { campaign_id: (await placeCampaign(app, member)).id },
})

const keyed: KeyedCase[] = [
  {
    call: campaignCalls.create,
    prepare: async (member) => ({ body: await placeable(member) }),
    other: () => ({ body: { ...words, tagline: { en: 'Another' } } }),
    accepted: true,
  },
  {
    call: campaignCalls.pay,
    prepare: async (member) => {
      await deposit(app.database, member._id, 50_000n)
      await app.confirm(member, '500.00')
      return { params: { campaign_id: (await unpaid(member)).id } }
    },
    ...ofCampaign,
  },
  { call: campaignCalls.pause, prepare: placed, ...ofCampaign },
  {
    call: campaignCalls.resume,
    prepare: async (member) => {
      const sent = await placed(member)
      answered(await app.call(campaignCalls.pause, { token: member.token, ...sent }))
      return sent
    },
    ...ofCampaign,
  },
  {
    call: campaignCalls.topUp,
    prepare: async (member) => {
      await deposit(app.database, member._id, 50_000n)
      await app.confirm(member, '500.00')
      const sent = await placed(member)
      const more = { token: member.token, ...sent, body: { visits: 5 } }
      const { total } = answered(await app.call(campaignCalls.topUpQuote, more))
      return { ...sent, body: { visits: 5, total } }
    },
    other: () => ({ params: { campaign_id: nothing() }, body: { visits: 5, total: '1.00' } }),
  },
  { call: campaignCalls.cancel, prepare: placed, ...ofCampaign },
  {
    call: orderCalls.take,
    prepare: async (member) => ({ body: { offer_id: answered(await draw(app, member))._id } }),
    other: () => ({ body: { offer_id: nothing() } }),
  },
  { call: orderCalls.start, ...ofOrder },
  { call: orderCalls.giveBack, ...ofOrder },
  {
    call: orderCalls.object,
    prepare: async (member) => ({ params: { order_id: await overWithRefusals(member) }, body: {} }),
    other: () => ({ params: { order_id: nothing() }, body: {} }),
  },
  {
    call: orderCalls.claim,
    prepare: async (member) => ({ body: { user_id: member._id, order_id: (await carry(app, member))._id } }),
    other: (member) => ({ body: { user_id: member._id, order_id: nothing() } }),
  },
  {
    call: levelCalls.upgrade,
    prepare: async (member) => {
      await deposit(app.database, member._id, 50_000n)
      return { body: { user_id: member._id, level_id: levelIds[1]! } }
    },
    other: (member) => ({ body: { user_id: member._id, level_id: nothing() } }),
  },
  {
    call: levelCalls.refund,
    prepare: async (member) => {
      await buyLevel(member)
      const preview = answered(await app.call(levelCalls.refundPreview, { token: member.token }))
      return { body: { user_id: member._id, purchase_id: preview.purchase_id! } }
    },
    other: (member) => ({ body: { user_id: member._id, purchase_id: nothing() } }),
  },
  {
    call: depositCalls.deposit,
    prepare: async (member) => announced(member, '25.00'),
    other: (member) => announced(member, '26.00'),
    accepted: true,
  },
  {
    call: depositCalls.cancelDeposit,
    prepare: async (member) => {
      const { token } = member
      const body = { user_id: member._id, amount: '25.00', method: 'bank_transfer' as const }
      const { _id } = answered(await app.call(depositCalls.deposit, { token, key: newKey(), body }))
      return { params: { deposit_id: _id } }
    },
    other: () => ({ params: { deposit_id: nothing() } }),
  },
  {
    call: withdrawalCalls.withdraw,
    prepare: async (member) => {
      await makePayable(member)
      return withdrawalOf(member, '20.00')
    },
    other: (member) => withdrawalOf(member, '9999.00'),
  },
  {
    call: withdrawalCalls.cancelWithdrawal,
    prepare: async (member) => {
      await makePayable(member)
      const { withdrawal } = answered(await withdraw(app, member, '20.00'))
      return { params: { withdrawal_id: withdrawal._id } }
    },
    other: () => ({ params: { withdrawal_id: nothing() } }),
  },
  {
    call: supportCalls.create,
    prepare: async () => ({ body: { message: 'When does it arrive?' } }),
    other: () => ({ body: { message: 'Something else.' } }),
    accepted: true,
  },
  {
    call: supportCalls.write,
    prepare: async (member) => ({ ...(await ofConversation(member)), body: { message: 'One more thing.' } }),
    other: () => ({ params: { conversation_id: nothing() }, body: { message: 'One more thing.' } }),
  },
  {
    call: supportCalls.solved,
    prepare: ofConversation,
    other: () => ({ params: { conversation_id: nothing() } }),
  },
  {
    call: supportCalls.reopen,
    async prepare(member) {
      const solved = await ofConversation(member)
      answered(await app.call(supportCalls.solved, { token: member.token, ...solved }))
      return solved
    },
    other: () => ({ params: { conversation_id: nothing() } }),
  },
]

const send = (call: Endpoint, member: TestMember, sent: RequestInput, key: string) =>
  app.call(call, { token: member.token, key, ...sent })

/** Number of changed rows per table. */
const tally = (noted: Change[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { table, sign } of noted) counts[`${table} ${sign}`] = (counts[`${table} ${sign}`] ?? 0) + 1
  return counts
}

/** The request id is different each time. */
const refusalOf = (first: object) => ({ ...first, request_id: expect.any(String) as string })

let keys = 0
const newKey = () => `key-of-test-${++keys}`

test('every call of the contract that takes a key is tested here', () => {
  const declared = Object.values(api).flatMap((module) => Object.values(module) as Endpoint[])
  const taking = declared.filter((call) => call.idempotency !== undefined).map((call) => call.path)
  expect(keyed.map(({ call }) => call.path).toSorted()).toEqual(taking.toSorted())
})

describe.each(keyed.map((each) => [each.call.path, each] as const))(
  '%s',
  (_path, { call, prepare, other, accepted }) => {
    test('the same key and request again return the same response and change nothing', async () => {
      const member = await newMember()
      const sent = await prepare(member)
      const key = newKey()
      await changes()
      const first = await send(call, member, sent, key)
      expect(first.status).toBe(200)
      expect(await changes()).not.toEqual([])
      const second = await send(call, member, sent, key)
      expect(second).toEqual(first)
      expect(await changes()).toEqual([])
    })

    test('the same key with another request is refused idempotency_key_was_used and changes nothing', async () => {
      const member = await newMember()
      const key = newKey()
      answered(await send(call, member, await prepare(member), key))
      await changes()
      const answer = await send(call, member, other(member), key)
      expect(answer).toMatchObject({ status: 409, code: 'idempotency_key_was_used' })
      expect(await changes()).toEqual([])
    })

    test('fifty concurrent requests with one key have one effect and the same response', async () => {
      const alone = await newMember()
      const sentAlone = await prepare(alone)
      await changes()
      answered(await send(call, alone, sentAlone, newKey()))
      const effect = tally(await changes())

      const member = await newMember()
      const sent = await prepare(member)
      const key = newKey()
      await changes()
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(call, member, sent, key)))
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(answers[0]!.status).toBe(200)
      expect(tally(await changes())).toEqual(effect)
    })

    test('a malformed request has no effect, and its key stays free', async () => {
      const member = await newMember()
      const sent = await prepare(member)
      const key = newKey()
      await changes()
      const token = { token: `${member.token}x` }
      expect((await app.call(call, { ...token, key, ...sent })).code).toBe('token_is_invalid')
      const asksForFields = Object.keys(sent.body ?? {}).length > 0
      const misfit = asksForFields
        ? (await send(call, member, { ...sent, body: { strange: 1 } }, key)).status
        : 422
      expect(misfit).toBe(422)
      expect(await changes()).toEqual([])
      expect((await send(call, member, sent, key)).status).toBe(200)
    })

    // ASVS V2.3.3
    test.skipIf(accepted)('a refusal stores only itself, for its key', async () => {
      const member = await newMember()
      const sent = await prepare(member)
      const refused = other(member)
      const key = newKey()
      await changes()
      const first = await send(call, member, refused, key)
      expect(first.status).toBeGreaterThanOrEqual(400)
      expect(await changes()).toEqual([])
      expect(await send(call, member, refused, key)).toEqual(refusalOf(first))
      expect(await changes()).toEqual([])
      // A claim takes effect once per order, whatever its key.
      const expected =
        call.idempotency === 'repeatable'
          ? { status: 200 }
          : { status: 409, code: 'idempotency_key_was_used' }
      expect(await send(call, member, sent, key)).toMatchObject(expected)
      expect((await send(call, member, sent, newKey())).status).toBe(200)
    })

    test('without a key it is refused if the contract requires one, and executed otherwise', async () => {
      const member = await newMember()
      const sent = await prepare(member)
      await changes()
      const { status, code } = await app.call(call, { token: member.token, ...sent })
      const required = call.idempotency === 'required'
      expect([status, code]).toEqual(required ? [400, 'idempotency_key_is_required'] : [200, undefined])
      expect((await changes()).length > 0).toBe(!required)
    })

    test('another member’s identical key is a different key', async () => {
      const [one, two] = [await newMember(), await newMember()]
      const key = newKey()
      for (const member of [one, two])
        expect((await send(call, member, await prepare(member), key)).status).toBe(200)
    })

    test('a key in another format is refused idempotency_key_is_invalid', async () => {
      const member = await newMember()
      const strange = ['a.dotted.key', 'with a space', '12345678\t', "'; drop table", 'ключ-ключ']
      for (const key of ['', 'short', 'x'.repeat(101), ...strange]) {
        const answer = await send(call, member, other(member), Buffer.from(key).toString('latin1'))
        expect(answer).toMatchObject({ status: 422, code: 'idempotency_key_is_invalid' })
      }
    })
  },
)

test('a key is bound to one call: another path with the same request is refused', async () => {
  const member = await newMember()
  const sent = { params: { order_id: await takeDrawn(member) } }
  const key = newKey()
  answered(await send(orderCalls.start, member, sent, key))
  const other = await send(orderCalls.giveBack, member, sent, key)
  expect(other).toMatchObject({ status: 409, code: 'idempotency_key_was_used' })
})

test('of two requests with one key, twenty-five of each concurrently, one is executed and the other is refused', async () => {
  const member = await newMember()
  await deposit(app.database, member._id, 50_000n)
  const key = newKey()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      send(
        levelCalls.upgrade,
        member,
        { body: { user_id: member._id, level_id: levelIds[1 + (i % 2)]! } },
        key,
      ),
    ),
  )
  const done = answers.filter((answer) => answer.status === 200)
  expect(done).toHaveLength(25)
  for (const answer of done) expect(answer).toEqual(done[0])
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toMatchObject({ status: 409, code: 'idempotency_key_was_used' })
})

test('a delayed request has no effect once another with its key was refused', async () => {
  const member = await newMember()
  const sent = { body: { user_id: member._id, level_id: levelIds[1]! } }
  const key = newKey()
  const poor = await send(levelCalls.upgrade, member, sent, key)
  expect(poor.status).toBeGreaterThanOrEqual(400)
  await deposit(app.database, member._id, 50_000n)
  await changes()
  expect(await send(levelCalls.upgrade, member, sent, key)).toEqual(refusalOf(poor))
  expect(await changes()).toEqual([])
  expect((await send(levelCalls.upgrade, member, sent, newKey())).status).toBe(200)
})

test('a missing or wrong confirmation leaves the key unused', async () => {
  const member = await newMember()
  await makePayable(member)
  const wrong = { body: { user_id: member._id, amount: '20.00', password: 'not this one' } }
  const key = newKey()
  expect(await send(withdrawalCalls.withdraw, member, wrong, key)).toMatchObject({
    code: 'current_password_is_incorrect',
  })
  app.clock.advance(5 * 60_000)
  const bare = { body: { user_id: member._id, amount: '20.00' } }
  expect(await send(withdrawalCalls.withdraw, member, bare, key)).toMatchObject({
    status: 422,
    code: 'confirmation_is_required',
  })
  const withdrawn = await send(withdrawalCalls.withdraw, member, withdrawalOf(member, '20.00'), key)
  expect(withdrawn.status).toBe(200)
  expect(await send(withdrawalCalls.withdraw, member, bare, key)).toEqual(withdrawn)

  const sent = { params: { campaign_id: (await unpaid(member)).id } }
  const toPay = newKey()
  const unconfirmed = await send(campaignCalls.pay, member, sent, toPay)
  expect(unconfirmed).toMatchObject({ status: 422, code: 'confirmation_is_required' })
  await app.confirm(member, '100.00')
  expect((await send(campaignCalls.pay, member, sent, toPay)).status).toBe(200)
})

test('a key is deleted after thirty days, and the effect is not repeated', async () => {
  const member = await newMember()
  const order = await carry(app, member)
  const sent = { body: { user_id: member._id, order_id: order._id } }
  const first = await send(orderCalls.claim, member, sent, 'key-long-ago')
  await deleteExpiredKeys(app.database, new Date(app.clock.now().getTime() + 31 * 86_400_000))
  await changes()
  const later = await send(orderCalls.claim, member, sent, 'key-long-ago')
  expect(later.data).toEqual(first.data)
  expect(Object.keys(tally(await changes()))).toEqual(['idempotency 1'])
})

test('what a handler with a key asks outside its transaction fails in all tests', async () => {
  const { _id } = await newMember()
  const { database } = app
  const one = { text: 'select 1 as one' }
  const asked = [
    () => database.query(one),
    async () => await (await database.replica()).query(one),
    () => database.transaction((tx) => tx.query(one)),
  ]
  const once = (work: Parameters<typeof runOnce>[2]) =>
    runOnce(database, keyedCall(_id, newKey(), 'a-call', {}), work)
  for (const ask of asked) {
    await expect(once(ask)).rejects.toThrow('beside the transaction')
    expect(await ask()).toMatchObject({ rows: [{ one: 1 }] })
  }
  expect(await once((tx) => tx.query(one))).toMatchObject({ rows: [{ one: 1 }] })
})

test('the ledger check finds nothing after every test above', async () => {
  await expect(expectPaymentsCorrect(app)).resolves.toBeUndefined()
})
