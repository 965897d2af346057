// The container's health check kills a process that hangs, and only such a one, so that the restart policy starts another.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { memoryFolder } from '../../../testing/memory-folder.ts'

const SCRIPT = join(import.meta.dirname, '../../../deploy/healthcheck.mjs')
let folder: string
let port: number
beforeEach(async () => {
  folder = await mkdtemp(join(await memoryFolder(), 'fairturn-health-'))
  port = await freePort()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Exit code of one check. */
const check = async (): Promise<number> =>
  await promisify(execFile)(process.execPath, [SCRIPT], {
    cwd: folder,
    env: { METRICS_PORT: String(port), HEALTH_FAILURES: join(folder, 'failures') },
  }).then(
    () => 0,
    ({ code }: { code: number }) => code,
  )

/** A process whose command line is the server's, in this test's folder. */
async function startHanging() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'server/src/main.ts'], {
    cwd: folder,
  })
  await once(child, 'spawn')
  return child
}

test('a process that answers neither probe is unhealthy, and killed at the third check', async () => {
  const child = await startHanging()
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  expect(await check()).toBe(1)
  expect(await check()).toBe(1)
  expect(child.exitCode ?? child.signalCode).toBe(null)
  expect(await check()).toBe(1)
  expect((await ended)[1]).toBe('SIGKILL')
})

test('one that answers but is not ready is unhealthy, and lives; an answer forgets what failed before', async () => {
  const child = await startHanging()
  expect(await check()).toBe(1)
  expect(await check()).toBe(1)
  let ready = 503
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/healthz' ? 200 : ready
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect(await check()).toBe(1)
  ready = 200
  expect(await check()).toBe(0)
  await expect(readFile(join(folder, 'failures'))).rejects.toMatchObject({ code: 'ENOENT' })
  server.close()
  expect(await check()).toBe(1)
  expect(child.exitCode ?? child.signalCode).toBe(null)
  child.kill('SIGKILL')
})
