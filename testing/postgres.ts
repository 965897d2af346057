// A PostgreSQL server for one benchmark, or the one given by DATABASE_URL.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'

type Work = (url: string, data_dir: string) => Promise<void>

/** Starts a server in TMPDIR that is deleted afterwards. */
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

/** Uses the empty database at DATABASE_URL, or else starts a server. */
export async function withDatabase(
  work: (url: string) => Promise<void>,
  options?: { durable: boolean },
): Promise<void> {
  const given = process.env['DATABASE_URL']
  await (given ? work(given) : withOwnDatabase(work, options))
}
