// One process at a time starts or stops the cluster of a data folder: one that starts while another stops would join a server
// that ends, and of two that start at once the one that lost would leave its own socket in the state (embedded.test.ts).
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
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
  const own = `${file}.${process.pid}`
  try {
    // Linked when written: whoever reads it reads a pid, unless a power cut emptied it.
    await writeFile(own, String(process.pid), { mode: 0o600 })
    await link(own, file)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A folder that was removed under its server: nobody else starts there.
    if (code === 'ENOENT') return true
    if (code === 'EEXIST' && (await isLeft(file))) await rm(file, { force: true })
    held.delete(file)
    if (code === 'EEXIST') return false
    throw error
  } finally {
    await rm(own, { force: true })
  }
}

/** Whether whoever took it was killed, or lost its power. */
async function isLeft(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return false
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
  if (Date.now() - mtimeMs > STALE_AFTER_MS) return true
  const pid = Number(text)
  return !(pid > 0) || pid === process.pid || !isAlive(pid)
}
