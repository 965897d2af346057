// What a member can ask about: rows of other modules, of this member alone. A range of ids is one subject or all.
import type { Decision, SubjectKind } from '@fairturn/contract/support'
import type { IdentityEvidence } from '@fairturn/contract/withdrawals'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'

/**
 * Of each kind; `decision` is one that can be objected to, made at `decision_at` on `target_id`, for `reason` where the member
 * was given one.
 */
const SELECTS: Readonly<Record<SubjectKind, string>> = {
  order: `select o.id, c.brand as name, o.taken_at as at,
      case when o.status = 'distributing' and o.review_until is not null then 'order_in_review' end as decision,
      o.id as target_id, (select r.opened_at from order_review r where r.order_id = o.id) as decision_at, null as reason, null::text[] as to_send
    from orders o join campaign c on c.id = o.campaign_id where o.member_id = $member_id and o.id between $from and $to`,
  visits: `select o.id, c.brand, o.settled_at,
      case when o.objection is distinct from 'upheld' and (o.objection is not null or o.status <> 'done' and o.settled_at > $objectionable_since)
        then 'visits_refused' end, o.id, o.settled_at, null, null::text[]
    from orders o join campaign c on c.id = o.campaign_id
    where o.member_id = $member_id and o.id between $from and $to and o.status in ('success', 'done', 'expired') and o.visits > o.verified`,
  link: `select o.id, o.link_code, o.taken_at, null, null::uuid, null::timestamptz, null, null::text[]
    from orders o where o.member_id = $member_id and o.id between $from and $to and o.link_code is not null`,
  withdrawal: `select w.id, w.reference, w.requested_at,
      case when w.status = 'refused' and w.card_deposit_id is null then 'withdrawal_refused' end, w.id, w.settled_at, w.reason, w.to_send
    from withdrawal w where w.member_id = $member_id and w.id between $from and $to`,
  deposit: `select d.id, d.reference, d.created_at, null, null::uuid, null::timestamptz, d.reason, null::text[]
    from deposit d where d.member_id = $member_id and d.id between $from and $to`,
  campaign: `select c.id, c.brand, c.created_at,
      case when c.status = 'rejected' then 'campaign_rejected' end, c.id, c.ended_at, c.reject_reason, null::text[]
    from campaign c where c.member_id = $member_id and c.id between $from and $to`,
  invoice: `select i.id, concat_ws('-', n.series, n.year, lpad(n.number::text, greatest(6, length(n.number::text)), '0')),
      i.issued_at, null, null::uuid, null::timestamptz, null, null::text[]
    from invoice i join invoice_number n on n.invoice_id = i.id where i.member_id = $member_id and i.id between $from and $to`,
  // A security lock that covers a conduct lock keeps when that began.
  lock: `select m.id, null, coalesce(m.conduct_locked_at, m.locked_at),
      case when m.lock_kind = 'conduct' or m.conduct_reason is not null then 'conduct_lock' end, m.id, coalesce(m.conduct_locked_at, m.locked_at),
      case when m.lock_kind = 'conduct' then m.lock_reason else m.conduct_reason end, null::text[]
    from member m where m.id = $member_id and m.id between $from and $to and m.lock_kind is not null`,
  staff_action: `select e.id, null, e.at, case when e.actor like 'operator:%' then 'staff_action' end, e.id, e.at, null, null::text[]
    from audit_event e where e.member_id = $member_id and e.id between $from and $to`,
}

const ofEach = Object.entries(SELECTS)
  .map(
    ([kind, select]) => `select '${kind}' as kind, s.* from (${select} order by 1 desc limit $limit::int) s
      where '${kind}' = any ($kinds)`,
  )
  .map((select) => `(${select})`)
  .join('\n  union all ')

export type SubjectRow = RowOf<typeof selectSubjects>

/** The latest of each kind, at most $limit, with the latest conversation about it. */
export const selectSubjects = statement(
  `-- support_subjects
  select s.kind, s.id, s.name, s.at, s.decision, s.target_id, s.decision_at, s.reason, s.to_send, c.id as conversation_id
  from (${ofEach}) as s (kind, id, name, at, decision, target_id, decision_at, reason, to_send)
    left join lateral (select c.id from conversation c
      where c.subject_id = s.id and c.subject_kind = s.kind and c.member_id = $member_id order by c.id desc limit 1) c on true
  order by s.at desc, s.id desc`,
  {
    params: {
      member_id: 'uuid',
      kinds: typed<readonly SubjectKind[]>('text[]'),
      from: 'uuid',
      to: 'uuid',
      limit: 'int4',
      objectionable_since: 'timestamptz',
    },
    columns: {
      kind: typed<SubjectKind>('text'),
      id: 'uuid',
      name: 'text?',
      at: 'timestamptz',
      decision: typed<Decision | null>('text?'),
      target_id: 'uuid?',
      decision_at: 'timestamptz?',
      reason: 'text?',
      to_send: typed<readonly IdentityEvidence[] | null>('text[]?'),
      conversation_id: 'uuid?',
    },
  },
)

/** What a line of the audit log did to which object, where that has a decision of its own. */
export const selectActed = statement(
  `-- support_acted
  select e.action, e.object_id::uuid as object_id, b.order_id from audit_event e
    left join objection b on e.action = 'objection_decided' and b.id = e.object_id::uuid
  where e.id = $id and e.member_id = $member_id
    and e.action in ('withdrawal_refused', 'campaign_rejected', 'member_locked', 'order_reviewed', 'objection_decided')`,
  {
    params: { id: 'uuid', member_id: 'uuid' },
    columns: { action: 'text', object_id: 'uuid', order_id: 'uuid?' },
  },
)

/** Names of the subjects of some conversations: as their member sees them. */
export const selectNamesOfSubjects = statement(
  `-- support_names_of_subjects
  select c.id as conversation_id, case c.subject_kind
      when 'withdrawal' then (select w.reference from withdrawal w where w.id = c.subject_id)
      when 'deposit' then (select d.reference from deposit d where d.id = c.subject_id)
      when 'campaign' then (select p.brand from campaign p where p.id = c.subject_id)
      when 'invoice' then (select concat_ws('-', n.series, n.year, lpad(n.number::text, greatest(6, length(n.number::text)), '0'))
        from invoice_number n where n.invoice_id = c.subject_id)
      when 'link' then (select o.link_code from orders o where o.id = c.subject_id)
      else (select p.brand from orders o join campaign p on p.id = o.campaign_id where o.id = c.subject_id) end as name
  from conversation c where c.id = any ($ids) and c.subject_kind is not null`,
  { params: { ids: 'uuid[]' }, columns: { conversation_id: 'uuid', name: 'text?' } },
)
