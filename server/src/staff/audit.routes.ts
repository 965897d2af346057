// Audit log calls for staff: filters by actor, action, object, member and time, and whether the chain is intact.
import { type AuditEvent, auditCalls, auditFiles } from '@fairturn/contract/backoffice/audit'
import { UUID } from '@fairturn/contract/ids'
import type { Queryable } from '../platform/database/database.ts'
import { typed, type RowOf, statement } from '../platform/database/statement.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { sortedList } from '../platform/http/sorting.ts'
import { reasonTextOrNull } from '../platform/texts/reasons.ts'
import { checkAuditLog } from './audit-log.check.ts'
import type { AuditEventRow } from './audit-log.ts'
import { bindList } from './list.ts'

const PAGE_SIZE = 50

type ListedRow = RowOf<typeof LISTED_COLUMNS>

const LISTED_COLUMNS = {
  id: 'uuid',
  at: 'timestamptz',
  actor: 'text',
  actor_name: 'text?',
  action: typed<AuditEvent['action']>('text'),
  object_kind: 'text',
  object_id: 'text',
  member_id: 'uuid?',
  reason: 'text?',
  before: typed<AuditEventRow['before']>('jsonb?'),
  after: typed<AuditEventRow['after']>('jsonb?'),
} as const

const listEvents = sortedList({
  name: 'staff_list_acts',
  rows: LISTED_COLUMNS,
  select: `select a.id, a.at, a.actor, o.username as actor_name, a.action, a.object_kind, a.object_id, a.member_id, a.reason,
     a.before, a.after
   from audit_event a left join operator o on 'operator:' || o.id = a.actor`,
  filters: {
    actor: {
      where: 'a.actor = any (?::text[])',
      values: (actor: string) => [UUID.test(actor) ? [`operator:${actor}`, `member:${actor}`] : [actor]],
    },
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
const head = statement(
  `-- staff_chain_head
  select length, hash from audit_chain`,
  { columns: { length: 'int8', hash: 'bytea' } },
)

export function auditRoutes(routes: Routes): void {
  const { database } = routes.app

  bindList(routes, {
    call: auditCalls.acts,
    file: auditFiles.exportActs,
    kind: 'audit',
    name: 'audit',
    rows: listEvents,
    pageSize: PAGE_SIZE,
    items: (rows) => rows.map(eventOnWire),
    named: ['actor', 'object_id', 'member_id'],
    columns: {
      at: (event) => event.at,
      actor: (event) => ({ text: event.actor }),
      action: (event) => event.action,
      object_kind: (event) => event.object.kind,
      object_id: (event) => ({ text: event.object._id }),
      member_id: (event) => event.member_id,
      reason: (event) => ({ text: event.reason }),
      before: (event) => ({ text: event.before === null ? null : JSON.stringify(event.before) }),
      after: (event) => ({ text: event.after === null ? null : JSON.stringify(event.after) }),
    },
  })

  bind(routes, auditCalls.chain, async () => {
    const [{ length, hash }, findings] = await Promise.all([head.one(database), checkAuditLog(database)])
    return { data: { length: Number(length), hash: hash.toString('hex'), findings } }
  })
}

/** Staff actions on one member's account, including views, newest first. Refuses `cursor_is_invalid`. */
export async function auditEventsOfMember(
  on: Queryable,
  { member_id, cursor, now }: { member_id: string; cursor: string | undefined; now: Date },
) {
  const query = { filter: { member_id }, cursor, now }
  const { list: rows, cursor: next } = await listEvents.page(on, query, PAGE_SIZE)
  return { list: rows.map(eventOnWire), cursor: next }
}

/** The back office reads reasons in English. */
const eventOnWire = ({ id, at, object_kind, object_id, reason, ...event }: ListedRow): AuditEvent => ({
  ...event,
  reason: reasonTextOrNull(reason, 'en'),
  _id: id,
  at: at.toISOString(),
  object: { kind: object_kind, _id: object_id },
})
