// Checks that the database has what visitors were told; one sentence for each thing missing or duplicated. Read-only.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../server/src/platform/database/database.ts'
import type { Visitors } from './visitors.ts'

const JUDGED_WITHIN_MS = 60_000

/** Acknowledged pages without a visit, and acknowledged Continues without a continuation. */
export async function lostVisits(
  database: Database,
  { pages, continues }: Pick<Visitors, 'pages' | 'continues'>,
): Promise<string[]> {
  const missing = async (
    table: 'visit' | 'continuation',
    column: 'id' | 'visit_id',
    ids: ReadonlySet<string>,
  ) => {
    // Counted, because a cluster's distributed tables can be filtered by these ids but not joined with them.
    const { rows } = await database.query<{ stored: number }>({
      text: `select count(distinct ${column})::int as stored from ${table} where ${column} = any ($1::uuid[])`,
      values: [[...ids]],
    })
    return ids.size - rows[0]!.stored
  }
  const visits = await missing('visit', 'id', pages)
  const continuations = await missing('continuation', 'visit_id', continues)
  return [
    ...(visits > 0 ? [`${visits} answered pages have no visit`] : []),
    ...(continuations > 0 ? [`${continuations} answered Continues have no continuation`] : []),
  ]
}

/** Waits for the worker, then looks for visits that were continued and not judged, or counted more than once. */
export async function wrongVerdicts(database: Database): Promise<string[]> {
  const untilMs = performance.now() + JUDGED_WITHIN_MS
  const one = async (text: string) => (await database.query<{ n: number }>({ text })).rows[0]!.n
  while ((await one('select count(*)::int as n from visit_to_judge')) > 0) {
    if (performance.now() > untilMs) return ['visits still wait to be judged']
    await sleep(100)
  }
  const checks: [what: string, query: string][] = [
    [
      'continued visits were never judged',
      `select count(*)::int as n from continuation c
       where not exists (select from visit_verdict v
         where v.link_id = c.link_id and v.day = c.day and v.visit_id = c.visit_id)`,
    ],
    [
      'visits have two verdicts',
      'select count(*)::int - count(distinct visit_id)::int as n from visit_verdict',
    ],
    [
      'links whose count is not that of their verdicts',
      `with v as materialized (select link_id, verdict, count(*) as count from visit_verdict group by 1, 2)
       select count(*)::int as n from v full join link_count c using (link_id, verdict) where v.count is distinct from c.count`,
    ],
    [
      'visits are counted otherwise by the hour',
      'select abs((select count(*) from visit_verdict) - (select coalesce(sum(count), 0) from campaign_visit_hour))::int as n',
    ],
  ]
  const faults: string[] = []
  for (const [what, query] of checks) {
    const count = await one(query)
    if (count > 0) faults.push(`${count} ${what}`)
  }
  return faults
}
