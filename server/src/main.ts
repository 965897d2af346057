// Starts this process's roles. Each role's code is imported lazily: a killed link process restarts in half the time.
import type { FastifyInstance } from 'fastify'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, loadConfig } from './platform/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { archiveSettings } from './operations/archive.ts'
import { countProcess, gauge } from './platform/telemetry/metrics.ts'
import { openProbes, probeRoutes, type Readiness } from './platform/telemetry/probes.ts'
import { startTraces } from './platform/telemetry/traces.ts'

const CLOSED_WITHIN_MS = 30_000
/** Far above what any call needs; only a server that has vanished takes longer. Workers read for minutes (proof, checks). */
const QUERY_TIMEOUT_MS = 60_000

/** Opened resources, closed in reverse order. */
const closers: (() => Promise<void>)[] = []
const readiness: Readiness = { closing: false }
let shutdown_delay_ms = 0

async function main(): Promise<void> {
  // The next start reuses what this one compiles; a folder that cannot be written to is ignored.
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
  const config = loadConfig(process.env)
  shutdown_delay_ms = config.shutdown_delay_ms
  const began_at = performance.now()
  await guardBankFeed(config)
  const step = progress()
  const built = config.roles.includes('web') ? buildMemberApp() : Promise.resolve(false)
  // Awaited below; until then a failed build must not cause an unhandled rejection.
  built.catch(() => undefined)

  const url = config.database_url ?? (await step('Starting PostgreSQL', () => embedded(config)))
  await step('Migrating the database', () => migrate({ url }))
  if (config.demo) await step('Loading the demo set', () => loadDemo(url, config))
  if (config.traces_endpoint !== undefined)
    closers.push(await startTraces(config.traces_endpoint, config.roles))
  const database = await openDatabase({
    url,
    read_url: config.database_read_url,
    pool_size: config.database_pool,
    query_timeout_ms: config.roles.includes('worker') ? undefined : QUERY_TIMEOUT_MS,
  })
  closers.push(() => database.close())
  await watch(config, database)
  await step('Building the app', () => built)
  if (config.roles.includes('worker')) await work(config, database)
  if (config.roles.includes('web') || config.roles.includes('links')) await listen(config, database)
  await announce(config, performance.now() - began_at)
  if (config.roles.includes('web')) await buildBackOffice()
}

/**
 * Every process that is told of the folder must be unable to write there, also one that never reads it; on a machine without
 * the folder only a worker needs it.
 */
async function guardBankFeed({ bank_feed_dir, data_dir, backup_dir, roles }: Config): Promise<void> {
  if (bank_feed_dir === undefined || !(roles.includes('worker') || existsSync(bank_feed_dir))) return
  const { requireReadOnly } = await import('./platform/read-only-folder.ts')
  await requireReadOnly(bank_feed_dir, [data_dir, ...(backup_dir === undefined ? [] : [backup_dir])])
}

async function buildMemberApp(): Promise<boolean> {
  const { buildApp, discardStale } = await import('./operations/build.ts')
  await discardStale('admin')
  return buildApp('member')
}

/** Built last: members do not depend on it. */
async function buildBackOffice(): Promise<void> {
  const { buildApp } = await import('./operations/build.ts')
  await buildApp('admin').catch((error: unknown) => console.error(error))
}

async function embedded(config: Config): Promise<string> {
  const settings = config.backup_dir === undefined ? {} : await archiveSettings(config.backup_dir)
  const server = await startEmbedded({ data_dir: config.data_dir, settings })
  closers.push(() => server.stop())
  return server.url
}

async function loadDemo(url: string, config: Config): Promise<void> {
  const { ensureDemo } = await import('./demo/demo.ts')
  await ensureDemo(url, config)
}

/** Starts before the first request, so that startup is observable. */
async function watch(config: Config, database: Database): Promise<void> {
  if (config.metrics === undefined) return
  countProcess()
  gauge(
    'fairturn_database_connections',
    'Connections of the pool, and callers that wait for one',
    'state',
    () => new Map(Object.entries(database.connections())),
  )
  gauge(
    'fairturn_replica_used',
    'Whether reads go to the replica (1), or to the primary because it is down or late (0)',
    null,
    () => new Map(database.usesReplica() === undefined ? [] : [['', Number(database.usesReplica())]]),
  )
  if (config.roles.includes('worker')) (await import('./operations/gauges.ts')).watchDeployment(database)
  const { close } = await openProbes({ ...config.metrics, database, readiness })
  closers.push(close)
}

async function work(config: Config, database: Database): Promise<void> {
  const { startWorker } = await import('./worker.ts')
  closers.push(await startWorker(database, config))
}

async function listen(config: Config, database: Database): Promise<void> {
  const fastify = config.roles.includes('web')
    ? await webServer(config, database)
    : await (await import('./links.ts')).linkServer({ config, database })
  probeRoutes(fastify, { database, readiness })
  closers.push(() => fastify.close())
  await fastify.listen({ port: config.port, host: config.host })
}

async function webServer(config: Config, database: Database): Promise<FastifyInstance> {
  const { openWeb } = await import('./web.ts')
  const { ADMIN_DIST, MEMBER_DIST } = await import('./operations/build.ts')
  return openWeb({ config, database, dist: MEMBER_DIST, admin_dist: ADMIN_DIST })
}

/** Prints each step and its duration. */
function progress() {
  return async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began_at = performance.now()
    if (process.stdout.isTTY) process.stdout.write(`  ${name}…`)
    const result = await work()
    const took = `${((performance.now() - began_at) / 1000).toFixed(1)} s`
    console.log(process.stdout.isTTY ? `\r  ${name}: ${took}   ` : `  ${name}: ${took}`)
    return result
  }
}

async function announce(config: Config, took_ms: number): Promise<void> {
  const origin = config.public_origin ?? `http://localhost:${config.port}`
  console.log(`\nFairturn is ready after ${(took_ms / 1000).toFixed(1)} s.\n`)
  if (!config.roles.includes('web')) return console.log(`  roles      ${config.roles.join(', ')}\n`)
  console.log(`  member app ${origin}/`)
  console.log(`  API        ${config.api_origin ?? origin}/api/docs`)
  if (!config.demo) return console.log('')
  const { DEMO_SIGN_INS } = await import('./demo/demo.ts')
  const { DEMO_STAFF } = await import('./demo/staff.ts')
  console.log('\n  This is a demo; every screen says so. Sign in as one of')
  for (const { username, password, who } of DEMO_SIGN_INS)
    console.log(`    ${username.padEnd(10)} ${password.padEnd(14)} ${who}`)
  console.log('  or register with the invite code WELCOME.\n')
  console.log(`  back office ${config.admin_origin ?? origin}/admin/, as one of`)
  for (const { username, role } of DEMO_STAFF.operators)
    console.log(`    ${username.padEnd(14)} ${DEMO_STAFF.password}  ${role}`)
  console.log(
    `  with a code of an authenticator app that was given the secret\n    ${DEMO_STAFF.one_time_secret}`,
  )
  console.log('\n  Ctrl-C stops it; the data stays.\n')
}

async function close(): Promise<void> {
  // A second Ctrl-C exits immediately; the database recovers committed transactions.
  if (readiness.closing) process.exit(130)
  readiness.closing = true
  if (shutdown_delay_ms > 0) await sleep(shutdown_delay_ms)
  // Timeout of the graceful shutdown, in case something hangs.
  setTimeout(() => process.exit(1), CLOSED_WITHIN_MS).unref()
  for (const closer of closers.toReversed()) await closer().catch((error: unknown) => console.error(error))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void close().then(() => process.exit(0)))

try {
  await main()
} catch (error) {
  console.error(`\n${error instanceof Error ? explain(error) : String(error)}`)
  await close()
  process.exit(1)
}

function explain(error: Error): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return 'The port is taken. Stop what uses it, or set another: PORT=3001 npm start'
  return process.env['LOG_LEVEL'] === 'debug' ? (error.stack ?? error.message) : error.message
}
