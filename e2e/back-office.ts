// The back office in a browser: opened in a window of its own, and signed in to as an operator of the demo.
import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { DEMO_STAFF } from '../server/src/demo/staff.ts'

const STEP_MS = 30_000
const BUILT_WITHIN_MS = 120_000

/** A page of its own. Whatever the browser refuses to apply or run is a fault. */
export async function openBackOffice(
  browser: Browser,
  origin: string,
  path = '/admin/',
): Promise<{ page: Page; faults: string[] }> {
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

/** It is built after the server answers; until then it says that it is not there yet. */
export async function untilBuilt(origin: string): Promise<void> {
  const deadline = Date.now() + BUILT_WITHIN_MS
  // By address: from the members' host it may lead to another.
  const page = `${origin.replace('localhost', '127.0.0.1')}/admin/`
  while ((await fetch(page)).status !== 200) {
    if (Date.now() > deadline) throw new Error('the back office was not built within two minutes')
    await sleep(200)
  }
}

/** Signs in on the page that asks for it. A code is taken once, so where another test had it the next one is waited for. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await page.getByLabel('Name', { exact: false }).fill(username)
  await page.getByLabel('Password').fill(DEMO_STAFF.password)
  const code = page.getByLabel('Code of the authenticator app')
  const secret = new TOTP({ secret: DEMO_STAFF.one_time_secret })
  const tryCodes = async (): Promise<boolean> => {
    // The next step's code is taken too.
    for (const step of [0, 1]) {
      await code.fill(secret.generate({ timestamp: Date.now() + step * STEP_MS }))
      const answer = page.waitForResponse((response) => response.url().endsWith('backoffice/auth/login'))
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      if ((await answer).ok()) return true
    }
    return false
  }
  const deadline = Date.now() + 2 * STEP_MS
  while (!(await tryCodes())) {
    if (Date.now() > deadline) throw new Error(`no code let ${username} in`)
    await sleep(3000)
  }
}
