// Routes of the audit log for staff: by actor, action, object, member, time; and whether it is intact.
import { type AdminAct, auditCalls, auditFiles } from '@fairturn/contract/backoffice/audit'
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { sortedList } from '../http/sorting.ts'
import { checkActs } from './acts.check.ts'
import { bindList } from './list.ts'
import type { Act } from './acts.ts'

const PAGE_SIZE = 50

interface ActRow extends Omit<Act, 'action'> {
  readonly actor_name: string | null
  readonly action: AdminAct['action']
  readonly member_id: string | null
}

const listActs = sortedList<ActRow>()({
  name: 'staff_list_acts',
  select: `select a.id, a.at, a.actor, o.username as actor_name, a.action, a.object_kind, a.object_id, a.member_id, a.reason,
     a.before, a.after
   from staff_act a left join operator o on 'operator:' || o.id = a.actor`,
  filters: {
    actor: 'a.actor = ?',
    action: 'a.action = ?',
    object_kind: 'a.object_kind = ?',
    object_id: 'a.object_id = ?',
    member_id: 'a.member_id = ?',
    from: 'a.at >= ?',
    to: 'a.at < ?',
  },
  columns: { at: { by: 'id', type: 'uuid' } },
  first: 'at.desc',
})
const head = statement<{ length: bigint; hash: Buffer }>(`-- staff_chain_head
  select length, hash from staff_chain`)

export function auditRoutes(routes: Routes): void {
  const { database } = routes.app

  bindList(routes, {
    call: auditCalls.acts,
    file: auditFiles.exportActs,
    kind: 'audit',
    name: 'audit',
    rows: listActs,
    page_size: PAGE_SIZE,
    items: (rows) => rows.map(actOnWire),
    columns: {
      at: (act) => act.at,
      actor: (act) => ({ text: act.actor }),
      actor_name: (act) => ({ text: act.actor_name }),
      action: (act) => act.action,
      object_kind: (act) => act.object.kind,
      object_id: (act) => ({ text: act.object._id }),
      member_id: (act) => act.member_id,
      reason: (act) => ({ text: act.reason }),
      before: (act) => ({ text: act.before === null ? null : JSON.stringify(act.before) }),
      after: (act) => ({ text: act.after === null ? null : JSON.stringify(act.after) }),
    },
  })

  bind(routes, auditCalls.chain, async () => {
    const [{ length, hash }, findings] = await Promise.all([head.one(database), checkActs(database)])
    return { data: { length: Number(length), hash: hash.toString('hex'), findings } }
  })
}

/** What staff did to one member's account, or looked at, newest first. Refuses `cursor_is_invalid`. */
export async function actsOfMember(
  on: Queryable,
  { member_id, cursor, now }: { member_id: string; cursor: string | undefined; now: Date },
) {
  const query = { filter: { member_id }, cursor, now }
  const { rows, cursor: next } = await listActs.page(on, query, PAGE_SIZE)
  return { list: rows.map(actOnWire), cursor: next }
}

const actOnWire = ({ id, at, object_kind, object_id, ...act }: ActRow): AdminAct => ({
  ...act,
  _id: id,
  at: at.toISOString(),
  object: { kind: object_kind, _id: object_id },
})
