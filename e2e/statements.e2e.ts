// Papers: a history filtered by days that stay in the address, its list as a table, a receipt and a statement as PDF.
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { contextFor, ownOrigin, signIn } from './people.ts'

const origin = ownOrigin()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

async function saved(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await coming
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('the filter of order history stays in the address, and the list comes as it is shown', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/order-history`)
  await page.getByRole('listitem').first().waitFor()
  await page.getByLabel('Status').selectOption('done')
  await page.getByLabel('From', { exact: true }).fill('2024-01-01')
  await page.waitForURL(/state=done&from=2024-01-01/)
  await page.getByRole('main').getByRole('listitem').first().click()
  await page.waitForURL(/\/order-detail\//)
  await page.goBack()
  await page.waitForURL(/state=done&from=2024-01-01/)
  await page.reload()
  expect(await page.getByLabel('Status').inputValue()).toBe('done')
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2024-01-01')

  const { name, content } = await saved(page, 'Download CSV')
  expect(name).toBe('orders-done-2024-01-01.csv')
  const [head, ...rows] = content.toString('utf8').slice(1).trimEnd().split('\r\n')
  expect(head).toMatch(/^taken_at,state,brand,/)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every((row) => row.split(',')[1] === 'done')).toBe(true)

  await page.getByLabel('From', { exact: true }).fill('2098-01-01')
  await page.getByText('No orders with this status on these days').waitFor()
  await context.close()
})

test('an award has a receipt, and the days have a statement, as PDF', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/reward-history`)
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').click()
  const receipt = await saved(page, 'Receipt (PDF)')
  expect(receipt.name).toMatch(/^award-[0-9A-F]{4}\.pdf$/)
  expect(receipt.content.toString('latin1', 0, 7)).toBe('%PDF-1.')
  await page.getByRole('button', { name: 'Close' }).first().click()
  const statement = await saved(page, 'Statement (PDF)')
  expect(statement.name).toBe('statement.pdf')
  expect(statement.content.toString('latin1', 0, 7)).toBe('%PDF-1.')
  await context.close()
})
