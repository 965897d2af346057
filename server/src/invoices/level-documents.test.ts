// Documents of levels: the fee includes its VAT, so what is debited and refunded stays the fee, and revenue is net.
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { availableOf, newMember } from '../../test/campaigns.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { balanceOfKind, documentsOf, FRENCH, setProfile, setSeller } from '../../test/invoices.ts'
import { claimBonuses } from '../../test/levels.ts'
import { giveLevelBack, levelsOf, recogniseFees, upgradeLevel } from '../levels/levels.ts'
import type { Tx } from '../platform/database/database.ts'
import { vatIn } from './vat.ts'

const DAY_MS = 86_400_000

let database: TestDatabase
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
  database.clock.advance(1000)
  return database.transaction(work)
}
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => run((tx) => setSeller(tx)))

const buy = async (member_id: string, rank = 2) => {
  const level = (await levelsOf(database)).find((each) => each.rank === rank)!
  return await run((tx) => upgradeLevel(tx, { member_id, level_id: level.id }))
}
const giveBack = (member_id: string, purchase_id: string) =>
  run((tx) => giveLevelBack(tx, { member_id, purchase_id }))
const member = () => run((tx) => newMember(tx, 100_000n))
/** So much of the fee is earned, once 14 days are over. */
const give = (member_id: string, bonus_minor: bigint) =>
  run((tx) =>
    claimBonuses(tx, [
      { member_id, reward_minor: 100_000n, quality_bp: 10_000, bonus_minor: bonus_minor + 2_000n },
    ]),
  )

test('a level costs its fee, of which the document shows the VAT; given back in full, all of it returns', async () => {
  const member_id = await member()
  await run((tx) => setProfile(tx, member_id))
  const { id } = await buy(member_id)
  expect(await availableOf(database, member_id)).toBe(98_000n)
  // 20.00 × 19 / 119 = 3.193…
  expect(await documentsOf(database, id)).toMatchObject([
    { series: 'FI', vat_case: 'domestic', net_minor: 1_681n, vat_minor: 319n, total_minor: 2_000n },
  ])
  await giveBack(member_id, id)
  expect(await availableOf(database, member_id)).toBe(100_000n)
  const [invoice, note] = await documentsOf(database, id)
  expect(note).toMatchObject({ series: 'FC', net_minor: 1_681n, vat_minor: 319n, corrects: [invoice!.id] })
})

test('without a seller, and in reverse charge, the fee has no VAT and all of it is revenue', async () => {
  for (const seller of [null, {}]) {
    await run((tx) => setSeller(tx, seller))
    const member_id = await member()
    await run((tx) => setProfile(tx, member_id, FRENCH(tx.now)))
    const { id } = await buy(member_id)
    const [owed, revenue] = [await balanceOfKind(database, 'vat'), await balanceOfKind(database, 'revenue')]
    await give(member_id, 300n)
    database.clock.advance(15 * DAY_MS)
    await recogniseFees(database)
    expect(await balanceOfKind(database, 'vat')).toBe(owed)
    expect(await balanceOfKind(database, 'revenue')).toBe(revenue + 300n)
    expect(await documentsOf(database, id)).toMatchObject([{ vat_minor: 0n, total_minor: 2_000n }])
  }
})

test('revenue is recognised net, its VAT is due, and the rest comes back with its own', async () => {
  const member_id = await member()
  const { id } = await buy(member_id)
  await give(member_id, 300n)
  const [owed, revenue] = [await balanceOfKind(database, 'vat'), await balanceOfKind(database, 'revenue')]
  database.clock.advance(15 * DAY_MS)
  await recogniseFees(database)
  // 3.00 × 19 / 119 = 0.478…
  expect((await balanceOfKind(database, 'vat')) - owed).toBe(48n)
  expect((await balanceOfKind(database, 'revenue')) - revenue).toBe(252n)
  await giveBack(member_id, id)
  expect(await availableOf(database, member_id)).toBe(100_000n - 300n)
  expect((await documentsOf(database, id))[1]).toMatchObject({ vat_minor: 319n - 48n, total_minor: 1_700n })
})

test('an upgrade credits the old level, giving it back invoices that again, and the sums are what left', async () => {
  const member_id = await member()
  const first = await buy(member_id, 2)
  const second = await buy(member_id, 3)
  expect(await documentsOf(database, first.id)).toMatchObject([
    { series: 'FI' },
    { series: 'FC', total_minor: 2_000n },
  ])
  await giveBack(member_id, second.id)
  expect(await documentsOf(database, first.id)).toMatchObject([
    { series: 'FI', total_minor: 2_000n },
    { series: 'FC', total_minor: 2_000n },
    { series: 'FI', total_minor: 2_000n },
  ])
  expect(await availableOf(database, member_id)).toBe(98_000n)
})

test('random runs: invoices less credit notes are what left and came back, and VAT due is that of what was earned', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('give' as const), by: fc.integer({ min: 1, max: 900 }) }),
    fc.record({ kind: fc.constant('days' as const), by: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ kind: fc.constant('upgrade' as const), by: fc.constant(0) }),
    fc.record({ kind: fc.constant('back' as const), by: fc.constant(0) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const member_id = await member()
      let rank = 2
      let { id } = await buy(member_id, rank)
      for (const { kind, by } of steps) {
        if (kind === 'give') await give(member_id, BigInt(by)).catch(() => undefined)
        if (kind === 'days') database.clock.advance(by * DAY_MS)
        if (kind === 'upgrade' && rank < 4) {
          // Refused for 90 days after one that was used and given back.
          const bought = await buy(member_id, rank + 1).catch(() => undefined)
          if (bought !== undefined) rank += 1
          id = bought?.id ?? id
        }
        if (kind === 'back') await giveBack(member_id, id).catch(() => undefined)
        await recogniseFees(database)
      }
      const documents = await documentsOf(database, member_id)
      const sum = (amount: 'vat_minor' | 'total_minor') =>
        documents.reduce((all, one) => all + (one.series === 'FI' ? one[amount] : -one[amount]), 0n)
      expect(sum('total_minor')).toBe(100_000n - (await availableOf(database, member_id)))
      // Of what is earned by now; the rest is refundable.
      const [earned] = await database.asSchemaOwner<{ due_minor: bigint; net_minor: bigint }>(
        `select coalesce(sum(p.amount_minor) filter (where a.kind = 'vat'), 0)::bigint as due_minor,
           coalesce(sum(p.amount_minor) filter (where a.kind = 'revenue'), 0)::bigint as net_minor
         from level_purchase l join entry e on e.refers_to = l.id::text join posting p on p.entry_id = e.id join account a on a.no = p.account_no
         where l.member_id = '${member_id}'`,
      )
      const { due_minor, net_minor } = earned!
      const purchases = BigInt(documents.filter(({ series }) => series === 'FI').length)
      const off = due_minor - vatIn(due_minor + net_minor, 1900)
      expect(off <= purchases && -off <= purchases).toBe(true)
      const [fees] = await database.asSchemaOwner<{ left: bigint }>(
        `select coalesce(sum(a.balance_minor), 0)::bigint as left from account a join level_purchase p on p.id::text = a.holder_id
         where a.kind = 'level_fee' and p.member_id = '${member_id}'`,
      )
      expect(fees!.left + due_minor + net_minor).toBe(sum('total_minor'))
    }),
    { numRuns: 12 },
  )
}, 120_000)
