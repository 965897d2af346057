// The product as `npm start` runs it, in a process and a data folder of its own.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface RunningServer {
  readonly origin: string
  readonly data_dir: string
  readonly process: ChildProcess
  /** Ends it and keeps its data. */
  close(): Promise<void>
  /** Ends it and throws its data away. */
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '..')

/**
 * Starts the demo and resolves once it answers; rejects with what it printed when it ends first. With a prepared folder, whose
 * server was closed, it starts on a copy of that; otherwise it loads the demo first.
 */
export async function startServer(
  variables: Record<string, string> = {},
  prepared_dir?: string,
): Promise<RunningServer> {
  const data_dir = await mkdtemp(join(tmpdir(), 'fairturn-e2e-'))
  // PostgreSQL may run as another user, whose files have to stay theirs.
  if (prepared_dir !== undefined) await promisify(execFile)('cp', ['-a', `${prepared_dir}/.`, data_dir])
  const port = variables['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: data_dir,
      PORT: port,
      RATE_LIMIT_FACTOR: '100',
      ...variables,
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
    origin: `http://localhost:${port}`,
    data_dir,
    process: child,
    close,
    async stop() {
      await close()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
