// The API on the back office's host and tracked links on their own host, both at once, as in docs/operations.md. `npm
// run test:hosts` runs all member tests with either.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { hostVariables, type RunningServer, startServer } from '../testing/product.ts'
import { RUN_ALL } from '../testing/run-all.ts'
import {
  addPasskey,
  changePhoto,
  downloadStatement,
  earnAnAward,
  faultsOf,
  savedForOffline,
  signInByPasskey,
  signOut,
  until,
} from './journeys.ts'
import { contextFor, registerByApi, see } from './members.ts'
import { withAuthenticator } from './passkey.ts'
import { preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

let server: RunningServer
let admin: string

beforeAll(async () => {
  const port = String(await freePort())
  const variables = { ...hostVariables(port, ['api', 'links']), PORT: port }
  admin = `http://127.0.0.1:${port}`
  server = await startServer(variables, preparedDir())
})
afterAll(async () => {
  await server?.stop()
})

test('a new member earns an award with app, API and links on separate hosts', async () => {
  const newcomer = { username: 'overseas', phone: '+84912345699' }
  expect(await earnAnAward(browser, server, newcomer)).toMatch(/\d,\d\d$/)
})

test.runIf(RUN_ALL)(
  'photo, statement, passkey, sign-out and offline start all use the API’s host, and nothing is requested from the app’s',
  async () => {
    const { origin } = server
    const session = await registerByApi(origin, 'farcaller')
    const context = await contextFor(browser, session, { service_worker: true })
    const requested: string[] = []
    context.on('request', (request) => requested.push(request.url()))
    const page = await context.newPage()
    const faults = faultsOf(page)
    await withAuthenticator(await context.newCDPSession(page))

    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2740e6' } })
      .jpeg()
      .toBuffer()
    expect(await changePhoto(page, origin, photo)).toMatch(`${origin}/files/`)

    await page.goto(`${origin}/account-detail`)
    await page.getByRole('tab', { name: 'Statement' }).click()
    await downloadStatement(page)

    await page.goto(`${origin}/individual/security`)
    await addPasskey(page)
    await signOut(page, origin)
    expect(await page.evaluate<string[]>('Object.keys(sessionStorage)')).toEqual(['locale'])
    await signInByPasskey(page)

    // The service worker caches the levels from an API on another host like those of its own.
    await savedForOffline(page)
    await page.reload()
    await see(page, 'Available balance')
    await until(page, `caches.match('${admin}/api/level?langcode=en').then((kept) => kept !== undefined)`)
    await context.setOffline(true)
    await page.reload()
    await see(page, 'No connection')
    await page.getByRole('link', { name: 'Orders' }).waitFor()
    expect(requested.filter((url) => url.startsWith(`${origin}/api/`))).toEqual([])
    expect(requested.filter((url) => url.startsWith(`${admin}/api/events`)).length).toBeGreaterThan(0)
    expect(faults).toEqual([])
    await context.close()
  },
)

test('staff sign in at the API’s host, to which the app’s host redirects', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.origin}/admin/`)
  expect(new URL(page.url()).origin).toBe(admin)
  await context.close()
})
