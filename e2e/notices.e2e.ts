// Choosing where notifications arrive: switches that persist, a device that says why it cannot receive them, and a
// push message that arrives.
import { expect, test } from 'vitest'
import { accessible } from './axe.ts'
import { callApi, contextFor, ownOrigin, registerByApi } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

interface Settings {
  push_devices: number
  groups: { group: string; push: boolean }[]
}
const settingsOf = (token: string) => callApi<Settings>(origin, 'notification-settings', undefined, token)

/** A mock of a push service that responds at once; source text, because it runs in the page. */
const PUSH_SERVICE = `
  let subscription = null
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
  PushManager.prototype.getSubscription = async () => subscription
  PushManager.prototype.subscribe = async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const bytes = (part) => atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const p256dh = btoa('\\x04' + bytes(x) + bytes(y)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    const endpoint = 'https://push.example.com/' + crypto.randomUUID()
    subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth: 'A'.repeat(22) } }),
      unsubscribe: async () => ((subscription = null), true),
    }
    return subscription
  }`

test('a member turns on this device and turns off a group, and both settings persist', async () => {
  const session = await registerByApi(origin, 'choosy')
  const context = await contextFor(browser, session, { service_worker: true })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.addInitScript(PUSH_SERVICE)
  await page.goto(`${origin}/notification`)
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await page.waitForURL(`${origin}/notification/settings`)

  const device = page.getByRole('switch', { name: /^This device/ })
  expect(await page.getByRole('switch', { name: /^Awards/ }).count()).toBe(0)
  await device.click()
  const awards = page.getByRole('switch', { name: /^Awards/ })
  await awards.waitFor()
  expect(await awards.isChecked()).toBe(true)
  expect(await page.getByRole('switch', { name: /^Security/ }).isDisabled()).toBe(true)
  await awards.click()
  await page.getByText('Email is not available on this site.').waitFor()
  await accessible(page)

  const settings = async () => {
    const { push_devices, groups } = await settingsOf(session.access_token)
    return { push_devices, off: groups.filter(({ push }) => !push).map(({ group }) => group) }
  }
  await expect.poll(settings).toEqual({ push_devices: 1, off: ['awards'] })
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await awards.waitFor()
  expect([await device.isChecked(), await awards.isChecked()]).toEqual([true, false])

  await device.click()
  await awards.waitFor({ state: 'detached' })
  await expect.poll(async () => (await settings()).push_devices).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('a browser that blocks or lacks notifications says so instead of offering a switch', async () => {
  const session = await registerByApi(origin, 'blocked one')
  for (const [prepare, explanation] of [
    [
      `Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`,
      'Your browser blocks notifications',
    ],
    ['delete globalThis.PushManager', 'This browser cannot receive notifications.'],
  ] as const) {
    const context = await contextFor(browser, session)
    const page = await context.newPage()
    await page.addInitScript(prepare)
    await page.goto(`${origin}/notification/settings`)
    await page.getByText(explanation).waitFor()
    expect(await page.getByRole('switch', { name: /^This device/ }).count()).toBe(0)
    await context.close()
  }
})

test('the service worker shows a push message with its text and nothing else', async () => {
  const session = await registerByApi(origin, 'pushed one')
  const context = await contextFor(browser, session, { service_worker: true })
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found !== undefined) resolve(found.registrationId)
    })
  })
  await protocol.send('ServiceWorker.enable')
  await page.goto(origin)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const registrationId = await registration
  const data = JSON.stringify({
    id: 'n1',
    title: 'Award received',
    body: 'Open Fairturn to read it.',
    path: '/warehouse',
    unread: 1,
  })
  // A headless browser cannot show notifications and may crash on a badge, so the calls are recorded instead.
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(`(
    (globalThis.shown = []),
    (registration.showNotification = async (title, options) => void shown.push({ title, ...options })),
    (navigator.setAppBadge = async (unread) => void shown.push({ unread })),
    undefined
  )`)
  await protocol.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await expect
    .poll(() => worker!.evaluate('shown'))
    .toEqual([
      {
        title: 'Award received',
        body: 'Open Fairturn to read it.',
        icon: '/icons/icon-192.png',
        badge: '/icons/icon-192.png',
        tag: 'n1',
        data: { path: '/warehouse' },
      },
      { unread: 1 },
    ])
  await context.close()
})
