// The first day of a deployment in a browser, from an empty database without the demo, following the lines of "The
// first day" in docs/operations.md. Five operators, because nobody may both bring money in and send it out; visitors
// come through a proxy, each from a separate network. Then a day of the bank with six of whom one is absent, and the same two
// houses with the bank's connection, on the same deployment.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConnection } from '../server/src/banking/bank-connection.ts'
import { camt053, type Line } from '../server/test/bank/files.ts'
import { freePort } from '../testing/free-port.ts'
import { type RunningServer, startServer, untilBuilt } from '../testing/product.ts'
import { RUN_ALL } from '../testing/run-all.ts'
import { type MailServer, startMailServer } from '../testing/smtp.ts'
import { adminAccessible } from './axe.ts'
import { inDatabaseOf, openBackOffice } from './back-office.ts'
import { callApi, confirmByPassword, newPhone, registerByForm, see, withoutPopup } from './members.ts'
import { typeStatement } from './statements.ts'
import { browser } from './worker-browser.ts'

const ROOT = join(import.meta.dirname, '..')
const PASSWORD = 'a long walk by the river'
const OUR_IBAN = 'DE89370400440532013000'
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'
/** The rules refuse a Continue within 0.8 s; a person reads first. */
const READING_MS = 1000
const DAY_MS = 86_400_000
/** How many statements there are: two of the first day, and two of each day after it. */
const SHEETS = 8
const run = promisify(execFile)

let server: RunningServer
/** The folder of the bank's connection. */
let feed: string
let landing: Server
let smtp: MailServer
/** The lines of the handbook, verbatim. */
let lines: string[]
/** By username; each has a separate window. */
const operators = new Map<string, Page>()
const members = new Map<string, Page>()

beforeAll(async () => {
  const handbook = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')
  const [, block = ''] = /## The first day\n[^]*?```sh\n([^]*?)```/.exec(handbook) ?? []
  lines = block.split('\n').filter(Boolean)
  landing = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' })
    answer.end('<title>Spring teas</title><h1>Teas</h1>')
  }).listen(0, '127.0.0.1')
  await once(landing, 'listening')
  smtp = await startMailServer()
  // The URL for members, as printed by the commands.
  const port = String(await freePort())
  feed = await mkdtemp(join(tmpdir(), 'fairturn-feed-'))
  server = await startServer({
    PORT: port,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    DEMO: 'false',
    TRUST_PROXY: '127.0.0.1',
    SAFE_FETCH_ALLOW_LOOPBACK: '1',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Fairturn <no-reply@example.com>',
    ALARM_MAIL: 'duty@example.com',
  })
  await untilBuilt(server.origin)
})
afterAll(async () => {
  await server?.stop()
  await rm(feed, { recursive: true, force: true })
  landing?.close()
  await smtp?.close()
})

/** Runs a line of the handbook on this deployment's machine; returns the URL it prints. */
async function command(line: string): Promise<string> {
  const env = {
    ...process.env,
    DATA_DIR: server.dataDir,
    PUBLIC_ORIGIN: server.origin,
    PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`,
  }
  const { stdout } = await run('sh', ['-euc', line], { cwd: ROOT, env })
  return /^ +(http\S+)$/m.exec(stdout)![1]!
}

/** From the page for both halves of the code to a session: sets a password and an authenticator app. */
async function finishSetup(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Choose a password').fill(PASSWORD)
  const secret = await page.getByLabel('Secret').inputValue()
  await page.getByLabel('Code of the authenticator app').fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Finish and sign in' }).click()
  await page.getByRole('menuitem', { name: 'Approvals' }).waitFor()
}

/** An owner invited from the command line, by the line of the handbook that names them. */
async function setUpOwner(username: string): Promise<void> {
  const line = lines.find((each) => each.includes(` ${username} `))!
  const { page } = await openBackOffice('', await command(line))
  await finishSetup(page)
  operators.set(username, page)
}

const screenOf = async (username: string, path: string): Promise<Page> => {
  const page = operators.get(username)!
  await page.goto(`${server.origin}/admin/${path}`)
  return page
}

const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** Approves the newest proposal unchanged; returns the page that says so. */
async function approveNewest(username: string): Promise<Page> {
  const page = await screenOf(username, 'approvals')
  await page.locator('tbody .RaDataTable-row').first().click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await inDialog(page, 'Approve')
  return page
}

/** Two owners invite a colleague, who then enters both halves of the code. */
async function inviteColleague(username: string, role: string, side: string): Promise<void> {
  const jane = await screenOf('jane.doe', 'staff')
  await jane.getByRole('button', { name: 'Invite staff member' }).click()
  const dialog = jane.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(username)
  await dialog.getByRole('combobox').click()
  await jane.getByRole('option', { name: role }).click()
  await dialog.getByRole('combobox', { name: 'Side' }).click()
  await jane.getByRole('option', { name: side }).click()
  await dialog.getByLabel('Reason').fill('Our accounting begins today.')
  await inDialog(jane, 'Invite staff member')
  const first = await jane.getByLabel('First half of the set-up code').inputValue()
  await jane.getByRole('button', { name: 'Done' }).click()
  const john = await approveNewest('john.roe')
  const second = await john.getByLabel('Second code').inputValue()
  await john.getByRole('button', { name: 'Done' }).click()

  const { page } = await openBackOffice(server.origin, '/admin/setup')
  await page.getByLabel('First code').fill(first)
  await page.getByLabel('Second code').fill(second)
  await finishSetup(page)
  operators.set(username, page)
}

/** A phone in a separate network. */
async function newTelephone(address: string): Promise<Page> {
  const context = await newPhone(browser, {
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  await withoutPopup(context)
  return await context.newPage()
}

async function register(
  link: string,
  who: { username: string; phone: string },
  address: string,
): Promise<Page> {
  const page = await newTelephone(address)
  await registerByForm(page, { origin: server.origin, link, password: PASSWORD, ...who })
  return page
}

let closing = '0.00'
let sheets = 0
/** The statement of the next day, the last of them today's; it continues from the previous closing balance. */
function statement(booked: Line[]): string {
  const day = new Date(Date.now() - (SHEETS - 1 - sheets) * DAY_MS).toISOString().slice(0, 10)
  const opening = closing
  const sum = booked.reduce((total, { amount }) => total + Number(amount), Number(opening))
  closing = sum.toFixed(2)
  return camt053({ id: `FIRST-${++sheets}`, day, account: OUR_IBAN, opening, closing, lines: booked })
}

async function importStatement(username: string, text: string): Promise<void> {
  const page = await screenOf(username, 'bank-statements')
  await page.getByRole('button', { name: 'Import statements' }).click()
  const file = { name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(text) }
  await page.getByLabel('Choose a file, or drop it here').setInputFiles(file)
  await inDialog(page, 'Import')
  await see(page, /: imported/)
  await page.getByRole('button', { name: 'Done' }).click()
}

/** Somebody other than the importer types what the bank says. */
async function confirmStatement(username: string, booked: Line[]): Promise<void> {
  await typeStatement(await screenOf(username, 'bank-statements'), { closing, lines: booked })
}

test('the handbook describes the first day in four lines', () => {
  expect(lines.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    ...Array.from({ length: 3 }, () => 'npm run staff:owner'),
    'npm run members:invite',
  ])
})

test('the URL printed by staff:owner contains both halves of the code, and completing the setup signs the owner in', async () => {
  const address = await command(lines[0]!)
  const { page, faults } = await openBackOffice('', address)
  const answers: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.startsWith('/api/backoffice/auth/')) answers.push(`${pathname} ${answer.status()}`)
  })
  await page.getByLabel('First code').waitFor()
  // The codes are removed from the URL.
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await finishSetup(page)
  await page.reload()
  await page.getByRole('menuitem', { name: 'Approvals' }).waitFor()
  expect(answers).toContain('/api/backoffice/auth/setup/finish 200')
  expect(answers.filter((answer) => answer.includes('logout'))).toEqual([])
  expect(faults).toEqual([])
  operators.set('jane.doe', page)

  // The code has been used.
  const again = await openBackOffice('', address)
  await again.page.getByRole('button', { name: 'Continue' }).click()
  await again.page.getByRole('alert').waitFor()
  await again.page.context().close()
})

test('an owner tests mail and alarms from the dashboard, and sees that the mail server accepted both', async () => {
  const jane = await screenOf('jane.doe', '')
  const stepOf = (name: string) =>
    jane.getByRole('listitem').filter({ has: jane.getByText(name, { exact: true }) })
  const mail = stepOf('Mail server')
  await see(jane, 'Configured, but not tested yet.')
  await mail.getByRole('button', { name: 'Send test mail' }).click()
  await jane.getByLabel('Your email address').fill('jane@example.net')
  await adminAccessible(jane)
  await inDialog(jane, 'Send test mail')
  await mail.getByText(/The mail server accepted a test mail/).waitFor()
  await mail.getByRole('img', { name: 'Done' }).waitFor()
  smtp.refusing = true
  const alarms = stepOf('Alarm mailbox')
  await alarms.getByRole('button', { name: 'Send test alarm' }).click()
  await alarms.getByText(/^duty@example.com: The mail server refused the test mail: .*451 not now/).waitFor()
  smtp.refusing = false
  await adminAccessible(jane)
  await alarms.getByRole('button', { name: 'Send test alarm' }).click()
  await alarms.getByText(/^duty@example.com: The mail server accepted a test mail/).waitFor()
  await alarms.getByRole('img', { name: 'Done' }).waitFor()
  expect(smtp.mails.map(({ to }) => to)).toEqual([['jane@example.net'], ['duty@example.com']])
})

test('two owners invite a colleague', async () => {
  await setUpOwner('john.roe')
  await inviteColleague('ann.importer', 'Finance', 'Money in')
  const jane = await screenOf('jane.doe', 'staff')
  const colleague = jane.getByRole('row').filter({ hasText: 'ann.importer' })
  expect(await colleague.innerText()).toMatch(/Finance[^]*Money in[^]*Active/)
})

// The following steps are covered by tests that run every time: confirming, account, bank, campaigns, orders, money
// (decision 054).
test.runIf(RUN_ALL)('two owners set the receiving account together', async () => {
  await inviteColleague('max.approver', 'Finance', 'Money out')
  const jane = await screenOf('jane.doe', 'settings/receive_account/show')
  await jane.getByRole('button', { name: /^Propose a change/ }).click()
  await jane.getByLabel('Holder').fill('Fairturn Example Ltd')
  await jane.getByLabel('Bank', { exact: true }).fill('Example Bank')
  await jane.getByLabel('IBAN').fill(OUR_IBAN)
  await jane.getByLabel('Town').fill('Paris')
  await jane.getByLabel('Country, two letters').fill('fr')
  await jane.getByLabel('Reason').fill('The account our bank opened for members’ money.')
  await inDialog(jane, 'Propose a change')
  await see(jane, 'Proposed. Another operator must approve it.')
  const john = await approveNewest('john.roe')
  await see(john, 'Approved and executed')
  await expect.poll(() => john.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
})

test.runIf(RUN_ALL)(
  'the first members register with the link from the command line, without an inviter, and a third is refused',
  async () => {
    const link = await command(lines[3]!)
    const placer = await register(link, { username: 'teahouse', phone: '+84912345601' }, '198.51.100.10')
    await see(placer, 'Available balance')
    const carrier = await register(link, { username: 'novabearer', phone: '+84912345602' }, '203.0.113.10')
    await see(carrier, 'Available balance')
    members.set('placer', placer).set('carrier', carrier)
    const third = await register(link, { username: 'latecomer', phone: '+84912345603' }, '192.0.2.10')
    await see(third, /This invite code is not correct/i)
    expect(new URL(third.url()).pathname).toBe('/register')
    await third.context().close()

    const jane = await screenOf('jane.doe', 'invitations')
    await jane.getByRole('row').filter({ hasText: 'The first two members' }).click()
    await see(jane, 'used up')
    await see(jane, '2 of 2')
    await see(jane, 'teahouse')
    await see(jane, 'novabearer')
  },
)

test.runIf(RUN_ALL)('operators create further invitations and end them', async () => {
  const jane = await screenOf('jane.doe', 'invitations')
  await jane.getByRole('button', { name: 'New invitation' }).click()
  const dialog = jane.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Visitors of the spring fair')
  await dialog.getByLabel('Maximum uses').fill('5')
  await inDialog(jane, 'New invitation')
  await see(jane, '0 of 5')
  const link = await jane.getByText(/register\?code=/).innerText()
  const guest = await register(link, { username: 'fairgoer', phone: '+84912345604' }, '192.0.2.20')
  await see(guest, 'Available balance')
  await guest.context().close()
  await jane.reload()
  await see(jane, '1 of 5')
  await see(jane, 'fairgoer')
  await jane.getByRole('button', { name: 'End invitation' }).click()
  await jane.getByLabel('Reason').fill('The fair is over.')
  await inDialog(jane, 'End invitation')
  await see(jane, 'Ended')
  const late = await register(link, { username: 'too late', phone: '+84912345605' }, '192.0.2.30')
  await see(late, /This invite code is not correct/i)
  expect(new URL(late.url()).pathname).toBe('/register')
  await late.context().close()
})

test.runIf(RUN_ALL)('a deposit is credited from a bank file', async () => {
  const page = members.get('placer')!
  const reference = await announce(page, '80.00')
  await bookByHand(paidIn('80.00', reference))
  await page.goto(server.origin)
  const balance = page.getByRole('button', { name: /Available balance/ })
  await expect.poll(() => balance.innerText()).toContain('80,00')
})

/** A member announces a transfer; returns its reference. */
async function announce(page: Page, amount: string): Promise<string> {
  await page.goto(`${server.origin}/deposit`)
  await page.getByLabel('Transfer amount').fill(amount)
  await page.getByRole('button', { name: 'Show transfer details' }).click()
  await see(page, 'awaiting payment')
  await see(page, 'Fairturn Example Ltd')
  return await page
    .getByText(/^FT-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    .first()
    .innerText()
}

const paidIn = (amount: string, e2e: string): Line[] => [
  { amount, e2e, name: 'Teahouse', iban: 'DE02120300000000202051' },
]

/** One who brings money in imports a statement, another confirms it. */
async function bookByHand(booked: Line[], importer = 'ann.importer', confirmer = 'john.roe'): Promise<void> {
  await importStatement(importer, statement(booked))
  await confirmStatement(confirmer, booked)
}

/** The bank's connection brings a statement: nobody is needed. */
async function bookByConnection(booked: Line[]): Promise<void> {
  const name = `statement-${sheets}.xml`
  const file = join(feed, name)
  await writeFile(file, statement(booked))
  // What each minute's job of a worker with BANK_FEED_DIR does, as of two minutes later, until it has taken the file. The server
  // itself is not told of the folder, because this account may write there, and no process starts then (bank-connection.test.ts).
  const readAsOfLater = () =>
    inDatabaseOf(server.dataDir, async (database) => {
      await readConnection(database, feed, { now: Date.now() + 2 * 60_000, canWrite: async () => false })
      const text = 'select refusal from bank_connection_file where file_name = $1'
      return (await database.query({ text, values: [name] })).rows
    })
  await expect.poll(readAsOfLater).toEqual([{ refusal: null }])
  await rm(file)
}

/** A member's address and first payout account. */
async function saveDestination(page: Page, iban: string): Promise<void> {
  await page.goto(`${server.origin}/individual/address`)
  await page.getByLabel('Full name').fill('Nova Bearer')
  await page.getByLabel('Street and number').fill('5 Le Loi')
  await page.getByLabel('City').fill('Hue')
  await page.getByRole('button', { name: 'Save address' }).click()
  await see(page, 'Added address information successfully')
  await page.goto(`${server.origin}/individual/bank-info`)
  await page.getByRole('tab', { name: 'IBAN' }).click()
  await page.getByLabel('IBAN', { exact: true }).last().fill(iban)
  await page.getByLabel('Account holder').fill('NOVA BEARER')
  await page.getByRole('button', { name: 'Save bank information' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await see(page, 'Added bank information successfully')
}

async function requestPayout(page: Page, amount: string): Promise<void> {
  await page.goto(`${server.origin}/withdraw`)
  await page.getByLabel('Amount').fill(amount)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await see(page, 'Successfully created withdrawal order')
}

/** Somebody who has neither imported nor approved creates the file, exports it and marks it as sent; returns the reference. */
async function release(username: string, member: string): Promise<string> {
  const page = await screenOf(username, 'payout-batches')
  await page.getByRole('button', { name: 'Create payment file' }).click()
  await see(page.getByRole('dialog'), new RegExp(member))
  await page.getByRole('dialog').getByRole('button', { name: 'Create payment file' }).click()
  const reference = await page
    .getByText(/^FW-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    .first()
    .innerText()
  await page.getByRole('button', { name: 'Export pain.001' }).click()
  const download = page.waitForEvent('download')
  await inDialog(page, 'Export pain.001')
  const saved = await readFile(await (await download).path(), 'utf8')
  expect(saved).toContain(`<EndToEndId>${reference}</EndToEndId>`)
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await inDialog(page, 'Mark as sent')
  await page.getByRole('button', { name: 'Export again' }).waitFor()
  return reference
}

/** The bank has booked a payout: the member sees it as paid, the operators that nothing is left over. */
async function seePaid(page: Page, amount: RegExp, by: string): Promise<void> {
  await page.goto(`${server.origin}/individual/withdraw-history`)
  await page.getByRole('button', { name: amount }).first().click()
  await see(page.getByRole('dialog'), /paid/i)
  await see(await screenOf(by, 'reconciliation'), 'Fully reconciled.')
}

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

test.runIf(RUN_ALL)('a campaign is placed, paid and approved', async () => {
  const page = members.get('placer')!
  const { port } = landing.address() as AddressInfo
  await page.goto(`${server.origin}/campaigns/new`)
  await page.getByLabel('Name of the advertiser or brand').fill('Lotus Teahouse')
  await page.getByLabel('Landing page URL').fill(`http://127.0.0.1:${port}/spring`)
  await page.getByLabel('Headline under the image').fill('Tea that takes its time')
  await see(page, 'Spring teas')
  await page.getByLabel('Text members post with the link').fill('I like this tea.')
  const photo = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#b5563c' } })
  const buffer = await photo.jpeg().toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'tea.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('dialog', { name: 'Crop image' }).getByRole('button', { name: 'Apply' }).click()
  await page.getByAltText('Image preview').waitFor()
  await next(page)
  await page.getByRole('heading', { name: 'Audience' }).waitFor()
  await next(page)
  await page.getByLabel('Price per verified visit').fill('0,20')
  await page.getByLabel('Verified visits').fill('10')
  await page.getByLabel('Visits per order').fill('5')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page
    .getByRole('dialog', { name: 'Pay in advance' })
    .getByRole('button', { name: 'Pay', exact: true })
    .click()
  await confirmByPassword(page, PASSWORD)
  await see(page, 'Order payment successful')

  const jane = await screenOf('jane.doe', 'campaigns')
  await jane.getByRole('row').filter({ hasText: 'Lotus Teahouse' }).click()
  await jane.getByText('Keys: a').waitFor()
  await jane.keyboard.press('a')
  await jane.getByText('Members can take its orders immediately.').waitFor()
  await jane.locator('[role=dialog] button[type=submit]').click()
  const ring = page.getByRole('progressbar', { name: 'Verified visits' })
  await ring.waitFor()
  expect(await ring.getAttribute('aria-valuetext')).toBe('0 of 10')
})

/** A visitor with a separate browser and network. */
async function visit(link: string, address: string): Promise<void> {
  const context = await browser.newContext({
    userAgent: DESKTOP,
    locale: 'en-GB',
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  const page = await context.newPage()
  await page.goto(link)
  await see(page, 'Sponsored')
  await page.waitForTimeout(READING_MS)
  await page.getByRole('button', { name: /Continue to 127.0.0.1/ }).click()
  await see(page, 'Teas')
  await context.close()
}

test.runIf(RUN_ALL)('an order is carried and claimed', async () => {
  const page = members.get('carrier')!
  await page.getByRole('main').getByRole('link', { name: 'Receive an order' }).click()
  await see(page, 'Lotus Teahouse')
  await page.getByRole('button', { name: 'Take' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await see(page, 'Link copied')
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  for (let verified = 1; verified <= 5; verified++) {
    await visit(link, `198.18.${verified}.7`)
    await page.locator(`[role=progressbar][aria-valuenow="${verified}"]`).waitFor()
  }
  const claim = page.getByRole('button', { name: /^Claim/ })
  // Five visits at 0,20 and the bonus of the first level, 2 %.
  expect(await claim.innerText()).toMatch(/1,02$/)
  await claim.click()
  await see(page, /1,02 is in your balance/)
})

test.runIf(RUN_ALL)(
  'a withdrawal is approved by one operator and released by another; the bank agrees',
  async () => {
    const page = members.get('carrier')!
    await saveDestination(page, 'DE75512108001245126199')
    // All of it, though it is below the minimum.
    await requestPayout(page, '1,02')

    const max = await screenOf('max.approver', 'withdrawals')
    await max.getByRole('row').filter({ hasText: 'novabearer' }).click()
    await max.getByRole('button', { name: 'Approve', exact: true }).click()
    await inDialog(max, 'Approve')
    await see(max, /Approved/)

    // The releaser has neither imported nor approved, and has just signed in.
    await setUpOwner('mary.major')
    const reference = await release('mary.major', 'novabearer')
    await bookByHand([{ amount: '-1.02', e2e: reference }])
    await seePaid(page, /\$ 1,02/, 'ann.importer')
    expect(sheets).toBe(2)
  },
)

interface Day {
  /** No step of theirs succeeds on this day. */
  readonly absent: readonly string[]
  readonly book: (booked: Line[]) => Promise<void>
  readonly releaser: string
}

/** Money comes in, and more than one person may approve goes out again: with it go three who send it out. */
async function bankDay({ absent, book, releaser }: Day): Promise<void> {
  const away = absent.map((username) => [username, operators.get(username)!] as const)
  for (const [username] of away) operators.delete(username)
  // Everybody has just confirmed that it is them.
  for (const text of [
    'update operator_session set confirmed_at = now()',
    `update session set confirmed_until = now() + interval '5 minutes'`,
  ])
    await inDatabaseOf(server.dataDir, (database) => database.query({ text }))
  const page = members.get('placer')!
  const form = { username: 'teahouse', password: PASSWORD }
  const { access_token } = await callApi<{ access_token: string }>(server.origin, 'auth/login', form)
  const available = async () =>
    Number(
      (await callApi<{ account_balance: string }>(server.origin, 'auth/me', undefined, access_token))
        .account_balance,
    )

  const reference = await announce(page, '1500.00')
  await book(paidIn('1500.00', reference))
  await expect.poll(available).toBeGreaterThan(1500)
  await requestPayout(page, '1500,00')
  const max = await screenOf('max.approver', 'withdrawals')
  await max.getByRole('row').filter({ hasText: 'teahouse' }).first().click()
  await max.getByRole('button', { name: 'Approve', exact: true }).click()
  await max.getByRole('dialog').getByLabel('Reason').fill('The member asked for it by telephone.')
  await inDialog(max, 'Approve')
  await see(max, 'Approved by you. Another operator must approve it too.')
  await see(await approveNewest('jane.doe'), 'Approved and executed')
  await book([{ amount: '-1500.00', e2e: await release(releaser, 'teahouse') }])
  await seePaid(page, /\$ 1 500,00/, 'jane.doe')
  for (const [username, window] of away) operators.set(username, window)
}

test.runIf(RUN_ALL)(
  'with six people a day goes on while one who brings money in is absent, and says for whom it waits',
  async () => {
    await saveDestination(members.get('placer')!, 'DE02100100100006820101')
    await inviteColleague('sam.sixth', 'Finance', 'Money in')
    const max = await screenOf('max.approver', 'bank-statements')
    await see(max, /which is: ann.importer, john.roe, sam.sixth/)
    await bankDay({
      absent: ['john.roe'],
      book: (booked) => bookByHand(booked, 'ann.importer', 'sam.sixth'),
      releaser: 'mary.major',
    })
    expect(sheets).toBe(4)
  },
)

test.runIf(RUN_ALL)(
  'with the bank’s connection nobody is needed for a statement: five people, and six of whom one is absent',
  async () => {
    await inviteColleague('tom.seventh', 'Finance', 'Money out')
    const nobody = ['john.roe', 'ann.importer', 'sam.sixth']
    await bankDay({
      absent: [...nobody, 'tom.seventh'],
      book: bookByConnection,
      releaser: 'mary.major',
    })
    await bankDay({ absent: [...nobody, 'mary.major'], book: bookByConnection, releaser: 'tom.seventh' })

    expect(sheets).toBe(SHEETS)

    const ann = await screenOf('ann.importer', 'bank-statements')
    await ann.getByRole('button', { name: 'Import statements' }).click()
    const content = camt053({ id: 'BY-HAND', account: OUR_IBAN, opening: closing, lines: [] })
    const file = { name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(content) }
    await ann.getByLabel('Choose a file, or drop it here').setInputFiles(file)
    await inDialog(ann, 'Import')
    await see(ann, /connection brings the statements of this account/)
  },
)

test('the ledger check finds nothing at the end', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'ledger:check'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: server.dataDir },
  })
  expect(stdout).toContain('The ledger is consistent.')
})
