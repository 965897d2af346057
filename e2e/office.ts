// The back office in a browser: opened in a window of its own, and signed in to as an operator of the demo.
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { DEMO_STAFF } from '../server/src/demo/staff.ts'

const STEP_MS = 30_000

/** A page of its own, once the back office is built. Whatever the browser refuses to apply or run is a fault. */
export async function openOffice(
  browser: Browser,
  origin: string,
  path = '/admin/',
): Promise<{ page: Page; faults: string[] }> {
  await expect.poll(async () => (await fetch(`${origin}/admin/`)).status, { timeout: 60_000 }).toBe(200)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error' && line.text().includes('Content Security Policy')) faults.push(line.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(origin + path)
  return { page, faults }
}

/** Signs in on the page that asks for it. A code is taken once, so where another test had it the next one is waited for. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await page.getByLabel('Name', { exact: false }).fill(username)
  await page.getByLabel('Password').fill(DEMO_STAFF.password)
  const code = page.getByLabel('Code of the authenticator app')
  const secret = new TOTP({ secret: DEMO_STAFF.one_time_secret })
  await expect
    .poll(
      async () => {
        // The next step's code is taken too.
        for (const step of [0, 1]) {
          await code.fill(secret.generate({ timestamp: Date.now() + step * STEP_MS }))
          const answer = page.waitForResponse((response) => response.url().endsWith('backoffice/auth/login'))
          await page.getByRole('button', { name: 'Sign in', exact: true }).click()
          if ((await answer).ok()) return true
        }
        return false
      },
      { timeout: 2 * STEP_MS, interval: 3000 },
    )
    .toBe(true)
}
