// A random secret kept in a file: the first of the processes that start together creates it, and all read the same one
// (kept-secret.test.ts).
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The secret in the file, base64url, created with so many random bytes where there is none. Throws an Error that says what to
 * do if the file is empty, because an empty secret would encrypt and sign without any.
 */
export function keptSecret(file: string, bytes: number): string {
  mkdirSync(dirname(file), { recursive: true })
  return findKeptSecret(file) ?? createSecret(file, bytes)
}

/** Undefined where there is no file; throws as `keptSecret` does. */
export function findKeptSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret === '')
      throw new Error(
        `${file} is empty. Restore it from a copy; delete it only if no database was started with it.`,
      )
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written in full before it gets its name, so that no process reads an empty file; `link` refuses to replace another's. */
function createSecret(file: string, bytes: number): string {
  const written = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(written, randomBytes(bytes).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(written, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(written)
  }
  return findKeptSecret(file)!
}
