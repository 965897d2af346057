// All SQL of proposals. Their content is immutable; column grants restrict what may be updated.
import { MAX_OPEN_PROPOSALS, type VOIDED_BY } from '@fairturn/contract/backoffice/approvals'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

export type ProposalRow = RowOf<typeof PROPOSAL_COLUMNS>
/** As operators see it. */
export type ShownProposalRow = RowOf<typeof SHOWN_COLUMNS>

const PROPOSAL = `select p.*, o.username as proposer, d.username as decider, m.username as member,
    void.because as void_because, void.by as void_by from proposal p
  join operator o on o.id = p.proposed_by left join operator d on d.id = p.decided_by left join member m on m.id = p.member_id
  left join lateral (
    select event.after ->> 'because' as because, by.username as by from audit_event event
      left join operator by on event.actor = 'operator:' || by.id
    where event.object_id = p.id::text and event.action = 'proposal_voided' order by event.id desc limit 1
  ) void on p.status = 'void'`

export const insertProposal = statement(
  `-- staff_insert_proposal
  insert into proposal (id, kind, content, content_hash, reason, member_id, proposed_by, proposed_at, expires_at,
    excluded)
  values ($id, $kind, $content::jsonb, $content_hash, $reason, $member_id, $proposed_by, $proposed_at, $expires_at, $excluded)`,
  {
    params: {
      id: 'uuid',
      kind: 'text',
      content: 'jsonb',
      content_hash: 'bytea',
      reason: 'text',
      member_id: 'uuid?',
      proposed_by: 'uuid',
      proposed_at: 'timestamptz',
      expires_at: 'timestamptz',
      excluded: 'uuid[]',
    },
  },
)

/** The proposal of kind $kind that is open at $now and whose content includes $about (JSON). */
export const findOpenProposal = statement(
  `-- staff_find_open_proposal
  select id from proposal
  where kind = $kind and status = 'open' and expires_at > $now and content @> $about::jsonb order by id limit 1`,
  { params: { kind: 'text', about: 'jsonb', now: 'timestamptz' }, columns: { id: 'uuid' } },
)

/** Two who propose about the same wait for each other. */
export const lockSubject = statement(
  `-- staff_lock_subject_of_proposals
  select pg_advisory_xact_lock(hashtextextended('proposal ' || $about::jsonb::text, 0))`,
  { params: { about: 'jsonb' } },
)

/**
 * The proposal that is open at $now and whose content includes $about, or with $whole is $about: of kind $kind, or of any if
 * that is null.
 */
export const findOpenAbout = statement(
  `-- staff_find_open_about
  select p.id, p.kind, p.content, p.content_hash, p.reason, p.proposed_by, p.proposed_at, p.excluded, o.username as proposer, m.username as member
  from proposal p join operator o on o.id = p.proposed_by left join member m on m.id = p.member_id
  where ($kind::text is null or p.kind = $kind) and p.status = 'open' and p.failed_at is null and p.expires_at > $now
    and case when $whole then p.content = $about::jsonb else p.content @> $about::jsonb end
  order by p.id limit 1`,
  {
    params: { kind: 'text?', about: 'jsonb', whole: 'bool', now: 'timestamptz' },
    columns: {
      id: 'uuid',
      kind: 'text',
      content: typed<Record<string, unknown>>('jsonb'),
      content_hash: 'bytea',
      reason: 'text',
      proposed_by: 'uuid',
      proposed_at: 'timestamptz',
      excluded: 'uuid[]',
      proposer: 'text',
      member: 'text?',
    },
  },
)

const PROPOSAL_COLUMNS = {
  id: 'uuid',
  kind: 'text',
  content: typed<Record<string, unknown>>('jsonb'),
  content_hash: 'bytea',
  reason: 'text',
  member_id: 'uuid?',
  proposed_by: 'uuid',
  proposed_at: 'timestamptz',
  expires_at: 'timestamptz',
  status: typed<'open' | 'executed' | 'rejected' | 'withdrawn' | 'void'>('text'),
  decided_by: 'uuid?',
  decided_at: 'timestamptz?',
  decision_reason: 'text?',
  failed_at: 'timestamptz?',
  failure: 'text?',
  /** Operators who may not decide it. */
  excluded: 'uuid[]',
  proposer: 'text',
  decider: 'text?',
} as const

const SHOWN_COLUMNS = {
  ...PROPOSAL_COLUMNS,
  /** The name of whose account it touches. */
  member: 'text?',
  void_because: typed<(typeof VOIDED_BY)[number] | null>('text?'),
  void_by: 'text?',
} as const

export const findProposal = statement(
  `-- staff_find_proposal
  ${PROPOSAL} where p.id = $proposal_id`,
  { params: { proposal_id: 'uuid' }, columns: SHOWN_COLUMNS },
)

/** `frozen`: the audit log is not intact; then only the release of that freeze can be approved (decision 028). */
export const lockProposal = statement(
  `-- staff_lock_proposal
  select p.*, o.username as proposer, d.username as decider,
    exists (select from ledger_freeze f where f.scope = 'staff_approvals' and f.released_at is null) as frozen
  from proposal p join operator o on o.id = p.proposed_by left join operator d on d.id = p.decided_by
  where p.id = $proposal_id for no key update of p`,
  { params: { proposal_id: 'uuid' }, columns: { ...PROPOSAL_COLUMNS, frozen: 'bool' } },
)

export const listProposals = sortedList({
  name: 'staff_list_proposals',
  rows: SHOWN_COLUMNS,
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

/** Open at $now, with what they are about: read by the index of open ones, not by the history. */
export const selectOpenProposals = statement(
  `-- staff_select_open_proposals
  ${PROPOSAL}
  where p.status = 'open' and p.expires_at > $now and p.content @> $about::jsonb
    and ($kinds::text[] is null or p.kind = any ($kinds)) and ($member_id::uuid is null or p.member_id = $member_id)
  order by p.id desc limit ${MAX_OPEN_PROPOSALS}`,
  {
    params: { now: 'timestamptz', about: 'jsonb', kinds: 'text[]?', member_id: 'uuid?' },
    columns: SHOWN_COLUMNS,
  },
)

/** Open proposals, and those of these kinds that the operator may decide. */
export const countWaiting = statement(
  `-- staff_count_waiting_proposals
  select count(*)::int as open, (count(*) filter (where own))::int as waiting, min(expires_at) filter (where own) as due_at
  from proposal, lateral (
    select proposed_by <> $operator_id and not $operator_id = any(excluded) and kind = any($kinds) as own
  ) mine
  where status = 'open' and expires_at > $now`,
  {
    params: { now: 'timestamptz', operator_id: 'uuid', kinds: 'text[]' },
    columns: { open: 'int4', waiting: 'int4', due_at: 'timestamptz?' },
  },
)

export const decideProposal = statement(
  `-- staff_decide_proposal
  update proposal set status = $status, decided_by = $decided_by, decided_at = $decided_at, decision_reason = $decision_reason where id = $id`,
  {
    params: {
      id: 'uuid',
      status: 'text',
      decided_by: 'uuid',
      decided_at: 'timestamptz',
      decision_reason: 'text?',
    },
  },
)

export const recordFailure = statement(
  `-- staff_note_failed_proposal
  update proposal set failed_at = $failed_at, failure = $code where id = $id and status = 'open'`,
  { params: { id: 'uuid', failed_at: 'timestamptz', code: 'text' } },
)

/** Open ones whose content includes $about. */
export const voidProposalsAbout = statement(
  `-- staff_void_proposals_about
  update proposal set status = 'void', decided_at = $decided_at where status = 'open' and content @> $about::jsonb returning id`,
  { params: { about: 'jsonb', decided_at: 'timestamptz' }, columns: { id: 'uuid' } },
)

export const voidProposals = statement(
  `-- staff_void_proposals
  update proposal set status = 'void', decided_at = $decided_at where proposed_by = $operator_id and status = 'open' returning id`,
  { params: { operator_id: 'uuid', decided_at: 'timestamptz' }, columns: { id: 'uuid' } },
)

/** Open ones of this kind whose content includes $about. */
export const voidProposalsOfKind = statement(
  `-- staff_void_proposals_of_kind
  update proposal set status = 'void', decided_at = $decided_at where kind = $kind and status = 'open' and content @> $about::jsonb
  returning id`,
  { params: { kind: 'text', about: 'jsonb', decided_at: 'timestamptz' }, columns: { id: 'uuid' } },
)

/** Of these, those that are names of members or operators. */
export const selectKnownNames = statement(
  `-- staff_known_names
  select username_key as name from member where username_key = any ($names)
  union select username from operator where username = any ($names)`,
  { params: { names: 'text[]' }, columns: { name: 'text' } },
)
