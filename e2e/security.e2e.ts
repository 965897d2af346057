// Account security: one-time codes, recovery codes, a passkey and a forgotten password, and what a member reads when
// the account is locked.
import { createHmac } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lockMember } from '../server/src/members/members.ts'
import { freePort } from '../testing/free-port.ts'
import { startServer } from '../testing/product.ts'
import { type MailServer, startMailServer } from '../testing/smtp.ts'
import { accessible } from './axe.ts'
import { inDatabaseOf } from './back-office.ts'
import { addPasskey, signInByPasskey, signOut } from './journeys.ts'
import {
  callApi,
  contextFor,
  enterPhoneCode,
  ownOrigin,
  registerByApi,
  registerUnconfirmed,
  see,
} from './members.ts'
import { withAuthenticator } from './passkey.ts'
import { ownServer, preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
const PASSWORD = 'fairturn-demo'
const NEW_PASSWORD = 'another long one'

// ASVS V6.3.4 V6.4.3
test('codes, a passkey and a new password are created, used and required in a browser', async () => {
  const session = await registerByApi(origin, 'keykeeper')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await withAuthenticator(await context.newCDPSession(page))

  await page.goto(`${origin}/individual/security`)
  const { secret, codes } = await turnOnCodes(page)
  expect(codes).toHaveLength(10)
  await addPasskey(page)

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL(`${origin}/login`)
  await signInWithCode(page, secret)
  await signOut(page, origin)
  await signInByPasskey(page)
  await signOut(page, origin)

  await setNewPassword(page, codes[0]!)
  await page.getByLabel('Username or phone number').fill('keykeeper')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(codes[1]!)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(page, 'Available balance')
  await page.goto(`${origin}/individual/security`)
  await see(page, '8 left')
  await turnOffByPasskeyAndCode(page, codes[2]!)
  expect(faults).toEqual([])
  await context.close()
})

test('a phone number is changed by a code sent to the new one', async () => {
  const context = await contextFor(browser, await registerUnconfirmed(origin, 'renumbered'))
  const page = await context.newPage()
  await page.goto(`${origin}/individual/security`)
  await see(page, 'Not confirmed')
  await page.getByRole('button', { name: /Phone number/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change phone number' })
  await dialog.getByLabel('New phone number').fill('+84 912 779 333')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Change' }).click()
  await accessible(page)
  await enterPhoneCode(page)
  await see(page, 'Phone number changed')
  await see(page, '+84912779333')
  expect(await page.getByText('Not confirmed').count()).toBe(0)
  await context.close()
})

test('an email address is confirmed, and a forgotten password replaced, by mailed links', async () => {
  const smtp = await startMailServer()
  const port = String(await freePort())
  const variables = {
    PORT: port,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'no-reply@example.com',
  }
  const server = await startServer(variables, preparedDir())
  try {
    const session = await registerByApi(server.origin, 'mailkeeper')
    const context = await contextFor(browser, session)
    const page = await context.newPage()
    await page.goto(`${server.origin}/individual/security`)
    await page.getByRole('button', { name: /^Email/ }).click()
    await page.getByRole('dialog').getByLabel('Email').fill('mailkeeper@example.com')
    await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.goto(await linkOf(smtp, 'confirm-email'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await see(page, 'mailkeeper@example.com')

    await page.goto(`${server.origin}/forgot-password`)
    await page.getByRole('button', { name: /^Link by email/ }).click()
    await page.getByLabel('Username or phone number').fill('mailkeeper')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    await page.goto(await linkOf(smtp, 'forgot-password'))
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Repeat new password').fill(NEW_PASSWORD)
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await page.getByRole('heading', { name: 'Password changed' }).waitFor()
    const credentials = { username: 'mailkeeper', password: NEW_PASSWORD }
    expect(await callApi(server.origin, 'auth/login', credentials)).toHaveProperty('access_token')
    await context.close()
  } finally {
    await server.stop()
    await smtp.close()
  }
})

test('a lock is explained with reason, start and next step: for conduct on Home and Me, for security at the sign-in', async () => {
  const session = await registerByApi(origin, 'lockedout')
  const member_id = session.user._id
  const lock = (kind: 'conduct' | 'security', reason: string) =>
    inDatabaseOf(ownServer().dataDir, (database) =>
      database.transaction((tx) => lockMember(tx, { member_id, kind, reason, actor: 'operator:first' })),
    )
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(origin)
  await see(page, 'Available balance')
  expect(await page.getByText('Your account has been locked').count()).toBe(0)

  await lock('conduct', 'Bots opened your links')
  for (const path of ['/', '/individual']) {
    await page.goto(origin + path)
    const note = lockNote(page)
    await note.waitFor()
    expect(await textOf(note)).toMatch(
      /^Your account has been locked\nBots opened your links\nUnlocking never costs anything: do not pay anybody for it\.\nSince \d\d\u2011\d\d\u2011\d{4} \d\d:\d\d:\d\d\nYou can still sign in, view everything and withdraw your money\.\nObject or ask$/,
    )
    await see(page, 'Available balance')
    await accessible(page)
  }

  await lock('security', 'Somebody signed in from another country.')
  await page.waitForURL((at) => at.pathname === '/login' && at.searchParams.get('next') === '/individual')
  await lockNote(page).waitFor()
  const lockText = await textOf(lockNote(page))
  expect(lockText).toMatch(
    /^Your account has been locked\nSomebody signed in from another country\.\nUnlocking never costs anything: do not pay anybody for it\.\nSince [\u2011\d]{10} [:\d]{8}\nuntil [\u2011\d]{10} [:\d]{8}\nSomebody else may have had access\. Nobody can sign in, and withdrawals are on hold\.\nGet back in with a recovery code or a link by email\nIt protects your money, so it does not end because we are slow to answer\.\nContact support$/,
  )
  expect(await page.getByText('Your session has ended').count()).toBe(0)
  expect(await page.evaluate<string[]>('Object.keys(sessionStorage)')).toEqual(['locale'])
  await accessible(page)

  await page.getByLabel('Username or phone number').fill('lockedout')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const refused = page.waitForResponse((response) => response.url().endsWith('auth/login'))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect((await refused).status()).toBe(423)
  expect(await textOf(lockNote(page))).toBe(lockText)
  await page.getByRole('link', { name: 'Get back in' }).click()
  await page.waitForURL(`${origin}/forgot-password`)
  await context.close()
})

const lockNote = (page: Page) => page.getByText('Your account has been locked').locator('..')
/** Text with one line per paragraph. */
const textOf = async (part: Locator) => (await part.innerText()).replaceAll(/\n+/g, '\n')

/** The mailed link to this screen, once it has arrived; notifications are mailed, too. */
async function linkOf(smtp: MailServer, screen: string): Promise<string> {
  const link = () =>
    new RegExp(`https?://\\S+/${screen}\\S*`).exec(smtp.mails.map(({ text }) => text).join('\n'))?.[0]
  await expect.poll(link).toBeDefined()
  return link()!
}

async function turnOnCodes(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: /^One-time codes/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Password is required').waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await accessible(page)
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
  await dialog.getByLabel('Code shown in the app').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText(/This code is not correct/).waitFor()
  await dialog.getByLabel('Code shown in the app').fill(totp(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await accessible(page)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(kept.suggestedFilename()).toBe('Fairturn-recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await see(page, '10 left')
  return { secret, codes }
}

async function signInWithCode(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Username or phone number').fill('keykeeper')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Enter code' }).waitFor()
  await accessible(page)
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(page, 'This code is not correct')
  // The current code was used to turn them on; the code of the next time step is also accepted.
  await code.fill(totp(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(page, 'Available balance')
}

async function setNewPassword(page: Page, code: string): Promise<void> {
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: /^Recovery code/ }).click()
  await page.getByLabel('Username or phone number').fill('keykeeper')
  await page.getByLabel('Recovery code').fill('0000-0000-0000-0000')
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repeat new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await see(page, 'Username or recovery code is incorrect')
  await page.getByLabel('Recovery code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByRole('heading', { name: 'Password changed' }).waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
}

async function turnOffByPasskeyAndCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: /^One-time codes/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Authenticator code or recovery code').fill(code)
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
  await dialog.waitFor({ state: 'detached' })
  await see(page, 'A second step when you sign in')
}

/** The six digits of RFC 6238 for this time step, or a later one. */
function totp(base32: string, later = 0): string {
  const bits = Array.from(base32, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const mac = createHmac('sha1', key).update(step).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
