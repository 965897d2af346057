// Daily reconciliation of the bank's balance with the ledger's cash, and the items that explain the difference.
import type { dayBalance, reconciliation as shape } from '@fairturn/contract/backoffice/reconciliation'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { z } from 'zod'
import type { Queryable } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import { lastOfDay } from './bank-statements.store.ts'

// Cash is negative in the ledger, because it is owed to others. A day ends at midnight UTC, by when money moved.
const days = statement(
  `-- banking_bank_balances
  select d.day::date::text as day, b.closing_minor as bank_minor, b.closing_day as bank_day,
    coalesce(-(select sum(t.moved_minor) from ledger_daily_total t where t.kind = 'cash' and t.day <= d.day::date), 0)::bigint as ledger_minor
  from generate_series($from::date::timestamp, $to::date::timestamp, interval '1 day') as d (day)
  left join lateral (
    select closing_minor, closing_day from bank_statement s where s.closing_day <= d.day::date and s.status = 'accepted'
    order by s.closing_day desc, ${lastOfDay('s')} limit 1) b on true
  order by d.day`,
  {
    params: { from: 'date', to: 'date' },
    columns: { day: 'text', bank_minor: 'int8?', bank_day: 'date?', ledger_minor: 'int8' },
  },
)

type DayBalance = z.output<typeof dayBalance>
type Reconciliation = z.output<typeof shape>

/** A file is marked as sent within these days of the bank's booking: the index of booking days bounds the search. */
const EARLY_DAYS = 366

// Each item's contribution to «bank minus ledger» at the end of day $day, as known now; like the bank's balance, from
// accepted statements only.
const items = statement(
  `-- banking_reconciliation
  with until as not materialized (select ($day::date + 1)::timestamp at time zone 'UTC' as at)
  select 'payouts_in_transit' as kind, count(*)::int as count, coalesce(sum(o.amount_minor), 0)::bigint as amount_minor
  from (
    select w.amount_minor - w.fee_minor as amount_minor from withdrawal w, until where w.sent_at < until.at and w.booked_on > $day
      and (w.status <> 'returned' or w.settled_at >= until.at)
    union all
    select r.amount_minor from unmatched_payment_refund r, until where r.sent_at < until.at and r.booked_on > $day
      and (r.status <> 'returned' or r.settled_at >= until.at)) o
  union all
  -- Booked by the bank by that day, and by the ledger later, when their file was marked as sent.
  select 'payouts_booked_early', count(*)::int, coalesce(-sum(o.amount_minor), 0)::bigint
  from (
    select w.amount_minor - w.fee_minor as amount_minor from withdrawal w, until
    where w.sent_at >= until.at and w.booked_on between $day::date - ${EARLY_DAYS} and $day
    union all
    select r.amount_minor from unmatched_payment_refund r, until
    where r.sent_at >= until.at and r.booked_on between $day::date - ${EARLY_DAYS} and $day) o
  union all
  select 'other_debits', count(*)::int, coalesce(-sum(o.amount_minor), 0)::bigint from (
    select amount_minor from bank_line, until
    where direction = 'debit' and booking_day <= $day and coalesce(finding, '') not in ('payout_paid', 'refund_paid', 'batch_paid')
      and status <> 'revoked' and (coalesce(finding, '') not in ('bank_fee_booked', 'vat_paid') or decided_at >= until.at)
    union all
    -- Fees inside payments, booked in the ledger later.
    select fee_minor from bank_line, until
    where fee_minor is not null and booking_day <= $day and status <> 'revoked' and decided_at >= until.at) o
  union all
  select 'lines_before_decision', count(*)::int, coalesce(sum(amount_minor), 0)::bigint from (
    select amount_minor from bank_line where direction = 'credit' and booking_day <= $day and status in ('new', 'unconfirmed')
    union all
    select amount_minor from bank_line, until
    where direction = 'credit' and booking_day <= $day and status not in ('new', 'unconfirmed', 'revoked') and decided_at >= until.at) undecided
  union all
  -- Credited by that day, and reversed later because the statement was revoked.
  select 'revoked_credits', count(*)::int, coalesce(-sum(l.amount_minor), 0)::bigint
  from bank_line l join bank_statement s on s.id = l.statement_id, until
  where l.status = 'revoked' and l.direction = 'credit' and l.decided_at < until.at and s.revoked_at >= until.at
  union all
  select 'short_returns', count(*)::int, coalesce(sum(l.amount_minor - (w.amount_minor - w.fee_minor)), 0)::bigint
  from bank_line l join withdrawal w on w.id = l.withdrawal_id, until
  where l.finding = 'payout_came_back_short' and l.booking_day <= $day and l.decided_at < until.at
    -- Until two people have booked what the bank kept as its fee.
    and not exists (
      select from entry e where e.refers_to = l.id::text and e.type = 'bank_fee_booked' and e.event_at < until.at)
  union all
  -- Without a line of the bank: deposits by card, and what adjustments took out of cash. What they put in, nothing explains.
  select 'other_cash', coalesce(sum(count), 0)::int, coalesce(-sum(amount_minor), 0)::bigint from (
    select sum(count) as count, sum(amount_minor) as amount_minor from running_total
    where name in ('cash_without_bank_line', 'cash_adjusted') and day <= $day
    group by name having name <> 'cash_adjusted' or sum(amount_minor) < 0) cash`,
  {
    params: { day: 'date' },
    columns: {
      kind: typed<Reconciliation['items'][number]['kind']>('text'),
      count: 'int4',
      amount_minor: 'int8',
    },
  },
)

/**
 * Money of cards that has not come to the bank, by the ledger at the end of a day: paid in, less paid back, disputes lost and
 * what two people booked out of cash since, a payout of the provider or its fees. What they booked into cash does not count.
 */
const cardProvider = statement(
  `-- banking_card_provider
  select greatest(0, coalesce(sum(case name when 'cash_adjusted' then least(moved, 0) else moved end), 0))::bigint as amount_minor
  from (
    select name, day, sum(amount_minor) as moved from running_total
    where name in ('cash_without_bank_line', 'cash_adjusted') and day <= $day group by name, day) by_day`,
  { params: { day: 'date' }, columns: { amount_minor: 'int8' } },
)

/** What adjustments took out of cash, by the end of a day, beyond the money of cards. */
const adjustedOut = statement(
  `-- banking_cash_adjusted_out
  select greatest(0, -coalesce(sum(amount_minor) filter (where name = 'cash_adjusted'), 0)
    - greatest(0, coalesce(sum(amount_minor) filter (where name = 'cash_without_bank_line'), 0)))::bigint as amount_minor
  from running_total where name in ('cash_without_bank_line', 'cash_adjusted') and day <= $day`,
  { params: { day: 'date' }, columns: { amount_minor: 'int8' } },
)

export interface KnownDifference {
  readonly kind: Reconciliation['items'][number]['kind'] | 'card_provider'
  /** What it adds to «bank minus ledger». */
  readonly amount_minor: bigint
}

/** What is known to differ between bank and ledger at the end of a day; card payments apart from other cash. */
export async function knownDifferences(on: Queryable, day: string): Promise<KnownDifference[]> {
  const { amount_minor: card_minor } = await cardProvider.one(on, { day })
  const rows: KnownDifference[] = (await items.all(on, { day })).map(({ kind, amount_minor }) => ({
    kind,
    amount_minor: kind === 'other_cash' ? amount_minor + card_minor : amount_minor,
  }))
  rows.push({ kind: 'card_provider', amount_minor: -card_minor })
  return rows.filter(({ amount_minor }) => amount_minor !== 0n)
}

export async function bankBalances(on: Queryable, from: string, to: string): Promise<DayBalance[]> {
  const rows = await days.all(on, { from, to })
  return rows.map(({ day, bank_minor, ledger_minor }) => ({
    day,
    bank: bank_minor === null ? null : formatMoney(bank_minor),
    ledger: formatMoney(ledger_minor),
  }))
}

/**
 * Reconciling items between bank and ledger at the end of a day: the known ones, and the unexplained remainder. Cash that
 * adjustments took out is unexplained as far as no debit of the bank accounts for it; it makes up for nothing else that is.
 */
export async function reconciliation(on: Queryable, day: string): Promise<Reconciliation> {
  const { bank_minor, bank_day, ledger_minor } = await days.one(on, { from: day, to: day })
  const found = (await items.all(on, { day })).filter(({ count }) => count > 0)
  const known_minor = found.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const { amount_minor: out_minor } = await adjustedOut.one(on, { day })
  const debits_minor = found.find(({ kind }) => kind === 'other_debits')?.amount_minor ?? 0n
  const agrees = bank_minor === ledger_minor + known_minor
  const baseless_minor = agrees && out_minor > -debits_minor ? out_minor + debits_minor : 0n
  const beyond = (minor: bigint) => (bank_minor === null ? null : formatMoney(bank_minor - minor))
  return {
    day,
    bank: beyond(0n),
    bank_day,
    ledger: formatMoney(ledger_minor),
    difference: beyond(ledger_minor),
    items: found.map(({ kind, count, amount_minor }) => ({ kind, count, amount: formatMoney(amount_minor) })),
    unexplained: beyond(ledger_minor + known_minor - baseless_minor),
  }
}
