import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
// The public figures after a history of every kind: equal to the ledger, stored by day, and anonymous.
import { newId } from '@fairturn/contract/ids'
import { levelCalls } from '@fairturn/contract/levels'
import { orderCalls } from '@fairturn/contract/orders'
import {
  LIABILITIES,
  PROMISE_FIGURES,
  PROMISES,
  transparencyCalls as calls,
} from '@fairturn/contract/transparency'
import { verifyCalls } from '@fairturn/contract/verify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { bringDecided, openBankAccount } from '../../test/bank/account.ts'
import { camt053 } from '../../test/bank/files.ts'
import {
  answered,
  carry,
  expectLedgerCorrect,
  claim,
  deposit,
  distribute,
  placeCampaign,
} from '../../test/carrying.ts'
import { cancel, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { actorOn, staff } from '../../test/staff.ts'
import { endDueCampaigns } from '../campaigns/campaigns.ts'
import { accountOf, entryId, openAccounts, platformTotals, postOrRefuse } from '../ledger/ledger.ts'
import { createMessageCode } from '../notices/message-codes.ts'
import { approveWithdrawal, markPaid, refuseWithdrawal, sendWithdrawal } from '../withdrawals/withdrawals.ts'
import { insertDay } from './figures.store.ts'
import { currentFigures, historyOf, storeFigures, withEnough } from './figures.ts'
import { promiseFigures } from './promises.ts'

const HOUR_MS = 3_600_000
let OPERATOR: string
let RELEASER: string

let app: TestApp
let carrier: TestMember
let placer: TestMember

beforeAll(async () => {
  app = await startApp()
  ;[OPERATOR, RELEASER] = [await actorOn(app, 'out'), await actorOn(app, 'out')]
  await receiveAt(app)
  carrier = await payable(app, 'carrier one', 10_000n)
  placer = await app.member('placer one')
})
afterAll(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

const now = () => currentFigures(app.database, app.clock.now())
const owed = async () =>
  Object.fromEntries((await now()).liabilities.parts.map(({ kind, amount }) => [kind, amount]))
const step = (withdrawal_id: string) => ({ withdrawal_id, actor: OPERATOR })
const inTx = <T>(work: Parameters<typeof app.database.transaction<T>>[0]) => app.database.transaction(work)
const promise = async (key: (typeof PROMISE_FIGURES)[number]) => {
  const row = (await promiseFigures(app.database, app.clock.now())).find(
    ({ figure }) => figure === `promises.${key}`,
  )!
  return [row.value, row.out_of]
}

describe('the figures', () => {
  test('equal the ledger after each step of every kind of money', async () => {
    app.clock.advance(1)
    expect(await owed()).toMatchObject({ available: '100.00', held: '0.00', escrow: '0.00' })
    expect((await now()).cash).toMatchObject({ ledger: '100.00', ledger_coverage: 100, bank: null })

    await placeCampaign(app, placer) // 4.00 and the fee of a quarter, of which the bonus reserve is 12 %
    app.clock.advance(1)
    expect(await owed()).toEqual({
      available: '103.08',
      held: '0.00',
      escrow: '4.48',
      open_awards: '0.00',
      campaign_fees: '0.44',
      level_fees: '0.00',
      unmatched: '0.00',
      campaign_vat: '0.00',
      vat: '0.00',
    })
    const order = await carry(app, carrier)
    app.clock.advance(1)
    expect(await owed()).toMatchObject({ escrow: '3.66', open_awards: '0.82' })
    answered(await claim(app, carrier, order._id))
    const { _id: withdrawal_id } = answered(await withdraw(app, carrier, '30.00')).withdrawal
    app.clock.advance(1)
    expect(await owed()).toMatchObject({
      available: '73.90',
      held: '30.00',
      escrow: '3.66',
      open_awards: '0.00',
    })
    expect((await now()).withdrawals).toMatchObject({ pending: { count: 1, sum: '30.00' } })

    app.clock.advance(2 * HOUR_MS)
    await inTx((tx) => approveWithdrawal(tx, step(withdrawal_id)))
    await inTx((tx) => sendWithdrawal(tx, { withdrawal_id, actor: RELEASER }))
    await inTx((tx) => markPaid(tx, step(withdrawal_id)))
    app.clock.advance(1)
    const { withdrawals, cash, liabilities } = await now()
    expect(withdrawals.times).toEqual({ paid: 1, median: null, p95: null, p99: null, longest: 7201 })
    expect(withdrawals.pending).toEqual({ count: 0, sum: '0.00' })
    expect(cash.ledger).toBe('78.00')
    expect(liabilities.total).toBe('78.00')
  })

  test('include a bought level, unmatched payments, refusals, cancellations, and refunds of a campaign', async () => {
    carrier = await app.signedIn(carrier)
    const level = '019a0000-0000-7000-8000-000000000002'
    answered(
      await app.call(levelCalls.upgrade, {
        token: carrier.token,
        body: { user_id: carrier._id, level_id: level },
      }),
    )
    await openBankAccount(app.database)
    await bringDecided(
      app.database,
      camt053({ id: 'SHEET-1', lines: [{ amount: '12.34', text: 'Gửi nhầm' }] }),
    )
    const refused = answered(await withdraw(app, carrier, '10.00')).withdrawal
    await inTx((tx) => refuseWithdrawal(tx, { ...step(refused._id), reason: 'payee_is_another_person' }))
    const cancelled = answered(await withdraw(app, carrier, '11.00')).withdrawal
    answered(await cancel(app, carrier, cancelled._id))
    app.clock.advance(1)
    expect(await owed()).toMatchObject({ level_fees: '20.00', unmatched: '12.34' })
    const { withdrawals, cash } = await now()
    expect(withdrawals.refused.filter(({ count }) => count > 0)).toEqual([
      { reason: 'refused_by_staff', count: 1 },
      { reason: 'cancelled', count: 1 },
    ])
    expect(withdrawals.refused_for.filter(({ count }) => count > 0)).toEqual([
      { reason: 'payee_is_another_person', count: 1 },
    ])
    expect(withdrawals.decided_late).toBe(0)
    expect(cash.bank).toMatchObject({ source: expect.stringContaining('camt.053'), standing: 'stated' })
    expect(await promise('withdrawals_refused')).toEqual([1n, 3n])
    expect(await promise('withdrawals_after_paying')).toEqual([0n, 3n])

    app.clock.advance(31 * 24 * HOUR_MS)
    await endDueCampaigns(app.database)
    app.clock.advance(1)
    expect(await owed()).toMatchObject({ escrow: '0.00', campaign_fees: '0.00' })
    expect((await now()).refunds.campaigns.count).toBe(1)
  })

  test('add up to the ledger’s liabilities, to the cent', async () => {
    const { liabilities, cash } = await now()
    const totals = await platformTotals(app.database)
    const cents = (wire: string) => BigInt(wire.replace('.', ''))
    const owed_minor = liabilities.parts.reduce((sum, { amount }) => sum + cents(amount), 0n)
    expect(liabilities.parts.map(({ kind }) => kind)).toEqual([...LIABILITIES])
    expect(owed_minor).toBe(cents(liabilities.total))
    expect(cents(cash.ledger)).toBe(-totals.get('cash')!.balance_minor)
    expect(owed_minor).toBe(cents(cash.ledger) - (totals.get('revenue')?.balance_minor ?? 0n))
  })

  test('of a past time do not change, whatever has happened since', async () => {
    const then = app.clock.now()
    const before = await currentFigures(app.database, then)
    app.clock.advance(HOUR_MS)
    await deposit(app.database, carrier._id, 777n)
    app.clock.advance(1)
    expect((await currentFigures(app.database, then)).liabilities).toEqual(before.liabilities)
    expect((await now()).liabilities.total).not.toBe(before.liabilities.total)
  })
})

describe('each day', () => {
  test('is stored once when it is over, and cannot be changed by any role', async () => {
    const days = await storeFigures(app.database)
    expect(days).toBeGreaterThan(30)
    expect(await storeFigures(app.database)).toBe(0)
    const { list, unit } = answered(
      await app.call(calls.history, {
        query: { figure: 'liabilities.total', from: '2026-11-21', to: '2026-11-22' },
      }),
    )
    expect(unit).toBe('money')
    expect(list.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22'])
    await expect(app.database.query({ text: `update figure_day set value = 0` })).rejects.toThrow(
      /permission denied/,
    )
    await expect(app.database.asSchemaOwner(`delete from figure_day`)).rejects.toThrow(/stays as it was/)
    const awards = answered(
      await app.call(calls.history, { query: { figure: 'awards.sum', from: '2026-11-21' } }),
    )
    expect(awards.list[0]).toEqual({ day: '2026-11-21', value: '0.82', out_of: null })
    expect(awards.list[1]).toEqual({ day: '2026-11-22', value: '0.00', out_of: null })
  })

  test('counts once in the sums of 90 days', async () => {
    const { awards } = await now()
    expect(awards).toMatchObject({ count: 1, sum: '0.82' })
  })

  test('includes every promise with its count and total', async () => {
    const { promises } = await now()
    expect(promises.list.map(({ key }) => key)).toEqual(PROMISE_FIGURES)
    expect(new Set(promises.list.map((one) => one.promise))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]))
    expect(promises.list.filter(({ kept }) => !kept).map(({ key }) => key)).toEqual(['withdrawals_refused'])
  })
})

describe('a broken promise is visible in its figure', () => {
  test('offers that are not funded, awards without their entry, fees taken early, a level that cannot be earned', async () => {
    const { database } = app
    carrier = await app.signedIn(carrier)
    await placeCampaign(app, placer)
    const order = await distribute(app, carrier)
    app.clock.advance(1)
    expect(await promise('offers_funded')).toEqual([2n, 2n])
    expect(await promise('escrows_covering')).toEqual([1n, 1n])
    await database.asSuperuser('alter table offer disable trigger all')
    await database.asSchemaOwner(`update offer set price_minor = price_minor * 3, highest_award_minor = highest_award_minor * 3
      where campaign_id = '${order.product_id}'`)
    expect(await promise('offers_funded')).toEqual([1n, 2n])
    await database.asSchemaOwner(`update orders set highest_award_minor = 100000 where id = '${order._id}'`)
    expect(await promise('escrows_covering')).toEqual([0n, 1n])
    await database.asSchemaOwner(`update orders set highest_award_minor = 82 where id = '${order._id}'`)

    const [before] = await promise('awards_in_ledger')
    await database.asSchemaOwner(`update award set bonus_minor = bonus_minor + 1`)
    expect(await promise('awards_in_ledger')).toEqual([before! - 1n, before])
    await database.asSchemaOwner(`update award set bonus_minor = bonus_minor - 1`)

    await database.asSchemaOwner(
      `update level_purchase set bought_at = $1, given_minor = 100, recognised_minor = 1`,
      [app.clock.now()],
    )
    expect(await promise('level_fees_taken_early')).toEqual([1n, 1n])
    await database.asSchemaOwner(`update level_purchase set given_minor = 0, recognised_minor = 0`)
    await database.asSchemaOwner(`alter table level drop constraint level_check2`)
    await database.asSchemaOwner(`update level set orders_to_earn = null where rank = 3`)
    expect(await promise('levels_not_to_be_earned')).toEqual([1n, 3n])
    await database.asSchemaOwner(`update level set orders_to_earn = 150 where rank = 3`)
  })

  test('a balance set by raw SQL, an adjustment by one person, an award that costs, money from member to member', async () => {
    const { database } = app
    expect((await promise('balances_that_differ'))[0]).toBe(0n)
    await database.asSuperuser('alter table account disable trigger all')
    await database.asSchemaOwner(
      `update account set balance_minor = balance_minor + 1 where holder_id = '${carrier._id}' and kind = 'member_available'`,
    )
    expect((await promise('balances_that_differ'))[0]).toBe(1n)
    await database.asSchemaOwner(
      `update account set balance_minor = balance_minor - 1 where holder_id = '${carrier._id}' and kind = 'member_available'`,
    )
    await database.asSuperuser('alter table account enable trigger all')

    const [from, to] = [accountOf('member_available', carrier._id), accountOf('member_available', placer._id)]
    const move = (type: 'adjustment' | 'award_claimed', refers_to: string) =>
      inTx((tx) =>
        postOrRefuse(tx, [
          {
            id: entryId(type, refers_to),
            type,
            refers_to,
            actor: OPERATOR,
            event_at: tx.now,
            postings: [
              { account: from, amount_minor: -5n },
              { account: to, amount_minor: 5n },
            ],
          },
        ]),
      )
    await inTx((tx) => openAccounts(tx, [{ kind: 'member_available', holder_id: placer._id }]))
    const [first, second] = [await staff(app, 'finance'), await staff(app, 'finance')]
    const proposal_id = newId(app.clock.now())
    await database.asSchemaOwner(
      `insert into proposal (id, kind, content, content_hash, reason, proposed_by, proposed_at, expires_at, status, decided_by, decided_at)
       values ($1, 'ledger_adjustment', '{}', sha256('x'), 'A test.', $2, $4, $4::timestamptz + interval '1 day', 'executed', $3, $4)`,
      [proposal_id, first._id, second._id, app.clock.now()],
    )
    await move('adjustment', proposal_id)
    app.clock.advance(1)
    expect(await promise('corrections_by_two')).toEqual([1n, 1n])
    await move('adjustment', newId(app.clock.now()))
    app.clock.advance(1)
    expect(await promise('corrections_by_two')).toEqual([1n, 2n])
    expect((await promise('entries_between_members'))[0]).toBe(0n)
    await move('award_claimed', newId(app.clock.now()))
    app.clock.advance(1)
    expect((await promise('awards_that_cost'))[0]).toBe(1n)
    expect((await promise('entries_between_members'))[0]).toBe(1n)
  })

  test('a withdrawal refused until the member had paid in, a refund that is short, a day that is missing', async () => {
    const { database } = app
    app.clock.advance(1)
    carrier = await app.signedIn(carrier)
    const refused = answered(await withdraw(app, carrier, '10.00')).withdrawal
    await inTx((tx) => refuseWithdrawal(tx, { ...step(refused._id), reason: 'bank_cannot_be_reached' }))
    app.clock.advance(1)
    await database.asSchemaOwner(`update level_purchase set bought_at = $1`, [app.clock.now()])
    app.clock.advance(1)
    const again = answered(await withdraw(app, carrier, '10.00')).withdrawal
    answered(await cancel(app, carrier, again._id))
    // The member was also refused earlier, before buying a level and requesting again.
    expect((await promise('withdrawals_after_paying'))[0]).toBe(2n)

    await database.asSchemaOwner(
      `update level_purchase set status = 'refunded', refunded_minor = fee_minor, closed_at = bought_at`,
    )
    app.clock.advance(1)
    expect(await promise('level_refunds_in_full')).toEqual([1n, 1n])
    await database.asSchemaOwner(
      `update level_purchase set refunded_minor = fee_minor - 1, given_minor = 1, recognised_minor = 1`,
    )
    expect(await promise('level_refunds_in_full')).toEqual([0n, 1n])

    const [value, out_of] = await promise('days_published')
    expect(value).toBe(out_of)
    await database.asSuperuser('alter table figure_day disable trigger all')
    await database.asSchemaOwner(`delete from figure_day where day = '2026-11-25'`)
    await database.asSuperuser('alter table figure_day enable trigger all')
    expect(await promise('days_published')).toEqual([value! - 1n, out_of])
  })
})

describe('over the wire', () => {
  test('are public, for any page, and cacheable for a minute', async () => {
    const got = await app.fastify.inject({
      url: '/api/transparency',
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(got.statusCode).toBe(200)
    expect(got.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
    })
    const again = await app.fastify.inject({
      url: '/api/transparency',
      headers: { 'if-none-match': got.headers.etag as string },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    // No id of a person or object, and no name.
    expect(got.body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/)
    expect(got.body).not.toMatch(/carrier|placer|operator:/)
  })

  test('an unknown figure is refused, and one without days is empty', async () => {
    const odd = await app.fastify.inject({ url: '/api/transparency/history?figure=passwords' })
    expect(odd.json()).toMatchObject({ code: 'field_is_invalid' })
    const { list } = answered(
      await app.call(calls.history, {
        query: { figure: 'cash.ledger', from: '2020-01-01', to: '2020-02-01' },
      }),
    )
    expect(list).toEqual([])
  })

  test('an award has a ledger entry whose hash anybody can recompute, without a name', async () => {
    const { list } = answered(await app.call(orderCalls.awards))
    const listed = list[0]!
    const entry = answered(await app.call(calls.award, { params: { entry_id: listed.entry_id } }))
    expect(entry).toMatchObject({ type: 'award_claimed', amount: listed.amount, bonus: listed.bonus })
    expect(entry.postings).toEqual([
      { kind: 'campaign_escrow', amount: `-${listed.amount}` },
      { kind: 'member_available', amount: listed.amount },
    ])
    const numbers = Buffer.alloc(16)
    numbers.writeBigInt64BE(BigInt(entry.entry_no), 0)
    numbers.writeBigInt64BE(BigInt(entry.written_us), 8)
    const link = createHash('sha256')
      .update(Buffer.from(entry.previous_hash, 'hex'))
      .update(Buffer.from(entry.content_hash, 'hex'))
      .update(numbers)
      .digest('hex')
    expect(entry.hash).toBe(link)
    const text = JSON.stringify(entry)
    for (const id of [carrier._id, placer._id]) expect(text).not.toContain(id)

    await app.database.query({
      text: 'update member set listed_in_awards = false where id = $1',
      values: [carrier._id],
    })
    const hidden = await app.call(calls.award, { params: { entry_id: listed.entry_id } })
    expect(hidden).toMatchObject({ status: 404, code: 'award_is_unknown' })
    const deposited = await app.database.asSchemaOwner<{ id: string }>(
      `select id from entry where type = 'deposit_credited' limit 1`,
    )
    const other = await app.call(calls.award, { params: { entry_id: deposited[0]!.id } })
    expect(other.code).toBe('award_is_unknown')
  })

  test('docs/promises.md says what each figure counts, and whether none or all is the target', async () => {
    const document = await readFile(new URL('../../../docs/promises.md', import.meta.url), 'utf8')
    const sections = document.split(/^Promise (?=\d:$)/m).slice(1)
    const said = sections.flatMap((section) =>
      [...section.matchAll(/^- `(\w+)` \((none|all)\): of \S.+$/gm)].map(([, key, perfect]) => [
        key,
        { promise: Number(section[0]), perfect },
      ]),
    )
    expect(said).toEqual(Object.entries(PROMISES))
  })
})

test('refusals by their reasons, and decisions after more than 72 hours, are public', async () => {
  const before = (await now()).withdrawals
  const who = await payable(app, 'decided late', 10_000n)
  const late = answered(await withdraw(app, who, '10.00')).withdrawal
  app.clock.advance(72 * HOUR_MS)
  const inTime = answered(await withdraw(app, await app.signedIn(who), '11.00')).withdrawal
  app.clock.advance(1000)
  const actor = await actorOn(app, 'out')
  const doubt = { reason: 'identity_in_doubt', to_send: ['identity_document'] } as const
  await inTx((tx) => refuseWithdrawal(tx, { withdrawal_id: late._id, actor, ...doubt }))
  await inTx((tx) => refuseWithdrawal(tx, { withdrawal_id: inTime._id, actor, ...doubt }))
  app.clock.advance(1)
  const { refused_for, decided_late } = (await now()).withdrawals
  expect(decided_late - before.decided_late).toBe(1)
  const doubts = (list: typeof refused_for) =>
    list.find(({ reason }) => reason === 'identity_in_doubt')!.count
  expect(doubts(refused_for) - doubts(before.refused_for)).toBe(2)
})

test('what was answered no to a message’s code is public by day, as an own count of the answers and the rows say', async () => {
  const about = { member_id: carrier._id, subject: 'withdrawals', channel: 'mail' } as const
  const code = (await createMessageCode(app.database, app.config.secret, about))!
  placer = await app.signedIn(placer)
  const no = new Map<string, number>()
  const before = (await now()).messages.not_ours
  const ask = async (typed: string, token?: string) => {
    const sent = { body: { code: typed }, ...(token !== undefined && { token }) }
    const { verdict } = answered(await app.call(verifyCalls.message, sent))
    const day = app.clock.now().toISOString().slice(0, 10)
    if (verdict !== 'from_us') no.set(day, (no.get(day) ?? 0) + 1)
  }
  const midnight = Math.ceil(app.clock.now().getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS
  app.clock.advance(midnight - app.clock.now().getTime() - 1)
  for (const typed of ['0000-0000', 'forged', code]) await ask(typed)
  app.clock.advance(1)
  placer = await app.signedIn(placer)
  for (const token of [placer.token, undefined]) await ask(code, token)
  app.clock.advance(1)
  expect([...no.values()]).toEqual([2, 1])
  expect((await now()).messages.not_ours - before).toBe(3)
  app.clock.advance(24 * HOUR_MS)
  await storeFigures(app.database)
  expect((await now()).messages.not_ours - before).toBe(3)
  for (const [day, answers] of no) {
    const { list } = answered(
      await app.call(calls.history, { query: { figure: 'messages.not_ours', from: day, to: day } }),
    )
    expect(list).toEqual([{ day, value: String(answers), out_of: null }])
    const [row] = await app.database.asSchemaOwner<{ sum: string }>(
      `select (coalesce(max(count) filter (where verdict = 'not_from_us'), 0)
         + coalesce(max(count) filter (where verdict = 'not_to_you'), 0))::text as sum from message_check where day = $1`,
      [day],
    )
    expect(row!.sum).toBe(String(answers))
  }
  // Nothing of who asked, and about what.
  const columns = await app.database.asSchemaOwner<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'message_check'::regclass and attnum > 0`,
  )
  expect(columns.map(({ name }) => name)).toEqual(['day', 'verdict', 'count'])
})

test('there are no percentiles from fewer than 20 withdrawals', () => {
  const took = { median: 60, p95: 120, p99: 180, longest: 200 }
  expect(withEnough({ times: 19, ...took })).toEqual({
    times: 19,
    median: null,
    p95: null,
    p99: null,
    longest: 200,
  })
  expect(withEnough({ times: 20, ...took })).toEqual({ times: 20, ...took })
})

test('days that were stored with percentiles from fewer than 20 are left out of the history', async () => {
  for (const [day, times] of [
    ['2026-01-01', 19n],
    ['2026-01-02', 20n],
  ] as const) {
    await insertDay.all(app.database, {
      day,
      computed_at: app.clock.now(),
      figures: ['withdrawals.times', 'withdrawals.median'],
      values: [times, 3600n],
      out_of: [null, null],
    })
  }
  const { list } = await historyOf(app.database, 'withdrawals.median', '2026-01-01', '2026-01-02')
  expect(list).toEqual([{ day: '2026-01-02', value: '3600', out_of: null }])
  expect((await historyOf(app.database, 'withdrawals.times', '2026-01-01', '2026-01-02')).list).toHaveLength(
    2,
  )
})
