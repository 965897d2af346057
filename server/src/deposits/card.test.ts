// Deposits by card through HTTP, with the provider's official library against a server that speaks its protocol: one
// checkout per deposit, credited once for any repetition and order of events, and only for signed ones.
import { type Deposit, depositCalls } from '@fairturn/contract/deposits'
import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls } from '@fairturn/contract/notices'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CardProvider,
  eventOf,
  type ProviderEvent,
  type ProviderSession,
  signatureOf,
  startCardProvider,
} from '../../../testing/stripe.ts'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { expectPaymentsCorrect, receiveAt } from '../../test/payments.ts'
import { actorOn } from '../../test/staff.ts'
import { changeSetting } from '../content/content.ts'
import { availableOf } from '../ledger/ledger.ts'
import { loadConfig } from '../platform/config.ts'
import { expireDueDeposits } from './announce-deposit.ts'
import { pollCheckouts } from './card-checkout.ts'
import { openCardProvider } from './configured-provider.ts'
import { refuseDeposit } from './credit-deposit.ts'

const ORIGIN = 'https://app.example.com'

let provider: CardProvider
let app: TestApp
let member: TestMember
let members = 0

beforeAll(async () => {
  provider = await startCardProvider()
  app = await startApp({ variables: { ...provider.variables, PUBLIC_ORIGIN: ORIGIN } })
})
beforeEach(async () => {
  member = await app.member(`nguoi nap ${(members += 1)}`)
  provider.down = false
  provider.leads_to = undefined
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
  await provider.close()
})

let keys = 0
const announce = (amount = '50.00', key = `card-key-${(keys += 1)}`, method: Deposit['method'] = 'card') =>
  app.call(depositCalls.deposit, {
    token: member.token,
    key,
    body: { user_id: member._id, amount, method },
  })
const get = async (deposit_id: string) =>
  answered(await app.call(depositCalls.getDeposit, { token: member.token, params: { deposit_id } }))
const history = async () =>
  answered(
    await app.call(depositCalls.depositHistory, { token: member.token, body: { user_id: member._id } }),
  ).list
const balance = async () => answered(await app.call(memberCalls.me, { token: member.token })).account_balance
const notices = async () =>
  answered(await app.call(noticeCalls.list, { token: member.token, body: { user_id: member._id } })).list

const sessionOf = (deposit_id: string): ProviderSession =>
  [...provider.sessions.values()].find((session) => session.client_reference_id === deposit_id)!
/** A deposit with an open checkout. */
async function atCheckout(amount?: string) {
  const deposit = answered(await announce(amount))
  return { deposit, session: sessionOf(deposit._id) }
}

function post(payload: string, headers: Record<string, string | undefined>) {
  return app.fastify.inject({
    method: 'POST',
    url: '/api/payments/stripe-webhook',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
}
async function sendEvent(event: ProviderEvent): Promise<number> {
  const payload = JSON.stringify(event)
  const answer = await post(payload, { 'stripe-signature': signatureOf(payload, app.clock.now()) })
  return answer.statusCode
}
const completed = (session: object) => eventOf('checkout.session.completed', session, app.clock.now())
const events = async (ids: string[]) =>
  (
    await app.database.query<{ id: string; status: string; note: string; deposit_id: string | null }>({
      text: 'select id, status, note, deposit_id from card_event where id = any ($1) order by received_at, id',
      values: [ids],
    })
  ).rows
const outcomeOf = async ({ id }: ProviderEvent) => (await events([id]))[0]
const stored = async (): Promise<number> =>
  (await app.database.query<{ count: number }>({ text: 'select count(*)::int as count from card_event' }))
    .rows[0]!.count

describe('announcing', () => {
  test('is offered beside the bank transfer if it is configured, and not otherwise', async () => {
    const methods = async (of: TestApp, { token }: TestMember) =>
      answered(await of.call(depositCalls.depositMethods, { token })).list
    expect(await methods(app, member)).toEqual(['card'])
    await receiveAt(app)
    expect(await methods(app, member)).toEqual(['bank_transfer', 'card'])

    const without = await startApp()
    const somebody = await without.member('khong the')
    expect(await methods(without, somebody)).toEqual([])
    const body = { user_id: somebody._id, amount: '5.00', method: 'card' as const }
    const refused = await without.call(depositCalls.deposit, {
      token: somebody.token,
      key: 'card-key-x',
      body,
    })
    expect(refused).toMatchObject({ status: 409, code: 'deposit_method_is_not_available' })
    const responses = await without.fastify.inject({
      method: 'POST',
      url: '/api/payments/stripe-webhook',
      payload: {},
    })
    expect(responses.statusCode).toBe(400)
    await without.close()
  })

  test('returns a checkout of that amount, and a way back; nothing is credited', async () => {
    const answer = await announce('1234.50')
    expect(answer).toMatchObject({
      status: 200,
      data: { status: 'awaiting', method: 'card', amount: '1234.50' },
    })
    const { _id, reference, instructions } = answer.data
    const session = sessionOf(_id)
    expect(instructions).toEqual({
      checkout_url: session.url,
      checkout_expires_at: new Date(session.expires_at * 1000).toISOString(),
    })
    const { key, form } = provider.requests.at(-1)!
    expect(key).toBe(_id)
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'payment',
      client_reference_id: _id,
      'metadata[reference]': reference,
      'payment_intent_data[metadata][deposit_id]': _id,
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '123450',
      'allowed_payment_method_types[0]': 'card',
      'adaptive_pricing[enabled]': 'false',
      success_url: `${ORIGIN}/deposit?deposit=${_id}&paid=1`,
      cancel_url: `${ORIGIN}/deposit?amount=1234.50&method=card`,
    })
    expect(await get(_id)).toEqual(answer.data)
    expect(await history()).toEqual([answer.data])
    expect(await balance()).toBe('0.00')
  })

  test('with one key is one deposit with one checkout, fifty times concurrently and later, also after payment', async () => {
    const before = provider.sessions.size
    const answers = await Promise.all(Array.from({ length: 50 }, () => announce('20.00', 'one-card-key')))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]!.status).toBe(200)
    expect(provider.sessions.size).toBe(before + 1)
    expect(await history()).toHaveLength(1)
    expect((await announce('21.00', 'one-card-key')).code).toBe('idempotency_key_was_used')

    expect(await sendEvent(completed(provider.pay(sessionOf(answers[0]!.data._id).id)))).toBe(200)
    expect(await announce('20.00', 'one-card-key')).toEqual(answers[0])
    expect(provider.sessions.size).toBe(before + 1)
  })

  test('in euro charges euro', async () => {
    await receiveAt(app, 'EURO')
    const { session } = await atCheckout()
    expect(session.currency).toBe('eur')
    await receiveAt(app)
  })

  test.each(['0.99', '1000000.00'])('%s is refused card_amount_is_out_of_range', async (amount) => {
    await app.database.transaction((tx) => changeSetting(tx, 'highest_deposit', '2000000.00'))
    const requests = provider.requests.length
    expect(await announce(amount)).toMatchObject({ status: 422, code: 'card_amount_is_out_of_range' })
    expect(provider.requests).toHaveLength(requests)
    expect((await announce(amount, undefined, 'bank_transfer')).status).toBe(200)
  })

  // ASVS V16.5.2
  test('while the provider is down is refused and shows nothing; the same key works afterwards', async () => {
    provider.down = true
    const refused = await announce('30.00', 'key-of-patience')
    expect(refused).toMatchObject({ status: 409, code: 'card_payment_is_not_available_now' })
    expect(refused.message).toContain('you were not charged')
    expect(await history()).toEqual([])
    provider.down = false
    const answer = await announce('30.00', 'key-of-patience')
    expect(answer).toMatchObject({
      status: 200,
      data: { amount: '30.00', instructions: { checkout_url: expect.stringContaining('/pay/') } },
    })
    expect(await history()).toEqual([answer.data])
  })

  test('a checkout whose creation had a lost response is found again', async () => {
    const { deposit, session } = await atCheckout()
    const forgotten = `update deposit set checkout_session = null, checkout_url = null, checkout_expires_at = null where id = $1`
    await app.database.query({ text: forgotten, values: [deposit._id] })
    expect(await announce('50.00', `card-key-${keys}`)).toMatchObject({ status: 200, data: deposit })
    expect(provider.requests.at(-1)!.session_id).toBe(session.id)
  })

  // ASVS V3.7.2
  test('a checkout URL outside the provider is refused', async () => {
    for (const address of [
      'https://stripe.com.example.com/pay',
      'http://checkout.stripe.com/pay',
      'javascript:alert(1)',
      'nowhere',
    ]) {
      provider.leads_to = address
      expect(await announce()).toMatchObject({ status: 409, code: 'card_payment_is_not_available_now' })
    }
    provider.leads_to = 'https://checkout.stripe.com/c/pay/1'
    expect((await announce()).status).toBe(200)
  })
})

describe('the webhook', () => {
  test('credits the paid amount, with a notice', async () => {
    const { deposit, session } = await atCheckout()
    const event = completed(provider.pay(session.id))
    expect(await sendEvent(event)).toBe(200)
    expect(await get(deposit._id)).toMatchObject({
      status: 'credited',
      received: '50.00',
      method: 'card',
      instructions: null,
    })
    expect(await balance()).toBe('50.00')
    expect((await notices())[0]).toMatchObject({ kind: 'deposit_credited' })
    expect(await outcomeOf(event)).toMatchObject({ status: 'applied', deposit_id: deposit._id })
  })

  test('credits once, fifty times concurrently and again, by the same event and by others', async () => {
    const { deposit, session } = await atCheckout()
    const event = completed(provider.pay(session.id))
    const others = Array.from({ length: 10 }, () =>
      eventOf('checkout.session.async_payment_succeeded', session, app.clock.now()),
    )
    const responses = await Promise.all(
      [...Array.from({ length: 50 }, () => event), ...others].map(sendEvent),
    )
    expect(new Set(responses)).toEqual(new Set([200]))
    expect(await sendEvent(event)).toBe(200)
    expect(await balance()).toBe('50.00')
    expect((await get(deposit._id)).status).toBe('credited')
    const states = (await events([event, ...others].map(({ id }) => id))).map(({ status }) => status)
    expect(states.toSorted()).toEqual(['applied', ...Array.from({ length: 10 }, () => 'ignored')])
    expect((await notices()).filter(({ kind }) => kind === 'deposit_credited')).toHaveLength(1)
  })

  test('credits the paid amount if it differs from the announced one', async () => {
    const { deposit, session } = await atCheckout('50.00')
    await sendEvent(completed({ ...provider.pay(session.id), amount_total: 4000 }))
    expect(await get(deposit._id)).toMatchObject({ status: 'credited', amount: '50.00', received: '40.00' })
    expect(await balance()).toBe('40.00')
  })

  test.each<[string, (session: ProviderSession) => object, string]>([
    ['in another currency', () => ({ currency: 'jpy' }), 'paid in another currency'],
    ['of nothing', () => ({ amount_total: 0 }), 'paid, without a payment or an amount'],
    ['without a payment', () => ({ payment_intent: null }), 'paid, without a payment or an amount'],
    [
      'for an unknown deposit',
      () => ({ client_reference_id: '019a0000-0000-7000-8000-00000000dead' }),
      'paid for a deposit that is not here',
    ],
    ['for an invalid id', () => ({ client_reference_id: "'; --" }), 'paid for a deposit that is not here'],
    ['of another checkout', () => ({ id: 'cs_test_other' }), 'paid for a deposit that is not here'],
  ])('a payment %s credits nothing and waits for an operator', async (_name, changed, note) => {
    const { deposit, session } = await atCheckout()
    const event = completed({ ...provider.pay(session.id), ...changed(session) })
    expect(await sendEvent(event)).toBe(200)
    expect(await outcomeOf(event)).toMatchObject({ status: 'needs_review', note })
    expect((await get(deposit._id)).status).toBe('awaiting')
    expect(await balance()).toBe('0.00')
  })

  test('one payment credits one deposit', async () => {
    const [one, other] = [await atCheckout(), await atCheckout()]
    const { payment_intent } = provider.pay(one.session.id)
    await sendEvent(completed(one.session))
    const event = completed({ ...provider.pay(other.session.id), payment_intent })
    await sendEvent(event)
    expect(await outcomeOf(event)).toMatchObject({ status: 'needs_review', note: 'paid for another deposit' })
    expect(await balance()).toBe('50.00')
  })

  test('a checkout that is complete and not yet paid waits for its payment', async () => {
    const { deposit, session } = await atCheckout()
    await sendEvent(completed({ ...session, status: 'complete' }))
    expect((await get(deposit._id)).status).toBe('awaiting')
    await sendEvent(
      eventOf('checkout.session.async_payment_succeeded', provider.pay(session.id), app.clock.now()),
    )
    expect(await balance()).toBe('50.00')
  })

  test('the order of events does not matter: expired or unpaid after paid changes nothing, paid after expired counts', async () => {
    const { deposit, session } = await atCheckout()
    const unpaid = { ...session, status: 'complete' }
    const expired = { ...session, status: 'expired' }
    await sendEvent(eventOf('checkout.session.expired', expired, app.clock.now()))
    expect(await get(deposit._id)).toMatchObject({ status: 'expired', instructions: null })
    await sendEvent(completed(provider.pay(session.id)))
    await sendEvent(completed(unpaid))
    await sendEvent(eventOf('checkout.session.expired', expired, app.clock.now()))
    expect((await get(deposit._id)).status).toBe('credited')
    expect(await balance()).toBe('50.00')
    expect((await notices()).some(({ kind }) => kind === 'deposit_expired')).toBe(false)
  })

  test('a payment that finally failed is refused in the member’s language; a later payment waits for an operator', async () => {
    const { deposit, session } = await atCheckout()
    await sendEvent(eventOf('checkout.session.async_payment_failed', session, app.clock.now()))
    expect(await get(deposit._id)).toMatchObject({
      status: 'refused',
      reason: 'the card payment was not completed; you were not charged',
    })
    const late = completed(provider.pay(session.id))
    await sendEvent(late)
    expect(await outcomeOf(late)).toMatchObject({
      status: 'needs_review',
      note: 'paid for a refused deposit',
    })
    expect(await balance()).toBe('0.00')
  })

  test('a failure event after the payment debits nothing', async () => {
    const { session } = await atCheckout()
    await sendEvent(completed(provider.pay(session.id)))
    const event = eventOf('checkout.session.async_payment_failed', session, app.clock.now())
    await sendEvent(event)
    expect((await outcomeOf(event))!.status).toBe('needs_review')
    expect(await balance()).toBe('50.00')
  })

  test.each(['charge.refunded', 'charge.dispute.created', 'charge.dispute.funds_withdrawn'])(
    '%s debits nothing from the member and waits for an operator',
    async (type) => {
      const { deposit, session } = await atCheckout()
      const { payment_intent } = provider.pay(session.id)
      await sendEvent(completed(session))
      const contest = {
        id: `dp_${payment_intent}`,
        payment_intent,
        amount: 5000,
        amount_refunded: 5000,
        currency: 'usd',
      }
      const event = eventOf(type, contest, app.clock.now())
      expect(await sendEvent(event)).toBe(200)
      expect(await outcomeOf(event)).toMatchObject({ status: 'needs_review', deposit_id: deposit._id })
      expect(await balance()).toBe('50.00')
      expect((await get(deposit._id)).status).toBe('credited')
    },
  )

  test('a payment refunded before its event is not credited', async () => {
    const { deposit, session } = await atCheckout()
    const { payment_intent } = provider.pay(session.id)
    const refund = { payment_intent, amount_refunded: 5000, currency: 'usd' }
    await sendEvent(eventOf('charge.refunded', refund, app.clock.now()))
    const event = completed(session)
    await sendEvent(event)
    expect((await outcomeOf(event))!.status).toBe('needs_review')
    expect((await get(deposit._id)).status).toBe('awaiting')
    expect(await balance()).toBe('0.00')
  })

  test('a deposit that an operator refused is not credited', async () => {
    const { deposit, session } = await atCheckout()
    const refused = { deposit_id: deposit._id, reason: 'no', actor: await actorOn(app, 'in') }
    await app.database.transaction((tx) => refuseDeposit(tx, refused))
    const event = completed(provider.pay(session.id))
    await sendEvent(event)
    expect((await outcomeOf(event))!.status).toBe('needs_review')
    expect(await balance()).toBe('0.00')
  })

  test('a deposit of an account that has been closed is not credited', async () => {
    const { session } = await atCheckout()
    const body = { user_id: member._id, password: TEST_PASSWORD }
    answered(await app.call(personalDataCalls.close, { token: member.token, body }))
    const event = completed(provider.pay(session.id))
    expect(await sendEvent(event)).toBe(200)
    expect(await outcomeOf(event)).toMatchObject({
      status: 'needs_review',
      note: 'paid for a closed account',
    })
    expect(await availableOf(app.database, member._id)).toBe(0n)
  })

  test('irrelevant events are answered and not stored', async () => {
    const before = await stored()
    const { session } = await atCheckout()
    expect(await sendEvent(eventOf('customer.created', { id: 'cus_1' }, app.clock.now()))).toBe(200)
    expect(await sendEvent(completed({ ...provider.pay(session.id), metadata: {} }))).toBe(200)
    expect(await stored()).toBe(before)
    expect(await balance()).toBe('0.00')
  })

  const MINUTE_MS = 60_000
  const ago = (ms: number) => new Date(app.clock.now().getTime() - ms)
  test.each<
    [string, (payload: string) => Record<string, string | undefined>, ((payload: string) => string)?]
  >([
    ['unsigned', () => ({})],
    ['with an empty signature', () => ({ 'stripe-signature': '' })],
    ['with a meaningless signature', () => ({ 'stripe-signature': 't=1,v1=' })],
    [
      'signed with another secret',
      (payload) => ({ 'stripe-signature': signatureOf(payload, app.clock.now(), 'whsec_other') }),
    ],
    [
      'signed more than five minutes ago',
      (payload) => ({ 'stripe-signature': signatureOf(payload, ago(5 * MINUTE_MS + 1000)) }),
    ],
    [
      'changed after signing',
      (payload) => ({ 'stripe-signature': signatureOf(payload, app.clock.now()) }),
      (payload) => payload.replace('5000', '500000'),
    ],
    [
      'signed with the test scheme',
      (payload) => ({ 'stripe-signature': signatureOf(payload, app.clock.now()).replace('v1=', 'v0=') }),
    ],
    [
      'with a later time than the signed one',
      (payload) => ({
        'stripe-signature': signatureOf(payload, ago(60 * MINUTE_MS)).replace(
          /t=\d+/,
          `t=${Math.floor(app.clock.now().getTime() / 1000)}`,
        ),
      }),
    ],
    [
      'that is not JSON',
      (payload) => ({ 'stripe-signature': signatureOf(payload, app.clock.now()) }),
      () => '{',
    ],
    [
      'that is not JSON, and signed',
      () => ({ 'stripe-signature': signatureOf('{', app.clock.now()) }),
      () => '{',
    ],
  ])('%s is answered 400 without a body and has no effect', async (_name, headersOf, change) => {
    const { session } = await atCheckout()
    const payload = JSON.stringify(completed(provider.pay(session.id)))
    const before = await stored()
    const answer = await post(change ? change(payload) : payload, headersOf(payload))
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json<object>()).toSorted()).toEqual(['code', 'message', 'request_id'])
    expect(answer.json()).toMatchObject({ code: 'request_is_malformed' })
    expect(await stored()).toBe(before)
    expect(await balance()).toBe('0.00')
  })

  test('a signature just within five minutes is accepted', async () => {
    const { session } = await atCheckout()
    const payload = JSON.stringify(completed(provider.pay(session.id)))
    const signature = signatureOf(payload, ago(5 * MINUTE_MS - 1000))
    expect((await post(payload, { 'stripe-signature': signature })).statusCode).toBe(200)
    expect(await balance()).toBe('50.00')
  })
})

describe('polling the provider', () => {
  const poll = async () => pollCheckouts(app.database, (await openCardProvider(app.config.card))!)
  const LATER_MS = 16 * 60_000

  test('finds paid and expired checkouts without an event, and settles each once', async () => {
    const [paid, ended, open] = [
      await atCheckout('10.00'),
      await atCheckout('11.00'),
      await atCheckout('12.00'),
    ]
    provider.pay(paid.session.id)
    ended.session.status = 'expired'
    await poll()
    expect((await get(paid.deposit._id)).status).toBe('awaiting')
    app.clock.advance(LATER_MS)
    member = { ...member, token: (await refreshed()).access_token }
    expect(await poll()).toBeGreaterThanOrEqual(2)
    expect((await get(paid.deposit._id)).status).toBe('credited')
    expect((await get(ended.deposit._id)).status).toBe('expired')
    expect((await get(open.deposit._id)).status).toBe('awaiting')
    expect(await poll()).toBe(0)
    // The event arrives after all.
    expect(await sendEvent(completed(paid.session))).toBe(200)
    expect(await balance()).toBe('10.00')
  })

  test('a checkout that cannot be read delays no other, and is reported at the end', async () => {
    const [lost, paid] = [await atCheckout('10.00'), await atCheckout('11.00')]
    provider.sessions.delete(lost.session.id)
    provider.pay(paid.session.id)
    app.clock.advance(LATER_MS)
    await expect(poll()).rejects.toThrow('1 checkouts are not known')
    member = { ...member, token: (await refreshed()).access_token }
    expect(await balance()).toBe('11.00')
    provider.sessions.set(lost.session.id, lost.session)
  })

  test('a payment in another currency is recorded for an operator once', async () => {
    const { deposit, session } = await atCheckout()
    provider.pay(session.id).currency = 'eur'
    app.clock.advance(LATER_MS)
    await poll()
    await poll()
    expect(await events([`asked:${session.id}`])).toMatchObject([
      { status: 'needs_review', deposit_id: deposit._id },
    ])
  })

  test('after two days it expires without a notice to the member', async () => {
    provider.down = true
    await announce('9.00', 'key-never-repeated')
    provider.down = false
    const { deposit } = await atCheckout()
    app.clock.advance(2 * 86_400_000)
    expect(await expireDueDeposits(app.database)).toBeGreaterThanOrEqual(2)
    member = { ...member, token: (await refreshed()).access_token }
    expect((await get(deposit._id)).status).toBe('expired')
    expect((await notices()).some(({ kind }) => kind === 'deposit_expired')).toBe(false)
  })

  async function refreshed() {
    const body = { refresh_token: member.refresh_token }
    return answered(await app.call(memberCalls.refresh, { body }))
  }
})

describe('the configuration', () => {
  const variables = { DATABASE_URL: 'postgres://unused', SECRET: 'x'.repeat(32) }
  const keysOf = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', PUBLIC_ORIGIN: ORIGIN }

  test('is complete or refused', () => {
    expect(loadConfig(variables).card).toBeUndefined()
    expect(loadConfig({ ...variables, ...keysOf }).card).toMatchObject({
      secretKey: 'sk_live_1',
      origin: ORIGIN,
    })
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'PUBLIC_ORIGIN'])
      expect(() => loadConfig({ ...variables, ...keysOf, [name]: '' })).toThrow(`${name}: is needed with`)
    expect(() => loadConfig({ ...variables, ...keysOf, STRIPE_SECRET_KEY: 'pk_live_1' })).toThrow(
      /secret or restricted/,
    )
  })

  test('of a demo refuses a live key', () => {
    expect(() => loadConfig({ ...variables, ...keysOf, DEMO: 'true' })).toThrow(/takes no real money/)
    const testKey = { ...keysOf, STRIPE_SECRET_KEY: 'rk_test_1', DEMO: 'true' }
    expect(loadConfig({ ...variables, ...testKey }).card).toBeDefined()
  })
})

test('a change of the currency leaves open checkouts to an operator', async () => {
  const { session } = await atCheckout()
  await app.database.transaction((tx) => changeSetting(tx, 'currency', 'EURO'))
  const event = completed(provider.pay(session.id))
  await sendEvent(event)
  expect((await outcomeOf(event))!.note).toBe('paid in another currency')
  await app.database.transaction((tx) => changeSetting(tx, 'currency', 'USD'))
})
