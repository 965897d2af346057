// The member's hub with notes and tags, the panel beside a queue, and the suggestion on an unmatched line.
import { expect, test } from 'vitest'
import { createCampaign, payCampaign } from '../server/src/campaigns/campaigns.ts'
import { wantedCampaign } from '../server/test/campaigns.ts'
import { adminAccessible } from './axe.ts'
import { inDatabaseOf, openBackOfficeAs } from './back-office.ts'
import { ownServer } from './servers.ts'

const idOf = (username: string) =>
  inDatabaseOf(ownServer().dataDir, async (database) => {
    const { rows } = await database.query<{ id: string }>({
      text: 'select id from member where username = $1',
      values: [username],
    })
    return rows[0]!.id
  })

test('the hub shows a member by tabs; a note is written, corrected and ended, a tag is put on and taken off', async () => {
  const id = await idOf('minhanh')
  const { page, faults } = await openBackOfficeAs('demo.owner', `/admin/members/${id}/show`)
  await page.getByRole('heading', { level: 1, name: 'minhanh' }).waitFor()
  await page.getByLabel('Reason').fill('Ticket 4712 asks for this.')
  await page.getByRole('button', { name: 'View' }).click()
  for (const tab of ['Orders', 'Campaigns', 'Access', 'Linked members', 'Notes', 'Money']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel', { name: tab }).waitFor()
    await adminAccessible(page)
  }
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByRole('textbox', { name: 'New note' }).fill('Calls on Mondays.')
  // What is typed stays while another tab is looked at.
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByRole('button', { name: 'Save note' }).click()
  const note = page.getByRole('article').filter({ hasText: 'Calls on Mondays.' })
  await note.getByText(/^demo\.owner, /).waitFor()
  await note.getByRole('button', { name: 'Correct' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'New note' }).fill('Calls on Tuesdays.')
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await note.getByText(/corrected by demo\.owner/).waitFor()
  const second = page.getByRole('article').filter({ hasText: 'Calls on Tuesdays.' })
  await second.getByRole('button', { name: 'End' }).click()
  await dialog.getByRole('button', { name: 'End' }).click()
  await second.getByText(/ended by demo\.owner/).waitFor()
  await page.getByLabel('One word').fill('press')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('button', { name: /^press/ }).press('Delete')
  await page.getByRole('button', { name: /^press/ }).waitFor({ state: 'detached' })
  await adminAccessible(page)
  expect(faults).toEqual([])
  await page.context().close()
})

/** Of a member with money, whose landing page nothing has looked at yet. */
async function placeCampaign(): Promise<string> {
  const member_id = await idOf('minhanh')
  return await inDatabaseOf(ownServer().dataDir, (database) =>
    database.transaction(async (tx) => {
      const landing_url = 'https://tea.example.com/never-checked'
      const { id } = await createCampaign(tx, wantedCampaign(tx, member_id, { visits: 20, landing_url }))
      await payCampaign(tx, { member_id, campaign_id: id })
      return id
    }),
  )
}

test('a member opens beside a campaign under review with the keyboard; Escape returns to the link, and typed text is asked about', async () => {
  const { page, faults } = await openBackOfficeAs(
    'demo.owner',
    `/admin/campaigns/${await placeCampaign()}/show`,
  )
  const link = page.locator('main a[href*="/members/"][href$="/show"]').first()
  const before = page.url()
  await link.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary')
  await panel.getByText('Why are you viewing this member?').waitFor()
  expect(new URL(page.url()).searchParams.get('panel')).toMatch(/^members:/)
  await adminAccessible(page)
  await panel.getByLabel('Reason').fill('Half a reason')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await panel.getByLabel('Reason').fill('The campaign is theirs.')
  await panel.getByRole('button', { name: 'View' }).click()
  await panel.getByRole('tab', { name: 'Money' }).waitFor()
  await adminAccessible(page)
  await panel.focus()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(page.url()).toBe(before)
  await page.locator('main a[href*="/members/"][href$="/show"]:focus').waitFor()
  expect(faults).toEqual([])
  await page.context().close()
})

test('a campaign whose landing page was not checked shows its address, and Approve warns', async () => {
  const campaign_id = await placeCampaign()
  const { page, faults } = await openBackOfficeAs('demo.owner', `/admin/campaigns/${campaign_id}/show`)
  await page.getByRole('row', { name: /^Address https?:/ }).waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByText('The landing page was not checked.', { exact: false }).waitFor()
  await adminAccessible(page)
  expect(faults).toEqual([])
  await page.context().close()
})
