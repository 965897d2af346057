// A member's history: awards by day and by period, and the group report, which contains no money.
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { orderCalls } from '@fairturn/contract/orders'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, placeCampaign } from '../../test/carrying.ts'
import { testClock } from '../../test/database.ts'
import { changeSetting } from '../content/content.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let app: TestApp
let inviter: TestMember

beforeEach(async () => {
  app = await startApp()
  inviter = await app.member('the inviter')
})
afterEach(() => app.close())

async function invite(username: string, phone: string): Promise<TestMember> {
  const form = { username, phone, password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD }
  const body = { ...form, code: inviter.code, terms: true as const }
  // Sorted by creation time in milliseconds, so the times must differ.
  app.clock.advance(1000)
  const { access_token, refresh_token, user } = answered(await app.call(memberCalls.register, { body }))
  return { ...user, token: access_token, refresh_token }
}

const report = async (cursor?: string) =>
  answered(
    await app.call(orderCalls.invited, {
      body: { user_id: inviter._id, ...(cursor && { cursor }) },
      token: inviter.token,
    }),
  )

test('the group report counts invited and active members, and masks every name', async () => {
  await placeCampaign(app, inviter)
  const active = await invite('thanh.long', '+84912000101')
  await invite('quanghuy', '+84912000102')
  await app.member('anothers guest')
  await claim(app, active, (await carry(app, active))._id)

  const { list, months, ...counts } = await report()
  expect(counts).toEqual({ joined: 2, active: 1, cursor: null })
  expect(list).toMatchObject([
    { username: 'qua****y', active: false, orders_done: 0 },
    { username: 'tha****g', active: true, orders_done: 1 },
  ])
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({ month: app.clock.now().toISOString().slice(0, 7), joined: 2 })
  expect(JSON.stringify(list)).not.toMatch(/\d\.\d\d"/)
})

test('a member is active for at most 30 days after their last order', async () => {
  await placeCampaign(app, inviter)
  const member = await invite('thanh.long', '+84912000101')
  await claim(app, member, (await carry(app, member))._id)
  app.clock.advance(31 * DAY_MS)
  // The session has expired: sign in again, then request the report.
  inviter = { ...inviter, ...(await signIn(inviter.username)) }
  expect(await report()).toMatchObject({ joined: 1, active: 0, list: [{ active: false, orders_done: 1 }] })
})

test('the group report is paged, with each invited member once', async () => {
  for (let i = 0; i < 22; i++) {
    // One code brings five in a week.
    if (i % 5 === 0) app.clock.advance(8 * DAY_MS)
    await invite(`${String.fromCharCode(97 + i)}.guest`, `+849120002${String(i).padStart(2, '0')}`)
  }
  inviter = await app.signedIn(inviter)
  const first = await report()
  const second = await report(first.cursor!)
  expect([first.list.length, second.list.length, second.cursor]).toEqual([20, 2, null])
  expect(new Set([...first.list, ...second.list].map(({ username }) => username)).size).toBe(22)
})

test('awards are summed by day of the claim, and all of 30 days are listed', async () => {
  await placeCampaign(app, inviter)
  const member = await app.member('a carrier')
  await claim(app, member, (await carry(app, member))._id)
  const { list, total } = answered(await app.call(orderCalls.awardsByDay, { token: member.token }))
  expect(list).toHaveLength(30)
  expect(new Set(list.map(({ day }) => day)).size).toBe(30)
  expect(total).toBe('0.82')
  expect(list.at(-1)!.total).toBe('0.82')
  expect(list.slice(0, -1).every((day) => day.total === '0.00')).toBe(true)
  // What was earned in 30 days is one figure: the dialog of a level says the same.
  const [level] = answered(await app.call(levelCalls.list))
  const earned = async (token: string) => {
    const ofLevel = { token, params: { level_id: level!._id } }
    const by_day = answered(await app.call(orderCalls.awardsByDay, { token }))
    return [by_day.total, answered(await app.call(levelCalls.preview, ofLevel)).earned_30_days]
  }
  expect(await earned(member.token)).toEqual(['0.82', '0.82'])
  // 08:00 UTC is 15:00 on the site's clock: the day of the claim is one of 30 until that midnight, and not after it.
  app.clock.advance(29 * DAY_MS + 8.5 * HOUR_MS)
  expect(await earned((await app.signedIn(member)).token)).toEqual(['0.82', '0.82'])
  app.clock.advance(HOUR_MS)
  expect(await earned((await app.signedIn(member)).token)).toEqual(['0.00', '0.00'])
})

test('claimed orders of a period include its first instant and exclude its end', async () => {
  await placeCampaign(app, inviter)
  const member = await app.member('a carrier')
  await claim(app, member, (await carry(app, member))._id)
  const claimed = async (period: { from?: string; to?: string }) =>
    answered(
      await app.call(orderCalls.listCompleted, {
        body: { user_id: member._id, ...period },
        token: member.token,
      }),
    ).list_product.length
  const at = app.clock.now().getTime()
  const before = new Date(at - DAY_MS).toISOString()
  const after = new Date(at + DAY_MS).toISOString()
  expect(await claimed({ from: before, to: after })).toBe(1)
  expect(await claimed({ to: before })).toBe(0)
  expect(await claimed({ from: after })).toBe(0)
})

// Each with the day's first instants, between which its midnight may repeat or not exist.
test.each([
  // At 01:00 it is 00:00 again.
  ['America/Havana', '2026-11-01', '2026-11-01T03:59:59Z', ['2026-11-01T04:00:00Z', '2026-11-01T05:30:00Z']],
  ['Atlantic/Azores', '2026-10-25', '2026-10-24T23:59:59Z', ['2026-10-25T00:00:00Z', '2026-10-25T01:30:00Z']],
  // At 00:00 it is 01:00.
  ['Asia/Beirut', '2026-03-29', '2026-03-28T21:59:59Z', ['2026-03-28T22:00:00Z', '2026-03-28T23:30:00Z']],
  [
    'Asia/Ho_Chi_Minh',
    '2026-11-01',
    '2026-10-31T16:59:59Z',
    ['2026-10-31T17:00:00Z', '2026-10-31T18:30:00Z'],
  ],
])(
  'in %s every award, turn and new member counts on the day and month that clocks show',
  async (zone, day, eve, starts) => {
    await app.close()
    app = await startApp({ clock: testClock('2026-01-01T12:00:00Z') })
    await app.database.transaction((tx) => changeSetting(tx, 'time_zone', zone))
    inviter = await app.member('the inviter')
    const member = await app.member('a carrier')
    await placeCampaign(app, inviter, { visits: 6, ends_at: new Date('2026-12-31T00:00:00Z') })
    const own = async () => {
      const { token, _id } = await app.signedIn(member)
      return { token, body: { user_id: _id } }
    }
    for (const [i, at] of [eve, ...starts].entries()) {
      app.clock.set(new Date(new Date(at).getTime() - 30_000))
      const order = await carry(app, await app.signedIn(member))
      app.clock.set(at)
      answered(await claim(app, await app.signedIn(member), order._id))
      await app.database.asSchemaOwner('update member set created_at = $1, invited_by = $2 where id = $3', [
        at,
        inviter._id,
        (await app.member(`guest ${i}`))._id,
      ])
    }
    const evesDay = new Date(new Date(`${day}T00:00:00Z`).getTime() - DAY_MS).toISOString().slice(0, 10)
    const { list, total } = answered(await app.call(orderCalls.awardsByDay, { token: (await own()).token }))
    expect(list.slice(-2)).toEqual([
      { day: evesDay, total: '0.82' },
      { day, total: '1.64' },
    ])
    expect(total).toBe('2.46')
    expect(answered(await app.call(orderCalls.totalToday, await own())).total).toBe('1.64')
    expect(answered(await app.call(orderCalls.totalYesterday, await own())).total).toBe('0.82')
    inviter = await app.signedIn(inviter)
    const months = new Map((await report()).months.map(({ month, joined }) => [month, joined]))
    const ofEve = months.get(evesDay.slice(0, 7))!
    expect([ofEve, months.get(day.slice(0, 7))]).toEqual(
      evesDay.slice(0, 7) === day.slice(0, 7) ? [3, 3] : [1, 2],
    )
    // Orders are taken half a minute before: the first of the day's still on its eve.
    expect(answered(await app.call(orderCalls.numberProduct, await own()))).toMatchObject({ used: 1 })
  },
)

async function signIn(username: string): Promise<{ token: string; refresh_token: string }> {
  const body = { username, password: TEST_PASSWORD }
  const { access_token, refresh_token } = answered(await app.call(memberCalls.login, { body }))
  return { token: access_token, refresh_token }
}
