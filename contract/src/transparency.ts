// Public figures: liabilities and assets, durations of withdrawals, and the promises in numbers.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { money } from './fields.ts'
import { id } from './ids.ts'
import { LIABILITIES } from './liabilities.ts'
import { VISIT_REASONS } from './tracking.ts'
import { PERCENTILE_MINIMUM, WITHDRAWAL_REFUSAL_REASONS } from './withdrawals.ts'

export { LIABILITIES, type Liability, OWED_TO_NO_MEMBER } from './liabilities.ts'

type Unit = 'money' | 'count' | 'seconds' | 'basis_points'

const all = <Key extends string, Value>(keys: readonly Key[], value: Value) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>

/** At the end of a UTC day. */
const OF_STATE = {
  'liabilities.total': 'money',
  ...all(
    LIABILITIES.map((kind) => `liabilities.${kind}` as const),
    'money' as const,
  ),
  'cash.ledger': 'money',
  'cash.bank': 'money',
  'coverage.ledger': 'basis_points',
  'coverage.bank': 'basis_points',
  'withdrawals.pending': 'count',
  'withdrawals.pending_sum': 'money',
  'withdrawals.oldest': 'seconds',
  'withdrawals.times': 'count',
  'withdrawals.median': 'seconds',
  'withdrawals.p95': 'seconds',
  'withdrawals.p99': 'seconds',
  'withdrawals.longest': 'seconds',
  'support.answers.p50': 'seconds',
  'support.answers.p90': 'seconds',
  'support.complaints.p50': 'seconds',
  'support.complaints.p90': 'seconds',
} as const

/** Over a UTC day. */
export const PERIOD_FIGURES = {
  'deposits.count': 'count',
  'deposits.sum': 'money',
  'withdrawals.requested': 'count',
  'withdrawals.requested_sum': 'money',
  'withdrawals.paid': 'count',
  'withdrawals.paid_sum': 'money',
  'withdrawals.cancelled': 'count',
  'withdrawals.refused_by_staff': 'count',
  ...all(
    WITHDRAWAL_REFUSAL_REASONS.map((reason) => `withdrawals.refused.${reason}` as const),
    'count' as const,
  ),
  'withdrawals.decided_late': 'count',
  'withdrawals.rejected_by_bank': 'count',
  'withdrawals.returned_by_bank': 'count',
  'awards.count': 'count',
  'awards.sum': 'money',
  'refunds.campaigns': 'count',
  'refunds.campaigns_sum': 'money',
  'refunds.levels': 'count',
  'refunds.levels_sum': 'money',
  'adjustments.count': 'count',
  'adjustments.sum': 'money',
  'reviews.decided': 'count',
  'reviews.by_silence': 'count',
  'objections.decided': 'count',
  'objections.upheld': 'count',
  'reports.received': 'count',
  'reports.acted_on': 'count',
  'support.answered': 'count',
  'complaints.decided': 'count',
  'complaints.upheld': 'count',
  'complaints.ended_by_time': 'count',
  'approvals.count': 'count',
  'messages.not_ours': 'count',
  'visits.verified': 'count',
  'visits.refused': 'count',
  ...all(
    VISIT_REASONS.map((reason) => `visits.refused.${reason}` as const),
    'count' as const,
  ),
} as const
export type PeriodFigure = keyof typeof PERIOD_FIGURES

/** The promises as figures: which promise, and whether the target is none or all. docs/promises.md says what each counts. */
export const PROMISES = {
  awards_that_cost: { promise: 1, perfect: 'none' },
  levels_not_to_be_earned: { promise: 1, perfect: 'none' },
  taken_unasked: { promise: 1, perfect: 'none' },
  orders_refused_otherwise: { promise: 1, perfect: 'none' },
  offers_funded: { promise: 2, perfect: 'all' },
  escrows_covering: { promise: 2, perfect: 'all' },
  awards_in_ledger: { promise: 3, perfect: 'all' },
  balances_that_differ: { promise: 4, perfect: 'none' },
  corrections_by_two: { promise: 4, perfect: 'all' },
  awards_taken_back: { promise: 4, perfect: 'none' },
  withdrawals_after_paying: { promise: 5, perfect: 'none' },
  withdrawals_refused: { promise: 5, perfect: 'none' },
  withdrawals_refused_otherwise: { promise: 5, perfect: 'none' },
  withdrawals_late: { promise: 5, perfect: 'none' },
  level_refunds_in_full: { promise: 6, perfect: 'all' },
  level_fees_taken_early: { promise: 6, perfect: 'none' },
  entries_between_members: { promise: 6, perfect: 'none' },
  corrections_between_members: { promise: 6, perfect: 'none' },
  days_published: { promise: 7, perfect: 'all' },
} as const satisfies Record<string, { promise: 1 | 2 | 3 | 4 | 5 | 6 | 7; perfect: 'none' | 'all' }>
export type PromiseFigure = keyof typeof PROMISES
export const PROMISE_FIGURES = Object.keys(PROMISES) as [PromiseFigure, ...PromiseFigure[]]

/** Every figure that has a history, with its unit. */
export const FIGURES = {
  ...OF_STATE,
  ...PERIOD_FIGURES,
  ...all(
    PROMISE_FIGURES.map((key) => `promises.${key}` as const),
    'count' as const,
  ),
} as const satisfies Record<string, Unit>
export type Figure = keyof typeof FIGURES
const figureName = z.enum(Object.keys(FIGURES) as [Figure, ...Figure[]], { error: 'field_is_invalid' })

/** Why the bank's balance and the ledger's cash differ at the end of a day. */
export const BANK_DIFFERENCES = [
  'card_provider',
  'lines_before_decision',
  'payouts_in_transit',
  'payouts_booked_early',
  'other_debits',
  'short_returns',
  'revoked_credits',
  'other_cash',
] as const
export type BankDifference = (typeof BANK_DIFFERENCES)[number]

/** Those that are no money lost: at the card provider, or at the bank and owed, or paid out, though the ledger does not say so yet. */
export const TIMING_DIFFERENCES = [
  'card_provider',
  'lines_before_decision',
  'payouts_in_transit',
  'payouts_booked_early',
] as const satisfies readonly BankDifference[]

const instant = z.iso.datetime()
const day = z.iso.date()
const percent = z
  .number()
  .nullable()
  .describe('of the liabilities, two decimals, never rounded up; null while nothing is owed')
const counted = z.object({ count: z.int(), sum: money })
const seconds = z.int().nullable().describe('seconds; null while there is none')
const quantile = z.int().nullable().describe(`seconds; null while fewer than ${PERCENTILE_MINIMUM} were paid`)

const lateNow = z.int().describe('of those that wait now, past their due time')
const ofAnswers = z
  .int()
  .nullable()
  .describe(`seconds; null while fewer than ${PERCENTILE_MINIMUM} are there`)

/** Scopes of a freeze: one member’s withdrawals, one campaign’s money, all payouts, all staff approvals. */
const BLOCK_SCOPES = [
  'member_money',
  'campaign_money',
  'campaign_payments',
  'payouts',
  'staff_approvals',
] as const

/** What can delay a withdrawal besides a fault found in the ledger: the closed list of promise 5. */
export const WITHDRAWAL_EXCEPTIONS = [
  'security_lock',
  'change_of_account',
  'card_dispute',
  'paid_out_twice',
  'ledger_fault',
] as const

/**
 * How far a figure can be verified from outside. `proved`: it is the signed total of the daily proof, in which members find
 * their own part. `stated`: only an auditor could verify it.
 */
const standing = z.enum(['proved', 'stated'])

export const figures = z.object({
  at: instant,
  liabilities: z.object({
    total: money,
    parts: z.array(z.object({ kind: z.enum(LIABILITIES), amount: money, standing })),
  }),
  cash: z.object({
    ledger: money.describe('what the ledger says the bank keeps for others'),
    ledger_coverage: percent,
    ledger_standing: standing,
    bank: z
      .object({
        amount: money,
        day: day.describe('at whose end (UTC); with several accounts, the oldest of their last ones'),
        imported_at: instant,
        source: z.string().describe('the kind of file: camt.053… or csv'),
        ledger_then: money.describe('what the ledger had at the end of that day'),
        liabilities_then: money,
        coverage: percent,
        differences: z
          .array(z.object({ kind: z.enum(BANK_DIFFERENCES), amount: money }))
          .describe('known, signed as amount less ledger_then'),
        unexplained: money.describe('the rest of that difference; missing if below zero'),
        there: money.describe('with the card provider’s, without lines_before_decision and payouts'),
        there_coverage: percent,
        standing,
      })
      .nullable()
      .describe('the last statements of the bank; null while none is imported'),
  }),
  withdrawals: z.object({
    pending: counted.describe('asked for and not yet booked as paid'),
    oldest_at: instant.nullable(),
    times: z
      .object({ paid: z.int(), median: quantile, p95: quantile, p99: quantile, longest: seconds })
      .describe(
        'from the request to the end of the day on which our bank booked the payment, or to when we knew, if that was earlier; of those paid in the last 90 days',
      ),
    refused: z
      .array(
        z.object({
          reason: z.enum(['refused_by_staff', 'rejected_by_bank', 'returned_by_bank', 'cancelled']),
          count: z.int(),
        }),
      )
      .describe('in 90 days'),
    refused_for: z
      .array(z.object({ reason: z.enum(WITHDRAWAL_REFUSAL_REASONS), count: z.int() }))
      .describe('of those refused by staff in 90 days, by the reasons of the closed list'),
    decided_late: z
      .int()
      .describe(
        'approved or refused more than 72 hours after the request, in 90 days, whatever they waited for',
      ),
    waiting: z
      .array(z.object({ exception: z.enum(WITHDRAWAL_EXCEPTIONS), members: z.int() }))
      .describe(
        'members whose withdrawals wait now, or of whose money a part is kept back, by the exception of promise 5',
      ),
    standing,
  }),
  visits: z.object({
    verified: z.int(),
    refused: z.int(),
    reasons: z.array(z.object({ reason: z.enum(VISIT_REASONS), count: z.int() })),
    standing,
  }),
  awards: counted.extend({ standing }),
  refunds: z.object({ campaigns: counted, levels: counted, standing }),
  reviews: z
    .object({
      decided: z.int().describe('by a person'),
      by_silence: z.int().describe('paid because nobody decided within 72 hours'),
      by_silence_percent: z.int().nullable().describe('of both; null while there is none'),
      standing,
    })
    .describe('of orders that were reviewed before they were paid, in 90 days'),
  objections: z.object({
    made: z.int(),
    open: z.int(),
    decided: z.int(),
    upheld: z.int(),
    by_silence: z.int(),
    upheld_percent: z.int().nullable(),
    median_hours: z.number().nullable().describe(`null while fewer than ${PERCENTILE_MINIMUM} are decided`),
    standing,
  }),
  reports: z
    .object({
      received: z.int(),
      acted_on: z.int().describe('closed in these days with an action, whenever they came'),
      standing,
    })
    .describe('of visitors about tracked links, in 90 days'),
  support: z
    .object({
      answer_hours: z.int().describe('within which the first answer is due'),
      answers: z
        .object({ count: z.int(), p50: ofAnswers, p90: ofAnswers, late: lateNow })
        .describe('first answers to questions; late: any answer'),
      complaints: z.object({
        decided: z.int().describe('by a person, another than the one who had decided'),
        upheld: z.int().describe('of these'),
        ended_by_time: z.int().describe('for the member, because nobody decided in time'),
        upheld_percent: z.int().nullable().describe('of those decided; null while there is none'),
        p50: ofAnswers,
        p90: ofAnswers,
        late: lateNow,
      }),
      standing,
    })
    .describe('of the last 90 days, except what is late'),
  adjustments: counted.extend({ standing }),
  messages: z
    .object({
      not_ours: z
        .int()
        .describe('answered no: not from us, mistyped codes included, or not to the member who asked'),
      standing,
    })
    .describe('checks of a mail or push message by its code, in 90 days'),
  approvals: z.array(z.object({ kind: z.string(), count: z.int() })).describe('dual approvals in 90 days'),
  ledger_check: z
    .object({
      checked_at: instant.nullable().describe('when every checker ran last; null before the first time'),
      since: instant.nullable().describe('it read the entries written since then; null: all there are'),
      full_at: instant
        .nullable()
        .describe('when the last check of all entries began that found nothing; daily'),
      first_day: day.nullable().describe('the day of the first entry'),
      findings: z.int(),
      paused: z.array(
        z.object({
          scope: z.enum(BLOCK_SCOPES),
          count: z.int().describe('how many members or campaigns, or 1 of what has no holder'),
          since: instant,
        }),
      ),
    })
    .describe('what the hourly check of the ledger found, and what waits because of it'),
  promises: z.object({
    day: day.nullable().describe('at whose end they were computed; null until the first'),
    list: z.array(
      z.object({
        key: z.enum(PROMISE_FIGURES),
        promise: z.int().min(1).max(7),
        value: z.int(),
        out_of: z.int(),
        perfect: z.enum(['none', 'all']),
        kept: z.boolean(),
      }),
    ),
  }),
})
export type Figures = z.infer<typeof figures>

const point = z.object({
  day,
  value: z.string().describe('money as a decimal string; otherwise a whole number'),
  out_of: z.string().nullable().describe('of how many; null where the figure is no share'),
})

export const transparencyCalls = {
  figures: endpoint('GET transparency', {
    summary: 'Current liabilities and the cash that covers them; open to every origin, at most a minute old',
    auth: 'none',
    answer: figures,
  }),
  history: endpoint('GET transparency/history', {
    summary: 'The published values of a figure by day (UTC), oldest first; by default the last 90 days',
    auth: 'none',
    query: z.object({
      figure: figureName,
      from: day.optional(),
      to: day.optional().describe('included'),
    }),
    answer: z.object({
      figure: figureName,
      unit: z.enum(['money', 'count', 'seconds', 'basis_points']),
      list: z.array(point),
    }),
    refusals: ['field_is_invalid'],
  }),
  award: endpoint('GET awards/:entry_id', {
    summary: 'The ledger entry of an award in the award list, without names',
    auth: 'none',
    params: z.object({ entry_id: id.describe('of the entry') }),
    answer: z.object({
      entry_id: id,
      type: z.enum(['award_claimed', 'objection_upheld']),
      amount: money,
      bonus: money,
      at: instant,
      chain: z.int(),
      entry_no: z.string().describe('its position in the order of writing, which within a chain only grows'),
      written_at: instant,
      written_us: z
        .string()
        .describe('the same in microseconds since 2000-01-01 UTC, as it goes into the hash'),
      previous_hash: z.string(),
      content_hash: z.string().describe('of what the entry says, its accounts included'),
      hash: z.string().describe('SHA-256 of previous hash, content hash, number and time of writing'),
      postings: z.array(z.object({ kind: z.string(), amount: money })),
    }),
    refusals: ['award_is_unknown'],
  }),
}
