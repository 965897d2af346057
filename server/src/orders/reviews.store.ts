// SQL of reviews, and of awards that nobody looked at.
import { columnNames, type RowOf, typed, statement } from '../platform/database/statement.ts'

export type Outcome = 'paid' | 'partly' | 'refused' | 'silence' | 'with_other'

export type ReviewRow = RowOf<typeof TYPES>

const TYPES = {
  order_id: 'uuid',
  member_id: 'uuid',
  basis: typed<object>('jsonb'),
  with_order: 'uuid?',
  opened_at: 'timestamptz',
  due_at: 'timestamptz',
  outcome: 'text?',
} as const
const COLUMNS = columnNames(TYPES)

export const insertReview = statement(
  `-- reviews_insert
  insert into order_review (order_id, member_id, reasons, basis, award_minor, with_order, opened_at, due_at)
  values ($order_id, $member_id, $reasons, $basis::text::jsonb, $award_minor, $with_order, $opened_at, $due_at)`,
  {
    params: {
      order_id: 'uuid',
      member_id: 'uuid',
      reasons: 'text[]',
      basis: 'text',
      award_minor: 'int8',
      with_order: 'uuid?',
      opened_at: 'timestamptz',
      due_at: 'timestamptz',
    },
  },
)

/** Reviews of these orders, with how many other orders wait with each. */
export const findReviews = statement(
  `-- reviews_find
  select ${COLUMNS}, (select count(*)::int4 from order_review o where o.with_order = r.order_id) as waiting_with_it
  from order_review r where order_id = any ($order_ids)`,
  { params: { order_ids: 'uuid[]' }, columns: { ...TYPES, waiting_with_it: 'int4' } },
)

/** The order of this carrier that waits for a look at the carrier, with which others wait. */
export const findWaiting = statement(
  `-- reviews_find_waiting
  select ${COLUMNS} from order_review
  where member_id = $member_id and outcome is null and with_order is null and reasons && '{unseen,ring}'
  order by due_at, order_id limit 1`,
  { params: { member_id: 'uuid' }, columns: TYPES },
)

/** Reasons for which a person looked at the carrier's orders, and paid, since then. */
export const findRemembered = statement(
  `-- reviews_find_remembered
  select distinct unnest(reasons) as reason from order_review
  where member_id = $member_id and outcome = 'paid' and decided_at > $since`,
  { params: { member_id: 'uuid', since: 'timestamptz' }, columns: { reason: 'text' } },
)

export const endReview = statement(
  `-- reviews_end
  update order_review set outcome = $outcome, decided_at = $now, decided_by = $decided_by
  where order_id = $order_id and outcome is null`,
  {
    params: { order_id: 'uuid', outcome: typed<Outcome>('text'), decided_by: 'text', now: 'timestamptz' },
  },
)

/** Makes the orders that waited with this one due: they succeed with it. */
export const makeOthersDue = statement(
  `-- reviews_make_others_due
  update orders set review_until = $now
  where id in (select order_id from order_review where with_order = $order_id and outcome is null)`,
  { params: { order_id: 'uuid', now: 'timestamptz' } },
)

/** The orders that waited with this one wait for as long as if each had waited by itself. */
export const restoreDue = statement(
  `-- reviews_restore_due
  update orders set review_until = r.due_at from order_review r
  where r.order_id = orders.id and r.with_order = $order_id and r.outcome is null`,
  { params: { order_id: 'uuid' } },
)

/** Of the orders that waited with this one, the first waits for a person itself, and the others with it. */
export const passOn = statement(
  `-- reviews_pass_on
  with first as materialized (
    select order_id from order_review where with_order = $order_id and outcome is null order by due_at, order_id limit 1
  )
  update order_review r set with_order = nullif(first.order_id, r.order_id)
  from first where r.with_order = $order_id and r.outcome is null`,
  { params: { order_id: 'uuid' } },
)

// Awards that nobody looked at -------------------------------------------------------------------------------------------

export const openUnseen = statement(
  `-- reviews_open_unseen
  insert into unseen_award (member_id, first_order_at)
  select m.id, coalesce((select o.taken_at from orders o where o.member_id = m.id order by o.id limit 1), $now)
  from member m where m.id = $member_id
  on conflict do nothing`,
  { params: { member_id: 'uuid', now: 'timestamptz' } },
)

/**
 * New members that are linked with this one, itself included: those whose first order is not older than $new_since, and
 * whose phone is not confirmed, which without a sender is everybody. Facts last seen before $seen_since link nobody.
 */
export const findLinkedNew = statement(
  `-- reviews_find_linked_new
  with recursive linked (member_id) as (
    select $member_id::uuid
    union
    select o.member_id
    from linked l
    cross join lateral (
      select high_id as member_id from member_link where low_id = l.member_id and last_at > $seen_since
      union
      select low_id from member_link where high_id = l.member_id and last_at > $seen_since
    ) as o
    where not exists (
      select from unseen_award u join member m on m.id = u.member_id
      where u.member_id in (l.member_id, o.member_id) and u.first_order_at <= $new_since and m.phone_confirmed_at is not null)
  )
  select member_id from linked limit 500`,
  {
    params: { member_id: 'uuid', new_since: 'timestamptz', seen_since: 'timestamptz' },
    columns: { member_id: 'uuid' },
  },
)

/** How many accounts younger than $new_since are linked with this one, itself included, and whether it shares a payout account. */
export const findRing = statement(
  `-- reviews_find_ring
  with recursive linked (member_id) as (
    select $member_id::uuid
    union
    select o.member_id
    from linked l
    cross join lateral (
      select high_id as member_id, kind from member_link where low_id = l.member_id and last_at > $seen_since
      union
      select low_id, kind from member_link where high_id = l.member_id and last_at > $seen_since
    ) as o
    where o.kind <> 'house_code' and (o.kind <> 'invitation' or not exists (
      select from member m where m.id in (l.member_id, o.member_id) and m.created_at <= $new_since))
  ), found as (
    select member_id from linked limit 500
  )
  select (select count(*)::int4 from found join member m on m.id = found.member_id where m.created_at > $new_since) as accounts,
    exists (select from member_link where kind = 'payout_account' and $member_id in (low_id, high_id)
      and last_at > $seen_since) as shares_payout_account`,
  {
    params: { member_id: 'uuid', new_since: 'timestamptz', seen_since: 'timestamptz' },
    columns: { accounts: 'int4', shares_payout_account: 'bool' },
  },
)

/** Awards of these members that wait for a look. */
export const sumWaiting = statement(
  `-- reviews_sum_waiting
  select coalesce(sum(award_minor), 0)::int8 as waiting_minor from order_review
  where member_id = any ($member_ids) and outcome is null`,
  { params: { member_ids: 'uuid[]' }, columns: { waiting_minor: 'int8' } },
)

/** In the order of their ids, so that two orders that end at once wait for each other instead of deadlocking. */
export const lockUnseen = statement(
  `-- reviews_lock_unseen
  select member_id, unseen_minor, looks, last_look_at from unseen_award where member_id = any ($member_ids)
  order by member_id for update`,
  {
    params: { member_ids: 'uuid[]' },
    columns: { member_id: 'uuid', unseen_minor: 'int8', looks: 'int2', last_look_at: 'timestamptz?' },
  },
)

export const addUnseen = statement(
  `-- reviews_add_unseen
  update unseen_award set unseen_minor = unseen_minor + $award_minor where member_id = $member_id`,
  { params: { member_id: 'uuid', award_minor: 'int8' } },
)

/** A person looked and paid: the sum starts again, with four times the limit, or twice that; after $since from the start. */
export const startAgain = statement(
  `-- reviews_start_again
  update unseen_award set unseen_minor = 0, last_look_at = $now,
    looks = case when last_look_at > $since then least(looks + 1, 2) else 1 end
  where member_id = any ($member_ids)`,
  { params: { member_ids: 'uuid[]', now: 'timestamptz', since: 'timestamptz' } },
)

/** A person looked and refused: the limit is the first one again. */
export const lowerLimit = statement(
  `-- reviews_lower_limit
  update unseen_award set looks = 0, last_look_at = $now where member_id = $member_id`,
  { params: { member_id: 'uuid', now: 'timestamptz' } },
)
