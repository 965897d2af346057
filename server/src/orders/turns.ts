// Who may draw and take offers, and how many turns are left today in the site's time zone. Lock the member's row before
// using a turn.
import type { turns } from '@fairturn/contract/orders'
import type { z } from 'zod'
import { settingsOf, type SettingValues } from '../content/content.ts'
import { getLevel, type LevelRow } from '../levels/levels.ts'
import type { MemberRow } from '../members/members.ts'
import { createReader, valuesOf } from '../platform/database/batcher.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { selectTurns } from './orders.store.ts'

type Turns = z.output<typeof turns>

export interface TurnContext {
  readonly level: LevelRow
  readonly settings: SettingValues
  /** Day on which the turn is used, as `YYYY-MM-DD`. */
  readonly today: string
}

/** Reader of a member's turns today. Returned orders do not count. */
export function turnsReader(database: Database): (member_id: string) => Promise<Turns> {
  return createReader(async (member_ids: string[]) => {
    const { time_zone } = await settingsOf(database)
    const rows = await selectTurns.all(database, { ids: member_ids, now: database.clock.now(), time_zone })
    return valuesOf(member_ids, new Map(rows.map((row) => [row.member_id, turnsLeft(row, row.used)])))
  })
}

/**
 * Checks that a member, whose row is locked, can use a turn. Refuses `your_account_has_been_locked`,
 * `an_order_is_waiting_to_be_started` and `you_have_completed_your_order_today`.
 */
export async function readyForTurn(tx: Tx, member: MemberRow): Promise<TurnContext> {
  const { lock_kind: kind, lock_reason: reason } = member
  if (kind !== null) throw refuse('your_account_has_been_locked', { kind, reason })
  const settings = await settingsOf(tx)
  const level = await getLevel(tx, member.level_id)
  const { used, pending, today } = await selectTurns.one(tx, {
    ids: [member.id],
    now: tx.now,
    time_zone: settings.time_zone,
  })
  if (pending) throw refuse('an_order_is_waiting_to_be_started')
  if (turnsLeft(level, used).left === 0) throw refuse('you_have_completed_your_order_today')
  return { level, settings, today }
}

/** Not negative: after a downgrade a member may have used more turns than the level has. */
const turnsLeft = (level: Pick<LevelRow, 'turns_a_day'>, used: number): Turns => ({
  total: level.turns_a_day,
  used,
  left: Math.max(0, level.turns_a_day - used),
})
