// Several operators at one desk in a browser: who decided first, who has what in hand, and text that survives the tab of another
// language, the menu and the end of a session.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { adminAccessible } from './axe.ts'
import { inDatabaseOf, openBackOfficeAs, signInAs } from './back-office.ts'
import { ownOrigin, see } from './members.ts'
import { ownServer } from './servers.ts'

const origin = ownOrigin()

const openDecision = async (page: Page, key: 'a' | 'r') => {
  await page.getByText(/^Keys: .*a .*r /).waitFor()
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}

test('the second of two who decide learns who decided and when; the dialog closes and the page shows the new status', async () => {
  const first = await openBackOfficeAs('demo.support', '/admin/orders')
  await first.page.locator('tbody .RaDataTable-row').first().click()
  await first.page.getByText(/^Keys: /).waitFor()
  const path = new URL(first.page.url()).pathname
  const second = await openBackOfficeAs('demo.owner', path)
  await openDecision(second.page, 'r')
  await second.page.getByLabel('Reason').fill('One browser pressed the link again and again.')

  await openDecision(first.page, 'a')
  await first.page.locator('[role=dialog] button[type=submit]').click()
  await first.page.getByRole('dialog').waitFor({ state: 'detached' })

  await second.page.locator('[role=dialog] button[type=submit]').click()
  await see(second.page, /Last changed by demo\.support, \d\d-\d\d-\d{4}\s\d\d:\d\d/)
  await second.page.getByRole('dialog').waitFor({ state: 'detached' })
  expect([...first.faults, ...second.faults]).toEqual([])
  await first.page.context().close()
  await second.page.context().close()
})

test('what an operator has in hand is seen by the others in the list and on its page, and is taken over by a press', async () => {
  const first = await openBackOfficeAs('demo.support', '/admin/orders')
  await first.page.locator('tbody .RaDataTable-row').first().click()
  await first.page.getByRole('button', { name: 'Take', exact: true }).click()
  await see(first.page, 'You are working on this')
  const path = new URL(first.page.url()).pathname

  const second = await openBackOfficeAs('demo.owner', '/admin/orders')
  await see(second.page.locator('tbody'), 'demo.support is working on this')
  await adminAccessible(second.page)
  await second.page.goto(origin + path)
  await second.page.getByRole('button', { name: 'Take over' }).click()
  await see(second.page, 'You are working on this')

  await first.page.reload()
  await see(first.page, 'demo.owner is working on this')
  await second.page.getByRole('button', { name: 'Give back' }).click()
  await second.page.getByRole('button', { name: 'Take', exact: true }).waitFor()
  expect([...first.faults, ...second.faults]).toEqual([])
  await first.page.context().close()
  await second.page.context().close()
})

test('a page’s text survives another language’s tab, the menu, a reload and the end of the session, and can be discarded', async () => {
  const { page } = await openBackOfficeAs('demo.content', '/admin/pages/foundation-rules.en/show')
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

  const { data_dir } = ownServer()
  await inDatabaseOf(data_dir, (database) =>
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
