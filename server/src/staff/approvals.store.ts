// All SQL of proposals. Their content is immutable; column grants restrict what may be updated.
import { statement } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

export interface ProposalRow {
  readonly id: string
  readonly kind: string
  readonly content: Record<string, unknown>
  readonly content_hash: Buffer
  readonly reason: string
  readonly member_id: string | null
  readonly proposed_by: string
  readonly proposer: string
  readonly proposed_at: Date
  readonly expires_at: Date
  readonly status: 'open' | 'executed' | 'rejected' | 'withdrawn' | 'void'
  readonly decided_by: string | null
  readonly decider: string | null
  readonly decided_at: Date | null
  readonly decision_reason: string | null
  readonly failed_at: Date | null
  readonly failure: string | null
  /** Operators who may not decide it. */
  readonly excluded: readonly string[]
}

const PROPOSAL = `select p.*, o.username as proposer, d.username as decider from proposal p
  join operator o on o.id = p.proposed_by left join operator d on d.id = p.decided_by`

export const insertProposal = statement(`-- staff_insert_proposal
  insert into proposal (id, kind, content, content_hash, reason, member_id, proposed_by, proposed_at, expires_at,
    excluded)
  values ($1, $2, $3::jsonb, $4, $5, $6, $7, $8, $9, $10)`)

/** The proposal of kind $1 that is open at $3 and whose content includes $2 (JSON). */
export const findOpenProposal = statement<{ id: string }>(`-- staff_find_open_proposal
  select id from proposal
  where kind = $1 and status = 'open' and expires_at > $3 and content @> $2::jsonb order by id limit 1`)

/** The proposal of kind $1 that is open at $3 and whose content equals $2. */
export const findSameProposal = statement<{ id: string }>(`-- staff_find_same_proposal
  select id from proposal
  where kind = $1 and status = 'open' and expires_at > $3 and content = $2::jsonb order by id limit 1`)

export const findProposal = statement<ProposalRow>(`-- staff_find_proposal
  ${PROPOSAL} where p.id = $1`)

/** `paused`: the audit log is not intact; then only the release of that freeze can be approved (decision 028). */
export const lockProposal = statement<ProposalRow & { readonly paused: boolean }>(`-- staff_lock_proposal
  select p.*, o.username as proposer, d.username as decider,
    exists (select from ledger_freeze f where f.scope = 'staff_approvals' and f.released_at is null) as paused
  from proposal p join operator o on o.id = p.proposed_by left join operator d on d.id = p.decided_by
  where p.id = $1 for no key update of p`)

export const listProposals = sortedList<ProposalRow>()({
  name: 'staff_list_proposals',
  select: PROPOSAL,
  filters: {
    status: {
      where: `case when p.status = 'open' and p.expires_at <= ? then 'expired' else p.status end = ?`,
      values: (status: string, now) => [now, status],
    },
    kind: 'p.kind = ?',
    member_id: 'p.member_id = ?',
  },
  columns: {
    proposed_at: { by: 'id', type: 'uuid' },
    expires_at: { by: 'expires_at', type: 'timestamptz' },
    kind: { by: 'kind', type: 'text' },
  },
  first: 'proposed_at.desc',
})

/** Open proposals of these kinds that the operator may decide. */
export const countWaiting = statement<
  { waiting: number; due_at: Date | null },
  { now: Date; operator_id: string; kinds: readonly string[] }
>(
  `-- staff_count_waiting_proposals
  select count(*)::int as waiting, min(expires_at) as due_at from proposal
  where status = 'open' and expires_at > $now and proposed_by <> $operator_id and not $operator_id = any(excluded) and kind = any($kinds)`,
  {
    params: { now: 'timestamptz', operator_id: 'uuid', kinds: 'text[]' },
    columns: { waiting: 'int4', due_at: 'timestamptz?' },
  },
)

export const decideProposal = statement(`-- staff_decide_proposal
  update proposal set status = $2, decided_by = $3, decided_at = $4, decision_reason = $5 where id = $1`)

export const recordFailure = statement(`-- staff_note_failed_proposal
  update proposal set failed_at = $2, failure = $3 where id = $1 and status = 'open'`)

export const voidProposals = statement(`-- staff_void_proposals
  update proposal set status = 'void', decided_at = $2 where proposed_by = $1 and status = 'open'`)
