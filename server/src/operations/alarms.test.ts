// Alarms by e-mail: each address gets each alarm once, without personal data, and a refused mail is retried
// separately.
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../testing/smtp.ts'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { openBankAccount } from '../../test/bank/account.ts'
import { camt053 } from '../../test/bank/files.ts'
import { deposit, distribute, placeCampaign, putInReview } from '../../test/carrying.ts'
import { requestWithdrawal } from '../../test/finance.ts'
import { payable, receiveAt } from '../../test/payments.ts'
import { actorOn } from '../../test/staff.ts'
import { bankAlarm } from '../banking/banking.ts'
import { CONNECTION } from '../banking/statement-acceptance.ts'
import { importStatements } from '../banking/statement-import.ts'
import { changeSetting, settingsOf } from '../content/content.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { accountOf, ledgerAlarm, runHourlyChecks, runLedgerChecks, lastCheck } from '../ledger/ledger.ts'
import { alarmPhoneCodes } from '../members/members.ts'
import { mailSender } from '../notices/notices.ts'
import { loadConfig } from '../platform/config.ts'
import type { JobHandler } from '../platform/queue/queue.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { makeProof, proofSecrets } from '../transparency/transparency.ts'
import { handlers } from '../worker.ts'
import { alarmHandlers, alarmSender, alarmWatch } from './alarms.ts'
import { checkers } from './checkers.ts'

const HOUR_MS = 3_600_000
const MAIL = { MAIL_FROM: 'Fairturn <no-reply@example.com>', PUBLIC_ORIGIN: 'https://app.example.com' }
const ON_DUTY = ['duty@example.com', 'auditor@example.org']

let app: TestApp
let smtp: MailServer
let member: TestMember

beforeAll(async () => {
  smtp = await startMailServer()
  app = await startApp({ variables: { ...MAIL, SMTP_URL: smtp.url, ALARM_MAIL: ON_DUTY.join(', ') } })
  member = await app.member('whose money it is')
  await deposit(app.database, member._id, 12_345n)
  await work()
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})
beforeEach(() => {
  smtp.refusing = false
  smtp.mails.length = 0
})

const alarming = (): JobHandler[] => [
  ...handlers,
  ...alarmHandlers(app.config),
  alarmSender(mailSender(app.config.mail!, app)),
]
const work = () => app.database.runDueJobs(alarming())
const watch = async () => {
  await alarming()
    .find(({ name }) => name === alarmWatch.name)!
    .run(app.database, {})
  await work()
}
const received = () => smtp.mails.map(({ to }) => to.join()).toSorted()
const asSuperuser = (sql: string) =>
  app.database.asSuperuser(`begin; set local session_replication_role = replica; ${sql}; commit`)
const balance = (by: string) =>
  asSuperuser(
    `update account set balance_minor = balance_minor ${by} where id = '${accountOf('member_available', member._id)}'`,
  )

/** The mails with this subject, one per address. */
const about = (subject: string) => smtp.mails.filter(({ head }) => head.includes(subject))

test('a statement with a gap before it, or that has waited for a second person for an hour, is mailed once', async () => {
  await receiveAt(app)
  await openBankAccount(app.database, { closing_minor: 0n })
  const take = async (opening: string, day: string, actor: string) =>
    await importStatements(app.database, {
      bytes: Buffer.from(camt053({ id: `ALARM-${day}`, day, opening, lines: [{ amount: '1.00' }] })),
      name: 'statement.xml',
      actor,
    })
  await take('0.00', '2026-11-02', CONNECTION)
  await take('1.00', '2026-11-03', await actorOn(app, 'in'))
  await watch()
  expect([about('a gap in the bank statements'), about('waits for a second person')]).toEqual([[], []])
  await take('9999.00', '2026-11-09', CONNECTION)
  await app.database.asSchemaOwner(
    `update bank_statement set status = 'accepted', unconfirmed_reason = null, gap = true where to_day = '2026-11-09'`,
  )
  app.clock.advance(3_600_000)
  await watch()
  expect(about('a gap in the bank statements').map(({ to }) => to.join())).toEqual(
    expect.arrayContaining(ON_DUTY),
  )
  expect(about('waits for a second person')).toHaveLength(ON_DUTY.length)
  expect(about('a gap in the bank statements')[0]!.text).not.toMatch(/9999|operator|importer/)
  const mails = smtp.mails.length
  await watch()
  expect(smtp.mails).toHaveLength(mails)
})

test('withdrawals of one member, or to one account, that exceed the threshold together are mailed once, without a name', async () => {
  const [one, two] = [await payable(app, 'small one', 500_000n), await payable(app, 'small two', 500_000n)]
  const ask = (who: TestMember, amount_minor: bigint) => {
    app.clock.advance(1000)
    return app.database.transaction((tx) => requestWithdrawal(tx, { member_id: who._id, amount_minor }))
  }
  await ask(one, 95_000n)
  await ask(two, 4000n)
  await watch()
  expect(about('just below the threshold')).toEqual([])
  // The third withdrawal to the same account, regardless of the member.
  const third = await ask(two, 4000n)
  await watch()
  expect(
    about('just below the threshold')
      .map(({ to }) => to.join())
      .toSorted(),
  ).toEqual(ON_DUTY.toSorted())
  // URLs contain ids, in which these digits may occur by chance.
  const text = about('just below the threshold')[0]!.text.replaceAll(/https:\S+/g, '')
  expect(text).not.toMatch(/small one|950|1030|VCB/)
  await ask(one, 5000n)
  await watch()
  expect(about('just below the threshold')).toHaveLength(ON_DUTY.length)
  expect(third.status).toBe('requested')
})

test('an order above 20.00 that waits for a review, and a week of silence, are mailed once, without a name', async () => {
  const carrier = await app.member('dear carrier')
  await placeCampaign(app, await app.member('dear placer'), {
    price_minor: 2500n,
    visits: 1,
    order_visits: 1,
  })
  const order = await distribute(app, carrier)
  await putInReview(app, order, 24)
  await watch()
  expect(about('high award')).toHaveLength(ON_DUTY.length)
  expect(about('high award')[0]!.text.replaceAll(/https:\S+/g, '')).not.toMatch(/dear|25[.,]/)
  await watch()
  expect(about('high award')).toHaveLength(ON_DUTY.length)
  await app.database.asSchemaOwner(
    `update order_review set outcome = 'silence', due_at = $2, decided_at = $2, decided_by = 'system' where order_id = $1`,
    [order._id, app.clock.now()],
  )
  await watch()
  await watch()
  expect(about('paid without a look')).toHaveLength(ON_DUTY.length)
  expect(about('paid without a look')[0]!.text).toContain('1 reviews ended, 1 of them')
  // The next week raises it again; the tests below count their own alarms.
  await asSuperuser(`delete from order_review where order_id = '${order._id}'`)
})

test('a check without findings mails nobody', async () => {
  expect(await runLedgerChecks(app.database, checkers)).toEqual([])
  await work()
  expect(smtp.mails).toEqual([])
})

test('a check with findings mails every address once: the finding, what is frozen and where to look, and no personal data', async () => {
  await balance('+ 1')
  const found = await runLedgerChecks(app.database, checkers)
  expect(found.length).toBeGreaterThan(0)
  await work()
  expect(received()).toEqual(ON_DUTY.toSorted())
  const { id } = (await lastCheck.maybe(app.database))!
  for (const { head, text } of smtp.mails) {
    expect(head).toMatch(new RegExp(`^Subject: .*the check of the ledger has ${found.length} findings`, 'm'))
    expect(head).toContain(`alarm.check.${id}`)
    expect(text).toContain('- balance differs: 1')
    expect(text).toContain('- money leaving a member’s account: 1')
    expect(text).toContain(`https://app.example.com/admin/checks/${id}/show`)
    expect(text).toContain('https://app.example.com/admin/freezes')
    // Without the id of the check, in which these digits may occur by chance.
    const ownWords = text.replaceAll(id, '')
    expect(ownWords).not.toMatch(/whose money|123|12[.,]34/)
    expect(ownWords).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  }

  // If a worker is killed the job runs again: the alarm is not mailed again.
  const [raised] = alarmHandlers(app.config)
  expect(raised!.name).toBe(ledgerAlarm.name)
  await raised!.run(app.database, { run_id: id })
  await work()
  expect(smtp.mails).toHaveLength(2)

  // A finding of the next check is a new alarm.
  app.clock.advance(HOUR_MS)
  await runLedgerChecks(app.database, checkers)
  await work()
  expect(smtp.mails).toHaveLength(4)
  await balance('- 1')
  app.clock.advance(1_000)
  await runLedgerChecks(app.database, checkers)
  await work()
  expect(smtp.mails).toHaveLength(4)
})

test('a refused mail fails its job, which retries only that mail', async () => {
  await balance('+ 1')
  await runLedgerChecks(app.database, checkers)
  const [alarm, sender] = [alarmHandlers(app.config)[0]!, alarmSender(mailSender(app.config.mail!, app))]
  const run_id = (await lastCheck.maybe(app.database))!.id
  await alarm.run(app.database, { run_id })
  const waiting = await app.database.asSchemaOwner<{ payload: { to: string } }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'alarm_mail'`,
  )
  expect(waiting.map(({ payload }) => payload.to)).toEqual(ON_DUTY)
  const [first, second] = waiting.map(({ payload }) => payload)
  await sender.run(app.database, first)
  smtp.refusing = true
  await expect(sender.run(app.database, second)).rejects.toThrow(/451/)
  expect(received()).toEqual([ON_DUTY[0]])
  smtp.refusing = false
  await sender.run(app.database, second)
  expect(received()).toEqual(ON_DUTY.toSorted())
  await app.database.asSchemaOwner('delete from graphile_worker._private_jobs')
  await balance('- 1')
})

test('a missing check raises an alarm after two hours, once a day while it is missing', async () => {
  app.clock.advance(1_000)
  await runLedgerChecks(app.database, checkers)
  await makeProof(app.database, proofSecrets(app.config), 'system')
  app.clock.advance(2 * HOUR_MS - 1_000)
  await watch()
  expect(smtp.mails).toEqual([])
  app.clock.advance(HOUR_MS / 2)
  await watch()
  expect(received()).toEqual(ON_DUTY.toSorted())
  const { finished_at } = (await lastCheck.maybe(app.database))!
  const minute = finished_at.toISOString().slice(0, 16).replace('T', ' ')
  expect(smtp.mails[0]!.text).toContain(`The ledger was last checked ${minute} UTC`)
  app.clock.advance(HOUR_MS / 2)
  await watch()
  expect(smtp.mails).toHaveLength(2)
  await runLedgerChecks(app.database, checkers)
  await watch()
  expect(smtp.mails).toHaveLength(2)
})

test('a missing proof raises one alarm once its day has started, and one made in time raises none', async () => {
  await app.database.query({
    text: `insert into setting (key, value, updated_at) values ('time_zone', '"Asia/Ho_Chi_Minh"', now())
      on conflict (key) do update set value = excluded.value`,
  })
  const at = async (instant: string) => {
    app.clock.set(instant)
    await runLedgerChecks(app.database, checkers)
    await watch()
    return smtp.mails.length
  }
  app.clock.set('2026-11-23T05:00:00Z')
  await makeProof(app.database, proofSecrets(app.config), 'system')
  // Midnight there is 17:00 UTC.
  expect(await at('2026-11-23T18:20:00Z')).toBe(0)
  expect(await at('2026-11-23T18:40:00Z')).toBe(2)
  expect(smtp.mails[0]!.head).toMatch(/^Subject: .*no proof of liabilities for 2026-11-24/m)
  expect(smtp.mails[0]!.text).toContain('The last proof of liabilities is of 2026-11-23 05:00 UTC')
  expect(await at('2026-11-23T19:40:00Z')).toBe(2)
  expect(await at('2026-11-24T18:40:00Z')).toBe(4)
  await makeProof(app.database, proofSecrets(app.config), 'system')
  expect(await at('2026-11-25T05:00:00Z')).toBe(4)
})

test('a ledger that was never checked or proved raises an alarm after the first day', async () => {
  const fresh = await startApp({ variables: { ...MAIL, SMTP_URL: smtp.url, ALARM_MAIL: ON_DUTY[0]! } })
  try {
    const raised = async () => {
      await alarmHandlers(fresh.config)[1]!.run(fresh.database, {})
      await fresh.database.runDueJobs([alarmSender(mailSender(fresh.config.mail!, fresh))])
      return smtp.mails.map(({ text }) => text.split('\n')[0])
    }
    expect(await raised()).toEqual([])
    fresh.clock.advance(2 * HOUR_MS)
    expect(await raised()).toEqual([])
    fresh.clock.advance(24 * HOUR_MS)
    expect(await raised()).toEqual([
      expect.stringMatching(/^The ledger has never been checked/),
      expect.stringMatching(/^There has never been a proof/),
    ])
  } finally {
    await fresh.close()
  }
})

test('a ledger that is checked each hour but never completely raises an alarm after two days', async () => {
  app.clock.advance(24 * HOUR_MS)
  await runLedgerChecks(app.database, checkers)
  const whole = app.clock.now().toISOString().slice(0, 16).replace('T', ' ')
  const after = async (ms: number) => {
    app.clock.advance(ms)
    await runHourlyChecks(app.database, checkers)
    await makeProof(app.database, proofSecrets(app.config), 'system')
    await watch()
    return smtp.mails.map(({ text }) => text.split('\n')[0])
  }
  expect(await after(48 * HOUR_MS)).toEqual([])
  const [first] = await after(HOUR_MS)
  expect(first!.trim()).toBe(
    `The whole ledger was not checked without findings since ${whole} UTC; it should be every day.`,
  )
})

test.each([
  ['answered_wrong', 'confirmed wrongly three times'],
  ['file_refused', 'was not taken'],
  ['statement_revoked', 'revoked with a loss'],
] as const)('of a bank statement is mailed once: %s', async (aboutWhat, subject) => {
  const id = newId(app.clock.now())
  for (let times = 0; times < 2; times++)
    await app.database.transaction((tx) => enqueue(tx, bankAlarm, { about: aboutWhat, id }))
  await work()
  expect(
    about(subject)
      .map(({ to }) => to.join())
      .toSorted(),
  ).toEqual(ON_DUTY.toSorted())
  expect(about(subject)[0]!.text).toContain('/admin/bank-statements')
})

test.each([
  ['used_up', 'no more codes are sent to phones today'],
  ['sender_fails', 'codes to phones cannot be sent'],
] as const)('of codes to phones is mailed once a day: %s', async (aboutWhat, subject) => {
  const raiseIt = async () => {
    const at = app.clock.now().toISOString()
    await app.database.transaction((tx) => enqueue(tx, alarmPhoneCodes, { about: aboutWhat, at }))
    await work()
  }
  await raiseIt()
  await raiseIt()
  expect(about(subject)).toHaveLength(ON_DUTY.length)
  expect(about(subject)[0]!.text).not.toMatch(/\+\d{6}/)
  app.clock.advance(24 * HOUR_MS)
  await raiseIt()
  expect(about(subject)).toHaveLength(2 * ON_DUTY.length)
})

test('a payment above its announcement that has waited for an hour is mailed once', async () => {
  const { id: deposit_id } = await app.database.transaction((tx) =>
    createDeposit(tx, { member_id: member._id, amount_minor: 100n, method: 'bank_transfer' }),
  )
  await app.database.asSchemaOwner(
    `insert into bank_line (id, statement_id, line_no, account, identity, booking_day, amount_minor, direction, reversal, remittance,
       status, finding, deposit_id, decided_at)
     select gen_random_uuid(), id, 1, account, sha256('x'), to_day, 200, 'credit', false, 'x', 'unconfirmed', 'more_than_announced', $1, $2
     from bank_statement where status = 'accepted' limit 1`,
    [deposit_id, app.clock.now()],
  )
  await watch()
  expect(about('waits for two people')).toEqual([])
  app.clock.advance(HOUR_MS)
  await watch()
  await watch()
  expect(about('waits for two people')).toHaveLength(ON_DUTY.length)
  await app.database.asSchemaOwner(`delete from bank_line where finding = 'more_than_announced'`)
})

test('payouts outside SEPA that wait for the receiving account’s address are mailed once a day, until it has one', async () => {
  const { receive_account } = await app.database.transaction((tx) => settingsOf(tx))
  const receiveWith = (change: object) =>
    app.database.transaction((tx) => changeSetting(tx, 'receive_account', { ...receive_account!, ...change }))
  await watch()
  expect(about('address of the receiving account')).toEqual([])
  await receiveWith({ city: null, country: null })
  await watch()
  await watch()
  expect(about('address of the receiving account')).toHaveLength(ON_DUTY.length)
  app.clock.advance(24 * HOUR_MS)
  await watch()
  expect(about('address of the receiving account')).toHaveLength(2 * ON_DUTY.length)
  await receiveWith({})
  app.clock.advance(24 * HOUR_MS)
  await watch()
  expect(about('address of the receiving account')).toHaveLength(2 * ON_DUTY.length)
})

test('without alarm addresses nothing is raised, and without a mail server mails are dropped', async () => {
  const nobody = alarmHandlers({ ...app.config, mail: undefined, alarmMail: [] })
  app.clock.advance(10 * 24 * HOUR_MS)
  const now = app.clock.now()
  const id = newId(now)
  const operator = { username: 'gone', role: 'owner', by: 'another' }
  const payload = { run_id: id, member_id: id, at: now.toISOString(), about: 'file_refused', id, ...operator }
  for (const handler of nobody)
    await handler.run(app.database, {
      ...payload,
      ...(handler.name === 'alarm_phone_codes' && { about: 'used_up' }),
      ...(handler.name === 'alarm_conversation' && { about: 'late', conversation_id: id }),
    })
  expect(await work()).toBe(0)
  await alarmSender(undefined).run(app.database, { to: 'x@example.com', id: 'x', subject: 'x', text: 'x' })
  expect(smtp.mails).toEqual([])
})

test('the configuration accepts alarm addresses only with a mail server', () => {
  const base = { DATA_DIR: app.config.dataDir, DATABASE_URL: 'postgres://unused', ...MAIL }
  const SMTP_URL = 'smtp://mail.example.com'
  const ALARM_MAIL = ON_DUTY.join(' , ')
  expect(loadConfig({ ...base, SMTP_URL, ALARM_MAIL }).alarmMail).toEqual(ON_DUTY)
  expect(loadConfig({ ...base, SMTP_URL }).alarmMail).toEqual([])
  expect(() => loadConfig({ ...base, ALARM_MAIL })).toThrow('SMTP_URL: is needed with ALARM_MAIL')
  for (const wrong of [
    'duty',
    'duty@example.com,',
    'Duty <duty@example.com>',
    'a@example.com\r\nBcc: b@example.com',
  ])
    expect(() => loadConfig({ ...base, SMTP_URL, ALARM_MAIL: wrong })).toThrow('use addresses like')
  const many = Array.from({ length: 11 }, (_, i) => `duty${i}@example.com`).join()
  expect(() => loadConfig({ ...base, SMTP_URL, ALARM_MAIL: many })).toThrow('names more than ten')
})
