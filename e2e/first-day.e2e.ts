// The first day of a deployment, from an empty database and without the demo, by the lines of docs/operations.md.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { openOffice, untilBuilt } from './office.ts'
import { type RunningServer, startServer } from './server.ts'

const ROOT = join(import.meta.dirname, '..')
const PASSWORD = 'a long walk by the river'
const run = promisify(execFile)

let browser: Browser
let server: RunningServer
const secrets = new Map<string, string>()

beforeAll(async () => {
  browser = await launchBrowser()
  server = await startServer({ DEMO: 'false' })
  await untilBuilt(server.origin)
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Runs a line of the handbook on the machine of this deployment. */
async function command(line: string): Promise<string> {
  const env = {
    ...process.env,
    DATA_DIR: server.data_dir,
    PORT: new URL(server.origin).port,
    PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`,
  }
  const { stdout } = await run('sh', ['-euc', line], { cwd: ROOT, env })
  return stdout
}

/** From the page of both halves to a session: password, authenticator app. */
async function setUp(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Choose a password').fill(PASSWORD)
  const secret = await page.getByLabel('Secret').inputValue()
  secrets.set(username, secret)
  await page.getByLabel('Code of the authenticator app').fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Finish and sign in' }).click()
}

test('the address that staff:owner prints carries both halves, and who finishes is signed in and stays so', async () => {
  const printed = await command('npm run --silent staff:owner -- jane.doe')
  const address = /http\S+\/admin\/setup#\S+/.exec(printed)![0]
  const { page, faults } = await openOffice(browser, '', address)
  const answers: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.startsWith('/api/backoffice/auth/')) answers.push(`${pathname} ${answer.status()}`)
  })
  await page.getByLabel('First code').waitFor()
  // Nothing of it stays in the address.
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await setUp(page, 'jane.doe')
  await page.getByRole('menuitem', { name: 'Approvals' }).waitFor()
  await page.reload()
  await page.getByRole('menuitem', { name: 'Approvals' }).waitFor()
  expect(answers.filter((answer) => answer.includes('logout'))).toEqual([])
  expect(answers).toContain('/api/backoffice/auth/setup/finish 200')
  expect(faults).toEqual([])

  // The code is used up.
  const again = await openOffice(browser, '', address)
  await again.page.getByRole('button', { name: 'Continue' }).click()
  await again.page.getByRole('alert').waitFor()
  await again.page.context().close()
  await page.context().close()
})
