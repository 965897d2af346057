// Withdrawals through HTTP and the operators' functions: every rule and refusal, every movement, and races.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCALES } from '@fairturn/contract/locales'
import { memberCalls } from '@fairturn/contract/members'
import { formatMoney } from '@fairturn/contract/minor-units'
import { noticeCalls } from '@fairturn/contract/notices'
import { securityCalls } from '@fairturn/contract/security'
import { unbroken } from '@fairturn/contract/unbroken'
import { PERCENTILE_MINIMUM, withdrawalCalls, type Withdrawal } from '@fairturn/contract/withdrawals'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { Authenticator } from '../../test/authenticator.ts'
import { answered, carry, claim, deposit, distribute, placeCampaign } from '../../test/carrying.ts'
import {
  BANK,
  cancel,
  expectPaymentsCorrect,
  IBAN,
  payable as payableCalled,
  saveAddress,
  saveBank,
  withdraw,
} from '../../test/payments.ts'
import { actorOn } from '../../test/staff.ts'
import { createCampaign } from '../campaigns/campaigns.ts'
import { changeSetting } from '../content/content.ts'
import { platformTotals } from '../ledger/ledger.ts'
import { endExpiredLocks, lockMember } from '../members/members.ts'
import { turnsReader } from '../orders/turns.ts'
import { MIGRATIONS_FOLDER } from '../platform/database/migrate.ts'
import { checkRunningTotals } from '../platform/database/running-totals.ts'
import { approveWithdrawal, refuseWithdrawal } from './approve-withdrawal.ts'
import { markPaid, returnWithdrawal, sendWithdrawal } from './settle-withdrawal.ts'
import { checkWithdrawals } from './withdrawals.check.ts'

const HOUR_MS = 3_600_000
let FIRST: { actor: string }
let SECOND: { actor: string }

let app: TestApp

beforeAll(async () => {
  app = await startApp()
  FIRST = { actor: await actorOn(app, 'out') }
  SECOND = { actor: await actorOn(app, 'out') }
})
afterEach(() => expectPaymentsCorrect(app))
afterAll(() => app.close())

let members = 0
/** A member with an address, bank details and this balance. */
const payable = (balance_minor: bigint) => payableCalled(app, `thu ha ${(members += 1)}`, balance_minor)

const balances = async ({ token }: TestMember) => {
  const { account_balance, held_balance } = answered(await app.call(memberCalls.me, { token }))
  return [account_balance, held_balance]
}
const requested = async (member: TestMember, amount: string): Promise<Withdrawal> =>
  answered(await withdraw(app, member, amount)).withdrawal
const get = async ({ token }: TestMember, withdrawal_id: string) =>
  answered(await app.call(withdrawalCalls.getWithdrawal, { token, params: { withdrawal_id } }))
const termsOf = async ({ token }: TestMember) =>
  answered(await app.call(withdrawalCalls.withdrawTerms, { token }))
const approve = (withdrawal_id: string) =>
  app.database.transaction((tx) => approveWithdrawal(tx, { withdrawal_id, ...FIRST }))
const send = (withdrawal_id: string) =>
  app.database.transaction((tx) => sendWithdrawal(tx, { withdrawal_id, ...SECOND }))
const pay = (withdrawal_id: string) =>
  app.database.transaction((tx) => markPaid(tx, { withdrawal_id, ...SECOND }))
const sendBack = (withdrawal_id: string) =>
  app.database.transaction((tx) =>
    returnWithdrawal(tx, { withdrawal_id, ...SECOND, reason: 'The account is closed.' }),
  )
const turnDown = (withdrawal_id: string) =>
  app.database.transaction((tx) =>
    refuseWithdrawal(tx, { withdrawal_id, ...FIRST, reason: 'payee_is_another_person' }),
  )
const cash = async () => (await platformTotals(app.database)).get('cash')!.balance_minor
const noticesOf = async ({ token, _id }: TestMember) =>
  answered(await app.call(noticeCalls.list, { token, body: { user_id: _id } })).list

describe('requesting', () => {
  test('the requested amount is held at once, with a notice', async () => {
    const member = await payable(5000n)
    app.clock.advance(1000)
    const answer = await withdraw(app, member, '20.00')
    expect(answer).toMatchObject({ status: 200, message: 'successfully_created_withdrawal_order' })
    expect(answer.data).toMatchObject({
      account_balance: '30.00',
      held_balance: '20.00',
      withdrawal: {
        status: 'requested',
        amount: '20.00',
        fee: '0.00',
        payout: '20.00',
        payee: { holder: 'NGUYEN THU HA', bank_name: 'Vietcombank', account: '•••• 1899', country: 'VN' },
        cancellable: true,
      },
    })
    expect(answer.data.withdrawal.reference).toMatch(/^FW-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(await get(member, answer.data.withdrawal._id)).toEqual(answer.data.withdrawal)
    const [notice] = await noticesOf(member)
    expect(notice).toMatchObject({
      kind: 'withdrawal_requested',
      text: '$\u00a020,00 to Vietcombank\u00a0••••\u00a01899. If this was not you, cancel it and change your password immediately.',
      path: `/withdraw?withdrawal=${answer.data.withdrawal._id}`,
    })
  })

  test('below the minimum is refused, but closing the account pays any amount', async () => {
    const member = await payable(999n)
    expect(await withdraw(app, member, '9.99')).toMatchObject({
      status: 409,
      code: 'your_account_has_not_reached_the_minimum_balance',
      message: 'your account has not reached the minimum balance',
      details: { minimum: '10.00' },
    })
    expect(answered(await withdraw(app, member, 'all')).withdrawal.amount).toBe('9.99')
    expect(await balances(member)).toEqual(['0.00', '9.99'])
    expect((await withdraw(app, member, 'all')).code).toBe('your_account_has_not_reached_the_minimum_balance')
  })

  test('the minimum itself is enough', async () => {
    const member = await payable(1000n)
    expect((await withdraw(app, member, '10.00')).status).toBe(200)
  })

  test('is refused without an address, then without a bank account', async () => {
    const member = await app.member(`thu ha ${(members += 1)}`)
    await deposit(app.database, member._id, 5000n)
    expect(await withdraw(app, member, '10.00')).toMatchObject({
      status: 409,
      code: 'please_add_address_before',
    })
    answered(await saveAddress(app, member))
    expect(await withdraw(app, member, '10.00')).toMatchObject({
      status: 422,
      code: 'the_bank_does_not_exist',
    })
    answered(await saveBank(app, member))
    expect((await withdraw(app, member, '10.00')).status).toBe(200)
  })

  test('outside SEPA is refused with a town of before that banks cannot read, until it is saved in Latin letters', async () => {
    const member = await payable(5000n)
    for (const city of ['東京', 'الرياض', '😀']) {
      await app.database.asSchemaOwner('update member_address set city = $1 where member_id = $2', [
        city,
        member._id,
      ])
      expect(await withdraw(app, member, '10.00')).toMatchObject({
        status: 422,
        code: 'town_must_be_in_latin_letters',
      })
    }
    expect(await balances(member)).toEqual(['50.00', '0.00'])
    answered(await saveAddress(app, member))
    expect((await withdraw(app, member, '10.00')).status).toBe(200)
  })

  test('with a bank that has left the directory is refused; an IBAN needs no directory', async () => {
    const member = await payable(5000n)
    const french = await payable(0n)
    answered(await saveBank(app, french, { holder: 'Claire Dubois', iban: IBAN, password: 'correct horse' }))
    await deposit(app.database, french._id, 5000n)
    await app.database.asSchemaOwner(
      `insert into bank (code, name, short_name, country, position, fetched_at) values ('NEW', 'New', 'New', 'VN', 0, now())`,
    )
    expect((await withdraw(app, member, '10.00')).code).toBe('the_bank_does_not_exist')
    await app.database.asSchemaOwner('delete from bank')
    app.clock.advance(25 * HOUR_MS)
    const { payee } = await requested(await app.signedIn(french), '10.00')
    expect(payee).toEqual({ holder: 'Claire Dubois', bank_name: null, account: '•••• 2606', country: 'FR' })
  })

  test('for more than the available balance is refused with the balance', async () => {
    const member = await payable(5000n)
    await requested(member, '30.00')
    expect(await withdraw(app, member, '20.01')).toMatchObject({
      status: 409,
      code: 'withdrawal_exceeds_the_available_balance',
      details: { available: '20.00' },
    })
    expect(await balances(member)).toEqual(['20.00', '30.00'])
  })

  test('needs the password after five minutes, and refused without it leaves the key unused', async () => {
    const member = await payable(5000n)
    expect(await withdraw(app, member, '10.00', { password: 'wrong horse' })).toMatchObject({
      status: 422,
      code: 'current_password_is_incorrect',
      details: { fields: [{ field: 'password', code: 'current_password_is_incorrect' }] },
    })
    app.clock.advance(5 * 60_000)
    const { token, _id } = member
    const without = { token, key: 'without-password', body: { user_id: _id, amount: '10.00' } }
    const answer = await app.call(withdrawalCalls.withdraw, without)
    expect(answer).toMatchObject({ status: 422, code: 'confirmation_is_required' })
    expect(await balances(member)).toEqual(['50.00', '0.00'])
    const sent = { token, key: without.key, body: { ...without.body, password: TEST_PASSWORD } }
    expect((await app.call(withdrawalCalls.withdraw, sent)).status).toBe(200)
  })

  test.each([
    ['neither an amount nor all', {}],
    ['both', { amount: '10.00', all: true }],
    ['nothing', { amount: '0.00' }],
    ['a negative amount', { amount: '-10.00' }],
    ['a number', { amount: 10 }],
    ['a fraction of a cent', { amount: '10.001' }],
    ['an exponent', { amount: '1e3' }],
    ['a false all', { all: false }],
  ])('%s is no amount', async (_name, sent) => {
    const member = await payable(5000n)
    const body = { user_id: member._id, password: 'correct horse', ...sent } as never
    const answer = await app.call(withdrawalCalls.withdraw, { token: member.token, key: 'some-key-1', body })
    expect(answer.status).toBe(422)
    expect(await balances(member)).toEqual(['50.00', '0.00'])
  })

  test('needs a key, and a repeat returns the same response without moving anything', async () => {
    const member = await payable(5000n)
    const body = { user_id: member._id, amount: '10.00', password: 'correct horse' }
    const sent = { token: member.token, body }
    expect((await app.call(withdrawalCalls.withdraw, sent)).code).toBe('idempotency_key_is_required')
    const key = 'the-same-key'
    const first = await withdraw(app, member, '10.00', { key })
    const second = await withdraw(app, member, '10.00', { key })
    expect(second.data).toEqual(first.data)
    expect((await withdraw(app, member, '11.00', { key })).code).toBe('idempotency_key_was_used')
    expect(await balances(member)).toEqual(['40.00', '10.00'])
  })

  test('repeated needs no new confirmation, because the password may have changed', async () => {
    const member = await payable(5000n)
    const key = 'before-the-change'
    const first = await withdraw(app, member, '10.00', { key })
    const passwords = { password: 'another horse', password_confirmation: 'another horse' }
    const change = { user_id: member._id, current_password: TEST_PASSWORD, ...passwords }
    answered(await app.call(memberCalls.viewer, { token: member.token, body: change }))
    expect((await withdraw(app, member, '10.00', { key })).data).toEqual(first.data)
    expect((await withdraw(app, member, '10.00')).code).toBe('current_password_is_incorrect')
    expect(await balances(member)).toEqual(['40.00', '10.00'])
  })

  test('can also be confirmed with a passkey, once; after a lost response it is repeated with the same key', async () => {
    const { token, _id, ...rest } = await payable(5000n)
    const authenticator = new Authenticator()
    const asking = { token, body: { user_id: _id, password: TEST_PASSWORD } }
    const credential = authenticator.create(answered(await app.call(securityCalls.newPasskey, asking)))
    answered(await app.call(securityCalls.addPasskey, { token, body: { user_id: _id, credential } }))
    const options = answered(
      await app.call(securityCalls.confirmWithPasskey, { token, body: { user_id: _id } }),
    )
    const assertion = authenticator.get(options)
    const withdrawOnce = (key: string) =>
      app.call(withdrawalCalls.withdraw, { token, key, body: { user_id: _id, amount: '10.00', assertion } })
    const first = answered(await withdrawOnce('with-a-passkey'))
    expect(answered(await withdrawOnce('with-a-passkey'))).toEqual(first)
    expect(await withdrawOnce('the-same-passkey')).toMatchObject({
      status: 422,
      code: 'passkey_request_has_expired',
    })
    expect(await balances({ token, _id, ...rest })).toEqual(['40.00', '10.00'])
  })
})

describe('what withdrawals wait for', () => {
  test('a change of bank account delays payouts for 24 hours, shows until when, and then no longer', async () => {
    const member = await payable(5000n)
    const changed = answered(
      await saveBank(app, member, { ...BANK, account_number: '9999 0000 1111', password: 'correct horse' }),
    )
    const until = new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString()
    expect(changed.hold).toEqual({ until, reason: 'bank_changed' })
    expect(await withdraw(app, member, '10.00')).toMatchObject({
      status: 409,
      code: 'withdrawals_wait_after_a_change_of_bank',
      details: { until },
    })
    expect((await withdraw(app, member, 'all')).code).toBe('withdrawals_wait_after_a_change_of_bank')
    app.clock.advance(24 * HOUR_MS - 1)
    let later = await app.signedIn(member)
    expect((await withdraw(app, later, '10.00')).status).toBe(409)
    app.clock.advance(1)
    later = await app.signedIn(member)
    expect((await withdraw(app, later, '10.00')).status).toBe(200)
  })

  test('a change of bank does not redirect earlier requests', async () => {
    const member = await payable(5000n)
    const { _id } = await requested(member, '10.00')
    answered(await saveBank(app, member, { holder: 'A Thief', iban: IBAN, password: 'correct horse' }))
    await approve(_id)
    expect(await send(_id)).toMatchObject({
      holder: 'NGUYEN THU HA',
      account_number: '0011004231899',
      iban: null,
    })
  })

  test('a security lock holds requests, approval and sending, for 72 hours and the day after it, and no longer', async () => {
    const member = await payable(5000n)
    const waiting = await requested(member, '10.00')
    const approved = await requested(member, '11.00')
    await approve(approved._id)
    await app.database.transaction((tx) =>
      lockMember(tx, {
        actor: 'operator:first',
        member_id: member._id,
        kind: 'security',
        reason: 'a new country was added today',
      }),
    )
    const until = new Date(app.clock.now().getTime() + 72 * HOUR_MS).toISOString()
    const delayed = { code: 'withdrawals_wait_for_a_security_check', details: { until } }
    const locked = { status: 423, code: 'your_account_has_been_locked', details: { until } }
    expect(await withdraw(app, member, '10.00')).toMatchObject(locked)
    expect(await withdraw(app, member, 'all')).toMatchObject(locked)
    await expect(approve(waiting._id)).rejects.toMatchObject(delayed)
    await expect(send(approved._id)).rejects.toMatchObject(delayed)

    app.clock.advance(72 * HOUR_MS)
    await expect(approve(waiting._id)).rejects.toMatchObject({ code: delayed.code })
    await endExpiredLocks(app.database)
    // As if the member had recovered the account with the same password; member-lock.test.ts shows how.
    await app.database.asSchemaOwner('update member set password_void_since = null where id = $1', [
      member._id,
    ])
    const back = await app.signedIn(member)
    const dayAfter = new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString()
    expect((await termsOf(back)).hold).toEqual({ until: dayAfter, reason: 'security' })
    expect(await withdraw(app, back, '10.00')).toMatchObject({ ...delayed, details: { until: dayAfter } })
    await expect(approve(waiting._id)).rejects.toMatchObject({ code: delayed.code })

    app.clock.advance(24 * HOUR_MS)
    const later = await app.signedIn(member)
    expect((await withdraw(app, later, '10.00')).status).toBe(200)
    await approve(waiting._id)
    await send(approved._id)
    expect((await termsOf(later)).hold).toBeNull()
  })

  test('a member locked for conduct withdraws what is theirs', async () => {
    const member = await payable(5000n)
    await app.database.transaction((tx) =>
      lockMember(tx, {
        actor: 'operator:first',
        member_id: member._id,
        kind: 'conduct',
        reason: 'visits of robots were seen',
      }),
    )
    const { _id } = answered(await withdraw(app, member, 'all')).withdrawal
    await approve(_id)
    await send(_id)
    expect((await pay(_id)).status).toBe('paid')
    expect(await balances(member)).toEqual(['0.00', '0.00'])
  })

  test('promise 5: nothing but identity and bank checks: an outstanding order, level 1, no deposit, no turns left and an unpaid campaign do not matter', async () => {
    const placer = await app.member('the placer')
    await placeCampaign(app, placer, { price_minor: 600n, visits: 20 })
    const member = await payable(0n)
    const first = await carry(app, member)
    answered(await claim(app, member, first._id))
    const second = await carry(app, member)
    answered(await claim(app, member, second._id))
    const outstanding = await distribute(app, member)
    expect(outstanding.status).toBe('distributing')
    const now = app.clock.now()
    expect(await turnsReader(app.database)(member._id)).toMatchObject({ total: 3, left: 0 })
    const unpaid = await app.database.transaction((tx) =>
      createCampaign(tx, {
        member_id: member._id,
        brand: 'Unpaid',
        kind: 'visit',
        tagline: { en: 'Not yet' },
        caption: { en: 'Not yet.' },
        creative: '/files/x.webp',
        landing_url: 'https://shop.example.com/',
        languages: [],
        price_minor: 40n,
        visits: 10,
        order_visits: 2,
        order_hours: 48,
        ends_at: new Date(now.getTime() + 86_400_000),
      }),
    )
    expect(unpaid.status).toBe('unpaid')

    const { withdrawal } = answered(await withdraw(app, member, '24.00'))
    expect(withdrawal.status).toBe('requested')
    await approve(withdrawal._id)
    await send(withdrawal._id)
    await pay(withdrawal._id)
    expect((await get(member, withdrawal._id)).status).toBe('paid')
  })
})

describe('the life of a withdrawal', () => {
  test('sent money leaves the bank account', async () => {
    app.clock.advance(91 * 24 * HOUR_MS)
    const member = await payable(5000n)
    const before = await cash()
    const { _id } = await requested(member, '20.00')
    app.clock.advance(2 * HOUR_MS)
    await approve(_id)
    expect(await cash()).toBe(before)
    app.clock.advance(1000)
    await send(_id)
    expect(await cash()).toBe(before + 2000n)
    app.clock.advance(3 * HOUR_MS)
    await pay(_id)
    const later = await app.signedIn(member)
    expect(await balances(later)).toEqual(['30.00', '0.00'])
    expect(await get(later, _id)).toMatchObject({ status: 'paid', cancellable: false, reason: null })
    const notices = (await noticesOf(later)).filter(({ kind }) => kind.startsWith('with'))
    expect(notices.map(({ kind }) => kind)).toEqual([
      'withdrawal_paid',
      'withdrawal_sent',
      'withdrawal_approved',
      'withdrawal_requested',
    ])
    const { reference } = await get(later, _id)
    for (const { text } of notices.slice(0, 2)) expect(text).toContain(`Reference ${unbroken(reference)}.`)
  })

  test('paid, returned or refused: the notice names its reference in every language, one of before this was said too', async () => {
    const member = await payable(9000n)
    const references: string[] = []
    for (const [amount, end] of [
      ['20.00', [approve, send, pay]],
      ['20.00', [approve, send, sendBack]],
      ['20.00', [turnDown]],
    ] as const) {
      const { _id, reference } = await requested(member, amount)
      for (const step of end) await step(_id)
      references.push(reference)
    }
    // Stored as before references were: the migration completes them.
    const completed = await readFile(
      join(MIGRATIONS_FOLDER, '0106-notices-references-of-payouts.sql'),
      'utf8',
    )
    for (const stored of ['as it is', 'without'] as const) {
      if (stored === 'without') {
        await app.database.asSchemaOwner(`update notification set params = params - 'reference'`)
        await app.database.asSchemaOwner(completed)
      }
      for (const locale of LOCALES) {
        const { list } = answered(
          await app.call(noticeCalls.list, { token: member.token, locale, body: { user_id: member._id } }),
        )
        for (const [at, kind] of ['withdrawal_paid', 'withdrawal_returned', 'withdrawal_refused'].entries())
          expect(list.find((notice) => notice.kind === kind)!.text).toContain(unbroken(references[at]!))
      }
    }
  })

  test('the median time is given from twenty on; until then, what banks take', async () => {
    app.clock.advance(91 * 24 * HOUR_MS)
    const member = await payable(50_000n)
    const unknown = { median_hours: null, bank_days_from: 1, bank_days_to: 2 }
    for (let paid = 0; paid < PERCENTILE_MINIMUM; paid += 1) {
      const signedIn = await app.signedIn(member)
      expect((await termsOf(signedIn)).expected).toEqual(unknown)
      const { _id } = await requested(signedIn, '10.00')
      await approve(_id)
      await send(_id)
      app.clock.advance(5 * HOUR_MS + 1000)
      await pay(_id)
    }
    expect((await termsOf(await app.signedIn(member))).expected).toEqual({ ...unknown, median_hours: 6 })
  })

  test('cancelled before it is approved: the money is available again, once', async () => {
    const member = await payable(5000n)
    const { _id } = await requested(member, '20.00')
    expect(answered(await cancel(app, member, _id))).toMatchObject({
      withdrawal: { status: 'cancelled', cancellable: false },
      account_balance: '50.00',
      held_balance: '0.00',
    })
    expect((await cancel(app, member, _id)).status).toBe(200)
    expect(await balances(member)).toEqual(['50.00', '0.00'])
    await expect(approve(_id)).rejects.toMatchObject({ code: 'withdrawal_is_in_another_state' })
  })

  test('approved, it can no longer be cancelled', async () => {
    const member = await payable(5000n)
    const { _id } = await requested(member, '20.00')
    await approve(_id)
    expect(await cancel(app, member, _id)).toMatchObject({
      status: 409,
      code: 'withdrawal_cannot_be_cancelled',
      details: { status: 'approved' },
    })
  })

  test('refused with a reason, requested or approved: the money is available at once and the member is told why', async () => {
    const member = await payable(5000n)
    const one = await requested(member, '20.00')
    const other = await requested(member, '10.00')
    await approve(other._id)
    await turnDown(one._id)
    app.clock.advance(1000)
    await turnDown(other._id)
    expect(await balances(member)).toEqual(['50.00', '0.00'])
    expect(await get(member, one._id)).toMatchObject({
      status: 'refused',
      reason: 'The account holder is another person than you; we pay to your own account only',
      refused_for: 'payee_is_another_person',
      to_send: [],
    })
    const [notice] = await noticesOf(member)
    expect(notice!.text).toBe(
      `$\u00a010,00 was not sent. Reason: The account holder is another person than you; we pay to your own account only. The money is available again. Reference ${unbroken(other.reference)}.`,
    )
    await expect(send(other._id)).rejects.toMatchObject({ code: 'withdrawal_is_in_another_state' })
  })

  test('returned by the bank: cash and balance are as before', async () => {
    const member = await payable(5000n)
    const before = await cash()
    const { _id } = await requested(member, '20.00')
    await approve(_id)
    await send(_id)
    await sendBack(_id)
    expect(await cash()).toBe(before)
    expect(await balances(member)).toEqual(['50.00', '0.00'])
    expect(await get(member, _id)).toMatchObject({ status: 'returned', reason: 'The account is closed.' })
    await expect(pay(_id)).rejects.toMatchObject({ code: 'withdrawal_is_in_another_state' })
    await expect(sendBack(_id)).rejects.toMatchObject({ code: 'withdrawal_is_in_another_state' })
  })

  test('a configured fee is shown in advance, earned when sent, returned with a returned payment, and never takes everything', async () => {
    const setFee = (minor: string) =>
      app.database.transaction((tx) => changeSetting(tx, 'withdrawal_fee', formatMoney(BigInt(minor))))
    await setFee('150')
    const revenue = async () => (await platformTotals(app.database)).get('revenue')!.balance_minor
    const member = await payable(5000n)
    const before = [await cash(), await revenue()] as const
    expect((await termsOf(member)).fee).toBe('1.50')
    const withdrawal = await requested(member, '20.00')
    expect(withdrawal).toMatchObject({ amount: '20.00', fee: '1.50', payout: '18.50' })
    await approve(withdrawal._id)
    await send(withdrawal._id)
    expect([await cash(), await revenue()]).toEqual([before[0] + 1850n, before[1] + 150n])
    await sendBack(withdrawal._id)
    expect([await cash(), await revenue()]).toEqual([...before])
    const small = await payable(150n)
    expect(answered(await withdraw(app, small, 'all')).withdrawal).toMatchObject({
      fee: '0.00',
      payout: '1.50',
    })
    await setFee('0')
  })

  // ASVS V2.3.1
  test('steps out of order are refused, as are unknown withdrawals', async () => {
    const member = await payable(5000n)
    const { _id } = await requested(member, '20.00')
    for (const step of [send, pay, sendBack])
      await expect(step(_id)).rejects.toMatchObject({
        code: 'withdrawal_is_in_another_state',
        details: { status: 'requested' },
      })
    for (const step of [approve, send, pay, sendBack, turnDown])
      await expect(step(member._id)).rejects.toMatchObject({ code: 'withdrawal_is_unknown' })
  })

  test('another member’s withdrawal is unknown: neither read nor cancelled', async () => {
    const member = await payable(5000n)
    const other = await app.member(`somebody else ${members}`)
    const { _id } = await requested(member, '20.00')
    const read = await app.call(withdrawalCalls.getWithdrawal, {
      token: other.token,
      params: { withdrawal_id: _id },
    })
    expect(read).toMatchObject({ status: 404, code: 'withdrawal_is_unknown' })
    expect(await cancel(app, other, _id)).toMatchObject({ status: 404, code: 'withdrawal_is_unknown' })
    expect(await balances(member)).toEqual(['30.00', '20.00'])
  })

  test('the history is newest first, in pages, by state and by time', async () => {
    const member = await payable(100_000n)
    const began = app.clock.now().toISOString()
    for (let i = 0; i < 23; i++) {
      await requested(member, `${10 + i}.00`)
      app.clock.advance(1000)
    }
    const history = (more: object) =>
      app.call(withdrawalCalls.withdrawHistory, {
        token: member.token,
        body: { user_id: member._id, ...more },
      })
    const first = answered(await history({}))
    expect(first.list.map((each) => each.amount)).toEqual(
      Array.from({ length: 20 }, (_, i) => `${32 - i}.00`),
    )
    const second = answered(await history({ cursor: first.cursor! }))
    expect(second).toMatchObject({
      list: [{ amount: '12.00' }, { amount: '11.00' }, { amount: '10.00' }],
      cursor: null,
    })
    await cancel(app, member, second.list[0]!._id)
    expect(answered(await history({ state: 'cancelled' })).list).toHaveLength(1)
    const to = new Date(Date.parse(began) + 2000).toISOString()
    expect(answered(await history({ from: began, to })).list).toHaveLength(2)
    expect(await history({ cursor: 'nonsense' })).toMatchObject({ status: 422, code: 'cursor_is_invalid' })
    expect((await history({ from: 'yesterday' })).status).toBe(422)
    expect((await history({ state: 'lost' })).status).toBe(422)
  })
})

describe('races', () => {
  test('50 concurrent withdrawals with one key are one', async () => {
    const member = await payable(100_000n)
    const key = 'fifty-times-the-same'
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => withdraw(app, member, '10.00', { key })),
    )
    expect(new Set(answers.map((answer) => answered(answer).withdrawal._id)).size).toBe(1)
    expect(await balances(member)).toEqual(['990.00', '10.00'])
  })

  test('50 concurrent withdrawals with different keys never exceed the balance', async () => {
    const member = await payable(12_345n)
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw(app, member, '10.00')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ code }) => code))).toEqual(
      new Set(['withdrawal_exceeds_the_available_balance']),
    )
    expect(await balances(member)).toEqual(['3.45', '120.00'])
  })

  test('cancelled and approved concurrently: exactly one succeeds', async () => {
    const member = await payable(100_000n)
    for (let i = 0; i < 15; i++) {
      const { _id } = await requested(member, '10.00')
      const [cancelled, approved] = await Promise.allSettled([cancel(app, member, _id), approve(_id)])
      const wasCancelled = cancelled.status === 'fulfilled' && cancelled.value.status === 200
      expect(wasCancelled).toBe(approved.status === 'rejected')
      expect((await get(member, _id)).status).toBe(wasCancelled ? 'cancelled' : 'approved')
    }
  })

  test('sent fifty times concurrently, it is sent once, and returned once', async () => {
    const member = await payable(5000n)
    const before = await cash()
    const { _id } = await requested(member, '20.00')
    await approve(_id)
    const sent = await Promise.allSettled(Array.from({ length: 50 }, () => send(_id)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await cash()).toBe(before + 2000n)
    const happened = async (steps: (() => Promise<unknown>)[]) =>
      (await Promise.allSettled(steps.map((step) => step()))).filter(({ status }) => status === 'fulfilled')
    const [paid, returned] = await Promise.all([
      happened(Array.from({ length: 25 }, () => () => pay(_id))),
      happened(Array.from({ length: 25 }, () => () => sendBack(_id))),
    ])
    // A bank may return a payment that it has executed, but cannot execute one that it has returned.
    expect(paid.length).toBeLessThanOrEqual(1)
    expect(returned).toHaveLength(1)
    expect(await cash()).toBe(before)
    expect(await balances(member)).toEqual(['50.00', '0.00'])
  })
})

test('the check finds held money without a withdrawal', async () => {
  const member = await payable(5000n)
  const { _id } = await requested(member, '20.00')
  expect(await checkWithdrawals(app.database)).toEqual([])
  await app.database.asSchemaOwner(`update withdrawal set amount_minor = 1999 where id = $1`, [_id])
  expect(await checkWithdrawals(app.database)).toEqual([
    { member_id: member._id, expected_minor: 1999n, held_minor: 2000n },
  ])
  await app.database.asSchemaOwner(`update withdrawal set amount_minor = 2000 where id = $1`, [_id])
})

test('withdrawals by state and day are kept as they are counted, after every test above', async () => {
  const states = await app.database.asSchemaOwner<{ key: string }>(
    `select distinct key from running_total where name = 'withdrawals_settled' order by key`,
  )
  expect(states.map(({ key }) => key)).toEqual(['cancelled', 'paid', 'refused', 'returned'])
  expect(await checkRunningTotals(app.database)).toEqual([])
})
