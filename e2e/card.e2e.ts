// A deposit by card: chosen, redirected to a checkout page on this machine, left, resumed, paid, and credited live. On
// a separate server, because the others accept no cards.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { type RunningServer, startServer } from '../testing/product.ts'
import { type CardProvider, startCardProvider } from '../testing/stripe.ts'
import { callApi, contextFor, registerByApi, see } from './members.ts'
import { preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

let provider: CardProvider
let server: RunningServer

beforeAll(async () => {
  provider = await startCardProvider()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  server = await startServer(
    { ...provider.variables, PORT: String(port), PUBLIC_ORIGIN: origin },
    preparedDir(),
  )
})
afterAll(async () => {
  await server?.stop()
  await provider?.close()
})

test('a deposit is paid by card on the provider’s page and credited live', async () => {
  const { origin } = server
  const session = await registerByApi(origin, 'cardholder')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  await page.goto(`${origin}/deposit`)
  await see(page, /one or two business days/)
  await page.getByText('Card', { exact: true }).click()
  await see(page, /arrives within a minute/)
  await page.getByLabel('Deposit amount').fill('1 234,50')
  await page.getByRole('button', { name: 'Continue to card payment' }).click()

  // Left without paying: back to the form, with the amount kept and the open payment below it.
  await page.waitForURL(`${provider.url}/pay/**`)
  await see(page, 'usd 123450')
  await page.getByRole('link', { name: 'Back' }).click()
  await see(page, /You returned without paying/)
  expect((await page.getByLabel('Deposit amount').inputValue()).replace(/\s/g, ' ')).toBe('1 234,50')
  expect(await page.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true)
  await page.getByRole('link', { name: /FT-/ }).click()
  await see(page, 'awaiting payment')
  await page.getByRole('button', { name: 'Continue to card payment' }).click()

  // Paid, and back before the provider's webhook has arrived.
  await page.waitForURL(`${provider.url}/pay/**`)
  await page.getByRole('button', { name: 'Pay' }).click()
  await see(page, /Your payment is being confirmed/)
  const [paid] = [...provider.sessions.values()]
  expect(page.url()).toBe(`${origin}/deposit?deposit=${paid!.client_reference_id}&paid=1`)
  // Earlier than polling would show it.
  await provider.sendWebhook(paid!.id, `${origin}/api/payments/stripe-webhook`)
  await page.getByText(/is in your available balance/).waitFor({ timeout: 10_000 })

  const me = await callApi<{ account_balance: string }>(origin, 'auth/me', undefined, session.access_token)
  expect(me.account_balance).toBe('1234.50')
  await page.goto(`${origin}/individual/deposit-history`)
  await page.getByRole('button', { name: /\$ 1 234,50/ }).click()
  await page.getByRole('dialog').getByText('Card', { exact: true }).waitFor()
  expect(violations).toEqual([])
  await context.close()
})

test('a withdrawal of card money goes back to the card without an account, and is shown as refunded', async () => {
  const { origin } = server
  const session = await registerByApi(origin, 'returning')
  const body = { user_id: session.user._id, amount: '50.00', method: 'card' }
  const deposit = await callApi<{ _id: string }>(origin, 'deposit', body, session.access_token)
  const opened = [...provider.sessions.values()].find(
    ({ client_reference_id: clientReferenceId }) => clientReferenceId === deposit._id,
  )
  provider.pay(opened!.id)
  await provider.sendWebhook(opened!.id, `${origin}/api/payments/stripe-webhook`)

  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(`${origin}/withdraw`)
  await see(page, /was paid in by card and goes back to that card first/)
  expect(await page.getByText('Add your bank account').count()).toBe(0)
  await page.getByLabel('Amount').fill('20,00')
  await see(page, 'Goes back to your card')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(/The provider has refunded it/).waitFor({ timeout: 20_000 })
  const [refund] = [...provider.refunds.values()]
  expect(refund).toMatchObject({ amount: 2000, status: 'succeeded' })
  await page.goto(`${origin}/individual/withdraw-history`)
  await see(page, /to your card/)
  await context.close()
})

test('while the provider is down the page says so and keeps the amount; afterwards the deposit works', async () => {
  const { origin } = server
  const context = await contextFor(browser, await registerByApi(origin, 'patient'))
  const page = await context.newPage()
  await page.goto(`${origin}/deposit`)
  await page.getByText('Card', { exact: true }).click()
  await page.getByLabel('Deposit amount').fill('25,00')
  provider.down = true
  await page.getByRole('button', { name: 'Continue to card payment' }).click()
  await see(page, /Card payment is not available right now/)
  expect(await page.getByRole('link', { name: /FT-/ }).count()).toBe(0)
  provider.down = false
  await page.getByRole('button', { name: 'Continue to card payment' }).click()
  await page.waitForURL(`${provider.url}/pay/**`)
  await see(page, 'usd 2500')
  await context.close()
})
