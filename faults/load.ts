// A world under load: everybody acts until enough was acknowledged or time is up, then requests in flight finish, and the
// worker completes what was promised. The drill injects the faults.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../server/src/platform/database/database.ts'
import { type Cluster, withSuperuser } from '../testing/cluster.ts'
import { runOperators } from './finance.ts'
import { type Violation, checkInvariants } from './invariants.ts'
import { live } from './members.ts'
import { type Record, readRecords } from './records.ts'
import type { World } from './world.ts'

const SETTLED_WITHIN_MS = 120_000
const POLL_MS = 100
/** Refusals that only callers with a lost session can get. */
const FORGOTTEN: ReadonlySet<string> = new Set([
  'session_has_ended',
  'token_is_invalid',
  'staff_session_has_ended',
])

export interface Load {
  /** Stops, and resolves when everything in flight has been answered. */
  stop(): Promise<void>
}

export function startLoad(world: World): Load {
  let over = false
  const goesOn = () => !over
  const ended = (who: string) => (error: unknown) =>
    void world.faults.push(`${who} gave up: ${error instanceof Error ? error.message : String(error)}`)
  const all = Promise.all([
    ...world.members.map((person) => live(world, person, goesOn).catch(ended(person.username))),
    runOperators(world, goesOn).catch(ended('the operators')),
  ])
  return {
    async stop() {
      over = true
      await all
      await Promise.all(world.visiting)
    },
  }
}

/** Waits until the worker has completed what was promised: every bank line decided, every visit judged. */
async function untilQuiet(world: World, patienceMs = SETTLED_WITHIN_MS): Promise<void> {
  const untilMs = performance.now() + patienceMs
  for (;;) {
    const left = await world.database
      .query<{ n: number }>({
        text: `select (select count(*) from bank_line where status = 'new')::int + (select count(*) from visit_to_judge)::int as n`,
      })
      .then(({ rows }) => rows[0]!.n)
      .catch(() => 1)
    if (left === 0) return
    if (performance.now() > untilMs)
      return void world.faults.push(`${left} things were promised and not done`)
    await sleep(POLL_MS)
  }
}

/** Violations in one snapshot. */
export async function violations(cluster: Cluster, record: Record): Promise<Violation[]> {
  return await withSuperuser(cluster.superuserUrl, async (superuser) => {
    const on: Queryable = { query: (config) => superuser.query(config) }
    await superuser.query('begin isolation level repeatable read read only')
    return await checkInvariants(on, record)
  })
}

/** Everything wrong after a load, one sentence each, and the record it was compared with. */
export async function settleAndCheck(
  world: World,
  path: string,
  patienceMs?: number,
): Promise<{ faults: string[]; record: Record }> {
  await untilQuiet(world, patienceMs)
  const record = readRecords(path)
  const found = await violations(world.cluster, record)
  const faults = [
    ...found.map(({ invariant, detail }) => `${invariant}: ${detail}`),
    ...world.faults,
    ...world.stats.unsettled.map((what) => `never settled: ${what}`),
    ...[...world.stats.refused]
      .filter(([code]) => !world.stats.sessions_end && FORGOTTEN.has(code))
      .map(([code, times]) => `${times} times somebody who was signed in was told ${code}`),
  ]
  return { faults, record }
}
