// The back office in a browser: signed out, only the sign-in is shown; each role sees its own lists.
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { RUN_ALL } from '../testing/run-all.ts'
import { adminAccessible, applyTheme, RUNNING_ANIMATIONS } from './axe.ts'
import { openBackOffice, openBackOfficeAs, signInAs } from './back-office.ts'
import { ownOrigin } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

const menuOf = async (page: Page) => {
  await page.getByRole('menuitem', { name: 'Approvals' }).waitFor()
  // Without the counts.
  const texts = (await page.getByRole('menuitem').allTextContents()).map((text) => text.replace(/\d+$/, ''))
  return texts.filter((text) => text !== '')
}

test('without a session every path shows the sign-in and nothing else', async () => {
  const { page, faults } = await openBackOffice(origin, '/admin/staff')
  await page.getByRole('heading', { name: 'Sign in to the back office' }).waitFor()
  expect(await page.getByRole('menuitem').count()).toBe(0)
  await adminAccessible(page)
  await page.getByLabel('Name', { exact: false }).fill('demo.owner')
  await page.getByLabel('Password').fill('not this one at all')
  await page.getByLabel('Code of the authenticator app').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /incorrect/i })
    .waitFor()
  expect(faults).toEqual([])
  await page.context().close()
})

test('a page whose code is not found, as during a rolling upgrade, reloads and starts, and stops after three reloads', async () => {
  const context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  let loads = 0
  let missingUntil = 1
  page.on('domcontentloaded', () => (loads += 1))
  await page.route(/\/admin\/assets\/index-[^/]+\.js/, (route) =>
    loads < missingUntil ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto(`${origin}/admin/`, { waitUntil: 'commit' })
  await page.getByLabel('Password').waitFor()
  expect(loads).toBe(2)

  missingUntil = Infinity
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => loads).toBe(6)
  await page.waitForTimeout(2_500)
  expect(loads).toBe(6)
  await context.close()
})

test('an owner invites a colleague, which only another owner can approve', async () => {
  const { page, faults } = await openBackOffice(origin)
  await signInAs(page, 'demo.owner')
  expect(await menuOf(page)).toEqual(expect.arrayContaining(['Approvals', 'Audit log', 'Staff']))
  await page.getByRole('menuitem', { name: 'Staff' }).click()
  await page.getByRole('button', { name: 'Invite staff member' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('new.colleague')
  await page.getByLabel('Reason').fill('More campaigns wait for a review than two people can read.')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite staff member' }).click()
  const half = await page.getByLabel('First half of the set-up code').inputValue()
  expect(half.length).toBeGreaterThan(8)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('menuitem', { name: 'Approvals' }).click()
  await page.getByRole('cell', { name: 'New staff member' }).click()
  await page.getByText('This will be executed').waitFor()
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  const address = page.url()
  await adminAccessible(page)
  expect(faults).toEqual([])
  await page.context().close()

  const second = await openBackOfficeAs('demo.owner2', new URL(address).pathname)
  await second.page.getByRole('cell', { name: 'new.colleague' }).waitFor()
  await second.page.getByRole('button', { name: 'Approve' }).waitFor()
  await second.page.context().close()
})

test('the list of invitations and its dialog are accessible, light and dark, and do not animate with reduced motion', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner')
  await page.getByRole('menuitem', { name: 'Invitations' }).click()
  await page.getByRole('button', { name: 'New invitation' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate<number>(RUNNING_ANIMATIONS)).toBe(0)
  await page.getByRole('dialog').getByLabel('Note').fill('Visitors of the spring fair')
  await accessibleIn(THEMES, page)
  await page.getByRole('dialog').getByRole('button', { name: 'New invitation' }).click()
  await page.getByText(/register\?code=/).waitFor()
  await accessibleIn(THEMES, page)
  expect(faults).toEqual([])
  await page.context().close()
})

const THEMES = ['dark', 'light'] as const

async function accessibleIn(themes: readonly (typeof THEMES)[number][], page: Page): Promise<void> {
  for (const colorScheme of themes) {
    await applyTheme(page, colorScheme)
    await adminAccessible(page)
  }
}

test('support sees fewer lists, and is refused one opened by its URL', async () => {
  const { page } = await openBackOfficeAs('demo.support')
  const menu = await menuOf(page)
  expect(menu).not.toContain('Audit log')
  expect(menu).not.toContain('Staff')
  await page.goto(`${origin}/admin/staff`)
  await page.getByText('Not for your role').first().waitFor()
  await page.context().close()
})

/** Collects failed responses of the server while the page is walked through. */
function listenForRefusals(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  return refused
}

const QUIET_MS = 150

/** Returns a function that resolves once no request has been pending for a moment and no spinner is shown. */
function untilLoaded(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let changedMs = performance.now()
  const ended = (request: Request) => {
    if (underWay.delete(request)) changedMs = performance.now()
  }
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'script'].includes(request.resourceType())) underWay.add(request)
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    changedMs = performance.now()
    const waitedFor = async () => {
      const urls = [...underWay].map((request) => request.url())
      if (urls.length === 0 && performance.now() - changedMs < QUIET_MS) return ['quiet for a moment']
      return [...urls, ...(await page.getByRole('progressbar').allInnerTexts())]
    }
    await expect.poll(waitedFor, { interval: 20 }).toEqual([])
  }
}

/** Opens each of these screens from the menu, once the previous one has loaded. */
async function walk(
  page: Page,
  paths: readonly string[],
  look: (path: string) => Promise<void>,
): Promise<void> {
  const loaded = untilLoaded(page)
  for (const path of paths) {
    await page.locator(`a[role=menuitem][href="${path}"]`).click()
    await loaded()
    await look(new URL(page.url()).pathname)
  }
}

const pathsOfMenu = async (page: Page): Promise<string[]> => {
  await page.getByRole('menuitem', { name: 'Approvals' }).waitFor()
  const items = page.locator('a[role=menuitem]')
  return await items.evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
}

/**
 * One screen of each kind: a queue, lists (with an import, of people, of the ledger), forms, and a page of figures.
 * The dashboard is in transparency.e2e.ts.
 */
const OF_EACH_KIND = [
  '/admin/campaigns',
  '/admin/bank-statements',
  '/admin/members',
  '/admin/entries',
  '/admin/levels',
  '/admin/reconciliation',
]

test(`${RUN_ALL ? 'every screen' : 'a screen of each kind'} of the menu opens without overflow in a small window, and is accessible`, async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner')
  const refused = listenForRefusals(page)
  const seen: string[] = []
  const wide: string[] = []
  const offered = await pathsOfMenu(page)
  expect(offered.length).toBe(35)
  // Entries of queues lead to what waits.
  const pathOf = (href: string) => href.split('?')[0]!
  expect(offered.map(pathOf)).toEqual(expect.arrayContaining(OF_EACH_KIND))
  const walked = offered.filter((href) => RUN_ALL || OF_EACH_KIND.includes(pathOf(href)))
  await walk(page, walked, async (path) => {
    await accessibleIn(RUN_ALL ? THEMES : [THEMES[seen.length % 2]!], page)
    seen.push(path)
    await page.setViewportSize({ width: 768, height: 800 })
    // The menu collapses with a transition.
    const fits = page.waitForFunction('document.documentElement.scrollWidth <= 768', undefined, {
      timeout: 15_000,
    })
    await fits.catch(() => wide.push(path))
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  expect(seen).toEqual(walked.map(pathOf))
  expect(wide).toEqual([])
  // The whole menu is visible without scrolling, once it has opened again.
  await page.waitForTimeout(3000)
  const endOfMenu = async () => {
    const first = await page.locator('a[role=menuitem]').first().boundingBox()
    const last = await page.locator('a[role=menuitem]').last().boundingBox()
    expect(first!.y).toBeGreaterThanOrEqual(0)
    return last!.y + last!.height
  }
  await expect.poll(endOfMenu).toBeLessThanOrEqual(800)
  expect([...faults, ...refused]).toEqual([])
  await page.context().close()
})

test.runIf(RUN_ALL).each(['support', 'finance', 'content', 'auditor'])(
  'every menu entry of %s opens',
  async (role) => {
    const { page, faults } = await openBackOfficeAs(`demo.${role}`)
    const refused = listenForRefusals(page)
    await walk(page, await pathsOfMenu(page), async () => {
      expect(await page.getByText('Not for your role').count()).toBe(0)
    })
    expect([...faults, ...refused]).toEqual([])
    await page.context().close()
  },
)
