// The first screen of the back office: what waits, and how the money goes, by day.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { money } from '../money.ts'
import { VISIT_REASONS } from '../tracking.ts'
import { may } from './roles.ts'

/** Each is a list of the back office; what a role may not read is not counted for it. */
export const QUEUES = [
  'campaigns',
  'orders',
  'objections',
  'approvals',
  'withdrawals',
  'payouts',
  'bank_lines',
  'card_events',
] as const
export type QueueName = (typeof QUEUES)[number]

const DAYS = ['7', '30', '90'] as const
const byDay = z.array(z.int()).describe('one a day, oldest first')
const sums = z.array(money).describe('one a day, oldest first')

export const dashboardCalls = {
  show: endpoint({
    method: 'GET',
    path: 'backoffice/dashboard',
    summary:
      'What waits and since when, and by day visits, refusals, objections; money for those who read it',
    auth: 'staff',
    roles: may.everybody,
    query: z.object({ days: z.enum(DAYS, { error: 'field_is_invalid' }).default('30') }),
    answer: z.object({
      at: z.iso.datetime(),
      queues: z.array(
        z.object({
          queue: z.enum(QUEUES),
          waiting: z.int(),
          oldest_at: z.iso.datetime().nullable(),
          overdue: z.int(),
        }),
      ),
      paused: z.int().describe('flows of money that wait for the books'),
      last_check_at: z.iso.datetime().nullable(),
      days: z.array(z.iso.date()).describe('UTC, oldest first; the last one is today so far'),
      verified: byDay,
      refused: z.array(z.object({ reason: z.enum(VISIT_REASONS), count: byDay })),
      objections: z.object({ decided: byDay, upheld: byDay }),
      money: z
        .object({
          liabilities: sums,
          cash: sums,
          coverage_percent: z.number().nullable(),
          bank: z
            .object({ amount: money, day: z.iso.date() })
            .nullable()
            .describe('the last statements imported'),
          deposits: sums,
          withdrawals: sums.describe('paid'),
          awards: sums,
          withdrawals_not_paid: z.object({
            refused_by_staff: byDay,
            rejected_by_bank: byDay,
            returned_by_bank: byDay,
          }),
        })
        .nullable()
        .describe('null for roles that do not read money'),
    }),
  }),
}
