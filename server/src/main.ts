// `npm start`: as the schema owner it migrates the database, then gives the process (process.ts) the processes' login,
// which is all that the process knows. Where only that login is configured, this is the process.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { archiveSettings } from './operations/archive.ts'
import { closeAll, guardBankFeed, onClose, step } from './operations/start-up.ts'
import { type Config, loadConfig } from './platform/config.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { ensureAppLogin, keptAppPassword, withSameLogin } from './platform/database/login.ts'
import { migrate } from './platform/database/migrate.ts'
import { explain } from './platform/explain.ts'
import type { LoginMessage } from './process.ts'

/** The next start reuses the code that this one compiles; a folder that cannot be written to is ignored. */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/node')

async function main(): Promise<void> {
  enableCompileCache(COMPILE_CACHE)
  const config = loadConfig(process.env)
  if (config.databaseAppUrl !== undefined && config.databaseUrl === undefined)
    return void (await import('./process.ts'))
  await guardBankFeed(config)
  // Started first: it loads its code and builds the app while the database starts here.
  const child = startProcess(config)
  const ended = once(child, 'exit') as Promise<[number | null]>
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  try {
    const message = await Promise.race([prepare(config), ended.then(() => undefined)])
    if (message !== undefined && child.connected) child.send(message)
  } catch (error) {
    console.error(`\n${explain(error)}`)
    child.kill('SIGKILL')
  }
  const [code] = await ended
  await closeAll()
  process.exit(code ?? 1)
}

/** In a group of its own, because Ctrl-C signals the whole group of the terminal, and it would get the signal twice. */
function startProcess(config: Config): ChildProcess {
  const { DATABASE_URL: _schemaOwnerUrl, ...env } = process.env
  return fork(join(import.meta.dirname, 'process.ts'), ['--login-follows'], {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env, DEMO: String(config.demo) },
    detached: true,
  })
}

/** Everything that needs the schema owner. */
async function prepare(config: Config): Promise<LoginMessage> {
  const schemaOwnerUrl = config.databaseUrl ?? (await step('Starting PostgreSQL', () => embedded(config)))
  await step('Migrating the database', () => migrate({ url: schemaOwnerUrl }))
  const appUrl =
    config.databaseAppUrl ?? (await ensureAppLogin(schemaOwnerUrl, keptAppPassword(config.dataDir)))
  if (config.demo) await step('Loading the demo set', () => loadDemo({ schemaOwnerUrl, appUrl }, config))
  return {
    DATABASE_APP_URL: appUrl,
    DATABASE_READ_URL: config.databaseReadUrl && withSameLogin(config.databaseReadUrl, appUrl),
  }
}

async function embedded(config: Config): Promise<string> {
  const settings = config.backupDir === undefined ? {} : await archiveSettings(config.backupDir)
  const server = await startEmbedded({
    dataDir: config.dataDir,
    settings,
    postgresBin: config.postgresBin,
  })
  onClose(() => server.stop())
  return server.url
}

async function loadDemo(urls: { schemaOwnerUrl: string; appUrl: string }, config: Config): Promise<void> {
  const { ensureDemo } = await import('./demo/demo.ts')
  await ensureDemo(urls, config)
}

await main().catch(async (error: unknown) => {
  console.error(`\n${explain(error)}`)
  await closeAll()
  process.exit(1)
})
