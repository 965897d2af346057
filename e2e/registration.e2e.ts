// Registering where many have: the device works for some seconds, then registers; and what is said when it has to wait.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsOf } from './journeys.ts'
import {
  callApi,
  contextFor,
  DEMO_PASSWORD,
  ownOrigin,
  registerByApi,
  registerByForm,
  see,
  type Session,
} from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
let phones = 0

const invalidFields = (page: Page) =>
  page
    .locator('[aria-invalid=true]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name))

const newPhone = () => `+8497${String(5_000_000 + ++phones)}`

async function onForm(link: string, username: string): Promise<{ page: Page; faults: string[] }> {
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  const faults = faultsOf(page)
  await registerByForm(page, { origin, link, username, phone: newPhone() })
  return { page, faults }
}

test('the fourth from an address proves some work in its browser, and a used-up code says until when', async () => {
  const { code } = (await registerByApi(origin, 'has.a.code')).user as Session['user'] & { code: string }
  const link = `${origin}/register?code=${code}`
  for (const username of ['school.one', 'school.two', 'school.three']) {
    const password = DEMO_PASSWORD
    const names = { username, phone: newPhone(), code, terms: true }
    await callApi(origin, 'auth/register', { ...names, password, password_confirmation: password })
  }
  for (const username of ['school.four', 'school.five']) {
    const { page, faults } = await onForm(link, username)
    await page.getByRole('status').getByText('Checking this device…').waitFor()
    await page.getByRole('progressbar').waitFor()
    await see(page, 'Available balance')
    // Nothing that the Content-Security-Policy forbids.
    expect(faults).toEqual([])
    await page.context().close()
  }
  const { page } = await onForm(link, 'school.six')
  await page.getByRole('alert').getByText('This invite code has brought as many people').waitFor()
  expect(await page.getByRole('alert').locator('time').getAttribute('datetime')).toMatch(/^2\d{3}-/)
  expect(await page.getByLabel('Username').inputValue()).toBe('school.six')
  await page.context().close()
})

test('a wrong invite code is said at its field, as often as it is sent', async () => {
  const { page, faults } = await onForm(`${origin}/register?code=NOSUCHCODE`, 'wrong.code')
  const error = page.getByText('code is not correct')
  const create = page.getByRole('button', { name: 'Create account' })
  await error.waitFor()
  for (let time = 0; time < 2; time += 1) {
    const answered = page.waitForResponse(/auth\/register$/)
    await create.click()
    await answered
    await error.waitFor()
    await expect.poll(() => page.evaluate<string>('document.activeElement.name')).toBe('code')
  }
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  await page.context().close()
})

test('a taken name or phone is said at both fields, and is gone once it can be sent', async () => {
  const { user } = await registerByApi(origin, 'is.taken')
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  const link = `${origin}/register?code=WELCOME`
  await registerByForm(page, { origin, link, username: 'has.another.name', phone: user.phone })
  const taken = page.getByText('Username or phone number already exists')
  await expect.poll(() => taken.count()).toBe(2)
  expect(await invalidFields(page)).toEqual(['username', 'phone'])
  await page.getByLabel('Phone number').fill(newPhone())
  await page.getByRole('button', { name: 'Create account' }).click()
  await see(page, 'Available balance')
  await context.close()
})

test('everything that is wrong is said in one try, each at its field, also what the server alone knows', async () => {
  const { user } = await registerByApi(origin, 'is.taken.too')
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  const link = `${origin}/register?code=WELCOME`
  const names = { username: user.username, phone: '0912345678' }
  await registerByForm(page, { origin, link, ...names, password: 'short', agrees: false })
  await see(page, 'Username or phone number already exists')
  await see(page, 'Enter a mobile or landline number with its country code')
  expect(await invalidFields(page)).toEqual(['username', 'phone', 'password', 'terms'])

  // Without a right code nobody learns who is here, and the code's field says so.
  await page.getByLabel('Invite code').fill('NOSUCHCODE')
  await page.getByRole('button', { name: 'Create account' }).click()
  await see(page, 'This invite code is not correct.')
  expect(await invalidFields(page)).toEqual(['phone', 'password', 'code', 'terms'])
  await page.getByLabel('Invite code').fill('')
  await page.getByRole('button', { name: 'Create account' }).click()
  await see(page, 'Invite code is required')
  await context.close()
})

test('a first visit in a browser of another language has that language offered above the screen, and nothing moves', async () => {
  const context = await browser.newContext({ locale: 'fr-CA', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  const title = page.locator('main h1')
  await title.waitFor()
  const top = (await title.boundingBox())!.y
  const offer = page.getByRole('button', { name: 'Continuer en français' })
  await offer.waitFor()
  expect((await title.boundingBox())!.y).toBe(top)
  const box = (await offer.boundingBox())!
  expect(box.y + box.height).toBeLessThan((await page.locator('main header').boundingBox())!.y)
  await offer.click()
  await see(page, 'Mot de passe')
  await offer.waitFor({ state: 'detached' })
  expect((await title.boundingBox())!.y).toBeLessThan(top)
  await context.close()
})
