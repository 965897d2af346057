// One-time codes of an authenticator app (TOTP, RFC 6238). The secret is stored encrypted; each time step accepts one code
// once (replay protection).
import { randomBytes } from 'node:crypto'
import { newId } from '@fairturn/contract/ids'
import { Secret, TOTP } from 'otpauth'
import type { Queryable, Tx } from '../database/database.ts'
import * as store from './credentials.store.ts'
import { openCipher, type Cipher } from './encryption.ts'
import type { Subject } from './subjects.ts'

// Supported by every authenticator app.
const ALGORITHM = 'SHA1'
const DIGITS = 6
const PERIOD_S = 30
/** RFC 4226 §4 requires 160 bits. */
const SECRET_BYTES = 20
/** Allows a clock skew of one step in either direction. */
const WINDOW = 1
/** For other text of this length the library throws instead of rejecting it. */
const CODE = /^\d{6}$/

/** Cipher whose associated data is the subject's id: a row copied to another subject does not decrypt. */
export const oneTimeCipher = (secrets: readonly string[]): Cipher =>
  openCipher(secrets, 'fairturn one-time secret 1')

/** A correct code that has not been spent: its time step, for exactly this secret. */
export interface OneTimeStep {
  readonly subject: Subject
  readonly ciphertext: Buffer
  readonly step: number
}

/** Creates a secret, replacing one that was never confirmed, as an otpauth URI; undefined if codes are already on. */
export async function enrolOneTimeCodes(
  tx: Tx,
  cipher: Cipher,
  subject: Subject,
  names: { username: string; issuer: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const secret = randomBytes(SECRET_BYTES)
  if ((await storeOneTimeSecret(tx, cipher, subject, secret)) === undefined) return undefined
  // In the otpauth URI a colon separates issuer and name.
  const totp = totpOf(secret, { issuer: names.issuer.replaceAll(':', ' '), label: names.username })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Stores a secret whose codes are not on yet, and returns it encrypted; undefined if codes are already on. */
export async function storeOneTimeSecret(
  tx: Tx,
  cipher: Cipher,
  { kind, id }: Subject,
  secret: Buffer,
): Promise<Buffer | undefined> {
  const ciphertext = cipher.encrypt(id, secret)
  return (
    (await store.putOneTimeSecret.maybe(tx, { kind, subject_id: id, ciphertext, created_at: tx.now })) &&
    ciphertext
  )
}

/** Whether the subject has turned one-time codes on. */
export async function hasOneTimeCodes(on: Queryable, { kind, id }: Subject): Promise<boolean> {
  const row = await store.selectOneTimeSecret.maybe(on, { subject_kind: kind, subject_id: id })
  return row !== undefined && row.confirmed_at !== null
}

/** The time step of a code, for a secret that is on (or, `confirming`, not yet); undefined if the code is wrong or used. */
export async function findOneTimeStep(
  on: Queryable,
  cipher: Cipher,
  now: Date,
  given: { subject: Subject; code: string; confirming?: boolean },
): Promise<OneTimeStep | undefined> {
  const { subject, confirming = false } = given
  const row = await store.selectOneTimeSecret.maybe(on, {
    subject_kind: subject.kind,
    subject_id: subject.id,
  })
  if (row === undefined || (row.confirmed_at === null) !== confirming) return undefined
  const code = given.code.replace(/\s/g, '')
  if (!CODE.test(code)) return undefined
  const totp = totpOf(cipher.decrypt(subject.id, row.ciphertext))
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  if (delta === null) return undefined
  const step = totp.counter({ timestamp }) + delta
  return BigInt(step) <= row.used_step ? undefined : { subject, ciphertext: row.ciphertext, step }
}

/** Spends the step; false if a concurrent use was first. The first use turns the codes on. */
export async function spendOneTimeStep(tx: Tx, { subject, ciphertext, step }: OneTimeStep): Promise<boolean> {
  return (
    (await store.useOneTimeStep.maybe(tx, {
      subject_kind: subject.kind,
      subject_id: subject.id,
      ciphertext,
      step,
      now: tx.now,
    })) !== undefined
  )
}

/** Turns the codes off; false if none are on. */
export async function endOneTimeCodes(tx: Tx, { kind, id }: Subject): Promise<boolean> {
  return (
    (await store.endOneTimeSecret.maybe(tx, { kind, subject_id: id, id: newId(tx.now), left_at: tx.now })) !==
    undefined
  )
}

/** Deletes a secret that was never turned on. */
export async function deleteUnconfirmedCodes(tx: Tx, { kind, id }: Subject): Promise<void> {
  await store.deleteUnconfirmedSecret.all(tx, { kind, subject_id: id })
}

function totpOf(secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_S,
  })
}
