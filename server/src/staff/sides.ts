// The two sides: whoever moves money brings it in or sends it out, never both, so that no pair of operators can do both
// (sides.test.ts). Another side takes two owners and counts after seven days; a first one counts at once.
import { may, type Side, type StaffRole } from '@fairturn/contract/backoffice/roles'
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import type { OperatorRow } from './operators.store.ts'

type ActiveOperator = RowOf<typeof selectActive>

const selectActive = statement(
  `-- staff_select_active
  select id, username, role, operator_side(o, $now) as side from operator o
  where disabled_at is null and set_up order by username`,
  {
    params: { now: 'timestamptz' },
    columns: {
      id: 'uuid',
      username: 'text',
      role: typed<StaffRole>('text'),
      side: typed<Side | null>('text?'),
    },
  },
)

/** Whoever can sign in, with the side that counts now, by name. */
export const activeOperators = (on: Queryable, now: Date): Promise<ActiveOperator[]> =>
  selectActive.all(on, { now })

/** Operators of each side, by name: whom its work waits for; and who would move money but has no side yet. */
export async function operatorsOfSides(on: Queryable, now: Date): Promise<Record<Side | 'none', string[]>> {
  const rows = (await activeOperators(on, now)).filter(({ role }) => takesSide(role))
  const of = (one: Side | null) => rows.filter(({ side }) => side === one).map(({ username }) => username)
  return { in: of('in'), out: of('out'), none: of(null) }
}

/** Refuses `your_side_does_not_do_this`, with the operators of that side. */
export async function requireSide(
  on: Queryable,
  now: Date,
  { side, operator }: { side: Side | undefined; operator: { readonly side?: Side | null } },
): Promise<void> {
  if (side === undefined || operator.side === side) return
  const who = (await operatorsOfSides(on, now))[side]
  throw refuse('your_side_does_not_do_this', { side, who: who.join(', ') || '—' })
}

/** Whether this role moves money, and so takes a side. */
export const takesSide = (role: StaffRole): boolean => (may.move_money as readonly StaffRole[]).includes(role)

/** Refuses `side_is_required` for a role that moves money, for who has no side yet, and `operator_has_a_side`. */
export function requireFirstSide(role: StaffRole, has: Side | null, given: Side | undefined): void {
  if (has !== null && given !== undefined && given !== has) throw refuse('operator_has_a_side')
  if (has === null && given === undefined && takesSide(role)) throw refuseField('side_is_required', 'side')
}

type Sides = Pick<OperatorRow, 'side' | 'next_side' | 'next_side_from'>

/** The side that counts now. */
export const currentSide = ({ side, next_side, next_side_from }: Sides, now: Date): Side | null =>
  next_side_from !== null && next_side_from <= now ? next_side : side

/** As on the wire: the side that counts, and the one that follows. */
export function sidesOnWire(row: Sides & { readonly role: StaffRole }, now: Date) {
  if (!takesSide(row.role)) return { side: null, next_side: null }
  const { next_side, next_side_from } = row
  const waits = next_side !== null && next_side_from !== null && next_side_from > now
  return {
    side: currentSide(row, now),
    next_side: waits ? { side: next_side, from: next_side_from.toISOString() } : null,
  }
}
