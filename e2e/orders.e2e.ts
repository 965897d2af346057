// The life of one order: a newcomer registers, receives, takes, starts and shares it; strangers visit; the award is theirs.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { ownOrigin, PHONE, registerByForm, see } from './people.ts'
import { SMALL_TARGET, visitAsStranger } from './visits.ts'

const origin = ownOrigin()
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

  await registerByForm(page, { origin, username: 'novabearer', phone: '+84912345678' })
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
    await visitAsStranger(browser, link)
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

/** The balance sets its sign apart from the figure. */
const figures = (money: string): string => money.replace(/^\D+/, '')
