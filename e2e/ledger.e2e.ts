// The ledger in a browser: two operators make an adjustment, which the member can read; an entry and its chain are
// verified; a check of the ledger runs.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { adminAccessible } from './axe.ts'
import { openBackOfficeAs } from './back-office.ts'
import { callApi, ownOrigin, signIn } from './members.ts'

const origin = ownOrigin()
const REASON = 'She was promised this on the phone after the outage of Friday.'

test('one operator proposes an adjustment, another approves it, and the member sees it with its reason', async () => {
  const { access_token } = await signIn(origin, 'riverkayak')
  const { list: lines } = await callApi<{ list: { _id: string; type: string }[] }>(
    origin,
    'statements',
    undefined,
    access_token,
  )
  const corrects = lines.find(({ type }) => type === 'deposit_credited')!._id.split(':')[0]!
  const first = await openBackOfficeAs('demo.finance', '/admin/adjustments')
  await first.page.getByLabel('Type').waitFor()
  await adminAccessible(first.page)
  const keys: (string | undefined)[] = []
  await first.page.route('**/ledger/adjustments', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    if (keys.length === 1) await route.abort()
    else await route.fulfill({ response })
  })
  await propose(first.page, 'riverkayak', corrects)
  await first.page.getByText('No answer.', { exact: false }).waitFor()
  // It was made, but its answer was lost. Opened and filled in again, the form does not make a second one.
  await first.page.getByRole('menuitem', { name: 'Entries' }).click()
  await first.page.getByRole('cell').first().waitFor()
  await first.page.goBack()
  await propose(first.page, 'riverkayak', corrects)
  await first.page.getByRole('link', { name: 'Open proposal' }).click()
  expect(keys).toEqual([expect.any(String), keys[0]])
  await first.page.getByText('This will be executed').waitFor()
  const address = new URL(first.page.url()).pathname
  expect(await first.page.getByRole('button', { name: 'Approve' }).count()).toBe(0)

  const second = await openBackOfficeAs('demo.owner', address)
  // The second person judges a name, not an id.
  await second.page.getByRole('link', { name: 'riverkayak' }).first().waitFor()
  await second.page.getByRole('button', { name: 'Copy the ID of riverkayak' }).first().waitFor()
  await second.page.getByRole('button', { name: 'Approve' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  const statement = () =>
    callApi<{ list: { type: string; amount: string; note: string }[] }>(
      origin,
      'statements',
      undefined,
      access_token,
    )
  await expect
    .poll(async () => (await statement()).list)
    .toContainEqual(expect.objectContaining({ type: 'adjustment', amount: '-0.05', note: REASON }))
  await second.page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'hidden' })
  expect([...first.faults, ...second.faults]).toEqual([])
  await second.page.context().close()

  await first.page.goto(`${origin}/admin/entries`)
  await first.page.getByRole('cell', { name: 'Adjustment' }).first().click()
  await first.page.getByRole('button', { name: 'Verify entry' }).click()
  await first.page.getByText('is unchanged').waitFor()
  await adminAccessible(first.page)
  await first.page.getByRole('link', { name: /^Chain \d+, link/ }).click()
  await first.page.getByRole('button', { name: 'Verify these links' }).click()
  await first.page.getByText('all unchanged').waitFor()
  await first.page.context().close()
})

async function propose(page: Page, username: string, corrects: string): Promise<void> {
  // A type that needs no platform earnings, of which the demo has none.
  await page.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Credited in error' }).click()
  await page.getByLabel('Amount').fill('0.05')
  await page.getByLabel('Reason').fill(REASON)
  await page.getByLabel('Member').fill(username)
  await page.getByLabel('Entry it corrects').fill(corrects)
  await page.getByLabel('Refers to').fill('outage of Friday')
  // At once, while it is still looked up who and what that is: one press is enough.
  await page.getByRole('button', { name: 'Propose' }).click()
}

test('an operator runs a check of the ledger and sees that nothing is frozen', async () => {
  const { page, faults } = await openBackOfficeAs('demo.finance', '/admin/checks')
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('The ledger is correct.').waitFor()
  await page.getByRole('cell', { name: 'demo.finance' }).first().waitFor()
  await adminAccessible(page)
  await page.goto(`${origin}/admin/freezes`)
  await page.getByText('only the affected payments are frozen').waitFor()
  await adminAccessible(page)
  expect(faults).toEqual([])
  await page.context().close()
})
