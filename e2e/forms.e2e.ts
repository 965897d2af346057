// Forms of the member app, which share one hook (member/src/shell/forms/useForm.ts): errors from the contract's schema and
// from the server, focus, and single submission. Uses the address form, with mocked responses.
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contextFor, ownOrigin, registerByApi, see } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
let page: Page
let sent: Record<string, string>[]
let answer: (route: Route) => Promise<void>
const ADDRESS = { name: 'Mai', street: '5 Lê Lợi', city: 'Huế' }

beforeAll(async () => {
  page = await (await contextFor(browser, await registerByApi(origin, 'lives somewhere'))).newPage()
  await page.route('**/api/update-address', async (route) => {
    sent.push(route.request().postDataJSON() as Record<string, string>)
    await answer(route)
  })
})
beforeEach(async () => {
  sent = []
  answer = (route) => route.continue()
  await page.goto(`${origin}/individual/address`)
  for (const [name, value] of Object.entries(ADDRESS)) await field(name).fill(value)
})
afterAll(() => page.context().close())

const field = (name: string) => page.locator(`input[name=${name}]`)
/** By keyboard: a toast may temporarily cover the button. */
const save = () => field('city').press('Enter')

/** A refusal by the server; a code concerns a field or the whole form. */
const refuse = (code: string, message: string, fields?: Record<string, string>) => {
  const list = Object.entries(fields ?? {}).map(([name, its]) => ({ field: name, code: its }))
  answer = (route) =>
    route.fulfill({ status: 422, json: { code, message, ...(fields && { details: { fields: list } }) } })
}

/** The invalid fields with their error texts. */
const refusals = async (): Promise<Record<string, string>> => {
  const invalid = await page.locator('input[aria-invalid=true]').all()
  const each = invalid.map(async (input) => {
    const [name, described] = await Promise.all(
      ['name', 'aria-describedby'].map((attribute) => input.getAttribute(attribute)),
    )
    return [name, await page.locator(`[id="${described!.split(' ').at(-1)!}"]`).innerText()] as const
  })
  return Object.fromEntries(await Promise.all(each))
}
const focused = () => page.evaluate<string>('document.activeElement.name')

test('schema errors are shown on their fields without a request; the first gets the focus; changing a field clears its error', async () => {
  await field('street').fill('   ')
  await field('city').fill('')
  await save()
  const required = 'Please fill in this field'
  await expect.poll(refusals).toEqual({ street: required, city: required })
  await expect.poll(focused).toBe('street')
  await field('street').fill('7 Lê Lợi')
  await expect.poll(refusals).toEqual({ city: required })
  await save()
  await expect.poll(focused).toBe('city')
  expect(sent).toEqual([])
})

test('a refusal by the server is shown on its fields, focuses the first visible one, and keeps the input', async () => {
  refuse('field_is_invalid', 'please check this field', {
    city: 'field_is_invalid',
    name: 'field_is_too_long',
  })
  await save()
  const refused = { name: 'This is too long', city: 'Please check this field' }
  await expect.poll(refusals).toEqual(refused)
  await expect.poll(focused).toBe('name')
  expect(await field('city').inputValue()).toBe(ADDRESS.city)
  await field('city').fill('Đà Nẵng')
  await expect.poll(refusals).toEqual({ name: refused.name })

  // After the correction it is sent with current values, and the errors are cleared.
  answer = (route) => route.continue()
  await field('name').fill('Mai Trần')
  await save()
  await see(page, /address information/i)
  expect(await refusals()).toEqual({})
  expect(sent.map(({ name, city }) => [name, city])).toEqual([
    [ADDRESS.name, ADDRESS.city],
    ['Mai Trần', 'Đà Nẵng'],
  ])
})

test('a refusal of a field that is not on the screen is shown as a message, and no field is marked', async () => {
  refuse('not_your_account', 'this is not your account', { user_id: 'not_your_account' })
  await save()
  await see(page.locator('[aria-live=polite]'), 'This is not your account')
  expect(await refusals()).toEqual({})
  expect(await field('city').inputValue()).toBe(ADDRESS.city)

  // One of the errors is on a visible field, which is the one to fix.
  refuse('field_is_invalid', 'please check this field', {
    user_id: 'field_is_invalid',
    street: 'field_is_invalid',
  })
  await save()
  await expect.poll(refusals).toEqual({ street: 'Please check this field' })
  await expect.poll(focused).toBe('street')
})

test('a refusal without a field is shown on the field that the form maps to its code, or as a message', async () => {
  refuse('too_many_requests', 'too many requests; please wait')
  await save()
  await see(page.locator('[aria-live=polite]'), 'Too many requests; please wait')
  expect(await refusals()).toEqual({})

  const stranger = await (await contextFor(browser, null)).newPage()
  await stranger.goto(`${origin}/login`)
  await stranger.locator('input[name=username]').fill('lives somewhere')
  await stranger.locator('input[name=password]').fill('not this one at all')
  await stranger.getByRole('button', { name: 'Sign in', exact: true }).click()
  await stranger.locator('input[name=password][aria-invalid=true]').waitFor()
  await stranger.locator('input[name=password]:focus').waitFor()
  expect(await stranger.locator('[aria-invalid=true]').count()).toBe(1)
  await stranger.context().close()
})

test('repeated submission sends one request; after the response the form can be sent again', async () => {
  const { promise: pressed, resolve: letGo } = Promise.withResolvers<void>()
  answer = async (route) => {
    await pressed
    await route.fulfill({ status: 503, json: {} })
  }
  await page.getByRole('button', { name: 'Save' }).dblclick()
  await expect.poll(() => sent.length).toBe(1)
  await save()
  letGo()
  await see(page.locator('[aria-live=polite]'), /This is our fault|please try again/)
  expect(sent).toHaveLength(1)
  answer = (route) => route.continue()
  await save()
  await see(page, /address information/i)
  expect(sent).toHaveLength(2)
})

test('if the schema cannot be loaded the form is sent, and the server refuses on the same fields', async () => {
  let lost = 0
  await page.route(/\/assets\/banking-[\w-]+\.js$/, async (route) => {
    lost += 1
    await route.abort()
  })
  await page.reload()
  await field('city').fill('')
  await save()
  await expect.poll(refusals).toEqual({ city: 'Please fill in this field' })
  await expect.poll(focused).toBe('city')
  expect(sent).toMatchObject([{ city: '' }])
  expect(lost).toBeGreaterThan(0)
})
