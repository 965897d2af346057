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
  if (config.database_app_url !== undefined && config.database_url === undefined)
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
  const { DATABASE_URL: _owner_url, ...env } = process.env
  return fork(join(import.meta.dirname, 'process.ts'), ['--login-follows'], {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env, DEMO: String(config.demo) },
    detached: true,
  })
}

/** Everything that needs the schema owner. */
async function prepare(config: Config): Promise<LoginMessage> {
  const owner_url = config.database_url ?? (await step('Starting PostgreSQL', () => embedded(config)))
  await step('Migrating the database', () => migrate({ url: owner_url }))
  const app_url =
    config.database_app_url ?? (await ensureAppLogin(owner_url, keptAppPassword(config.data_dir)))
  if (config.demo) await step('Loading the demo set', () => loadDemo({ owner_url, app_url }, config))
  return {
    DATABASE_APP_URL: app_url,
    DATABASE_READ_URL: config.database_read_url && withSameLogin(config.database_read_url, app_url),
  }
}

async function embedded(config: Config): Promise<string> {
  const settings = config.backup_dir === undefined ? {} : await archiveSettings(config.backup_dir)
  const server = await startEmbedded({
    data_dir: config.data_dir,
    settings,
    postgres_bin: config.postgres_bin,
  })
  onClose(() => server.stop())
  return server.url
}

async function loadDemo(urls: { owner_url: string; app_url: string }, config: Config): Promise<void> {
  const { ensureDemo } = await import('./demo/demo.ts')
  await ensureDemo(urls, config)
}

await main().catch(async (error: unknown) => {
  console.error(`\n${explain(error)}`)
  await closeAll()
  process.exit(1)
})
