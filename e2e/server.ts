// The product as `npm start` runs it, in a process and a data folder of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RunningServer {
  readonly origin: string
  readonly data_dir: string
  readonly process: ChildProcess
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '..')

/** Starts the demo and resolves once it answers; rejects with what it printed when it ends first. */
export async function startServer(variables: Record<string, string> = {}): Promise<RunningServer> {
  const data_dir = await mkdtemp(join(tmpdir(), 'fairturn-e2e-'))
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
  return {
    origin: `http://localhost:${port}`,
    data_dir,
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGTERM')
        await exited
      }
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
