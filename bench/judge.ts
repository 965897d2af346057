// Measures the judge: verdicts a second of one worker without other load, on visits that were written beforehand. To compare two
// versions, run each in its own checkout, in turn. Run: node bench/judge.ts [rounds]. It starts its own PostgreSQL; with DATABASE_URL
// it uses that (empty) database.
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { openRecorder } from '../server/src/tracking/recorder.ts'
import { judgeVisits, maintainVisits } from '../server/src/tracking/tracking.ts'
import { dayOf } from '../server/src/tracking/visitor.ts'
import { withDatabase } from '../testing/postgres.ts'
import { median } from './http-load.ts'
import { type BenchLink, openBenchLink } from './link-server.ts'

const LINKS = 64
const JUDGED = 3_000
const MINUTE_MS = 60_000

type ShardedLink = BenchLink & { readonly shard: string }

/** Writes visits, and returns how many a second were judged. */
async function verdictsPerSecond(database: Database, links: readonly ShardedLink[]): Promise<number> {
  const recorder = openRecorder(database)
  const hash = () => randomBytes(16).toString('hex')
  const now = Date.now()
  await Promise.all(
    Array.from({ length: JUDGED }, async (_, i) => {
      const link = { ...links[i % links.length]!, confirmed: false }
      const at = new Date(now - 2 * MINUTE_MS - Math.random() * 20 * MINUTE_MS)
      const visit_day = dayOf(at)
      const visitor = {
        day: visit_day,
        hash: hash(),
        before: hash(),
        network: hash(),
        network_before: hash(),
        address: hash(),
        address_before: hash(),
      }
      const visit_id = await recorder.visit({ link, at, visitor, locale: 'vn', refused: null })
      const later = new Date(at.getTime() + 5_000)
      await recorder.continuation({ link, visit_id, visit_day, at: later, refused: null })
    }),
  )
  const began = performance.now()
  const count = await judgeVisits(database)
  if (count !== JUDGED) throw new Error(`${count} of ${JUDGED} visits were judged`)
  return count / ((performance.now() - began) / 1000)
}

async function main(url: string, rounds: number): Promise<void> {
  const database = await openDatabase({ url })
  await maintainVisits(database)
  const links: ShardedLink[] = []
  for (let i = 0; i < LINKS; i += 1) {
    const link = await openBenchLink(database)
    const { rows } = await database.query<{ shard: string }>({
      text: 'select visit_shard($1)::text as shard',
      values: [link.id],
    })
    links.push({ ...link, shard: rows[0]!.shard })
  }
  await verdictsPerSecond(database, links)
  const rates = []
  for (let round = 0; round < rounds; round += 1) rates.push(await verdictsPerSecond(database, links))
  await database.close()
  console.log(
    `${median(rates).toFixed(0)} verdicts/s, median of ${rounds} rounds of ${JUDGED} (${rates.map((rate) => rate.toFixed(0)).join(', ')})`,
  )
}

const rounds = Number(process.argv[2] ?? 9)
await withDatabase(({ app_url }) => main(app_url, rounds))
