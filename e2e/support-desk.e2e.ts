// Support at several desks in a browser: an answer with a template, assignment and notes; two who answer at once; an answer that
// waits for a second person; and a complaint that only another operator decides, with the statement of reasons.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startServer, untilBuilt } from '../testing/product.ts'
import { adminAccessible } from './axe.ts'
import { openBackOfficeAs } from './back-office.ts'
import { callApi, see, signIn } from './members.ts'
import { preparedDir } from './servers.ts'

// Other files decide all reviews of the servers they share.
const server = await startServer({}, preparedDir())
await untilBuilt(server.origin)
afterAll(() => server.stop())
const { origin } = server

interface Thread {
  _id: string
  status: string
  moved: { reason: string } | null
  messages: { by: string; text: string }[]
  complaint: { status: string; statement: { facts: string; machine: string } | null } | null
}

const asked = async (username: string, body: object) => {
  const { access_token } = await signIn(origin, username)
  const { _id } = await callApi<Thread>(origin, 'conversations', body, access_token)
  return {
    path: `/admin/conversations/${_id}/show`,
    read: () => callApi<Thread>(origin, `conversations/${_id}`, undefined, access_token),
    write: (message: string) => callApi(origin, `conversations/${_id}/messages`, { message }, access_token),
  }
}

const desk = async (username: string, path: string) => {
  const opened = await openBackOfficeAs(username, path, server)
  await opened.page.getByRole('heading', { level: 2, name: 'Messages' }).waitFor()
  return opened
}

const answerField = (page: Page) => page.getByLabel('Answer', { exact: false }).first()

test('an operator assigns a conversation, notes, and answers with a template in the member’s language', async () => {
  const { path, read } = await asked('minhanh', { message: 'When does <b>my</b> award arrive?' })
  const { page, faults } = await openBackOfficeAs('demo.support', '/admin/answer-templates', server)
  await page.getByRole('button', { name: 'New answer template' }).click()
  const dialog = page.getByRole('dialog', { name: 'New answer template' })
  await dialog.getByLabel('Name').fill('Award on its way')
  await dialog.getByLabel('Language').click()
  await page.getByRole('option', { name: 'English' }).click()
  await dialog.getByLabel('Text').fill('It arrives as soon as you claim it.')
  await adminAccessible(page)
  await dialog.getByRole('button', { name: 'New answer template' }).click()
  await page.getByText('Template saved').waitFor()

  await page.getByRole('menuitem', { name: /^Support, \d+ waiting/ }).click()
  await page.getByRole('tab', { name: /^Waiting/ }).waitFor()
  await page.locator('tbody .RaDataTable-row', { hasText: 'minhanh' }).first().waitFor()
  await adminAccessible(page)
  await page.goto(origin + path)
  await page.getByText('When does <b>my</b> award arrive?').waitFor()
  await page.getByText(/^Keys: a answer, n internal note, m assigns it to you/).waitFor()
  await adminAccessible(page)
  await page.keyboard.press('m')
  await page.getByText('Assigned to demo.support').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Internal note').fill('Asked the same in October.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('Note saved').waitFor()
  await page.getByText('Asked the same in October.').waitFor()

  await page.getByLabel('Template').click()
  await page.getByRole('option', { name: /Award on its way/ }).click()
  expect(await answerField(page).inputValue()).toBe('It arrives as soon as you claim it.')
  // What was typed is there after a reload.
  await page.reload()
  await see(page, 'What you typed before was kept.')
  await answerField(page).press('Control+Enter')
  await page.getByText(/^Answered; the member is notified/).waitFor()
  expect((await read()).messages.map(({ text }) => text)).toEqual([
    'When does <b>my</b> award arrive?',
    'It arrives as soon as you claim it.',
  ])
  expect(faults).toEqual([])
  await page.context().close()
})

test('of two who answer at once the second reads who was faster, keeps what was typed, and may send it then', async () => {
  const { path, read, write } = await asked('thuha.dn', { message: 'Is my order paid?' })
  const first = await desk('demo.support', path)
  const second = await desk('demo.owner', path)
  await answerField(second.page).fill('It is being looked at.')
  await answerField(first.page).fill('Yes, since this morning.')
  await first.page.getByRole('button', { name: 'Send answer' }).click()
  await first.page.getByText(/^Answered; the member is notified/).waitFor()

  await second.page.getByRole('button', { name: 'Send answer' }).click()
  await see(second.page, /demo\.support was faster and answered on \d\d-\d\d-\d{4}/)
  await second.page.getByText('Yes, since this morning.').waitFor()
  expect(await answerField(second.page).inputValue()).toBe('It is being looked at.')
  await adminAccessible(second.page)
  await second.page.getByRole('button', { name: 'Send answer' }).click()
  await second.page.getByText(/^Answered; the member is notified/).waitFor()
  expect((await read()).messages).toHaveLength(3)

  // What the member writes meanwhile appears by itself.
  await second.page.goto(origin + path)
  await second.page.getByText('It is being looked at.').waitFor()
  await write('Thank you, I see it.')
  await second.page.getByText('Thank you, I see it.').waitFor({ timeout: 25_000 })
  expect([...first.faults, ...second.faults]).toEqual([])
  await first.page.context().close()
  await second.page.context().close()
})

test('an answer that names an account waits for a second person, is shown waiting, and is sent with their approval', async () => {
  const { path, read } = await asked('thuha.dn', { message: 'Where do I send it?' })
  const { page, faults } = await desk('demo.support', path)
  await answerField(page).fill('Send it to DE89 3704 0044 0532 0130 00, please.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await see(page, 'It waits for a second person')
  const waits = page.getByRole('alert').filter({ hasText: 'Not sent yet: demo.support proposed this' })
  await see(waits, 'DE89 3704 0044 0532 0130 00')
  expect(await answerField(page).inputValue()).toBe('')
  expect((await read()).messages).toHaveLength(1)
  await adminAccessible(page)
  const proposal = (await waits.getByRole('link', { name: 'Open proposal' }).getAttribute('href'))!
  await page.context().close()

  const owner = await openBackOfficeAs('demo.owner', proposal, server)
  await owner.page.getByRole('heading', { level: 1, name: 'Answer in a conversation' }).waitFor()
  await owner.page.getByRole('link', { name: 'Conversation with thuha.dn' }).waitFor()
  await see(owner.page, 'Account number (IBAN)')
  await adminAccessible(owner.page)
  await owner.page.getByRole('button', { name: 'Approve' }).click()
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await owner.page.getByText('Approved', { exact: false }).first().waitFor()
  await expect.poll(async () => (await read()).messages.length).toBe(2)
  expect([...faults, ...owner.faults]).toEqual([])
  await owner.page.context().close()
})

test('a due time is moved once with a reason that the member reads, and an answered conversation is closed and listed among all', async () => {
  const { path, read } = await asked('haruka', { message: 'Where is my invoice?' })
  const { page, faults } = await desk('demo.support', path)
  await page.getByRole('button', { name: 'Extend the due time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  await dialog.getByLabel('Reason').fill('The tax office answers on Monday.')
  await adminAccessible(page)
  await dialog.getByRole('button', { name: 'Extend the due time' }).click()
  await see(page, 'The member reads why: The tax office answers on Monday.')
  expect(await page.getByRole('button', { name: 'Extend the due time' }).count()).toBe(0)
  expect((await read()).moved).toMatchObject({ reason: 'The tax office answers on Monday.' })
  expect(await page.getByRole('button', { name: 'Close conversation' }).count()).toBe(0)

  await answerField(page).fill('It is among your invoices now.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText(/^Answered; the member is notified/).waitFor()
  await page.goto(origin + path)
  await page.getByRole('button', { name: 'Close conversation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close conversation' }).click()
  await see(page, 'This conversation has ended.')
  expect((await read()).status).toBe('closed')
  await adminAccessible(page)

  await page.goto(`${origin}/admin/conversations`)
  await page.getByRole('tab', { name: 'All', exact: true }).click()
  const rows = page.locator('tbody .RaDataTable-row')
  await rows.filter({ hasText: 'haruka' }).first().waitFor()
  await rows.filter({ hasText: 'maisonlune' }).filter({ hasText: 'Complaint upheld' }).waitFor()
  await adminAccessible(page)
  expect(faults).toEqual([])
  await page.context().close()
})

test('a payment out of a conversation is proposed with the member filled in, approved by another, and linked on both pages', async () => {
  const { path } = await asked('thuha.dn', { message: 'My reward of Tuesday is missing.' })
  const support = await desk('demo.support', path)
  expect(await support.page.getByRole('link', { name: 'Propose a payment' }).count()).toBe(0)
  await support.page.context().close()

  const { page, faults } = await desk('demo.owner', path)
  await page.getByRole('link', { name: 'Propose a payment' }).click()
  await see(page, 'Paid out of a conversation')
  await see(page, 'thuha.dn')
  await page.getByLabel('Amount').fill('2,00')
  await page.getByLabel('Reason').fill('It was lost by our own fault.')
  await adminAccessible(page)
  await page.getByRole('button', { name: 'Propose' }).click()
  const proposed = page.getByRole('alert').filter({ hasText: 'A second person must approve it' })
  const proposal = (await proposed.getByRole('link').getAttribute('href'))!

  const second = await openBackOfficeAs('demo.finance', proposal, server)
  await see(second.page, 'Refund outside the rules')
  await see(second.page, 'It was lost by our own fault.')
  await second.page.getByRole('button', { name: 'Approve' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await second.page.getByText('Approved', { exact: false }).first().waitFor()
  await page.goto(origin + proposal)
  await page.getByRole('link', { name: 'Conversation with thuha.dn' }).first().click()
  await see(page, 'Payments proposed')
  await page.getByRole('link', { name: /2,00 · Executed/ }).waitFor()
  await adminAccessible(page)
  expect([...faults, ...second.faults]).toEqual([])
  await page.context().close()
  await second.page.context().close()
})

test('who decided before cannot decide the complaint and reads who may; another does, and a third reads who was faster', async () => {
  const { page, faults } = await openBackOfficeAs('demo.support', '/admin/orders', server)
  await page.locator('tbody .RaDataTable-row').first().waitFor()
  const order = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-staff': '1' }
    const answer = await fetch('/api/backoffice/orders/reviews', { headers })
    const { data } = (await answer.json()) as {
      data: { list: { _id: string; carrier: { username: string }; reasons: { reason: string }[] }[] }
    }
    const found = data.list.find(({ reasons }) => reasons.some(({ reason }) => reason === 'mostly_refused'))!
    const sent = { verdict: 'refuse', reason: 'One browser pressed the link again and again.' }
    await fetch(`/api/backoffice/orders/reviews/${found._id}/decide`, {
      method: 'POST',
      headers,
      body: JSON.stringify(sent),
    })
    return found
  })
  const { path, read } = await asked(order.carrier.username, {
    subject: { kind: 'visits', _id: order._id },
    complaint: true,
    message: 'They were my neighbours.',
  })
  await page.goto(origin + path)
  await page.getByText('They were my neighbours.').waitFor()
  await see(page, /You made the decision that this complaint is about.* These may: .*demo\.owner/)
  expect(await page.getByRole('button', { name: 'Decide the complaint' }).count()).toBe(0)
  await adminAccessible(page)

  const second = await desk('demo.owner', path)
  const third = await desk('demo.owner2', path)
  for (const [at, verdict] of [
    [second.page, 'Uphold'],
    [third.page, 'Do not uphold'],
  ] as const) {
    await at.keyboard.press('d')
    await at.getByRole('radio', { name: verdict, exact: true }).check()
    await at.getByLabel('Facts').fill('Ten people opened the link from one house.')
    await at.getByLabel('Rule').fill('Rules, section 4: different people count.')
    await at.getByLabel('Automation').click()
    await at.getByRole('option', { name: 'The facts were found automatically, a person decided' }).click()
    await at.getByLabel('What can be done').fill('Nothing more is needed.')
  }
  await see(second.page, 'Upheld: all refused visits count')
  await adminAccessible(second.page)
  await second.page.getByRole('button', { name: 'Uphold', exact: true }).click()
  await second.page.getByText(/^Decided; the member is notified/).waitFor()
  expect((await read()).complaint).toMatchObject({
    status: 'upheld',
    statement: { facts: 'Ten people opened the link from one house.', machine: 'found' },
  })

  await third.page.getByRole('button', { name: 'Do not uphold', exact: true }).click()
  await see(third.page, /Last changed by demo\.owner, .*: complaint decided/)
  expect(await third.page.getByLabel('Facts').inputValue()).toBe('Ten people opened the link from one house.')
  await third.page.getByRole('button', { name: 'Close', exact: true }).click()
  await see(third.page, 'Statement of reasons')
  await see(third.page, 'Complaint upheld')
  await adminAccessible(third.page)
  expect([...faults, ...second.faults, ...third.faults]).toEqual([])
  for (const { page: each } of [{ page }, second, third]) await each.context().close()
})
