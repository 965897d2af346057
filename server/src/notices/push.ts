// Web Push (RFC 8030, 8291, 8292): VAPID key, devices, and sending an encrypted message to one of them. The private key and
// the keys of devices are encrypted in the database.
import { createECDH } from 'node:crypto'
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { newId } from '@fairturn/contract/ids'
import type { Config } from '../platform/config.ts'
import { type Cipher, openCipher } from '../platform/credentials/encryption.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { safeFetch, readPublicUrl } from '../platform/http/safe-fetch.ts'
import * as store from './channels.store.ts'
import type { DeviceRow, StoredKeys } from './channels.store.ts'

/** Limit per member, so that a browser that keeps re-subscribing does not grow the table. */
const MAX_DEVICES = 20
const PUSH_TIMEOUT_MS = 15_000

export interface PushKey {
  /** Uncompressed P-256 point and its scalar, base64url. */
  readonly public_key: string
  readonly private_key: string
}

type KeyConfig = Pick<Config, 'vapid' | 'secrets'>

/** Bound to the public key, and to a device's endpoint. */
export const pushCipher = (secrets: readonly string[]): Cipher => openCipher(secrets, 'fairturn push 1')

/** The configured key, or the one created on first use and stored in the database. */
export async function pushKey(database: Database, config: KeyConfig): Promise<PushKey> {
  if (config.vapid !== undefined) return config.vapid
  const { public_key, private_key, ciphertext } = await storedKey(database, config)
  if (ciphertext === null) return { public_key, private_key: private_key! }
  const decrypted = pushCipher(config.secrets).decrypt(public_key, ciphertext)
  return { public_key, private_key: decrypted.toString('base64url') }
}

/** What browsers subscribe with. */
export const publicPushKey = async (database: Database, config: KeyConfig): Promise<string> =>
  (config.vapid ?? (await storedKey(database, config))).public_key

async function storedKey(database: Database, { secrets }: KeyConfig) {
  const kept = await store.selectPushKey.maybe(database)
  if (kept !== undefined) return kept
  const pair = createECDH('prime256v1')
  const public_key = pair.generateKeys('base64url')
  const private_key = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex')
  const ciphertext = pushCipher(secrets).encrypt(public_key, private_key)
  await store.insertPushKey.all(database, { public_key, ciphertext, now: database.clock.now() })
  // Of two processes that created one concurrently, both use the first.
  return await store.selectPushKey.one(database)
}

interface DeviceKeys {
  readonly p256dh: string
  readonly auth: string
}

export interface NewDevice {
  readonly endpoint: string
  readonly keys: DeviceKeys
}

const encryptKeys = (cipher: Cipher, endpoint: string, { p256dh, auth }: DeviceKeys): Buffer =>
  cipher.encrypt(endpoint, Buffer.from(`${p256dh} ${auth}`))

function decryptKeys(cipher: Cipher, { endpoint, ciphertext, p256dh, auth }: StoredKeys): DeviceKeys {
  if (ciphertext === null) return { p256dh: p256dh!, auth: auth! }
  const [point, secret] = cipher.decrypt(endpoint, ciphertext).toString().split(' ')
  return { p256dh: point!, auth: secret! }
}

/** Encrypts what an earlier version stored in clear. For each start of a worker. */
export async function encryptPushSecrets(database: Database, secrets: readonly string[]): Promise<void> {
  const cipher = pushCipher(secrets)
  const key = await store.selectPushKey.maybe(database)
  if (key !== undefined && key.private_key !== null) {
    const { public_key, private_key } = key
    const ciphertext = cipher.encrypt(public_key, Buffer.from(private_key, 'base64url'))
    await store.encryptPushKey.all(database, { public_key, ciphertext })
  }
  for (const { id, endpoint, ...keys } of await store.selectClearSubscriptions.all(database)) {
    const ciphertext = encryptKeys(cipher, endpoint, keys)
    await store.encryptSubscription.all(database, { id, ciphertext, p256dh: keys.p256dh })
  }
}

/**
 * Another member's subscription is taken over only with its keys, which prove possession of the device. Refuses
 * `push_subscription_is_not_usable`: an invalid key, a non-public URL, or another member's device.
 */
export async function subscribe(
  tx: Tx,
  cipher: Cipher,
  holder: { member_id: string; session_id: string },
  { endpoint, keys }: NewDevice,
): Promise<void> {
  if (!isPoint(keys.p256dh) || !isPublic(endpoint)) throw refuse('push_subscription_is_not_usable')
  const { member_id, session_id } = holder
  const known = await store.selectSubscription.maybe(tx, { endpoint })
  const isTakenOver = known !== undefined && isSame(decryptKeys(cipher, known), keys)
  const put = await store.putSubscription.maybe(tx, {
    id: newId(tx.now),
    member_id,
    session_id,
    endpoint,
    ciphertext: encryptKeys(cipher, endpoint, keys),
    now: tx.now,
    taken_over: isTakenOver ? known.id : null,
  })
  if (put === undefined) throw refuse('push_subscription_is_not_usable')
  await store.deleteOldSubscriptions.all(tx, { member_id, max_devices: MAX_DEVICES, session_id })
}

const isSame = (one: DeviceKeys, other: DeviceKeys): boolean =>
  one.p256dh === other.p256dh && one.auth === other.auth

/** Whether the point is on the curve; otherwise no message could be encrypted for it. */
function isPoint(base64url: string): boolean {
  try {
    const probe = createECDH('prime256v1')
    probe.generateKeys()
    probe.computeSecret(Buffer.from(base64url, 'base64url'))
    return true
  } catch {
    return false
  }
}

function isPublic(endpoint: string): boolean {
  try {
    readPublicUrl(endpoint, { allowLoopback: false })
    return true
  } catch {
    return false
  }
}

export interface PushMessage {
  readonly id: string
  readonly title: string
  readonly body: string
  /** Path in the app that it links to. */
  readonly path: string
  readonly unread: number
}

/** Posts to a push service and returns the HTTP status. */
export type PostPush = (
  url: string,
  request: { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> },
) => Promise<number>

/** The URL is supplied by clients, so it goes through safe-fetch (SSRF protection). */
export const postPush: PostPush = async (url, { headers, body }) => {
  const options = { method: 'POST', maxBytes: 0, beyond: 'cut', allowLoopback: false } as const
  return (await safeFetch(url, { ...options, headers, body, timeoutMs: PUSH_TIMEOUT_MS })).status
}

export interface SentPush {
  readonly message: PushMessage
  readonly key: PushKey
  readonly subject: string
  readonly ttlS: number
  readonly urgent: boolean
}

/** Sends one message to one device: `gone` if its push service no longer knows it. Rejects on failure. */
export async function sendPush(
  post: PostPush,
  cipher: Cipher,
  device: DeviceRow,
  sent: SentPush,
): Promise<'sent' | 'gone'> {
  const { headers, body } = await buildPushPayload(
    {
      data: { ...sent.message },
      options: {
        ttl: sent.ttlS,
        urgency: sent.urgent ? 'high' : 'normal',
        // A retry replaces the message still queued at the push service.
        topic: sent.message.id.replaceAll('-', ''),
      },
    },
    {
      endpoint: device.endpoint,
      expirationTime: null,
      keys: { ...decryptKeys(cipher, device) },
    },
    { subject: sent.subject, publicKey: sent.key.public_key, privateKey: sent.key.private_key },
  )
  const status = await post(device.endpoint, { headers: { ...headers }, body })
  if (status === 404 || status === 410) return 'gone'
  if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`)
  return 'sent'
}
