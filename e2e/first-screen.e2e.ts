// The first screen before the app's code has loaded: the sign-in is prerendered in the page, in the device's language
// and theme, and the app hydrates it without a change.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { contextFor, ownOrigin, registerByApi, signIn } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

/** Delays the app's code until it is released. */
async function holdCode(page: Page): Promise<() => void> {
  let release: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/[^/]+\.js/, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/** What the browser reports: CSP violations, hydration mismatches, errors. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}

/** Delays the fonts until they are released; then resolves once those that the page uses are loaded and rendered. */
async function delayFonts(page: Page): Promise<() => Promise<void>> {
  let release: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\.woff2$/, async (route) => {
    await released
    await route.continue()
  })
  const there = () => page.evaluate<boolean>(`document.fonts.check('1rem "Manrope Variable"', 'a')`)
  return async () => {
    expect(await there()).toBe(false)
    release()
    await expect.poll(there).toBe(true)
    await page.evaluate(`document.fonts.ready.then(${TWO_FRAMES})`)
  }
}

const TWO_FRAMES = `async () => {
  for (let i = 0; i < 2; i++) await new Promise((drawn) => requestAnimationFrame(drawn))
}`

const PARTS_ARE_HERE = `(() => {
  const parts = [...document.querySelectorAll('link[rel=modulepreload]')]
  return parts.length > 0 && parts.every(({ href }) => performance.getEntriesByName(href).length > 0)
})()`

const FIFTY_TASKS = `(async () => {
  for (let i = 0; i < 50; i++) await new Promise((done) => setTimeout(done, 5))
})()`

/**
 * A hundredth of the "good" threshold of Core Web Vitals: words side by side may shift by some pixels, the more if the
 * machine's fallback font lacks a letter; a change in the number of lines is at least 0.003.
 */
const MAX_SHIFT = 0.001

/** Records layout shifts from now on. */
const WATCH_SHIFTS = `(${TWO_FRAMES})().then(() => {
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, sources.map(({ node }) => node?.outerHTML ?? node?.textContent).join()])
  }).observe({ type: 'layout-shift' })
})`

/** Subpixel glyph widths; otherwise this Chromium rounds each to whole pixels, and no two fonts match. */
const SUBPIXEL_GLYPHS = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { text-rendering: geometricPrecision }')
  document.adoptedStyleSheets = [sheet]
}`

test.each([
  { locale: 'vn', theme: 'dark', heading: 'Đăng nhập', button: 'Giao diện sáng' },
  { locale: 'en', theme: 'light', heading: 'Sign in', button: 'Dark appearance' },
  { locale: 'jp', theme: 'light', heading: 'ログイン', button: 'ダークモードにする' },
  { locale: 'rs', theme: 'dark', heading: 'Prijavi se', button: 'Svetli izgled' },
] as const)(
  'the sign-in is shown before the app has loaded and is hydrated without a change: %o',
  async (look) => {
    const { username } = (await registerByApi(origin, `early${look.locale}`)).user
    const context = await contextFor(browser, null, look)
    const page = await context.newPage()
    await page.addInitScript(SUBPIXEL_GLYPHS)
    const faults = faultsOf(page)
    const release = await holdCode(page)
    const releaseFonts = await delayFonts(page)
    await page.goto(`${origin}/login?next=%2Fcampaigns`, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: look.heading }).waitFor()
    await page.locator('input[name=username]').fill(username)
    const heading = await page.$('h1')
    await page.evaluate(WATCH_SHIFTS)

    release()
    await page.getByRole('button', { name: look.button }).waitFor()
    expect(await page.locator('input[name=username]').inputValue()).toBe(username)
    expect(await heading!.evaluate((element) => element.isConnected)).toBe(true)
    expect(await page.locator('a[href="/register?next=%2Fcampaigns"]').count()).toBe(1)
    await releaseFonts()
    const shifts = await page.evaluate<[value: number, sources: string][]>('shifts')
    expect(shifts.filter(([value]) => value > MAX_SHIFT)).toEqual([])
    await page.locator('input[name=password]').fill('fairturn-demo')
    await page.locator('button[type=submit]').click()
    await page.waitForURL(`${origin}/campaigns`)
    expect(faults).toEqual([])
    await context.close()
  },
)

test('signed out, Home shows the sign-in before the app has loaded', async () => {
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  const faults = faultsOf(page)
  const release = await holdCode(page)
  await page.goto(`${origin}/`, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(page.url()).toBe(`${origin}/login`)
  release()
  await page.getByRole('button', { name: 'Dark appearance' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a page that is left before its end has come does not start the app, and reports no error', async () => {
  const context = await contextFor(browser, await registerByApi(origin, 'cutoff'))
  const page = await context.newPage()
  const faults = faultsOf(page)
  await page.route(`${origin}/`, async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    await route.fulfill({ response: answer, body: html.slice(0, html.indexOf('<div id="root">')) })
  })
  await page.goto(`${origin}/`)
  // Its parts are fetched and evaluated, one task after the other; its entry would be the last.
  await expect.poll(() => page.evaluate<boolean>(PARTS_ARE_HERE)).toBe(true)
  await page.evaluate(FIFTY_TASKS)
  expect(await page.locator('head script[type=module][src]').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('a form submitted before the app has loaded is sent once it has, and does not put its fields into the URL', async () => {
  const { username } = (await registerByApi(origin, 'earlysent')).user
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  const faults = faultsOf(page)
  const release = await holdCode(page)
  await page.goto(`${origin}/login`, { waitUntil: 'commit' })
  await page.getByLabel('Username or phone number').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('fairturn-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForTimeout(300)
  expect(page.url()).toBe(`${origin}/login`)
  release()
  await page.waitForURL(`${origin}/`)
  expect(faults).toEqual([])
  await context.close()
})

test('of the buttons pressed before the app has loaded, the last one acts, once', async () => {
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  const faults = faultsOf(page)
  const release = await holdCode(page)
  await page.goto(`${origin}/register`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await page.getByRole('button', { name: 'Dark appearance' }).dblclick()
  release()
  await page.getByRole('button', { name: 'Light appearance' }).waitFor()
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
  expect(await page.locator('[data-pressed]').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('a language chosen before the app has loaded is applied, and typed text is kept', async () => {
  const context = await contextFor(browser, null, { locale: 'vn' })
  const page = await context.newPage()
  const faults = faultsOf(page)
  const release = await holdCode(page)
  await page.goto(`${origin}/register?code=WELCOME`, { waitUntil: 'commit' })
  await page.locator('input[name=username]').fill('chosenearly')
  await page.locator('select').first().selectOption('en')
  await page.getByRole('checkbox').check()
  release()
  await page.getByRole('heading', { level: 1, name: 'Create account' }).waitFor()
  expect(await page.locator('select').first().inputValue()).toBe('en')
  expect(await page.getByLabel('Username').inputValue()).toBe('chosenearly')
  expect(await page.getByRole('checkbox').isChecked()).toBe(true)
  expect(await page.evaluate('sessionStorage.getItem("locale")')).toBe('en')
  expect(faults).toEqual([])
  await context.close()
})

test('an invite code from the URL is filled in on the prerendered registration', async () => {
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  const faults = faultsOf(page)
  const release = await holdCode(page)
  await page.goto(`${origin}/register?code=WELCOME`, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: 'Create account' }).waitFor()
  release()
  await expect.poll(() => page.getByLabel('Invite code').inputValue()).toBe('WELCOME')
  expect(faults).toEqual([])
  await context.close()
})

test('a signed-in member is not shown the sign-in before the app redirects', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  const release = await holdCode(page)
  await page.goto(`${origin}/login`, { waitUntil: 'domcontentloaded' })
  await page.waitForTimeout(300)
  expect(await page.locator('h1').count()).toBe(0)
  release()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await context.close()
})

const FILES = { code: /\/assets\/index-[^/]+\.js/, stylesheet: /\/assets\/[^/]+\.css/ }

/** Answers 404 for a file of the app in the first `times` loads, as a process of another version does; counts the loads. */
async function loseFile(page: Page, file: keyof typeof FILES, times: number): Promise<{ loads: number }> {
  const seen = { loads: 0 }
  page.on('request', (request) => (seen.loads += request.isNavigationRequest() ? 1 : 0))
  await page.route(FILES[file], (route) =>
    seen.loads <= times ? route.fulfill({ status: 404 }) : route.continue(),
  )
  return seen
}

/** Until then links of the prerendered screen load another page. */
async function appStarted(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(`sessionStorage.getItem('entry_reloads')`)).toBeNull()
}

test.each(['code', 'stylesheet'] as const)(
  'a page whose %s is not found, as during a rolling upgrade, reloads and starts',
  async (file) => {
    const context = await contextFor(browser, null)
    const page = await context.newPage()
    const seen = await loseFile(page, file, 1)
    await page.goto(`${origin}/login`, { waitUntil: 'commit' })
    await expect.poll(() => seen.loads).toBe(2)
    await appStarted(page)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(seen.loads).toBe(2)
    expect(await page.evaluate(`document.querySelector('link[rel=stylesheet]').sheet !== null`)).toBe(true)
    await context.close()
  },
)

test('a page whose stylesheet is never found stops reloading after three times and works without it', async () => {
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  const seen = await loseFile(page, 'stylesheet', Infinity)
  await page.goto(`${origin}/login`, { waitUntil: 'commit' })
  await expect.poll(() => seen.loads).toBe(4)
  await appStarted(page)
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Create account' }).waitFor()
  expect(seen.loads).toBe(4)
  await context.close()
})

test('a page whose code is never found stops reloading after three times', async () => {
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  const seen = await loseFile(page, 'code', Infinity)
  await page.goto(`${origin}/login`, { waitUntil: 'commit' })
  await expect.poll(() => seen.loads).toBe(4)
  await page.waitForTimeout(2_500)
  expect(seen.loads).toBe(4)
  await context.close()
})
