// Unlocking a level: refused without a request if the balance is too low, then bought, then refunded in two steps.
import { LOCALES } from '@fairturn/contract/locales'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { RUN_ALL } from '../testing/run-all.ts'
import { callApi, contextFor, ownOrigin, registerByApi, see, signIn } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

/** What follows from giving a level back in full (spec §3), said before both steps that lead there. */
const BOUGHT_AGAIN =
  'If you have used the extra bonus or discount of a level and get its whole fee back, you cannot buy that level or a higher one for 90 days.'

async function unlock(page: Page, level: string): Promise<void> {
  await page
    .locator('li', { hasText: level })
    .getByRole('button', { name: /Unlock/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
}

test('the orders that are missing for the next level are the same figure at home and in the profile', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual`)
  const progress = await page.getByText(/verified orders until you get Level \d free of charge/).textContent()
  // The other half of the condition is beside it.
  await see(page, /% of visits (verified, 80% needed|must be verified)$/)
  const [, done, needed, name] = /(\d+) of (\d+) verified orders until you get (Level \d)/.exec(progress!)!
  await page.goto(`${origin}/`)
  const missing = await page.getByText(/is free of charge after \d+ more verified order/).textContent()
  expect(missing).toContain(
    `${name} is free of charge after ${Number(needed) - Number(done)} more verified order`,
  )
  await context.close()
})

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

  const withdraw = page.getByRole('button', { name: 'Withdraw from contract here' })
  expect(await withdraw.innerText()).toMatch(/Full refund \$\s60,00 until \d{2}.\d{2}.\d{4}$/)
  await withdraw.click()
  await page.getByRole('dialog').getByText('$ 60,00').first().waitFor()
  await page.getByText('You withdraw from the contract for', { exact: false }).waitFor()
  await see(page.getByRole('dialog'), BOUGHT_AGAIN)
  // As if it had been used: the acknowledgement says from when it can be bought again.
  await page.route('**/api/level/*/preview', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, can_be_bought_from: '2027-02-27T10:00:00Z' } } })
  })
  await page.getByRole('button', { name: 'Confirm withdrawal from contract' }).click()
  const acknowledgement = page.getByRole('dialog', { name: 'You have left the contract' })
  await see(acknowledgement, /Received on\s*\d{2}-\d{2}-\d{4} \d{2}:\d{2}/)
  await see(acknowledgement, /You can buy it again from 27-02-2027/)
  expect(await balance()).toBe(session.user.account_balance)
  await context.close()

  async function balance(): Promise<string> {
    return (await callApi<{ account_balance: string }>(origin, 'auth/me', undefined, session.access_token))
      .account_balance
  }
})

test.for(RUN_ALL ? LOCALES : (['vn', 'rs'] as const))(
  'every level shows its fee, turns and rate in one line below its name, on a narrow phone, %s',
  async (locale) => {
    const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { locale, width: 360 })
    const page = await context.newPage()
    await page.goto(origin)
    const rows = page.locator('section[aria-labelledby=levels-title]').getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.getByText(/^\$\s[\d\s]+,\d\d$/).allInnerTexts()).toEqual(
      ['$ 0,00', '$ 20,00', '$ 60,00', '$ 150,00'].map((fee) => fee.replaceAll(' ', '\u00a0')),
    )
    const lines = await Promise.all(
      (await rows.all()).map(async (row) => {
        const line = row.locator('h3 + p')
        return { text: await line.innerText(), height: Math.round((await line.boundingBox())!.height) }
      }),
    )
    const wrong = lines.filter(
      ({ text }, i) => !new RegExp(`${[3, 6, 12, 25][i]}\\D.*· .*%$`, 'u').test(text),
    )
    expect(wrong).toEqual([])
    // A second line would double it.
    expect(lines.filter(({ height }) => height > 20)).toEqual([])
    const smallest = await page.evaluate<number>(
      `Math.min(...[...document.querySelectorAll('[aria-labelledby=levels-title] li *')]
        .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))`,
    )
    expect(smallest).toBeGreaterThanOrEqual(13)
    await context.close()
  },
)

test('a lower level answers that it cannot be upgraded to, and sends nothing', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto(origin)
  await page.getByRole('button', { name: 'Unlock Level 1' }).click()
  await see(page, 'You cannot upgrade to a level lower than your current level')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(sent.filter((url) => url.includes('update-level'))).toEqual([])
  await context.close()
})

test('the upgrade dialog says first what was earned and whether that covers the fee, in years if it takes long, then what is missing and where to deposit it', async () => {
  const context = await contextFor(browser, await registerByApi(origin, 'reads.dialog'))
  const page = await context.newPage()
  let days: number | null = 730
  await page.route('**/api/level/*/preview', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, days_to_cover_fee: days } } })
  })
  for (const [inDays, sentence] of [
    [730, 'At that pace it covers its fee in 730 days.'],
    [45_000, 'At that pace it covers its fee in about 123 years.'],
    [null, 'At that pace it would not cover its fee.'],
  ] as const) {
    days = inDays
    await page.goto(origin)
    await page.getByRole('button', { name: 'Unlock Level 3' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm upgrade' })
    await see(dialog, sentence)
    const text = await dialog.innerText()
    expect(text.indexOf('In the last 30 days')).toBeLessThan(text.indexOf(sentence))
    expect(text.indexOf(sentence)).toBeLessThan(text.indexOf('Do you want to upgrade'))
    expect(text).toMatch(/Available\s+\$\s0,00/)
    expect(text).toMatch(/Missing\s+\$\s60,00/)
  }
  await page.getByRole('dialog').getByRole('link', { name: 'Deposit' }).click()
  await page.waitForURL(`${origin}/deposit?amount=60.00`)
  expect(await page.getByLabel('Amount').inputValue()).toMatch(/^60/)
  await context.close()
})

test('beside the progress to a level is the least award that counts, as the site’s settings have it', async () => {
  const settings = await callApi<{ least_counted_award: { value: string } }>(origin, 'settings')
  const least = settings.least_counted_award.value.replace('.', ',')
  const context = await contextFor(browser, await registerByApi(origin, 'countsorders'))
  const page = await context.newPage()
  await page.goto(origin)
  await page
    .locator('li', { hasText: 'Level 2' })
    .getByRole('button', { name: /Unlock/ })
    .click()
  const dialog = page.getByRole('dialog')
  await see(dialog, 'Orders with an award of')
  const text = await dialog.innerText()
  expect(text).toMatch(new RegExp(`Orders with an award of \\$\\s${least} or more count`))
  expect(text).toContain('At least 80% of all visits must be verified.')
  expect(text).toContain(BOUGHT_AGAIN)
  await context.close()
})
