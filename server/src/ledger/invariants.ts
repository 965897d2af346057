// Checks the ledger's invariants from stored rows alone, without relying on triggers or constraints. It never repairs.
import type { Queryable } from '../platform/database/database.ts'
import { type NamedStatement, statement } from '../platform/database/statement.ts'

export type FindingKind =
  | 'unbalanced_entry'
  | 'balance_differs'
  | 'version_gap'
  | 'balance_after_differs'
  | 'content_changed'
  | 'chain_broken'
  | 'chain_head_differs'
  | 'reserved_differs'
  | 'capture_differs'
  | 'overdrawn'
  | 'total_differs'
  | 'proof_differs'

export interface Finding {
  kind: FindingKind
  /** Id of the account, entry, hold or chain. */
  subject: string
  detail: string
}

type Row = Omit<Finding, 'kind'>

function check(kind: FindingKind, text: string): [FindingKind, NamedStatement<Row, object>] {
  const MAX_FINDINGS = 100 // per kind: further findings add no information
  return [
    kind,
    statement(
      `-- ledger_check_${kind}
    ${text} limit ${MAX_FINDINGS}`,
      { columns: { subject: 'text', detail: 'text' } },
    ),
  ]
}

// Each check is a single statement, so it reads one snapshot despite concurrent writes.
const checks = [
  check(
    'unbalanced_entry',
    `select coalesce(e.id, s.entry_id)::text as subject,
       format('%s of %s postings, sum %s', coalesce(s.postings, 0), e.posting_count, s.total) as detail
     from entry e
     full join (select entry_id, sum(amount_minor) as total, count(*) as postings from posting group by entry_id) s on s.entry_id = e.id
     where s.total is distinct from 0 or s.postings is distinct from e.posting_count`,
  ),
  check(
    'balance_differs',
    `select coalesce(a.id::text, 'account ' || s.account_no) as subject,
       format('balance %s, sum of postings %s', a.balance_minor, coalesce(s.total, 0)) as detail
     from account a full join (select account_no, sum(amount_minor) as total from posting group by account_no) s on s.account_no = a.no
     where a.balance_minor is distinct from coalesce(s.total, 0)`,
  ),
  check(
    'version_gap',
    `select a.id::text as subject, format('version %s, %s postings, the last has version %s', a.version, coalesce(p.postings, 0), p.last) as detail
     from account a
     left join (select account_no, count(*) as postings, max(version) as last from posting group by account_no) p on p.account_no = a.no
     where a.version <> coalesce(p.postings, 0) or a.version <> coalesce(p.last, 0)`,
  ),
  check(
    'balance_after_differs',
    `select a.id::text as subject, format('after version %s: %s, sum so far %s', p.version, balance_after, so_far) as detail
     from (select *, sum(amount_minor) over (partition by account_no order by version) as so_far from posting) p
     join account a on a.no = p.account_no
     where balance_after <> so_far`,
  ),
  check(
    'content_changed',
    `select e.id::text as subject, 'its content no longer has the hash it was written with' as detail
     from entry e
     left join (
       select p.entry_id, string_agg(uuid_send(a.id) || int8send(p.amount_minor), ''::bytea order by p.posting_no) as bytes
       from posting p join account a on a.no = p.account_no group by p.entry_id
     ) p on p.entry_id = e.id
     where e.request_hash is distinct from
       ledger_request_hash(e.id, e.event_at, e.capture, e.type, e.refers_to, e.actor, e.note, coalesce(p.bytes, ''))`,
  ),
  check(
    'chain_broken',
    `select id::text as subject, format('chain %s, entry_no %s', chain, entry_no) as detail
     from (
       select e.*, lag(e.hash) over (partition by e.chain order by e.entry_no) as before from entry e
     ) e
     where previous_hash <> coalesce(before, sha256(convert_to('fairturn chain ' || chain, 'UTF8')))
       or hash <> ledger_link(previous_hash, request_hash, entry_no, created_at)`,
  ),
  check(
    'chain_head_differs',
    `select c.no::text as subject, format('%s entries to entry_no %s, found %s to %s', c.length, c.last_entry_no, coalesce(l.length, 0), l.entry_no) as detail
     from chain c
     full join (
       select distinct on (chain) chain, entry_no, hash, count(*) over (partition by chain) as length
       from entry order by chain, entry_no desc
     ) l on l.chain = c.no
     where c.length is distinct from coalesce(l.length, 0) or c.last_entry_no is distinct from coalesce(l.entry_no, 0)
       or c.hash is distinct from coalesce(l.hash, sha256(convert_to('fairturn chain ' || c.no, 'UTF8')))`,
  ),
  check(
    'reserved_differs',
    `select a.id::text as subject, format('reserved %s, open holds %s', a.reserved_minor, coalesce(h.total, 0)) as detail
     from account a left join (select account_id, sum(amount_minor) as total from hold where status = 'open' group by account_id) h
       on h.account_id = a.id
     where a.reserved_minor <> coalesce(h.total, 0)`,
  ),
  check(
    'capture_differs',
    `select coalesce(h.id, e.capture)::text as subject, format('hold %s, captured by %s entries', h.status, coalesce(e.entries, 0)) as detail
     from hold h full join (select capture, count(*) as entries from entry where capture is not null group by capture) e on e.capture = h.id
     where (h.status is not distinct from 'captured') <> (coalesce(e.entries, 0) = 1) or e.entries > 1`,
  ),
  check(
    'overdrawn',
    `select id::text as subject, format('balance %s, reserved %s', balance_minor, reserved_minor) as detail
     from account where not may_go_negative and balance_minor < reserved_minor`,
  ),
  check(
    'total_differs',
    `select format('%s %s %s', coalesce(t.day, s.day), coalesce(t.type, s.type), coalesce(t.kind, s.kind)) as subject,
       format('entries %s, receiving %s, received %s, moved %s; by its postings %s, %s, %s, %s', t.entry_count, t.receiving_count,
         t.received_minor, t.moved_minor, s.entry_count, s.receiving_count, s.received_minor, s.moved_minor) as detail
     from (
       select day, type, kind, sum(entry_count) as entry_count, sum(receiving_count) as receiving_count,
         sum(received_minor) as received_minor, sum(moved_minor) as moved_minor
       from ledger_daily_total group by day, type, kind) t
     full join (
       select (e.event_at at time zone 'UTC')::date as day, e.type::text as type, a.kind, count(*) filter (where p.posting_no = 1) as entry_count,
         count(distinct e.id) filter (where p.amount_minor > 0) as receiving_count,
         coalesce(sum(p.amount_minor) filter (where p.amount_minor > 0), 0) as received_minor, sum(p.amount_minor) as moved_minor
       from posting p join entry e on e.id = p.entry_id join account a on a.no = p.account_no
       group by 1, 2, 3) s on s.day = t.day and s.type = t.type and s.kind = t.kind
     where (t.entry_count, t.receiving_count, t.received_minor, t.moved_minor)
       is distinct from (s.entry_count, s.receiving_count, s.received_minor, s.moved_minor)`,
  ),
  check(
    'proof_differs',
    `select coalesce(e.id::text, signed[1]) as subject, format('proof %s was signed over another entry', p.number) as detail
     from proof p cross join lateral regexp_matches(p.heads, '(\\d+) (\\d+) ([0-9a-f]{64})', 'g') as signed
     left join (select id, chain, hash, row_number() over (partition by chain order by entry_no) as position from entry) e
       on e.chain = signed[1]::int and e.position = signed[2]::bigint
     where encode(e.hash, 'hex') is distinct from signed[3]`,
  ),
]

/** All inconsistencies of the ledger; empty if there are none. Full scan, once per check. */
export async function checkLedger(on: Queryable): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [kind, find] of checks) {
    for (const row of await find.all(on)) findings.push({ kind, ...row })
  }
  return findings
}
