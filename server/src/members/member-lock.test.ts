import { api } from '@fairturn/contract/api'
// Security locks, and an account takeover replayed hour by hour: nothing the thief changed gives access, their
// attempts are refused, and money goes only to the member's account.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import { bankingCalls } from '@fairturn/contract/banking'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { memberCalls } from '@fairturn/contract/members'
import { orderCalls } from '@fairturn/contract/orders'
import { securityCalls } from '@fairturn/contract/security'
import { TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../testing/smtp.ts'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { Authenticator } from '../../test/authenticator.ts'
import { answered, carry, claim, draw, placeCampaign } from '../../test/carrying.ts'
import { BANK, expectPaymentsCorrect, IBAN, payable, saveBank, withdraw } from '../../test/payments.ts'
import { newKey, postback } from '../../test/postbacks.ts'
import { actorOn, signedIn, staff, type TestOperator } from '../../test/staff.ts'
import { settingsOf, siteTitle } from '../content/content.ts'
import { deliveryHandlers } from '../notices/delivery.ts'
import { mailSender, postPush } from '../notices/notices.ts'
import { alarmHandlers, alarmSender } from '../operations/alarms.ts'
import { judgeVisits } from '../tracking/tracking.ts'
import { approveWithdrawal, sendWithdrawal } from '../withdrawals/withdrawals.ts'
import { handlers } from '../worker.ts'
import { endExpiredLocks, mailHandlers } from './members.ts'

const everyCall = Object.values(api).flatMap((module) => Object.values(module) as Endpoint[])
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const VICTIMS = 'victim@example.com'
const THIEFS = 'thief@example.org'
const NEW_PASSWORD = 'battery staple horse'
const newPasswords = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
const THIEFS_BANK = { holder: 'A THIEF', iban: IBAN, password: TEST_PASSWORD }
const LOCKED = { status: 423, code: 'your_account_has_been_locked' }

let app: TestApp
let smtp: MailServer
let placer: TestMember
let support: TestOperator
let second: TestOperator
let approver: TestOperator
let made = 0

beforeAll(async () => {
  smtp = await startMailServer()
  app = await startApp({
    variables: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Fairturn <no-reply@example.com>',
      PUBLIC_ORIGIN: 'http://localhost',
      ALARM_MAIL: 'duty@example.com',
    },
  })
  placer = await app.member('who places')
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
  await smtp.close()
})
beforeEach(async () => {
  support = await staff(app, 'support')
  second = await staff(app, 'finance')
  approver = await staff(app, 'finance', 'out')
})

const work = async () => {
  const mail = app.config.mail!
  const send = mailSender(mail, app)
  await judgeVisits(app.database)
  await app.database.runDueJobs([
    ...handlers,
    ...mailHandlers({ send, origin: mail.origin, siteTitle }),
    ...deliveryHandlers({ config: app.config, send, post: postPush, styleOf: settingsOf, siteTitle }),
    ...alarmHandlers(app.config),
    alarmSender(send),
  ])
}
/** The mails sent to an address by the due jobs: the secrets of their links, or their texts. */
async function mailed(to: string) {
  const before = smtp.mails.length
  await work()
  return smtp.mails
    .slice(before)
    .filter((mail) => mail.to.includes(to))
    .map(({ text }) => ({ text, token: /#([\w-]{43})/.exec(text)?.[1] ?? '' }))
}
const wait = async (durationMs: number) => {
  app.clock.advance(durationMs)
  await work()
}

const login = (username: string, password = TEST_PASSWORD) =>
  app.call(memberCalls.login, { body: { username, password } })
async function session(who: TestMember, password = TEST_PASSWORD): Promise<TestMember> {
  const { access_token, refresh_token } = answered(await login(who.username, password))
  return { ...who, token: access_token, refresh_token }
}
const own = ({ token, _id }: TestMember, body: object = {}) => ({
  token,
  body: { user_id: _id, ...body } as never,
})
const confirmation = { password: TEST_PASSWORD }
async function setEmail(who: TestMember, email: string): Promise<void> {
  answered(await app.call(securityCalls.changeEmail, own(who, { email, ...confirmation })))
  const links = await mailed(email)
  answered(
    await app.call(securityCalls.confirmEmail, {
      body: { token: links.find(({ token }) => token !== '')!.token },
    }),
  )
}
const makeCodes = async (who: TestMember) =>
  answered(await app.call(securityCalls.makeRecoveryCodes, own(who, confirmation))).recovery_codes
const byCode = (username: string, recovery_code: string) =>
  app.call(securityCalls.recoverByCode, { body: { username, recovery_code, ...newPasswords } })
async function addPasskey(who: TestMember): Promise<Authenticator> {
  const key = new Authenticator()
  const options = answered(await app.call(securityCalls.newPasskey, own(who, confirmation)))
  answered(await app.call(securityCalls.addPasskey, own(who, { credential: key.create(options) })))
  return key
}
async function byPasskey(key: Authenticator) {
  const options = answered(await app.call(securityCalls.askPasskey, { body: { purpose: 'sign_in' } }))
  return await app.call(securityCalls.signInWithPasskey, { body: { assertion: key.get(options) } })
}
const lock = async (who: TestMember, body: { suspected_since?: string } = {}) => {
  await refreshStaff()
  return answered(
    await app.call(adminMemberCalls.lock, {
      as: support,
      params: { member_id: who._id },
      body: { kind: 'security', reason: 'You told us that somebody else is in it.', ...body },
    }),
  )
}
async function approve(proposal_id: string, { by = 'second' }: { by?: 'support' | 'second' } = {}) {
  await refreshStaff()
  const as = by === 'support' ? support : second
  const params = { proposal_id }
  const { content_hash } = answered(await app.call(approvalCalls.detail, { as, params }))
  return await app.call(approvalCalls.approve, { as, params, body: { content_hash } })
}
const unlock = async (who: TestMember, with_code = false) => {
  await refreshStaff()
  return await app.call(adminMemberCalls.unlock, {
    as: support,
    params: { member_id: who._id },
    body: { reason: 'We have seen their passport.', with_code },
  })
}
/** The first half, shown to the approver, and the second from the mail of before. */
async function wholeCode(shown: Readonly<Record<string, string>>): Promise<string> {
  expect(shown).toEqual({ recovery_code_first_half: expect.any(String), other_half: 'mail' })
  const texts = (await mailed(VICTIMS)).map(({ text }) => /^([0-9A-Z]{4}-[0-9A-Z]{4})\r?$/m.exec(text)?.[1])
  return `${shown['recovery_code_first_half']}-${texts.find((half) => half !== undefined)}`
}
const refreshStaff = async () => {
  support = { ...support, headers: await signedIn(app, support._id) }
  second = { ...second, headers: await signedIn(app, second._id) }
}
const bankOf = async (who: TestMember) => answered(await app.call(bankingCalls.bank, own(who)))

/** A member registered a month ago, with an address, a bank account, an e-mail, recovery codes and money. */
async function victim(balance_minor = 10_000n) {
  const who = await payable(app, `An Owner ${++made}`, balance_minor)
  await setEmail(who, VICTIMS)
  const codes = await makeCodes(who)
  await wait(30 * DAY_MS)
  return { who, codes, here: await session(who) }
}

/** What a thief with the password does before anybody notices. */
async function takeOver(who: TestMember) {
  const thief = await session(who)
  await setEmail(thief, THIEFS)
  const codes = await makeCodes(thief)
  const key = await addPasskey(thief)
  answered(
    await app.call(
      securityCalls.changePhone,
      own(thief, { phone: `+849${70_000_000 + made}`, ...confirmation }),
    ),
  )
  answered(await saveBank(app, thief, THIEFS_BANK))
  return { thief, codes, key }
}

test('an account takeover, hour by hour: the thief gets nothing, the member regains access, and money goes only to the member’s account', async () => {
  const { who, codes, here } = await victim()
  const before = answered(await app.call(securityCalls.overview, { token: here.token }))

  // Hour 0: a stolen password. E-mail, phone, codes, passkey and payout account are the thief's.
  smtp.mails.length = 0
  const stolen = await takeOver(who)
  await work()
  const texts = smtp.mails
    .filter(({ to }) => to.includes(VICTIMS))
    .map(({ text }) => text)
    .join('\n')
  expect(texts).toContain('no longer linked to your account')
  expect(texts).toMatch(/Withdrawals now go to .*2606/)

  // Hour 25: the payout delay of the new account is over; the thief withdraws everything. The member reads the mail and calls.
  await wait(25 * HOUR_MS)
  const thief = await session(who)
  const requested = answered(await withdraw(app, thief, 'all')).withdrawal
  await placeCampaign(app, placer)
  const offer = answered(await draw(app, thief))
  await lock(who)
  await work()

  // Every session is over, refresh tokens included, and none can be opened.
  for (const each of [thief, here, stolen.thief])
    expect([
      (await app.call(memberCalls.me, { token: each.token })).status,
      (await app.call(memberCalls.refresh, { body: { refresh_token: each.refresh_token } })).status,
    ]).toEqual([401, 423])
  const refused = await login(who.username)
  expect(refused).toMatchObject({
    ...LOCKED,
    details: {
      kind: 'security',
      reason: 'You told us that somebody else is in it.',
      since: app.clock.now().toISOString(),
      until: new Date(app.clock.now().getTime() + 72 * HOUR_MS).toISOString(),
      by_support_alone: false,
    },
  })
  expect(await login(who.username, 'a wrong password')).toMatchObject({
    status: 401,
    code: 'username_or_password_is_incorrect',
  })
  expect((await byPasskey(stolen.key)).code).toBe('passkey_was_not_accepted')

  // The thief's attempts, each hour.
  const attempts = everyCall.filter(({ lockedOut }) => lockedOut === true)
  expect(attempts.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'viewer',
      'phone',
      'email',
      'email/remove',
      'one-time-codes',
      'passkeys',
      'recovery-codes',
      'update-bank',
      'update-address',
      'withdraw',
      'product-claim-reward',
      'account/close',
    ]),
  )
  for (const call of attempts)
    expect([
      call.path,
      await app.call(call, {
        ...own(thief),
        params: { passkey_id: who._id, withdrawal_id: requested._id } as never,
      }),
    ]).toMatchObject([call.path, LOCKED])
  expect((await byCode(who.username, stolen.codes[0]!)).code).toBe('username_or_recovery_code_is_incorrect')
  await app.call(securityCalls.recoverByMail, { body: { username: who.username } })
  expect(await mailed(THIEFS)).toEqual([])

  // Withdrawals to the thief's account are refused, the money is available again; the offer is returned.
  const [withdrawal] = await app.database.asSchemaOwner<{ status: string }>(
    'select status from withdrawal where id = $1',
    [requested._id],
  )
  expect(withdrawal!.status).toBe('refused')
  const [given] = await app.database.asSchemaOwner<{ status: string }>(
    'select status from offer where id = $1',
    [offer._id],
  )
  expect(given!.status).toBe('skipped')

  // Hour 27: the member recovers the account with an older recovery code; the lock ends.
  await wait(2 * HOUR_MS)
  answered(await byCode(who.username, codes[0]!))
  expect((await login(who.username)).code).toBe('username_or_password_is_incorrect')
  const back = await session(who, NEW_PASSWORD)
  await work()
  expect(answered(await app.call(securityCalls.overview, { token: back.token }))).toMatchObject({
    email: VICTIMS,
    phone: before.phone,
    passkeys: [],
    recovery_codes_left: 9,
  })
  const until = new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString()
  expect(await bankOf(back)).toMatchObject({
    bank: { holder: BANK.holder },
    hold: { until, reason: 'security' },
  })
  const pay = (amount: string, as: TestMember) => withdraw(app, as, amount, { password: NEW_PASSWORD })
  expect(await pay('10.00', back)).toMatchObject({
    code: 'withdrawals_wait_for_a_security_check',
    details: { until },
  })

  // Hour 51: money can be paid to the member's account, and to no other.
  app.clock.advance(24 * HOUR_MS - 1)
  expect((await pay('10.00', await session(who, NEW_PASSWORD))).code).toBe(
    'withdrawals_wait_for_a_security_check',
  )
  app.clock.advance(1)
  const paid = answered(await pay('all', await session(who, NEW_PASSWORD))).withdrawal
  expect(paid).toMatchObject({ amount: '100.00', payee: { holder: BANK.holder } })
  await app.database.transaction((tx) =>
    approveWithdrawal(tx, { withdrawal_id: paid._id, actor: approver.actor }),
  )
  const sent = await app.database.asSchemaOwner<{ holder: string }>(
    `select distinct holder from withdrawal where member_id = $1 and status in ('approved', 'sent', 'paid')`,
    [who._id],
  )
  expect(sent).toEqual([{ holder: BANK.holder }])
}, 60_000)

test('account changes are mailed to the former address even if the new one rejects every mail', async () => {
  const { who } = await victim()
  await setEmail(await session(who), THIEFS)
  await work()
  smtp.rejected = THIEFS
  smtp.mails.length = 0
  await makeCodes(await session(who))
  await expect(work()).rejects.toThrow('550')
  delete smtp.rejected
  expect(smtp.mails.map(({ to }) => to)).toEqual([[VICTIMS]])
})

describe('a security lock', () => {
  test('expires after 72 hours: the former payout account, another 24 hours of delay, and the stolen password opens nothing', async () => {
    const { who, here } = await victim()
    await takeOver(who)
    await lock(who)
    await work()
    app.clock.advance(72 * HOUR_MS - 1)
    expect(await login(who.username)).toMatchObject(LOCKED)
    expect(await endExpiredLocks(app.database)).toBe(0)
    app.clock.advance(1)
    expect(await login(who.username)).toMatchObject({ status: 423, code: 'a_new_password_is_needed' })
    expect(await login(who.username, 'a wrong password')).toMatchObject({ status: 401 })
    await app.call(securityCalls.recoverByMail, { body: { username: who.username } })
    const link = (await mailed(VICTIMS)).find(({ token }) => token !== '')
    answered(await app.call(securityCalls.recoverByLink, { body: { token: link!.token, ...newPasswords } }))
    const back = await session({ ...who, token: here.token }, NEW_PASSWORD)
    expect(await bankOf(back)).toMatchObject({ bank: { holder: BANK.holder }, hold: { reason: 'security' } })
    app.clock.advance(24 * HOUR_MS)
    const { hold } = await bankOf(await session(who, NEW_PASSWORD))
    expect(hold).toBeNull()
  })

  test('ends when its member acts even if no worker runs, and once', async () => {
    const { who } = await victim()
    await lock(who)
    app.clock.advance(72 * HOUR_MS)
    expect(await endExpiredLocks(app.database)).toBe(1)
    expect(await endExpiredLocks(app.database)).toBe(0)
  })

  test('the member regains access through the previous mail address, which is restored', async () => {
    const { who } = await victim()
    await takeOver(who)
    await lock(who)
    await app.call(securityCalls.recoverByMail, { body: { username: who.username } })
    const link = (await mailed(VICTIMS)).find(({ token }) => token !== '')
    answered(await app.call(securityCalls.recoverByLink, { body: { token: link!.token, ...newPasswords } }))
    expect((await session(who, NEW_PASSWORD)).token).not.toBe('')
  })

  test('confirmed by a second operator lasts 30 days, and neither code nor mail ends it; two operators do, with a code for the member', async () => {
    const { who, codes } = await victim()
    await lock(who)
    const confirm = () =>
      app.call(adminMemberCalls.confirmLock, {
        as: support,
        params: { member_id: who._id },
        body: { reason: 'The mailbox is stolen too.' },
      })
    const { proposal_id } = answered(await confirm())
    expect((await approve(proposal_id, { by: 'support' })).code).toBe('another_operator_must_approve')
    answered(await approve(proposal_id))
    app.clock.advance(29 * DAY_MS)
    expect(await login(who.username)).toMatchObject({ ...LOCKED, details: { by_support_alone: true } })
    expect(await byCode(who.username, codes[0]!)).toMatchObject(LOCKED)
    await refreshStaff()
    const detail = answered(
      await app.call(adminMemberCalls.detail, {
        as: support,
        params: { member_id: who._id },
        query: { reason: 'Ticket 7 asks for this' },
      }),
    )
    expect(detail.lock).toMatchObject({ kind: 'security', confirmed_by: second.username })
    const ended = answered(await approve(answered(await unlock(who, true)).proposal_id!))
    const recovery_code = await wholeCode(ended.shown!)
    expect((await login(who.username)).code).toBe('a_new_password_is_needed')
    answered(await byCode(who.username, recovery_code))
    expect((await login(who.username, NEW_PASSWORD)).status).toBe(200)
  })

  test('takes two again within 30 days however the first ended; the sessions end at once', async () => {
    const { who, codes } = await victim()
    expect((await lock(who)).proposal_id).toBeNull()
    answered(await byCode(who.username, codes[0]!))
    await wait(29 * DAY_MS)
    const back = await session(who, NEW_PASSWORD)
    const { proposal_id } = await lock(who)
    expect(await app.call(memberCalls.me, { token: back.token })).toMatchObject({ code: 'session_has_ended' })
    expect((await login(who.username, NEW_PASSWORD)).status).toBe(200)
    answered(await approve(proposal_id!))
    expect(await login(who.username, NEW_PASSWORD)).toMatchObject(LOCKED)
  })

  test('takes two again after it has expired, and one alone 30 days after that', async () => {
    const { who } = await victim()
    await lock(who)
    await wait(72 * HOUR_MS)
    await endExpiredLocks(app.database)
    expect((await lock(who)).proposal_id).not.toBeNull()
    await wait(31 * DAY_MS)
    expect((await lock(who)).proposal_id).toBeNull()
  })

  test('that stands is not repeated by one operator, with another time either: the member’s one-time codes stay', async () => {
    const { who } = await victim()
    const set_at = new Date(app.clock.now().getTime() - 8 * DAY_MS)
    await app.database.asSchemaOwner(
      `insert into one_time_secret (subject_kind, subject_id, ciphertext, created_at, confirmed_at) values ('member', $1, $2, $3, $3)`,
      [who._id, Buffer.alloc(48), set_at],
    )
    const count = async () =>
      (await app.database.asSchemaOwner('select from one_time_secret where member_id = $1', [who._id])).length
    expect((await lock(who)).proposal_id).toBeNull()
    const suspected_since = new Date(app.clock.now().getTime() - 25 * DAY_MS).toISOString()
    const again = await lock(who, { suspected_since })
    expect(again.proposal_id).not.toBeNull()
    expect((await lock(who, { suspected_since })).proposal_id).toBe(again.proposal_id)
    expect(await count()).toBe(1)
    answered(await approve(again.proposal_id!))
    expect(await count()).toBe(0)
  })

  test('that is proposed to end is not proposed so again: whoever comes later is told who has', async () => {
    const { who } = await victim()
    await lock(who)
    const { proposal_id } = answered(await unlock(who, true))
    expect(answered(await unlock(who, true)).proposal_id).toBe(proposal_id)
    const open = { _id: proposal_id, kind: 'unlock_money', with_code: true, by: support.username }
    const refused = { status: 409, code: 'this_is_proposed_already' }
    expect(await unlock(who)).toMatchObject({ ...refused, details: { proposal: { ...open, own: true } } })
    const params = { member_id: who._id }
    const body = { reason: 'They have called me, too.', with_code: true }
    const colleague = await staff(app, 'support')
    expect(await app.call(adminMemberCalls.unlock, { as: colleague, params, body })).toMatchObject({
      ...refused,
      details: { proposal: { ...open, own: false, waits_for: expect.arrayContaining([second.username]) } },
    })
  })

  test('ends with a code whose second half a third operator hands over where no mail reaches its member', async () => {
    const who = await app.member('without any mailbox')
    await lock(who)
    const { proposal_id } = answered(await unlock(who, true))
    const { shown } = answered(await approve(proposal_id!))
    expect(shown).toEqual({ recovery_code_first_half: expect.any(String), other_half: 'third_person' })
    const query = { kind: 'recovery_code_handover', member_id: who._id }
    const { list } = answered(await app.call(approvalCalls.list, { as: second, query }))
    const handover = list[0]!._id
    expect(await approve(handover)).toMatchObject({ code: 'another_operator_must_approve' })
    expect(await approve(handover, { by: 'support' })).toMatchObject({
      code: 'nobody_decides_about_themselves',
    })
    const third = await staff(app, 'support')
    const other = answered(await approveProposal(app, handover, third)).shown!
    const first = shown!['recovery_code_first_half']!
    const half = other['recovery_code_second_half']!
    expect(Object.keys(other)).toEqual(['recovery_code_second_half'])
    for (const secret of [first, half]) expect(JSON.stringify(list)).not.toContain(secret)
    expect((await byCode(who.username, first)).code).toBe('username_or_recovery_code_is_incorrect')
    expect(await app.database.asSchemaOwner('select from recovery_code_half')).toEqual([])
    answered(await byCode(who.username, `${first}-${half}`))
    expect((await login(who.username, NEW_PASSWORD)).status).toBe(200)
  })

  test('reverts a week, or to the time the operator names, at most 30 days; older changes stay', async () => {
    const { who } = await victim()
    answered(await saveBank(app, await session(who), { holder: 'NEW NAME', iban: IBAN, ...confirmation }))
    await wait(8 * DAY_MS)
    await lock(who)
    await work()
    const holder = async () =>
      (
        await app.database.asSchemaOwner<{ holder: string }>(
          'select holder from bank_details where member_id = $1',
          [who._id],
        )
      )[0]?.holder
    expect(await holder()).toBe('NEW NAME')
    const since = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS).toISOString()
    for (const suspected_since of [since(31), since(-1)])
      expect(
        await app.call(adminMemberCalls.lock, {
          as: support,
          params: { member_id: who._id },
          body: { kind: 'security', reason: 'Earlier. It is written down.', suspected_since },
        }),
      ).toMatchObject({ status: 422, code: 'field_is_invalid' })
    answered(await approve((await lock(who, { suspected_since: since(9) })).proposal_id!))
    await work()
    expect(await holder()).toBe(BANK.holder)
  })

  test('of a new account trusts what was set before the first other sign-in, and removes a payout account that a thief entered first', async () => {
    const who = await app.member(`New ${++made}`)
    const codes = await makeCodes(who)
    await wait(HOUR_MS)
    const thief = await session(who)
    await setEmail(thief, THIEFS)
    answered(await saveBank(app, thief, THIEFS_BANK))
    await lock(who)
    await work()
    answered(await byCode(who.username, codes[0]!))
    const back = await session(who, NEW_PASSWORD)
    expect((await bankOf(back)).bank).toBeNull()
    expect(answered(await app.call(securityCalls.overview, { token: back.token })).email).toBeNull()
  })

  test('does not stop running orders; their earnings are held until it is over', async () => {
    const { who, codes, here } = await victim()
    await placeCampaign(app, placer)
    const order = await carry(app, here)
    await lock(who)
    expect(await claim(app, here, order._id)).toMatchObject(LOCKED)
    answered(await byCode(who.username, codes[0]!))
    const back = await session(who, NEW_PASSWORD)
    expect(
      answered(await app.call(orderCalls.get, { token: back.token, params: { order_id: order._id } })).status,
    ).toBe('success')
    answered(await claim(app, back, order._id))
  })

  test('holds approval and sending of requests to the trusted account, and then releases them', async () => {
    const { who, here, codes } = await victim()
    const requested = answered(await withdraw(app, here, '10.00')).withdrawal
    await lock(who)
    await work()
    const step = (act: typeof approveWithdrawal) =>
      app.database.transaction((tx) => act(tx, { withdrawal_id: requested._id, actor: approver.actor }))
    await expect(step(approveWithdrawal)).rejects.toMatchObject({
      code: 'withdrawals_wait_for_a_security_check',
    })
    answered(await byCode(who.username, codes[0]!))
    await expect(step(approveWithdrawal)).rejects.toMatchObject({
      code: 'withdrawals_wait_for_a_security_check',
    })
    app.clock.advance(24 * HOUR_MS)
    await step(approveWithdrawal)
    // Sent by another operator than the approver.
    const actor = await actorOn(app, 'out')
    await app.database.transaction((tx) => sendWithdrawal(tx, { withdrawal_id: requested._id, actor }))
  })

  test('voids a link requested before it to a thief’s mailbox', async () => {
    const { who, codes } = await victim()
    const thief = await session(who)
    answered(await app.call(securityCalls.changeEmail, own(thief, { email: THIEFS, ...confirmation })))
    const [early] = await mailed(THIEFS)
    answered(await app.call(securityCalls.changeEmail, own(thief, { email: THIEFS, ...confirmation })))
    await lock(who)
    expect(await mailed(THIEFS)).toEqual([])
    answered(await byCode(who.username, codes[0]!))
    expect(await app.call(securityCalls.confirmEmail, { body: { token: early!.token } })).toMatchObject({
      code: 'link_is_not_valid',
    })
  })

  test('invalidates postback keys created by a thief; earlier ones stay valid', async () => {
    const { who } = await victim()
    const { id: campaign_id } = await placeCampaign(app, who, { verification: 'postback' })
    const earlier = await newKey(app, await session(who), campaign_id)
    await wait(8 * DAY_MS)
    const stolen = await newKey(app, await session(who), campaign_id)
    const answers = async ({ secret }: { secret: string }) =>
      (await postback(app, { campaign_id, secret, click_id: campaign_id })).code
    expect(await answers(stolen)).toBe('click_is_unknown')
    await lock(who)
    await work()
    expect(await answers(stolen)).toBe('postback_is_not_authentic')
    expect(await answers(earlier)).toBe('click_is_unknown')
  })

  test('restores one-time codes that a thief turned off, removes the thief’s own, and no code works twice', async () => {
    const { who, codes } = await victim()
    const enrol = async (member: TestMember) =>
      URI.parse(
        answered(await app.call(securityCalls.enrolOneTimeCodes, own(member, confirmation))).uri,
      ) as TOTP
    const codeOf = (totp: TOTP) => totp.generate({ timestamp: app.clock.now().getTime() })
    const confirm = async (member: TestMember, totp: TOTP) =>
      answered(await app.call(securityCalls.confirmOneTimeCodes, own(member, { otp: codeOf(totp) })))
    const end = async (member: TestMember, otp: string) =>
      answered(await app.call(securityCalls.endOneTimeCodes, own(member, { otp, ...confirmation })))

    const here = await session(who)
    const theirs = await enrol(here)
    await confirm(here, theirs)
    await wait(8 * DAY_MS)
    const signedInWith = async (otp: string, password = TEST_PASSWORD) =>
      app.call(memberCalls.login, { body: { username: who.username, password, otp } })
    const used = codeOf(theirs)
    const thief = { ...who, token: answered(await signedInWith(used)).access_token }
    await end(thief, codes[0]!)
    const thiefs = await enrol(thief)
    await confirm(thief, thiefs)
    app.clock.advance(30_000)
    await end(thief, codeOf(thiefs))
    app.clock.advance(-30_000)

    await lock(who)
    answered(await byCode(who.username, codes[1]!))
    expect(await login(who.username, NEW_PASSWORD)).toMatchObject({ code: 'one_time_code_is_required' })
    expect(await signedInWith(used, NEW_PASSWORD)).toMatchObject({ code: 'one_time_code_is_incorrect' })
    app.clock.advance(60_000)
    expect(await signedInWith(codeOf(thiefs), NEW_PASSWORD)).toMatchObject({
      code: 'one_time_code_is_incorrect',
    })
    answered(await signedInWith(codeOf(theirs), NEW_PASSWORD))
  })

  describe('that two operators end for a member with one-time codes on and without phone, codes and mail', () => {
    async function without() {
      const { who, codes, here } = await victim()
      const { uri } = answered(await app.call(securityCalls.enrolOneTimeCodes, own(here, confirmation)))
      const totp = URI.parse(uri) as TOTP
      const otp = () => totp.generate({ timestamp: app.clock.now().getTime() })
      answered(await app.call(securityCalls.confirmOneTimeCodes, own(here, { otp: otp() })))
      await wait(8 * DAY_MS)
      await lock(who)
      const { shown } = answered(await approve(answered(await unlock(who, true)).proposal_id!))
      return { who, codes, otp, issued: await wholeCode(shown!) }
    }
    const isOn = async (who: TestMember) =>
      (
        await app.database.asSchemaOwner(
          'select from one_time_secret where member_id = $1 and confirmed_at is not null',
          [who._id],
        )
      ).length === 1

    test('lets the member in by the code of the operators alone: it turns their one-time codes off, and they are notified', async () => {
      const { who, issued } = await without()
      // Approved, and not redeemed: nobody else gets in by mailbox and password alone.
      expect(await isOn(who)).toBe(true)
      smtp.mails.length = 0
      answered(await byCode(who.username, issued))
      const back = await session(who, NEW_PASSWORD)
      expect(answered(await app.call(securityCalls.overview, { token: back.token })).one_time_codes).toBe(
        false,
      )
      await work()
      const told = smtp.mails.filter(({ to }) => to.includes(VICTIMS)).map(({ text }) => text)
      expect(told.join('\n')).toContain('You can now sign in with your password only.')
      expect(await bankOf(back)).toMatchObject({
        bank: { holder: BANK.holder },
        hold: { reason: 'security' },
      })
      expect((await withdraw(app, back, '10.00', { password: NEW_PASSWORD })).code).toBe(
        'withdrawals_wait_for_a_security_check',
      )
    })

    test('restores them if the code came to the wrong person and the account is locked again', async () => {
      const { who, issued, otp } = await without()
      answered(await byCode(who.username, issued))
      await session(who, NEW_PASSWORD)
      answered(await approve((await lock(who)).proposal_id!))
      expect(await isOn(who)).toBe(true)
      const { shown } = answered(await approve(answered(await unlock(who, true)).proposal_id!))
      expect((await byCode(who.username, issued)).code).toBe('username_or_recovery_code_is_incorrect')
      expect(otp()).toMatch(/^\d{6}$/)
      answered(await byCode(who.username, await wholeCode(shown!)))
      expect(await isOn(who)).toBe(false)
    })

    test('leaves them on for whoever comes back another way; the unused code then replaces one of them, and no more', async () => {
      const { who, codes, issued, otp } = await without()
      answered(await byCode(who.username, codes[0]!))
      expect(await login(who.username, NEW_PASSWORD)).toMatchObject({ code: 'one_time_code_is_required' })
      answered(await byCode(who.username, issued))
      expect(await isOn(who)).toBe(true)
      app.clock.advance(60_000)
      const body = { username: who.username, password: NEW_PASSWORD, otp: otp() }
      answered(await app.call(memberCalls.login, { body }))
    })
  })

  test('leaves one-time codes off that the member turned off before the named time', async () => {
    const { who, codes, here } = await victim()
    const { uri } = answered(await app.call(securityCalls.enrolOneTimeCodes, own(here, confirmation)))
    const otp = (URI.parse(uri) as TOTP).generate({ timestamp: app.clock.now().getTime() })
    answered(await app.call(securityCalls.confirmOneTimeCodes, own(here, { otp })))
    answered(await app.call(securityCalls.endOneTimeCodes, own(here, { otp: codes[0]!, ...confirmation })))
    await wait(8 * DAY_MS)
    await lock(who)
    answered(await byCode(who.username, codes[1]!))
    expect((await login(who.username, NEW_PASSWORD)).status).toBe(200)
  })

  test('removes one-time codes that a thief turned on; earlier ones stay', async () => {
    const { who } = await victim()
    const enrolled = `insert into one_time_secret (subject_kind, subject_id, ciphertext, created_at, confirmed_at) values ('member', $1, $2, $3, $3)`
    const ciphertext = Buffer.alloc(48)
    const count = async () =>
      (await app.database.asSchemaOwner('select from one_time_secret where member_id = $1', [who._id])).length
    await app.database.asSchemaOwner(enrolled, [
      who._id,
      ciphertext,
      new Date(app.clock.now().getTime() - 8 * DAY_MS),
    ])
    await lock(who)
    expect(await count()).toBe(1)
    await app.database.asSchemaOwner('update one_time_secret set confirmed_at = $2 where member_id = $1', [
      who._id,
      app.clock.now(),
    ])
    answered(await approve((await lock(who)).proposal_id!))
    expect(await count()).toBe(0)
  })

  test('raises one alarm a day for attempts to sign in or to change something, without a name', async () => {
    const { who, here } = await victim()
    await lock(who)
    await work()
    smtp.mails.length = 0
    await login(who.username)
    await app.call(bankingCalls.updateAddress, own(here))
    await work()
    const alarms = () => smtp.mails.filter(({ to }) => to.includes('duty@example.com'))
    expect(alarms()).toHaveLength(1)
    expect(alarms()[0]!.text).toContain(`/admin/members/${who._id}/show`)
    expect(alarms()[0]!.text).not.toContain(who.username)
    await login(who.username)
    await work()
    expect(alarms()).toHaveLength(1)
    app.clock.advance(DAY_MS)
    await login(who.username)
    await work()
    expect(alarms()).toHaveLength(2)
  })

  test('raises no alarm for a wrong password, a read or a renewal in an earlier session', async () => {
    const { who, here } = await victim()
    await lock(who)
    await work()
    smtp.mails.length = 0
    expect((await login(who.username, 'a wrong password')).status).toBe(401)
    expect((await app.call(memberCalls.me, { token: here.token })).status).toBe(401)
    expect((await app.call(memberCalls.sessions, { token: here.token })).status).toBe(401)
    const renewed = await app.call(memberCalls.refresh, { body: { refresh_token: here.refresh_token } })
    expect(renewed).toMatchObject({ ...LOCKED, details: { kind: 'security' } })
    await work()
    expect(smtp.mails.filter(({ to }) => to.includes('duty@example.com'))).toEqual([])
  })

  test('refuses or reverts a concurrent change', async () => {
    const { who, here } = await victim()
    const changes = Array.from({ length: 5 }, (_, i) =>
      saveBank(app, here, { ...THIEFS_BANK, holder: `A THIEF ${i}` }),
    )
    await Promise.all([...changes, lock(who)])
    await work()
    const [bank] = await app.database.asSchemaOwner<{ holder: string }>(
      'select holder from bank_details where member_id = $1',
      [who._id],
    )
    expect(bank!.holder).toBe(BANK.holder)
  })

  test('is not ended by one operator, and blocks changes by two operators for the member', async () => {
    const { who } = await victim()
    await lock(who)
    expect(answered(await unlock(who))).toMatchObject({ unlocked: false })
    expect(await login(who.username)).toMatchObject(LOCKED)
    expect(
      await app.call(adminMemberCalls.lock, {
        as: support,
        params: { member_id: who._id },
        body: { kind: 'conduct', reason: 'No. It is written down.' },
      }),
    ).toMatchObject({ code: 'member_is_locked_for_security' })
  })

  test('covers one for conduct, which is reinstated when it expires or its member regains access; an operator ends that', async () => {
    const locked = { kind: 'conduct', reason: 'Visits of your own machines.' } as const
    const lockOf = async ({ username }: TestMember) => answered(await login(username, NEW_PASSWORD)).user.lock
    for (const passedMs of [0, 73 * HOUR_MS]) {
      const { who, codes } = await victim()
      await refreshStaff()
      answered(
        await app.call(adminMemberCalls.lock, { as: support, params: { member_id: who._id }, body: locked }),
      )
      await lock(who)
      expect(await login(who.username)).toMatchObject({ ...LOCKED, details: { kind: 'security' } })
      await wait(passedMs)
      answered(await byCode(who.username, codes[0]!))
      expect(await lockOf(who)).toMatchObject(locked)
      expect(answered(await unlock(who))).toMatchObject({ unlocked: true })
      expect(await lockOf(who)).toBeNull()
    }
  })
})
