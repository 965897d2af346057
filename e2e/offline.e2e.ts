// Faults as a member meets them: no network, a server that is down, a new version, blocked storage, a wrong clock, two
// tabs at once, a session ended elsewhere. Each is explained, and nothing typed is lost while the session lasts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startFront } from '../testing/faulty-front.ts'
import { RUN_ALL } from '../testing/run-all.ts'
import { inDatabaseOf } from './back-office.ts'
import { savedForOffline, until } from './journeys.ts'
import {
  callApi,
  contextFor as contextWithout,
  fillAddress,
  ownOrigin,
  PHONE,
  registerByApi,
  see,
  signIn,
} from './members.ts'
import { ownServer, preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

const PASSWORD = 'fairturn-demo'
const DAY_MS = 86_400_000

const origin = ownOrigin()
const contextFor: typeof contextWithout = (which, session, look) =>
  contextWithout(which, session, { ...look, service_worker: true })

/** All cached entries, as URLs and text. */
const keptTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const texts = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        const is_text = /json|html/.test(kept.headers.get('content-type') ?? '')
        texts.push(request.url + ' ' + (is_text ? await kept.text() : ''))
      }
    }
    return texts
  })()`)

test('without a network the app opens, says so, and continues when the network is back', async () => {
  const session = await signIn(origin, 'thuha.dn')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(origin)
  await see(page, 'Available balance')
  await savedForOffline(page)

  await context.setOffline(true)
  await page.reload()
  await see(page, /You are offline. This page updates automatically/)
  await page.getByRole('navigation').first().waitFor()
  expect(await page.getByText(figures(session.user.account_balance)).count()).toBe(0)
  // What can be done now, the levels and the awards, each in its own block.
  await expect
    .poll(() => page.getByText('No connection. Reconnecting automatically.').count())
    .toBeGreaterThanOrEqual(3)
  await page.getByRole('link', { name: /^Orders/ }).click()
  await see(page, 'This loads as soon as you are back online.')
  await page.goBack()
  await context.setOffline(false)
  await see(page, 'Back online')
  await page
    .getByRole('button', { name: /Available balance/ })
    .filter({ hasText: /\d,\d\d/ })
    .waitFor()
  await context.close()
})

test('without a network the navigation stays available, support included, and the title is not covered', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { width: 360 })
  const page = await context.newPage()
  await page.goto(`${origin}/individual`)
  await savedForOffline(page)
  // By where they lead: a count beside a label is known only while online.
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const ways = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  await links.filter({ hasText: 'Support' }).waitFor()
  const online = await ways()
  await context.setOffline(true)
  await page.reload()
  const bar = page.getByText('You are offline. This page updates automatically when you are back online.')
  await bar.waitFor()
  await expect.poll(ways).toEqual(online)
  const title = page.getByRole('heading', { level: 1 })
  const overlapPx = async () => {
    const [above, below] = [await bar.boundingBox(), await title.boundingBox()]
    return above!.y + above!.height - below!.y
  }
  await expect.poll(overlapPx).toBeLessThanOrEqual(0)
  await context.close()
})

test.each(RUN_ALL ? ['is refused', 'is answered with nothing'] : ['is refused'])(
  'a service worker whose registration %s does not affect the page and causes no reload',
  async (how) => {
    const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
    await context.addInitScript((refused) => {
      const kept = globalThis as unknown as { asked_to_register: number }
      kept.asked_to_register = 0
      const { serviceWorker } = navigator as unknown as {
        serviceWorker: { register: () => Promise<unknown> }
      }
      serviceWorker.register = async () => {
        kept.asked_to_register += 1
        if (refused) throw new DOMException('storage is blocked', 'SecurityError')
        return undefined
      }
    }, how === 'is refused')
    const page = await context.newPage()
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.goto(`${origin}/individual`)
    await until(page, 'globalThis.asked_to_register === 1')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('tab').first().waitFor()
    await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined)
    expect(loads).toBe(1)
    expect(await page.evaluate(`localStorage.getItem('reloaded_at')`)).toBeNull()
    await context.close()
  },
)

// ASVS V7.4.4 V14.2.2 V14.3.1
test('nothing about a member is cached, signing out removes pictures, and other parts of the site are not intercepted', async () => {
  const session = await signIn(origin, 'thuha.dn')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(origin)
  await see(page, 'Available balance')
  await savedForOffline(page)
  await page.reload()
  await see(page, 'Available balance')
  await page.goto(`${origin}/account-detail`)
  await see(page, 'Statement')
  await until(page, `caches.match('/api/level?langcode=en').then((kept) => kept !== undefined)`)
  const kept = await keptTexts(page)
  expect(kept.filter((text) => /thuha|account_balance|"amount"/.test(text))).toEqual([])
  expect(kept.find((text) => text.includes('/shell.html'))).not.toContain('id="settings"')

  for (const path of ['/api/docs', '/api/none', '/files/none.webp']) {
    const answer = await page.request.get(origin + path, { headers: { accept: 'text/html' } })
    const opened = await page.goto(origin + path)
    expect(opened?.status()).toBe(answer.status())
    expect(opened?.fromServiceWorker()).toBe(false)
  }
  await page.goto(`${origin}/individual`)
  await see(page, 'Personal area')
  await until(page, 'navigator.serviceWorker.controller !== null')
  await page.evaluate(`caches.open('fairturn-pictures').then(() => undefined)`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${origin}/login`)
  const left = () => page.evaluate<string[]>('caches.keys()')
  await expect.poll(left).not.toContain('fairturn-pictures')
  await expect.poll(left).not.toContain('fairturn-public')
  await context.close()
})

test('a tracked link opened where the app is installed is requested once: its member reads of one visit', async () => {
  const session = await registerByApi(origin, 'opens.once')
  const user_id = session.user._id
  const ask = <Data>(path: string, body: object = {}) =>
    callApi<Data>(origin, path, { user_id, ...body }, session.access_token)
  const { _id: offer_id } = await ask<{ _id: string }>('random-product')
  const { _id } = await ask<{ _id: string }>('orders', { offer_id })
  const { link } = await ask<{ link: string }>(`orders/${_id}/start`)
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(origin)
  await savedForOffline(page)
  // On this origin, also where links have one of their own.
  await page.goto(origin + new URL(link).pathname)
  await page.locator(`form[action="${new URL(link).pathname}/continue"]`).waitFor()
  const found = await inDatabaseOf(ownServer().dataDir, (database) =>
    database.query<{ count: string }>({
      // A link has the id of its order.
      text: 'select count(*)::text as count from visit where link_id = $1',
      values: [_id],
    }),
  )
  expect(found.rows).toEqual([{ count: '1' }])
  await context.close()
})

test('a new version is offered, never forced, and active after one press', async () => {
  const front = await startFront({ origin, preparedDir: preparedDir() })
  const context = await contextFor(browser, await signIn(front.origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${front.origin}/individual/address`)
  await page.getByLabel('Full name').fill('Not to be lost')
  await savedForOffline(page)

  front.entry = '/assets/index-ofThenext.js'
  await page.evaluate('navigator.serviceWorker.ready.then((ready) => void ready.update())')
  await see(page, 'A new version is ready')
  expect(await page.getByLabel('Full name').inputValue()).toBe('Not to be lost')
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByText('A new version is ready').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Full name').inputValue()).toBe('Not to be lost')

  await page.reload()
  await see(page, 'A new version is ready')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => loads).toBe(1)
  await until(page, 'navigator.serviceWorker.ready.then(({ waiting }) => waiting === null)')
  await see(page, 'Your address')
  await context.close()
  await front.close()
})

test('a form sent while the server is down keeps the input, and succeeds afterwards', async () => {
  const front = await startFront({ origin, preparedDir: preparedDir() })
  const context = await contextFor(browser, await registerByApi(front.origin, 'patient'))
  const page = await context.newPage()
  await page.goto(`${front.origin}/individual/address`)
  await fillAddress(page)
  const save = page.getByRole('button', { name: 'Save address' })

  front.down = true
  await save.click()
  await see(page, /No response, so nothing is confirmed yet/)
  expect(await page.getByLabel('Street and number').inputValue()).toBe('5 Lê Lợi')
  front.down = false
  await context.setOffline(true)
  await save.click()
  await see(page, /No connection: nothing was sent/)
  expect(await page.getByLabel('City').inputValue()).toBe('Huế')
  await context.setOffline(false)
  await save.click()
  await see(page, 'Added address information successfully')
  await context.close()
  await front.close()
})

test('a withdrawal whose response is lost is made once, and its amount stays in the form', async () => {
  const front = await startFront({ origin, preparedDir: preparedDir() })
  const session = await signIn(front.origin, 'thuha.dn')
  const held = async () =>
    Number(
      (await callApi<{ held_balance: string }>(front.behind, 'auth/me', undefined, session.access_token))
        .held_balance,
    )
  const before = await held()
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(`${front.origin}/withdraw`)
  await page.getByLabel('Amount').fill('11.00')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  front.down = true
  await page.getByRole('button', { name: 'Confirm' }).click()
  await see(page, /No response, so nothing is confirmed yet/)
  expect(await held()).toBe(before)
  front.down = false
  await page.getByRole('button', { name: 'Confirm' }).click()
  await see(page, 'Successfully created withdrawal order')
  expect(await held()).toBeCloseTo(before + 11)
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await see(page, 'You cancelled this withdrawal. The money is available again.')
  await context.close()
  await front.close()
})

test('with storage blocked a member can sign in and use the app in this tab', async () => {
  const context = await browser.newContext({ userAgent: PHONE, viewport: { width: 390, height: 844 } })
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'caches'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  const page = await context.newPage()
  const faults = faultsOf(page)
  await page.goto(`${origin}/login`)
  await signInByForm(page, 'thuha.dn')
  await see(page, 'Available balance')
  const popup = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await popup.click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Orders/ })
    .click()
  await page.getByRole('tab').first().waitFor()
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await see(page, 'Your invite code')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(/\/login$/)
  expect(faults).toEqual([])
  await context.close()
})

test.each(RUN_ALL ? [DAY_MS, -DAY_MS] : [DAY_MS])(
  'with a clock wrong by %i ms a member stays signed in and an offer expires on time',
  async (wrongMs) => {
    const username = wrongMs > 0 ? 'early.bird' : 'late.bird'
    const session = await registerByApi(origin, username)
    const context = await contextFor(browser, session)
    await context.addInitScript((byMs) => {
      const Real = Date
      const wrongNow = () => Real.now() + byMs
      globalThis.Date = new Proxy(Real, {
        construct: (target, given) => Reflect.construct(target, given.length > 0 ? given : [wrongNow()]),
        get: (target, name) => (name === 'now' ? wrongNow : Reflect.get(target, name)),
      })
    }, wrongMs)
    const page = await context.newPage()
    await page.goto(`${origin}/order-detail`)
    const timer = page.getByRole('timer')
    await timer.filter({ hasText: /^\d:\d\d$/ }).waitFor()
    const [minutes = 0, seconds = 0] = (await timer.innerText()).split(':').map(Number)
    expect(minutes * 60 + seconds).toBeGreaterThan(30)
    expect(minutes * 60 + seconds).toBeLessThanOrEqual(300)
    await page.reload()
    await timer.filter({ hasText: /^\d:\d\d$/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/order-detail')
    await context.close()
  },
)

test('two tabs whose token expires at the same time renew it once, and both continue', async () => {
  const front = await startFront({ origin, preparedDir: preparedDir() })
  const session = await signIn(front.origin, 'thuha.dn')
  const context = await contextFor(browser, session)
  const tabs = [await context.newPage(), await context.newPage()]
  for (const tab of tabs) {
    await tab.goto(front.origin)
    await see(tab, 'Available balance')
    // A page that is left during a renewal loses the response, and with it the session: a refresh token works once.
    await tab.goto('about:blank')
  }
  // A token names the second of its issue: one renewed within the same second would be the same, and refused again.
  await sleep(1_000)
  front.expired.add(session.access_token)
  await Promise.all(tabs.map((tab) => tab.goto(front.origin)))
  for (const tab of tabs) {
    await tab
      .getByRole('button', { name: /Available balance/ })
      .filter({ hasText: /\d,\d\d/ })
      .waitFor()
    expect(new URL(tab.url()).pathname).toBe('/')
  }
  expect(front.requested.filter((path) => path === '/api/auth/refresh-token')).toHaveLength(1)
  await context.close()
  await front.close()
})

test('the sign-in reports a session that ended elsewhere, leads back to the same screen, and the tab keeps nothing', async () => {
  const session = await registerByApi(origin, 'elsewhere')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(`${origin}/individual/address`)
  await fillAddress(page)
  const other = await signIn(origin, 'elsewhere')
  await callApi(origin, 'sessions/end', { user_id: session.user._id }, other.access_token)
  // The page may already know, by its live stream.
  await Promise.race([
    page.waitForURL(/\/login/),
    page
      .getByRole('button', { name: 'Save address' })
      .click()
      .catch(() => undefined),
  ])
  await see(page, 'Your session has ended. Sign in to continue where you left off.')
  expect(await keptInTab(page)).toEqual(['locale'])
  await signInByForm(page, 'elsewhere')
  await page.getByLabel('Full name').waitFor()
  expect(new URL(page.url()).pathname).toBe('/individual/address')
  expect(await page.getByLabel('Full name').inputValue()).toBe('')
  await context.close()
})

test('typed input survives a reload and lasts as long as the session, without passwords', async () => {
  const session = await registerByApi(origin, 'half.done')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(`${origin}/individual/bank-info`)
  await page.getByRole('tab', { name: 'IBAN' }).click()
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE00 1234')
  await page.getByLabel('Account holder').fill('NGUYEN THI MAI')
  await page.goto(`${origin}/withdraw`)
  await page.getByLabel('Amount').fill('12,50')
  await page.goto(`${origin}/individual/security`)
  await page.getByRole('button', { name: /^One-time codes/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(PASSWORD)
  await page.goto(`${origin}/individual/bank-info`)
  await see(page, 'Your earlier input is still here. It has not been sent.')
  await expect.poll(() => page.getByRole('textbox', { name: 'IBAN' }).inputValue()).toBe('DE00 1234')
  expect(await page.getByLabel('Account holder').inputValue()).toBe('NGUYEN THI MAI')

  // Elsewhere meanwhile: a page that hears of the end by its live stream says so at once, and the next page would not repeat it.
  await page.goto('about:blank')
  const other = await signIn(origin, 'half.done')
  await callApi(origin, 'sessions/end', { user_id: session.user._id }, other.access_token)
  await page.goto(`${origin}/individual/bank-info`)
  await see(page, 'Your session has ended. Sign in to continue where you left off.')
  expect(await keptInTab(page)).toEqual(['locale'])
  await signInByForm(page, 'half.done')
  await page.getByLabel('Account holder').waitFor()
  expect(await page.getByLabel('Account holder').inputValue()).toBe('')
  await page.getByLabel('Account holder').fill('SOMEBODY')
  await page.goto(`${origin}/individual`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${origin}/login`)
  expect(await keptInTab(page)).toEqual(['locale'])
  await context.close()
})

const keptInTab = (page: Page) => page.evaluate<string[]>('Object.keys(sessionStorage).sort()')

test('the second 403 of a session ends it, even with a reload in between', async () => {
  const session = await registerByApi(origin, 'twice.refused')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  const refused = { status: 403, json: { message: 'x', code: 'not_your_account', request_id: 'x' } }
  await context.route('**/api/level', (route) => route.fulfill(refused))
  await page.goto(origin)
  await until(page, `sessionStorage.getItem('forbidden') === '1'`)
  await page.reload()
  await page.waitForURL(/\/login/)
  expect(await keptInTab(page)).toEqual(['locale'])
  await context.close()
})

test('installing the app is offered until the offer is dismissed', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual`)
  await see(page, 'Your invite code')
  expect(await page.getByText('Add to home screen').count()).toBe(0)
  await offerInstall(page)
  await page.getByRole('button', { name: 'Install', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.reload()
  await see(page, 'Your invite code')
  await offerInstall(page)
  expect(await page.getByText('Add to home screen').count()).toBe(0)
  await context.close()

  const iphone = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  await iphone.addInitScript(() => Object.assign(navigator, { standalone: false }))
  const onIphone = await iphone.newPage()
  await onIphone.goto(`${origin}/individual`)
  await see(onIphone, /tap Share, then “Add to Home Screen”/)
  await iphone.close()
})

/** Chromium fires this after it has observed some use of the app. */
const offerInstall = (page: Page) =>
  page.evaluate(`
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => ({ outcome: 'accepted' }),
    }))
    new Promise((resolve) => requestAnimationFrame(resolve))`)

/** The app is in Vietnamese until another language is chosen. */
async function signInByForm(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: /^(Đăng nhập|Sign in)$/ }).waitFor()
  if (await page.getByRole('button', { name: 'Đăng nhập', exact: true }).count())
    await page.locator('select').first().selectOption('en')
  await page.getByLabel('Username or phone number').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}

/** A wire amount as displayed. */
const figures = (wire: string): string => wire.replace('.', ',').replace(/\B(?=(\d{3})+,)/g, ' ')
