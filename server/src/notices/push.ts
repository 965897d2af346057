// Web Push (RFC 8030, 8291, 8292): VAPID key, devices, and sending an encrypted message to one of them.
import { createECDH } from 'node:crypto'
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { newId } from '@fairturn/contract/ids'
import type { Config } from '../platform/config.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { safeFetch, readPublicUrl } from '../platform/http/safe-fetch.ts'
import * as store from './channels.store.ts'
import type { DeviceRow } from './channels.store.ts'

/** Limit per member, so that a browser that keeps re-subscribing does not grow the table. */
const MAX_DEVICES = 20
const PUSH_TIMEOUT_MS = 15_000

export interface PushKey {
  /** Uncompressed P-256 point and its scalar, base64url. */
  readonly public_key: string
  readonly private_key: string
}

/** The configured key, or the one created on first use and stored in the database. */
export async function pushKey(database: Database, { vapid }: Pick<Config, 'vapid'>): Promise<PushKey> {
  if (vapid !== undefined) return vapid
  const kept = await store.selectPushKey.maybe(database)
  if (kept !== undefined) return kept
  const pair = createECDH('prime256v1')
  const public_key = pair.generateKeys('base64url')
  const private_key = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
  await store.insertPushKey.all(database, public_key, private_key, database.clock.now())
  // Of two processes that created one concurrently, both use the first.
  return await store.selectPushKey.one(database)
}

export interface NewDevice {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** Refuses `push_subscription_is_not_usable`: an invalid key, a non-public URL, or another member's device. */
export async function subscribe(
  tx: Tx,
  holder: { member_id: string; session_id: string },
  { endpoint, keys }: NewDevice,
): Promise<void> {
  if (!isPoint(keys.p256dh) || !isPublic(endpoint)) throw refuse('push_subscription_is_not_usable')
  const { member_id, session_id } = holder
  const values = [newId(tx.now), member_id, session_id, endpoint, keys.p256dh, keys.auth, tx.now]
  if ((await store.putSubscription.maybe(tx, ...values)) === undefined)
    throw refuse('push_subscription_is_not_usable')
  await store.deleteOldSubscriptions.all(tx, { member_id, max_devices: MAX_DEVICES, session_id })
}

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
    readPublicUrl(endpoint, { allow_loopback: false })
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
  const options = { method: 'POST', max_bytes: 0, beyond: 'cut', allow_loopback: false } as const
  return (await safeFetch(url, { ...options, headers, body, timeout_ms: PUSH_TIMEOUT_MS })).status
}

export interface SentPush {
  readonly message: PushMessage
  readonly key: PushKey
  readonly subject: string
  readonly ttl_s: number
  readonly urgent: boolean
}

/** Sends one message to one device: `gone` if its push service no longer knows it. Rejects on failure. */
export async function sendPush(post: PostPush, device: DeviceRow, sent: SentPush): Promise<'sent' | 'gone'> {
  const { headers, body } = await buildPushPayload(
    {
      data: { ...sent.message },
      options: {
        ttl: sent.ttl_s,
        urgency: sent.urgent ? 'high' : 'normal',
        // A retry replaces the message still queued at the push service.
        topic: sent.message.id.replaceAll('-', ''),
      },
    },
    {
      endpoint: device.endpoint,
      expirationTime: null,
      keys: { p256dh: device.p256dh, auth: device.auth },
    },
    { subject: sent.subject, publicKey: sent.key.public_key, privateKey: sent.key.private_key },
  )
  const status = await post(device.endpoint, { headers: { ...headers }, body })
  if (status === 404 || status === 410) return 'gone'
  if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`)
  return 'sent'
}
