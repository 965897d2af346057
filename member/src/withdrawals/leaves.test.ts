import { withdrawal } from '@fairturn/contract/withdrawals'
import { expect, test } from 'vitest'
import { leaves } from './leaves.ts'

test('only what is on its way or booked goes to the bank', () => {
  const statuses = withdrawal.shape.status.options
  expect(statuses.filter((status) => leaves({ status }))).toEqual(['requested', 'approved', 'sent', 'paid'])
})
