// The queues in a browser: campaigns reviewed by keyboard, an order decided by one operator and its objection by
// another, a member's details opened with a reason that the member can read, and a ring decided at once.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { linkMembers } from '../server/src/members/members.ts'
import { adminAccessible } from './axe.ts'
import { inDatabaseOf, openBackOfficeAs } from './back-office.ts'
import { callApi, ownOrigin, signIn } from './members.ts'
import { ownServer } from './servers.ts'

const origin = ownOrigin()

const headingOf = async (page: Page) => (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''

async function openFirst(page: Page): Promise<void> {
  await page.locator('tbody .RaDataTable-row').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText(/^Keys: .*j next, k previous$/).waitFor()
}

test('a campaign is reviewed by keyboard with the visitors’ page; a decision opens the next one', async () => {
  const { page, faults } = await openBackOfficeAs('demo.content', '/admin/campaigns')
  await page.getByRole('menuitem', { name: /^Campaigns, \d+ waiting/ }).waitFor()
  await openFirst(page)
  await page.getByText('Keys: a approve, r reject, j next, k previous').waitFor()
  const first = await headingOf(page)
  const preview = page.frameLocator('iframe[title="As visitors see it"]')
  await preview.getByText('Sponsored').first().waitFor()
  // Its styles are applied: without them the page would be as wide as its picture.
  const image = preview.locator('img').first()
  await image.waitFor()
  expect((await image.boundingBox())!.width).toBeLessThan(420)
  await adminAccessible(page)

  await page.keyboard.press('r')
  await page.getByLabel('Reason').fill('The page it leads to sells something else.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Rejected and refunded').waitFor()
  await expect.poll(() => headingOf(page)).not.toBe(first)

  await page.getByText('Keys: a').waitFor()
  await page.keyboard.press('a')
  await page.getByText('Members can take its orders immediately.').waitFor()
  await page.locator('[role=dialog] button[type=submit]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Nothing else to do in this queue.').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/campaigns')
  expect(faults).toEqual([])
  await page.context().close()
})

test('the dashboard and the menu open what they count, whichever tab of the list was open last', async () => {
  const { page, faults } = await openBackOfficeAs('demo.finance', '/admin/bank-lines')
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  for (const lead of [
    async () => {
      await page.getByRole('menuitem', { name: 'Dashboard' }).click()
      await page
        .locator('main')
        .getByRole('link', { name: /^Bank lines/ })
        // What is proposed waits for others, in a card of its own.
        .first()
        .click()
    },
    () => page.getByRole('menuitem', { name: /^Bank lines, \d+ waiting/ }).click(),
  ]) {
    await tab(/^Resolved/).click()
    await expect.poll(() => tab(/^Resolved/).getAttribute('aria-selected')).toBe('true')
    await lead()
    await expect.poll(() => tab(/^To review/).getAttribute('aria-selected')).toBe('true')
  }
  expect(faults).toEqual([])
  await page.context().close()
})

test('a key decides also while the focus is on the box that was just ticked', async () => {
  const { page, faults } = await openBackOfficeAs('demo.support', '/admin/orders')
  await openFirst(page)
  const box = page.locator('main table input[type=checkbox]:not([disabled])').last()
  await box.focus()
  await page.keyboard.press('Space')
  await page.getByText(/^Keys: .*a .*r /).waitFor()
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  expect(faults).toEqual([])
  await page.context().close()
})

interface QueueAnswer {
  list: { _id: string; carrier: { username: string }; reasons: { reason: string }[] }[]
}

/** The queue's response for the operator signed in on this page. */
const queueOf = (page: Page, path: string): Promise<QueueAnswer> =>
  page.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { 'x-staff': '1' } })
    return ((await answer.json()) as { data: QueueAnswer }).data
  }, `/api/backoffice/${path}`)

test('one operator refuses an unusual order, its carrier objects, and only another operator decides that', async () => {
  const support = await openBackOfficeAs('demo.support', '/admin/orders')
  const { page } = support
  await page.getByText('Orders not decided by their due time').waitFor()
  const { list } = await queueOf(page, 'orders/reviews')
  const order = list.find(({ reasons }) => reasons.some(({ reason }) => reason === 'mostly_refused'))
  await page.goto(`${origin}/admin/orders/${order!._id}/show`)
  await page.getByText(/visits by people were refused/).waitFor()
  await page.getByText(/no decision by .* this order is paid in full/).waitFor()
  await adminAccessible(page)
  await page.keyboard.press('r')
  await page.getByLabel('Reason').fill('One browser pressed the link again and again.')
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse all verified' }).click()
  await page.getByText('Refused; the member sees the reason').waitFor()

  const { username } = order!.carrier
  const { access_token } = await signIn(origin, username)
  await callApi(origin, `orders/${order!._id}/object`, { note: 'They were my neighbours.' }, access_token)

  await page.goto(`${origin}/admin/objections?sort=made_at&order=DESC`)
  await openFirst(page)
  await page.getByText('You made the first decision').waitFor()
  // Shortcuts of actions that are not allowed are not offered, and have no effect.
  await page.getByText('Keys: j next, k previous', { exact: true }).waitFor()
  await page.keyboard.press('a')
  expect(await page.getByRole('dialog').count()).toBe(0)
  const address = new URL(page.url()).pathname
  expect(support.faults).toEqual([])
  await page.context().close()

  const owner = await openBackOfficeAs('demo.owner', address)
  await owner.page.getByText('They were my neighbours.').waitFor()
  await owner.page.getByText('One browser pressed the link again and again.').waitFor()
  await adminAccessible(owner.page)
  await owner.page.keyboard.press('a')
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Uphold all' }).click()
  await owner.page.getByText('Decided; the member is notified').waitFor()
  expect(owner.faults).toEqual([])
  await owner.page.context().close()
})

test('selected orders are paid by one call each, one without a response is retried with its key; opening a member needs a reason that the member can read', async () => {
  const { page, faults } = await openBackOfficeAs('demo.owner2', '/admin/orders')
  await page.locator('tbody .RaDataTable-row').first().waitFor()
  await page.getByRole('checkbox', { name: /select all/i }).check()
  await page.getByRole('button', { name: 'Pay without a look' }).click()
  const dialog = page.getByRole('dialog')
  const keys: string[] = []
  await page.route('**/api/backoffice/orders/reviews/*/decide', (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    return keys.length === 1 ? route.abort() : route.continue()
  })
  await dialog.locator('tbody tr').first().waitFor()
  const rows = await dialog.locator('tbody tr').count()
  await dialog.getByRole('button', { name: 'Pay without a look' }).click()
  await dialog.getByText(`${rows - 1} of ${rows} done`).waitFor()
  await dialog.getByRole('cell', { name: /^No answer/ }).waitFor()
  await adminAccessible(page)
  await dialog.getByRole('button', { name: 'Retry 1' }).click()
  await dialog.getByText(`${rows} of ${rows} done`).waitFor()
  expect([keys.length, new Set(keys).size, keys.at(-1)]).toEqual([rows + 1, rows, keys[0]])
  expect(await dialog.getByRole('cell', { name: 'Paid', exact: true }).count()).toBe(rows)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(async () => (await queueOf(page, 'orders/reviews')).list).toEqual([])

  await page.goto(`${origin}/admin/members?filter=${encodeURIComponent('{"search":"minhanh"}')}`)
  await openRow(page, 'minhanh')
  await page.getByLabel('Reason').fill('Ticket 4711 asks for it.')
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('heading', { level: 1, name: 'minhanh' }).waitFor()
  await page.getByText('award claimed').first().waitFor()
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('cell', { name: 'Ticket 4711 asks for it.' }).first().waitFor()
  await adminAccessible(page)

  // From the statement to the ledger entry, and from there to the member's statement.
  await page.getByRole('tab', { name: 'Money' }).click()
  await page.getByRole('link', { name: 'award claimed' }).first().click()
  await page.waitForURL(/\/admin\/entries\//)
  await page.getByRole('link', { name: 'Statement', exact: true }).click()
  await page.getByLabel('Reason').fill('Ticket 4711 asks for the entry.')
  await page.getByRole('button', { name: 'View' }).click()
  await page.locator('#statement tr.Mui-selected').getByText('award claimed').waitFor()
  expect(faults).toEqual([])
  await page.context().close()
  const { access_token } = await signIn(origin, 'minhanh')
  const { list } = await callApi<{ list: { reason: string | null }[] }>(
    origin,
    'account/acts',
    undefined,
    access_token,
  )
  // Between them, without a reason of their own, the lines of what was shown in full.
  expect(list.flatMap(({ reason }) => reason ?? []).slice(0, 2)).toEqual([
    'Ticket 4711 asks for the entry.',
    'Ticket 4711 asks for it.',
  ])
})

/** Links two carriers of the demo, each with an order that waits for an operator because of that. */
const makeRing = () =>
  inDatabaseOf(ownServer().dataDir, (database) =>
    database.transaction(async (tx) => {
      const { rows } = await tx.query<{ member_id: string; order_id: string; username: string }>({
        text: `with chosen as (
            select distinct on (o.member_id) o.id, o.member_id from orders o
            where o.status = 'distributing' and o.review_until is null
              and not exists (select from order_review r where r.order_id = o.id)
            order by o.member_id, o.id limit 2
          ), waiting as (
            update orders o set review_until = $1::timestamptz + interval '72 h' from chosen c where o.id = c.id
            returning o.id, o.member_id, o.highest_award_minor
          ), reviews as (
            insert into order_review (order_id, member_id, reasons, basis, award_minor, opened_at, due_at)
            select id, member_id, '{ring}', $2::jsonb, highest_award_minor, $1, $1::timestamptz + interval '72 h' from waiting
          )
          select w.id as order_id, w.member_id, m.username from waiting w join member m on m.id = w.member_id order by 2`,
        values: [
          tx.now,
          JSON.stringify([{ reason: 'ring', found: 6, among: 5, measure: null, unseen: null, limit: null }]),
        ],
      })
      const [one, other] = rows as [(typeof rows)[0], (typeof rows)[0]]
      await linkMembers(tx, one.member_id, [{ member_id: other.member_id, kind: 'device' }], tx.now)
      return [one, other] as const
    }),
  )

test('a ring is opened from a review, and the reviews that are selected in it are refused at once', async () => {
  const [one, other] = await makeRing()
  const { page, faults } = await openBackOfficeAs('demo.owner', `/admin/orders/${one.order_id}/show`)
  await page.getByRole('link', { name: 'Linked members and their orders' }).first().click()
  await page.getByRole('heading', { level: 1, name: `Linked members: ${one.username}` }).waitFor()
  await page.getByRole('cell', { name: 'Same device on one day' }).first().waitFor()
  const reviews = page.getByRole('table', { name: 'Orders waiting for review' })
  expect(await reviews.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await adminAccessible(page)
  await page.getByRole('button', { name: 'Select none' }).click()
  expect(await page.getByRole('button', { name: 'Pay 0 selected' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Refuse 2 selected' }).click()
  await page.getByLabel('Reason').fill('One device carried both of them.')
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse 2 selected' }).click()
  await page.getByText('2 of 2 decided').waitFor()
  await page.getByText('No order of these members waits for review.').waitFor()
  expect(faults).toEqual([])
  await page.context().close()
  for (const { username, order_id } of [one, other]) {
    const { access_token } = await signIn(origin, username)
    const order = await callApi<{ status: string; review_reason: string }>(
      origin,
      `orders/${order_id}`,
      undefined,
      access_token,
    )
    expect(order).toMatchObject({ status: 'expired', review_reason: 'One device carried both of them.' })
  }

  // An operator who may look at rings and not decide them has nothing to press.
  const finance = await openBackOfficeAs('demo.finance', `/admin/rings/${other.member_id}`)
  await finance.page.getByRole('cell', { name: 'Same device on one day' }).first().waitFor()
  expect(await finance.page.getByRole('button', { name: /selected$/ }).count()).toBe(0)
  expect(finance.faults).toEqual([])
  await finance.page.context().close()
})

async function openRow(page: Page, name: string): Promise<void> {
  await page.getByRole('cell', { name, exact: true }).click()
  await page.getByText('Why are you viewing this member?').waitFor()
}
