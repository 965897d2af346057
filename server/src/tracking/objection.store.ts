// SQL of visits that are open to objection, and of operators' rulings on them.
import type { VisitReason } from '@fairturn/contract/tracking'
import { type ParamsOf, typed, statement } from '../platform/database/statement.ts'

export interface RefusedVisit {
  visit_id: string
  reason: VisitReason
}

/** Data about a link's visits from the rest of the database; `confirmed` null: no advertiser confirms them. */
export const findRulings = statement(
  `-- tracking_find_rulings
  select l.opened_at,
    array(select visit_id from visit_ruling where link_id = l.id and verdict = 'review') as reviewed,
    array(select visit_id from visit_ruling where link_id = l.id and verdict = 'verified') as upheld,
    case when l.verification <> 'page' then array(select visit_id from visit_confirmation where link_id = l.id) end as confirmed
  from link l where l.id = $order_id`,
  {
    params: { order_id: 'uuid' },
    columns: { opened_at: 'timestamptz', reviewed: 'uuid[]', upheld: 'uuid[]', confirmed: 'uuid[]?' },
  },
)

export type ObjectionableParams = ParamsOf<typeof OBJECTIONABLE_PARAMS>
const OBJECTIONABLE_PARAMS = {
  order_id: 'uuid',
  since: 'date',
  reviewed: 'uuid[]',
  upheld: 'uuid[]',
  confirmed: 'uuid[]?',
  weighed: 'text[]',
  of_machines: 'text[]',
  limit: typed<number>('int8'),
} as const

// A link's visits are in the partitions since it was opened. $weighed: refusal
// reasons of people; $of_machines: of bots, whose visits count here only if their page was continued, which no known bot does. If the
// advertiser confirms visits, only that counts: without a confirmation, a refusal makes no difference.
const OBJECTIONABLE = `
  from visit_verdict v
  where v.link_id = $order_id and v.day >= $since::date
    and ($confirmed::uuid[] is null or v.visit_id = any ($confirmed::uuid[])) and v.visit_id <> all ($upheld::uuid[])
    and (v.visit_id = any ($reviewed::uuid[]) or v.verdict = any ($weighed::text[])
      or (v.verdict = any ($of_machines::text[]) and exists (
        select from continuation c
        where c.link_id = v.link_id and c.link_id = $order_id and c.day = v.day and c.day >= $since::date and c.visit_id = v.visit_id)))`

export const objectionable = statement(
  `-- tracking_objectionable
  select v.visit_id, case when v.visit_id = any ($reviewed::uuid[]) then 'review' else v.verdict end as reason ${OBJECTIONABLE}
  order by v.visit_id limit $limit`,
  {
    params: OBJECTIONABLE_PARAMS,
    columns: { visit_id: 'uuid', reason: typed<VisitReason>('text') },
  },
)
export const countObjectionable = statement(
  `-- tracking_count_objectionable
  select count(*)::int as visits from (select v.visit_id ${OBJECTIONABLE} limit $limit) as found`,
  {
    params: OBJECTIONABLE_PARAMS,
    columns: { visits: 'int4' },
  },
)
export const verifiedVisits = statement(
  `-- tracking_verified_visits
  select visit_id from visit_verdict where link_id = $order_id and day >= $since::date and verdict = 'verified' order by visit_id`,
  { params: { order_id: 'uuid', since: 'date' }, columns: { visit_id: 'uuid' } },
)
/** Stores a ruling on visits of a link, given with their times, languages and verdicts; returns counts by previous verdict. */
export const writeRulings = statement(
  `-- tracking_write_rulings
  with earlier as materialized (
    select v.*, coalesce(r.verdict, v.judged) as verdict
    from unnest($visit_ids::uuid[], $at::timestamptz[], $locale::text[], $judged::text[]) as v (visit_id, at, locale, judged)
    left join visit_ruling r on r.visit_id = v.visit_id and r.verdict = 'review'
  ), ruled as (
    insert into visit_ruling (visit_id, link_id, verdict, ruled_at, at, locale, judged)
    select visit_id, $link_id, $verdict, $ruled_at, at, locale, judged from earlier on conflict do nothing returning visit_id
  )
  select e.verdict, count(*)::int as count from earlier e join ruled using (visit_id) group by e.verdict`,
  {
    params: {
      link_id: 'uuid',
      verdict: 'text',
      ruled_at: 'timestamptz',
      visit_ids: 'uuid[]',
      at: 'timestamptz[]',
      locale: typed<readonly (string | null)[]>('text[]'),
      judged: 'text[]',
    },
    columns: { verdict: 'text', count: 'int4' },
  },
)
/** Moves counts of a link's visits from one verdict to another. */
export const moveCount = statement(
  `-- tracking_move_count
  insert into link_count (link_id, verdict, count) values ($order_id, $before, -$count::int), ($order_id, $verdict, $count)
  on conflict (link_id, verdict) do update set count = link_count.count + excluded.count`,
  { params: { order_id: 'uuid', before: 'text', verdict: 'text', count: 'int4' } },
)
