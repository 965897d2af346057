import type { Product } from '@fairturn/contract/orders'
// User journeys that run more than once: with the app, its API and its links on one host, and on separate hosts. They
// only use what a member sees.
import { type Browser, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessible } from './axe.ts'
import { confirmPhone, newPhone, registerByForm, see } from './members.ts'
import { SMALL_TARGET, visitAsStranger } from './visits.ts'

const PASSWORD = 'fairturn-demo'
/** The API allows 60 a minute. */
const MAX_DRAWS = 50

export interface Addresses {
  /** Origin of the member app. */
  readonly origin: string
  /** Origin of tracked links. */
  readonly links: string
  /** Of the deployment's currency; by default the dollar's. */
  readonly sign?: string
}

/** Collects errors of a page that are not visible: script errors and CSP violations. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|CORS policy/.test(message.text())) faults.push(message.text())
  })
  return faults
}

/**
 * A new member registers, receives, takes, starts and shares an order; strangers visit; the award is claimed, and
 * appears in the balance and the lists. Returns the award as displayed.
 */
export async function earnAnAward(
  browser: Browser,
  { origin, links, sign = '$' }: Addresses,
  { username, phone }: { username: string; phone: string },
): Promise<string> {
  const context = await newPhone(browser)
  const page = await context.newPage()
  const faults = faultsOf(page)

  await registerByForm(page, { origin, username, phone })
  await see(page, 'Available balance')
  await see(page, `${sign} 0,00`)
  await page.getByRole('main').getByRole('link', { name: 'Receive an order' }).click()
  const target = await drawUntil(page, (visits) => visits <= SMALL_TARGET)
  await see(page, '3 of 3 turns left today')
  await page.getByRole('button', { name: 'Take' }).click()
  await confirmPhone(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await see(page, 'Link copied')
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(link).toMatch(new RegExp(`^${links}/r/\\w+$`))

  const ring = page.getByRole('progressbar', { name: 'Verified visits' })
  for (let verified = 1; verified <= target; verified++) {
    expect(await ring.getAttribute('aria-valuenow')).toBe(String(verified - 1))
    await visitAsStranger(browser, link)
    // Updated live, without a reload.
    await page.locator(`[role=progressbar][aria-valuenow="${verified}"]`).waitFor()
  }

  const claim = page.getByRole('button', { name: /^Claim/ })
  const award = (await claim.innerText()).replace('Claim', '').trim()
  await claim.dblclick()
  await see(page, `${award} is in your balance`)
  await page.getByRole('link', { name: 'My balance' }).click()
  // The day's announcement waits for the first award.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page
    .getByRole('button', { name: /Available balance/ })
    .filter({ hasText: figures(award) })
    .waitFor()
  await page
    .locator('ul', { hasText: masked(username) })
    .getByText(award)
    .first()
    .waitFor()

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Orders/ })
    .click()
  await page.getByRole('tab', { name: /Done/ }).click()
  await page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: award }).waitFor()
  await page.goto(`${origin}/notification`)
  await see(page, 'Award received')
  expect(faults).toEqual([])
  await context.close()
  return award
}

/** Three letters, four asterisks, the last letter (spec: masking). */
const masked = (username: string): string => `${username.slice(0, 3)}****${username.at(-1)!}`

/** Draws until the number of visits asked for fits; skipping costs no turn. Returns that number. */
export async function drawUntil(
  page: Page,
  fits: (target: number) => boolean,
  pressAnother: () => Promise<void> = () => page.getByRole('button', { name: 'Another' }).click(),
): Promise<number> {
  let target = Number.parseInt(await page.getByText(/^\d+ × /).innerText(), 10)
  for (let drawn = 0; !fits(target); drawn++) {
    if (drawn === MAX_DRAWS) throw new Error(`${MAX_DRAWS} offers were drawn and none fits`)
    const response = page.waitForResponse('**/random-product')
    await pressAnother()
    const { data } = (await (await response).json()) as { data: Product }
    target = data.target
    await see(page, new RegExp(`^${target} × `))
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' })
  }
  return target
}

/** The balance displays its currency sign apart from the figure. */
const figures = (money: string): string => money.replace(/^\D+/, '')

/** Uploads a profile photo and sees it. Returns the URL it was loaded from. */
export async function changePhoto(page: Page, origin: string, photo: Buffer): Promise<string> {
  await page.goto(`${origin}/individual`)
  const shown = page.waitForResponse((response) => response.url().includes('/files/'))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
  await see(page, /profile photo updated/i)
  const picture = await shown
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/webp'])
  const drawn = `[...document.images].some((image) => image.src.includes('/files/') && image.naturalWidth > 0)`
  await until(page, drawn)
  return picture.url()
}

/** Downloads the statement and checks its file name. */
export async function downloadStatement(page: Page): Promise<void> {
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Statement (CSV)' }).click()
  expect((await file).suggestedFilename()).toBe('statement.csv')
}

/** On the security screen, with a virtual authenticator. */
export async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /not used yet/ }).click()
  await dialog.getByLabel('Name').fill('My test key')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await see(page, 'My test key')
}

export async function signOut(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/individual`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${origin}/login`)
}

export async function signInByPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await see(page, 'Available balance')
}

/** Waits until this expression is true in the page; its CSP forbids `waitForFunction` with a string. */
export async function until(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate<boolean>(expression)).toBe(true)
}

/** Waits until the service worker controls this page and has cached every file that the page has loaded. */
export async function savedForOffline(page: Page): Promise<void> {
  await until(page, `navigator.serviceWorker.controller?.state === 'activated'`)
  await until(
    page,
    `Promise.all(
      performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/assets/'))
        .map((name) => caches.match(name)),
    ).then((kept) => kept.length > 0 && !kept.includes(undefined))`,
  )
}
