import { Agent, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
// Random requests to every call of the contract and every other route: no fault, no partial effect, no internals in a
// response.
import { api } from '@fairturn/contract/api'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { type FileCall, fileCalls } from '@fairturn/contract/files'
import { levelCalls } from '@fairturn/contract/levels'
import { orderCalls } from '@fairturn/contract/orders'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import type { RawAnswer } from '../../../test/attack/answers.ts'
import { requestsAnywhere } from '../../../test/attack/anywhere.ts'
import { attempts, ATTEMPTS_TIMEOUT_MS, injected } from '../../../test/attack/attempts.ts'
import { type KnownIds, type Request, requestsTo, type Target } from '../../../test/attack/requests.ts'
import { marksOf, type Resident, resident } from '../../../test/attack/residents.ts'
import { RUNS, SEED } from '../../../test/attack/runs.ts'
import { brokenUploads } from '../../../test/attack/uploads.ts'
import { watchRows } from '../../../test/attack/watch.ts'
import { answered, placeCampaign } from '../../../test/carrying.ts'
import { expectPaymentsCorrect } from '../../../test/payments.ts'
import { openSession } from '../../members/sessions.ts'
import { accessTokenKey } from '../../members/tokens.ts'
import { settleDueOrders } from '../../orders/orders.ts'

const calls: Target[] = [
  ...Object.values(api).flatMap((module) => Object.values(module) as Endpoint[]),
  ...Object.values(fileCalls)
    .flatMap((module) => Object.values(module) as FileCall[])
    .map(({ path, params, query }): Target => ({ path, params, query, method: 'GET', auth: 'member' })),
]
/** Requests to routes outside the contract count as five calls. */
const RUNS_A_CALL = Math.ceil(RUNS / (calls.length + 5))

let app: TestApp
let changes: Awaited<ReturnType<typeof watchRows>>
let known: KnownIds
let someone: Resident
let other: Resident
let port: number
/** The path of an active tracked link. */
let link: string
let fuzz: ReturnType<typeof attempts>

beforeAll(async () => {
  app = await startApp({ variables: { RATE_LIMIT_FACTOR: '100000000' } })
  await placeCampaign(app, await app.member('the placer'), { visits: 100_000 })
  someone = await resident(app, 'who is attacked with', 'offer')
  other = await resident(app, 'somebody else', 'pending')
  const levels = answered(await app.call(levelCalls.list)).map((level) => level._id)
  const ids = [...marksOf(someone), ...marksOf(other), ...levels].filter((mark) =>
    /^[0-9a-f-]{36}$/.test(mark),
  )
  known = {
    user_id: someone._id,
    ids: [...ids, someone._id.toUpperCase()],
    token: someone.token,
    other_tokens: [
      someone.refresh_token,
      `${someone.token}x`,
      someone.token.split('.').with(2, '').join('.'),
    ],
  }
  const params = { order_id: someone.orders.distributing! }
  link = new URL(answered(await app.call(orderCalls.get, { token: someone.token, params })).link!).pathname
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  port = (app.fastify.server.address() as AddressInfo).port
  changes = await watchRows(app.database)
  await changes()
  fuzz = attempts({
    changes,
    // A call may have ended the session; the next one then uses a new session.
    dressed: (request) =>
      request.headers['authorization'] === `Bearer ${known.token}`
        ? { ...request, headers: { ...request.headers, authorization: `Bearer ${someone.token}` } }
        : request,
    async after(changed) {
      if (changed.some(({ table }) => table === 'session')) await openAnother()
    },
  })
})
afterAll(() => app.close())

/** The call may have ended the session, as requested. */
async function openAnother(): Promise<void> {
  const holder = { member_id: someone._id, agent: '' }
  const { access_token } = await app.database.transaction((tx) =>
    openSession(tx, accessTokenKey(app.config.secret), holder),
  )
  someone = { ...someone, token: access_token }
  await changes()
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Over a real connection, because the request line itself is fuzzed. */
function overTheWire({ method, url, headers, payload }: Request): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
    const sent = { agent, method, path: url, headers: { ...headers, ...length }, port }
    const request = ask(sent, (response) => {
      const { statusCode = 0, headers } = response
      let body = ''
      response.on('data', (chunk: Buffer) => void (body += chunk.toString()))
      response.on('end', () => resolve({ statusCode, headers, body }))
    })
    request.on('error', reject)
    request.end(payload)
  })
}

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  async (_name, call) => {
    expect(await fuzz.attemptAll(requestsTo(call, known), RUNS_A_CALL, injected(app))).toBe(RUNS_A_CALL)
  },
  ATTEMPTS_TIMEOUT_MS,
)

test(
  'uploads of malformed forms',
  async () => {
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#08f' } })
      .png()
      .toBuffer()
    expect(await fuzz.attemptAll(brokenUploads(known, image), RUNS_A_CALL, injected(app))).toBe(RUNS_A_CALL)
  },
  ATTEMPTS_TIMEOUT_MS,
)

test(
  'paths outside the contract',
  async () => {
    const doors = [link, `${link}/continue`]
    expect(await fuzz.attemptAll(requestsAnywhere(doors), RUNS_A_CALL * 4, overTheWire)).toBe(RUNS_A_CALL * 4)
  },
  ATTEMPTS_TIMEOUT_MS,
)

// ASVS V1.2.4 V1.4.2 V2.2.1 V2.2.2
test('the ledger check finds nothing after every test above, and the member can continue', async () => {
  const { tried, accepted, seenChanges } = fuzz.tally
  console.log(`${tried} tries with seed ${SEED}: ${accepted} accepted, ${tried - accepted} refused`)
  expect(tried).toBeGreaterThanOrEqual(RUNS)
  // “Nothing changed” is only meaningful if changes are detected.
  expect(Math.min(accepted, tried - accepted, seenChanges)).toBeGreaterThan(tried / 100)
  await settleDueOrders(app.database)
  await expectPaymentsCorrect(app)
  const sent = { token: other.token, body: { user_id: other._id } }
  expect(answered(await app.call(orderCalls.numberProduct, sent)).total).toBe(6)
})
