import type { CampaignKind, CampaignStatus, Verification } from '@fairturn/contract/campaigns'
import type { Locale } from '@fairturn/contract/locales'
import { columnNames, type RowOf, typed, ofAnyLength, statement } from '../platform/database/statement.ts'

export type Texts = Readonly<Partial<Record<Locale, string>>>

export type Campaign = RowOf<typeof CAMPAIGN_COLUMNS>

const PLACED_TYPES = {
  brand: 'text',
  kind: 'text',
  verification: 'text',
  tagline: 'jsonb',
  caption: 'jsonb',
  creative: 'text',
  landing_url: 'text',
  landing_host: 'text',
  landing_final_host: 'text?',
  languages: 'text[]',
  countries: 'text[]',
  price_minor: 'int8',
  visits: 'int4',
  order_visits: 'int4',
  order_hours: 'int4',
  ends_at: 'timestamptz',
  service_fee_bp: 'int4',
  discount_bp: 'int4',
  highest_bonus_bp: 'int4',
  budget_minor: 'int8',
  bonus_reserve_minor: 'int8',
  service_fee_minor: 'int8',
  discount_minor: 'int8',
  least_hold_minor: 'int8',
  level_purchase_id: 'uuid?',
  extra_discount_minor: 'int8',
} as const
/** The placer's fields and those derived from them. */
const PLACED = columnNames(PLACED_TYPES)

/** What the statements below write of them. */
export interface Placed {
  readonly brand: string
  readonly kind: string
  readonly verification: string
  readonly tagline: object
  readonly caption: object
  readonly creative: string
  readonly landing_url: string
  readonly landing_host: string
  readonly landing_final_host: string | null
  readonly languages: readonly string[]
  readonly countries: readonly string[]
  readonly price_minor: bigint
  readonly visits: number
  readonly order_visits: number
  readonly order_hours: number
  readonly ends_at: Date
  readonly service_fee_bp: number
  readonly discount_bp: number
  readonly highest_bonus_bp: number
  readonly budget_minor: bigint
  readonly bonus_reserve_minor: bigint
  readonly service_fee_minor: bigint
  readonly discount_minor: bigint
  readonly least_hold_minor: bigint
  readonly level_purchase_id: string | null
  readonly extra_discount_minor: bigint
}
const PLACED_PARAMS = PLACED.replace(/\w+/g, '$$$&')

export const CAMPAIGN_COLUMNS = {
  id: 'uuid',
  /** The placer. */
  member_id: 'uuid',
  status: typed<CampaignStatus>('text'),
  brand: 'text',
  kind: typed<CampaignKind>('text'),
  verification: typed<Verification>('text'),
  /** Hours after Continue within which a postback is accepted. */
  confirm_hours: 'int4',
  tagline: typed<Texts>('jsonb'),
  caption: typed<Texts>('jsonb'),
  /** Path of an image on this site. */
  creative: 'text',
  landing_url: 'text',
  landing_host: 'text',
  /** Host after redirects; null: not checked. */
  landing_final_host: 'text?',
  /** Empty: all. */
  languages: typed<Locale[]>('text[]'),
  /** ISO 3166-1 alpha-2; empty: all. */
  countries: 'text[]',
  /** Minor units per verified visit. */
  price_minor: 'int8',
  visits: 'int4',
  /** Visits per order. */
  order_visits: 'int4',
  /** Hours from taking an order to its deadline. */
  order_hours: 'int4',
  service_fee_bp: 'int4',
  discount_bp: 'int4',
  highest_bonus_bp: 'int4',
  budget_minor: 'int8',
  bonus_reserve_minor: 'int8',
  service_fee_minor: 'int8',
  discount_minor: 'int8',
  level_purchase_id: 'uuid?',
  extra_discount_minor: 'int8',
  open_visits: 'int4',
  held_minor: 'int8',
  delivered_visits: 'int4',
  delivered_minor: 'int8',
  bonus_minor: 'int8',
  refunded_minor: 'int8',
  ends_at: 'timestamptz',
  created_at: 'timestamptz',
  paid_at: 'timestamptz?',
  activated_at: 'timestamptz?',
  ended_at: 'timestamptz?',
  closed_at: 'timestamptz?',
  reject_reason: 'text?',
  /** Set while paused by an operator. */
  pause_reason: 'text?',
  /** Paused by its placer, independently of operators. */
  placer_paused: 'bool',
  /** Since when it waits for a look because five networks reported it within a day. */
  reported_at: 'timestamptz?',
} as const
export const CAMPAIGN = columnNames(CAMPAIGN_COLUMNS)

export const insertCampaign = statement(
  `-- campaigns_insert
  insert into campaign (id, ${PLACED}, member_id, created_at, draw_key)
  values ($id, ${PLACED_PARAMS}, $member_id, $created_at, $draw_key)
  returning ${CAMPAIGN}`,
  {
    params: { ...PLACED_TYPES, id: 'uuid', member_id: 'uuid', created_at: 'timestamptz', draw_key: 'float8' },
    columns: CAMPAIGN_COLUMNS,
  },
)

/** The same for an unpaid campaign. */
export const updateChanged = statement(
  `-- campaigns_change
  update campaign set (${PLACED}) = (${PLACED_PARAMS}) where id = $id returning ${CAMPAIGN}`,
  {
    params: { ...PLACED_TYPES, id: 'uuid' },
    columns: CAMPAIGN_COLUMNS,
  },
)

export const selectUnpaid = statement(
  `-- campaigns_unpaid
  select id from campaign where member_id = $member_id and status = 'unpaid'`,
  { params: { member_id: 'uuid' }, columns: { id: 'uuid' } },
)

export const selectCampaign = statement(
  `-- campaigns_find
  select ${CAMPAIGN} from campaign where id = $id`,
  { params: { id: 'uuid' }, columns: CAMPAIGN_COLUMNS },
)

export const selectCampaigns = statement(
  `-- campaigns_some
  select ${CAMPAIGN} from campaign where id = any (${ofAnyLength('$ids::uuid[]')})`,
  { params: { ids: 'uuid[]' }, columns: CAMPAIGN_COLUMNS },
)

/** Fields of a campaign shown with orders and offers. */
export type CampaignSummary = Pick<
  Campaign,
  'id' | 'brand' | 'tagline' | 'caption' | 'creative' | 'landing_host'
>

export const selectCampaignSummaries = statement(
  `-- campaigns_shown
  select id, brand, tagline, caption, creative, landing_host from campaign where id = any (${ofAnyLength('$ids::uuid[]')})`,
  {
    params: { ids: 'uuid[]' },
    columns: {
      id: 'uuid',
      brand: 'text',
      tagline: typed<Texts>('jsonb'),
      caption: typed<Texts>('jsonb'),
      creative: 'text',
      landing_host: 'text',
    },
  },
)

/** One member's, newest first. */
export const selectCampaignsOfMember = statement(
  `-- campaigns_of_member
  select ${CAMPAIGN} from campaign
  where member_id = $member_id and ($status::text is null or status = $status) and id < $before
  order by id desc limit $limit`,
  {
    params: { member_id: 'uuid', status: 'text?', before: 'uuid', limit: typed<number>('int8') },
    columns: CAMPAIGN_COLUMNS,
  },
)

export const selectCampaignLocked = statement(
  `-- campaigns_find_locked
  select ${CAMPAIGN} from campaign where id = $id for no key update`,
  { params: { id: 'uuid' }, columns: CAMPAIGN_COLUMNS },
)

export const updatePaid = statement(
  `-- campaigns_paid
  update campaign set status = 'review', paid_at = $paid_at where id = $id returning ${CAMPAIGN}`,
  { params: { id: 'uuid', paid_at: 'timestamptz' }, columns: CAMPAIGN_COLUMNS },
)

export const updateStatus = statement(
  `-- campaigns_status
  update campaign set status = $status, activated_at = coalesce(activated_at, $now), pause_reason = $pause_reason,
    placer_paused = $placer_paused where id = $id
  returning ${CAMPAIGN}`,
  {
    params: { id: 'uuid', status: 'text', now: 'timestamptz', pause_reason: 'text?', placer_paused: 'bool' },
    columns: CAMPAIGN_COLUMNS,
  },
)

/** Visits added by top-ups. */
export const updateToppedUp = statement(
  `-- campaigns_top_up
  with added as (
    insert into campaign_top_up (id, campaign_id, visits, budget_minor, bonus_reserve_minor, service_fee_minor,
      discount_minor, level_purchase_id, extra_discount_minor, paid_at)
    values ($id, $campaign_id, $visits, $budget_minor, $bonus_reserve_minor, $service_fee_minor, $discount_minor, $level_purchase_id, $extra_discount_minor, $paid_at))
  update campaign set visits = visits + $visits, budget_minor = budget_minor + $budget_minor,
    bonus_reserve_minor = bonus_reserve_minor + $bonus_reserve_minor, service_fee_minor = service_fee_minor + $service_fee_minor,
    discount_minor = discount_minor + $discount_minor
  where id = $campaign_id returning ${CAMPAIGN}`,
  {
    params: {
      campaign_id: 'uuid',
      id: 'uuid',
      visits: 'int4',
      budget_minor: 'int8',
      bonus_reserve_minor: 'int8',
      service_fee_minor: 'int8',
      discount_minor: 'int8',
      level_purchase_id: 'uuid?',
      extra_discount_minor: 'int8',
      paid_at: 'timestamptz',
    },
    columns: CAMPAIGN_COLUMNS,
  },
)

/**
 * Discounts from bought levels, on the campaign and on its top-ups. Ordered by purchase, in which order purchases are
 * locked.
 */
export const selectBoughtDiscounts = statement(
  `-- campaigns_bought_discounts
  select level_purchase_id, extra_discount_minor from campaign where id = $id and level_purchase_id is not null
  union all
  select level_purchase_id, extra_discount_minor from campaign_top_up
  where campaign_id = $id and level_purchase_id is not null
  order by level_purchase_id`,
  { params: { id: 'uuid' }, columns: { level_purchase_id: 'uuid', extra_discount_minor: 'int8' } },
)

/** Unpaid campaigns past their time limit. */
export const cancelUnpaid = statement(
  `-- campaigns_cancel_unpaid
  update campaign set status = 'cancelled', ended_at = $now, closed_at = $now
  where id in (select id from campaign where status = 'unpaid' and created_at <= $before and not exists (
    select from deposit d where d.campaign_id = campaign.id and (d.status = 'awaiting' or d.status = 'credited' and d.campaign_outcome is null))
  limit 500 for no key update skip locked)
  returning id`,
  { params: { now: 'timestamptz', before: 'timestamptz' }, columns: { id: 'uuid' } },
)

export const updateEnded = statement(
  `-- campaigns_ended
  update campaign set status = $status, ended_at = $ended_at, reject_reason = $reason where id = $id returning ${CAMPAIGN}`,
  {
    params: { id: 'uuid', status: 'text', ended_at: 'timestamptz', reason: 'text?' },
    columns: CAMPAIGN_COLUMNS,
  },
)

export const updateRefunded = statement(
  `-- campaigns_refunded
  update campaign set refunded_minor = refunded_minor + $refunded_minor, closed_at = $closed_at where id = $id returning ${CAMPAIGN}`,
  { params: { id: 'uuid', refunded_minor: 'int8', closed_at: 'timestamptz?' }, columns: CAMPAIGN_COLUMNS },
)

/** Reserves a slice; the campaign moves to a new random position in the draw order. */
export const updateReserved = statement(
  `-- campaigns_reserve
  with moved as (
    update campaign_draw set draw_key = $draw_key where campaign_id = $campaign_id and country in ('', $country) and locale in ('', $locale)
  )
  update campaign set open_visits = open_visits + $visits, held_minor = held_minor + $hold_minor, draw_key = $draw_key where id = $campaign_id`,
  {
    params: {
      campaign_id: 'uuid',
      visits: 'int4',
      hold_minor: 'int8',
      draw_key: 'float8',
      country: 'text?',
      locale: 'text',
    },
  },
)

/** Set before locking a campaign that may have no slice left. */
export const setSavepoint = statement(
  `-- campaigns_set_savepoint
  savepoint slice_try`,
)

/** Releases the locks acquired since. */
export const rollbackToSavepoint = statement(
  `-- campaigns_rollback_to_savepoint
  rollback to savepoint slice_try`,
)

/**
 * Locked in id order, which avoids deadlocks. A combined lock and update would return to the row version of the
 * statement's snapshot.
 */
export const lockCampaigns = statement(
  `-- campaigns_lock
  select id from campaign where id = any ($ids::uuid[]) order by id for no key update`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid' } },
)

/** Ended slices, summed by campaign; the campaigns are locked. */
export const updateDelivered = statement(
  `-- campaigns_deliver
  with slice as (
    select * from unnest($campaign_id::uuid[], $target::int[], $highest_award_minor::bigint[], $verified::int[], $reward_minor::bigint[], $bonus_minor::bigint[])
      as s (campaign_id, target, hold_minor, verified, reward_minor, bonus_minor)
  ), total as (
    select campaign_id, sum(target)::int as target, sum(hold_minor) as hold_minor, sum(verified)::int as verified,
      sum(reward_minor) as reward_minor, sum(bonus_minor) as bonus_minor
    from slice group by campaign_id
  )
  update campaign c set
    open_visits = c.open_visits - total.target,
    held_minor = c.held_minor - total.hold_minor,
    delivered_visits = c.delivered_visits + total.verified,
    delivered_minor = c.delivered_minor + total.reward_minor,
    bonus_minor = c.bonus_minor + total.bonus_minor
  from total where c.id = total.campaign_id
  returning c.id`,
  {
    params: {
      campaign_id: 'uuid[]',
      target: 'int4[]',
      highest_award_minor: 'int8[]',
      verified: 'int4[]',
      reward_minor: 'int8[]',
      bonus_minor: 'int8[]',
    },
    columns: { id: 'uuid' },
  },
)

export interface DrawableRow {
  id: string
  /** Remaining slices, whole and partial. */
  slices: number
}

/** Campaigns frozen after a finding of the ledger check (decision 028); almost always none, and read once per statement. */
const FROZEN = `array(select subject::uuid from ledger_freeze where scope in ('campaign_money', 'campaign_payments') and released_at is null)`

const of = (name: string) => `(select ${name} from draw)`
const ORDERED = `order by draw_key limit ${of('rows')}`
const DRAWN =
  'draw_key, ceil((visits - delivered_visits - open_visits) / order_visits::numeric)::int as slices'
const MAY_CARRY = `member_id <> ${of('member_id')} and ends_at > ${of('now')} and id <> all (${of('frozen')}::uuid[])`
const forOne = (audience: string) => `(select id, ${DRAWN} from campaign
  where drawable and audience = ${audience} and draw_key >= ${of('position')} and ${MAY_CARRY} ${ORDERED})`
// `offset 0` is an optimization fence: a campaign is not read before its turn in the order.
const forSeveral = (country: string, locale: string) => `(select id, position.${DRAWN}
  from (select campaign_id, draw_key from campaign_draw
    where country = ${country} and locale = ${locale} and draw_key >= ${of('position')} order by draw_key) as position
  cross join lateral (select * from campaign where id = campaign_id and ${MAY_CARRY} offset 0) as campaign
  order by position.draw_key limit ${of('rows')})`

/**
 * The next `$rows` campaigns from position `$position` in random order: those for country `$country` or all countries, in language `$locale`
 * or all languages, merged as one order. Parameters are read from `draw` to hide them from PostgreSQL: otherwise it
 * replans each draw with a custom plan, which takes longer than the draw itself.
 */
export const selectDrawable = statement(
  `-- campaigns_drawable
  with draw as materialized (select $position::float8 as position, $member_id::uuid as member_id, $now::timestamptz as now,
    $country::text as country, $locale::text as locale, $rows::int as rows, ${FROZEN} as frozen)
  select id, slices from (
    ${forOne("''")} union all ${forOne(of('locale'))}
    union all ${forSeveral(of('country'), of('locale'))} union all ${forSeveral(of('country'), "''")}
    union all ${forSeveral("''", of('locale'))}
  ) as audiences ${ORDERED}`,
  {
    params: {
      position: 'float8',
      member_id: 'uuid',
      now: 'timestamptz',
      country: 'text?',
      locale: 'text',
      rows: 'int4',
    },
    columns: { id: 'uuid', slices: 'int4' },
  },
)

/**
 * Campaigns due to end, and ended ones whose last order is over; not $faulty, and none locked elsewhere. The condition is
 * repeated, because for a row that changed before it was locked PostgreSQL re-evaluates only the outer one.
 */
export const selectDueLocked = statement(
  `-- campaigns_due
  select ${CAMPAIGN} from campaign
  where id in (
    (select id from campaign where due and id <> all ($faulty::uuid[] || ${FROZEN}) limit 1)
    union all
    (select id from campaign where status in ('active', 'paused') and ends_at <= $now
       and id <> all ($faulty::uuid[] || ${FROZEN}) order by ends_at limit 1))
    and (due or (status in ('active', 'paused') and ends_at <= $now))
  for no key update skip locked`,
  { params: { now: 'timestamptz', faulty: 'uuid[]' }, columns: CAMPAIGN_COLUMNS },
)

export const selectPage = statement(
  `-- campaigns_page
  select ${CAMPAIGN} from campaign
  where id > $after and ($closed_since::timestamptz is null or closed_at is null or closed_at > $closed_since) order by id limit $limit`,
  {
    params: { after: 'uuid', limit: typed<number>('int8'), closed_since: 'timestamptz?' },
    columns: CAMPAIGN_COLUMNS,
  },
)

export const updateConfirmHours = statement(
  `-- campaigns_confirm_hours
  update campaign set confirm_hours = $confirm_hours where id = $id`,
  { params: { id: 'uuid', confirm_hours: 'int4' } },
)
