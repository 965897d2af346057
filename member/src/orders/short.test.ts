// @vitest-environment node
import type { Product } from '@fairturn/contract/orders'
import { expect, test } from 'vitest'
import { closedShort } from './short.ts'

const order = (status: Product['status'], verified: number, in_review = false) =>
  ({ status, verified, target: 2, in_review }) as Product

test('an order that ended with 1 of 2 visits is closed short, not a success', () => {
  expect(closedShort(order('success', 1))).toBe(true)
  expect(closedShort(order('success', 2))).toBe(false)
  expect(closedShort(order('success', 1, true))).toBe(false)
  expect(closedShort(order('distributing', 1))).toBe(false)
})
