import type { Page } from 'playwright-core'
// Confirmation without a password, and the QR code of a deposit: a withdrawal by passkey, and a deposit in euro.
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { changeSetting } from '../server/src/content/content.ts'
import { startServer } from '../testing/product.ts'
import { inDatabaseOf } from './back-office.ts'
import { callApi, contextFor, ownOrigin, registerByApi, see, signIn } from './members.ts'
import { withAuthenticator } from './passkey.ts'
import { ownServer, preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

const PASSWORD = 'fairturn-demo'

const origin = ownOrigin()

/** As if the session had been confirmed more than five minutes ago. */
const unconfirm = (username: string) =>
  inDatabaseOf(ownServer().dataDir, (database) =>
    database.query({
      text: `update session set confirmed_until = null where member_id = (select id from member where username = $1)`,
      values: [username],
    }),
  )

test('a withdrawal asks for a confirmation once in five minutes, in the one dialog, and a passkey is enough', async () => {
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
  await unconfirm('thuha.dn')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  const asked = page.getByRole('dialog', { name: 'Please confirm it’s you' })
  await asked.getByLabel('Your password').fill('not the password')
  await asked.getByRole('button', { name: /^Confirm/ }).click()
  await asked.getByText(/password is (incorrect|not correct)/i).waitFor()
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/confirm'))
  await asked.getByRole('button', { name: 'Use a passkey instead' }).click()
  const body = (await sent).postDataJSON() as Record<string, unknown>
  expect(['password' in body, typeof body['assertion']]).toEqual([false, 'object'])
  await see(page, 'Successfully created withdrawal order')
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await see(page, 'You cancelled this withdrawal. The money is available again.')

  // The next one within five minutes is not asked for again.
  await page.goto(`${origin}/withdraw`)
  await page.getByLabel('Amount').fill('13,00')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await see(page, 'Successfully created withdrawal order')
  expect(await asked.count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await see(page, 'You cancelled this withdrawal. The money is available again.')
  await context.close()
})

test('a deposit in euro shows a QR code for banking apps with the same details', async () => {
  const server = await startServer({}, preparedDir())
  try {
    await inDatabaseOf(server.dataDir, (database) =>
      database.transaction(async (tx) => {
        await changeSetting(tx, 'currency', 'EURO')
        const iban = 'FR1420041010050500013M02606'
        await changeSetting(tx, 'receive_account', {
          holder: 'Fairturn Members',
          bank: 'Example Bank',
          iban,
          city: 'Paris',
          country: 'FR',
        })
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
    row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])),
  )
