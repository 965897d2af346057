import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findKeptSecret, keptSecret } from './kept-secret.ts'

const MODULE = join(import.meta.dirname, 'kept-secret.ts')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairturn-secret-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts a process that waits for a line, so that all read at once; resolves when it waits. */
async function waitingProcess(file: string) {
  const code = `import { keptSecret } from ${JSON.stringify(MODULE)}
    console.log('waiting')
    process.stdin.once('data', () => { for (let i = 0; i < 50; i += 1) console.log(keptSecret(${JSON.stringify(file)} + i, 32)); process.exit(0) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  expect(String(first)).toBe('waiting\n')
  return { start: () => child.stdin.write('go\n'), secrets: text(child.stdout) }
}

test('of processes that start together one creates the secret, and each reads it whole', async () => {
  const file = join(folder, 'raced')
  const processes = await Promise.all([1, 2, 3, 4].map(() => waitingProcess(file)))
  for (const { start } of processes) start()
  const [first, ...others] = await Promise.all(processes.map(async ({ secrets }) => await secrets))
  expect(first!.trim().split('\n')).toHaveLength(50)
  expect(first).toMatch(/^([\w-]{43}\n)+$/)
  for (const other of others) expect(other).toBe(first)
  // Nothing but the secrets stays, for their owner alone.
  expect(await readdir(folder)).toHaveLength(50)
  expect((await stat(`${file}0`)).mode & 0o777).toBe(0o600)
})

test('an empty file is refused, and one that is missing is no secret', async () => {
  const file = join(folder, 'empty')
  expect(findKeptSecret(file)).toBeUndefined()
  await writeFile(file, '\n')
  expect(() => findKeptSecret(file)).toThrow(/is empty\. Restore it from a copy/)
  expect(() => keptSecret(file, 32)).toThrow(/is empty/)
})
