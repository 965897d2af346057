import type { FastifyInstance } from 'fastify'

export interface KeptFile {
  readonly name: string
  readonly keptAt: Date
}

export interface FileStore {
  /** Stores a file: atomic and durable when this returns. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Deletes one; idempotent. */
  remove(name: string): Promise<void>
  /** Every file, and when it was stored; unfinished parts too. */
  list(): AsyncIterable<KeptFile>
  /** Answers `GET|HEAD /files/{name}`, whole or in part. */
  serve(fastify: FastifyInstance): Promise<void>
  /** Writes every file to a folder, for a backup. */
  copyTo(folder: string): Promise<void>
}
