// Measures the ledger against a minimal hand-written transfer on the same server, in interleaved rounds. Machines are
// shared, so only ratios within a run are meaningful. Run: node bench/ledger.ts [seconds per round] [rounds]. With
// DATABASE_URL it uses that (empty) database.
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { Client, Pool } from 'pg'
import {
  type NewEntry,
  accountOf,
  checkLedger,
  openAccounts,
  platformAccount,
  post,
} from '../server/src/ledger/ledger.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { openLedger } from '../server/test/open-ledger.ts'
import { type Logins, withDatabase } from '../testing/postgres.ts'
import { median } from './http-load.ts'
import { PEER_CONNECTIONS, PEER_SCHEMA, transferByHand } from './transfer-peer.ts'

const ACCOUNTS = 10_000
const FUNDS_MINOR = 1_000_000_000n
const P99_LIMIT_MS = 25

/** Transfers one cent between two accounts, given by number; resolves when it is durable. */
type Transfer = (from: number, to: number) => Promise<void>
interface Round {
  rate: number
  p99_ms: number
}
interface Case {
  name: string
  callers: number
  hot: boolean
  goal: number
}

const cases: Case[] = [
  { name: '256 callers, 10 000 accounts', callers: 256, hot: false, goal: 3 },
  { name: '64 callers, 10 000 accounts', callers: 64, hot: false, goal: 2 },
  { name: '256 callers, one hot pair', callers: 256, hot: true, goal: 10 },
]

function entry(from: string, to: string, amount_minor: bigint): NewEntry {
  const postings = [
    { account: from, amount_minor: -amount_minor },
    { account: to, amount_minor },
  ]
  return {
    id: randomUUID(),
    type: 'adjustment',
    refers_to: 'bench',
    actor: 'system',
    event_at: new Date(),
    postings,
  }
}

async function measure(test: Case, transfer: Transfer, duration_ms: number): Promise<Round> {
  const latencies: number[] = []
  const start = performance.now()
  async function caller(): Promise<void> {
    for (;;) {
      const requested_at = performance.now()
      if (requested_at - start > duration_ms) return
      const from = test.hot ? 0 : Math.floor(Math.random() * ACCOUNTS)
      const to = test.hot ? 1 : (from + 1 + Math.floor(Math.random() * (ACCOUNTS - 1))) % ACCOUNTS
      await transfer(from, to)
      latencies.push(performance.now() - requested_at)
    }
  }
  await Promise.all(Array.from({ length: test.callers }, caller))
  const elapsed_s = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  return { rate: latencies.length / elapsed_s, p99_ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0 }
}

async function main(
  { superuser_url: url, app_url }: Logins,
  duration_ms: number,
  rounds: number,
): Promise<void> {
  const database = await openDatabase({ url: app_url })
  const owners = Array.from({ length: ACCOUNTS }, () => randomUUID())
  await openAccounts(
    database,
    owners.map((holder_id) => ({ kind: 'member_available', holder_id })),
  )
  const accounts = owners.map((holder_id) => accountOf('member_available', holder_id))
  for (let i = 0; i < ACCOUNTS; i += 500) {
    const funding = accounts.slice(i, i + 500).map((account) => {
      const funded = entry('', account, FUNDS_MINOR)
      funded.postings[0] = { account: platformAccount('cash', funded.id), amount_minor: -FUNDS_MINOR }
      return funded
    })
    await post(database, funding)
  }
  const owner = new Client({ connectionString: url })
  await owner.connect()
  await owner.query(PEER_SCHEMA)
  await owner.query('insert into peer_account select id, $1 from unnest($2::uuid[]) id', [
    FUNDS_MINOR,
    accounts,
  ])
  await owner.query('analyze')
  const pool = new Pool({ connectionString: url, max: PEER_CONNECTIONS })
  pool.on('error', () => undefined) // the server may stop before the last idle connection has closed

  const ledger = openLedger(database)
  const ours: Transfer = async (from, to) => {
    const answer = await ledger.post(entry(accounts[from] as string, accounts[to] as string, 1n))
    if (answer.status !== 'posted') throw new Error(JSON.stringify(answer))
  }
  const peer: Transfer = async (from, to) => {
    await transferByHand(pool, accounts[from] as string, accounts[to] as string)
  }

  const lines: Record<string, string>[] = []
  for (const test of cases) {
    const results: { ours: Round; peer: Round }[] = []
    await measure(test, ours, duration_ms / 4) // warm up both: connections, plans, caches
    await measure(test, peer, duration_ms / 4)
    for (let round = 0; round < rounds; round += 1) {
      results.push({
        peer: await measure(test, peer, duration_ms),
        ours: await measure(test, ours, duration_ms),
      })
    }
    const ratio = median(results.map((result) => result.ours.rate / result.peer.rate))
    const p99_ms = median(results.map((result) => result.ours.p99_ms))
    lines.push({
      case: test.name,
      'peer/s': median(results.map((result) => result.peer.rate)).toFixed(0),
      'ledger/s': median(results.map((result) => result.ours.rate)).toFixed(0),
      ratio: `${ratio.toFixed(2)}x`,
      goal: `>= ${test.goal}x ${ratio >= test.goal ? 'met' : 'MISSED'}`,
      'p99 ms': p99_ms.toFixed(1),
      'p99 goal': `<= ${P99_LIMIT_MS} ${p99_ms <= P99_LIMIT_MS ? 'met' : 'MISSED'}`,
      'peer p99 ms': median(results.map((result) => result.peer.p99_ms)).toFixed(1),
    })
  }
  await ledger.close()
  const findings = await checkLedger(database)
  await pool.end()
  await owner.end()
  await database.close()
  console.table(lines)
  console.log(
    `peer: ${PEER_CONNECTIONS} connections; ${rounds} interleaved rounds of ${duration_ms} ms, medians; books: ${findings.length} findings`,
  )
  if (findings.length > 0) throw new Error('the ledger is wrong')
}

const duration_ms = Number(process.argv[2] ?? 2) * 1000
const rounds = Number(process.argv[3] ?? 5)
await withDatabase((logins) => main(logins, duration_ms, rounds))
