// Promises broken where no row remains, or by entries of another name: each is seen in its figure (docs/promises.md).
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { newId } from '@fairturn/contract/ids'
import { levelCalls } from '@fairturn/contract/levels'
import { orderCalls } from '@fairturn/contract/orders'
import type { PromiseFigure } from '@fairturn/contract/transparency'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { answered, carry, claim, distribute, draw, placeCampaign } from '../../test/carrying.ts'
import { creditOf } from '../../test/corrections.ts'
import { cancel, payable, withdraw } from '../../test/payments.ts'
import { actorOn, staff } from '../../test/staff.ts'
import { accountOf, entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { approveWithdrawal, markPaid, sendWithdrawal } from '../withdrawals/withdrawals.ts'
import { PROMISE_QUERIES, promiseFigures } from './promises.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let placer: TestMember
let carrier: TestMember

beforeAll(async () => {
  app = await startApp()
  placer = await app.member('placer one')
  carrier = await payable(app, 'carrier one', 10_000n)
})
afterAll(() => app.close())

/** How many of how many, at this instant. */
async function figure(key: PromiseFigure): Promise<[value: number, out_of: number]> {
  app.clock.advance(1)
  const rows = await promiseFigures(app.database, app.clock.now())
  const { value, out_of } = rows.find((row) => row.figure === `promises.${key}`)!
  return [Number(value), Number(out_of)]
}

type Entry = Parameters<typeof postOrRefuse>[1][number]

/** Posts what no code of the program posts: takes from the member for the platform. */
const takeFrom = (
  { _id }: TestMember,
  amount_minor: bigint,
  { type, actor = 'system', refers_to = newId(app.clock.now()) }: Partial<Entry> & Pick<Entry, 'type'>,
) => {
  const id = entryId(type, newId(app.clock.now()))
  return app.database.transaction((tx) =>
    postOrRefuse(tx, [
      {
        id,
        type,
        refers_to,
        actor,
        event_at: tx.now,
        postings: [
          { account: accountOf('member_available', _id), amount_minor: -amount_minor },
          { account: platformAccount('revenue', id), amount_minor },
        ],
      },
    ]),
  )
}

/** Corrects what a deposit gave too much, proposed by one operator and approved by another. */
async function correct(member: TestMember, amount: string, to: TestMember): Promise<void> {
  const first = await staff(app, 'finance')
  const { proposal_id } = answered(
    await app.call(ledgerCalls.proposeAdjustment, {
      as: first,
      key: newId(app.clock.now()),
      body: {
        adjustment: 'credited_to_another',
        from: { kind: 'member_available', holder_id: member._id },
        to: { kind: 'member_available', holder_id: to._id },
        amount,
        refers_to: 'the bank says so',
        reason: 'Credited to the wrong one.',
        corrects: await creditOf(app.database, member._id),
      },
    }),
  )
  answered(await approveProposal(app, proposal_id, await staff(app, 'owner')))
}

describe('what a member has claimed', () => {
  test('is never taken back: a correction takes nothing of an award, and is seen if it does', async () => {
    await placeCampaign(app, placer, { visits: 100 })
    const order = await carry(app, carrier)
    answered(await claim(app, carrier, order._id))
    expect(await figure('awards_taken_back')).toEqual([0, 1])
    await correct(carrier, '100.00', placer)
    expect(await figure('awards_taken_back')).toEqual([0, 1])

    await takeFrom(carrier, 1n, { type: 'adjustment' })
    expect(await figure('awards_taken_back')).toEqual([1, 1])
  })

  test('is seen to be taken back by a correction that names the award, or an entry that refers to its order', async () => {
    const named = await payable(app, 'named', 1_000n)
    const order = await carry(app, named)
    answered(await claim(app, named, order._id))
    const [before] = await figure('awards_taken_back')
    await takeFrom(named, 1n, { type: 'credit_reversed', refers_to: order._id })
    expect(await figure('awards_taken_back')).toEqual([before + 1, 2])

    const other = await payable(app, 'other', 1_000n)
    const second = await carry(app, other)
    answered(await claim(app, other, second._id))
    await takeFrom(other, 1n, { type: 'adjustment' })
    expect(await figure('awards_taken_back')).toEqual([before + 1, 3])
    await app.database.asSuperuser('alter table correction disable trigger all')
    await app.database
      .asSuperuser(`insert into correction (entry_id, corrects, member_id, taken_minor, loss_minor)
      select t.id, w.entry_id, w.member_id, 1, 0 from award w,
        (select id from entry where type = 'adjustment' order by entry_no desc limit 1) t
      where w.member_id = '${other._id}'`)
    await app.database.asSuperuser('alter table correction enable trigger all')
    expect(await figure('awards_taken_back')).toEqual([before + 2, 3])
  })
})

describe('whatever takes from a member', () => {
  test('was started by that member or is a correction; a fee under any other name is seen', async () => {
    const member = await payable(app, 'taken from', 10_000n)
    const [value, out_of] = await figure('taken_unasked')
    const level_id = '019a0000-0000-7000-8000-000000000002'
    answered(
      await app.call(levelCalls.upgrade, { token: member.token, body: { user_id: member._id, level_id } }),
    )
    const { withdrawal } = answered(await withdraw(app, member, '30.00'))
    const withdrawal_id = withdrawal._id
    const [approver, releaser] = [await actorOn(app, 'out'), await actorOn(app, 'out')]
    await app.database.transaction((tx) => approveWithdrawal(tx, { withdrawal_id, actor: approver }))
    await app.database.transaction((tx) => sendWithdrawal(tx, { withdrawal_id, actor: releaser }))
    await app.database.transaction((tx) => markPaid(tx, { withdrawal_id, actor: approver }))
    await correct(member, '10.00', placer)
    expect(await figure('taken_unasked')).toEqual([value, out_of + 4])

    const types = ['award_claimed', 'level_recognised', 'withdrawal_sent', 'reversal', 'adjustment'] as const
    for (const type of types) await takeFrom(member, 5n, { type })
    await takeFrom(member, 5n, { type: 'level_bought', actor: `member:${placer._id}` })
    await takeFrom(member, 5n, { type: 'withdrawal_requested', actor: `member:${member._id}` })
    await takeFrom(member, 5n, { type: 'credit_reversed' })
    expect(await figure('taken_unasked')).toEqual([value + 8, out_of + 12])
  })

  test('corrections between two members are counted apart from all other entries', async () => {
    const [value, out_of] = await figure('corrections_between_members')
    const between = await figure('entries_between_members')
    const member = await payable(app, 'credited wrongly', 1_000n)
    await correct(member, '1.00', placer)
    expect(await figure('corrections_between_members')).toEqual([value + 1, out_of + 1])
    expect((await figure('entries_between_members'))[0]).toBe(between[0])
  })
})

/** What a developer might break, without a row: any insert into the table fails. */
async function breakInserts(table: string, during: () => Promise<void>): Promise<void> {
  await app.database.asSchemaOwner(`create function broken() returns trigger language plpgsql as $$
    begin raise exception 'not you'; end $$`)
  await app.database.asSchemaOwner(
    `create trigger broken before insert on ${table} for each row execute function broken()`,
  )
  await during()
  await app.database.asSchemaOwner(`drop trigger broken on ${table}; drop function broken()`)
}

describe('a refused call', () => {
  test('of a withdrawal is counted by its code, though nothing else of it is stored', async () => {
    const member = await app.member('without address')
    const [value, out_of] = await figure('withdrawals_refused_otherwise')
    expect((await withdraw(app, member, '0.01')).code).toBe(
      'your_account_has_not_reached_the_minimum_balance',
    )
    expect((await withdraw(app, member, '20.00', { password: 'not mine' })).code).toBe(
      'current_password_is_incorrect',
    )
    // Nobody knows who called: not counted.
    expect((await withdraw(app, { ...member, token: 'none' }, '20.00')).code).toBe('token_is_invalid')
    expect(await figure('withdrawals_refused_otherwise')).toEqual([value, out_of + 2])

    const able = await payable(app, 'refused by a fault', 5_000n)
    await breakInserts('withdrawal', async () => {
      expect((await withdraw(app, able, '20.00')).code).toBe('error_please_try_again')
    })
    expect(await figure('withdrawals_refused_otherwise')).toEqual([value + 1, out_of + 3])
    expect(answered(await withdraw(app, able, '20.00')).withdrawal.status).toBe('requested')
    expect(await figure('withdrawals_refused_otherwise')).toEqual([value + 1, out_of + 3])
    expect(
      await app.database.asSchemaOwner(
        `select call, code, count::int from refused_call where call = 'withdraw' order by code`,
      ),
    ).toEqual([
      { call: 'withdraw', code: 'current_password_is_incorrect', count: 1 },
      { call: 'withdraw', code: 'error_please_try_again', count: 1 },
      { call: 'withdraw', code: 'your_account_has_not_reached_the_minimum_balance', count: 1 },
    ])
  })

  test('of an order is counted at each step: drawn, taken, started, claimed', async () => {
    const member = await app.member('refused an order')
    const [value, out_of] = await figure('orders_refused_otherwise')
    const offer = answered(await draw(app, member))
    const token = member.token
    const take = (offer_id: string) => app.call(orderCalls.take, { token, body: { offer_id } })
    await breakInserts('orders', async () => {
      expect((await take(offer._id)).code).toBe('error_please_try_again')
    })
    expect(await figure('orders_refused_otherwise')).toEqual([value + 1, out_of + 1])
    expect((await take(newId(app.clock.now()))).code).toBe('offer_is_no_longer_available')
    answered(await take(offer._id))
    expect((await draw(app, member)).code).toBe('an_order_is_waiting_to_be_started')
    const params = { order_id: newId(app.clock.now()) }
    expect((await app.call(orderCalls.start, { token, params })).code).toBe('order_is_unknown')
    expect((await claim(app, member, params.order_id)).code).toBe('order_is_unknown')
    expect(await figure('orders_refused_otherwise')).toEqual([value + 1, out_of + 5])
  })

  test('of an outstanding order does not count as one of a withdrawal', async () => {
    const member = await payable(app, 'distributing', 5_000n)
    await distribute(app, member)
    const before = await figure('withdrawals_refused_otherwise')
    answered(await withdraw(app, member, '20.00'))
    expect(await figure('withdrawals_refused_otherwise')).toEqual(before)
  })
})

/** The codes between `code not in (` and `)` of a query. */
const listOf = (key: PromiseFigure): string[] =>
  [.../code not in \(([^)]*)\)/.exec(PROMISE_QUERIES[key])![1]!.matchAll(/'(\w+)'/g)].map(([, code]) => code!)

const OF_THE_REQUEST = [
  'not_your_account',
  'request_is_malformed',
  'field_is_invalid',
  'field_is_required',
  'id_is_invalid',
  'amount_is_invalid',
  'idempotency_key_is_required',
  'idempotency_key_is_invalid',
  'idempotency_key_was_used',
  'too_many_requests',
]

describe('the list of reasons', () => {
  test('for which a withdrawal is not accepted is closed: identity, bank, amount, and the exceptions', () => {
    const list = [
      'your_account_has_not_reached_the_minimum_balance',
      'withdrawal_exceeds_the_available_balance',
      'please_add_address_before',
      'town_must_be_in_latin_letters',
      'the_bank_does_not_exist',
      'bic_is_needed',
      'this_is_paused_while_the_ledger_is_checked',
      'your_account_has_been_locked',
      'withdrawals_wait_for_a_security_check',
      'withdrawals_wait_after_a_change_of_bank',
      'amount_is_in_dispute',
      'amount_was_paid_out_twice',
      'confirmation_is_required',
      'current_password_is_incorrect',
      'one_time_code_is_incorrect',
      'passkeys_are_not_available',
      'passkey_was_not_accepted',
      'passkey_request_has_expired',
      'too_many_attempts',
    ]
    // The last: of one to repeat.
    const known = [...list, ...OF_THE_REQUEST, 'withdrawal_is_unknown']
    expect(listOf('withdrawals_refused_otherwise')).toEqual(known)
    expect(withdrawalCalls.withdraw.refusals.filter((code) => !known.includes(code))).toEqual([])
  })

  test('for which an order is refused is closed, and none is about money', () => {
    const list = [
      'no_order_is_available',
      'no_other_order_is_available',
      'offer_is_no_longer_available',
      'an_order_is_waiting_to_be_started',
      'order_is_unknown',
      'order_cannot_be_started',
      'order_cannot_be_claimed',
      'you_have_completed_your_order_today',
      'phone_is_not_confirmed',
      'terms_must_be_agreed_first',
      'your_account_has_been_locked',
      'this_is_paused_while_the_ledger_is_checked',
    ]
    expect(listOf('orders_refused_otherwise')).toEqual([...list, ...OF_THE_REQUEST])
    const calls = [orderCalls.draw, orderCalls.take, orderCalls.start, orderCalls.claim]
    expect(calls.every(({ counts_refusals }) => counts_refusals)).toBe(true)
    expect(calls.flatMap(({ refusals }) => refusals).filter((code) => !list.includes(code))).toEqual([])
    for (const { path } of calls) expect(PROMISE_QUERIES.orders_refused_otherwise).toContain(`'${path}'`)
  })
})

test('a withdrawal that waits more than 72 hours is late while nobody decides, and when the member cancels it', async () => {
  const member = await payable(app, 'waiting', 10_000n)
  const [value, out_of] = await figure('withdrawals_late')
  const { withdrawal } = answered(await withdraw(app, member, '20.00'))
  app.clock.advance(HOUR_MS)
  const again = answered(await withdraw(app, await app.signedIn(member), '20.00')).withdrawal
  const waiting = (await figure('withdrawals_late'))[0]
  expect(waiting).toBe(value)
  app.clock.advance(72 * HOUR_MS - HOUR_MS)
  const late = (await figure('withdrawals_late'))[0]
  app.clock.advance(2 * HOUR_MS)
  answered(await cancel(app, await app.signedIn(member), again._id))
  expect(late).toBeGreaterThan(value)
  expect(await figure('withdrawals_late')).toEqual([late + 1, out_of + 2])
  expect(withdrawal.status).toBe('requested')
})
