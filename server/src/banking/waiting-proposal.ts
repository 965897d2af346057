import { statement } from '../database/statement.ts'

/** What waits already of this kind ($1) for this withdrawal or line ($2) at $3. */
export const selectWaitingProposal = statement<{ id: string }>(
  'banking_waiting_proposal',
  `select id from proposal
   where kind = $1 and status = 'open' and expires_at > $3 and $2 in (content->>'withdrawal_id', content->>'line_id')
   order by id limit 1`,
)
