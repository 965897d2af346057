import { describe, expect, test } from 'vitest'
import { cancelFiguresOf, refundedOf, remainingOf, spentOf, spentVatOf } from './refunded.ts'

const figures = { refunded: '0.00', vat_refunded: '0.00', spent: '0.00', vat: '3.69' }

describe('a campaign’s figures', () => {
  test('with nothing spent, all that was paid in can come back', () => {
    const campaign = { ...figures, remaining: '18.45', vat_remaining: '3.69' }
    expect(remainingOf(campaign)).toBe('22.14')
    expect(spentVatOf(campaign)).toBe('0.00')
    expect(spentOf(campaign)).toBe('0.00')
  })

  test('spent, refunded and remaining add up to what was paid in', () => {
    const campaign = {
      refunded: '10.00',
      vat_refunded: '2.00',
      remaining: '5.00',
      vat_remaining: '1.00',
      spent: '3.45',
      vat: '3.69',
    }
    expect([refundedOf(campaign), remainingOf(campaign), spentOf(campaign)]).toEqual([
      '12.00',
      '6.00',
      '4.14',
    ])
  })
})

test('cancelling shows what the balance will get, each with its VAT', () => {
  const quote = {
    now: '71.65',
    vat_now: '14.33',
    held: '1.66',
    fee_waiting: '7.08',
    open: 8,
    later_least: '6.91',
    later_most: '8.74',
    vat_later_least: '1.38',
    vat_later_most: '1.75',
    fee_earned: '0.10',
    spent: '2.00',
    vat_spent: '0.40',
  }
  expect(cancelFiguresOf(quote)).toEqual({
    now: '85.98',
    laterLeast: '8.29',
    laterMost: '10.49',
    spent: '2.40',
  })
})
