// The audit log: events are written in the transaction they record, and linked in a hash chain (staff.test.ts).
import type { STAFF_ACTIONS } from '@fairturn/contract/account'
import type { ADMIN_ACTIONS } from '@fairturn/contract/backoffice/audit'
import { newId } from '@fairturn/contract/ids'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'

const LOOK_MS = 3_600_000

/** Actions shown to members. */
export type StaffActionCode = (typeof STAFF_ACTIONS)[number]
/** Actions that affect no member's account. */
type AdminActionCode = (typeof ADMIN_ACTIONS)[number]

/** Statuses, timestamps and wire strings; never personal data. */
export type AuditState = Readonly<Record<string, string | number | boolean | null>>

export type NewAuditEvent = {
  /** `operator:<id>`, or `system` for jobs. */
  readonly actor: string
  readonly object: { readonly kind: string; readonly id: string }
  /** A whole sentence; required for refusing, taking, locking and opening. */
  readonly reason?: string
  readonly before?: AuditState
  readonly after?: AuditState
} & (
  | {
      readonly action: StaffActionCode
      /** The member affected, who will see the event. */
      readonly member_id: string | null
    }
  | { readonly action: AdminActionCode; readonly member_id?: null }
)

export interface AuditEventRow {
  readonly id: string
  readonly at: Date
  readonly actor: string
  readonly action: StaffActionCode
  readonly object_kind: string
  readonly object_id: string
  readonly reason: string | null
  readonly before: AuditState | null
  readonly after: AuditState | null
}

const insertEvents = statement(`-- staff_insert_acts
  insert into audit_event (id, at, actor, action, object_kind, object_id, member_id, reason, before, after)
  select id, $2, actor, action, object_kind, object_id, member_id, reason, before, after
  from unnest($1::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::jsonb[], $10::jsonb[])
    as act (id, actor, action, object_kind, object_id, member_id, reason, before, after)`)

/** Actions on account $1, newest first: at most $3 events with ids below $2 (keyset pagination). */
export const listActionsOnMember = statement<AuditEventRow>(`-- staff_acts_on_member
  select id, at, actor, action, object_kind, object_id, reason, before, after from audit_event
  where member_id = $1 and id < $2 order by id desc limit $3`)

/** An operator as actor, as in the audit log. */
export const actorOf = ({ operator_id }: { operator_id: string }): string => `operator:${operator_id}`

/** Throws if a required reason is missing. */
export const recordAuditEvent = (tx: Tx, event: NewAuditEvent): Promise<void> =>
  recordAuditEvents(tx, [event])

/** Records many events in one round trip. */
export async function recordAuditEvents(tx: Tx, events: readonly NewAuditEvent[]): Promise<void> {
  if (events.length === 0) return
  const json = (state: AuditState | undefined) => (state === undefined ? null : JSON.stringify(state))
  await insertEvents.all(
    tx,
    events.map(() => newId(tx.now)),
    tx.now,
    events.map(({ actor }) => actor),
    events.map(({ action }) => action),
    events.map(({ object }) => object.kind),
    events.map(({ object }) => object.id),
    events.map(({ member_id }) => member_id ?? null),
    events.map(({ reason }) => reason ?? null),
    events.map(({ before }) => json(before)),
    events.map(({ after }) => json(after)),
  )
}

const lastLook = statement<{ reason: string }>(`-- staff_last_look
  select reason from audit_event
  where member_id = $1 and actor = $2 and action = 'member_looked_at' and object_kind = 'member' and at > $3
  order by id desc limit 1`)

/** This operator's reason for opening the member's page within the last hour. Refuses `look_at_the_member_first`. */
export async function reasonOfLook(
  on: Queryable,
  { member_id, actor, now }: { member_id: string; actor: string; now: Date },
): Promise<string> {
  const look = await lastLook.maybe(on, member_id, actor, new Date(now.getTime() - LOOK_MS))
  if (look === undefined) throw refuse('look_at_the_member_first')
  return look.reason
}
