// The demo seen through by one person: a deposit announced, cancelled, booked by the demo's bank at a tap; a withdrawal with
// the bank account and the address entered inside it, approved, sent and booked by the demo's operators and its bank, each
// named. On a separate server, because the statements would stand in the way of others.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../testing/product.ts'
import { accessible } from './axe.ts'
import { callApi, contextFor, DEMO_PASSWORD, registerByApi, type Session, see } from './members.ts'
import { preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({}, preparedDir())
})
afterAll(() => server?.stop())

const me = async ({ access_token }: Session) =>
  await callApi<{ account_balance: string; held_balance: string }>(
    server.origin,
    'auth/me',
    undefined,
    access_token,
  )

async function announce(page: Page, amount: string): Promise<void> {
  await page.goto(`${server.origin}/deposit`)
  await page.getByLabel('Transfer amount').fill(amount)
  await page.getByRole('button', { name: 'Show transfer details' }).click()
  await see(page, 'awaiting payment')
  await headingHasFocus(page)
}

/** The button that was pressed is gone: whoever uses the keyboard goes on from the heading. */
async function headingHasFocus(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate<string>('document.activeElement.outerHTML'))
    .toMatch(/^<h1[^>]*>Deposit</)
}

/** Whether all of it is above the bottom navigation, without scrolling. */
const inView = async (page: Page, name: string): Promise<boolean> => {
  const button = await page.getByRole('button', { name, exact: true }).boundingBox()
  const nav = await page.getByRole('navigation').last().boundingBox()
  return button !== null && nav !== null && button.y >= 0 && button.y + button.height <= nav.y
}

test('a deposit is cancelled, another one is credited by one tap, and every open one is listed', async () => {
  const session = await registerByApi(server.origin, 'seer')
  const context = await contextFor(browser, session, { width: 360 })
  const page = await context.newPage()
  await page.goto(`${server.origin}/deposit`)
  await page.getByLabel('Transfer amount').fill('100 000,01')
  await page.getByRole('button', { name: 'Show transfer details' }).click()
  await see(page, 'At most $ 100 000,00 in one deposit')

  await announce(page, '10,00')
  await page.getByRole('button', { name: 'Cancel deposit' }).click()
  await see(page, /You cancelled this deposit/)
  await headingHasFocus(page)
  await see(page, 'cancelled')
  for (const amount of ['11,00', '12,00', '13,00', '14,00', '15,00']) await announce(page, amount)
  await page.goto(`${server.origin}/deposit`)
  const open = page.getByRole('link', { name: /FT-/ })
  await expect.poll(() => open.count()).toBe(5)

  await open.filter({ hasText: '$ 15,00' }).click()
  await see(page, 'Demo: let the bank answer')
  await accessible(page)
  await page.getByRole('button', { name: 'Book the transfer' }).click()
  await see(page, /is in your available balance/)
  await headingHasFocus(page)
  expect((await me(session)).account_balance).toBe('15.00')
  await context.close()
})

test('a withdrawal is one flow from the amount to the booking, with each step named', async () => {
  const session = await registerByApi(server.origin, 'leaver')
  const context = await contextFor(browser, session, { width: 360 })
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 640 })
  await announce(page, '30,00')
  await page.getByRole('button', { name: 'Book the transfer' }).click()
  await see(page, /is in your available balance/)

  await page.goto(`${server.origin}/withdraw`)
  await page.getByLabel('Amount').fill('12,50')
  await see(page, 'Add your bank account')
  expect(await inView(page, 'Withdraw')).toBe(true)
  await accessible(page)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('heading', { name: 'Bank information' }).waitFor()
  // Back leads back, and the amount is still there.
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('heading', { name: 'Withdraw' }).waitFor()
  expect(await page.getByLabel('Amount').inputValue()).toBe('12,50')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('button', { name: /^Bank/ }).click()
  await page.getByLabel('Search').fill('vietcom')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Vietcombank/ })
    .click()
  await page.getByRole('textbox', { name: 'Account number' }).fill('0071 0099 8877')
  await page.getByLabel('Account holder').fill('NGUYEN THI MAI')
  await page.getByRole('button', { name: 'Save bank information' }).click()
  await page.getByLabel('Your password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()

  await page.getByRole('heading', { name: 'Your address' }).waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe('NGUYEN THI MAI')
  await page.getByLabel('Street and number').fill('5 Lê Lợi')
  await page.getByLabel('City').fill('Huế')
  await page.getByRole('button', { name: 'Save address' }).click()
  // Saving the account has confirmed the withdrawal of this flow: no password again.
  await page.getByRole('dialog', { name: 'Confirm withdrawal' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await see(page, 'Successfully created withdrawal order')
  expect((await me(session)).held_balance).toBe('12.50')

  for (const [name, by, status] of [
    ['Approve the withdrawal', 'demo.finance2', 'approved'],
    ['Release the payment file', 'demo.finance3', 'sent'],
    ['Book the payment', 'the demo’s bank', 'paid'],
  ] as const) {
    await see(page, by)
    await page.getByRole('button', { name }).click()
    await page.getByRole('status').filter({ hasText: status }).first().waitFor()
  }
  await see(page, /Our bank has booked the payment/)
  expect(await me(session)).toMatchObject({ account_balance: '17.50', held_balance: '0.00' })

  await page.goto(`${server.origin}/account-detail?tab=statement`)
  const lines = page.getByRole('tabpanel', { name: 'Statement' }).getByRole('listitem')
  await lines.first().waitFor()
  const texts = (await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  expect(texts).toHaveLength(3)
  expect(texts[0]).toMatch(
    /^Withdrawal sent · FW-\S+ \$ 12,50 to the bank .* taken from available when requested$/,
  )
  expect(texts[1]).toMatch(
    /^Withdrawal requested · FW-\S+ − ?\$ 12,50 held until it is sent .* available: \$ 17,50$/,
  )
  expect(texts[2]).toMatch(/^Deposit · FT-\S+ \+ \$ 30,00 from the bank .* available: \$ 30,00$/)
  await context.close()
})
