// Writes hits and continuations: each call resolves once it is durable, and rejects if that is unknown. Hits that arrive
// while a commit is in flight form the next batch; nothing is delayed.
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import type { VisitReason } from '@fairturn/contract/tracking'
import { type Batcher, createBatcher } from '../platform/database/batcher.ts'
import type { Queryable } from '../platform/database/database.ts'
import { type ArrayLiteral, arrayLiteral, statement } from '../platform/database/statement.ts'
import type { Link } from './link-cache.ts'
import type { Visitor } from './visitor.ts'

interface NewVisit {
  link: Pick<Link, 'id' | 'shard' | 'confirmed'>
  at: Date
  visitor: Visitor
  /** Locale of the page served. */
  locale: Locale | null
  /** Why it does not count, if already known. */
  refused: VisitReason | null
}

interface Row extends NewVisit {
  id: string
}

interface NewContinuation {
  link: NewVisit['link']
  visit_id: string
  visitDay: string
  at: Date
  refused: VisitReason | null
}

export interface Recorder {
  /** Resolves with the visit's id. */
  visit(visit: NewVisit): Promise<string>
  /** Resolves with false if the visit had been continued before: a token is valid once. */
  continuation(continuation: NewContinuation): Promise<boolean>
}

/** NOTIFY channel that wakes the judge. */
export const VISITS_CHANNEL = 'visits'

const BATCH = 1000
const MAX_CONCURRENT_BATCHES = 2
const ANSWER_TIMEOUT_MS = 5_000
/** Shard of every link if visits are not distributed. */
const ONE_SERVER = '0'

// Arrays are passed as literals: ids, days and hex need no quoting, which saves the driver's serialization.
const ROW_TYPES =
  '$id::uuid[], $day::date[], $link_id::uuid[], $at::timestamptz[], $visitor::text[], $before::text[], $network::text[], $network_before::text[], $address::text[], $address_before::text[], $locale::text[]'
const ROW_SHAPE = {
  id: 'uuid[]',
  day: 'date[]',
  link_id: 'uuid[]',
  at: 'timestamptz[]',
  visitor: 'text[]',
  before: 'text[]',
  network: 'text[]',
  network_before: 'text[]',
  address: 'text[]',
  address_before: 'text[]',
  locale: 'text[]',
} as const
type Columns = Record<keyof typeof ROW_SHAPE, ArrayLiteral>
const ROW = 'id, day, link_id, at, visitor, before, network, network_before, address, address_before, locale'
const VISIT =
  'id, day, link_id, at, visitor_hash, visitor_before, network_hash, network_before, address_hash, address_before, locale'
const VALUES = `id, day, link_id, at, decode(visitor, 'hex'), decode(before, 'hex'), decode(network, 'hex'),
     decode(network_before, 'hex'), decode(address, 'hex'), decode(address_before, 'hex'), locale`
const insertVisits = statement(
  `-- tracking_insert_visits
  insert into visit (${VISIT})
  select ${VALUES}
  from unnest(${ROW_TYPES}) as hit (${ROW})`,
  {
    params: ROW_SHAPE,
  },
)
/**
 * The same on a Citus cluster, where all rows belong to one shard: as constants they are a single task that its worker
 * commits in one phase. INSERT … SELECT would use two-phase commit, which waits for three disk flushes (decision 065).
 */
async function insertIntoShard(on: Queryable, visits: readonly Row[]): Promise<void> {
  const hex = (value: string) => Buffer.from(value, 'hex')
  const rows = visits.map(({ id, at, link, locale, visitor: v }) => {
    const hashes = [v.hash, v.before, v.network, v.network_before, v.address, v.address_before].map(hex)
    return [id, v.day, link.id, at, ...hashes, locale]
  })
  const tuples = rows.map((row, i) => `(${row.map((_, j) => `$${i * row.length + j + 1}`).join(', ')})`)
  await on.query({
    text: `-- tracking_insert_visits_into_shard
      insert into visit (${VISIT}) values ${tuples.join(', ')}`,
    values: rows.flat(),
  })
}
const insertRefused = statement(
  `-- tracking_insert_refused
  with written as (
    insert into visit (${VISIT}, reason)
    select ${VALUES}, reason from unnest(${ROW_TYPES}, $reason::text[]) as hit (${ROW}, reason)
    returning id
  ), queued as (
    insert into visit_to_judge (visit_id, day, link_id, reason)
    select id, day, link_id, reason
    from unnest($id::uuid[], $day::date[], $link_id::uuid[], $reason::text[]) as hit (id, day, link_id, reason) join written using (id)
  )
  select pg_notify('${VISITS_CHANNEL}', '')`,
  {
    params: { ...ROW_SHAPE, reason: 'text[]' },
  },
)
const insertContinuations = statement(
  `-- tracking_insert_continuations
  with written as (
    insert into continuation (visit_id, day, link_id, at)
    select * from unnest($visit_ids::uuid[], $days::date[], $link_ids::uuid[], $ats::timestamptz[])
    on conflict do nothing returning visit_id
  ), queued as (
    insert into visit_to_judge (visit_id, day, link_id, reason)
    select visit_id, day, link_id, nullif(reason, '')
    from unnest($visit_ids::uuid[], $days::date[], $link_ids::uuid[], $reasons::text[]) as c (visit_id, day, link_id, reason) join written using (visit_id)
  ), confirmable as (
    insert into visit_click (visit_id, day, link_id)
    select visit_id, day, link_id
    from unnest($visit_ids::uuid[], $days::date[], $link_ids::uuid[], $locales::boolean[]) as c (visit_id, day, link_id, confirmed)
    join written using (visit_id) where confirmed
  )
  select visit_id, pg_notify('${VISITS_CHANNEL}', '') from written`,
  {
    params: {
      visit_ids: 'uuid[]',
      days: 'date[]',
      link_ids: 'uuid[]',
      ats: 'timestamptz[]',
      reasons: 'text[]',
      locales: 'bool[]',
    },
    columns: { visit_id: 'uuid' },
  },
)

export function openRecorder(on: Queryable): Recorder {
  const visit = ofShards(MAX_CONCURRENT_BATCHES, (batch: NewVisit[]) => writeVisits(on, batch))
  const continuation = ofShards(1, (batch: NewContinuation[]) => writeContinuations(on, batch))
  return { visit, continuation }
}

/** One batcher per shard, so that an unavailable shard does not block the others. */
function ofShards<Request extends Pick<NewVisit, 'link'>, Answer>(
  concurrency: number,
  write: (batch: Request[]) => Promise<Answer[]>,
): (request: Request) => Promise<Answer> {
  const batchers = new Map<string, Batcher<Request, Answer>>()
  return (request) => {
    const { shard } = request.link
    let batcher = batchers.get(shard)
    if (batcher === undefined) {
      batcher = createBatcher({ max: BATCH, concurrency, run: (batch) => inTime(write(batch)) })
      batchers.set(shard, batcher)
    }
    return batcher(request)
  }
}

async function writeVisits(on: Queryable, batch: NewVisit[]): Promise<string[]> {
  const visits = batch.map((visit): Row => ({ ...visit, id: newId(visit.at) }))
  const accepted = visits.filter((visit) => visit.refused === null)
  const refused = visits.filter((visit) => visit.refused !== null)
  const writes: Promise<unknown>[] = []
  if (accepted.length > 0)
    writes.push(
      accepted[0]!.link.shard === ONE_SERVER
        ? insertVisits.all(on, columns(accepted))
        : insertIntoShard(on, accepted),
    )
  if (refused.length > 0) {
    const reason = arrayLiteral(refused.map((visit) => visit.refused ?? ''))
    writes.push(insertRefused.all(on, { ...columns(refused), reason }))
  }
  await Promise.all(writes)
  return visits.map((visit) => visit.id)
}

function columns(visits: Row[]): Columns {
  return {
    id: arrayLiteral(visits.map((visit) => visit.id)),
    day: arrayLiteral(visits.map((visit) => visit.visitor.day)),
    link_id: arrayLiteral(visits.map((visit) => visit.link.id)),
    at: arrayLiteral(visits.map((visit) => visit.at.toISOString())),
    visitor: arrayLiteral(visits.map((visit) => visit.visitor.hash)),
    before: arrayLiteral(visits.map((visit) => visit.visitor.before)),
    network: arrayLiteral(visits.map((visit) => visit.visitor.network)),
    network_before: arrayLiteral(visits.map((visit) => visit.visitor.network_before)),
    address: arrayLiteral(visits.map((visit) => visit.visitor.address)),
    address_before: arrayLiteral(visits.map((visit) => visit.visitor.address_before)),
    locale: arrayLiteral(visits.map((visit) => visit.locale ?? 'null')),
  }
}

async function writeContinuations(on: Queryable, batch: NewContinuation[]): Promise<boolean[]> {
  // The same token twice in one batch: the first wins, as with PostgreSQL's ON CONFLICT.
  const first = new Map<string, NewContinuation>()
  for (const continuation of batch) {
    if (!first.has(continuation.visit_id)) first.set(continuation.visit_id, continuation)
  }
  const distinct = [...first.values()]
  const written = await insertContinuations.all(on, {
    visit_ids: arrayLiteral(distinct.map((continuation) => continuation.visit_id)),
    days: arrayLiteral(distinct.map((continuation) => continuation.visitDay)),
    link_ids: arrayLiteral(distinct.map((continuation) => continuation.link.id)),
    ats: arrayLiteral(distinct.map((continuation) => continuation.at.toISOString())),
    reasons: arrayLiteral(distinct.map((continuation) => continuation.refused ?? '""')),
    locales: arrayLiteral(distinct.map((continuation) => String(continuation.link.confirmed))),
  })
  const taken = new Set(written.map((row) => row.visit_id))
  return batch.map(
    (continuation) => taken.has(continuation.visit_id) && first.get(continuation.visit_id) === continuation,
  )
}

/** Array literal of values that need no quoting (ids, days, timestamps, hex, codes, null) or are already quoted. */

// Timeout: an unresponsive database must not block visitors or later batches.
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the visits could not be written in time')), ANSWER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
