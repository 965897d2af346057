// All SQL of levels, and which level a member has: by their record, or by purchase.
import type { Queryable, Tx } from '../platform/database/database.ts'
import {
  columnNames,
  type RowOf,
  typed,
  toColumns,
  statement,
  ofAnyLength,
} from '../platform/database/statement.ts'
import { orRefuse } from '../platform/http/refusal.ts'

export type LevelRow = RowOf<typeof LEVEL_COLUMNS>

export type PurchaseStatus = 'open' | 'refunded' | 'replaced' | 'earned'

export type PurchaseRow = RowOf<typeof PURCHASE_COLUMNS>

const LEVEL_COLUMNS = {
  id: 'uuid',
  /** 1 is the first level, at which everyone starts. */
  rank: 'int4',
  name: 'text',
  joining_fee_minor: 'int8',
  bonus_low_bp: 'int4',
  bonus_high_bp: 'int4?',
  turns_a_day: 'int4',
  /** Verified orders that earn it for free; null: it cannot be earned. */
  orders_to_earn: 'int4?',
  /** Minimum share of verified visits over all their orders. */
  earn_quality_bp: 'int4',
} as const
const LEVEL = columnNames(LEVEL_COLUMNS)

const selectLevels = statement(
  `-- levels_all
  select ${LEVEL} from level order by rank`,
  { columns: LEVEL_COLUMNS },
)

const selectLevel = statement(
  `-- levels_find
  select ${LEVEL} from level where id = $level_id`,
  { params: { level_id: 'uuid' }, columns: LEVEL_COLUMNS },
)

/** Levels that members have by their record, or the first level; one row per member. */
const selectFreeLevels = statement(
  `-- levels_free
  select m.id as member_id, l.*
  from unnest($ids::uuid[]) as m (id)
  cross join lateral (
    select ${LEVEL} from level
    where rank = 1 or id in (select e.level_id from level_earned e where e.member_id = m.id)
    order by rank desc limit 1
  ) l`,
  { params: { ids: 'uuid[]' }, columns: { ...LEVEL_COLUMNS, member_id: 'uuid' } },
)

export const insertEarned = statement(
  `-- levels_insert_earned
  insert into level_earned (member_id, level_id, earned_at) values ($member_id, $level_id, $earned_at)
  on conflict do nothing returning level_id`,
  {
    params: { member_id: 'uuid', level_id: 'uuid', earned_at: 'timestamptz' },
    columns: { level_id: 'uuid' },
  },
)

/**
 * Counts one order of a placer for each level of which less than 1/$placers has come from them; returns every level that
 * orders earn, and whether it counts for it.
 */
export const countOrder = statement(
  `-- levels_count_order
  with counted as (
  insert into placer_record (member_id, placer_id, level_id, orders)
  select $member_id, $placer_id, id, 1 from level where orders_to_earn > 0 and $placers > 0
  on conflict (member_id, placer_id, level_id) do update set orders = placer_record.orders + 1
  where placer_record.orders < (select (l.orders_to_earn + $placers - 1) / $placers from level l where l.id = placer_record.level_id)
  returning level_id)
  select l.id as level_id, c.level_id is not null as counted from level l left join counted c on c.level_id = l.id
  where l.orders_to_earn > 0 order by l.rank`,
  {
    params: { member_id: 'uuid', placer_id: 'uuid', placers: 'int4' },
    columns: { level_id: 'uuid', counted: 'bool' },
  },
)

/** Whether orders of this placer already make up 1/$placers of what some level needs. */
export const hasCountedShare = statement(
  `-- levels_counted_share
  select exists (
    select from placer_record r join level l on l.id = r.level_id
    where r.member_id = $member_id and r.placer_id = $placer_id and r.orders * $placers >= l.orders_to_earn) as found`,
  { params: { member_id: 'uuid', placer_id: 'uuid', placers: 'int4' }, columns: { found: 'bool' } },
)

const PURCHASE_COLUMNS = {
  id: 'uuid',
  member_id: 'uuid',
  level_id: 'uuid',
  from_level_id: 'uuid',
  fee_minor: 'int8',
  bought_at: 'timestamptz',
  given_minor: 'int8',
  recognised_minor: 'int8',
  /** Discounts above the free level's on paid campaigns that have not closed yet. */
  open_discount_minor: 'int8',
  /** The most bonus above the free level's that open orders may still give. */
  open_bonus_minor: 'int8',
  status: typed<PurchaseStatus>('text'),
  refunded_minor: 'int8?',
  closed_at: 'timestamptz?',
  /** Paid again, when this was given back, for the purchase it had replaced. */
  restored_minor: 'int8',
} as const
const PURCHASE = columnNames(PURCHASE_COLUMNS)

export const insertPurchase = statement(
  `-- levels_insert_purchase
  insert into level_purchase (id, member_id, level_id, from_level_id, fee_minor, bought_at)
  values ($id, $member_id, $level_id, $from_level_id, $fee_minor, $bought_at) returning ${PURCHASE}`,
  {
    params: {
      id: 'uuid',
      member_id: 'uuid',
      level_id: 'uuid',
      from_level_id: 'uuid',
      fee_minor: 'int8',
      bought_at: 'timestamptz',
    },
    columns: PURCHASE_COLUMNS,
  },
)

const selectOpenPurchase = statement(
  `-- levels_open_purchase
  select ${PURCHASE} from level_purchase where member_id = $member_id and status = 'open'`,
  { params: { member_id: 'uuid' }, columns: PURCHASE_COLUMNS },
)

export const selectOpenPurchaseLocked = statement(
  `-- levels_open_purchase_locked
  select ${PURCHASE} from level_purchase where member_id = $member_id and status = 'open' for no key update`,
  { params: { member_id: 'uuid' }, columns: PURCHASE_COLUMNS },
)

/** Locked in id order, so that two batches cannot deadlock. */
export const selectPurchasesLocked = statement(
  `-- levels_purchases_locked
  select ${PURCHASE} from level_purchase where id = any ($ids::uuid[]) order by id for no key update`,
  { params: { ids: typed<readonly (string | null)[]>('uuid[]') }, columns: PURCHASE_COLUMNS },
)

export const selectPurchase = statement(
  `-- levels_purchase
  select ${PURCHASE} from level_purchase where id = $purchase_id and member_id = $member_id`,
  { params: { purchase_id: 'uuid', member_id: 'uuid' }, columns: PURCHASE_COLUMNS },
)

const selectBuyer = statement(
  `-- levels_buyer
  select member_id from level_purchase where id = $purchase_id`,
  { params: { purchase_id: 'uuid' }, columns: { member_id: 'uuid' } },
)

const selectPurchaseNames = statement(
  `-- levels_purchase_names
  select p.id, l.name from level_purchase p join level l on l.id = p.level_id where p.id = any (${ofAnyLength('$purchase_ids::uuid[]')})`,
  { params: { purchase_ids: 'uuid[]' }, columns: { id: 'uuid', name: 'text' } },
)

/** An open, locked purchase. */
export const reserveBonus = statement(
  `-- levels_reserve_bonus
  update level_purchase set open_bonus_minor = open_bonus_minor + $extra_bonus_minor where id = $id`,
  { params: { id: 'uuid', extra_bonus_minor: 'int8' } },
)

/** No row if the purchase has ended. */
export const reserveDiscount = statement(
  `-- levels_reserve_discount
  update level_purchase set open_discount_minor = open_discount_minor + $extra_discount_minor
  where id = $level_purchase_id and status = 'open' returning id`,
  { params: { level_purchase_id: 'uuid', extra_discount_minor: 'int8' }, columns: { id: 'uuid' } },
)

export const selectPurchaseLocked = statement(
  `-- levels_purchase_locked
  select ${PURCHASE} from level_purchase where id = $id for no key update`,
  { params: { id: 'uuid' }, columns: PURCHASE_COLUMNS },
)

/** Of open, locked purchases: releases so much of what was reserved, and counts so much of it as given. */
export const countBonuses = statement(
  `-- levels_count_bonuses
  update level_purchase p
  set open_bonus_minor = open_bonus_minor - more.released_minor, given_minor = p.given_minor + more.given_minor
  from unnest($ids::uuid[], $open_bonus_minor::bigint[], $given_minor::bigint[]) as more (id, released_minor, given_minor)
  where p.id = more.id`,
  { params: { ids: 'uuid[]', open_bonus_minor: 'int8[]', given_minor: 'int8[]' } },
)

/**
 * When the last of those levels up to this rank that were given back in full, although they had given something, was closed;
 * a purchase replaced by an upgrade counts once that was given back without restoring it.
 */
export const selectHarvested = statement(
  `-- levels_harvested
  select p.closed_at from level_purchase p join level l on l.id = p.level_id
  where p.member_id = $member_id and l.rank <= $rank and p.closed_at > $since
    and p.refunded_minor = p.fee_minor and p.fee_minor > 0
    and p.given_minor + p.open_discount_minor + p.open_bonus_minor > 0
    and (p.status = 'refunded' or p.status = 'replaced' and exists (select from level_purchase n
      where n.member_id = p.member_id and n.bought_at = p.closed_at and n.status = 'refunded'))
  order by p.closed_at desc limit 1`,
  {
    params: { member_id: 'uuid', rank: 'int4', since: 'timestamptz' },
    columns: { closed_at: 'timestamptz?' },
  },
)

const selectReplaced = statement(
  `-- levels_replaced
  select id from level_purchase where member_id = $member_id and status = 'replaced' and closed_at = $bought_at`,
  { params: { member_id: 'uuid', bought_at: 'timestamptz' }, columns: { id: 'uuid' } },
)

/** The purchase that this one replaced, locked. */
export async function replacedBy(
  on: Queryable,
  purchase: Pick<PurchaseRow, 'member_id' | 'bought_at'>,
): Promise<PurchaseRow | undefined> {
  const { member_id, bought_at } = purchase
  const found = await selectReplaced.maybe(on, { member_id, bought_at })
  return found && (await selectPurchaseLocked.one(on, { id: found.id }))
}

/** Of a purchase that was given back. */
export const updateRestored = statement(
  `-- levels_update_restored
  update level_purchase set restored_minor = $restored_minor where id = $id returning id`,
  { params: { id: 'uuid', restored_minor: 'int8' }, columns: { id: 'uuid' } },
)

export const reopenPurchase = statement(
  `-- levels_reopen_purchase
  update level_purchase set status = 'open', refunded_minor = null, closed_at = null
  where id = $id and status = 'replaced' returning id`,
  { params: { id: 'uuid' }, columns: { id: 'uuid' } },
)

export const updateBenefits = statement(
  `-- levels_settle_benefits
  update level_purchase
  set given_minor = $given_minor, open_discount_minor = $open_discount_minor, open_bonus_minor = $open_bonus_minor, refunded_minor = $refunded_minor, recognised_minor = $recognised_minor
  where id = $id returning id`,
  {
    params: {
      id: 'uuid',
      given_minor: 'int8',
      open_discount_minor: 'int8',
      open_bonus_minor: 'int8',
      refunded_minor: 'int8?',
      recognised_minor: 'int8',
    },
    columns: { id: 'uuid' },
  },
)

export const closePurchase = statement(
  `-- levels_close_purchase
  update level_purchase
  set status = $status, refunded_minor = $refunded_minor, recognised_minor = least(fee_minor - $refunded_minor, given_minor), closed_at = $closed_at
  where id = $id and status = 'open' returning id`,
  {
    params: { id: 'uuid', status: 'text', refunded_minor: 'int8', closed_at: 'timestamptz' },
    columns: { id: 'uuid' },
  },
)

/** Open purchases from before $before with earned but unrecognised revenue, except $failed. */
export const selectToRecognise = statement(
  `-- levels_to_recognise
  select id from level_purchase
  where status = 'open' and recognised_minor < least(fee_minor, given_minor) and bought_at < $before and id <> all ($failed::uuid[])
  order by bought_at limit $limit`,
  {
    params: { before: 'timestamptz', failed: 'uuid[]', limit: typed<number>('int8') },
    columns: { id: 'uuid' },
  },
)

export const updateRecognised = statement(
  `-- levels_recognise
  update level_purchase set recognised_minor = $earned_minor where id = $purchase_id`,
  { params: { purchase_id: 'uuid', earned_minor: 'int8' } },
)

/** A level's bonus in every version of the table in force at an instant or later. */
export const selectRangesSince = statement(
  `-- levels_ranges_since
  select (l.level ->> '_id')::uuid as level_id, round((l.level ->> 'bonus_ads')::numeric * 100)::int as bonus_low_bp,
    round((l.level ->> 'max_bonus')::numeric * 100)::int as bonus_high_bp
  from version v cross join lateral jsonb_array_elements(v.content) as l (level)
  where v.kind = 'level' and v.key = 'table' and (l.level ->> '_id')::uuid = any ($uuids::uuid[])
    and v.number >= coalesce((select max(number) from version where kind = 'level' and key = 'table' and made_at <= $since), 1)`,
  {
    params: { since: 'timestamptz', uuids: 'uuid[]' },
    columns: { level_id: 'uuid', bonus_low_bp: 'int4', bonus_high_bp: 'int4?' },
  },
)

export type LevelUse = RowOf<typeof selectLevelUses>

export const selectLevelUses = statement(
  `-- levels_uses
  select l.id, coalesce(sum(t.count) filter (where t.name = 'level_members'), 0)::int as members,
    coalesce(sum(t.count) filter (where t.name = 'level_bought'), 0)::int as bought
  from level l left join running_total t on t.name in ('level_members', 'level_bought') and t.key = l.id::text
  group by l.id`,
  {
    columns: {
      id: 'uuid' /** Members currently at this level. */,
      members: 'int4' /** Members with an open purchase of it. */,
      bought: 'int4',
    },
  },
)

/** Row locks: waits for concurrent purchases and promotions. */
export const lockLevels = statement(
  `-- levels_lock_to_remove
  select from level where id = any ($ids::uuid[]) for update`,
  { params: { ids: 'uuid[]' } },
)

/** Those of these levels that any member has, had, bought or earned. */
export const selectEverUsed = statement(
  `-- levels_ever_used
  select id, name from level l where id = any ($ids::uuid[]) and (
    exists (select from member where level_id = l.id) or exists (select from level_earned where level_id = l.id)
    or exists (select from level_purchase where level_id = l.id or from_level_id = l.id))`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', name: 'text' } },
)

export const deleteLevels = statement(
  `-- levels_delete
  delete from level where id = any ($ids::uuid[])`,
  { params: { ids: 'uuid[]' } },
)

/** The whole table in one statement, so that levels may swap ranks. */
const upsertLevels = statement(
  `-- levels_upsert
  insert into level (${LEVEL})
  select * from unnest($id::uuid[], $rank::int[], $name::text[], $joining_fee_minor::bigint[], $bonus_low_bp::int[], $bonus_high_bp::int[], $turns_a_day::int[], $orders_to_earn::int[], $earn_quality_bp::int[])
  on conflict (id) do update set rank = excluded.rank, name = excluded.name, joining_fee_minor = excluded.joining_fee_minor,
    bonus_low_bp = excluded.bonus_low_bp, bonus_high_bp = excluded.bonus_high_bp, turns_a_day = excluded.turns_a_day,
    orders_to_earn = excluded.orders_to_earn, earn_quality_bp = excluded.earn_quality_bp`,
  {
    params: {
      id: 'uuid[]',
      rank: 'int4[]',
      name: 'text[]',
      joining_fee_minor: 'int8[]',
      bonus_low_bp: 'int4[]',
      bonus_high_bp: typed<readonly (number | null)[]>('int4[]'),
      turns_a_day: 'int4[]',
      orders_to_earn: typed<readonly (number | null)[]>('int4[]'),
      earn_quality_bp: 'int4[]',
    },
  },
)
export const saveLevels = (tx: Tx, levels: readonly LevelRow[]) =>
  upsertLevels.all(tx, toColumns(levels, ...(LEVEL.split(', ') as (keyof LevelRow)[])))

/** Every level, lowest first. */
export const levelsOf = (on: Queryable): Promise<LevelRow[]> => selectLevels.all(on)

/** The level a member is at. Throws if it does not exist: a member's level is a foreign key. */
export const getLevel = (on: Queryable, level_id: string): Promise<LevelRow> =>
  selectLevel.one(on, { level_id })

/** The level by an id from outside. Refuses `level_is_unknown`. */
export const findLevel = async (on: Queryable, level_id: string): Promise<LevelRow> =>
  orRefuse(await selectLevel.maybe(on, { level_id }), 'level_is_unknown')

/** Open purchase of a member's current level, if it was bought. */
export const findOpenPurchase = (on: Queryable, member_id: string): Promise<PurchaseRow | undefined> =>
  selectOpenPurchase.maybe(on, { member_id })

/** The buyer of a purchase; undefined for an unknown one. */
export const buyerOf = async (on: Queryable, purchase_id: string): Promise<string | undefined> =>
  (await selectBuyer.maybe(on, { purchase_id }))?.member_id

/** The level each member would have without a purchase, by member id: the highest earned, otherwise the first. */
export async function freeLevels(
  on: Queryable,
  member_ids: readonly string[],
): Promise<Map<string, LevelRow>> {
  const rows = await selectFreeLevels.all(on, { ids: [...new Set(member_ids)] })
  return new Map(rows.map((row) => [row.member_id, row]))
}

/** Names of levels by purchase; unknown ids are omitted. */
export async function levelNamesOf(
  on: Queryable,
  purchase_ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectPurchaseNames.all(on, { purchase_ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The level a member would have without a purchase. */
export const freeLevel = (on: Queryable, member_id: string): Promise<LevelRow> =>
  selectFreeLevels.one(on, { ids: [member_id] })
