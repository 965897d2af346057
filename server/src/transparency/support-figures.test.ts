// The public figures of support are those that another SQL, written without a look at ours, finds in the same rows.
import { randomUUID } from 'node:crypto'
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { adminSupportCalls as calls } from '@fairturn/contract/backoffice/support'
import { supportCalls } from '@fairturn/contract/support'
import { transparencyCalls } from '@fairturn/contract/transparency'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { staff } from '../../test/staff.ts'
import { conversationOf } from '../../test/support.ts'
import { eraseConversations, passDueTimes } from '../support/support.ts'
import { storeFigures } from './figures.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const STATEMENT = {
  facts: 'One person.',
  rule: 'One account.',
  machine: 'none',
  can_be_done: 'Nothing.',
} as const

/** Whether `array[position]` of the sorted seconds, counted from one, is what we publish (nearest rank). */
const INDEPENDENT = `
  with first as (
    select c.id, ceil(extract(epoch from (select min(m.at) from conversation_message m where m.conversation_id = c.id and m.by = 'staff') - c.created_at)) as s
    from conversation c left join complaint k on k.conversation_id = c.id where k.conversation_id is null),
  answers as (select s, row_number() over (order by s) as rank, count(*) over () as n from first where s is not null),
  decided as (select ceil(extract(epoch from decided_at - made_at)) as s, status from complaint where decided_at is not null),
  ranked as (select s, row_number() over (order by s) as rank, count(*) over () as n from decided)
  select (select count(*)::int from answers) as answers,
    (select s::int from answers where rank = ceil(n * 0.5)) as answers_p50, (select s::int from answers where rank = ceil(n * 0.9)) as answers_p90,
    (select s::int from ranked where rank = ceil(n * 0.5)) as complaints_p50, (select s::int from ranked where rank = ceil(n * 0.9)) as complaints_p90,
    (select count(*)::int from decided where status <> 'ended_by_time') as decided,
    (select count(*)::int from decided where status = 'upheld') as upheld,
    (select count(*)::int from decided where status = 'ended_by_time') as by_time`

const shown = async () => {
  const { support } = answered(await app.call(transparencyCalls.figures))
  return {
    answers: support.answers.count,
    answers_p50: support.answers.p50,
    answers_p90: support.answers.p90,
    complaints_p50: support.complaints.p50,
    complaints_p90: support.complaints.p90,
    decided: support.complaints.decided,
    upheld: support.complaints.upheld,
    by_time: support.complaints.ended_by_time,
  }
}

test('answers, complaints and their percentiles equal an independent SQL, live and as daily figures, also after an account is closed', async () => {
  const none = answered(await app.call(transparencyCalls.figures)).support
  expect(none).toMatchObject({
    answer_hours: 24,
    answers: { count: 0, p50: null },
    complaints: { upheld_percent: null },
  })
  await storeFigures(app.database) // those of later days follow the last one stored
  const locker = await staff(app, 'support')
  const member = await app.member('who asks')
  const waits: { conversation_id: string; minutes: number; isComplaint: boolean }[] = []
  for (let i = 0; i < 22; i++) {
    const { _id } = await conversationOf(app, member)
    waits.push({ conversation_id: _id, minutes: 1 + ((i * 7) % 23), isComplaint: false })
    const objector = await app.member(`who objects ${i}`)
    const params = { member_id: objector._id }
    const body = { kind: 'conduct' as const, reason: 'They sell accounts to others.' }
    answered(await app.call(adminMemberCalls.lock, { as: locker, params, body }))
    const asked = { complaint: true, subject: { kind: 'lock' as const, _id: objector._id } }
    const complained = await conversationOf(app, objector, asked)
    // The last one is decided by nobody.
    if (i < 21)
      waits.push({ conversation_id: complained._id, minutes: 2 + ((i * 5) % 19), isComplaint: true })
  }
  const decider = await staff(app, 'support')
  let passed = 0
  for (const { conversation_id, minutes, isComplaint } of waits.toSorted((a, b) => a.minutes - b.minutes)) {
    app.clock.advance((minutes - passed) * MINUTE_MS)
    passed = minutes
    const params = { conversation_id }
    if (isComplaint) {
      const body = {
        ...STATEMENT,
        verdict: minutes % 3 === 0 ? ('upheld' as const) : ('not_upheld' as const),
      }
      answered(await app.call(calls.decide, { as: await staff(app, 'support'), params, body }))
    } else {
      const body = { message: 'Here you are.' }
      answered(await app.call(calls.answer, { as: decider, key: randomUUID(), params, body }))
    }
  }
  app.clock.advance(7 * DAY_MS)
  await passDueTimes(app.database)
  app.clock.advance(MINUTE_MS)
  const [expected] = await app.database.asSchemaOwner<Record<string, number>>(INDEPENDENT)
  expect(expected).toMatchObject({ answers: 22, decided: 21, by_time: 1 })
  expect(expected!['upheld']).toBeGreaterThan(0)
  expect(await shown()).toEqual(expected)

  app.clock.advance(DAY_MS)
  await storeFigures(app.database)
  const [day] = await app.database.asSchemaOwner<{ day: string }>(
    'select max(day)::text as day from figure_day',
  )
  for (const [figure, name] of [
    ['support.answers.p50', 'answers_p50'],
    ['support.answers.p90', 'answers_p90'],
    ['support.complaints.p50', 'complaints_p50'],
    ['support.complaints.p90', 'complaints_p90'],
  ] as const) {
    const { list } = answered(await app.call(transparencyCalls.history, { query: { figure } }))
    expect(list.find((point) => point.day === day!.day)?.value).toBe(String(expected![name]))
  }
  const sumOf = async (figure: 'support.answered' | 'complaints.decided' | 'complaints.upheld') =>
    answered(await app.call(transparencyCalls.history, { query: { figure } })).list.reduce(
      (sum, { value }) => sum + Number(value),
      0,
    )
  expect(await sumOf('support.answered')).toBe(expected!['answers'])
  expect(await sumOf('complaints.decided')).toBe(expected!['decided'])
  expect(await sumOf('complaints.upheld')).toBe(expected!['upheld'])

  await app.database.transaction((tx) => eraseConversations(tx, member._id))
  app.clock.advance(MINUTE_MS + 1)
  expect(await shown()).toEqual(expected)
  expect(
    await app.database.asSchemaOwner(
      'select from conversation_message m join conversation c on c.id = m.conversation_id where c.member_id = $1',
      [member._id],
    ),
  ).toEqual([])
})

/** From the messages alone: whoever wrote last, since when, and what was moved; a complaint is due 72 hours after it was made. */
const INDEPENDENT_LATE = `
  with waits as (
    select c.id, k.conversation_id is not null as decides, coalesce(
      case when c.moved_at >= first.at then c.moved_from + (c.due_by - c.moved_from) end,
      case when k.conversation_id is not null then k.made_at + interval '72 hours' else first.at + interval '24 hours' end) as due
    from conversation c
      left join complaint k on k.conversation_id = c.id and k.decided_at is null
      left join lateral (select min(m.at) as at from conversation_message m where m.conversation_id = c.id and m.by = 'member'
        and m.at > coalesce(greatest(
          (select max(s.at) from conversation_message s where s.conversation_id = c.id and s.by = 'staff'),
          (select d.decided_at from complaint d where d.conversation_id = c.id)), '-infinity')) first on true
    where c.ended_at is null and (first.at is not null or k.conversation_id is not null))
  select count(*) filter (where not decides)::int as answers, count(*) filter (where decides)::int as complaints
  from waits where due <= $1`

test('answers and decisions that are late now equal an independent SQL, to the moment, and no longer once given', async () => {
  const late = async () => {
    const { support } = answered(await app.call(transparencyCalls.figures))
    const shownLate = { answers: support.answers.late, complaints: support.complaints.late }
    const [expected] = await app.database.asSchemaOwner(INDEPENDENT_LATE, [app.clock.now()])
    expect(shownLate).toEqual(expected)
    return shownLate
  }
  const pass = (ms: number) => app.clock.advance(ms)
  expect(await late()).toEqual({ answers: 0, complaints: 0 })
  const member = await app.member('who waits')
  const [first, moved, solved] = [
    await conversationOf(app, member),
    await conversationOf(app, member),
    await conversationOf(app, member),
  ]
  const body = { kind: 'conduct' as const, reason: 'They sell accounts to others.' }
  const locked = { as: await staff(app, 'support'), params: { member_id: member._id }, body }
  answered(await app.call(adminMemberCalls.lock, locked))
  const subject = { kind: 'lock' as const, _id: member._id }
  const complaint = await conversationOf(app, member, { complaint: true, subject })
  const until = new Date(app.clock.now().getTime() + 2 * DAY_MS).toISOString()
  const as = await staff(app, 'support')
  const later = { until, reason: 'We wait for what the bank says.' }
  answered(await app.call(calls.extend, { as, params: { conversation_id: moved._id }, body: later }))
  answered(
    await app.call(supportCalls.solved, { token: member.token, params: { conversation_id: solved._id } }),
  )

  pass(DAY_MS - MINUTE_MS)
  expect(await late()).toEqual({ answers: 0, complaints: 0 })
  pass(MINUTE_MS)
  expect(await late()).toEqual({ answers: 1, complaints: 0 })
  pass(DAY_MS)
  expect(await late()).toEqual({ answers: 2, complaints: 0 })
  pass(DAY_MS)
  expect(await late()).toEqual({ answers: 2, complaints: 1 })
  const decider = await staff(app, 'support')
  const params = { conversation_id: first._id }
  const answer = { message: 'Here you are.' }
  // An answer to an open complaint decides nothing.
  for (const conversation_id of [first._id, complaint._id])
    answered(
      await app.call(calls.answer, {
        as: decider,
        key: randomUUID(),
        params: { ...params, conversation_id },
        body: answer,
      }),
    )
  pass(MINUTE_MS + 1)
  expect(await late()).toEqual({ answers: 1, complaints: 1 })
  const decided = { ...STATEMENT, verdict: 'not_upheld' as const }
  answered(
    await app.call(calls.decide, {
      as: decider,
      params: { conversation_id: complaint._id },
      body: decided,
    }),
  )
  pass(MINUTE_MS + 1)
  expect(await late()).toEqual({ answers: 1, complaints: 0 })
})
