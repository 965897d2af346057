// The first-day list: each step is done by what was done, and by nothing else.
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { dashboardCalls as calls, FIRST_DAY_STEPS } from '@fairturn/contract/backoffice/dashboard'
import { invitationCalls } from '@fairturn/contract/backoffice/invitations'
import { LOCALES } from '@fairturn/contract/locales'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { receiveAt } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'

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

test('a deployment that has one owner and is no demo has done nothing else', async () => {
  expect((await list()).steps.map(({ step }) => step)).toEqual([...FIRST_DAY_STEPS])
  expect(await done()).toEqual(['demo_off'])
  expect(await stepOf('owners')).toMatchObject({ count: 1 })
})

test('owners count once they can sign in: invited, disabled or of another role they do not', async () => {
  await staff(app, 'finance')
  const second = await staff(app, 'owner')
  await staff(app, 'owner')
  expect(await stepOf('owners')).toMatchObject({ count: 3, done: true })
  await app.database.asOwner('update operator set disabled_at = now() where id = $1', [second._id])
  expect(await stepOf('owners')).toMatchObject({ count: 2, done: false })
  await app.database.asOwner('update operator set disabled_at = null, password_hash = null where id = $1', [
    second._id,
  ])
  expect(await stepOf('owners')).toMatchObject({ count: 2, done: false })
})

test('an open invitation, or a member, is a way in; an ended invitation is none', async () => {
  const expires_at = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const body = { note: 'The first', max_uses: 1, expires_at }
  const { _id } = answered(await app.call(invitationCalls.create, { as: owner, body }))
  expect(await done()).toContain('invitations')
  const params = { invitation_id: _id }
  answered(await app.call(invitationCalls.end, { as: owner, params, body: { reason: 'Enough.' } }))
  expect(await done()).not.toContain('invitations')
  await app.member('somebody')
  expect(await done()).toContain('invitations')
})

test('the receiving account is done when there is one', async () => {
  await receiveAt(app)
  expect(await done()).toContain('receive_account')
})

describe('what only a person can know', () => {
  test('levels and fees are looked at by whoever says so, with their name and the hour', async () => {
    const body = { step: 'levels_and_fees' as const }
    const confirmed = { at: app.clock.now().toISOString(), by: owner.username }
    const { steps } = answered(await app.call(calls.confirmFirstDay, { as: owner, body }))
    expect(steps.find(({ step }) => step === 'levels_and_fees')).toMatchObject({ done: true, confirmed })
    app.clock.advance(1000)
    const other = await staff(app, 'owner')
    answered(await app.call(calls.confirmFirstDay, { as: other, body }))
    expect(await stepOf('levels_and_fees')).toMatchObject({ confirmed })
  })

  test('pages are read language by language, and done with the seventh', async () => {
    for (const locale of LOCALES) {
      expect(await done()).not.toContain('pages')
      answered(await app.call(calls.confirmFirstDay, { as: owner, body: { step: 'pages', locale } }))
    }
    const { done: is_done, languages } = await stepOf('pages')
    expect(is_done).toBe(true)
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

  test('a backup is done by the record of a copy, or by an owner’s word with how, which the log keeps', async () => {
    expect(await done()).not.toContain('backup')
    const reason = 'pgBackRest, restored on 20-11.'
    answered(await app.call(calls.confirmFirstDay, { as: owner, body: { step: 'backup', reason } }))
    expect(await stepOf('backup')).toMatchObject({ done: true, at: null, confirmed: { by: owner.username } })
    const query = { action: 'first_day_confirmed' as const, object_id: 'backup' }
    const { list: acts } = answered(await app.call(auditCalls.acts, { as: owner, query }))
    expect(acts).toMatchObject([{ actor: owner.actor, reason }])
    const at = app.clock.now()
    await app.database.asOwner('insert into backup_copy (finished_at) values ($1)', [at])
    expect(await stepOf('backup')).toMatchObject({ done: true, at: at.toISOString() })
  })
})

test('auditors read the list and cannot confirm; others are refused', async () => {
  const auditor = await staff(app, 'auditor')
  answered(await app.call(calls.firstDay, { as: auditor }))
  const body = { step: 'levels_and_fees' as const }
  expect(await app.call(calls.confirmFirstDay, { as: auditor, body })).toMatchObject({ status: 403 })
  const support = await staff(app, 'support')
  expect(await app.call(calls.firstDay, { as: support })).toMatchObject({ status: 403 })
})

describe('of the configuration and the way requests arrive', () => {
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

  test('all is right behind a trusted proxy with TLS at the configured address, with mail and a mailbox on duty', async () => {
    const steps = await stepsWith(CONFIGURED, HERE)
    expect(steps.get('proxy')).toEqual({ done: true, problems: [] })
    expect(steps.get('mail')!.done).toBe(true)
    expect(steps.get('alarms')!.done).toBe(true)
  })

  test('a back office on the API’s host is held against that address', async () => {
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
  ])('says %s with %o and %o', async (problem, variables, headers) => {
    const set = Object.entries({ ...CONFIGURED, ...variables }).filter(([, value]) => value !== '')
    const sent = Object.entries({ ...HERE, ...headers }).filter(([, value]) => value !== undefined)
    const steps = await stepsWith(Object.fromEntries(set), Object.fromEntries(sent) as Record<string, string>)
    expect(steps.get('proxy')).toEqual({ done: false, problems: [problem] })
  })

  test('a demo says that it is one', async () => {
    expect((await stepsWith({ DEMO: 'true' }, {})).get('demo_off')!.done).toBe(false)
  })
})
