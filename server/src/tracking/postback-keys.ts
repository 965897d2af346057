import { randomBytes, timingSafeEqual } from 'node:crypto'
import { newId } from '@fairturn/contract/ids'
import { POSTBACK_LIMITS, type PostbackKey, postbackKey } from '@fairturn/contract/postbacks'
// Signing keys of advertisers' servers: created, shown once, stored encrypted, retired, and used to verify signatures. A
// failed verification does not say why (postback.test.ts).
import { Webhook } from 'standardwebhooks'
import { openCipher, type Cipher } from '../platform/credentials/encryption.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import { onWire } from '../platform/http/wire.ts'
import { insertKey, type KeyRow, keysValidAfter, lockKeys, retireKeyAt } from './postback.store.ts'

const PREFIX = 'whsec_'
/** Standard Webhooks requires 24 to 64 bytes; a multiple of three needs no padding. */
const SECRET_BYTES = 33
const WEBHOOK_ID = /^[\x21-\x7e]{1,256}$/
const MAX_HEADER_LENGTH = 2000
/** How long invalid keys are still listed. */
const SHOWN_MS = 30 * 86_400_000

/** The three signature headers, and the raw body. */
export interface Signed {
  readonly webhook_id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

/** With associated data: a secret copied to another key or campaign does not decrypt. */
export const postbackCipher = (secrets: readonly string[]): Cipher =>
  openCipher(secrets, 'fairturn postback secret 1')

/** Creates a key; only this response contains the secret. Refuses `there_are_two_postback_keys`. */
export async function createKey(
  tx: Tx,
  cipher: Cipher,
  campaign_id: string,
): Promise<{ key: PostbackKey; secret: string }> {
  await lockKeys.all(tx, { campaign_id })
  const active = await keysValidAfter.all(tx, { campaign_id, since: tx.now })
  if (active.length >= POSTBACK_LIMITS.active_keys) throw refuse('there_are_two_postback_keys')
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64')
  const id = newId(tx.now)
  const ciphertext = cipher.encrypt(keyAssociatedData({ id, campaign_id }), Buffer.from(secret))
  const row = await insertKey.one(tx, {
    id,
    campaign_id,
    ciphertext,
    last4: secret.slice(-4),
    created_at: tx.now,
  })
  return { key: keyOnWire(row, tx.now), secret }
}

/** Retires a key in that many hours (0: now), or earlier if already planned. Refuses `postback_key_is_unknown`. */
export async function retireKey(
  tx: Tx,
  { campaign_id, key_id, in_hours }: { campaign_id: string; key_id: string; in_hours: number },
): Promise<PostbackKey> {
  const at = new Date(tx.now.getTime() + in_hours * 3_600_000)
  const row = await retireKeyAt.maybe(tx, { key_id, campaign_id, at })
  return keyOnWire(orRefuse(row, 'postback_key_is_unknown'), tx.now)
}

export async function keysOf(on: Queryable, campaign_id: string, now: Date): Promise<PostbackKey[]> {
  const rows = await keysValidAfter.all(on, { campaign_id, since: new Date(now.getTime() - SHOWN_MS) })
  return rows.map((row) => keyOnWire(row, now))
}

const keyOnWire = (row: KeyRow, now: Date): PostbackKey =>
  onWire(postbackKey, row, {
    shown: `${PREFIX}…${row.last4}`,
    active: row.retires_at === null || row.retires_at > now,
  })

/**
 * Whether a valid key of the campaign signed this within five minutes of our clock (https://www.standardwebhooks.com);
 * one valid signature of several is sufficient.
 */
export async function isAuthentic(
  on: Queryable,
  cipher: Cipher,
  campaign_id: string,
  signed: Signed,
  now: Date,
): Promise<boolean> {
  const { webhook_id, timestamp, signature, body } = signed
  if (!WEBHOOK_ID.test(webhook_id) || !/^\d{1,12}$/.test(timestamp)) return false
  if (signature.length > MAX_HEADER_LENGTH) return false
  const at_ms = Number(timestamp) * 1000
  if (Math.abs(now.getTime() - at_ms) > POSTBACK_LIMITS.tolerance_seconds * 1000) return false
  const given = signature.split(' ').map((one) => Buffer.from(one))
  const keys = await keysValidAfter.all(on, { campaign_id, since: now })
  return keys.some((key) => {
    const webhook = new Webhook(secretOf(cipher, key))
    const expected = Buffer.from(webhook.sign(webhook_id, new Date(at_ms), body))
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  })
}

/** Headers for a body, signed with the newest valid key; undefined if there is none. */
export async function signBody(
  on: Queryable,
  cipher: Cipher,
  campaign_id: string,
  body: string,
  now: Date,
): Promise<Signed | undefined> {
  const key = (await keysValidAfter.all(on, { campaign_id, since: now }))[0]
  if (key === undefined) return undefined
  const webhook_id = `test_${newId(now)}`
  const webhook = new Webhook(secretOf(cipher, key))
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return { webhook_id, timestamp, signature: webhook.sign(webhook_id, now, body), body }
}

/** Associated data of a key's encrypted secret. */
export const keyAssociatedData = ({ id, campaign_id }: Pick<KeyRow, 'id' | 'campaign_id'>): string =>
  `${campaign_id} ${id}`

const secretOf = (cipher: Cipher, key: KeyRow): string =>
  cipher.decrypt(keyAssociatedData(key), key.ciphertext).toString('utf8')
