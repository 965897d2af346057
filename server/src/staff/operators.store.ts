import type { Side, StaffRole } from '@fairturn/contract/backoffice/roles'
import type { Queryable } from '../platform/database/database.ts'
import { columnNames, type RowOf, typed, statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import { sortedList } from '../platform/http/sorting.ts'

const OPERATOR_COLUMNS = {
  id: 'uuid',
  username: 'text',
  role: typed<StaffRole>('text'),
  /** Kept when the role changes; `next_side` counts from `next_side_from`. */
  side: typed<Side | null>('text?'),
  next_side: typed<Side | null>('text?'),
  next_side_from: 'timestamptz?',
  /** Whether setup is complete; they can then sign in unless disabled. */
  set_up: 'bool',
  created_at: 'timestamptz',
  disabled_at: 'timestamptz?',
} as const

export type OperatorRow = RowOf<typeof OPERATOR_COLUMNS>

const OPERATOR = columnNames(OPERATOR_COLUMNS)

/** All operators, locked in one order: serializes changes of staff, so that no two disable each other. */
export const lockOperators = statement(
  `-- staff_lock_operators
  select ${OPERATOR} from operator order by id for no key update`,
  {
    columns: OPERATOR_COLUMNS,
  },
)

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

const selectActorName = statement(
  `-- staff_actor_name
  select username from operator where 'operator:' || id = $actor`,
  { params: { actor: 'text' }, columns: { username: 'text' } },
)

/** An operator's name by actor, `operator:<id>`; null if there is none. */
export const actorName = async (on: Queryable, actor: string | null): Promise<string | null> =>
  actor === null ? null : ((await selectActorName.maybe(on, { actor }))?.username ?? null)

const LISTED_COLUMNS = {
  ...OPERATOR_COLUMNS,
  state: typed<'active' | 'invited' | 'disabled'>('text'),
  last_used_at: 'timestamptz?',
  invited_until: 'timestamptz?',
} as const

export type ListedOperator = RowOf<typeof LISTED_COLUMNS>

export const listOperators = sortedList({
  name: 'staff_list_operators',
  rows: LISTED_COLUMNS,
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

export const insertOperator = statement(
  `-- staff_insert_operator
  insert into operator (id, username, role, created_at, side) values ($id, $username, $role, $created_at, $side)
  on conflict (username) do nothing returning id`,
  {
    params: { id: 'uuid', username: 'text', role: 'text', created_at: 'timestamptz', side: 'text?' },
    columns: { id: 'uuid' },
  },
)

export const updateRole = statement(
  `-- staff_update_role
  update operator set role = $role, side = coalesce(side, $side), disabled_at = null where id = $operator_id`,
  { params: { operator_id: 'uuid', role: 'text', side: 'text?' } },
)
export const disable = statement(
  `-- staff_disable_operator
  update operator set disabled_at = $disabled_at where id = $operator_id and disabled_at is null`,
  { params: { operator_id: 'uuid', disabled_at: 'timestamptz' } },
)

/** Operators who can sign in. */
export const findActive = statement(
  `-- staff_find_active
  select id from operator where id = $id and disabled_at is null and set_up`,
  { params: { id: 'uuid' }, columns: { id: 'uuid' } },
)
export const findActiveByName = statement(
  `-- staff_find_active_by_name
  select id from operator where username = $username and disabled_at is null and set_up`,
  { params: { username: 'text' }, columns: { id: 'uuid' } },
)
export const updateSetUp = statement(
  `-- staff_update_set_up
  update operator set set_up = $set_up where id = $id`,
  { params: { id: 'uuid', set_up: 'bool' } },
)

export const putSetup = statement(
  `-- staff_put_setup
  insert into operator_setup (operator_id, first_hash, second_hash, expires_at) values ($operator_id, $first_hash, $second_hash, $expires_at)
  on conflict (operator_id) do update
  set first_hash = excluded.first_hash, second_hash = excluded.second_hash, expires_at = excluded.expires_at`,
  {
    params: { operator_id: 'uuid', first_hash: 'bytea', second_hash: 'bytea', expires_at: 'timestamptz' },
  },
)
export const findSetup = statement(
  `-- staff_find_setup
  select o.id as operator_id, o.username, o.role from operator_setup s join operator o on o.id = s.operator_id
  where s.first_hash = $first_hash and s.second_hash = $second_hash and s.expires_at > $now and o.disabled_at is null`,
  {
    params: { first_hash: 'bytea', second_hash: 'bytea', now: 'timestamptz' },
    columns: { operator_id: 'uuid', username: 'text', role: typed<StaffRole>('text') },
  },
)
/** A race has one winner. */
export const useSetup = statement(
  `-- staff_use_setup
  delete from operator_setup where first_hash = $first_hash and second_hash = $second_hash and expires_at > $now returning operator_id`,
  {
    params: { first_hash: 'bytea', second_hash: 'bytea', now: 'timestamptz' },
    columns: { operator_id: 'uuid' },
  },
)
export const dropSetup = statement(
  `-- staff_drop_setup
  delete from operator_setup where operator_id = $operator_id`,
  { params: { operator_id: 'uuid' } },
)
