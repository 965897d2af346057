// One-time codes of an authenticator app (TOTP, RFC 6238): secrets, sealed and opened, and the time step a code belongs to.
// Keeps nothing; whoever keeps a secret must keep it sealed, and accept no step twice.
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { openCipher, type Cipher } from './encryption.ts'

// What every authenticator app understands.
const ALGORITHM = 'SHA1'
const DIGITS = 6
const PERIOD_S = 30
/** RFC 4226 §4 asks for 160 bits. */
const SECRET_BYTES = 20
/** A clock may be a step early or late. */
const WINDOW = 1
const CODE = /^\d{6}$/

/** What seals them, by the owner's id: a row copied to another owner does not open. */
export const oneTimeCipher = (secrets: readonly string[]): Cipher =>
  openCipher(secrets, 'fairturn one-time secret 1')

/** A new secret of this owner: sealed to be kept, and as an authenticator app reads it. */
export function drawOneTimeSecret(
  cipher: Cipher,
  owner: { id: string; username: string; issuer: string },
  secret: Buffer = randomBytes(SECRET_BYTES),
): { sealed: Buffer; secret: string; uri: string } {
  // A colon parts issuer and name in the address that apps read.
  const totp = totpOf(secret, { issuer: owner.issuer.replaceAll(':', ' '), label: owner.username })
  return { sealed: cipher.encrypt(owner.id, secret), secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step the typed code belongs to, of the owner's sealed secret; undefined for a wrong one. Whether it was used is not judged. */
export function stepOfCode(
  cipher: Cipher,
  now: Date,
  given: { id: string; sealed: Buffer; code: string },
): number | undefined {
  const code = given.code.replace(/\s/g, '')
  if (!CODE.test(code)) return undefined
  const totp = totpOf(cipher.decrypt(given.id, given.sealed))
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
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
