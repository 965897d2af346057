// Push handling of the service worker: shows a notification and opens it. Never shows an amount, because
// anybody can read a lock screen (push.test.ts).
import type { NotificationEvent, PushEvent, WorkerScope } from './worker-scope.ts'

/** Sent to an open page, which navigates by itself: a page load would lose what was typed. */
export const OPEN = 'OPEN'

interface PushNotice {
  title: string
  body: string
  path: string
  /** Id of the notice, used as the notification's tag: the same notice replaces its earlier notification. */
  id?: string
  unread?: number
}

/** Browsers revoke the push permission of an app that shows nothing for a push. */
const UNREADABLE: PushNotice = { title: 'Fairturn', body: '', path: '/notification' }

/** Registers the listeners for push messages and for taps on notifications. */
export function handlePush(scope: WorkerScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, readMessage(event))))
  scope.addEventListener('notificationclick', (event) => event.waitUntil(open(scope, event)))
}

function readMessage({ data }: PushEvent): PushNotice {
  try {
    const { id, title, body, path, unread } = (data?.json() ?? {}) as Record<string, unknown>
    if (typeof title !== 'string' || title === '') return UNREADABLE
    return {
      title,
      body: typeof body === 'string' ? body : '',
      path: ownPath(path),
      ...(typeof id === 'string' && { id }),
      ...(typeof unread === 'number' && { unread }),
    }
  } catch {
    return UNREADABLE
  }
}

/** A path of this app, so that a message cannot lead to another site. */
const ownPath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])[^\\]*$/.test(path) ? path : UNREADABLE.path

async function show({ registration }: WorkerScope, message: PushNotice): Promise<void> {
  const { title, body, path, id, unread } = message
  await registration.showNotification(title, {
    body,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { path },
    ...(id !== undefined && { tag: id }),
  })
  if (unread !== undefined && 'setAppBadge' in navigator)
    await navigator.setAppBadge(unread).catch(() => undefined)
}

async function open({ clients, location }: WorkerScope, { notification }: NotificationEvent): Promise<void> {
  notification.close()
  const path = ownPath((notification.data as { path?: unknown } | null)?.path)
  const pages = await clients.matchAll({ type: 'window' })
  const page =
    pages.find(({ focused }) => focused) ??
    pages.find(({ visibilityState }) => visibilityState === 'visible') ??
    pages[0]
  if (page === undefined) return void (await clients.openWindow(new URL(path, location.origin).href))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker’s has no such parameter
  page.postMessage({ type: OPEN, path })
  await page.focus()
}
