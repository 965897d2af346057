// A client written from the specification's table of calls alone (spec §5): no contract, no types of ours.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp } from '../../../test/app.ts'
import { answered } from '../../../test/carrying.ts'
import { noticeHandlers } from '../../notices/notices.jobs.ts'
import { notify } from '../../notices/notices.ts'
import { textsOf } from '../texts/texts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

interface Answer {
  status: number
  code: string
  data: Record<string, unknown>
}

async function ask(
  method: 'GET' | 'POST',
  path: string,
  { token, body, langCode = 'en' }: { token?: string; body?: object; langCode?: string } = {},
): Promise<Answer> {
  const response = await app.fastify.inject({
    method,
    url: `/api/${path}`,
    headers: { langCode, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { payload: body }),
  })
  return { ...response.json<Answer>(), status: response.statusCode }
}

test('viewer takes the old and the new password alone, and checks a repetition when there is one', async () => {
  const { _id: user_id, token, username } = await app.member('Asks Once')
  const other = await app.signedIn({ _id: user_id, token, username } as never)
  const change = (body: object) => ask('POST', 'viewer', { token, body: { user_id, ...body } })
  const passwords = { current_password: TEST_PASSWORD, password: 'a longer new password' }
  expect(await change({ ...passwords, password_confirmation: 'another one' })).toMatchObject({
    status: 422,
    code: 'passwords_do_not_match',
  })
  expect(answered(await change(passwords))).toMatchObject({ _id: user_id, username: 'Asks Once' })
  expect((await ask('POST', 'viewer', { token: other.token, body: { user_id } })).status).toBe(401)
  const signedIn = await ask('POST', 'auth/login', { body: { username, password: passwords.password } })
  expect(answered(signedIn)['user']).toMatchObject({ _id: user_id })
})

test('unread-notifications gives the newest twenty unread beside their count, in the language asked for', async () => {
  const { _id: user_id, token } = await app.member('Has Many')
  await app.database.runDueJobs([...noticeHandlers])
  for (let left = 1; left <= 22; left++) {
    app.clock.advance(1000)
    await app.database.transaction((tx) => notify(tx, user_id, 'recovery_code_used', { left: String(left) }))
  }
  const unread = async (langCode = 'en') =>
    answered(await ask('POST', 'unread-notifications', { token, langCode, body: { user_id } })) as {
      unread: number
      list: { _id: string; title: string; text: string; read: boolean }[]
    }
  const { unread: count, list } = await unread()
  expect(count).toBe(23)
  expect(list).toHaveLength(20)
  expect(list.every(({ read }) => !read)).toBe(true)
  expect(list[0]!.text).toContain('22')
  expect(list[19]!.text).toContain('3')
  expect((await unread('fr')).list[0]!.text).not.toBe(list[0]!.text)

  const ids = list.slice(0, 2).map(({ _id }) => _id)
  answered(await ask('POST', 'update-notifications', { token, body: { user_id, ids } }))
  const after = await unread()
  expect(after.unread).toBe(21)
  expect(after.list.map(({ _id }) => _id)).not.toEqual(expect.arrayContaining(ids))
  answered(await ask('POST', 'update-notifications', { token, body: { user_id } }))
  expect(await unread()).toEqual({ unread: 0, list: [] })
  const { token: ofAnother, _id: another } = await app.member('Has One')
  expect((await ask('POST', 'unread-notifications', { token: ofAnother, body: { user_id } })).status).toBe(
    403,
  )
  expect(another).not.toBe(user_id)
})

test('popup gives the image of each language by its code, and that of the language asked for', async () => {
  const codes = ['vn', 'en', 'jp', 'kr', 'cn', 'rs', 'fr']
  await app.database.asSchemaOwner(
    `insert into popup (locale, image, alt, updated_at, is_on) values
     ('jp', null, null, $1, false), ('fr', '/files/${'0b'.repeat(16)}.webp', 'Horaires', $1, true)`,
    [app.clock.now()],
  )
  const own = Object.entries(await textsOf<{ popup: string }>('pictures')).map(([code, { popup }]) => [
    code,
    popup,
  ])
  const alts = { ...Object.fromEntries(own), jp: null, fr: 'Horaires' } as Record<string, string | null>
  for (const langCode of codes) {
    const data = answered(await ask('GET', 'popup', { langCode }))
    expect(codes.map((code) => data[code])).toEqual([
      '/popup/vn.webp',
      '/popup/en.webp',
      null,
      '/popup/kr.webp',
      '/popup/cn.webp',
      '/popup/rs.webp',
      `/files/${'0b'.repeat(16)}.webp`,
    ])
    expect(data['image']).toBe(data[langCode])
    expect(data['alt']).toBe(alts[langCode])
  }
})
