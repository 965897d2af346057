// Measures the tracked link's page, its visit durable, against bare Fastify answering the same bytes from memory.
// Each server is a process of its own and gets the same requests; only ratios within one run mean anything.
// Run: node bench/links.ts [seconds a round] [rounds]. With DATABASE_URL it uses that (empty) database.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@fairturn/contract/ids'
import Fastify, { type FastifyInstance } from 'fastify'
import { loadConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/database/database.ts'
import { startEmbedded } from '../server/src/database/embedded.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { linkServer } from '../server/src/links.ts'
import { openLink } from '../server/src/tracking/tracking.ts'
import { bytesOf, load, median, type Load } from './http-load.ts'

const CASES = [
  { callers: 64, goal: 0.5 },
  { callers: 256, goal: 0.65 },
]
const P99_LIMIT_MS = 15
const VISITORS = 5_000
const agentOf = (visitor: number): string =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.${1000 + visitor}.0 Mobile Safari/537.36`

/** What the bare server answers. */
interface Bytes {
  headers: Record<string, string>
  body: string
}
type Order = { role: 'links'; url: string } | { role: 'bare'; bytes: Bytes }

/** A server process: takes its order, answers with its port. */
async function serve(order: Order): Promise<number> {
  if (order.role === 'bare') {
    const fastify = Fastify()
    const body = Buffer.from(order.bytes.body)
    fastify.get('/r/*', (_request, reply) => reply.headers(order.bytes.headers).send(body))
    return listen(fastify)
  }
  const config = loadConfig({
    DATABASE_URL: order.url,
    SECRET: 'a secret of the benchmark, long enough',
    PUBLIC_ORIGIN: 'http://127.0.0.1',
  })
  const fastify = await linkServer({ config, database: await openDatabase({ url: order.url }) })
  return listen(fastify)
}

async function listen(fastify: FastifyInstance): Promise<number> {
  return Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
}

function start(order: Order): Promise<{ port: number; child: ChildProcess }> {
  const child = fork(import.meta.filename, ['serve'])
  child.send(order)
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve({ port: Number(port), child }))
    child.once('exit', (code) => reject(new Error(`the ${order.role} server ended with ${code}`)))
  })
}

/** Requests of so many visitors, each with a browser of their own. */
function requestsFor(code: string): Buffer[][] {
  return Array.from({ length: VISITORS }, (_, i) => [
    bytesOf({
      method: 'GET',
      path: `/r/${code}`,
      headers: {
        'user-agent': agentOf(i),
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'accept-language': 'vi-VN,vi;q=0.9,en;q=0.8',
      },
    }),
  ])
}

const measure = (port: number, requests: readonly Buffer[][], callers: number, duration_ms: number) =>
  load(port, callers, duration_ms, () => requests[Math.floor(Math.random() * requests.length)]!)

async function main(url: string, duration_ms: number, rounds: number): Promise<void> {
  await migrate({ url })
  const database = await openDatabase({ url })
  const now = new Date()
  const code = await database.transaction((tx) =>
    openLink(tx, {
      order_id: newId(now),
      campaign_id: newId(now),
      carrier_id: newId(now),
      placer_id: newId(now),
      target: 1_000_000,
      ends_at: new Date(now.getTime() + 86_400_000),
      page: {
        brand: 'Nhà Gốm Bát Tràng',
        tagline: { vn: 'Gốm thủ công từ làng nghề bên sông Hồng', en: 'Hand-made pottery' },
        creative: '/files/pottery.webp',
        landing_url: 'https://shop.example.com/spring?utm_source=fairturn',
      },
    }),
  )
  const requests = requestsFor(code)
  const links = await start({ role: 'links', url })
  const page = await fetch(`http://127.0.0.1:${links.port}/r/${code}`, {
    headers: { 'user-agent': agentOf(0), 'accept-language': 'vi' },
  })
  const own_headers = new Set(['connection', 'keep-alive', 'date', 'content-length'])
  const headers = Object.fromEntries([...page.headers].filter(([name]) => !own_headers.has(name)))
  const body = await page.text()
  const bare = await start({ role: 'bare', bytes: { headers, body } })

  const lines: Record<string, string>[] = []
  for (const { callers, goal } of CASES) {
    const results: { bare: Load; links: Load }[] = []
    await measure(bare.port, requests, callers, duration_ms)
    await measure(links.port, requests, callers, duration_ms)
    for (let round = 0; round < rounds; round += 1) {
      results.push({
        bare: await measure(bare.port, requests, callers, duration_ms),
        links: await measure(links.port, requests, callers, duration_ms),
      })
    }
    const ratio = median(results.map((result) => result.links.rate / result.bare.rate))
    const p99_ms = median(results.map((result) => result.links.p99_ms))
    lines.push({
      callers: String(callers),
      'bare/s': median(results.map((result) => result.bare.rate)).toFixed(0),
      'links/s': median(results.map((result) => result.links.rate)).toFixed(0),
      ratio: ratio.toFixed(2),
      goal: `>= ${goal} ${ratio >= goal ? 'met' : 'MISSED'}`,
      'p50 ms': median(results.map((result) => result.links.p50_ms)).toFixed(1),
      'p99 ms': p99_ms.toFixed(1),
      'p99 goal': `<= ${P99_LIMIT_MS} ${p99_ms <= P99_LIMIT_MS ? 'met' : 'MISSED'}`,
      'bare p99 ms': median(results.map((result) => result.bare.p99_ms)).toFixed(1),
    })
  }
  const { rows } = await database.query<{ visits: number }>({
    text: 'select count(*)::int as visits from visit',
  })
  for (const { child } of [links, bare]) child.kill('SIGKILL')
  await database.close()
  console.table(lines)
  console.log(
    `${rounds} interleaved rounds of ${duration_ms} ms, medians; ${Buffer.byteLength(body)} bytes a page; ${rows[0]?.visits} visits stored`,
  )
}

if (process.argv[2] === 'serve') {
  process.once('message', (order) => void serve(order as Order).then((port) => process.send?.(port)))
} else {
  const duration_ms = Number(process.argv[2] ?? 2) * 1000
  const rounds = Number(process.argv[3] ?? 5)
  const given = process.env['DATABASE_URL']
  if (given) await main(given, duration_ms, rounds)
  else {
    const data_dir = await mkdtemp(join(tmpdir(), 'fairturn-bench-'))
    const server = await startEmbedded({ data_dir })
    try {
      await main(server.url, duration_ms, rounds)
    } finally {
      await server.stop()
      await rm(data_dir, { recursive: true, force: true })
    }
  }
}
