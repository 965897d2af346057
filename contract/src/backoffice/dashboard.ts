import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { money, locale } from '../fields.ts'
import { LOCALES } from '../locales.ts'
import { email } from '../security.ts'
import { VISIT_REASONS } from '../tracking.ts'
import { reason } from './approvals.ts'
import { inQueue } from './reviews.ts'
import { may, type Side, type StaffRole } from './roles.ts'

/** Each is a list of the back office; lists that a role may not read are not counted for it. */
export const QUEUES = [
  'campaigns',
  'orders',
  'objections',
  'reports',
  'conversations',
  'approvals',
  'withdrawals',
  'payouts',
  'refunds',
  'payout_batches',
  'bank_statements',
  'bank_lines',
  'card_events',
] as const
export type QueueName = (typeof QUEUES)[number]

interface Deciders {
  readonly roles: readonly StaffRole[]
  /** The side that does; absent where both do. */
  readonly side?: Side
}

/** Who decides what waits in each queue; earlier steps of an operator may bar them from single items. */
export const DECIDERS: Readonly<Record<QueueName, Deciders>> = {
  campaigns: { roles: may.review_campaigns },
  orders: { roles: may.review_orders },
  objections: { roles: may.review_orders },
  reports: { roles: may.review_campaigns },
  conversations: { roles: may.answer_conversations },
  approvals: { roles: may.decide_proposals },
  withdrawals: { roles: may.move_money, side: 'out' },
  payouts: { roles: may.move_money, side: 'out' },
  refunds: { roles: may.move_money, side: 'out' },
  payout_batches: { roles: may.move_money, side: 'out' },
  bank_statements: { roles: may.move_money, side: 'in' },
  // One side says whose money it is, the other sends it back.
  bank_lines: { roles: may.move_money },
  card_events: { roles: may.move_money, side: 'in' },
}

/** What a deployment needs before real members and real money, in the recommended order. */
export const FIRST_DAY_STEPS = [
  'owners',
  'proxy',
  'mail',
  'alarms',
  'phone_codes',
  'mobile_networks',
  'backup',
  'receive_account',
  'support',
  'levels_and_fees',
  'imprint',
  'pages',
  'invitations',
  'demo_off',
] as const
export type FirstDayStep = (typeof FIRST_DAY_STEPS)[number]

/** Problems with how requests arrive through the proxy. */
export const PROXY_PROBLEMS = [
  'no_public_origin',
  'no_tls',
  'other_origin',
  'proxy_is_not_trusted',
  'proxy_was_bypassed',
] as const

/** Who confirmed it, and when. */
const confirmation = z.object({ at: z.iso.datetime(), by: z.string() })

const firstDay = z.object({
  steps: z.array(
    z.object({
      step: z.enum(FIRST_DAY_STEPS),
      done: z.boolean(),
      count: z.int().nullable().describe('owners who can sign in'),
      at: z.iso.datetime().nullable().describe('when a backup was last restored'),
      missing: z
        .array(z.enum(LOCALES))
        .describe('languages whose imprint is still the product’s, which names nobody'),
      problems: z.array(z.enum(PROXY_PROBLEMS)).describe('with how this very request arrived'),
      confirmed: confirmation.nullable().describe('levels and fees looked at; a backup made by other means'),
      languages: z
        .array(z.object({ locale: z.enum(LOCALES), confirmed: confirmation.nullable() }))
        .describe('of the pages: who has read them, language by language'),
      mails: z
        .array(
          z.object({
            to: z.string().nullable().describe('a mailbox for alarms; null for mail to members'),
            requested_at: z.iso.datetime().nullable(),
            accepted_at: z.iso
              .datetime()
              .nullable()
              .describe('when the mail server last accepted a test mail'),
            refusal: z.string().nullable().describe('what it answered to the last one, where it refused it'),
          }),
        )
        .describe('of mail and alarms: nothing where none is configured'),
    }),
  ),
  demo: z.boolean(),
})
export type FirstDay = z.infer<typeof firstDay>

const DAYS = ['7', '30', '90'] as const
const byDay = z.array(z.int()).describe('one a day, oldest first')
const sums = z.array(money).describe('one a day, oldest first')

export const dashboardCalls = {
  firstDay: endpoint('GET backoffice/first-day', {
    summary: 'Setup checklist of a new deployment, with the state of each step',
    auth: 'staff',
    roles: may.read_staff,
    answer: firstDay,
  }),
  confirmFirstDay: endpoint('POST backoffice/first-day/confirm', {
    summary: 'Confirm that levels and fees were reviewed, pages read, or a backup made by other means',
    auth: 'staff',
    roles: may.change_staff,
    body: z.discriminatedUnion(
      'step',
      [
        z.object({ step: z.literal('levels_and_fees') }),
        z.object({ step: z.literal('pages'), locale }),
        z.object({ step: z.literal('backup'), reason: reason.describe('by what, and when it was restored') }),
      ],
      { error: 'field_is_invalid' },
    ),
    answer: firstDay,
    refusals: ['reason_is_required', 'language_is_unknown'],
  }),
  sendTestMail: endpoint('POST backoffice/first-day/test-mail', {
    summary: 'Send a test mail to a given address, or a test alarm to every alarm address',
    auth: 'staff',
    roles: may.change_staff,
    body: z.discriminatedUnion(
      'step',
      [z.object({ step: z.literal('mail'), to: email }), z.object({ step: z.literal('alarms') })],
      { error: 'field_is_invalid' },
    ),
    answer: firstDay,
    limit: { hits: 20, per_seconds: 3600 },
    refusals: ['email_is_invalid', 'mail_is_not_available'],
  }),
  moneyQueues: endpoint('GET backoffice/money-queues', {
    summary:
      'Number of waiting statements, bank lines, withdrawals, refunds, payment files, card events, and how many are overdue',
    auth: 'staff',
    roles: may.read_money,
    answer: z.object({
      bank_statements: inQueue,
      bank_lines: inQueue,
      withdrawals: inQueue,
      payouts: inQueue.describe('approved, in no payment file yet'),
      refunds: inQueue,
      payout_batches: inQueue,
      card_events: inQueue,
    }),
  }),
  show: endpoint('GET backoffice/dashboard', {
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
          oldest_at: z.iso.datetime().nullable(),
          others_due_by: z.iso
            .datetime()
            .nullable()
            .describe('when the most urgent of what the caller may not decide is due'),
          ...inQueue.shape,
        }),
      ),
      paused: z.int().describe('scopes whose payments wait for the ledger'),
      last_check_at: z.iso.datetime().nullable(),
      days: z.array(z.iso.date()).describe('UTC, oldest first; the last one is today so far'),
      verified: byDay,
      refused: z.array(z.object({ reason: z.enum(VISIT_REASONS), count: byDay })),
      objections: z.object({ decided: byDay, upheld: byDay }),
      members: z
        .object({
          count: z.int(),
          joined: z.int().describe('in these days'),
          closed: z.int().describe('in these days'),
        })
        .nullable()
        .describe('null for roles that do not read members'),
      money: z
        .object({
          liabilities: sums,
          cash: sums,
          coverage_percent: z.number().nullable(),
          coverage_percent_before: z
            .number()
            .nullable()
            .describe('at the end of the first of these days that has figures'),
          bank: z
            .object({ amount: money, day: z.iso.date() })
            .nullable()
            .describe('the last statements imported'),
          deposits: sums.describe('credited, less what statements that were revoked had credited'),
          withdrawals: sums.describe('paid'),
          awards: sums,
          fees: sums.describe('earned, less what was given back'),
          before: z
            .object({ deposits: money, withdrawals: money, awards: money, fees: money })
            .describe('the same in as many days before'),
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
