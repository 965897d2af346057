import type { CampaignKind, CampaignStatus, Verification } from '@fairturn/contract/campaigns'
import type { Locale } from '@fairturn/contract/locales'
import { ofAnyLength, statement } from '../platform/database/statement.ts'

export type Texts = Readonly<Partial<Record<Locale, string>>>

export interface Campaign {
  id: string
  /** The placer. */
  member_id: string
  status: CampaignStatus
  brand: string
  kind: CampaignKind
  verification: Verification
  /** Hours after Continue within which a postback is accepted. */
  confirm_hours: number
  tagline: Texts
  caption: Texts
  /** Path of an image on this site. */
  creative: string
  landing_url: string
  landing_host: string
  /** Host after redirects; null: not checked. */
  landing_final_host: string | null
  /** Empty: all. */
  languages: Locale[]
  /** ISO 3166-1 alpha-2; empty: all. */
  countries: string[]
  /** Minor units per verified visit. */
  price_minor: bigint
  visits: number
  /** Visits per order. */
  order_visits: number
  /** Hours from taking an order to its deadline. */
  order_hours: number
  service_fee_bp: number
  discount_bp: number
  highest_bonus_bp: number
  budget_minor: bigint
  bonus_reserve_minor: bigint
  service_fee_minor: bigint
  discount_minor: bigint
  level_purchase_id: string | null
  extra_discount_minor: bigint
  open_visits: number
  held_minor: bigint
  delivered_visits: number
  delivered_minor: bigint
  bonus_minor: bigint
  refunded_minor: bigint
  ends_at: Date
  created_at: Date
  paid_at: Date | null
  activated_at: Date | null
  ended_at: Date | null
  closed_at: Date | null
  reject_reason: string | null
  /** Set while paused by an operator. */
  pause_reason: string | null
  /** Paused by its placer, independently of operators. */
  placer_paused: boolean
}

export const CAMPAIGN = `id, member_id, status, brand, kind, verification, confirm_hours, tagline, caption, creative, landing_url, landing_host,
  landing_final_host, languages, countries, price_minor, visits, order_visits, order_hours, service_fee_bp, discount_bp, highest_bonus_bp,
  budget_minor, bonus_reserve_minor, service_fee_minor, discount_minor, level_purchase_id, extra_discount_minor,
  open_visits, held_minor, delivered_visits, delivered_minor, bonus_minor, refunded_minor,
  ends_at, created_at, paid_at, activated_at, ended_at, closed_at, reject_reason, pause_reason, placer_paused`

/** The placer's fields and those derived from them, in the parameter order of both statements below. */
const PLACED = `brand, kind, verification, tagline, caption, creative, landing_url, landing_host, landing_final_host,
  languages, countries, price_minor, visits, order_visits, order_hours, ends_at, service_fee_bp, discount_bp,
  highest_bonus_bp, budget_minor, bonus_reserve_minor, service_fee_minor, discount_minor, least_hold_minor,
  level_purchase_id, extra_discount_minor`

const numbered = (first: number, columns: string): string =>
  columns
    .split(',')
    .map((_column, i) => `$${first + i}`)
    .join(', ')

export const insertCampaign = statement<Campaign>(`-- campaigns_insert
  insert into campaign (id, ${PLACED}, member_id, created_at, draw_key)
  values ($1, ${numbered(2, PLACED)}, $28, $29, $30)
  returning ${CAMPAIGN}`)

/** The same for an unpaid campaign. */
export const updateChanged = statement<Campaign>(`-- campaigns_change
  update campaign set (${PLACED}) = (${numbered(2, PLACED)}) where id = $1 returning ${CAMPAIGN}`)

export const selectUnpaid = statement<{ id: string }>(`-- campaigns_unpaid
  select id from campaign where member_id = $1 and status = 'unpaid'`)

export const selectCampaign = statement<Campaign>(`-- campaigns_find
  select ${CAMPAIGN} from campaign where id = $1`)

export const selectCampaigns = statement<Campaign>(`-- campaigns_some
  select ${CAMPAIGN} from campaign where id = any (${ofAnyLength('$1::uuid[]')})`)

/** Fields of a campaign shown with orders and offers. */
export type CampaignSummary = Pick<
  Campaign,
  'id' | 'brand' | 'tagline' | 'caption' | 'creative' | 'landing_host'
>

export const selectCampaignSummaries = statement<CampaignSummary>(`-- campaigns_shown
  select id, brand, tagline, caption, creative, landing_host from campaign where id = any (${ofAnyLength('$1::uuid[]')})`)

/** One member's, newest first. */
export const selectCampaignsOfMember = statement<Campaign>(`-- campaigns_of_member
  select ${CAMPAIGN} from campaign
  where member_id = $1 and ($2::text is null or status = $2) and id < $3
  order by id desc limit $4`)

export const selectCampaignLocked = statement<Campaign>(`-- campaigns_find_locked
  select ${CAMPAIGN} from campaign where id = $1 for no key update`)

export const updatePaid = statement<Campaign>(`-- campaigns_paid
  update campaign set status = 'review', paid_at = $2 where id = $1 returning ${CAMPAIGN}`)

export const updateStatus = statement<Campaign>(`-- campaigns_status
  update campaign set status = $2, activated_at = coalesce(activated_at, $3), pause_reason = $4,
    placer_paused = $5 where id = $1
  returning ${CAMPAIGN}`)

/** Visits added by top-ups. */
export const updateToppedUp = statement<Campaign>(`-- campaigns_top_up
  with added as (
    insert into campaign_top_up (id, campaign_id, visits, budget_minor, bonus_reserve_minor, service_fee_minor,
      discount_minor, level_purchase_id, extra_discount_minor, paid_at)
    values ($2, $1, $3, $4, $5, $6, $7, $8, $9, $10))
  update campaign set visits = visits + $3, budget_minor = budget_minor + $4,
    bonus_reserve_minor = bonus_reserve_minor + $5, service_fee_minor = service_fee_minor + $6,
    discount_minor = discount_minor + $7
  where id = $1 returning ${CAMPAIGN}`)

/**
 * Discounts from bought levels, on the campaign and on its top-ups. Ordered by purchase, in which order purchases are
 * locked.
 */
export const selectBoughtDiscounts = statement<{
  level_purchase_id: string
  extra_discount_minor: bigint
}>(`-- campaigns_bought_discounts
  select level_purchase_id, extra_discount_minor from campaign where id = $1 and level_purchase_id is not null
  union all
  select level_purchase_id, extra_discount_minor from campaign_top_up
  where campaign_id = $1 and level_purchase_id is not null
  order by level_purchase_id`)

/** Unpaid campaigns past their time limit. */
export const cancelUnpaid = statement<{ id: string }>(`-- campaigns_cancel_unpaid
  update campaign set status = 'cancelled', ended_at = $1, closed_at = $1
  where id in (select id from campaign where status = 'unpaid' and created_at <= $2 limit 500 for no key update skip locked)
  returning id`)

export const updateEnded = statement<Campaign>(`-- campaigns_ended
  update campaign set status = $2, ended_at = $3, reject_reason = $4 where id = $1 returning ${CAMPAIGN}`)

export const updateRefunded = statement<Campaign>(`-- campaigns_refunded
  update campaign set refunded_minor = refunded_minor + $2, closed_at = $3 where id = $1 returning ${CAMPAIGN}`)

/** Reserves a slice; the campaign moves to a new random position in the draw order. */
export const updateReserved = statement(`-- campaigns_reserve
  with place as (
    update campaign_draw set draw_key = $4 where campaign_id = $1 and country in ('', $5) and locale in ('', $6)
  )
  update campaign set open_visits = open_visits + $2, held_minor = held_minor + $3, draw_key = $4 where id = $1`)

/** Set before locking a campaign that may have no slice left. */
export const setSavepoint = statement(`-- campaigns_set_savepoint
  savepoint slice_try`)

/** Releases the locks acquired since. */
export const rollbackToSavepoint = statement(`-- campaigns_rollback_to_savepoint
  rollback to savepoint slice_try`)

/**
 * Locked in id order, which avoids deadlocks. A combined lock and update would return to the row version of the
 * statement's snapshot.
 */
export const lockCampaigns = statement<{ id: string }>(`-- campaigns_lock
  select id from campaign where id = any ($1::uuid[]) order by id for no key update`)

/** Ended slices, summed by campaign; the campaigns are locked. */
export const updateDelivered = statement<{ id: string }>(`-- campaigns_deliver
  with slice as (
    select * from unnest($1::uuid[], $2::int[], $3::bigint[], $4::int[], $5::bigint[], $6::bigint[])
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
  returning c.id`)

export interface DrawableRow {
  id: string
  /** Remaining slices, whole and partial. */
  slices: number
}

/** Campaigns frozen after a finding of the ledger check (decision 028); almost always none, and read once per statement. */
const PAUSED = `array(select subject::uuid from ledger_freeze where scope = 'campaign_money' and released_at is null)`

const of = (name: string) => `(select ${name} from draw)`
const ORDERED = `order by draw_key limit ${of('rows')}`
const DRAWN =
  'draw_key, ceil((visits - delivered_visits - open_visits) / order_visits::numeric)::int as slices'
const MAY_CARRY = `member_id <> ${of('member_id')} and ends_at > ${of('now')} and id <> all (${of('paused')}::uuid[])`
const forOne = (audience: string) => `(select id, ${DRAWN} from campaign
  where drawable and audience = ${audience} and draw_key >= ${of('place')} and ${MAY_CARRY} ${ORDERED})`
// `offset 0` is an optimization fence: a campaign is not read before its turn in the order.
const forSeveral = (country: string, locale: string) => `(select id, place.${DRAWN}
  from (select campaign_id, draw_key from campaign_draw
    where country = ${country} and locale = ${locale} and draw_key >= ${of('place')} order by draw_key) as place
  cross join lateral (select * from campaign where id = campaign_id and ${MAY_CARRY} offset 0) as campaign
  order by place.draw_key limit ${of('rows')})`

/**
 * The next `$6` campaigns from position `$1` in random order: those for country `$4` or all countries, in language `$5`
 * or all languages, merged as one order. Parameters are read from `draw` to hide them from PostgreSQL: otherwise it
 * replans each draw with a custom plan, which takes longer than the draw itself.
 */
export const selectDrawable = statement<DrawableRow>(`-- campaigns_drawable
  with draw as materialized (select $1::float8 as place, $2::uuid as member_id, $3::timestamptz as now,
    $4::text as country, $5::text as locale, $6::int as rows, ${PAUSED} as paused)
  select id, slices from (
    ${forOne("''")} union all ${forOne(of('locale'))}
    union all ${forSeveral(of('country'), of('locale'))} union all ${forSeveral(of('country'), "''")}
    union all ${forSeveral("''", of('locale'))}
  ) as audiences ${ORDERED}`)

/**
 * Campaigns due to end, and ended ones whose last order is over; not $2, and none locked elsewhere. The condition is
 * repeated, because for a row that changed before it was locked PostgreSQL re-evaluates only the outer one.
 */
export const selectDueLocked = statement<Campaign>(`-- campaigns_due
  select ${CAMPAIGN} from campaign
  where id in (
    (select id from campaign where due and id <> all ($2::uuid[] || ${PAUSED}) limit 1)
    union all
    (select id from campaign where status in ('active', 'paused') and ends_at <= $1
       and id <> all ($2::uuid[] || ${PAUSED}) order by ends_at limit 1))
    and (due or (status in ('active', 'paused') and ends_at <= $1))
  for no key update skip locked`)

export const selectPage = statement<Campaign>(`-- campaigns_page
  select ${CAMPAIGN} from campaign
  where id > $1 and ($3::timestamptz is null or closed_at is null or closed_at > $3) order by id limit $2`)

export const updateConfirmHours = statement(`-- campaigns_confirm_hours
  update campaign set confirm_hours = $2 where id = $1`)
