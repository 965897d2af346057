// A company's billing profile, a campaign paid by transfer, its documents, and how staff find them.
import { expect, test } from 'vitest'
import { payByTransfer } from '../server/src/campaigns/campaigns.ts'
import { creditDeposit } from '../server/src/deposits/deposits.ts'
import { unpaidCampaign } from '../server/test/carrying.ts'
import { inDatabaseOf, openBackOfficeAs } from './back-office.ts'
import { confirmByPassword, contextFor, registerByApi, see } from './members.ts'
import { ownServer } from './servers.ts'
import { browser } from './worker-browser.ts'

test('a company pays a campaign by transfer and finds its invoice; staff find both', async () => {
  const { origin, dataDir } = ownServer()
  const session = await registerByApi(origin, 'books')
  const { _id: member_id, username } = session.user
  const { id: campaign_id } = await inDatabaseOf(dataDir, (database) =>
    database.transaction((tx) => unpaidCampaign(tx, { _id: member_id } as never, { price_minor: 20n })),
  )
  const page = await (await contextFor(browser, session)).newPage()
  await page.goto(`${origin}/individual/billing`)
  const invalid = () =>
    page.locator('[aria-invalid=true]').evaluateAll((all) => all.map((field) => field.getAttribute('name')))
  await see(page, 'Everything that is not marked as optional is required.')
  await page.getByRole('button', { name: 'Save billing profile' }).click()
  await expect.poll(invalid).toEqual(['legal_name', 'street', 'city'])
  await page.getByLabel('Company name').fill('Thé du Port SARL')
  await page.getByRole('button', { name: 'Save billing profile' }).click()
  await see(page, 'Enter the company’s full address: its documents need it')
  await page.getByLabel('Street and number').fill('4 quai des Chartrons')
  const city = page.getByLabel('City')
  await page.getByLabel('Country').selectOption('SG')
  expect(await city.inputValue()).toBe('Singapore')
  await page.getByLabel('Country').selectOption('VN')
  expect(await city.inputValue()).toBe('')
  await city.fill('Hà Nội')
  await page.getByLabel('Country').selectOption('SG')
  expect(await city.inputValue()).toBe('Hà Nội')
  await page.getByLabel('Country').selectOption('VN')
  await page.getByLabel('VAT or tax number').fill('0100233488')
  await page.getByRole('button', { name: 'Save billing profile' }).click()
  await see(page, 'Billing profile saved')
  await see(page, '0100233488 is not confirmed yet.')

  await page.goto(`${origin}/campaigns/${campaign_id}`)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
  await confirmByPassword(page)
  await see(page, /This transfer pays your campaign when it arrives in full/)
  const deposit_id = new URL(page.url()).searchParams.get('deposit')!
  await page.getByRole('link', { name: 'Open campaign' }).click()
  await see(page, /Waiting for your transfer with reference FT/)
  await inDatabaseOf(dataDir, async (database) => {
    const { rows } = await database.query<{ amount_minor: bigint; id: string }>({
      text: `select amount_minor, (select id from operator where username = 'demo.finance') as id from deposit where id = $1`,
      values: [deposit_id],
    })
    const { amount_minor, id } = rows[0]!
    const arrival = { deposit_id, amount_minor, evidence: `line of ${deposit_id}`, actor: `operator:${id}` }
    await database.transaction((tx) => creditDeposit(tx, arrival))
    await payByTransfer(database)
  })
  await page.reload()
  await see(page, /Waiting for review for less than an hour/)
  const documents = page.getByRole('region', { name: 'Documents' })
  const number = /FI-\d{4}-\d{6}/.exec(await documents.innerText())![0]
  await documents.getByText(number).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Invoice' }).getByRole('button', { name: 'Download PDF' }).click()
  expect((await saved).suggestedFilename()).toBe(`${number}.pdf`)
  await page.goto(`${origin}/individual/invoices`)
  await see(page, number)
  await page.context().close()

  const { page: desk, faults } = await openBackOfficeAs('demo.finance', '/admin/invoices')
  await desk.locator('tbody').getByText(number).click()
  await desk
    .getByRole('heading', { name: `Invoice ${number}` })
    .last()
    .waitFor()
  await see(desk, 'Thé du Port SARL, 4 quai des Chartrons, Hà Nội, VN')
  const file = desk.waitForEvent('download')
  await desk.getByRole('link', { name: 'PDF' }).click()
  expect((await file).suggestedFilename()).toBe(`${number}.pdf`)
  await desk.goto(`${origin}/admin/deposits/${deposit_id}/show`)
  await see(desk, 'Pays the campaign')
  await desk.goto(`${origin}/admin/members/${member_id}/show`)
  await desk.getByLabel('Reason').fill('Asks to confirm the number.')
  await desk.getByRole('button', { name: 'View' }).click()
  await desk.getByRole('tab', { name: 'Money' }).click()
  await desk.getByRole('link', { name: number }).waitFor()
  await desk.getByRole('button', { name: 'Show billing profile' }).click()
  await see(desk, '0100233488')
  await desk.getByRole('button', { name: 'Confirm number' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('VAT number').fill('0100233488')
  await dialog.getByLabel('Reason').fill('Letter of the tax office.')
  await dialog.getByRole('button', { name: 'Confirm number' }).click()
  await see(desk, /The number is confirmed until/)
  expect([faults, username]).toEqual([[], username])
  await desk.context().close()
})
