// The cost of distributing visits, and of their number: pages and the judge on a single PostgreSQL, on an empty Citus
// cluster, and on the same cluster with many visits, alternately, on this machine.
// Run: CITUS_URL=… node bench/citus.ts [visits loaded] [rounds] [seconds per round]. CITUS_URL says where the programs
// are; all servers are started by the benchmark, with the same version, in TMPDIR, with durable commits.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { distributeVisits } from '../server/src/tracking/distribute.command.ts'
import { openRecorder } from '../server/src/tracking/recorder.ts'
import { judgeVisits, maintainVisits } from '../server/src/tracking/tracking.ts'
import { dayOf } from '../server/src/tracking/visitor.ts'
import { CITUS_URL, joinNodes, queryOnce, withDatabase } from '../testing/citus-databases.ts'
import { citusPrograms, createNode, killNode, startCitus, stopCitus } from '../testing/citus-servers.ts'
import { load, median } from './http-load.ts'
import { type BenchLink, type LinkServer, openBenchLink, requestsFor, startServer } from './link-server.ts'

const LINKS = 64
const CALLERS = [64, 256]
/** Continued visits per call of the judge. */
const JUDGED = 3_000
const DAYS = 20
/** Most recent days, today included, for which continuations and verdicts are loaded too. */
const JUDGED_DAYS = 2
const VISITS_A_LINK = 50
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const SETTINGS = { max_wal_size: '4GB', shared_buffers: '512MB' }

interface Target {
  readonly name: string
  readonly url: string
  readonly database: Database
  readonly links: readonly (BenchLink & { shard: string })[]
  readonly server: LinkServer
}

async function prepare(name: string, url: string, visits: number): Promise<Target> {
  await migrate({ url })
  const [citus] = await queryOnce(url, `select from pg_extension where extname = 'citus'`)
  if (citus !== undefined) await distributeVisits(url, { apply: true })
  const database = await openDatabase({ url })
  await maintainVisits(database)
  if (visits > 0) await loadVisits(url, visits)
  const links = []
  for (let i = 0; i < LINKS; i += 1) {
    const link = await openBenchLink(database)
    const { rows } = await database.query<{ shard: string }>({
      text: 'select visit_shard($1)::text as shard',
      values: [link.id],
    })
    links.push({ ...link, shard: rows[0]!.shard })
  }
  const server = await startServer({ role: 'links', url })
  return { name, url, database, links, server }
}

/**
 * Loads this many visits, spread over the last days, each day with its own links; the shards generate the rows
 * themselves.
 */
async function loadVisits(url: string, visits: number): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const run = async (text: string) => void (await client.query(text))
  const now = new Date()
  const day = (before: number) => dayOf(new Date(now.getTime() - before * DAY_MS))
  const links = Math.round(visits / VISITS_A_LINK)
  // Only times of the day that have passed: nothing is later than now.
  const untilS = Math.max(60, Math.floor((now.getTime() % DAY_MS) / 1000) - 3_600)
  await run(`select tracking_make_partitions('${day(DAYS)}', '${day(0)}')`)
  await run('create table bench_link (link_id uuid primary key, no int not null)')
  await run(`select create_distributed_table('bench_link', 'link_id', colocate_with => 'visit')`)
  await run(`insert into bench_link select md5('link' || no)::uuid, no from generate_series(1, ${links}) no`)
  await run(
    `insert into link (id, code, campaign_id, carrier_id, placer_id, target, brand, tagline, creative, landing_url, opened_at, ends_at)
     select md5('link' || no)::uuid, lpad(to_hex(no), 8, '0'), md5('campaign' || no / 100)::uuid, md5('carrier' || no / 3)::uuid,
       md5('placer' || no / 500)::uuid, ${VISITS_A_LINK}, 'Brand', '{"en": "a"}', '/p.webp', 'https://shop.example.com/',
       date '${day(0)}' - no % ${DAYS}, date '${day(0)}' - no % ${DAYS} + 1 from generate_series(1, ${links}) no`,
  )
  for (let before = DAYS - 1; before >= 0; before -= 1) {
    const began = performance.now()
    const name = day(before).replaceAll('-', '')
    const midnightS = Date.parse(day(before)) / 1000
    const of = `from (select link_id, n, hash, to_timestamp(at_s) as at, (lpad(to_hex(at_s * 1000), 12, '0') || '7'
        || left(hash, 3) || '8' || right(hash, 15))::uuid as id from (
          select link_id, n, md5(link_id::text || n) as hash, ${midnightS} + (no::bigint * 7919 + n * 60) % ${untilS} as at_s
          from bench_link, generate_series(1, ${VISITS_A_LINK}) n where no % ${DAYS} = ${before}) h) v`
    const ofDay = `'${day(before)}'::date`
    await run(
      `insert into visit_${name} (id, day, link_id, at, visitor_hash, visitor_before, network_hash, locale)
       select id, ${ofDay}, link_id, at, decode(hash, 'hex'), decode(md5(hash), 'hex'),
         decode(md5('n' || n), 'hex'), 'vn' ${of}`,
    )
    if (before < JUDGED_DAYS) {
      await run(
        `insert into continuation_${name} (visit_id, day, link_id, at)
         select id, ${ofDay}, link_id, at + interval '5 seconds' ${of} where n % 5 < 2`,
      )
      await run(
        `insert into visit_verdict_${name} (visit_id, day, link_id, at, verdict, seq)
         select id, ${ofDay}, link_id, at, case when n % 5 < 2 then 'verified' else 'not_continued' end, 0 ${of}`,
      )
    }
    await run(`vacuum analyze visit_${name}, continuation_${name}, visit_verdict_${name}`)
    console.log(`${day(before)} loaded in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  await run('vacuum analyze link')
  await client.end()
}

const pages = async ({ server, links }: Target, callers: number, durationMs: number) => {
  const requests = requestsFor(links.map(({ code }) => code))
  return await load(
    server.port,
    callers,
    durationMs,
    () => requests[Math.floor(Math.random() * requests.length)]!,
  )
}

/** Verdicts per second in one worker without other load; the visits are written beforehand. */
async function judged({ database, links }: Target): Promise<number> {
  const recorder = openRecorder(database)
  const hash = () => randomBytes(16).toString('hex')
  const now = Date.now()
  await Promise.all(
    Array.from({ length: JUDGED }, async (_, i) => {
      const link = { ...links[i % links.length]!, confirmed: false }
      const at = new Date(now - 2 * MINUTE_MS - Math.random() * 20 * MINUTE_MS)
      const [visitDay, network] = [dayOf(at), hash()]
      const visitor = {
        day: visitDay,
        hash: hash(),
        before: hash(),
        network,
        network_before: hash(),
        address: hash(),
        address_before: hash(),
      }
      const visit_id = await recorder.visit({ link, at, visitor, locale: 'vn', refused: null })
      const later = new Date(at.getTime() + 5_000)
      await recorder.continuation({ link, visit_id, visitDay, at: later, refused: null })
    }),
  )
  const began = performance.now()
  const count = await judgeVisits(database)
  if (count !== JUDGED) throw new Error(`${count} of ${JUDGED} visits were judged`)
  return count / ((performance.now() - began) / 1000)
}

async function measure(targets: readonly Target[], rounds: number, durationMs: number): Promise<void> {
  const measures: [name: string, of: (target: Target) => Promise<number>][] = [
    ...CALLERS.map((callers): (typeof measures)[number] => [
      `pages a second, ${callers} callers`,
      async (target) => (await pages(target, callers, durationMs)).rate,
    ]),
    ['verdicts a second', judged],
  ]
  const lines = []
  for (const [name, of] of measures) {
    const rates = new Map<string, number[]>(targets.map((target) => [target.name, []]))
    for (let round = -1; round < rounds; round += 1)
      for (const target of targets) {
        const rate = await of(target)
        if (round >= 0) rates.get(target.name)!.push(rate) // the first round is a warm-up
      }
    const [one, empty, full] = [...rates.values()]
    const ratio = (of: readonly number[], to: readonly number[]) =>
      median(of.map((rate, i) => rate / to[i]!)).toFixed(2)
    lines.push({
      what: name,
      ...Object.fromEntries([...rates].map(([of, all]) => [of, median(all).toFixed(0)])),
      'cluster to one': ratio(empty!, one!),
      ...(full && { 'full to empty': ratio(full, empty!) }),
    })
  }
  console.table(lines)
}

async function main(visits: number, rounds: number, durationMs: number): Promise<void> {
  if (CITUS_URL === undefined) throw new Error('CITUS_URL names no Citus cluster, whose programs are needed')
  const bin = await citusPrograms(CITUS_URL)
  const dataDir = await mkdtemp(join(tmpdir(), 'fairturn-bench-'))
  const servers = await startCitus(bin, dataDir, SETTINGS)
  const nodes = [servers.coordinator, ...servers.workers]
  const one = await createNode(bin, join(dataDir, 'one'), SETTINGS)
  const targets: Target[] = []
  try {
    targets.push(await prepare('one PostgreSQL', one.url, 0))
    targets.push(await prepare('cluster, empty', servers.coordinator.url, 0))
    if (visits > 0) {
      const full = nodes.map(({ url }) => withDatabase(url, 'loaded'))
      for (const { url } of nodes) await queryOnce(url, 'create database loaded')
      await joinNodes(full)
      targets.push(await prepare('cluster, full', full[0]!, visits))
      const [size] = await queryOnce<{ visits: string; bytes: string }>(
        full[0]!,
        `select (select count(*) from visit)::text as visits, pg_size_pretty(sum(citus_total_relation_size(logicalrelid))) as bytes
         from unnest(array['visit', 'continuation', 'visit_verdict']) t (name), pg_partition_tree(name::regclass) p
         join pg_dist_partition on logicalrelid = relid`,
      )
      console.log(`${size!.visits} visits, ${size!.bytes}`)
    }
    for (const { url } of [...nodes, one]) await queryOnce(url, 'checkpoint')
    await measure(targets, rounds, durationMs)
    console.log(`${rounds} interleaved rounds of ${durationMs} ms, ${JUDGED} verdicts a round, medians`)
  } finally {
    for (const { server, database } of targets) {
      server.child.kill('SIGKILL')
      await database.close()
    }
    await killNode(one, 'SIGQUIT')
    await stopCitus(servers)
    await rm(dataDir, { recursive: true, force: true })
  }
}

const [visits, rounds, seconds] = process.argv.slice(2).map(Number)
await main(visits ?? 0, rounds ?? 5, (seconds ?? 2) * 1000)
