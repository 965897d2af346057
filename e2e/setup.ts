// A server for each worker, so that parallel journeys do not interfere; each makes the members it needs.
// The demo is loaded once, and every server starts from a copy: loading it takes longer than most journeys.
import type { TestProject } from 'vitest/node'
import {
  CITUS_URL,
  cloneCitusTemplate,
  createCitusTemplate,
  dropCitusDatabase,
  dropCitusTemplate,
} from '../server/test/citus.ts'
import { type RunningServer, startServer, untilBuilt } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the demo answers, and where its tracked links are, for each worker its own. */
    servers: Pick<RunningServer, 'origin' | 'links' | 'data_dir'>[]
    /** A data folder with the demo in it, which no server uses. */
    prepared_dir: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (CITUS_URL !== undefined) return await setupOnCitus(project, CITUS_URL)
  const first = await startServer()
  await untilBuilt(first.origin)
  await first.close()
  project.provide('prepared_dir', first.data_dir)
  const workers = Array.from({ length: project.config.maxWorkers })
  const servers = await Promise.all(workers.map(() => startServer({}, first.data_dir)))
  project.provide(
    'servers',
    servers.map(({ origin, links, data_dir }) => ({ origin, links, data_dir })),
  )
  return async () => {
    await Promise.all([first, ...servers].map((server) => server.stop()))
  }
}

const CITUS_DATABASE = 'fairturn_journeys'

/** One server, whose visits are distributed (`npm run test:citus`). */
async function setupOnCitus(project: TestProject, citus_url: string): Promise<() => Promise<void>> {
  const template = await createCitusTemplate(citus_url)
  const database_url = await cloneCitusTemplate(template, CITUS_DATABASE)
  const server = await startServer({ DATABASE_URL: database_url, DEMO: 'true' })
  await untilBuilt(server.origin)
  const { origin, links, data_dir } = server
  project.provide('servers', [{ origin, links, data_dir }])
  project.provide('prepared_dir', data_dir)
  return async () => {
    await server.stop()
    await dropCitusDatabase(CITUS_DATABASE)
    await dropCitusTemplate()
  }
}
