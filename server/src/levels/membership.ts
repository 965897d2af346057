// Which levels there are, and which a member has: by record, by purchase.
import type { Queryable } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  type LevelRow,
  type PurchaseRow,
  selectBuyer,
  selectFreeLevels,
  selectLevel,
  selectLevels,
  selectOpenPurchase,
  selectPurchaseNames,
} from './levels.store.ts'

/** Every level, lowest first. */
export const levelsOf = (on: Queryable): Promise<LevelRow[]> => selectLevels.all(on)

/** The level a member is at; throws when it does not exist, for a member's level is a reference. */
export const getLevel = (on: Queryable, level_id: string): Promise<LevelRow> => selectLevel.one(on, level_id)

/** The level with an id that came from outside; refuses `level_is_unknown`. */
export async function findLevel(on: Queryable, level_id: string): Promise<LevelRow> {
  const level = await selectLevel.maybe(on, level_id)
  if (level === undefined) throw refuse('level_is_unknown')
  return level
}

/** The purchase of a member's present level, if it is a bought one. */
export const findOpenPurchase = (on: Queryable, member_id: string): Promise<PurchaseRow | undefined> =>
  selectOpenPurchase.maybe(on, member_id)

/** Who bought a level with this purchase; undefined when there is none. */
export const buyerOf = async (on: Queryable, purchase_id: string): Promise<string | undefined> =>
  (await selectBuyer.maybe(on, purchase_id))?.member_id

/** The level each member would have without any purchase, by member id: the highest earned, else the first. */
export async function freeLevels(
  on: Queryable,
  member_ids: readonly string[],
): Promise<Map<string, LevelRow>> {
  const rows = await selectFreeLevels.all(on, [...new Set(member_ids)])
  return new Map(rows.map((row) => [row.member_id, row]))
}

/** Names of levels by the purchase they were bought with; unknown ids are left out. */
export async function levelNamesOf(
  on: Queryable,
  purchase_ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectPurchaseNames.all(on, purchase_ids)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The level one member would have without any purchase. */
export const freeLevel = (on: Queryable, member_id: string): Promise<LevelRow> =>
  selectFreeLevels.one(on, [member_id])
