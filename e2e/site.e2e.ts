// Published content in a browser: a page in two languages and its older text restored, changes that need two people,
// and a broadcast that a member receives.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { adminAccessible } from './axe.ts'
import { approveWaiting, openBackOfficeAs } from './back-office.ts'
import { contextFor, ownOrigin, registerByApi } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
let page: Page
let faults: string[]

const shown = async (langCode: string, name = 'company-profile'): Promise<string> => {
  const answer = await fetch(`${origin}/api/${name}`, { headers: { langCode } })
  return ((await answer.json()) as { data: { content: string } }).data.content
}

async function say(reason: string, button: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a page is written in two languages, each shown in its own, and the older text is restored', async () => {
  ;({ page, faults } = await openBackOfficeAs('demo.content'))
  await page.getByRole('menuitem', { name: 'Pages' }).waitFor()
  const before = await shown('en')
  for (const [locale, words] of [
    ['en', 'Partners write to us first.'],
    ['fr', 'Les partenaires nous écrivent d’abord.'],
  ] as const) {
    await page.goto(`${origin}/admin/pages/company-profile.${locale}/show`)
    const editor = page.locator('.ProseMirror')
    await editor.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(words)
    const preview = page.frameLocator('iframe[title="As members see it"]')
    await preview.getByText(words).waitFor()
    await page.getByRole('button', { name: 'Propose a change' }).click()
    await say('Partners asked whom to write to.', 'Propose a change')
    await page.getByText(/demo.content proposed a change/).waitFor()
    await approveWaiting('demo.owner')
    await page.reload()
    await page.getByRole('heading', { name: 'Version 2' }).waitFor()
  }
  expect(await shown('en')).toBe('<p>Partners write to us first.</p>')
  expect(await shown('fr')).toContain('Les partenaires nous écrivent')
  expect(await shown('vn')).not.toContain('Partners')

  await page.goto(`${origin}/admin/pages/company-profile.en/show`)
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await say('The first text said more.', 'Restore version 1')
  await page.getByRole('heading', { name: 'Version 3' }).waitFor()
  expect(await shown('en')).toBe(before)
})

async function write(words: string) {
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(words)
}

test('the page with the receiving account changes after a second owner has approved the difference', async () => {
  const owner = await openBackOfficeAs('demo.owner')
  await page.context().close()
  ;({ page, faults } = owner)
  const before = await shown('fr', 'receive-account')
  await page.goto(`${origin}/admin/pages/receive-account.fr/show`)
  const [, first] = /<p>(.*?)<[/]?(?:strong|p)>/.exec(before)!
  await write('Nos coordonnées figurent sur l’écran de dépôt.')
  await page.getByRole('button', { name: 'Propose a change' }).click()
  await say('The old text was too long.', 'Propose a change')
  await page.getByText('Proposed. Another operator must approve it.').waitFor()
  expect(await shown('fr', 'receive-account')).toBe(before)
  await page.getByText(/demo.owner proposed a change/).waitFor()
  await adminAccessible(page)
  await page.getByRole('link', { name: 'Open proposal' }).click()
  await page.getByText('An operator other than the proposer must decide.').waitFor()
  // The shortcut of an action that is not allowed is not offered.
  expect(await page.getByText(/Keys: .*(approve|reject)/).count()).toBe(0)
  const address = new URL(page.url()).pathname

  const second = await openBackOfficeAs('demo.owner2', address)
  await second.page.locator('ins', { hasText: 'Nos coordonnées' }).waitFor()
  // The replaced text is shown too, even though it is the product's default.
  await second.page.locator('del', { hasText: first! }).waitFor()
  const preview = second.page.frameLocator('iframe[title="As members see it"]')
  await preview.getByText('Nos coordonnées').waitFor()
  await second.page.getByText('Keys: a approve, r reject').waitFor()
  await adminAccessible(second.page)
  await second.page.keyboard.press('a')
  await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await second.page.getByText('Approved and executed').waitFor()
  expect(await shown('fr', 'receive-account')).toBe('<p>Nos coordonnées figurent sur l’écran de dépôt.</p>')
  expect(second.faults).toEqual([])
  await second.page.context().close()
})

test('a level’s fee changes after a second person has approved it level by level; if rejected, it stays', async () => {
  const owner = await openBackOfficeAs('demo.owner', '/admin/levels')
  const fee = owner.page.getByLabel('Level 2 Fee')
  const was = await fee.inputValue()
  await fee.fill('25')
  await owner.page.getByRole('button', { name: 'Review and propose' }).click()
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByText('new fee for new purchases').waitFor()
  await dialog.getByLabel('Reason').fill('Level 2 gives more than it costs.')
  await dialog.getByRole('button', { name: 'Propose a change' }).click()
  await owner.page.getByText(/demo.owner proposed a change/).waitFor()
  await expect.poll(() => fee.inputValue()).toBe(was)
  await owner.page.getByRole('link', { name: 'Open proposal' }).click()
  await owner.page.locator('ins', { hasText: '25,00' }).waitFor()

  const second = await openBackOfficeAs('demo.owner2', new URL(owner.page.url()).pathname)
  const change = second.page.locator('dd')
  await change.locator('del', { hasText: '20,00' }).waitFor()
  expect(await change.count()).toBe(1)
  await adminAccessible(second.page)
  await second.page.getByRole('button', { name: 'Reject' }).click()
  await second.page.getByRole('dialog').getByLabel('Reason').fill('It stays as members know it.')
  await second.page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await second.page.getByText('Rejected').first().waitFor()
  await second.page.goto(`${origin}/admin/levels`)
  expect(await second.page.getByLabel('Level 2 Fee').inputValue()).toBe(was)
  expect(await second.page.getByText(/proposed a change/).count()).toBe(0)
  expect([...owner.faults, ...second.faults]).toEqual([])
  await owner.page.context().close()
  await second.page.context().close()
})

test('a broadcast is written, previewed, and sent once its reach is known', async () => {
  const member = await registerByApi(origin, 'hears of it')
  await page.goto(`${origin}/admin/broadcasts/create`)
  await page.getByLabel('Title').fill('Bảo trì chủ nhật')
  await page.getByLabel(/^Text/).fill('Chủ nhật từ 8 giờ đến 9 giờ có bảo trì.')
  await page.getByRole('tab', { name: /English/ }).click()
  await page.getByLabel('Title').fill('Maintenance on Sunday')
  await page.getByLabel(/^Text/).fill('On Sunday from 8 to 9 we maintain the service.')
  const preview = page.frameLocator('iframe[title="As members see it"]')
  await preview.getByText('Maintenance on Sunday').waitFor()
  await page.getByText(/Reaches \d+ members/).waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  // A demo sends no mail: it is read on the screen, in each language. Then sending is the main button, and says to how many.
  await page.getByText('Mail is not set up on this server').waitFor()
  expect(await page.getByRole('button', { name: 'Send to me first' }).count()).toBe(0)
  const send = page.getByRole('button', { name: /^Send now to \d+ members?$/ })
  expect(await send.getAttribute('class')).toContain('MuiButton-outlined')
  await page.getByRole('button', { name: 'Show it to me first' }).click()
  const shown = page.getByRole('dialog', { name: /Show it to me first.*Bảo trì chủ nhật/ })
  for (const [language, title] of [
    ['Vietnamese', 'Bảo trì chủ nhật'],
    ['English', 'Maintenance on Sunday'],
  ] as const)
    await shown.frameLocator(`iframe[title="As members see it: ${language}"]`).getByText(title).waitFor()
  await adminAccessible(page)
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'detached' })
  expect(await send.getAttribute('class')).toContain('MuiButton-contained')
  await send.click()
  await say('Everybody should know in time.', 'Send now')
  await approveWaiting('demo.owner2')
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByText('Recipients').waitFor()
      return await page.getByText('Sent', { exact: true }).count()
    })
    .toBeGreaterThan(0)

  const context = await contextFor(browser, member)
  const app = await context.newPage()
  await app.goto(`${origin}/`)
  await app.getByRole('link', { name: /Notifications, \d+ unread/ }).waitFor()
  await app.goto(`${origin}/notification`)
  await app.getByText('Maintenance on Sunday').waitFor()
  await context.close()
})

test('a picture for the popup is uploaded, refused without a description, and shown to a member with it', async () => {
  await page.goto(`${origin}/admin/popups?locale=en`)
  const preview = page.frameLocator('iframe[title="As members see it"]')
  await preview.locator('img').waitFor()
  await choose('Choose image', Buffer.from('This is a text, whatever it is called.'))
  await page.getByText(/this file is not a supported image/i).waitFor()
  await choose('Choose image', await picture('#2740e6'))
  await preview.locator('img[src^="/files/"]').waitFor()
  const description = page.getByLabel('Image description (alt text)')
  await page.getByRole('button', { name: 'Propose a change' }).click()
  await expect.poll(() => description.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await description.fill('Our new office by the river')
  await adminAccessible(page)
  await page.getByRole('button', { name: 'Propose a change' }).click()
  await say('We have moved our office.', 'Propose a change')
  await approveWaiting('demo.owner2')
  await page.reload()
  await page.getByRole('heading', { name: 'Version 2' }).waitFor()

  const app = await homeOf('moves', true)
  await app.getByRole('button', { name: 'Close the steps' }).click()
  const shown = app.getByRole('img', { name: 'Our new office by the river' })
  await shown.waitFor()
  expect(await shown.getAttribute('width')).toBe('500')
  await app.context().close()

  await page.getByRole('button', { name: 'Use standard image' }).click()
  await preview.locator('img[src="/popup/en.webp"]').waitFor()
  await page.getByRole('button', { name: 'Propose a change' }).click()
  await say('The standard image again.', 'Propose a change')
  await page.getByRole('heading', { name: 'Version 3' }).waitFor()
})

test('a poster for the banner is uploaded and shown to a member, and the older one is restored', async () => {
  await page.goto(`${origin}/admin/banner`)
  const preview = page.frameLocator('iframe[title="As members see it"]')
  await preview.locator('video').waitFor()
  await choose('Choose poster image', await picture('#f2b32e'))
  await preview.locator('video[poster^="/files/"]').waitFor()
  await page.getByRole('button', { name: 'Propose a change' }).click()
  await say('A poster of our own.', 'Propose a change')
  await approveWaiting('demo.owner2')
  await page.reload()
  await page.getByRole('heading', { name: 'Version 2' }).waitFor()

  const app = await homeOf('watches')
  await app.locator('video[poster^="/files/"]').waitFor()
  const address = (await app.locator('video').getAttribute('poster'))!
  const answer = await app.request.get(new URL(address, origin).href)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp'])
  await app.context().close()

  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await say('The film has its own.', 'Restore version 1')
  await page.getByRole('heading', { name: 'Version 3' }).waitFor()
  await preview.locator('video:not([poster^="/files/"])').waitFor()
})

/** A PNG of one colour, 500 px wide. */
const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 500, height: 300, channels: 3, background } })
    .png()
    .toBuffer()

const choose = (label: string, buffer: Buffer) =>
  page
    .locator(`input[type=file][aria-label="${label}"]`)
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer })

/** Home of a new member. */
async function homeOf(username: string, popup = false): Promise<Page> {
  const context = await contextFor(browser, await registerByApi(origin, username), { popup })
  const app = await context.newPage()
  await app.goto(`${origin}/`)
  return app
}

test('no style or script of these screens was blocked by their CSP', () => {
  expect(faults).toEqual([])
})
