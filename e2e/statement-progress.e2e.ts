// A statement of many lines in a browser: the progress shown to its importer and to the colleague who confirms it. On
// its own server, because every other test counts the bank's lines.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { camt053 } from '../server/test/bank/files.ts'
import { type RunningServer, startServer, untilBuilt } from '../testing/product.ts'
import { adminAccessible } from './axe.ts'
import { openBackOfficeAs } from './back-office.ts'
import { see } from './members.ts'
import { preparedDir } from './servers.ts'
import { readBankBalance, typeStatement } from './statements.ts'

/** The platform's account in the demo. */
const ACCOUNT = 'XX00000000000000000000'
/** Enough for the matching to take seconds. */
const LINES = 10_000
const SHOWN = '10 000'
const WORK_MS = 120_000

let server: RunningServer

beforeAll(async () => {
  server = await startServer({}, preparedDir())
  await untilBuilt(server.origin)
})
afterAll(async () => {
  await server?.stop()
})

async function statementsAs(username: string): Promise<Page> {
  const { page } = await openBackOfficeAs(username, '/admin/bank-statements', server)
  await page.getByRole('button', { name: 'Import statements' }).waitFor()
  return page
}

test('the importer sees progress and that a colleague must confirm, and the colleague sees the progress of matching', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const lines = Array.from({ length: LINES }, (_, i) => ({
    amount: '1.00',
    ref: `R-${i}`,
    text: `Payment number ${i}`,
  }))
  const finance = await statementsAs('demo.finance')
  const bankBalance = await readBankBalance(finance)
  const opening = bankBalance.toFixed(2)
  const buffer = Buffer.from(camt053({ id: 'MANY', day, account: ACCOUNT, opening, lines }))
  await finance.getByRole('button', { name: 'Import statements' }).click()
  const dialog = finance.getByRole('dialog')
  await dialog
    .getByLabel('Choose a file, or drop it here')
    .setInputFiles({ name: 'many.xml', mimeType: 'application/xml', buffer })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  // Leaving the dialog would not stop the import.
  await dialog
    .filter({ has: finance.getByRole('progressbar', { name: 'The file is being read …' }) })
    .getByRole('button', { name: 'Cancel', disabled: true })
    .waitFor()
  const shown = day.split('-').toReversed().join('-')
  await dialog.getByText(`MANY, ${shown}: imported`).waitFor({ timeout: WORK_MS })
  await see(
    finance,
    'Imported, but nothing is credited yet: another colleague has to confirm it in the list of statements.',
  )
  await adminAccessible(finance)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await see(finance, 'You imported it, so another colleague decides on it.')

  const second = await statementsAs('demo.owner')
  await typeStatement(second, { closing: (bankBalance + LINES).toFixed(2), lines })
  const progress = second.getByRole('progressbar', {
    name: /^[\d\s]+ of 10\s000 lines matched$/,
  })
  await progress.waitFor()
  const seen = Number(await progress.getAttribute('aria-valuenow'))
  expect(seen).toBeLessThan(100)
  await expect
    .poll(
      async () => Number(await progress.getAttribute('aria-valuenow', { timeout: 1000 }).catch(() => 100)),
      {
        timeout: WORK_MS,
      },
    )
    .toBeGreaterThan(seen)
  await progress.waitFor({ state: 'detached', timeout: WORK_MS })
  await second.getByRole('cell', { name: SHOWN, exact: true }).waitFor()
  await adminAccessible(second)
})
