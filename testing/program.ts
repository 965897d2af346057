// One process of the product for a drill: the roles of ROLES, as started and stopped by main.ts but without building the
// apps, which eight processes would do at once. moved-clock.ts shifts its clock.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '../server/src/platform/config.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { probeRoutes, type Readiness } from '../server/src/platform/telemetry/probes.ts'

const config = loadConfig(process.env)
const database = await openDatabase({ url: config.databaseAppUrl!, poolSize: config.databasePool })
const readiness: Readiness = { closing: false }
const closers = [() => database.close()]
if (config.roles.includes('worker')) {
  const { startWorker } = await import('../server/src/worker.ts')
  closers.unshift(await startWorker(database, config))
}
if (config.roles.includes('web') || config.roles.includes('links')) {
  const server = await (config.roles.includes('web') ? web() : links())
  probeRoutes(server, { database, readiness })
  closers.unshift(() => server.close())
  await server.listen({ port: config.port, host: config.host })
}

async function web() {
  const { openWeb } = await import('../server/src/web.ts')
  const nowhere = join(config.dataDir, 'no-apps')
  return await openWeb({ config, database, dist: nowhere, adminDist: nowhere })
}

async function links() {
  const { linkServer } = await import('../server/src/links.ts')
  return await linkServer({ config, database })
}

process.once('SIGTERM', () => void end())

async function end(): Promise<void> {
  readiness.closing = true
  await sleep(config.shutdownDelayMs)
  for (const close of closers) await close()
  process.exit(0)
}
