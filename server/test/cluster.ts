// One PostgreSQL cluster for the whole test run, in memory if /dev/shm exists, deleted at the end, with durability
// disabled.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import {
  CITUS_APP_PASSWORD,
  CITUS_URL,
  createCitusTemplate,
  dropCitusTemplate,
} from '../../testing/citus-databases.ts'
import { memoryFolder } from '../../testing/memory-folder.ts'
import { isAlive } from '../src/platform/database/embedded.state.ts'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { APP_ROLE, withLogin } from '../src/platform/database/login.ts'
import { migrateCluster, type TestCluster } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The logins of the migrated database that every test database is cloned from. */
    cluster: TestCluster
  }
}

const PREFIX = 'fairturn-test-'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (CITUS_URL !== undefined) {
    const superuserUrl = await createCitusTemplate(CITUS_URL)
    const appUrl = withLogin(superuserUrl, APP_ROLE, CITUS_APP_PASSWORD)
    project.provide('cluster', { schemaOwnerUrl: superuserUrl, superuserUrl, appUrl })
    return async () => dropCitusTemplate()
  }
  const parent = await memoryFolder()
  await removeAbandoned(parent)
  const dataDir = join(parent, `${PREFIX}${process.pid}`)
  // With hundreds of databases, autovacuum would start in one of them ten times a second.
  const settings = {
    max_wal_size: '512MB',
    max_connections: '300',
    deadlock_timeout: '100ms',
    autovacuum: 'off',
    // From which `deadlocksOf` reads a deadlock's statements.
    logging_collector: 'on',
  }
  const server = await startEmbedded({ dataDir, durable: false, settings })
  project.provide('cluster', await migrateCluster(server, dataDir))
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

// Removes clusters left by killed runs.
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(name.slice(PREFIX.length))
    if (!name.startsWith(PREFIX) || !Number.isInteger(pid) || isAlive(pid)) continue
    const dataDir = join(parent, name)
    const left = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => undefined)
    if (left !== undefined) await startEmbedded({ dataDir, durable: false }).then((server) => server.stop())
    // Another run may be removing it concurrently.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
}
