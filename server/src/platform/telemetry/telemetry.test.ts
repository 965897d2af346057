import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
// Telemetry of a process: liveness, readiness, metrics and traces, without personal data.
import { memberCalls } from '@fairturn/contract/members'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startApp, TEST_PASSWORD, type TestApp } from '../../../test/app.ts'
import { runLedgerChecks } from '../../ledger/ledger.ts'
import { watchDeployment } from '../../operations/gauges.ts'
import { refuse } from '../http/refusal.ts'
import { sendRefusal } from '../http/server.ts'
import { defineJob, enqueue, handle, runDueJobs } from '../queue/queue.ts'
import { openLog } from './log.ts'
import { gauge } from './metrics.ts'
import { openProbes, probeRoutes, type Readiness } from './probes.ts'
import { watchRequests } from './requests.ts'
import { startTraces } from './traces.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const readiness: Readiness = { closing: false }
const probes = (database: Parameters<typeof openProbes>[0]['database'] = app.database) =>
  openProbes({ database, readiness, port: 0, host: '127.0.0.1' })
const get = async (port: number, path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: response.status, text: await response.text() }
}

test('liveness does not depend on the database; readiness does, and ends with shutdown', async () => {
  const { port, close } = await probes()
  expect(await get(port, '/healthz')).toEqual({ status: 200, text: '{"alive":true}' })
  expect(await get(port, '/readyz')).toEqual({ status: 200, text: '{"ready":true}' })
  readiness.closing = true
  expect(await get(port, '/readyz')).toMatchObject({
    status: 503,
    text: '{"ready":false,"reason":"closing"}',
  })
  readiness.closing = false
  expect((await get(port, '/anything')).status).toBe(404)
  await close()

  const silent = await probes({ query: () => new Promise(() => undefined) })
  expect((await get(silent.port, '/healthz')).status).toBe(200)
  expect(await get(silent.port, '/readyz')).toMatchObject({
    status: 503,
    text: '{"ready":false,"reason":"database"}',
  })
  await silent.close()
})

test('during shutdown requests are answered, with a request to reconnect', async () => {
  const fastify = Fastify({ return503OnClosing: false })
  const state: Readiness = { closing: false }
  probeRoutes(fastify, { database: app.database, readiness: state })
  fastify.get('/', async () => 'here')
  expect((await fastify.inject('/')).headers['connection']).not.toBe('close')
  state.closing = true
  const last = await fastify.inject('/')
  expect([last.statusCode, last.body, last.headers['connection']]).toEqual([200, 'here', 'close'])
  expect((await fastify.inject('/readyz')).statusCode).toBe(503)
  await fastify.close()
})

test('requests are counted by route, never by URL; jobs by kind and outcome; gauges when they are scraped', async () => {
  const member = await app.member('counted')
  await app.call(memberCalls.me, { token: member.token })
  await app.fastify.inject('/api/nothing-of-ours/0912345678')
  const nod = defineJob({ name: 'telemetry_nod', payload: z.object({ well: z.boolean() }) })
  const nodding = handle(nod, async (_database, { well }) => {
    if (!well) throw new Error('not well')
  })
  await app.database.transaction(async (tx) => {
    await enqueue(tx, nod, { well: true })
    await enqueue(tx, nod, { well: false })
  })
  await runDueJobs({ database: app.database, handlers: [nodding], log: () => undefined })
  gauge('fairturn_test_figure', 'A figure', 'of', () => new Map([['one', 1]]))

  const { port, close } = await probes()
  const { text } = await get(port, '/metrics')
  await close()
  expect(text).toMatch(
    /http_server_request_duration_seconds_count\{method="GET",route="\/api\/auth\/me",status="200"\} [1-9]/,
  )
  expect(text).toContain('fairturn_job_duration_seconds_count{job="telemetry_nod",outcome="done"} 1')
  expect(text).toContain('fairturn_job_duration_seconds_count{job="telemetry_nod",outcome="failed"} 1')
  expect(text).toContain('fairturn_test_figure{of="one"} 1')
  expect(text).not.toContain('0912345678')
  expect(text).not.toContain(member._id)
})

// ASVS V14.2.1 V16.2.1 V16.2.2 V16.2.4 V16.2.5 V16.3.4 V16.4.1
test('the log contains events and routes, and nothing a user typed', async () => {
  const lines: string[] = []
  const log = openLog('debug', { write: (line) => void lines.push(line) })
  const failed = await app.database.query({ text: `select '+84912345678'::uuid` }).then(
    () => undefined,
    (error: unknown) => error,
  )
  log.error(failed)
  log.error({ err: failed, headers: { authorization: 'Bearer secret-token' } }, 'said twice')
  const unique = await app.database
    .query({
      text: `insert into member_contact_test values ('Mai Linh')`,
    })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  log.warn({ error: unique })

  const logger: FastifyBaseLogger = log
  const fastify = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  watchRequests(fastify)
  fastify.post('/hello/:name', async () => ({}))
  await fastify.inject({
    method: 'POST',
    url: '/hello/Mai%20Linh?phone=0912345678',
    headers: { authorization: 'Bearer secret-token', cookie: 'a=secret-cookie' },
    payload: { password: TEST_PASSWORD },
    remoteAddress: '203.0.113.77',
  })
  await fastify.close()

  const written = lines.join('')
  for (const secret of ['912345678', 'Mai', 'secret', TEST_PASSWORD, '203.0.113.77'])
    expect(written).not.toContain(secret)
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(records[0]).toMatchObject({
    err: { code: '22P02', message: expect.stringContaining('PostgreSQL 22P02') },
  })
  expect(records.at(-1)).toMatchObject({
    method: 'POST',
    route: '/hello/:name',
    status: 200,
    msg: 'answered',
  })
  for (const { time } of records) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

// ASVS V16.3.1 V16.3.2 V16.3.3
test('a refused request is one line with the code of its refusal, which reveals password guessing', async () => {
  const lines: string[] = []
  const loggerInstance: FastifyBaseLogger = openLog('info', { write: (line) => void lines.push(line) })
  const logController = new LogController({ disableRequestLogging: true })
  const fastify = Fastify({ loggerInstance, logController })
  watchRequests(fastify)
  fastify.post('/login', (request, reply) =>
    sendRefusal(refuse('username_or_password_is_incorrect'), request, reply),
  )
  await fastify.inject({
    method: 'POST',
    url: '/login',
    payload: { username: 'Mai', password: TEST_PASSWORD },
  })
  await fastify.close()
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/Mai|password":/)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    route: '/login',
    status: 401,
    code: 'username_or_password_is_incorrect',
    reqId: expect.any(String) as string,
  })
})

test('a request is traced below its caller, with its queries, and without values', async () => {
  const heard: string[] = []
  const collector = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      heard.push(`${request.url} ${Buffer.concat(parts).toString('utf8')}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const member = await app.member('traced')
  const stop = await startTraces(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`, ['web'])
  const caller = '0af7651916cd43dd8448eb211c80319c'
  await app.call(memberCalls.me, {
    token: member.token,
    headers: { traceparent: `00-${caller}-b7ad6b7169203331-01` },
  })
  await stop()
  await new Promise((resolve) => collector.close(resolve))

  const sent = heard.join('\n')
  expect(sent).toMatch(/^\/v1\/traces /)
  expect(sent).toContain(caller)
  expect(sent).toContain('GET /api/auth/me')
  expect(sent).toMatch(/"name":"query members_/)
  expect(sent).not.toContain(member._id)
  expect(sent).not.toContain('traced')
})

test('every metric used by an alert exists', async () => {
  watchDeployment(app.database)
  gauge(
    'fairturn_database_connections',
    'Of the pool',
    'state',
    () => new Map(Object.entries(app.database.connections())),
  )
  await runLedgerChecks(app.database, [], 'system')
  const { port, close } = await probes()
  const { text } = await get(port, '/metrics')
  await close()
  const counted = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
    ),
  )
  const rules = await readFile(join(import.meta.dirname, '../../../../docs/alerts.yml'), 'utf8')
  const named = [...rules.matchAll(/\b((?:fairturn|http_server)_[a-z_]+)/g)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !counted.has(name))).toEqual([])
  expect(text).toMatch(/^fairturn_check_seconds \d/m)
  expect(text).toMatch(/^fairturn_findings 0$/m)
})
