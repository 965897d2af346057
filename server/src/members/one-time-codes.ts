// One-time codes of an authenticator app (TOTP, RFC 6238): the secret, and codes that work once.
// Must never store a secret in the open, nor accept a time step twice.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  deleteOneTimeSecret,
  putOneTimeSecret,
  selectOneTimeSecret,
  useOneTimeStep,
} from './security.store.ts'

// What every authenticator app understands.
const ALGORITHM = 'SHA1'
const DIGITS = 6
const PERIOD_S = 30
/** RFC 4226 §4 asks for 160 bits. */
const SECRET_BYTES = 20
/** A clock may be a step early or late. */
const WINDOW = 1
const CODE = /^\d{6}$/

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key that seals secrets; derived, so that a copy of the database alone gives no code. */
export function oneTimeSecretKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'fairturn one-time secret 1', 32)))
}

/** A time step whose code was given: right, and yet to be used. */
export interface OneTimeStep {
  readonly member_id: string
  readonly sealed: Buffer
  readonly step: number
}

/** Makes and stores a new secret. Refuses `one_time_codes_are_already_on`. */
export async function enrolOneTimeCodes(
  tx: Tx,
  key: KeyObject,
  member: { member_id: string; username: string; issuer: string },
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(SECRET_BYTES)
  const put = await putOneTimeSecret.maybe(tx, member.member_id, seal(key, member.member_id, secret), tx.now)
  if (put === undefined) throw refuse('one_time_codes_are_already_on')
  // A colon parts issuer and name in the address that apps read.
  const totp = totpOf(secret, { issuer: member.issuer.replaceAll(':', ' '), label: member.username })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Whether the member has turned one-time codes on. */
export async function hasOneTimeCodes(on: Queryable, member_id: string): Promise<boolean> {
  const row = await selectOneTimeSecret.maybe(on, member_id)
  return row !== undefined && row.confirmed_at !== null
}

/** The step the code belongs to, of a secret that is on (or, `confirming`, not yet); undefined when it is wrong or used. */
export async function findOneTimeStep(
  on: Queryable,
  key: KeyObject,
  now: Date,
  given: { member_id: string; code: string; confirming?: boolean },
): Promise<OneTimeStep | undefined> {
  const code = given.code.replace(/\s/g, '')
  const row = await selectOneTimeSecret.maybe(on, given.member_id)
  if (row === undefined || (row.confirmed_at === null) !== (given.confirming ?? false)) return undefined
  if (!CODE.test(code)) return undefined
  const totp = totpOf(unseal(key, given.member_id, row.sealed))
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  if (delta === null) return undefined
  const step = totp.counter({ timestamp }) + delta
  return BigInt(step) > row.used_step ? { member_id: given.member_id, sealed: row.sealed, step } : undefined
}

/** Uses the step up; false when somebody else was first. The first use turns the codes on. */
export async function spendOneTimeStep(tx: Tx, { member_id, sealed, step }: OneTimeStep): Promise<boolean> {
  return (await useOneTimeStep.maybe(tx, member_id, sealed, step, tx.now)) !== undefined
}

/** Turns the codes off. Refuses `one_time_codes_are_not_on`. */
export async function forgetOneTimeCodes(tx: Tx, member_id: string): Promise<void> {
  if ((await deleteOneTimeSecret.maybe(tx, member_id)) === undefined)
    throw refuse('one_time_codes_are_not_on')
}

function totpOf(secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP {
  const bytes = secret.buffer.slice(secret.byteOffset, secret.byteOffset + secret.length) as ArrayBuffer
  return new TOTP({
    ...names,
    secret: new Secret({ buffer: bytes }),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_S,
  })
}

// The member's id is bound to the secret: a row copied to another member does not open.
function seal(key: KeyObject, member_id: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(member_id))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function unseal(key: KeyObject, member_id: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(member_id))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
