// Checks that the ledger holds, for each bank line, the unmatched payment it brought. It never repairs.
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, statement } from '../platform/database/statement.ts'

export type UnmatchedPaymentFinding = RowOf<typeof differingUnmatchedPayments>

// An approved refund leaves the ledger only when its payment file is sent.
const differingUnmatchedPayments = statement(
  `-- banking_check_unmatched_payments
  select coalesce(l.id::text, a.holder_id) as line_id, coalesce(l.amount_minor, 0)::bigint as expected_minor,
    coalesce(a.balance_minor, 0) as kept_minor
  from (
    select id, amount_minor from bank_line where status = 'unmatched'
    union all
    select b.id, b.amount_minor from unmatched_payment_refund r join bank_line b on b.id = r.line_id
    where r.status = 'approved' and b.status = 'resolved'
  ) l
  full join (select holder_id, balance_minor from account where kind = 'unmatched_payment' and balance_minor <> 0) a
    on a.holder_id = l.id::text
  where l.amount_minor is distinct from a.balance_minor
  limit 100`,
  { columns: { line_id: 'text', expected_minor: 'int8', kept_minor: 'int8' } },
)

/** Every bank line whose unmatched payments in the ledger differs from its own figures. */
export const checkUnmatchedPayments = (on: Queryable): Promise<UnmatchedPaymentFinding[]> =>
  differingUnmatchedPayments.all(on)

export interface StatementFinding {
  readonly statement_id: string
  readonly to_day: string
}

const contradicting = statement(
  `-- banking_check_statements
  select id as statement_id, to_day::text from bank_statement
  where status = 'unconfirmed' and unconfirmed_reason = 'contradicts' order by id limit 100`,
  { columns: { statement_id: 'uuid', to_day: 'text' } },
)

/** Statements of the bank's connection that contradict an accepted one: somebody has credited what the bank does not know. */
export const checkStatements = (on: Queryable): Promise<StatementFinding[]> => contradicting.all(on)
