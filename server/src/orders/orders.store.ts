// SQL of offers and orders. Every statement on one member's order filters by member too, so another member's id finds
// nothing.
import type { OrderStatus } from '@fairturn/contract/orders'
import type { Slice } from '../campaigns/campaigns.ts'
import { ofAnyLength, statement } from '../platform/database/statement.ts'

export interface OfferRow extends Omit<Slice, 'campaign'> {
  id: string
  member_id: string
  campaign_id: string
  drawn_at: Date
  expires_at: Date
}

export interface OrderRow extends Omit<OfferRow, 'drawn_at' | 'expires_at'> {
  offer_id: string
  status: OrderStatus
  link_code: string | null
  taken_at: Date
  deadline: Date
  started_at: Date | null
  verified: number
  visits: number
  counted: number
  reward_minor: bigint | null
  bonus_minor: bigint | null
  bonus_bp: number | null
  quality_bp: number | null
  settled_at: Date | null
  claimed_at: Date | null
  review_until: Date | null
  /** Set past the deadline: it waits for confirmations until then. */
  unconfirmed_until: Date | null
  /** Outcome of the carrier's objection. */
  objection: 'open' | 'upheld' | 'partly_upheld' | 'refused' | null
  /** Expired, with its money reserved until then for an objection. */
  kept_until: Date | null
  /** The operator who ended its review. */
  reviewed_by: string | null
  review_reason: string | null
  /** The bought level at which it was taken, and so much of its fee is reserved for the bonus; null and 0: none. */
  level_purchase_id: string | null
  extra_bonus_minor: bigint
  /** False for old orders: `counted` is of hits, because quality was not yet measured by visitors. */
  counts_visitors: boolean
}

const OFFER = `id, member_id, campaign_id, hold_id, price_minor, target, bonus_low_bp, bonus_high_bp,
  highest_award_minor, hours, drawn_at, expires_at`

/** What a carrier is shown of an order: a page reads twenty, so it reads no other column. */
const SHOWN_ORDER = `id, campaign_id, status, price_minor, target, bonus_low_bp, bonus_high_bp, highest_award_minor, hours,
  link_code, taken_at, deadline, started_at, verified, visits, counted, reward_minor, bonus_minor, bonus_bp, quality_bp,
  settled_at, claimed_at, review_until, objection, review_reason`

export type ShownOrderRow = Omit<
  OrderRow,
  | 'offer_id'
  | 'member_id'
  | 'hold_id'
  | 'unconfirmed_until'
  | 'kept_until'
  | 'reviewed_by'
  | 'counts_visitors'
  | 'level_purchase_id'
  | 'extra_bonus_minor'
>

export const ORDER = `${SHOWN_ORDER}, offer_id, member_id, hold_id, unconfirmed_until, kept_until, reviewed_by, counts_visitors,
  level_purchase_id, extra_bonus_minor`

// Offers

export const insertOffer = statement<OfferRow>(`-- orders_insert_offer
  insert into offer (id, member_id, campaign_id, hold_id, price_minor, target, bonus_low_bp, bonus_high_bp,
    highest_award_minor, hours, drawn_at, expires_at, status, rules)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'open', $13) returning ${OFFER}`)

/** Version of the rules that an offer's visits are judged by. */
export const rulesOfOffer = statement<{ rules: number }>(`-- orders_rules_of_offer
  select rules from offer where id = $1`)

/** Members' offers that can still be taken at $2. */
export const findOpenOffers = statement<OfferRow>(`-- orders_find_open_offers
  select ${OFFER} from offer where member_id = any ($1::uuid[]) and status = 'open' and expires_at > $2`)

/** The member's open offer, expired or not. Lock order: before a campaign, and in the same order as expiry does. */
export const lockOpenOffer = statement<OfferRow>(`-- orders_lock_open_offer
  select ${OFFER} from offer where member_id = $1 and status = 'open' for no key update`)

export const takeOffer = statement<OfferRow>(`-- orders_take_offer
  update offer set status = 'taken' where id = $1 and member_id = $2 and status = 'open' and expires_at > $3 returning ${OFFER}`)

/** Skips the member's open offer, if any; its slice is released in a separate transaction. */
export const leaveOpenOffer = statement<OfferRow>(`-- orders_leave_offer
  update offer set status = 'left' where member_id = $1 and status = 'open' returning ${OFFER}`)

export const skipLeftOffer = statement<OfferRow>(`-- orders_skip_offer
  update offer set status = 'skipped' where id = $1 and status = 'left' returning ${OFFER}`)

/** Offers overdue at $1, and skipped ones whose slices were not released because of a crash; except $2. */
export const findOffersToRelease = statement<{ id: string }>(`-- orders_offers_to_release
  select id from (
    (select id from offer where status = 'left' and id <> all ($2::uuid[]) order by id limit $3)
    union all
    (select id from offer where status = 'open' and expires_at <= $1 and id <> all ($2::uuid[]) order by expires_at limit $3)
  ) due limit $3`)

/** Ends those that are still due at $2; skips rows locked by another process. */
export const expireOffers = statement<OfferRow>(`-- orders_expire_offers
  update offer set status = case status when 'left' then 'skipped' else 'expired' end where id in (
    select id from offer where id = any ($1::uuid[]) and (status = 'left' or (status = 'open' and expires_at <= $2))
    order by id for update skip locked)
  returning ${OFFER}`)

// Turns

/** For each member: the turns of their level, those used on the day of the instant $2 in the time zone $3, and that day. */
export const selectTurns = statement<{
  member_id: string
  turns_a_day: number
  used: number
  pending: boolean
  today: string
}>(`-- orders_turns
  select m.id as member_id, l.turns_a_day, day.today,
    exists (select from orders p where p.member_id = m.id and p.status = 'pending') as pending,
    (select count(*)::int from orders o
     where o.member_id = m.id and o.local_day = day.today and o.status <> 'returned') as used
  from (select ($2::timestamptz at time zone $3)::date as today) as day, member m join level l on l.id = m.level_id
  where m.id = any (${ofAnyLength('$1::uuid[]')})`)

// Orders

export const insertOrder = statement<OrderRow>(`-- orders_insert
  insert into orders (id, offer_id, member_id, campaign_id, hold_id, status, price_minor, target, bonus_low_bp,
    bonus_high_bp, highest_award_minor, hours, local_day, taken_at, deadline, level_purchase_id, extra_bonus_minor)
  select $1, id, member_id, campaign_id, hold_id, 'pending', price_minor, target, bonus_low_bp,
    bonus_high_bp, highest_award_minor, hours, $3, $4, $4::timestamptz + make_interval(hours => hours), $5, $6
  from offer where id = $2 returning ${ORDER}`)

export const findOrder = statement<OrderRow>(`-- orders_find
  select ${ORDER} from orders where id = $1 and member_id = $2`)

export const findOrderOfOffer = statement<OrderRow>(`-- orders_find_of_offer
  select ${ORDER} from orders where offer_id = $1 and member_id = $2`)

export const findLatestOrderOfCampaign = statement<OrderRow>(`-- orders_find_latest_of_campaign
  select ${ORDER} from orders where campaign_id = $1 and member_id = $2 order by id desc limit 1`)

export const lockOrder = statement<OrderRow>(`-- orders_lock
  select ${ORDER} from orders where id = $1 and member_id = $2 for no key update`)

/** For jobs, which act without a member: looked up by order id only. */
export const lockOrderForJob = statement<OrderRow>(`-- orders_lock_for_job
  select ${ORDER} from orders where id = $1 for no key update`)

/** For operators and jobs; not locked. */
export const findOrderForJob = statement<OrderRow>(`-- orders_find_for_job
  select ${ORDER} from orders where id = $1`)

// A union of two statements, so that each uses its index. Reads the pages of several members at once, or of one. $2 is the
// last id of the previous page, or the maximum (keyset pagination).
const pageOfOrders = (name: string, condition: string) =>
  statement<ShownOrderRow & { no: number }>(`-- ${name}
  select page.no::int as no, o.*
  from unnest(${ofAnyLength('$1::uuid[]')}, ${ofAnyLength('$2::uuid[]')}) with ordinality as page (member_id, before, no)
  cross join lateral (
    select ${SHOWN_ORDER} from orders
    where member_id = page.member_id and id < page.before${condition} order by id desc limit $3) as o`)

export const listOrders = pageOfOrders('orders_list', '')
export const listOpenOrders = pageOfOrders(
  'orders_list_open',
  ` and status in ('pending', 'distributing', 'success')`,
)

export const listOrdersOfStatus = statement<OrderRow>(`-- orders_list_of_status
  select ${ORDER} from orders where member_id = $1 and id < $2 and status = $4 order by id desc limit $3`)

/** Orders taken in a period; null for no bound, or for any status. */
export const listOrdersOfPeriod = statement<OrderRow>(`-- orders_list_of_period
  select ${ORDER} from orders
  where member_id = $1 and id < $2 and ($4::text is null or status = $4)
    and ($5::timestamptz is null or taken_at >= $5) and ($6::timestamptz is null or taken_at < $6)
  order by id desc limit $3`)

/** Claimed orders of a period; null for no bound. */
export const listClaimed = statement<OrderRow>(`-- orders_list_claimed
  select ${ORDER} from orders
  where member_id = $1 and id < $2 and status = 'done'
    and ($4::timestamptz is null or claimed_at >= $4) and ($5::timestamptz is null or claimed_at < $5)
  order by id desc limit $3`)

/** One row per member. */
export const countOrders = statement<{
  member_id: string
  completed: number
  distributing: number
  success: number
  claimable_minor: bigint
}>(`-- orders_count
  select m.member_id, (select coalesce(sum(c.reward_minor + c.bonus_minor), 0)::bigint from orders c
      where c.member_id = m.member_id and c.status = 'success') as claimable_minor, count(*) filter (where status = 'done')::int as completed,
    count(*) filter (where status = 'distributing')::int as distributing,
    count(*) filter (where status = 'success')::int as success
  from unnest(${ofAnyLength('$1::uuid[]')}) as m(member_id)
  left join orders o on o.member_id = m.member_id and status in ('distributing', 'success', 'done')
  group by m.member_id`)

export const startDistributing = statement<OrderRow>(`-- orders_start
  update orders set status = 'distributing', started_at = $2, link_code = $3 where id = $1 returning ${ORDER}`)

export const markReturned = statement<OrderRow>(`-- orders_give_back
  update orders set status = 'returned', settled_at = $2 where id = $1 returning ${ORDER}`)

export const writeProgress = statement<OrderRow>(`-- orders_write_progress
  update orders set verified = $2, visits = $3, counted = $4, counts_visitors = true where id = $1 returning ${ORDER}`)

export const waitForConfirmation = statement<OrderRow>(`-- orders_wait_for_confirmation
  update orders set unconfirmed_until = (select confirm_until from link where link.id = orders.id)
  where id = $1 returning ${ORDER}`)

export const putInReview = statement<OrderRow>(`-- orders_put_in_review
  update orders set review_until = $2 where id = $1 returning ${ORDER}`)

export const succeed = statement<OrderRow>(`-- orders_succeed
  update orders set status = 'success', settled_at = $2, reward_minor = $3, bonus_minor = $4, bonus_bp = $5, quality_bp = $6
  where id = $1 returning ${ORDER}`)

export const expire = statement<OrderRow>(`-- orders_expire
  update orders set status = 'expired', settled_at = $2, quality_bp = 0, review_until = null, kept_until = $3
  where id = $1 returning ${ORDER}`)

/** Orders whose deadline or confirmation time passed by $1, and those whose review timed out at $2. */
export const findDue = statement<{ id: string }>(`-- orders_due
  (select id from orders where status in ('pending', 'distributing') and review_until is null
     and coalesce(unconfirmed_until, deadline) <= $1 and id <> all ($3::uuid[])
   order by coalesce(unconfirmed_until, deadline) limit $4)
  union all
  (select id from orders where status = 'distributing' and review_until is not null and review_until <= $2
     and id <> all ($3::uuid[])
   order by review_until limit $4)`)

export const selectPlacer = statement<{ placer_id: string }, { campaign_id: string }>(
  `-- orders_placer
  select member_id as placer_id from campaign where id = $campaign_id`,
  { params: { campaign_id: 'uuid' }, columns: { placer_id: 'uuid' } },
)

/** How many placers had an order taken since $since, at most $most: placer by placer along the index of campaigns by member. */
export const countPlacers = statement<{ placers: number }, { since: Date; most: number }>(
  `-- orders_count_placers
  with recursive placer (member_id, number) as (
    (select c.member_id, 1 from campaign c
     where c.ends_at > $since and exists (select from orders o where o.campaign_id = c.id and o.taken_at > $since)
     order by c.member_id limit 1)
    union all
    select another.member_id, p.number + 1
    from placer p
    cross join lateral (
      select c.member_id from campaign c
      where c.member_id > p.member_id and c.ends_at > $since
        and exists (select from orders o where o.campaign_id = c.id and o.taken_at > $since)
      order by c.member_id limit 1) as another
    where p.number < $most
  )
  select coalesce(max(number), 0)::int4 as placers from placer`,
  { params: { since: 'timestamptz', most: 'int4' }, columns: { placers: 'int4' } },
)
