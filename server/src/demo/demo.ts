// Demo data: invented members and campaigns with some weeks of history, created by the product's own code with a simulated
// clock. Loaded only into a deployment marked as demo.
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveFile } from '../content/content.ts'
import type { Config } from '../platform/config.ts'
import { requireOwnSecret } from '../platform/credentials/deployment-secret.ts'
import { openDatabase, type Queryable, systemClock, withOption } from '../platform/database/database.ts'
import { eraseDatabase, migrate } from '../platform/database/migrate.ts'
import { typed, statement } from '../platform/database/statement.ts'
import { openFiles } from '../platform/files/files.ts'
import { makeProof, proofSecrets } from '../transparency/transparency.ts'
import { DEMO_PASSWORD } from './dataset.ts'
import type { Creative, DemoClock } from './demo-history.ts'
import { makeHistory } from './history.ts'
import { createDemoOperators } from './staff.ts'

export const DEMO_SIGN_INS = [
  { username: 'thuha.dn', password: DEMO_PASSWORD, who: 'a member with a balance, Level 2' },
  { username: 'minhanh', password: DEMO_PASSWORD, who: 'a member who only takes orders' },
  { username: 'maisonlune', password: DEMO_PASSWORD, who: 'a member who placed a campaign' },
] as const

const ASSETS = join(import.meta.dirname, '../../demo-assets')

const state = statement(
  `-- demo_state
  select value #>> '{}' as state from setting where key = 'demo_state'`,
  { columns: { state: typed<'loading' | 'loaded'>('text') } },
)
const anybody = statement(
  `-- demo_anybody
  select exists (select from member) as here`,
  { columns: { here: 'bool' } },
)
const writeState = statement(
  `-- demo_write_state
  insert into setting (key, value, updated_at) values ('demo_state', to_jsonb($value::text), $now)
  on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
  { params: { value: 'text', now: 'timestamptz' } },
)

/** Loads the demo data unless it is loaded; restarts an interrupted load. Rejects if the database is already in use. */
export async function ensureDemo(
  { schemaOwnerUrl, appUrl }: { readonly schemaOwnerUrl: string; readonly appUrl: string },
  config: Config,
): Promise<void> {
  const database = await openDatabase({ url: appUrl, poolSize: 2 })
  let found: Awaited<ReturnType<typeof statusOf>>
  try {
    await requireOwnSecret(database, config)
    found = await statusOf(database)
    // A demo loaded before the back office existed gets its operators too.
    if (found === 'loaded') await createDemoOperators(database, config)
  } finally {
    await database.close()
  }
  if (found === 'loaded') return
  if (found === 'in use') throw new Error('This database has members already; start without DEMO=true.')
  if (found === 'loading') {
    await eraseDatabase({ url: schemaOwnerUrl })
    await migrate({ url: schemaOwnerUrl })
  }
  await loadDemo(appUrl, config)
}

async function statusOf(on: Queryable): Promise<'absent' | 'loading' | 'loaded' | 'in use'> {
  const row = await state.maybe(on)
  if (row !== undefined) return row.state
  return (await anybody.one(on)).here ? 'in use' : 'absent'
}

async function loadDemo(url: string, config: Config): Promise<void> {
  const now = systemClock.now()
  let instant = now
  const own = new AsyncLocalStorage<Date>()
  const clock: DemoClock = {
    now: () => own.getStore() ?? instant,
    set: (to) => void (instant = to),
    at: (to, work) => own.run(to, work),
  }
  // An interrupted load is restarted, so no commit needs to be on disk before the last one, which follows the others.
  const options = `-c synchronous_commit=off ${await planOption(url)}`
  const database = await openDatabase({ url: withOption(url, options.trim()), clock, poolSize: 4 })
  try {
    await writeState.all(database, { value: 'loading', now })
    await makeHistory({ database, clock, config, creatives: await saveCreatives(config), now })
    // The database dates each entry itself, while the history is written: the proof that has them all comes after.
    clock.set(systemClock.now())
    await makeProof(database, proofSecrets(config), 'system')
    await writeState.all(database, { value: 'loaded', now })
  } finally {
    await database.close()
  }
}

const hasCitus = statement(
  `-- demo_has_citus
  select exists (select from pg_extension where extname = 'citus') as citus`,
  { columns: { citus: 'bool' } },
)

/**
 * Without generic plans, each connection would plan a statement's first five executions. Citus makes no generic plan of a
 * statement that reaches one shard.
 */
async function planOption(url: string): Promise<string> {
  const database = await openDatabase({ url, poolSize: 1 })
  try {
    return (await hasCitus.one(database)).citus ? '' : '-c plan_cache_mode=force_generic_plan'
  } finally {
    await database.close()
  }
}

async function saveCreatives(config: Config): Promise<Creative[]> {
  const creatives = JSON.parse(await readFile(join(ASSETS, 'creatives.json'), 'utf8')) as Creative[]
  const files = await openFiles(config)
  const kept: Creative[] = []
  for (const creative of creatives) {
    const file = await saveFile(files, await readFile(join(ASSETS, creative.file)), 'webp')
    kept.push({ ...creative, file })
  }
  return kept
}
