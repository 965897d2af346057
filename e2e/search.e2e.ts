// The back office's search, operated by keyboard only.
import { expect, test } from 'vitest'
import { adminAccessible } from './axe.ts'
import { openBackOfficeAs } from './back-office.ts'

test('a shortcut opens the search on any screen, arrows select and Enter opens a result', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner', '/admin/deposits')
  const reference = (await page.getByText(/^FT-/).first().textContent())!
  // In a list the key is its own search's; here there is none.
  await page.getByRole('menuitem', { name: 'Dashboard' }).click()
  await page.getByText('To do now').waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search the back office' })
  await field.waitFor()
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.type(reference.slice(3).toLowerCase())
  await page.getByRole('option', { name: reference }).waitFor()
  expect(await field.getAttribute('aria-expanded')).toBe('true')
  await adminAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => /^\/admin\/deposits\/[0-9a-f-]{36}\/show$/.test(pathname))
  await page.getByText(reference).first().waitFor()

  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('zz nobody is called so')
  await page.getByText('Nothing found.', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await page.context().close()
})

test('what is typed while the search is loading is searched for, and triggers no shortcut of the screen', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner', '/admin/entries')
  await page.locator('tbody tr td').first().click()
  // Its shortcut is v.
  await page.getByRole('button', { name: 'Verify entry' }).waitFor()
  const verifications: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/verification')) verifications.push(request.url())
  })
  const loading = Promise.withResolvers<void>()
  await page.route(/\/SearchField-[^/]+\.js/, async (route) => {
    await loading.promise
    await route.continue()
  })
  await page.keyboard.press('/')
  await page.keyboard.type('river')
  const field = page.getByRole('dialog').locator('input')
  await expect.poll(() => field.inputValue()).toBe('river')
  loading.resolve()
  await page.getByRole('option', { name: /riverkayak/ }).waitFor()
  await page.keyboard.type('k')
  await expect.poll(() => field.inputValue()).toBe('riverk')
  expect(verifications).toEqual([])
  expect(faults).toEqual([])
  await page.context().close()
})

test('an unknown URL says so and leads to the dashboard', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner', '/admin/no-such-screen')
  await page.getByText('This address leads nowhere. The menu leads to everything.', { exact: true }).waitFor()
  await adminAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  expect(faults).toEqual([])
  await page.context().close()
})

test('an operator without access to money finds none of it', async () => {
  const owner = await openBackOfficeAs('demo.owner', '/admin/deposits')
  const reference = (await owner.page.getByText(/^FT-/).first().textContent())!
  await owner.page.context().close()
  const { page, faults } = await openBackOfficeAs('demo.support')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Search the back office' }).waitFor()
  await page.keyboard.type(reference)
  await page.getByText('Nothing found.', { exact: false }).waitFor()
  expect(faults).toEqual([])
  await page.context().close()
})

test('a member is found without accents, and a setting by its name; names link where the operator may go', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner', '/admin/entries')
  await page.getByRole('link', { name: 'thuha.dn' }).first().waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search the back office' })
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('dn thuha')
  await page.getByRole('option', { name: 'thuha.dn' }).waitFor()
  await field.fill('service fee')
  await page.getByRole('option', { name: 'Service fee' }).first().click()
  await page.waitForURL(({ pathname }) => pathname.startsWith('/admin/settings/'))
  expect(faults).toEqual([])
  await page.context().close()
})
