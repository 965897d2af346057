// What a person agreed to, in a browser: shown to everybody, in the account, and asked for when it has changed.
import { newId } from '@fairturn/contract/ids'
import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeSetting } from '../server/src/content/content.ts'
import { loadConfig } from '../server/src/platform/config.ts'
import { withSchemaOwnerUrl } from '../server/src/platform/database/command.ts'
import { makeProof, proofSecrets } from '../server/src/transparency/transparency.ts'
import { startServer } from '../testing/product.ts'
import { approveWaiting, inDatabaseOf, openBackOfficeAs } from './back-office.ts'
import { faultsInLargeText } from './fitting.ts'
import { earnAnAward } from './journeys.ts'
import { contextFor, DEMO_PASSWORD, ownOrigin, registerByApi, see } from './members.ts'
import { preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

test('a visitor without an account reads terms, privacy notice and imprint from the sign-in, in the language of the link', async () => {
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  for (const [name, text] of [
    ['Terms', 'What costs nothing'],
    ['Privacy notice', 'What is kept, and how long'],
    ['Imprint', 'Who runs this'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name }).click()
    await page.getByRole('heading', { name: text }).waitFor()
    expect(new URL(page.url()).pathname).not.toBe('/login')
    await page.goto(`${origin}/login`)
  }
  await context.close()

  const fresh = await browser.newContext({ serviceWorkers: 'block' })
  const fromLink = await fresh.newPage()
  await fromLink.goto(`${origin}/privacy-notice?locale=fr`)
  await fromLink.getByRole('heading', { name: 'Ce qui est conservé, et combien de temps' }).waitFor()
  expect(await fromLink.locator('html').getAttribute('lang')).toBe('fr')
  await fresh.close()
})

test('a device without a choice is offered its browser’s language in that language, once', async () => {
  const context = await browser.newContext({ locale: 'ja-JP', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: '日本語で続ける' }).click()
  await page.getByRole('heading', { name: 'ログイン' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'ログイン' }).waitFor()
  expect(await page.getByRole('button', { name: '日本語で続ける' }).count()).toBe(0)
  await context.close()
})

test('signing up names every fault at once, and keeps what was typed over a reload, without the password', async () => {
  const context = await contextFor(browser, null)
  const page = await context.newPage()
  await page.goto(`${origin}/register`)
  await page.getByLabel('Username').fill('x')
  await page.getByLabel('Phone number').fill('12')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Repeat password').fill('other')
  await page.getByRole('button', { name: 'Create account' }).click()
  for (const fault of [
    /3 to 30 characters/,
    /phone number/i,
    /at least 8 characters/,
    /do not match/,
    /code is required/i,
    /agree to the terms/,
  ])
    await page.locator('form').getByText(fault).last().waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('x')
  expect(await page.getByLabel('Phone number').inputValue()).toBe('12')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  const stored = await page.evaluate<string>('JSON.stringify(sessionStorage)')
  expect(stored).not.toContain('short')
  await context.close()
})

test('new terms are asked for after signing in and again when something new is refused; Later leaves the rest', async () => {
  const server = await startServer({}, preparedDir())
  try {
    const session = await registerByApi(server.origin, 'agreed.before')
    await inDatabaseOf(server.dataDir, async (database) => {
      const { rows } = await database.query<{ id: string }>({
        text: 'select id from operator order by id limit 2',
      })
      await database.query({
        text: `insert into terms_version (number, announced_at, in_force_at, proposed_by, approved_by, told_at)
          values (2, now() - interval '40 days', now() - interval '1 hour', $1, $2, now())`,
        values: rows.map(({ id }) => id),
      })
      await database.query({
        text: `insert into terms_text (version, name, locale, html)
          select 2, p.name, l.code, '<h2>Second version of ' || p.name || '</h2>'
          from (values ('terms'), ('privacy-notice')) p (name), locale l`,
      })
    })
    const context = await contextFor(browser, session)
    const page = await context.newPage()
    await page.goto(`${server.origin}/individual`)
    const dialog = page.getByRole('dialog', { name: 'Our terms have changed' })
    await dialog.waitFor()
    expect(await faultsInLargeText(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Privacy notice' }).click()
    await dialog.getByRole('heading', { name: 'Second version of privacy-notice' }).waitFor()
    await dialog.getByRole('button', { name: 'Later' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.goto(`${server.origin}/withdraw`)
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    expect(await dialog.count()).toBe(0)

    await page.goto(`${server.origin}/order-detail`)
    await dialog.getByRole('button', { name: 'Agree' }).click()
    await see(page, 'Thank you, your agreement is saved')
    await page.goto(`${server.origin}/account-detail`)
    await see(page, /version 2, agreed on/)
    await page.goto(`${server.origin}/order-detail`)
    await page.getByRole('button', { name: 'Take' }).waitFor()
    await context.close()
  } finally {
    await server.stop()
  }
})

test('new terms are written, proposed and approved in the back office, and asked for at the sign-in after their day', async () => {
  const server = await startServer({}, preparedDir())
  try {
    await registerByApi(server.origin, 'agrees.later')
    const first = await openBackOfficeAs('demo.content', '/admin/pages/terms.en/show', server)
    const propose = async (reason: string, button: string) => {
      await first.page.getByRole('button', { name: button, exact: true }).click()
      const dialog = first.page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name: button, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await first.page.locator('.ProseMirror').click()
    await first.page.keyboard.press('Control+A')
    await first.page.keyboard.type('Whoever answers within a day is thanked.')
    await propose('Members asked how soon we answer.', 'Propose a change')
    await first.page.getByText(/demo.content proposed a change/).waitFor()
    await approveWaiting('demo.owner', server)

    await first.page.goto(`${server.origin}/admin/pages`)
    await propose('The terms say how soon we answer.', 'Propose a new version')
    await first.page.getByText('Proposed. A second person decides.').waitFor()
    const second = await openBackOfficeAs('demo.owner', '/admin/approvals', server)
    await second.page.getByRole('cell', { name: 'New version of the terms' }).first().click()
    await second.page.locator('ins', { hasText: 'within a day' }).first().waitFor()
    await second.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await second.page.getByText('Approved and executed').waitFor()
    expect([...first.faults, ...second.faults]).toEqual([])
    await second.page.context().close()
    await first.page.context().close()

    const signInByForm = async () => {
      const context = await contextFor(browser, null)
      const page = await context.newPage()
      await page.goto(`${server.origin}/login`)
      await page.getByLabel('Username or phone number').fill('agrees.later')
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('navigation').last().waitFor()
      return page
    }
    const early = await signInByForm()
    const asked = (page: Page) => page.getByRole('dialog', { name: 'Our terms have changed' })
    // Announced, it can be read; nobody is asked yet.
    await early.goto(`${server.origin}/terms`)
    await early.getByRole('button', { name: 'Read the new version' }).click()
    await see(early, 'within a day')
    expect(await asked(early).count()).toBe(0)
    await early.context().close()

    // Its day has come. No process may change the day of a version, so the schema owner does.
    await withSchemaOwnerUrl(loadConfig({ DATA_DIR: server.dataDir }), async (url) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rowCount } = await client.query(
        `update terms_version set announced_at = now() - interval '40 days', in_force_at = now() - interval '1 hour'
          where number = 2`,
      )
      await client.end()
      expect(rowCount).toBe(1)
    })
    const due = await signInByForm()
    await asked(due).getByRole('button', { name: 'Terms', exact: true }).click()
    await asked(due).getByText('within a day').waitFor()
    await asked(due).getByRole('button', { name: 'Later' }).click()
    await asked(due).waitFor({ state: 'hidden' })
    await due.goto(`${server.origin}/withdraw`)
    await due.getByRole('button', { name: 'Withdraw' }).waitFor()
    expect(await asked(due).count()).toBe(0)
    await due.context().close()
    // Put off for that session alone.
    const again = await signInByForm()
    await asked(again).getByRole('button', { name: 'Agree' }).click()
    await see(again, 'Thank you, your agreement is saved')
    await again.context().close()
  } finally {
    await server.stop()
  }
})

test('in euro the whole way is in euro, and the deposit leads to the configured host', async () => {
  const server = await startServer({ DEPOSIT_LINK_HOSTS: 'pay.example.com' }, preparedDir())
  try {
    await inDatabaseOf(server.dataDir, async (database) => {
      await database.transaction(async (tx) => {
        await changeSetting(tx, 'currency', 'EURO')
        await changeSetting(tx, 'link_deposit', 'https://pay.example.com/in')
      })
      // The demo's proof is in dollars, which a device would report as soon as it has checked it.
      await makeProof(database, proofSecrets(loadConfig({ DATA_DIR: server.dataDir })), 'system')
    })
    const username = `euro.${newId(new Date()).slice(-6)}`
    const { origin } = server
    const award = await earnAnAward(
      browser,
      { origin, links: server.origin, sign: '€' },
      { username, phone: '+84976543210' },
    )
    expect(award).toMatch(/^€\s\d+,\d{2}$/)
    const context = await contextFor(browser, null)
    const page = await context.newPage()
    await page.goto(`${origin}/login`)
    await page.getByLabel('Username or phone number').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const deposit = page.getByRole('main').getByRole('link', { name: 'Deposit' })
    expect(await deposit.getAttribute('href')).toBe('https://pay.example.com/in')
    for (const path of ['/', '/withdraw', '/account-detail?tab=statement', '/individual', '/transparency']) {
      await page.goto(origin + path)
      const shown = () => page.locator('body').innerText()
      await expect
        .poll(async () => [path, (await shown()).includes('€')], { timeout: 20_000 })
        .toEqual([path, true])
      expect([path, (await shown()).includes('$')]).toEqual([path, false])
    }
    await context.close()
  } finally {
    await server.stop()
  }
})
