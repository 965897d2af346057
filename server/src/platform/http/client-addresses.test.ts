// Nobody's address is stored or logged: every call is sent from recognisable addresses, and then all columns of all tables and
// the log are searched for them in every writing, and for hashes that anybody could compute.
import { createHash } from 'node:crypto'
import { api } from '@fairturn/contract/api'
import { backoffice, backofficeFiles } from '@fairturn/contract/backoffice/api'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { type FileCall, fileCalls } from '@fairturn/contract/files'
import { memberCalls } from '@fairturn/contract/members'
import { phoneCodeCalls } from '@fairturn/contract/phone-codes'
import { symbols } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PhoneGateway, startPhoneGateway } from '../../../../testing/phone-gateway.ts'
import { startApp, TEST_PASSWORD, type TestApp } from '../../../test/app.ts'
import { idFields } from '../../../test/attack/id-fields.ts'
import { ownRequest } from '../../../test/attack/own-request.ts'
import { type Resident, resident } from '../../../test/attack/residents.ts'
import { matrix } from '../../../test/attack/roles.ts'
import { answered, placeCampaign } from '../../../test/carrying.ts'
import { everyRow, tablesWith } from '../../../test/every-row.ts'
import { BROWSER } from '../../../test/links.ts'
import { staff } from '../../../test/staff.ts'
import { pseudonymsOf } from './address.ts'

const logged: string[] = []
const V4 = '203.113.77.211'
const V4_MAPPED = '203.113.77.212'
const V6 = '2001:db8:77:bead:c0de:f00d:9:beef'
/** As they arrive. */
const ARRIVING = [V4, `::ffff:${V4_MAPPED}`, V6]
/** What is counted: an IPv6 /64. */
const HOMES = [V4, V4_MAPPED, '2001:db8:77:bead']

let gateway: PhoneGateway
let app: TestApp
let member: Resident

beforeAll(async () => {
  gateway = await startPhoneGateway()
  app = await startApp({ variables: { ...gateway.variables, ROLES: 'web,links', LOG_LEVEL: 'debug' } })
  // What the log of a request inherits.
  const { [symbols.streamSym]: stream } = app.fastify.log as unknown as Record<
    symbol,
    { write: (line: string) => void }
  >
  vi.spyOn(stream!, 'write').mockImplementation((line) => void logged.push(line))
  await placeCampaign(app, await app.member('the placer'), { visits: 10_000 })
  // Who carries orders has confirmed the number.
  await app.database.asSchemaOwner(`alter table member alter phone_confirmed_at set default '2026-11-21'`)
  member = await resident(app, 'with an address', 'offer')
  await app.database.asSchemaOwner('alter table member alter phone_confirmed_at drop default')
})
afterAll(async () => {
  await app.close()
  await gateway.close()
})

const bytesOf = (address: string): Buffer =>
  address.includes('.')
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(
        address
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      )

/** The address, and its network of /24 or /48, in text, hex, base64 and as a number, and hashed without a key. */
function writingsOf(address: string): string[] {
  const bytes = bytesOf(address)
  const hex = bytes.toString('hex')
  const isV4 = bytes.length === 4
  const network = isV4 ? address.split('.').slice(0, 3).join('.') : address.split(':').slice(0, 3).join(':')
  const texts = [address, network]
  const hashes = texts.flatMap((text) =>
    ['md5', 'sha1', 'sha256'].flatMap((algorithm) =>
      (['hex', 'base64', 'base64url'] as const).map((as) => createHash(algorithm).update(text).digest(as)),
    ),
  )
  return [
    ...texts,
    hex,
    bytes.toString('base64').replace(/=+$/, ''),
    Buffer.from(address).toString('hex'),
    Buffer.from(address).toString('base64').replace(/=+$/, ''),
    ...(isV4 ? [String(bytes.readUInt32BE()), `${hex.slice(0, 4)}:${hex.slice(4)}`] : []),
    ...hashes,
  ].filter((text) => text.length >= 8)
}
const WRITINGS = [...new Set([...HOMES, V6].flatMap(writingsOf))]

let keys = 0
async function send(
  method: 'DELETE' | 'GET' | 'POST',
  url: string,
  sent: { headers?: Record<string, string>; query?: Record<string, string>; payload?: object | string },
): Promise<number[]> {
  const statuses: number[] = []
  for (const remoteAddress of ARRIVING) {
    const { headers, ...rest } = sent
    const response = await app.fastify.inject({
      method,
      url,
      remoteAddress,
      ...rest,
      headers: {
        langcode: 'en',
        'idempotency-key': `key-of-address-${++keys}`,
        'user-agent': BROWSER,
        ...headers,
      },
    })
    statuses.push(response.statusCode)
  }
  return statuses
}

const filled = (path: string, params: Readonly<Record<string, unknown>>) =>
  `/api/${path.replace(/:(\w+)/g, (_, name: string) => (params[name] as string | undefined) ?? member._id)}`

/** Every call of the API, with a session and without; the last ones end it. */
async function everyCall(): Promise<void> {
  const ofMembers = Object.values(api).flatMap((module) => Object.values(module) as Endpoint[])
  const ends = (call: Endpoint) => /close|logout|sessions/.test(call.path)
  for (const call of [...ofMembers.filter((each) => !ends(each)), ...ofMembers.filter(ends)]) {
    const own = ownRequest(call, member)
    const rest = {
      query: own.query as Record<string, string>,
      ...(call.method === 'POST' && { payload: own.body }),
    }
    const url = filled(call.path, own.params)
    await send(call.method, url, rest)
    await send(call.method, url, { ...rest, headers: { authorization: `Bearer ${member.token}` } })
  }
  for (const call of Object.values(fileCalls).flatMap((module) => Object.values(module) as FileCall[])) {
    const own = Object.fromEntries(
      Object.entries(idFields).map(([name, idField]) => [name, idField.own(member)]),
    )
    await send('GET', filled(call.path, own), { headers: { authorization: `Bearer ${member.token}` } })
  }
}

async function everyCallOfStaff(): Promise<void> {
  const calls = [
    ...Object.values(backoffice).flatMap((module) => Object.values(module) as Endpoint[]),
    ...Object.values(backofficeFiles)
      .flatMap((module) => Object.values(module) as FileCall[])
      .map(({ path }) => ({ path, method: 'GET' as const })),
  ]
  for (const { method, path } of calls) {
    const { params = {}, query = {}, body = {} } = matrix[`${method} ${path}`] ?? {}
    const { headers } = await staff(app, 'owner')
    await send(method, filled(path, params), { headers, query, ...(method === 'POST' && { payload: body }) })
  }
  const payload = { username: 'nobody.here', password: 'wrong wrong wrong', code: '123456' }
  await send('POST', '/api/backoffice/auth/login', {
    headers: { origin: 'http://localhost', 'x-staff': '1' },
    payload,
  })
}

/** What is no call of the contract: uploads, webhooks, visits, beacons, events. */
async function everythingElse(): Promise<void> {
  const link = await app.database.asSchemaOwner<{ code: string }>('select code from link limit 1')
  await send('GET', `/r/${link[0]!.code}`, { headers: { 'accept-language': 'en' } })
  await send('POST', `/r/${link[0]!.code}/continue`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'token=x',
  })
  await send('POST', `/b/${'a'.repeat(22)}`, {})
  await send('GET', '/b.js', {})
  for (const path of ['upload', 'campaigns/creative'])
    await send('POST', `/api/${path}`, {
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: `--x\r\ncontent-disposition: form-data; name="user_id"\r\n\r\n${member._id}\r\n--x--\r\n`,
    })
  await send('POST', '/api/payments/stripe-webhook', { payload: { id: 'evt_1' } })
  for (const end of ['', '/sandbox'])
    await send('POST', `/api/postbacks/${member.campaign_id}${end}`, {
      payload: { click_id: 'a'.repeat(22) },
    })
  await send('GET', '/files/nothing.webp', {})
  await send('GET', '/nothing', {})
}

/** What goes through: otherwise nothing might have been written. */
async function whatSucceeds(): Promise<void> {
  for (const [i, address] of ARRIVING.entries()) {
    const username = `registered at ${i}`
    const body = { username, password: TEST_PASSWORD, code: member.code, terms: true as const }
    answered(
      await app.call(memberCalls.register, {
        address,
        body: { ...body, password_confirmation: TEST_PASSWORD, phone: `+8491123456${i}` },
      }),
    )
    const wrong = await app.call(memberCalls.login, {
      address,
      body: { username, password: 'not the password' },
    })
    expect(wrong.code).toBe('username_or_password_is_incorrect')
    const { access_token: token, user } = answered(
      await app.call(memberCalls.login, { address, body: { username, password: TEST_PASSWORD } }),
    )
    expect(
      (await app.call(phoneCodeCalls.send, { address, token, body: { user_id: user._id } })).status,
    ).toBe(200)
    expect((await app.call(memberCalls.me, { address, token })).status).toBe(200)
  }
}

test('no address is in any table or in the log, in any writing, whoever called what', async () => {
  await whatSucceeds()
  await everythingElse()
  await everyCallOfStaff()
  await everyCall()
  const rows = await everyRow(app.database)
  const at = app.clock.now()
  for (const [kind, table] of [
    ['sign-in-place', 'public.rate_limit_bucket'],
    ['auth/login', 'public.rate_limit_bucket'],
  ] as const)
    for (const home of HOMES) {
      const { today } = pseudonymsOf(app.config.secret, at, kind, home)
      expect(tablesWith(rows, today.toString('base64url'))).toEqual([table])
    }
  expect(logged.length).toBeGreaterThan(1000)
  const log = logged.join('')
  for (const writing of WRITINGS) {
    expect([writing, tablesWith(rows, writing)]).toEqual([writing, []])
    expect([writing, log.toLowerCase().includes(writing.toLowerCase())]).toEqual([writing, false])
  }
}, 240_000)

test('the search finds an address in any of these writings', async () => {
  for (const address of [V4, V6]) {
    const bytes = bytesOf(address)
    for (const bucket of [
      `x:${address}`,
      `x:${bytes.toString('hex')}`,
      `x:${createHash('sha256').update(address).digest('base64url')}`,
    ]) {
      await app.database.asSchemaOwner(
        'insert into rate_limit_bucket (bucket, empty_at) values ($1, now())',
        [bucket],
      )
      const rows = await everyRow(app.database)
      expect(WRITINGS.flatMap((writing) => tablesWith(rows, writing))).toContain('public.rate_limit_bucket')
      await app.database.asSchemaOwner('delete from rate_limit_bucket where bucket = $1', [bucket])
    }
  }
})

test('pseudonyms are of one secret, one day, one kind and one address', () => {
  const noon = new Date('2026-11-21T12:00:00Z')
  const next = new Date('2026-11-22T00:00:00Z')
  const { today, yesterday } = pseudonymsOf('a secret', noon, 'kind', V4)
  expect(pseudonymsOf('a secret', next, 'kind', V4)).toMatchObject({ yesterday: today })
  const others = [
    yesterday,
    pseudonymsOf('another secret', noon, 'kind', V4).today,
    pseudonymsOf('a secret', next, 'kind', V4).today,
    pseudonymsOf('a secret', noon, 'another kind', V4).today,
    pseudonymsOf('a secret', noon, 'kind', V6).today,
    pseudonymsOf('a secret', noon, `kind${V4}`).today,
  ]
  expect(new Set([today, ...others].map((each) => each.toString('hex'))).size).toBe(7)
})
