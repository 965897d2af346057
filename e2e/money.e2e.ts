// Money in and out: bank and address saved, a withdrawal held, cancelled and returned; a deposit with its
// instructions; and the statement of all movements.
import { expect, test } from 'vitest'
import { downloadStatement } from './journeys.ts'
import {
  callApi,
  contextFor,
  cutAnswers,
  fillAddress,
  ownOrigin,
  registerByApi,
  see,
  signIn,
} from './members.ts'
import { browser } from './worker-browser.ts'

const PASSWORD = 'fairturn-demo'

const origin = ownOrigin()

/** The balances in the ledger, formatted as on the screen. */
async function balances(token: string): Promise<{ account_balance: string; held_balance: string }> {
  return await callApi(origin, 'auth/me', undefined, token)
}

test('bank and address are saved; refusals are shown on their fields', async () => {
  const context = await contextFor(browser, await registerByApi(origin, 'bankless'))
  const page = await context.newPage()
  await page.goto(`${origin}/withdraw`)
  await page.getByLabel('Amount').fill('1,234')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await see(page, /add the cents so the amount is clear/)

  await page.getByRole('link', { name: /Add your address/ }).click()
  await page.getByRole('button', { name: 'Save address' }).click()
  await see(page, 'Please fill in this field')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Save address' }).click()
  await see(page, 'Added address information successfully')
  // Back in the flow, at the amount.
  await page.getByRole('link', { name: /Your address/ }).waitFor()
  expect(await page.getByLabel('Amount').inputValue()).toBe('1,234')

  await page.goto(`${origin}/individual/bank-info`)
  await page.getByRole('tab', { name: 'IBAN' }).click()
  await page.getByLabel('IBAN', { exact: true }).last().fill('DE00 1234')
  await page.getByLabel('Account holder').fill('NGUYEN THI MAI')
  await page.getByRole('button', { name: 'Save bank information' }).click()
  await see(page, /This IBAN is not correct/)
  await page.getByRole('tab', { name: 'Bank and account number' }).click()
  await page.getByRole('button', { name: /^Bank/ }).click()
  await page.getByLabel('Search').fill('vietcom')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Vietcombank/ })
    .click()
  const number = page.getByRole('textbox', { name: 'Account number' })
  const warning = page.getByText('It contains letters, which is rare')
  await number.fill('0071 abc')
  await warning.waitFor()
  await number.fill('0071 0099 8877')
  await warning.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save bank information' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  // The live event of the notification comes before the answer, and is followed by the list of what is saved.
  await page.route('**/api/update-bank', async (route) => {
    const refetched = page.waitForResponse('**/api/bank')
    const response = await route.fetch()
    await refetched
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await see(page, 'Added bank information successfully')
  await page.unroute('**/api/update-bank')

  // A change requires the password, and blocks withdrawals for a day.
  await page.getByRole('textbox', { name: 'Account number' }).fill('0071 0099 8878')
  await page.getByRole('button', { name: 'Save bank information' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await see(page, /Withdrawals wait until/)
  await page.goto(`${origin}/withdraw`)
  await see(page, /••••\s8878/)
  expect(await page.getByRole('button', { name: 'Withdraw' }).isDisabled()).toBe(true)
  // The note says for what; that nothing else applies would contradict it.
  expect(await page.getByText('Only identity and bank checks apply').count()).toBe(0)
  await context.close()
})

test.each([
  ['vn', '山田太郎', /NGUYEN THU HA/],
  ['jp', '山田太郎', /TANAKA TARO/],
  ['rs', 'محمد علي', /PETAR PETROVIĆ/],
] as const)(
  'in euro the holder of an IBAN must be written in Latin letters, in the hint and in the refusal: %s',
  async (locale, holder, example) => {
    const session = await registerByApi(origin, `sepa.${locale}`)
    const context = await contextFor(browser, session, { locale, width: 360 })
    const page = await context.newPage()
    // The demo is in dollars; the server's refusal is tested in bank-details.test.ts.
    await page.route('**/individual/bank-info', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('"currency":{"value":"USD"', '"currency":{"value":"EURO"')
      await route.fulfill({ response, body })
    })
    const fields = [{ field: 'holder', code: 'holder_must_be_in_latin_letters' }]
    const refusal = { code: fields[0]!.code, message: '', details: { fields }, request_id: '1' }
    await page.route('**/api/update-bank', (route) => route.fulfill({ status: 422, json: refusal }))
    await page.goto(`${origin}/individual/bank-info`)
    await page.getByRole('tab', { name: 'IBAN' }).click()
    const name = page.locator('input[name=holder]')
    const described = async () => {
      const ids = ((await name.getAttribute('aria-describedby')) ?? '').split(' ')
      return await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))
    }
    await expect.poll(described).toEqual([expect.stringMatching(example)])
    await page.locator('input[name=iban]').fill('FR76 3000 6000 0112 3456 7890 189')
    await name.fill(holder)
    await page.locator('form button[type=submit]').click()
    await expect.poll(described).toEqual([expect.stringMatching(example), expect.stringMatching(example)])
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    expect(await name.inputValue()).toBe(holder)
    expect(await name.evaluate((input) => input.matches(':focus'))).toBe(true)
    await context.close()
  },
)

test('a withdrawal is confirmed, held, cancelled and returned, and the statement shows it', async () => {
  const session = await signIn(origin, 'thuha.dn')
  const before = await balances(session.access_token)
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(`${origin}/withdraw`)
  await page.getByLabel('Amount').fill('1 000 000')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await see(page, 'This is more than your available balance')
  await page.getByLabel('Amount').fill('12.50')
  // Beside the minimum, not in its place.
  await see(page, 'That is $ 12,50 $ 10,00 or more')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  // Signing in has confirmed the session for five minutes: no password again.
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).dblclick()
  await see(page, 'Successfully created withdrawal order')
  await see(page, 'requested')
  const held = await balances(session.access_token)
  expect(Number(held.held_balance) - Number(before.held_balance)).toBeCloseTo(12.5)

  const history = await context.newPage()
  await history.goto(`${origin}/individual/withdraw-history`)
  await history
    .getByRole('button', { name: /\$ 12,50/ })
    .first()
    .click()
  await see(history.getByRole('dialog'), 'requested')
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await see(page, 'You cancelled this withdrawal. The money is available again.')
  // An open receipt follows what happens to its withdrawal.
  await see(history.getByRole('dialog'), 'cancelled')
  expect(await balances(session.access_token)).toMatchObject({
    account_balance: before.account_balance,
    held_balance: before.held_balance,
  })

  await page.goto(`${origin}/account-detail`)
  await page.getByRole('tab', { name: 'Statement' }).click()
  const statement = page.getByRole('tabpanel', { name: 'Statement' })
  await statement
    .getByRole('listitem')
    .filter({ hasText: 'Withdrawal back in the balance' })
    .first()
    .waitFor()
  await statement.getByRole('listitem').filter({ hasText: '− $ 12,50' }).first().waitFor()
  const parted = await statement
    .locator('bdi', { hasText: /FW-/ })
    .evaluateAll((references) => references.map((reference) => reference.getClientRects().length))
  expect(parted.length).toBeGreaterThan(0)
  expect(new Set(parted)).toEqual(new Set([1]))
  await downloadStatement(page)

  await page.goto(`${origin}/individual/withdraw-history`)
  await page.getByLabel('Status').selectOption('cancelled')
  await page.getByRole('button', { name: /\$ 12,50/ }).click()
  await page.getByRole('dialog').getByText(/^FW-/).waitFor()
  await context.close()
})

test.each([
  [360, 640],
  [640, 360],
])('a toast covers neither Cancel withdrawal nor another button: %i × %i', async (width, height) => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { width })
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  await page.goto(`${origin}/withdraw`)
  await page.getByLabel('Amount').fill('11,00')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Successfully created withdrawal order' })
  await toast.waitFor()
  // It stays while the focus is in it.
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').focus()
  const cancel = page.getByRole('button', { name: 'Cancel withdrawal' })
  await cancel.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const isCovered = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('main button')].filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        const there = document.elementFromPoint(left + width / 2, top + height / 2)
        return there?.closest('[popover]') != null
      }).map((button) => button.textContent)`,
    )
  await expect.poll(isCovered).toEqual([])
  expect(await toast.isVisible()).toBe(true)
  await cancel.click()
  await see(page, 'You cancelled this withdrawal. The money is available again.')
  await context.close()
})

test('the minimum is shown before anything is typed, and typing the whole balance withdraws all of it', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.route('**/api/withdraw/terms', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, available: '7.50', minimum: '10.00' } } })
  })
  await page.goto(`${origin}/withdraw`)
  await see(page, '$ 10,00 or more, or all of it')
  await page.getByLabel('Amount').fill('7,49')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await see(page, 'Enter $ 10,00 or more, or press “All”')
  await see(page, '$ 10,00 or more, or all of it')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.getByLabel('Amount').fill('7,50')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const request = page.waitForRequest('**/api/withdraw')
  await page.route('**/api/withdraw', (route) => route.abort())
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  expect((await request).postDataJSON()).toMatchObject({ all: true })
  expect((await request).postDataJSON()).not.toHaveProperty('amount')
  // The app sends it again by itself; that must not reach the server.
  await context.setOffline(true)
  await page.unrouteAll({ behavior: 'wait' })
  await context.close()
})

test('a deposit is announced with a reference and exactly where to transfer it', async () => {
  const context = await contextFor(browser, await registerByApi(origin, 'depositor'))
  const page = await context.newPage()
  const accountResponse = page.waitForResponse('**/api/receive-account')
  await page.goto(`${origin}/deposit`)
  expect((await accountResponse).status()).toBe(200)
  await page.getByText('How a deposit reaches you', { exact: true }).click()
  await see(page, 'By bank transfer')
  await see(page, /You do not need a deposit to earn/)
  await page.getByRole('button', { name: 'Show transfer details' }).click()
  await see(page, 'Enter an amount')
  await page.getByLabel('Transfer amount').fill('1,234.50')
  await see(page, 'That is $ 1 234,50')
  await page.reload()
  expect(await page.getByLabel('Transfer amount').inputValue()).toBe('1,234.50')
  await page.getByRole('button', { name: 'Show transfer details' }).click()
  await see(page, 'awaiting payment')
  const reference = await page
    .getByText(/^FT-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    .first()
    .innerText()
  await page.getByRole('button', { name: 'Copy: Reference' }).waitFor()
  await see(page, 'What happens next')
  // What was sent is not offered again.
  await page.goto(`${origin}/deposit`)
  expect(await page.getByLabel('Transfer amount').inputValue()).toBe('')

  await page.goto(`${origin}/individual/deposit-history`)
  await page.getByRole('button', { name: /\$ 1 234,50/ }).click()
  expect(await page.getByRole('dialog').getByText(/^FT-/).innerText()).toBe(reference)
  await context.close()
})

test('a withdrawal without a response is made once, even after closing the dialog, a changed balance, a reload and a retry', async () => {
  const session = await signIn(origin, 'thuha.dn')
  const held = async () => Number((await balances(session.access_token)).held_balance)
  const before = await held()
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  const calls = await cutAnswers(page, '**/api/withdraw')
  // As if the remaining balance equalled the amount: withdrawing “all” would be another request.
  await page.route('**/api/withdraw/terms', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    const left = calls.sent.length > 0 && { available: '11.50' }
    await route.fulfill({ response, json: { data: { ...data, ...left } } })
  })
  const confirm = async () => {
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    return dialog
  }
  await page.goto(`${origin}/withdraw`)
  await page.getByLabel('Amount').fill('11.50')
  const terms = page.waitForResponse('**/api/withdraw/terms')
  const dialog = await confirm()
  await terms
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await confirm()
  await expect.poll(() => calls.sent.length).toBe(2)
  expect(calls.sent[1]!.body).toMatchObject({ amount: '11.50' })

  await page.unroute('**/api/withdraw/terms')
  await page.goto(`${origin}/withdraw`)
  calls.cut = false
  await confirm()
  await see(page, 'Successfully created withdrawal order')
  expect(new Set(calls.sent.map(({ key }) => key)).size).toBe(1)
  expect((await held()) - before).toBeCloseTo(11.5)

  // The response has arrived, so the same amount again is another withdrawal.
  await page.goto(`${origin}/withdraw`)
  await page.getByLabel('Amount').fill('11.50')
  await confirm()
  await see(page, 'Successfully created withdrawal order')
  expect((await held()) - before).toBeCloseTo(23)
  await context.close()
})

test('a deposit without a response is announced once, even after leaving the page and retrying', async () => {
  const session = await registerByApi(origin, 'announcer')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  const calls = await cutAnswers(page, '**/api/deposit')
  const announce = async () => {
    await page.goto(`${origin}/deposit`)
    await page.getByLabel('Transfer amount').fill('40')
    await page.getByRole('button', { name: 'Show transfer details' }).click()
  }
  await announce()
  await expect.poll(() => calls.sent.length).toBe(1)
  calls.cut = false
  await announce()
  await see(page, 'awaiting payment')
  expect(calls.sent.map(({ key }) => key)).toEqual([calls.sent[0]!.key, calls.sent[0]!.key])
  const { list } = await callApi<{ list: object[] }>(
    origin,
    'deposit-history',
    { user_id: session.user._id },
    session.access_token,
  )
  expect(list).toHaveLength(1)
  await context.close()
})

test('a link to a withdrawal or deposit of somebody else says so and leads to one’s own', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  const id = '019aa000-0000-7000-8000-000000000000'
  for (const [path, title, list] of [
    [`/withdraw?withdrawal=${id}`, 'Withdrawal not found', '/individual/withdraw-history'],
    [`/deposit?deposit=${id}`, 'Deposit not found', '/individual/deposit-history'],
  ] as const) {
    await page.goto(origin + path)
    await see(page, title)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await page.locator(`main a[href="${list}"]`).count()).toBe(1)
  }
  await context.close()
})
