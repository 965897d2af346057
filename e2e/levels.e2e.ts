// Unlocking a level: refused without a request if the balance is too low, then bought, then refunded in two steps.
import { LOCALES } from '@fairturn/contract/locales'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { RUN_ALL } from '../testing/run-all.ts'
import { callApi, contextFor, ownOrigin, registerByApi, see, signIn } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

async function unlock(page: Page, level: string): Promise<void> {
  await page
    .locator('li', { hasText: level })
    .getByRole('button', { name: /Unlock/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
}

test('with insufficient balance a toast says so, the dialog closes, and no request is sent', async () => {
  const context = await contextFor(browser, await registerByApi(origin, 'leastbalance'))
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto(origin)
  await unlock(page, 'Level 2')
  await page.getByText('insufficient balance to upgrade').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(sent.filter((url) => url.includes('update-level'))).toEqual([])
  await context.close()
})

test('a fee that has changed since it was shown is not paid: the dialog shows the new one', async () => {
  const session = await signIn(origin, 'maisonlune')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  // The list as it was before an operator raised the fee.
  await page.route('**/api/level', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"60.00"', '"6.00"') })
  })
  await page.goto(origin)
  await unlock(page, 'Level 3')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('alert').getByText('have just changed').waitFor()
  await dialog.getByText('$ 60,00').first().waitFor()
  expect(await dialog.getByText('$ 6,00', { exact: true }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('li', { hasText: 'Level 3' }).getByText('$ 60,00').waitFor()
  const { account_balance } = await callApi<{ account_balance: string }>(
    origin,
    'auth/me',
    undefined,
    session.access_token,
  )
  expect(account_balance).toBe(session.user.account_balance)
  await context.close()
})

test('with sufficient balance the level is bought, and its whole fee refunded in two steps', async () => {
  const session = await signIn(origin, 'maisonlune')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(origin)
  await unlock(page, 'Level 3')
  await page.getByText('level update successful').waitFor()
  const row = page.locator('li', { hasText: 'Level 3' })
  await row.getByText('Current level').waitFor()
  const paid = await balance()
  expect(session.user.account_balance).not.toBe(paid)

  await page.getByRole('button', { name: 'Withdraw from contract here' }).click()
  await page.getByRole('dialog').getByText('$ 60,00').first().waitFor()
  await page.getByRole('button', { name: 'Confirm withdrawal from contract' }).click()
  const acknowledgement = page.getByRole('dialog', { name: 'You have left the contract' })
  await acknowledgement.getByText(/\d{2}-\d{2}-\d{4} \d{2}:\d{2}/).waitFor()
  expect(await balance()).toBe(session.user.account_balance)
  await context.close()

  async function balance(): Promise<string> {
    return (await callApi<{ account_balance: string }>(origin, 'auth/me', undefined, session.access_token))
      .account_balance
  }
})

test.for(RUN_ALL ? LOCALES : (['vn', 'rs'] as const))(
  'every level shows its fee, figures are aligned, and a row has at most two lines on a narrow phone, %s',
  async (locale) => {
    const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { locale, width: 360 })
    const page = await context.newPage()
    await page.goto(origin)
    const rows = page.locator('section[aria-labelledby=levels-title]').getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.getByText(/^\$\s[\d\s]+,\d\d$/).allInnerTexts()).toEqual(
      ['$ 0,00', '$ 20,00', '$ 60,00', '$ 150,00'].map((fee) => fee.replaceAll(' ', '\u00a0')),
    )
    // The current level's part is loaded by a separate request.
    await page.locator('li[aria-current] .col-span-2:not(:empty)').waitFor()
    const boxes = await Promise.all(
      (await rows.all()).map(async (row) => ({
        text: await row.innerText(),
        // Without the button below the bought level, which withdraws from its contract.
        height: (await row.locator(':scope > div').first().boundingBox())!.height,
        fee_at:
          (await row.getByText(/^\$\s/).boundingBox())!.x +
          (await row.getByText(/^\$\s/).boundingBox())!.width / 2,
        rate_ends: await row
          .locator('p > span[aria-hidden]')
          .first()
          .evaluate((rate) => rate.getBoundingClientRect().right),
      })),
    )
    expect(new Set(boxes.map(({ rate_ends }) => Math.round(rate_ends))).size).toBe(1)
    expect(new Set(boxes.map(({ fee_at }) => Math.round(fee_at))).size).toBe(1)
    // Two lines of text; a third line would need more than 56 px.
    expect(boxes.filter(({ height }) => height > 56)).toEqual([])
    await context.close()
  },
)

test('a lower level states that it gives less, and offers no upgrade', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto(origin)
  await page.getByRole('button', { name: 'Unlock Level 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Level 1 has fewer benefits' })
  await see(dialog, 'You cannot upgrade to a level lower than your current level')
  await see(dialog, '6 → 3')
  expect(await dialog.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Keep Level 2' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(sent.filter((url) => url.includes('update-level'))).toEqual([])
  await context.close()
})
