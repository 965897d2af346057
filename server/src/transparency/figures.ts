// Figures as of now and at the end of a day, from the ledger's daily totals.
import { formatMoney } from '@fairturn/contract/minor-units'
import { VISIT_REASONS } from '@fairturn/contract/tracking'
import {
  FIGURES,
  type Figure,
  type Figures,
  type PeriodFigure,
  PERIOD_FIGURES,
  LIABILITIES,
  PROMISE_FIGURES,
  PROMISES,
  TIMING_DIFFERENCES,
  WITHDRAWAL_EXCEPTIONS,
} from '@fairturn/contract/transparency'
import { PERCENTILE_MINIMUM } from '@fairturn/contract/withdrawals'
import { WITHDRAWAL_REFUSAL_REASONS } from '@fairturn/contract/withdrawals'
import { z } from 'zod'
import { knownDifferences } from '../banking/banking.ts'
import { settingsOf } from '../content/content.ts'
import { checkReach, foldDailyTotals, lastCheck, openFreezes } from '../ledger/ledger.ts'
import { objectionFigures } from '../orders/orders.ts'
import { cached } from '../platform/cache.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { defineJob, enqueue, handle, type JobHandler } from '../platform/queue/queue.ts'
import { supportLate, supportTimes } from '../support/support.ts'
import * as store from './figures.store.ts'
import type { FigureRow } from './figures.store.ts'
import { promiseFigures } from './promises.ts'

const DAY_MS = 86_400_000
const CACHE_TTL_MS = 60_000
const SHOWN_DAYS = 90
const PERIOD_FIGURE_NAMES = Object.keys(PERIOD_FIGURES) as PeriodFigure[]
const REFUSALS = ['refused_by_staff', 'rejected_by_bank', 'returned_by_bank', 'cancelled'] as const

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
/** The day that many days before another (after it, if negative). */
export const daysBefore = (day: string, days: number): string =>
  dayOf(new Date(startOf(day).getTime() - days * DAY_MS))

interface Balances {
  readonly parts: Readonly<Record<(typeof LIABILITIES)[number], bigint>>
  readonly total_minor: bigint
  readonly cash_minor: bigint
}

async function balancesAt(on: Queryable, at: Date): Promise<Balances> {
  const rows = await store.selectBalances.all(on, { at })
  const of = new Map(rows.map(({ kind, amount_minor }) => [kind, amount_minor]))
  const parts = Object.fromEntries(LIABILITIES.map((kind) => [kind, of.get(kind) ?? 0n]))
  return {
    parts: parts as Balances['parts'],
    total_minor: LIABILITIES.reduce((sum, kind) => sum + parts[kind]!, 0n),
    cash_minor: of.get('cash') ?? 0n,
  }
}

/** Coverage: assets divided by liabilities, in basis points rounded down; null without liabilities. */
const coverageOf = (cash_minor: bigint, owed_minor: bigint): bigint | null =>
  owed_minor > 0n ? (cash_minor * 10_000n) / owed_minor : null

const percentOf = (basis_points: bigint | null): number | null =>
  basis_points === null ? null : Number(basis_points) / 100

/** The bank's last statements by then, with the ledger's balance at the end of their day; null without any. */
async function bankAt(on: Queryable, at: Date) {
  const { amount_minor, day, imported_at, source } = await store.selectBank.one(on, { at })
  if (amount_minor === null || day === null || imported_at === null || source === null) return null
  const endOfDay = new Date(startOf(day).getTime() + DAY_MS)
  const ledger = await balancesAt(on, endOfDay < at ? endOfDay : at)
  return { amount_minor, day, imported_at, source, ledger }
}

const TIMING = new Set<string>(TIMING_DIFFERENCES)

/**
 * Why the bank's balance and the ledger differ, and what is there by the bank's word: money that is on its way is counted
 * where it belongs; a debit of the bank, a short return and whatever nobody can explain are missing (decision 108).
 */
async function thereByBank(on: Queryable, bank: NonNullable<Awaited<ReturnType<typeof bankAt>>>) {
  const differences = await knownDifferences(on, bank.day)
  const sum = (of: typeof differences) => of.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  const there_minor = bank.amount_minor - sum(differences.filter(({ kind }) => TIMING.has(kind)))
  return {
    differences: differences.map(({ kind, amount_minor }) => ({ kind, amount: formatMoney(amount_minor) })),
    unexplained: formatMoney(bank.amount_minor - bank.ledger.cash_minor - sum(differences)),
    there: formatMoney(there_minor),
    there_coverage: percentOf(coverageOf(there_minor, bank.ledger.total_minor)),
  }
}

/** Assets and liabilities according to the ledger now, and the bank's last statement. */
export async function currentCover(on: Queryable, at: Date) {
  const { cash_minor, total_minor } = await balancesAt(on, at)
  const { amount_minor, day } = await store.selectBank.one(on, { at })
  return {
    coverage_percent: percentOf(coverageOf(cash_minor, total_minor)),
    bank: amount_minor === null || day === null ? null : { amount: formatMoney(amount_minor), day },
  }
}

const endOf = (day: string): Date => new Date(startOf(day).getTime() + DAY_MS)

type Values = Partial<Record<Figure, bigint | number | null>>
const toRows = (values: Values): FigureRow[] =>
  Object.entries(values).flatMap(([figure, value]) =>
    value === null ? [] : [{ figure: figure as Figure, value: BigInt(value), out_of: null }],
  )

/** A day's figures until an instant: liabilities and assets, and what happened. Durations of withdrawals cover 90 days. */
export async function figuresSoFar(on: Queryable, day: string, end: Date): Promise<FigureRow[]> {
  const { parts, total_minor, cash_minor } = await balancesAt(on, end)
  const bank = await bankAt(on, end)
  const happened = new Map<Figure, bigint>(
    (await store.selectPeriodFigures.all(on, { since: startOf(day), before: end })).map(
      ({ figure, value }) => [figure, value],
    ),
  )
  return toRows({
    'liabilities.total': total_minor,
    ...Object.fromEntries(LIABILITIES.map((kind) => [`liabilities.${kind}`, parts[kind]])),
    'cash.ledger': cash_minor,
    'coverage.ledger': coverageOf(cash_minor, total_minor),
    'cash.bank': bank && bank.amount_minor,
    'coverage.bank': bank && coverageOf(bank.amount_minor, bank.ledger.total_minor),
    ...Object.fromEntries(PERIOD_FIGURE_NAMES.map((figure) => [figure, happened.get(figure) ?? 0n])),
  })
}

/** Without the percentiles where too few were paid. */
export const withEnough = <
  Took extends { times: number; median: number | null; p95: number | null; p99: number | null },
>(
  took: Took,
): Took => (took.times < PERCENTILE_MINIMUM ? { ...took, median: null, p95: null, p99: null } : took)

async function withdrawalsAt(on: Queryable, at: Date) {
  const { time_zone } = await settingsOf(on)
  return withEnough(await store.selectWithdrawals.one(on, { at, time_zone }))
}

/** All figures of a day at its end. */
async function figuresOfDay(on: Queryable, day: string): Promise<FigureRow[]> {
  const end = endOf(day)
  const { pending, pending_minor, oldest_at, ...took } = await withdrawalsAt(on, end)
  const withdrawals = toRows({
    'withdrawals.pending': pending,
    'withdrawals.pending_sum': pending_minor,
    'withdrawals.oldest': oldest_at && Math.floor((end.getTime() - oldest_at.getTime()) / 1000),
    'withdrawals.times': took.times,
    'withdrawals.median': took.median,
    'withdrawals.p95': took.p95,
    'withdrawals.p99': took.p99,
    'withdrawals.longest': took.longest,
  })
  const { answers, complaints } = await supportTimes(on, end)
  const support = toRows({
    'support.answers.p50': answers.p50,
    'support.answers.p90': answers.p90,
    'support.complaints.p50': complaints.p50,
    'support.complaints.p90': complaints.p90,
  })
  return [...(await figuresSoFar(on, day, end)), ...withdrawals, ...support]
}

/** Stores the figures of every past UTC day that has none, and folds earlier daily totals. Idempotent. */
export async function storeFigures(database: Database): Promise<number> {
  const yesterday = daysBefore(dayOf(database.clock.now()), 1)
  const missing = await store.selectDaysMissing.all(database, { yesterday })
  for (const { day } of missing) {
    const rows = await figuresOfDay(database, day)
    if (day === yesterday)
      rows.push(...(await promiseFigures(database, startOf(dayOf(database.clock.now())))))
    await store.insertDay.all(database, {
      day,
      computed_at: database.clock.now(),
      figures: rows.map((row) => row.figure),
      values: rows.map((row) => row.value),
      out_of: rows.map((row) => row.out_of),
    })
  }
  await foldDailyTotals.all(database, { yesterday })
  return missing.length
}

export const recordFigures = defineJob({ name: 'keep_figures', payload: z.object({}) })

export const transparencyHandlers: readonly JobHandler[] = [
  handle(recordFigures, async (database) => void (await storeFigures(database))),
]

/** Schedules the figures of past days soon; concurrent requests are deduplicated. */
export const recordFiguresSoon = (database: Database): Promise<void> =>
  database.transaction((tx) => enqueue(tx, recordFigures, {}, { job_key: recordFigures.name }))

/** Figures at this instant. */
export async function currentFigures(on: Queryable, at: Date): Promise<Figures> {
  const today = dayOf(at)
  const balances = await balancesAt(on, at)
  const happened = await periodOf90Days(on, at, today)
  const counted = (count: PeriodFigure, sum: PeriodFigure) => ({
    count: Number(happened(count)),
    sum: formatMoney(happened(sum)),
  })
  return {
    at: at.toISOString(),
    liabilities: {
      total: formatMoney(balances.total_minor),
      parts: LIABILITIES.map((kind) => ({
        kind,
        amount: formatMoney(balances.parts[kind]),
        standing: 'stated',
      })),
    },
    cash: await cashOf(on, balances, at),
    withdrawals: await withdrawalsOf(on, at, (figure) => Number(happened(figure))),
    visits: {
      verified: Number(happened('visits.verified')),
      refused: Number(happened('visits.refused')),
      reasons: VISIT_REASONS.map((reason) => ({
        reason,
        count: Number(happened(`visits.refused.${reason}`)),
      }))
        .filter(({ count }) => count > 0)
        .toSorted((a, b) => b.count - a.count),
      standing: 'stated',
    },
    awards: { ...counted('awards.count', 'awards.sum'), standing: 'stated' },
    refunds: {
      campaigns: counted('refunds.campaigns', 'refunds.campaigns_sum'),
      levels: counted('refunds.levels', 'refunds.levels_sum'),
      standing: 'stated',
    },
    reviews: reviewsOf(Number(happened('reviews.decided')), Number(happened('reviews.by_silence'))),
    objections: await objectionsSoFar(on),
    reports: {
      received: Number(happened('reports.received')),
      acted_on: Number(happened('reports.acted_on')),
      standing: 'stated',
    },
    support: await supportSoFar(on, at, (figure) => Number(happened(figure))),
    adjustments: { ...counted('adjustments.count', 'adjustments.sum'), standing: 'stated' },
    messages: { not_ours: Number(happened('messages.not_ours')), standing: 'stated' },
    approvals: await store.selectApprovals.all(on, { at }),
    ledger_check: await lastLedgerCheck(on),
    promises: await latestPromises(on),
  }
}

/** By our ledger, and by the bank's last statement. */
async function cashOf(
  on: Queryable,
  balances: Awaited<ReturnType<typeof balancesAt>>,
  at: Date,
): Promise<Figures['cash']> {
  const bank = await bankAt(on, at)
  return {
    ledger: formatMoney(balances.cash_minor),
    ledger_coverage: percentOf(coverageOf(balances.cash_minor, balances.total_minor)),
    ledger_standing: 'stated',
    bank: bank && {
      amount: formatMoney(bank.amount_minor),
      day: bank.day,
      imported_at: bank.imported_at.toISOString(),
      source: bank.source,
      ledger_then: formatMoney(bank.ledger.cash_minor),
      liabilities_then: formatMoney(bank.ledger.total_minor),
      coverage: percentOf(coverageOf(bank.amount_minor, bank.ledger.total_minor)),
      ...(await thereByBank(on, bank)),
      standing: 'stated',
    },
  }
}

async function withdrawalsOf(
  on: Queryable,
  at: Date,
  counted: (figure: PeriodFigure) => number,
): Promise<Figures['withdrawals']> {
  const withdrawals = await withdrawalsAt(on, at)
  const exceptions = await store.selectExceptions.one(on, { at })
  return {
    pending: { count: withdrawals.pending, sum: formatMoney(withdrawals.pending_minor) },
    oldest_at: withdrawals.oldest_at?.toISOString() ?? null,
    times: {
      paid: withdrawals.times,
      median: withdrawals.median,
      p95: withdrawals.p95,
      p99: withdrawals.p99,
      longest: withdrawals.longest,
    },
    waiting: WITHDRAWAL_EXCEPTIONS.map((exception) => ({ exception, members: exceptions[exception] })),
    refused: REFUSALS.map((reason) => ({ reason, count: counted(`withdrawals.${reason}`) })),
    refused_for: WITHDRAWAL_REFUSAL_REASONS.map((reason) => ({
      reason,
      count: counted(`withdrawals.refused.${reason}`),
    })),
    decided_late: counted('withdrawals.decided_late'),
    standing: 'stated',
  }
}

/** The stored figures of the last 90 days plus what happened since, so that little more than today is counted. */
async function periodOf90Days(
  on: Queryable,
  at: Date,
  today: string,
): Promise<(figure: PeriodFigure) => bigint> {
  const first = daysBefore(today, SHOWN_DAYS - 1)
  const { day: kept } = await store.selectLastDay.one(on)
  const notKept = kept === null || kept < first ? first : daysBefore(kept, -1)
  const sums = new Map<Figure, bigint>()
  const rows = [
    ...(await store.selectSums.all(on, { first, figures: PERIOD_FIGURE_NAMES })),
    ...(await store.selectPeriodFigures.all(on, { since: startOf(notKept), before: at })),
  ]
  for (const { figure, value } of rows) sums.set(figure, (sums.get(figure) ?? 0n) + value)
  return (figure) => sums.get(figure) ?? 0n
}

function reviewsOf(decided: number, by_silence: number): Figures['reviews'] {
  const ended = decided + by_silence
  const by_silence_percent = ended === 0 ? null : Math.ceil((by_silence / ended) * 100)
  return { decided, by_silence, by_silence_percent, standing: 'stated' }
}

async function objectionsSoFar(on: Queryable): Promise<Figures['objections']> {
  const { objections, open, upheld, by_silence, median_hours } = await objectionFigures(on)
  const decided = objections - open
  return {
    made: objections,
    open,
    decided,
    upheld,
    by_silence,
    upheld_percent: decided === 0 ? null : Math.round((upheld / decided) * 100),
    median_hours: decided < PERCENTILE_MINIMUM ? null : median_hours,
    standing: 'stated',
  }
}

async function supportSoFar(
  on: Queryable,
  at: Date,
  count: (figure: PeriodFigure) => number,
): Promise<Figures['support']> {
  const { answers, complaints } = await supportTimes(on, at)
  const late = await supportLate(on, at)
  const [decided, upheld] = [count('complaints.decided'), count('complaints.upheld')]
  return {
    answer_hours: (await settingsOf(on)).answer_hours,
    answers: { count: count('support.answered'), p50: answers.p50, p90: answers.p90, late: late.answers },
    complaints: {
      decided,
      upheld,
      ended_by_time: count('complaints.ended_by_time'),
      upheld_percent: decided === 0 ? null : Math.round((upheld / decided) * 100),
      p50: complaints.p50,
      p90: complaints.p90,
      late: late.complaints,
    },
    standing: 'stated',
  }
}

/** When the ledger was last checked, how far back, and the number of open freezes since; counts, never names. */
async function lastLedgerCheck(on: Queryable): Promise<Figures['ledger_check']> {
  const last = await lastCheck.maybe(on)
  const { full_at, first_day } = await checkReach.one(on)
  const open = Map.groupBy(await openFreezes.all(on), ({ scope }) => scope)
  return {
    checked_at: last?.finished_at.toISOString() ?? null,
    since: last?.since?.toISOString() ?? null,
    full_at: full_at?.toISOString() ?? null,
    first_day,
    findings: last?.finding_count ?? 0,
    paused: [...open].map(([scope, freezes]) => ({
      scope,
      count: freezes.length,
      since: freezes[0]!.frozen_at.toISOString(),
    })),
  }
}

async function latestPromises(on: Queryable): Promise<Figures['promises']> {
  const names = PROMISE_FIGURES.map((key) => `promises.${key}` as const)
  const rows = await store.selectLatest.all(on, { figure: names[0] ?? null, names })
  const of = new Map(rows.map((row) => [row.figure, row]))
  return {
    day: rows[0]?.day ?? null,
    list: PROMISE_FIGURES.flatMap((key) => {
      const row = of.get(`promises.${key}`)
      if (row === undefined) return []
      const { promise, perfect } = PROMISES[key]
      const [value, out_of] = [Number(row.value), Number(row.out_of)]
      return [{ key, promise, value, out_of, perfect, kept: value === (perfect === 'all' ? out_of : 0) }]
    }),
  }
}

/** A figure by day; both bounds inclusive. */
export async function historyOf(on: Queryable, figure: Figure, from: string, to: string) {
  const unit = FIGURES[figure]
  const written = (value: bigint) => (unit === 'money' ? formatMoney(value) : value.toString())
  const rows = await store.selectHistory.all(on, { figure, from, to })
  return {
    figure,
    unit,
    list: rows.map(({ day, value, out_of }) => ({
      day,
      value: written(value),
      out_of: out_of === null ? null : written(out_of),
    })),
  }
}

/** The current figures, cached for a minute and shared by all requests. */
export const openFigures = (database: Database): (() => Promise<Figures>) =>
  cached(CACHE_TTL_MS, database.clock, (now) => currentFigures(database, now))
