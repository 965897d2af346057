// One-time codes of an authenticator app (TOTP, RFC 6238): secrets, sealed and opened, and the time step a code belongs to.
// Keeps nothing; whoever keeps a secret must keep it sealed, and accept no step twice.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

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

/** A new secret of this owner: sealed to be kept, and as an authenticator app reads it. */
export function drawOneTimeSecret(
  key: KeyObject,
  owner: { id: string; username: string; issuer: string },
  secret: Buffer = randomBytes(SECRET_BYTES),
): { sealed: Buffer; secret: string; uri: string } {
  // A colon parts issuer and name in the address that apps read.
  const totp = totpOf(secret, { issuer: owner.issuer.replaceAll(':', ' '), label: owner.username })
  return { sealed: seal(key, owner.id, secret), secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step the typed code belongs to, of the owner's sealed secret; undefined for a wrong one. Whether it was used is not judged. */
export function stepOfCode(
  key: KeyObject,
  now: Date,
  given: { id: string; sealed: Buffer; code: string },
): number | undefined {
  const code = given.code.replace(/\s/g, '')
  if (!CODE.test(code)) return undefined
  const totp = totpOf(unseal(key, given.id, given.sealed))
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

// The owner's id is bound to the secret: a row copied to another owner does not open.
function seal(key: KeyObject, owner_id: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(owner_id))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function unseal(key: KeyObject, owner_id: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(owner_id))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
