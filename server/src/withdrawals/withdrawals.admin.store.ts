import { statement } from '../database/statement.ts'
import { sortedList } from '../http/sorting.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

export interface AdminWithdrawalRow extends WithdrawalRow {
  readonly username: string
  readonly batch_id: string | null
  readonly approver: string | null
  readonly proposal_id: string | null
  readonly proposer: string | null
  readonly proposed_at: Date | null
}

const WITHDRAWAL = `w.id, w.member_id, w.amount_minor, w.fee_minor, w.reference, w.bank_code, w.bank_name, w.country, w.swift,
  w.holder, w.account_number, w.iban, w.status, w.requested_at, w.approved_at, w.approved_by, w.proposed_by, w.sent_at, w.sent_by,
  w.settled_at, w.settled_by, w.reason, m.username, i.batch_id, coalesce(o.username, w.approved_by) as approver,
  waiting.id as proposal_id, waiting.proposer, waiting.proposed_at`

/** With what stands around each; $1: now, for proposals expire. */
const WITHDRAWALS = `withdrawal w join member m on m.id = w.member_id
   left join payout_item i on i.withdrawal_id = w.id and i.live
   left join operator o on 'operator:' || o.id = w.approved_by
   left join lateral (
     select p.id, q.username as proposer, p.proposed_at from proposal p join operator q on q.id = p.proposed_by
     where p.kind = 'withdrawal_over_threshold' and p.status = 'open' and p.expires_at > $1::timestamptz
       and p.content->>'withdrawal_id' = w.id::text
     order by p.id desc limit 1) waiting on w.status = 'requested'`

/** By $2 status, $3 member, $4 least amount, $5 standing in no payment file; $6 and $7 as of deposits. */
export const listOfficeWithdrawals = sortedList<AdminWithdrawalRow, 'requested_at' | 'amount'>({
  name: 'withdrawals_office_withdrawals',
  select: `select ${WITHDRAWAL} from ${WITHDRAWALS}
   where ($2::text is null or w.status = $2) and ($3::uuid is null or w.member_id = $3)
     and ($4::bigint is null or w.amount_minor >= $4) and ($5::boolean is null or (i.batch_id is null) = $5)
     and ($6::text is null or w.reference ilike $6 or m.username ilike $7)`,
  parameters: 7,
  columns: {
    requested_at: { by: 'requested_at', type: 'timestamptz' },
    amount: { by: 'amount_minor', type: 'bigint' },
  },
  first: 'requested_at.desc',
})

export const selectOfficeWithdrawal = statement<AdminWithdrawalRow>(
  'withdrawals_office_withdrawal',
  `select ${WITHDRAWAL} from ${WITHDRAWALS} where w.id = $2`,
)

interface Approval {
  readonly username: string
  readonly at: Date
  readonly reason: string | null
}

/** Who said yes to a withdrawal ($1) by four eyes, that were two people's or may still be at $2; first to last. */
export const approvalsOfWithdrawal = statement<Approval>(
  'withdrawals_withdrawal_approvals',
  `select o.username, yes.at, yes.reason
   from proposal p
   cross join lateral (
     values (p.proposed_by, p.proposed_at, p.reason), (p.decided_by, p.decided_at, null)) as yes (operator_id, at, reason)
   join operator o on o.id = yes.operator_id
   where p.kind = 'withdrawal_over_threshold' and p.member_id = (select member_id from withdrawal where id = $1)
     and p.content->>'withdrawal_id' = $1::uuid::text
     and (p.status = 'executed' or p.status = 'open' and p.expires_at > $2)
   order by yes.at`,
)
