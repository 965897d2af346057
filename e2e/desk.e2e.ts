// Several operators at one desk in a browser: who decided first, who has what in hand, and text that survives the tab of another
// language, the menu and the end of a session.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { linkMembers } from '../server/src/members/members.ts'
import { startServer, untilBuilt } from '../testing/product.ts'
import { adminAccessible } from './axe.ts'
import { inDatabaseOf, openBackOfficeAs, signInAs, tickNotes } from './back-office.ts'
import { see } from './members.ts'
import { preparedDir } from './servers.ts'

// Other files decide all reviews of the servers they share.
const server = await startServer({}, preparedDir())
await untilBuilt(server.origin)
afterAll(() => server.stop())
const { origin, dataDir } = server

const openDecision = async (page: Page, key: 'a' | 'r') => {
  await page.getByText(/^Keys: .*a .*r /).waitFor()
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}

// First, while an order is certain to wait: the next decides one.
test('what an operator has in hand is seen by the others in the list and on its page, and is taken over by a press', async () => {
  const first = await openBackOfficeAs('demo.support', '/admin/orders', server)
  await first.page.locator('tbody .RaDataTable-row').first().click()
  await first.page.getByRole('button', { name: 'Take', exact: true }).click()
  await see(first.page, 'You are working on this')
  const path = new URL(first.page.url()).pathname

  const second = await openBackOfficeAs('demo.owner', '/admin/orders', server)
  await see(second.page.locator('tbody'), 'demo.support is working on this')
  await adminAccessible(second.page)
  await second.page.goto(origin + path)
  await second.page.getByRole('button', { name: 'Take over' }).click()
  await see(second.page, 'You are working on this')

  // The first, whose page was open all along, sees it without doing anything.
  await first.page.getByText('demo.owner is working on this').waitFor({ timeout: 12_000 })
  await second.page.getByRole('button', { name: 'Give back' }).click()
  await second.page.getByRole('button', { name: 'Take', exact: true }).waitFor()
  await first.page.getByRole('button', { name: 'Take', exact: true }).waitFor({ timeout: 12_000 })
  expect([...first.faults, ...second.faults]).toEqual([])
  await first.page.context().close()
  await second.page.context().close()
})

test('the second of two who decide learns who decided what and when; what was typed stays until the dialog is closed', async () => {
  const first = await openBackOfficeAs('demo.support', '/admin/orders', server)
  await first.page.locator('tbody .RaDataTable-row').first().click()
  await first.page.getByText(/^Keys: /).waitFor()
  const path = new URL(first.page.url()).pathname
  const second = await openBackOfficeAs('demo.owner', path, server)
  await openDecision(second.page, 'r')
  await second.page.getByLabel('Reason').fill('One browser pressed the link again and again.')

  await openDecision(first.page, 'a')
  await first.page.locator('[role=dialog] button[type=submit]').click()
  await first.page.getByRole('dialog').waitFor({ state: 'detached' })

  await second.page.locator('[role=dialog] button[type=submit]').click()
  const dialog = second.page.getByRole('dialog')
  await see(dialog, /Last changed by demo\.support, \d\d-\d\d-\d{4}\s\d\d:\d\d: order reviewed/)
  await see(dialog, 'Not sent. What you typed is kept here')
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('One browser pressed the link again and again.')
  expect(await dialog.locator('button[type=submit]').count()).toBe(0)
  await adminAccessible(second.page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  // The page shows what was decided.
  await second.page.getByText(/^Keys: .*r /).waitFor({ state: 'detached' })
  expect([...first.faults, ...second.faults]).toEqual([])
  await first.page.context().close()
  await second.page.context().close()
})

test('of two who propose about one bank line the second is told who has proposed what, and what was typed stays', async () => {
  const first = await openBackOfficeAs('demo.finance', '/admin/bank-lines', server)
  await first.page.locator('tbody .RaDataTable-row', { hasText: 'Account maintenance fee' }).click()
  await first.page.getByText(/^Keys: .*b /).waitFor()
  const path = new URL(first.page.url()).pathname
  const second = await openBackOfficeAs('demo.owner', path, server)
  for (const { page } of [first, second]) {
    await page.getByText(/^Keys: .*b /).waitFor()
    await page.keyboard.press('b')
    await page.getByRole('dialog').getByLabel('Reason').waitFor()
  }
  await second.page.getByLabel('Reason').fill('I have seen it in the portal of the bank.')
  await first.page.getByLabel('Reason').fill('The fee of the month of November.')
  await first.page.locator('[role=dialog] button[type=submit]').click()
  await see(first.page, /Proposed\. Another operator must approve it/)

  await second.page.locator('[role=dialog] button[type=submit]').click()
  const refusal = second.page.getByRole('dialog').getByRole('alert')
  await see(
    refusal,
    /demo\.finance has already proposed .*Bank fee, interest or VAT.* waits for: demo\.owner/,
  )
  expect(await second.page.getByLabel('Reason').inputValue()).toBe(
    'I have seen it in the portal of the bank.',
  )
  await refusal.getByRole('link', { name: 'Open proposal' }).click()
  await second.page.getByRole('heading', { level: 1, name: 'Bank fee, interest or VAT' }).waitFor()
  expect([...first.faults, ...second.faults]).toEqual([])
  await first.page.context().close()
  await second.page.context().close()
})

test('a page’s text survives another language’s tab, the menu, a reload and the end of the session, and can be discarded', async () => {
  const { page } = await openBackOfficeAs('demo.content', '/admin/pages/foundation-rules.en/show', server)
  await page.getByRole('button', { name: 'HTML' }).click()
  const text = page.getByLabel('HTML', { exact: true })
  const before = await text.inputValue()
  await text.fill('<p>Rules that nobody has sent yet.</p>')
  await page.getByRole('tab', { name: 'French' }).click()
  await page.waitForURL(/foundation-rules\.fr/)
  await page.getByRole('tab', { name: 'English' }).click()
  await see(page, 'What you typed before was kept.')
  await page.reload()
  await see(page, 'What you typed before was kept.')

  await inDatabaseOf(dataDir, (database) =>
    database.query({
      text: `update operator_session set ended_at = now() where ended_at is null and operator_id =
        (select id from operator where username = 'demo.content')`,
    }),
  )
  await page.getByRole('menuitem', { name: /^Campaigns/ }).click()
  await see(page, /what you typed is kept in this tab/i)
  await signInAs(page, 'demo.content')
  await page.goto(`${origin}/admin/pages/foundation-rules.en/show`)
  await see(page, 'What you typed before was kept.')
  await page.getByRole('button', { name: 'HTML' }).click()
  expect(await text.inputValue()).toContain('Rules that nobody has sent yet.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => text.inputValue()).toBe(before)
  await page.reload()
  await page.getByRole('button', { name: 'HTML' }).waitFor()
  expect(await page.getByText('What you typed before was kept.').count()).toBe(0)
  await page.context().close()
})

const KEPT = 'What you typed before was kept.'
const memberIds = async () => {
  const { rows } = await inDatabaseOf(dataDir, (database) =>
    database.query<{ id: string }>({
      text: `select id from member where username in ('thuha.dn', 'minhanh') order by username`,
    }),
  )
  return rows.map(({ id }) => id) as [string, string]
}

const giveReason = async (page: Page) => {
  await page.getByLabel('Reason').fill('They asked about their account.')
  await page.getByRole('button', { name: 'View', exact: true }).click()
}

test('text in a dialog is there again for the same record only, and in another one’s dialog beside the same list it is not', async () => {
  const [a, b] = await memberIds()
  const { page } = await openBackOfficeAs('demo.support', `/admin/orders?panel=members:${a}`, server)
  const lock = async () => {
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('dialog').waitFor()
  }
  const reason = page.getByRole('dialog').getByLabel('Reason')
  await giveReason(page)
  await lock()
  await reason.fill('Reported by the member as stolen.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await lock()
  await see(page.getByRole('dialog'), KEPT)
  expect(await reason.inputValue()).toBe('Reported by the member as stolen.')
  // What is typed after that is added to the draft and does not replace it.
  await reason.press('End')
  await reason.pressSequentially(' Called back.')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`${origin}/admin/orders?panel=members:${b}`)
  await giveReason(page)
  await lock()
  expect(await reason.inputValue()).toBe('')
  expect(await page.getByText(KEPT).count()).toBe(0)

  await page.goto(`${origin}/admin/orders?panel=members:${a}`)
  await giveReason(page)
  await lock()
  await see(page.getByRole('dialog'), KEPT)
  expect(await reason.inputValue()).toBe('Reported by the member as stolen. Called back.')
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await reason.inputValue()).toBe('')
  await page.context().close()
})

test('a draft of a payout account keeps its member, never the account, and is not offered for another member', async () => {
  const [a, b] = await memberIds()
  const at = (member_id: string) => `/admin/adjustments?act=payout_account&member_id=${member_id}`
  const { page } = await openBackOfficeAs('demo.finance', '/admin/adjustments?act=payout_account', server)
  const member = page.getByLabel('Member')
  await member.fill('thuha.dn')
  await page
    .getByText(/thuha\.dn/)
    .last()
    .waitFor()
  await page.getByLabel('IBAN').fill('DE89370400440532013000')
  await page.getByLabel('Account holder').fill('Nguyễn Thu Hà')
  await page.getByLabel('Reason').fill('The member sent a new account by letter.')
  await page.reload()
  await see(page, `${KEPT} Names, accounts and codes are not kept: enter them again.`)
  await see(page, /thuha\.dn/)
  expect([a, b]).toContain(await member.inputValue())
  expect(await page.getByLabel('Reason').inputValue()).toBe('The member sent a new account by letter.')
  expect(await page.getByLabel('IBAN').inputValue()).toBe('')
  const stored = await page.evaluate(() =>
    Object.keys(sessionStorage)
      .map((key) => sessionStorage.getItem(key))
      .join(),
  )
  expect(stored).not.toMatch(/DE8937|Nguyễn/)
  expect(stored).toContain('sent a new account by letter')
  // The input that looks ids up follows the form.
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => member.inputValue()).toBe('')
  expect(await page.getByLabel('Reason').inputValue()).toBe('')

  await page.goto(origin + at(a))
  await page.getByLabel('Reason').fill('About the first of the two.')
  await page.goto(origin + at(b))
  await page.getByLabel('Reason').waitFor()
  expect(await page.getByText(KEPT).count()).toBe(0)
  expect(await member.inputValue()).toBe(b)
  await page.goto(origin + at(a))
  await see(page, KEPT)
  expect(await member.inputValue()).toBe(a)
  await page.context().close()
})

test('what was typed is deleted when somebody else signs in, and four hours after it was typed', async () => {
  const [a] = await memberIds()
  const path = `/admin/members/${a}/show`
  const { page } = await openBackOfficeAs('demo.support', path, server)
  const type = async () => {
    await giveReason(page)
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Reported by the member as stolen.')
  }
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')).length)
  await type()
  expect(await drafts()).toBe(1)
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
  await page.reload()
  await page.getByText('Why are you viewing this member?').waitFor()
  expect(await drafts()).toBe(1)
  // Also while the tab only stands there.
  await page.clock.runFor('01:01:00')
  await expect.poll(drafts).toBe(0)

  await type()
  expect(await drafts()).toBe(1)
  await page.context().clearCookies()
  await page.reload()
  await see(page, /what you typed is kept in this tab/i)
  await signInAs(page, 'demo.auditor')
  await expect.poll(drafts).toBe(0)
  await page.context().close()
})

/** So that the notes about each say something of weight. */
const linkWhoWithdraws = () =>
  inDatabaseOf(dataDir, (database) =>
    database.transaction(async (tx) => {
      const { rows } = await tx.query<{ member_id: string }>({
        text: `select distinct member_id from withdrawal where status = 'requested' order by member_id limit 2`,
      })
      const [one, other] = rows as [(typeof rows)[0], (typeof rows)[0]]
      await linkMembers(tx, one.member_id, [{ member_id: other.member_id, kind: 'device' }], tx.now)
    }),
  )

test('several withdrawals are approved once their notes are read, which a tick says where they weigh; a double click runs it once for each', async () => {
  await linkWhoWithdraws()
  const path = `/admin/withdrawals?filter=${encodeURIComponent('{"status":"requested"}')}`
  const { page, faults } = await openBackOfficeAs('demo.owner2', path, server)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/approve')) sent.push(request.url())
  })
  await page.locator('tbody .RaDataTable-row').first().waitFor()
  const rows = page.locator('tbody input[type=checkbox]:enabled')
  await rows.nth(0).check()
  await rows.nth(1).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Reason')
  if ((await reason.count()) > 0) await reason.fill('Both were called and know of it.')
  await see(dialog, 'Device shared with other members')
  await dialog.getByRole('checkbox', { name: /^I have read the .* FW-/ }).waitFor()
  await adminAccessible(page)
  expect(await dialog.getByRole('button', { name: 'Approve selected' }).isDisabled()).toBe(true)
  await tickNotes(dialog)
  await dialog.getByRole('button', { name: 'Approve selected' }).dblclick()
  await see(dialog, '2 of 2')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).waitFor()
  expect(await dialog.getByText(/^(Approved|Proposed)/).count()).toBe(2)
  expect(new Set(sent).size).toBe(2)
  expect(sent).toHaveLength(2)
  expect(faults).toEqual([])
  await page.context().close()
})
