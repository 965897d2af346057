// A separate Citus cluster for a drill, on loopback, with the programs of the cluster at CITUS_URL, which is only
// asked for their path. Each node is a PostgreSQL server that can be killed and restarted.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chown } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { identityForServer } from '../server/src/platform/database/embedded.binaries.ts'
import { joinNodes, queryOnce, withDatabase } from './citus-databases.ts'
import { freePort } from './free-port.ts'

const POLL_MS = 20
const STARTS_WITHIN_MS = 60_000
const NAME = 'fairturn'

export interface CitusNode {
  readonly folder: string
  readonly port: number
  readonly url: string
  readonly settings: Readonly<Record<string, string>>
  child?: ChildProcess
}

export interface CitusServers {
  readonly bin: string
  readonly coordinator: CitusNode
  readonly workers: CitusNode[]
}

/** The folder with the programs of the cluster at CITUS_URL. Throws if they are not on this machine. */
export async function citusPrograms(url: string): Promise<string> {
  const [row] = await queryOnce<{ bin: string }>(
    url,
    `select setting as bin from pg_config where name = 'BINDIR'`,
  )
  await access(join(row!.bin, 'initdb')).catch(() => {
    throw new Error(`the programs of the cluster that CITUS_URL names are not on this machine: ${row!.bin}`)
  })
  return row!.bin
}

/** A coordinator and two workers, connected, with an empty database. `data_dir` must exist. */
export async function startCitus(
  bin: string,
  dataDir: string,
  settings: CitusNode['settings'],
): Promise<CitusServers> {
  const identity = await identityForServer()
  if (identity) await chown(dataDir, identity.uid, identity.gid)
  const coordinator = await createNode(bin, join(dataDir, 'coordinator'), settings)
  const servers: CitusServers = { bin, coordinator, workers: [] }
  try {
    for (const name of ['worker-1', 'worker-2'])
      servers.workers.push(await createNode(bin, join(dataDir, name), settings))
    await joinNodes([coordinator, ...servers.workers].map(({ url }) => url))
    return servers
  } catch (error) {
    await stopCitus(servers)
    throw error
  }
}

/** Another server with the extension, which is not yet added to the coordinator. */
export async function createWorker({ bin, workers }: CitusServers): Promise<CitusNode> {
  const { folder, settings } = workers[0]!
  const worker = await createNode(bin, join(folder, `../worker-${workers.length + 1}`), settings)
  workers.push(worker)
  await queryOnce(worker.url, 'create extension citus')
  return worker
}

/** A server with an empty database. */
export async function createNode(
  bin: string,
  folder: string,
  settings: CitusNode['settings'],
): Promise<CitusNode> {
  const identity = await identityForServer()
  const how = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  await promisify(execFile)(join(bin, 'initdb'), ['-D', folder, ...how], { ...identity, cwd: '/' })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/${NAME}`
  const node: CitusNode = { folder, port, url, settings }
  await startNode(bin, node)
  await queryOnce(withDatabase(url, 'postgres'), `create database ${NAME}`)
  return node
}

/** Resolves when the server accepts connections; waits for remaining processes of a killed server. */
export async function startNode(bin: string, node: CitusNode): Promise<void> {
  const identity = await identityForServer()
  const settings = {
    port: String(node.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_preload_libraries: 'citus',
    wal_level: 'logical',
    max_connections: '200',
    max_prepared_transactions: '200',
    'citus.recover_2pc_interval': '10s',
    ...node.settings,
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const untilMs = performance.now() + STARTS_WITHIN_MS
  for (;;) {
    if (node.child === undefined || hasEnded(node.child))
      node.child = spawn(join(bin, 'postgres'), ['-D', node.folder, ...given], {
        ...identity,
        // The coordinator connects to its workers without this user's certificate and password files.
        env: { HOME: node.folder },
        cwd: '/',
        stdio: 'ignore',
      })
    const refusal = await queryOnce(withDatabase(node.url, 'postgres'), 'select').then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal === undefined) return
    if (performance.now() > untilMs) throw new Error('a node of Citus does not start', { cause: refusal })
    await sleep(POLL_MS)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export async function killNode({ child }: CitusNode, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child === undefined || hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

export async function stopCitus({ coordinator, workers }: CitusServers): Promise<void> {
  await Promise.all([coordinator, ...workers].map((node) => killNode(node, 'SIGQUIT')))
}
