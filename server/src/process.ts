import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
// Starts this process's roles, with the processes' login. Each role's code is imported lazily: a killed link process
// restarts in half the time.
import type { FastifyInstance } from 'fastify'
import { closeAll, guardBankFeed, onClose, step } from './operations/start-up.ts'
import { type Config, loadConfig } from './platform/config.ts'
import { requireOwnSecret } from './platform/credentials/deployment-secret.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { requireMigrated } from './platform/database/migrate.ts'
import { explain } from './platform/explain.ts'
import { countProcess, gauge } from './platform/telemetry/metrics.ts'
import { openProbes, probeRoutes, type Readiness } from './platform/telemetry/probes.ts'
import { startTraces } from './platform/telemetry/traces.ts'

/** What main.ts sends: variables of the environment that were not known when it started this process. */
export interface LoginMessage {
  readonly DATABASE_APP_URL: string
  readonly DATABASE_READ_URL: string | undefined
}

const CLOSED_WITHIN_MS = 30_000
/** Far above what any call needs; only a server that has vanished takes longer. Workers read for minutes (proof, checks). */
const QUERY_TIMEOUT_MS = 60_000

const readiness: Readiness = { closing: false }
let shutdownDelayMs = 0

async function main(): Promise<void> {
  const began_at = performance.now()
  const configured = loadConfig(process.env)
  await guardBankFeed(configured)
  shutdownDelayMs = configured.shutdownDelayMs
  const web = configured.roles.includes('web')
  const built = web ? buildMemberApp() : Promise.resolve(false)
  // Awaited below; until then a failed build must not cause an unhandled rejection.
  built.catch(() => undefined)
  const login = process.argv.includes('--login-follows') ? await receiveLogin(configured) : {}
  const config = loadConfig({ ...process.env, ...login })

  if (config.tracesEndpoint !== undefined) onClose(await startTraces(config.tracesEndpoint, config.roles))
  const database = await openDatabase({
    url: config.databaseAppUrl!,
    readUrl: config.databaseReadUrl,
    poolSize: config.databasePool,
    queryTimeoutMs: config.roles.includes('worker') ? undefined : QUERY_TIMEOUT_MS,
  })
  onClose(() => database.close())
  await requireMigrated(database)
  await requireOwnSecret(database, config)
  await requireProofKey(config, database)
  await watch(config, database)
  await step('Building the app', () => built)
  if (config.roles.includes('worker')) await work(config, database)
  if (web || config.roles.includes('links')) await listen(config, database)
  await announce(config, performance.now() - began_at)
  if (web) await buildBackOffice()
}

/** Its code is loaded only where a key is configured. */
async function requireProofKey(config: Config, database: Database): Promise<void> {
  if (config.proofSigningKeys.length === 0) return
  const { proofSecrets, requireFollowingKey } = await import('./transparency/transparency.ts')
  await requireFollowingKey(database, proofSecrets(config))
}

/** Loads the code of the roles meanwhile. A process whose `npm start` was killed stops. */
async function receiveLogin(config: Config): Promise<LoginMessage> {
  process.once('disconnect', () => void close().then(() => process.exit(0)))
  const received = once(process, 'message') as Promise<[LoginMessage]>
  await Promise.all(config.roles.map((role) => import(`./${role}.ts`)))
  return (await received)[0]
}

async function buildMemberApp(): Promise<boolean> {
  const { buildApp, discardStale } = await import('./operations/build.ts')
  await discardStale('admin')
  return buildApp('member')
}

/** Built last: members do not depend on it. */
async function buildBackOffice(): Promise<void> {
  const { buildApp } = await import('./operations/build.ts')
  await buildApp('admin').then(
    () => console.log('  The back office is ready.'),
    (error: unknown) => console.error(error),
  )
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
  onClose(close)
}

async function work(config: Config, database: Database): Promise<void> {
  const { startWorker } = await import('./worker.ts')
  onClose(await startWorker(database, config))
}

async function listen(config: Config, database: Database): Promise<void> {
  const fastify = config.roles.includes('web')
    ? await webServer(config, database)
    : await (await import('./links.ts')).linkServer({ config, database })
  probeRoutes(fastify, { database, readiness })
  onClose(() => fastify.close())
  await fastify.listen({ port: config.port, host: config.host })
}

async function webServer(config: Config, database: Database): Promise<FastifyInstance> {
  const { openWeb } = await import('./web.ts')
  const { ADMIN_DIST, MEMBER_DIST } = await import('./operations/build.ts')
  return openWeb({ config, database, dist: MEMBER_DIST, adminDist: ADMIN_DIST })
}

async function announce(config: Config, tookMs: number): Promise<void> {
  const origin = config.publicOrigin ?? `http://localhost:${config.port}`
  console.log(`\nFairturn is ready after ${(tookMs / 1000).toFixed(1)} s.\n`)
  if (!config.roles.includes('web')) return console.log(`  roles      ${config.roles.join(', ')}\n`)
  console.log(`  member app ${origin}/`)
  console.log(`  API        ${config.apiOrigin ?? origin}/api/docs`)
  if (!config.demo) return console.log('')
  const { DEMO_SIGN_INS } = await import('./demo/demo.ts')
  const { DEMO_STAFF } = await import('./demo/staff.ts')
  console.log('\n  This is a demo; every screen says so. Sign in as one of')
  for (const { username, password, who } of DEMO_SIGN_INS)
    console.log(`    ${username.padEnd(10)} ${password.padEnd(14)} ${who}`)
  console.log('  or register with the invite code WELCOME.\n')
  console.log(
    `  back office ${config.adminOrigin ?? origin}/admin/ (a line below says when it is built), as one of`,
  )
  for (const one of DEMO_STAFF.operators) {
    const side = 'side' in one ? `, ${one.side === 'in' ? 'brings money in' : 'sends money out'}` : ''
    console.log(`    ${one.username.padEnd(14)} ${DEMO_STAFF.password}  ${one.role}${side}`)
  }
  console.log(
    `  with a code of an authenticator app that was given the secret\n    ${DEMO_STAFF.one_time_secret}`,
  )
  console.log('\n  Ctrl-C stops it; the data stays.\n')
}

async function close(): Promise<void> {
  // A second Ctrl-C exits immediately; the database recovers committed transactions.
  if (readiness.closing) process.exit(130)
  readiness.closing = true
  if (shutdownDelayMs > 0) await sleep(shutdownDelayMs)
  // Timeout of the graceful shutdown, in case something hangs.
  setTimeout(() => process.exit(1), CLOSED_WITHIN_MS).unref()
  await closeAll()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void close().then(() => process.exit(0)))

try {
  await main()
} catch (error) {
  console.error(`\n${explain(error)}`)
  await close()
  process.exit(1)
}
