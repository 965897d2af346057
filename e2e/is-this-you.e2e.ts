import { expect, test } from 'vitest'
import { createMessageCode } from '../server/src/notices/message-codes.ts'
// Whether a message is from us, on the screen that anybody reaches: by whoever got it, by a stranger, and for a forged one.
import { loadConfig } from '../server/src/platform/config.ts'
import { accessible, applyTheme } from './axe.ts'
import { inDatabaseOf } from './back-office.ts'
import { callApi, contextFor, ownOrigin, registerByApi, see, signIn } from './members.ts'
import { ownServer } from './servers.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
const PATH = '/support/is-this-you'

/** A code as a mail to the member carries it; a demo sends no mails. */
async function codeOf(token: string): Promise<string> {
  const { _id: member_id } = await callApi<{ _id: string }>(origin, 'auth/me', undefined, token)
  const { dataDir } = ownServer()
  const { secret } = loadConfig({ DATA_DIR: dataDir })
  return (await inDatabaseOf(dataDir, (database) =>
    createMessageCode(database, secret, { member_id, subject: 'withdrawals', channel: 'mail' }),
  ))!
}

test('without an account a genuine code pasted in any writing says to whom and when, and a forged one no', async () => {
  const { access_token } = await signIn(origin, 'thuha.dn')
  const code = await codeOf(access_token)
  const context = await contextFor(browser, null, { locale: 'en', theme: 'light', width: 360 })
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByRole('link', { name: 'Is this message from us?' }).click()
  await page.waitForURL(origin + PATH)
  await see(page, /We write first only by email and by push notification/)
  const field = page.getByRole('textbox', { name: 'Message code' })
  const check = page.getByRole('button', { name: 'Check', exact: true })
  const status = page.locator('main [role=status]')

  await check.click()
  await see(page, 'Enter the code from the message')
  expect(await page.evaluate('document.activeElement.name')).toBe('code')
  await accessible(page)

  // A code of another form takes no try.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const other of ['ab', '481516', 'U7QF-9M2X']) {
    await field.fill(other)
    await check.click()
    await see(page, /If the email or notification has no such code, it is not from us\./)
  }
  expect(asked.filter((path) => path.endsWith('/support/verify'))).toEqual([])
  await accessible(page)

  await field.fill(` ${code.toLowerCase().replace('-', ' ')} `)
  await field.press('Enter')
  await status.getByRole('heading', { name: 'Yes, from us' }).waitFor()
  const said = await status.innerText()
  expect(said).toContain('thu****n')
  expect(said).toMatch(/\d{2}-\d{2}-\d{4} \d{2}:\d{2}/)
  expect(said).toContain('Withdrawals')
  expect(said).toContain('If that is not you, it was not written to you.')
  await accessible(page)
  await applyTheme(page, 'dark')
  await accessible(page)

  // What is said of one code does not stand beside another.
  await field.fill('0000-0000')
  await expect.poll(() => status.innerText()).toBe('')
  await check.click()
  await status.getByRole('heading', { name: 'No, not from us' }).waitFor()
  await accessible(page)
  await applyTheme(page, 'light')
  await accessible(page)
  await context.close()
})

test('signed in as somebody else a genuine code says only that it was not written to them', async () => {
  const { access_token } = await signIn(origin, 'thuha.dn')
  const code = await codeOf(access_token)
  const session = await registerByApi(origin, 'got it forwarded')
  const context = await contextFor(browser, session, { locale: 'en', theme: 'light', width: 570 })
  const page = await context.newPage()
  await page.goto(`${origin}/support`)
  await page.getByRole('link', { name: 'Is this message from us?' }).click()
  await page.getByRole('textbox', { name: 'Message code' }).fill(code)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const status = page.locator('main [role=status]')
  await status.getByRole('heading', { name: 'No, not to you' }).waitFor()
  expect(await status.innerText()).not.toMatch(/thu|\d{2}-\d{2}-\d{4}|Withdrawals/)
  await accessible(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(`${origin}/support`)
  await context.close()
})
