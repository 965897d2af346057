import crypto from 'node:crypto'
// "Is this you?": every mail and push message about an account carries a code of its own; asked about it, we say whether it is
// ours and to whom it was written.
import { globSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { newId } from '@fairturn/contract/ids'
import { memberCalls } from '@fairturn/contract/members'
import { NOTICE_GROUPS, noticeCalls } from '@fairturn/contract/notices'
import { MESSAGE_SUBJECTS, readMessageCode, verifyCalls } from '@fairturn/contract/verify'
import { symbols } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PushService, startPushService } from '../../../testing/push-service.ts'
import { type MailServer, startMailServer } from '../../../testing/smtp.ts'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { everyRow, tablesWith } from '../../test/every-row.ts'
import { settingsOf, siteTitle } from '../content/content.ts'
import { eraseAccount, mailHandlers } from '../members/members.ts'
import { deliveryHandlers } from './delivery.ts'
import { groupOf, type NoticeKind, NOTICES } from './kinds.ts'
import { createMessageCode, deleteExpiredMessageCodes, verifyMessage } from './message-codes.ts'
import { noticeHandlers } from './notices.jobs.ts'
import { deleteNotices, mailSender, type NewNotice, notifyAll } from './notices.ts'

const DAY_MS = 24 * 3_600_000
const ORIGIN = 'https://app.example.com'
const CODE = /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g
const LINE = new RegExp(
  `^Is this email from us\\? Check its code (\\S+) at ${ORIGIN}/support/is-this-you$`,
  'm',
)
const logged: string[] = []
let app: TestApp
let smtp: MailServer
let push: PushService

beforeAll(async () => {
  smtp = await startMailServer()
  push = await startPushService()
  app = await startApp({
    variables: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Fairturn <no-reply@example.com>',
      PUBLIC_ORIGIN: ORIGIN,
      LOG_LEVEL: 'debug',
    },
  })
  const { [symbols.streamSym]: stream } = app.fastify.log as unknown as Record<
    symbol,
    { write: (line: string) => void }
  >
  vi.spyOn(stream!, 'write').mockImplementation((line) => void logged.push(line))
})
afterAll(async () => {
  await app.close()
  await push.close()
  await smtp.close()
})

const mailing = () => {
  const { origin } = app.config.mail!
  return mailHandlers({ send: mailSender(app.config.mail!, app), origin, siteTitle })
}
const work = () =>
  app.database.runDueJobs([
    ...noticeHandlers,
    ...deliveryHandlers({
      config: app.config,
      send: mailSender(app.config.mail!, app),
      post: push.post,
      styleOf: settingsOf,
      siteTitle,
    }),
  ])
const ask = (code: string, { token }: { token?: string } = {}) =>
  app.call(verifyCalls.message, { body: { code }, ...(token !== undefined && { token }) })
const verdictOf = async (code: string, token?: string) =>
  answered(await ask(code, token === undefined ? {} : { token })).verdict
const NO = { verdict: 'not_from_us', message: null }

/** With a device and an address, and every group on for both channels. */
async function reached(username: string) {
  const member = await app.member(username)
  const email = `${username.replaceAll(' ', '.')}@example.com`
  await app.database.asSchemaOwner('update member set email = $2 where id = $1', [member._id, email])
  await work()
  const device = push.device()
  const { endpoint, keys } = device
  const body = { user_id: member._id, endpoint, keys }
  answered(await app.call(noticeCalls.subscribe, { token: member.token, body }))
  for (const group of NOTICE_GROUPS.filter((each) => each !== 'security')) {
    const on = { user_id: member._id, group, channel: 'mail', on: true } as const
    answered(await app.call(noticeCalls.changeSettings, { token: member.token, body: on }))
  }
  return { member, device, email }
}

const VALUES = { money: '12.50', instant: '2026-11-21T10:00:00.000Z', level: 'Level 2', verbatim: '' }
function noticeOf(kind: NoticeKind, member_id: string, broadcast_id: string): NewNotice {
  const words = Object.entries(NOTICES[kind][1] as Record<string, string>)
  const params = Object.fromEntries(
    words.map(([name, word]) => [name, (VALUES as Record<string, string>)[word] ?? 'a word']),
  )
  return kind === 'broadcast'
    ? { member_id, kind, params: {}, path: null, broadcast_id }
    : ({ member_id, kind, params, path: null } as NewNotice)
}

async function broadcastOf(): Promise<string> {
  const operator_id = newId(app.clock.now())
  await app.database.asSuperuser('alter table broadcast disable trigger all')
  const [row] = await app.database.asSchemaOwner<{ id: string }>(
    `insert into broadcast (id, status, texts, created_by, created_at)
     values ($1, 'draft', '{"vn": {"title": "a", "text": "b"}}', $2, $3) returning id`,
    [newId(app.clock.now()), operator_id, app.clock.now()],
  )
  return row!.id
}

/** Tells a member one thing, and returns the codes of what was sent. */
async function tell({ member, device }: Awaited<ReturnType<typeof reached>>, kind: NoticeKind = 'award') {
  const [mails, pushes] = [smtp.mails.length, device.heard.length]
  await app.database.transaction((tx) => notifyAll(tx, [noticeOf(kind, member._id, '')]))
  await work()
  return {
    mailed: LINE.exec(smtp.mails.slice(mails)[0]!.text)![1]!,
    pushed: String(device.heard.slice(pushes)[0]!['body']).match(CODE)![0],
  }
}

describe('every message about an account', () => {
  test('of every kind of notice, by push and by mail, carries one code that nothing else has', async () => {
    const { member, device } = await reached('hears of all')
    const broadcast_id = await broadcastOf()
    const codes = new Set<string>()
    for (const kind of Object.keys(NOTICES) as NoticeKind[]) {
      const [mails, pushes] = [smtp.mails.length, device.heard.length]
      await app.database.transaction((tx) => notifyAll(tx, [noticeOf(kind, member._id, broadcast_id)]))
      await work()
      const [mail, ...moreMails] = smtp.mails.slice(mails)
      const [heard, ...moreHeard] = device.heard.slice(pushes)
      expect({ kind, moreMails, moreHeard }).toEqual({ kind, moreMails: [], moreHeard: [] })
      for (const [channel, code] of [
        ['mail', LINE.exec(mail!.text)?.[1] ?? ''],
        ['push', String(heard!['body']).match(CODE)?.[0] ?? ''],
      ] as const) {
        expect({ kind, channel, message: (await ask(code)).data.message }).toEqual({
          kind,
          channel,
          message: {
            username: 'hea****l',
            channel,
            sent_at: app.clock.now().toISOString(),
            subject: groupOf(kind),
          },
        })
        codes.add(code)
      }
    }
    expect(codes.size).toBe(2 * Object.keys(NOTICES).length)
    const rows = await everyRow(app.database)
    for (const code of codes)
      expect({
        code,
        tables: [code, code.replace('-', '')].flatMap((text) => tablesWith(rows, text)),
      }).toEqual({
        code,
        tables: [],
      })
    expect([...codes].filter((code) => logged.some((line) => line.includes(code)))).toEqual([])
    expect(logged.some((line) => line.includes('support/verify'))).toBe(true)
  })

  test('of every other mail to a member carries one, too', async () => {
    const { member, email } = await reached('other mails')
    const now = app.clock.now().toISOString()
    const payloads: Record<string, [subject: string, payload: object]> = {
      password_mail: ['new_password', { typed: 'other mails', locale: 'en', asked_at: now }],
      email_mail: ['email_confirmation', { member_id: member._id, email, locale: 'en', asked_at: now }],
      left_address_mail: ['former_email', { member_id: member._id, email, changed_at: now }],
      recovery_code_half_mail: [
        'recovery_code',
        { member_id: member._id, email, half: 'ABCD-EFGH', issued_at: now },
      ],
    }
    for (const handler of mailing()) {
      const [subject, payload] = payloads[handler.name]!
      await handler.run(app.database, payload)
      const code = LINE.exec(smtp.mails.at(-1)!.text)![1]!
      expect((await ask(code)).data.message).toMatchObject({ subject, channel: 'mail' })
    }
  })

  test('and only mails to operators and to strangers are about no account: trials, alarms, tests', () => {
    const root = join(import.meta.dirname, '..')
    const without = globSync('**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) => /about: null\b/.test(readFileSync(join(root, file), 'utf8')))
    expect(without.toSorted()).toEqual([
      'notices/delivery.ts',
      'operations/alarms.ts',
      'overview/test-mail.ts',
      'support/stranger-mails.ts',
    ])
  })

  test('has a code of its own for each device, each address and each attempt', async () => {
    const { member, device } = await reached('two devices')
    const other = push.device()
    const body = { user_id: member._id, endpoint: other.endpoint, keys: other.keys }
    answered(await app.call(noticeCalls.subscribe, { token: member.token, body }))
    await app.database.transaction((tx) => notifyAll(tx, [noticeOf('award', member._id, '')]))
    smtp.refusing = true
    await expect(work()).rejects.toThrow('451')
    smtp.refusing = false
    const codes = [device, other].map(({ heard }) => String(heard[0]!['body']).match(CODE)![0])
    expect(new Set(codes).size).toBe(2)
    for (const code of codes) expect(await verdictOf(code)).toBe('from_us')
  })
})

describe('a code', () => {
  test('says to nobody but its member more than a masked name, when, and about what', async () => {
    const sent = await reached('thuha who reads')
    const { mailed } = await tell(sent, 'withdrawal_paid')
    const message = {
      username: 'thu****s',
      channel: 'mail',
      sent_at: app.clock.now().toISOString(),
      subject: 'withdrawals',
    }
    expect((await ask(mailed)).data).toEqual({ verdict: 'from_us', message })
    expect((await ask(mailed, sent.member)).data).toEqual({ verdict: 'from_us', message })
    // Passed on to another member.
    const stranger = await app.member('somebody else')
    expect((await ask(mailed, stranger)).data).toEqual({ verdict: 'not_to_you', message: null })
  })

  test('is read in any writing', async () => {
    const { pushed } = await tell(await reached('any writing'))
    const bare = pushed.replace('-', '')
    const asFullWidth = bare
      .split('')
      .map((symbol) => String.fromCodePoint(symbol.codePointAt(0)! + 0xfee0))
      .join('')
    for (const written of [
      bare,
      bare.toLowerCase(),
      ` ${pushed.toLowerCase()} `,
      bare.split('').join(' '),
      pushed.replace('-', '‑'),
      pushed.replace('-', ' – '),
      pushed.replace('-', 'ー'),
      asFullWidth,
      bare.replaceAll('0', 'O').replaceAll('1', 'I'),
      bare.replaceAll('0', 'o').replaceAll('1', 'l'),
      `Open Fairturn to read it. Message code: ${pushed}`,
      `照合コード${pushed}を入力`,
    ])
      expect({ written, verdict: await verdictOf(written) }).toEqual({ written, verdict: 'from_us' })
    expect(readMessageCode('K7QF-9M2')).toBeUndefined()
    expect(readMessageCode('U7QF-9M2X')).toBeUndefined()
  })

  test('that is forged, or whose hash was tampered with, is not from us', async () => {
    const { mailed, pushed } = await tell(await reached('forged to'))
    const next = mailed.at(-1) === '0' ? '2' : '0'
    for (const forged of [mailed.slice(0, -1) + next, '0000-0000', '481516', 'your account is locked', '🙂'])
      expect((await ask(forged)).data).toEqual(NO)
    await app.database.asSchemaOwner(
      `update message_code set verifier = decode('00000000000000000000000000000000', 'hex')
       where channel = 'push' and member_id = (select id from member where username = 'forged to')`,
    )
    expect((await ask(pushed)).data).toEqual(NO)
    expect(await verdictOf(mailed)).toBe('from_us')
  })

  test.each(['', '   ', 'x'.repeat(501), undefined, 12])('that is missing is refused: %j', async (code) => {
    expect(await ask(code as string)).toMatchObject({ status: 422, code: 'message_code_is_required' })
  })

  test('is not known without the secret, and stays known while a former secret is configured', async () => {
    const { mailed } = await tell(await reached('keyed'))
    const asked = { pasted: mailed, member_id: undefined }
    expect(await verifyMessage(app.database, ['another secret'], asked)).toEqual(NO)
    const rotated = await verifyMessage(app.database, ['another secret', app.config.secret], asked)
    expect(rotated.verdict).toBe('from_us')
    const stored = await app.database.asSchemaOwner('select * from message_code limit 1')
    expect(Object.keys(stored[0]!).toSorted()).toEqual(
      ['selector', 'verifier', 'member_id', 'channel', 'subject', 'sent_at'].toSorted(),
    )
  })

  test('is answered for 90 days and not a moment longer, and then deleted', async () => {
    const { mailed } = await tell(await reached('ninety days'))
    const sent_at = app.clock.now()
    const rows = async () =>
      (await app.database.asSchemaOwner('select from message_code where sent_at = $1', [sent_at])).length
    app.clock.advance(90 * DAY_MS - 1)
    expect(await verdictOf(mailed)).toBe('from_us')
    await deleteExpiredMessageCodes(app.database, app.clock.now())
    expect(await rows()).toBeGreaterThan(0)
    app.clock.advance(1)
    expect((await ask(mailed)).data).toEqual(NO)
    expect(await rows()).toBeGreaterThan(0)
    await deleteExpiredMessageCodes(app.database, app.clock.now())
    expect(await rows()).toBe(0)
  })

  test('unknown, expired, malformed: the same statements and as many comparisons, all in constant time', async () => {
    const { mailed } = await tell(await reached('same way'))
    const query = vi.spyOn(app.database, 'query')
    // Counts the comparisons, each the real one, also in modules that an earlier test of this worker loaded.
    const compared = vi.spyOn(crypto, 'timingSafeEqual')
    syncBuiltinESMExports()
    const wayOf = async (code: string) => {
      query.mockClear()
      compared.mockClear()
      const { verdict } = await verifyMessage(app.database, app.config.secrets, {
        pasted: code,
        member_id: undefined,
      })
      const statements = query.mock.calls.map(([{ text }]) => /-- (\w+)/.exec(text)![1])
      const sizes = compared.mock.calls.map(([one]) => one.byteLength)
      return { verdict, statements, sizes }
    }
    const no = {
      verdict: 'not_from_us',
      statements: ['message_codes_find', 'message_codes_count_no'],
      sizes: [16],
    }
    expect(await wayOf(mailed)).toEqual({
      verdict: 'from_us',
      statements: ['message_codes_find'],
      sizes: [16],
    })
    expect(await wayOf('0000-0000')).toEqual(no)
    expect(await wayOf('is this you?')).toEqual(no)
    app.clock.advance(90 * DAY_MS)
    expect(await wayOf(mailed)).toEqual(no)
    query.mockRestore()
    compared.mockRestore()
    syncBuiltinESMExports()
    // The half that is compared stands in no condition of SQL.
    const sql = readFileSync(join(import.meta.dirname, 'message-codes.store.ts'), 'utf8')
    expect(sql).not.toMatch(/verifier\s*(=|in\b|like\b)/)
  })
})

test('a closed account leaves no code, and nothing is sent about it any more', async () => {
  const sent = await reached('leaves us')
  const { mailed } = await tell(sent)
  const { member, email } = sent
  await app.database.transaction(async (tx) => {
    await deleteNotices(tx, member._id)
    await eraseAccount(tx, member._id, tx.now)
  })
  expect((await ask(mailed)).data).toEqual(NO)
  const about = { member_id: member._id, subject: 'awards', channel: 'mail' } as const
  expect(await createMessageCode(app.database, app.config.secret, about)).toBeUndefined()
  const before = smtp.mails.length
  const send = mailSender(app.config.mail!, app)
  await send({ to: email, subject: 's', text: 't', about: { ...about, locale: 'en' } })
  expect(smtp.mails).toHaveLength(before)
  expect(
    await app.database.asSchemaOwner('select from message_code where member_id = $1', [member._id]),
  ).toEqual([])
})

test('a code that is made while the account is being closed leaves no row', async () => {
  const { member } = await reached('closing now')
  const about = { member_id: member._id, subject: 'awards', channel: 'mail' } as const
  let made: Promise<string | undefined> | undefined
  await app.database.transaction(async (tx) => {
    await tx.query({ text: 'select from member where id = $1 for update', values: [member._id] })
    made = createMessageCode(app.database, app.config.secret, about)
    await deleteNotices(tx, member._id)
    await eraseAccount(tx, member._id, tx.now)
  })
  expect(await made).toBeUndefined()
  expect(
    await app.database.asSchemaOwner('select from message_code where member_id = $1', [member._id]),
  ).toEqual([])
})

test('twenty tries an hour an address, whoever is signed in there, and no other address pays for it', async () => {
  const strict = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
  try {
    const members: TestMember[] = []
    for (const name of ['first account', 'second account']) members.push(await strict.member(name))
    const tokens = [undefined, ...members.map(({ token }) => token)]
    const tries = async (address: string, times: number) => {
      let refused = 0
      for (let i = 0; i < times; i++) {
        const { status } = await strict.call(verifyCalls.message, {
          body: { code: '0000-0000' },
          token: tokens[i % tokens.length],
          address,
        })
        refused += status === 429 ? 1 : 0
      }
      return refused
    }
    expect(await tries('203.0.113.9', 23)).toBe(3)
    const next = { body: { code: '0000-0000' }, address: '203.0.113.9' }
    expect(await strict.call(verifyCalls.message, next)).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    })
    expect(await tries('2001:db8:7:7::1', 20)).toBe(0)
    expect(await tries('2001:db8:7:7:ffff::2', 1)).toBe(1)
    expect(await tries('203.0.113.10', 1)).toBe(0)
    strict.clock.advance(3 * 60_000)
    expect(await tries('203.0.113.9', 2)).toBe(1)
    expect((await strict.call(memberCalls.me, { token: members[0]!.token })).status).toBe(200)
  } finally {
    await strict.close()
  }
})

test('the subjects of messages are the groups of notices and what is no notice', () => {
  expect(new Set(MESSAGE_SUBJECTS).size).toBe(MESSAGE_SUBJECTS.length)
  expect(MESSAGE_SUBJECTS.slice(0, NOTICE_GROUPS.length)).toEqual([...NOTICE_GROUPS])
})
