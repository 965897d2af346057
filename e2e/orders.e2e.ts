// The life of one order: a newcomer registers, receives, takes, starts and shares it; strangers visit; the award is theirs.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { PHONE } from './people.ts'

/** As people have it: the engine's own name says that it is driven by a program. */
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'

/** The rules refuse who presses Continue in less than 0.8 s; a person reads first. */
const READING_MS = 1000
/** The demo has orders of one to three visits; each visitor is a browser of its own. */
const SMALL_TARGET = 3

const origin = inject('origin')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

test('a newcomer earns an award from visits of strangers, and it is in balance and lists', async () => {
  const context = await browser.newContext({
    userAgent: PHONE,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))

  await register(page)
  await see(page, 'Available balance')
  await see(page, '$ 0,00')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Receive an order' }).click()
  const target = await drawSmall(page)
  await page.getByRole('button', { name: 'Take' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await see(page, 'Link copied')
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(link).toMatch(/^http:\/\/[\w.]+:\d+\/r\/\w+$/)

  const ring = page.getByRole('progressbar', { name: 'Verified visits' })
  for (let verified = 1; verified <= target; verified++) {
    expect(await ring.getAttribute('aria-valuenow')).toBe(String(verified - 1))
    await visitAsStranger(link)
    // It moves by itself: nothing here loads the page again.
    await page.locator(`[role=progressbar][aria-valuenow="${verified}"]`).waitFor({ timeout: 15_000 })
  }

  const claim = page.getByRole('button', { name: /^Claim/ })
  const award = (await claim.innerText()).replace('Claim', '').trim()
  await claim.dblclick()
  await see(page, `${award} is in your balance`)
  await page.getByRole('link', { name: 'My balance' }).click()
  await page
    .getByRole('button', { name: /Available balance/ })
    .filter({ hasText: figures(award) })
    .waitFor()
  await page.locator('ul', { hasText: 'nov****r' }).getByText(award).first().waitFor()

  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('tab', { name: /Done/ }).click()
  await page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: award }).waitFor()
  await page.goto(`${origin}/notification`)
  await see(page, 'Award received')
  expect(faults).toEqual([])
  await context.close()
})

async function register(page: Page): Promise<void> {
  await page.goto(`${origin}/register?code=WELCOME`)
  // The app speaks Vietnamese until another language is chosen.
  await page.locator('select').first().selectOption('en')
  await page.getByLabel('Username').fill('novabearer')
  await page.getByLabel('Phone number').fill('+84912345678')
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.getByLabel('Password again').fill('a long enough one')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create an account' }).click()
}

/** Draws until the offer is small; skipping costs no turn. Returns its target. */
async function drawSmall(page: Page): Promise<number> {
  const wanted = page.getByText(/^\d+ × /)
  const another = page.getByRole('button', { name: 'Another' })
  for (let drawn = 0; drawn < 30; drawn++) {
    const target = Number.parseInt(await wanted.innerText(), 10)
    if (target <= SMALL_TARGET) {
      await see(page, '3 of 3 turns left today')
      return target
    }
    await another.click()
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' })
  }
  throw new Error('thirty offers were drawn and none was small')
}

/** Opens the link in a browser nobody has used, reads, and is sent on to the advertiser. */
async function visitAsStranger(link: string): Promise<void> {
  const context: BrowserContext = await browser.newContext({ userAgent: DESKTOP, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(link)
  await see(page, 'Sponsored')
  await page.waitForTimeout(READING_MS)
  // The advertiser's site is not to be reached from here; that the browser was sent there is what counts.
  const sent_on = page.waitForRequest((request) => request.url().startsWith('https://example.com/'))
  await page.getByRole('button', { name: /Continue to example.com/ }).click()
  expect(new URL((await sent_on).url()).searchParams.get('click_id')).toBeTruthy()
  await context.close()
}

const see = (page: Page, text: string) => page.getByText(text, { exact: false }).first().waitFor()

/** The balance sets its sign apart from the figure. */
const figures = (money: string): string => money.replace(/^\D+/, '')
