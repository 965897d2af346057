// The audit log: events are written in the transaction they record, and linked in a hash chain (staff.test.ts).
import type { ADMIN_ACTIONS } from '@fairturn/contract/backoffice/audit'
import { newId } from '@fairturn/contract/ids'
import type { STAFF_ACTIONS } from '@fairturn/contract/personal-data'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'

const LOOK_MS = 3_600_000

/** Actions shown to members. */
export type StaffActionCode = (typeof STAFF_ACTIONS)[number]
/** Actions that affect no member's account. */
type AdminActionCode = (typeof ADMIN_ACTIONS)[number]

/** Statuses, timestamps and wire strings; never personal data. */
export type AuditSnapshot = Readonly<Record<string, string | number | boolean | null>>

export type NewAuditEvent = {
  /** `operator:<id>`, or `system` for jobs. */
  readonly actor: string
  readonly object: { readonly kind: string; readonly id: string }
  /** A whole sentence; required for refusing, taking, locking and opening. */
  readonly reason?: string
  readonly before?: AuditSnapshot
  readonly after?: AuditSnapshot
} & (
  | {
      readonly action: StaffActionCode
      /** The member affected, who will see the event. */
      readonly member_id: string | null
    }
  | { readonly action: AdminActionCode; readonly member_id?: null }
)

export type AuditEventRow = RowOf<typeof listActionsOnMember>

const insertEvents = statement(
  `-- staff_insert_acts
  insert into audit_event (id, at, actor, action, object_kind, object_id, member_id, reason, before, after)
  select id, $at, actor, action, object_kind, object_id, member_id, reason, before, after
  from unnest($ids::uuid[], $actors::text[], $actions::text[], $object_kinds::text[], $object_ids::text[], $member_ids::uuid[], $reasons::text[], $before::jsonb[], $after::jsonb[])
    as act (id, actor, action, object_kind, object_id, member_id, reason, before, after)`,
  {
    params: {
      ids: 'uuid[]',
      at: 'timestamptz',
      actors: 'text[]',
      actions: 'text[]',
      object_kinds: 'text[]',
      object_ids: 'text[]',
      member_ids: typed<readonly (string | null)[]>('uuid[]'),
      reasons: typed<readonly (string | null)[]>('text[]'),
      before: 'jsonb[]',
      after: 'jsonb[]',
    },
  },
)

/** Actions on account $member_id, newest first: at most $limit events with ids below $before_id (keyset pagination). */
export const listActionsOnMember = statement(
  `-- staff_acts_on_member
  select id, at, actor, action, object_kind, object_id, reason, before, after from audit_event
  where member_id = $member_id and id < $before_id order by id desc limit $limit`,
  {
    params: { member_id: 'uuid', before_id: 'uuid', limit: typed<number>('int8') },
    columns: {
      id: 'uuid',
      at: 'timestamptz',
      actor: 'text',
      action: typed<StaffActionCode>('text'),
      object_kind: 'text',
      object_id: 'text',
      reason: 'text?',
      before: typed<AuditSnapshot | null>('jsonb?'),
      after: typed<AuditSnapshot | null>('jsonb?'),
    },
  },
)

/** An operator as actor, as in the audit log. */
export const actorOf = ({ operator_id }: { operator_id: string }): string => `operator:${operator_id}`

/** Throws if a required reason is missing. */
export const recordAuditEvent = (tx: Tx, event: NewAuditEvent): Promise<void> =>
  recordAuditEvents(tx, [event])

/** Records many events in one round trip. */
export async function recordAuditEvents(tx: Tx, events: readonly NewAuditEvent[]): Promise<void> {
  if (events.length === 0) return
  const json = (state: AuditSnapshot | undefined) => (state === undefined ? null : JSON.stringify(state))
  await insertEvents.all(tx, {
    ids: events.map(() => newId(tx.now)),
    at: tx.now,
    actors: events.map(({ actor }) => actor),
    actions: events.map(({ action }) => action),
    object_kinds: events.map(({ object }) => object.kind),
    object_ids: events.map(({ object }) => object.id),
    member_ids: events.map(({ member_id }) => member_id ?? null),
    reasons: events.map(({ reason }) => reason ?? null),
    before: events.map(({ before }) => json(before)),
    after: events.map(({ after }) => json(after)),
  })
}

const lastLook = statement(
  `-- staff_last_look
  select reason from audit_event
  where member_id = $member_id and actor = $actor and action = 'member_looked_at' and object_kind = 'member' and at > $since
  order by id desc limit 1`,
  { params: { member_id: 'uuid', actor: 'text', since: 'timestamptz' }, columns: { reason: 'text!' } },
)

/** This operator's reason for opening the member's page within the last hour. Refuses `look_at_the_member_first`. */
export async function reasonOfLook(
  on: Queryable,
  { member_id, actor, now }: { member_id: string; actor: string; now: Date },
): Promise<string> {
  const look = await lastLook.maybe(on, { member_id, actor, since: new Date(now.getTime() - LOOK_MS) })
  if (look === undefined) throw refuse('look_at_the_member_first')
  return look.reason
}
