// Signing keys of proofs: generated here or configured; each is endorsed by its predecessor, so that a device can follow
// key rotation. Private keys are stored only encrypted (proof.test.ts).
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { keyText } from '@fairturn/contract/proof/statement'
import type { ProofKey } from '@fairturn/contract/proofs'
import { openCipher, type Cipher } from '../platform/credentials/encryption.ts'
import type { Queryable } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { insertProofKey, type ProofKeyRow, selectProofKeys } from './proof.store.ts'

/** The deployment's secrets, and the configured signing keys, current one first. */
export interface ProofSecrets {
  /** Newest first. */
  readonly secrets: readonly string[]
  readonly signingKeys: readonly string[]
}

export interface Signer {
  readonly number: number
  /** 32 bytes, base64url. */
  readonly key: string
  /** 64 bytes, base64url. */
  sign(text: string): string
}

/** The PKCS #8 prefix of the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Encrypts keys and tree secrets: a copy of the database alone can neither sign nor open a leaf. */
export const proofCipher = ({ secrets }: Pick<ProofSecrets, 'secrets'>): Cipher =>
  openCipher(secrets, 'fairturn proof secret 1')

/**
 * Generates the first key, or adopts a newly configured one, endorsed by its predecessor. Throws if that is not available,
 * if the newest key was configured and no longer is, or if an old one is configured again.
 */
export async function currentSigner(on: Queryable, secrets: ProofSecrets, now: Date): Promise<Signer> {
  const keys = await selectProofKeys.all(on)
  const newest = keys.at(-1)
  const configured = secrets.signingKeys.map(privateKeyOf)
  if (configured[0] === undefined) {
    if (newest === undefined) return await addKey(on, secrets, undefined, generate(), now, true)
    const key = privateOf(secrets, newest)
    if (key === undefined) throw new Error(`proof key ${newest.number} was configured and is not any more`)
    return signerOf(newest.number, key)
  }
  const fault = faultOfConfigured(keys, secrets, configured[0])
  if (fault !== undefined) throw new Error(fault)
  if (newest?.public_key.equals(rawPublic(configured[0]))) return signerOf(newest.number, configured[0])
  return await addKey(on, secrets, newest, configured[0], now, false)
}

/**
 * For a process that starts: throws an Error that says what to do if the configured key can sign no proof that members'
 * devices accept. Without a configured key there is nothing to say.
 */
export async function requireFollowingKey(on: Queryable, secrets: ProofSecrets): Promise<void> {
  const [seed] = secrets.signingKeys
  if (seed === undefined) return
  const fault = faultOfConfigured(await selectProofKeys.all(on), secrets, privateKeyOf(seed))
  if (fault !== undefined) throw new Error(fault)
}

/** The configured key is the newest, or the newest can sign that it is its successor: no device accepts any other. */
function faultOfConfigured(
  keys: readonly ProofKeyRow[],
  secrets: ProofSecrets,
  configured: KeyObject,
): string | undefined {
  const newest = keys.at(-1)
  const known = keys.find((row) => row.public_key.equals(rawPublic(configured)))
  if (known !== undefined && known !== newest)
    return `proof key ${known.number} is configured, and was replaced before`
  if (known !== undefined || newest === undefined || canEndorse(secrets, newest)) return undefined
  return `the key in PROOF_SIGNING_KEY is new, and proof key ${newest.number} is not there to sign it, so that every member's device would raise an alarm: set the new key, a comma, the old one`
}

/** Whether this key is there to sign its successor; one that another secret encrypted is not. */
function canEndorse(secrets: ProofSecrets, row: ProofKeyRow): boolean {
  try {
    return privateOf(secrets, row) !== undefined
  } catch {
    return false
  }
}

/**
 * Rotates a key that was generated here. Refuses `proof_key_is_configured`, also if it is not any more: it could not sign
 * its successor.
 */
export async function replaceKey(on: Queryable, secrets: ProofSecrets, now: Date): Promise<ProofKey> {
  const newest = (await selectProofKeys.all(on)).at(-1)
  const wasConfigured = newest !== undefined && newest.ciphertext === null
  if (secrets.signingKeys.length > 0 || wasConfigured) throw refuse('proof_key_is_configured')
  await addKey(on, secrets, newest, generate(), now, true)
  return (await proofKeys(on)).at(-1)!
}

/** All keys, oldest first. */
export async function proofKeys(on: Queryable): Promise<ProofKey[]> {
  const rows = await selectProofKeys.all(on)
  return rows.map((row, i) => ({
    number: row.number,
    key: text(row.public_key),
    since: row.since.toISOString(),
    replaces: i === 0 ? 'none' : text(rows[i - 1]!.public_key),
    endorsement: row.endorsement === null ? null : text(row.endorsement),
  }))
}

async function addKey(
  on: Queryable,
  secrets: ProofSecrets,
  before: ProofKeyRow | undefined,
  key: KeyObject,
  since: Date,
  keptHere: boolean,
): Promise<Signer> {
  const number = (before?.number ?? 0) + 1
  const signer = signerOf(number, key)
  const statement = {
    number,
    key: signer.key,
    since: since.toISOString(),
    replaces: before === undefined ? 'none' : text(before.public_key),
  }
  const endorser = before === undefined ? undefined : privateOf(secrets, before)
  if (before !== undefined && endorser === undefined)
    throw new Error(`proof key ${before.number} is not there to sign its successor`)
  const endorsement = endorser === undefined ? null : sign(null, Buffer.from(keyText(statement)), endorser)
  const seed = key.export({ type: 'pkcs8', format: 'der' }).subarray(PKCS8_HEAD.length)
  const ciphertext = keptHere ? proofCipher(secrets).encrypt(proofKeyContext(number), seed) : null
  await insertProofKey.all(on, { number, public_key: rawPublic(key), ciphertext, since, endorsement })
  return signer
}

/** A key's private half: decrypted, or from the configuration. */
function privateOf(secrets: ProofSecrets, row: ProofKeyRow): KeyObject | undefined {
  if (row.ciphertext !== null)
    return privateKeyOf(
      proofCipher(secrets).decrypt(proofKeyContext(row.number), row.ciphertext).toString('base64url'),
    )
  return secrets.signingKeys.map(privateKeyOf).find((key) => rawPublic(key).equals(row.public_key))
}

const signerOf = (number: number, key: KeyObject): Signer => ({
  number,
  key: text(rawPublic(key)),
  sign: (statement) => text(sign(null, Buffer.from(statement), key)),
})

const generate = (): KeyObject => generateKeyPairSync('ed25519').privateKey
/** Associated data of a key's encrypted private half. */
export const proofKeyContext = (number: number | string): string => `proof key ${number}`
const text = (bytes: Buffer): string => bytes.toString('base64url')

const privateKeyOf = (seed: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  })

const rawPublic = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32)
