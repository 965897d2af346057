// The life of a campaign from its placer's view: written in three steps and saved as a draft, paid, approved, carried
// by somebody else, watched live, paused, topped up and cancelled, with the refund shown first. On its own server,
// because the others may not fetch pages on this machine.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONNECTION } from '../server/src/banking/banking.ts'
import { demoMembers } from '../server/src/demo/dataset.ts'
import { createDeposit, creditDeposit } from '../server/src/deposits/deposits.ts'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { ensureAppLogin, keptAppPassword } from '../server/src/platform/database/login.ts'
import { type RunningServer, startServer } from '../testing/product.ts'
import { until } from './journeys.ts'
import {
  callApi,
  confirmByPassword,
  contextFor,
  cutAnswers,
  DEMO_PASSWORD,
  registerByApi,
  see,
  signIn,
} from './members.ts'
import { preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

/** A common browser's: headless Chromium's user agent reveals automation. */
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'
/** The rules refuse a Continue within 0.8 s; a person reads first. */
const READING_MS = 1000

type Session = Awaited<ReturnType<typeof registerByApi>>
interface DrawnOffer {
  _id: string
  brand: string
}
interface ListAnswer {
  list: { _id: string }[]
}

let server: RunningServer
let database: Database
let landing: Server
let landing_url: string

beforeAll(async () => {
  landing = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' })
    answer.end('<title>Spring teas</title><h1>Teas</h1>')
  }).listen(0, '127.0.0.1')
  await once(landing, 'listening')
  landing_url = `http://127.0.0.1:${(landing.address() as AddressInfo).port}/spring`
  server = await startServer({ SAFE_FETCH_ALLOW_LOOPBACK: '1' }, preparedDir())
  // The server's process owns it; this one only connects.
  const { url } = await startEmbedded({ dataDir: server.dataDir })
  const appUrl = await ensureAppLogin(url, keptAppPassword(server.dataDir))
  database = await openDatabase({ url: appUrl, poolSize: 2 })
})
afterAll(async () => {
  await database?.close()
  await server?.stop()
  landing?.close()
})

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

async function newPage(session: Session): Promise<Page> {
  return await (await contextFor(browser, session)).newPage()
}

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#b5563c' } })
    .jpeg()
    .toBuffer()

test('a campaign is placed, paid, carried, watched, paused, topped up and cancelled', async () => {
  const { origin } = server
  const placer = await registerByApi(origin, 'teahouse')
  await database.transaction(async (tx) => {
    const amount_minor = 10_000n
    const deposit = { member_id: placer.user._id, amount_minor, method: 'bank_transfer' as const }
    const { id: deposit_id } = await createDeposit(tx, deposit)
    await creditDeposit(tx, { deposit_id, amount_minor, evidence: 'a transfer', actor: CONNECTION })
  })
  const page = await newPage(placer)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })

  await page.goto(`${origin}/campaigns`)
  await see(page, 'Get verified visits to your website')
  await page.getByRole('link', { name: 'Place a campaign' }).click()
  await writeWhat(page)
  await draftIsKept(page)
  await page.getByRole('radio', { name: 'Selected' }).first().check()
  await page.getByRole('checkbox', { name: 'English' }).waitFor()
  await page.getByRole('radio', { name: 'All languages' }).check()
  await next(page)

  await writeHowMuch(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const paying = page.getByRole('dialog', { name: 'Pay in advance' })
  await paying.getByRole('button', { name: 'Pay', exact: true }).dblclick()
  await confirmByPassword(page)
  await see(page, 'Order payment successful')
  await see(page, /Waiting for review for less than an hour/)

  // Back leads to where the form was opened, not to one of its steps, which would be empty.
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/campaigns')
  await page.goForward()

  // In a demo its operator, who is named, approves at a tap.
  await see(page, 'demo.content')
  await page.getByRole('button', { name: 'Approve the campaign' }).click()
  // Updated without a reload.
  const ring = page.getByRole('progressbar', { name: 'Verified visits' })
  await ring.waitFor()
  expect(await ring.getAttribute('aria-valuetext')).toBe('0 of 10')

  await carry()
  await page.locator('[role=progressbar][aria-valuetext="1 of 10"]').waitFor()
  await see(page, '1 verified')
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await page.getByRole('table', { name: 'Visits by day' }).waitFor()

  await page.getByRole('button', { name: 'Pause' }).click()
  await see(page, 'No new orders are offered.')
  await page.getByRole('button', { name: 'Resume' }).click()
  await see(page, /is in escrow/)

  await topUp(page, placer)
  await cancel(page)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download visits (CSV)' }).click()
  expect((await file).suggestedFilename()).toMatch(/^visits-.*\.csv$/)
  expect(faults).toEqual([])
  await page.context().close()
})

async function writeWhat(page: Page): Promise<void> {
  await next(page)
  await see(page, 'Please fill in this field')
  await until(page, `document.activeElement.name === 'brand'`)
  await page.getByLabel('Name of the advertiser or brand').fill('Lotus Teahouse')
  await page.getByLabel('Landing page URL').fill('http://192.168.0.1/')
  await page.getByLabel('Headline under the image').focus()
  await see(page, /not public|public/i)
  await page.getByLabel('Landing page URL').fill(landing_url)
  await page.getByLabel('Headline under the image').fill('Tea that takes its time')
  await see(page, 'Spring teas')
  await page.getByLabel('Text members post with the link').fill('I like this tea.')

  const choose = page.locator('input[type=file]')
  await choose.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('a text') })
  const cutting = page.getByRole('dialog', { name: 'Crop image' })
  await cutting.getByRole('alert').waitFor()
  await cutting.getByRole('button', { name: 'Cancel' }).click()
  await choose.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture() })
  await cutting.getByLabel('Zoom').fill('1.5')
  await cutting.getByRole('button', { name: 'Apply' }).click()
  await page.getByAltText('Image preview').waitFor()
  await see(page, 'Saved as a draft')
}

/** After a reload the form is as it was left, in the same step; Back leads to the previous step. */
async function draftIsKept(page: Page): Promise<void> {
  await next(page)
  await page.getByRole('heading', { name: 'Audience' }).waitFor()
  await see(page, 'Saved as a draft')
  await page.goto(`${server.origin}/campaigns`)
  await page.locator('main a[href="/campaigns/new"]').first().click()
  await page.getByRole('heading', { name: 'Audience' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  expect(await page.getByLabel('Name of the advertiser or brand').inputValue()).toBe('Lotus Teahouse')
  await page.getByAltText('Image preview').waitFor()
  await next(page)
  await page.getByRole('heading', { name: 'Audience' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Your ad' }).waitFor()
  await page.goForward()
}

/** A refusal by the server is shown on its field, in its step, and everything typed is kept. */
async function refusedInAnotherStep(page: Page): Promise<void> {
  const fields = [{ field: 'tagline.en', code: 'field_has_unseen_characters' }]
  const json = { code: fields[0]!.code, message: '', details: { fields }, request_id: '1' }
  await page.route('**/api/campaigns', (route) => route.fulfill({ status: 422, json }), { times: 1 })
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('heading', { name: 'Your ad' }).waitFor()
  const field = page.getByLabel('Headline under the image')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await until(page, `document.activeElement.name === 'tagline.en'`)
  expect(await field.inputValue()).toBe('Tea that takes its time')
  await field.fill('Tea that takes all its time')
  await expect.poll(() => field.getAttribute('aria-invalid')).not.toBe('true')
  await next(page)
  await next(page)
  expect(await page.getByLabel('Price per verified visit').inputValue()).toBe('0.20')
}

async function writeHowMuch(page: Page): Promise<void> {
  await page.getByLabel('Price per verified visit').fill('0,20')
  await page.getByLabel('or budget').fill('2.00')
  await expect.poll(() => page.getByLabel('Verified visits').inputValue()).toBe('10')
  await page.getByLabel('Visits per order').fill('11')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await see(page, 'An order cannot have more visits than the campaign')
  await page.getByLabel('Visits per order').fill('5')
  const price = page.getByRole('region', { name: 'Cost' })
  await see(price, '$ 2,00')
  await see(price, 'Total, paid in advance')
  const frame = page.frameLocator('iframe[title="What visitors see"]')
  await frame.getByRole('heading', { name: 'Lotus Teahouse' }).waitFor()
  await frame.getByRole('button', { name: /Continue to 127.0.0.1/ }).waitFor()
  const width = () =>
    frame.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)
  await expect.poll(width).toBe(1200)
  await page.getByRole('tab', { name: 'Members' }).click()
  await see(page, '$ 1,00')
}

/** A draw chooses among all available orders, and the demo's campaigns have far more of them. */
async function pauseOthers(): Promise<void> {
  for (const { username } of demoMembers.filter(({ places }) => places !== undefined)) {
    const { access_token } = await signIn(server.origin, username)
    const { list } = await callApi<ListAnswer>(
      server.origin,
      'campaigns?status=active',
      undefined,
      access_token,
    )
    for (const { _id } of list) await callApi(server.origin, `campaigns/${_id}/pause`, {}, access_token)
  }
}

/** Another member draws, takes and starts it, and a stranger visits. */
async function carry(): Promise<void> {
  const { origin } = server
  const carrier = await registerByApi(origin, 'carrier')
  const user_id = carrier.user._id
  const as = <Data>(path: string, body: object) => callApi<Data>(origin, path, body, carrier.access_token)
  await pauseOthers()
  const { _id: offer_id, brand } = await as<DrawnOffer>('random-product', { user_id })
  expect(brand).toBe('Lotus Teahouse')
  const { _id } = await as<{ _id: string }>('orders', { offer_id })
  const { link } = await as<{ link: string }>(`orders/${_id}/start`, {})
  const stranger = await browser.newContext({ userAgent: DESKTOP, locale: 'en-GB' })
  const page = await stranger.newPage()
  await page.goto(link)
  await see(page, 'Sponsored')
  await page.waitForTimeout(READING_MS)
  await page.getByRole('button', { name: /Continue to 127.0.0.1/ }).click()
  await see(page, 'Teas')
  await stranger.close()
}

async function topUp(page: Page, { user, access_token }: Session): Promise<void> {
  await page.getByRole('button', { name: 'Add visits' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add visits' })
  await dialog.getByLabel('Additional visits').fill('1 000 000')
  await see(dialog, /Your account is insufficient\. Please add more money\./)
  await dialog.getByRole('link', { name: 'Deposit' }).waitFor()
  await dialog.getByLabel('Additional visits').fill('10')
  await see(dialog, '$ 2,00')
  const confirmation = { user_id: user._id, password: DEMO_PASSWORD, total: '2.46' }
  await callApi(server.origin, 'auth/confirm', confirmation, access_token)
  const calls = await cutAnswers(page, '**/top-up')
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect.poll(() => calls.sent.length).toBe(1)
  await dialog.getByRole('button', { name: 'Not now' }).click()

  // After a lost response, adding the same number of visits is a retry, even from a reopened dialog.
  calls.cut = false
  await page.getByRole('button', { name: 'Add visits' }).click()
  await dialog.getByLabel('Additional visits').fill('10')
  await see(dialog, '$ 2,00')
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect.poll(() => calls.sent.map(({ key }) => key)).toEqual(Array(2).fill(calls.sent[0]!.key))
  await page.locator('[role=progressbar][aria-valuetext="1 of 20"]').waitFor()
}

async function cancel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this campaign?' })
  await see(dialog, 'Refunded now')
  const back = await dialog.getByText(/^\$/).first().innerText()
  await see(dialog, 'Refunded later')
  await see(dialog, /when the order with 5 open visits|when the orders with 5 open visits/)
  await dialog.getByRole('button', { name: 'Cancel campaign' }).click()
  await see(page, `${back} was refunded to your balance`)
  await see(page, /is still held for/)
}

test('insufficient funds and an unpaid campaign are reported with the texts of the messages', async () => {
  const { origin } = server
  const page = await newPage(await registerByApi(origin, 'pennyless'))
  await page.goto(`${origin}/campaigns/new`)
  await writeWhat(page)
  await next(page)
  await next(page)
  await page.getByLabel('Price per verified visit').fill('1.234,50')
  await page.getByLabel('Verified visits').fill('1 000')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await see(page, 'The price per visit must be at most 1 000,00')
  await page.getByLabel('Price per verified visit').fill('0.20')
  await see(page, 'Your account is insufficient. Please add more money.')
  await refusedInAnotherStep(page)
  const calls = await cutAnswers(page, '**/api/campaigns')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect.poll(() => calls.sent.length).toBe(1)
  calls.cut = false
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect.poll(() => calls.sent.map(({ key }) => key)).toEqual(Array(2).fill(calls.sent[0]!.key))

  const paying = page.getByRole('dialog', { name: 'Pay in advance' })
  await see(paying, 'Your account is insufficient. Please add more money.')
  expect(await paying.getByRole('button', { name: 'Pay', exact: true }).count()).toBe(0)
  const missing = /You need \$\s([\d\s]+,\d\d) more/.exec(await paying.innerText())![1]!
  await paying.getByRole('link', { name: 'Deposit' }).click()
  const plain = (text: string) => text.replaceAll(/\s/g, '')
  expect(plain(await page.getByLabel('Transfer amount').inputValue())).toBe(plain(missing))

  // Only one unpaid campaign at a time: shown at once, and refused with the same text.
  await page.goto(`${origin}/campaigns`)
  const unpaid = page.getByRole('region', { name: 'Awaiting payment' })
  await unpaid.getByRole('link').click()
  await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor()
  await page.goto(`${origin}/campaigns`)
  await unpaid.waitFor()
  await page.getByRole('link', { name: 'Place a campaign' }).click()
  await see(page, 'You have an outstanding order, please pay in advance.')
  await page.getByRole('link', { name: 'Pay or cancel' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel campaign' }).click()
  await see(page, 'It was never paid. You owe nothing.')
  await page.context().close()
})
