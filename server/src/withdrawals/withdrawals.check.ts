// Checks that each member's held balance in the ledger equals the sum of their open withdrawals, and that own money covers what
// revoked statements lost. It never repairs.
import { asRead, textOfLine } from '../banking/banking.ts'
import { cardMoneySince } from '../deposits/deposits.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { type RowOf, statement } from '../platform/database/statement.ts'

export type WithdrawalFinding = RowOf<typeof differing>

// A single statement, so that both sides come from one snapshot.
const differing = statement(
  `-- withdrawals_check_held
  select coalesce(w.member_id, a.holder_id) as member_id, coalesce(w.open_minor, 0)::bigint as expected_minor,
    coalesce(a.balance_minor, 0) as held_minor
  from (
    select member_id::text, sum(amount_minor) as open_minor from withdrawal
    where status in ('requested', 'approved') group by member_id
  ) w
  full join (select holder_id, balance_minor from account where kind = 'member_held' and balance_minor <> 0) a
    on a.holder_id = w.member_id
  where w.open_minor is distinct from a.balance_minor
  limit 100`,
  { columns: { member_id: 'text', expected_minor: 'int8', held_minor: 'int8' } },
)

/** Every member whose held balance differs from their withdrawals not yet sent. */
export const checkWithdrawals = (on: Queryable): Promise<WithdrawalFinding[]> => differing.all(on)

export type CardFinding = RowOf<typeof differingCardMoney>

// What is left of each payment is what was paid less what took from it; what is left of those that are still card money is in the balance; and
// each withdrawal to a card takes its amount from its payment until it is returned.
const differingCardMoney = statement(
  `-- withdrawals_check_card_money
  select p.member_id, p.paid_minor - s.taken_minor as expected_minor, p.left_minor as found_minor
  from card_payment p cross join lateral (
    select coalesce(sum(spent_minor - restored_minor), 0)::bigint as taken_minor from card_spending where deposit_id = p.deposit_id) s
  where p.left_minor <> p.paid_minor - s.taken_minor
  union all
  select p.member_id, a.balance_minor, p.left_minor
  from (select member_id, sum(left_minor)::bigint as left_minor from card_payment where left_minor > 0 and paid_at > $since group by member_id) p
  join account a on a.id = ledger_account_id('member_available', p.member_id::text)
  where p.left_minor > a.balance_minor
  union all
  select w.member_id, case when w.status in ('cancelled', 'refused', 'returned') then 0 else w.amount_minor end, coalesce(s.taken_minor, 0)
  from withdrawal w left join lateral (
    select sum(spent_minor - restored_minor)::bigint as taken_minor from card_spending
    where used_for = w.id and deposit_id = w.card_deposit_id) s on true
  where w.card_deposit_id is not null
    and coalesce(s.taken_minor, 0) <> case when w.status in ('cancelled', 'refused', 'returned') then 0 else w.amount_minor end
  limit 100`,
  {
    params: { since: 'timestamptz' },
    columns: { member_id: 'uuid', expected_minor: 'int8', found_minor: 'int8' },
  },
)

/** Every member whose card money does not add up. */
export const checkCardMoney = (database: Database): Promise<CardFinding[]> =>
  differingCardMoney.all(database, { since: cardMoneySince(database.clock.now()) })

export type BookedFinding = RowOf<typeof differingDays>

// A collective booking names one batch, of which it pays all or a part.
const differingDays = statement(
  `-- withdrawals_check_booked
  select w.id as withdrawal_id, coalesce(l.booking_day, 'infinity')::text as expected, w.booked_on::text as found
  from withdrawal w left join bank_line l on l.withdrawal_id = w.id and l.direction = 'debit' and l.finding = 'payout_paid'
  where w.card_deposit_id is null and w.booked_on <> coalesce(l.booking_day, 'infinity') and not (l.id is null and exists (
    select from payout_item i join payout_batch b on b.id = i.batch_id join bank_line c on c.booking_day = w.booked_on and c.finding = 'batch_paid'
    where i.withdrawal_id = w.id and i.live and strpos(${textOfLine('c')}, ${asRead('b.reference')}) > 0))
  limit 100`,
  { columns: { withdrawal_id: 'uuid', expected: 'text', found: 'text' } },
)

/** Every payout whose stored booking day differs from the bank line's. */
export const checkBooked = (on: Queryable): Promise<BookedFinding[]> => differingDays.all(on)

export type UncoveredFinding = RowOf<typeof uncovered>

// What a card dispute loses is decided outside, and fees are the bank's: neither stops payouts by itself. A revoked statement was
// accepted by our own people. What it took of own money is read only where own money is below zero.
const uncovered = statement(
  `-- withdrawals_check_revoked_money
  select least(-own_minor, lost_minor) as uncovered_minor from (
    select coalesce(sum(a.balance_minor), 0)::bigint
      + (select coalesce(sum(loss_minor), 0)::bigint from card_dispute where status = 'lost') as own_minor
    from unnest(array['own_money', 'revenue']) as own (kind) cross join generate_series(0, 15) as shard
    join account a on a.id = ledger_account_id(own.kind, shard::text)
  ) o cross join lateral (
    select -sum(p.amount_minor)::bigint as lost_minor from (
      select id from bank_statement where status = 'revoked'
      union all
      select l.id from bank_statement s join bank_line l on l.statement_id = s.id and l.direction = 'credit' where s.status = 'revoked'
    ) revoked
    join entry e on e.refers_to = revoked.id::text and e.type = 'credit_reversed'
    join posting p on p.entry_no = e.entry_no join account a on a.no = p.account_no and a.kind = 'own_money'
    where own_minor < 0
  ) r
  where own_minor < 0 and lost_minor > 0`,
  { columns: { uncovered_minor: 'int8' } },
)

/** What revoked statements took of the platform's own money, as far as that is below zero. */
export const checkRevokedMoney = (on: Queryable): Promise<UncoveredFinding[]> => uncovered.all(on)
