// Two web, two links and two worker processes on one database, behind a round-robin proxy: a change made by one
// process is in effect in the other at its next call.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adminPageCalls } from '@fairturn/contract/backoffice/content'
import { adminLevelCalls, row } from '@fairturn/contract/backoffice/levels'
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { adminSettingCalls } from '@fairturn/contract/backoffice/settings'
import { contentCalls } from '@fairturn/contract/content'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { orderCalls } from '@fairturn/contract/orders'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { type Embedded, startEmbedded } from '../server/src/platform/database/embedded.ts'
import { ensureAppLogin, keptAppPassword } from '../server/src/platform/database/login.ts'
import { findActiveByName } from '../server/src/staff/operators.store.ts'
import { openOperatorSession } from '../server/src/staff/sessions.ts'
import { freePort } from '../testing/free-port.ts'
import { memoryFolder } from '../testing/memory-folder.ts'
import { endProcess, startProcess } from '../testing/processes.ts'
import { type CallAnswer, type CallInput, send, tryOnce } from '../testing/requests.ts'
import { openProxy, type Proxy } from '../testing/reverse-proxy.ts'
import { RUN_ALL } from '../testing/run-all.ts'
import { earnAnAward } from './journeys.ts'
import { contextFor, registerByApi, see } from './members.ts'
import { preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

const ROLES = ['web', 'links', 'worker'] as const

let dataDir: string
let postgres: Embedded
let database: Database
let proxy: Proxy
let origin: string
let startedMs: number
const processes: ReturnType<typeof startProcess>[] = []
/** Ports of the two processes of each role. */
const ports = { web: [0, 0], links: [0, 0], worker: [0, 0] } satisfies Record<string, [number, number]>

beforeAll(async () => {
  dataDir = await mkdtemp(join(await memoryFolder(), 'fairturn-e2e-'))
  await promisify(execFile)('cp', ['-a', `${preparedDir()}/.`, dataDir])
  postgres = await startEmbedded({ dataDir })
  const url = await ensureAppLogin(postgres.url, keptAppPassword(dataDir))
  database = await openDatabase({ url, poolSize: 2 })
  proxy = await openProxy()
  origin = `http://localhost:${proxy.port}`
  const variables = { NODE_ENV: 'production', DEMO: 'true', RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' }
  startedMs = Date.now()
  for (const role of ROLES)
    for (const nth of [0, 1] as const) {
      const port = await freePort()
      ports[role][nth] = port
      processes.push(startProcess({ role, port, url, dataDir, variables }))
      // Of workers only the readiness endpoint is called.
      proxy.add(port, role)
    }
  await Promise.all(Object.values(ports).flatMap((pair) => pair.map((port) => proxy.ready(port))))
}, 240_000)
afterAll(async () => {
  await Promise.all(processes.map((child) => endProcess(child, 'SIGTERM')))
  proxy?.close()
  await database?.close()
  await postgres?.stop()
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
})

type Input<E extends Endpoint> = Omit<CallInput<E>, 'headers'>
type Call = <E extends Endpoint>(nth: 0 | 1, endpoint: E, sent?: Input<E>) => Promise<CallAnswer<E>>

/** Calls one of the two web processes directly. */
const callWith = (headers: (port: number) => Record<string, string>): Call =>
  async function call(nth, endpoint, sent = {}) {
    const port = ports.web[nth]
    const answer = await tryOnce(port, endpoint, { ...sent, headers: headers(port) })
    if (answer === undefined) throw new Error(`${endpoint.path} was not answered`)
    return answer
  }
const asAnybody = callWith(() => ({}))
const asMember = (token: string) => callWith(() => ({ authorization: `Bearer ${token}` }))

/** As an operator of the demo with a recent confirmation. */
async function asOperator(username: string): Promise<Call> {
  const session = await database.transaction(async (tx) => {
    const { id } = await findActiveByName.one(tx, { username })
    return await openOperatorSession(tx, { operator_id: id, device: 'a journey' })
  })
  const cookie = `staff_session=${session}`
  return callWith((port) => ({ cookie, 'x-staff': '1', origin: `http://127.0.0.1:${port}` }))
}

const count = async (text: string, ...values: unknown[]): Promise<number> =>
  (await database.query<{ n: number }>({ text: `select count(*)::int as n ${text}`, values })).rows[0]!.n

/** The member's event stream at one process: its output so far, and whether it has ended. */
function openStream(nth: 0 | 1, token: string) {
  const stream = { output: '', ended: false }
  const request = get(
    {
      host: '127.0.0.1',
      port: ports.web[nth],
      path: '/api/events',
      headers: { authorization: `Bearer ${token}` },
    },
    (answer) => {
      answer.setEncoding('utf8').on('data', (chunk: string) => (stream.output += chunk))
      answer.on('close', () => (stream.ended = true))
    },
  )
  request.on('error', () => (stream.ended = true))
  return stream
}

test('a new member earns an award while requests alternate between processes, and everything happens once', async () => {
  const username = 'manyhanded'
  expect(await earnAnAward(browser, { origin, links: origin }, { username, phone: '+84912345688' })).toMatch(
    /\d,\d\d$/,
  )
  for (const port of [...ports.web, ...ports.links]) expect(proxy.sent.get(port) ?? 0).toBeGreaterThan(0)
  const of = `from award a join orders o on o.id = a.order_id join member m on m.id = o.member_id where m.username = $1`
  expect(await count(of, username)).toBe(1)
  expect(
    await count(
      `from entry e where e.type = 'award_claimed' and e.refers_to in (select o.id::text ${of})`,
      username,
    ),
  ).toBe(1)
  const awardNotices = `from notification n join member m on m.id = n.member_id where m.username = $1 and n.kind = 'award'`
  await expect.poll(() => count(awardNotices, username)).toBe(1)
})

test('a session ended by an operator at one process is over at the other, for calls, streams and the open app', async () => {
  const session = await registerByApi(origin, 'endedhere')
  const member = asMember(session.access_token)
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(origin)
  await see(page, 'Available balance')
  expect((await member(1, memberCalls.me)).status).toBe(200)
  const stream = openStream(1, session.access_token)
  await expect.poll(() => stream.output).toContain('open')

  const support = await asOperator('demo.support')
  const params = { member_id: session.user._id }
  const ended = await support(0, adminMemberCalls.endSessions, {
    params,
    body: { reason: 'A lost phone. It is written down.' },
  })
  expect(ended.data.ended).toBeGreaterThan(0)
  expect((await member(1, memberCalls.me)).code).toBe('session_has_ended')
  await expect.poll(() => stream.ended).toBe(true)
  await page.waitForURL(`${origin}/login*`)
  await context.close()
})

test('a member locked at one process is refused by the other at the next call', async () => {
  const session = await registerByApi(origin, 'lockedhere')
  const member = asMember(session.access_token)
  const body = { user_id: session.user._id }
  expect((await member(1, orderCalls.draw, { body })).status).toBe(200)
  const support = await asOperator('demo.support')
  const params = { member_id: session.user._id }
  const locked = await support(0, adminMemberCalls.lock, {
    params,
    body: { kind: 'security', reason: 'A password that leaked.' },
  })
  expect(locked.status).toBe(200)
  expect((await member(1, orderCalls.draw, { body })).status).toBe(423)
  const again = { username: 'lockedhere', password: 'fairturn-demo' }
  expect((await asAnybody(1, memberCalls.login, { body: again })).code).toBe('your_account_has_been_locked')
})

test('a change by an operator at one process is immediately visible at the other: a setting, a page, the level table', async () => {
  const [owner, other] = [await asOperator('demo.owner'), await asOperator('demo.owner2')]
  const reason = 'We agreed on it.'
  const read = async () => ({
    title: (await asAnybody(1, contentCalls.settings)).data.site_title.value,
    page: (await asAnybody(1, contentCalls.companyProfile)).data.content,
    levels: (await asAnybody(1, levelCalls.list)).data.map(({ name }) => name),
  })
  const before = await read()

  const { versions } = (await owner(0, adminSettingCalls.all)).data
  const params = { name: 'site_title' as const }
  const title = { value: 'Fairturn of Two', reason, expected: versions['site_title']! }
  const approve = async (answer: { data: { proposal_id: string | null } }) => {
    const proposal = { proposal_id: answer.data.proposal_id! }
    const { content_hash } = (await other(1, approvalCalls.detail, { params: proposal })).data
    return (await other(1, approvalCalls.approve, { params: proposal, body: { content_hash } })).status
  }
  expect(await approve(await owner(0, adminSettingCalls.change, { params, body: title }))).toBe(200)
  expect((await read()).title).toBe('Fairturn of Two')

  const ofPage = { name: 'company-profile' as const, locale: 'en' as const }
  const { version } = (await owner(0, adminPageCalls.one, { params: ofPage })).data
  const content = { html: '<p>Two processes, one page.</p>', reason, expected: version }
  expect(await approve(await owner(0, adminPageCalls.change, { params: ofPage, body: content }))).toBe(200)
  expect((await read()).page).toContain('Two processes, one page.')

  // Proposed at one process, approved at the other, read from the first.
  const table = (await owner(0, adminLevelCalls.table)).data
  const levels = table.levels.map((level, at) => ({
    ...row.strip().parse(level),
    ...(at === 0 && { name: 'First of Two' }),
  }))
  const proposed = await owner(0, adminLevelCalls.change, {
    body: { levels, reason, expected: table.version },
  })
  expect(await approve(proposed)).toBe(200)
  const named = (await asAnybody(0, levelCalls.list)).data.map(({ name }) => name)
  expect(named).toEqual(before.levels.map((name, at) => (at === 0 ? 'First of Two' : name)))
})

test('a rate limit counts the calls of both processes', async () => {
  const { access_token, user } = await registerByApi(origin, 'counted')
  const member = asMember(access_token)
  const { hits } = personalDataCalls.export.limit
  const ask = (nth: 0 | 1) =>
    send({
      port: ports.web[nth],
      path: `/api/${personalDataCalls.export.path}`,
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: user._id, password: 'not the one' }),
    })
  for (let i = 0; i < hits; i += 1) expect((await ask((i % 2) as 0 | 1))?.status).not.toBe(429)
  expect([(await ask(0))?.status, (await ask(1))?.status]).toEqual([429, 429])
  expect((await member(1, memberCalls.me)).status).toBe(200)
})

test('a live event raised at either process reaches the streams at both', async () => {
  const { access_token, user } = await registerByApi(origin, 'listening')
  const member = asMember(access_token)
  const streams = [openStream(0, access_token), openStream(1, access_token)]
  for (const stream of streams) await expect.poll(() => stream.output).toContain('open')
  const passwords = ['fairturn-demo', 'a pond at first light', 'a pond at nightfall']
  for (const causedAt of [0, 1] as const) {
    const [current_password, password] = passwords.slice(causedAt)
    const body = { user_id: user._id, current_password, password, password_confirmation: password }
    expect((await member(causedAt, memberCalls.viewer, { body })).status).toBe(200)
    for (const stream of streams)
      await expect.poll(() => stream.output.split('password_changed').length - 1).toBe(causedAt + 1)
  }
})

test.runIf(RUN_ALL)(
  'with two workers a job scheduled every minute runs once a minute',
  async () => {
    await expect.poll(() => runsOf('expire_offers'), { timeout: 90_000 }).toBeGreaterThan(0)
    const runs = await runsOf('expire_offers')
    expect(runs).toBeLessThanOrEqual(minuteOf(Date.now()) - minuteOf(startedMs))
  },
  120_000,
)

const minuteOf = (ms: number): number => Math.floor(ms / 60_000)

/** How often both workers together have run a job. */
async function runsOf(job: string): Promise<number> {
  let runs = 0
  for (const port of ports.worker) {
    const text = (await send({ port, path: '/metrics' }))?.body ?? ''
    for (const line of text.split('\n'))
      if (
        line.startsWith('fairturn_job_duration_seconds_count{') &&
        line.includes(`job="${job}",outcome="done"`)
      )
        runs += Number(line.split(' ').at(-1))
  }
  return runs
}
