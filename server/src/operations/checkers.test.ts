// Damage of each kind, done by a superuser with triggers disabled: the check finds it, exactly the affected scope is
// frozen, everything else continues, nothing is repaired, and two operators release it once the difference is gone.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import type { SentBodyOf } from '@fairturn/contract/endpoint'
import { newId } from '@fairturn/contract/ids'
import { levelCalls } from '@fairturn/contract/levels'
import { transparencyCalls } from '@fairturn/contract/transparency'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { bringDecided, openBankAccount } from '../../test/bank/account.ts'
import { camt053 } from '../../test/bank/files.ts'
import { answered, deposit, distribute, draw, placeCampaign } from '../../test/carrying.ts'
import { earnRevenue } from '../../test/ledger.ts'
import { payable, receiveAt, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { type Campaign, endDueCampaigns } from '../campaigns/campaigns.ts'
import {
  accountOf,
  lastCheck,
  openFreezes,
  verifyChunks,
  runHourlyChecks,
  runLedgerChecks,
} from '../ledger/ledger.ts'
import { foldRunningTotals } from '../platform/database/running-totals.ts'
import { handlers } from '../worker.ts'
import { checkers } from './checkers.ts'

const FROZEN = 'this_is_paused_while_the_ledger_is_checked'
const LEVEL_2 = '019a0000-0000-7000-8000-000000000002'

let app: TestApp
let hurt: TestMember
let other: TestMember
let carrier: TestMember
let drawers = 0
let broken: Campaign
let whole: Campaign
let order_id: string
let withdrawal_id: string
let first: TestOperator
let second: TestOperator

beforeAll(async () => {
  app = await startApp()
  first = await staff(app, 'finance')
  second = await staff(app, 'owner')
  hurt = await payable(app, 'hurt member', 500_000n)
  other = await payable(app, 'other member', 500_000n)
  carrier = await app.member('who carries')
  broken = await placeCampaign(app, hurt, { brand: 'Broken', visits: 40 })
  order_id = (await distribute(app, carrier))._id
  whole = await placeCampaign(app, await app.member('another placer'), { brand: 'Whole', visits: 40 })
  withdrawal_id = answered(await withdraw(app, hurt, '10.00')).withdrawal._id
  const body = { user_id: hurt._id, level_id: LEVEL_2 }
  answered(await app.call(levelCalls.upgrade, { token: hurt.token, body }))
  await foldRunningTotals(app.database)
  // The platform needs money of its own before it can pay any out.
  await earnRevenue(app.database, 500n)
})
afterAll(() => app.close())

const goodwill = () =>
  app.call(ledgerCalls.proposeAdjustment, {
    as: first,
    key: newId(app.clock.now()),
    body: {
      adjustment: 'goodwill',
      from: { kind: 'revenue' },
      to: { kind: 'member_available', holder_id: carrier._id },
      amount: '0.01',
      refers_to: newId(app.clock.now()),
      reason: 'The page was down that day.',
    },
  })

/** The refusal of the second operator's approval; undefined if the proposal is executed. */
async function byTwo(proposed: { status: number; code: string; data: { proposal_id: string } }, as = second) {
  const params = { proposal_id: answered(proposed).proposal_id }
  const { content_hash } = answered(await app.call(approvalCalls.detail, { as, params }))
  const { code, details } = await app.call(approvalCalls.approve, {
    as,
    params,
    body: { content_hash },
  })
  return code === 'proposal_could_not_be_executed' ? details?.['code'] : code
}

const askWithdrawal = async (member: TestMember) => {
  const { code, data } = await withdraw(app, member, '10.00')
  if (code !== undefined) return code
  const params = { withdrawal_id: data.withdrawal._id }
  const approved = await app.call(adminWithdrawalCalls.approveWithdrawal, {
    as: await staff(app, 'finance', 'out'),
    params,
    body: {},
  })
  return approved.code === undefined ? 'approved' : `asked, then ${approved.code}`
}

/** What currently works and what is frozen. */
async function probe() {
  // Each draw offers another campaign's order, as long as there is one.
  const drawer = await app.member(`who draws ${(drawers += 1)}`)
  const drawn = [answered(await draw(app, drawer)).brand]
  for (let i = 0; i < 12; i += 1) {
    const offered = await draw(app, drawer)
    if (offered.code === 'no_other_order_is_available') break
    drawn.push(answered(offered).brand)
  }
  return {
    hurt: await askWithdrawal(hurt),
    other: await askWithdrawal(other),
    drawn: [...new Set(drawn)].toSorted(),
    dual_approval: (await byTwo(await goodwill())) ?? 'approved',
  }
}
const NOTHING_WAITS = {
  hurt: 'approved',
  other: 'approved',
  drawn: ['Broken', 'Whole'],
  dual_approval: 'approved',
}

const asSuperuser = (sql: string) =>
  app.database.asSuperuser(`begin; set local session_replication_role = replica; ${sql}; commit`)

interface Damage {
  readonly kinds: readonly string[]
  readonly done: string
  readonly undone: string
  readonly freezes: readonly string[]
  readonly waits: Partial<typeof NOTHING_WAITS>
}

const of_member = () => `member_money ${hurt._id}`
const of_campaign = () => `campaign_money ${broken.id}`
const account = (kind: 'member_available' | 'campaign_escrow', holder_id: string) =>
  `account where id = '${accountOf(kind, holder_id)}'`
/** SQL that increases one number of a row, and SQL that reverts it. */
const raised = (tableWhere: string, column: string) => {
  const [table, ...rest] = tableWhere.split(' where ')
  const where = rest.join(' where ')
  return {
    done: `update ${table} set ${column} = ${column} + 1 where ${where}`,
    undone: `update ${table} set ${column} = ${column} - 1 where ${where}`,
  }
}

/** Not used by any probe, so that nothing depends on it while it is wrong. */
const NEGATIVE_CASH_ACCOUNT = `select id from account where kind = 'cash' and balance_minor < -400000 order by id limit 1`

/** Of a member, and not the last of its chain, whose head then differs too. */
const CHAINED_ENTRY = `select e.id from entry e join posting p on p.entry_id = e.id
  join account a on a.no = p.account_no and a.kind = 'member_available'
  where exists (select from entry next where next.chain = e.chain and next.entry_no > e.entry_no) order by e.entry_no limit 1`

const MEMBER_WAITS = { hurt: FROZEN }
const CAMPAIGN_WAITS = { drawn: ['Whole'] }
const PAYOUTS_WAIT = { hurt: `asked, then ${FROZEN}`, other: `asked, then ${FROZEN}` }

const damages: [string, () => Damage][] = [
  [
    'a balance of a member that was set',
    () => ({
      ...raised(account('member_available', hurt._id), 'balance_minor'),
      kinds: ['balance_differs', 'liabilities_differ'],
      freezes: [of_member()],
      waits: MEMBER_WAITS,
    }),
  ],
  [
    'an escrow with more than was paid in',
    () => ({
      ...raised(account('campaign_escrow', broken.id), 'balance_minor'),
      kinds: ['balance_differs', 'escrow_differs', 'liabilities_differ'],
      freezes: [of_campaign()],
      waits: CAMPAIGN_WAITS,
    }),
  ],
  [
    'a campaign that says it holds more than it does',
    () => ({
      ...raised(`campaign where id = '${broken.id}'`, 'held_minor'),
      kinds: ['holds_differs'],
      freezes: [of_campaign()],
      waits: CAMPAIGN_WAITS,
    }),
  ],
  [
    'an order that promises more than is reserved for it',
    () => ({
      ...raised(`orders where id = '${order_id}'`, 'highest_award_minor'),
      kinds: ['promise_is_not_covered'],
      freezes: [of_campaign()],
      waits: CAMPAIGN_WAITS,
    }),
  ],
  [
    'a withdrawal of more than is held for it',
    () => ({
      ...raised(`withdrawal where id = '${withdrawal_id}'`, 'amount_minor'),
      kinds: ['held_differs'],
      freezes: [of_member()],
      waits: MEMBER_WAITS,
    }),
  ],
  [
    'a level whose fee is no longer what was paid',
    () => ({
      ...raised(`level_purchase where member_id = '${hurt._id}'`, 'fee_minor'),
      kinds: ['level_fee_differs'],
      freezes: [of_member()],
      waits: MEMBER_WAITS,
    }),
  ],
  [
    'words of an entry that were changed',
    () => ({
      done: `update entry set note = 'x' where type = 'campaign_paid' and refers_to = '${broken.id}'`,
      undone: `update entry set note = '' where type = 'campaign_paid' and refers_to = '${broken.id}'`,
      kinds: ['content_changed'],
      freezes: [of_campaign(), of_member()],
      waits: { ...MEMBER_WAITS, ...CAMPAIGN_WAITS },
    }),
  ],
  [
    'cash that was set',
    () => ({
      ...raised(`account where id = (${NEGATIVE_CASH_ACCOUNT})`, 'balance_minor'),
      kinds: ['balance_differs', 'liabilities_differ'],
      freezes: ['payouts all'],
      waits: PAYOUTS_WAIT,
    }),
  ],
  [
    'a count of members that was set',
    () => ({
      ...raised(`running_total where name = 'level_members' and key = '${LEVEL_2}' and folded`, 'count'),
      kinds: ['running_total_differs'],
      freezes: [],
      waits: {},
    }),
  ],
  [
    'a payout that says the bank booked it',
    () => ({
      done: `update withdrawal set booked_on = '2026-01-01' where id = '${withdrawal_id}'`,
      undone: `update withdrawal set booked_on = 'infinity' where id = '${withdrawal_id}'`,
      kinds: ['booking_day_differs'],
      freezes: [],
      waits: {},
    }),
  ],
  [
    'an entry whose hash was rewritten',
    () => {
      const rewritten = `update entry set hash = set_byte(hash, 0, get_byte(hash, 0) # 1) where id = (${CHAINED_ENTRY})`
      return {
        done: rewritten,
        undone: rewritten,
        kinds: ['chain_broken'],
        freezes: ['payouts all'],
        waits: PAYOUTS_WAIT,
      }
    },
  ],
  [
    'the head of a chain that was set',
    () => ({
      done: `update chain set length = length + 1 where no = 64`,
      undone: `update chain set length = length - 1 where no = 64`,
      kinds: ['chain_head_differs'],
      freezes: ['payouts all'],
      waits: PAYOUTS_WAIT,
    }),
  ],
  [
    'an audit event that was rewritten',
    () => ({
      done: `update audit_event set reason = reason || ' or not' where action = 'proposal_made'
        and id = (select min(id::text)::uuid from audit_event where action = 'proposal_made')`,
      undone: `update audit_event set reason = replace(reason, ' or not', '') where action = 'proposal_made'`,
      kinds: ['act_changed'],
      freezes: ['staff_approvals all'],
      waits: { dual_approval: FROZEN },
    }),
  ],
]

const blocksNow = async () =>
  (await openFreezes.all(app.database)).map(({ scope, subject }) => `${scope} ${subject}`).toSorted()

/** By somebody who sends money out, unless by another: two who bring it in do not release payouts. */
async function propose(freeze_id: string, by?: TestOperator) {
  const body = { reason: 'The difference is settled.' }
  const as = by ?? (await staff(app, 'finance', 'out'))
  return await app.call(ledgerCalls.proposeRelease, { as, params: { freeze_id }, body })
}

test('an intact ledger has no findings, and nothing is frozen', async () => {
  expect(await runLedgerChecks(app.database, checkers)).toEqual([])
  expect(await blocksNow()).toEqual([])
  expect(await probe()).toEqual(NOTHING_WAITS)
  const { liabilities_minor, revenue_minor, cash_minor, entry_count } = (await lastCheck.maybe(app.database))!
  expect(liabilities_minor + revenue_minor).toBe(cash_minor)
  expect(entry_count).toBeGreaterThan(5n)
})

describe.each(damages)('%s', (_what, damageOf) => {
  test('is found, freezes exactly that scope, is not repaired, and is released by two once it is gone', async () => {
    const { done, undone, kinds, freezes, waits } = damageOf()
    await asSuperuser(done)
    const found = await runLedgerChecks(app.database, checkers)
    expect([...new Set(found.map(({ kind }) => kind))].toSorted()).toEqual(kinds)
    expect(await blocksNow()).toEqual(freezes.toSorted())
    expect(await probe()).toEqual({ ...NOTHING_WAITS, ...waits })

    // Found again, it stays a single freeze; nothing has been repaired.
    expect((await runLedgerChecks(app.database, checkers)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([...kinds]),
    )
    expect(await blocksNow()).toEqual(freezes.toSorted())
    for (const { id } of await openFreezes.all(app.database))
      expect((await propose(id)).code).toBe('check_still_finds_this')

    await asSuperuser(undone)
    app.clock.advance(1_000)
    expect(await runLedgerChecks(app.database, checkers)).toEqual([])
    expect(await blocksNow()).toEqual(freezes.toSorted()) // waits for approval, even though the difference is gone
    for (const { id } of await openFreezes.all(app.database))
      expect(await byTwo(await propose(id))).toBeUndefined()
    expect(await blocksNow()).toEqual([])
    expect(await probe()).toEqual(NOTHING_WAITS)
  })
})

test('a freeze is not released after an old check, after one that found it again, twice, or by changing its row', async () => {
  const { done, undone } = damages[0]![1]()
  await asSuperuser(done)
  await runLedgerChecks(app.database, checkers)
  const [freeze] = await openFreezes.all(app.database)
  await asSuperuser(undone)
  expect((await propose(freeze!.id)).code).toBe('check_still_finds_this')
  app.clock.advance(1_000)
  await runLedgerChecks(app.database, checkers)
  const waiting = await propose(freeze!.id)
  // A proposal made in time is checked again on approval.
  await asSuperuser(done)
  app.clock.advance(1_000)
  await runLedgerChecks(app.database, checkers)
  expect(await byTwo(waiting)).toBe('check_still_finds_this')
  await asSuperuser(undone)
  app.clock.advance(1_000)
  await runLedgerChecks(app.database, checkers)
  app.clock.advance(3_600_000)
  first = await staff(app, 'finance') // the sessions have expired
  second = await staff(app, 'owner')
  expect((await propose(freeze!.id)).code).toBe('check_the_ledger_first')
  expect(await runHourlyChecks(app.database, checkers)).toEqual([])
  expect(await lastCheck.one(app.database)).toMatchObject({ mode: 'incremental' })
  expect((await propose(freeze!.id)).code).toBe('check_the_ledger_first') // it only read new entries
  await runLedgerChecks(app.database, checkers)
  // With the roles swapped: proposed by the owner, approved by finance.
  const again = await propose(freeze!.id, second)
  expect(await byTwo(again, first)).toBeUndefined()
  expect((await propose(freeze!.id)).code).toBe('freeze_is_unknown')
  expect((await propose(newId(app.clock.now()))).code).toBe('freeze_is_unknown')

  await expect(app.database.query({ text: 'delete from ledger_freeze' })).rejects.toThrow(/permission denied/)
  await expect(app.database.asSchemaOwner('delete from ledger_freeze')).rejects.toThrow(
    /what was checked stays written/,
  )
  await expect(app.database.asSchemaOwner('update ledger_freeze set released_at = null')).rejects.toThrow(
    /released once/,
  )
  await expect(app.database.asSchemaOwner('delete from ledger_check_run')).rejects.toThrow(/stays written/)
})

test('a member sees that their money is frozen and released; awards and deposits are credited meanwhile', async () => {
  const { done, undone } = damages[4]![1]()
  await asSuperuser(done)
  await runLedgerChecks(app.database, checkers)
  await deposit(app.database, hurt._id, 100n)
  const [freeze] = await openFreezes.all(app.database)
  expect(await withdraw(app, await app.signedIn(hurt), '10.00')).toMatchObject({
    code: FROZEN,
    details: { scope: 'member_money', since: freeze!.frozen_at.toISOString() },
  })
  await asSuperuser(undone)
  app.clock.advance(1_000)
  await runLedgerChecks(app.database, checkers)
  expect(await byTwo(await propose(freeze!.id))).toBeUndefined()
  const events = await app.database.asSchemaOwner(
    `select action, actor, object_kind, reason, after from audit_event where member_id = $1 and object_id = $2 order by id`,
    [hurt._id, freeze!.id],
  )
  const ofFreeze = { object_kind: 'freeze', reason: expect.any(String) }
  const after = { scope: 'member_money', subject: hurt._id }
  expect(events).toEqual([
    { ...ofFreeze, action: 'money_frozen', actor: 'system', after: { ...after, frozen: true } },
    { ...ofFreeze, action: 'money_released', actor: second.actor, after: { ...after, frozen: false } },
  ])
})

test('a frozen campaign can be ended: its refund follows the release', async () => {
  const { done, undone } = damages[2]![1]()
  await asSuperuser(done)
  await runLedgerChecks(app.database, checkers)
  const escrow = async () =>
    (
      await app.database.asSchemaOwner<{ balance_minor: string }>(
        `select balance_minor::text from account where id = $1`,
        [accountOf('campaign_escrow', broken.id)],
      )
    )[0]!.balance_minor
  const before = await escrow()
  app.clock.advance(31 * 86_400_000)
  await endDueCampaigns(app.database)
  expect(await escrow()).toBe(before)
  await asSuperuser(undone)
  expect(whole.status).toBe('active')
})

test('an operator’s check is executed, logged and listed', async () => {
  first = await staff(app, 'finance')
  const requested = answered(await app.call(ledgerCalls.runCheck, { as: first }))
  expect(requested.last_check).not.toBeNull()
  const { done, undone } = damages[0]![1]()
  await asSuperuser(done)
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const askedCheck = handlers.find(({ name }) => name === 'asked_check')!
  await askedCheck.run(app.database, { asked_by: first.actor })
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    expect.objectContaining({ level: 'error', alarm: 'ledger', findings: expect.any(Number) }),
  ])
  log.mockRestore()
  await asSuperuser(undone)
  const { list } = answered(await app.call(ledgerCalls.checks, { as: first, query: { found: 'true' } }))
  expect(list[0]).toMatchObject({ asked_by_name: first.username })
  const params = { run_id: list[0]!._id }
  const { found } = answered(await app.call(ledgerCalls.check, { as: first, params }))
  expect(found).toContainEqual({
    checker: 'ledger',
    kind: 'balance_differs',
    subject: accountOf('member_available', hurt._id),
    detail: expect.any(String),
    freezes: { scope: 'member_money', subject: hurt._id },
  })
  const standing = answered(await app.call(ledgerCalls.standing, { as: first }))
  expect(standing).toMatchObject({ frozen: 2, last_check: { _id: list[0]!._id } })
  const freezes = answered(await app.call(ledgerCalls.freezes, { as: first, query: { open: 'true' } }))
  expect(freezes.list.map(({ scope }) => scope).toSorted()).toEqual(['campaign_money', 'member_money'])
})

test('the periods covered by the hourly and the daily check are public, and shown in the back office', async () => {
  await runLedgerChecks(app.database, checkers)
  const began = app.clock.now().toISOString()
  app.clock.advance(600_000)
  await deposit(app.database, other._id, 100n)
  await runHourlyChecks(app.database, checkers)
  const checked_at = app.clock.now().toISOString()
  const publicCheck = async () => answered(await app.call(transparencyCalls.figures)).ledger_check
  const first_day = '2026-11-21'
  expect(await publicCheck()).toMatchObject({ checked_at, since: began, full_at: began, first_day })
  const standing = async () => answered(await app.call(ledgerCalls.standing, { as: first }))
  expect(await standing()).toMatchObject({
    last_check: { mode: 'incremental', since: began, asked_by: 'system' },
    full_at: began,
    progress: null,
  })
  await verifyChunks(app.database, checkers)
  app.clock.advance(60_001)
  expect(await publicCheck()).toMatchObject({ checked_at, since: began, full_at: checked_at })
  expect(await standing()).toMatchObject({ last_check: { mode: 'incremental' }, full_at: checked_at })
  const { list } = answered(
    await app.call(ledgerCalls.checks, { as: first, query: { sort: 'started_at.desc' } }),
  )
  expect(list.map(({ mode }) => mode)).toContain('chunked')
})

test('an audit event rewritten since the last check is found within an hour, an old one within a day', async () => {
  const kindsOf = (found: readonly { kind: string }[]) => found.map(({ kind }) => kind)
  const old = damages.at(-1)![1]()
  expect(await runLedgerChecks(app.database, checkers)).toEqual([])
  await asSuperuser(old.done)
  expect(await runHourlyChecks(app.database, checkers)).toEqual([])
  app.clock.advance(24 * 3_600_000)
  expect(kindsOf(await verifyChunks(app.database, checkers))).toEqual(old.kinds)
  await asSuperuser(old.undone)
  expect(await runLedgerChecks(app.database, checkers)).toEqual([])
  first = await staff(app, 'finance') // the sessions have expired
  answered(await app.call(ledgerCalls.runCheck, { as: first }))
  const last = `where id = (select audit_event_id from audit_event_link order by no desc limit 1)`
  await asSuperuser(`update audit_event set object_id = object_id || 'x' ${last}`)
  expect(kindsOf(await runHourlyChecks(app.database, checkers))).toEqual(['act_changed'])
  await asSuperuser(`update audit_event set object_id = left(object_id, -1) ${last}`)
})

describe('a difference of one cent', () => {
  // Leftovers of earlier tests would count as findings.
  beforeAll(async () => {
    first = await staff(app, 'finance')
    second = await staff(app, 'owner')
    app.clock.advance(1_000)
    await runLedgerChecks(app.database, checkers)
    for (const { id } of await openFreezes.all(app.database)) await byTwo(await propose(id))
    const left = await blocksNow()
    if (left.length > 0) throw new Error(`still frozen: ${left.join()}`)
  })

  const adjust = (body: SentBodyOf<typeof ledgerCalls.proposeAdjustment>) =>
    app.call(ledgerCalls.proposeAdjustment, { as: first, key: newId(app.clock.now()), body })
  const settled = { refers_to: newId(new Date(0)), reason: 'Settles what the check found.', amount: '0.01' }
  const revenue = { kind: 'revenue' } as const

  /**
   * Settles the missing amount, then the excess, each after it was found; each is refused before a finding. Returns
   * what remains frozen.
   */
  async function settlesBoth(kind: 'level_fee' | 'unmatched_payment', holder_id: string, column: string) {
    const here = { kind, holder_id } as const
    const missing = { ...settled, adjustment: 'platform_error', from: revenue, to: here } as const
    const tooMuch = { ...settled, adjustment: 'found_too_much', from: here, to: revenue } as const
    for (const { body, change } of [
      { body: missing, change: 1 },
      { body: tooMuch, change: -1 },
    ]) {
      expect((await adjust(body)).code).toBe('nothing_was_found_here')
      const [table, which] = column.split('.')
      await asSuperuser(`update ${table} set ${which} = ${which} + ${change} where id = '${holder_id}'`)
      app.clock.advance(1_000)
      expect((await runLedgerChecks(app.database, checkers)).map(({ subject }) => subject)).toEqual([
        holder_id,
      ])
      expect(await byTwo(await adjust(body))).toBeUndefined()
      app.clock.advance(1_000)
      expect(await runLedgerChecks(app.database, checkers)).toEqual([])
      for (const { id } of await openFreezes.all(app.database))
        expect(await byTwo(await propose(id))).toBeUndefined()
    }
    return await blocksNow()
  }

  test('on a level fee is settled by a dual-approved adjustment, which is refused without a finding', async () => {
    const [purchase] = await app.database.asSchemaOwner<{ id: string }>(
      `select id from level_purchase where member_id = $1`,
      [hurt._id],
    )
    const left = await settlesBoth('level_fee', purchase!.id, 'level_purchase.fee_minor')
    expect(left).toEqual([])
  })

  test('on unmatched payments is found, stops payouts, and is settled by a dual-approved adjustment', async () => {
    await receiveAt(app)
    await openBankAccount(app.database)
    const content = camt053({ id: 'NOBODYS', lines: [{ amount: '30.00', text: 'for nobody' }] })
    await bringDecided(app.database, content)
    const [line] = await app.database.asSchemaOwner<{ id: string }>(
      `select id from bank_line where status = 'unmatched'`,
    )
    const left = await settlesBoth('unmatched_payment', line!.id, 'bank_line.amount_minor')
    expect(left).toEqual([])
  })
})
