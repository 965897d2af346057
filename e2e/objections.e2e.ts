// An objection in the browser: a visitor came twice, the carrier objects with one tap and sees the date of the
// decision.
import { expect, test } from 'vitest'
import { faultsInLargeText } from './fitting.ts'
import { drawUntil } from './journeys.ts'
import { confirmPhone, newPhone, ownOrigin, registerByForm } from './members.ts'
import { openAndContinue, strangersBrowser, visitAsStranger } from './visits.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

test('a carrier sees the verdicts on an order’s visits, objects to a refused one, and claims what is undisputed', async () => {
  const context = await newPhone(browser)
  const page = await context.newPage()
  await registerByForm(page, { origin, username: 'objector', phone: '+84912345777' })
  await page.getByRole('main').getByRole('link', { name: 'Receive an order' }).click()
  // Enough for a repeated visit before the order is complete.
  const target = await drawUntil(page, (visits) => visits === 2 || visits === 3)
  await page.getByRole('button', { name: 'Take' }).click()
  await confirmPhone(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Link copied').first().waitFor()
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  await page.getByText('You will see each visit').waitFor()
  expect(await page.getByText('Something wrong?').count()).toBe(0)

  const stranger = await strangersBrowser(browser)
  for (let visit = 0; visit < 2; visit++) await openAndContinue(await stranger.newPage(), link)
  await stranger.close()
  for (let visit = 1; visit < target; visit++) await visitAsStranger(browser, link)

  await page.getByRole('heading', { name: `${target + 1} visits` }).waitFor()
  const results = page.getByRole('group', { name: 'Visit results' })
  await results.getByText(`${target} verified`).waitFor()
  await results.getByText('1 refused').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Repeat visit' }).first().waitFor()
  const ask = page.getByRole('button', { name: 'Appeal' })
  await ask.click()
  const dialog = page.getByRole('dialog', { name: 'Appeal the refused visits?' })
  await dialog.getByText('refused visit and decides within 72 hours').waitFor()
  expect(await faultsInLargeText(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await ask.click()
  await dialog.getByRole('textbox').fill('Two people of one household.')
  await dialog.getByRole('button', { name: 'Appeal' }).dblclick()
  await page.getByText(/Under appeal, decision by \d\d-\d\d-\d{4} \d\d:\d\d/).waitFor()
  expect(await ask.count()).toBe(0)

  await page.getByRole('button', { name: /^Claim/ }).click()
  await page.getByText('is in your balance').first().waitFor()
  await page.reload()
  await page.getByText('You have appealed 1 refused visit.').waitFor()
  await context.close()
})
