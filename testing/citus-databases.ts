// The Citus cluster for tests at CITUS_URL: databases on each of its nodes, cloned from a template whose visits are
// distributed. The URL is a superuser's on the coordinator, and also valid for the workers with their host and port.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { APP_ROLE } from '../server/src/platform/database/login.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { distributeVisits } from '../server/src/tracking/distribute.command.ts'

export const CITUS_URL = process.env['CITUS_URL']
/** Of `fairturn_app` on that cluster, which other databases share. */
export const CITUS_APP_PASSWORD = 'the password of the tests on Citus'
const TEMPLATE = 'fairturn_citus_template'
/** Few, because every partition of a test has this many. */
const SHARDS = 4

export async function queryOnce<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}

/** URLs of the coordinator and its workers, the coordinator first. */
export async function nodesOf(url: string): Promise<string[]> {
  const nodes = await queryOnce<{ host: string; port: number }>(
    url,
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid`,
  ).catch((error: unknown) => {
    throw new Error(`CITUS_URL names no Citus cluster that answers: ${String(error)}`)
  })
  return nodes.map(({ host, port }) => {
    const node = new URL(url)
    node.hostname = host
    node.port = String(port)
    return node.toString()
  })
}

async function onEach(nodes: readonly string[], ...texts: string[]): Promise<void> {
  for (const node of nodes) for (const text of texts) await queryOnce(withDatabase(node, 'postgres'), text)
}

/** Connects databases to a cluster; the first is the coordinator's. */
export async function joinNodes(databases: readonly string[]): Promise<void> {
  for (const url of databases) await queryOnce(url, 'create extension citus')
  const [coordinator, ...workers] = databases.map((url) => new URL(url))
  const { href, hostname, port } = coordinator!
  await queryOnce(href, `select citus_set_coordinator_host('${hostname}', ${port})`)
  for (const worker of workers)
    await queryOnce(href, `select citus_add_node('${worker.hostname}', ${worker.port})`)
}

/** Creates the template; returns its coordinator's URL. */
export async function createCitusTemplate(url: string): Promise<string> {
  const nodes = await nodesOf(url)
  if (nodes.length < 2) throw new Error('CITUS_URL names a PostgreSQL without Citus workers')
  await onEach(nodes, `drop database if exists ${TEMPLATE} with (force)`, `create database ${TEMPLATE}`)
  const template = withDatabase(nodes[0]!, TEMPLATE)
  await joinNodes(nodes.map((node) => withDatabase(node, TEMPLATE)))
  await migrate({ url: template })
  await queryOnce(template, `alter role ${APP_ROLE} login password '${CITUS_APP_PASSWORD}'`)
  await distributeVisits(template, { apply: true, shards: SHARDS })
  // Citus's maintenance daemon would reconnect, and a template must have no connections.
  await onEach(nodes, `alter database ${TEMPLATE} allow_connections false`)
  return template
}

/** Clones the template under this name on every node; returns the coordinator's URL. */
export async function cloneCitusTemplate(templateUrl: string, name: string): Promise<string> {
  const nodes = await nodesOf(CITUS_URL!)
  for (const node of nodes) await clone(withDatabase(node, 'postgres'), name)
  return withDatabase(templateUrl, name)
}

async function clone(node: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await queryOnce(
        node,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`,
      )
      await queryOnce(node, `create database ${name} template ${TEMPLATE} strategy file_copy`)
      return
    } catch (error) {
      if (attempt === 20) throw error
      await sleep(100) // until the daemon has exited
    }
  }
}

/** Retried while a maintenance daemon of Citus has not exited, or has begun again. */
export async function dropCitusDatabase(name: string): Promise<void> {
  const nodes = await nodesOf(CITUS_URL!)
  for (let attempt = 1; ; attempt++) {
    try {
      await onEach(nodes, `drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      if (attempt === 20) throw error
      await sleep(100)
    }
  }
}

export const dropCitusTemplate = () => dropCitusDatabase(TEMPLATE)
