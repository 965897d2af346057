// Starts a server for each worker, so that parallel tests do not interfere; each test creates the members it needs.
// The demo is loaded once, and every server starts from a copy, because loading takes longer than most tests. Server
// tests run meanwhile; end-to-end tests wait for the file that lists the servers (servers.ts).
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { changeSetting } from '../server/src/content/content.ts'
import { buildApp } from '../server/src/operations/build.ts'
import { loadConfig } from '../server/src/platform/config.ts'
import { withAppUrl } from '../server/src/platform/database/command.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { APP_ROLE, withLogin } from '../server/src/platform/database/login.ts'
import {
  CITUS_APP_PASSWORD,
  CITUS_URL,
  cloneCitusTemplate,
  createCitusTemplate,
  dropCitusDatabase,
  dropCitusTemplate,
} from '../testing/citus-databases.ts'
import { memoryFolder } from '../testing/memory-folder.ts'
import { type RunningServer, startServer } from '../testing/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the `ServersFile`, which is written once the servers have started. */
    servers_file: string
  }
}

export interface JourneyServers {
  /** Origins of the demo and of its tracked links, per worker. */
  servers: Pick<RunningServer, 'origin' | 'links' | 'data_dir'>[]
  prepared_dir: string
}

export type ServersFile = JourneyServers | { failed: string }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await memoryFolder(), 'fairturn-servers-'))
  const servers_file = join(folder, 'servers.json')
  project.provide('servers_file', servers_file)
  const write = async (content: ServersFile) => {
    await writeFile(`${servers_file}.new`, JSON.stringify(content))
    await rename(`${servers_file}.new`, servers_file)
  }
  // Built first, because a server that starts would otherwise build them at the same time.
  await Promise.all([buildApp('member'), buildApp('admin')])
  const started =
    CITUS_URL === undefined ? startServers(project.config.maxWorkers) : startServerOnCitus(CITUS_URL)
  const written = started.then(
    ({ servers, prepared_dir }) =>
      write({
        servers: servers.map(({ origin, links, data_dir }) => ({ origin, links, data_dir })),
        prepared_dir,
      }),
    (error: unknown) => write({ failed: String(error) }),
  )
  return async () => {
    await written
    await started.then(
      ({ stop }) => stop(),
      () => undefined,
    )
    await rm(folder, { recursive: true })
  }
}

interface StartedServers {
  servers: RunningServer[]
  prepared_dir: string
  stop: () => Promise<void>
}

/** Amounts of the journeys are those without VAT; what is tested with a seller sets one. */
const withoutSeller = (data_dir: string): Promise<void> =>
  withAppUrl(loadConfig({ DATA_DIR: data_dir }), async (url) => {
    const database = await openDatabase({ url, pool_size: 1 })
    await database.transaction((tx) => changeSetting(tx, 'seller', null))
    await database.close()
  })

async function startServers(workers: number): Promise<StartedServers> {
  const first = await startServer()
  await withoutSeller(first.data_dir)
  await first.close()
  const servers = await Promise.all(Array.from({ length: workers }, () => startServer({}, first.data_dir)))
  const stop = async () => {
    await Promise.all([first, ...servers].map((server) => server.stop()))
  }
  return { servers, prepared_dir: first.data_dir, stop }
}

const CITUS_DATABASE = 'fairturn_journeys'

/** A single server whose visits are distributed (`npm run test:citus`). */
async function startServerOnCitus(citus_url: string): Promise<StartedServers> {
  const template = await createCitusTemplate(citus_url)
  const database_url = await cloneCitusTemplate(template, CITUS_DATABASE)
  const server = await startServer({
    DATABASE_URL: database_url,
    DATABASE_APP_URL: withLogin(database_url, APP_ROLE, CITUS_APP_PASSWORD),
    DEMO: 'true',
  })
  const stop = async () => {
    await server.stop()
    await dropCitusDatabase(CITUS_DATABASE)
    await dropCitusTemplate()
  }
  return { servers: [server], prepared_dir: server.data_dir, stop }
}
