// Members whose account is open: nobody could reach money credited to a closed one (orders/closed-accounts.test.ts).
import type { Tx } from '../platform/database/database.ts'
import { statement, ofAnyLength } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'

// The row lock keeps the account open until the transaction ends: closing takes the row `for update`, which waits for this
// lock and then sees the money. It blocks nothing else, because every foreign key to the member takes it too.
const lockMembers = statement(
  `-- ledger_lock_members_open
  select id, closed_at is not null as closed from member where id = any (${ofAnyLength('$ids::uuid[]')}) order by id for key share`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', closed: 'bool' } },
)

/** Those of the members whose account is open; they stay open until the transaction ends. */
export const openMembers = async (tx: Tx, member_ids: readonly string[]): Promise<Set<string>> =>
  new Set((await lockMembers.all(tx, { ids: member_ids })).flatMap(({ id, closed }) => (closed ? [] : [id])))

/** The same for one member. Refuses `member_is_unknown` and `member_account_is_closed`. */
export async function requireOpenMember(tx: Tx, member_id: string): Promise<void> {
  const [member] = await lockMembers.all(tx, { ids: [member_id] })
  if (member === undefined) throw refuse('member_is_unknown')
  if (member.closed) throw refuse('member_account_is_closed')
}
