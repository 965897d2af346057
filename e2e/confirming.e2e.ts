import type { Page } from 'playwright-core'
// Confirmation without a password, and the QR code of a deposit: a withdrawal by passkey, and a deposit in euro.
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { changeSetting } from '../server/src/content/content.ts'
import { startServer } from '../testing/product.ts'
import { inDatabaseOf } from './back-office.ts'
import { callApi, contextFor, ownOrigin, registerByApi, see, signIn } from './members.ts'
import { withAuthenticator } from './passkey.ts'
import { preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

const PASSWORD = 'fairturn-demo'

const origin = ownOrigin()

test('a withdrawal is confirmed with only a passkey', async () => {
  const session = await signIn(origin, 'thuha.dn')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await withAuthenticator(await context.newCDPSession(page))
  await page.goto(`${origin}/individual/security`)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /not used yet/ }).waitFor()

  await page.goto(`${origin}/withdraw`)
  await page.getByLabel('Amount').fill('12,00')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/withdraw'),
  )
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  const body = (await sent).postDataJSON() as Record<string, unknown>
  expect([body['amount'], 'password' in body, typeof body['assertion']]).toEqual(['12.00', false, 'object'])
  await see(page, 'Successfully created withdrawal order')
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await see(page, 'You cancelled this withdrawal. The money is available again.')
  await context.close()
})

test('a deposit in euro shows a QR code for banking apps with the same details', async () => {
  const server = await startServer({}, preparedDir())
  try {
    await inDatabaseOf(server.data_dir, (database) =>
      database.transaction(async (tx) => {
        await changeSetting(tx, 'currency', 'EURO')
        const iban = 'FR1420041010050500013M02606'
        await changeSetting(tx, 'receive_account', { holder: 'Fairturn Members', bank: 'Example Bank', iban })
      }),
    )

    const session = await registerByApi(server.origin, 'euro payer')
    const context = await contextFor(browser, session)
    const page = await context.newPage()
    await page.goto(`${server.origin}/deposit`)
    await page.getByLabel('Transfer amount').fill('1 234,50')
    await page.getByRole('button', { name: 'Show transfer details' }).click()
    const code = page.getByRole('img', { name: 'QR code with these details for your banking app' })
    await code.waitFor()
    await see(page, /€\s1\s234,50/)
    const id = new URL(page.url()).searchParams.get('deposit')
    const deposit = await callApi<{ reference: string; instructions: { epc_qr: string } }>(
      server.origin,
      `deposit/${id}`,
      undefined,
      session.access_token,
    )
    const { epc_qr } = deposit.instructions
    expect(epc_qr.split('\n').slice(5)).toEqual([
      'Fairturn Members',
      'FR1420041010050500013M02606',
      'EUR1234.50',
      '',
      '',
      deposit.reference,
    ])
    expect(await modulesOf(page)).toEqual(modulesFor(epc_qr))
    await context.close()
  } finally {
    await server.stop()
  }
})

/** The dark modules of the rendered code, each as its column and row. */
async function modulesOf(page: Page): Promise<string[]> {
  const drawn = await page.locator('svg[aria-label^="QR code"] path').getAttribute('d')
  return Array.from(drawn!.matchAll(/M(\d+ \d+)h1v1h-1z/g), ([, module]) => module!)
}

/** The expected modules for this text. */
const modulesFor = (text: string): string[] =>
  encode(text, { ecc: 'M', border: 4 }).data.flatMap((row, y) =>
    row.flatMap((is_dark, x) => (is_dark ? [`${x} ${y}`] : [])),
  )
