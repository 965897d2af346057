import { newId } from '@fairturn/contract/ids'
// Notifications by push and mail: recipients, encryption, once each, and only as long as the member wants them.
import { memberCalls } from '@fairturn/contract/members'
import { NOTICE_GROUPS, noticeCalls, type NoticeGroup } from '@fairturn/contract/notices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type PushService,
  readVapid,
  startPushService,
  type TestDevice,
} from '../../../testing/push-service.ts'
import { type MailServer, startMailServer } from '../../../testing/smtp.ts'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { settingsOf, siteTitle } from '../content/content.ts'
import { loadConfig } from '../platform/config.ts'
import { deliveryHandlers, deleteOldDeliveries } from './delivery.ts'
import { NOTICES } from './kinds.ts'
import { noticeHandlers } from './notices.jobs.ts'
import { encryptPushSecrets, mailSender, notify, notifyAll, postPush } from './notices.ts'
import { pushKey } from './push.ts'
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe.ts'

const ORIGIN = 'https://app.example.com'
const HOUR_MS = 3_600_000
let app: TestApp
let push: PushService
let smtp: MailServer

beforeAll(async () => {
  push = await startPushService()
  smtp = await startMailServer()
  app = await startApp({
    variables: { SMTP_URL: smtp.url, MAIL_FROM: 'Fairturn <no-reply@example.com>', PUBLIC_ORIGIN: ORIGIN },
  })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
  await push.close()
})
beforeEach(() => {
  smtp.refusing = false
})

const delivering = () =>
  deliveryHandlers({
    config: app.config,
    send: mailSender(app.config.mail!, app),
    post: push.post,
    styleOf: settingsOf,
    siteTitle,
  })
const work = () => app.database.runDueJobs([...noticeHandlers, ...delivering()])
const requestOf = (member: TestMember, body: object = {}) => ({
  token: member.token,
  body: { user_id: member._id, ...body } as never,
})
const settings = async (member: TestMember) =>
  (await app.call(noticeCalls.settings, { token: member.token })).data
const choose = (member: TestMember, group: NoticeGroup, channel: 'push' | 'mail', on: boolean) =>
  app.call(noticeCalls.changeSettings, requestOf(member, { group, channel, on }))
const subscribe = (member: TestMember, { endpoint, keys }: Pick<TestDevice, 'endpoint' | 'keys'>) =>
  app.call(noticeCalls.subscribe, requestOf(member, { endpoint, keys }))
const tell = (member: TestMember, award = '12.50') =>
  app.database.transaction((tx) =>
    notify(tx, member._id, 'award', { brand: 'Brand of tea', award }, '/order-detail/1'),
  )
const notifyOfSecurity = (member: TestMember) =>
  app.database.transaction((tx) => notify(tx, member._id, 'password_changed', {}, '/individual/security'))
const jobsOf = (name: string) =>
  app.database.asSchemaOwner(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1`,
    [name],
  )

/** A member whose welcome notice has already been sent. */
async function member(username: string): Promise<TestMember> {
  const made = await app.member(username)
  await work()
  return made
}

async function withDevice(username: string) {
  const made = await member(username)
  const device = push.device()
  expect((await subscribe(made, device)).data).toEqual({ on: true })
  return { member: made, device }
}

async function withMail(username: string): Promise<TestMember> {
  const made = await member(username)
  const email = `${username.replaceAll(' ', '.')}@example.com`
  await app.database.asSchemaOwner('update member set email = $2 where id = $1', [made._id, email])
  return made
}

async function mailed() {
  const before = smtp.mails.length
  await work()
  return smtp.mails.slice(before)
}

describe('a push message', () => {
  // ASVS V11.6.1
  test('can be read only by its device, and is signed with the key that browsers subscribed to', async () => {
    const { member, device } = await withDevice('keys of the device')
    await tell(member)
    await work()
    expect(device.heard).toEqual([
      {
        id: expect.any(String),
        title: 'Award received',
        body: expect.stringMatching(/^Open Fairturn to read it\. Message code: [0-9A-Z]{4}-[0-9A-Z]{4}$/),
        path: '/order-detail/1',
        unread: 2,
      },
    ])
    const [headers] = device.headers
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
    expect(headers!['topic']).toMatch(/^[\w-]{32}$/)
    const { key } = (await app.call(noticeCalls.pushKey)).data
    expect(readVapid(headers!.authorization!)).toMatchObject({
      key,
      aud: 'https://push.example.com',
      sub: 'mailto:no-reply@example.com',
    })
  })

  // ASVS V14.2.3
  test('contains no amount, brand or account for any kind of notice: anybody can read a lock screen', async () => {
    const { member, device } = await withDevice('lock screen')
    await app.database.transaction((tx) =>
      notifyAll(tx, [
        {
          member_id: member._id,
          kind: 'withdrawal_paid',
          params: { amount: '77.00', account: 'BANK 4321', reference: 'FW-7777-7777' },
          path: '/',
        },
        {
          member_id: member._id,
          kind: 'deposit_credited',
          params: { amount: '77.00', reference: 'REF77' },
          path: '/',
        },
      ]),
    )
    await work()
    expect(device.heard).toHaveLength(2)
    const shown = device.heard.map(({ title, body }) => `${String(title)} ${String(body)}`)
    // But for the message's code, which is random.
    expect(shown.map((text) => text.replace(/[0-9A-Z]{4}-[0-9A-Z]{4}$/, '')).join()).not.toMatch(
      /77|4321|REF/,
    )
  })

  test('is in the member’s language', async () => {
    const { member, device } = await withDevice('translated')
    await app.call(memberCalls.viewer, requestOf(member, { locale: 'fr' }))
    await tell(member)
    await work()
    expect(device.heard[0]!['body']).toMatch(/^À lire dans Fairturn\. Code de contrôle\u202f: [0-9A-Z-]{9}$/)
  })

  test('is sent once, even if the job runs again', async () => {
    const { member, device } = await withDevice('once')
    await tell(member)
    const [job] = await jobsOf('deliver_push')
    await work()
    await delivering()[0]!.run(app.database, job!['payload'])
    expect(device.heard).toHaveLength(1)
  })

  test('is not sent again to a device that its push service no longer knows, and the others get it', async () => {
    const { member, device } = await withDevice('gone')
    const other = push.device()
    await subscribe(member, other)
    device.status = 410
    await tell(member)
    await work()
    expect(other.heard).toHaveLength(1)
    expect((await settings(member)).push_devices).toBe(1)
  })

  test('is retried if its push service fails, only for devices that have not got it', async () => {
    const { member, device } = await withDevice('failing')
    const other = push.device()
    await subscribe(member, other)
    device.status = 503
    await tell(member)
    const [job] = await jobsOf('deliver_push')
    await expect(work()).rejects.toThrow('1 of 2 devices: the push service answered 503')
    device.status = 201
    await delivering()[0]!.run(app.database, job!['payload'])
    expect([device.heard.length, other.heard.length]).toEqual([1, 1])
  })

  test.each([
    ['is a day old', () => app.clock.advance(24 * HOUR_MS)],
    ['has been read', (who: TestMember) => app.call(noticeCalls.markRead, requestOf(who))],
    ['is of a group that has been turned off', (who: TestMember) => choose(who, 'awards', 'push', false)],
    ['comes after signing out', (who: TestMember) => app.call(memberCalls.logout, { token: who.token })],
    [
      'comes after unsubscribing',
      (who: TestMember, { endpoint }: TestDevice) =>
        app.call(noticeCalls.unsubscribe, requestOf(who, { endpoint })),
    ],
  ] as [string, (who: TestMember, device: TestDevice) => unknown][])(
    'is not sent if it %s',
    async (name, happens) => {
      const { member, device } = await withDevice(name.slice(0, 14))
      await tell(member)
      await happens(member, device)
      await work()
      expect(device.heard).toEqual([])
    },
  )

  test('about security is always sent', async () => {
    const { member, device } = await withDevice('protected')
    for (const group of NOTICE_GROUPS) await choose(member, group, 'push', false)
    await tell(member)
    await notifyOfSecurity(member)
    await work()
    expect(device.heard.map(({ title }) => title)).toEqual(['Password changed'])
    expect(device.headers[0]!['urgency']).toBe('high')
  })
})

test('nothing is enqueued for members without channels, and a batch enqueues one job per notice', async () => {
  const nobody = await member('asked for nothing')
  const { member: wanting } = await withDevice('asked for it')
  const { member: notThese } = await withDevice('not these')
  await choose(notThese, 'awards', 'push', false)
  const params = { brand: 'x', award: '1.00' }
  await app.database.transaction((tx) =>
    notifyAll(
      tx,
      [nobody, wanting, notThese, wanting].map(({ _id }) => ({
        member_id: _id,
        kind: 'award' as const,
        params,
        path: null,
      })),
    ),
  )
  expect(await jobsOf('deliver_push')).toHaveLength(2)
  expect(await jobsOf('deliver_mail')).toHaveLength(0)
  await work()
})

describe('a subscription', () => {
  const refused = { status: 422, code: 'push_subscription_is_not_usable' }
  const point = Buffer.alloc(65, 1).toString('base64url')

  test.each([
    ['plain http', { endpoint: 'http://push.example.com/x' }],
    ['this machine', { endpoint: 'https://127.0.0.1/x' }],
    ['a private network', { endpoint: 'https://10.1.2.3/x' }],
    ['a private address in another notation', { endpoint: 'https://0x0a010203/x' }],
    ['a cloud metadata address', { endpoint: 'https://169.254.169.254/latest' }],
    ['an internal name', { endpoint: 'https://database.internal/x' }],
    ['another port', { endpoint: 'https://push.example.com:5432/x' }],
    ['no URL', { endpoint: 'push' }],
    ['a point off the curve', { keys: { p256dh: point, auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }],
    ['a short secret', { keys: { p256dh: point, auth: 'AAAA' } }],
    ['no keys', { keys: undefined }],
  ])('with %s is refused', async (name, wrong) => {
    const who = await app.member(`sub ${name.slice(0, 20)}`)
    const { endpoint, keys } = push.device()
    const sent = requestOf(who, { endpoint, keys, ...wrong })
    expect(await app.call(noticeCalls.subscribe, sent)).toMatchObject(refused)
    expect((await settings(who)).push_devices).toBe(0)
  })

  test('whose host resolves to a private address is not connected to', async () => {
    await expect(postPush('https://localhost/x', { headers: {}, body: new Uint8Array() })).rejects.toThrow(
      'host_is_not_public',
    )
  })

  test('continues with the next session of its member, and of nobody else', async () => {
    const { member: first, device } = await withDevice('keeps it')
    const stranger = await member('wants it')
    const { endpoint } = device
    const keep = (who: TestMember) => app.call(noticeCalls.saveSubscription, requestOf(who, { endpoint }))
    expect((await keep(stranger)).data).toEqual({ on: false })
    await app.call(memberCalls.logout, { token: first.token })
    const credentials = { username: 'keeps it', password: TEST_PASSWORD }
    const { access_token } = (await app.call(memberCalls.login, { body: credentials })).data
    const again = { ...first, token: access_token }
    expect((await settings(again)).push_devices).toBe(0)
    expect((await keep(again)).data).toEqual({ on: true })
    await tell(again)
    await work()
    expect(device.heard).toHaveLength(1)
  })

  test('is transferred to another member only with the device, proved by its keys', async () => {
    const { member: first, device } = await withDevice('had it')
    const second = await member('has it now')
    const { endpoint } = device
    expect(await subscribe(second, { endpoint, keys: push.device().keys })).toMatchObject(refused)
    await app.call(noticeCalls.unsubscribe, requestOf(second, { endpoint }))
    expect((await settings(first)).push_devices).toBe(1)
    expect((await subscribe(second, device)).data).toEqual({ on: true })
    await tell(first)
    await tell(second)
    await work()
    expect(device.heard).toHaveLength(1)
    expect((await settings(first)).push_devices).toBe(0)
  })

  test('has its keys encrypted, also one that an earlier version stored', async () => {
    const { member: holder, device } = await withDevice('keys at rest')
    const { p256dh, auth } = device.keys
    const stored = async () =>
      JSON.stringify(
        await app.database.asSchemaOwner(
          'select to_jsonb(p) as row from push_subscription p where member_id = $1',
          [holder._id],
        ),
      )
    expect(await stored()).not.toContain(p256dh)
    await app.database.asSchemaOwner(
      'update push_subscription set ciphertext = null, p256dh = $2, auth = $3 where member_id = $1',
      [holder._id, p256dh, auth],
    )
    const { private_key } = await pushKey(app.database, app.config)
    await app.database.asSchemaOwner('update push_key set ciphertext = null, private_key = $1', [private_key])
    await tell(holder)
    await work()
    expect(device.heard).toHaveLength(1)
    await encryptPushSecrets(app.database, app.config.secrets)
    for (const secret of [p256dh, auth]) expect(await stored()).not.toContain(secret)
    expect(await app.database.asSchemaOwner('select private_key from push_key')).toEqual([
      { private_key: null },
    ])
    expect(await pushKey(app.database, app.config)).toMatchObject({ private_key })
    await tell(holder)
    await work()
    expect(device.heard).toHaveLength(2)
  })

  test('is not pushed out by another session, which a thief may hold, however many that one subscribes', async () => {
    const { member: victim, device } = await withDevice('keeps the device')
    const body = { username: victim.username, password: TEST_PASSWORD }
    const stolen = { ...victim, token: (await app.call(memberCalls.login, { body })).data.access_token }
    for (let i = 0; i < 25; i++) {
      app.clock.advance(1000)
      await subscribe(stolen, push.device())
    }
    expect((await settings(victim)).push_devices).toBe(20)
    await notifyOfSecurity(victim)
    await work()
    expect(device.heard).toHaveLength(1)
  })

  test('hears of security though a thief has marked it as read; of an award it does not', async () => {
    const { member: victim, device } = await withDevice('read by another')
    await notifyOfSecurity(victim)
    await tell(victim)
    const { list } = (await app.call(noticeCalls.list, requestOf(victim))).data
    await app.call(noticeCalls.markRead, requestOf(victim, { ids: list.map(({ _id }) => _id) }))
    await work()
    expect(device.heard).toHaveLength(1)
  })

  test('is one of at most twenty: the oldest is removed', async () => {
    const { member: collector, device } = await withDevice('collector')
    for (let i = 0; i < 20; i++) {
      app.clock.advance(1000)
      await subscribe(collector, push.device())
    }
    expect((await settings(collector)).push_devices).toBe(20)
    await tell(collector)
    await work()
    expect(device.heard).toEqual([])
  })
})

describe('a mail', () => {
  test('is sent as chosen, with text, link, and a way to unsubscribe', async () => {
    const who = await withMail('reads mail')
    await tell(who)
    expect(await mailed()).toEqual([])
    expect((await choose(who, 'awards', 'mail', true)).status).toBe(200)
    await tell(who)
    const [mail, ...more] = await mailed()
    expect(more).toEqual([])
    expect(mail!.to).toEqual(['reads.mail@example.com'])
    for (const words of [
      'Hello reads mail,',
      'Brand of tea: $\u00a012,50 is in your balance.',
      `${ORIGIN}/order-detail/1`,
      `${ORIGIN}/notification/settings`,
    ])
      expect(mail!.text).toContain(words)
    expect(mail!.head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })

  test('is ended by one click of a mail program, without a session, for that group only', async () => {
    const who = await withMail('clicks once')
    await choose(who, 'awards', 'mail', true)
    await choose(who, 'orders', 'mail', true)
    await tell(who)
    const [mail] = await mailed()
    const [, url] = /^List-Unsubscribe:\s*<([^>\s]+)>/m.exec(mail!.head)!
    const { pathname, origin } = new URL(url!)
    expect(origin).toBe(ORIGIN)
    const opened = await app.fastify.inject({ method: 'GET', url: pathname })
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/notification/settings'])
    expect((await settings(who)).groups.find(({ group }) => group === 'awards')!.mail).toBe(true)
    const clicked = await app.fastify.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect([clicked.statusCode, clicked.json()]).toMatchObject([200, { data: { done: true } }])
    const on = (await settings(who)).groups.filter(({ mail }) => mail).map(({ group }) => group)
    expect(on).toEqual(['security', 'orders'])
  })

  test.each(['x', 'AAAAAAAAAAAAAAAAAAAAAA.awards.AAAAAAAAAAAAAAAAAAAAAAAAAAA', 'a..b', 'x'.repeat(201)])(
    'is not ended by an invalid token: %s',
    async (token) => {
      const answer = await app.call(noticeCalls.unsubscribeMail, { params: { token } })
      expect(answer).toMatchObject({ status: 422, code: 'link_is_not_valid' })
    },
  )

  test('of another member or group is not affected by a token', () => {
    const id = newId(app.clock.now())
    const token = unsubscribeToken(app.config.secret, id, 'awards')
    expect(readUnsubscribeToken(app.config.secrets, token)).toEqual({ member_id: id, group: 'awards' })
    expect(readUnsubscribeToken(app.config.secrets, token.replace('awards', 'orders'))).toBeUndefined()
    expect(readUnsubscribeToken([`${app.config.secret}x`], token)).toBeUndefined()
  })

  test('about security is always sent, once, and cannot be unsubscribed', async () => {
    const who = await withMail('protected by mail')
    await notifyOfSecurity(who)
    const [job] = await jobsOf('deliver_mail')
    const [mail, ...more] = await mailed()
    await delivering()[1]!.run(app.database, job!['payload'])
    expect(more).toEqual([])
    expect(smtp.mails.at(-1)).toBe(mail)
    expect(mail!.text).toContain('always sent')
    expect(mail!.head).not.toContain('List-Unsubscribe')
    expect(mail!.head).toMatch(/Message-ID: <[0-9a-f-]{36}@example\.com>/i)
  })

  test('is retried if the mail server refuses', async () => {
    const who = await withMail('refused mail')
    await notifyOfSecurity(who)
    const [job] = await jobsOf('deliver_mail')
    smtp.refusing = true
    await expect(work()).rejects.toThrow('451')
    smtp.refusing = false
    const before = smtp.mails.length
    await delivering()[1]!.run(app.database, job!['payload'])
    expect(smtp.mails).toHaveLength(before + 1)
  })

  test('is not sent without an address', async () => {
    const who = await member('no address')
    await notifyOfSecurity(who)
    expect(await jobsOf('deliver_mail')).toEqual([])
    expect(await choose(who, 'orders', 'mail', true)).toMatchObject({
      status: 409,
      code: 'confirm_an_email_first',
    })
  })
})

describe('the settings', () => {
  test('start with security on every channel, push as devices subscribe, and no mail', async () => {
    const who = await withMail('new to it')
    const { groups, ...rest } = await settings(who)
    expect(rest).toEqual({ push_devices: 0, mail: 'available', email: 'new.to.it@example.com' })
    expect(groups).toEqual(
      NOTICE_GROUPS.map((group) => ({
        group,
        push: true,
        mail: group === 'security',
        locked: group === 'security',
      })),
    )
  })

  test('turn each group on and off for each channel, and refuse security_notices_are_always_sent', async () => {
    const who = await withMail('chooses')
    for (const channel of ['push', 'mail'] as const) {
      const on = channel === 'mail'
      expect(await choose(who, 'security', channel, on)).toMatchObject({
        status: 409,
        code: 'security_notices_are_always_sent',
      })
      for (const group of NOTICE_GROUPS.filter((each) => each !== 'security')) {
        const before = (await settings(who)).groups
        expect((await choose(who, group, channel, on)).data.groups).toEqual(
          before.map((row) => (row.group === group ? Object.assign(row, { [channel]: on }) : row)),
        )
      }
    }
  })

  test('report that mail is unavailable without a mail server, and refuse mail_is_not_available', async () => {
    const bare = await startApp()
    try {
      const who = await bare.member('bare')
      const { data } = await bare.call(noticeCalls.settings, { token: who.token })
      expect([data.mail, data.groups.some(({ mail }) => mail)]).toEqual(['not_available', false])
      const sent = { user_id: who._id, group: 'orders', channel: 'mail', on: true } as const
      expect(await bare.call(noticeCalls.changeSettings, { token: who.token, body: sent })).toMatchObject({
        status: 409,
        code: 'mail_is_not_available',
      })
    } finally {
      await bare.close()
    }
  })
})

test('every group has a kind of notice', () => {
  expect(new Set<string>(Object.values(NOTICES).map(([group]) => group))).toEqual(new Set(NOTICE_GROUPS))
})

test('the key in the database survives a change of SECRET; a configured one takes precedence', async () => {
  const kept = await pushKey(app.database, app.config)
  const [row] = await app.database.asSchemaOwner('select private_key, ciphertext from push_key')
  expect(row).toEqual({ private_key: null, ciphertext: expect.any(Buffer) })
  const rotated = loadConfig({
    DATA_DIR: '.',
    DATABASE_URL: 'postgres://unused',
    SECRET: 'y'.repeat(32),
    SECRET_PREVIOUS: app.config.secret,
  })
  expect(await pushKey(app.database, rotated)).toEqual(kept)
  expect((await app.call(noticeCalls.pushKey)).data.key).toBe(kept.public_key)
  const pair = {
    VAPID_PUBLIC_KEY: kept.public_key,
    VAPID_PRIVATE_KEY: kept.private_key,
  }
  const base = { DATA_DIR: '.', DATABASE_URL: 'postgres://unused', SECRET: 'x'.repeat(32) }
  expect(loadConfig({ ...base, ...pair }).vapid).toEqual(kept)
  for (const wrong of [
    { VAPID_PUBLIC_KEY: pair.VAPID_PUBLIC_KEY },
    { ...pair, VAPID_PRIVATE_KEY: 'A'.repeat(43) },
    { ...pair, VAPID_PRIVATE_KEY: `${pair.VAPID_PRIVATE_KEY.slice(0, 20)}${'b'.repeat(23)}` },
  ])
    expect(() => loadConfig({ ...base, ...wrong })).toThrow('VAPID_PRIVATE_KEY')
})

test('deliveries are deleted once no job can retry them', async () => {
  const count = async () => (await app.database.asSchemaOwner('select from notice_delivery')).length
  expect(await count()).toBeGreaterThan(0)
  await deleteOldDeliveries(app.database, app.clock.now())
  expect(await count()).toBeGreaterThan(0)
  await deleteOldDeliveries(app.database, new Date(app.clock.now().getTime() + 49 * HOUR_MS))
  expect(await count()).toBe(0)
})
