// Content does not shift while more of a screen loads.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { until } from './journeys.ts'
import { callApi, contextFor, DEMO_PASSWORD, ownOrigin, type Session, signIn } from './members.ts'
import { withAuthenticator } from './passkey.ts'
import { screensOf } from './screens.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

/** A fifth of the "good" threshold of Core Web Vitals: some rows exist only if the member has such data. */
const MAX_SHIFT = 0.02
/** Maximum delay of each response, so that the state before it is rendered. */
const ANSWERS_AFTER_MS = 300
const AT_ONCE = 4
const MEMBER = 'thuha.dn'

const WATCH_SHIFTS = `{
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 200)).join('\\n')])
  }).observe({ type: 'layout-shift', buffered: true })
}`

test('no member screen shifts while its data loads', async () => {
  const session = await signIn(origin, MEMBER)
  await makeScreensLonger(session)
  const context = await contextFor(browser, session, { width: 390, locale: 'vn' })
  await context.addInitScript(WATCH_SHIFTS)
  await context.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWERS_AFTER_MS))
    await route.continue().catch(() => undefined)
  })
  const screens = (await screensOf(origin, session)).filter(
    ({ as, signedOut }) => as === undefined && signedOut !== true,
  )
  const moved: [path: string, sum: number, what: string][] = []
  const look = async () => {
    const page = await context.newPage()
    for (let screen = screens.pop(); screen !== undefined; screen = screens.pop()) {
      const [sum, what] = await shiftOf(page, screen.path)
      if (sum > MAX_SHIFT) moved.push([screen.path, sum, what])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, look))
  expect(moved).toEqual([])
  await context.close()
})

/** Another session, a passkey, an awaited deposit and a held withdrawal: each makes a screen longer. */
async function makeScreensLonger(session: Session): Promise<void> {
  await signIn(origin, MEMBER)
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await withAuthenticator(await context.newCDPSession(page))
  await page.goto(`${origin}/individual/security`)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(DEMO_PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /not used yet/ }).waitFor()
  await context.close()
  const send = (path: string, body: object) =>
    callApi(origin, path, { user_id: session.user._id, ...body }, session.access_token)
  await send('deposit', { amount: '40.00', method: 'bank_transfer' })
  await send('withdraw', { amount: '12.50', password: DEMO_PASSWORD })
}

/** The layout shift of a screen until it is idle, and what moved. */
async function shiftOf(page: Page, path: string): Promise<[sum: number, what: string]> {
  await page.goto(origin + path)
  await page.locator('main h1').waitFor({ state: 'attached' })
  // Lists and blocks load one after the other: idle means no pending request for as long as three responses take.
  await until(
    page,
    `(() => {
      const now = performance.now()
      if (document.querySelector('main [aria-busy=true]')) globalThis.busy_at = now
      globalThis.busy_at ??= now
      return now - busy_at > ${ANSWERS_AFTER_MS * 3}
    })()`,
  )
  const shifts = await page.evaluate<[value: number, what: string][]>('shifts')
  return [shifts.reduce((sum, [value]) => sum + value, 0), shifts.map(([, what]) => what).join('\n')]
}
