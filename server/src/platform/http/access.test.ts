import diagnostics from 'node:diagnostics_channel'
// Access control: every route × every kind of actor × every field for an id; nobody reads or writes another's data.
// The matrix is derived from the contract, so new routes are included; an unclassified place fails.
import { api } from '@fairturn/contract/api'
import { backoffice, backofficeFiles } from '@fairturn/contract/backoffice/api'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { type FileCall, fileCalls } from '@fairturn/contract/files'
import { memberCalls } from '@fairturn/contract/members'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startApp, TEST_PASSWORD, type TestApp } from '../../../test/app.ts'
import { idFields, words } from '../../../test/attack/id-fields.ts'
import { namesOf, ownRequest, PARTS, type RequestInput } from '../../../test/attack/own-request.ts'
import { marksOf, type Resident, resident } from '../../../test/attack/residents.ts'
import { type Change, watchRows } from '../../../test/attack/watch.ts'
import { answered, placeCampaign } from '../../../test/carrying.ts'
import { expectPaymentsCorrect } from '../../../test/payments.ts'
import { staff } from '../../../test/staff.ts'
import { lockMember, unlockMember } from '../../members/members.ts'
import { accessTokenKey, signAccessToken } from '../../members/tokens.ts'
import { probeRoutes } from '../telemetry/probes.ts'

const calls = Object.values(api).flatMap((module) => Object.values(module) as Endpoint[])
/** Covered by the role matrix, roles.test.ts. */
const ofStaff = Object.values(backoffice).flatMap((module) => Object.values(module) as Endpoint[])
const named = (list: Endpoint[]) => list.map((call) => [`${call.method} ${call.path}`, call] as const)
const ofMembers = calls.filter((call) => call.auth === 'member')
const files: FileCall[] = Object.values(fileCalls).flatMap((module) => Object.values(module))

/** Routes that are not in the contract, each with a reason and, if it depends on the caller, its own tests below. */
const BESIDE_THE_CONTRACT = [
  'GET /api/openapi.json', // public
  'GET /api/backoffice/openapi.json', // public
  'GET /api/docs', // public
  'GET /docs/proof.md', // public: how a proof is verified
  'GET /docs/verify-proof.mjs',
  'GET /api/events', // tested below
  'POST /api/upload', // tested below
  'POST /api/campaigns/creative', // tested below
  'POST /api/payments/stripe-webhook', // requires the provider's signature: tested below, vectors in card.test.ts
  'POST /api/postbacks/:campaign_id', // requires the campaign's signature: tested below and in postback.test.ts
  'POST /api/postbacks/:campaign_id/sandbox',
  'GET /api/mail/unsubscribe/:token', // public: redirects to the settings, changes nothing
  'GET /admin', // public: the back office's files; its data needs a staff session
  'GET /admin/*',
  'GET /admin/assets/*',
  'GET /r/*', // public: tracked links
  'GET /R/*', // public: redirects to the link in small letters
  'GET //r/*',
  'POST /r/*',
  'GET /r/:code/report', // public: the form to report a link, and the outcome
  'POST /r/:code/report',
  'GET /report/*',
  'GET /b.js', // public: the landing beacon and its confirmations, in beacon.test.ts
  'POST /b/*',
  'GET /files/*', // public: unguessable names
  'GET /files/:film(^[0-9a-f]{32}).:locale(^[a-z]{2}).vtt', // public: captions of a film
  'GET /*', // the app
  'GET /robots.txt', // public: well-known addresses
  'GET /favicon.ico',
  'GET /apple-touch-icon.png',
  'GET /apple-touch-icon-precomposed.png',
  'GET /admin/favicon.ico',
  'GET /admin/apple-touch-icon.png',
  'GET /admin/apple-touch-icon-precomposed.png',
  'GET /.well-known/change-password',
  'GET /.well-known/security.txt',
  'GET /healthz', // public: liveness
  'GET /readyz', // public: readiness
]

let app: TestApp
let changes: Awaited<ReturnType<typeof watchRows>>
let someone: Resident
let other: Resident
const routes = new Set<string>()
/** These routes have their own hook, which could respond before authorisation. */
const guarded = new Set<string>()

beforeAll(async () => {
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, onRequest }) => {
      const known = onRequest === undefined ? routes : guarded
      for (const each of [method].flat()) known.add(`${each} ${url}`)
    })
  }
  diagnostics.subscribe('fastify.initialization', collect)
  app = await startApp()
  diagnostics.unsubscribe('fastify.initialization', collect)
  probeRoutes(app.fastify, { database: app.database, readiness: { closing: false } })
  await placeCampaign(app, await app.member('the placer'), { visits: 10_000 })
  someone = await resident(app, 'Kẻ tò mò', 'offer')
  other = await resident(app, 'Người khác', 'offer')
  changes = await watchRows(app.database)
})
afterAll(() => app.close())

let keys = 0

async function send(call: Endpoint, sent: RequestInput, token: string | undefined) {
  const response = await app.fastify.inject({
    method: call.method,
    url: `/api/${call.path.replace(/:(\w+)/g, (_match, name: string) => String(sent.params[name]))}`,
    query: sent.query as Record<string, string>,
    headers: {
      langcode: 'en',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(call.idempotency === 'required' && { 'idempotency-key': `key-of-try-${++keys}` }),
    },
    ...(call.method === 'POST' && { payload: sent.body }),
  })
  const { code } = response.json() as { code?: string }
  return { status: response.statusCode, code, text: response.body }
}

/** URL of a file about this member's own objects. */
const fileUrl = (call: FileCall, who: Resident): string =>
  `/api/${call.path.replace(/:(\w+)/g, (_match, name: string) => String(idFields[name]!.own(who)))}?format=csv`

/** Data of this member that a response or a change reveals, except what was sent. */
function spokenOf(who: Resident, text: string, sent: unknown): string[] {
  const known = JSON.stringify(sent)
  return marksOf(who).filter((mark) => text.includes(mark) && !known.includes(mark))
}
const rows = (noted: Change[]) => noted.map((change) => change.row).join('\n')

/** Fields of ids that are not classified. */
const unjudged = (judged: readonly Endpoint[]): string[] =>
  judged.flatMap((call) =>
    PARTS.flatMap((part) =>
      namesOf(call, part)
        .filter((name) => !(name in idFields) && !(name in words))
        .map((name) => `${call.method} ${call.path}: ${name}`),
    ),
  )

/** Routes of the server that are in no matrix. */
function unknownOf(answering: ReadonlySet<string>): string[] {
  const known = new Set([
    ...[...calls, ...ofStaff].map((call) => `${call.method} /api/${call.path}`),
    ...files.map((call) => `GET /api/${call.path}`),
    ...Object.values(backofficeFiles).flatMap((module) =>
      Object.values(module).map(({ path }) => `GET /api/${path}`),
    ),
    ...BESIDE_THE_CONTRACT,
  ])
  return [...answering]
    .filter((route) => !/^(HEAD|OPTIONS) /.test(route) && !route.startsWith('GET /api/docs/'))
    .filter((route) => !known.has(route))
}

describe('the matrix covers', () => {
  test('every field for an id', () => {
    expect(unjudged(ofMembers)).toEqual([])
  })

  // ASVS V13.4.5
  test('every route of the server', () => {
    expect(unknownOf(routes)).toEqual([])
    expect(
      [...calls, ...ofStaff]
        .map((call) => `${call.method} /api/${call.path}`)
        .filter((route) => !routes.has(route)),
    ).toEqual([])
  })

  test('no route that responds before authorisation, except with a disallowed method', async () => {
    expect([...guarded]).toEqual([])
    const paths = new Set([...routes].map((route) => route.split(' ')[1]!))
    const ofApi = [...paths].filter((path) => path.startsWith('/api/') && !path.includes('*'))
    expect(ofApi.length).toBeGreaterThan(100)
    for (const path of ofApi)
      for (const method of ['PUT', 'PATCH'] as const) {
        const { statusCode } = await app.fastify.inject({ method, url: path.replace(/:\w+/g, 'x') })
        expect([method, path, statusCode]).toEqual([method, path, 405])
      }
  })

  // ASVS V8.2.2 V13.4.5
  test('and reports a forgotten route, file or field', () => {
    for (const forgotten of ['GET /api/backdoor', 'GET /api/backdoor.csv', 'POST /debug', 'GET /metrics'])
      expect(unknownOf(new Set([...routes, forgotten]))).toEqual([forgotten])
    const [first] = ofMembers
    const forgotten: Endpoint = { ...first!, params: z.object({ somebodys_id: z.string() }) }
    expect(unjudged([...ofMembers, forgotten])).toEqual([`${first!.method} ${first!.path}: somebodys_id`])
  })
})

describe('without a session, or with an invalid one, everything is refused by', () => {
  const strangers: [string, string, () => Promise<string | undefined>][] = [
    ['no token', 'token_is_invalid', async () => undefined],
    ['a token of nobody', 'token_is_invalid', async () => `${someone.token}x`],
    ['a refresh token', 'token_is_invalid', async () => someone.refresh_token],
    ['an expired token', 'token_is_expired', expiredToken],
    ['the token of an ended session', 'session_has_ended', endedToken],
    ['a token that names another’s session', 'session_has_ended', crossedToken],
  ]
  // ASVS V8.2.1
  test.each(strangers)('every call of a member: %s', async (_name, code, tokenOf) => {
    const token = await tokenOf()
    await changes()
    for (const call of ofMembers) {
      const answer = await send(call, ownRequest(call, someone), token)
      expect([call.path, answer.status, answer.code]).toEqual([call.path, 401, code])
    }
    for (const [method, url] of [
      ['GET', '/api/events'],
      ...files.map((call) => ['GET', fileUrl(call, someone)] as const),
      ['POST', '/api/upload'],
      ['POST', '/api/campaigns/creative'],
    ] as const) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const { statusCode, body } = await app.fastify.inject({ method, url, headers })
      expect([url, statusCode, JSON.parse(body)]).toMatchObject([url, 401, { code }])
    }
    expect(await changes()).toEqual([])
  })

  async function expiredToken(): Promise<string> {
    const { sid } = JSON.parse(Buffer.from(someone.token.split('.')[1]!, 'base64url').toString()) as {
      sid: string
    }
    const longAgo = new Date(app.clock.now().getTime() - 3_600_000)
    return await signAccessToken(accessTokenKey(app.config.secret), longAgo, {
      member_id: someone._id,
      session_id: sid,
    })
  }

  async function endedToken(): Promise<string> {
    const body = { username: someone.username, password: TEST_PASSWORD }
    const { access_token } = answered(await app.call(memberCalls.login, { body }))
    answered(await app.call(memberCalls.logout, { token: access_token }))
    return access_token
  }

  async function crossedToken(): Promise<string> {
    const holder = { member_id: someone._id, session_id: other.second_session_id }
    return await signAccessToken(accessTokenKey(app.config.secret), app.clock.now(), holder)
  }
})

describe('another member’s data', () => {
  const attempts = ofMembers.flatMap((call) =>
    PARTS.flatMap((part) =>
      namesOf(call, part)
        .filter((name) => name in idFields)
        .map((name) => [`${call.method} ${call.path}`, name, part, call] as const),
    ),
  )

  test.each(attempts)('%s: in %s', async (_route, name, part, call) => {
    const { all, refusal } = idFields[name]!
    const tries = all(other)
    expect(tries.length).toBeGreaterThan(0)
    for (const value of tries) {
      const own = ownRequest(call, someone)
      const sent = { ...own, [part]: { ...own[part], [name]: value } }
      await changes()
      const { code, text } = await send(call, sent, someone.token)
      const changed = rows(await changes())
      expect(spokenOf(other, text, sent)).toEqual([])
      expect(spokenOf(other, changed, {})).toEqual([])
      if (refusal === 'harmless') continue
      expect([value, code]).toEqual([value, refusal])
      expect(changed).toBe('')
    }
  })

  // ASVS V8.2.2 V15.3.1
  test.each(named(ofMembers))('%s: everything in it', async (_route, call) => {
    const sent = ownRequest(call, other)
    const theirs = marksOf(other).some((mark) => JSON.stringify(sent).includes(mark))
    await changes()
    const { status, text } = await send(call, sent, someone.token)
    const changed = rows(await changes())
    expect(spokenOf(other, text, sent)).toEqual([])
    expect(spokenOf(other, changed, {})).toEqual([])
    const refused = theirs && 'user_id' in sent.body
    expect(status === 403).toBe(refused)
    someone = await again(someone)
  })

  test.each(named(calls.filter((call) => call.auth !== 'member')))(
    '%s, which is public, reveals nothing about anybody',
    async (_route, call) => {
      const sent = ownRequest(call, other)
      for (const token of [undefined, someone.token]) {
        await changes()
        const { text } = await send(call, sent, token)
        expect(spokenOf(someone, text, {})).toEqual([])
        expect(spokenOf(other, text, {})).toEqual([])
        expect(await changes()).toEqual([])
      }
    },
  )

  test.each(files.map((call) => [call.path, call] as const))(
    'GET %s, with any query',
    async (_path, call) => {
      const named = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
      for (const more of ['', `&user_id=${other._id}`, `&cursor=${other.withdrawal_id}`, '&state=done']) {
        const answer = await fetched(`${fileUrl(call, someone)}${more}`)
        expect(spokenOf(other, answer.body, {})).toEqual([])
      }
      for (const name of named) {
        const { all, refusal } = idFields[name]!
        for (const value of all(other)) {
          const { body } = await fetched(`/api/${call.path.replace(`:${name}`, String(value))}`)
          expect([value, JSON.parse(body)]).toMatchObject([value, { code: refusal }])
        }
      }
    },
  )

  const fetched = (url: string) =>
    app.fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${someone.token}` } })

  test('POST payments/stripe-webhook: nothing is accepted without the provider’s signature', async () => {
    const paid = { id: 'cs_1', payment_status: 'paid', client_reference_id: other.deposit_id }
    const event = { id: 'evt_1', type: 'checkout.session.completed', data: { object: paid } }
    for (const headers of [
      {},
      { authorization: `Bearer ${someone.token}` },
      { 'stripe-signature': 't=1,v1=0' },
    ]) {
      await changes()
      const { statusCode, body } = await app.fastify.inject({
        method: 'POST',
        url: '/api/payments/stripe-webhook',
        headers,
        payload: event,
      })
      expect([statusCode, JSON.parse(body)]).toMatchObject([400, { code: 'request_is_malformed' }])
      expect(spokenOf(other, body, {})).toEqual([])
      expect(await changes()).toEqual([])
    }
  })

  test('POST postbacks: nothing is accepted without the campaign’s signature', async () => {
    const data = { click_id: other.campaign_id, kind: 'visit', occurred_at: '2026-01-01T00:00:00Z' }
    for (const url of [other.campaign_id, `${other.campaign_id}/sandbox`, 'nothing', someone._id]) {
      for (const headers of [
        {},
        { authorization: `Bearer ${other.token}` },
        { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
      ]) {
        await changes()
        const { statusCode, body } = await app.fastify.inject({
          method: 'POST',
          url: `/api/postbacks/${url}`,
          headers,
          payload: { type: 'conversion', data },
        })
        expect([statusCode, JSON.parse(body)]).toMatchObject([401, { code: 'postback_is_not_authentic' }])
        expect(spokenOf(other, body, {})).toEqual([])
        expect(spokenOf(other, rows(await changes()), {})).toEqual([])
      }
    }
  })

  test.each(['upload', 'campaigns/creative'])('POST %s: in user_id', async (path) => {
    const form = [
      '--x\r\ncontent-disposition: form-data; name="user_id"\r\n',
      other._id,
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n',
      'not read',
      '--x--\r\n',
    ]
    await changes()
    const { statusCode, body } = await app.fastify.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: {
        authorization: `Bearer ${someone.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      payload: form.join('\r\n'),
    })
    expect([statusCode, JSON.parse(body)]).toMatchObject([403, { code: 'not_your_account' }])
    expect(await changes()).toEqual([])
  })
})

// ASVS V3.5.3
test('reading changes nothing of a member’s data', async () => {
  const reader = await resident(app, 'who only reads', 'offer')
  const reads = ofMembers.filter(({ method }) => method === 'GET')
  expect(reads.length).toBeGreaterThan(10)
  // The first request records the member's device.
  await send(reads[0]!, ownRequest(reads[0]!, reader), reader.token)
  await changes()
  for (const call of reads) {
    const { status } = await send(call, ownRequest(call, reader), reader.token)
    expect([call.path, status < 500]).toEqual([call.path, true])
    expect([call.path, await changes()]).toEqual([call.path, []])
  }
})

/** Some calls with a valid token end its session. */
async function again(who: Resident): Promise<Resident> {
  const body = { username: who.username, password: TEST_PASSWORD }
  return { ...who, token: answered(await app.call(memberCalls.login, { body })).access_token }
}

test('a member who has not agreed to the terms in force is refused exactly what takes or places something new', async () => {
  const behind = await resident(app, 'agreed to earlier terms', 'offer')
  const [one, another] = [await staff(app, 'content'), await staff(app, 'content')]
  await app.database.asSchemaOwner(
    `insert into terms_version (number, announced_at, in_force_at, proposed_by, approved_by, told_at)
     values (2, '2026-03-01', '2026-04-15', $1, $2, '2026-03-01')`,
    [one._id, another._id],
  )
  let now = await again(behind)
  const refused: string[] = []
  for (const call of ofMembers) {
    await changes()
    const { status, code } = await send(call, ownRequest(call, now), now.token)
    const expected = call.under_terms === true
    expect([call.path, code === 'terms_must_be_agreed_first']).toEqual([call.path, expected])
    const changed = await changes()
    if (expected) refused.push(`${call.method} ${call.path} ${status} ${changed.length}`)
    expect([call.path, status]).not.toEqual([call.path, 401])
    if (call.path.endsWith('logout')) now = await again(now)
  }
  expect(refused.toSorted()).toEqual(
    [
      'POST random-product',
      'POST orders',
      'POST campaigns',
      'POST campaigns/:campaign_id',
      'POST campaigns/:campaign_id/pay',
      'POST campaigns/:campaign_id/top-up',
      'POST update-level',
    ]
      .map((call) => `${call} 409 0`)
      .toSorted(),
  )
  await app.database.asSchemaOwner(
    `insert into terms_agreement (id, member_id, version, agreed_at)
     select gen_random_uuid(), m.id, 2, now() from member m on conflict do nothing`,
  )
})

describe('a member locked for', () => {
  const lockFor = (kind: 'conduct' | 'security', member_id: string) =>
    app.database.transaction((tx) =>
      lockMember(tx, { actor: 'operator:first', member_id, kind, reason: 'it seemed so to us' }),
    )

  test('conduct is refused exactly what the contract says', async () => {
    const locked = await resident(app, 'locked for conduct', 'offer')
    await lockFor('conduct', locked._id)
    let now = await again(locked)
    for (const call of ofMembers) {
      const expected = call.refusals?.includes('your_account_has_been_locked') ?? false
      await changes()
      const { status, code } = await send(call, ownRequest(call, now), now.token)
      expect([call.path, code === 'your_account_has_been_locked']).toEqual([call.path, expected])
      expect([call.path, status]).not.toEqual([call.path, 401])
      const changed = await changes()
      expect(expected ? changed : []).toEqual([])
      if (call.path.endsWith('logout')) now = await again(now)
    }
    await app.database.transaction((tx) =>
      unlockMember(tx, { member_id: locked._id, actor: 'operator:first', reason: 'It was a mistake.' }),
    )
  })

  test.each(['that has ended', 'that was opened meanwhile'])(
    'security can do nothing in a session %s: calls it locks out respond that the account is locked',
    async (session) => {
      const locked = await resident(app, `lock ${session.length}`, 'offer')
      await lockFor('security', locked._id)
      if (session === 'that was opened meanwhile')
        await app.database.asSchemaOwner('update session set ended_at = null where member_id = $1', [
          locked._id,
        ])
      // The first refusal raises an alarm, once a day.
      const first = ofMembers.find(({ lockedOut }) => lockedOut === true)!
      await send(first, ownRequest(first, locked), locked.token)
      for (const call of ofMembers) {
        const says =
          call.lockedOut === true || call.refusals?.includes('your_account_has_been_locked') === true
        await changes()
        const { status, code } = await send(call, ownRequest(call, locked), locked.token)
        expect([call.path, status, code]).toEqual([
          call.path,
          ...(says ? [423, 'your_account_has_been_locked'] : [401, 'session_has_ended']),
        ])
        expect([call.path, await changes()]).toEqual([call.path, []])
      }
    },
  )

  /**
   * Refused earlier, because they need what no request of this matrix can provide: a code, a passkey, a mail server.
   */
  const REFUSED_BEFORE: Readonly<Record<string, string>> = {
    'one-time-codes/confirm': 'one_time_code_is_incorrect',
    'one-time-codes/end': 'one_time_codes_are_not_on',
    'phone-codes/confirm': 'phone_code_has_expired',
    passkeys: 'passkey_was_not_accepted',
    'passkeys/:passkey_id/remove': 'passkey_is_unknown',
    'passkeys/confirm': 'passkey_is_unknown',
    email: 'mail_is_not_available',
    'account/close': 'account_waits_for_a_security_check',
  }

  test('security while a call is in progress whose session was already checked: every locked out one is refused and changes nothing', async () => {
    const locked = await resident(app, 'locked meanwhile', 'offer')
    const lockedOut = ofMembers.filter((call) => call.lockedOut === true)
    const query = app.database.query.bind(app.database)
    for (const call of lockedOut) {
      await asBeforeTheLock(locked._id)
      let checked = 0
      const spy = vi.spyOn(app.database, 'query').mockImplementation(async (config) => {
        const session = await query<never>(config)
        if (config.name === 'sessions_find_viewers' && ++checked === 1) {
          await lockFor('security', locked._id)
          await changes()
        }
        return session
      })
      const sent = ownRequest(call, locked)
      const fields = namesOf(call, 'body').filter((name) => name.includes('password'))
      for (const name of fields) sent.body[name] = TEST_PASSWORD
      const { code } = await send(call, sent, locked.token)
      spy.mockRestore()
      const expected = REFUSED_BEFORE[call.path] ?? 'your_account_has_been_locked'
      expect([call.path, checked, code]).toEqual([call.path, 1, expected])
      expect([call.path, await changes()]).toEqual([call.path, []])
    }
  })

  /** A state that no code path produces: the lock is removed by SQL, and its sessions are open again. */
  async function asBeforeTheLock(member_id: string): Promise<void> {
    await app.database.asSchemaOwner(
      `update member set lock_kind = null, lock_reason = null, locked_at = null, lock_until = null, password_void_since = null
       where id = $1`,
      [member_id],
    )
    await app.database.asSchemaOwner('update session set ended_at = null where member_id = $1', [member_id])
  }
})

test('the ledger check finds nothing after every test above', async () => {
  await expect(expectPaymentsCorrect(app)).resolves.toBeUndefined()
})
