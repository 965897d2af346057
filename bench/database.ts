// The PostgreSQL that a benchmark works on.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/src/database/embedded.ts'

type Work = (url: string, data_dir: string) => Promise<void>

/** One of the benchmark's own, in TMPDIR, deleted afterwards. */
export async function withOwnDatabase(work: Work, { durable = true } = {}): Promise<void> {
  const data_dir = await mkdtemp(join(tmpdir(), 'fairturn-bench-'))
  const server = await startEmbedded({ data_dir, durable })
  try {
    await work(server.url, data_dir)
  } finally {
    await server.stop()
    await rm(data_dir, { recursive: true, force: true })
  }
}

/** The one that DATABASE_URL names, which is empty, or else one of the benchmark's own. */
export async function withDatabase(
  work: (url: string) => Promise<void>,
  options?: { durable: boolean },
): Promise<void> {
  const given = process.env['DATABASE_URL']
  await (given ? work(given) : withOwnDatabase(work, options))
}
