// Push notifications on this device: support, subscription, and opening a tapped one. Permission is requested
// only after the member's tap.
import { navigate } from 'wouter/use-browser-location'
import { call, queries } from '../shell/client.ts'
import { OPEN } from '../shell/offline/push.ts'
import { keys, memberId } from '../shell/queries.ts'
import { session } from '../shell/session.ts'

/** Timeout for the registration of the service worker after the page has loaded. */
const REGISTRATION_TIMEOUT_MS = 8000

export type PushStatus = 'available' | 'blocked' | 'needs_installing' | 'unsupported'

/** What this browser supports. On iOS and iPadOS only an installed app can receive push messages. */
export function pushStatus(): PushStatus {
  if (!('serviceWorker' in navigator)) return 'unsupported'
  if (!('PushManager' in globalThis) || !('Notification' in globalThis))
    return isApple() ? 'needs_installing' : 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'available'
}

// An iPad reports itself as a Mac, and no Mac has a touch screen.
const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

async function pushManager(): Promise<PushManager | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, REGISTRATION_TIMEOUT_MS))
  return (await Promise.race([navigator.serviceWorker.ready, late]))?.pushManager
}

/** Whether this device receives this member's notifications; if so, re-registers it with the current session. */
export async function isDeviceOn(): Promise<boolean> {
  if (pushStatus() !== 'available' || Notification.permission !== 'granted') return false
  const subscription = await (await pushManager())?.getSubscription()
  if (!subscription) return false
  const body = { user_id: memberId(), endpoint: subscription.endpoint }
  return (await call('POST push/subscriptions/keep', { body })).data.on
}

/** Asks for permission and subscribes; false if the member or the browser refused. Rejects if the server did. */
export async function turnDeviceOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const manager = await pushManager()
  if (manager === undefined) return false
  const { key } = (await call('GET push/key')).data
  const subscription = await subscribeWith(manager, key)
  if (subscription === undefined) return false
  const { endpoint, keys: secrets } = subscription.toJSON()
  const body = {
    user_id: memberId(),
    endpoint: endpoint ?? '',
    keys: { p256dh: secrets?.['p256dh'] ?? '', auth: secrets?.['auth'] ?? '' },
  }
  return (await call('POST push/subscriptions', { body })).data.on
}

/** Undefined if the browser has no push service. */
async function subscribeWith(manager: PushManager, key: string): Promise<PushSubscription | undefined> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const known = await manager.getSubscription()
  try {
    return await manager.subscribe(options)
  } catch {
    // A subscription with a different server key must be removed first.
    if (!(await known?.unsubscribe())) return undefined
    return await manager.subscribe(options).catch(() => undefined)
  }
}

export async function turnDeviceOff(): Promise<void> {
  const subscription = await (await pushManager())?.getSubscription()
  if (!subscription) return
  const body = { user_id: memberId(), endpoint: subscription.endpoint }
  await call('POST push/subscriptions/remove', { body })
  await subscription.unsubscribe()
}

let following = false

/**
 * Handles taps on notifications, re-registers the device with each session, and updates the badge of the
 * app's icon.
 */
export function followDevice(): void {
  if (following || !('serviceWorker' in navigator)) return
  following = true
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown }
    if (type === OPEN && typeof path === 'string') navigate(path)
  })
  let signedIn = false
  const update = () => {
    const now = session.accessToken() !== null
    // A failure is harmless: it is retried on the next page load.
    if (now && !signedIn) isDeviceOn().catch(() => undefined)
    if (!now && signedIn) showCount(0)
    signedIn = now
  }
  session.subscribe(update)
  update()
  queries.getQueryCache().subscribe(({ query }) => {
    const [key] = query.queryKey as readonly unknown[]
    if (key === keys.unread[0] && typeof query.state.data === 'number') showCount(query.state.data)
  })
}

let shown = -1

function showCount(unread: number): void {
  if (unread === shown || !('setAppBadge' in navigator)) return
  shown = unread
  // Only an installed app has an icon with a badge.
  navigator.setAppBadge(unread).catch(() => undefined)
}
