// Money back of what a member paid for: a price reduction with a document, never goodwill (reductions.test.ts).
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'

const selectPaidFor = statement(
  `-- ledger_paid_for
  select exists (
    select from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id
    join account a on a.no = p.account_no and a.kind = 'member_available'
    where e.refers_to = $refers_to and e.type in ('campaign_paid', 'level_bought') and a.holder_id = $member_id) as paid`,
  { params: { refers_to: 'text', member_id: 'text' }, columns: { paid: 'bool' } },
)

/**
 * Whoever paid for a campaign or level has money of it back by a refund, which is a price reduction with a document. Refuses
 * `refund_is_of_what_was_paid`.
 */
export async function requireNotPaidFor(
  on: Queryable,
  paid: { readonly refers_to: string; readonly member_id: string },
): Promise<void> {
  if ((await selectPaidFor.one(on, paid)).paid) throw refuse('refund_is_of_what_was_paid')
}
