// Claims through HTTP (session, rules, ledger, award) against a bare route that does one hand-written transfer in one
// commit, in interleaved rounds on one server, everything durable. Run: node bench/claims.ts [seconds per round]
// [rounds] [callers].
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import Fastify from 'fastify'
import { Client, Pool } from 'pg'
import { checkLedger } from '../server/src/ledger/ledger.ts'
import { accessTokenKey, signAccessToken } from '../server/src/members/tokens.ts'
import { hashPassword } from '../server/src/platform/credentials/passwords.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { BROWSER, SECRET, startProgram } from '../testing/demo-web.ts'
import { type Logins, withOwnDatabase } from '../testing/postgres.ts'
import { fillWorld } from './growth-world.ts'
import { bytesOf, load, median, type Load } from './http-load.ts'
import { PEER_CONNECTIONS, PEER_SCHEMA, transferByHand } from './transfer-peer.ts'

const DURATION_MS = Number(process.argv[2] ?? 2) * 1000
const ROUNDS = Number(process.argv[3] ?? 3)
const CALLERS = Number(process.argv[4] ?? 64)
/** More than all rounds claim together. */
const ORDERS = Math.ceil(((ROUNDS + 1) * DURATION_MS * 6) / 10_000) * 10_000
const PEER_ACCOUNTS = 10_000

async function servePeer(url: string): Promise<number> {
  const pool = new Pool({ connectionString: url, max: PEER_CONNECTIONS })
  await pool.query(PEER_SCHEMA)
  const accounts = Array.from({ length: PEER_ACCOUNTS }, () => randomUUID())
  await pool.query('insert into peer_account select id, 1000000000 from unnest($1::uuid[]) id', [accounts])
  const fastify = Fastify()
  fastify.post('/transfer', async () => {
    const from = Math.floor(Math.random() * PEER_ACCOUNTS)
    const to = (from + 1 + Math.floor(Math.random() * (PEER_ACCOUNTS - 1))) % PEER_ACCOUNTS
    await transferByHand(pool, accounts[from]!, accounts[to]!)
    return { data: { moved: '0.01' } }
  })
  return Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
}

interface Claims {
  /** A claim request for each claimable order, by its carrier. */
  readonly claims: Buffer[]
  /** A first request by each carrier, which records their device. */
  readonly first: Buffer[]
}

async function claimsOf(url: string): Promise<Claims> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`update orders set status = 'success', verified = target, visits = target, counted = target,
    reward_minor = target * price_minor, bonus_minor = 0, bonus_bp = 0, quality_bp = 10000, settled_at = now()
    where status = 'distributing'`)
  await client.query('vacuum analyze orders')
  const { rows } = await client.query<{ order_id: string; member_id: string; session_id: string }>(
    `select o.id as order_id, o.member_id, s.id as session_id
     from orders o join session s on s.member_id = o.member_id where o.status = 'success'`,
  )
  await client.end()
  const key = accessTokenKey(SECRET)
  const now = new Date()
  const claims: Buffer[] = []
  const first: Buffer[] = []
  for (const { order_id, ...holder } of rows) {
    const headers = { ...BROWSER, authorization: `Bearer ${await signAccessToken(key, now, holder)}` }
    const user_id = holder.member_id
    const method = 'POST'
    first.push(bytesOf({ method, path: '/api/unread-notifications', headers, body: { user_id } }))
    claims.push(bytesOf({ method, path: '/api/product-claim-reward', headers, body: { user_id, order_id } }))
  }
  return { claims, first }
}

async function main({ owner_url: url, app_url }: Logins, data_dir: string): Promise<void> {
  await fillWorld(
    url,
    { members: ORDERS, postings: ORDERS * 5, visits: ORDERS, open: 1 },
    await hashPassword('a password'),
  )
  const { claims, first } = await claimsOf(url)
  const program = await startProgram(app_url, data_dir)
  const peer = fork(import.meta.filename, ['serve'], { env: { ...process.env, BENCH_URL: url } })
  try {
    const [peer_port] = (await once(peer, 'message')) as [number]
    const transfer = [bytesOf({ method: 'POST', path: '/transfer', body: {} })]
    const ours = (duration_ms: number) =>
      load(program.port, CALLERS, duration_ms, () => {
        const claim = claims.pop()
        if (claim === undefined) throw new Error('every order has been claimed')
        return [claim]
      })
    const theirs = (duration_ms: number) => load(peer_port, CALLERS, duration_ms, () => transfer)
    const share = Math.floor(first.length / CALLERS)
    await load(program.port, CALLERS, 0, () => first.splice(0, share))
    await ours(DURATION_MS / 2)
    await theirs(DURATION_MS / 2)
    const rounds: { ours: Load; theirs: Load }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ theirs: await theirs(DURATION_MS), ours: await ours(DURATION_MS) })
    const ratio = median(rounds.map((round) => round.ours.rate / round.theirs.rate))
    console.table([
      {
        'peer/s': median(rounds.map((round) => round.theirs.rate)).toFixed(0),
        'claims/s': median(rounds.map((round) => round.ours.rate)).toFixed(0),
        ratio: ratio.toFixed(2),
        goal: `1 ${ratio >= 1 ? 'met' : 'MISSED'}`,
        'p99 ms': median(rounds.map((round) => round.ours.p99_ms)).toFixed(1),
        'peer p99': median(rounds.map((round) => round.theirs.p99_ms)).toFixed(1),
      },
    ])
    console.log(`${ROUNDS} interleaved rounds of ${DURATION_MS} ms, medians; ${CALLERS} callers`)
  } finally {
    peer.kill('SIGKILL')
    program.child.kill('SIGKILL')
  }
  const database = await openDatabase({ url: app_url })
  const findings = await checkLedger(database)
  await database.close()
  if (findings.length > 0) throw new Error(`the ledger is wrong: ${JSON.stringify(findings.slice(0, 3))}`)
}

if (process.argv[2] === 'serve') process.send?.(await servePeer(process.env['BENCH_URL']!))
else await withOwnDatabase(main)
