// Money from a bank to a member and back, through bank files and operators in separate browsers: importer, confirmer,
// approver and releaser must differ, double submissions take effect once, nobody can pay out a large amount alone, a
// hostile file is refused, and the member is notified of each step.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { camt053, type Line } from '../server/test/bank/files.ts'
import { money } from '../ui/src/formats.ts'
import { adminAccessible } from './axe.ts'
import { openBackOfficeAs, tickNotes } from './back-office.ts'
import { callApi, DEMO_PASSWORD, ownOrigin, registerByApi, see } from './members.ts'
import { type AtBank, typeStatement, readBankBalance } from './statements.ts'

const PASSWORD = 'fairturn-demo'
/** The platform's account in the demo, which belongs to nobody. */
const OURS = 'XX00000000000000000000'
const SENDER = { name: 'Erika Muster', iban: 'DE02120300000000202051' }
const REASON = 'I have called the member and checked with their bank.'

const origin = ownOrigin()
let member: Awaited<ReturnType<typeof registerByApi>>
let finance: Page

beforeAll(async () => {
  member = await registerByApi(origin, 'banked')
  const user_id = member.user._id
  const address = { name: 'Mai', street: '5 Lê Lợi', city: 'Huế', country: 'VN' }
  await callApi(origin, 'update-address', { user_id, ...address }, member.access_token)
  const bank = {
    holder: 'NGUYEN THI MAI',
    bank_code: 'VCB',
    account_number: '0071001122334',
    password: DEMO_PASSWORD,
  }
  await callApi(origin, 'update-bank', { user_id, ...bank }, member.access_token)
})

/** As a German bank writes it. */
const german = (amount: string) => Number(amount).toLocaleString('de-DE', { minimumFractionDigits: 2 })

/** A member's call that moves money. */
const move = <Data>(path: string, body: object) =>
  callApi<Data>(origin, path, { user_id: member.user._id, ...body }, member.access_token)
const balance = async () =>
  (await callApi<{ account_balance: string }>(origin, 'auth/me', undefined, member.access_token))
    .account_balance
const noticeKinds = async () => {
  const body = { user_id: member.user._id }
  const { list } = await callApi<{ list: { kind: string }[] }>(
    origin,
    'notifications',
    body,
    member.access_token,
  )
  return list.map(({ kind }) => kind).filter((kind) => /^(deposit|withdrawal)/.test(kind))
}

/** Today and the days around it, fixed at the start, because the test may run past midnight. */
const began = Date.now()
const dayFrom = (days: number) => new Date(began + days * 86_400_000).toISOString().slice(0, 10)

/** What the account held by the demo's last accepted statement, before this file. */
let bankBalance = 0
const atBank = (more: number) => (bankBalance + more).toFixed(2)

let sheets = 0
/** A statement of some days ago that continues from the previous closing balance, which was so much more than before this file. */
const statement = (more: number, lines: Line[], days = -2) => {
  return camt053({ id: `E2E-${++sheets}`, day: dayFrom(days), account: OURS, opening: atBank(more), lines })
}

async function importFile(page: Page, text: string, name = 'statement.xml'): Promise<void> {
  await page.getByRole('button', { name: 'Import statements' }).click()
  const file = { name, mimeType: 'application/xml', buffer: Buffer.from(text) }
  await page.getByLabel('Choose a file, or drop it here').setInputFiles(file)
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
}

/** Somebody else than the importer types what the bank says. */
async function confirmed(bankRow: AtBank): Promise<void> {
  const second = (await openBackOfficeAs('demo.owner', '/admin/bank-statements')).page
  await typeStatement(second, bankRow)
  await see(second, 'Right. Its lines are being matched.')
  await second.context().close()
}

/** A second tab of the same operator, on the same page. */
async function secondTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  return tab
}

/**
 * Presses the same button of the same dialog in both tabs at once; both close, whatever the response to the second.
 */
async function pressInBoth(tabs: readonly Page[], name: string): Promise<void> {
  await Promise.all(
    tabs.map((tab) => tab.getByRole('dialog').getByRole('button', { name, exact: true }).click()),
  )
}

// ASVS V1.5.1
test('a file that declares entities is refused with an explanation, and nothing of it is imported', async () => {
  finance = (await openBackOfficeAs('demo.finance', '/admin/bank-statements')).page
  bankBalance = await readBankBalance(finance)
  await finance.getByRole('row').filter({ hasText: 'DEMO-' }).first().waitFor()
  const before = await finance.getByRole('row').count()
  const hostile = statement(0, [{ amount: '1.00' }]).replace(
    '<Document',
    '<!DOCTYPE bomb [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n<Document',
  )
  await importFile(finance, hostile)
  await see(finance, 'Nothing was imported from this file')
  await see(finance, /declares a document type or entities/)
  await importFileAgain(finance, 'PK\u0003\u0004 not a statement at all')
  await see(finance, /The file is an archive/)
  await finance.getByRole('button', { name: 'Cancel' }).click()
  expect(await finance.getByRole('row').count()).toBe(before)
})

/** Imports another file in the open dialog. */
async function importFileAgain(page: Page, text: string): Promise<void> {
  const file = { name: 'other.xml', mimeType: 'application/xml', buffer: Buffer.from(text) }
  await page.getByLabel('Choose a file, or drop it here').setInputFiles(file)
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
}

test('a deposit in a bank file is credited once, however often the file is imported', async () => {
  const { reference } = await move<{ reference: string }>('deposit', {
    amount: '1500.00',
    method: 'bank_transfer',
  })
  const lines = [{ amount: '1500.00', e2e: reference, ...SENDER }]
  const text = statement(0, lines)
  await importFile(finance, text)
  await see(finance, /: imported/)
  await finance.getByRole('button', { name: 'Done' }).click()
  // The importer is told that somebody else has to confirm it.
  await see(finance, 'You imported it, so another colleague decides on it.')
  expect(await finance.getByRole('button', { name: 'Confirm', exact: true }).count()).toBe(0)
  expect(await balance()).toBe('0.00')
  const second = (await openBackOfficeAs('demo.owner', '/admin/bank-statements')).page
  await see(second, 'E2E-2')
  // What is wrong is not said, and nothing is credited.
  await typeStatement(second, { closing: atBank(1400), lines }, { right: false })
  await see(second.getByRole('dialog'), /Wrong: something typed is not what the statement says/)
  expect(await balance()).toBe('0.00')
  await second.getByRole('dialog').getByText('Tries left: 2.').waitFor()
  await adminAccessible(second)
  await second.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await typeStatement(second, { closing: atBank(1500), lines })
  await expect.poll(balance).toBe('1500.00')
  await second.context().close()
  await importFile(finance, text)
  await see(finance, /already imported, nothing new/)
  await finance.getByRole('button', { name: 'Done' }).click()
  expect(await balance()).toBe('1500.00')
  await finance.goto(`${origin}/admin/bank-lines?filter=${encodeURIComponent('{"state":"matched"}')}`)
  await finance.getByRole('cell', { name: 'deposit credited' }).first().click()
  await see(finance, `Deposit ${reference}`)
})

test('a large withdrawal needs two people, is sent once in one file, is returned, and the member is notified of each step', async () => {
  const { withdrawal } = await move<{ withdrawal: { _id: string; reference: string } }>('withdraw', {
    amount: '1200.00',
    password: PASSWORD,
  })
  await finance.goto(`${origin}/admin/withdrawals/${withdrawal._id}/show`)
  await see(finance, /you brought in money for this member/)
  expect(await finance.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  const approver = (await openBackOfficeAs('demo.finance2', '/admin/withdrawals')).page
  await approver.getByRole('row').filter({ hasText: 'banked' }).click()
  await see(approver, 'First withdrawal')
  const other = await secondTab(approver)
  for (const tab of [approver, other]) {
    await see(tab, /Dual approval/)
    await tab.keyboard.press('a')
    await tab.getByLabel('Reason').fill(REASON)
  }
  await pressInBoth([approver, other], 'Approve')
  await see(approver, 'Approved by you. Another operator must approve it too.')
  await see(other, 'Approved by you. Another operator must approve it too.')
  await other.close()

  // The next withdrawal of the queue was opened, or the list.
  await approver.goto(`${origin}/admin/withdrawals/${withdrawal._id}/show`)
  await approver.getByRole('link', { name: 'Open proposal' }).click()
  await see(approver, 'Withdrawal over the threshold')
  await see(approver, REASON)
  expect(await approver.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  expect(await approveAlone(approver)).toEqual({ code: 'another_operator_must_approve', open: 1 })

  const owner = (await openBackOfficeAs('demo.owner2', new URL(approver.url()).pathname)).page
  await owner.getByRole('button', { name: 'Approve' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await see(owner, 'Approved and executed')

  await approver.goto(`${origin}/admin/withdrawals/${withdrawal._id}/show`)
  await see(approver, /demo\.owner/)
  // The approver may not release it, and is told why.
  await approver.goto(`${origin}/admin/payout-batches`)
  await approver.getByRole('button', { name: 'Create payment file' }).click()
  await see(approver.getByRole('dialog'), /you approved it/)
  await approver.context().close()
  const releaser = (await openBackOfficeAs('demo.finance3', '/admin/payout-batches')).page
  await releaser.getByRole('button', { name: 'Create payment file' }).click()
  await see(releaser.getByRole('dialog'), /banked/)
  await releaser.getByRole('dialog').getByRole('button', { name: 'Create payment file' }).click()
  await see(releaser, withdrawal.reference)
  await releaser.getByRole('button', { name: 'Export pain.001' }).click()
  const download = releaser.waitForEvent('download')
  await releaser.getByRole('dialog').getByRole('button', { name: 'Export pain.001' }).click()
  const saved = await readFile(await (await download).path(), 'utf8')
  expect(saved).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001')
  expect(saved).toContain(`<EndToEndId>${withdrawal.reference}</EndToEndId>`)

  await releaser.getByRole('button', { name: 'Mark as sent' }).waitFor()
  const again = await secondTab(releaser)
  for (const tab of [releaser, again]) await tab.getByRole('button', { name: 'Mark as sent' }).click()
  await pressInBoth([releaser, again], 'Mark as sent')
  await again.getByRole('button', { name: 'Export again' }).waitFor()
  await again.close()
  expect((await noticeKinds()).filter((kind) => kind === 'withdrawal_sent')).toHaveLength(1)
  expect(await balance()).toBe('300.00')

  await finance.goto(`${origin}/admin/bank-statements`)
  const lines = [
    { amount: '-1200.00', e2e: withdrawal.reference },
    { amount: '1200.00', e2e: withdrawal.reference, returned: 'AC04' },
  ]
  await importFile(finance, statement(1500, lines, -1))
  await see(finance, /: imported/)
  await finance.getByRole('button', { name: 'Done' }).click()
  await confirmed({ closing: atBank(1500), lines })
  await expect.poll(balance).toBe('1500.00')
  await finance.goto(`${origin}/admin/withdrawals/${withdrawal._id}/show`)
  await see(finance, 'Returned')
  expect((await noticeKinds()).toReversed()).toEqual([
    'deposit_credited',
    'withdrawal_requested',
    'withdrawal_approved',
    'withdrawal_sent',
    'withdrawal_paid',
    'withdrawal_returned',
  ])
})

/**
 * The server's response when the proposer approves by a separate call, and the number of such proposals still open.
 */
async function approveAlone(page: Page): Promise<{ code: string; open: number }> {
  const proposal_id = new URL(page.url()).pathname.split('/').at(-2)!
  return await page.evaluate(async (id) => {
    const headers = { 'x-staff': '1', 'content-type': 'application/json' }
    const read = async (path: string) =>
      ((await (await fetch(`/api/backoffice/${path}`, { headers })).json()) as { data: never }).data
    const { content_hash } = (await read(`approvals/${id}`)) as { content_hash: string }
    const kind = 'withdrawal_over_threshold'
    const { list } = (await read(`approvals?status=open&kind=${kind}`)) as { list: unknown[] }
    const body = JSON.stringify({ content_hash })
    const answer = await fetch(`/api/backoffice/approvals/${id}/approve`, { method: 'POST', headers, body })
    return { code: ((await answer.json()) as { code: string }).code, open: list.length }
  }, proposal_id)
}

test('bank and ledger agree to the cent except for listed items, and each day has its own URL', async () => {
  await finance.goto(`${origin}/admin/reconciliation`)
  await see(finance, 'Fully reconciled.')
  await finance.goto(`${origin}/admin/reconciliation?day=${dayFrom(-30)}`)
  await finance.getByRole('button', { name: 'Previous day' }).click()
  await see(finance, 'No statement has been imported up to this day.')
  expect(new URL(finance.url()).searchParams.get('day')).toBe(dayFrom(-31))
})

test('selected withdrawals are approved by one call each, with a result per row; a retry keeps its key, another reason gets a new one', async () => {
  const ask = (amount: string) =>
    move<{ withdrawal: { _id: string } }>('withdraw', { amount, password: PASSWORD })
  const requests = [await ask('10.00'), await ask('20.00'), await ask('30.00')]
  const [taken, cancelled, unanswered] = requests.map(({ withdrawal }) => withdrawal._id)
  const { page, faults } = await openBackOfficeAs(
    'demo.finance3',
    `/admin/withdrawals?filter=${encodeURIComponent('{"status":"requested","search":"banked"}')}`,
  )
  await page.getByRole('checkbox', { name: /select all/i }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  const dialog = page.getByRole('dialog')
  const results = async () =>
    Object.fromEntries(
      (await dialog.locator('tbody tr').allInnerTexts()).map((row) => {
        const [name = '', result = ''] = row.split('\t')
        return [/\$\s(\d+,\d\d)/.exec(name)?.[1], result]
      }),
    )
  await expect.poll(results).toEqual({ '10,00': '', '20,00': '', '30,00': '' })
  // Since the operator loaded the list, the member has cancelled one; and one call gets no response.
  await callApi(origin, `withdraw/${cancelled}/cancel`, {}, member.access_token)
  const keys = new Map<string, string[]>()
  let answers = false
  await page.route('**/api/backoffice/withdrawals/*/approve', (route) => {
    const id = route.request().url().split('/').at(-2)!
    keys.set(id, [...(keys.get(id) ?? []), route.request().headers()['idempotency-key']!])
    return id === unanswered && !answers ? route.abort() : route.continue()
  })
  const refused = 'This withdrawal has changed in the meantime'
  const done = 'Approved by you. Another operator must approve it too.'
  const none = 'No answer. Check the connection and try again.'
  await dialog.getByLabel('Reason').fill(REASON)
  // What is known of each stands there, with whom it is paid to.
  await see(dialog, 'First withdrawal')
  await tickNotes(dialog)
  await dialog.getByRole('button', { name: 'Approve selected' }).click()
  await see(dialog, '1 of 3 done')
  await expect.poll(results).toEqual({ '10,00': done, '20,00': refused, '30,00': none })
  await adminAccessible(page)

  await dialog.getByRole('button', { name: 'Retry 2' }).click()
  await expect.poll(() => keys.get(unanswered!)?.length).toBe(2)
  await see(dialog, '1 of 3 done')
  answers = true
  await dialog.getByLabel('Reason').fill(`${REASON} Twice.`)
  await dialog.getByRole('button', { name: 'Retry 2' }).click()
  await see(dialog, '2 of 3 done')
  expect(await results()).toEqual({ '10,00': done, '20,00': refused, '30,00': done })
  const [first, second, third] = keys.get(unanswered!)!
  expect([second === first, third === first]).toEqual([true, false])
  // A call with a response is not sent again; a refused one is a new action on each attempt.
  expect([keys.get(taken!)?.length, new Set(keys.get(cancelled!)).size]).toEqual([1, 3])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await page.context().close()
})

test('a mapping for a bank’s CSV is tried on a file, saved, replaced under its name, and used for an import', async () => {
  const { page, faults } = await openBackOfficeAs('demo.finance', '/admin/bank-mappings')
  const { reference } = await move<{ reference: string }>('deposit', {
    amount: '80.00',
    method: 'bank_transfer',
  })
  // Continues from the closing balance of this file's last statement.
  const [year, month, day] = new Date(Date.now()).toISOString().slice(0, 10).split('-')
  const text = `Datum;Betrag;Saldo;Zweck;Name\n${day}.${month}.${year};80,00;${german(atBank(1580))};${reference};Erika Muster\n`
  const file = { name: 'umsatz.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }

  await page.getByRole('link', { name: 'New mapping' }).click()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const remittance = page.getByRole('combobox', { name: /^Remittance information/ })
  await page.getByLabel('Choose a file, or drop it here').setInputFiles(file)
  await see(page, 'Fill in the marked fields to read the sample.')
  expect(await save.isDisabled()).toBe(true)
  await page.getByLabel('Name', { exact: false }).first().fill('Hausbank')
  await page.getByLabel('Booking date').fill('Datum')
  await page.getByLabel('What says credit or debit').click()
  await page.getByRole('option', { name: 'the sign of the amount' }).click()
  await page.getByRole('combobox', { name: /^Amount/ }).fill('Summe')
  // The column names of the file are offered.
  await remittance.click()
  await page.getByRole('option', { name: 'Zweck' }).click()
  await see(page, /A column is missing or duplicated/)
  await page.getByRole('combobox', { name: /^Amount/ }).fill('Betrag')
  await page.getByLabel('Balance after the line').fill('Saldo')
  await page.getByLabel('Counterparty name').fill('Name')
  await see(page, /^Lines: 1, from/)
  await see(page, `Opening ${money(atBank(1500), 'USD')}, closing ${money(atBank(1580), 'USD')}`)
  await page.getByRole('row').filter({ hasText: reference }).filter({ hasText: 'Erika Muster' }).waitFor()
  await adminAccessible(page)
  await save.click()

  // Reopened, it has the saved values; saving under the same name replaces it.
  await page.getByRole('cell', { name: 'Hausbank' }).click()
  await expect.poll(() => page.getByLabel('Booking date').inputValue()).toBe('Datum')
  await page.getByRole('button', { name: 'Zweck' }).waitFor()
  await page.getByLabel('Counterparty name').fill('')
  await save.click()
  await expect
    .poll(() => page.getByRole('row').filter({ hasText: 'Hausbank' }).allInnerTexts())
    .toEqual([expect.not.stringContaining('Name')])

  const before = Number(await balance())
  await page.goto(`${origin}/admin/bank-statements`)
  // The mappings arrive after the file was chosen.
  const chosen = Promise.withResolvers<void>()
  await page.route('**/api/backoffice/bank-mappings', async (route) => {
    await chosen.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Import statements' }).click()
  await page.getByLabel('Choose a file, or drop it here').setInputFiles(file)
  chosen.resolve()
  await see(page.getByRole('dialog'), 'CSV: Hausbank')
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await see(page, /: imported/)
  await page.getByRole('button', { name: 'Done' }).click()
  await confirmed({ closing: atBank(1580), lines: [{ amount: '80.00', e2e: reference }] })
  await expect.poll(async () => Number(await balance())).toBe(before + 80)
  expect(faults).toEqual([])
  await page.context().close()
})
