// Bytes on disk of a row with its indexes, for the table of docs/scale.md: generated data in a PostgreSQL of its own.
// Run: node bench/row-bytes.ts [members:postings:visits].
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { hashPassword } from '../server/src/platform/credentials/passwords.ts'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { migrateAs } from '../testing/postgres.ts'
import { fillWorld } from './growth-world.ts'

/** What a row of docs/scale.md is made of, by table. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  'a visit and its verdict': ['visit', 'visit_verdict'],
  'an entry and its two postings': ['entry', 'posting'],
  'an order with its offer, hold, link and count': ['orders', 'offer', 'hold', 'link', 'link_count'],
  'an award and its notification': ['award', 'notification'],
  'a member with password, session and account': ['member', 'password', 'session', 'account'],
}

/** Of a table with its partitions and indexes, by row of the table; 0 for an empty one. */
async function bytesOf(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree($1::regclass)), pg_total_relation_size($1::regclass))
      / nullif((select count(*) from ${table}), 0), 0)::float8 as bytes`,
    [table],
  )
  return rows[0]!.bytes
}

const [members, postings, visits] = (process.argv[2] ?? '100000:1000000:1000000').split(':').map(Number) as [
  number,
  number,
  number,
]
const dataDir = await mkdtemp(join(tmpdir(), 'fairturn-row-bytes-'))
const settings = { max_wal_size: '4GB', wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' }
const server = await startEmbedded({ dataDir, durable: false, settings })
try {
  await migrateAs(server.url, server.superuserUrl, dataDir)
  await fillWorld(server.superuserUrl, { members, postings, visits }, await hashPassword('of a benchmark'))
  const client = new Client({ connectionString: server.superuserUrl })
  await client.connect()
  console.log(`${members} members, ${postings} postings, ${visits} visits`)
  for (const [what, tables] of Object.entries(ROWS)) {
    const bytes = []
    for (const table of tables) bytes.push(Math.round(await bytesOf(client, table)))
    console.log(`${what}: ${bytes.join(' + ')} = ${bytes.reduce((sum, one) => sum + one, 0)}`)
  }
  await client.end()
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
