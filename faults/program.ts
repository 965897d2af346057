// One process of the product for a drill: the roles of ROLES, as main.ts starts them but without building
// the apps, which eight processes would do at once. DRILL_CLOCK_AHEAD_MS shifts its clock.
import { join } from 'node:path'
import { loadConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/database/database.ts'

const { DRILL_CLOCK_AHEAD_MS: ahead = '0', ...variables } = process.env
const config = loadConfig(variables)
const database = await openDatabase({
  url: config.database_url!,
  pool_size: config.database_pool,
  clock: { now: () => new Date(Date.now() + Number(ahead)) },
})
if (config.roles.includes('worker')) {
  const { startWorker } = await import('../server/src/worker.ts')
  await startWorker(database, config)
}
if (config.roles.includes('web')) {
  const { openWeb } = await import('../server/src/web.ts')
  const nowhere = join(config.data_dir, 'no-apps')
  const web = await openWeb({ config, database, dist: nowhere, admin_dist: nowhere })
  await web.listen({ port: config.port, host: config.host })
} else if (config.roles.includes('links')) {
  const { linkServer } = await import('../server/src/links.ts')
  const links = await linkServer({ config, database })
  await links.listen({ port: config.port, host: config.host })
}
