// Documents: a history by day, filtered by days that are kept in the URL, its list as a table, a receipt and a
// statement as PDF.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, contextFor, ownOrigin, registerByApi, see, signIn } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

async function saved(
  page: Page,
  role: 'button' | 'menuitem',
  button: string,
): Promise<{ name: string; content: Buffer }> {
  const coming = page.waitForEvent('download')
  if (role === 'menuitem') await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole(role, { name: button }).click()
  const file = await coming
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('the filter of the order history is in the URL, and the export contains the list as shown', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/order-history`)
  await page.getByRole('listitem').first().waitFor()
  await page.getByLabel('Status').selectOption('done')
  await page.getByRole('button', { name: 'Dates' }).click()
  await page.getByLabel('From', { exact: true }).fill('01-01-2024')
  await page.waitForURL(/state=done&from=2024-01-01/)
  await page.getByRole('main').getByRole('listitem').first().click()
  await page.waitForURL(/\/order-detail\//)
  await page.goBack()
  await page.waitForURL(/state=done&from=2024-01-01/)
  await page.reload()
  expect(await page.getByLabel('Status').inputValue()).toBe('done')
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('01-01-2024')

  const { name, content } = await saved(page, 'menuitem', 'This list (CSV)')
  expect(name).toBe('orders-done-2024-01-01.csv')
  const [head, ...rows] = content.toString('utf8').slice(1).trimEnd().split('\r\n')
  expect(head).toMatch(/^taken_at,state,brand,/)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every((row) => row.split(',')[1] === 'done')).toBe(true)

  await page.getByLabel('From', { exact: true }).fill('01-01-2098')
  await page.getByText('No orders with this status on these days').waitFor()
  await context.close()
})

test('an award has a receipt, and the days have a statement, as PDF', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/reward-history`)
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').click()
  const receipt = await saved(page, 'button', 'Receipt (PDF)')
  expect(receipt.name).toMatch(/^award-[0-9A-F]{4}\.pdf$/)
  expect(receipt.content.toString('latin1', 0, 7)).toBe('%PDF-1.')
  await page.getByRole('button', { name: 'Close' }).first().click()
  const statement = await saved(page, 'menuitem', 'Statement (PDF)')
  expect(statement.name).toBe('statement.pdf')
  expect(statement.content.toString('latin1', 0, 7)).toBe('%PDF-1.')
  await context.close()
})

test('a date is shown as dd-MM-yyyy in any language, typed or picked, and the quick ranges fill both bounds', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { locale: 'rs' })
  const page = await context.newPage()
  // Fixed at noon, so that today stays the same whenever this runs.
  const today = new Date()
  today.setHours(12, 0, 0, 0)
  await page.clock.setFixedTime(today)
  await page.goto(`${origin}/individual/order-history`)
  await page.getByRole('button', { name: 'Datumi' }).click()
  const from = page.getByRole('textbox', { name: 'Od' })
  const to = page.getByRole('textbox', { name: 'Do' })
  // Number pads of phones have no dash.
  await from.pressSequentially('31102026')
  expect(await from.inputValue()).toBe('31-10-2026')
  await page.waitForURL(/from=2026-10-31$/)
  // The value that the browser's calendar sets.
  await page.locator('input[type=date]').nth(1).fill('2026-10-05')
  await page.waitForURL(/from=2026-10-05&to=2026-10-05$/)
  expect([await from.inputValue(), await to.inputValue()]).toEqual(['05-10-2026', '05-10-2026'])

  await from.fill('31-02-2026')
  await from.blur()
  await page.getByText('Unesite datum kao 31-12-2026').waitFor()
  expect(new URL(page.url()).searchParams.get('from')).toBe('2026-10-05')

  await page.getByRole('button', { name: '7 dana' }).click()
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 6)
  await expect.poll(() => from.inputValue()).toBe(screenDay(first))
  expect(await to.inputValue()).toBe(screenDay(today))
  expect(await page.getByRole('button', { name: '7 dana' }).getAttribute('aria-pressed')).toBe('true')
  for (const range of ['Danas', '30 dana', 'Ovaj mesec', 'Prošli mesec']) {
    await page.getByRole('button', { name: range }).click()
    await page.getByRole('button', { name: range, pressed: true }).waitFor()
  }
  await page.getByRole('button', { name: 'Sve' }).click()
  await expect.poll(() => page.url()).not.toContain('from=')
  await context.close()
})

const screenDay = (day: Date): string =>
  [day.getDate(), day.getMonth() + 1, day.getFullYear()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

test('every history is grouped by day, newest first, has the ranges, and exports from one menu', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  const menus: Record<string, string[]> = {
    '/individual/order-history': ['This list (CSV)'],
    '/individual/reward-history': ['This list (CSV)', 'Statement (PDF)', 'Statement (CSV)'],
    '/individual/deposit-history': ['This list (CSV)', 'Statement (PDF)', 'Statement (CSV)'],
    '/individual/withdraw-history': ['This list (CSV)', 'Statement (PDF)', 'Statement (CSV)'],
    '/account-detail?tab=statement': ['Statement (PDF)', 'Statement (CSV)'],
  }
  for (const [path, files] of Object.entries(menus)) {
    await page.goto(origin + path)
    await page.getByRole('main').getByRole('listitem').first().waitFor()
    const days = await page.getByRole('heading', { level: 2, name: /\d{2}-\d{2}-\d{4}$/ }).allInnerTexts()
    const sortable = days.map((day) => day.slice(-10).split('-').toReversed().join('-'))
    expect([path, sortable]).toEqual([path, [...new Set(sortable)].toSorted().toReversed()])
    expect(await page.getByRole('group', { name: 'Days' }).getByRole('button').allInnerTexts()).toEqual([
      'All',
      'Today',
      '7 days',
      '30 days',
      'This month',
      'Last month',
    ])
    const button = page.getByRole('button', { name: 'Export' })
    await button.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    expect([path, await page.getByRole('menuitem').allInnerTexts()]).toEqual([path, files])
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe(files.at(-1))
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await button.and(page.locator(':focus')).waitFor()
  }
  await context.close()
})

test('order statuses in the filter and in the list are those of the contract', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/order-history`)
  await page.getByLabel('Status').waitFor()
  expect(await page.getByLabel('Status').locator('option').allInnerTexts()).toEqual([
    'All statuses',
    'pending',
    'orders are being distributed',
    'success',
    'done',
    'returned',
    'expired',
  ])
  await page.getByLabel('Status').selectOption('done')
  await see(page.getByRole('main').getByRole('listitem').first(), 'done')
  await context.close()

  const member = await registerByApi(origin, 'statuses')
  const ask = <Data>(path: string, body: object) => callApi<Data>(origin, path, body, member.access_token)
  const offer = await ask<{ _id: string }>('random-product', { user_id: member.user._id })
  const order = await ask<{ _id: string }>('orders', { offer_id: offer._id })
  const own = await contextFor(browser, member)
  const list = await own.newPage()
  await list.goto(`${origin}/individual/order-history`)
  await see(list.getByRole('main').getByRole('listitem'), 'pending')
  await ask(`orders/${order._id}/start`, {})
  await list.getByLabel('Status').selectOption('distributing')
  // Of one order, so in the singular.
  await see(list.getByRole('main').getByRole('listitem'), 'being distributed')
  await own.close()
})
