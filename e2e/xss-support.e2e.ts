// XSS vectors in what members, strangers, visitors and operators write to each other: nothing runs, nothing is fetched from
// elsewhere, no page violates its CSP, and each vector is read as it was written.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { type RunningServer, startServer, untilBuilt } from '../testing/product.ts'
import { RUN_ALL } from '../testing/run-all.ts'
import { type MailServer, startMailServer } from '../testing/smtp.ts'
import { approveWaiting, inDatabaseOf, openBackOfficeAs } from './back-office.ts'
import { packed, watched } from './canary.ts'
import { callApi, contextFor, see, signIn } from './members.ts'
import { preparedDir } from './servers.ts'
import { VECTORS } from './vectors.ts'
import { strangersBrowser } from './visits.ts'
import { browser } from './worker-browser.ts'

let server: RunningServer
let smtp: MailServer
beforeAll(async () => {
  smtp = await startMailServer()
  const port = String(await freePort())
  const variables = {
    PORT: port,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'no-reply@example.com',
  }
  server = await startServer(variables, preparedDir())
  await untilBuilt(server.origin)
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
})

/** Texts of people have no unseen characters: the calls refuse them, and a report leaves them out, tabs included. */
const TEXTS = VECTORS.filter((vector) => !/[^\P{Cc}\n\r]|\p{Cs}|\ufeff/u.test(vector))
/** As many texts of at most so many characters as hold every vector; one in six without `npm run test:all`. */
const textsOf = (longest: number): string[] =>
  packed(
    TEXTS.filter((_, i) => RUN_ALL || i % 6 === 0),
    longest,
  ).map((text) => text.trim())

/** Sends to the back office as its own code does; returns the status. */
const post = (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ([to, sent, key]) => {
      const headers = { 'content-type': 'application/json', 'x-staff': '1', 'idempotency-key': key }
      return (await fetch(`/api/backoffice/${to}`, { method: 'POST', headers, body: sent })).status
    },
    [path, JSON.stringify(body), randomUUID()] as const,
  )

/** Everything that fires without interaction has fired. */
const settle = (page: Page) => page.waitForTimeout(1500)

/** Line breaks of a text may be shown otherwise; nothing else. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Each text is there, word for word. */
async function readsAll(page: Page, texts: readonly string[]): Promise<void> {
  const shown = flat((await page.locator('body').textContent()) ?? '')
  for (const text of texts)
    expect([text.slice(0, 80), shown.includes(flat(text))]).toEqual([text.slice(0, 80), true])
}

test('in a conversation: what the member writes, answers, notes and templates', async () => {
  const { access_token } = await signIn(server.origin, 'minhanh')
  const texts = textsOf(4000)
  const [first, ...others] = texts
  const { _id } = await callApi<{ _id: string }>(
    server.origin,
    'conversations',
    { message: first },
    access_token,
  )
  for (const message of others)
    await callApi(server.origin, `conversations/${_id}/messages`, { message }, access_token)

  const { page: office } = await openBackOfficeAs('demo.support', '/admin/conversations', server)
  const breaches = await watched(office.context(), [office])
  for (const message of texts) {
    const status = await post(office, `conversations/${_id}/answer`, { message })
    expect([200, 409]).toContain(status)
  }
  const notes = textsOf(2000)
  for (const text of notes) expect(await post(office, `conversations/${_id}/note`, { text })).toBe(200)
  const names = textsOf(60).filter((name) => name.length <= 60)
  for (const [i, text] of textsOf(2000).entries())
    expect(await post(office, 'answer-templates', { name: names[i]!, locale: 'en', text })).toBe(200)

  // Answers that lead to somebody wait for a second person, who reads them first.
  const second = await openBackOfficeAs('demo.owner', '/admin/approvals', server)
  const seconds = await watched(second.page.context(), [second.page])
  const row = second.page.locator('tbody .RaDataTable-row').first()
  await row.waitFor()
  await row.click()
  await second.page.getByRole('button', { name: 'Approve' }).waitFor()
  await settle(second.page)
  await approveWaiting('demo.owner', server)

  for (const path of ['conversations', `conversations/${_id}/show`, 'answer-templates']) {
    await office.goto(`${server.origin}/admin/${path}`)
    await office.locator('#screen, main').first().waitFor()
    await office.getByRole('progressbar').first().waitFor({ state: 'detached' })
    await settle(office)
    if (path.endsWith('show')) await readsAll(office, [...texts, ...notes])
  }
  const context = await contextFor(browser, await signIn(server.origin, 'minhanh'))
  const members = await watched(context)
  const page = await context.newPage()
  await page.goto(`${server.origin}/support`)
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  await settle(page)
  await page.goto(`${server.origin}/support/${_id}`)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect.poll(() => log.getByRole('listitem').count()).toBe(texts.length * 2)
  await settle(page)
  await readsAll(page, texts)
  expect(await log.locator('img, a, svg, iframe, script, style').count()).toBe(0)
  expect([...breaches, ...seconds, ...members]).toEqual([])
  for (const each of [office.context(), second.page.context(), context]) await each.close()
})

test('in a statement of reasons', async () => {
  const session = await signIn(server.origin, 'seojun')
  const { page: office } = await openBackOfficeAs('demo.support', '/admin/conversations', server)
  const breaches = await watched(office.context(), [office])
  const reason = 'Bots opened the links.'
  expect(await post(office, `members/${session.user._id}/lock`, { kind: 'conduct', reason })).toBe(200)
  const subject = { kind: 'lock', _id: session.user._id }
  const asked = { subject, complaint: true, message: 'They were no bots.' }
  const { _id } = await callApi<{ _id: string }>(server.origin, 'conversations', asked, session.access_token)
  const [facts, rule, can_be_done] = textsOf(2000)
  const second = await openBackOfficeAs('demo.owner', '/admin/conversations', server)
  const decision = { verdict: 'not_upheld', facts, rule, machine: 'none', can_be_done }
  await post(second.page, `conversations/${_id}/decide`, decision)
  await approveWaiting('demo.owner2', server)
  await office.goto(`${server.origin}/admin/conversations/${_id}/show`)
  await see(office, 'Statement of reasons')
  await settle(office)
  await readsAll(office, [facts!, rule!, can_be_done!])
  const context = await contextFor(browser, session)
  const members = await watched(context)
  const page = await context.newPage()
  await page.goto(`${server.origin}/support/${_id}`)
  await page.getByRole('heading', { name: 'Statement of reasons' }).waitFor()
  await settle(page)
  await readsAll(page, [facts!, rule!, can_be_done!])
  expect([...breaches, ...members]).toEqual([])
  for (const each of [office.context(), second.page.context(), context]) await each.close()
})

test('in a stranger’s conversation, read by its mailed link and in the back office', async () => {
  const message = textsOf(4000)[0]!
  const email = 'nobody.in.particular@example.com'
  await callApi(server.origin, 'support/ask', { email, locale: 'en', message })
  const link = () => /http\S+\/support\/ask#\S+/.exec(smtp.mails.map(({ text }) => text).join('\n'))?.[0]
  await expect.poll(link, { timeout: 15_000 }).toBeDefined()
  const context = await contextFor(browser, null)
  const breaches = await watched(context)
  const page = await context.newPage()
  await page.goto(link()!)
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await see(page, 'We answer by')
  await settle(page)
  await readsAll(page, [message])
  const { page: office } = await openBackOfficeAs('demo.support', '/admin/conversations', server)
  const seen = await watched(office.context(), [office])
  await office.locator('tbody .RaDataTable-row', { hasText: 'Not signed in' }).first().click()
  await see(office, email)
  await settle(office)
  await readsAll(office, [message])
  expect([...breaches, ...seen]).toEqual([])
  await context.close()
  await office.context().close()
})

test('in a report of a visitor: the form that is refused, the outcome and the campaign’s reports', async () => {
  const [link] = await inDatabaseOf(server.dataDir, async (on) => {
    const sql = `select code, campaign_id from link where ended_at is null and ends_at > now() order by id desc limit 1`
    return (await on.query<{ code: string; campaign_id: string }>({ text: sql })).rows
  })
  const { code, campaign_id } = link!
  const context = await strangersBrowser(browser)
  const breaches = await watched(context)
  const page = await context.newPage()
  const notes = textsOf(1000).slice(0, RUN_ALL ? 8 : 2)
  for (const note of notes) {
    await page.goto(`${server.origin}/r/${code}/report`)
    await page.getByLabel('In your own words').fill(note)
    await page.evaluate(`document.querySelector('form').noValidate = true`)
    await page.waitForTimeout(1000)
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.getByRole('alert').waitFor()
    expect(flat(await page.getByLabel('In your own words').inputValue())).toBe(flat(note))
    await page.getByRole('radio', { name: /^Spam/ }).check()
    await page.waitForTimeout(1000)
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.getByRole('link', { name: 'See the outcome' }).click()
    await page.getByRole('heading', { name: 'We have received your report' }).waitFor()
  }
  await settle(page)
  const { page: office } = await openBackOfficeAs('demo.content', '/admin/reports', server)
  const seen = await watched(office.context(), [office])
  await office.goto(`${server.origin}/admin/campaigns/${campaign_id}/show`)
  await office.getByRole('heading', { name: 'Reports of visitors' }).waitFor()
  await settle(office)
  await readsAll(office, notes)
  expect([...breaches, ...seen]).toEqual([])
  await context.close()
  await office.context().close()
})
