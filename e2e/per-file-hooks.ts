// Prints the text of a failed test's pages. After each file, closes everything it opened, so that nothing runs beside
// the next one.
import type { Page } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'
import { serversStarted } from './servers.ts'
import { browser } from './worker-browser.ts'

await serversStarted()

const MAX_SHOWN_CHARACTERS = 800
/** A page that hangs must not delay further. */
const PAGE_TEXT_TIMEOUT_MS = 5_000

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const page of pages) console.error(`${page.url()} shows: ${await textOf(page)}`)
})

afterAll(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

/** The page's text, or why it could not be read. */
async function textOf(page: Page): Promise<string> {
  try {
    const text = await page.locator('body').innerText({ timeout: PAGE_TEXT_TIMEOUT_MS })
    return text.slice(0, MAX_SHOWN_CHARACTERS)
  } catch (error) {
    return String(error)
  }
}
