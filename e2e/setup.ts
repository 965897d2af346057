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
  servers: Pick<RunningServer, 'origin' | 'links' | 'dataDir'>[]
  preparedDir: string
}

export type ServersFile = JourneyServers | { failed: string }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await memoryFolder(), 'fairturn-servers-'))
  const serversFile = join(folder, 'servers.json')
  project.provide('servers_file', serversFile)
  const write = async (content: ServersFile) => {
    await writeFile(`${serversFile}.new`, JSON.stringify(content))
    await rename(`${serversFile}.new`, serversFile)
  }
  // Built first, because a server that starts would otherwise build them at the same time.
  await Promise.all([buildApp('member'), buildApp('admin')])
  const started =
    CITUS_URL === undefined ? startServers(project.config.maxWorkers) : startServerOnCitus(CITUS_URL)
  const written = started.then(
    ({ servers, preparedDir }) =>
      write({
        servers: servers.map(({ origin, links, dataDir }) => ({ origin, links, dataDir })),
        preparedDir,
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
  preparedDir: string
  stop: () => Promise<void>
}

/** Amounts of the journeys are those without VAT; what is tested with a seller sets one. */
const withoutSeller = (variables: Record<string, string>): Promise<void> =>
  withAppUrl(loadConfig(variables), async (url) => {
    const database = await openDatabase({ url, poolSize: 1 })
    await database.transaction((tx) => changeSetting(tx, 'seller', null))
    await database.close()
  })

async function startServers(workers: number): Promise<StartedServers> {
  const first = await startServer()
  await withoutSeller({ DATA_DIR: first.dataDir })
  await first.close()
  const servers = await Promise.all(Array.from({ length: workers }, () => startServer({}, first.dataDir)))
  const stop = async () => {
    await Promise.all([first, ...servers].map((server) => server.stop()))
  }
  return { servers, preparedDir: first.dataDir, stop }
}

const CITUS_DATABASE = 'fairturn_journeys'

/** A single server whose visits are distributed (`npm run test:citus`). */
async function startServerOnCitus(citusUrl: string): Promise<StartedServers> {
  const template = await createCitusTemplate(citusUrl)
  const databaseUrl = await cloneCitusTemplate(template, CITUS_DATABASE)
  const urls = {
    DATABASE_URL: databaseUrl,
    DATABASE_APP_URL: withLogin(databaseUrl, APP_ROLE, CITUS_APP_PASSWORD),
  }
  const server = await startServer({ ...urls, DEMO: 'true' })
  await withoutSeller({ ...urls, DATA_DIR: server.dataDir })
  const stop = async () => {
    await server.stop()
    await dropCitusDatabase(CITUS_DATABASE)
    await dropCitusTemplate()
  }
  return { servers: [server], preparedDir: server.dataDir, stop }
}
