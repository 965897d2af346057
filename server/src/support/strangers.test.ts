// Conversations of people who cannot sign in: by a mailed link alone, and nothing says whether there is an account.
import { randomUUID } from 'node:crypto'
import { adminSupportCalls } from '@fairturn/contract/backoffice/support'
import { strangerCalls as calls } from '@fairturn/contract/support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../testing/smtp.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { staff } from '../../test/staff.ts'
import { siteTitle } from '../content/content.ts'
import { mailSender } from '../notices/notices.ts'
import { handlers } from '../worker.ts'
import { deleteOldConversations, passDueTimes, strangerMailHandler } from './support.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const INVALID = { status: 422, code: 'link_is_not_valid' }

let app: TestApp
let smtp: MailServer
beforeAll(async () => {
  smtp = await startMailServer()
  app = await startApp({
    variables: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Fairturn <no-reply@example.com>',
      PUBLIC_ORIGIN: 'http://localhost',
    },
  })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const ask = (email: string, message = 'I cannot sign in.') =>
  app.call(calls.ask, { body: { email, locale: 'en', message } })
const send = async () => {
  const mail = app.config.mail!
  const send = mailSender(mail, { database: app.database, config: app.config })
  const parts = { send, origin: mail.origin, siteTitle }
  await app.database.runDueJobs([...handlers, strangerMailHandler(parts)])
}
const linkTo = (email: string): string =>
  /\/support\/ask#(\S+)/.exec(smtp.mails.findLast(({ to }) => to.includes(email))!.text)![1]!
const confirm = (token: string) => app.call(calls.confirm, { body: { token } })
const reading = (token: string) => app.call(calls.read, { body: { token } })
const reply = (token: string, message: string, key: string = randomUUID()) =>
  app.call(calls.reply, { body: { token, key, message } })
const asked = async (email: string) => {
  answered(await ask(email))
  await send()
  const token = linkTo(email)
  return { token, thread: answered(await confirm(token)) }
}

test('the answer is the same for every address, with and without an account', async () => {
  const member = await app.member('has an address')
  await app.database.asSchemaOwner('update member set email = $2, email_set_at = now() where id = $1', [
    member._id,
    'member@example.com',
  ])
  const { data: known, status, message } = await ask('member@example.com')
  expect(await ask('nobody@example.com')).toMatchObject({ data: known, status, message })
  expect(status).toBe(200)
  await send()
  const texts = smtp.mails.slice(-2).map(({ text }) => text.replace(/#\S+/, '#'))
  expect(texts[0]).toBe(texts[1])
  expect(texts[0]).not.toContain('I cannot sign in.')
})

test('a question is sent once its address is confirmed, and once', async () => {
  answered(await ask('who@example.com'))
  const count = async () =>
    (
      await app.database.asSchemaOwner<{ count: number }>('select count(*)::int as count from conversation')
    )[0]!.count
  const before = await count()
  await send()
  const token = linkTo('who@example.com')
  expect(await reading(token)).toMatchObject(INVALID)
  const confirmed = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
  expect(new Set(confirmed.map((answer) => answered(answer)._id)).size).toBe(1)
  expect(await count()).toBe(before + 1)
  expect(answered(await reading(token))).toMatchObject({
    status: 'open',
    messages: [{ by: 'member', text: 'I cannot sign in.' }],
    answer_by: new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString(),
  })
})

test('staff answer by a mail with a link, and the stranger replies once with it', async () => {
  const { token, thread } = await asked('replies@example.com')
  const operator = await staff(app, 'support')
  const params = { conversation_id: thread._id }
  const seen = answered(await app.call(adminSupportCalls.detail, { as: operator, params }))
  expect(seen).toMatchObject({ member: null, stranger: { email: 'replies@example.com' } })
  const body = { message: 'Use a recovery code.' }
  answered(await app.call(adminSupportCalls.answer, { as: operator, key: randomUUID(), params, body }))
  await send()
  expect(smtp.mails.at(-1)!.text).not.toContain('recovery code')
  const later = linkTo('replies@example.com')
  expect(later).not.toBe(token)
  expect(answered(await reading(later)).messages.at(-1)).toMatchObject({ by: 'staff', text: body.message })
  const key = randomUUID()
  answered(await reply(later, 'I have none.', key))
  expect(answered(await reply(token, 'I have none.', key)).messages).toHaveLength(3)
  // The same key with another text: told, not dropped.
  expect(await reply(token, 'I have one.', key)).toMatchObject({
    status: 409,
    code: 'idempotency_key_was_used',
  })
  // The address is the conversation's alone.
  const { list } = answered(await app.call(adminSupportCalls.list, { as: operator, query: {} }))
  expect(JSON.stringify(list)).not.toContain('replies@example.com')
})

test('a link that is made up, old or unconfirmed opens nothing', async () => {
  for (const token of ['AAAA', 'a'.repeat(43)]) {
    expect(await confirm(token)).toMatchObject(INVALID)
    expect(await reading(token)).toMatchObject(INVALID)
    expect(await reply(token, 'Hello?')).toMatchObject(INVALID)
  }
  answered(await ask('late@example.com'))
  await send()
  const token = linkTo('late@example.com')
  app.clock.advance(DAY_MS)
  expect(await confirm(token)).toMatchObject(INVALID)
  await deleteOldConversations(app.database)
  expect(await app.database.asSchemaOwner(`select from stranger where email = 'late@example.com'`)).toEqual(
    [],
  )
})

test('one address gets three mails an hour, whatever is asked in its name', async () => {
  for (let i = 0; i < 5; i++) answered(await ask('flooded@example.com'))
  await send()
  expect(smtp.mails.filter(({ to }) => to.includes('flooded@example.com'))).toHaveLength(3)
})

test('closed, it takes no reply; 400 days later nothing of it is left', async () => {
  const { token, thread } = await asked('closed@example.com')
  const operator = await staff(app, 'support')
  const params = { conversation_id: thread._id }
  const body = { message: 'Use a recovery code.' }
  answered(await app.call(adminSupportCalls.answer, { as: operator, key: randomUUID(), params, body }))
  answered(await app.call(adminSupportCalls.close, { as: operator, params }))
  expect(await reply(token, 'Wait!')).toMatchObject({ status: 409, code: 'conversation_is_closed' })
  app.clock.advance(400 * DAY_MS)
  await passDueTimes(app.database)
  await deleteOldConversations(app.database)
  expect(await app.database.asSchemaOwner(`select from stranger where email = 'closed@example.com'`)).toEqual(
    [],
  )
})

test('without a mail server a stranger is told so', async () => {
  const mute = await startApp()
  const body = { email: 'who@example.com', locale: 'en' as const, message: 'Hello?' }
  expect(await mute.call(calls.ask, { body })).toMatchObject({ status: 409, code: 'mail_is_not_available' })
  await mute.close()
})
