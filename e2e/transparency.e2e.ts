// A visitor who is not a member checks the money, opens a figure's history, and an award's ledger entry.
import type { Figures } from '@fairturn/contract/transparency'
import { expect, test } from 'vitest'
import { accessible, adminAccessible } from './axe.ts'
import { openBackOfficeAs } from './back-office.ts'
import { callApi, contextFor, ownOrigin, see } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

test('anybody can see the liabilities, each figure by day, and the figures of the promises', async () => {
  const context = await contextFor(browser, null, { locale: 'en', theme: 'light', width: 390 })
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByRole('link', { name: 'Transparency' }).click()
  // One answer first, of the real figures; the rest is folded.
  const { cash } = await callApi<{
    cash: { ledger_coverage: number; bank: { there_coverage: number } | null }
  }>(origin, 'transparency')
  const coverage = Math.min(cash.ledger_coverage, cash.bank?.there_coverage ?? Infinity)
  const lowest = coverage < 100 ? coverage : Math.floor(coverage)
  await page
    .getByRole('heading', { name: `${String(lowest).replace('.', ',')}% of what is owed is there` })
    .waitFor()
  expect(await page.getByText('Members’ available money').isVisible()).toBe(false)
  await accessible(page)
  await page.getByRole('heading', { name: 'What is owed, and what is at the bank' }).click()
  await page.getByText('Members’ available money').click()
  await page.getByText('By day, as published').waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('figure li').count()).toBeGreaterThan(5)
  expect(await page.getByText('Nobody pays to earn').isVisible()).toBe(false)
  await page.getByRole('heading', { name: 'Our promises in figures' }).click()
  await page.getByText('Nobody pays to earn').waitFor()
  await page.getByText(/0 of \d+ awards cost a member anything/).waitFor()
  await accessible(page)
  // How fast support answers, as the JSON says it.
  await page.getByRole('heading', { name: 'How fast we answer' }).click()
  await see(page, 'A first answer is due within 24 hours, the decision on a complaint within 72 hours.')
  const { support } = await callApi<Pick<Figures, 'support'>>(origin, 'transparency')
  const answers = page.locator('#answers')
  for (const [title, value] of [
    ['Questions answered', support.answers.count],
    ['Complaints decided', support.complaints.decided],
    ['Complaints upheld', support.complaints.upheld],
    ['Ended in the member’s favour', support.complaints.ended_by_time],
  ] as const) {
    const row = answers.locator('summary', { hasText: title })
    expect([title, await row.locator('.figures').innerText()]).toEqual([title, String(value)])
  }
  for (const [title, late] of [
    ['Answers past their due time', support.answers.late],
    ['Decisions on complaints past their due time', support.complaints.late],
  ] as const) {
    const row = answers.getByRole('listitem').filter({ hasText: title })
    expect([title, await row.locator('.figures').innerText()]).toEqual([title, String(late)])
  }
  expect(support.answers.p50).toBe(null)
  expect(await answers.getByText(/^too few so far \(\d+ of 20\)$/).count()).toBe(4)
  await answers.locator('summary', { hasText: 'Complaints upheld' }).click()
  await accessible(page)
  // A deep link opens its group.
  const linked = await context.newPage()
  await linked.goto(`${origin}/transparency#withdrawals`)
  await linked.getByText('Members who wait now').waitFor()
  await context.close()
})

test('a line of the award list opens its ledger entry, whose path this browser recomputes; the rest is stated', async () => {
  const { list } = await callApi<{ list: { entry_id: string }[] }>(origin, 'list-product-reward')
  // The demo's proof is taken after everything that it has was recorded.
  const { entry_id } = list.at(-1)!
  const { written_at } = await callApi<{ written_at: string }>(origin, `awards/${entry_id}`)
  const { found } = await callApi<{ found: { proof: { taken_at: string } } }>(
    origin,
    `awards/${entry_id}/proof`,
  )
  expect(Date.parse(written_at)).toBeLessThan(Date.parse(found.proof.taken_at))
  const context = await contextFor(browser, null, { locale: 'en', theme: 'dark', width: 390 })
  const page = await context.newPage()
  await page.goto(`${origin}/awards/${list[0]!.entry_id}`)
  await page
    .getByText(/amount, bonus and kind lead to the signed root|there is no proof since this award/)
    .waitFor()
  await page
    .getByText('Who was paid, that it was a member who is independent of us', { exact: false })
    .waitFor()
  await accessible(page)
  // An amount that is not the posting's is shown with its hash, and still not taken for paid.
  await page.route('**/api/awards/*', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { amount: string } }
    await route.fulfill({ json: { data: { ...data, amount: '9000.00' } } })
  })
  await page.goto(`${origin}/awards/${list[1]!.entry_id}`)
  await page.getByText('The amount shown is not what the entry’s postings paid.', { exact: false }).waitFor()
  expect(await page.getByText('lead to the signed root of proof').count()).toBe(0)
  await page.unrouteAll()
  // That its proof was deleted is no answer for an award of the last 91 days.
  const gone = { code: 'proof_is_too_old', message: 'proof is too old', details: {} }
  await page.route('**/api/awards/*/proof', (route) => route.fulfill({ status: 410, json: gone }))
  await page.goto(`${origin}/awards/${entry_id}`)
  await page
    .getByText('This award is in no proof, although one has been made since.', { exact: false })
    .waitFor()
  await context.close()
})

test('the dashboard shows waiting items and money by day, without a CSP violation', async () => {
  const { page, faults } = await openBackOfficeAs('demo.finance')
  await page.getByRole('heading', { name: 'Liabilities and cash' }).waitFor()
  await page.locator('svg').first().waitFor()
  await page.getByLabel('Period').click()
  await page.getByRole('option', { name: '90 days' }).click()
  await expect.poll(() => page.url()).toContain('days=90')
  await adminAccessible(page)
  expect(faults).toEqual([])
  await page.getByRole('link', { name: /Withdrawals to approve/ }).click()
  await expect.poll(() => page.url()).toContain('/admin/withdrawals')
  await page.context().close()
})
