// What operators write for everybody, in a browser: a page in two languages and its older text back, and a broadcast that is
// heard by a member's bell.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { openOffice, signInAs } from './back-office.ts'
import { contextFor, ownOrigin, registerByApi } from './people.ts'

const origin = ownOrigin()
let browser: Browser
let page: Page
let faults: string[]

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const shown = async (langCode: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/company-profile`, { headers: { langCode } })
  return ((await answer.json()) as { data: { content: string } }).data.content
}

async function say(reason: string, button: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a page is written in two languages, each shown in its own, and the older text is brought back', async () => {
  ;({ page, faults } = await openOffice(browser, origin))
  await signInAs(page, 'demo.content')
  await page.getByRole('menuitem', { name: 'Pages' }).waitFor()
  const before = await shown('en')
  for (const [locale, words] of [
    ['en', 'Partners write to us first.'],
    ['fr', 'Les partenaires nous écrivent d’abord.'],
  ] as const) {
    await page.goto(`${origin}/admin/pages/company-profile.${locale}/show`)
    const editor = page.locator('.ProseMirror')
    await editor.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(words)
    const preview = page.frameLocator('iframe[title="As members see it"]')
    await preview.getByText(words).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await say('Partners asked whom to write to.', 'Save')
    await page.getByRole('heading', { name: 'Version 2' }).waitFor()
  }
  expect(await shown('en')).toBe('<p>Partners write to us first.</p>')
  expect(await shown('fr')).toContain('Les partenaires nous écrivent')
  expect(await shown('vn')).not.toContain('Partners')

  await page.goto(`${origin}/admin/pages/company-profile.en/show`)
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await say('The first text said more.', 'Restore version 1')
  await page.getByRole('heading', { name: 'Version 3' }).waitFor()
  expect(await shown('en')).toBe(before)
})

test('a broadcast is written, seen as a member will, and sent once its reach is known', async () => {
  const member = await registerByApi(origin, 'hears of it')
  await page.goto(`${origin}/admin/broadcasts/create`)
  await page.getByLabel('Title').fill('Bảo trì chủ nhật')
  await page.getByLabel(/^Text/).fill('Chủ nhật từ 8 giờ đến 9 giờ có bảo trì.')
  await page.getByRole('tab', { name: /English/ }).click()
  await page.getByLabel('Title').fill('Maintenance on Sunday')
  await page.getByLabel(/^Text/).fill('On Sunday from 8 to 9 we maintain the service.')
  const preview = page.frameLocator('iframe[title="As members see it"]')
  await preview.getByText('Maintenance on Sunday').waitFor()
  await page.getByText(/Reaches \d+ members/).waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByText('Recipients').waitFor()
        return await page.getByText('Sent', { exact: true }).count()
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)

  const context = await contextFor(browser, member)
  const app = await context.newPage()
  await app.goto(`${origin}/`)
  await app.getByRole('link', { name: /Notifications, \d+ unread/ }).waitFor()
  await app.goto(`${origin}/notification`)
  await app.getByText('Maintenance on Sunday').waitFor()
  await context.close()
})

test('and no style or script of the screens was refused by their policy', () => {
  expect(faults).toEqual([])
})
