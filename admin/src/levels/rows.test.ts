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

test('an unchanged row is sent back exactly as it was', () => {
  expect(levelOf(typedOf(LEVEL))).toEqual(LEVEL)
})

test('decimal commas and spaces are parsed, invalid numbers are not guessed', () => {
  const row = { ...typedOf(LEVEL), joining_fee: '1 200,5', max_bonus: '6,5', number_ads: 'six' }
  expect(levelOf(row)).toMatchObject({ joining_fee: '1200.50', max_bonus: 6.5, number_ads: Number.NaN })
})

test('a range of rates is formatted as members see it', () => {
  expect([rangeOf(LEVEL), rangeOf({ ...LEVEL, max_bonus: 6.5 })]).toEqual(['4\u00a0%', '4–6,5\u00a0%'])
})
