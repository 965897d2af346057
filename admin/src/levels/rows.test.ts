import { expect, test } from 'vitest'
import { levelOf, rangeOf, typedOf } from './rows.ts'

const LEVEL = {
  _id: null,
  name: 'Level 2',
  joining_fee: '20.00',
  bonus_ads: 4,
  max_bonus: null,
  number_ads: 6,
  orders_to_earn: 40,
  earn_quality: 80,
}

test('what is there is typed and sent back as it was', () => {
  expect(levelOf(typedOf(LEVEL))).toEqual(LEVEL)
})

test('decimal commas and spaces are read, nonsense is not made into a figure', () => {
  const row = { ...typedOf(LEVEL), joining_fee: '1 200,5', max_bonus: '6,5', number_ads: 'six' }
  expect(levelOf(row)).toMatchObject({ joining_fee: '1200.50', max_bonus: 6.5, number_ads: Number.NaN })
})

test('a range is written as members read it', () => {
  expect([rangeOf(LEVEL), rangeOf({ ...LEVEL, max_bonus: 6.5 })]).toEqual(['4\u00a0%', '4–6,5\u00a0%'])
})
