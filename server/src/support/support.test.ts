// Conversations as their member has them: what they can be about, when we answer, each refusal.
import { randomUUID } from 'node:crypto'
import { depositCalls } from '@fairturn/contract/deposits'
import { MAX_MESSAGES, SUBJECT_KINDS, supportCalls as calls } from '@fairturn/contract/support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, deposit, distribute, placeCampaign, unpaidCampaign } from '../../test/carrying.ts'
import { payable, receiveAt, withdraw } from '../../test/payments.ts'
import { staff } from '../../test/staff.ts'
import { ask, conversationOf, read, write } from '../../test/support.ts'
import { changeSetting } from '../content/settings.ts'
import { lockMember } from '../members/members.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What would act in HTML, in a CSV, in a template or right to left. */
const NAUGHTY = '<script>alert(1)</script> & <img src=x onerror=alert(2)>\n=1+1 {{7*7}} \u202eevil\u202c 😀'

let app: TestApp
let member: TestMember
let other: TestMember
beforeAll(async () => {
  app = await startApp()
  member = await app.member('who asks')
  other = await app.member('somebody else')
})
afterAll(() => app.close())

const later = async (ms: number) => {
  app.clock.advance(ms)
  member = await app.signedIn(member)
  other = await app.signedIn(other)
}
const act = (what: 'solved' | 'reopen', conversation_id: string, by = member) =>
  app.call(calls[what], { token: by.token, params: { conversation_id } })
const list = async (by = member) => answered(await app.call(calls.list, { token: by.token, query: {} })).list

test('a question is answered within the hours of the setting, and its text comes back as it was written', async () => {
  const thread = await conversationOf(app, member, { message: NAUGHTY })
  const due = new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString()
  expect(thread).toMatchObject({
    subject: null,
    status: 'open',
    answer_by: due,
    is_late: false,
    last_by: 'member',
    complaint: null,
    messages: [{ by: 'member', text: NAUGHTY, at: app.clock.now().toISOString() }],
  })
  expect(await read(app, member, thread._id)).toEqual(thread)
  expect((await list())[0]).toMatchObject({ _id: thread._id, preview: expect.not.stringContaining('\n') })
  await app.database.transaction((tx) => changeSetting(tx, 'answer_hours', 3))
  const sooner = await conversationOf(app, member)
  expect(sooner.answer_by).toBe(new Date(app.clock.now().getTime() + 3 * HOUR_MS).toISOString())
  await app.database.transaction((tx) => changeSetting(tx, 'answer_hours', 24))
  await later(24 * HOUR_MS)
  expect(await read(app, member, thread._id)).toMatchObject({ is_late: true, answer_by: due })
})

test('what is sent again is there once, also by fifty at once', async () => {
  const key = randomUUID()
  const asked = await Promise.all(
    Array.from({ length: 50 }, () => ask(app, member, { key, message: 'Once?' })),
  )
  expect(new Set(asked.map((answer) => answered(answer)._id)).size).toBe(1)
  const { _id } = answered(asked[0]!)
  const again = randomUUID()
  const sent = await Promise.all(
    Array.from({ length: 50 }, () => write(app, member, _id, 'Still once?', again)),
  )
  expect(new Set(sent.map((answer) => answered(answer).messages.length))).toEqual(new Set([2]))
  expect((await read(app, member, _id)).messages.map(({ text }) => text)).toEqual(['Once?', 'Still once?'])
  expect(await write(app, member, _id, 'Another text', again)).toMatchObject({
    status: 409,
    code: 'idempotency_key_was_used',
  })
  // Of messages that arrive together each has its place.
  await Promise.all(Array.from({ length: 10 }, (_, i) => write(app, member, _id, `Message ${i}`)))
  expect((await read(app, member, _id)).messages).toHaveLength(12)
})

test.each([
  ['', 'field_is_required'],
  ['  \n ', 'field_is_required'],
  ['\u200b\u200b \u3164\u2800', 'field_is_required'],
  ['a\u0007b', 'field_has_unseen_characters'],
  ['a'.repeat(4001), 'field_is_too_long'],
])('a message %j is refused: %s', async (message, code) => {
  expect(await ask(app, member, { message })).toMatchObject({ status: 422, code })
  const { _id } = await conversationOf(app, member)
  expect(await write(app, member, _id, message)).toMatchObject({ status: 422, code })
})

test('another’s conversation is unknown to every call, and in no list', async () => {
  const { _id: conversation_id } = await conversationOf(app, member)
  const unknown = { status: 404, code: 'conversation_is_unknown' }
  const by = { token: other.token, params: { conversation_id } }
  expect(await app.call(calls.detail, by)).toMatchObject(unknown)
  expect(await write(app, other, conversation_id, 'Let me in')).toMatchObject(unknown)
  expect(await act('solved', conversation_id, other)).toMatchObject(unknown)
  expect(await act('reopen', conversation_id, other)).toMatchObject(unknown)
  expect(await list(other)).toEqual([])
  expect((await read(app, member, conversation_id)).messages).toHaveLength(1)
})

test('a subject is the member’s own, is shown by its name, and has its latest conversation', async () => {
  const placer = await app.member('who places')
  const payer = await payable(app, 'who withdraws', 50_000n)
  await receiveAt(app)
  const placed = await placeCampaign(app, placer, { visits: 100, order_visits: 30 })
  const order = await distribute(app, payer)
  const { withdrawal } = answered(await withdraw(app, payer, '10.00'))
  const awaited = answered(
    await app.call(depositCalls.deposit, {
      token: payer.token,
      key: randomUUID(),
      body: { user_id: payer._id, amount: '25.00', method: 'bank_transfer' },
    }),
  )
  const operator = await staff(app, 'support')
  const reason = 'They sell accounts to others.'
  await app.database.transaction((tx) =>
    lockMember(tx, { member_id: payer._id, kind: 'conduct', actor: operator.actor, reason }),
  )
  const [locked] = await app.database.asSchemaOwner<{ id: string }>(
    `select id from audit_event where member_id = $1 and action = 'member_locked'`,
    [payer._id],
  )
  const own = [
    ['order', order._id, order.brand],
    ['link', order._id, order.link!.split('/').at(-1)!],
    ['withdrawal', withdrawal._id, withdrawal.reference],
    ['deposit', awaited._id, awaited.reference],
    ['lock', payer._id, null],
    ['staff_action', locked!.id, null],
  ] as const
  for (const [kind, _id, name] of own) {
    expect(await ask(app, other, { subject: { kind, _id } })).toMatchObject({ code: 'subject_is_unknown' })
    const thread = await conversationOf(app, payer, { subject: { kind, _id } })
    expect(thread.subject).toMatchObject({ kind, _id, name })
    const found = answered(
      await app.call(calls.subjects, { token: payer.token, query: { kind, subject_id: _id } }),
    )
    expect(found.list).toMatchObject([{ kind, _id, name, conversation_id: thread._id }])
  }
  const campaign = await conversationOf(app, placer, { subject: { kind: 'campaign', _id: placed.id } })
  expect(campaign.subject).toMatchObject({ name: placed.brand, path: `/campaigns/${placed.id}` })
  const latest = answered(await app.call(calls.subjects, { token: payer.token, query: {} })).list
  expect(new Set(latest.map(({ kind }) => kind))).toEqual(new Set(own.map(([kind]) => kind)))
  for (const kind of SUBJECT_KINDS) {
    const none = { kind, _id: '019a0000-0000-7000-8000-00000000abcd' }
    expect(await ask(app, member, { subject: none })).toMatchObject({
      status: 404,
      code: 'subject_is_unknown',
    })
    const query = { kind, subject_id: none._id }
    expect(await app.call(calls.subjects, { token: member.token, query })).toMatchObject({
      code: 'subject_is_unknown',
    })
  }
})

test('solved by its member, it is open again by a message or by reopening, for 30 days', async () => {
  const { _id } = await conversationOf(app, member)
  const solved = answered(await act('solved', _id))
  expect(solved).toMatchObject({ status: 'solved', answer_by: null })
  expect(solved.reopen_until).toBe(new Date(app.clock.now().getTime() + 30 * DAY_MS).toISOString())
  expect(answered(await act('solved', _id))).toEqual(solved)
  expect(answered(await act('reopen', _id))).toMatchObject({ status: 'open', reopen_until: null })
  answered(await act('solved', _id))
  await later(30 * DAY_MS - 1)
  expect(answered(await write(app, member, _id, 'It is not.'))).toMatchObject({ status: 'open' })
  answered(await act('solved', _id))
  await later(30 * DAY_MS)
  const closed = { status: 409, code: 'conversation_is_closed' }
  expect(await act('reopen', _id)).toMatchObject(closed)
  expect(await write(app, member, _id, 'Is anybody there?')).toMatchObject(closed)
})

test('it is solved and opened again twenty times an hour at most: each time an answer is due anew', async () => {
  const limited = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
  const who = await limited.member('who cannot decide')
  const { _id } = await conversationOf(limited, who)
  const each = (what: 'solved' | 'reopen') =>
    limited.call(calls[what], { token: who.token, params: { conversation_id: _id } })
  for (let i = 0; i < 20; i++) {
    answered(await each('solved'))
    answered(await each('reopen'))
  }
  expect(await each('solved')).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(await each('reopen')).toMatchObject({ status: 429, code: 'too_many_requests' })
  await limited.close()
})

test('a conversation takes so many messages of its member', async () => {
  const { _id } = await conversationOf(app, member)
  await app.database.asSchemaOwner('update conversation set member_messages = $2 where id = $1', [
    _id,
    MAX_MESSAGES - 1,
  ])
  answered(await write(app, member, _id, 'The last one'))
  expect(await write(app, member, _id, 'One more')).toMatchObject({
    status: 409,
    code: 'conversation_is_full',
  })
})

test('conversations are listed page by page, the one with the newest message first', async () => {
  const talker = await app.member('who asks often')
  const ids: string[] = []
  for (let i = 0; i < 33; i++) {
    app.clock.advance(1000)
    ids.push((await conversationOf(app, talker))._id)
  }
  app.clock.advance(1000)
  answered(await write(app, talker, ids[0]!, 'And another thing'))
  const first = answered(await app.call(calls.list, { token: talker.token, query: {} }))
  const query = { cursor: first.cursor! }
  const second = answered(await app.call(calls.list, { token: talker.token, query }))
  const expected = [ids[0], ...ids.slice(1).toReversed()]
  expect([...first.list, ...second.list].map(({ _id }) => _id)).toEqual(expected)
  expect(second.cursor).toBeNull()
})

test('what nobody has decided can be asked about, and not objected to', async () => {
  const nothing = { status: 409, code: 'nothing_was_decided_here' }
  expect(await ask(app, member, { complaint: true })).toMatchObject(nothing)
  await deposit(app.database, member._id, 100_000n)
  const { id } = await app.database.transaction((tx) => unpaidCampaign(tx, member))
  const subject = { kind: 'campaign' as const, _id: id }
  expect(await ask(app, member, { complaint: true, subject })).toMatchObject(nothing)
  expect((await conversationOf(app, member, { subject })).complaint).toBeNull()
})
