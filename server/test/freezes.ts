// Freezes as the checker inserts them after a finding, and as two operators release them.
import { newId } from '@fairturn/contract/ids'
import type { TestApp } from './app.ts'

/**
 * Inserts a check run with one finding that freezes a scope. Returns the id of the run, which is also the freeze's.
 */
export async function freezeScope(
  { database, clock }: TestApp,
  scope: 'campaign_money' | 'member_money' | 'payouts' | 'staff_approvals',
  subject = 'all',
): Promise<string> {
  const run = newId(clock.now())
  await database.asSchemaOwner(
    `insert into ledger_check_run (id, asked_by, started_at, finished_at, entry_count, last_entry_no, head, liabilities_minor, revenue_minor, cash_minor, finding_count)
     values ('${run}', 'system', now(), now(), 1, 1, sha256('x'), 0, 0, 0, 1);
     insert into ledger_check_finding values ('${run}', 1, 'ledger', 'balance_differs', 'x', 'x', '${scope}', '${subject}');
     insert into ledger_freeze (id, scope, subject, run_id, finding_no, frozen_at) values ('${run}', '${scope}', '${subject}', '${run}', 1, now())`,
  )
  return run
}

/** Releases it, on behalf of two operators. */
export const releaseFreeze = ({ database }: TestApp, freeze_id: string) =>
  database.asSchemaOwner(
    `update ledger_freeze set released_at = now(), release_proposed_by = ids[1], released_by = ids[2], release_reason = 'Explained. It is written down.'
     from (select array_agg(id) as ids from operator) as operators where ledger_freeze.id = $1`,
    [freeze_id],
  )
