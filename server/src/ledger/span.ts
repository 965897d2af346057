// Verifies the entries after a checkpoint without reading earlier ones. Only the chain hashes at the checkpoint are
// trusted; a full pass starts from the empty chains (decision 059).
import type { Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import type { Finding } from './invariants.ts'

/** JSON that only SQL reads: for each chain its number, length, last entry and hash. */
export type Chains = string

/** Entries after `chains` and up to `caps`, with numbers greater than `above` and up to `to`. */
export interface Span {
  readonly chains: Chains
  readonly above: bigint
  readonly to: bigint
  readonly caps: Chains | null
  /** All numbers up to this one were committed, so none of them is after its chain's cap. */
  readonly settled?: bigint
}

/** Greater than any entry number. */
export const NO_END = 2n ** 62n

const CHAIN = 'no int, length bigint, last_entry_no bigint, hash text'
/** For a chain without a known hash the first link is trusted. */
const SPAN = `of_chain as materialized (
    select f.*, coalesce(c.last_entry_no, ${NO_END}) as cap from jsonb_to_recordset($chains::jsonb) as f (${CHAIN})
    left join jsonb_to_recordset($caps::jsonb) as c (${CHAIN}) on c.no = f.no),
  span as materialized (
    select e.*, f.length + row_number() over chained as position, coalesce(lag(e.hash) over chained, decode(f.hash, 'hex'), e.previous_hash) as before
    from entry e join of_chain f on f.no = e.chain and e.entry_no > f.last_entry_no and e.entry_no <= f.cap
    where e.entry_no > $above and e.entry_no <= $to
    window chained as (partition by e.chain order by e.entry_no)),
  -- \`offset 0\`: looked up by key for each posting, whatever the planner believes of their number.
  posted as materialized (
    select p.*, a.id as account_id, a.kind from posting p
    left join lateral (select id, kind from account where no = p.account_no offset 0) a on true
    where p.entry_no > $above and p.entry_no <= $to)`

const FINDING_COLUMNS = { kind: typed<Finding['kind']>('text'), subject: 'text', detail: 'text' } as const

const selectFindings = statement(
  `-- ledger_span_findings
  with ${SPAN},
  of_entry as materialized (
    select entry_id, entry_no, count(*) as postings, sum(amount_minor) as total,
      string_agg(uuid_send(account_id) || int8send(amount_minor), ''::bytea order by posting_no) as bytes
    from posted group by entry_id, entry_no),
  content as materialized (
    select s.*, p.postings, p.total, ledger_request_hash(s.id, s.event_at, s.capture, s.type, s.refers_to, s.actor, s.note, coalesce(p.bytes, '')) as again
    from span s left join of_entry p on p.entry_id = s.id and p.entry_no = s.entry_no)
  select kind, subject, detail from (
    select 'unbalanced_entry' as kind, id::text as subject, format('%s of %s postings, sum %s', coalesce(postings, 0), posting_count, total) as detail
    from content where total is distinct from 0 or postings is distinct from posting_count
    union all
    select 'unbalanced_entry', p.entry_id::text, 'postings without their entry' from of_entry p
    left join span s on s.id = p.entry_id and s.entry_no = p.entry_no
    where s.id is null and not exists (select from entry e where e.id = p.entry_id and e.entry_no = p.entry_no offset 0)
    union all
    select 'content_changed', id::text, 'its content no longer has the hash it was written with'
    from content where request_hash is distinct from again
    union all
    select 'chain_broken', id::text, format('chain %s, entry_no %s', chain, entry_no) from span
    where previous_hash <> before or hash <> ledger_link(previous_hash, request_hash, entry_no, created_at)
    union all
    select 'balance_after_differs', coalesce(p.account_id::text, 'account ' || p.account_no),
      format('after version %s: %s, moved %s from %s', p.version, p.balance_after, p.amount_minor, b.balance_after)
    from posted p left join lateral (
      select balance_after, entry_no from posting where account_no = p.account_no and version = p.version - 1 offset 0) b on true
    where p.balance_after is distinct from p.amount_minor + coalesce(b.balance_after, case p.version when 1 then 0 end) or b.entry_no > p.entry_no
    union all
    select 'chain_head_differs', e.id::text, format('chain %s has no such entry_no %s', e.chain, e.entry_no)
    from entry e left join of_chain f on f.no = e.chain
    where e.entry_no > $above and e.entry_no <= least($to, $settled) and e.entry_no > coalesce(f.cap, 0)
    union all
    select 'capture_differs', s.capture::text, 'captured, but open or released' from span s
    where s.capture is not null and not exists (select from hold h where h.id = s.capture and h.status = 'captured' offset 0)
    union all
    select 'proof_differs', s.id::text, format('proof %s was signed over another entry', p.number)
    from proof p cross join lateral regexp_matches(p.heads, '(\\d+) (\\d+) ([0-9a-f]{64})', 'g') as signed
    join span s on s.chain = signed[1]::int and s.position = signed[2]::bigint and encode(s.hash, 'hex') <> signed[3]
  ) found limit 100`,
  {
    params: { chains: 'jsonb', above: 'int8', to: 'int8', caps: 'jsonb?', settled: 'int8' },
    columns: FINDING_COLUMNS,
  },
)

type Read = RowOf<typeof selectRead>
const selectRead = statement(
  `-- ledger_span_read
  with ${SPAN},
  last as (
    select chain, count(*) as entries, max(entry_no) as entry_no, (array_agg(hash order by entry_no desc))[1] as hash,
      sum(hashtextextended(capture::text, 0)::numeric) as captured from span group by chain)
  select jsonb_agg(jsonb_build_object('no', f.no, 'length', f.length + coalesce(l.entries, 0),
      'last_entry_no', coalesce(l.entry_no, f.last_entry_no), 'hash', coalesce(encode(l.hash, 'hex'), f.hash)) order by f.no)::text as chains,
    coalesce(sum(l.entries), 0)::bigint as entries, coalesce(sum(l.captured), 0)::text as captured
  from of_chain f left join last l on l.chain = f.no`,
  {
    params: { chains: 'jsonb', above: 'int8', to: 'int8', caps: 'jsonb?' },
    columns: { chains: 'text', entries: 'int8' /** Checksum over the captured holds. */, captured: 'text' },
  },
)

/** Sums of the span's postings in the form of the daily totals; over `posted p join span e`. */
const SUMS = `count(*) filter (where p.posting_no = 1) as entry_count,
  count(distinct e.id) filter (where p.amount_minor > 0) as receiving_count,
  coalesce(sum(p.amount_minor) filter (where p.amount_minor > 0), 0) as received_minor, sum(p.amount_minor) as moved_minor`
const OF_SPAN = `from posted p join span e on e.id = p.entry_id and e.entry_no = p.entry_no`

/** Adds them to the sums of the pass. */
const addToPass = statement(
  `-- ledger_span_add_to_pass
  with ${SPAN}
  insert into ledger_pass_total as t
  select (e.event_at at time zone 'UTC')::date, e.type, p.kind, ${SUMS} ${OF_SPAN} group by 1, 2, 3
  on conflict (day, type, kind) do update set entry_count = t.entry_count + excluded.entry_count,
    receiving_count = t.receiving_count + excluded.receiving_count, received_minor = t.received_minor + excluded.received_minor,
    moved_minor = t.moved_minor + excluded.moved_minor`,
  { params: { chains: 'jsonb', above: 'int8', to: 'int8', caps: 'jsonb?' } },
)

const COUNTS = 'entry_count, receiving_count, received_minor, moved_minor'
/** Daily totals summed over all days since $totals, compared with what an earlier run stored. */
const selectTotalFindings = statement(
  `-- ledger_span_total_findings
  with ${SPAN},
  expected as (
    select type, kind, sum(entry_count) as entry_count, sum(receiving_count) as receiving_count, sum(received_minor) as received_minor,
      sum(moved_minor) as moved_minor
    from (
      select type, kind, ${COUNTS} from jsonb_to_recordset($totals::jsonb) as t (type text, kind text, entry_count numeric, receiving_count numeric,
        received_minor numeric, moved_minor numeric)
      union all
      select e.type, p.kind, ${SUMS} ${OF_SPAN} group by 1, 2) both_parts
    group by type, kind),
  found as (
    select type, kind, sum(entry_count) as entry_count, sum(receiving_count) as receiving_count, sum(received_minor) as received_minor,
      sum(moved_minor) as moved_minor
    from ledger_daily_total group by type, kind)
  select 'total_differs' as kind, coalesce(f.type, e.type) || ' ' || coalesce(f.kind, e.kind) as subject,
    format('%s and %s', e, f) as detail
  from expected e full join found f on f.type = e.type and f.kind = e.kind
  where (e.entry_count, e.receiving_count, e.received_minor, e.moved_minor)
    is distinct from (f.entry_count, f.receiving_count, f.received_minor, f.moved_minor)`,
  {
    params: { chains: 'jsonb', above: 'int8', to: 'int8', caps: 'jsonb?', totals: 'jsonb' },
    columns: FINDING_COLUMNS,
  },
)

/** Compares the accounts of the span's postings with their last posting. */
const selectAccountFindings = statement(
  `-- ledger_span_account_findings
  with ${SPAN},
  last as (select distinct on (account_no) account_no, version, balance_after from posted order by account_no, version desc)
  select 'balance_differs' as kind, a.id::text as subject, format('version %s, balance %s; its last posting: %s, %s',
    a.version, a.balance_minor, l.version, l.balance_after) as detail
  from last l cross join lateral (select * from account where no = l.account_no offset 0) a
  where (a.version, a.balance_minor) is distinct from (l.version, l.balance_after) limit 100`,
  { params: { chains: 'jsonb', above: 'int8', to: 'int8', caps: 'jsonb?' }, columns: FINDING_COLUMNS },
)

const values = ({ chains, above, to, caps }: Span) => ({ chains, above, to, caps })

/** Inconsistencies in a span's entries and postings. */
export const spanFindings = (on: Queryable, span: Span): Promise<Finding[]> =>
  selectFindings.all(on, { ...values(span), settled: span.settled ?? NO_END })
/** State of the chains at the end of the span. */
export const readSpan = (on: Queryable, span: Span): Promise<Read> => selectRead.one(on, values(span))
/** For a span that reaches the end: whether daily totals and account balances agree with it. */
export async function standingFindings(on: Queryable, span: Span, totals: string): Promise<Finding[]> {
  return [
    ...(await selectTotalFindings.all(on, { ...values(span), totals })),
    ...(await selectAccountFindings.all(on, values(span))),
  ]
}
export const addSpanToPass = (on: Queryable, span: Span) => addToPass.all(on, values(span))

const headFindings = statement(
  `-- ledger_span_head_findings
  select 'chain_head_differs' as kind, coalesce(c.no, f.no)::text as subject,
    format('%s entries to entry_no %s, found %s to %s', c.length, c.last_entry_no, f.length, f.last_entry_no) as detail
  from (
    select no, length, last_entry_no, encode(hash, 'hex') as hash from chain where $checkpoint::jsonb is null
    union all select * from jsonb_to_recordset($checkpoint::jsonb) as p (${CHAIN})) c
  full join jsonb_to_recordset($chains::jsonb) as f (${CHAIN}) on f.no = c.no
  where (c.length, c.last_entry_no, c.hash) is distinct from (f.length, f.last_entry_no, f.hash)`,
  { params: { chains: 'jsonb', checkpoint: 'jsonb?' }, columns: FINDING_COLUMNS },
)
/** Chains whose head differs from the checkpoint's; without a checkpoint, from the current ledger. */
export const findOtherHeads = (on: Queryable, chains: Chains, checkpoint?: Chains): Promise<Finding[]> =>
  headFindings.all(on, { chains, checkpoint: checkpoint ?? null })

const firstChains = statement(
  `-- ledger_span_first_chains
  select jsonb_agg(jsonb_build_object('no', no, 'last_entry_no', $from::bigint - 1)
    || case when $from > 1 then '{}' else jsonb_build_object('length', 0, 'hash', encode(sha256(convert_to('fairturn chain ' || no, 'UTF8')), 'hex')) end
  )::text as chains from chain`,
  { params: { from: typed<bigint | number>('int8') }, columns: { chains: 'text' } },
)
export const emptyChains = async (on: Queryable): Promise<Chains> =>
  (await firstChains.one(on, { from: 1 })).chains

const RANGE_STEP = 20_000n

/**
 * Inconsistencies of the entries numbered `from` to `to`, `step` at a time. Nothing earlier is read except the preceding
 * links.
 */
export async function checkRange(
  on: Queryable,
  from: bigint,
  to: bigint,
  step = RANGE_STEP,
): Promise<Finding[]> {
  const findings: Finding[] = []
  let { chains } = await firstChains.one(on, { from })
  for (let above = from - 1n; above < to; above += step) {
    const span = { chains, above, to: above + step < to ? above + step : to, caps: null }
    findings.push(...(await spanFindings(on, span)))
    chains = (await readSpan(on, span)).chains
  }
  return findings
}

// All following statements read one snapshot and are planned for their own span. New rows lie beyond the planner's
// statistics: estimating one row, it would choose a nested loop over 10 000 × 10 000. Lookups by key are lateral and
// unaffected.
const oneSnapshot = 'set transaction isolation level repeatable read'
export async function inOneSnapshot(tx: Tx): Promise<void> {
  await tx.query({ text: oneSnapshot })
  await tx.query({ text: 'set local plan_cache_mode = force_custom_plan' })
  await tx.query({ text: 'set local enable_nestloop = off' })
}
