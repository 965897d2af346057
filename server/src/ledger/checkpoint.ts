// Checkpoint of the last clean check, and incremental verification of what was written after it (decision 059,
// daily-verification.test.ts).
import type { Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import type { Finding } from './invariants.ts'
import { findOtherHeads, NO_END, readSpan, type Span, spanFindings, standingFindings } from './span.ts'

export type Checkpoint = RowOf<typeof lastCheckpoint>

/** Checkpoint of the last run; no row if that run had findings. */
export const lastCheckpoint = statement(
  `-- ledger_last_checkpoint
  select started_at, (checkpoint -> 'chains')::text as chains, (checkpoint -> 'totals')::text as totals, last_entry_no as last_no,
    coalesce(checkpoint -> 'places', '{}') as places
  from ledger_check_run
  where checkpoint is not null and run_no = (select max(run_no) from ledger_check_run where mode <> 'chunked')`,
  {
    columns: {
      started_at: 'timestamptz',
      chains: 'text',
      totals: 'text',
      last_no: 'int8' /** Of the other checkers, by name. */,
      places: typed<Readonly<Record<string, string>>>('jsonb'),
    },
  },
)

/** How many entry numbers may be allocated but uncommitted at a checkpoint. Beyond that, only the full check decides. */
export const IN_FLIGHT = 5_000n

/** Everything written after the checkpoint. */
export const spanSince = ({ chains, last_no }: Pick<Checkpoint, 'chains' | 'last_no'>): Span => ({
  chains,
  above: last_no - IN_FLIGHT,
  to: NO_END,
  caps: null,
})

// One scan of the accounts: their number grows with members, not with postings.
const selectBalanceFindings = statement(
  `-- ledger_checkpoint_balance_findings
  with of_kind as materialized (
    select kind, sum(balance_minor) as balance, sum(reserved_minor) as reserved,
      count(*) filter (where not may_go_negative and balance_minor < reserved_minor) as overdrawn
    from account group by kind),
  total as (select kind, sum(moved_minor) as moved from ledger_daily_total group by kind)
  select 'balance_differs' as kind, kind as subject, format('balances %s, daily totals %s', balance, moved) as detail
  from of_kind full join total using (kind) where coalesce(balance, 0) <> coalesce(moved, 0)
  union all
  select 'overdrawn', kind, format('%s accounts', overdrawn) from of_kind where overdrawn > 0
  union all
  select 'reserved_differs', 'all', format('reserved %s, open holds %s', r.reserved, h.amount)
  from (select coalesce(sum(reserved), 0) as reserved from of_kind) r,
    (select coalesce(sum(amount_minor), 0) as amount from hold where status = 'open') h
  where r.reserved <> h.amount`,
  { columns: { kind: typed<Finding['kind']>('text'), subject: 'text', detail: 'text' } },
)

/** Inconsistencies since a checkpoint, read in the caller's snapshot. */
export async function findSince(tx: Tx, from: Checkpoint): Promise<Finding[]> {
  const span = spanSince(from)
  const { chains } = await readSpan(tx, span)
  return [
    ...(await spanFindings(tx, span)),
    ...(await standingFindings(tx, span, from.totals)),
    ...(await findOtherHeads(tx, chains)),
    ...(await selectBalanceFindings.all(tx)),
  ]
}
