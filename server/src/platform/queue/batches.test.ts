// Jobs that settle many items: one that fails delays no other, is reported, and is settled by a later run; an interrupted
// run loses nothing and does nothing twice; a job that always fails is retried ever less often.
import { randomUUID } from 'node:crypto'
import { depositCalls } from '@fairturn/contract/deposits'
import { levelCalls } from '@fairturn/contract/levels'
import { noticeCalls } from '@fairturn/contract/notices'
import { orderCalls } from '@fairturn/contract/orders'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../../test/app.ts'
import { deposit as moneyFor } from '../../../test/campaigns.ts'
import {
  answered,
  carry,
  claim,
  distribute,
  draw,
  placeCampaign,
  visit,
  work,
} from '../../../test/carrying.ts'
import { claimBonuses } from '../../../test/levels.ts'
import { BANK, payable, receiveAt, saveBank, withdraw } from '../../../test/payments.ts'
import { expireDueDeposits } from '../../deposits/announce-deposit.ts'
import { accountOf, balancesOf, platformTotals } from '../../ledger/ledger.ts'
import { recogniseFees } from '../../levels/levels.ts'
import { endExpiredLocks, lockMember } from '../../members/members.ts'
import { orderHandlers } from '../../orders/orders.jobs.ts'
import { expireDue, settleOrders } from '../../orders/orders.ts'
import { revertUntrustedPayouts } from '../../withdrawals/security-lock.ts'
import { handlers } from '../../worker.ts'
import type { Database } from '../database/database.ts'
import { defineJob, enqueue, handle, runDueJobs } from './queue.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LEVEL_2 = '019a0000-0000-7000-8000-000000000002'

let app: TestApp
let placer: TestMember
let made = 0
beforeAll(async () => {
  app = await startApp()
  placer = await app.member('the placer')
  await receiveAt(app)
})
afterAll(() => app.close())
beforeEach(() => app.database.asSchemaOwner('delete from graphile_worker._private_jobs'))

const newMember = () => app.member(`of a batch ${++made}`)
/** From now on the database refuses every change of this row. */
const breakRow = async (table: string, id: string) => {
  await app.database.asSchemaOwner(
    `create function broken_row() returns trigger language plpgsql as $$ begin raise 'row % is broken', old.id; end $$`,
  )
  await app.database.asSchemaOwner(`create trigger broken_row before update on ${table} for each row
    when (old.id = '${id}') execute function broken_row()`)
}
const repairRow = () => app.database.asSchemaOwner('drop function broken_row cascade')
/** Runs the job twice with a broken row, and once with it repaired. */
async function outcomeOf(
  broken: { table: string; id: string },
  run: () => Promise<unknown>,
  isSettled: { other: () => Promise<boolean>; broken: () => Promise<boolean> },
) {
  const settled = async () => ({ other: await isSettled.other(), broken: await isSettled.broken() })
  const reported = () => run().then(String, (error: Error) => error.message.includes(broken.id))
  await breakRow(broken.table, broken.id)
  const reports = [await reported(), await reported()]
  await repairRow()
  const before = await settled()
  await run()
  return { reports, before, after: await settled() }
}
const ISOLATED = {
  reports: [true, true],
  before: { other: true, broken: false },
  after: { other: true, broken: true },
}
const statusOf = async (table: string, id: string, column = 'status') => {
  const [row] = await app.database.asSchemaOwner<{ value: unknown }>(
    `select ${column} as value from ${table} where id = $1`,
    [id],
  )
  return row!.value
}

/** A purchase older than 14 days whose level has given 3.00. */
async function usedPurchase(): Promise<string> {
  const member = await newMember()
  await app.database.transaction((tx) => moneyFor(tx, member._id, 2_000n))
  const body = { user_id: member._id, level_id: LEVEL_2 }
  answered(await app.call(levelCalls.upgrade, { token: member.token, body }))
  await app.database.transaction((tx) =>
    claimBonuses(tx, [
      { member_id: member._id, reward_minor: 10_000n, quality_bp: 10_000, bonus_minor: 500n },
    ]),
  )
  const [row] = await app.database.asSchemaOwner<{ id: string }>(
    'select id from level_purchase where member_id = $1',
    [member._id],
  )
  return row!.id
}
const feeLeft = async (purchase_id: string) => {
  const account = accountOf('level_fee', purchase_id)
  return (await balancesOf(app.database, [account])).get(account)!.balance_minor
}

describe('one that fails delays no other, is reported, and is settled by a later run', () => {
  test('a level fee to recognise', async () => {
    const [broken, other] = [await usedPurchase(), await usedPurchase()]
    app.clock.advance(15 * DAY_MS)
    const isRecognised = (id: string) => async () => (await feeLeft(id)) === 1_700n
    const run = () => recogniseFees(app.database)
    const isSettled = { other: isRecognised(other), broken: isRecognised(broken) }
    expect(await outcomeOf({ table: 'level_purchase', id: broken }, run, isSettled)).toEqual(ISOLATED)
  })

  test('an expired offer, whose slice others wait for', async () => {
    await placeCampaign(app, placer, { visits: 4 })
    const broken = answered(await draw(app, await newMember()))._id
    app.clock.advance(1000)
    const other = answered(await draw(app, await newMember()))._id
    app.clock.advance(300_000)
    const isExpired = (id: string) => async () => (await statusOf('offer', id)) === 'expired'
    const isSettled = { other: isExpired(other), broken: isExpired(broken) }
    expect(await outcomeOf({ table: 'offer', id: broken }, () => expireDue(app.database), isSettled)).toEqual(
      ISOLATED,
    )
  })

  test('an expired deposit', async () => {
    const announce = async () => {
      const { token, _id } = await newMember()
      const body = { user_id: _id, amount: '20.00', method: 'bank_transfer' } as const
      return answered(await app.call(depositCalls.deposit, { token, body, key: randomUUID() }))._id
    }
    const [broken, other] = [await announce(), await announce()]
    app.clock.advance(14 * DAY_MS)
    const isExpired = (id: string) => async () => (await statusOf('deposit', id)) === 'expired'
    const isSettled = { other: isExpired(other), broken: isExpired(broken) }
    expect(
      await outcomeOf({ table: 'deposit', id: broken }, () => expireDueDeposits(app.database), isSettled),
    ).toEqual(ISOLATED)
  })

  test('a security lock that is over', async () => {
    const lock = async () => {
      const { _id } = await newMember()
      const reason = 'Somebody else may be in it.'
      await app.database.transaction((tx) =>
        lockMember(tx, { member_id: _id, kind: 'security', actor: 'operator:one', reason }),
      )
      return _id
    }
    const [broken, other] = [await lock(), await lock()]
    app.clock.advance(73 * HOUR_MS)
    const isUnlocked = (id: string) => async () => (await statusOf('member', id, 'lock_kind')) === null
    const isSettled = { other: isUnlocked(other), broken: isUnlocked(broken) }
    expect(
      await outcomeOf({ table: 'member', id: broken }, () => endExpiredLocks(app.database), isSettled),
    ).toEqual(ISOLATED)
  })

  test('a withdrawal to an account that a security lock takes back', async () => {
    const member = await payable(app, `of a batch ${++made}`, 10_000n)
    app.clock.advance(DAY_MS)
    const since = app.clock.now()
    app.clock.advance(1000)
    const another = { ...BANK, account_number: '0011 0042 31900', password: TEST_PASSWORD }
    answered(await saveBank(app, await app.signedIn(member), another))
    app.clock.advance(25 * HOUR_MS)
    const ask = async (amount: string) =>
      answered(await withdraw(app, await app.signedIn(member), amount)).withdrawal._id
    const [broken, other] = [await ask('20.00'), await ask('30.00')]
    const run = () =>
      revertUntrustedPayouts(app.database, { member_id: member._id, since, at: app.clock.now() })
    const isRefused = (id: string) => async () => (await statusOf('withdrawal', id)) === 'refused'
    const isSettled = { other: isRefused(other), broken: isRefused(broken) }
    expect(await outcomeOf({ table: 'withdrawal', id: broken }, run, isSettled)).toEqual(ISOLATED)
  })

  test('an order to settle, nor the objections that are settled after the orders', async () => {
    await placeCampaign(app, placer, { visits: 20 })
    const objector = await newMember()
    const order = await distribute(app, objector)
    await visit(app, order, '2001:db8:ffff::1')
    await visit(app, order, '2001:db8:ffff::1')
    await work(app)
    app.clock.advance(49 * HOUR_MS)
    await app.database.transaction((tx) => enqueue(tx, settleOrders, {}))
    await work(app)
    const { token } = await app.signedIn(objector)
    answered(await app.call(orderCalls.object, { token, params: { order_id: order._id }, body: {} }))
    app.clock.advance(71 * HOUR_MS)
    const [broken, other] = [
      await distribute(app, await newMember()),
      await distribute(app, await newMember()),
    ]
    app.clock.advance(49 * HOUR_MS)
    const run = async () => {
      await app.database.transaction((tx) => enqueue(tx, settleOrders, {}))
      await app.database.runDueJobs([...orderHandlers, ...handlers])
    }
    const isSettled = {
      other: async () =>
        (await statusOf('orders', other._id)) === 'expired' &&
        (await statusOf('orders', order._id, 'objection')) === 'upheld',
      broken: async () => (await statusOf('orders', broken._id)) === 'expired',
    }
    expect(await outcomeOf({ table: 'orders', id: broken._id }, run, isSettled)).toEqual(ISOLATED)
  })

  test('an award to announce', async () => {
    await placeCampaign(app, placer, { visits: 4 })
    const carriers = [await newMember(), await newMember()]
    const orders = [await carry(app, carriers[0]!), await carry(app, carriers[1]!)]
    for (const [i, order] of orders.entries()) answered(await claim(app, carriers[i]!, order._id))
    // Claims of one batch are announced by one job.
    const awards = await app.database.asSchemaOwner<{ id: string }>(
      'select id from award where order_id = any ($1) order by order_id = $2 desc',
      [orders.map(({ _id }) => _id), orders[0]!._id],
    )
    await app.database.asSchemaOwner('delete from graphile_worker._private_jobs')
    const run = async () => {
      const payload = JSON.stringify({ award_ids: awards.map(({ id }) => id) })
      await app.database.asSchemaOwner(`select graphile_worker.add_job('awards_claimed', $1::json)`, [
        payload,
      ])
      app.clock.set(new Date(Math.max(app.clock.now().getTime(), Date.now())))
      await app.database.runDueJobs([...orderHandlers, ...handlers])
    }
    const isTold = (i: number) => async () => {
      const { token, _id } = await app.signedIn(carriers[i]!)
      const { list } = answered(await app.call(noticeCalls.list, { token, body: { user_id: _id } }))
      return list.filter(({ kind }) => kind === 'award').length === 1
    }
    expect(
      await outcomeOf({ table: 'award', id: awards[0]!.id }, run, { other: isTold(1), broken: isTold(0) }),
    ).toEqual(ISOLATED)
  })

  test('a step of the hourly cleanup', async () => {
    const run = async () => {
      await app.database.asSchemaOwner(`select graphile_worker.add_job('sweep', '{}')`)
      app.clock.set(new Date(Math.max(app.clock.now().getTime(), Date.now())))
      await app.database.runDueJobs([...handlers])
    }
    const member = await newMember()
    app.clock.advance(400 * DAY_MS)
    const sessions = async () =>
      (await app.database.asSchemaOwner('select from session where member_id = $1', [member._id])).length
    expect(await sessions()).toBe(1)
    await app.database.asSchemaOwner('alter table idempotency rename to idempotency_broken')
    try {
      await expect(run()).rejects.toThrow('relation "idempotency" does not exist')
    } finally {
      await app.database.asSchemaOwner('alter table idempotency_broken rename to idempotency')
    }
    expect(await sessions()).toBe(0)
  })
})

test('a run killed midway leaves the rest to the next, and moves nothing twice', async () => {
  const purchases = [await usedPurchase(), await usedPurchase(), await usedPurchase()]
  app.clock.advance(15 * DAY_MS)
  const revenue = async () => (await platformTotals(app.database)).get('revenue')?.balance_minor ?? 0n
  const before = await revenue()
  let began = 0
  const killed: Database = {
    ...app.database,
    // The second transaction commits, and nothing after it happens.
    transaction: async (run) => {
      began += 1
      const result = await app.database.transaction(run)
      return began < 2 ? result : await new Promise<never>(() => undefined)
    },
  }
  void recogniseFees(killed)
  await vi.waitFor(async () => expect((await revenue()) - before).toBe(600n))
  expect(await recogniseFees(app.database)).toBe(1)
  expect(await recogniseFees(app.database)).toBe(0)
  expect((await revenue()) - before).toBe(900n)
  for (const id of purchases) expect(await feeLeft(id)).toBe(1_700n)
})

test('a job that always fails is logged each time and retried with increasing delays', async () => {
  const broken = defineJob({ name: 'always_broken', payload: z.object({}) })
  const logged: string[] = []
  const fails = handle(broken, async () => {
    throw new Error('broken for ever')
  })
  await app.database.asSchemaOwner(`select graphile_worker.add_job('always_broken', '{}')`)
  const waitsS: number[] = []
  for (let attempts = 1; attempts <= 4; attempts += 1) {
    const log = (_level: string, message: string) => void logged.push(message)
    await runDueJobs({ database: app.database, handlers: [fails], log })
    const [job] = await app.database.asSchemaOwner<{ attempts: number; wait_s: number }>(
      `with job as (select id, attempts, run_at from graphile_worker._private_jobs)
       update graphile_worker._private_jobs j set run_at = now() - interval '1 minute' from job where job.id = j.id
       returning job.attempts, extract(epoch from job.run_at - now())::float8 as wait_s`,
    )
    expect(job!.attempts).toBe(attempts)
    waitsS.push(job!.wait_s)
  }
  expect(logged.filter((line) => line.includes('broken for ever'))).toHaveLength(4)
  for (const [i, waitS] of waitsS.entries()) expect(waitS).toBeGreaterThan(Math.exp(i + 1) - 1.5)
})
