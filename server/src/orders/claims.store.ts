// All SQL of claims and awards. Claims are written in sets; a set takes as many round trips as one claim.
import { statement } from '../database/statement.ts'
import type { OrderRow } from './orders.store.ts'

/** The requested orders that belong to the caller, locked in order of id so that two sets cannot deadlock. */
export const lockClaimed = statement<OrderRow>(
  'claims_lock',
  `select o.id, o.offer_id, o.member_id, o.campaign_id, o.hold_id, o.status, o.price_minor, o.target, o.bonus_low_bp,
     o.bonus_high_bp, o.highest_award_minor, o.hours, o.link_code, o.taken_at, o.deadline, o.started_at, o.verified,
     o.visits, o.counted, o.reward_minor, o.bonus_minor, o.bonus_bp, o.quality_bp, o.settled_at, o.claimed_at, o.review_until,
     o.objection, o.kept_until, o.reviewed_by, o.review_reason, o.counts_visitors
   from orders o
   where (o.id, o.member_id) in (select * from unnest($1::uuid[], $2::uuid[]))
   order by o.id for no key update`,
)

/** Successes settled by $1 and not claimed, the oldest first, after the one of $2 and $3. */
export const findUnclaimed = statement<{ member_id: string; order_id: string; settled_at: Date }>(
  'claims_find_unclaimed',
  `select o.member_id, o.id as order_id, o.settled_at
   from orders o join member m on m.id = o.member_id and m.lock_kind is distinct from 'security'
   where o.status = 'success' and o.settled_at <= $1 and (o.settled_at, o.id) > ($2, $3)
   order by o.settled_at, o.id limit $4`,
)

/** Marks the orders as claimed and writes their awards, which refer to their ledger entries. */
export const writeAwards = statement<{ id: string }>(
  'claims_write_awards',
  `with done as (
     update orders o set status = 'done', claimed_at = $1
     from unnest($2::uuid[]) as claimed (id) where o.id = claimed.id and o.status = 'success'
     returning o.id, o.member_id, o.campaign_id, o.reward_minor, o.bonus_minor, o.quality_bp
   )
   insert into award (id, order_id, member_id, campaign_id, entry_id, reward_minor, bonus_minor, quality_bp, claimed_at, automatic)
   select a.award_id, d.id, d.member_id, d.campaign_id, a.entry_id, d.reward_minor, d.bonus_minor, d.quality_bp, $1, $5
   from done d join unnest($2::uuid[], $3::uuid[], $4::uuid[]) as a (order_id, award_id, entry_id) on a.order_id = d.id
   returning id`,
)

export interface AwardRow {
  id: string
  order_id: string
  member_id: string
  campaign_id: string
  entry_id: string
  username: string
  listed: boolean
  reward_minor: bigint
  bonus_minor: bigint
  claimed_at: Date
  /** Claimed automatically, because nobody had claimed it. */
  automatic: boolean
}

/** Takes awards to be announced; an award is returned once, however often it is called. */
export const takeUnannounced = statement<AwardRow>(
  'claims_take_unannounced',
  `update award a set announced_at = $2 from member m
   where a.id = any ($1::uuid[]) and a.announced_at is null and m.id = a.member_id
   returning a.id, a.order_id, a.member_id, a.campaign_id, a.entry_id, m.username, m.listed_in_awards as listed,
     a.reward_minor, a.bonus_minor, a.claimed_at, a.automatic`,
)

/** The latest awards of members who are listed; each refers to the ledger entry that paid it. */
export const latestAwards = statement<Omit<AwardRow, 'listed' | 'automatic'>>(
  'claims_latest_awards',
  `select a.id, a.order_id, a.member_id, a.campaign_id, a.entry_id, m.username, a.reward_minor, a.bonus_minor, a.claimed_at
   from award a
   join entry e on e.id = a.entry_id and e.type in ('award_claimed', 'objection_upheld')
   join member m on m.id = a.member_id
   where m.listed_in_awards
   order by a.claimed_at desc, a.id desc limit $1`,
)

export const rewardsOf = statement<{ reward_minor: bigint; quality_bp: number; bonus_minor: bigint }>(
  'claims_rewards_since',
  `select reward_minor, quality_bp, bonus_minor from award where member_id = $1 and claimed_at >= $2`,
)

/** Sum of a member's awards on the day $2 days before that of the instant $3, in the time zone $4. */
export const totalOfDay = statement<{ total_minor: bigint }>(
  'claims_total_of_day',
  `select coalesce(sum(a.reward_minor + a.bonus_minor), 0)::bigint as total_minor
   from (select ($3::timestamptz at time zone $4)::date - $2::int as day) as local
   left join award a on a.member_id = $1
     and a.claimed_at >= local.day::timestamp at time zone $4
     and a.claimed_at < (local.day + 1)::timestamp at time zone $4`,
)

/** A member's awards on each of the $2 days up to that of the instant $3, in the time zone $4, oldest first. */
export const totalsByDay = statement<{ day: string; total_minor: bigint }>(
  'claims_totals_by_day',
  `select to_char(local.day, 'YYYY-MM-DD') as day, coalesce(sum(a.reward_minor + a.bonus_minor), 0)::bigint as total_minor
   from (
     select ($3::timestamptz at time zone $4)::date - back as day from generate_series(0, $2::int - 1) as back
   ) as local
   left join award a on a.member_id = $1
     and a.claimed_at >= local.day::timestamp at time zone $4
     and a.claimed_at < (local.day + 1)::timestamp at time zone $4
   group by local.day order by local.day`,
)
