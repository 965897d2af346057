// By keyboard and touch, with reduced motion, and at unknown addresses: every screen can be reached, used and left.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawUntil, until } from './journeys.ts'
import { callApi, contextFor, ownOrigin, registerByApi, see, signIn } from './members.ts'
import { SMALL_TARGET, visitAsStranger } from './visits.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

/** The focused element: its role or tag, and its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { activeElement: it } = document
    const name = it.getAttribute('aria-label') ?? it.labels?.[0]?.innerText ?? it.innerText
    return it.tagName + ' ' + name.trim()
  })()`)

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    await page.keyboard.press('Tab')
    if (name.test(await focused(page))) return
  }
  throw new Error(`Tab did not lead to ${name}; the focus is on ${await focused(page)}`)
}

test('an award can be earned using only Tab and Enter', async () => {
  const context = await contextFor(browser, null, { popup: true })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await page.goto(`${origin}/register?code=WELCOME`)
  await page.getByLabel('Username').waitFor()
  for (const [label, text] of [
    [/Username/, 'only.keys'],
    [/Phone number/, '+84912779101'],
    [/Password$/, 'a long enough one'],
    [/Repeat password/, 'a long enough one'],
  ] as const) {
    await tabTo(page, label)
    await page.keyboard.type(text)
  }
  await tabTo(page, /INPUT I /)
  await page.keyboard.press('Space')
  await tabTo(page, /Create account/)
  await page.keyboard.press('Enter')
  await see(page, 'Three steps to your first award')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await tabTo(page, /Receive an order/)
  await page.keyboard.press('Enter')
  const target = await drawUntil(
    page,
    (visits) => visits <= SMALL_TARGET,
    async () => {
      if (!/Another/.test(await focused(page))) await tabTo(page, /Another/)
      await page.keyboard.press('Enter')
    },
  )
  const press = async (name: RegExp) => {
    await page.getByRole('button', { name: new RegExp(name.source.replace('^BUTTON ', '^')) }).waitFor()
    await tabTo(page, name)
    await page.keyboard.press('Enter')
  }
  await press(/^BUTTON Take/)
  await press(/^BUTTON Send code/)
  const code = /\b\d{6}\b/.exec(await page.getByText('Your code is').innerText())![0]
  await tabTo(page, /^INPUT Code/)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await press(/^BUTTON Start/)
  await press(/^BUTTON Copy$/)
  await see(page, 'Link copied')
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  for (let verified = 1; verified <= target; verified++) {
    await visitAsStranger(browser, link)
    await page.locator(`[role=progressbar][aria-valuenow="${verified}"]`).waitFor()
  }
  await page.getByRole('button', { name: /^Claim/ }).waitFor()
  await tabTo(page, /^BUTTON Claim/)
  await page.keyboard.press('Enter')
  await see(page, /is in your balance/)
  expect(new URL(page.url()).pathname).toMatch(/^\/order-detail\//)
  await context.close()
})

test('the focus moves to the heading of a new screen, and back to the control that opened a dialog', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual`)
  await page.getByRole('link', { name: /Bank information/ }).click()
  await expect.poll(() => focused(page)).toBe('H1 Bank information')
  await page.goBack()
  await page.waitForURL(`${origin}/individual`)
  await expect.poll(() => focused(page)).toBe('H1 Personal area')
  await page.goForward()
  await page.waitForURL(`${origin}/individual/bank-info`)
  await expect.poll(() => focused(page)).toBe('H1 Bank information')

  await page.goto(`${origin}/individual/security`)
  const opener = page.getByRole('button', { name: /^One-time codes/ })
  await opener.focus()
  const before = await focused(page)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await until(page, `document.activeElement.closest('dialog') !== null`)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe(before)
  await context.close()
})

// Other animations are checked in accessibility.ts, screen by screen.
test('with reduced motion the film does not play', async () => {
  const session = await signIn(origin, 'thuha.dn')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(origin)
  await page.locator('video').waitFor()
  await see(page, 'Available balance')
  expect(await page.evaluate<boolean>(`document.querySelector('video').paused`)).toBe(true)
  await page.getByRole('button', { name: 'Play video' }).waitFor()
  await context.close()
})

test('pull to refresh fetches the orders again', async () => {
  // A new member has no events that would cause refetches.
  const context = await contextFor(browser, await registerByApi(origin, 'puller'))
  const page = await context.newPage()
  const fetched = page.waitForResponse('**/api/list-product')
  await page.goto(`${origin}/warehouse`)
  await fetched
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] })
  let fetches = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/list-product')) fetches += 1
  })
  const pull = async (toY: number) => {
    await touch('touchStart', 250)
    for (let y = 270; y <= toY; y += 20) await touch('touchMove', y)
    await touch('touchEnd')
  }
  await pull(310)
  expect(fetches).toBe(0)
  await pull(550)
  await expect.poll(() => fetches).toBeGreaterThan(0)
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await context.close()
})

test('an unknown path and a screen that fails to render offer ways back', async () => {
  const context = await contextFor(browser, await registerByApi(origin, 'lost one'))
  const page = await context.newPage()
  await page.goto(`${origin}/nothing-is-here`)
  await see(page, 'Page not found')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Me', exact: true })
    .waitFor()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await see(page, 'Available balance')
  expect(page.url()).toBe(`${origin}/`)
  await context.close()

  const broken = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  await broken.route(/GroupReportPage-[\w-]+\.js/, (route) => route.abort())
  const screen = await broken.newPage()
  await screen.goto(`${origin}/individual/group-report`)
  await see(screen, 'This screen could not be shown')
  await broken.unroute(/GroupReportPage-[\w-]+\.js/)
  await screen.getByRole('button', { name: 'Reload' }).click()
  await see(screen, 'Invited members')
  await broken.close()
})

test('every notification links to a screen that exists', async () => {
  for (const username of ['thuha.dn', 'maisonlune']) {
    const session = await signIn(origin, username)
    const { list } = await callApi<{ list: { path: string | null }[] }>(
      origin,
      'notifications',
      { user_id: session.user._id },
      session.access_token,
    )
    const context = await contextFor(browser, session)
    const page = await context.newPage()
    const ledTo = new Map(list.map(({ path }) => [path?.replace(/[0-9a-f-]{36}/, ':id'), path]))
    for (const path of ledTo.values()) {
      if (path === null) continue
      await page.goto(origin + path)
      await page.locator('main h1').waitFor()
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
      expect([path, await page.getByText(/There is nothing at|There is no such|Try again/).count()]).toEqual([
        path,
        0,
      ])
    }
    await context.close()
  }
})
