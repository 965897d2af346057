// Lists of the back office in a browser: the URL holds their full state, saved filters are per operator, and screens
// still open after a deployment.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBackOfficeAs, signInAs } from './back-office.ts'
import { ownOrigin } from './members.ts'

const origin = ownOrigin()
const firstCells = async (page: Page): Promise<string[]> => {
  await page.locator('tbody tr').first().waitFor()
  return await page.locator('tbody tr td:first-child').allTextContents()
}

test('filter, order and page of a list are in its URL, which shows another operator the same', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner', '/admin/entries')
  const newest = await firstCells(page)
  await page.getByLabel('Type', { exact: true }).click()
  await page.getByRole('option', { name: 'Award claimed', exact: true }).click()
  await page.waitForURL(/filter=/)
  await page.locator('thead').getByRole('button', { name: 'No.' }).click()
  await page.waitForURL(/order=ASC/)
  await page.getByRole('button', { name: 'Go to next page' }).click()
  await page.waitForURL(/page=2/)
  await page.getByText('Page 2').waitFor()

  const other = await openBackOfficeAs('demo.auditor', page.url().slice(origin.length))
  await other.page.getByText('Page 2').waitFor()
  const shown = await firstCells(other.page)
  expect(shown).not.toEqual(newest)
  await expect.poll(() => firstCells(page)).toEqual(shown)
  await other.page.getByRole('button', { name: 'Go to previous page' }).click()
  await other.page.waitForURL(/page=1/)
  await expect.poll(() => firstCells(other.page)).not.toEqual(shown)
  expect([...faults, ...other.faults]).toEqual([])
  await page.context().close()
  await other.page.context().close()
})

const openFilters = (page: Page) => page.getByRole('button', { name: 'Add filter' }).click()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^demo\./ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in to the back office' }).waitFor()
}

test('a saved filter is kept until the next sign-in, for its operator only', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner', '/admin/deposits')
  await page.getByRole('tab', { name: 'Credited' }).click()
  await page.waitForURL(/filter=/)
  await openFilters(page)
  await page.getByRole('menuitem', { name: /^Save current query/ }).click()
  await page.getByLabel('Query name').fill('What came')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await signOut(page)
  await signInAs(page, 'demo.auditor')
  await page.goto(`${origin}/admin/deposits`)
  await openFilters(page)
  expect(await page.getByRole('menuitem', { name: 'What came' }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await signOut(page)
  await signInAs(page, 'demo.owner')
  await page.goto(`${origin}/admin/deposits`)
  await openFilters(page)
  await page.getByRole('menuitem', { name: 'What came' }).click()
  await page.waitForURL(/credited/)
  await page.getByRole('tab', { name: 'Credited', selected: true }).waitFor()
  expect(faults).toEqual([])
  await page.context().close()
})

test('a screen whose version is no longer deployed is reloaded at its URL', async () => {
  const { page } = await openBackOfficeAs('demo.owner')
  await page.getByRole('menuitem', { name: 'Audit log' }).waitFor()
  // As after a deployment: this version's file no longer exists.
  let asked = 0
  await page.route('**/assets/AuditList-*', async (route) => {
    asked += 1
    await (asked === 1 ? route.fulfill({ status: 404 }) : route.continue())
  })
  await page.evaluate('Object.defineProperty(performance, "now", { value: () => 60_001 })')
  await page.getByRole('menuitem', { name: 'Audit log' }).click()
  // The dashboard has rows as well.
  await expect.poll(() => asked).toBe(2)
  await page.locator('tbody tr').first().waitFor()
  expect([new URL(page.url()).pathname, asked]).toEqual(['/admin/audit', 2])
  await page.context().close()
})
