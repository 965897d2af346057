// Forms of the back office in a browser: a refusal by the server is shown on its field, which gets the focus, and is
// cleared once it is fixed.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { adminAccessible } from './axe.ts'
import { openBackOfficeAs } from './back-office.ts'
import { ownOrigin } from './members.ts'

const origin = ownOrigin()
let page: Page
let faults: string[]
beforeAll(async () => {
  ;({ page, faults } = await openBackOfficeAs('demo.owner'))
  await page.getByRole('menuitem', { name: 'Approvals' }).waitFor()
})

/** Presses the button of the open dialog; button and dialog have the same name. */
const send = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** Expects that exactly this field is refused, with this text below it. */
async function refusedOn(field: Locator, words: string | RegExp): Promise<void> {
  await page.locator('.MuiFormHelperText-root.Mui-error').filter({ hasText: words }).waitFor()
  const invalid = page.getByRole('dialog').locator('[aria-invalid=true]')
  expect(await invalid.count()).toBe(1)
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const described = (await field.getAttribute('aria-describedby'))!
  await expect
    .poll(() => page.locator(`[id="${described}"]`).innerText())
    .toMatch(typeof words === 'string' ? new RegExp(words, 'i') : words)
  const id = await field.getAttribute('id')
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe(id)
}

test('in a creation form the server’s refusal is shown on its field, and the corrected form is sent', async () => {
  await page.goto(`${origin}/admin/invitations`)
  await page.getByRole('button', { name: 'New invitation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Visitors of the autumn fair')
  const until = dialog.getByRole('textbox', { name: 'Valid until' })
  const meant = await until.inputValue()
  await until.fill('01-01-2020 12:00')
  await send('New invitation')
  await refusedOn(until, 'choose an end date within 30 days')
  await adminAccessible(page)
  await until.fill(meant)
  await expect.poll(() => until.getAttribute('aria-invalid')).toBe('false')
  await send('New invitation')
  await page.getByText(/register\?code=/).waitFor()

  await page.goto(`${origin}/admin/staff`)
  await page.getByRole('button', { name: 'Invite staff member' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('demo.owner2')
  await dialog.getByLabel('Reason').fill('They help on Mondays.')
  await send('Invite staff member')
  await refusedOn(dialog.getByRole('textbox', { name: 'Name' }), /This name is or was used/)
})

test('a refused setting shows the error on the invalid field, with the conflicting figures', async () => {
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Reason')
  const open = async (name: string) => {
    await page.goto(`${origin}/admin/settings/${name}/show`)
    await page.getByRole('button', { name: /^(Change|Propose a change):/ }).click()
    await reason.fill('We agreed on it.')
  }

  await open('min_withdrawal')
  const minimum = dialog.getByLabel('Minimum withdrawal')
  await minimum.fill('60,00')
  await send('Propose a change')
  await refusedOn(minimum, /would keep members from their money.*At most \$\s50,00/)

  await open('site_title')
  const title = dialog.getByLabel('Title')
  await title.fill('Fairturn '.repeat(10))
  await send('Propose a change')
  await refusedOn(title, 'please check this field')

  await open('withdrawal_bank_days')
  const to = dialog.getByLabel('To, days')
  await dialog.getByLabel('From, days').fill('5')
  await to.fill('4')
  await send('Change')
  await refusedOn(to, 'please check this field')

  await open('receive_account')
  const iban = dialog.getByLabel('IBAN')
  await iban.fill('89 3704')
  await send('Propose a change')
  await refusedOn(iban, 'please check this field')
  // A refusal that concerns no field is shown in the dialog.
  await iban.fill('XX00 0000 0000 0000 0000 00')
  await send('Propose a change')
  await dialog.getByRole('alert').filter({ hasText: 'no changes to save' }).waitFor()
  expect(await dialog.locator('[aria-invalid=true]').count()).toBe(0)
})

test('an unknown account is refused on its side of the adjustment', async () => {
  await page.goto(`${origin}/admin/adjustments`)
  // Those of the bank are booked from its lines.
  await page.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Goodwill' }).waitFor()
  expect((await page.getByRole('option').allTextContents()).filter((kind) => /bank/i.test(kind))).toEqual([])
  await page.keyboard.press('Escape')
  const nobody = '019a0000-0000-8000-8000-00000000abcd'
  const memberField = page.getByRole('textbox', { name: 'Member' })
  await memberField.fill(nobody)
  await page.getByLabel('Amount').fill('1,00')
  await page.getByLabel('Refers to').fill('a call of today')
  await page.getByLabel('Reason').fill('The page was down.')
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await page.getByText('this ledger account does not exist').waitFor()
  await expect.poll(() => memberField.getAttribute('aria-invalid')).toBe('true')
  expect(faults).toEqual([])
})
