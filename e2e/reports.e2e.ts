// A report in the browser: a visitor reports a link by keyboard, an operator closes the report at its campaign, and the visitor
// reads the outcome. The visitor's pages run no script: their content security policy has none.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessible, adminAccessible, applyTheme } from './axe.ts'
import { inDatabaseOf, openBackOfficeAs } from './back-office.ts'
import { ownOrigin } from './members.ts'
import { ownServer } from './servers.ts'
import { strangersBrowser } from './visits.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

const liveLink = async () => {
  const sql = `select code, campaign_id from link where ended_at is null and ends_at > now() order by id desc limit 1`
  const { rows } = await inDatabaseOf(ownServer().dataDir, (on) =>
    on.query<{ code: string; campaign_id: string }>({ text: sql }),
  )
  return rows[0]!
}

/** No violation in either theme, and nothing wider than the narrowest phone. */
async function fine(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await applyTheme(page, theme)
    await accessible(page)
  }
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
}

test('a visitor reports a link, an operator answers at its campaign, and the outcome says so', async () => {
  const { code, campaign_id } = await liveLink()
  const context = await strangersBrowser(browser)
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`${origin}/r/${code}`)
  await fine(page)
  await page.getByRole('link', { name: 'Report' }).click()
  await page.getByRole('heading', { name: 'Report this link' }).waitFor()
  await fine(page)

  // Without a reason the browser itself says what is missing; without that check the server does, and keeps the text.
  await page.getByLabel('In your own words').fill('Posted under every photo\nof our village.')
  await page.evaluate(`document.querySelector('form').noValidate = true`)
  await page.waitForTimeout(1000)
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByRole('alert').getByText('Please choose what is wrong').waitFor()
  expect(await page.getByLabel('In your own words').inputValue()).toBe(
    'Posted under every photo\nof our village.',
  )
  await fine(page)

  await page.getByRole('radio', { name: /^Spam/ }).focus()
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: /^Misleading/ }).isChecked()).toBe(true)
  await page.waitForTimeout(1000)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Thank you for your report' }).waitFor()
  await fine(page)
  const reference = (await page.getByText(/^Reference: R-/).textContent())!.replace('Reference: ', '')
  await page.getByRole('link', { name: 'See the outcome' }).click()
  await page.getByRole('heading', { name: 'We have received your report' }).waitFor()
  await fine(page)

  const office = await openBackOfficeAs('demo.content', '/admin/reports')
  await office.page.getByRole('cell', { name: reference }).click()
  await office.page.getByRole('heading', { name: 'Reports of visitors' }).waitFor()
  expect(new URL(office.page.url()).pathname).toBe(`/admin/campaigns/${campaign_id}/show`)
  await office.page.getByText('Posted under every photo').waitFor()
  await adminAccessible(office.page)
  await office.page.getByLabel(`Select ${reference}`).check()
  await office.page.getByRole('button', { name: 'Close 1: acted on' }).click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('We stopped the advertisement on the same day.')
  await adminAccessible(office.page)
  await dialog.getByRole('button', { name: 'Close 1: acted on' }).click()
  await office.page.getByText('Closed; the visitors see the reason').waitFor()
  await office.page.getByText('Answer: We stopped the advertisement on the same day.').waitFor()
  expect(office.faults).toEqual([])
  await office.page.context().close()

  await page.reload()
  await page.getByRole('heading', { name: 'We acted on your report' }).waitFor()
  await page.getByText('We stopped the advertisement on the same day.').waitFor()
  await fine(page)
  await context.close()
})
