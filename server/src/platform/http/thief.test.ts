// A session is not the member: what whoever stole its tokens can do with them, without the password, a passkey or a one-time
// code. Every call of a member has its row in session-alone.ts; those that need the member are called here as a thief would.
import { api } from '@fairturn/contract/api'
import { bankingCalls } from '@fairturn/contract/banking'
import { campaignCalls } from '@fairturn/contract/campaigns'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { fileCalls } from '@fairturn/contract/files'
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls, type NoticeGroup } from '@fairturn/contract/notices'
import { postbackCalls } from '@fairturn/contract/postbacks'
import { securityCalls } from '@fairturn/contract/security'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../../test/app.ts'
import { ownRequest } from '../../../test/attack/own-request.ts'
import { type Resident, resident } from '../../../test/attack/residents.ts'
import { sessionAlone, type Stand } from '../../../test/attack/session-alone.ts'
import { watchRows } from '../../../test/attack/watch.ts'
import { answered, carry, claim, deposit, placeCampaign, unpaidCampaign } from '../../../test/carrying.ts'
import { payable } from '../../../test/payments.ts'

const nameOf = ({ method, path }: { method?: string; path: string }) => `${method ?? 'GET'} ${path}`
const ofMembers = Object.values(api)
  .flatMap((module) => Object.values(module) as Endpoint[])
  .filter(({ auth }) => auth === 'member')
const files = Object.values(fileCalls).flatMap((module) => Object.values(module))
const withStand = (...stands: Stand[]) =>
  ofMembers
    .filter((call) => stands.includes(sessionAlone[nameOf(call)]!))
    .map((call) => [nameOf(call), call] as const)

const FIVE_MINUTES_MS = 5 * 60_000
let app: TestApp
let victim: Resident
let changes: Awaited<ReturnType<typeof watchRows>>
/** With an active campaign: the victim's own one is unpaid, and there can be one of these at a time. */
let advertiser: TestMember & { campaign_id: string }

beforeAll(async () => {
  app = await startApp({
    variables: {
      SMTP_URL: 'smtp://127.0.0.1',
      MAIL_FROM: 'x@example.com',
      PUBLIC_ORIGIN: 'http://localhost',
    },
  })
  await placeCampaign(app, await app.member('the placer'), { visits: 10_000 })
  victim = await resident(app, 'the victim', 'offer')
  const placer = await app.member('the advertiser')
  advertiser = { ...placer, campaign_id: (await placeCampaign(app, placer)).id }
  await deposit(app.database, placer._id, 10_000n)
  changes = await watchRows(app.database)
  app.clock.advance(FIVE_MINUTES_MS)
})
afterAll(() => app.close())

let keys = 0
const nextKey = () => `key-of-thief-${++keys}`

test('every call of a member says what a session alone is worth there', () => {
  const beside = ['POST upload', 'POST campaigns/creative', 'GET events']
  const known = [...[...ofMembers, ...files].map((call) => nameOf(call)), ...beside]
  expect(known.filter((name) => !(name in sessionAlone))).toEqual([])
  expect(Object.keys(sessionAlone).filter((name) => !known.includes(name))).toEqual([])
})

/** As the thief sends it: about the victim's own things, without any credential. */
async function requestOf(call: Endpoint) {
  if (call === campaignCalls.topUp) {
    const { token, campaign_id } = advertiser
    const about = { token, params: { campaign_id }, body: { visits: 10 } }
    const { total } = answered(await app.call(campaignCalls.topUpQuote, about))
    return { ...about, body: { visits: 10, total } }
  }
  const { params, body } = ownRequest(call, victim)
  for (const secret of ['password', 'current_password', 'assertion']) delete body[secret]
  if (call === securityCalls.confirm) delete body['otp']
  if (call === noticeCalls.changeSettings)
    Object.assign(body, { group: 'withdrawals', channel: 'push', on: false })
  if (call === bankingCalls.updateBank) body['holder'] = 'THE THIEF'
  return { token: victim.token, params, body }
}

async function tryOut(call: Endpoint) {
  const sent: { token: string; params: Record<string, unknown>; body: object } = await requestOf(call)
  const response = await app.fastify.inject({
    method: call.method,
    url: `/api/${call.path.replace(/:(\w+)/g, (_match, name: string) => String(sent.params[name]))}`,
    headers: {
      authorization: `Bearer ${sent.token}`,
      ...(call.idempotency === 'required' && { 'idempotency-key': nextKey() }),
    },
    ...(call.method === 'POST' && { payload: sent.body }),
  })
  return { status: response.statusCode, code: response.json<{ code?: string }>().code }
}

test.each(withStand('credential', 'confirmation', 'payment'))(
  '%s needs the member: a session older than five minutes is refused, and nothing changes',
  async (_name, call) => {
    await changes()
    expect(await tryOut(call)).toEqual({ status: 422, code: 'confirmation_is_required' })
    expect(await changes()).toEqual([])
  },
)

test.each(withStand('follows a credential'))(
  '%s is refused without the call before it',
  async (_name, call) => {
    await changes()
    expect((await tryOut(call)).status).toBe(422)
    expect(await changes()).toEqual([])
  },
)

/** Signed in more than five minutes ago, with a balance. */
async function robbed(name: string, balance_minor = 10_000n): Promise<TestMember> {
  const member = await app.member(name)
  await deposit(app.database, member._id, balance_minor)
  app.clock.advance(FIVE_MINUTES_MS)
  return member
}
const unpaid = async (member: TestMember) =>
  (await app.database.transaction((tx) => unpaidCampaign(tx, member))).id
const pay = (token: string, campaign_id: string, key = nextKey()) =>
  app.call(campaignCalls.pay, { token, key, params: { campaign_id } })
const confirm = (token: string, user_id: string, other: object = {}) =>
  app.call(securityCalls.confirm, { token, body: { user_id, password: TEST_PASSWORD, ...other } })
const signedInAgain = async ({ username }: TestMember) =>
  answered(await app.call(memberCalls.login, { body: { username, password: TEST_PASSWORD } })).access_token

describe('a session alone', () => {
  test('does not exchange the unpaid campaign that its member is about to pay', async () => {
    const member = await robbed('about to pay')
    const campaign_id = await unpaid(member)
    const own = { token: member.token, params: { campaign_id } }
    const before = answered(await app.call(campaignCalls.get, own))
    const exchanged = { ...ownRequest(campaignCalls.change, victim).body, brand: 'Of the thief' }
    const change = (token: string) =>
      app.call(campaignCalls.change, { ...own, token, body: exchanged as never })
    expect(await change(member.token)).toMatchObject({ status: 422, code: 'confirmation_is_required' })
    // Confirming elsewhere, as the member does to pay, confirms nothing here.
    const elsewhere = await signedInAgain(member)
    answered(await confirm(elsewhere, member._id, { total: before.total }))
    expect(await change(member.token)).toMatchObject({ code: 'confirmation_is_required' })
    expect(answered(await app.call(campaignCalls.get, own)).brand).toBe(before.brand)
  })

  test('works, claims and buys a level, which can be given back', async () => {
    const member = await robbed('at work')
    const order = await carry(app, member)
    answered(await claim(app, member, order._id))
    const { token, _id } = member
    const [, second] = answered(await app.call(levelCalls.list))
    answered(await app.call(levelCalls.upgrade, { token, body: { user_id: _id, level_id: second!._id } }))
    expect(answered(await app.call(levelCalls.refundPreview, { token })).purchase_id).not.toBeNull()
  })

  test('neither pays a campaign nor plants a payout account, and whoever signed in just now plants none either', async () => {
    const member = await robbed('with savings')
    expect(await pay(member.token, await unpaid(member))).toMatchObject({
      status: 422,
      code: 'confirmation_is_required',
      details: { total: '4.92' },
    })
    const fresh = { ...member, token: await signedInAgain(member) }
    const body = { user_id: member._id, holder: 'THE THIEF', iban: 'DE75512108001245126199' }
    expect(await app.call(bankingCalls.updateBank, { token: fresh.token, body })).toMatchObject({
      status: 422,
      code: 'confirmation_is_required',
    })
    // Signing in covers what is no payment; money needs its sum.
    expect(await pay(fresh.token, await unpaid(await robbed('another')))).toMatchObject({ status: 404 })
    const own = answered(await app.call(campaignCalls.list, { token: fresh.token })).list[0]!._id
    expect(await pay(fresh.token, own)).toMatchObject({ code: 'confirmation_is_required' })
  })

  test('silences nothing that tells of money that leaves, but turns notices on, and others off', async () => {
    const member = await robbed('told of everything')
    const choose = (group: NoticeGroup, on: boolean) =>
      app.call(noticeCalls.changeSettings, {
        token: member.token,
        body: { user_id: member._id, group, channel: 'push', on },
      })
    for (const group of ['withdrawals', 'levels'] as const) {
      expect(await choose(group, false)).toMatchObject({ status: 422, code: 'confirmation_is_required' })
      answered(await choose(group, true))
    }
    answered(await choose('announcements', false))
    answered(await confirm(member.token, member._id))
    answered(await choose('withdrawals', false))
  })
})

describe('a confirmation', () => {
  test('covers payments up to its total in all, and the refused payment is sent again with the same key', async () => {
    const member = await robbed('a placer with a plan')
    const { token, _id } = member
    const first = await unpaid(member)
    const key = nextKey()
    expect(await pay(token, first, key)).toMatchObject({ code: 'confirmation_is_required' })
    answered(await confirm(token, _id, { total: '4.91' }))
    expect(await pay(token, first, key)).toMatchObject({ code: 'confirmation_is_required' })
    answered(await confirm(token, _id, { total: '9.83' }))
    expect((await pay(token, first, key)).status).toBe(200)
    expect(await pay(token, await unpaid(member))).toMatchObject({ code: 'confirmation_is_required' })
    // Sent once more, it is the same payment and needs none.
    expect((await pay(token, first, key)).status).toBe(200)
  })

  test('of payments covers nothing else, and one of everything else covers no payment', async () => {
    const member = await payable(app, 'of one kind', 10_000n)
    const { token, _id } = member
    app.clock.advance(FIVE_MINUTES_MS)
    answered(await confirm(token, _id, { total: '50.00' }))
    const end = () => app.call(memberCalls.endSessions, { token, body: { user_id: _id } })
    // It names no field, so the app asks in its one dialog and sends the call again.
    expect(await end()).toMatchObject({ code: 'confirmation_is_required' })
    expect(await end()).not.toHaveProperty('details')
    const sent = { token, key: nextKey(), body: { user_id: _id, amount: '10.00' } }
    const withdrawn = await app.call(withdrawalCalls.withdraw, sent)
    expect(withdrawn).toMatchObject({ code: 'confirmation_is_required' })
    expect(withdrawn).not.toHaveProperty('details')
    const other = await payable(app, 'of the other kind', 10_000n)
    answered(await confirm(other.token, other._id))
    expect(await pay(other.token, await unpaid(other))).toMatchObject({ code: 'confirmation_is_required' })
  })

  test('ends after five minutes, and neither refreshing nor another session has it', async () => {
    const member = await app.member('with two sessions')
    await deposit(app.database, member._id, 10_000n)
    const { token, _id, refresh_token } = member
    const elsewhere = await signedInAgain(member)
    app.clock.advance(FIVE_MINUTES_MS)
    const end = (session: string) =>
      app.call(memberCalls.endSessions, { token: session, body: { user_id: _id } })
    answered(await confirm(token, _id, { total: '50.00' }))
    answered(await confirm(token, _id))
    expect(await pay(elsewhere, await unpaid(member))).toMatchObject({ code: 'confirmation_is_required' })
    expect(await end(elsewhere)).toMatchObject({ code: 'confirmation_is_required' })
    app.clock.advance(FIVE_MINUTES_MS)
    const renewed = answered(await app.call(memberCalls.refresh, { body: { refresh_token } })).access_token
    for (const session of [token, renewed]) {
      const [own] = answered(await app.call(campaignCalls.list, { token: session })).list
      expect(await pay(session, own!._id)).toMatchObject({ code: 'confirmation_is_required' })
      expect(await end(session)).toMatchObject({ code: 'confirmation_is_required' })
    }
  })

  test('takes the right password, and ten wrong ones stop this session alone', async () => {
    const member = await robbed('guessed at')
    const { token, _id } = member
    const elsewhere = await signedInAgain(member)
    const wrong = () => confirm(token, _id, { password: 'wrong horse' })
    expect(await wrong()).toMatchObject({ status: 422, code: 'current_password_is_incorrect' })
    // As after ten of them, whatever the tests' factor.
    await app.database.asSchemaOwner(
      `update rate_limit_bucket set empty_at = $1 where bucket like 'own-password:%' and empty_at > $2`,
      [new Date(app.clock.now().getTime() + 15 * 60_000), app.clock.now()],
    )
    expect(await wrong()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(await confirm(token, _id)).toMatchObject({ code: 'too_many_attempts' })
    expect((await confirm(elsewhere, _id)).status).toBe(200)
  })

  test('is needed for a postback key, and its secret is shown to whoever confirmed', async () => {
    const member = await robbed('an advertiser')
    const { token, _id } = member
    const { id: campaign_id } = await placeCampaign(app, member, { verification: 'postback' })
    const create = () => app.call(postbackCalls.createKey, { token, params: { campaign_id } })
    expect(await create()).toMatchObject({ code: 'confirmation_is_required' })
    answered(await confirm(token, _id))
    expect(answered(await create()).secret).toMatch(/^whsec_/)
  })
})
