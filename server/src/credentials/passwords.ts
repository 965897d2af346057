// Passwords: argon2id hashes as PHC strings, with bounded concurrency. Timing does not reveal whether somebody exists
// (passwords.test.ts).
import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { insertPassword, selectPassword, updatePassword } from './credentials.store.ts'
import { type PasswordOwner, refuseCommonPassword } from './common-passwords.ts'
import { memberOwner, type Owner } from './owners.ts'
import { newToken } from './tokens.ts'

const argon2 = promisify(argon2Callback)

// OWASP's first choice for argon2id; 19 MiB a hash is also why only few run at once.
const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Half the cores, and never all of the four threads on which Node also reads files and looks up names. */
export const hashesAtOnce = (cores: number): number => Math.min(3, Math.ceil(cores / 2))
/** For each that runs, about three seconds of work; later ones are refused and may retry. */
const WAITING_EACH = 100

/** Runs at most `at_once` works; for each, `waiting_each` more wait in order; the rest are refused `service_is_busy`. */
export function boundedLine(at_once: number, waiting_each: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running >= at_once) {
      if (waiting.length >= at_once * waiting_each) throw refuse('service_is_busy')
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

const inLine = boundedLine(hashesAtOnce(availableParallelism()), WAITING_EACH)

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
const NOBODY = memberOwner('00000000-0000-0000-0000-000000000000')

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

/** The first password of an owner, who must have none. */
export async function createPassword(tx: Tx, { kind, id }: Owner, hash: string): Promise<void> {
  await insertPassword.all(tx, kind, id, hash)
}

/** Replaces the password; false where there is none, or it is no longer the one of `old_hash`, if that is given. */
export const replacePassword = async (
  tx: Tx,
  { kind, id }: Owner,
  hash: string,
  old_hash: string | null = null,
): Promise<boolean> => (await updatePassword.maybe(tx, kind, id, hash, old_hash)) !== undefined

// Of a random password that nobody knows, hashed on first use, so that an unknown name takes as much time as a wrong password.
let DUMMY_HASH: Promise<string> | undefined

/** Whether the password belongs to the hash; with undefined (nobody of that name) takes as long and is false. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const against = hash ?? (await (DUMMY_HASH ??= dummyHash()))
  const phc = PHC.exec(against)
  if (phc === null) throw new Error('a stored password hash is not an argon2id PHC string')
  const [, memory, passes, parallelism, salt, kept] = phc
  const tag = Buffer.from(kept!, 'base64')
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
  return timingSafeEqual(reckoned, tag)
}

async function dummyHash(): Promise<string> {
  try {
    return await hashPassword(newToken())
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

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
