// The product as started by `npm start`, in its own process and data folder.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { memoryFolder } from './memory-folder.ts'

export interface RunningServer {
  readonly origin: string
  /** Origin of tracked links. */
  readonly links: string
  readonly dataDir: string
  readonly process: ChildProcess
  /** Stops it and keeps its data. */
  close(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

const BUILT_WITHIN_MS = 120_000
const ROOT = join(import.meta.dirname, '..')

/**
 * What this run puts on a separate host: `api` (with the back office), `links`, or nothing. See `npm run test:hosts`.
 */
export const OWN_HOSTS: readonly string[] = (process.env['E2E_HOSTS'] ?? '').split(',').filter(Boolean)

/**
 * Hosts as in docs/operations.md; to a browser all three are this machine, secure contexts, and separate sites. The
 * API is also called by the tests, which do not resolve names below localhost as browsers do.
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
 * Starts the demo and resolves once it responds; rejects with its output if it exits first. With a prepared folder,
 * whose server was closed, it starts on a copy; otherwise it loads the demo first.
 */
export async function startServer(
  variables: Record<string, string> = {},
  preparedDir?: string,
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(await memoryFolder(), 'fairturn-e2e-'))
  // `cp -a` keeps the owner: PostgreSQL may run as another user.
  if (preparedDir !== undefined) await promisify(execFile)('cp', ['-a', `${preparedDir}/.`, dataDir])
  const port = variables['PORT'] ?? String(await freePort())
  const origin = `http://localhost:${port}`
  const configured = { ...hostVariables(port), ...variables }
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
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
    dataDir,
    process: child,
    close,
    async stop() {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The back office is built after the server has started; until then its page says that it is not available yet. */
export async function untilBuilt(origin: string): Promise<void> {
  const deadline = Date.now() + BUILT_WITHIN_MS
  // By IP address: the members' host name may lead to another server.
  const page = `${origin.replace('localhost', '127.0.0.1')}/admin/`
  while ((await fetch(page)).status !== 200) {
    if (Date.now() > deadline) throw new Error('the back office was not built within two minutes')
    await sleep(200)
  }
}
