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

const OFFER_COLUMNS = {
  id: 'uuid',
  member_id: 'uuid',
  campaign_id: 'uuid',
  hold_id: 'uuid',
  price_minor: 'int8',
  target: 'int4',
  bonus_low_bp: 'int4',
  bonus_high_bp: 'int4',
  highest_award_minor: 'int8',
  hours: 'int4',
  drawn_at: 'timestamptz',
  expires_at: 'timestamptz',
} as const

// Offers

export const insertOffer = statement<
  OfferRow,
  {
    offer_id: string
    member_id: string
    campaign_id: string
    hold_id: string
    price_minor: bigint
    target: number
    bonus_low_bp: number
    bonus_high_bp: number
    highest_award_minor: bigint
    hours: number
    drawn_at: Date
    expires_at: Date
    rules: number
  }
>(
  `-- orders_insert_offer
  insert into offer (id, member_id, campaign_id, hold_id, price_minor, target, bonus_low_bp, bonus_high_bp,
    highest_award_minor, hours, drawn_at, expires_at, status, rules)
  values ($offer_id, $member_id, $campaign_id, $hold_id, $price_minor, $target, $bonus_low_bp, $bonus_high_bp, $highest_award_minor, $hours, $drawn_at, $expires_at, 'open', $rules) returning ${OFFER}`,
  {
    params: {
      offer_id: 'uuid',
      member_id: 'uuid',
      campaign_id: 'uuid',
      hold_id: 'uuid',
      price_minor: 'int8',
      target: 'int4',
      bonus_low_bp: 'int4',
      bonus_high_bp: 'int4',
      highest_award_minor: 'int8',
      hours: 'int4',
      drawn_at: 'timestamptz',
      expires_at: 'timestamptz',
      rules: 'int2',
    },
    columns: OFFER_COLUMNS,
  },
)

/** Version of the rules that an offer's visits are judged by. */
export const rulesOfOffer = statement<{ rules: number }, { id: string }>(
  `-- orders_rules_of_offer
  select rules from offer where id = $id`,
  { params: { id: 'uuid' }, columns: { rules: 'int2' } },
)

/** Members' offers that can still be taken at $now. */
export const findOpenOffers = statement<OfferRow, { member_ids: readonly string[]; now: Date }>(
  `-- orders_find_open_offers
  select ${OFFER} from offer where member_id = any ($member_ids::uuid[]) and status = 'open' and expires_at > $now`,
  { params: { member_ids: 'uuid[]', now: 'timestamptz' }, columns: OFFER_COLUMNS },
)

/** The member's open offer, expired or not. Lock order: before a campaign, and in the same order as expiry does. */
export const lockOpenOffer = statement<OfferRow, { member_id: string }>(
  `-- orders_lock_open_offer
  select ${OFFER} from offer where member_id = $member_id and status = 'open' for no key update`,
  { params: { member_id: 'uuid' }, columns: OFFER_COLUMNS },
)

export const takeOffer = statement<OfferRow, { offer_id: string; member_id: string; now: Date }>(
  `-- orders_take_offer
  update offer set status = 'taken' where id = $offer_id and member_id = $member_id and status = 'open' and expires_at > $now returning ${OFFER}`,
  { params: { offer_id: 'uuid', member_id: 'uuid', now: 'timestamptz' }, columns: OFFER_COLUMNS },
)

/** Skips the member's open offer, if any; its slice is released in a separate transaction. */
export const leaveOpenOffer = statement<OfferRow, { member_id: string }>(
  `-- orders_leave_offer
  update offer set status = 'left' where member_id = $member_id and status = 'open' returning ${OFFER}`,
  { params: { member_id: 'uuid' }, columns: OFFER_COLUMNS },
)

export const skipLeftOffer = statement<OfferRow, { id: string }>(
  `-- orders_skip_offer
  update offer set status = 'skipped' where id = $id and status = 'left' returning ${OFFER}`,
  { params: { id: 'uuid' }, columns: OFFER_COLUMNS },
)

/** Offers overdue at $now, and skipped ones whose slices were not released because of a crash; except $failed. */
export const findOffersToRelease = statement<
  { id: string },
  { now: Date; failed: readonly string[]; limit: number }
>(
  `-- orders_offers_to_release
  select id from (
    (select id from offer where status = 'left' and id <> all ($failed::uuid[]) order by id limit $limit)
    union all
    (select id from offer where status = 'open' and expires_at <= $now and id <> all ($failed::uuid[]) order by expires_at limit $limit)
  ) due limit $limit`,
  { params: { now: 'timestamptz', failed: 'uuid[]', limit: 'int8' }, columns: { id: 'uuid' } },
)

/** Ends those that are still due at $now; skips rows locked by another process. */
export const expireOffers = statement<OfferRow, { ids: readonly string[]; now: Date }>(
  `-- orders_expire_offers
  update offer set status = case status when 'left' then 'skipped' else 'expired' end where id in (
    select id from offer where id = any ($ids::uuid[]) and (status = 'left' or (status = 'open' and expires_at <= $now))
    order by id for update skip locked)
  returning ${OFFER}`,
  { params: { ids: 'uuid[]', now: 'timestamptz' }, columns: OFFER_COLUMNS },
)

// Turns

/** For each member: the turns of their level, those used on the day of the instant $now in the time zone $time_zone, and that day. */
export const selectTurns = statement<
  {
    member_id: string
    turns_a_day: number
    used: number
    pending: boolean
    today: string
  },
  { ids: readonly string[]; now: Date; time_zone: string }
>(
  `-- orders_turns
  select m.id as member_id, l.turns_a_day, day.today,
    exists (select from orders p where p.member_id = m.id and p.status = 'pending') as pending,
    (select count(*)::int from orders o
     where o.member_id = m.id and o.local_day = day.today and o.status <> 'returned') as used
  from (select ($now::timestamptz at time zone $time_zone)::date as today) as day, member m join level l on l.id = m.level_id
  where m.id = any (${ofAnyLength('$ids::uuid[]')})`,
  {
    params: { ids: 'uuid[]', now: 'timestamptz', time_zone: 'text' },
    columns: { member_id: 'uuid', turns_a_day: 'int4', today: 'date', pending: 'bool', used: 'int4' },
  },
)

const ORDER_COLUMNS = {
  id: 'uuid',
  campaign_id: 'uuid',
  status: 'text',
  price_minor: 'int8',
  target: 'int4',
  bonus_low_bp: 'int4',
  bonus_high_bp: 'int4',
  highest_award_minor: 'int8',
  hours: 'int4',
  link_code: 'text?',
  taken_at: 'timestamptz',
  deadline: 'timestamptz',
  started_at: 'timestamptz?',
  verified: 'int4',
  visits: 'int4',
  counted: 'int4',
  reward_minor: 'int8?',
  bonus_minor: 'int8?',
  bonus_bp: 'int4?',
  quality_bp: 'int4?',
  settled_at: 'timestamptz?',
  claimed_at: 'timestamptz?',
  review_until: 'timestamptz?',
  objection: 'text?',
  review_reason: 'text?',
  offer_id: 'uuid',
  member_id: 'uuid',
  hold_id: 'uuid',
  unconfirmed_until: 'timestamptz?',
  kept_until: 'timestamptz?',
  reviewed_by: 'text?',
  counts_visitors: 'bool',
  level_purchase_id: 'uuid?',
  extra_bonus_minor: 'int8',
} as const

// Orders

export const insertOrder = statement<
  OrderRow,
  {
    id: string
    offer_id: string
    today: string
    taken_at: Date
    level_purchase_id: string | null
    extra_bonus_minor: bigint
  }
>(
  `-- orders_insert
  insert into orders (id, offer_id, member_id, campaign_id, hold_id, status, price_minor, target, bonus_low_bp,
    bonus_high_bp, highest_award_minor, hours, local_day, taken_at, deadline, level_purchase_id, extra_bonus_minor)
  select $id, id, member_id, campaign_id, hold_id, 'pending', price_minor, target, bonus_low_bp,
    bonus_high_bp, highest_award_minor, hours, $today, $taken_at, $taken_at::timestamptz + make_interval(hours => hours), $level_purchase_id, $extra_bonus_minor
  from offer where id = $offer_id returning ${ORDER}`,
  {
    params: {
      id: 'uuid',
      offer_id: 'uuid',
      today: 'date',
      taken_at: 'timestamptz',
      level_purchase_id: 'uuid?',
      extra_bonus_minor: 'int8',
    },
    columns: ORDER_COLUMNS,
  },
)

export const findOrder = statement<OrderRow, { id: string; member_id: string }>(
  `-- orders_find
  select ${ORDER} from orders where id = $id and member_id = $member_id`,
  { params: { id: 'uuid', member_id: 'uuid' }, columns: ORDER_COLUMNS },
)

export const findOrderOfOffer = statement<OrderRow, { offer_id: string; member_id: string }>(
  `-- orders_find_of_offer
  select ${ORDER} from orders where offer_id = $offer_id and member_id = $member_id`,
  { params: { offer_id: 'uuid', member_id: 'uuid' }, columns: ORDER_COLUMNS },
)

export const findLatestOrderOfCampaign = statement<OrderRow, { campaign_id: string; member_id: string }>(
  `-- orders_find_latest_of_campaign
  select ${ORDER} from orders where campaign_id = $campaign_id and member_id = $member_id order by id desc limit 1`,
  { params: { campaign_id: 'uuid', member_id: 'uuid' }, columns: ORDER_COLUMNS },
)

export const lockOrder = statement<OrderRow, { order_id: string; member_id: string }>(
  `-- orders_lock
  select ${ORDER} from orders where id = $order_id and member_id = $member_id for no key update`,
  { params: { order_id: 'uuid', member_id: 'uuid' }, columns: ORDER_COLUMNS },
)

/** For jobs, which act without a member: looked up by order id only. */
export const lockOrderForJob = statement<OrderRow, { id: string }>(
  `-- orders_lock_for_job
  select ${ORDER} from orders where id = $id for no key update`,
  { params: { id: 'uuid' }, columns: ORDER_COLUMNS },
)

/** For operators and jobs; not locked. */
export const findOrderForJob = statement<OrderRow, { id: string }>(
  `-- orders_find_for_job
  select ${ORDER} from orders where id = $id`,
  { params: { id: 'uuid' }, columns: ORDER_COLUMNS },
)

// A union of two statements, so that each uses its index. Reads the pages of several members at once, or of one. `before` is
// the last id of the previous page, or the maximum (keyset pagination).
const pageOfOrders = (name: string, condition: string) =>
  statement<
    ShownOrderRow & { no: number },
    { members: readonly string[]; befores: readonly string[]; limit: number }
  >(
    `-- ${name}
  select page.no::int as no, o.*
  from unnest(${ofAnyLength('$members::uuid[]')}, ${ofAnyLength('$befores::uuid[]')}) with ordinality as page (member_id, before, no)
  cross join lateral (
    select ${SHOWN_ORDER} from orders
    where member_id = page.member_id and id < page.before${condition} order by id desc limit $limit) as o`,
    {
      params: { members: 'uuid[]', befores: 'uuid[]', limit: 'int8' },
      columns: {
        no: 'int4',
        id: 'uuid',
        campaign_id: 'uuid',
        status: 'text',
        price_minor: 'int8',
        target: 'int4',
        bonus_low_bp: 'int4',
        bonus_high_bp: 'int4',
        highest_award_minor: 'int8',
        hours: 'int4',
        link_code: 'text?',
        taken_at: 'timestamptz',
        deadline: 'timestamptz',
        started_at: 'timestamptz?',
        verified: 'int4',
        visits: 'int4',
        counted: 'int4',
        reward_minor: 'int8?',
        bonus_minor: 'int8?',
        bonus_bp: 'int4?',
        quality_bp: 'int4?',
        settled_at: 'timestamptz?',
        claimed_at: 'timestamptz?',
        review_until: 'timestamptz?',
        objection: 'text?',
        review_reason: 'text?',
      },
    },
  )

export const listOrders = pageOfOrders('orders_list', '')
export const listOpenOrders = pageOfOrders(
  'orders_list_open',
  ` and status in ('pending', 'distributing', 'success')`,
)

export const listOrdersOfStatus = statement<
  OrderRow,
  { member_id: string; before_id: string; limit: number; status: string }
>(
  `-- orders_list_of_status
  select ${ORDER} from orders where member_id = $member_id and id < $before_id and status = $status order by id desc limit $limit`,
  { params: { member_id: 'uuid', before_id: 'uuid', limit: 'int8', status: 'text' }, columns: ORDER_COLUMNS },
)

/** Orders taken in a period; null for no bound, or for any status. */
export const listOrdersOfPeriod = statement<
  OrderRow,
  {
    member_id: string
    before_id: string
    limit: number
    status: string | null
    since: Date | null
    before: Date | null
  }
>(
  `-- orders_list_of_period
  select ${ORDER} from orders
  where member_id = $member_id and id < $before_id and ($status::text is null or status = $status)
    and ($since::timestamptz is null or taken_at >= $since) and ($before::timestamptz is null or taken_at < $before)
  order by id desc limit $limit`,
  {
    params: {
      member_id: 'uuid',
      before_id: 'uuid',
      limit: 'int8',
      status: 'text?',
      since: 'timestamptz?',
      before: 'timestamptz?',
    },
    columns: ORDER_COLUMNS,
  },
)

/** Claimed orders of a period; null for no bound. */
export const listClaimed = statement<
  OrderRow,
  { member_id: string; before_id: string; limit: number; since: Date | null; before: Date | null }
>(
  `-- orders_list_claimed
  select ${ORDER} from orders
  where member_id = $member_id and id < $before_id and status = 'done'
    and ($since::timestamptz is null or claimed_at >= $since) and ($before::timestamptz is null or claimed_at < $before)
  order by id desc limit $limit`,
  {
    params: {
      member_id: 'uuid',
      before_id: 'uuid',
      limit: 'int8',
      since: 'timestamptz?',
      before: 'timestamptz?',
    },
    columns: ORDER_COLUMNS,
  },
)

/** One row per member. */
export const countOrders = statement<
  {
    member_id: string
    completed: number
    distributing: number
    success: number
    claimable_minor: bigint
  },
  { member_ids: readonly string[] }
>(
  `-- orders_count
  select m.member_id, (select coalesce(sum(c.reward_minor + c.bonus_minor), 0)::bigint from orders c
      where c.member_id = m.member_id and c.status = 'success') as claimable_minor, count(*) filter (where status = 'done')::int as completed,
    count(*) filter (where status = 'distributing')::int as distributing,
    count(*) filter (where status = 'success')::int as success
  from unnest(${ofAnyLength('$member_ids::uuid[]')}) as m(member_id)
  left join orders o on o.member_id = m.member_id and status in ('distributing', 'success', 'done')
  group by m.member_id`,
  {
    params: { member_ids: 'uuid[]' },
    columns: {
      member_id: 'uuid',
      claimable_minor: 'int8',
      completed: 'int4',
      distributing: 'int4',
      success: 'int4',
    },
  },
)

export const startDistributing = statement<OrderRow, { id: string; started_at: Date; code: string }>(
  `-- orders_start
  update orders set status = 'distributing', started_at = $started_at, link_code = $code where id = $id returning ${ORDER}`,
  { params: { id: 'uuid', started_at: 'timestamptz', code: 'text' }, columns: ORDER_COLUMNS },
)

export const markReturned = statement<OrderRow, { id: string; settled_at: Date }>(
  `-- orders_give_back
  update orders set status = 'returned', settled_at = $settled_at where id = $id returning ${ORDER}`,
  { params: { id: 'uuid', settled_at: 'timestamptz' }, columns: ORDER_COLUMNS },
)

export const writeProgress = statement<
  OrderRow,
  { id: string; verified: number; visits: number; counted: number }
>(
  `-- orders_write_progress
  update orders set verified = $verified, visits = $visits, counted = $counted, counts_visitors = true where id = $id returning ${ORDER}`,
  { params: { id: 'uuid', verified: 'int4', visits: 'int4', counted: 'int4' }, columns: ORDER_COLUMNS },
)

export const waitForConfirmation = statement<OrderRow, { order_id: string }>(
  `-- orders_wait_for_confirmation
  update orders set unconfirmed_until = (select confirm_until from link where link.id = orders.id)
  where id = $order_id returning ${ORDER}`,
  { params: { order_id: 'uuid' }, columns: ORDER_COLUMNS },
)

export const putInReview = statement<OrderRow, { id: string; review_until: Date }>(
  `-- orders_put_in_review
  update orders set review_until = $review_until where id = $id returning ${ORDER}`,
  { params: { id: 'uuid', review_until: 'timestamptz' }, columns: ORDER_COLUMNS },
)

export const succeed = statement<
  OrderRow,
  {
    id: string
    settled_at: Date
    reward_minor: bigint
    bonus_minor: bigint
    bonus_bp: number
    quality_bp: number
  }
>(
  `-- orders_succeed
  update orders set status = 'success', settled_at = $settled_at, reward_minor = $reward_minor, bonus_minor = $bonus_minor, bonus_bp = $bonus_bp, quality_bp = $quality_bp
  where id = $id returning ${ORDER}`,
  {
    params: {
      id: 'uuid',
      settled_at: 'timestamptz',
      reward_minor: 'int8',
      bonus_minor: 'int8',
      bonus_bp: 'int4',
      quality_bp: 'int4',
    },
    columns: ORDER_COLUMNS,
  },
)

export const expire = statement<OrderRow, { id: string; settled_at: Date; kept_until: Date | null }>(
  `-- orders_expire
  update orders set status = 'expired', settled_at = $settled_at, quality_bp = 0, review_until = null, kept_until = $kept_until
  where id = $id returning ${ORDER}`,
  { params: { id: 'uuid', settled_at: 'timestamptz', kept_until: 'timestamptz?' }, columns: ORDER_COLUMNS },
)

/** Orders whose deadline or confirmation time passed by $settled_before, and those whose review timed out at $now. */
export const findDue = statement<
  { id: string },
  { settled_before: Date; now: Date; failed: readonly string[]; limit: number }
>(
  `-- orders_due
  (select id from orders where status in ('pending', 'distributing') and review_until is null
     and coalesce(unconfirmed_until, deadline) <= $settled_before and id <> all ($failed::uuid[])
   order by coalesce(unconfirmed_until, deadline) limit $limit)
  union all
  (select id from orders where status = 'distributing' and review_until is not null and review_until <= $now
     and id <> all ($failed::uuid[])
   order by review_until limit $limit)`,
  {
    params: { settled_before: 'timestamptz', now: 'timestamptz', failed: 'uuid[]', limit: 'int8' },
    columns: { id: 'uuid' },
  },
)

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
