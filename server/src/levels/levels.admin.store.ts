// All SQL of changing the table of levels; what may change is decided in table.ts.
import { statement } from '../database/statement.ts'

export interface LevelUse {
  readonly id: string
  /** At this level now. */
  readonly members: number
  /** With an open purchase of it. */
  readonly bought: number
}

export const selectHeld = statement<LevelUse>(
  'levels_held',
  `select l.id, coalesce(m.members, 0)::int as members, coalesce(p.bought, 0)::int as bought
   from level l
   left join (select level_id, count(*) as members from member where closed_at is null group by level_id) m
     on m.level_id = l.id
   left join (select level_id, count(*) as bought from level_purchase where state = 'open' group by level_id) p
     on p.level_id = l.id`,
)

/** Waits for concurrent purchases and promotions. */
export const lockLevels = statement(
  'levels_lock_to_remove',
  `select from level where id = any ($1::uuid[]) for update`,
)

/** Those of these levels that anybody has, had, bought or earned. */
export const selectEverHeld = statement<{ id: string; name: string }>(
  'levels_ever_held',
  `select id, name from level l where id = any ($1::uuid[]) and (
     exists (select from member where level_id = l.id) or exists (select from level_earned where level_id = l.id)
     or exists (select from level_purchase where level_id = l.id or from_level_id = l.id))`,
)

export const deleteLevels = statement('levels_delete', `delete from level where id = any ($1::uuid[])`)

/** The whole table in one statement, so that rows may change places. */
export const upsertLevels = statement(
  'levels_upsert',
  `insert into level (id, rank, name, joining_fee_minor, bonus_low_bp, bonus_high_bp, turns_a_day, orders_to_earn, earn_quality_bp)
   select * from unnest($1::uuid[], $2::int[], $3::text[], $4::bigint[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[])
   on conflict (id) do update set rank = excluded.rank, name = excluded.name, joining_fee_minor = excluded.joining_fee_minor,
     bonus_low_bp = excluded.bonus_low_bp, bonus_high_bp = excluded.bonus_high_bp, turns_a_day = excluded.turns_a_day,
     orders_to_earn = excluded.orders_to_earn, earn_quality_bp = excluded.earn_quality_bp`,
)
