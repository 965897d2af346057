// What operators proposed about a member: without names and numbers once the account is closed (privacy/erasure.test.ts).
import type { Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

const erasePayouts = statement(
  `-- staff_erase_payout_proposals
  select from staff_erase_payout_proposals($member_id)`,
  { params: { member_id: 'uuid' } },
)

/** Of an account that is closed in this transaction. */
export const erasePayoutProposals = async (tx: Tx, member_id: string): Promise<void> =>
  void (await erasePayouts.all(tx, { member_id }))
