// Verifies the audit log's hash chain from stored rows, without relying on triggers (staff.test.ts).
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'

export type AuditLogFinding = RowOf<typeof unchained>

const GENESIS = `0 0 ' || encode(sha256(convert_to('fairturn staff acts', 'UTF8')), 'hex')`

/**
 * At most $limit links after a position (a link's number, the number of links up to it, and its hash); the last chunk is
 * compared with the chain's head. A single statement, so that events and chain come from one snapshot.
 */
const readChunk = statement(
  `-- staff_check_acts
  with position as (select split_part(at, ' ', 1)::bigint as no, split_part(at, ' ', 2)::bigint as length, decode(split_part(at, ' ', 3), 'hex') as hash
    from (select coalesce($position, '${GENESIS}) as at) given),
  link as materialized (
    select l.*, lag(l.hash, 1, position.hash) over in_order as before_hash, lag(l.no, 1, position.no) over in_order as before_no
    from position, audit_event_link l where l.no > position.no window in_order as (order by l.no) order by l.no limit $limit),
  read as (
    select count(l.no) as links, p.length + count(l.no) as length, coalesce(max(l.no), p.no) as no, coalesce((array_agg(l.hash order by l.no desc))[1], p.hash) as hash
    from position p left join link l on true group by p.no, p.length, p.hash),
  found as (
    (select 'act_changed' as kind, l.audit_event_id::text as subject, coalesce(a.action || ' no longer says what it was written with', 'it is gone') as detail
     from link l left join audit_event a on a.id = l.audit_event_id
     where a.id is null or l.hash <> audit_event_hash(l.previous_hash, a) limit 100)
    union all
    (select 'act_chain_broken', no::text, 'link ' || no || ' after ' || before_no from link
     where no <> before_no + 1 or previous_hash <> before_hash limit 100)
    union all
    -- What a proof has signed stays the head of a log with so many events.
    (select 'act_proof_differs', l.no::text, format('proof %s was signed over another event', p.number)
     from proof_reach r join proof p on p.id = r.proof_id join link l on l.no = r.audit_events
     where encode(l.hash, 'hex') <> substring(p.statement from 'audit_head: ([0-9a-f]{64})') limit 100)
    union all
    (select 'act_chain_head_differs', 'head', format('%s events, found %s to link %s', c.length, read.length, read.no)
     from read left join audit_chain c on true
     where read.links < $limit and (c.length, c.length, c.hash) is distinct from (read.length, read.no, read.hash)))
  select no || ' ' || length || ' ' || encode(hash, 'hex') as position, links::int,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'subject', subject, 'detail', detail)), '[]') from found) as findings
  from read`,
  {
    params: { position: 'text?', limit: typed<number>('int8') },
    columns: { position: 'text', links: 'int4', findings: typed<AuditLogFinding[]>('jsonb') },
  },
)
/** New events are those after any of the thousand events chained last at the position. */
const unchained = statement(
  `-- staff_check_unchained_acts
  select 'act_not_chained' as kind, a.id::text as subject, a.action || ' of ' || a.at as detail
  from audit_event a left join audit_event_link l on l.audit_event_id = a.id
  where l.no is null and a.id > coalesce(
    (select audit_event_id from (select audit_event_id from audit_event_link where no <= split_part($from, ' ', 1)::bigint order by no desc limit 1000) recent
     order by audit_event_id limit 1), '00000000-0000-0000-0000-000000000000')
  limit 100`,
  {
    params: { from: 'text?' },
    columns: {
      kind: typed<
        | 'act_not_chained'
        | 'act_changed'
        | 'act_chain_broken'
        | 'act_chain_head_differs'
        | 'act_proof_differs'
      >('text') /** Id of the event, or number of its link. */,
      subject: 'text',
      detail: 'text',
    },
  },
)

const CHUNK_LINKS = 20_000

/** Inconsistencies of the audit log after a position, or of all of it, and the position reached. */
export async function checkAuditLogFrom(
  on: Queryable,
  from?: string,
): Promise<{ readonly findings: AuditLogFinding[]; readonly position: string }> {
  const found = await unchained.all(on, { from: from ?? null })
  for (let position = from ?? null; ;) {
    const read = await readChunk.one(on, { position, limit: CHUNK_LINKS })
    found.push(...read.findings)
    if (read.links < CHUNK_LINKS) return { findings: found, position: read.position }
    position = read.position
  }
}

/** All inconsistencies of the audit log; empty if there are none. */
export const checkAuditLog = async (on: Queryable) => (await checkAuditLogFrom(on)).findings
