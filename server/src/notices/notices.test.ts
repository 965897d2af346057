import { newId } from '@fairturn/contract/ids'
// Notices: written in the transaction of their event, shown in the reader's language, private.
import { LOCALES } from '@fairturn/contract/locales'
import { noticeCalls } from '@fairturn/contract/notices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { memberNotice } from '../members/members.ts'
import { enqueue } from '../platform/queue/queue.ts'
import en from '../platform/texts/en/notices.json' with { type: 'json' }
import { noticeText, type NoticeTexts } from '../platform/texts/notices.ts'
import { offsetText } from './formats.ts'
import { type NoticeKind, NOTICES, renderNotice } from './kinds.ts'
import { noticeHandlers } from './notices.jobs.ts'
import { formatInstantText, formatMoneyText, notify, notifyAll } from './notices.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const list = (member: TestMember, sent: { cursor?: string; locale?: string } = {}) =>
  app.call(noticeCalls.list, {
    token: member.token,
    locale: sent.locale ?? 'en',
    body: { user_id: member._id, ...(sent.cursor !== undefined && { cursor: sent.cursor }) },
  })
const unread = async (member: TestMember) =>
  (await app.call(noticeCalls.unread, { token: member.token, body: { user_id: member._id } })).data.unread
const markRead = (member: TestMember, ids?: string[]) =>
  app.call(noticeCalls.markRead, { token: member.token, body: { user_id: member._id, ...(ids && { ids }) } })
const notifyTimes = (member: TestMember, times: number) =>
  app.database.transaction(async (tx) => {
    for (let i = 0; i < times; i++)
      await notify(tx, member._id, 'order_expired', { brand: `Brand ${i}` }, `/order-detail/${i}`)
  })

test('a new member gets a welcome notice, once the job has run', async () => {
  const member = await app.member('newcomer')
  expect(await unread(member)).toBe(0)
  await app.database.runDueJobs(noticeHandlers)
  expect(await unread(member)).toBe(1)
  const [notice] = (await list(member)).data.list
  expect(notice).toEqual({
    _id: expect.any(String),
    kind: 'welcome',
    title: 'Welcome',
    text: en.notice_welcome_text,
    path: '/order-detail',
    created_at: app.clock.now().toISOString(),
    read: false,
  })
})

test('a reason ends with exactly one full stop', async () => {
  const member = await app.member('locked')
  const withReason = Object.entries(NOTICES).filter(([, [, words]]) => 'reason' in words)
  expect(withReason.map(([kind]) => kind)).toContain('locked_for_security')
  for (const [kind, [, words]] of withReason) {
    const examples: Readonly<Record<string, string>> = { money: '1.00', instant: '2026-11-29T12:04:00.000Z' }
    const params = Object.fromEntries(
      Object.entries(words).map(([name, word]) => [name, examples[word] ?? 'word']),
    )
    for (const [reason, shown] of [
      ['Somebody else was in it', 'Somebody else was in it.'],
      ['Somebody else was in it.', 'Somebody else was in it.'],
      ['Was it you?', 'Was it you?'],
      ['第三者がログインしました。', '第三者がログインしました。'],
    ] as const) {
      await app.database.transaction((tx) =>
        notify(tx, member._id, kind as 'locked_for_security', { ...params, reason }, null),
      )
      app.clock.advance(1)
      const { text } = (await list(member)).data.list[0]!
      const expected = noticeText(`notice_${kind as 'locked_for_security'}_text`, 'en', {
        ...params,
        ...('amount' in params && { amount: '$\u00a01,00' }),
        ...('refunded' in params && { refunded: '$\u00a01,00' }),
        ...('until' in params && { until: '29‑11‑2026 19:04\u00a0(UTC+7)' }),
        reason: shown,
      })
      expect(text).toBe(expected)
    }
  }
})

test('money, instants and names are formatted as on the site, in the requested language', async () => {
  const member = await app.member('reader')
  await app.database.transaction((tx) =>
    notifyAll(tx, [
      {
        member_id: member._id,
        kind: 'award',
        params: { brand: '<b>Tea & Co</b> {award}', award: '1234.50' },
        path: '/',
      },
      {
        member_id: member._id,
        kind: 'level_refunded',
        params: { level: 'Level 2', at: '2026-11-21T17:05:00Z', refunded: '20.00', reference: 'ABC' },
        path: null,
      },
    ]),
  )
  for (const locale of LOCALES) {
    const texts = (await list(member, { locale })).data.list.map(({ title, text }) => ({ title, text }))
    expect(texts).toContainEqual({
      title: noticeText('notice_award_title', locale),
      text: noticeText('notice_award_text', locale, {
        brand: '<b>Tea & Co</b> {award}',
        award: '$\u00a01\u00a0234,50',
      }),
    })
    // Midnight has passed in the site's time zone, Ho Chi Minh City.
    const refunded = texts.find(({ text }) => text.includes('ABC'))!
    expect(refunded.text).toContain('22\u201111\u20112026 00:05')
    expect(refunded.text).toContain('$\u00a020,00')
  }
})

test('writing a notice with a wrong or missing parameter is a fault', async () => {
  const member = await app.member('wrong words')
  const write = (kind: NoticeKind, params: Record<string, string>) =>
    app.database.transaction((tx) => notify(tx, member._id, kind, params as never))
  await expect(write('award', { brand: 'x', award: '$ 12' })).rejects.toThrow(RangeError)
  await expect(write('award', { brand: 'x' })).rejects.toThrow('needs award')
  await expect(write('level_bought', { level: 'x', fee: '1.00', until: 'soon' })).rejects.toThrow(
    'not an instant',
  )
  expect((await list(member)).data.list).toEqual([])
})

test('a notice exists if and only if its transaction commits', async () => {
  const member = await app.member('rolled back')
  await expect(
    app.database.transaction(async (tx) => {
      await notify(tx, member._id, 'order_expired', { brand: 'x' })
      throw new Error('changed our mind')
    }),
  ).rejects.toThrow('changed our mind')
  expect(await unread(member)).toBe(0)
})

test('a job that runs twice writes one notice', async () => {
  const member = await app.member('told once')
  await app.database.runDueJobs(noticeHandlers)
  const notice = {
    id: newId(app.clock.now()),
    member_id: member._id,
    kind: 'unlocked' as const,
    params: {},
    path: null,
    at: app.clock.now().toISOString(),
  }
  await app.database.transaction((tx) => enqueue(tx, memberNotice, notice))
  await app.database.transaction((tx) => enqueue(tx, memberNotice, notice))
  expect(await app.database.runDueJobs(noticeHandlers)).toBe(2)
  expect((await list(member)).data.list.filter(({ kind }) => kind === 'unlocked')).toHaveLength(1)
})

test('the list is paged newest first, without duplicates or gaps', async () => {
  const member = await app.member('paging')
  await app.database.runDueJobs(noticeHandlers)
  await markRead(member)
  for (let i = 0; i < 3; i++) {
    app.clock.advance(1000)
    await notifyTimes(member, 15)
  }
  const seen: { _id: string; created_at: string }[] = []
  let cursor: string | undefined
  do {
    const { data } = await list(member, cursor === undefined ? {} : { cursor })
    seen.push(...data.list)
    expect(data.list.length).toBeLessThanOrEqual(20)
    cursor = data.cursor ?? undefined
    if (seen.length === 20) await notifyTimes(member, 1) // arrives in the meantime, and belongs before the first page
  } while (cursor !== undefined)
  expect(seen).toHaveLength(46)
  expect(new Set(seen.map(({ _id }) => _id)).size).toBe(46)
  expect(seen.map(({ created_at }) => created_at)).toEqual(
    seen
      .map(({ created_at }) => created_at)
      .toSorted()
      .toReversed(),
  )
})

test.each([
  '!',
  'x'.repeat(201),
  'AAAA',
  Buffer.from('not an id').toString('base64url'),
  Buffer.from("' or 1=1 --").toString('base64url'),
])('refuses cursor_is_invalid: %j', async (cursor) => {
  const member = await app.member(`cursor ${cursor.slice(0, 8).replaceAll(/[^a-z]/gi, '')}`)
  expect(await list(member, { cursor })).toMatchObject({ status: 422, code: 'cursor_is_invalid' })
})

test('some are marked as read, or all without ids, and only the member’s own', async () => {
  const [member, other] = [await app.member('marking'), await app.member('other')]
  await app.database.runDueJobs(noticeHandlers)
  await notifyTimes(member, 4)
  await notifyTimes(other, 2)
  const theirs = (await list(other)).data.list.map(({ _id }) => _id)
  const ids = (await list(member)).data.list.slice(0, 2).map(({ _id }) => _id)
  expect((await markRead(member, [...ids, ...theirs])).data).toEqual({ unread: 3 })
  expect((await markRead(member, ids)).data).toEqual({ unread: 3 })
  expect((await markRead(member, [])).data).toEqual({ unread: 3 })
  expect((await list(member)).data.list.map(({ read }) => read)).toEqual([true, true, false, false, false])
  expect((await markRead(member)).data).toEqual({ unread: 0 })
  expect(await unread(other)).toBe(3)
  expect(
    await markRead(
      member,
      Array.from({ length: 201 }, () => ids[0]!),
    ),
  ).toMatchObject({ status: 422, code: 'too_many_ids' })
  expect(await markRead(member, ['x'])).toMatchObject({ status: 422, code: 'id_is_invalid' })
})

test('another member’s notices are refused not_your_account, and none are returned without a session', async () => {
  const [member, other] = [await app.member('curious'), await app.member('private')]
  for (const call of [noticeCalls.list, noticeCalls.unread, noticeCalls.markRead]) {
    const body = { user_id: other._id }
    expect(await app.call(call, { token: member.token, body })).toMatchObject({
      status: 403,
      code: 'not_your_account',
    })
    expect(await app.call(call, { body })).toMatchObject({ status: 401, code: 'token_is_invalid' })
  }
})

describe('kinds', () => {
  const kinds = Object.keys(NOTICES) as NoticeKind[]

  test('every notice text of the contract has a kind, and every kind its texts', () => {
    const codes = Object.keys(en).filter((code) => code.startsWith('notice_'))
    expect(codes.toSorted()).toEqual(
      kinds.flatMap((kind) => [`notice_${kind}_text`, `notice_${kind}_title`]).toSorted(),
    )
  })

  test.each(kinds)('the texts of %s use exactly the parameters of its kind, in every language', (kind) => {
    for (const locale of LOCALES) {
      const texts = (['title', 'text'] as const)
        .map((part) => noticeText(`notice_${kind}_${part}` satisfies keyof NoticeTexts, locale))
        .join(' ')
      const used = new Set([...texts.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
      expect({ locale, used }).toEqual({ locale, used: new Set(Object.keys(NOTICES[kind][1])) })
    }
  })
})

test.each([
  ['0.00', 'USD', '$ 0,00'],
  ['1234.50', 'USD', '$ 1 234,50'],
  ['1234567.89', 'EURO', '€ 1 234 567,89'],
  ['-12.05', 'USD', '−$ 12,05'],
] as const)('%s %s is formatted as %s', (wire, currency, text) => {
  expect(formatMoneyText(wire, currency)).toBe(text.replaceAll(' ', '\u00a0'))
})

test.each(['1e3', '12', '12.345', '', 'NaN', '-0.00'])(
  '%j is not an amount and is not shown as one',
  (wire) => {
    expect(() => formatMoneyText(wire, 'USD')).toThrow(RangeError)
  },
)

test('instants are written in the time zone given', () => {
  expect(formatInstantText('2026-03-29T01:30:00Z', 'Europe/Paris')).toBe('29-03-2026 03:30')
  expect(formatInstantText('2026-12-31T17:00:00Z', 'Asia/Ho_Chi_Minh')).toBe('01-01-2027 00:00')
})

test('the instants of a notice are in the zone of its reader, or in the site’s with its name', async () => {
  const member = await app.member('inanotherzone')
  const params = { level: 'Level 2', fee: '25.00', until: '2026-12-12T18:45:30Z' }
  await app.database.transaction((tx) => notify(tx, member._id, 'level_bought', params, '/'))
  const textFor = async (time_zone?: string) => {
    const body = { user_id: member._id, ...(time_zone !== undefined && { time_zone }) }
    const [listed, unseen] = await Promise.all([
      app.call(noticeCalls.list, { token: member.token, locale: 'en', body }),
      app.call(noticeCalls.unread, { token: member.token, locale: 'en', body }),
    ])
    const texts = [listed, unseen].map(({ data }) =>
      data.list[0]!.text.replaceAll(/[\u00a0\u2011]/g, (sign) => (sign === '\u2011' ? '-' : ' ')),
    )
    expect(texts[0]).toBe(texts[1])
    return texts[0]
  }
  expect(await textFor('UTC')).toContain('12-12-2026 18:45')
  expect(await textFor('UTC')).not.toContain('UTC')
  expect(await textFor('Asia/Tokyo')).toContain('13-12-2026 03:45')
  expect(await textFor()).toContain('13-12-2026 01:45 (UTC+7)')
  expect(await textFor('Etc/Unknown')).toContain('13-12-2026 01:45 (UTC+7)')
})

test('a zone is named by how far its clock is ahead', () => {
  expect(offsetText('2026-11-21T08:00:00Z', 'UTC')).toBe('UTC')
  expect(offsetText('2026-11-21T08:00:00Z', 'America/St_Johns')).toBe('UTC−3:30')
  expect(offsetText('2026-07-21T08:00:00Z', 'Europe/Paris')).toBe('UTC+2')
})

test.each([
  ['en', 'The picture misleads', 'Reason: The picture misleads. Unlocking'],
  ['vn', 'Hình ảnh sai sự thật', 'Lý do: Hình ảnh sai sự thật. '],
  ['jp', '画像が不適切', '理由：画像が不適切。ロック'],
  ['jp', 'The picture misleads.', '理由：The picture misleads. ロック'],
  ['cn', '图片有误导', '原因：图片有误导。解锁'],
  ['cn', '图片有误导。', '原因：图片有误导。解锁'],
] as const)('in %s the reason “%s” ends as a sentence does', (locale, reason, text) => {
  const style = { currency: 'USD', time_zone: 'UTC' } as const
  expect(renderNotice('locked_for_conduct', { reason }, locale, style).text).toContain(text)
})
