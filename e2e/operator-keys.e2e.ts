// A day at one desk by keyboard: where the focus is, the keys of frequent actions, refusals that keep what was typed, and which
// pages are not for a role.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { STAFF_ROLES, type StaffRole } from '../contract/src/backoffice/roles.ts'
import { changeSetting } from '../server/src/content/content.ts'
import { startServer, untilBuilt } from '../testing/product.ts'
import { adminAccessible } from './axe.ts'
import { inDatabaseOf, openBackOfficeAs, signInAs } from './back-office.ts'
import { see } from './members.ts'
import { preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

// Other files decide all reviews of the servers they share.
const server = await startServer({}, preparedDir())
await untilBuilt(server.origin)
afterAll(() => server.stop())
const { origin, dataDir } = server

const NO_ID = '00000000-0000-7000-8000-000000000000'
const PATH_OF = { list: '', show: `/${NO_ID}/show`, create: '/create', edit: `/${NO_ID}` } as const
type Action = keyof typeof PATH_OF

const REVIEWS = ['support', 'content', 'auditor', 'owner'] as const
const MONEY = ['finance', 'auditor', 'owner'] as const
const MOVES_MONEY = ['finance', 'owner'] as const
const MEMBERS = ['support', 'finance', 'auditor', 'owner'] as const
const SITE = ['content', 'support', 'auditor', 'owner'] as const
const RULES = ['finance', 'content', 'auditor', 'owner'] as const
const STAFF = ['auditor', 'owner'] as const
const ANSWERS = ['support', 'auditor', 'owner'] as const

/** Every page of every screen, and whose it is. */
const PAGES: Readonly<Record<string, Partial<Record<Action, readonly StaffRole[]>>>> = {
  campaigns: { list: REVIEWS, show: REVIEWS },
  orders: { list: REVIEWS, show: REVIEWS },
  objections: { list: REVIEWS, show: REVIEWS },
  reports: { list: REVIEWS },
  conversations: { list: ANSWERS, show: ANSWERS },
  approvals: { list: STAFF_ROLES, show: STAFF_ROLES },
  deposits: { list: MONEY, show: MONEY },
  'bank-lines': { list: MONEY, show: MONEY },
  'bank-statements': { list: MONEY },
  'bank-mappings': { list: MONEY, create: MOVES_MONEY, edit: MOVES_MONEY },
  withdrawals: { list: MONEY, show: MONEY },
  'payout-batches': { list: MONEY, show: MONEY },
  refunds: { list: MONEY },
  'card-events': { list: MONEY },
  invoices: { list: MONEY, show: MONEY },
  reconciliation: { list: MONEY },
  journal: { list: MONEY },
  members: { list: MEMBERS, show: MEMBERS },
  invitations: { list: MEMBERS, show: MEMBERS },
  staff: { list: STAFF },
  audit: { list: STAFF },
  levels: { list: RULES },
  settings: { list: RULES, show: RULES },
  pages: { list: SITE, show: SITE },
  popups: { list: SITE },
  banner: { list: SITE },
  broadcasts: { list: SITE, show: SITE, create: ['content', 'owner'] },
  accounts: { list: MONEY, show: MONEY },
  entries: { list: MONEY, show: MONEY },
  chains: { list: MONEY },
  checks: { list: MONEY, show: MONEY },
  freezes: { list: MONEY },
  proofs: { list: MONEY },
  adjustments: { list: MONEY },
}
const ROUTES = [
  ...Object.entries(PAGES).flatMap(([name, pages]) =>
    Object.entries(pages).map(([action, roles]) => ({
      path: `/admin/${name}${PATH_OF[action as Action]}`,
      roles,
    })),
  ),
  { path: `/admin/rings/${NO_ID}`, roles: MEMBERS },
  { path: '/admin/answer-templates', roles: ANSWERS },
]

test('the table of pages and roles names every page that the back office declares', async () => {
  const source = await readFile(new URL('../admin/src/routes.tsx', import.meta.url), 'utf8')
  const declared = source
    .slice(source.indexOf('export const SCREENS'))
    .split(/\n {2}(?='?[\w-]+'?: \{\n)/)
    .slice(1)
    .map((screen) => [
      /^'?([\w-]+)/.exec(screen)![1]!,
      Array.from(
        screen.matchAll(/\n {4}(list|show|create|edit): lazily/g),
        ([, action]) => action!,
      ).toSorted(),
    ])
  expect(Object.fromEntries(declared)).toEqual(
    Object.fromEntries(Object.entries(PAGES).map(([name, pages]) => [name, Object.keys(pages).toSorted()])),
  )
})

/** As a link of the back office does. */
const goWithin = (page: Page, path: string) =>
  page.evaluate(`history.pushState({ key: 'within' }, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))`)

test.each(STAFF_ROLES)(
  'every page that is not for %s says so, and asks the server for nothing',
  async (role: StaffRole) => {
    const { page, faults } = await openBackOfficeAs(`demo.${role}`, '/admin/', server)
    await page.getByRole('menuitem').first().waitFor()
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${answer.status()} ${answer.url()}`)
    })
    const denied = page.getByText('Your role does not see this page.')
    const notFor = ROUTES.filter(({ roles }) => !roles.includes(role))
    for (const { path } of notFor) {
      await goWithin(page, '/admin/nowhere')
      await page.getByText('This address leads nowhere').waitFor()
      await goWithin(page, path)
      await denied.waitFor()
      // The address stays, so that it can be sent to somebody whose it is.
      expect(new URL(page.url()).pathname).toBe(path)
    }
    // An owner is offered all of them; everybody else is refused some.
    expect(notFor.length === 0).toBe(role === 'owner')
    expect([...faults, ...refused]).toEqual([])
    await page.context().close()
  },
)

test('a new CSV mapping is the work of the side that brings money in, and the other side is told so', async () => {
  const { page, faults } = await openBackOfficeAs('demo.finance2', '/admin/bank-mappings/create', server)
  await see(page, 'Not for your side')
  await see(page, 'Work of the side “Money in”')
  await adminAccessible(page)
  expect(faults).toEqual([])
  await page.context().close()
})

const focused = (page: Page) => page.evaluate<string>('document.activeElement.tagName.toLowerCase()')
const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

/** How many presses of Tab from here to the button. */
async function tabsTo(page: Page, name: string): Promise<number> {
  for (let tabs = 1; tabs <= 12; tabs++) {
    await page.keyboard.press('Tab')
    if ((await focusedText(page)) === name) return tabs
  }
  return Infinity
}

async function openByKeys(page: Page, row = 1): Promise<void> {
  await page.locator('tbody .RaDataTable-row').first().waitFor()
  for (let i = 0; i < row; i++) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('h1')
}

const hints = (page: Page, text: string) => page.getByText(text, { exact: false }).first().waitFor()

test('opening a row by keyboard focuses the page’s heading, near its main action, and going back focuses the row', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner2', '/admin/withdrawals', server)
  await openByKeys(page, 2)
  const amount = await focusedText(page)
  expect(await tabsTo(page, 'Approve')).toBeLessThanOrEqual(5)
  await page.goBack()
  await expect.poll(() => focused(page)).toBe('tr')
  expect(await focusedText(page)).toContain(amount)

  await page.context().close()

  const releaser = await openBackOfficeAs('demo.finance3', '/admin/payout-batches', server)
  await openByKeys(releaser.page)
  expect(await tabsTo(releaser.page, 'Export pain.001')).toBeLessThanOrEqual(5)
  await releaser.page.context().close()

  const finance = await openBackOfficeAs('demo.finance', '/admin/bank-lines', server)
  await finance.page
    .getByRole('row')
    .filter({ hasText: /\$\s40,00/ })
    .getByRole('cell')
    .first()
    .click()
  await finance.page.getByRole('button', { name: 'Propose this' }).waitFor()
  await expect.poll(() => focused(finance.page)).toBe('h1')
  expect(await tabsTo(finance.page, 'Propose this')).toBeLessThanOrEqual(5)
  await finance.page.context().close()

  // Also where no row was pressed.
  const content = await openBackOfficeAs('demo.owner', '/admin/settings', server)
  await content.page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  await goWithin(content.page, '/admin/settings/currency/show')
  await expect.poll(() => content.page.evaluate<string>('document.activeElement.id')).toBe('screen')
  expect([...faults, ...finance.faults, ...content.faults]).toEqual([])
  await content.page.context().close()
})

test('a list’s own search box has the key /, and a list without one opens the search of everything', async () => {
  const { page } = await openBackOfficeAs('demo.finance', '/admin/bank-lines', server)
  await hints(page, '/ searches this list')
  await page.keyboard.press('/')
  expect(await page.evaluate<string>('document.activeElement.name')).toBe('search')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.type('a/b')
  expect(await page.getByLabel('Text, reference, name, account').inputValue()).toBe('a/b')
  await page.goto(`${origin}/admin/approvals`)
  await hints(page, '/ searches everything')
  await page.keyboard.press('/')
  await page.locator('[role=dialog] input#search').waitFor()
  await page.context().close()
})

/** From which amount on two operators approve a withdrawal. */
const threshold = (amount: string) =>
  inDatabaseOf(dataDir, (database) =>
    database.transaction((tx) => changeSetting(tx, 'two_person_withdrawal', amount)),
  )

const REASON = 'Both were called and know of it.'

test('the reason of an action on selected rows is kept when its dialog is closed, by the menu, and when the session ends', async () => {
  await threshold('1.00')
  const path = `/admin/withdrawals?filter=${encodeURIComponent('{"status":"requested"}')}`
  const { page } = await openBackOfficeAs('demo.owner2', path, server)
  const open = async () => {
    await page.getByRole('checkbox', { name: /select all/i }).check()
    await page.getByRole('button', { name: 'Approve selected' }).click()
  }
  const reason = page.getByRole('dialog').getByLabel('Reason')
  const isKept = async () => {
    await see(page.getByRole('dialog'), 'What you typed before was kept.')
    expect(await reason.inputValue()).toBe(REASON)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await open()
  await reason.fill(REASON)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await open()
  await isKept()
  await page.getByRole('menuitem', { name: /^Deposits/ }).click()
  await page.goto(origin + path)
  await open()
  await isKept()
  await open()
  await inDatabaseOf(dataDir, (database) =>
    database.query({
      text: `update operator_session set ended_at = now() where ended_at is null and operator_id =
        (select id from operator where username = 'demo.owner2')`,
    }),
  )
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await see(page, /what you typed is kept in this tab/i)
  await signInAs(page, 'demo.owner2')
  await page.goto(origin + path)
  await open()
  await isKept()
  await page.context().close()
  await threshold('1000.00')
})

test('approving a withdrawal opens the next one and says so, and the last leads back to the list', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner2', '/admin/withdrawals', server)
  await openByKeys(page)
  const first = page.url()
  const amount = await focusedText(page)
  const approve = async () => {
    await hints(page, 'Keys: a approve')
    await page.keyboard.press('a')
    await page.locator('[role=dialog] button[type=submit]:focus').waitFor()
    await page.keyboard.press('Enter')
  }
  await approve()
  await see(page, 'Approved. The next one in the queue is open.')
  await expect.poll(() => page.url()).not.toBe(first)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).not.toBe(amount)
  await expect.poll(() => focused(page)).toBe('h1')
  await approve()
  await see(page, 'Approved. Nothing else to do in this queue.')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/withdrawals')
  expect(faults).toEqual([])
  await page.context().close()
})

test('a payment file is created, exported and marked as sent by keys alone', async () => {
  const { page, faults } = await openBackOfficeAs('demo.finance3', '/admin/withdrawals', server)
  await hints(page, 'Keys: c create payment file')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await dialog.locator('button[type=submit]').click()
  await page.waitForURL(/payout-batches\/.*\/show/)
  await hints(page, 'Keys: e export')
  await adminAccessible(page)
  const saved = page.waitForEvent('download')
  await page.keyboard.press('e')
  await page.locator('[role=dialog] button[type=submit]:focus').waitFor()
  await page.keyboard.press('Enter')
  await saved
  await hints(page, 'Keys: s mark as sent, e export again')
  await page.keyboard.press('s')
  await page.locator('[role=dialog] button[type=submit]:focus').waitFor()
  await page.keyboard.press('Enter')
  await see(page, 'Marked as sent')
  expect(faults).toEqual([])
  await page.context().close()
})

test('a suggestion is proposed by a key; the next line of the queue opens', async () => {
  const path = `/admin/bank-lines?filter=${encodeURIComponent('{"state":"unmatched"}')}`
  const { page, faults } = await openBackOfficeAs('demo.finance', path, server)
  await page
    .getByRole('row')
    .filter({ hasText: /\$\s40,00/ })
    .getByRole('cell')
    .first()
    .click()
  await hints(page, 'Keys: p propose this')
  const line = page.url()
  await page.keyboard.press('p')
  await see(page, 'Proposed. Another operator must approve it. The next one in the queue is open.')
  await expect.poll(() => page.url()).not.toBe(line)
  expect(faults).toEqual([])
  await page.context().close()
})

test('a wrong confirmation of a statement stays open with what was typed and the tries that are left', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner', '/admin/bank-statements', server)
  await hints(page, 'Keys: c confirm')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Closing balance at the bank').fill('1.00')
  await dialog.getByLabel('Sum of all credits').fill('2.00')
  // What is left empty by oversight costs no try.
  await page.keyboard.press('Enter')
  await see(dialog, 'Type what the bank shows, or say that it shows none.')
  await see(dialog, 'Tries left: 3')
  for (const none of await dialog.getByLabel('The bank shows none').all()) await none.check()
  for (const left of [2, 1]) {
    await dialog.getByLabel('Sum of all credits').press('Enter')
    await see(dialog, `Wrong: something typed is not what the statement says. Tries left: ${left}`)
    await see(dialog, `Tries left: ${left}. After that somebody else confirms`)
    expect(await dialog.getByLabel('Closing balance at the bank').inputValue()).toBe('1.00')
    expect(await dialog.getByLabel('Sum of all credits').inputValue()).toBe('2.00')
  }
  await adminAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // Closed by mistake: it is there again.
  await page.keyboard.press('c')
  expect(await dialog.getByLabel('Closing balance at the bank').inputValue()).toBe('1.00')
  expect(faults).toEqual([])
  await page.context().close()
})

test('a refusal that concerns no field is shown in the dialog, with what was typed', async () => {
  const { page } = await openBackOfficeAs('demo.support', '/admin/members', server)
  await openByKeysToReason(page)
  await hints(page, 'Keys: l lock')
  await expect.poll(() => focused(page)).toBe('h1')
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Reported by the member as stolen.')
  await page.route('**/lock', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
  )
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click()
  await dialog
    .getByRole('alert')
    .filter({ hasText: /again|fault|No answer/i })
    .waitFor()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Reported by the member as stolen.')
  await page.context().close()
})

async function openByKeysToReason(page: Page): Promise<void> {
  await page.locator('tbody .RaDataTable-row').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByLabel('Reason').fill('They asked about their account.')
  await page.keyboard.press('Enter')
}

test('who is not signed in is asked for once', async () => {
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/me')) asked.push(request.url())
  })
  await page.goto(`${origin}/admin/withdrawals`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.length).toBe(1)
  await page.close()
})
