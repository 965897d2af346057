// Broadcasts in the back office: recipients, languages, exactly-once delivery; and every refusal.
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { broadcastCalls as calls, broadcastFiles } from '@fairturn/contract/backoffice/broadcasts'
import type { SentBodyOf } from '@fairturn/contract/endpoint'
import { newId } from '@fairturn/contract/ids'
import { noticeCalls } from '@fairturn/contract/notices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposed } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { broadcastHandlers } from './broadcasts.ts'
import { deliveryHandlers } from './delivery.ts'
import type { Mail } from './mail.ts'
import { noticeHandlers } from './notices.jobs.ts'
import { noticeData } from './notices.ts'

type BroadcastInput = SentBodyOf<typeof calls.write>

let app: TestApp
let content: TestOperator
let second: TestOperator
let member: TestMember
let made = 0

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  // Events of the same instant have no order.
  app.clock.advance(1000)
  content = await staff(app, 'content')
  second = await staff(app, 'content')
  member = await app.member(`Thu Hà ${++made}`)
  // Earlier members have no pending messages.
  await app.database.asSchemaOwner('delete from graphile_worker._private_jobs')
})

const EVERYBODY = { level_id: null, locale: null, active_days: null }
const DAY_MS = 24 * 3_600_000
const message = (title = 'Bảo trì', text = 'Chủ nhật có bảo trì.') => ({ title, text })
const written = (more: Partial<BroadcastInput> = {}): BroadcastInput => ({
  texts: { vn: message() },
  path: null,
  audience: EVERYBODY,
  ...more,
})
const write = async (more: Partial<BroadcastInput> = {}) =>
  answered(await app.call(calls.write, { as: content, body: written(more) }))
const of = (broadcast_id: string) => ({ as: content, params: { broadcast_id } })
const reason = 'We agreed on it.'
const propose = (broadcast: { _id: string; version: number }, send_at: string | null = null) =>
  app.call(calls.send, { ...of(broadcast._id), body: { version: broadcast.version, send_at, reason } })
/** Proposed by one, approved by another. */
async function send(broadcast: { _id: string; version: number }, send_at: string | null = null) {
  const answer = await propose(broadcast, send_at)
  const approved = await approveProposed(app, { ...answer, data: answer.data }, second)
  return approved.status === 200 ? { ...answer, data: await show(broadcast._id) } : { ...answer, ...approved }
}
const show = async (broadcast_id: string) => answered(await app.call(calls.detail, of(broadcast_id)))
const work = () => app.database.runDueJobs([...broadcastHandlers, ...noticeHandlers])
const bell = async (who = member, locale = 'en') =>
  answered(
    await app.call(noticeCalls.list, { token: who.token, locale, body: { user_id: who._id } }),
  ).list.filter(({ kind }) => kind === 'broadcast')

/** Bulk-inserts members who never signed in. */
const crowd = (name: string, size: number, locale = 'vn') =>
  app.database.asSchemaOwner(
    `insert into member (id, username, username_key, phone, code, locale, created_at)
     select gen_random_uuid(), $1 || n, $1 || n, '+8498' || (1000000 + $4 + n), upper($1) || n, $3, $5
     from generate_series(1, $2::int) n`,
    [name, size, locale, ++made * 10_000, app.clock.now()],
  )
const recipientsOf = async (broadcast_id: string) =>
  (
    await app.database.asSchemaOwner<{ member_id: string }>(
      'select member_id from notification where broadcast_id = $1',
      [broadcast_id],
    )
  ).map(({ member_id }) => member_id)

describe('a broadcast', () => {
  test('is shown in the reader’s language, in Vietnamese if that is missing, and links to its path', async () => {
    const draft = await write({
      texts: { vn: message(), en: message('Maintenance', 'On Sunday.') },
      path: '/warehouse',
    })
    expect(draft).toMatchObject({ status: 'draft', version: 1, recipients: 0, send_at: null })
    expect(await bell()).toEqual([])
    expect(answered(await send(draft))).toMatchObject({ status: 'scheduled' })
    await work()
    const [notice] = await bell()
    expect(notice).toMatchObject({
      title: 'Maintenance',
      text: 'On Sunday.',
      path: '/warehouse',
      read: false,
    })
    expect((await bell(member, 'vn'))[0]).toMatchObject(message())
    expect((await bell(member, 'jp'))[0]).toMatchObject(message())
    const sent = await show(draft._id)
    expect(sent).toMatchObject({ status: 'sent', read: 0, created_by: { username: content.username } })
    expect(sent.recipients).toBe((await recipientsOf(draft._id)).length)
    await app.call(noticeCalls.markRead, { token: member.token, body: { user_id: member._id } })
    expect(await show(draft._id)).toMatchObject({ read: 1 })
  })

  test('that waits for approval is not proposed a second time with another reason or time', async () => {
    const draft = await write()
    const ask = (as: TestOperator, body: { reason: string; send_at?: string | null; version?: number }) =>
      app.call(calls.send, {
        as,
        params: { broadcast_id: draft._id },
        body: { version: draft.version, send_at: null, ...body },
      })
    const first = answered(await ask(content, { reason })).proposal_id
    expect(answered(await ask(content, { reason })).proposal_id).toBe(first)
    const other = 'Another reason than the first.'
    const at = new Date(app.clock.now().getTime() + DAY_MS).toISOString()
    for (const [as, body, own] of [
      [content, { reason: other }, true],
      [second, { reason }, false],
      [second, { reason, send_at: at }, false],
    ] as const)
      expect(await ask(as, body)).toMatchObject({
        status: 409,
        code: 'this_is_proposed_already',
        details: { proposal: { _id: first, by: content.username, own } },
      })
    // A draft that was changed since is another broadcast: what was proposed can no longer be executed.
    const version = answered(
      await app.call(calls.change, { ...of(draft._id), body: { ...written(), version: draft.version } }),
    ).version
    expect(answered(await ask(second, { reason, version })).proposal_id).not.toBe(first)
  })

  // ASVS V1.3.5 V1.3.7
  test('is shown as plain text', async () => {
    const hostile = message('<img src=x onerror=alert(1)>', '{title} <script>alert(1)</script> {award}')
    answered(await send(await write({ texts: { vn: hostile } })))
    await work()
    expect((await bell(member, 'vn'))[0]).toMatchObject(hostile)
  })

  test('reaches everybody once, even if it fails midway and is sent by several processes', async () => {
    await crowd('many', 1203)
    const draft = await write()
    answered(await send(draft))
    const [unlucky] = await app.database.asSchemaOwner<{ id: string }>(
      'select id from member where closed_at is null order by id offset 700 limit 1',
    )
    await app.database.asSchemaOwner(`
      create function breaks() returns trigger language plpgsql as $$
      begin
        if new.member_id = '${unlucky!.id}' then raise exception 'the power is cut'; end if;
        return new;
      end $$;
      create trigger breaks before insert on notification for each row execute function breaks()`)
    await expect(work()).rejects.toThrow('the power is cut')
    expect(await show(draft._id)).toMatchObject({ status: 'sending', recipients: 500 })
    expect(await recipientsOf(draft._id)).toHaveLength(500)
    const late = await app.member('who came late')
    await app.database.asSchemaOwner('drop trigger breaks on notification; drop function breaks')

    const again = () => broadcastHandlers[0]!.run(app.database, { broadcast_id: draft._id })
    await Promise.all([again(), again()])
    await Promise.all([work(), again()])
    await again()
    const recipients = await recipientsOf(draft._id)
    const meant = await app.database.asSchemaOwner<{ id: string }>(
      'select id from member where closed_at is null and id <> $1',
      [late._id],
    )
    expect(recipients.toSorted()).toEqual(meant.map(({ id }) => id).toSorted())
    expect(await show(draft._id)).toMatchObject({ status: 'sent', recipients: recipients.length })
    expect(await bell(late)).toEqual([])
  })

  test('is pushed to a device if its group is on, and not if it is off', async () => {
    const off = await app.member('without news')
    for (const who of [member, off])
      await app.database.asSchemaOwner(
        `insert into push_subscription (id, member_id, session_id, endpoint, p256dh, auth, created_at)
         select gen_random_uuid(), member_id, id, 'https://push.example/' || id, 'x', 'x', created_at from session
         where member_id = $1`,
        [who._id],
      )
    const choice = { user_id: off._id, group: 'announcements', channel: 'push', on: false } as const
    answered(await app.call(noticeCalls.changeSettings, { token: off.token, body: choice }))
    const draft = await write()
    answered(await send(draft))
    await broadcastHandlers[0]!.run(app.database, { broadcast_id: draft._id })
    const pushed = await app.database.asSchemaOwner<{ member_id: string }>(
      `select n.member_id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       join notification n on n.id = (j.payload ->> 'notification_id')::uuid where t.identifier = 'deliver_push'`,
    )
    await app.database.asSchemaOwner('delete from push_subscription')
    expect(pushed.map(({ member_id }) => member_id)).toEqual([member._id])
    expect([await bell(), await bell(off)].map((list) => list.length)).toEqual([1, 1])
  })
})

describe('an audience', () => {
  const count = async (query: Record<string, string>) =>
    answered(await app.call(calls.recipients, { as: content, query }))

  test('is counted by language in advance, and the same members are notified', async () => {
    await crowd('serbs', 3, 'rs')
    expect(await count({ locale: 'rs' })).toEqual({
      recipients: 3,
      languages: [{ locale: 'rs', recipients: 3 }],
    })
    const everybody = await count({})
    expect(everybody.recipients).toBe(
      everybody.languages.reduce((sum, { recipients }) => sum + recipients, 0),
    )
    const draft = await write({ audience: { ...EVERYBODY, locale: 'rs' } })
    answered(await send(draft))
    await work()
    expect(await recipientsOf(draft._id)).toHaveLength(3)
    expect(await bell()).toEqual([])
  })

  test('may be those of a level, and recently active members', async () => {
    const [level] = await app.database.asSchemaOwner<{ id: string }>(
      'select id from level order by rank desc limit 1',
    )
    await app.database.asSchemaOwner('update member set level_id = $2 where id = $1', [member._id, level!.id])
    expect((await count({ level_id: level!.id })).recipients).toBe(1)
    expect((await count({ level_id: level!.id, locale: 'kr' })).recipients).toBe(0)
    const away = await app.member('who is away')
    await app.database.asSchemaOwner('update session set last_used_at = $2 where member_id = $1', [
      away._id,
      new Date(app.clock.now().getTime() - 8 * DAY_MS),
    ])
    const draft = await write({ audience: { ...EVERYBODY, active_days: 7 } })
    answered(await send(draft))
    await work()
    expect(await bell(away)).toEqual([])
    expect(await bell()).toHaveLength(1)
    expect((await recipientsOf(draft._id)).length).toBe((await count({ active_days: '7' })).recipients)
  })

  test('without anybody is refused broadcast_reaches_nobody', async () => {
    const nobody = { ...EVERYBODY, level_id: newId(app.clock.now()) }
    expect(await send(await write({ audience: nobody }))).toMatchObject({
      status: 409,
      code: 'broadcast_reaches_nobody',
    })
  })

  test('excludes closed accounts', async () => {
    const { recipients } = await count({})
    await app.database.asSchemaOwner('delete from password where subject_id = $1', [member._id])
    await app.database.asSchemaOwner(
      `update member set closed_at = $2, phone = null, username = '' where id = $1`,
      [member._id, app.clock.now()],
    )
    expect((await count({})).recipients).toBe(recipients - 1)
  })
})

describe('a scheduled time', () => {
  const later = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()

  test('is waited for', async () => {
    const draft = await write()
    expect(answered(await send(draft, later(DAY_MS)))).toMatchObject({
      status: 'scheduled',
      send_at: later(DAY_MS),
    })
    await work()
    expect(await recipientsOf(draft._id)).toEqual([])
    app.clock.advance(DAY_MS)
    await work()
    expect(await recipientsOf(draft._id)).toContain(member._id)
  })

  test('in the past or too far ahead is refused broadcast_time_is_not_possible', async () => {
    for (const send_at of [later(-1000), later(400 * DAY_MS)])
      expect(await send(await write(), send_at)).toMatchObject({
        status: 422,
        code: 'broadcast_time_is_not_possible',
      })
  })

  test('may be cancelled until it is reached; then nobody is notified', async () => {
    const draft = await write()
    answered(await send(draft, later(DAY_MS)))
    expect(answered(await app.call(calls.cancel, of(draft._id)))).toMatchObject({ status: 'cancelled' })
    app.clock.advance(2 * DAY_MS)
    await work()
    expect(await recipientsOf(draft._id)).toEqual([])
    const again = { ...of(draft._id), as: await staff(app, 'content') }
    expect(await app.call(calls.cancel, again)).toMatchObject({
      status: 409,
      code: 'broadcast_is_in_another_state',
    })
  })
})

describe('changing', () => {
  test('is possible for drafts, based on the last version only', async () => {
    const draft = await write()
    const change = (version: number) =>
      app.call(calls.change, {
        ...of(draft._id),
        body: { ...written({ texts: { vn: message('Tin khác') }, path: '/' }), version },
      })
    expect(answered(await change(1))).toMatchObject({
      version: 2,
      path: '/',
      texts: { vn: { title: 'Tin khác' } },
    })
    const stale = { status: 409, code: 'somebody_else_has_changed_this' }
    expect(await change(1)).toMatchObject(stale)
    expect(await send(draft)).toMatchObject(stale)
    answered(await send({ ...draft, version: 2 }))
    const over = { status: 409, code: 'broadcast_is_in_another_state' }
    expect(await change(3)).toMatchObject(over)
    expect(await send({ ...draft, version: 3 })).toMatchObject(over)
    await work()
    expect(await app.call(calls.cancel, of(draft._id))).toMatchObject(over)
  })

  test('an unknown one is refused broadcast_is_unknown', async () => {
    const unknown = of(newId(app.clock.now()))
    for (const answer of [
      await app.call(calls.detail, unknown),
      await app.call(calls.change, { ...unknown, body: { ...written(), version: 1 } }),
      await app.call(calls.send, { ...unknown, body: { version: 1, send_at: null, reason } }),
      await app.call(calls.cancel, unknown),
    ])
      expect(answer).toMatchObject({ status: 404, code: 'broadcast_is_unknown' })
  })

  test('is written to the audit log with the text, for each step', async () => {
    const draft = await write()
    app.clock.advance(1000)
    answered(await app.call(calls.change, { ...of(draft._id), body: { ...written(), version: 1 } }))
    app.clock.advance(1000)
    answered(await send({ ...draft, version: 2 }))
    app.clock.advance(1000)
    answered(await app.call(calls.cancel, of(draft._id)))
    const auditor = await staff(app, 'auditor')
    const { list } = answered(
      await app.call(auditCalls.acts, { as: auditor, query: { object_id: draft._id } }),
    )
    expect(list.map(({ action }) => action).toReversed()).toEqual([
      'broadcast_written',
      'broadcast_changed',
      'broadcast_sent',
      'broadcast_cancelled',
    ])
    expect(list.at(-1)).toMatchObject({
      actor: content.actor,
      after: { vn: 'Bảo trì | Chủ nhật có bảo trì.' },
    })
  })
})

const REFUSED: [string, Partial<Record<keyof BroadcastInput, unknown>>, string][] = [
  ['no Vietnamese', { texts: { en: message() } }, 'field_is_required'],
  ['an empty title', { texts: { vn: message(' ') } }, 'field_is_required'],
  ['a title that is too long', { texts: { vn: message('x'.repeat(61)) } }, 'field_is_too_long'],
  ['a text that is too long', { texts: { vn: message('x', 'x'.repeat(501)) } }, 'field_is_too_long'],
  ['two lines', { texts: { vn: message('x', 'a\nb') } }, 'field_is_invalid'],
  ['bidirectional overrides', { texts: { vn: message('x', 'a\u202eb') } }, 'field_is_invalid'],
  ['a URL', { texts: { vn: message('x', 'Xem https://example.test') } }, 'broadcast_names_an_address'],
  [
    'a URL without a scheme',
    { texts: { vn: message(), en: message('x', 'see t.me/prize') } },
    'broadcast_names_an_address',
  ],
  [
    'a bare host name',
    { texts: { vn: message('x', 'Vào evil-bank.com ngay') } },
    'broadcast_names_an_address',
  ],
  ['a path out of the app', { path: 'https://example.test/' }, 'field_is_invalid'],
  ['a path that browsers read as another site', { path: '//example.test' }, 'field_is_invalid'],
  ['an unknown screen', { path: '/nowhere' }, 'field_is_invalid'],
  ['an unknown language', { audience: { ...EVERYBODY, locale: 'xx' } }, 'language_is_unknown'],
  ['too many active days', { audience: { ...EVERYBODY, active_days: 31 } }, 'field_is_invalid'],
  ['no active days', { audience: { ...EVERYBODY, active_days: 0 } }, 'field_is_invalid'],
]
test.each(REFUSED)('refuses %s', async (_name, more, code) => {
  const body = written(more as Partial<BroadcastInput>)
  expect(await app.call(calls.write, { as: content, body })).toMatchObject({ status: 422, code })
})

test('a number like 4.5 or an abbreviation is not treated as a URL', async () => {
  const draft = await write({
    texts: { vn: message('Phiên bản 4.5', 'Từ 8.00 đến 9.30, v.v. Xem thêm ở đây.Cảm ơn.') },
  })
  expect(draft.status).toBe('draft')
})

test('the list is filtered, sorted and exported without formulas', async () => {
  const formula = await write({ texts: { vn: message('=1+1', 'Đặc biệt 100%') } })
  const list = async (query: Record<string, string>) =>
    answered(await app.call(calls.list, { as: content, query })).list.map(({ _id }) => _id)
  expect(await list({ search: '100%' })).toEqual([formula._id])
  expect(await list({ search: '=1+1', status: 'sent' })).toEqual([])
  expect((await list({}))[0]).toBe(formula._id)
  expect((await list({ sort: 'recipients.desc' })).at(-1)).not.toBe(
    (await list({ sort: 'recipients.asc' })).at(-1),
  )
  expect((await list({ sort: 'send_at.asc', status: 'draft' })).length).toBeGreaterThan(0)
  const file = await app.fastify.inject({
    url: `/api/${broadcastFiles.exportBroadcasts.path}?status=draft`,
    headers: content.headers,
  })
  expect(file.headers['content-type']).toContain('text/csv')
  expect(file.body).toContain(`${formula._id},draft,"'=1+1",Đặc biệt 100%,vn,,,,,,${content.username},`)
})

test('a broadcast is included in a member’s data export', async () => {
  answered(await send(await write({ texts: { vn: message('Của tôi') } })))
  await work()
  const { notifications } = await noticeData(app.database, member._id)
  expect(notifications).toContainEqual(expect.objectContaining({ words: { vn: message('Của tôi') } }))
})

test('is mailed to an address of the house first, and does not count as sent', async () => {
  const draft = await write({ texts: { vn: message(), en: message('Maintenance', 'On Sunday.') } })
  const tryOut = (to: string, version = draft.version) =>
    app.call(calls.tryOut, { ...of(draft._id), body: { version, to } })
  expect(await tryOut('me@fairturn.example')).toMatchObject({ status: 409, code: 'mail_is_not_available' })
  const mail = {
    smtpUrl: 'smtp://localhost',
    from: 'a@fairturn.example',
    origin: 'https://fairturn.example',
  }
  const configured = Object.assign(app.config, {
    mail,
    alarmMail: ['operators@Fairturn.example', 'night.watch@gmail.com'],
  })
  try {
    for (const to of ['member@example.com', 'x@evil.fairturn.example', 'somebody@gmail.com'])
      expect(await tryOut(to)).toMatchObject({ status: 409, code: 'mail_goes_to_our_own_addresses' })
    expect(await tryOut('no address')).toMatchObject({ status: 422 })
    expect(await tryOut('me@fairturn.example', 7)).toMatchObject({ code: 'somebody_else_has_changed_this' })
    expect(answered(await tryOut('me@fairturn.example'))).toEqual({ mails: 2 })
    expect(answered(await tryOut('night.watch@gmail.com'))).toEqual({ mails: 2 })
    const sent: Mail[] = []
    const parts = {
      config: configured,
      send: (one: Mail) => Promise.resolve(void sent.push(one)),
      post: () => Promise.reject(new Error('nothing is pushed')),
      styleOf: () => Promise.reject(new Error('no money is shown')),
      siteTitle: () => Promise.resolve('Fairturn'),
    }
    await app.database.runDueJobs([...broadcastHandlers, ...noticeHandlers, ...deliveryHandlers(parts)])
    expect(sent.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
      'me@fairturn.example [Test] Bảo trì – Fairturn',
      'me@fairturn.example [Test] Maintenance – Fairturn',
      'night.watch@gmail.com [Test] Bảo trì – Fairturn',
      'night.watch@gmail.com [Test] Maintenance – Fairturn',
    ])
    expect(await show(draft._id)).toMatchObject({ status: 'draft', recipients: 0, version: draft.version })
    expect(await bell(member)).toEqual([])
    const { list } = answered(
      await app.call(auditCalls.acts, {
        as: await staff(app, 'auditor'),
        query: { object_id: draft._id, action: 'broadcast_tried_out' },
      }),
    )
    expect(list.map(({ actor, after }) => [actor, after])).toEqual(
      expect.arrayContaining([
        [content.actor, { mails: 2, domain: 'gmail.com' }],
        [content.actor, { mails: 2, domain: 'fairturn.example' }],
      ]),
    )
    answered(await app.call(calls.cancel, of(draft._id)))
    expect(await tryOut('me@fairturn.example')).toMatchObject({ code: 'broadcast_is_in_another_state' })
  } finally {
    Object.assign(app.config, { mail: undefined, alarmMail: [] })
  }
})
