// Visitors of a tracked link that pass the rules: a separate browser, and time to read.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A common browser's user agent; the engine's own reveals automation. */
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'

/** The rules refuse a Continue within 0.8 s; a person reads first. */
const READING_MS = 1000
/** The demo has orders of one to three visits; each visitor is a separate browser. */
export const SMALL_TARGET = 3

/** A fresh browser context, which the rules treat as a separate visitor. */
export const strangersBrowser = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ userAgent: DESKTOP, locale: 'en-GB' })

/** Opens the link in a fresh browser context, reads, and is redirected to the advertiser. */
export async function visitAsStranger(browser: Browser, link: string): Promise<void> {
  const context = await strangersBrowser(browser)
  await openAndContinue(await context.newPage(), link)
  await context.close()
}

/** Opens the link, reads, and is redirected to the advertiser. */
export async function openAndContinue(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByText('Sponsored').first().waitFor()
  await page.waitForTimeout(READING_MS)
  // The advertiser's site is not reachable from here; only the redirect counts.
  const sentOn = page.waitForRequest((request) => request.url().startsWith('https://example.com/'))
  await page.getByRole('button', { name: /Continue to example.com/ }).click()
  expect(new URL((await sentOn).url()).searchParams.get('click_id')).toBeTruthy()
}
