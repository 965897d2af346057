import { expect, test } from 'vitest'
import { handlePush, OPEN } from './push.ts'
import type { WindowClient, WorkerScope } from './worker-scope.ts'

interface Page extends Partial<WindowClient> {
  heard: unknown[]
}

function worker(pages: Page[] = []) {
  const shown: [string, NotificationOptions][] = []
  const opened: string[] = []
  const listeners = new Map<string, (event: unknown) => void>()
  for (const page of pages) {
    page.postMessage = (message) => void page.heard.push(message)
    page.focus = async () => page as unknown as WindowClient
  }
  const scope = {
    location: { origin: 'https://app.example.com' },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push([title, options]),
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async (url: string) => void opened.push(url),
    },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  }
  handlePush(scope as unknown as WorkerScope)
  async function dispatch(type: string, event: object) {
    const waiting: Promise<unknown>[] = []
    listeners.get(type)!({ ...event, waitUntil: (promise: Promise<unknown>) => waiting.push(promise) })
    await Promise.all(waiting)
  }
  return {
    shown,
    opened,
    push: (text: string | null) =>
      dispatch('push', { data: text === null ? null : { json: () => JSON.parse(text) as unknown } }),
    tap: (data: unknown) => dispatch('notificationclick', { notification: { data, close: () => undefined } }),
  }
}

test('a message is shown with its id as tag, so that a duplicate replaces it', async () => {
  const { push, shown } = worker()
  await push(
    JSON.stringify({
      id: 'a1',
      title: 'Award received',
      body: 'Open it.',
      path: '/order-detail/1',
      unread: 3,
    }),
  )
  expect(shown).toEqual([
    [
      'Award received',
      expect.objectContaining({ body: 'Open it.', tag: 'a1', data: { path: '/order-detail/1' } }),
    ],
  ])
})

test.each([null, '', 'null', '[]', '{"title":7}', '{"title":""}', '\u0000'])(
  'an unreadable message still shows a notification, because browsers would otherwise revoke the permission: %j',
  async (text) => {
    const { push, shown } = worker()
    await push(text)
    expect(shown).toEqual([['Fairturn', expect.objectContaining({ data: { path: '/notification' } })]])
  },
)

test.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'javascript:alert(1)',
  7,
  undefined,
])('no message can lead to another site: %j', async (path) => {
  const { push, shown, tap, opened } = worker()
  await push(JSON.stringify({ title: 'x', path }))
  expect(shown[0]?.[1].data).toEqual({ path: '/notification' })
  await tap({ path })
  expect(opened).toEqual(['https://app.example.com/notification'])
})

test('a tap uses an open page, the focused one first, and opens no other', async () => {
  const behind: Page = { heard: [], focused: false, visibilityState: 'hidden' }
  const inFront: Page = { heard: [], focused: false, visibilityState: 'visible' }
  const { tap, opened } = worker([behind, inFront])
  await tap({ path: '/withdraw?withdrawal=1' })
  expect([behind.heard, inFront.heard, opened]).toEqual([
    [],
    [{ type: OPEN, path: '/withdraw?withdrawal=1' }],
    [],
  ])
})

test('without an open page one is opened', async () => {
  const { tap, opened } = worker()
  await tap({ path: '/order-detail/1' })
  expect(opened).toEqual(['https://app.example.com/order-detail/1'])
})
