// Changes the table of levels as a whole, by dual approval: validated against the promises, stored as a version,
// audit-logged. What a member was offered, has paid for or has earned is unaffected (decision 027).
import {
  type LevelEffect,
  type LevelOfTable,
  LEVELS_PROPOSAL,
  table,
} from '@fairturn/contract/backoffice/levels'
import { may } from '@fairturn/contract/backoffice/roles'
import { newId } from '@fairturn/contract/ids'
import { formatMoney, parseMoney, toBasisPoints } from '@fairturn/contract/minor-units'
import {
  actorOfChange,
  type ChangeAuthors,
  defineChangeProposal,
  lockForChange,
  proposeChange,
  saveVersion,
  settingsOf,
  type VersionedChange,
} from '../content/content.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type ProposalKind, recordAuditEvent } from '../staff/staff.ts'
import { notifyReducedLevels } from './levels.jobs.ts'
import * as store from './levels.store.ts'
import type { LevelRow, LevelUse } from './levels.store.ts'
import { levelsOf } from './levels.store.ts'
import { assertFeeRule, maxBonus, promisesOf } from './rates.ts'

/** Key of the table's versions. */
export const TABLE = { kind: 'level', key: 'table' } as const
/** Upper limits for earning a level: more orders than that cannot be expected of anybody (promise 1). */
const MAX_ORDERS = 2_000
const MAX_QUALITY_BP = 9_500

/** A row as stored; the id is null for a new level. */
type LevelInput = Omit<LevelRow, 'id'> & { readonly id: string | null }

const levelInputsOf = (levels: readonly LevelOfTable[]): LevelInput[] =>
  levels.map((level, at) => ({
    id: level._id,
    rank: at + 1,
    name: level.name,
    joining_fee_minor: parseMoney(level.joining_fee),
    bonus_low_bp: toBasisPoints(level.bonus_ads),
    bonus_high_bp: level.max_bonus === null ? null : toBasisPoints(level.max_bonus),
    turns_a_day: level.number_ads,
    orders_to_earn: level.orders_to_earn,
    earn_quality_bp: toBasisPoints(level.earn_quality),
  }))

/** A row as operators edit it, and as versions store it. */
export const rowOnWire = (level: LevelInput): LevelOfTable => ({
  _id: level.id,
  name: level.name,
  joining_fee: formatMoney(level.joining_fee_minor),
  bonus_ads: level.bonus_low_bp / 100,
  max_bonus: level.bonus_high_bp === null ? null : level.bonus_high_bp / 100,
  number_ads: level.turns_a_day,
  orders_to_earn: level.orders_to_earn,
  earn_quality: level.earn_quality_bp / 100,
})

/**
 * Refuses a table that breaks a promise: `first_level_must_stay`, `level_name_is_taken`, `level_can_only_be_bought`,
 * `level_gives_less_than_the_one_below`, `bonus_and_discount_exceed_the_service_fee`; also `level_is_unknown`, and
 * `field_is_invalid` for a range whose upper end is below its lower end.
 */
function validate(now: readonly LevelRow[], next: readonly LevelInput[], service_fee_bp: number): void {
  const known = new Set(now.map(({ id }) => id))
  const ids = next.flatMap(({ id }) => id ?? [])
  if (ids.some((id) => !known.has(id))) throw refuse('level_is_unknown')
  if (new Set(ids).size < ids.length) throw refuse('field_is_invalid', { field: '_id' })
  const first = next[0]!
  if (first.id !== now[0]!.id || first.joining_fee_minor !== 0n || first.orders_to_earn !== null)
    throw refuse('first_level_must_stay', { level: now[0]!.name })
  next.forEach((level, at) => {
    if (next.findIndex(({ name }) => name === level.name) !== at)
      throw refuse('level_name_is_taken', { level: level.name })
    if (level.bonus_high_bp !== null && level.bonus_high_bp <= level.bonus_low_bp)
      throw refuse('field_is_invalid', { field: 'max_bonus', level: level.name })
    if (at > 0) validateAbove(next[at - 1]!, level)
  })
  assertFeeRule(next, service_fee_bp)
}

function validateAbove(below: LevelInput, level: LevelInput): void {
  const { orders_to_earn, earn_quality_bp } = level
  if (orders_to_earn === null || orders_to_earn > MAX_ORDERS || earn_quality_bp > MAX_QUALITY_BP)
    throw refuse('level_can_only_be_bought', {
      level: level.name,
      most_orders: MAX_ORDERS,
      most_quality: MAX_QUALITY_BP / 100,
    })
  const less = (
    [
      ['bonus_ads', level.bonus_low_bp < below.bonus_low_bp],
      ['max_bonus', maxBonus(level) < maxBonus(below)],
      ['number_ads', level.turns_a_day < below.turns_a_day],
      ['joining_fee', level.joining_fee_minor < below.joining_fee_minor],
      ['orders_to_earn', orders_to_earn < (below.orders_to_earn ?? 0)],
    ] as const
  ).find(([, isLess]) => isLess)
  if (less !== undefined)
    throw refuse('level_gives_less_than_the_one_below', {
      level: level.name,
      below: below.name,
      field: less[0],
    })
}

/** The share of the service fee that a table promises, in percent. */
export function promisedOf(levels: readonly Omit<LevelRow, 'id'>[], service_fee_bp: number) {
  const { bonus_bp, discount_bp } = promisesOf(levels)
  return {
    highest_bonus: bonus_bp / 100,
    highest_discount: discount_bp / 100,
    sum: (bonus_bp + discount_bp) / 100,
    service_fee: service_fee_bp / 100,
  }
}

/** Number of members at each level, and how many of them paid for it, by level id. */
export const levelUses = async (on: Queryable): Promise<Map<string, LevelUse>> =>
  new Map((await store.selectLevelUses.all(on)).map((use) => [use.id, use]))

/** Preview of a table's changes, level by level, with the number of members affected. Refuses as `proposeTable` does. */
export async function previewTable(on: Queryable, levels: readonly LevelOfTable[]) {
  const [now, settings, uses] = [await levelsOf(on), await settingsOf(on), await levelUses(on)]
  const next = levelInputsOf(levels)
  validate(now, next, settings.service_fee_bp)
  const removed = removedFrom(now, next)
  await refuseInUse(on, removed)
  const concerned = (id: string | null, name: string, effects: LevelEffect[]) => {
    const { members = 0, bought = 0 } = uses.get(id ?? '') ?? {}
    return { _id: id, name, members, bought, effects }
  }
  const was = (level: LevelInput) => now.find(({ id }) => id === level.id)
  return {
    levels: [
      ...next.map((level) => concerned(level.id, level.name, effectsOn(was(level), level))),
      ...removed.map(({ id, name }) => concerned(id, name, ['removed'])),
    ],
    promised: promisedOf(next, settings.service_fee_bp),
  }
}

function effectsOn(was: LevelRow | undefined, level: LevelInput): LevelEffect[] {
  if (was === undefined) return ['new']
  const given = [
    [was.bonus_low_bp, level.bonus_low_bp],
    [maxBonus(was), maxBonus(level)],
    [was.turns_a_day, level.turns_a_day],
  ] as const
  const effects: Record<Exclude<LevelEffect, 'new' | 'removed'>, boolean> = {
    gives_more: given.some(([before, after]) => after > before),
    gives_less: given.some(([before, after]) => after < before),
    fee: was.joining_fee_minor !== level.joining_fee_minor,
    earning: was.orders_to_earn !== level.orders_to_earn || was.earn_quality_bp !== level.earn_quality_bp,
    order: was.rank !== level.rank,
    name: was.name !== level.name,
  }
  return Object.entries(effects).flatMap(([effect, is]) => (is ? [effect as LevelEffect] : []))
}

const removedFrom = (now: readonly LevelRow[], left: readonly LevelInput[]): LevelRow[] =>
  now.filter(({ id }) => !left.some((level) => level.id === id))

async function refuseInUse(on: Queryable, removed: readonly LevelRow[]): Promise<void> {
  const used = await store.selectEverUsed.all(on, { ids: toColumn(removed, 'id') })
  if (used.length > 0) throw refuse('level_is_in_use', { levels: used.map(({ name }) => name) })
}

type TableChange = VersionedChange<readonly LevelOfTable[]>

/**
 * Proposes a table to another operator (dual approval). Refuses `somebody_else_has_changed_this`, `nothing_would_change`,
 * `level_is_in_use` if a removed level is or was anybody's, and as validate() does.
 */
export async function proposeTable(tx: Tx, change: TableChange, operator: Operator) {
  const { now, next } = await validateChange(tx, change)
  await refuseInUse(tx, removedFrom(now, next))
  return await proposeChange(tx, levelsProposal, change, { before: now.map(rowOnWire), operator })
}

export const levelsProposal: ProposalKind = defineChangeProposal({
  kind: LEVELS_PROPOSAL,
  value: table,
  roles: may.change_rules,
  apply: replaceTable,
})

/** The current table and the proposed one. Locks the table until the transaction ends. */
async function validateChange(tx: Tx, { value, expected }: TableChange) {
  await lockForChange(tx, { ...TABLE, expected })
  const [now, { service_fee_bp }] = [await levelsOf(tx), await settingsOf(tx)]
  const next = levelInputsOf(value)
  validate(now, next, service_fee_bp)
  if (JSON.stringify(now.map(rowOnWire)) === JSON.stringify(next.map(rowOnWire)))
    throw refuse('nothing_would_change')
  return { now, next }
}

/** Replaces the table and notifies those who paid for a level with reduced benefits. Refuses as `proposeTable` does. */
async function replaceTable(tx: Tx, change: TableChange, authors: ChangeAuthors): Promise<void> {
  const { now, next } = await validateChange(tx, change)
  const levels = next.map((level) => Object.assign({}, level, { id: level.id ?? newId(tx.now) }))
  const [before, content] = [now.map(rowOnWire), levels.map(rowOnWire)]
  await replace(tx, now, levels)
  const { value: _, ...saved } = change
  const version = await saveVersion(tx, { ...TABLE, ...saved, ...authors, content, before })
  const was = new Map(now.map((level) => [level.id, level]))
  const reduced = levels.filter((level) => effectsOn(was.get(level.id), level).includes('gives_less'))
  await notifyReducedLevels(tx, reduced)
  await recordAuditEvent(tx, {
    actor: actorOfChange(authors),
    action: 'levels_changed',
    object: { kind: 'level', id: 'table' },
    member_id: null,
    reason: change.reason,
    before: describeLevels(before),
    after: { ...describeLevels(content), version },
  })
}

async function replace(tx: Tx, now: readonly LevelRow[], levels: readonly LevelRow[]): Promise<void> {
  const removed = removedFrom(now, levels)
  if (removed.length > 0) {
    const ids = toColumn(removed, 'id')
    await store.lockLevels.all(tx, { ids })
    await refuseInUse(tx, removed)
    await store.deleteLevels.all(tx, { ids })
  }
  await store.saveLevels(tx, levels)
}

/** One line per level, as in the audit log. */
const describeLevels = (levels: readonly LevelOfTable[]): Record<string, string> =>
  Object.fromEntries(
    levels.map((level, at) => [
      `${at + 1} ${level.name}`,
      `fee ${level.joining_fee}, bonus ${level.bonus_ads}–${level.max_bonus ?? level.bonus_ads} %, ${level.number_ads} turns, ` +
        `earned by ${level.orders_to_earn ?? 0} orders at ${level.earn_quality} %`,
    ]),
  )

/** Refuses `bonus_and_discount_exceed_the_service_fee`. Locks the levels until the transaction ends. */
export async function enforceMinServiceFee(tx: Tx, service_fee_bp: number): Promise<void> {
  await lockForChange(tx, TABLE)
  assertFeeRule(await levelsOf(tx), service_fee_bp)
}

/** The lowest service fee that covers what the levels promise, in basis points. */
export async function minServiceFee(on: Queryable): Promise<number> {
  const { bonus_bp, discount_bp } = promisesOf(await levelsOf(on))
  return bonus_bp + discount_bp
}
