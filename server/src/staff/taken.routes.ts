// Which operator has which item of a queue in hand (taken.test.ts). It reserves nothing: whoever decides first has decided.
import { mayTake, seesTaken, type TakenKind, takenCalls } from '@fairturn/contract/backoffice/taken'
import { statement } from '../platform/database/statement.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { refuse } from '../platform/http/refusal.ts'

/** Without activity an item is free again. */
const TAKEN_MS = 15 * 60_000
/** More than operators have in hand. */
const MAX_TAKEN = 500

interface TakenRow {
  readonly kind: string
  readonly object_id: string
  readonly operator_id: string
  readonly username: string
  readonly taken_at: Date
  readonly active_at: Date
}

const columns = {
  kind: 'text',
  object_id: 'uuid',
  operator_id: 'uuid',
  username: 'text',
  taken_at: 'timestamptz',
  active_at: 'timestamptz',
} as const

const listTaken = statement(
  `-- staff_list_taken_items
  select item.kind, item.object_id, item.operator_id, operator.username, item.taken_at, item.active_at
  from taken_item item join operator on operator.id = item.operator_id
  where item.active_at > $since order by item.active_at desc limit ${MAX_TAKEN}`,
  { params: { since: 'timestamptz' }, columns },
)
const deleteOld = statement(
  `-- staff_delete_old_taken_items
  delete from taken_item where active_at <= $since`,
  { params: { since: 'timestamptz' } },
)
/** Changes nothing if another operator has it and `over` is false. */
const putTaken = statement(
  `-- staff_put_taken_item
  insert into taken_item as item (kind, object_id, operator_id, taken_at, active_at)
  values ($kind, $object_id, $operator_id, $now, $now)
  on conflict (kind, object_id) do update set operator_id = excluded.operator_id, active_at = excluded.active_at,
    taken_at = case when item.operator_id = excluded.operator_id then item.taken_at else excluded.taken_at end
  where item.operator_id = excluded.operator_id or $over`,
  {
    params: { kind: 'text', object_id: 'uuid', operator_id: 'uuid', now: 'timestamptz', over: 'bool' },
  },
)
const selectTaken = statement(
  `-- staff_taken_item
  select item.kind, item.object_id, item.operator_id, operator.username, item.taken_at, item.active_at
  from taken_item item join operator on operator.id = item.operator_id
  where item.kind = $kind and item.object_id = $object_id`,
  { params: { kind: 'text', object_id: 'uuid' }, columns },
)
const deleteTaken = statement(
  `-- staff_delete_taken_item
  delete from taken_item where kind = $kind and object_id = $object_id and operator_id = $operator_id`,
  { params: { kind: 'text', object_id: 'uuid', operator_id: 'uuid' } },
)

export function takenRoutes(routes: Routes): void {
  bind(routes, takenCalls.list, async ({ app, now, operator: { role } }) => {
    const items = (await listTaken.all(app.database, { since: freeBefore(now) })).map(onWire)
    return { data: { list: items.filter(({ kind }) => seesTaken(kind, role)) } }
  })

  bind(routes, takenCalls.take, async ({ body, operator, transaction }) => {
    const { kind, object_id, over = false } = body
    if (!mayTake(kind, operator.role)) throw refuse('your_role_may_not_do_this')
    const row = await transaction(async (tx) => {
      await deleteOld.all(tx, { since: freeBefore(tx.now) })
      const { operator_id } = operator
      await putTaken.all(tx, { kind, object_id, operator_id, now: tx.now, over })
      const taken = await selectTaken.one(tx, { kind, object_id })
      if (taken.operator_id === operator_id) return taken
      const { username, taken_at } = taken
      throw refuse('somebody_else_has_taken_this', { taken: { by: username, at: taken_at.toISOString() } })
    })
    return { data: onWire(row) }
  })

  bind(routes, takenCalls.release, async ({ body, operator, transaction }) => {
    await transaction((tx) => deleteTaken.all(tx, { ...body, operator_id: operator.operator_id }))
    return { data: { object_id: body.object_id } }
  })
}

const freeBefore = (now: Date): Date => new Date(now.getTime() - TAKEN_MS)

const onWire = ({ kind, object_id, operator_id, username, taken_at, active_at }: TakenRow) => ({
  kind: kind as TakenKind,
  object_id,
  by: { _id: operator_id, username },
  taken_at: taken_at.toISOString(),
  until: new Date(active_at.getTime() + TAKEN_MS).toISOString(),
})
