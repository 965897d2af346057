// The layout of every screen: which tab is marked, what covers it, and how language and theme are reached.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { RUN_ALL } from '../testing/run-all.ts'
import { until } from './journeys.ts'
import { contextFor, ownOrigin, registerByApi, see, signIn } from './members.ts'
import { screensOf } from './screens.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

/** The tab that a path belongs to. */
function tabOf(path: string): string {
  const { pathname } = new URL(path, origin)
  if (/^\/(individual|account-detail|campaigns)(\/|$)/.test(pathname)) return 'Me'
  if (/^\/support(\/|$)/.test(pathname)) return 'Support'
  if (/^\/warehouse|^\/order-detail\/./.test(pathname)) return 'Orders'
  return pathname === '/order-detail' ? 'Receive an order' : 'Home'
}

test(`${RUN_ALL ? 'every screen' : 'one screen in three'} with the navigation marks one tab, and only screens below a tab have a back arrow`, async () => {
  const session = await signIn(origin, 'thuha.dn')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  const roots = new Set([
    '/',
    '/warehouse',
    '/warehouse/not-received',
    '/order-detail',
    '/support',
    '/individual',
  ])
  for (const [i, { name, path, as, signedOut }] of (await screensOf(origin, session)).entries()) {
    if (!RUN_ALL && i % 3 > 0) continue
    // What is not there is below no tab.
    if (name === 'missing') continue
    if (as !== undefined || signedOut === true) continue
    await page.goto(origin + path)
    await page.locator('main h1').waitFor({ state: 'attached' })
    const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
    if ((await page.getByRole('navigation', { name: 'Main' }).count()) === 0) continue
    expect([path, await marked.count()]).toEqual([path, 1])
    const tab = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: new RegExp(`^${tabOf(path)}`) })
    expect([path, await tab.getAttribute('aria-current')]).not.toEqual([path, null])
    const arrows = await page.getByRole('link', { name: 'Back', exact: true }).count()
    expect([path, arrows]).toEqual([path, roots.has(path) ? 0 : 1])
  }
  await context.close()
})

test('language and theme are two taps away, signed in or not', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/bank-info`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Me', exact: true }).click()
  const language = page.getByRole('combobox', { name: 'Language' })
  await seenAtOnce(page, 'Language')
  await seenAtOnce(page, 'Appearance')
  await page.getByRole('combobox', { name: 'Appearance' }).selectOption('dark')
  await until(page, `document.documentElement.dataset.theme === 'dark'`)
  await language.selectOption('fr')
  await expect.poll(() => page.evaluate<string>('document.documentElement.lang')).toBe('fr')
  await context.close()

  const stranger = await contextFor(browser, null)
  const open = await stranger.newPage()
  const publicPaths = [
    '/login',
    '/register',
    '/forgot-password',
    '/confirm-email',
    '/support/is-this-you',
    '/transparency',
    '/nowhere',
  ]
  for (const path of [...publicPaths, '/awards/019a0000-0000-8000-8000-00000000abcd']) {
    await open.goto(origin + path)
    await open.getByRole('combobox', { name: 'Language' }).waitFor()
    await open.getByRole('button', { name: 'Dark appearance' }).waitFor()
  }
  await stranger.close()
})

/** Expects the control to be visible without scrolling. */
async function seenAtOnce(page: Page, name: string): Promise<void> {
  const control = page.getByRole('combobox', { name })
  await control.waitFor()
  const { y, height } = (await control.boundingBox())!
  expect(y).toBeGreaterThanOrEqual(0)
  expect(y + height).toBeLessThanOrEqual(844 - 64)
}

/** From now on time advances in this page only by `clock.runFor`; requires `clock.install` first. */
const stopClock = async (page: Page) =>
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000)

/** A toast that stays, because time is stopped. */
async function shownToast(page: Page): Promise<Locator> {
  await page.clock.install()
  await page.goto(`${origin}/individual/group-report`)
  const copy = page.getByRole('button', { name: 'Copy invite link' })
  await copy.waitFor()
  await stopClock(page)
  await copy.click()
  const toast = page.getByRole('region', { name: 'Messages' }).locator('p')
  await toast.waitFor()
  return toast
}

test('a toast is shown above the navigation, never covers the title, and disappears after five seconds', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { width: 360 })
  const page = await context.newPage()
  const toast = await shownToast(page)
  await expect.poll(async () => (await toast.boundingBox())!.height).toBeGreaterThan(20)
  const { y, height } = (await toast.boundingBox())!
  const receive = await page.getByRole('link', { name: 'Receive an order' }).boundingBox()
  const title = await page.locator('main h1').boundingBox()
  expect(y + height).toBeLessThanOrEqual(receive!.y)
  expect(y).toBeGreaterThan(title!.y + title!.height)
  // Just before the end of the collapse, which takes 300 ms.
  await page.clock.runFor(4999 + 299)
  expect(await toast.count()).toBe(1)
  await page.clock.runFor(2)
  await toast.waitFor({ state: 'detached' })
  await context.close()
})

test('with an on-screen keyboard a toast is shown above it, and does not cover the title', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { width: 360 })
  const page = await context.newPage()
  // A page cannot open an on-screen keyboard: simulate what the browser reports about it.
  await page.addInitScript(
    `Object.defineProperty(visualViewport, 'height', { get: () => innerHeight - (globalThis.keyboard_px ?? 0) })`,
  )
  const toast = await shownToast(page)
  for (const keyboardPx of [0, 300, 480]) {
    await page.evaluate(`keyboard_px = ${keyboardPx}; visualViewport.dispatchEvent(new Event('resize'))`)
    await expect
      .poll(async () => {
        const { y, height } = (await toast.boundingBox())!
        return y + height <= 844 - keyboardPx
      })
      .toBe(true)
    const title = (await page.locator('main h1').boundingBox())!
    expect((await toast.boundingBox())!.y).toBeGreaterThan(title.y + title.height)
  }
  await context.close()
})

/** Heights at 360 px in Vietnamese, for this member, when everything was in one list. */
const UNGROUPED_PX = { '/individual': 2217, '/account-detail': 4405 }

test('Me and Account are at most half as long as one list of everything, and every screen is at most two taps from Me, which has at most ten entries', async () => {
  const session = await signIn(origin, 'thuha.dn')
  const context = await contextFor(browser, session, { width: 360, locale: 'vn' })
  const page = await context.newPage()
  for (const [path, beforePx] of Object.entries(UNGROUPED_PX)) {
    await page.goto(origin + path)
    await page.locator('main h1').waitFor({ state: 'attached' })
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    const heightPx = await page.evaluate<number>('document.documentElement.scrollHeight')
    expect([path, heightPx / beforePx <= 0.5, heightPx]).toEqual([path, true, heightPx])
  }
  const hrefs: (string | null)[] = []
  for (const [path, most] of [
    ['/individual', 10],
    ['/individual/more', 10],
  ] as const) {
    await page.goto(origin + path)
    await page.locator('main nav').first().waitFor()
    expect(await page.locator('main nav li').count()).toBeLessThanOrEqual(most)
    hrefs.push(
      ...(await page
        .locator('main nav a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))),
    )
  }
  const belowMe = (await screensOf(origin, session))
    .map((screen) => screen.path)
    .filter((path) => /^\/(individual\/|account-detail|campaigns$)/.test(path))
  // Staff activity is the third tab of the account, beside the statement.
  expect(belowMe.filter((path) => !hrefs.includes(path) && path !== '/account-detail?tab=staff')).toEqual([])
  await context.close()
})

test('the example phone number does not wrap in the narrowest dialog, in the longest languages', async () => {
  const session = await signIn(origin, 'thuha.dn')
  for (const [locale, example] of [
    ['rs', '+381 64 123 4567'],
    ['fr', '+33 6 12 34 56 78'],
    ['jp', '+81 90 1234 5678'],
  ] as const) {
    const context = await contextFor(browser, session, { width: 360, locale })
    const page = await context.newPage()
    await page.goto(`${origin}/individual/security`)
    await page.locator('main button', { hasText: '+84' }).click()
    const hint = page.locator('dialog').getByText(example)
    await hint.waitFor()
    // One line of small type.
    expect([locale, Math.round((await hint.boundingBox())!.height)]).toEqual([locale, 18])
    await context.close()
  }
})

test('session storage holds the settings of the last page load', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual`)
  const title = async () => {
    const text = await page.evaluate<string | null>(`sessionStorage.getItem('global')`)
    return (JSON.parse(text ?? 'null') as { site_title: { value: string } } | null)?.site_title.value
  }
  await expect.poll(title).toBe('Fairturn')
  await page.evaluate(`sessionStorage.setItem('global', '{"site_title":{"value":"Of yesterday"}}')`)
  await page.reload()
  await expect.poll(title).toBe('Fairturn')
  await context.close()
})

test('without turns left the contract’s message is shown once, and when there are new turns', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.route('**/api/list-product', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { turns: object } }
    const turns = { total: 6, used: 6, left: 0 }
    const changed = { ...data, list_product: [], success: 0, offer: null, turns }
    await route.fulfill({ response, json: { data: changed } })
  })
  for (const path of ['/', '/warehouse', '/order-detail']) {
    await page.goto(origin + path)
    await see(page, 'You have completed your order today.')
    expect(await page.getByText('You have used all your turns today').count()).toBe(0)
    await see(page, /midnight/)
    expect(await page.getByRole('link', { name: 'Receive an order' }).count()).toBe(1)
  }
  await context.close()
})

test('six whole rows of the award list are rendered; one moves up each second, none under a pointer, with the focus or with reduced motion', async () => {
  const session = await signIn(origin, 'thuha.dn')
  const still = await contextFor(browser, session)
  const moving = await contextFor(browser, session)
  const quiet = await still.newPage()
  const page = await moving.newPage()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  for (const each of [quiet, page]) await each.goto(origin)
  const list = page.getByRole('list', { name: 'Award recipients' })
  await list.waitFor()
  const { shown, row, texts } = await list.evaluate((element) => ({
    shown: element.parentElement!.clientHeight,
    row: element.firstElementChild!.getBoundingClientRect().height,
    texts: [...element.children]
      .slice(0, 6)
      .map((child) => (child as unknown as { innerText: string }).innerText),
  }))
  expect(shown).toBe(6 * row)
  // Without being scrolled to: an element that is not rendered has no text.
  expect(texts.filter((text) => !/^Congratulations .+\n/.test(text))).toEqual([])

  // How far it has moved, once a step's transition is over, which the fake clock does not stop.
  const moved = async (of: Locator) => {
    await of.page().waitForTimeout(300)
    return of.evaluate(
      (element) => element.parentElement!.getBoundingClientRect().top - element.getBoundingClientRect().top,
    )
  }
  await page.mouse.move(0, 0)
  await stopClock(page)
  await page.clock.runFor(3000)
  expect(await moved(list)).toBe(0)
  await list.scrollIntoViewIfNeeded()
  const start = await moved(list)
  for (const step of [1, 2, 3]) {
    await page.clock.runFor(1000)
    expect(await moved(list)).toBe(start + step * row)
  }
  await list.getByRole('link').nth(5).hover()
  await page.clock.runFor(2200)
  expect(await moved(list)).toBe(start + 3 * row)
  await page.mouse.move(0, 0)
  await page.clock.runFor(1000)
  expect(await moved(list)).toBe(start + 4 * row)
  await page.getByRole('link', { name: 'All awards' }).focus()
  await page.clock.runFor(2200)
  expect(await moved(list)).toBe(start + 4 * row)
  await page.getByRole('button', { name: 'Pause scrolling' }).waitFor()

  const quietList = quiet.getByRole('list', { name: 'Award recipients' })
  await quietList.scrollIntoViewIfNeeded()
  await quiet.waitForTimeout(1500)
  expect(await moved(quietList)).toBe(0)
  expect(await quiet.getByRole('button', { name: 'Pause scrolling' }).count()).toBe(0)
  await Promise.all([still.close(), moving.close()])
})

test('a new award appears in the first row, unless somebody is reading', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const send = await sentEvents(page)
  await page.goto(origin)
  const list = page.getByRole('list', { name: 'Award recipients' })
  await list.scrollIntoViewIfNeeded()
  const first = list.getByRole('listitem').first()
  const transform = () => list.evaluate((element) => element.style.transform)
  const award = (recipient: string) => {
    const id = crypto.randomUUID()
    return { _id: id, entry_id: id, at: new Date().toISOString(), recipient, amount: '9.99', bonus: '0.55' }
  }
  await page.mouse.move(0, 0)
  await expect.poll(transform).not.toBe('')
  send('award', award('new****e'))
  await first.filter({ hasText: 'new****e' }).waitFor()
  await expect.poll(transform).not.toBe('')
  // Its parent is what can be seen of it.
  await list.locator('..').hover()
  const read = await transform()
  send('award', award('new****r'))
  await first.filter({ hasText: 'new****r' }).waitFor()
  await page.waitForTimeout(500)
  expect(await transform()).toBe(read)
  await context.close()
})

test('from the top of Home the keyboard reaches the navigation in at most 15 stops, and every award from one of them', async () => {
  const newcomer = await registerByApi(origin, 'few.stops')
  for (const session of [await signIn(origin, 'thuha.dn'), newcomer]) {
    const context = await contextFor(browser, session)
    const page = await context.newPage()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(origin)
    await page.getByRole('link', { name: 'All awards' }).waitFor()
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    const stops: string[] = []
    const inNavigation = `document.activeElement.closest('nav[data-bar=navigation]') !== null`
    await page.keyboard.press('Tab')
    while (!(await page.evaluate<boolean>(inNavigation))) {
      stops.push(await page.evaluate<string>(`document.activeElement.outerHTML.slice(0, 200)`))
      await page.keyboard.press('Tab')
    }
    expect([stops.length <= 15, stops.length, ...stops]).toEqual([true, stops.length, ...stops])
    expect(stops.filter((stop) => stop.includes('/awards/'))).toEqual([])
    await page.getByRole('link', { name: 'All awards' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Award recipients' }).waitFor()
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ledger entry of an award' }).waitFor()
    await context.close()
  }
})

/** Replaces the stream of live events. Returns a function that sends one. */
async function sentEvents(page: Page): Promise<(kind: string, data: object) => void> {
  await page.addInitScript(`{
    const ask = fetch
    const encoder = new TextEncoder()
    const body = new ReadableStream({
      start: (stream) =>
        addEventListener('sent', ({ detail }) => stream.enqueue(encoder.encode(detail))),
    })
    fetch = (...asked) =>
      String(asked[0].url ?? asked[0]).includes('/api/events') ? Promise.resolve(new Response(body)) : ask(...asked)
  }`)
  return (kind, data) => {
    const detail = JSON.stringify(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)
    void page.evaluate(`dispatchEvent(new CustomEvent('sent', { detail: ${detail} }))`)
  }
}

/** Longer than the viewport for this member. */
const LONG = [
  '/',
  '/notification',
  '/warehouse?tab=done',
  '/individual/order-history',
  '/individual/reward-history',
]

const scrolledTo = (page: Page) => page.evaluate<number>('scrollY')

/** Scrolls far down a loaded list with the wheel; returns the position. */
async function scrollDown(page: Page): Promise<number> {
  await expect.poll(() => page.evaluate<number>('document.body.scrollHeight')).toBeGreaterThan(844 + 300)
  await page.mouse.wheel(0, 300)
  await expect.poll(() => scrolledTo(page)).toBe(300)
  return 300
}

test('Back restores the scroll position of Home and of each long list, and a link starts at the top', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const path of LONG) {
    await page.goto(origin + path)
    const left_at = await scrollDown(page)
    await nav.getByRole('link', { name: 'Receive an order' }).click()
    await page.waitForURL(`${origin}/order-detail`)
    expect([path, await scrolledTo(page)]).toEqual([path, 0])
    await page.goBack()
    await page.waitForURL(origin + path)
    await expect.poll(async () => [path, await scrolledTo(page)]).toEqual([path, left_at])
    await nav.getByRole('link', { name: 'Me', exact: true }).click()
    await page.waitForURL(`${origin}/individual`)
    await expect.poll(async () => [path, await scrolledTo(page)]).toEqual([path, 0])
  }
  await context.close()
})

test('Back waits for a list that arrives late, unless the member scrolls first', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.clock.install()
  const nav = page.getByRole('navigation', { name: 'Main' })
  let answer = () => undefined as void
  const leaveAndComeBack = async () => {
    await nav.getByRole('link', { name: 'Receive an order' }).click()
    await page.getByRole('heading', { level: 1, name: 'Receive an order' }).waitFor()
    // The cached list has been garbage-collected by then.
    await page.clock.fastForward(11 * 60_000)
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/notifications', async (route) => {
      await answered
      await route.continue()
    })
    await page.goBack()
    await page.locator('main [aria-busy=true]').first().waitFor()
    expect(await scrolledTo(page)).toBeLessThan(300)
  }
  await page.goto(`${origin}/notification`)
  const left_at = await scrollDown(page)
  await leaveAndComeBack()
  answer()
  await expect.poll(() => scrolledTo(page)).toBe(left_at)

  await leaveAndComeBack()
  await page.keyboard.press('Shift')
  answer()
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show older' }).waitFor()
  expect(await scrolledTo(page)).toBe(0)
  await context.close()
})

test('Back closes an open dialog and stays on its screen; the next Back leaves it', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual`)
  await page.locator('nav[data-bar=navigation] a[href="/"]').click()
  await page.locator('[aria-labelledby=levels-title] li:nth-child(3) button').click()
  const dialog = page.locator('dialog[open]')
  await dialog.waitFor()
  await page.evaluate('history.back()')
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/')
  await page.evaluate('history.back()')
  await page.waitForURL(`${origin}/individual`)
  await context.close()
})

test('Back closes a dialog of the first screen that was loaded, which keeps what was typed', async () => {
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  await page.goto(`${origin}/transparency`)
  await page.goto(`${origin}/register`)
  const password = page.locator('input[type=password]').first()
  await password.fill('a long password')
  for (const close of ['Back', 'button']) {
    await page.getByRole('button', { name: 'Read' }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    if (close === 'Back') await page.evaluate('history.back()')
    else await dialog.getByRole('button', { name: 'Close' }).first().click()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/register')
    expect(await password.inputValue()).toBe('a long password')
  }
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe('/transparency')
  await context.close()
})
