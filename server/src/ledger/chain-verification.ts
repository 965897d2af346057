// Verifies hash chains: recomputes an entry's content and hash, and the links of a window of its chain.
import type { VerifiedLink } from '@fairturn/contract/backoffice/ledger'
import type { Queryable } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'

type LinkRow = RowOf<typeof linksWithin>
interface Neighbours {
  /** Stored hash of the previous link, or the chain's initial value. */
  readonly before_hash: string
  /** The chain's head, if this link is expected to be it. */
  readonly head: string | null
}

// Recomputed from the stored rows by the same functions that wrote them.
const RECOMPUTED = `select e.id, e.entry_no, e.chain, e.posting_count, p.postings, p.total,
    encode(e.request_hash, 'hex') as request_hash,
    encode(ledger_request_hash(e.id, e.event_at, e.capture, e.type, e.refers_to, e.actor, e.note, coalesce(p.bytes, '')), 'hex') as request_again,
    encode(e.hash, 'hex') as hash,
    encode(ledger_link(e.previous_hash, e.request_hash, e.entry_no, e.created_at), 'hex') as hash_again,
    encode(e.previous_hash, 'hex') as previous_hash`

// Links in a range of entry numbers, newest first. Entries and postings are found by BRIN indexes (0028); the postings of
// all entries in one scan.
const linksWithin = statement(
  `-- ledger_links_within
  with link as materialized (
    select * from entry where chain = $chain and entry_no <= $from_no and entry_no > $entry_no order by entry_no desc limit $limit),
  posted as materialized (
    select * from posting where entry_no >= (select min(entry_no) from link) and entry_no <= (select max(entry_no) from link)
      and entry_id in (select id from link))
  ${RECOMPUTED}
  from link e cross join lateral (
    select count(*)::int as postings, sum(p.amount_minor)::bigint as total,
      string_agg(uuid_send(a.id) || int8send(p.amount_minor), ''::bytea order by p.posting_no) as bytes
    from posted p join account a on a.no = p.account_no where p.entry_no = e.entry_no and p.entry_id = e.id
  ) p
  order by e.entry_no desc`,
  {
    params: { chain: 'int4', from_no: 'int8', entry_no: 'int8', limit: typed<number>('int8') },
    columns: {
      id: 'uuid',
      entry_no: 'int8',
      chain: 'int4',
      posting_count: 'int4',
      postings: 'int4',
      total: 'int8?',
      request_hash: 'text',
      request_again: 'text',
      hash: 'text',
      hash_again: 'text',
      previous_hash: 'text',
    },
  },
)
const chainOf = statement(
  `-- ledger_chain_of_entry
  select entry_no, chain from entry where id = $entry_id`,
  { params: { entry_id: 'uuid' }, columns: { entry_no: 'int8', chain: 'int4' } },
)
const chainEnds = statement(
  `-- ledger_chain_ends
  select last_entry_no, encode(hash, 'hex') as head, encode(sha256(convert_to('fairturn chain ' || no, 'UTF8')), 'hex') as genesis from chain where no = $no`,
  { params: { no: 'int4' }, columns: { last_entry_no: 'int8', head: 'text', genesis: 'text' } },
)

const FIRST_SPAN = 2_000n
const WIDER = 16n

/** Up to `limit` links of a chain from `from_no` downwards; widens the scanned range until it has enough. */
async function linksFrom(on: Queryable, chain: number, from_no: bigint, limit: number): Promise<LinkRow[]> {
  for (let span = FIRST_SPAN; ; span *= WIDER) {
    const rows = await linksWithin.all(on, { chain, from_no, entry_no: from_no - span, limit })
    if (rows.length === limit || span > from_no) return rows
  }
}

/** Verifies those links, each against its predecessor. Also returns where the next window begins. */
export async function verifyWindow(
  on: Queryable,
  params: { chain: number; before?: number | undefined; links: number },
): Promise<{ links: VerifiedLink[]; next_before: number | null }> {
  const { last_entry_no, head, genesis } = await chainEnds.one(on, { no: params.chain })
  const from_no = params.before === undefined ? last_entry_no : BigInt(params.before)
  const rows = await linksFrom(on, params.chain, from_no, params.links + 1)
  const links = rows.slice(0, params.links).map((row, i) => {
    const isHead = row.entry_no === last_entry_no || (i === 0 && params.before === undefined)
    return verifiedOf(row, { before_hash: rows[i + 1]?.hash ?? genesis, head: isHead ? head : null })
  })
  const next = rows[params.links]
  return { links, next_before: next === undefined ? null : Number(next.entry_no) }
}

/** Verifies one entry against its predecessor in the chain; undefined for an unknown id. */
export async function verifyEntry(on: Queryable, entry_id: string): Promise<VerifiedLink | undefined> {
  const entry = await chainOf.maybe(on, { entry_id })
  if (entry === undefined) return undefined
  const { links } = await verifyWindow(on, { chain: entry.chain, before: Number(entry.entry_no), links: 1 })
  return links[0]
}

function verifiedOf(row: LinkRow, { before_hash, head }: Neighbours): VerifiedLink {
  const step = (name: VerifiedLink['steps'][number]['step'], expected: string, found: string) => ({
    step: name,
    right: expected === found,
    expected,
    found,
  })
  const steps = [
    step('postings_sum', `${row.posting_count} × 0`, `${row.postings} × ${row.total ?? 0n}`),
    step('request_hash', row.request_again, row.request_hash),
    step('link', row.hash_again, row.hash),
    step('previous', before_hash, row.previous_hash),
    ...(head === null ? [] : [step('head', row.hash, head)]),
  ]
  return {
    entry_id: row.id,
    entry_no: Number(row.entry_no),
    right: steps.every(({ right }) => right),
    steps,
  }
}
