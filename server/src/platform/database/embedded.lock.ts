// One process at a time starts or stops the cluster of a data folder: one that starts while another stops would join a server
// that ends, and of two that start at once the one that lost would leave its own socket in the state (embedded.test.ts).
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './embedded.state.ts'

const POLL_MS = 20
/** Longer than a first start and a stop take together: then its pid is another program's. */
const STALE_AFTER_MS = 180_000

/** Of this process: a file with its pid that is not among them is of a process before it, as in a container. */
const held = new Set<string>()

/** Runs `work` while no other process starts or stops the cluster of this folder. */
export async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const file = join(dataDir, 'postgres.lock')
  while (!(await take(file))) await sleep(POLL_MS)
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
    held.delete(file)
  }
}

async function take(file: string): Promise<boolean> {
  if (held.has(file)) return false
  held.add(file)
  try {
    await writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A folder that was removed under its server: nobody else starts there.
    if (code === 'ENOENT') return true
    if (code === 'EEXIST' && (await isLeft(file))) await rm(file, { force: true })
    held.delete(file)
    if (code === 'EEXIST') return false
    throw error
  }
}

/** Whether whoever took it was killed. An empty one is written a moment later. */
async function isLeft(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
  if (Date.now() - mtimeMs > STALE_AFTER_MS) return true
  return text !== '' && (Number(text) === process.pid || !isAlive(Number(text)))
}
