// `npm run test:citus [files]`: the tests of tracking, orders and campaigns, and the main user journey, on the Citus
// cluster at CITUS_URL or DATABASE_URL; with --visits only those of visits, and the journey. They create their own databases there, and drop them.
import { spawnSync } from 'node:child_process'
import { queryOnce } from './citus-databases.ts'

const FOLDERS = [
  'server/src/tracking',
  'server/src/orders',
  'server/src/campaigns',
  'server/src/links.test.ts',
]
/** What CI runs. */
const VISITS = ['by-link', 'distributed', 'judge', 'links', 'storage'].map(
  (name) => `server/src/tracking/${name}.test.ts`,
)
const JOURNEY = 'e2e/orders.e2e.ts'
const url = process.env['CITUS_URL'] ?? process.env['DATABASE_URL']

async function findFault(): Promise<string | undefined> {
  if (url === undefined)
    return 'No Citus cluster: set CITUS_URL to a superuser’s URL of its coordinator, such as postgres://postgres@127.0.0.1:5600/fairturn.'
  try {
    const nodes = await queryOnce(url, 'select from citus_get_active_worker_nodes()')
    return nodes.length > 0 ? undefined : 'CITUS_URL names a coordinator without workers.'
  } catch (error) {
    return `CITUS_URL names no Citus cluster that answers: ${String(error)}`
  }
}

const fault = await findFault()
if (fault === undefined) {
  const { DATABASE_URL: _url, ...env } = process.env
  const run = (...options: string[]) =>
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options], {
      stdio: 'inherit',
      env: { ...env, CITUS_URL: url },
    }).status ?? 1
  const onlyVisits = process.argv.includes('--visits')
  const named = process.argv.slice(2).filter((name) => name !== '--visits')
  const failed = run('--project', 'server', ...(named.length > 0 ? named : onlyVisits ? VISITS : FOLDERS))
  // All its end-to-end tests share one server.
  process.exitCode = failed || (named.length > 0 ? 0 : run('--project', 'e2e', '--maxWorkers', '1', JOURNEY))
} else {
  console.error(fault)
  process.exitCode = 2
}
