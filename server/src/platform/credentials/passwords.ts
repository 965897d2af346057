// Passwords: argon2id hashes as PHC strings, with bounded concurrency. Timing does not reveal whether an account exists
// (passwords.test.ts).
import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { type PasswordSubject, refuseCommonPassword } from './common-passwords.ts'
import { insertPassword, selectPassword, updatePassword } from './credentials.store.ts'
import { memberSubject, type Subject } from './subjects.ts'
import { newToken } from './tokens.ts'

const argon2 = promisify(argon2Callback)

// OWASP's first recommendation for argon2id; 19 MiB per hash is also why concurrency is low.
const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Half the cores, and never all four threads of libuv's pool, which Node also needs for files and DNS. */
export const hashesAtOnce = (cores: number): number => Math.min(3, Math.ceil(cores / 2))
/** Maximum queue length per running hash, about three seconds of work; beyond that requests are refused and may retry. */
const WAITING_EACH = 100

/**
 * Runs at most `at_once` tasks; for each, `waiting_each` more are queued in order; the rest is refused with
 * `service_is_busy`.
 */
export function boundedLine(atOnce: number, waitingEach: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= atOnce * waitingEach) throw refuse('service_is_busy')
      await new Promise<void>((resolve) => waiting.push(resolve)) // its slot is handed over, not released
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

/** Hash of a new password. Refuses `password_is_too_common` and `service_is_busy`. */
export async function hashNewPassword(password: string, subject: PasswordSubject): Promise<string> {
  await refuseCommonPassword(password, subject)
  return await hashPassword(password)
}

/** PHC string of a new hash. Refuses `service_is_busy` if the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await inLine(() => deriveKey(password, nonce, MEMORY_KIB, PASSES, PARALLELISM, TAG_BYTES))
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Used instead of an id if there is no account, so that the same query runs. */
const NOBODY = memberSubject('00000000-0000-0000-0000-000000000000')

/** The stored hash if the password matches; otherwise, and without an account, undefined after the same time. */
export async function checkPassword(
  on: Queryable,
  subject: Subject | undefined,
  password: string,
): Promise<string | undefined> {
  const hash = await passwordHash(on, subject ?? NOBODY)
  return (await verifyPassword(password, hash)) ? hash : undefined
}

/** Undefined if none is set. */
export const passwordHash = async (on: Queryable, { kind, id }: Subject): Promise<string | undefined> =>
  (await selectPassword.maybe(on, { kind, subject_id: id }))?.hash

/** Sets a subject's first password; they must have none. */
export async function createPassword(tx: Tx, { kind, id }: Subject, hash: string): Promise<void> {
  await insertPassword.all(tx, { kind, subject_id: id, hash })
}

/** Replaces the password; false if there is none, or if it no longer has `old_hash`, where given (compare-and-set). */
export const replacePassword = async (
  tx: Tx,
  { kind, id }: Subject,
  hash: string,
  old_hash: string | null = null,
): Promise<boolean> =>
  (await updatePassword.maybe(tx, { kind, subject_id: id, hash, old_hash })) !== undefined

// Hash of a random password, computed on first use, so that an unknown name takes as long as a wrong password.
let DUMMY_HASH: Promise<string> | undefined

/** Whether the password matches the hash; with undefined (no account) it takes as long and is false. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const against = hash ?? (await (DUMMY_HASH ??= dummyHash()))
  const phc = PHC.exec(against)
  if (phc === null) throw new Error('a stored password hash is not an argon2id PHC string')
  const [, memory, passes, parallelism, salt, kept] = phc
  const tag = Buffer.from(kept!, 'base64')
  const computed = await inLine(() =>
    deriveKey(
      password,
      Buffer.from(salt!, 'base64'),
      Number(memory),
      Number(passes),
      Number(parallelism),
      tag.length,
    ),
  )
  return timingSafeEqual(computed, tag)
}

async function dummyHash(): Promise<string> {
  try {
    return await hashPassword(newToken())
  } catch (error) {
    DUMMY_HASH = undefined
    throw error
  }
}

// Unicode normalization: other keyboards may compose the same password differently (RFC 8265).
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
