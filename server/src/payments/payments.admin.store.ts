// SQL of the back office's lists of deposits, withdrawals and card events. Decides nothing.
import type { EVENT_STATES } from '@fairturn/contract/backoffice/deposits'
import { statement } from '../database/statement.ts'
import { sortedList } from '../http/sorting.ts'
import type { DepositRow } from '../deposits/deposits.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawals.ts'

export interface AdminDepositRow extends DepositRow {
  readonly username: string
}

const DEPOSIT = `d.id, d.member_id, d.method, d.amount_minor, d.reference, d.status, d.created_at, d.expires_at, d.settled_at,
  d.received_minor, d.evidence, d.settled_by, d.reason, d.checkout_session, d.checkout_url, d.checkout_expires_at, m.username`
const DEPOSITS = `deposit d join member m on m.id = d.member_id`

/** By $1 status, $2 method, $3 member, $4 the whole reference; $5 a pattern of references, and $6 of how names begin. */
export const listOfficeDeposits = sortedList<AdminDepositRow, 'created_at' | 'amount'>({
  name: 'payments_office_deposits',
  select: `select ${DEPOSIT} from ${DEPOSITS}
   where ($1::text is null or d.status = $1) and ($2::text is null or d.method = $2)
     and ($3::uuid is null or d.member_id = $3) and ($4::text is null or d.reference = $4)
     and ($5::text is null or d.reference ilike $5 or m.username ilike $6)`,
  parameters: 6,
  columns: {
    created_at: { by: 'created_at', type: 'timestamptz' },
    amount: { by: 'amount_minor', type: 'bigint' },
  },
  first: 'created_at.desc',
})

export const selectOfficeDeposit = statement<AdminDepositRow>(
  'payments_office_deposit',
  `select ${DEPOSIT} from ${DEPOSITS} where d.id = $1`,
)

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
  name: 'payments_office_withdrawals',
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
  'payments_office_withdrawal',
  `select ${WITHDRAWAL} from ${WITHDRAWALS} where w.id = $2`,
)

interface Approval {
  readonly username: string
  readonly at: Date
  readonly reason: string | null
}

/** Who said yes to a withdrawal ($1) by four eyes, that were two people's or may still be at $2; first to last. */
export const approvalsOfWithdrawal = statement<Approval>(
  'payments_withdrawal_approvals',
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

export interface CardEventRow {
  /** The provider's own. */
  readonly event_id: string
  readonly type: string
  readonly happened_at: Date
  readonly payment_intent: string | null
  readonly deposit_id: string | null
  readonly amount_minor: bigint | null
  readonly currency: string | null
  readonly state: (typeof EVENT_STATES)[number]
  readonly note: string
  readonly resolution: string | null
}

const EVENT = `id as event_id, type, happened_at, payment_intent, deposit_id, amount_minor, currency, state, note, resolution`

// The provider's ids are texts; what pages go on by is made of them.
export const listCardEvents = sortedList<CardEventRow, 'happened_at' | 'amount'>({
  name: 'payments_office_card_events',
  select: `select md5(id)::uuid as id, ${EVENT} from card_event where $1::text is null or state = $1`,
  parameters: 1,
  columns: {
    happened_at: { by: 'happened_at', type: 'timestamptz' },
    amount: { by: 'coalesce(amount_minor, 0)', type: 'bigint' },
  },
  first: 'happened_at.desc',
})

export const selectCardEventLocked = statement<CardEventRow>(
  'payments_card_event_locked',
  `select ${EVENT} from card_event where id = $1 for no key update`,
)

export const resolveCardEvent = statement<CardEventRow>(
  'payments_resolve_card_event',
  `update card_event set state = 'resolved', resolved_by = $2, resolved_at = $3, resolution = $4 where id = $1
   returning ${EVENT}`,
)
