// Takes a base backup of a running PostgreSQL over its replication protocol. Own code, because pg_basebackup may not be
// installed. The manifest is written last, so an incomplete backup has none. Protocol: PostgreSQL 15 and later, "Streaming
// Replication Protocol", BASE_BACKUP.
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client, type ClientConfig, type Connection } from 'pg'

const ARCHIVE = 'base.tar.gz'
const MANIFEST = 'backup_manifest'

/** File names that `copyCluster` writes. */
export const COPIED = { archive: ARCHIVE, manifest: MANIFEST } as const

const NO_LOG =
  'PostgreSQL does not keep its log (archive_mode is off), and a copy is of no use without it: set BACKUP_DIR and start again, or see docs/operations.md'

// First byte of each message of the backup stream.
const NEW_ARCHIVE = 0x6e
const NEW_MANIFEST = 0x6d
const DATA = 0x64

/**
 * Writes the cluster at `url` into `folder` as a compressed archive with its manifest (SHA-256 of every file). The role
 * needs REPLICATION; the backup is usable only if the WAL since its start is archived. Rejects if WAL archiving is off,
 * and for a cluster with tablespaces.
 */
export async function copyCluster(url: string, folder: string): Promise<void> {
  // The driver supports `replication`; its type definitions do not.
  const client = new Client({ connectionString: url, replication: 'true' } as ClientConfig)
  await client.connect()
  try {
    const { rows } = await client.query<{ archive_mode: string }>('SHOW archive_mode')
    if (rows[0]!.archive_mode === 'off') throw new Error(NO_LOG)
    await new Promise<void>((resolve, reject) => {
      const command = `BASE_BACKUP (LABEL 'fairturn', CHECKPOINT 'fast', MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`
      client.query(new Copy(command, folder, (error) => (error ? reject(error) : resolve())))
    })
  } finally {
    await client.end()
  }
  await rename(join(folder, `${MANIFEST}.part`), join(folder, MANIFEST))
}

/** A query object of the driver that writes data to files, with backpressure. */
class Copy {
  readonly #command: string
  readonly #folder: string
  readonly #done: (error?: Error) => void
  readonly #written: Promise<void>[] = []
  #to: NodeJS.WritableStream | undefined
  #failed: Error | undefined

  constructor(command: string, folder: string, done: (error?: Error) => void) {
    this.#command = command
    this.#folder = folder
    this.#done = done
  }

  submit(connection: Connection): void {
    connection.query(this.#command)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: { stream: NodeJS.ReadableStream }): void {
    const [kind] = chunk
    if (kind === NEW_ARCHIVE) this.#beginArchive(chunk)
    else if (kind === NEW_MANIFEST) this.#begin(createWriteStream(join(this.#folder, `${MANIFEST}.part`)))
    else if (kind === DATA) this.#write(chunk, connection.stream)
  }

  #write(chunk: Buffer, from: NodeJS.ReadableStream): void {
    // Copied, because the driver reuses the buffer.
    if (this.#to === undefined || this.#to.write(Buffer.from(chunk.subarray(1)))) return
    if (from.isPaused()) return
    from.pause()
    this.#to.once('drain', () => from.resume())
  }

  #beginArchive(chunk: Buffer): void {
    const name = chunk.toString('utf8', 1, chunk.indexOf(0, 1))
    if (name !== 'base.tar')
      this.#failed = new Error(`the cluster has a tablespace (${name}), which is not copied`)
    const zip = createGzip({ level: 1 })
    this.#begin(zip)
    this.#written.push(finished(zip.pipe(createWriteStream(join(this.#folder, ARCHIVE)))))
  }

  #begin(to: NodeJS.WritableStream): void {
    this.#to?.end()
    this.#to = to
    this.#written.push(finished(to))
  }

  handleError(error: Error): void {
    this.#failed = error
    this.#to?.end()
    this.#done(error)
  }

  handleReadyForQuery(): void {
    if (this.#failed !== undefined) return this.#done(this.#failed)
    this.#to?.end()
    Promise.all(this.#written).then(
      () => this.#done(),
      (error: Error) => this.#done(error),
    )
  }

  // The first result sets have the start position and tablespaces, which the manifest contains too.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
