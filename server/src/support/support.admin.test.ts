// The back office's work on conversations: the queue, answers, notes, due times, templates, each refusal.
import { randomUUID } from 'node:crypto'
import { adminSupportCalls as calls, MAX_TEMPLATES } from '@fairturn/contract/backoffice/support'
import { noticeCalls } from '@fairturn/contract/notices'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { MAX_MESSAGES, supportCalls } from '@fairturn/contract/support'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { conversationOf, read, write } from '../../test/support.ts'

const HOUR_MS = 3_600_000
const NOBODYS = '019a0000-0000-7000-8000-00000000abcd'

let app: TestApp
let member: TestMember
let one: TestOperator
let two: TestOperator
let made = 0
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.member(`who asks ${++made}`)
  one = await staff(app, 'support')
  two = await staff(app, 'support')
})

const reply = (conversation_id: string, message: string, more: { as?: TestOperator; after?: string } = {}) =>
  app.call(calls.answer, {
    as: more.as ?? one,
    key: randomUUID(),
    params: { conversation_id },
    body: { message, ...(more.after !== undefined && { after: more.after }) },
  })
const look = async (conversation_id: string, as = one) =>
  answered(await app.call(calls.detail, { as, params: { conversation_id } }))
const close = (conversation_id: string) => app.call(calls.close, { as: one, params: { conversation_id } })
const note = (conversation_id: string, text: string) =>
  app.call(calls.note, { as: one, key: randomUUID(), params: { conversation_id }, body: { text } })
const extend = (conversation_id: string, until: Date, reason = 'We wait for what the bank says.') =>
  app.call(calls.extend, {
    as: one,
    params: { conversation_id },
    body: { until: until.toISOString(), reason },
  })
const assign = (conversation_id: string, operator_id: string | null) =>
  app.call(calls.assign, { as: one, params: { conversation_id }, body: { operator_id } })
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS)

test('an answer ends the wait, tells the member, and is in the thread as it was written', async () => {
  const { _id } = await conversationOf(app, member)
  const text = 'It was sent.\n<b>Today</b> & tomorrow.'
  answered(await reply(_id, text))
  expect(await read(app, member, _id)).toMatchObject({
    status: 'answered',
    answer_by: null,
    last_by: 'staff',
    messages: [{ by: 'member' }, { by: 'staff', text }],
  })
  const body = { user_id: member._id }
  const { list } = answered(await app.call(noticeCalls.list, { token: member.token, body }))
  expect(list).toContainEqual(
    expect.objectContaining({ kind: 'conversation_answered', path: `/support/${_id}` }),
  )
  const [event] = await app.database.asSchemaOwner<{ object_id: string; member_id: null }>(
    `select object_id, member_id from audit_event where action = 'conversation_answered' order by id desc limit 1`,
  )
  expect(event).toEqual({ object_id: _id, member_id: null })
  expect(await look(_id)).toMatchObject({ assigned_to: { _id: one._id }, due_by: null })
  const again = answered(await write(app, member, _id, 'Thank you, and when?'))
  expect(again).toMatchObject({ status: 'open', answer_by: inHours(24).toISOString() })
})

test('reading a conversation is a look that its member reads, the list is none', async () => {
  const { _id } = await conversationOf(app, member)
  const { list } = answered(await app.call(calls.list, { as: one, query: { member_id: member._id } }))
  expect(list).toMatchObject([{ _id, member: { username: member.username }, messages: 1 }])
  expect(JSON.stringify(list)).not.toContain('When does it arrive?')
  const acts = async () =>
    answered(await app.call(personalDataCalls.acts, { token: member.token, query: {} })).list.map(
      ({ action, object }) => [action, object.kind],
    )
  expect(await acts()).toEqual([])
  await look(_id)
  await look(_id)
  expect(await acts()).toEqual([['member_data_shown', 'conversation']])
})

test('the queue is in the order of due times, and counts what waits', async () => {
  const queue = async (as = one) => answered(await app.call(calls.queue, { as })).conversations
  const before = await queue()
  app.clock.advance(1000)
  const first = await conversationOf(app, member)
  app.clock.advance(1000)
  const second = await conversationOf(app, member)
  const waiting = answered(await app.call(calls.list, { as: one, query: { member_id: member._id } })).list
  expect(waiting.map(({ _id }) => _id)).toEqual([first._id, second._id])
  expect(await queue()).toMatchObject({
    waiting: before.waiting + 2,
    own: { waiting: before.own.waiting + 2 },
  })
  expect(await queue(await staff(app, 'auditor'))).toMatchObject({ own: { waiting: 0, due_by: null } })
  answered(await reply(first._id, 'Here you are.'))
  expect(await queue()).toMatchObject({ waiting: before.waiting + 1 })
  const of = async (state: 'answered' | 'open' | 'all') =>
    answered(
      await app.call(calls.list, { as: one, query: { member_id: member._id, state, complaint: 'none' } }),
    ).list.map(({ _id }) => _id)
  expect(await of('answered')).toEqual([first._id])
  expect(await of('open')).toEqual([second._id])
  expect(await of('all')).toEqual([second._id, first._id])
  const none = { member_id: member._id, complaint: 'any' as const }
  expect(answered(await app.call(calls.list, { as: one, query: none })).list).toEqual([])
})

test('an answer that names where to turn to waits for a second person, and is then in the thread', async () => {
  const { _id } = await conversationOf(app, member)
  const waits = { status: 409, code: 'this_text_takes_two_people' }
  for (const text of [
    'Pay to FR76 3000 6000 0112 3456 7890 189',
    'Call +84 90 123 45 67',
    'See evil.example.com',
  ])
    expect(await reply(_id, text)).toMatchObject(waits)
  const text = 'Write to a@evil.example'
  const proposed = await reply(_id, text)
  expect(proposed).toMatchObject(waits)
  expect((await read(app, member, _id)).messages).toHaveLength(1)
  answered(await approveProposal(app, proposed.details!['proposal_id'] as string, two))
  const { thread } = await look(_id)
  expect(thread).toMatchObject([{ by: 'member' }, { by: 'staff', text, written_by: { _id: one._id } }])
})

test('an answer to what the operator has not read is refused', async () => {
  const { _id } = await conversationOf(app, member)
  const { thread } = await look(_id)
  answered(await write(app, member, _id, 'It has arrived!'))
  const late = await reply(_id, 'It will.', { after: thread.at(-1)!._id })
  expect(late).toMatchObject({ status: 409, code: 'somebody_else_has_changed_this' })
  expect(late.details).toBeUndefined()
  answered(await reply(_id, 'So I see.', { as: two }))
  expect(await reply(_id, 'It will.', { after: thread.at(-1)!._id })).toMatchObject({
    status: 409,
    code: 'somebody_else_has_changed_this',
    details: { decided: { by: two.username, action: 'conversation_answered' } },
  })
  const now = (await look(_id)).thread.at(-1)!._id
  answered(await reply(_id, 'Good.', { after: now }))
})

test('an answer and a note, sent fifty times with one key, are there once', async () => {
  const { _id } = await conversationOf(app, member)
  const params = { conversation_id: _id }
  const [key, other] = [randomUUID(), randomUUID()]
  const sent = await Promise.all(
    Array.from({ length: 50 }, () =>
      app.call(calls.answer, { as: one, key, params, body: { message: 'Here you are.' } }),
    ),
  )
  expect(new Set(sent.map((each) => answered(each).message_id)).size).toBe(1)
  const noted = await Promise.all(
    Array.from({ length: 50 }, () =>
      app.call(calls.note, { as: one, key: other, params, body: { text: 'Done.' } }),
    ),
  )
  expect(new Set(noted.map((each) => answered(each)._id)).size).toBe(1)
  const seen = await look(_id)
  expect([seen.thread.length, seen.notes.length]).toEqual([2, 1])
})

test('closed and assigned by ten at once, it is so once, and its member is told once', async () => {
  const { _id } = await conversationOf(app, member)
  answered(await reply(_id, 'Here you are.'))
  const assigned = await Promise.all(Array.from({ length: 10 }, () => assign(_id, two._id)))
  expect(new Set(assigned.map((each) => answered(each).assigned_to!._id))).toEqual(new Set([two._id]))
  const closed = await Promise.all(Array.from({ length: 10 }, () => close(_id)))
  expect(new Set(closed.map((each) => answered(each).status))).toEqual(new Set(['closed']))
  const { list } = answered(
    await app.call(noticeCalls.list, { token: member.token, body: { user_id: member._id } }),
  )
  expect(list.filter(({ kind }) => kind === 'conversation_closed')).toHaveLength(1)
})

test('a conversation is assigned to who may answer it, and to nobody', async () => {
  const { _id } = await conversationOf(app, member)
  expect(answered(await assign(_id, two._id)).assigned_to).toEqual({ _id: two._id, username: two.username })
  expect(await look(_id)).toMatchObject({ assigned_to: { _id: two._id } })
  const auditor = await staff(app, 'auditor')
  for (const id of [auditor._id, NOBODYS])
    expect(await assign(_id, id)).toMatchObject({ status: 404, code: 'operator_is_unknown' })
  expect(answered(await assign(_id, null)).assigned_to).toBeNull()
})

test('a note is read by staff alone, and is in the export of the member’s data', async () => {
  const { _id } = await conversationOf(app, member)
  const text = 'Ask finance about it, <i>today</i>.'
  answered(await note(_id, text))
  expect((await look(_id)).notes).toMatchObject([{ text, by: { _id: one._id } }])
  expect(JSON.stringify(await read(app, member, _id))).not.toContain('finance')
})

test('a due time moves once, by at most 72 hours, with a reason that the member reads', async () => {
  const { _id } = await conversationOf(app, member)
  const impossible = { status: 422, code: 'due_time_is_not_possible' }
  expect(await extend(_id, inHours(24))).toMatchObject(impossible)
  expect(await extend(_id, inHours(24 + 72.1))).toMatchObject(impossible)
  expect(await extend(_id, inHours(60), 'Wait.')).toMatchObject({ status: 422 })
  answered(await extend(_id, inHours(60)))
  expect(await read(app, member, _id)).toMatchObject({
    answer_by: inHours(60).toISOString(),
    moved: { from: inHours(24).toISOString(), reason: 'We wait for what the bank says.' },
  })
  expect(await extend(_id, inHours(61))).toMatchObject({ status: 409, code: 'due_time_was_moved_already' })
  const { _id: answeredOne } = await conversationOf(app, member)
  answered(await reply(answeredOne, 'Here.'))
  expect(await extend(answeredOne, inHours(30))).toMatchObject({ status: 409, code: 'nothing_is_due_here' })
})

test('once a due time has passed it stays: nobody hides that we are late', async () => {
  const { _id } = await conversationOf(app, member)
  app.clock.advance(24 * HOUR_MS)
  ;[one, member] = [await staff(app, 'support'), await app.signedIn(member)]
  expect(await extend(_id, inHours(10))).toMatchObject({ status: 422, code: 'due_time_is_not_possible' })
  expect(await read(app, member, _id)).toMatchObject({ moved: null, is_late: true })
})

test('a promise of money in an answer takes a second person', async () => {
  const { _id } = await conversationOf(app, member)
  expect(await reply(_id, 'I promise that we pay you $ 500,00 tomorrow.')).toMatchObject({
    status: 409,
    code: 'this_text_takes_two_people',
    details: { found: [{ kind: 'promise' }] },
  })
  answered(await reply(_id, 'Your withdrawal of $ 20,00 was approved.'))
})

test('it is closed once it is answered, and its member opens it again', async () => {
  const { _id } = await conversationOf(app, member)
  expect(await close(_id)).toMatchObject({ status: 409, code: 'conversation_is_not_answered' })
  answered(await reply(_id, 'Here you are.'))
  expect(answered(await close(_id)).status).toBe('closed')
  expect(answered(await close(_id)).status).toBe('closed')
  const closed = { status: 409, code: 'conversation_is_closed' }
  expect(await reply(_id, 'One more thing.')).toMatchObject(closed)
  expect(await assign(_id, two._id)).toMatchObject(closed)
  expect(await write(app, member, _id, 'Wait!')).toMatchObject(closed)
  const by = { token: member.token, params: { conversation_id: _id } }
  expect(answered(await app.call(supportCalls.reopen, by))).toMatchObject({ status: 'open' })
  answered(await write(app, member, _id, 'Wait!'))
})

test('what is unknown is refused by every call', async () => {
  const unknown = { status: 404, code: 'conversation_is_unknown' }
  const params = { conversation_id: NOBODYS }
  expect(await app.call(calls.detail, { as: one, params })).toMatchObject(unknown)
  expect(await reply(NOBODYS, 'Hello')).toMatchObject(unknown)
  expect(await assign(NOBODYS, null)).toMatchObject(unknown)
  expect(await note(NOBODYS, 'Hello')).toMatchObject(unknown)
  expect(await extend(NOBODYS, inHours(1))).toMatchObject(unknown)
  expect(await close(NOBODYS)).toMatchObject(unknown)
})

test('a conversation takes so many answers and notes', async () => {
  const { _id } = await conversationOf(app, member)
  await app.database.asSchemaOwner('update conversation set staff_messages = $2, notes = 200 where id = $1', [
    _id,
    MAX_MESSAGES,
  ])
  expect(await reply(_id, 'One more')).toMatchObject({ status: 409, code: 'conversation_is_full' })
  expect(await note(_id, 'One more')).toMatchObject({ status: 409, code: 'conversation_is_full' })
})

test('templates are kept by name and language, and changed in place', async () => {
  const save = (name: string, locale: 'en' | 'rs', text: string) =>
    app.call(calls.saveTemplate, { as: one, body: { name, locale, text } })
  const saved = answered(await save('Late payout', 'en', 'We are sorry.'))
  answered(await save('Late payout', 'rs', 'Žao nam je.'))
  expect(answered(await save('Late payout', 'en', 'We are very sorry.'))).toMatchObject({ _id: saved._id })
  const list = async (locale?: 'en' | 'rs') =>
    answered(
      await app.call(calls.templates, { as: two, query: locale === undefined ? {} : { locale } }),
    ).list.map(({ text }) => text)
  expect(await list()).toEqual(['We are very sorry.', 'Žao nam je.'])
  expect(await list('rs')).toEqual(['Žao nam je.'])
  const remove = () => app.call(calls.deleteTemplate, { as: one, params: { template_id: saved._id } })
  answered(await remove())
  expect(await remove()).toMatchObject({ status: 404, code: 'template_is_unknown' })
  await app.database.asSchemaOwner(
    `insert into answer_template select gen_random_uuid(), 'Name ' || n, 'en', 'Text', $1, now() from generate_series(1, $2::int) n`,
    [one._id, MAX_TEMPLATES],
  )
  expect(await save('One more', 'en', 'Text')).toMatchObject({
    status: 409,
    code: 'there_are_too_many_templates',
  })
})
