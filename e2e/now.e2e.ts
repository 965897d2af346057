// What Home's card says that a member can do now, and how Orders opens.
import { expect, test } from 'vitest'
import { accessible } from './axe.ts'
import { callApi, contextFor, ownOrigin, registerByApi, see } from './members.ts'
import { SMALL_TARGET, visitAsStranger } from './visits.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

interface Drawn {
  _id: string
  target: number
  link: string | null
}

/** A new member and calls in its name. */
async function member(name: string) {
  const session = await registerByApi(origin, name)
  const user_id = session.user._id
  const ask = <Data>(path: string, body: object = {}) =>
    callApi<Data>(origin, path, { user_id, ...body }, session.access_token)
  const drawSmall = async () => {
    for (let drawn = 0; drawn < 50; drawn += 1) {
      const offer = await ask<Drawn>('random-product')
      if (offer.target <= SMALL_TARGET) return offer
    }
    throw new Error('no small offer was drawn')
  }
  return { session, ask, drawSmall }
}

test('the card on Home leads from the first steps to the award, live: offer, unstarted, running, claimable, receive', async () => {
  const { session, ask, drawSmall } = await member('now.and.then')
  const context = await contextFor(browser, session, { popup: true })
  const page = await context.newPage()
  await page.goto(origin)
  const card = page.getByRole('region', { name: 'Now' })
  const step = card.locator('[aria-current=step]')
  await see(card, 'Three steps to your first award, free of charge')
  expect(await step.innerText()).toMatch(/Receive an order/)
  await card.getByRole('link', { name: 'Receive an order' }).waitFor()
  await accessible(page)

  const offer = await drawSmall()
  await page.reload()
  await card.getByRole('timer').waitFor()
  await see(card, /up to \$.*reserved for you/)
  await card.getByRole('link', { name: 'View' }).waitFor()
  await accessible(page)

  const order = await ask<Drawn>('orders', { offer_id: offer._id })
  await page.reload()
  await see(card, 'This order waits for you. Start it to activate your link.')
  expect(await step.innerText()).toMatch(/share its link/)
  await card.getByRole('link', { name: 'Open' }).click()
  await see(page, /Its time is running/)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  const { link } = await callApi<Drawn>(origin, `orders/${order._id}`, undefined, session.access_token)
  await page.getByRole('link', { name: 'Home' }).click()
  await see(card, `0 of ${offer.target} verified`)
  await card.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog', { name: 'Share your link' }).getByRole('button', { name: 'Close' }).click()
  await accessible(page)

  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (let verified = 1; verified <= offer.target; verified += 1) await visitAsStranger(browser, link!)
  await see(card, '1 award to claim')
  await navigation.getByRole('link', { name: 'Orders 1 award to claim' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await accessible(page)
  await card.getByRole('button', { name: 'Claim', exact: true }).click()
  await see(page, /is in your balance/)
  // The steps are gone, and the day's announcement comes.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  expect(await step.count()).toBe(0)
  await see(card, '2 turns left today')
  await card.getByRole('link', { name: 'Receive an order' }).click()
  await page.waitForURL(`${origin}/order-detail`)
  await context.close()
})

test('the first steps can be closed, stay closed, and the announcement comes the same day', async () => {
  const { session } = await member('closes.steps')
  const context = await contextFor(browser, session, { popup: true })
  const page = await context.newPage()
  await page.goto(origin)
  await page.getByRole('button', { name: 'Close the steps' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await see(page, '3 turns left today')
  await page.getByRole('link', { name: 'All awards' }).waitFor()
  expect(await page.getByText('Three steps').count()).toBe(0)
  await context.close()
})

test('Orders opens where something can be claimed, and claims all of it', async () => {
  const { session, ask, drawSmall } = await member('claims.all')
  for (let i = 0; i < 2; i += 1) {
    const offer = await drawSmall()
    const { _id } = await ask<Drawn>('orders', { offer_id: offer._id })
    const { link } = await ask<Drawn>(`orders/${_id}/start`)
    for (let verified = 1; verified <= offer.target; verified += 1) await visitAsStranger(browser, link!)
  }
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(origin)
  const orders = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Orders/ })
  await page.getByRole('link', { name: 'Orders 2 awards to claim' }).waitFor()
  await orders.click()
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  await expect.poll(() => tab(/Success/).getAttribute('aria-selected')).toBe('true')
  expect(await tab(/Success/).innerText()).toMatch(/^2/)
  await tab(/Available/).click()
  await see(page, '1 of 3 turns left today')
  await page.goto(`${origin}/warehouse/not-received`)
  await see(page, '1 of 3 turns left today')
  await orders.click()
  await page.getByRole('heading', { level: 1, name: 'My orders' }).waitFor()
  await accessible(page)
  await page.getByRole('button', { name: /^Claim all: \$/ }).click()
  await see(page, /is in your balance/)
  await see(page, 'Nothing to claim')
  await expect.poll(() => tab(/Done/).innerText()).toMatch(/^2/)
  await expect.poll(() => orders.innerText()).not.toMatch(/to claim/)
  const { list_product } = await ask<{ list_product: object[] }>('list-product', { state: 'success' })
  expect(list_product).toEqual([])
  await context.close()
})
