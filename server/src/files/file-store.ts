import type { FastifyInstance } from 'fastify'

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
