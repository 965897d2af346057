// The proof of liabilities for a million members, against hashing the same bytes once, and the proof of a day with as many
// entries. Run: node bench/proof.ts [members] [rounds] [entries]. It starts its own PostgreSQL; DATABASE_URL names another, empty one. The members' accounts
// bypass the ledger's triggers: never use a database with data.
import { hash, randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { widthsOf } from '@fairturn/contract/proof/tree'
import { Client } from 'pg'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { evidenceOf, makeProof, openTree, salterOf } from '../server/src/transparency/transparency.ts'
import { withDatabase } from '../testing/postgres.ts'
import { median } from './http-load.ts'

const MEMBERS = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = Number(process.argv[3] ?? 3)
const ENTRIES = Number(process.argv[4] ?? 1_000_000)
const LOOK_UPS = 2_000
/** Lines of the busiest member, two for each entry. */
const MOST_LINES = 2_000
const SECRETS = { secrets: ['a secret of this benchmark alone'], signingKeys: [] }
/** Message lengths as in contract/src/proof/tree.ts. */
const LEAF_BYTES = 75
const INNER_BYTES = 102
const SALTING_BYTES = [145, 192] as const

const timed = (work: () => void): number => {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** Only the tree: salts, splits, leaves, all levels, over amounts in memory. */
function build(): number {
  const tree = openTree(randomBytes(16), salterOf(randomBytes(32)))
  const holder = Buffer.alloc(16)
  const identity = Buffer.alloc(32, 3)
  for (let i = 0; i < MEMBERS; i += 1) {
    holder.writeUInt32BE(i)
    tree.add({ holder, identity, kind: 'available', amount_minor: BigInt(i % 1_000_003) })
  }
  return timed(() => void tree.build())
}

/** Number and length of the messages that the tree hashes: leaves, nodes, and two for the salts of each member. */
function messages(): [count: number, bytes: number][] {
  const leaves = 3 * MEMBERS
  const inner = widthsOf(leaves)
    .slice(1)
    .reduce((sum, width) => sum + width, 0)
  return [
    [leaves, LEAF_BYTES],
    [inner, INNER_BYTES],
  ]
}

/** Hashes the same messages once and discards the digests: nothing is read, summed, shuffled or stored. */
const hashOnce = (): number =>
  timed(() => {
    for (const [count, bytes] of messages()) {
      const message = Buffer.alloc(bytes)
      for (let i = 0; i < count; i += 1) {
        message[0] = i
        hash('sha256', message, 'binary')
      }
    }
    for (const bytes of SALTING_BYTES) {
      const message = Buffer.alloc(bytes)
      for (let i = 0; i < MEMBERS; i += 1) {
        message[0] = i
        hash('sha512', message, 'binary')
      }
    }
  })

/** All those bytes as one stream, a lower bound that no tree can reach: without the overhead of a call per message. */
function hashStream(): number {
  const all = Buffer.alloc(messages().reduce((sum, [count, bytes]) => sum + count * bytes, 0))
  return timed(() => void hash('sha256', all, 'buffer'))
}

/** Creates members with a balance each, bypassing the triggers: through the ledger it would take an hour. */
async function fill(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `insert into member (id, username, username_key, phone, code, locale, created_at)
     select ('019a0000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'member ' || i, 'member ' || i, '+84' || (100000000 + i), 'CODE' || i,
       'en', now() from generate_series(1, ${MEMBERS}) i`,
  )
  await client.query(
    `insert into account (id, kind, holder_id, may_go_negative, balance_minor)
     select ledger_account_id('member_available', id::text), 'member_available', id::text, false, 100 + abs(hashtext(id::text)) % 100000
     from member`,
  )
  await client.query(
    `update account set balance_minor = -(select sum(balance_minor) from account where kind = 'member_available')
     where id = ledger_account_id('cash', '0')`,
  )
  await client.query('analyze')
  await client.end()
}

/**
 * A day: each entry is an award and moves money between two accounts of a member, so that it has two lines. The first
 * entries are of one member.
 */
async function fillDay(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `insert into account (id, kind, holder_id, may_go_negative)
     select ledger_account_id('member_held', id::text), 'member_held', id::text, false from member`,
  )
  await client.query(
    `insert into entry (id, entry_no, type, refers_to, actor, note, event_at, created_at, posting_count, chain, request_hash, previous_hash, hash)
     select md5('entry ' || i)::uuid, i, 'award_claimed', '', 'system', '', now(), now(), 2, 1 + i % 64, sha256(''), sha256(''), sha256('')
     from generate_series(1, ${ENTRIES}) i`,
  )
  await client.query(
    `update chain c set length = e.length, last_entry_no = e.last from (
       select chain, count(*) as length, max(entry_no) as last from entry group by chain) e where c.no = e.chain`,
  )
  await client.query(
    `insert into posting (entry_id, entry_no, posting_no, account_no, amount_minor, balance_after, version)
     select e.id, e.entry_no, part.no, a.no, 5 * part.sign, 5, row_number() over (partition by a.no order by e.entry_no)
     from entry e cross join (values (1, 'member_held', -1), (2, 'member_available', 1)) as part (no, kind, sign)
     join account a on a.kind = part.kind and a.holder_id = '019a0000-0000-7000-8000-' || lpad(to_hex(
       case when e.entry_no <= ${MOST_LINES / 2} then 1 else 1 + e.entry_no % ${MEMBERS} end), 12, '0')`,
  )
  await client.query(
    `insert into award (id, order_id, member_id, campaign_id, entry_id, reward_minor, bonus_minor, quality_bp, claimed_at)
     select id, id, id, id, id, 4, 1, 9000, event_at from entry`,
  )
  await client.query(
    `update account a set version = p.version from (select account_no, max(version) as version from posting group by account_no) p
     where a.no = p.account_no`,
  )
  await client.query('analyze')
  await client.end()
}

/** Again, with the day's entries: the proof reads nothing that the one before has read. */
async function measureDay(url: string): Promise<void> {
  const database = await openDatabase({ url })
  const began = performance.now()
  await makeProof(database, SECRETS, 'bench')
  console.log(
    `\nwith a day of ${ENTRIES} entries, ${2 * ENTRIES} lines and ${ENTRIES} awards: ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
  const { rows } = await database.query<{ mib: string }>({
    text: `select round((pg_total_relation_size('proof_node') + pg_total_relation_size('proof_place')) / 1048576.0)::text as mib`,
  })
  console.log(`  stored: ${rows[0]!.mib} MiB more`)
  const took = async (no: number) => {
    const member_id = `019a0000-0000-7000-8000-${no.toString(16).padStart(12, '0')}`
    const from = performance.now()
    const { lines } = await evidenceOf(database, SECRETS, { member_id, proof_id: undefined })
    return { ms: performance.now() - from, count: lines!.count }
  }
  await took(2)
  const most = await took(1)
  console.log(`  ${most.count} lines of one member: ${most.ms.toFixed(0)} ms`)
  const times: number[] = []
  for (let i = 0; i < LOOK_UPS; i += 1)
    times.push((await took(2 + Math.floor(Math.random() * (MEMBERS - 2)))).ms)
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(LOOK_UPS * 0.99)]!
  console.log(
    `  leaves and lines of any member: median ${median(times).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  )
  await database.close()
}

async function measureWhole(url: string): Promise<void> {
  const database = await openDatabase({ url })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.memoryUsage().rss
  let highest = before
  const watching = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 50)
  const began = performance.now()
  await makeProof(database, SECRETS, 'bench')
  const tookS = (performance.now() - began) / 1000
  clearInterval(watching)
  delay.disable()
  console.log(`\nthe whole, from the database and back into it: ${tookS.toFixed(1)} s`)
  console.log(
    `  event loop meanwhile: p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms, most ${(delay.max / 1e6).toFixed(0)} ms`,
  )
  console.log(`  memory: ${((highest - before) / 2 ** 20).toFixed(0)} MiB more, all threads`)
  const { rows } = await database.query<{ mib: string }>({
    text: `select round((pg_total_relation_size('proof_block') + pg_total_relation_size('proof_holders')) / 1048576.0)::text as mib`,
  })
  console.log(`  stored: ${rows[0]!.mib} MiB`)
  const times: number[] = []
  for (let i = 0; i < LOOK_UPS; i += 1) {
    const no = 1 + Math.floor(Math.random() * MEMBERS)
    const member_id = `019a0000-0000-7000-8000-${no.toString(16).padStart(12, '0')}`
    const from = performance.now()
    const { leaves } = await evidenceOf(database, SECRETS, { member_id, proof_id: undefined })
    times.push(performance.now() - from)
    if (leaves.length !== 3) throw new Error(`${member_id} has ${leaves.length} leaves`)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(LOOK_UPS * 0.99)]!
  console.log(
    `  a member's leaves and paths: median ${median(times).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (goal < 50)`,
  )
  await database.close()
}

const rounds = Array.from({ length: ROUNDS }, () => ({
  tree: build(),
  once: hashOnce(),
  stream: hashStream(),
}))
const [tree, once, stream] = (['tree', 'once', 'stream'] as const).map((name) =>
  median(rounds.map((round) => round[name])),
) as [number, number, number]
const ratio = median(rounds.map((round) => round.tree / round.once))
console.log(`${MEMBERS} members, ${3 * MEMBERS} leaves, medians of ${ROUNDS} interleaved rounds`)
console.log(
  `  tree ${(tree / 1000).toFixed(2)} s; each message hashed once ${(once / 1000).toFixed(2)} s: ${ratio.toFixed(2)}× (goal ≤ 3×)`,
)
console.log(`  the same bytes as one stream ${(stream / 1000).toFixed(2)} s: ${(tree / stream).toFixed(1)}×`)

await withDatabase(async ({ superuserUrl, appUrl }) => {
  await fill(superuserUrl)
  await measureWhole(appUrl)
  await fillDay(superuserUrl)
  await measureDay(appUrl)
})
