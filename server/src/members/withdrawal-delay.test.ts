// What delays a member's withdrawals, at each moment of a lock and of a change of the payout account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { statement } from '../platform/database/statement.ts'
import {
  delayedByChange,
  delayedByLock,
  payoutDelayAfter,
  withdrawalDelayOf,
  refuseAsDelayed,
} from './withdrawal-delay.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const NOW = new Date('2026-11-29T12:00:00Z')
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000)
const FREE = { lock_until: null, security_ended_at: null }

const LOCKS = [
  ['no lock', FREE, undefined],
  ['a lock that stands', { ...FREE, lock_until: hours(5) }, hours(5)],
  ['an expired lock that is not ended yet', { ...FREE, lock_until: hours(-1) }, hours(23)],
  ['a lock that expired a day ago and is not ended yet', { ...FREE, lock_until: hours(-24) }, undefined],
  ['a lock that has ended', { ...FREE, security_ended_at: hours(-23) }, hours(1)],
  ['a lock that ended a day ago', { ...FREE, security_ended_at: hours(-24) }, undefined],
  ['a lock after another', { lock_until: hours(5), security_ended_at: hours(-48) }, hours(5)],
] as const

test.each(LOCKS)('security delay: %s', (_, member, until) => {
  const delay = until && { until, reason: 'security' }
  expect(withdrawalDelayOf(member, NOW)).toEqual(delay)
  expect(withdrawalDelayOf(member, NOW, { payout_delay_until: null })).toEqual(delay)
})

test('a change of the payout account delays withdrawals for 24 hours', () => {
  const account = { payout_delay_until: payoutDelayAfter(NOW) }
  expect(withdrawalDelayOf(FREE, NOW, account)).toEqual({ until: hours(24), reason: 'bank_changed' })
  expect(withdrawalDelayOf(FREE, hours(24), account)).toBeUndefined()
})

test('of both the longer counts, and names its reason', () => {
  const locked = { ...FREE, lock_until: hours(5) }
  const delayOf = (payout_delay_until: Date) => withdrawalDelayOf(locked, NOW, { payout_delay_until })
  expect(delayOf(hours(4))).toEqual({ until: hours(5), reason: 'security' })
  expect(delayOf(hours(5))).toEqual({ until: hours(5), reason: 'security' })
  expect(delayOf(hours(6))).toEqual({ until: hours(6), reason: 'bank_changed' })
  const details = { until: hours(6).toISOString() }
  expect(refuseAsDelayed(delayOf(hours(6))!)).toMatchObject({
    code: 'withdrawals_wait_after_a_change_of_bank',
    details,
  })
  expect(refuseAsDelayed({ until: hours(6), reason: 'security' })).toMatchObject({
    code: 'withdrawals_wait_for_a_security_check',
    details,
  })
})

test('SQL finds the same members', async () => {
  const delayed = statement(
    `-- test_delayed
    with given as (
      select * from unnest($ids::int[], $untils::timestamptz[], $ended::timestamptz[], $changed::timestamptz[])
        as given (id, lock_until, security_ended_at, payout_delay_until)),
      member as (select * from given), bank_details as (select * from given)
    select array(select id from (${delayedByLock('$at')}) locked order by id) as locked,
      array(select d.id from bank_details d where ${delayedByChange('d', '$at')} order by d.id) as changed`,
    {
      params: {
        ids: 'int4[]',
        untils: 'timestamptz[]',
        ended: 'timestamptz[]',
        changed: 'timestamptz[]',
        at: 'timestamptz',
      },
      columns: { locked: 'int4[]', changed: 'int4[]' },
    },
  )
  // The job ends a lock within minutes: SQL, which has an index for each kind, counts all that have not ended.
  const locks = LOCKS.filter(([name]) => name !== 'a lock that expired a day ago and is not ended yet')
  const members = locks.map(([, member]) => member)
  const changes = [undefined, 24, 1, 0, -1, 12, undefined].map((count) =>
    count === undefined ? null : hours(count),
  )
  const found = await delayed.one(database, {
    ids: [...members.keys()],
    untils: members.map(({ lock_until }) => lock_until) as Date[],
    ended: members.map(({ security_ended_at }) => security_ended_at) as Date[],
    changed: changes.slice(0, members.length) as Date[],
    at: NOW,
  })
  const idsWhere = (isDelayed: (member: (typeof members)[number], id: number) => boolean) =>
    members.flatMap((member, id) => (isDelayed(member, id) ? [id] : []))
  expect(found).toEqual({
    locked: idsWhere((member) => withdrawalDelayOf(member, NOW) !== undefined),
    changed: idsWhere(
      (_, id) => withdrawalDelayOf(FREE, NOW, { payout_delay_until: changes[id]! }) !== undefined,
    ),
  })
  expect(found).toEqual({ locked: [1, 2, 3, 5], changed: [1, 2, 5] })
})
