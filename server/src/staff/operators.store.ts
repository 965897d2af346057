import type { Side, StaffRole } from '@fairturn/contract/backoffice/roles'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import { sortedList } from '../platform/http/sorting.ts'

export interface OperatorRow {
  readonly id: string
  readonly username: string
  readonly role: StaffRole
  /** Kept when the role changes; `next_side` counts from `next_side_from`. */
  readonly side: Side | null
  readonly next_side: Side | null
  readonly next_side_from: Date | null
  /** Whether setup is complete; they can then sign in unless disabled. */
  readonly set_up: boolean
  readonly created_at: Date
  readonly disabled_at: Date | null
}

const OPERATOR = `id, username, role, side, next_side, next_side_from, set_up, created_at, disabled_at`

/** All operators, locked in one order: serializes changes of staff, so that no two disable each other. */
export const lockOperators = statement<OperatorRow>(`-- staff_lock_operators
  select ${OPERATOR} from operator order by id for no key update`)

/** The operator. Refuses `operator_is_unknown`. */
export function getOperator(everybody: readonly OperatorRow[], operator_id: string): OperatorRow {
  const found = everybody.find(({ id }) => id === operator_id)
  if (found === undefined) throw refuse('operator_is_unknown')
  return found
}

/** Somebody else. Refuses `nobody_decides_about_themselves` and `operator_is_unknown`. */
export function getColleague(
  everybody: readonly OperatorRow[],
  me: { readonly operator_id: string },
  id: string,
): OperatorRow {
  if (id === me.operator_id) throw refuse('nobody_decides_about_themselves')
  return getOperator(everybody, id)
}

const selectActorName = statement<{ username: string }>(`-- staff_actor_name
  select username from operator where 'operator:' || id = $1`)

/** An operator's name by actor, `operator:<id>`; null if there is none. */
export const actorName = async (on: Queryable, actor: string | null): Promise<string | null> =>
  actor === null ? null : ((await selectActorName.maybe(on, actor))?.username ?? null)

export type ListedOperator = OperatorRow & {
  readonly state: 'active' | 'invited' | 'disabled'
  readonly last_used_at: Date | null
  readonly invited_until: Date | null
}

export const listOperators = sortedList<ListedOperator>()({
  name: 'staff_list_operators',
  select: `select o.*, (select max(last_used_at) from operator_session s where s.operator_id = o.id) as last_used_at,
     (select expires_at from operator_setup u where u.operator_id = o.id) as invited_until
   from (select ${OPERATOR}, case when disabled_at is not null then 'disabled'
       when not set_up then 'invited' else 'active' end as state from operator) o`,
  filters: { role: 'role = ?', state: 'state = ?' },
  columns: {
    username: { by: 'username', type: 'text' },
    role: { by: 'role', type: 'text' },
    created_at: { by: 'created_at', type: 'timestamptz' },
  },
  first: 'username.asc',
})

export const insertOperator = statement<{ id: string }>(`-- staff_insert_operator
  insert into operator (id, username, role, created_at, side) values ($1, $2, $3, $4, $5)
  on conflict (username) do nothing returning id`)

export const updateRole = statement(`-- staff_update_role
  update operator set role = $2, side = coalesce(side, $3), disabled_at = null where id = $1`)
export const disable = statement(`-- staff_disable_operator
  update operator set disabled_at = $2 where id = $1 and disabled_at is null`)

/** Operators who can sign in. */
export const findActive = statement<{ id: string }>(`-- staff_find_active
  select id from operator where id = $1 and disabled_at is null and set_up`)
export const findActiveByName = statement<{ id: string }>(`-- staff_find_active_by_name
  select id from operator where username = $1 and disabled_at is null and set_up`)
export const updateSetUp = statement(`-- staff_update_set_up
  update operator set set_up = $2 where id = $1`)

export const putSetup = statement(`-- staff_put_setup
  insert into operator_setup (operator_id, first_hash, second_hash, expires_at) values ($1, $2, $3, $4)
  on conflict (operator_id) do update
  set first_hash = excluded.first_hash, second_hash = excluded.second_hash, expires_at = excluded.expires_at`)
export const findSetup = statement<{
  operator_id: string
  username: string
  role: StaffRole
}>(`-- staff_find_setup
  select o.id as operator_id, o.username, o.role from operator_setup s join operator o on o.id = s.operator_id
  where s.first_hash = $1 and s.second_hash = $2 and s.expires_at > $3 and o.disabled_at is null`)
/** A race has one winner. */
export const useSetup = statement<{ operator_id: string }>(`-- staff_use_setup
  delete from operator_setup where first_hash = $1 and second_hash = $2 and expires_at > $3 returning operator_id`)
export const dropSetup = statement(`-- staff_drop_setup
  delete from operator_setup where operator_id = $1`)
