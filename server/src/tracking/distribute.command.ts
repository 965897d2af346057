// `npm run distribute`: prints the steps to distribute the visit tables by link over a Citus cluster (sharding); with `--
// --apply` it runs those not done yet. See docs/operations.md.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { loadConfig } from '../platform/config.ts'
import { APP_ROLE } from '../platform/database/login.ts'
import { explainFailures } from '../platform/explain.ts'
import { LINKS_CHANNEL } from './tracking.store.ts'

explainFailures()

/** Co-located, sharded by link. */
const TABLES = ['visit', 'continuation', 'visit_verdict']
/** Timeout for an unreachable worker, so that it does not delay a page; Citus's default is 30 seconds. */
const CONNECTION_TIMEOUT_MS = 2_000
const LOCK_TIMEOUT_MS = 5_000

/** A prerequisite that only the deployment's operator can provide; the message says what to do. */
export class CannotDistribute extends Error {}

interface Step {
  readonly title: string
  /** Whether the step is already done. */
  done: () => Promise<boolean>
  run: () => Promise<void>
}

/**
 * Prints each step, and with `apply` runs it. `url`: a superuser's on the coordinator. Returns how many steps were not
 * done before. Throws CannotDistribute.
 */
export async function distributeVisits(
  url: string,
  options: { apply: boolean; shards?: number; say?: (line: string) => void },
): Promise<number> {
  const { apply, shards = 32, say = () => undefined } = options
  const client = new Client({ connectionString: url, application_name: 'fairturn distribute' })
  await client.connect()
  try {
    await requireCluster(client)
    let left = 0
    for (const { title, done, run } of stepsOf(client, shards)) {
      const isDone = await done()
      if (!isDone) left += 1
      if (!isDone && apply) await run()
      say(`${isDone ? 'done already' : apply ? 'done' : 'to do'}: ${title}`)
    }
    if (apply) await requireAnswer(client)
    return left
  } finally {
    await client.end()
  }
}

async function find<Row extends object>(
  client: Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows
}

async function requireCluster(client: Client): Promise<void> {
  const [extension] = await find(client, `select from pg_extension where extname = 'citus'`)
  if (extension === undefined)
    throw new CannotDistribute(
      "This PostgreSQL has no Citus. Install its packages on every node, put citus first in shared_preload_libraries, restart, and run 'create extension citus' in this database on each.",
    )
  const [rights] = await find<{ super: boolean }>(
    client,
    `select rolsuper as super from pg_roles where rolname = current_user`,
  )
  if (rights?.super !== true)
    throw new CannotDistribute(
      'DATABASE_URL names a role that is no superuser: run this once with the URL of one.',
    )
  const nodes = await find<{ groupid: number; isactive: boolean }>(
    client,
    `select groupid, isactive from pg_dist_node where noderole = 'primary'`,
  )
  if (!nodes.some(({ groupid }) => groupid === 0))
    throw new CannotDistribute(
      "The cluster does not know its coordinator: run select citus_set_coordinator_host('<host the workers know it by>', <port>).",
    )
  if (!nodes.some(({ groupid, isactive }) => groupid !== 0 && isactive))
    throw new CannotDistribute(
      "The cluster has no worker: add each by select citus_add_node('<host>', <port>).",
    )
  const [ready] = await find(client, `select where to_regproc('public.visit_shard') is not null`)
  if (ready === undefined)
    throw new CannotDistribute(
      'The tables are of an older version: start this version once, which migrates them, end all older processes, and run this again.',
    )
}

function stepsOf(client: Client, shards: number): Step[] {
  const has = async (text: string, values: unknown[] = []) => (await find(client, text, values)).length > 0
  const run = async (text: string, values: unknown[] = []) => void (await client.query(text, values))
  return [
    {
      title: `a worker that does not answer is given up after ${CONNECTION_TIMEOUT_MS} ms`,
      done: () =>
        has(
          `select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
           where d.datname = current_database() and setrole = 0 and $1 = any (setconfig)`,
          [`citus.node_connection_timeout=${CONNECTION_TIMEOUT_MS}`],
        ),
      run: () =>
        run(`do $$ begin execute format(
          'alter database %I set citus.node_connection_timeout = ${CONNECTION_TIMEOUT_MS}', current_database()); end $$`),
    },
    {
      title: `${APP_ROLE} logs in on the workers, and on no other server`,
      done: async () =>
        (await has(`select from pg_dist_authinfo where rolename = $1`, [APP_ROLE])) &&
        !(await has(
          `select from run_command_on_workers(
             $$select rolcanlogin from pg_roles where rolname = '${APP_ROLE}'$$) where not success or result <> 't'`,
        )),
      run: () => letRoleLogIn(client),
    },
    {
      title: 'triggers that complete rows of the version before are dropped',
      done: async () => !(await has(`select from pg_trigger where tgname in ('add_link', 'add_visit')`)),
      run: () =>
        run(`drop trigger if exists add_link on continuation; drop trigger if exists add_link on visit_to_judge;
          drop trigger if exists add_visit on visit_ruling`),
    },
    {
      title: `${TABLES.join(', ')} are distributed by link, co-located, in ${shards} shards a day`,
      done: async () =>
        !(await has(
          `select from unnest($1::text[]) as t (name) where name::regclass not in (select logicalrelid from pg_dist_partition)`,
          [TABLES],
        )),
      run: () => distributeTables(client, shards),
    },
    {
      title: 'what they held on the coordinator is removed there',
      done: async () =>
        (
          await find<{ bytes: string }>(
            client,
            `select coalesce(sum(pg_relation_size(relid)), 0)::text as bytes from unnest($1::text[]) t (name), pg_partition_tree(name::regclass)`,
            [TABLES],
          )
        )[0]!.bytes === '0',
      run: () =>
        run(
          `select truncate_local_data_after_distributing_table(name::regclass) from unnest($1::text[]) t (name)`,
          [TABLES],
        ),
    },
    {
      title: 'visits are written and judged by shard',
      done: () =>
        has(`select from pg_proc where oid = 'public.visit_shard'::regproc and prosrc like '%get_shard_id%'`),
      // Invalidates the link cache: cached links have no shard, so one unavailable worker would fail visitors of all links.
      run: () =>
        run(`create or replace function visit_shard(link_id uuid) returns bigint language sql stable parallel safe
          as 'select get_shard_id_for_distribution_column(''public.visit'', link_id)';
          notify ${LINKS_CHANNEL}`),
    },
  ]
}

/** All or nothing; visitors get an error that asks them to retry meanwhile. */
async function distributeTables(client: Client, shards: number): Promise<void> {
  const [first, ...others] = TABLES
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(`lock table ${TABLES.join(', ')} in share row exclusive mode`)
    await client.query(`set local lock_timeout = 0`)
    await client.query(`select create_distributed_table($1::regclass, 'link_id', shard_count => $2)`, [
      first,
      shards,
    ])
    for (const table of others)
      await client.query(`select create_distributed_table($1::regclass, 'link_id', colocate_with => $2)`, [
        table,
        first,
      ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * The coordinator connects to workers as the current role, which may not log in. Allows login on the workers, with a
 * password readable only by the coordinator's superusers. A row created by an operator (a certificate, for example) is
 * left unchanged.
 */
async function letRoleLogIn(client: Client): Promise<void> {
  const [before] = await find<{ authinfo: string }>(
    client,
    `select authinfo from pg_dist_authinfo where rolename = $1 order by nodeid limit 1`,
    [APP_ROLE],
  )
  const authinfo = before?.authinfo ?? `password=${randomBytes(24).toString('hex')}`
  const [, password] = /(?:^|\s)password=([0-9a-f]+)(?:\s|$)/.exec(authinfo) ?? []
  const change = `alter role ${APP_ROLE} login${password === undefined ? '' : ` password '${password}'`}`
  const answers = await find<{ nodename: string; nodeport: number; success: boolean; result: string }>(
    client,
    `select * from run_command_on_workers($1)`,
    [`set citus.enable_ddl_propagation to off; ${change}`],
  )
  for (const { nodename, nodeport, success, result } of answers)
    if (!success)
      throw new CannotDistribute(
        `${APP_ROLE} could not be given a login on ${nodename}:${nodeport}: ${result}`,
      )
  if (before === undefined)
    await client.query('insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, $1, $2)', [
      APP_ROLE,
      authinfo,
    ])
}

/** Reads every shard with the application's role. */
async function requireAnswer(client: Client): Promise<void> {
  try {
    await client.query(`set role ${APP_ROLE}`)
    await client.query(`select count(*) from visit where day = '2000-01-01'`)
  } catch (error) {
    throw new CannotDistribute(
      `The workers refuse ${APP_ROLE}: ${String(error)}. Let it log in from the coordinator by password in each worker's pg_hba.conf (hostssl, scram-sha-256), or by what pg_dist_authinfo says.`,
      { cause: error },
    )
  }
}

async function main(): Promise<void> {
  const { databaseUrl } = loadConfig(process.env)
  const apply = process.argv.includes('--apply')
  if (databaseUrl === undefined)
    throw new CannotDistribute(
      'DATABASE_URL is not set: the embedded PostgreSQL is one server. Set it to the coordinator of a Citus cluster.',
    )
  const left = await distributeVisits(databaseUrl, { apply, say: (line) => console.log(line) })
  if (!apply && left > 0) console.log('Nothing was changed. npm run distribute -- --apply does it.')
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    if (!(error instanceof CannotDistribute)) throw error
    console.error(error.message)
    process.exitCode = 1
  })
}
