// With the demo's seller: a company of its country pays VAT, one elsewhere in the Union accounts for it itself; both find it in
// the price, on the documents and in the books. On a server of its own, because the others have no seller.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveCampaign } from '../server/src/campaigns/campaigns.ts'
import { changeSetting } from '../server/src/content/content.ts'
import { DEMO_SELLER } from '../server/src/demo/companies.ts'
import { unpaidCampaign } from '../server/test/carrying.ts'
import { type RunningServer, startServer } from '../testing/product.ts'
import { accessible } from './axe.ts'
import { inDatabaseOf, openBackOfficeAs } from './back-office.ts'
import { callApi, confirmByPassword, contextFor, type Session, see, signIn } from './members.ts'
import { preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({}, preparedDir())
  await inDatabaseOf(server.dataDir, (database) =>
    database.transaction((tx) => changeSetting(tx, 'seller', DEMO_SELLER)),
  )
})
afterAll(() => server?.stop())

interface Paid {
  readonly page: Page
  readonly number: string
}

/** Pays a new campaign of 10 visits at 0.20 in the app; the page of the campaign with its document. */
async function payOne(session: Session, due: RegExp, vat: RegExp | null): Promise<Paid> {
  const { _id: member_id } = session.user
  const { id } = await inDatabaseOf(server.dataDir, (database) =>
    database.transaction((tx) => unpaidCampaign(tx, { _id: member_id } as never, { price_minor: 20n })),
  )
  const page = await (await contextFor(browser, session)).newPage()
  await page.goto(`${server.origin}/campaigns/${id}`)
  if (vat !== null) await see(page.getByRole('region', { name: 'Cost' }), 'VAT 20%')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Amount due').waitFor()
  await expect.poll(() => dialog.innerText()).toMatch(due)
  const shown = await dialog.innerText()
  expect(/VAT included\s+[^\n]+/.exec(shown)?.[0] ?? '').toMatch(vat ?? /^$/)
  await accessible(page)
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmByPassword(page)
  await see(page, /Waiting for review/)
  const documents = page.getByRole('region', { name: 'Documents' })
  await documents.getByText(/FI-\d{4}-\d{6}/).waitFor()
  return { page, number: /FI-\d{4}-\d{6}/.exec(await documents.innerText())![0] }
}

const documentOf = async ({ access_token }: Session, number: string) => {
  const { list } = await callApi<{
    list: { number: string; net: string; vat: string; total: string; vat_case: string }[]
  }>(server.origin, 'invoices', undefined, access_token)
  return list.find((one) => one.number === number)
}

test('a company of the seller’s country is shown VAT, pays it, and has it on its invoice', async () => {
  const session = await signIn(server.origin, 'maisonlune')
  const { page, number } = await payOne(session, /2[.,]95/, /0[.,]49/)
  expect(await documentOf(session, number)).toMatchObject({
    vat_case: 'domestic',
    net: '2.46',
    vat: '0.49',
    total: '2.95',
  })
  // In review, then active with nothing delivered: what was paid comes back with its VAT, in the list, in the figures and in
  // the dialog.
  const campaign_id = new URL(page.url()).pathname.split('/').at(-1)!
  await inDatabaseOf(server.dataDir, (database) =>
    database.transaction((tx) => approveCampaign(tx, { campaign_id, actor: 'operator:first' })),
  )
  await page.reload()
  const spending = page.getByRole('region', { name: 'Spending' })
  await see(spending, 'on what is spent; what is not spent comes back with its VAT')
  expect(await spending.innerText()).toMatch(/VAT\s+on what is spent[^\n]+\s+\$\s0,00\s+Remaining\s+\$\s2,95/)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const cancelling = page.getByRole('dialog', { name: 'Cancel this campaign?' })
  await see(cancelling, /with \$\s0,49 of VAT/)
  expect(await cancelling.innerText()).toMatch(/Refunded now\s+with \$\s0,49 of VAT\s+\$\s2,95/)
  expect(await cancelling.innerText()).toMatch(/Spent so far[^$]+\$\s0,00/)
  await accessible(page)
  await cancelling.getByRole('button', { name: 'Cancel campaign' }).click()
  await see(page, /\$\s2,95/)
  await cancelling.waitFor({ state: 'detached' })
  expect((await signIn(server.origin, 'maisonlune')).user.account_balance).toBe(session.user.account_balance)
  await page.goto(`${server.origin}/individual/billing`)
  await see(page, '20% VAT is added to what campaigns cost.')
  await page.goto(`${server.origin}/individual/invoices`)
  // Of the demo: an invoice, and the credit note of what came back.
  await see(page, /FC-\d{4}-\d{6}/)
  await page.getByText(number).click()
  const receipt = page.getByRole('dialog', { name: 'Invoice' })
  await see(receipt, 'VAT 20%')
  const saved = page.waitForEvent('download')
  await receipt.getByRole('button', { name: 'Download XML' }).click()
  expect((await saved).suggestedFilename()).toBe(`${number}.xml`)
  await receipt.getByRole('button', { name: 'Copy invoice' }).waitFor()
  await page.keyboard.press('Escape')
  // What came back has its minus on each amount.
  await page
    .getByText(/FC-\d{4}-\d{6}/)
    .first()
    .click()
  const credit = page.getByRole('dialog', { name: 'Credit note' })
  await credit.getByRole('button', { name: 'Copy credit note' }).waitFor()
  await see(credit, 'Net amount')
  const amounts = (await credit.locator('dd').allInnerTexts()).filter((text) => text.includes('$'))
  expect(amounts.length).toBeGreaterThan(2)
  expect(amounts.filter((text) => !text.startsWith('−'))).toEqual([])
  await page.context().close()
})

test('a company elsewhere in the Union with a confirmed number pays none, and the books have both', async () => {
  const session = await signIn(server.origin, 'pagelamp')
  const { page, number } = await payOne(session, /2[.,]46/, null)
  expect(await documentOf(session, number)).toMatchObject({
    vat_case: 'reverse_charge',
    net: '2.46',
    vat: '0.00',
    total: '2.46',
  })
  await page.goto(`${server.origin}/individual/billing`)
  await see(page, 'No VAT is charged: you account for it (reverse charge).')
  await page.context().close()

  const { page: desk, faults } = await openBackOfficeAs('demo.finance', '/admin/invoices', server)
  await desk.locator('tbody').getByText(number).click()
  await see(desk, 'Reverse charge')
  await desk.goto(`${server.origin}/admin/journal`)
  await see(desk.getByRole('table', { name: 'Trial balance' }), '2220')
  const file = desk.waitForEvent('download')
  await desk.getByRole('link', { name: 'Journal by entry (CSV)' }).click()
  expect((await file).suggestedFilename()).toMatch(/^journal.*\.csv$/)
  expect(faults).toEqual([])
  await desk.context().close()
})
