// Public and member calls through the whole product, on the demo set, against minimal routes: two SELECTs by key, a
// response cached in memory, one Argon2 hash. Rounds are interleaved within one run, because only ratios are
// comparable. Run: node bench/api.ts [seconds per round] [rounds] [callers].
import { fork } from 'node:child_process'
import { argon2, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { DEMO_SIGN_INS } from '../server/src/demo/demo.ts'
import { BROWSER, withProduct } from '../testing/demo-web.ts'
import { bytesOf, load, median, type HttpRequest, type Load } from './http-load.ts'

const DURATION_MS = Number(process.argv[2] ?? 2) * 1000
const ROUNDS = Number(process.argv[3] ?? 5)
const CALLERS = Number(process.argv[4] ?? 64)
const ROWS_IN_MEMORY = 30
/** Hashing uses both cores; this many callers keep it busy without refusals. */
const SIGN_IN_CALLERS = 16

type Peer = 'two SELECTs' | 'from memory' | 'one hash'
interface Case {
  readonly name: string
  readonly peer: Peer
  /** Minimum ratio to the peer's rate; undefined: shown only. */
  readonly goal?: number
  readonly goal_rate?: number
  readonly requests: readonly HttpRequest[]
  readonly callers?: number
}

/** The peers: Fastify and a pool of ten, without sessions, rate limits, schemas or headers. */
async function servePeers(url: string): Promise<number> {
  const fastify = Fastify()
  const pool = new Pool({ connectionString: url, max: 10 })
  await pool.query('create table if not exists bench_peer (id int primary key, line text not null)')
  await pool.query(`insert into bench_peer select i, 'a line of text ' || i from generate_series(1, 100000) i
    on conflict do nothing`)
  const text = 'select id, line from bench_peer where id = $1'
  const row = async () => {
    const values = [1 + Math.floor(Math.random() * 100_000)]
    return (await pool.query<{ id: number; line: string }>({ name: 'row', text, values })).rows[0]
  }
  fastify.post('/rows', async () => ({ data: [await row(), await row()] }))
  const kept = Array.from({ length: ROWS_IN_MEMORY }, (_, id) => ({
    id,
    line: `a line of text ${id}`,
    amount: '12.34',
  }))
  fastify.get('/memory', () => ({ data: kept }))
  const hash = promisify(argon2)
  fastify.post('/hash', async () => {
    const parameters = { message: 'a password', nonce: randomBytes(16), parallelism: 1, tagLength: 32 }
    const tag = await hash('argon2id', { ...parameters, memory: 19_456, passes: 2 })
    return { data: tag.toString('base64') }
  })
  return Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
}

const PEER_REQUESTS: Record<Peer, HttpRequest> = {
  'two SELECTs': { method: 'POST', path: '/rows', body: { user_id: 'a member' } },
  'from memory': { method: 'GET', path: '/memory' },
  'one hash': { method: 'POST', path: '/hash', body: { username: 'a', password: 'b' } },
}

function casesFor(headers: Record<string, string>, user_id: string): Case[] {
  const own = (path: string, body: object = {}): HttpRequest => ({
    method: 'POST',
    path: `/api/${path}`,
    headers,
    body: { user_id, ...body },
  })
  const everybody = (path: string): HttpRequest => ({ method: 'GET', path: `/api/${path}`, headers: BROWSER })
  const { username, password } = DEMO_SIGN_INS[0]
  const home = [own('viewer'), own('unread-notifications'), own('number-product'), everybody('level')]
  const reads: Case[] = [
    { name: 'viewer', peer: 'two SELECTs', goal: 0.7, requests: [own('viewer')] },
    { name: 'number-product', peer: 'two SELECTs', goal: 0.7, requests: [own('number-product')] },
    { name: 'unread-notifications', peer: 'two SELECTs', goal: 0.7, requests: [own('unread-notifications')] },
    { name: 'list-product', peer: 'two SELECTs', goal: 0.4, requests: [own('list-product', { page: 1 })] },
  ]
  const shared: Case[] = ['settings', 'level', 'list-product-reward', 'popup', 'transparency'].map(
    (path) => ({
      name: path,
      peer: 'from memory',
      goal: 0.6,
      requests: [everybody(path)],
    }),
  )
  return [
    ...reads,
    ...shared,
    {
      name: 'opening Home, all its calls',
      peer: 'two SELECTs',
      goal_rate: 700,
      requests: [...home, everybody('list-product-reward'), everybody('popup')],
    },
    {
      name: 'sign-in',
      peer: 'one hash',
      goal: 0.7,
      callers: SIGN_IN_CALLERS,
      requests: [{ method: 'POST', path: '/api/auth/login', headers: BROWSER, body: { username, password } }],
    },
  ]
}
const whole = (value: number): string => value.toFixed(0)

async function measure(test: Case, product: number, peers: number): Promise<Record<string, string>> {
  const callers = test.callers ?? CALLERS
  const ours = test.requests.map(bytesOf)
  const theirs = [bytesOf(PEER_REQUESTS[test.peer])]
  const rounds: { ours: Load; theirs: Load }[] = []
  await load(product, callers, DURATION_MS / 2, () => ours)
  await load(peers, callers, DURATION_MS / 2, () => theirs)
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      theirs: await load(peers, callers, DURATION_MS, () => theirs),
      ours: await load(product, callers, DURATION_MS, () => ours),
    })
  }
  const ratio = median(rounds.map((round) => round.ours.rate / round.theirs.rate))
  const rate = median(rounds.map((round) => round.ours.rate))
  const met = test.goal === undefined ? rate >= (test.goal_rate ?? 0) : ratio >= test.goal
  return {
    call: test.name,
    peer: test.peer,
    'peer/s': whole(median(rounds.map((round) => round.theirs.rate))),
    'ours/s': whole(rate),
    ratio: ratio.toFixed(2),
    goal: `${test.goal ?? `${test.goal_rate}/s`} ${met ? 'met' : 'MISSED'}`,
    'p50 ms': median(rounds.map((round) => round.ours.p50_ms)).toFixed(1),
    'p99 ms': median(rounds.map((round) => round.ours.p99_ms)).toFixed(1),
    'peer p99': median(rounds.map((round) => round.theirs.p99_ms)).toFixed(1),
  }
}

async function main(): Promise<void> {
  await withProduct(async ({ appUrl, port, headers, user_id }) => {
    const peers = fork(import.meta.filename, ['serve'], { env: { ...process.env, BENCH_URL: appUrl } })
    try {
      const [peersPort] = (await once(peers, 'message')) as [number]
      const only = process.env['ONLY']?.split(',')
      const cases = casesFor(headers, user_id).filter(({ name }) => only?.includes(name) ?? true)
      const lines: Record<string, string>[] = []
      for (const test of cases) lines.push(await measure(test, port, peersPort))
      console.table(lines)
      console.log(`${ROUNDS} interleaved rounds of ${DURATION_MS} ms, medians; ${CALLERS} callers`)
    } finally {
      peers.kill('SIGKILL')
    }
  })
}

if (process.argv[2] === 'serve') {
  process.send?.(await servePeers(process.env['BENCH_URL']!))
} else await main()
