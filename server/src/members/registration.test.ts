import { adminOrderCalls } from '@fairturn/contract/backoffice/reviews'
// Limits on registering, through HTTP: of an address, of a member's code, and what a solved challenge does.
import { adminSettingCalls } from '@fairturn/contract/backoffice/settings'
import { memberCalls, type RegistrationChallenge } from '@fairturn/contract/members'
import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposed } from '../../test/approvals.ts'
import { answered, distribute, newAddress, placeCampaign, putInReview, visit } from '../../test/carrying.ts'
import { houseCode } from '../../test/invitations.ts'
import { staff } from '../../test/staff.ts'
import { settleDueOrders } from '../orders/orders.ts'
import { openWeb } from '../web.ts'
import { handlers } from '../worker.ts'
import { createDemoInvitation } from './invitations.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SCHOOL = '203.0.113.9'

let app: TestApp
let code: string
let people = 0

beforeEach(async () => {
  app = await startApp()
  code = await houseCode(app, { lifts_limits: false })
})
afterEach(() => app.close())

const form = (changed: object = {}) => ({
  username: `newcomer ${++people}`,
  phone: `+8493${String(1_000_000 + people)}`,
  password: TEST_PASSWORD,
  password_confirmation: TEST_PASSWORD,
  code,
  terms: true as const,
  locale: 'vn' as const,
  ...changed,
})
const register = (changed: object = {}, address = SCHOOL) =>
  app.call(memberCalls.register, { body: form(changed), address })
const registered = async (count: number, changed: object = {}, address = SCHOOL) => {
  for (let i = 0; i < count; i++) answered(await register(changed, address))
}
const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const waits = (untilMs: number, challenge: boolean, limit = 'address') => ({
  status: 429,
  code: 'registration_waits',
  details: { until: inMs(untilMs), challenge, limit },
})
const countMembers = async () =>
  (await app.database.asSchemaOwner<{ n: number }>('select count(*)::int as n from member'))[0]!.n
/** As if so many more had registered from where the latest did, now. */
const fill = (count: number) =>
  app.database.asSchemaOwner(
    `insert into registration (id, address_hash, created_at)
     select gen_random_uuid(), (select address_hash from registration order by id desc limit 1), $1
     from generate_series(1, $2::int)`,
    [app.clock.now(), count],
  )

const getChallenge = async (): Promise<RegistrationChallenge> =>
  answered(await app.call(memberCalls.challenge, {}))
const encoded = (challenge: object, solution: object) =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
async function solve(challenge: RegistrationChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey })
  return encoded(challenge, { counter: solution!.counter, derivedKey: solution!.derivedKey })
}
const solved = async () => await solve(await getChallenge())

describe('from one address', () => {
  test('three register at once and a fourth after ten minutes, five in 24 hours and a sixth after them', async () => {
    await registered(3)
    expect(await register()).toMatchObject(waits(10 * MINUTE_MS, true))
    app.clock.advance(10 * MINUTE_MS - 1)
    expect(await register()).toMatchObject(waits(1, true))
    app.clock.advance(1)
    await registered(2)
    expect(await register()).toMatchObject(waits(DAY_MS - 10 * MINUTE_MS, true))
    // Past midnight, when the address has another pseudonym.
    app.clock.advance(DAY_MS - 10 * MINUTE_MS - 1)
    expect(await register()).toMatchObject(waits(1, true))
    app.clock.advance(1)
    await registered(3)
    expect(await register()).toMatchObject({ code: 'registration_waits' })
    answered(await register({}, '203.0.113.10'))
  })

  test('a solved challenge lets in as many as thirty in 24 hours; it helps nobody beyond', async () => {
    await registered(3)
    answered(await register({ challenge: await solved() }))
    await fill(25)
    expect(await register()).toMatchObject(waits(DAY_MS, true))
    const spare = await solved()
    answered(await register({ challenge: await solved() }))
    expect(await register({ challenge: spare })).toMatchObject(waits(DAY_MS, false))
    app.clock.advance(5 * MINUTE_MS)
    expect(await register({ challenge: spare })).toMatchObject(waits(DAY_MS - 5 * MINUTE_MS, false))
  })

  test('the limits stay after a restart, and hold over several processes', async () => {
    await registered(2)
    const dist = app.config.dataDir
    const another = await openWeb({ config: app.config, database: app.database, dist, adminDist: dist })
    const there = async () => {
      const payload = form()
      const url = '/api/auth/register'
      return (await another.inject({ method: 'POST', url, payload, remoteAddress: SCHOOL })).statusCode
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => (i % 2 === 0 ? await there() : (await register()).status)),
    )
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(answers.filter((status) => status === 429)).toHaveLength(19)
    await another.close()
  })

  test('refused registrations do not count, and nobody needs a challenge who may register without', async () => {
    for (let i = 0; i < 5; i++)
      expect(await register({ password: 'password123', password_confirmation: 'password123' })).toMatchObject(
        {
          code: 'password_is_too_common',
        },
      )
    await registered(2)
    const challenge = await solved()
    answered(await register({ challenge }))
    answered(await register({ challenge }))
    expect(await register({ challenge })).toMatchObject({ code: 'registration_waits' })
  })

  test('an IPv6 address counts with its /56, and one that maps IPv4 as that', async () => {
    for (const end of ['1', '2', 'ffff:1:2'])
      answered(await register({}, `2001:db8:1:2${end.length}::${end}`))
    expect(await register({}, '2001:db8:1:ff:aaaa::9')).toMatchObject({ code: 'registration_waits' })
    answered(await register({}, '2001:db8:1:100::1'))
    await registered(2, {}, '::ffff:192.0.2.8')
    await registered(1, {}, '192.0.2.8')
    expect(await register({}, '::ffff:192.0.2.8')).toMatchObject({ code: 'registration_waits' })
  })

  test('only the pseudonym of the day is kept, for 24 hours', async () => {
    answered(await register())
    const rows = () => app.database.asSchemaOwner('select * from registration')
    const [row] = await rows()
    expect(Object.keys(row!)).toEqual(['id', 'address_hash', 'created_at'])
    expect((row!['address_hash'] as Buffer).length).toBe(16)
    app.clock.advance(DAY_MS)
    await app.database.asSchemaOwner(`select graphile_worker.add_job('sweep', '{}', run_at => $1)`, [
      app.clock.now(),
    ])
    await app.database.runDueJobs([...handlers])
    expect(await rows()).toEqual([])
  })
})

describe('in a network of a mobile operator', () => {
  const CARRIERS = ['113.160.0.0/11', '2402:800::/32']
  beforeEach(async () => {
    const owner = await staff(app, 'owner')
    const body = { value: CARRIERS, reason: 'As the operators publish them.', expected: 0 }
    const params = { name: 'mobile_networks' as const }
    const proposed = await app.call(adminSettingCalls.change, { as: owner, params, body })
    answered(await approveProposed(app, proposed, await staff(app, 'owner')))
  })

  test.each([
    ['113.170.1.2', '113.192.0.1'],
    ['2402:800:1:1::1', '2402:801::1'],
  ])('%s has twenty times the limits, %s has not', async (inside, outside) => {
    await registered(1, {}, inside)
    await fill(58)
    await registered(1, {}, inside)
    expect(await register({}, inside)).toMatchObject(waits(10 * MINUTE_MS, true))
    app.clock.advance(10 * MINUTE_MS)
    await fill(39)
    await registered(1, {}, inside)
    expect(await register({}, inside)).toMatchObject(waits(DAY_MS - 10 * MINUTE_MS, true))
    await fill(499)
    answered(await register({ challenge: await solved() }, inside))
    expect(await register({}, inside)).toMatchObject(waits(DAY_MS - 10 * MINUTE_MS, false))
    await registered(3, {}, outside)
    expect(await register({}, outside)).toMatchObject(waits(10 * MINUTE_MS, true))
  })

  test.each([['10.0.0.0/7'], ['2000::/18'], ['113.160.0.0'], ['example.com'], ['113.160.0.0/33']])(
    '%s is no such network',
    async (value) => {
      const owner = await staff(app, 'owner')
      const body = { value: [value], reason: 'A mistake. It is written down.', expected: 1 }
      const params = { name: 'mobile_networks' as const }
      expect(await app.call(adminSettingCalls.change, { as: owner, params, body })).toMatchObject({
        status: 422,
        code: 'field_is_invalid',
      })
    },
  )
})

describe('a challenge', () => {
  beforeEach(() => registered(3))
  const refused = { status: 429, code: 'registration_waits', details: { challenge: true } }

  test('is used once, also by fifty at once', async () => {
    const challenge = await solved()
    const answers = await Promise.all(Array.from({ length: 50 }, () => register({ challenge })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(refused)
    expect(await register({ challenge }, SCHOOL)).toMatchObject(refused)
    const kept = await app.database.asSchemaOwner<{ hash: Buffer }>('select hash from used_challenge')
    expect(kept).toHaveLength(1)
    expect(Buffer.from(challenge, 'base64').toString()).not.toContain(kept[0]!.hash.toString('hex'))
  })

  test('is not used up by a registration that is refused for something else', async () => {
    const challenge = await solved()
    const taken = (await app.member('somebody here')).username
    expect(await register({ challenge, username: taken })).toMatchObject({
      code: 'username_or_phone_number_already_exists',
    })
    answered(await register({ challenge }))
  })

  test('expires after ten minutes', async () => {
    const [early, late] = [await solved(), await solved()]
    await fill(3)
    app.clock.advance(10 * MINUTE_MS - 1)
    answered(await register({ challenge: early }))
    app.clock.advance(1)
    expect(await register({ challenge: late })).toMatchObject(refused)
  })

  test('that is forged, unsolved, changed, of another secret, for another purpose or no challenge at all is refused', async () => {
    const challenge = await getChallenge()
    const solution = (await solveChallenge({ challenge: challenge as never, deriveKey }))!
    const changed = (parameters: object) => ({
      ...challenge,
      parameters: { ...challenge.parameters, ...parameters },
    })
    const own = { algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 1, deriveKey }
    const until = Math.floor(app.clock.now().getTime() / 1000) + 600
    const data = { purpose: 'registration', until, attempts: 1 }
    const signed = await createChallenge({
      ...own,
      hmacSignatureSecret: 'x',
      hmacKeySignatureSecret: 'y',
      data,
    })
    const unsigned = await createChallenge({ ...own, data })
    const keyless = await createChallenge({
      algorithm: own.algorithm,
      cost: 1,
      deriveKey,
      keyPrefix: '0',
      data,
    })
    const solutionOf = async (made: object) =>
      (await solveChallenge({ challenge: made as never, deriveKey }))!
    const all = [
      encoded(challenge, {
        ...solution,
        derivedKey: solution.derivedKey.replace(/^./, (c) => (c === '0' ? '1' : '0')),
      }),
      encoded(challenge, { counter: 1, derivedKey: challenge.parameters.keyPrefix }),
      encoded(changed({ cost: 1 }), solution),
      encoded(changed({ data: { ...challenge.parameters.data, until: until + 60 } }), solution),
      encoded(changed({ data: { ...challenge.parameters.data, purpose: 'another' } }), solution),
      encoded({ ...challenge, signature: '' }, solution),
      encoded(signed, await solutionOf(signed)),
      encoded(unsigned, await solutionOf(unsigned)),
      encoded(keyless, await solutionOf(keyless)),
      'nonsense',
      Buffer.from('null').toString('base64'),
      Buffer.from('{"challenge":{},"solution":{}}').toString('base64'),
      '',
    ]
    for (const one of all) expect(await register({ challenge: one })).toMatchObject(refused)
    answered(await register({ challenge: encoded(challenge, solution) }))
  })

  test('made for another purpose with our own key is refused', async () => {
    const { openChallenges, challengeKeys } = await import('./challenges.ts')
    const keys = challengeKeys(app.config.secret)
    const until = Math.floor(app.clock.now().getTime() / 1000) + 600
    const own = { algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 1, deriveKey, ...keys }
    const another = await createChallenge({ ...own, data: { purpose: 'another', until, attempts: 1 } })
    const solution = (await solveChallenge({ challenge: another, deriveKey }))!
    expect(await register({ challenge: encoded(another, solution) })).toMatchObject(refused)
    // With an earlier secret it holds while keys are replaced.
    const earlier = openChallenges(['a'.repeat(32)])
    const made = await solve(await earlier.create(app.clock.now()))
    expect(await register({ challenge: made })).toMatchObject(refused)
    const both = openChallenges([app.config.secret, 'a'.repeat(32)])
    expect(await both.read(app.clock.now(), made)).toBeDefined()
  })
})

describe('by a member’s own code', () => {
  let inviter: TestMember
  beforeEach(async () => (inviter = await app.member('the inviter')))
  const invite = () => register({ code: inviter.code }, newAddress())
  const invited = async (count: number) => {
    for (let i = 0; i < count; i++) answered(await invite())
  }

  test('five register in a week, and a sixth when it is over', async () => {
    await invited(1)
    app.clock.advance(DAY_MS)
    await invited(4)
    expect(await invite()).toMatchObject(waits(6 * DAY_MS, false, 'code'))
    expect(await register({ code: inviter.code, challenge: await solved() }, newAddress())).toMatchObject({
      code: 'registration_waits',
    })
    app.clock.advance(6 * DAY_MS - 1)
    expect(await invite()).toMatchObject(waits(1, false, 'code'))
    app.clock.advance(1)
    await invited(1)
    expect(await invite()).toMatchObject(waits(DAY_MS, false, 'code'))
  })

  test('of fifty at once five register', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, invite))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ code: 'registration_waits' })
  })

  test('twenty register in 30 days once an order of one of them was reviewed and paid by a person', async () => {
    const { user, access_token, refresh_token } = answered(await invite())
    const lookedAt: TestMember = { ...user, token: access_token, refresh_token }
    await invited(4)
    expect(await invite()).toMatchObject(waits(7 * DAY_MS, false, 'code'))
    await placeCampaign(app, await app.member('who places'))
    const order = await distribute(app, lookedAt)
    await visit(app, order, newAddress())
    await app.database.asSchemaOwner(`update orders set review_until = $1 where id = $2`, [
      inMs(DAY_MS),
      order._id,
    ])
    expect(await invite()).toMatchObject({ code: 'registration_waits' })
    const params = { order_id: order._id }
    const as = await staff(app, 'support')
    answered(await app.call(adminOrderCalls.decide, { as, params, body: { verdict: 'pay' } as never }))
    await invited(15)
    expect(await invite()).toMatchObject({ ...waits(30 * DAY_MS, false, 'code'), details: { limit: 'code' } })
    app.clock.advance(30 * DAY_MS - HOUR_MS)
    expect(await invite()).toMatchObject({ code: 'registration_waits' })
    app.clock.advance(2 * HOUR_MS)
    await invited(1)
  })

  test('silence is no look: an order that succeeded by itself raises nothing', async () => {
    const { user } = answered(await invite())
    await invited(4)
    await placeCampaign(app, await app.member('who places'))
    const member = await app.signedIn({ ...user, token: '', refresh_token: '' })
    const order = await distribute(app, member)
    await visit(app, order, newAddress())
    await putInReview(app, order, -1)
    await settleDueOrders(app.database)
    expect(
      await app.database.asSchemaOwner('select outcome from order_review where order_id = $1', [order._id]),
    ).toEqual([{ outcome: 'silence' }])
    expect(await invite()).toMatchObject({ code: 'registration_waits' })
  })
})

describe('by a code of the house', () => {
  test('with limits lifted a school of thirty joins from one address within an hour', async () => {
    const lifted = await houseCode(app, { max_uses: 30 })
    for (let i = 0; i < 30; i++) {
      app.clock.advance(MINUTE_MS)
      answered(await register({ code: lifted }))
    }
    expect(await register({ code: lifted })).toMatchObject({ code: 'the_introduction_code_is_not_correct' })
    // They count for nobody else.
    await registered(3)
    expect(await register()).toMatchObject({ code: 'registration_waits' })
  })

  test('of the demo any number register at any time, and nobody is linked by it', async () => {
    const created_by = (await staff(app, 'support'))._id
    const approved_by = (await staff(app, 'owner'))._id
    const demo = await app.database.transaction((tx) =>
      createDemoInvitation(tx, 'WELCOME', { created_by, approved_by }),
    )
    expect(demo).toMatchObject({ max_uses: null, expires_at: null, lifts_limits: true, links_members: false })
    await registered(35, { code: 'welcome' })
    app.clock.advance(400 * DAY_MS)
    await registered(5, { code: 'WELCOME' })
    const [row] = await app.database.asSchemaOwner(
      'select count(*)::int as n, count(invited_by)::int as invited from member where invitation_id = $1',
      [demo.id],
    )
    expect(row).toEqual({ n: 40, invited: 0 })
  })
})

test('a client that knows the fixed call alone registers as before', async () => {
  const before = await countMembers()
  const { username, phone, password, password_confirmation, terms } = form()
  const body = { username, phone, password, password_confirmation, code, terms }
  const { access_token, refresh_token, user } = answered(await app.call(memberCalls.register, { body }))
  expect([access_token, refresh_token, user.username]).toEqual([
    expect.any(String),
    expect.any(String),
    username,
  ])
  expect(await countMembers()).toBe(before + 1)
})
