// One bar that is far higher than all others is cut, so that the others can be read; its value is written above the chart.
import { expect, test } from 'vitest'
import { cutOf } from './chart-cut.ts'

const series = (...data: number[]) => [{ label: 'a', data }]

test('a single bar more than four times as high as the next is cut', () => {
  expect(cutOf(series(10, 4_400, 20, 15), false)).toEqual({ max: 30, at: 1, value: 4_400 })
})

test('stacked bars are compared by their sums', () => {
  const stacked = [
    { label: 'a', data: [10, 60, 10] },
    { label: 'b', data: [10, 50, 10] },
  ]
  expect(cutOf(stacked, true)).toEqual({ max: 30, at: 1, value: 110 })
})

test('nothing is cut among bars of one size, among none, or where there is only one', () => {
  expect(cutOf(series(10, 40, 20), false)).toBeUndefined()
  expect(cutOf(series(0, 0), false)).toBeUndefined()
  expect(cutOf(series(0, 4_400, 0), false)).toBeUndefined()
  expect(cutOf([], false)).toBeUndefined()
})
