// What a person at the bank's desk reads, in a browser: one number of what waits for them, what came above its announcement, what
// VAT is owed, the bank's fee in a payout, and lists that are not cut on a narrow window. On a separate server, because the
// demo's lines are changed.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../testing/product.ts'
import { money } from '../ui/src/formats.ts'
import { adminAccessible } from './axe.ts'
import { inDatabaseOf, openBackOfficeAs } from './back-office.ts'
import { see } from './members.ts'
import { preparedDir } from './servers.ts'
import { typeStatement } from './statements.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({}, preparedDir())
})
afterAll(() => server?.stop())

const open = (username: string, path: string, look = {}) =>
  openBackOfficeAs(username, path, server, { locale: 'en', ...look })

/** Changes one bank line, and returns this column of it. */
const lineAfter = (text: string): Promise<string> =>
  inDatabaseOf(server.dataDir, (database) =>
    database.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string }>({ text })
      return rows[0]!.id
    }),
  )

interface Data {
  readonly 'bank-lines': { list: { _id: string; state: string; finding: string | null; for_you: boolean }[] }
  readonly approvals: { list: { _id: string; kind: string }[] }
  readonly transparency: { liabilities: { parts: { kind: string; amount: string }[] } }
}
const read = <Name extends keyof Data>(page: Page, path: string, _of: Name): Promise<Data[Name]> =>
  page.evaluate(
    async (address) => ((await (await fetch(`/api/${address}`)).json()) as { data: never }).data,
    path,
  )

test('a line is opened by its id alone, and says where it stands among those for the reader, and what came', async () => {
  const { page, faults } = await open('demo.finance', '/admin/bank-lines')
  const mine = page.getByRole('tab', { name: /^To review \(\d+, \d+ for you\)/ })
  await mine.waitFor()
  const own = /(\d+) for you/.exec(await mine.innerText())![1]
  const { list } = await read(page, 'backoffice/bank-lines?state=to_review', 'bank-lines')
  expect(list.filter(({ for_you }) => for_you)).toHaveLength(Number(own))
  const above = list.find(({ state }) => state === 'unconfirmed')!
  await page.goto(`${server.origin}/admin/bank-lines/${above._id}`)
  await page.waitForURL(new RegExp(`/bank-lines/${above._id}/show$`))
  await see(page, new RegExp(`^\\d of ${own} in the queue`))
  const came = /Requested \$\s50,00 · \$\s75,00 arrived, not credited yet/
  await see(page, came)
  await page.keyboard.press('c')
  await see(page.getByRole('dialog'), came)
  await adminAccessible(page)

  // A screen without pages of its own says that there is none.
  await page.goto(`${server.origin}/admin/card-events/${above._id}`)
  await see(page, 'Page not found')
  expect(faults).toEqual([])
  await page.context().close()
})

test('whoever books VAT reads what is owed, and on a payout’s page what the bank took with it', async () => {
  const { page, faults } = await open('demo.finance', '/admin/bank-lines')
  const { list } = await read(page, 'backoffice/bank-lines?state=unexplained', 'bank-lines')
  const debit = list.find(({ finding }) => finding === 'unknown_debit')!
  const { liabilities } = await read(page, 'transparency', 'transparency')
  const owed = liabilities.parts.find(({ kind }) => kind === 'vat')!.amount
  await page.goto(`${server.origin}/admin/bank-lines/${debit._id}/show`)
  await page.getByText('Account maintenance fee').waitFor()
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Booked as' }).click()
  await page.getByRole('option', { name: 'VAT paid to the state' }).click()
  await see(dialog, `VAT owed now: ${money(owed, 'USD')}`)
  await page.keyboard.press('Escape')

  const withdrawal_id = await lineAfter(
    `update bank_line set fee_minor = 150, proposed_by = 'operator:' || o.id from operator o
     where finding = 'payout_paid' and o.username = 'demo.owner' returning withdrawal_id as id`,
  )
  await page.goto(`${server.origin}/admin/withdrawals/${withdrawal_id}/show`)
  await see(page.getByRole('row').filter({ hasText: 'payout booked' }), /Of it a bank fee: \$\s1,50/)
  expect(faults).toEqual([])
  await page.context().close()
})

test('the approval of a returned payment leads to its bank line', async () => {
  const { page, faults } = await open('demo.finance3', '/admin/approvals')
  const { list } = await read(page, 'backoffice/approvals?status=open', 'approvals')
  const back = list.find(({ kind }) => kind === 'unmatched_payment_refund')!
  await page.goto(`${server.origin}/admin/approvals/${back._id}/show`)
  await page.getByRole('link', { name: 'Bank line', exact: true }).click()
  await page.waitForURL(/\/bank-lines\/[^/]+\/show$/)
  await see(page, 'najem prosinec')
  expect(faults).toEqual([])
  await page.context().close()
})

test('in Vietnamese at 768 pixels no column of the bank’s lists is cut, whatever its state', async () => {
  await lineAfter(
    `update bank_line set finding = 'bank_fee_booked' where finding = 'unknown_debit' returning id`,
  )
  const { page, faults } = await open('demo.finance', '/admin/bank-lines', {
    locale: 'vi',
    viewport: { width: 768, height: 900 },
  })
  await page.getByText('Đã ghi sổ, chờ kiểm tra').waitFor()
  // Collapsed, the menu says the side by its name, as everywhere.
  await page.getByText('Tiền vào', { exact: true }).waitFor()
  for (const path of ['bank-lines', 'bank-statements']) {
    await page.goto(`${server.origin}/admin/${path}`)
    await page.locator('tbody tr').first().waitFor()
    expect([path, await page.evaluate(CUT)]).toEqual([path, []])
  }
  expect(faults).toEqual([])
  await page.context().close()
})

/** The list, if it is scrolled sideways, and the texts that are wider than their box. */
const CUT = `[...document.querySelectorAll('.RaDataTable-tableWrapper, main td *')]
  .filter((one) => getComputedStyle(one).display !== 'inline' && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.scrollWidth + ' > ' + one.clientWidth + ': ' + one.textContent.slice(0, 60))`

test('confirming a statement answers what it is now, and asks for nothing more', async () => {
  const { page, faults } = await open('demo.owner', '/admin/bank-statements')
  const asked: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/confirmation')) asked.push(response.status())
  })
  const shown = page.waitForResponse(/\/confirmation$/)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const { data } = (await (await shown).json()) as {
    data: {
      demo_bank: {
        closing: string
        credits: string
        lines: { line_no: number; reference: string; payer: string }[]
      }
    }
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const lines = data.demo_bank.lines.reduce<
    { amount: string; text?: string; name?: string; iban?: string }[]
  >((typed, { line_no, reference, payer }) => {
    typed[line_no - 1] = {
      amount: '0.00',
      ...(reference && { text: reference }),
      ...(payer && { name: payer, iban: payer }),
    }
    return typed
  }, [])
  lines.push({ amount: data.demo_bank.credits })
  const answered = page.waitForResponse(/\/confirm$/)
  await typeStatement(page, { closing: data.demo_bank.closing, lines: lines.filter(Boolean) })
  const { data: confirmed } = (await (await answered).json()) as {
    data: { statement: { status: string; confirmed_by: string } }
  }
  expect(confirmed.statement).toMatchObject({ status: 'accepted', confirmed_by: 'demo.owner' })
  await see(page, 'Right. Its lines are being matched.')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([200, 200])
  expect(faults).toEqual([])
  await page.context().close()
})
