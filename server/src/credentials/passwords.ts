// Passwords: argon2id hashes as PHC strings, with bounded concurrency. Timing does not reveal whether somebody exists
// (passwords.test.ts).
import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { insertPassword, selectPassword, updatePassword } from './credentials.store.ts'
import { type PasswordOwner, refuseCommonPassword } from './common-passwords.ts'
import type { Owner } from './owners.ts'

const argon2 = promisify(argon2Callback)

// OWASP's first choice for argon2id; 19 MiB a hash is also why only few run at once.
const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Half the cores, and never all of the four threads on which Node also reads files and looks up names. */
const AT_ONCE = Math.min(3, Math.ceil(availableParallelism() / 2))
/** About three seconds of work for each; later ones are refused and may retry. */
const WAITING_MAX = 100 * AT_ONCE

/** Runs at most `at_once` works; `waiting_max` more wait in order, the rest are refused `service_is_busy`. */
export function boundedLine(at_once: number, waiting_max: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running >= at_once) {
      if (waiting.length >= waiting_max) throw refuse('service_is_busy')
      await new Promise<void>((resolve) => waiting.push(resolve)) // its slot is passed on, not freed
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const inLine = boundedLine(AT_ONCE, WAITING_MAX)

/** The hash of a password that may be set. Refuses `password_is_too_common` and `service_is_busy`. */
export async function hashNewPassword(password: string, owner: PasswordOwner): Promise<string> {
  await refuseCommonPassword(password, owner)
  return await hashPassword(password)
}

/** The PHC string of a new hash; refuses `service_is_busy` when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await inLine(() => deriveKey(password, nonce, MEMORY_KIB, PASSES, PARALLELISM, TAG_BYTES))
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** In place of an id where there is nobody, so that the same query runs. */
const NOBODY: Owner = { kind: 'member', id: '00000000-0000-0000-0000-000000000000' }

/** The stored hash of the owner's password, if it is this one; undefined also for nobody, after the same time. */
export async function checkPassword(
  on: Queryable,
  owner: Owner | undefined,
  password: string,
): Promise<string | undefined> {
  const hash = await passwordHash(on, owner ?? NOBODY)
  return (await verifyPassword(password, hash)) ? hash : undefined
}

/** Undefined: none is set. */
export const passwordHash = async (on: Queryable, { kind, id }: Owner): Promise<string | undefined> =>
  (await selectPassword.maybe(on, kind, id))?.hash

/** Sets a password where there is none; false where there is one. */
export const createPassword = async (tx: Tx, { kind, id }: Owner, hash: string): Promise<boolean> =>
  (await insertPassword.maybe(tx, kind, id, hash)) !== undefined

/** Replaces the password; false where there is none, or it is no longer the one of `old_hash`, if that is given. */
export const replacePassword = async (
  tx: Tx,
  { kind, id }: Owner,
  hash: string,
  old_hash: string | null = null,
): Promise<boolean> => (await updatePassword.maybe(tx, kind, id, hash, old_hash)) !== undefined

// Nobody's password, hashed on first use, so that an unknown name takes as much time as a wrong password.
let DUMMY_HASH: Promise<string> | undefined

/** Whether the password belongs to the hash; with undefined (nobody of that name) takes as long and is false. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const against = hash ?? (await (DUMMY_HASH ??= dummyHash()))
  const [, memory, passes, parallelism, salt, kept] = PHC.exec(against) ?? []
  if (kept === undefined) throw new Error('a stored password hash is not an argon2id PHC string')
  const tag = Buffer.from(kept, 'base64')
  const reckoned = await inLine(() =>
    deriveKey(
      password,
      Buffer.from(salt!, 'base64'),
      Number(memory),
      Number(passes),
      Number(parallelism),
      tag.length,
    ),
  )
  return timingSafeEqual(reckoned, tag) && hash !== undefined
}

async function dummyHash(): Promise<string> {
  try {
    return await hashPassword(randomBytes(32).toString('base64'))
  } catch (error) {
    DUMMY_HASH = undefined
    throw error
  }
}

// The same password typed on another keyboard may be composed differently (RFC 8265).
async function deriveKey(
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
  tagLength: number,
): Promise<Buffer> {
  return await argon2('argon2id', {
    message: password.normalize('NFC'),
    nonce,
    parallelism,
    tagLength,
    memory,
    passes,
  })
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
