// All SQL of levels; what may happen is decided in levels.ts and purchases.ts.
import { statement } from '../database/statement.ts'

export interface LevelRow {
  id: string
  /** 1 is where everyone begins. */
  rank: number
  name: string
  joining_fee_minor: bigint
  bonus_low_bp: number
  bonus_high_bp: number | null
  turns_a_day: number
  /** Verified orders that give it free of charge; null: it cannot be earned. */
  orders_to_earn: number | null
  /** Share of all their visits that must be verified. */
  earn_quality_bp: number
}

export type PurchaseState = 'open' | 'refunded' | 'replaced' | 'earned'

export interface PurchaseRow {
  id: string
  member_id: string
  level_id: string
  from_level_id: string
  fee_minor: bigint
  bought_at: Date
  given_minor: bigint
  recognised_minor: bigint
  state: PurchaseState
  refunded_minor: bigint | null
  closed_at: Date | null
}

const LEVEL =
  'id, rank, name, joining_fee_minor, bonus_low_bp, bonus_high_bp, turns_a_day, orders_to_earn, earn_quality_bp'
const PURCHASE = `id, member_id, level_id, from_level_id, fee_minor, bought_at, given_minor, recognised_minor,
  state, refunded_minor, closed_at`

export const selectLevels = statement<LevelRow>('levels_all', `select ${LEVEL} from level order by rank`)

export const selectLevel = statement<LevelRow>('levels_find', `select ${LEVEL} from level where id = $1`)

/** The levels that members have by record, or the first; one row a member. */
export const selectFreeLevels = statement<LevelRow & { member_id: string }>(
  'levels_free',
  `select m.id as member_id, l.*
   from unnest($1::uuid[]) as m (id)
   cross join lateral (
     select ${LEVEL} from level
     where rank = 1 or id in (select e.level_id from level_earned e where e.member_id = m.id)
     order by rank desc limit 1
   ) l`,
)

export const insertEarned = statement<{ level_id: string }>(
  'levels_insert_earned',
  `insert into level_earned (member_id, level_id, earned_at) values ($1, $2, $3)
   on conflict do nothing returning level_id`,
)

export const insertPurchase = statement<PurchaseRow>(
  'levels_insert_purchase',
  `insert into level_purchase (id, member_id, level_id, from_level_id, fee_minor, bought_at)
   values ($1, $2, $3, $4, $5, $6) returning ${PURCHASE}`,
)

export const selectOpenPurchase = statement<PurchaseRow>(
  'levels_open_purchase',
  `select ${PURCHASE} from level_purchase where member_id = $1 and state = 'open'`,
)

export const selectOpenPurchaseLocked = statement<PurchaseRow>(
  'levels_open_purchase_locked',
  `select ${PURCHASE} from level_purchase where member_id = $1 and state = 'open' for no key update`,
)

/** In order of id, so that two batches cannot deadlock. */
export const selectOpenPurchasesLocked = statement<PurchaseRow>(
  'levels_open_purchases_locked',
  `select ${PURCHASE} from level_purchase where member_id = any ($1::uuid[]) and state = 'open'
   order by id for no key update`,
)

export const selectPurchase = statement<PurchaseRow>(
  'levels_purchase',
  `select ${PURCHASE} from level_purchase where id = $1 and member_id = $2`,
)

export const selectBuyer = statement<{ member_id: string }>(
  'levels_buyer',
  'select member_id from level_purchase where id = $1',
)

export const selectPurchaseNames = statement<{ id: string; name: string }>(
  'levels_purchase_names',
  `select p.id, l.name from level_purchase p join level l on l.id = p.level_id where p.id = any ($1::uuid[])`,
)

export const updateGiven = statement(
  'levels_raise_given',
  `update level_purchase p set given_minor = p.given_minor + more.amount_minor
   from unnest($1::uuid[], $2::bigint[]) as more (id, amount_minor)
   where p.id = more.id and p.state = 'open'`,
)

export const closePurchase = statement<{ id: string }>(
  'levels_close_purchase',
  `update level_purchase
   set state = $2, refunded_minor = $3, recognised_minor = fee_minor - $3, closed_at = $4
   where id = $1 and state = 'open' returning id`,
)

/** Purchases of which the platform has earned more than it has recognised; skips rows locked elsewhere. */
export const selectToRecogniseLocked = statement<PurchaseRow>(
  'levels_to_recognise',
  `select ${PURCHASE} from level_purchase
   where state = 'open' and recognised_minor < least(fee_minor, given_minor) and bought_at < $1
   order by bought_at limit $2 for no key update skip locked`,
)

export const updateRecognised = statement(
  'levels_recognise',
  `update level_purchase set recognised_minor = least(fee_minor, given_minor) where id = any ($1::uuid[])`,
)

/** A level's bonus in every version of the table that was in force at an instant or later. */
export const selectRangesSince = statement<{
  level_id: string
  bonus_low_bp: number
  bonus_high_bp: number | null
}>(
  'levels_ranges_since',
  `select (l.level ->> '_id')::uuid as level_id, round((l.level ->> 'bonus_ads')::numeric * 100)::int as bonus_low_bp,
     round((l.level ->> 'max_bonus')::numeric * 100)::int as bonus_high_bp
   from version v cross join lateral jsonb_array_elements(v.content) as l (level)
   where v.kind = 'level' and v.key = 'table' and (l.level ->> '_id')::uuid = any ($2::uuid[])
     and v.number >= coalesce((select max(number) from version where kind = 'level' and key = 'table' and made_at <= $1), 1)`,
)
