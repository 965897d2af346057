// Support in the member app: a question with its draft, sent once; an answer read live; a refused withdrawal that a member
// objects to in Serbian, upheld by another operator, and paid after all.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { type RunningServer, startServer, untilBuilt } from '../testing/product.ts'
import { type MailServer, startMailServer } from '../testing/smtp.ts'
import { accessible, adminAccessible } from './axe.ts'
import { openBackOfficeAs } from './back-office.ts'
import { screenInLargeText } from './fitting.ts'
import { signOut } from './journeys.ts'
import {
  callApi,
  contextFor,
  cutAnswers,
  DEMO_PASSWORD,
  ownOrigin,
  registerByApi,
  see,
  signIn,
} from './members.ts'
import { ownServer, preparedDir } from './servers.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
/** Would act in a page that took it for more than text. */
const NAUGHTY = 'Where is it?\n<img src=x onerror="document.title=1"> javascript:alert(1) 😀'

interface Listed {
  list: { _id: string; status: string }[]
}
interface DemoListed {
  list: { status: string; complaint: { status: string } | null }[]
}
const listOf = async (token: string) =>
  (await callApi<Listed>(origin, 'conversations', undefined, token)).list

/** Calls the back office as an operator, as its own code does. */
async function asOperator(
  username: string,
  path: string,
  body: object,
  server: Pick<RunningServer, 'origin' | 'dataDir'> = ownServer(),
): Promise<void> {
  const { page } = await openBackOfficeAs(username, undefined, server)
  const answer = await page.evaluate(
    async ({ to, sent, key }) => {
      const headers = { 'content-type': 'application/json', 'x-staff': '1', 'idempotency-key': key }
      const response = await fetch(`/api/backoffice/${to}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(sent),
      })
      return { status: response.status, text: await response.text() }
    },
    { to: path, sent: body, key: randomUUID() },
  )
  await page.context().close()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
}

const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1)!

test('what is typed is a draft until it is sent, what is sent again is there once, and signing out leaves nothing of it', async () => {
  const session = await registerByApi(origin, 'asker')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(`${origin}/individual`)
  await page.getByRole('main').getByRole('link', { name: 'Support' }).click()
  await see(page, 'No conversations yet')
  await accessible(page)
  await page.getByRole('link', { name: 'New conversation' }).click()
  const message = page.getByLabel('Your message')
  await message.fill(NAUGHTY)
  await page.reload()
  await see(page, 'Your earlier input is still here')
  expect(await message.inputValue()).toBe(NAUGHTY)
  await accessible(page)

  const send = page.getByRole('button', { name: 'Send' })
  await context.setOffline(true)
  await send.click()
  await see(page, 'No connection: nothing was sent')
  await context.setOffline(false)
  const calls = await cutAnswers(page, '**/api/conversations')
  await send.click()
  await see(page, 'No response, so nothing is confirmed yet')
  expect(await message.inputValue()).toBe(NAUGHTY)
  // The key outlives the page.
  await page.reload()
  calls.cut = false
  await send.dblclick()
  await see(page, /^We answer by \d\d.\d\d.\d{4} \d\d:\d\d:\d\d\.$/)
  expect(new Set(calls.sent.map(({ key }) => key)).size).toBe(1)
  expect(await listOf(session.access_token)).toHaveLength(1)
  const log = page.getByRole('log', { name: 'Messages' })
  expect(await log.getByRole('listitem').locator('p').last().innerText()).toBe(NAUGHTY)
  expect(await page.title()).not.toBe('1')
  expect(await log.locator('img, a').count()).toBe(0)
  await accessible(page)
  expect(await screenInLargeText(page)).toEqual([])

  await message.fill('And another thing.')
  await send.dblclick()
  await expect.poll(() => log.getByRole('listitem').count()).toBe(2)
  await expect.poll(() => message.inputValue()).toBe('')
  await message.fill('Never sent.')
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).toContain('Never sent.')
  await signOut(page, origin)
  expect(await page.evaluate<string[]>('Object.keys(sessionStorage)')).toEqual(['locale'])
  expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('Never sent.')
  await context.close()
})

test('a conversation is solved, opened again, and another member’s is not there', async () => {
  const session = await registerByApi(origin, 'solver')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(`${origin}/support/new`)
  await page.getByLabel('Your message').fill('How long does it take?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'It is solved' }).click()
  await see(page, 'Not solved after all?')
  await accessible(page)
  await page.getByRole('button', { name: 'Open again' }).click()
  await see(page, 'We answer by')
  const stranger = await contextFor(browser, await registerByApi(origin, 'nosy'))
  const other = await stranger.newPage()
  await other.goto(`${origin}/support/${idOf(page)}`)
  await see(other, 'Conversation not found')
  expect(await other.getByText('How long does it take?').count()).toBe(0)
  await stranger.close()
  await context.close()
})

test('an operator’s answer is read live', async () => {
  const session = await registerByApi(origin, 'listener')
  const context = await contextFor(browser, session)
  const page = await context.newPage()
  await page.goto(`${origin}/support/new`)
  await page.getByLabel('Your message').fill('What is a turn?')
  await page.getByRole('button', { name: 'Send' }).click()
  await see(page, 'We answer by')
  const id = idOf(page)
  const list = await context.newPage()
  await list.goto(`${origin}/support`)
  await see(list, 'Waiting for us')
  await asOperator('demo.support', `conversations/${id}/answer`, {
    message: 'One order that you may receive.',
  })
  await see(page.getByRole('log'), 'One order that you may receive.')
  await see(page, 'Answered')
  expect(await page.getByText('We answer by').count()).toBe(0)
  await see(list, 'Answered')
  await context.close()
})

test('the demo has conversations in each state, and an upheld complaint leads to the rejected campaign as a draft', async () => {
  const server = await startServer({}, preparedDir())
  try {
    const states = []
    for (const username of ['thuha.dn', 'minhanh', 'haruka', 'maisonlune']) {
      const { access_token } = await signIn(server.origin, username)
      const { list } = await callApi<DemoListed>(server.origin, 'conversations', undefined, access_token)
      for (const { status, complaint } of list) states.push([username, status, complaint?.status])
    }
    expect(states).toEqual([
      ['thuha.dn', 'open', undefined],
      ['minhanh', 'answered', undefined],
      ['haruka', 'solved', undefined],
      ['maisonlune', 'answered', 'upheld'],
    ])
    const context = await contextFor(browser, await signIn(server.origin, 'maisonlune'))
    const page = await context.newPage()
    await page.goto(`${server.origin}/`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support' }).click()
    await page.waitForURL(`${server.origin}/support`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Campaign · Maison Lune/ })
      .click()
    await see(page, 'Your complaint was upheld.')
    await page.getByRole('heading', { name: 'Statement of reasons' }).waitFor()
    const complaint = page.url()
    await page.getByRole('link', { name: 'Place the campaign again' }).click()
    await page.waitForURL(`${server.origin}/campaigns/new`)
    const brand = page.getByLabel('Name of the advertiser or brand')
    expect(await brand.inputValue()).toBe('Maison Lune')
    await page.locator('main img').first().waitFor()
    await accessible(page)
    await see(page, 'Saved as a draft.')
    await brand.fill('Maison Lune II')
    await expect
      .poll(async () => {
        const { access_token } = await signIn(server.origin, 'maisonlune')
        const kept = await callApi<{ draft: { brand: string } }>(
          server.origin,
          'campaigns/draft',
          undefined,
          access_token,
        )
        return kept.draft.brand
      })
      .toBe('Maison Lune II')
    // Another draft is not replaced unasked.
    await page.goto(complaint)
    await page.getByRole('link', { name: 'Place the campaign again' }).click()
    await see(page, 'You have an unfinished draft: Maison Lune II.')
    await accessible(page)
    await page.getByRole('button', { name: 'Place Maison Lune again' }).click()
    await expect.poll(() => brand.inputValue()).toBe('Maison Lune')
    await context.close()
  } finally {
    await server.stop()
  }
})

/** A withdrawal of the demo's member, refused by an operator. */
async function refusedWithdrawal(amount: string): Promise<string> {
  const { access_token: token, user } = await signIn(origin, 'thuha.dn')
  const body = { user_id: user._id, amount, password: DEMO_PASSWORD }
  const { withdrawal } = await callApi<{ withdrawal: { _id: string } }>(origin, 'withdraw', body, token)
  const path = `withdrawals/${withdrawal._id}/refuse`
  await asOperator('demo.finance2', path, { reason: 'identity_in_doubt', to_send: ['identity_document'] })
  return withdrawal._id
}

test('a member objects in Serbian to a refused withdrawal, another operator upholds, and it is withdrawn again and paid', async () => {
  const id = await refusedWithdrawal('21.50')
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { locale: 'rs', width: 360 })
  const page = await context.newPage()
  await page.goto(`${origin}/withdraw?withdrawal=${id}`)
  // While it is not known yet whether there is a decision, nothing is sent as a question.
  const { promise: known, resolve: tell } = Promise.withResolvers<void>()
  await page.route('**/api/conversation-subjects*', async (route) => {
    await known
    await route.continue()
  })
  await page.getByRole('link', { name: 'Pritužba ili pitanje' }).click()
  expect(await page.getByRole('button', { name: 'Pošalji' }).isDisabled()).toBe(true)
  tell()
  await see(page, 'Podnosim pritužbu na ovu odluku')
  await accessible(page)
  await page.getByLabel('Zašto se ne slažete?').fill('Račun je moj već tri godine.')
  await page.getByRole('button', { name: 'Pošalji pritužbu' }).click()
  await see(page, /^Odlučujemo do /)
  expect(await page.getByRole('button', { name: 'Rešeno je' }).count()).toBe(0)
  await accessible(page)

  const statement = {
    facts: 'Račun je potvrđen pre tri godine.',
    rule: 'Uslovi, tačka 7.',
    machine: 'none',
    can_be_done: 'Zatražite isplatu ponovo.',
  }
  await asOperator('demo.owner', `conversations/${idOf(page)}/decide`, { verdict: 'upheld', ...statement })
  await see(page, 'Vaša pritužba je usvojena.')
  await page.getByRole('heading', { name: 'Obrazloženje' }).waitFor()
  for (const text of [statement.facts, statement.rule, statement.can_be_done]) await see(page, text)
  await accessible(page)
  expect(await screenInLargeText(page)).toEqual([])

  // A second tab is as far as the first one when that confirms.
  const tab = await context.newPage()
  await tab.goto(page.url())
  for (const each of [tab, page]) {
    await each.getByRole('link', { name: 'Isplati ponovo' }).click()
    await see(each.getByRole('dialog'), '21,50')
  }
  const dialog = page.getByRole('dialog')
  await see(dialog, '21,50')
  await dialog.getByRole('button', { name: 'Potvrdi' }).click()
  await page.getByRole('button', { name: 'Odobri isplatu' }).waitFor()
  const again = new URL(page.url()).searchParams.get('withdrawal')
  await tab.getByRole('dialog').getByRole('button', { name: 'Potvrdi' }).click()
  await tab.waitForURL(/[?]withdrawal=/)
  expect(new URL(tab.url()).searchParams.get('withdrawal')).toBe(again)
  await tab.close()
  const refusal = { reason: 'identity_in_doubt', to_send: ['identity_document'] }
  await expect(asOperator('demo.finance3', `withdrawals/${again}/refuse`, refusal)).rejects.toThrow(
    'these_facts_were_decided_otherwise',
  )
  // The demo's operators and its bank, at a tap each.
  for (const [step, status] of [
    ['Odobri isplatu', 'odobrena'],
    ['Pošalji datoteku za plaćanje', 'poslata'],
    ['Proknjiži isplatu', 'isplaćena'],
  ] as const) {
    await page.getByRole('button', { name: step }).click()
    await page.getByRole('status').filter({ hasText: status }).first().waitFor()
  }
  await context.close()
})

/** The link of the newest mail, once there are so many. */
async function linkOf(smtp: MailServer, mails: number): Promise<string> {
  await expect.poll(() => smtp.mails.length, { timeout: 15_000 }).toBe(mails)
  return /http\S+\/support\/ask#\S+/.exec(smtp.mails.at(-1)!.text)![0]
}

test('somebody who cannot sign in asks by a confirmed mail address, and reads the answer by the mailed link', async () => {
  const smtp = await startMailServer()
  const port = String(await freePort())
  const variables = {
    PORT: port,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'no-reply@example.com',
  }
  const server = await startServer(variables, preparedDir())
  await untilBuilt(server.origin)
  try {
    const context = await contextFor(browser, null)
    const page = await context.newPage()
    await page.goto(`${server.origin}/login`)
    await page.getByRole('link', { name: 'Ask support without signing in' }).click()
    await page.getByLabel('Email').fill('locked.out@example.com')
    await page.getByLabel('Your message').fill(NAUGHTY)
    await accessible(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    await see(page, 'locked.out@example.com')

    await page.goto(await linkOf(smtp, 1))
    await page.getByRole('button', { name: 'Confirm and send' }).click()
    await see(page, 'We answer by')
    // The token stays in no address.
    expect(page.url()).toBe(`${server.origin}/support/ask`)
    expect(await page.getByRole('log').locator('img, a').count()).toBe(0)
    await accessible(page)
    expect(await screenInLargeText(page)).toEqual([])
    const calls = await cutAnswers(page, '**/api/support/reply')
    await page.getByLabel('Your message').fill('My name is Mai.')
    await page.getByRole('button', { name: 'Send' }).click()
    await see(page, 'No response, so nothing is confirmed yet')
    calls.cut = false
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => page.getByLabel('Your message').inputValue()).toBe('')
    expect(await page.getByRole('log').getByText('My name is Mai.').count()).toBe(1)
    expect(new Set(calls.sent.map(({ body }) => body['key'])).size).toBe(1)

    const office = await openBackOfficeAs('demo.support', '/admin/conversations', server)
    await office.page.locator('tbody .RaDataTable-row', { hasText: 'Not signed in' }).click()
    await see(office.page, 'locked.out@example.com')
    await see(office.page, 'My name is Mai.')
    await adminAccessible(office.page)
    await office.page.getByLabel('Answer', { exact: false }).first().fill('We have looked.')
    await office.page.getByRole('button', { name: 'Send answer' }).click()
    await see(office.page, 'Answered by mail')
    expect(office.faults).toEqual([])
    await office.page.context().close()
    await page.goto('about:blank')
    await page.goto(await linkOf(smtp, 2))
    await see(page.getByRole('log'), 'We have looked.')
    await see(page, 'Answered')
    await context.close()
  } finally {
    await server.stop()
    await smtp.close()
  }
})

test('what staff did is told apart in what a conversation can be about, and how we write first is said alike', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'))
  const page = await context.newPage()
  await page.goto(`${origin}/support/new`)
  const choices = page.getByLabel('What is it about?').locator('option')
  await expect
    .poll(async () => (await choices.allTextContents()).filter((text) => text.startsWith('Your ')).length)
    .toBeGreaterThan(1)
  const texts = await choices.allTextContents()
  expect(texts.filter((text) => text.startsWith('Staff activity'))).toEqual([])
  expect(new Set(texts).size).toBe(texts.length)
  await page.goto(`${origin}/support`)
  await see(page, /On other matters we write first, but only by email and by push notification\.$/)
  await context.close()
})
