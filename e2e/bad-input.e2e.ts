// Mistakes when pasting, choosing and pressing: understood, or refused with the reason, never misinterpreted.
import { expect, test } from 'vitest'
import { photoOfTwentyMegapixels } from '../server/test/photo.ts'
import { savedForOffline } from './journeys.ts'
import { callApi, contextFor, ownOrigin, registerByApi, see, signIn } from './members.ts'
import { browser } from './worker-browser.ts'

const MAX_FILE_BYTES = 8 * 1024 * 1024

const origin = ownOrigin()

/** The app uses no-break spaces. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('a pasted amount is parsed correctly or refused, and only the parsed amount is sent', async () => {
  const session = await registerByApi(origin, 'paster')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/deposit'))
      sent.push((request.postDataJSON() as { amount: string }).amount)
  })
  await page.goto(`${origin}/deposit`)
  const field = page.getByLabel('Transfer amount')
  const paste = async (text: string) => {
    await field.fill('')
    await field.focus()
    await page.keyboard.insertText(text)
  }
  const understood = {
    '1,234.50': '1 234,50',
    '1.234,5': '1 234,50',
    '12.5': '12,50',
  }
  for (const [text, shown] of Object.entries(understood)) {
    await paste(text)
    const hint = page.getByText(/^That is/)
    await expect.poll(async () => plain(await hint.innerText())).toBe(`That is $ ${shown}`)
  }
  // As this site writes amounts itself: an echo would say the same again.
  for (const text of ['1 234,50', '1234', '１２３４', '12,5']) {
    await paste(text)
    await expect.poll(() => page.getByText(/^That is/).count()).toBe(0)
  }
  for (const [text, reason] of [
    ['1,234', /add the cents so the amount is clear/],
    ['1.234.5', /Enter an amount like/],
    ['12,345,67', /Enter an amount like/],
    ['4111 1111 1111 1111', /This amount is too large/],
  ] as const) {
    await paste(text)
    await page.getByRole('button', { name: 'Show transfer details' }).click()
    await see(page, reason)
    expect(await field.inputValue()).toBe(text)
  }
  expect(sent).toEqual([])

  await paste('1.234,5')
  await page.getByRole('button', { name: 'Show transfer details' }).dblclick()
  await page.waitForURL(/\?deposit=/)
  await see(page, /1\s234,50/)
  expect(sent).toEqual(['1234.50'])
  await context.close()
})

test('a photo of 20 megapixels is accepted, or refused as too large', async () => {
  const session = await registerByApi(origin, 'photographer')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(`${origin}/individual`)
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

  const large = await photoOfTwentyMegapixels(40)
  expect(large.length).toBeGreaterThan(MAX_FILE_BYTES)
  await choose('large.jpg', 'image/jpeg', large)
  await see(page, 'The image must be at most 8 MB')

  await choose('notes.png', 'image/png', Buffer.from('This is a text, whatever it is called.'))
  await see(page, /This file is not a supported image/)
  expect(page.url()).toBe(`${origin}/individual`)
  expect(await pictureOf(session.access_token)).toBeNull()

  const photo = await photoOfTwentyMegapixels(4)
  expect(photo.length).toBeLessThan(MAX_FILE_BYTES)
  await choose('photo.jpg', 'image/jpeg', photo)
  await see(page, /profile photo updated/i)
  const picture = await pictureOf(session.access_token)
  const kept = await page.request.get(origin + picture)
  expect([kept.status(), kept.headers()['content-type']]).toEqual([200, 'image/webp'])
  await context.close()
})

const pictureOf = async (token: string): Promise<string | null> =>
  (await callApi<{ file: string | null }>(origin, 'auth/me', undefined, token)).file

test('on a slow network outlines are shown until the content arrives, and a double tap sends once', async () => {
  const session = await signIn(origin, 'thuha.dn')
  const context = await contextFor(browser, session, { service_worker: true })
  const page = await context.newPage()
  await page.goto(`${origin}/individual`)
  await see(page, 'Your invite code')
  await savedForOffline(page)
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  // 3G: a round trip of 400 ms, 50 kB/s.
  const speed = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000, offline: false }
  await network.send('Network.emulateNetworkConditions', speed)
  const outlines = page.locator('main [aria-busy=true]').filter({ visible: true }).first()
  await outlines.waitFor({ state: 'detached' })
  await Promise.all([
    outlines.waitFor(),
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click(),
  ])
  await page.getByRole('tab', { name: /Done/ }).click()
  await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })

  await page.goto(`${origin}/deposit`)
  let deposits = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/deposit')) deposits += 1
  })
  await page.getByLabel('Transfer amount').fill('21,00')
  await page.getByRole('button', { name: 'Show transfer details' }).dblclick()
  await page.waitForURL(/\?deposit=/)
  await see(page, /FT-/)
  expect(deposits).toBe(1)
  await context.close()
})
