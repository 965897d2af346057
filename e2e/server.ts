// The product as `npm start` runs it, in a process and a data folder of its own.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../server/test/free-port.ts'
import { memoryFolder } from '../server/test/memory.ts'

export interface RunningServer {
  readonly origin: string
  /** Where tracked links are. */
  readonly links: string
  readonly data_dir: string
  readonly process: ChildProcess
  /** Ends it and keeps its data. */
  close(): Promise<void>
  /** Ends it and throws its data away. */
  stop(): Promise<void>
}

const BUILT_WITHIN_MS = 120_000
const ROOT = join(import.meta.dirname, '..')

/** What this run puts on a separate host: `api` (and the back office with it), `links`, or nothing. See `npm run test:hosts`. */
export const OWN_HOSTS: readonly string[] = (process.env['E2E_HOSTS'] ?? '').split(',').filter(Boolean)

/**
 * As docs/operations.md arranges hosts; to a browser all three are this machine, safe, and sites of their own. The API is called by
 * the tests too, which do not resolve names below localhost as browsers do.
 */
export function hostVariables(port: string, own_hosts = OWN_HOSTS): Record<string, string> {
  if (own_hosts.length === 0) return {}
  return {
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    ...(own_hosts.includes('api') && { PUBLIC_API_BASE: `http://127.0.0.1:${port}/api/` }),
    ...(own_hosts.includes('links') && { LINK_ORIGIN: `http://go.localhost:${port}` }),
  }
}

/**
 * Starts the demo and resolves once it answers; rejects with what it printed when it ends first. With a prepared folder, whose
 * server was closed, it starts on a copy of that; otherwise it loads the demo first.
 */
export async function startServer(
  variables: Record<string, string> = {},
  prepared_dir?: string,
): Promise<RunningServer> {
  const data_dir = await mkdtemp(join(await memoryFolder(), 'fairturn-e2e-'))
  // PostgreSQL may run as another user, whose files have to stay theirs.
  if (prepared_dir !== undefined) await promisify(execFile)('cp', ['-a', `${prepared_dir}/.`, data_dir])
  const port = variables['PORT'] ?? String(await freePort())
  const origin = `http://localhost:${port}`
  const configured = { ...hostVariables(port), ...variables }
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: data_dir,
      PORT: port,
      RATE_LIMIT_FACTOR: '100',
      ...configured,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('Fairturn is ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}:\n${printed}`)))
  })
  await ready
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return {
    origin,
    links: configured['LINK_ORIGIN'] ?? origin,
    data_dir,
    process: child,
    close,
    async stop() {
      await close()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

/** The back office is built after the server answers; until then it says that it is not there yet. */
export async function untilBuilt(origin: string): Promise<void> {
  const deadline = Date.now() + BUILT_WITHIN_MS
  // By address: from the members' host it may lead to another.
  const page = `${origin.replace('localhost', '127.0.0.1')}/admin/`
  while ((await fetch(page)).status !== 200) {
    if (Date.now() > deadline) throw new Error('the back office was not built within two minutes')
    await sleep(200)
  }
}
