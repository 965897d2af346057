// Looks: whatever shows personal data of a member in full leaves a line in the audit log that the member reads
// (looks.test.ts).
import type { LookKind } from '@fairturn/contract/backoffice/looks'
import type { Database } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { Looks } from '../platform/http/app.ts'
import { actorOf, recordAuditEvents } from './audit-log.ts'

const HOUR_MS = 3_600_000

const lockLooks = statement(
  `-- staff_lock_looks
  select pg_advisory_xact_lock(hashtextextended('looks ' || $actor, 0))::text as locked`,
  { params: { actor: 'text' }, columns: { locked: 'text' } },
)
const selectNewLooks = statement(
  `-- staff_new_looks
  select distinct m.id as member_id from unnest($member_ids::uuid[]) shown (member_id)
  join member m on m.id = shown.member_id -- a filter may name nobody
  where not exists (select from audit_event e
    where e.member_id = m.id and e.actor = $actor and e.action = 'member_data_shown' and e.object_kind = $kind
      and e.at >= $since)`,
  {
    params: { member_ids: 'uuid[]', actor: 'text', kind: 'text', since: 'timestamptz' },
    columns: { member_id: 'uuid' },
  },
)

/**
 * One line a member, operator, kind and hour. A look with a reason of its own leaves a line each time, because the member
 * reads the reason.
 */
export async function recordLooks(
  database: Database,
  operator: { readonly operator_id: string },
  kind: LookKind,
  { members, reason }: Looks,
): Promise<void> {
  if (members.length === 0) return
  const actor = actorOf(operator)
  await database.transaction(async (tx) => {
    if (reason !== undefined) {
      const look = { actor, action: 'member_looked_at', reason } as const
      const events = members.map((id) => ({ ...look, object: { kind: 'member', id }, member_id: id }))
      return await recordAuditEvents(tx, events)
    }
    // Serialized per operator, so that two requests at once leave one line.
    await lockLooks.all(tx, { actor })
    const since = new Date(Math.floor(tx.now.getTime() / HOUR_MS) * HOUR_MS)
    const unseen = await selectNewLooks.all(tx, { member_ids: members, actor, kind, since })
    const action = 'member_data_shown'
    await recordAuditEvents(
      tx,
      unseen.map(({ member_id }) => ({ actor, action, object: { kind, id: member_id }, member_id })),
    )
  })
}
