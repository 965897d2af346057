// The setup checklist: each step is completed by its own action, and by nothing else.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { dashboardCalls as calls, FIRST_DAY_STEPS } from '@fairturn/contract/backoffice/dashboard'
import { invitationCalls } from '@fairturn/contract/backoffice/invitations'
import type { BodyOf } from '@fairturn/contract/endpoint'
import { LOCALES } from '@fairturn/contract/locales'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../testing/smtp.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { receiveAt } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { changeSetting, settingsOf } from '../content/content.ts'
import { mailSender } from '../notices/notices.ts'
import { testMailSender } from './test-mail.ts'

let app: TestApp
let owner: TestOperator

beforeAll(async () => {
  app = await startApp()
  owner = await staff(app, 'owner')
})
afterAll(() => app.close())

const list = async () => answered(await app.call(calls.firstDay, { as: owner }))
const stepOf = async (step: (typeof FIRST_DAY_STEPS)[number]) =>
  (await list()).steps.find((each) => each.step === step)!
const done = async () => (await list()).steps.filter((each) => each.done).map(({ step }) => step)

test('a deployment with a single owner, which is not a demo, has no other step done', async () => {
  expect((await list()).steps.map(({ step }) => step)).toEqual([...FIRST_DAY_STEPS])
  expect(await done()).toEqual(['demo_off'])
  expect(await stepOf('owners')).toMatchObject({ count: 1 })
})

test('owners count once they can sign in: invited or disabled ones, or other roles, do not', async () => {
  await staff(app, 'finance')
  const second = await staff(app, 'owner')
  await staff(app, 'owner')
  expect(await stepOf('owners')).toMatchObject({ count: 3, done: true })
  await app.database.asSchemaOwner('update operator set disabled_at = now() where id = $1', [second._id])
  expect(await stepOf('owners')).toMatchObject({ count: 2, done: false })
  await app.database.asSchemaOwner('update operator set disabled_at = null, set_up = false where id = $1', [
    second._id,
  ])
  expect(await stepOf('owners')).toMatchObject({ count: 2, done: false })
})

test('an open invitation or a member completes the step; an ended invitation does not', async () => {
  const expires_at = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const body = { note: 'The first', max_uses: 1, expires_at }
  const { _id } = answered(await app.call(invitationCalls.create, { as: owner, body })).invitation!
  expect(await done()).toContain('invitations')
  const params = { invitation_id: _id }
  answered(
    await app.call(invitationCalls.end, {
      as: owner,
      params,
      body: { reason: 'Enough. It is written down.' },
    }),
  )
  expect(await done()).not.toContain('invitations')
  await app.member('somebody')
  expect(await done()).toContain('invitations')
})

test('the receiving account is done when it is set with its town and country, without which banks take no payment outside SEPA', async () => {
  await receiveAt(app)
  const { receive_account } = await app.database.transaction((tx) => settingsOf(tx))
  const receiveWith = (change: object) =>
    app.database.transaction((tx) => changeSetting(tx, 'receive_account', { ...receive_account!, ...change }))
  await receiveWith({ city: null, country: null })
  expect(await done()).not.toContain('receive_account')
  await receiveWith({})
  expect(await done()).toContain('receive_account')
})

test('support is done while a link leads to somebody: notices tell members to contact support', async () => {
  expect(await done()).not.toContain('support')
  const link = (value: string | null) =>
    app.database.transaction((tx) => changeSetting(tx, 'link_support', value))
  await link('https://help.example.com/')
  expect(await done()).toContain('support')
  await link(null)
  expect(await done()).not.toContain('support')
})

test('the imprint is done when no language has the text of the product any more', async () => {
  const write = (locale: string, html: string) =>
    app.database.asSchemaOwner(
      `insert into page (name, locale, html, updated_at) values ('imprint', $1, $2, $3)
       on conflict (name, locale) do update set html = excluded.html`,
      [locale, html, app.clock.now()],
    )
  const ours = '<p>Fairturn Example Ltd, 1 Example Street, Dublin</p>'
  expect((await stepOf('imprint')).missing).toEqual([...LOCALES])
  for (const locale of LOCALES) {
    expect((await stepOf('imprint')).done).toBe(false)
    await write(locale, ours)
  }
  expect(await stepOf('imprint')).toMatchObject({ done: true, missing: [] })
  // Saved in the editor with the sentence that says that it names nobody.
  const ofProduct = await readFile(
    join(import.meta.dirname, '../platform/texts/fr/pages/imprint.html'),
    'utf8',
  )
  await write(
    'fr',
    `<h2>Fairturn</h2>${ofProduct.replaceAll('\n', ' ').replace('<p>', '<p><strong></strong>')}`,
  )
  expect(await stepOf('imprint')).toMatchObject({ done: false, missing: ['fr'] })
})

describe('steps that only a person can confirm', () => {
  test('levels and fees are confirmed by an operator, with name and time', async () => {
    const body = { step: 'levels_and_fees' as const }
    const confirmed = { at: app.clock.now().toISOString(), by: owner.username }
    const { steps } = answered(await app.call(calls.confirmFirstDay, { as: owner, body }))
    expect(steps.find(({ step }) => step === 'levels_and_fees')).toMatchObject({ done: true, confirmed })
    app.clock.advance(1000)
    const other = await staff(app, 'owner')
    answered(await app.call(calls.confirmFirstDay, { as: other, body }))
    expect(await stepOf('levels_and_fees')).toMatchObject({ confirmed })
  })

  test('pages are confirmed per language, and done with the last', async () => {
    for (const locale of LOCALES) {
      expect(await done()).not.toContain('pages')
      answered(await app.call(calls.confirmFirstDay, { as: owner, body: { step: 'pages', locale } }))
    }
    const { done: isDone, languages } = await stepOf('pages')
    expect(isDone).toBe(true)
    expect(languages.map(({ confirmed }) => confirmed?.by)).toEqual(LOCALES.map(() => owner.username))
  })

  test.each([
    ['field_is_invalid', { step: 'mail' }],
    ['field_is_invalid', { step: 'owners' }],
    ['language_is_unknown', { step: 'pages', locale: 'xx' }],
    ['reason_is_required', { step: 'backup' }],
    ['reason_is_required', { step: 'backup', reason: ' ' }],
  ])('is refused with %s for %o, and nothing is written', async (code, body) => {
    const before = await list()
    expect(await app.call(calls.confirmFirstDay, { as: owner, body: body as never })).toMatchObject({
      status: 422,
      code,
    })
    expect(await list()).toEqual(before)
  })

  test('a backup is done by a recorded restore, or by an owner’s confirmation with the method, which is logged', async () => {
    expect(await done()).not.toContain('backup')
    const reason = 'pgBackRest, restored on 20-11.'
    answered(await app.call(calls.confirmFirstDay, { as: owner, body: { step: 'backup', reason } }))
    expect(await stepOf('backup')).toMatchObject({ done: true, at: null, confirmed: { by: owner.username } })
    const query = { action: 'first_day_confirmed' as const, object_id: 'backup' }
    const { list: events } = answered(await app.call(auditCalls.acts, { as: owner, query }))
    expect(events).toMatchObject([{ actor: owner.actor, reason }])
    const at = app.clock.now()
    await app.database.asSchemaOwner(
      'insert into backup_restored (restored_at, copy_taken_at) values ($1, $1)',
      [at],
    )
    expect(await stepOf('backup')).toMatchObject({ done: true, at: at.toISOString() })
  })
})

test('auditors can read the list but not confirm; others are refused', async () => {
  const auditor = await staff(app, 'auditor')
  answered(await app.call(calls.firstDay, { as: auditor }))
  const body = { step: 'levels_and_fees' as const }
  expect(await app.call(calls.confirmFirstDay, { as: auditor, body })).toMatchObject({ status: 403 })
  const support = await staff(app, 'support')
  expect(await app.call(calls.firstDay, { as: support })).toMatchObject({ status: 403 })
})

describe('checks of the configuration and of how requests arrive', () => {
  const PROXY = '198.51.100.7'
  const HERE = { host: 'app.example.com', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
  const CONFIGURED = {
    PUBLIC_ORIGIN: 'https://app.example.com',
    TRUST_PROXY: PROXY,
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'Fairturn <no-reply@example.com>',
    ALARM_MAIL: 'duty@example.com',
  }

  async function stepsWith(variables: Record<string, string>, headers: Record<string, string>) {
    const one = await startApp({ variables })
    try {
      const as = await staff(one, 'owner')
      const { steps } = answered(await one.call(calls.firstDay, { as, headers, address: PROXY }))
      return new Map(steps.map(({ step, done, problems }) => [step, { done, problems }]))
    } finally {
      await one.close()
    }
  }

  test('report nothing behind a trusted proxy with TLS at the configured URL', async () => {
    const steps = await stepsWith(CONFIGURED, HERE)
    expect(steps.get('proxy')).toEqual({ done: true, problems: [] })
    // Configured is not tested: see below.
    expect(steps.get('mail')!.done).toBe(false)
    expect(steps.get('alarms')!.done).toBe(false)
  })

  test('report nothing if the operator’s browser is on the machine of the trusted proxy', async () => {
    const steps = await stepsWith(CONFIGURED, { ...HERE, 'x-forwarded-for': PROXY })
    expect(steps.get('proxy')).toEqual({ done: true, problems: [] })
  })

  test('compare a back office on the API’s host with that URL', async () => {
    const apart = { ...CONFIGURED, PUBLIC_API_BASE: 'https://admin.example.com/api/' }
    const there = { ...HERE, host: 'admin.example.com' }
    expect((await stepsWith(apart, there)).get('proxy')).toEqual({ done: true, problems: [] })
  })

  test.each([
    ['no_public_origin', { PUBLIC_ORIGIN: '', SMTP_URL: '', ALARM_MAIL: '' }, {}],
    ['no_tls', { PUBLIC_ORIGIN: 'http://app.example.com' }, { 'x-forwarded-proto': 'http' }],
    ['other_origin', {}, { host: 'other.example.com' }],
    ['other_origin', {}, { 'x-forwarded-proto': 'http' }],
    ['proxy_is_not_trusted', { TRUST_PROXY: '192.0.2.1' }, {}],
    ['proxy_was_bypassed', {}, { 'x-forwarded-for': undefined }],
  ])('report %s with %o and %o', async (problem, variables, headers) => {
    const set = Object.entries({ ...CONFIGURED, ...variables }).filter(([, value]) => value !== '')
    const sent = Object.entries({ ...HERE, ...headers }).filter(([, value]) => value !== undefined)
    const steps = await stepsWith(Object.fromEntries(set), Object.fromEntries(sent) as Record<string, string>)
    expect(steps.get('proxy')).toEqual({ done: false, problems: [problem] })
  })

  test('codes to phones are sent where a gateway is configured; a demo only shows them', async () => {
    const PHONE_CODES_URL = 'https://sms.example.com/messages'
    expect((await stepsWith({ PHONE_CODES_URL }, {})).get('phone_codes')!.done).toBe(true)
    expect((await stepsWith({ DEMO: 'true' }, {})).get('phone_codes')!.done).toBe(false)
  })

  test('a demo is marked as one', async () => {
    expect((await stepsWith({ DEMO: 'true' }, {})).get('demo_off')!.done).toBe(false)
  })
})

describe('mail and alarms are done when the mail server has accepted a test mail', () => {
  const MAILBOXES = ['duty@example.com', 'auditor@example.org']
  let smtp: MailServer
  let mailing: TestApp
  let jane: TestOperator

  beforeAll(async () => {
    smtp = await startMailServer()
    mailing = await startApp({
      variables: {
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Fairturn <no-reply@example.com>',
        PUBLIC_ORIGIN: 'https://app.example.com',
        ALARM_MAIL: MAILBOXES.join(','),
      },
    })
    jane = await staff(mailing, 'owner')
  })
  afterAll(async () => {
    await mailing.close()
    await smtp.close()
  })

  const send = (body: BodyOf<typeof calls.sendTestMail>, to = mailing, as = jane) =>
    to.call(calls.sendTestMail, { as, body })
  const mailStep = async (name: 'mail' | 'alarms') => {
    const { steps } = answered(await mailing.call(calls.firstDay, { as: jane }))
    return steps.find(({ step }) => step === name)!
  }
  const runSender = () =>
    mailing.database.runDueJobs([testMailSender(mailSender(mailing.config.mail!, mailing))])

  test('configured but not tested is not done', async () => {
    expect(await mailStep('mail')).toMatchObject({
      done: false,
      mails: [{ to: null, requested_at: null, accepted_at: null, refusal: null }],
    })
    expect((await mailStep('alarms')).mails.map(({ to }) => to)).toEqual(MAILBOXES)
  })

  test('a test mail goes to the given address, and its acceptance is recorded with the time', async () => {
    const requested_at = mailing.clock.now().toISOString()
    answered(await send({ step: 'mail', to: 'jane@example.net' }))
    expect(await mailStep('mail')).toMatchObject({
      done: false,
      mails: [{ requested_at, accepted_at: null }],
    })
    mailing.clock.advance(2000)
    await runSender()
    const [mail] = smtp.mails.splice(0)
    expect(mail).toMatchObject({ to: ['jane@example.net'] })
    expect(mail!.text).toContain(jane.username)
    const accepted_at = mailing.clock.now().toISOString()
    expect(await mailStep('mail')).toMatchObject({ done: true, mails: [{ accepted_at, refusal: null }] })
  })

  test('alarms are done when every mailbox has accepted one', async () => {
    answered(await send({ step: 'alarms' }))
    expect((await mailStep('alarms')).done).toBe(false)
    await runSender()
    expect(smtp.mails.splice(0).flatMap(({ to }) => to)).toEqual(MAILBOXES)
    expect((await mailStep('alarms')).done).toBe(true)
  })

  test('a refused mail is shown with the server’s response, is not retried, and clears the step', async () => {
    smtp.refusing = true
    answered(await send({ step: 'mail', to: 'jane@example.net' }))
    await runSender()
    smtp.refusing = false
    const refused = await mailStep('mail')
    expect(refused.done).toBe(false)
    expect(refused.mails[0]!.refusal).toMatch(/451 not now/)
    mailing.clock.advance(300_000)
    await runSender()
    expect(smtp.mails).toEqual([])
    answered(await send({ step: 'mail', to: 'jane@example.net' }))
    await runSender()
    expect(smtp.mails.splice(0).length).toBe(1)
    expect(await mailStep('mail')).toMatchObject({ done: true, mails: [{ refusal: null }] })
  })

  test('the outcome of an earlier mail does not count for a later one', async () => {
    answered(await send({ step: 'mail', to: 'first@example.net' }))
    mailing.clock.advance(1000)
    answered(await send({ step: 'mail', to: 'second@example.net' }))
    const requested_at = mailing.clock.now().toISOString()
    expect((await mailStep('mail')).mails).toMatchObject([{ requested_at, refusal: null }])
    const refusesFirst = testMailSender(async ({ to }) => {
      if (to.startsWith('first')) throw new Error('550 no such user')
    })
    await mailing.database.runDueJobs([refusesFirst])
    const accepted_at = mailing.clock.now().toISOString()
    expect((await mailStep('mail')).mails).toMatchObject([{ accepted_at, refusal: null }])
  })

  test('the audit log has who requested it, without the address', async () => {
    const query = { action: 'test_mail_sent' as const }
    const { list: events } = answered(await mailing.call(auditCalls.acts, { as: jane, query }))
    expect(events[0]).toMatchObject({ actor: jane.actor })
    expect(JSON.stringify(events)).not.toContain('example.net')
  })

  test.each([
    ['field_is_invalid', 422, { step: 'owners' }],
    ['email_is_invalid', 422, { step: 'mail' }],
    ['email_is_invalid', 422, { step: 'mail', to: 'nobody' }],
    ['email_is_invalid', 422, { step: 'mail', to: 'a@example.com, b@example.com' }],
  ])('is refused with %s (%i) for %o, and nothing is sent', async (code, status, body) => {
    expect(await send(body as never)).toMatchObject({ status, code })
    await runSender()
    expect(smtp.mails).toEqual([])
  })

  test('without a mail server it is refused with mail_is_not_available', async () => {
    for (const body of [{ step: 'mail', to: 'jane@example.net' }, { step: 'alarms' }] as const)
      expect(await send(body, app, owner)).toMatchObject({ status: 409, code: 'mail_is_not_available' })
    expect(await stepOf('mail')).toMatchObject({ done: false, mails: [] })
  })

  test('a worker without a mail server reports that', async () => {
    answered(await send({ step: 'mail', to: 'jane@example.net' }))
    await mailing.database.runDueJobs([testMailSender(undefined)])
    expect((await mailStep('mail')).mails[0]!.refusal).toBe('The worker has no SMTP_URL.')
  })

  test('auditors, and roles that cannot read the list, cannot send one', async () => {
    for (const role of ['auditor', 'support'] as const)
      expect(await send({ step: 'alarms' }, mailing, await staff(mailing, role))).toMatchObject({
        status: 403,
        code: 'your_role_may_not_do_this',
      })
  })
})
