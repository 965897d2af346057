// Reconciliation: the bank's balance and the ledger's cash by day, and the items that explain the difference.
import { z } from 'zod'
import { money } from '../fields.ts'

export const day = z.iso.date({ error: 'field_is_invalid' })

export const dayBalance = z.object({
  day,
  bank: money.nullable().describe('closing balance of the last statement up to that day'),
  ledger: money.describe('cash, at the end of that day in UTC'),
})

export const reconciliation = z.object({
  day,
  bank: money.nullable(),
  bank_day: day.nullable().describe('of the closing balance'),
  ledger: money,
  difference: money.nullable().describe('bank less ledger'),
  items: z.array(
    z.object({
      kind: z.enum([
        'payouts_in_transit',
        'payouts_booked_early',
        'other_debits',
        'short_returns',
        'other_cash',
        'lines_before_decision',
        'revoked_credits',
      ]),
      count: z.int(),
      amount: money.describe('signed; what it adds to the difference'),
    }),
  ),
  unexplained: money
    .nullable()
    .describe(
      'difference less all items, or if that is zero, cash that adjustments took out beyond what the bank debited; anything but zero needs a person',
    ),
})
