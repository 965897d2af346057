// SQL of complaints.
import type { ComplaintStatus, Decision, MachinePart, Remedy } from '@fairturn/contract/support'
import { columnNames, type RowOf, statement, typed } from '../platform/database/statement.ts'

export const COMPLAINT_COLUMNS = {
  conversation_id: 'uuid',
  member_id: 'uuid',
  against: typed<Decision>('text'),
  target_id: 'uuid',
  decision_at: 'timestamptz',
  made_at: 'timestamptz',
  decide_by: 'timestamptz',
  lock_ends_at: 'timestamptz?',
  status: typed<ComplaintStatus>('text'),
  decided_at: 'timestamptz?',
  decided_by: 'text?',
  facts: 'text?',
  rule: 'text?',
  machine: typed<MachinePart | null>('text?'),
  can_be_done: 'text?',
  remedy: typed<Remedy | null>('text?'),
} as const
export const COMPLAINT = columnNames(COMPLAINT_COLUMNS)
export type ComplaintRow = RowOf<typeof COMPLAINT_COLUMNS>

/** No row if a decision was objected to before. */
export const insertComplaint = statement(
  `-- support_insert_complaint
  insert into complaint (conversation_id, member_id, against, target_id, decision_at, made_at, decide_by, lock_ends_at)
  values ($conversation_id, $member_id, $against, $target_id, $decision_at, $made_at, $decide_by, $lock_ends_at)
  on conflict on constraint complaint_about_a_decision_is_made_once do nothing returning conversation_id`,
  {
    params: {
      conversation_id: 'uuid',
      member_id: 'uuid',
      against: typed<Decision>('text'),
      target_id: 'uuid',
      decision_at: 'timestamptz',
      made_at: 'timestamptz',
      decide_by: 'timestamptz',
      lock_ends_at: 'timestamptz?',
    },
    columns: { conversation_id: 'uuid' },
  },
)

/** `remedy_used`: what was refused has been asked for again, so there is nothing left to invite to. */
export const findComplaints = statement(
  `-- support_complaints_of
  select ${COMPLAINT}, coalesce(remedy = 'withdraw_again' and (exists (
      select from overruled_refusal o join withdrawal w on w.id = o.again_id
      where o.withdrawal_id = complaint.target_id and w.status not in ('cancelled', 'refused')) or (
      select coalesce(sum(w.amount_minor), 0) from withdrawal w
      where w.member_id = complaint.member_id and w.requested_at >= complaint.decided_at and w.status not in ('cancelled', 'refused'))
      >= (select w.amount_minor from withdrawal w where w.id = complaint.target_id)), false) as remedy_used
  from complaint where conversation_id = any ($ids)`,
  { params: { ids: 'uuid[]' }, columns: { ...COMPLAINT_COLUMNS, remedy_used: 'bool' } },
)
export type FoundComplaint = RowOf<typeof findComplaints>

export const findMade = statement(
  `-- support_complaint_made
  select conversation_id from complaint where against = $against and target_id = $target_id and decision_at = $decision_at`,
  {
    params: { against: 'text', target_id: 'uuid', decision_at: 'timestamptz' },
    columns: { conversation_id: 'uuid' },
  },
)

export const updateDecideBy = statement(
  `-- support_decide_by
  update complaint set decide_by = $decide_by where conversation_id = $conversation_id and status = 'open'`,
  { params: { conversation_id: 'uuid', decide_by: 'timestamptz' } },
)

/** In the order of their ids, which is the order of locks. */
export const lockOpen = statement(
  `-- support_lock_open_complaints
  select ${COMPLAINT} from complaint where conversation_id = any ($ids) and status = 'open'
  order by conversation_id for no key update`,
  { params: { ids: 'uuid[]' }, columns: COMPLAINT_COLUMNS },
)

export const lockConversations = statement(
  `-- support_lock_conversations
  select id from conversation where id = any ($ids) order by id for no key update`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid' } },
)

/** Open complaints of these members about conduct locks. */
export const findOpenOfLocks = statement(
  `-- support_open_lock_complaints
  select c.conversation_id, c.member_id, m.username, c.made_at from complaint c join member m on m.id = c.member_id
  where c.member_id = any ($member_ids) and c.against = 'conduct_lock' and c.status = 'open' order by c.conversation_id`,
  {
    params: { member_ids: 'uuid[]' },
    columns: { conversation_id: 'uuid', member_id: 'uuid', username: 'text', made_at: 'timestamptz' },
  },
)

/** Open complaints about conduct locks, and whether $actor decided before. */
export const selectOpenLocks = statement(
  `-- support_open_locks
  select ${COMPLAINT}, exists (select from complaint_deciders(c.conversation_id) d where d.actor = $actor) as own
  from complaint c where c.against = 'conduct_lock' and c.status = 'open' order by c.conversation_id`,
  { params: { actor: 'text' }, columns: { ...COMPLAINT_COLUMNS, own: 'bool' } },
)

/** The guard itself: no row for a complaint about a decision of one of $actors, or one that is decided. */
export const updateDecided = statement(
  `-- support_decide
  update complaint c set status = $status, decided_at = $now, decided_by = $actor, facts = $facts, rule = $rule,
    machine = $machine, can_be_done = $can_be_done, remedy = $remedy
  where c.conversation_id = $conversation_id and c.status = 'open'
    and not exists (select from complaint_deciders(c.conversation_id) d where d.actor = any ($actors::text[]))
  returning c.conversation_id`,
  {
    params: {
      conversation_id: 'uuid',
      status: typed<ComplaintStatus>('text'),
      now: 'timestamptz',
      actor: 'text',
      actors: 'text[]',
      facts: 'text?',
      rule: 'text?',
      machine: typed<MachinePart | null>('text?'),
      can_be_done: 'text?',
      remedy: typed<Remedy | null>('text?'),
    },
    columns: { conversation_id: 'uuid' },
  },
)

export const findObjectionOfOrder = statement(
  `-- support_objection_of_order
  select b.id, b.decided_at, b.by_silence, o.objection from objection b join orders o on o.id = b.order_id where b.order_id = $order_id`,
  {
    params: { order_id: 'uuid' },
    columns: { id: 'uuid', decided_at: 'timestamptz?', by_silence: 'bool?', objection: 'text?' },
  },
)

export const findInReview = statement(
  `-- support_order_in_review
  select id from orders where id = $order_id and status = 'distributing' and review_until is not null`,
  { params: { order_id: 'uuid' }, columns: { id: 'uuid' } },
)
