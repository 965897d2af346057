// A member's account: the history of their level, staff actions, the export of their data, and closing it.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { accessible } from './axe.ts'
import { callApi, contextFor, ownOrigin, registerByApi, see, signIn } from './members.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
const PASSWORD = 'fairturn-demo'

test('a member with money sees staff actions, exports their data, and is shown the obstacles to closing the account', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/account-detail`)
  await see(page, 'Level 2: bought')
  await accessible(page)
  await page.getByRole('tab', { name: 'Staff activity' }).click()
  const events = page.getByRole('region', { name: 'Staff activity' })
  await events.getByRole('listitem').first().waitFor()
  await accessible(page)

  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('button', { name: /^Download your data/ }).click()
  await page.getByLabel('Your password').fill('not this one')
  await page.getByRole('button', { name: 'Download file' }).click()
  await see(page, 'The current password is incorrect')
  await page.getByLabel('Your password').fill(PASSWORD)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download file' }).click()
  const text = await readFile(await (await file).path(), 'utf8')
  const everything = JSON.parse(text) as { profile: { username: string }; statement: unknown[] }
  expect(everything.profile.username).toBe('thuha.dn')
  expect(everything.statement.length).toBeGreaterThan(10)

  await page.getByRole('button', { name: /^Close account/ }).click()
  await see(page, 'You still have money in your account')
  await accessible(page)
  expect(await page.getByLabel('Your password').count()).toBe(0)
  await page.getByRole('link', { name: /^You still have money in your account/ }).click()
  await page.waitForURL(`${origin}/withdraw`)
  await context.close()
})

test('a member without obligations closes the account, which requires the password', async () => {
  const session = await registerByApi(origin, 'leaving soon')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(`${origin}/account-detail?tab=staff`)
  await see(page, 'No staff activity')
  await page.getByRole('tab', { name: 'Details' }).click()
  await see(page, 'You are at the first level')
  await page.getByRole('button', { name: /^Close account/ }).click()
  await see(page, 'Kept, as required by law')
  await accessible(page)
  await page.getByRole('button', { name: 'Close account permanently', exact: true }).click()
  await see(page, 'Password is required')
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Close account permanently', exact: true }).click()
  await page.waitForURL(`${origin}/login`)
  await see(page, 'Your account is closed and your personal data has been deleted')
  await expect(callApi(origin, 'auth/me', undefined, session.access_token)).rejects.toThrow('401')

  await page.getByLabel('Username or phone number').fill('leaving soon')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(page, 'Username or password is incorrect')
  await context.close()
})
