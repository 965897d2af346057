// Where uploaded files are kept: a folder of this machine, or a bucket that many machines share (decision 030). What is kept under a
// name never changes. It must never say that a file is kept before it would outlive a crash.
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { openFolder } from './folder.ts'

export interface KeptFile {
  readonly name: string
  readonly kept_at: Date
}

export interface FileStore {
  /** Keeps a file: it is there whole and for good when this returns, or not at all. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Removes one; what is gone already is no fault. */
  remove(name: string): Promise<void>
  /** Every file there is, and when it was kept; a part that was never finished too. */
  list(): AsyncIterable<KeptFile>
  /** Answers `GET|HEAD /files/{name}`, whole or the part that is asked for. */
  serve(fastify: FastifyInstance): Promise<void>
  /** Writes every file there is below a folder, for a backup. */
  copyTo(folder: string): Promise<void>
}

/** The store that is configured. The code that speaks to buckets is loaded only where there is one: it is large. */
export async function openFiles({
  data_dir,
  bucket,
}: Pick<Config, 'data_dir' | 'bucket'>): Promise<FileStore> {
  if (bucket === undefined) return openFolder(data_dir)
  return (await import('./bucket.ts')).openBucket(bucket)
}
