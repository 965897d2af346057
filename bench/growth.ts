// The cost of a deployment's size: every member call, every list and search of the back office, statements, the proof
// and the public figures, with 1 000 members and with more, alternately, as a ratio to the smallest; and the ledger's
// checks.
// Run: node bench/growth.ts [members:postings:visits ...]. Each size has its own PostgreSQL; with GROWTH_DIR it is
// kept there and reused by the next run. ONLY=calls omits figures, proof and checks; ONLY=ledger/entries,viewer
// selects calls by a part of their name; ONLY=checks runs only the ledger's checks. CALL_MS=1500 repeats calls less
// often.
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@fairturn/contract/ids'
import { Client } from 'pg'
import { findSince, lastCheckpoint } from '../server/src/ledger/checkpoint.ts'
import { verifyNextChunk } from '../server/src/ledger/daily-verification.ts'
import type { Finding } from '../server/src/ledger/invariants.ts'
import {
  ledgerChecker,
  platformAccount,
  post,
  runHourlyChecks,
  runLedgerChecks,
} from '../server/src/ledger/ledger.ts'
import { inOneSnapshot } from '../server/src/ledger/span.ts'
import { checkers } from '../server/src/operations/checkers.ts'
import { hashPassword } from '../server/src/platform/credentials/passwords.ts'
import {
  connectionOptions,
  type Database,
  openDatabase,
  type Tx,
} from '../server/src/platform/database/database.ts'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { openOperatorSession } from '../server/src/staff/staff.ts'
import { storeFigures } from '../server/src/transparency/figures.ts'
import { makeProof } from '../server/src/transparency/transparency.ts'
import { BROWSER, SECRET, signIn, startProgram } from '../testing/demo-web.ts'
import { migrateAs } from '../testing/postgres.ts'
import { fillWorld, memberId, referenceOf, type WorldSize } from './growth-world.ts'

const only = process.env['ONLY']?.split(',')
const PASSWORD = 'a password of the benchmark'
const WARM = 10
const CALLS = 200
/** Time limit for the repetitions of a call: slow calls are repeated less often. */
const CALLS_TAKE_MS = Number(process.env['CALL_MS'] ?? 6_000)
const MEMBERS_ASKED = 5
/** New entries between two hourly checks. */
const NEW_ENTRIES = 10_000
const DAY_MS = 86_400_000
/** In the middle of the ledger. */
const OLD_ENTRY = '(select max(last_entry_no) / 2 from chain)'
const SIZES =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['1000:10000:10000', '100000:1000000:1000000']

interface Took {
  readonly p50: number
  readonly p99: number
}
const percentiles = (times: readonly number[]): Took => {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length / 2)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

type Headers = Record<string, string>
interface Call {
  readonly name: string
  readonly path: string
  /** Sent by POST; the member's id is added. */
  readonly body?: object
}

const own = (path: string, body: object = {}): Call => ({ name: path, path, body })
const get = (path: string): Call => ({ name: path, path })

const memberCalls: readonly Call[] = [
  own('viewer'),
  own('number-product'),
  own('number-product-distributing'),
  own('unread-notifications'),
  own('list-product', { page: 1 }),
  own('list-product-completed', { page: 1 }),
  own('notifications', { page: 1 }),
  own('deposit-history', { page: 1 }),
  own('withdraw-history', { page: 1 }),
  own('total-bonus-today'),
  own('total-bonus-yesterday'),
  own('update-balance'),
  own('list-invited', { page: 1 }),
  get('level'),
  get('account/acts'),
  get('withdraw/terms'),
  get('awards/by-day'),
  get('campaigns'),
  get('deposit/methods'),
  get('statements'),
  get('statements.pdf'),
  get('statements/export?format=csv'),
  get('list-product-completed.csv'),
  get('sessions'),
  get('security'),
  get('proofs'),
  own('proofs/mine'),
  get('settings'),
  get('list-product-reward'),
  get('transparency'),
  get('transparency/history?figure=liabilities.total'),
]

/** `n`: number of the member that the calls ask about; all other parameters are the same at any size. */
const staffCalls = (n: number): readonly Call[] =>
  [
    'dashboard?days=30',
    'queues',
    `reconciliation?day=${new Date().toISOString().slice(0, 10)}`,
    'members',
    'members?sort=verified_orders.desc',
    'members?q=member%20:n',
    'members/:id?reason=bench',
    'members/:id/acts?reason=bench',
    'members/:id/statement?reason=bench',
    'campaigns',
    'campaigns?q=Brand%207',
    'orders/reviews',
    'objections',
    'deposits',
    'deposits?q=:part',
    'deposits?status=credited',
    'withdrawals',
    'withdrawals?status=requested',
    'payout-batches',
    'bank-statements',
    'bank-lines',
    'refunds',
    'card-events',
    'broadcasts',
    'invitations',
    'staff',
    'levels',
    'proofs',
    'first-day',
    'ledger/accounts',
    'ledger/accounts?sort=balance.desc',
    'ledger/accounts?kind=campaign_escrow',
    'ledger/entries',
    'ledger/entries?sort=entry_no.asc',
    'ledger/entries?type=campaign_paid',
    'ledger/entries?type=withdrawal_sent',
    'ledger/entries?actor=member::id',
    'ledger/entries?actor=operator:nobody',
    'ledger/entries?refers_to=:id',
    'ledger/entries?refers_to=nothing',
    'ledger/entries?amount=10.00',
    'ledger/entries?amount=77.77',
    'ledger/chains',
    'ledger/chains/1/verification',
    'ledger/checks',
    'ledger/freezes',
    'ledger/standing',
    'audit',
    'audit?member_id=:id',
    'audit?actor=operator:nobody',
    'audit?action=member_unlocked',
    'search?text=member%20:n',
    'search?text=:reference',
  ].map((path) => ({
    name: `back office ${path}`,
    path: `backoffice/${path
      .replaceAll(':id', memberId(n))
      .replaceAll(':reference', referenceOf('FT', n))
      .replaceAll(':part', referenceOf('FT', n).slice(0, 7))
      .replaceAll(':n', String(n))}`,
  }))

async function operatorHeaders(database: Database, url: string): Promise<Headers> {
  const operator_id = newId(new Date())
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into operator (id, username, role, set_up, created_at) values ($1::uuid, 'bench.' || right($1::uuid::text, 8), 'owner', true, now())`,
    [operator_id],
  )
  await client.end()
  const token = await database.transaction((tx) => openOperatorSession(tx, { operator_id, device: 'bench' }))
  return { cookie: `staff_session=${token}`, 'x-staff': '1' }
}

interface World {
  readonly text: string
  readonly size: WorldSize
  readonly database: Database
  readonly url: string
  readonly base: string
  readonly results: Map<string, Took>
  readonly close: () => Promise<void>
}

const sizeOf = (text: string): WorldSize => {
  const [members, postings, visits] = text.split(':').map(Number) as [number, number, number]
  return { members, postings, visits }
}

async function isFilled(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ filled: boolean }>('select exists (select from member) as filled')
  await client.end()
  return rows[0]!.filled
}

async function openWorld(text: string, dir: string): Promise<World> {
  const dataDir = join(dir, text)
  await mkdir(dataDir, { recursive: true })
  // Loaded without fsync; measured with everything durable.
  const settings = { max_wal_size: '4GB', wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' }
  const filling = await startEmbedded({ dataDir, durable: false, settings })
  await migrateAs(filling.url, filling.superuserUrl, dataDir)
  if (!(await isFilled(filling.url))) {
    const took = await timed(async () =>
      fillWorld(filling.superuserUrl, sizeOf(text), await hashPassword(PASSWORD)),
    )
    console.log(`${text}: filled in ${(took / 1000).toFixed(0)} s`)
  }
  await filling.stop()
  const server = await startEmbedded({ dataDir })
  const { superuserUrl: url, appUrl } = await migrateAs(server.url, server.superuserUrl, dataDir)
  const database = await openDatabase({ url: appUrl })
  const product = await startProgram(appUrl, dataDir)
  const close = async () => {
    product.child.kill('SIGTERM')
    await once(product.child, 'exit')
    await database.close()
    await server.stop()
  }
  const base = `http://127.0.0.1:${product.port}`
  return { text, size: sizeOf(text), database, url, base, results: new Map(), close }
}

const skipped = new Set<string>()
async function ask(base: string, { name, path, body }: Call, headers: Headers): Promise<boolean> {
  const answer = await fetch(`${base}/api/${path}`, {
    headers: { ...BROWSER, ...headers, origin: base, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = answer.ok ? (await answer.arrayBuffer(), '') : await answer.text()
  if (!answer.ok && !skipped.has(name)) {
    skipped.add(name)
    console.error(`${name} is left out: ${answer.status} ${text.slice(0, 200)}`)
  }
  return answer.ok
}

interface Caller {
  readonly world: World
  readonly call: Call
  readonly headers: Headers
}

/** Measures the same call at every size alternately, so that a busy machine slows all of them equally. */
async function measure(
  name: string,
  worlds: readonly World[],
  callerOf: (world: World, i: number) => Caller,
) {
  if (only !== undefined && only[0] !== 'calls' && !only.some((part) => name.includes(part))) return
  const times = new Map(worlds.map((world) => [world, [] as number[]]))
  const until = performance.now() + CALLS_TAKE_MS * worlds.length
  for (let i = -WARM; i < CALLS && (i < 3 || performance.now() < until); i += 1)
    for (const world of worlds) {
      const { call, headers } = callerOf(world, i + WARM)
      let ok = false
      const took = await timed(async () => (ok = await ask(world.base, call, headers)))
      if (!ok) return
      if (i >= 0) times.get(world)!.push(took)
    }
  for (const [{ results }, taken] of times) results.set(name, percentiles(taken))
}

async function measureCalls(worlds: readonly World[]): Promise<void> {
  const members = new Map<World, Awaited<ReturnType<typeof signIn>>[]>()
  const staff = new Map<World, Headers>()
  const middle = ({ size }: World) => Math.ceil((size.members * 3) / MEMBERS_ASKED)
  for (const world of worlds) {
    staff.set(world, await operatorHeaders(world.database, world.url))
    const signedIn = []
    for (let i = 1; i <= MEMBERS_ASKED; i += 1) {
      const username = `member ${Math.floor((world.size.members * i) / MEMBERS_ASKED)}`
      signedIn.push(await signIn(world.base, { username, password: PASSWORD }))
    }
    members.set(world, signedIn)
  }
  for (const call of memberCalls)
    await measure(call.name, worlds, (world, i) => {
      const { headers, user_id } = members.get(world)![i % MEMBERS_ASKED]!
      return { world, call: call.body ? { ...call, body: { user_id, ...call.body } } : call, headers }
    })
  for (const [i, { name }] of staffCalls(1).entries())
    await measure(name, worlds, (world) => ({
      world,
      call: staffCalls(middle(world))[i]!,
      headers: staff.get(world)!,
    }))
}

async function measureOnce({ text, results }: World, name: string, work: () => Promise<unknown>) {
  const took = await timed(work)
  results.set(name, { p50: took, p99: took })
  console.log(`${text}: ${name}: ${took.toFixed(0)} ms`)
}

/**
 * Runs work in a transaction of the schema owner, a day later, with an entry's amount changed and triggers disabled; rolled
 * back.
 */
async function tampered<T>(
  { database, url }: World,
  entry_no: string,
  work: (on: Database & Tx) => Promise<T>,
) {
  const client = new Client({ ...connectionOptions(url), options: '-c timezone=UTC' })
  await client.connect()
  try {
    await client.query(`begin isolation level repeatable read; set local session_replication_role = replica`)
    const { rowCount } = await client.query(
      `update posting set amount_minor = amount_minor + 1 where posting_no = 2 and entry_no = ${entry_no}`,
    )
    if (rowCount !== 1) throw new Error(`no entry ${entry_no} to tamper with`)
    const tx: Tx = { now: new Date(Date.now() + DAY_MS), query: (config) => client.query(config) }
    return await work({ ...database, ...tx, transaction: async (inner) => await inner(tx) })
  } finally {
    await client.end()
  }
}

/** Measures that the hourly check finds a new entry that was tampered with, and the daily check an old one. */
async function measureFinding(world: World): Promise<void> {
  await tampered(world, '(select max(last_entry_no) from chain)', async (tx) => {
    const found: Finding[] = []
    await inOneSnapshot(tx)
    await measureOnce(world, 'hourly check finds a new entry tampered with', async () =>
      found.push(...(await findSince(tx, await lastCheckpoint.one(tx)))),
    )
    if (found.length === 0) throw new Error('the hourly check did not find the entry tampered with')
  })
  await tampered(world, OLD_ENTRY, async (tx) => {
    await tx.query({ text: 'delete from ledger_pass' })
    let outcome = 'read'
    await measureOnce(world, 'chunks find an entry of the middle tampered with', async () => {
      while (outcome === 'read') outcome = await verifyNextChunk(tx, [ledgerChecker])
    })
    if (outcome !== 'wrong') throw new Error(`the chunks did not find the entry tampered with: ${outcome}`)
  })
}

async function measureChecks(world: World): Promise<void> {
  const { database, base, results } = world
  await measureOnce(world, 'full check, all checkers', async () => {
    const found = await runLedgerChecks(database, checkers)
    if (found.length > 0)
      throw new Error(`the generated ledger is wrong: ${JSON.stringify(found.slice(0, 3))}`)
  })
  await measureOnce(world, 'hourly check, nothing new', () => runHourlyChecks(database, checkers))
  await Promise.all(
    Array.from({ length: NEW_ENTRIES }, async (_, i) => {
      const id = newId(new Date())
      const postings = [
        { account: platformAccount('cash', id), amount_minor: -1n },
        { account: platformAccount('revenue', id), amount_minor: 1n },
      ]
      const event_at = new Date()
      await post(database, [
        { id, type: 'adjustment', refers_to: `bench ${i}`, actor: 'system', event_at, postings },
      ])
    }),
  )
  await measureFinding(world)
  await measureOnce(world, `hourly check, ${NEW_ENTRIES} new entries`, () =>
    runHourlyChecks(database, checkers),
  )
  const chunks: number[] = []
  const read = new AbortController()
  const beside: number[] = []
  const others = (async () => {
    while (!read.signal.aborted) {
      beside.push(await timed(() => ask(base, get('settings'), {})))
      await sleep(5)
    }
  })()
  let outcome: string
  do {
    const began = performance.now()
    outcome = await verifyNextChunk(database, checkers)
    const took = performance.now() - began
    chunks.push(took)
    await sleep(took)
  } while (outcome === 'read')
  read.abort()
  await others
  if (outcome === 'idle') return // a reused world has already had today's pass
  if (outcome !== 'done') throw new Error(`the daily check ended ${outcome}`)
  results.set(`a chunk of the daily check`, percentiles(chunks))
  const total = chunks.reduce((sum, took) => sum + took, 0)
  results.set(`daily check, all chunks`, { p50: total, p99: total })
  results.set('settings beside the chunks', percentiles(beside))
}

/**
 * Figures, proof and ledger checks: their cost, and the latency of a concurrent call during the chunks of the daily
 * check.
 */
async function measureJobs(world: World): Promise<void> {
  const { database } = world
  await measureOnce(world, 'figures of 90 days', () => storeFigures(database))
  await measureOnce(world, 'figures of a day', () => storeFigures(database))
  await measureOnce(world, 'proof of liabilities', () =>
    makeProof(database, { secrets: [SECRET], signingKeys: [] }, 'bench'),
  )
  await measureChecks(world)
}

const kept = process.env['GROWTH_DIR']
const dir = kept ?? (await mkdtemp(join(process.env['TMPDIR'] ?? tmpdir(), 'fairturn-growth-')))
const worlds: World[] = []
try {
  for (const text of SIZES) worlds.push(await openWorld(text, dir))
  if (only === undefined) for (const world of worlds) await measureJobs(world)
  else if (only[0] === 'checks') for (const world of worlds) await measureChecks(world)
  if (only?.[0] !== 'checks') await measureCalls(worlds)
} finally {
  for (const { close } of worlds) await close()
  if (kept === undefined) await rm(dir, { recursive: true, force: true })
}
const ratio = (took: number, of: number | undefined) => (took / (of ?? took)).toFixed(2)
for (const { text, results } of worlds.slice(worlds.length > 1 ? 1 : 0)) {
  console.log(`${text}, against ${worlds[0]!.text}`)
  const rows = [...results].map(([what, { p50, p99 }]) => {
    const first = worlds[0]!.results.get(what)
    const ratios = { p50: ratio(p50, first?.p50), p99: ratio(p99, first?.p99) }
    return {
      what,
      'p50 ms': p50.toFixed(1),
      ratio: ratios.p50,
      'p99 ms': p99.toFixed(1),
      'p99 ratio': ratios.p99,
    }
  })
  console.table(rows)
}
