// Runs of checkers, some defined by the test: what is found, stored, frozen, logged and alarmed.
import { randomUUID } from 'node:crypto'
import type { HolderKind } from '@fairturn/contract/accounting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/database.ts'
import { deposit, fundedAccount, movement } from '../../test/ledger.ts'
import type { Refusal } from '../platform/http/refusal.ts'
import {
  type Checker,
  type CheckFinding,
  findCheck,
  lastCheck,
  ledgerAlarm,
  listRuns,
  runLedgerChecks,
} from './checks.ts'
import {
  campaignMoneyOf,
  getReleasable,
  listFreezes,
  moneyOf,
  openFreezes,
  type FreezeScope,
  PAYOUTS,
} from './freezes.ts'
import { accountOf, ledgerChecker, openAccounts, post } from './ledger.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const finding = (subject: string, freezes: readonly FreezeScope[] = []): CheckFinding => ({
  kind: 'thing_differs',
  subject,
  detail: `of ${subject}`,
  freezes,
})
const checker = (find: Checker['find']): Checker => ({ name: 'things', find })
const finds = (...findings: CheckFinding[]) => checker(async () => ({ findings }))

/** The payloads of the alarms enqueued since. */
async function alarms(): Promise<unknown[]> {
  const raised: unknown[] = []
  const run = async (_database: unknown, payload: unknown) => void raised.push(payload)
  await database.runDueJobs([{ name: ledgerAlarm.name, run }])
  return raised
}

const freezeOf = async (scope: FreezeScope) =>
  (await openFreezes.all(database)).find(
    (each) => each.scope === scope.scope && each.subject === scope.subject,
  )

const actsOn = (freeze: { readonly id: string } | undefined) =>
  database.asSchemaOwner(
    `select actor, action, object_kind, member_id, reason, after from audit_event where object_id = $1`,
    [freeze!.id],
  )

const asSuperuser = (sql: string) =>
  database.asSuperuser(`begin; set local session_replication_role = replica; ${sql}; commit`)

test('a difference that is found only once is no finding, because money may move between two statements', async () => {
  let asked = 0
  const moving = checker(async () => ({ findings: [finding((asked += 1) === 1 ? 'one' : 'another')] }))
  expect(await runLedgerChecks(database, [moving])).toEqual([])
  expect(asked).toBe(2)
  expect(await lastCheck.one(database)).toMatchObject({ finding_count: 0, asked_by: 'system', mode: 'full' })
  expect(await alarms()).toEqual([])
})

test('a checker that fails once, as when its connection breaks, is asked again', async () => {
  let tries = 0
  const breaks = checker(async () => {
    tries += 1
    if (tries === 1) throw new Error('Connection terminated unexpectedly')
    return { findings: [] }
  })
  expect(await runLedgerChecks(database, [breaks])).toEqual([])
})

test('a confirmed finding is stored, raises an alarm, and freezes each of its scopes once, with the reason in the audit log', async () => {
  const [money, campaign] = [moneyOf(randomUUID()), campaignMoneyOf(randomUUID())]
  const lost = finds(finding('lost', [money, campaign]), finding('noted'))
  const line = (subject: string, freezes: FreezeScope | null) => ({
    checker: 'things',
    kind: 'thing_differs',
    subject,
    detail: `of ${subject}`,
    freezes,
  })
  const lines = [line('lost', money), line('lost', campaign), line('noted', null)]
  expect(await runLedgerChecks(database, [lost], 'operator:1')).toEqual(lines)
  const last = await lastCheck.one(database)
  expect(last).toMatchObject({ finding_count: 3, asked_by: 'operator:1' })
  expect(await alarms()).toEqual([{ run_id: last.id }])
  const { found } = (await findCheck(database, last.id))!
  expect(found).toMatchObject([
    { checker: 'things', kind: 'thing_differs', subject: 'lost', detail: 'of lost', scope: 'member_money' },
    { subject: 'lost', scope: 'campaign_money', scope_subject: campaign.subject },
    { subject: 'noted', scope: null, scope_subject: null },
  ])
  const frozen = [await freezeOf(money), await freezeOf(campaign)]
  for (const [i, scope] of [money, campaign].entries())
    expect(await actsOn(frozen[i])).toEqual([
      {
        actor: 'system',
        action: 'scope_frozen', // no affected member, because no member has this id
        object_kind: 'freeze',
        member_id: null,
        reason: expect.stringContaining('what is yours stays yours'),
        after: { ...scope, frozen: true },
      },
    ])
  await runLedgerChecks(database, [lost])
  expect(await openFreezes.all(database)).toHaveLength(2)
  expect(await freezeOf(money)).toEqual(frozen[0])
  expect(await actsOn(frozen[0])).toHaveLength(1)

  const listed = async (filter: object) =>
    (await listFreezes.page(database, { filter, now: database.clock.now() }, 10)).list.map(({ id }) => id)
  expect(await listed({ subject: money.subject })).toEqual([frozen[0]!.id])
  expect(await listed({ scope: 'campaign_money', open: 'true' })).toEqual([frozen[1]!.id])
  expect(await listed({ open: 'false' })).toEqual([])
})

test('a checker that fails is a finding, and the findings of the others are stored and freeze', async () => {
  const money = moneyOf(randomUUID())
  let tries = 0
  const fails: Checker = {
    name: 'fails',
    async find() {
      tries += 1
      await database.query({ text: `select 'x'::bigint` })
      throw new Error('unreachable')
    },
  }
  const found = await runLedgerChecks(database, [fails, finds(finding('lost', [money]))])
  expect(found).toMatchObject([
    {
      checker: 'fails',
      kind: 'check_failed',
      subject: 'fails',
      detail: expect.stringContaining('invalid input syntax for type bigint'),
      freezes: null,
    },
    { kind: 'thing_differs', freezes: money },
  ])
  expect(tries).toBe(2)
  const last = await lastCheck.one(database)
  expect(last).toMatchObject({ finding_count: 2, mode: 'full' })
  expect(await alarms()).toContainEqual({ run_id: last.id })
  const { id } = (await freezeOf(money))!
  const releasable = async () => {
    database.clock.advance(1000)
    return await database
      .transaction((tx) => getReleasable(tx, id))
      .then(
        () => undefined,
        ({ code, details }: Refusal) => ({ code, ...details }),
      )
  }
  expect(await releasable()).toEqual({ code: 'check_still_finds_this', run_id: last.id })
  // It is no longer found, but a checker failed that could have found it.
  await runLedgerChecks(database, [fails])
  const { id: run_id } = await lastCheck.one(database)
  expect(await releasable()).toEqual({ code: 'check_still_finds_this', run_id })
  await runLedgerChecks(database, [finds()])
  expect(await releasable()).toBeUndefined()
})

test('if the audit log itself is broken, its freeze and those beside it write no line into it', async () => {
  const scope = { scope: 'staff_approvals', subject: 'all' } as const
  const money = moneyOf(randomUUID())
  await runLedgerChecks(database, [finds(finding('before', [money]), finding('log', [scope]))])
  for (const frozen of [money, scope]) expect(await actsOn(await freezeOf(frozen))).toEqual([])
})

test('liabilities that differ from cash stop all payouts, unless an account explains it', async () => {
  const account = await fundedAccount(database, 100n)
  const raise = (by: number) =>
    asSuperuser(`update account set balance_minor = balance_minor + ${by} where id = '${account}'`)
  await raise(1)
  const differ = {
    checker: 'ledger',
    kind: 'liabilities_differ',
    subject: 'all',
    detail: `owed 101, the platform's own 0, cash 100`,
  }
  const noted = finds(finding('noted'))
  expect(await runLedgerChecks(database, [ledgerChecker, noted])).toContainEqual({ ...differ, freezes: null })
  expect(await runLedgerChecks(database, [noted])).toContainEqual({ ...differ, freezes: PAYOUTS })
  const fails = { ...ledgerChecker, find: () => Promise.reject(new Error('it fails')) }
  expect(await runLedgerChecks(database, [fails])).toContainEqual({ ...differ, freezes: PAYOUTS })
  await raise(-1)
  expect(await runLedgerChecks(database, [ledgerChecker])).toEqual([])
})

test('a run ends when its findings are stored, and not before it started', async () => {
  const lasting = (durationMs: number) =>
    checker(async () => {
      database.clock.advance(durationMs)
      return { findings: [] }
    })
  for (const [durationMs, tookMs] of [
    [5_000, 5_000],
    [-5_000, 0],
  ] as const) {
    await runLedgerChecks(database, [lasting(durationMs)])
    const { started_at, finished_at } = await lastCheck.one(database)
    expect(finished_at.getTime() - started_at.getTime()).toBe(tookMs)
  }
})

test('checks are listed by start and whether they found something, also with the amount', async () => {
  const began: Date[] = []
  for (const many of [2, 0, 1]) {
    database.clock.advance(60_000)
    began.push(database.clock.now())
    await runLedgerChecks(database, [finds(...Array.from({ length: many }, (_, i) => finding(`no ${i}`)))])
  }
  const [from, , to] = began
  const listed = async (filter: object, sort?: 'findings.desc') =>
    (await listRuns.page(database, { filter, sort, now: database.clock.now() }, 10)).list.map(
      ({ finding_count }) => finding_count,
    )
  expect(await listed({ from })).toEqual([1, 0, 2])
  expect(await listed({ from, to })).toEqual([0, 2])
  expect(await listed({ from, found: 'true' })).toEqual([1, 2])
  expect(await listed({ from, found: 'false' })).toEqual([0])
  expect(await listed({ from }, 'findings.desc')).toEqual([2, 1, 0])
})

/** The scopes frozen for this damage, which is then undone. */
async function frozenFor(done: string, undone: string, kind: string) {
  await asSuperuser(done)
  const { findings } = await ledgerChecker.find(database)
  await asSuperuser(undone)
  return findings.filter((found) => found.kind === kind).flatMap(({ freezes }) => freezes)
}
const frozenForAccount = (account: string, and = '') => {
  const set = (sign: '+' | '-') =>
    `update account set balance_minor = balance_minor ${sign} 1 where id = '${account}'`
  return frozenFor(`${set('+')}; ${and}`, set('-'), 'balance_differs')
}

test.each<[HolderKind, (holder_id: string) => FreezeScope]>([
  ['member_available', moneyOf],
  ['member_held', moneyOf],
  ['campaign_escrow', campaignMoneyOf],
  ['campaign_fee', campaignMoneyOf],
  ['unmatched_payment', () => PAYOUTS],
  ['level_fee', () => PAYOUTS], // its payer is unknown
])('a difference on an account of the kind %s freezes its holder, or all payouts', async (kind, scopeOf) => {
  const holder_id = randomUUID()
  await openAccounts(database, [{ kind, holder_id }])
  expect(await frozenForAccount(accountOf(kind, holder_id))).toEqual([scopeOf(holder_id)])
})

test('a difference on a level fee freezes the money of the member who paid it', async () => {
  const [purchase_id, member_id] = [randomUUID(), randomUUID()]
  await openAccounts(database, [{ kind: 'level_fee', holder_id: purchase_id }])
  await openAccounts(database, [{ kind: 'member_available', holder_id: member_id }])
  const [fee, payer] = [accountOf('level_fee', purchase_id), accountOf('member_available', member_id)]
  const paid = movement('level_bought', purchase_id, [
    [payer, -5n],
    [fee, 5n],
  ])
  await post(database, [deposit(payer, 5n), paid])
  // Independent of which of the two accounts is read first.
  const writtenLast = (account: string) => `update account set version = version where id = '${account}'`
  expect(await frozenForAccount(fee, writtenLast(fee))).toEqual([moneyOf(member_id)])
  expect(await frozenForAccount(fee, writtenLast(payer))).toEqual([moneyOf(member_id)])
})

test('a finding without a holder freezes all payouts, and a total freezes nothing', async () => {
  const nobodys = [
    `insert into posting values ('${randomUUID()}', 1, 1, -1, 5, 5, 1)`,
    `delete from posting where account_no = -1`,
  ] as const
  expect(await frozenFor(...nobodys, 'unbalanced_entry')).toEqual([PAYOUTS])
  const set = (sign: '+' | '-') => `update ledger_daily_total set moved_minor = moved_minor ${sign} 1`
  expect(await frozenFor(set('+'), set('-'), 'total_differs')).toEqual([])
})
