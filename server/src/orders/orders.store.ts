// SQL of offers and orders. Every statement on one member's order filters by member too, so another member's id finds
// nothing.
import type { OrderStatus } from '@fairturn/contract/orders'
import { columnNames, type RowOf, typed, ofAnyLength, statement } from '../platform/database/statement.ts'

export type OfferRow = RowOf<typeof OFFER_COLUMNS>

export type OrderRow = RowOf<typeof ORDER_COLUMNS>

/** What a carrier is shown of an order: a page reads twenty, so it reads no other column. */
const SHOWN_ORDER = `id, campaign_id, status, price_minor, target, bonus_low_bp, bonus_high_bp, highest_award_minor, hours,
  link_code, taken_at, deadline, started_at, verified, visits, counted, reward_minor, bonus_minor, bonus_bp, quality_bp,
  settled_at, claimed_at, review_until, objection, review_reason, over_share`

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
const OFFER = columnNames(OFFER_COLUMNS)

// Offers

export const insertOffer = statement(
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
export const rulesOfOffer = statement(
  `-- orders_rules_of_offer
  select rules from offer where id = $id`,
  { params: { id: 'uuid' }, columns: { rules: 'int2' } },
)

/** Members' offers that can still be taken at $now. */
export const findOpenOffers = statement(
  `-- orders_find_open_offers
  select ${OFFER} from offer where member_id = any ($member_ids::uuid[]) and status = 'open' and expires_at > $now`,
  { params: { member_ids: 'uuid[]', now: 'timestamptz' }, columns: OFFER_COLUMNS },
)

/** The member's open offer, expired or not. Lock order: before a campaign, and in the same order as expiry does. */
export const lockOpenOffer = statement(
  `-- orders_lock_open_offer
  select ${OFFER} from offer where member_id = $member_id and status = 'open' for no key update`,
  { params: { member_id: 'uuid' }, columns: OFFER_COLUMNS },
)

export const takeOffer = statement(
  `-- orders_take_offer
  update offer set status = 'taken' where id = $offer_id and member_id = $member_id and status = 'open' and expires_at > $now returning ${OFFER}`,
  { params: { offer_id: 'uuid', member_id: 'uuid', now: 'timestamptz' }, columns: OFFER_COLUMNS },
)

/** Skips the member's open offer, if any; its slice is released in a separate transaction. */
export const leaveOpenOffer = statement(
  `-- orders_leave_offer
  update offer set status = 'left' where member_id = $member_id and status = 'open' returning ${OFFER}`,
  { params: { member_id: 'uuid' }, columns: OFFER_COLUMNS },
)

export const skipLeftOffer = statement(
  `-- orders_skip_offer
  update offer set status = 'skipped' where id = $id and status = 'left' returning ${OFFER}`,
  { params: { id: 'uuid' }, columns: OFFER_COLUMNS },
)

/** Offers overdue at $now, and skipped ones whose slices were not released because of a crash; except $failed. */
export const findOffersToRelease = statement(
  `-- orders_offers_to_release
  select id from (
    (select id from offer where status = 'left' and id <> all ($failed::uuid[]) order by id limit $limit)
    union all
    (select id from offer where status = 'open' and expires_at <= $now and id <> all ($failed::uuid[]) order by expires_at limit $limit)
  ) due limit $limit`,
  { params: { now: 'timestamptz', failed: 'uuid[]', limit: typed<number>('int8') }, columns: { id: 'uuid' } },
)

/** Ends those that are still due at $now; skips rows locked by another process. */
export const expireOffers = statement(
  `-- orders_expire_offers
  update offer set status = case status when 'left' then 'skipped' else 'expired' end where id in (
    select id from offer where id = any ($ids::uuid[]) and (status = 'left' or (status = 'open' and expires_at <= $now))
    order by id for update skip locked)
  returning ${OFFER}`,
  { params: { ids: 'uuid[]', now: 'timestamptz' }, columns: OFFER_COLUMNS },
)

// Turns

/** For each member: the turns of their level, those used on the day of the instant $now in the time zone $time_zone, and that day. */
export const selectTurns = statement(
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

export const ORDER_COLUMNS = {
  id: 'uuid',
  campaign_id: 'uuid',
  status: typed<OrderStatus>('text'),
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
  /** Outcome of the carrier's objection. */
  objection: typed<'open' | 'upheld' | 'partly_upheld' | 'refused' | null>('text?'),
  review_reason: 'text?',
  /** Levels that it does not count towards, because orders of its placer already filled their share; null: none. */
  over_share: 'uuid[]?',
  offer_id: 'uuid',
  member_id: 'uuid',
  hold_id: 'uuid',
  /** Set past the deadline: it waits for confirmations until then. */
  unconfirmed_until: 'timestamptz?',
  /** Expired, with its money reserved until then for an objection. */
  kept_until: 'timestamptz?',
  /** The operator who ended its review. */
  reviewed_by: 'text?',
  /** False for old orders: `counted` is of hits, because quality was not yet measured by visitors. */
  counts_visitors: 'bool',
  /** The bought level at which it was taken, and so much of its fee is reserved for the bonus; null and 0: none. */
  level_purchase_id: 'uuid?',
  extra_bonus_minor: 'int8',
} as const

// Orders

export const insertOrder = statement(
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

export const findOrder = statement(
  `-- orders_find
  select ${ORDER} from orders where id = $id and member_id = $member_id`,
  { params: { id: 'uuid', member_id: 'uuid' }, columns: ORDER_COLUMNS },
)

export const findOrderOfOffer = statement(
  `-- orders_find_of_offer
  select ${ORDER} from orders where offer_id = $offer_id and member_id = $member_id`,
  { params: { offer_id: 'uuid', member_id: 'uuid' }, columns: ORDER_COLUMNS },
)

export const findLatestOrderOfCampaign = statement(
  `-- orders_find_latest_of_campaign
  select ${ORDER} from orders where campaign_id = $campaign_id and member_id = $member_id order by id desc limit 1`,
  { params: { campaign_id: 'uuid', member_id: 'uuid' }, columns: ORDER_COLUMNS },
)

export const lockOrder = statement(
  `-- orders_lock
  select ${ORDER} from orders where id = $order_id and member_id = $member_id for no key update`,
  { params: { order_id: 'uuid', member_id: 'uuid' }, columns: ORDER_COLUMNS },
)

/** For jobs, which act without a member: looked up by order id only. */
export const lockOrderForJob = statement(
  `-- orders_lock_for_job
  select ${ORDER} from orders where id = $id for no key update`,
  { params: { id: 'uuid' }, columns: ORDER_COLUMNS },
)

/** For operators and jobs; not locked. */
export const findOrderForJob = statement(
  `-- orders_find_for_job
  select ${ORDER} from orders where id = $id`,
  { params: { id: 'uuid' }, columns: ORDER_COLUMNS },
)

// A union of two statements, so that each uses its index. Reads the pages of several members at once, or of one. `before` is
// the last id of the previous page, or the maximum (keyset pagination).
const pageOfOrders = (name: string, condition: string) =>
  statement(
    `-- ${name}
  select page.no::int as no, o.*
  from unnest(${ofAnyLength('$members::uuid[]')}, ${ofAnyLength('$befores::uuid[]')}) with ordinality as page (member_id, before, no)
  cross join lateral (
    select ${SHOWN_ORDER} from orders
    where member_id = page.member_id and id < page.before${condition} order by id desc limit $limit) as o`,
    {
      params: { members: 'uuid[]', befores: 'uuid[]', limit: typed<number>('int8') },
      columns: {
        no: 'int4',
        id: 'uuid',
        campaign_id: 'uuid',
        status: typed<OrderStatus>('text'),
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
        objection: typed<'open' | 'upheld' | 'partly_upheld' | 'refused' | null>('text?'),
        review_reason: 'text?',
        over_share: 'uuid[]?',
      },
    },
  )

export const listOrders = pageOfOrders('orders_list', '')
export const listOpenOrders = pageOfOrders(
  'orders_list_open',
  ` and status in ('pending', 'distributing', 'success')`,
)

export const listOrdersOfStatus = statement(
  `-- orders_list_of_status
  select ${ORDER} from orders where member_id = $member_id and id < $before_id and status = $status order by id desc limit $limit`,
  {
    params: { member_id: 'uuid', before_id: 'uuid', limit: typed<number>('int8'), status: 'text' },
    columns: ORDER_COLUMNS,
  },
)

/** Orders taken in a period; null for no bound, or for any status. */
export const listOrdersOfPeriod = statement(
  `-- orders_list_of_period
  select ${ORDER} from orders
  where member_id = $member_id and id < $before_id and ($status::text is null or status = $status)
    and ($since::timestamptz is null or taken_at >= $since) and ($before::timestamptz is null or taken_at < $before)
  order by id desc limit $limit`,
  {
    params: {
      member_id: 'uuid',
      before_id: 'uuid',
      limit: typed<number>('int8'),
      status: 'text?',
      since: 'timestamptz?',
      before: 'timestamptz?',
    },
    columns: ORDER_COLUMNS,
  },
)

/** Claimed orders of a period; null for no bound. */
export const listClaimed = statement(
  `-- orders_list_claimed
  select ${ORDER} from orders
  where member_id = $member_id and id < $before_id and status = 'done'
    and ($since::timestamptz is null or claimed_at >= $since) and ($before::timestamptz is null or claimed_at < $before)
  order by id desc limit $limit`,
  {
    params: {
      member_id: 'uuid',
      before_id: 'uuid',
      limit: typed<number>('int8'),
      since: 'timestamptz?',
      before: 'timestamptz?',
    },
    columns: ORDER_COLUMNS,
  },
)

/** One row per member. */
export const countOrders = statement(
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

export const startDistributing = statement(
  `-- orders_start
  update orders set status = 'distributing', started_at = $started_at, link_code = $code where id = $id returning ${ORDER}`,
  { params: { id: 'uuid', started_at: 'timestamptz', code: 'text' }, columns: ORDER_COLUMNS },
)

export const markReturned = statement(
  `-- orders_give_back
  update orders set status = 'returned', settled_at = $settled_at where id = $id returning ${ORDER}`,
  { params: { id: 'uuid', settled_at: 'timestamptz' }, columns: ORDER_COLUMNS },
)

export const writeProgress = statement(
  `-- orders_write_progress
  update orders set verified = $verified, visits = $visits, counted = $counted, counts_visitors = true where id = $id returning ${ORDER}`,
  { params: { id: 'uuid', verified: 'int4', visits: 'int4', counted: 'int4' }, columns: ORDER_COLUMNS },
)

export const waitForConfirmation = statement(
  `-- orders_wait_for_confirmation
  update orders set unconfirmed_until = (select confirm_until from link where link.id = orders.id)
  where id = $order_id returning ${ORDER}`,
  { params: { order_id: 'uuid' }, columns: ORDER_COLUMNS },
)

export const putInReview = statement(
  `-- orders_put_in_review
  update orders set review_until = $review_until where id = $id returning ${ORDER}`,
  { params: { id: 'uuid', review_until: 'timestamptz' }, columns: ORDER_COLUMNS },
)

export const succeed = statement(
  `-- orders_succeed
  update orders set status = 'success', settled_at = $settled_at, reward_minor = $reward_minor, bonus_minor = $bonus_minor, bonus_bp = $bonus_bp, quality_bp = $quality_bp,
    over_share = $over_share
  where id = $id returning ${ORDER}`,
  {
    params: {
      id: 'uuid',
      settled_at: 'timestamptz',
      reward_minor: 'int8',
      bonus_minor: 'int8',
      bonus_bp: 'int4',
      quality_bp: 'int4',
      over_share: 'uuid[]?',
    },
    columns: ORDER_COLUMNS,
  },
)

export const expire = statement(
  `-- orders_expire
  update orders set status = 'expired', settled_at = $settled_at, quality_bp = 0, review_until = null, kept_until = $kept_until
  where id = $id returning ${ORDER}`,
  { params: { id: 'uuid', settled_at: 'timestamptz', kept_until: 'timestamptz?' }, columns: ORDER_COLUMNS },
)

/** Orders whose deadline or confirmation time passed by $settled_before, and those whose review timed out at $now. */
export const findDue = statement(
  `-- orders_due
  (select id from orders where status in ('pending', 'distributing') and review_until is null
     and coalesce(unconfirmed_until, deadline) <= $settled_before and id <> all ($failed::uuid[])
   order by coalesce(unconfirmed_until, deadline) limit $limit)
  union all
  (select id from orders where status = 'distributing' and review_until is not null and review_until <= $now
     and id <> all ($failed::uuid[])
   order by review_until limit $limit)`,
  {
    params: {
      settled_before: 'timestamptz',
      now: 'timestamptz',
      failed: 'uuid[]',
      limit: typed<number>('int8'),
    },
    columns: { id: 'uuid' },
  },
)

export const selectPlacer = statement(
  `-- orders_placer
  select member_id as placer_id from campaign where id = $campaign_id`,
  { params: { campaign_id: 'uuid' }, columns: { placer_id: 'uuid' } },
)

/** How many placers had an order taken since $since, at most $most: placer by placer along the index of campaigns by member. */
export const countPlacers = statement(
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
