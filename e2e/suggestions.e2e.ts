// A payment that matched nobody, in a browser: one click proposes the member that it is probably for, and another operator
// decides. The demo has such a line, and one whose payer has another name than the member.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { adminAccessible } from './axe.ts'
import { openBackOfficeAs } from './back-office.ts'
import { callApi, ownOrigin, see, signIn } from './members.ts'

const origin = ownOrigin()
const UNMATCHED = `/admin/bank-lines?filter=${encodeURIComponent('{"state":"unmatched"}')}`

async function balanceOf(username: string): Promise<number> {
  const { access_token } = await signIn(origin, username)
  const { account_balance } = await callApi<{ account_balance: string }>(
    origin,
    'auth/me',
    undefined,
    access_token,
  )
  return Number(account_balance)
}

/** Opens the unmatched line of this amount; returns whom the server suggests for it. */
async function openLine(page: Page, amount: RegExp): Promise<string[]> {
  const answered = page.waitForResponse(/\/bank-lines\/[^/]+\/suggestions/)
  await page.getByRole('row').filter({ hasText: amount }).getByRole('cell').first().click()
  const { data } = (await (await answered).json()) as {
    data: { list: { member: { username: string } }[] }
  }
  return data.list.map(({ member }) => member.username)
}

test('one click proposes an unmatched payment to the second person with the reason filled in; then the member is credited', async () => {
  const before = await balanceOf('lan.huong')
  const first = await openBackOfficeAs('demo.finance', UNMATCHED)
  expect(await openLine(first.page, /\$\s40,00/)).toEqual(['lan.huong'])
  await see(first.page, 'Probably for')
  await adminAccessible(first.page)
  await first.page.getByRole('button', { name: 'Propose this' }).click()
  await see(first.page, 'Proposed. Another operator must approve it.')
  // Nothing is suggested while somebody has to decide, and nothing is credited.
  await first.page.getByRole('button', { name: 'Propose this' }).waitFor({ state: 'detached' })
  expect(await balanceOf('lan.huong')).toBe(before)

  const second = await openBackOfficeAs('demo.owner', '/admin/approvals')
  await second.page.getByRole('menuitem', { name: /^Approvals, \d+ waiting, due in / }).waitFor()
  await second.page.getByRole('cell', { name: 'Assignment of an unmatched payment' }).first().click()
  await see(
    second.page,
    /Suggested: FT-\w{4}-\w{4} of lan\.huong, written .*; amount and payer’s name agree\./,
  )
  await second.page.getByRole('link', { name: 'lan.huong' }).first().waitFor()
  await second.page.getByRole('button', { name: 'Approve' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await see(second.page, 'Approved and executed')
  expect(await balanceOf('lan.huong')).toBeCloseTo(before + 40)
  expect([...first.faults, ...second.faults]).toEqual([])
  await first.page.context().close()
  await second.page.context().close()
})

test('no member is suggested whose name differs from the payer’s, though amount and reference are theirs', async () => {
  const { page, faults } = await openBackOfficeAs('demo.finance', UNMATCHED)
  expect(await openLine(page, /\$\s27,00/)).toEqual([])
  await see(page, 'Daniel Whitmore')
  expect(await page.getByRole('button', { name: 'Propose this' }).count()).toBe(0)
  expect(faults).toEqual([])
  await page.context().close()
})
