// What a level would have added, computed from rewards.
import { expect, test } from 'vitest'
import type { LevelRow } from './levels.store.ts'
import { previewOf } from './preview.ts'

const LEVEL_3: LevelRow = {
  id: '019a0000-0000-7000-8000-000000000003',
  rank: 3,
  name: 'Level 3',
  joining_fee_minor: 6_000n,
  bonus_low_bp: 600,
  bonus_high_bp: 900,
  turns_a_day: 12,
  orders_to_earn: 150,
  earn_quality_bp: 8_000,
}
/** 100.00 at full quality, with the 2 % of Level 1. */
const CLAIM = { reward_minor: 10_000n, quality_bp: 10_000, bonus_minor: 200n }

test('shows what the level would have added to the member’s rewards, and how long that takes to cover the fee', () => {
  expect(previewOf(LEVEL_3, [CLAIM, { ...CLAIM, quality_bp: 5_000 }], 38)).toEqual({
    joining_fee: '60.00',
    earned_30_days: '204.00',
    rewards_30_days: '200.00',
    bonus_30_days: '4.00',
    // 9 % and 6 % instead of 2 % twice.
    added_30_days: '11.00',
    days_to_cover_fee: 164,
    orders_to_earn: 112,
  })
})

test('a bonus above that of the level subtracts nothing', () => {
  const better = { ...CLAIM, bonus_minor: 1_200n }
  expect(previewOf(LEVEL_3, [better, CLAIM], 0)).toMatchObject({
    added_30_days: '7.00',
    days_to_cover_fee: 258,
  })
})

test('without an addition the fee is never covered', () => {
  expect(previewOf(LEVEL_3, [{ ...CLAIM, bonus_minor: 900n }], 0).days_to_cover_fee).toBeNull()
})

test('a record beyond the threshold leaves nothing missing, and the first level is not earned', () => {
  expect(previewOf(LEVEL_3, [], 151).orders_to_earn).toBe(0)
  expect(previewOf({ ...LEVEL_3, orders_to_earn: null }, [], 0).orders_to_earn).toBeNull()
})
