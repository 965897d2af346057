// The back office in a browser, in a separate window, signed in as an operator of the demo.
import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { DEMO_STAFF } from '../server/src/demo/staff.ts'
import { loadConfig } from '../server/src/platform/config.ts'
import { withAppUrl } from '../server/src/platform/database/command.ts'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { findActiveByName } from '../server/src/staff/operators.store.ts'
import { openOperatorSession } from '../server/src/staff/sessions.ts'
import type { RunningServer } from '../testing/product.ts'
import { ownServer } from './servers.ts'
import { browser } from './worker-browser.ts'

const STEP_MS = 30_000

interface OpenedBackOffice {
  page: Page
  faults: string[]
}

/** Opens a separate page. Anything the browser refuses to apply or run (CSP) fails the test. */
export async function openBackOffice(
  origin: string,
  path = '/admin/',
  session?: string,
  look: BrowserContextOptions = {},
): Promise<OpenedBackOffice> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en',
    reducedMotion: 'reduce',
    ...look,
  })
  // For both names of this machine, because the back office may have a separate host.
  if (session !== undefined)
    await context.addCookies(
      ['localhost', '127.0.0.1'].map((domain) => ({
        name: 'staff_session',
        value: session,
        domain,
        path: '/api/backoffice',
        httpOnly: true,
        sameSite: 'Strict' as const,
      })),
    )
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error' && line.text().includes('Content Security Policy')) faults.push(line.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(origin + path)
  return { page, faults }
}

/** Runs this in the database of a running server. */
export const inDatabaseOf = <Result>(
  dataDir: string,
  act: (database: Database) => Promise<Result>,
): Promise<Result> =>
  withAppUrl(loadConfig({ DATA_DIR: dataDir }), async (url) => {
    const database = await openDatabase({ url, poolSize: 1 })
    try {
      return await act(database)
    } finally {
      await database.close()
    }
  })

/**
 * The same, signed in as an operator of the demo with a recent confirmation. The session is created in the database:
 * an authenticator code is accepted only once, so a second sign-in would have to wait for the next.
 */
export async function openBackOfficeAs(
  username: string,
  path?: string,
  { origin, dataDir }: Pick<RunningServer, 'origin' | 'dataDir'> = ownServer(),
  look?: BrowserContextOptions,
): Promise<OpenedBackOffice> {
  const session = await inDatabaseOf(dataDir, (database) =>
    database.transaction(async (tx) => {
      const { id } = await findActiveByName.one(tx, { username })
      return await openOperatorSession(tx, { operator_id: id, device: 'a journey' })
    }),
  )
  return await openBackOffice(origin, path, session, look)
}

/** In the dialog of several approvals: once the notes of each are there, says that those of weight were read. */
export async function tickNotes(dialog: Locator): Promise<void> {
  const send = dialog.getByRole('button', { name: 'Approve selected' })
  const read = dialog.getByRole('checkbox', { name: /^I have read the / })
  await expect.poll(async () => (await send.isEnabled()) || (await read.count()) > 0).toBe(true)
  if ((await read.count()) > 0) await read.check()
}

/** Approves whatever waits for this operator of the demo, as the back office's own code does. */
export async function approveWaiting(
  username: string,
  server: Pick<RunningServer, 'origin' | 'dataDir'> = ownServer(),
): Promise<void> {
  const { page } = await openBackOfficeAs(username, '/admin/', server)
  const statuses = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-staff': '1' }
    const read = async (path: string) =>
      ((await (await fetch(`/api/backoffice/approvals${path}`)).json()) as { data: never }).data
    const { list } = (await read('?status=open')) as { list: { _id: string; may: { approve: boolean } }[] }
    const answers: number[] = []
    for (const { _id } of list.filter(({ may }) => may.approve)) {
      const { content_hash } = (await read(`/${_id}`)) as { content_hash: string }
      const sent = { method: 'POST', headers, body: JSON.stringify({ content_hash }) }
      answers.push((await fetch(`/api/backoffice/approvals/${_id}/approve`, sent)).status)
    }
    return answers
  })
  await page.context().close()
  if (statuses.length === 0 || statuses.some((status) => status !== 200))
    throw new Error(`approved by ${username}: ${statuses.join(', ') || 'nothing waited'}`)
}

/**
 * Signs in on the page that asks for it. A code is accepted once, so if another test has used it, the next one is
 * tried.
 */
export async function signInAs(page: Page, username: string): Promise<void> {
  await page.getByLabel('Name', { exact: false }).fill(username)
  await page.getByLabel('Password').fill(DEMO_STAFF.password)
  const code = page.getByLabel('Code of the authenticator app')
  const secret = new TOTP({ secret: DEMO_STAFF.one_time_secret })
  const tryCodes = async (): Promise<boolean> => {
    // The code of the next time step is accepted too.
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
