import { LOCALES } from '@fairturn/contract/locales'
// Codes to phones, through HTTP, with a gateway that speaks the sender's protocol: limits, tries, expiry, failures, changes.
import { memberCalls } from '@fairturn/contract/members'
import { orderCalls } from '@fairturn/contract/orders'
import { phoneCodeCalls } from '@fairturn/contract/phone-codes'
import { securityCalls } from '@fairturn/contract/security'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PhoneGateway, startPhoneGateway } from '../../../testing/phone-gateway.ts'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  claim,
  draw,
  newAddress,
  placeCampaign,
  start,
  take,
  visit,
  work,
} from '../../test/carrying.ts'
import { loadConfig } from '../platform/config.ts'
import { deleteExpiredSecurityData } from './mails.ts'
import { httpSender } from './phone-sender.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let gateway: PhoneGateway
let app: TestApp
let placer: TestMember
let member: TestMember
let phone: string
let made = 0

beforeAll(async () => {
  gateway = await startPhoneGateway()
  app = await startApp({ variables: { ...gateway.variables, PHONE_CODES_A_DAY: '30' } })
  placer = await app.member('the placer')
  // Two, because another offer comes from another campaign.
  for (let i = 0; i < 2; i++) await placeCampaign(app, placer, { visits: 2000 })
})
afterAll(async () => {
  await app.close()
  await gateway.close()
})

beforeEach(async () => {
  // Nothing of the test before counts any more.
  await app.database.asSchemaOwner('delete from phone_code')
  gateway.status = 202
  gateway.messages.length = 0
  member = await app.member(`member ${++made}`)
  phone = await phoneOf(member)
})

const phoneOf = async ({ token }: TestMember) => answered(await app.call(memberCalls.me, { token })).phone
const ask = (who = member, options: { address?: string; locale?: string } = {}) =>
  app.call(phoneCodeCalls.send, {
    token: who.token,
    body: { user_id: who._id },
    address: newAddress(),
    ...options,
  })
const confirm = (code: string, who = member) =>
  app.call(phoneCodeCalls.confirm, { token: who.token, body: { user_id: who._id, code } })
const change = (to: string, who = member) =>
  app.call(securityCalls.changePhone, {
    token: who.token,
    body: { user_id: who._id, phone: to, password: TEST_PASSWORD },
    address: newAddress(),
  })
const security = async (who = member) =>
  answered(await app.call(securityCalls.overview, { token: who.token }))
const takeDrawn = async (who = member) => take(app, who, answered(await draw(app, who))._id)
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const newPhone = () => `+8498${String(3_000_000 + ++made)}`

async function confirmed(who = member): Promise<TestMember> {
  answered(await ask(who))
  answered(await confirm(gateway.codeOf(await phoneOf(who)), who))
  return who
}

describe('taking an order', () => {
  test('is refused until the number is confirmed, uses no turn, and works afterwards', async () => {
    expect(await takeDrawn()).toMatchObject({ status: 422, code: 'phone_is_not_confirmed' })
    const turns = answered(
      await app.call(orderCalls.numberProduct, { token: member.token, body: { user_id: member._id } }),
    )
    expect(turns.used).toBe(0)
    expect(await security()).toMatchObject({ phone_confirmed: false, phone_codes_available: true })
    await confirmed()
    expect(await security()).toMatchObject({ phone_confirmed: true })
    answered(await takeDrawn())
    expect(await ask()).toMatchObject({ status: 409, code: 'phone_is_already_confirmed' })
  })

  test('alone asks: a member of before starts and claims what they have, without a confirmed number', async () => {
    await app.database.asSchemaOwner('update member set phone_confirmed_at = now() where id = $1', [
      member._id,
    ])
    const order = answered(await takeDrawn())
    await app.database.asSchemaOwner('update member set phone_confirmed_at = null where id = $1', [
      member._id,
    ])
    const started = answered(await start(app, member, order._id))
    for (let i = 0; i < started.target; i++) await visit(app, started)
    await work(app)
    answered(await claim(app, member, order._id))
    expect(await takeDrawn()).toMatchObject({ code: 'phone_is_not_confirmed' })
  })

  test('is sent again with its Idempotency-Key after the number is confirmed', async () => {
    const { _id: offer_id } = answered(await draw(app, member))
    const sent = { token: member.token, body: { offer_id }, key: 'key-of-the-take' }
    expect(await app.call(orderCalls.take, sent)).toMatchObject({ code: 'phone_is_not_confirmed' })
    await confirmed()
    expect(await app.call(orderCalls.take, sent)).toMatchObject({ status: 200 })
  })

  test('of a draw that is gone is refused as such, so that nobody is sent a code in vain', async () => {
    const { _id } = answered(await draw(app, member))
    app.clock.advance(HOUR_MS)
    member = await app.signedIn(member)
    expect(await take(app, member, _id)).toMatchObject({ code: 'offer_is_no_longer_available' })
  })
})

describe('a code', () => {
  test('is sent to the member’s number as six digits in the language asked for, and answered by its end alone', async () => {
    const texts = new Set<string>()
    for (const locale of LOCALES) {
      const one = await app.member(`reader ${locale}`)
      const sent = answered(await ask(one, { locale }))
      expect(sent).toEqual({
        until: new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
        again_at: new Date(app.clock.now().getTime() + MINUTE_MS).toISOString(),
        phone: await phoneOf(one),
      })
      const { to, text, headers } = gateway.messages.at(-1)!
      expect(to).toBe(sent.phone)
      expect(text).toMatch(/\b\d{6}\b/)
      expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
      texts.add(text.replace(/\d{6}/, ''))
    }
    expect(texts.size).toBe(LOCALES.length)
  })

  test('is forgotten after a day by the job sweep', async () => {
    answered(await ask())
    const count = async () =>
      (await app.database.asSchemaOwner<{ n: number }>('select count(*)::int as n from phone_code'))[0]!.n
    app.clock.advance(DAY_MS - 1)
    await deleteExpiredSecurityData(app.database, app.clock.now())
    expect(await count()).toBe(1)
    app.clock.advance(1)
    await deleteExpiredSecurityData(app.database, app.clock.now())
    expect(await count()).toBe(0)
  })

  test('is stored as a keyed hash only, and so is the address that asked', async () => {
    answered(await ask(member, { address: '203.0.113.77' }))
    const [row] = await app.database.asSchemaOwner<{ row: string }>(
      'select row_to_json(c)::text as row from phone_code c where member_id = $1',
      [member._id],
    )
    expect(row!.row).not.toContain(gateway.codeOf(phone))
    expect(row!.row).not.toContain('203.0.113.77')
  })

  test('works once: sent again, it is refused', async () => {
    answered(await ask())
    const code = gateway.codeOf(phone)
    expect(await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
      status: 200,
      message: 'phone_confirmed_successfully',
    })
    expect(await confirm(code)).toMatchObject({ status: 422, code: 'phone_code_has_expired' })
  })

  test('expires after ten minutes', async () => {
    answered(await ask())
    const code = gateway.codeOf(phone)
    app.clock.advance(10 * MINUTE_MS)
    expect(await confirm(code)).toMatchObject({ status: 422, code: 'phone_code_has_expired' })
    app.clock.advance(-1)
    expect(await confirm(code)).toMatchObject({ status: 200 })
  })

  test('is refused when it is wrong, five times; then the right one, too', async () => {
    answered(await ask())
    const code = gateway.codeOf(phone)
    for (let i = 0; i < 4; i++)
      expect(await confirm(wrong(code))).toMatchObject({ status: 422, code: 'phone_code_is_incorrect' })
    expect(await confirm('not a code')).toMatchObject({ code: 'phone_code_has_expired' })
    expect(await confirm(code)).toMatchObject({ code: 'phone_code_has_expired' })
  })

  test('has five tries although fifty come at once', async () => {
    answered(await ask())
    const code = gateway.codeOf(phone)
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(wrong(code))))
    const incorrect = answers.filter((answer) => answer.code === 'phone_code_is_incorrect')
    expect(incorrect).toHaveLength(4) // the fifth says that it is over
    const [row] = await app.database.asSchemaOwner<{ tries: number }>(
      'select tries from phone_code where member_id = $1',
      [member._id],
    )
    expect(row!.tries).toBe(5)
    expect(await confirm(code)).toMatchObject({ code: 'phone_code_has_expired' })
  })

  test('confirms once of concurrent right tries', async () => {
    answered(await ask())
    const code = gateway.codeOf(phone)
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is replaced by a later one', async () => {
    answered(await ask())
    const earlier = gateway.codeOf(phone)
    app.clock.advance(MINUTE_MS)
    do {
      await app.database.asSchemaOwner(`delete from phone_code where status = 'sent' and created_at = $1`, [
        app.clock.now(),
      ])
      answered(await ask())
    } while (gateway.codeOf(phone) === earlier) // one time in a million
    expect(await confirm(earlier)).toMatchObject({ code: 'phone_code_is_incorrect' })
    answered(await confirm(gateway.codeOf(phone)))
  })

  test('is another member’s to nobody', async () => {
    answered(await ask())
    const stranger = await app.member(`stranger ${++made}`)
    expect(await confirm(gateway.codeOf(phone), stranger)).toMatchObject({ code: 'phone_code_has_expired' })
  })
})

describe('limits', () => {
  test('one a minute', async () => {
    answered(await ask())
    app.clock.advance(MINUTE_MS - 1)
    const until = new Date(app.clock.now().getTime() + 1).toISOString()
    expect(await ask()).toMatchObject({ status: 429, code: 'phone_code_was_just_sent', details: { until } })
    app.clock.advance(1)
    answered(await ask())
  })

  test('one of concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(gateway.messages).toHaveLength(1)
  })

  test('five a day for a number, whoever asks', async () => {
    const begun = app.clock.now().getTime()
    for (let i = 0; i < 5; i++) {
      answered(await ask())
      app.clock.advance(MINUTE_MS)
    }
    const until = new Date(begun + DAY_MS).toISOString()
    expect(await ask()).toMatchObject({ status: 429, code: 'too_many_phone_codes', details: { until } })
    const other = await app.member(`other ${++made}`)
    await app.database.asSchemaOwner('update member set phone = $1 where id = $2', [phone, other._id])
    expect(await ask(other)).toMatchObject({ code: 'too_many_phone_codes' })
    app.clock.advance(DAY_MS - 5 * MINUTE_MS)
    member = await app.signedIn(member)
    answered(await ask())
  })

  test('five a day for a member, whatever the number', async () => {
    for (let i = 0; i < 5; i++) {
      answered(await change(newPhone()))
      app.clock.advance(MINUTE_MS)
    }
    expect(await change(newPhone())).toMatchObject({ code: 'too_many_phone_codes' })
  })

  test('ten a day for an address', async () => {
    const address = newAddress()
    for (let i = 0; i < 10; i++) answered(await ask(await app.member(`neighbour ${++made}`), { address }))
    expect(await ask(member, { address })).toMatchObject({ status: 429, code: 'too_many_phone_codes' })
    answered(await ask(member))
  })

  test('a total a day, then nothing is sent, and operators are called once a day', async () => {
    for (let i = 0; i < 30; i++) answered(await ask(await app.member(`crowd ${++made}`)))
    const refused = await Promise.all([ask(), ask(await app.member(`crowd ${++made}`))])
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, code: 'phone_code_could_not_be_sent' })
    expect(gateway.messages).toHaveLength(30)
    expect(await alarms()).toContainEqual({ about: 'used_up', at: app.clock.now().toISOString() })
    app.clock.advance(DAY_MS)
    member = await app.signedIn(member)
    answered(await ask())
  })
})

const alarms = async () =>
  (
    await app.database.asSchemaOwner<{ payload: { about: string } }>(
      `select payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'alarm_phone_codes'`,
    )
  ).map(({ payload }) => payload)

describe('a sender that fails', () => {
  test.each([500, 401, 429, 302, 0])(
    'with %i: the code is refused, counts for no limit, and can be asked for again',
    async (status) => {
      gateway.status = status
      for (let i = 0; i < 6; i++)
        expect(await ask()).toMatchObject({ status: 409, code: 'phone_code_could_not_be_sent' })
      gateway.status = 202
      answered(await ask())
    },
  )

  test('for an hour no longer keeps anybody from taking an order; operators are called, and once it works numbers are asked for again', async () => {
    gateway.status = 500
    expect(await ask()).toMatchObject({ code: 'phone_code_could_not_be_sent' })
    app.clock.advance(HOUR_MS - 1)
    member = await app.signedIn(member)
    expect(await takeDrawn()).toMatchObject({ code: 'phone_is_not_confirmed' })
    app.clock.advance(1)
    expect(await takeDrawn()).toMatchObject({ code: 'phone_is_not_confirmed' }) // nobody has asked for a while
    expect(await ask()).toMatchObject({ code: 'phone_code_could_not_be_sent' })
    expect(await alarms()).toContainEqual({ about: 'sender_fails', at: app.clock.now().toISOString() })
    expect(await security()).toMatchObject({ phone_codes_available: false })
    answered(await takeDrawn())

    const other = await app.member(`other ${++made}`)
    app.clock.advance(10 * MINUTE_MS)
    expect(await takeDrawn(other)).toMatchObject({ code: 'phone_is_not_confirmed' })
    gateway.status = 202
    await confirmed(other)
    expect(await takeDrawn(await app.member(`third ${++made}`))).toMatchObject({
      code: 'phone_is_not_confirmed',
    })
  })

  test('for one number only is no failure: the member is told, and others are still asked', async () => {
    gateway.status = 422
    expect(await ask()).toMatchObject({ status: 422, code: 'phone_cannot_be_reached' })
    app.clock.advance(HOUR_MS)
    member = await app.signedIn(member)
    expect(await ask()).toMatchObject({ code: 'phone_cannot_be_reached' })
    expect(await takeDrawn()).toMatchObject({ code: 'phone_is_not_confirmed' })
  })

  test('or never answers: the message may have been sent, so its code works and the limits count it', async () => {
    const { createServer } = await import('node:http')
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const sender = httpSender({ url: `http://127.0.0.1:${port}/`, token: undefined, aDay: 1 }, 50)
    expect(await sender.send({ id: 'x', to: phone, text: 'x', language: 'en' })).toBe('timed_out')
    silent.closeAllConnections()
    silent.close()
    answered(await ask())
    await app.database.asSchemaOwner(`update phone_code set status = 'timed_out' where member_id = $1`, [
      member._id,
    ])
    expect(await ask()).toMatchObject({ code: 'phone_code_was_just_sent' })
    answered(await confirm(gateway.codeOf(phone)))
  })
})

describe('changing the number', () => {
  test('takes effect once the code sent to the new one is entered', async () => {
    await confirmed()
    app.clock.advance(MINUTE_MS)
    const to = newPhone()
    const changed = await change(to)
    expect(changed).toMatchObject({ status: 200, message: 'phone_code_was_sent' })
    expect(changed.data).toMatchObject({ phone, phone_code: { phone: to } })
    expect(await phoneOf(member)).toBe(phone)
    expect(await confirm(gateway.codeOf(to))).toMatchObject({
      message: 'phone_changed_successfully',
      data: { phone: to },
    })
    expect(await security()).toMatchObject({ phone: to, phone_confirmed: true })
  })

  test('to the confirmed number itself asks for nothing', async () => {
    await confirmed()
    expect(await change(phone)).toMatchObject({ status: 200, data: { phone_code: null } })
    expect(gateway.messages).toHaveLength(1)
  })

  test('works at once while the sender has failed for an hour, and leaves the new number unconfirmed', async () => {
    await confirmed()
    app.clock.advance(MINUTE_MS)
    gateway.status = 500
    expect(await change(newPhone())).toMatchObject({ code: 'phone_code_could_not_be_sent' })
    app.clock.advance(HOUR_MS)
    member = await app.signedIn(member)
    const to = newPhone()
    expect(await change(to)).toMatchObject({ code: 'phone_code_could_not_be_sent' })
    expect(await change(to)).toMatchObject({ status: 200, message: 'phone_changed_successfully' })
    expect(await security()).toMatchObject({ phone: to, phone_confirmed: false })
  })

  test('is void after a security lock', async () => {
    const { lockMember, unlockMember } = await import('./member-lock.ts')
    const to = newPhone()
    answered(await change(to))
    const act = { member_id: member._id, actor: 'system', reason: 'taken over by somebody else' }
    await app.database.transaction((tx) => lockMember(tx, { ...act, kind: 'security' } as never))
    await app.database.transaction((tx) => unlockMember(tx, act as never))
    member = await app.signedIn(member)
    expect(await confirm(gateway.codeOf(to))).toMatchObject({ code: 'phone_code_has_expired' })
  })
})

describe('a number', () => {
  const register = (username: string, number: string) =>
    app.call(memberCalls.register, {
      body: {
        username,
        phone: number,
        password: TEST_PASSWORD,
        password_confirmation: TEST_PASSWORD,
        code: placer.code,
        terms: true,
      },
      address: newAddress(),
    })

  test('that nobody has confirmed blocks nobody: whoever confirms it has it', async () => {
    app.clock.advance(1000)
    const second = answered(await register(`second ${++made}`, phone))
    const who = { ...member, token: second.access_token, _id: second.user._id }
    const signIn = async () =>
      answered(await app.call(memberCalls.login, { body: { username: phone, password: TEST_PASSWORD } })).user
        ._id
    expect(await signIn()).toBe(member._id) // who registered first
    answered(await ask(who))
    const code = gateway.codeOf(phone)
    answered(await confirm(code, who))
    expect(await register(`third ${++made}`, phone)).toMatchObject({
      status: 409,
      code: 'username_or_phone_number_already_exists',
    })
    app.clock.advance(MINUTE_MS)
    expect(await ask()).toMatchObject({ status: 409, code: 'username_or_phone_number_already_exists' })
    const other = await app.member(`other ${++made}`)
    expect(await change(phone, other)).toMatchObject({ code: 'username_or_phone_number_already_exists' })
    expect(await signIn()).toBe(who._id)
  })

  test('that two members confirm at once is one member’s', async () => {
    app.clock.advance(1000)
    const second = answered(await register(`second ${++made}`, phone))
    const who = { ...member, token: second.access_token, _id: second.user._id }
    answered(await ask())
    const mine = gateway.codeOf(phone)
    app.clock.advance(MINUTE_MS)
    answered(await ask(who))
    const theirs = gateway.codeOf(phone)
    const answers = await Promise.all([confirm(mine), confirm(theirs, who)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test.each([
    ['premium', '+33 899 12 34 56'],
    ['toll-free', '+1 800 234 5678'],
    ['shared-cost', '+44 843 123 4567'],
    ['pager', '+44 76 1234 5678'],
    ['UAN', '+49 18 500 123456'],
    ['voicemail', '+49 177 99 1234567'],
    ['personal', '+49 700 12345678'],
    ['of a satellite network', '+870 772 001 899'],
    ['of an international network', '+882 16 1234567'],
  ])('that is %s is refused at registration and change', async (_kind, number) => {
    expect(await register(`caller ${++made}`, number)).toMatchObject({
      status: 422,
      code: 'phone_is_invalid',
    })
    expect(await change(number)).toMatchObject({ status: 422, code: 'phone_is_invalid' })
  })

  test('of such a kind that a member of before has gets no code', async () => {
    await app.database.asSchemaOwner('update member set phone = $1 where id = $2', [
      '+18002345678',
      member._id,
    ])
    expect(await ask()).toMatchObject({ status: 422, code: 'phone_is_invalid' })
    expect(gateway.messages).toHaveLength(0)
  })
})

test('the configuration takes a token only with an address, and no total below one', () => {
  const base = { DATA_DIR: app.config.dataDir, DATABASE_URL: 'postgres://unused' }
  const { url, token } = gateway
  expect(loadConfig(base).phone_codes).toBeUndefined()
  expect(loadConfig({ ...base, PHONE_CODES_URL: url }).phone_codes).toEqual({
    url,
    token: undefined,
    aDay: 1000,
  })
  const loading = (variables: object) => () => loadConfig({ ...base, ...variables })
  expect(loading({ PHONE_CODES_TOKEN: token })).toThrow('PHONE_CODES_URL: is needed with PHONE_CODES_TOKEN')
  expect(loading({ PHONE_CODES_URL: url, PHONE_CODES_TOKEN: 'two words' })).toThrow('PHONE_CODES_TOKEN')
  expect(loading({ PHONE_CODES_URL: url, PHONE_CODES_A_DAY: '0' })).toThrow('PHONE_CODES_A_DAY')
})

describe('without a sender', () => {
  let without: TestApp
  afterEach(() => without.close())

  test('orders are taken, numbers change at once, and no code can be asked for', async () => {
    without = await startApp()
    await placeCampaign(without, await without.member('the placer'))
    const carrier = await without.member('the carrier')
    const own = { token: carrier.token, body: { user_id: carrier._id } }
    expect(await without.call(phoneCodeCalls.send, own)).toMatchObject({
      status: 409,
      code: 'phone_codes_are_not_available',
    })
    answered(await take(without, carrier, answered(await draw(without, carrier))._id))
    const { data } = await without.call(securityCalls.changePhone, {
      token: carrier.token,
      body: { user_id: carrier._id, phone: '+84 987 000 001', password: TEST_PASSWORD },
    })
    expect(data).toMatchObject({ phone: '+84987000001', phone_code: null })
    const { phone_codes_available } = answered(
      await without.call(securityCalls.overview, { token: carrier.token }),
    )
    expect(phone_codes_available).toBe(false)
  })

  test('but in a demo, the code is in the answer, for any number of members of its own machine', async () => {
    without = await startApp({ variables: { DEMO: 'true' } })
    for (let i = 0; i < 12; i++) {
      const one = await without.member(`newcomer ${i}`)
      const own = { token: one.token, address: '127.0.0.1' }
      const sent = answered(await without.call(phoneCodeCalls.send, { ...own, body: { user_id: one._id } }))
      const body = { user_id: one._id, code: sent.code! }
      expect(await without.call(phoneCodeCalls.confirm, { ...own, body })).toMatchObject({ status: 200 })
    }
  })
})
