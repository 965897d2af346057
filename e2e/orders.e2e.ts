// The life of an order: a new member registers, receives, takes, starts and shares it; strangers visit; the award is
// claimed.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { earnAnAward } from './journeys.ts'
import { callApi, contextFor, registerByApi, registerUnconfirmed, see, signIn } from './members.ts'
import { ownServer } from './servers.ts'
import { browser } from './worker-browser.ts'

const server = ownServer()
const { origin } = server

test('a newcomer earns an award from visits of strangers, and it is in balance and lists', async () => {
  const newcomer = { username: 'novabearer', phone: '+84912345678' }
  expect(await earnAnAward(browser, server, newcomer)).toMatch(/\d,\d\d$/)
})

test('an order in a demo explains how to visit it oneself; outside a demo it does not', async () => {
  const { page, open } = await distributing('reads.hint')
  await open()
  await see(page, /Try it in this demo: open the link in a private window and press Continue/)
  // The settings are embedded in the page.
  await page.route('**/order-detail/*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"demo":{"value":true', '"demo":{"value":false')
    await route.fulfill({ response, body })
  })
  await open()
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  expect(await page.getByText(/in this demo/).count()).toBe(0)
  await page.context().close()
})

test('a code that was not entered is asked for, not called wrong', async () => {
  const context = await contextFor(browser, await registerUnconfirmed(origin, 'enters.nothing'))
  const page = await context.newPage()
  await page.goto(`${origin}/order-detail`)
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter the code' })
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await see(dialog, 'Enter the six digits')
  expect(await dialog.getByText('not correct').count()).toBe(0)
  await context.close()
})

test('bots of all kinds are counted in one figure', async () => {
  const { page, open } = await distributing('counts.bots')
  await page.route('**/api/orders/*/visits*', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    const counts = Object.entries({ verified: 6, bot: 2, preview: 1, scanner: 1, not_a_page_view: 3 })
    const changed = { ...data, list: [], counts: counts.map(([verdict, count]) => ({ verdict, count })) }
    await route.fulfill({ response, json: { data: changed } })
  })
  await open()
  await see(page, '7 bots')
  const text = await page.locator('section', { hasText: '7 bots' }).last().innerText()
  expect(text.match(/\d+ bots?\b/g)).toEqual(['7 bots'])
  expect(text).not.toMatch(/robot|crawler|program|machine|automated/i)
  await page.context().close()
})

/** A new member's order in state `distributing`, and a function that opens it again. */
async function distributing(username: string): Promise<{ page: Page; open: () => Promise<unknown> }> {
  const session = await registerByApi(origin, username)
  const user_id = session.user._id
  const ask = <Data>(path: string, body: object) => callApi<Data>(origin, path, body, session.access_token)
  const { _id: offer_id } = await ask<{ _id: string }>('random-product', { user_id })
  const { _id } = await ask<{ _id: string }>('orders', { user_id, offer_id })
  await ask(`orders/${_id}/start`, { user_id })
  const context = await contextFor(browser, session)
  // Chromium considers a mocked page to be of an unknown network, which may not call this machine if the API is
  // another site.
  await context.grantPermissions(['local-network-access'])
  const page = await context.newPage()
  return { page, open: () => page.goto(`${origin}/order-detail/${_id}`) }
}

test('a settled order below the least award that counts says so, and one above it does not', async () => {
  const context = await contextFor(browser, await signIn(origin, 'minhanh'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/order-history?state=done`)
  const path = await page.locator('main li a[href^="/order-detail/"]').first().getAttribute('href')
  for (const least of ['0.01', '999.00']) {
    // The settings are embedded in the page.
    await page.route('**/order-detail/*', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /("least_counted_award":\{"value":")[\d.]+/,
        (_, key: string) => `${key}${least}`,
      )
      await route.fulfill({ response, body })
    })
    await page.goto(origin + path)
    await see(page, 'Award, in your balance')
    expect(await page.getByText('does not count towards a level').count()).toBe(least === '999.00' ? 1 : 0)
    await page.unroute('**/order-detail/*')
  }
  await context.close()
})
