// What the size of a deployment costs: every call of a member, every list and search of the back office, statements, the proof
// and the figures, on 1 000 members and on more, with the ratio to the smallest; and the checks of the ledger beside them.
// Run: node bench/growth.ts [members:postings:visits ...]. Each size is a PostgreSQL of its own, or, of one size, the database that
// DATABASE_URL names: empty, or filled by an earlier run, of which the checks of the ledger then have entries more.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@fairturn/contract/ids'
import { Client } from 'pg'
import { checkers } from '../server/src/checkers.ts'
import { hashPassword } from '../server/src/credentials/passwords.ts'
import { type Database, openDatabase } from '../server/src/database/database.ts'
import { startEmbedded } from '../server/src/database/embedded.ts'
import { migrate } from '../server/src/database/migrate.ts'
import {
  checkLedger,
  platformAccount,
  runHourlyChecks,
  runLedgerChecks,
} from '../server/src/ledger/ledger.ts'
import { readSlice } from '../server/src/ledger/passes.ts'
import { openOperatorSession } from '../server/src/staff/staff.ts'
import { storeFigures } from '../server/src/transparency/figures.ts'
import { makeProof } from '../server/src/transparency/transparency.ts'
import { openLedger } from '../server/test/open-ledger.ts'
import { fillWorld, memberId, type WorldSize } from './growth-world.ts'
import { BROWSER, SECRET, signIn, startProgram } from './product.ts'

const PASSWORD = 'a password of the benchmark'
const WARM = 3
const CALLS = 30
/** A slow call is repeated less often. */
const CALLS_TAKE_MS = 4_000
const MEMBERS_ASKED = 5
/** New entries between two hourly checks. */
const NEW_ENTRIES = 10_000
const SIZES =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['1000:30000:30000', '100000:3000000:3000000']

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
type Call = readonly [name: string, path: string, body?: object | undefined]

const own = (path: string, body: object = {}): Call => [path, path, body]
const list = (path: string): Call => [`back office ${path}`, `backoffice/${path}`]

const memberCalls: readonly Call[] = [
  own('viewer'),
  own('number-product'),
  own('unread-notifications'),
  own('list-product', { page: 1 }),
  own('list-product-completed', { page: 1 }),
  own('notifications', { page: 1 }),
  own('deposit-history', { page: 1 }),
  own('withdraw-history', { page: 1 }),
  own('total-bonus-today'),
  own('update-balance'),
  own('list-invited', { page: 1 }),
  ['account/acts', 'account/acts'],
  ['withdraw/terms', 'withdraw/terms'],
  ['awards/by-day', 'awards/by-day'],
  ['campaigns', 'campaigns'],
  ['statements', 'statements'],
  ['sessions', 'sessions'],
  ['settings', 'settings'],
  ['list-product-reward', 'list-product-reward'],
  ['transparency', 'transparency'],
  ['transparency/history', 'transparency/history?figure=liabilities.total'],
]

const staffCalls = (n: number): readonly Call[] => [
  list('dashboard?days=30'),
  list('members'),
  list('members?sort=verified_orders.desc'),
  list(`members?q=member%20${n}`),
  list(`members/${memberId(n)}?reason=bench`),
  list('campaigns'),
  list('campaigns?q=Brand%207'),
  list('orders/reviews'),
  list('deposits'),
  list('deposits?q=FT-0000'),
  list('withdrawals'),
  list('withdrawals?status=requested'),
  list('ledger/accounts'),
  list('ledger/accounts?sort=balance.desc'),
  list('ledger/entries'),
  list('ledger/entries?type=campaign_paid'),
  list(`ledger/entries?actor=member:${memberId(n)}`),
  list(`ledger/entries?refers_to=${memberId(n)}`),
  list('ledger/entries?amount=10.00'),
  list('ledger/entries?amount=77.77'),
  list('ledger/chains'),
  list('ledger/checks'),
  list('ledger/standing'),
  list('audit'),
  list(`search?text=member%20${n}`),
]

async function operatorHeaders(url: string): Promise<Headers> {
  const database = await openDatabase({ url })
  const operator_id = newId(new Date())
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into operator (id, username, role, set_up, created_at) values ($1::uuid, 'bench.' || right($1::uuid::text, 8), 'owner', true, now())`,
    [operator_id],
  )
  await client.end()
  const token = await database.transaction((tx) => openOperatorSession(tx, { operator_id, device: 'bench' }))
  await database.close()
  return { cookie: `staff_session=${token}`, 'x-staff': '1' }
}

const skipped = new Set<string>()
async function ask(base: string, [name, path, body]: Call, headers: Headers): Promise<boolean> {
  const answer = await fetch(`${base}/api/${path}`, {
    headers: { ...BROWSER, ...headers, origin: base, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok && !skipped.has(name)) {
    skipped.add(name)
    console.error(`${name} is left out: ${answer.status} ${text.slice(0, 200)}`)
  }
  return answer.ok
}

async function measure(base: string, call: Call, of: readonly Headers[]): Promise<Took | undefined> {
  const until = performance.now() + CALLS_TAKE_MS
  const on_time = (least: number, i: number) => i < least || performance.now() < until
  for (let i = 0; i < WARM && on_time(1, i); i += 1)
    if (!(await ask(base, call, of[i % of.length]!))) return undefined
  const times: number[] = []
  for (let i = 0; i < CALLS && on_time(1, i); i += 1)
    times.push(await timed(() => ask(base, call, of[i % of.length]!)))
  return percentiles(times)
}

type Results = Map<string, Took>

async function measureCalls(base: string, staff: Headers, members: number, results: Results): Promise<void> {
  const asked = Array.from({ length: MEMBERS_ASKED }, (_, i) =>
    Math.floor((members * (i + 1)) / MEMBERS_ASKED),
  )
  const signed_in: Awaited<ReturnType<typeof signIn>>[] = []
  for (const n of asked) signed_in.push(await signIn(base, { username: `member ${n}`, password: PASSWORD }))
  for (const [name, path, body] of memberCalls) {
    const took: Took[] = []
    for (const { headers, user_id } of signed_in) {
      const one = await measure(base, [name, path, body && { user_id, ...body }], [headers])
      if (one !== undefined) took.push(one)
    }
    const worst = took.toSorted((a, b) => b.p50 - a.p50)[0]
    if (worst !== undefined) results.set(name, worst)
  }
  for (const call of staffCalls(asked[2]!)) {
    const took = await measure(base, call, [staff])
    if (took !== undefined)
      results.set(call[0].replace(memberId(asked[2]!), ':id').replace(String(asked[2]!), ':n'), took)
  }
}

/** The checks of the ledger, their cost and what a call beside the slices takes. */
async function measureChecks(database: Database, base: string, results: Results): Promise<void> {
  const once_ = async (name: string, work: () => Promise<unknown>) => {
    const took = await timed(work)
    results.set(name, { p50: took, p99: took })
  }
  await once_('full check, all checkers', () => runLedgerChecks(database, checkers))
  await once_('hourly check, nothing new', () => runHourlyChecks(database, checkers))
  const ledger = openLedger(database)
  const entries = Array.from({ length: NEW_ENTRIES }, (_, i) => {
    const id = newId(new Date())
    const postings = [
      { account: platformAccount('cash', id), amount_minor: -1n },
      { account: platformAccount('revenue', id), amount_minor: 1n },
    ]
    return {
      id,
      type: 'adjustment' as const,
      refers_to: `bench ${i}`,
      actor: 'system',
      event_at: new Date(),
      postings,
    }
  })
  await Promise.all(entries.map((entry) => ledger.post(entry)))
  await ledger.close()
  await once_(`hourly check, ${NEW_ENTRIES} new entries`, () => runHourlyChecks(database, checkers))
  const slices: number[] = []
  const read = new AbortController()
  const beside: number[] = []
  const others = (async () => {
    while (!read.signal.aborted) {
      beside.push(await timed(() => ask(base, ['settings', 'settings'], {})))
      await sleep(5)
    }
  })()
  let outcome: string
  do {
    const began = performance.now()
    outcome = await readSlice(database)
    const took = performance.now() - began
    slices.push(took)
    await sleep(took)
  } while (outcome === 'read')
  read.abort()
  await others
  if (outcome !== 'done') throw new Error(`the daily check ended ${outcome}`)
  results.set(`a slice of the daily check`, percentiles(slices))
  const total = slices.reduce((sum, took) => sum + took, 0)
  results.set(`daily check, all slices`, { p50: total, p99: total })
  results.set('settings beside the slices', percentiles(beside))
}

async function isFilled(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ filled: boolean }>('select exists (select from member) as filled')
  await client.end()
  return rows[0]!.filled
}

async function run(url: string, data_dir: string, size: WorldSize): Promise<Results> {
  await migrate({ url })
  const results: Results = new Map()
  if (!(await isFilled(url))) {
    const took = await timed(async () => fillWorld(url, size, await hashPassword(PASSWORD)))
    console.log(`${size.members} members: filled in ${(took / 1000).toFixed(0)} s`)
  }
  const database = await openDatabase({ url })
  const staff = await operatorHeaders(url)
  const product = await startProgram(url, data_dir)
  const base = `http://127.0.0.1:${product.port}`
  try {
    if (size.members <= 1000) {
      const found = (await Promise.all(checkers.map((checker) => checker.find(database)))).flat()
      if (found.length > 0)
        throw new Error(`the generated ledger is wrong: ${JSON.stringify(found.slice(0, 3))}`)
      console.log(
        `checkLedger: ${(await checkLedger(database)).length} findings, and none of any other checker`,
      )
    }
    for (const name of ['figures of 90 days', 'figures of a day'])
      results.set(name, percentiles([await timed(() => storeFigures(database))]))
    const proof = await timed(() => makeProof(database, { secrets: [SECRET], signing_keys: [] }, 'bench'))
    results.set('proof of liabilities', { p50: proof, p99: proof })
    await measureChecks(database, base, results)
    await measureCalls(base, staff, size.members, results)
    return results
  } finally {
    product.child.kill('SIGTERM')
    await once(product.child, 'exit')
    await database.close()
  }
}

const sizeOf = (text: string): WorldSize => {
  const [members, postings, visits] = text.split(':').map(Number) as [number, number, number]
  return { members, postings, visits }
}

const all: Results[] = []
for (const text of SIZES) {
  const given = process.env['DATABASE_URL']
  const data_dir = await mkdtemp(join(process.env['TMPDIR'] ?? tmpdir(), 'fairturn-growth-'))
  const server = given === undefined ? await startEmbedded({ data_dir }) : undefined
  try {
    all.push(await run(given ?? server!.url, data_dir, sizeOf(text)))
  } finally {
    await server?.stop()
    await rm(data_dir, { recursive: true, force: true })
  }
  const [first] = all
  const last = all.at(-1)!
  console.log(text)
  console.table(
    [...last].map(([name, { p50, p99 }]) => ({
      what: name,
      'p50 ms': p50.toFixed(1),
      'p99 ms': p99.toFixed(1),
      ratio: (p50 / (first!.get(name)?.p50 ?? p50)).toFixed(2),
    })),
  )
}
