// The API documentation page, in a real browser under the server's CSP.
import { expect, test } from 'vitest'
import { ownOrigin } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

test('the API documentation can be browsed and tried without a CSP violation', async () => {
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.goto(`${origin}/api/docs`)
  const levels = page.locator('.opblock', { has: page.locator('[data-path="/level"]') })
  await page.getByPlaceholder('Filter by tag').fill('levels')
  await levels.locator('.opblock-summary').click()
  await levels.getByRole('button', { name: 'Try it out' }).click()
  await levels.getByRole('button', { name: 'Execute' }).click()
  await levels.getByText('"joining_fee"').first().waitFor()
  expect(faults).toEqual([])
  await page.close()
})
