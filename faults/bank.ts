// The bank drill: concurrent money operations of every kind over HTTP against two web processes, with retries, races and
// misused idempotency keys; then every invariant of the ledger is checked, and seeded bugs must be detected.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeCluster, openCluster, withSuperuser } from '../testing/cluster.ts'
import { movedMoney } from './invariants.ts'
import { settleAndCheck, startLoad } from './load.ts'
import { openRecords } from './records.ts'
import { SEEDED, seedBugs } from './seeded.ts'
import { type Drill, type Options, type Print, judge, printAll, seconds } from './verdict.ts'
import { endWorld, makeWorld } from './world.ts'

const OPERATIONS = 20_000
const PRINT_EVERY = 2_000
const POLL_MS = 50
/** The run shows nothing unless each of these occurred. */
const KINDS = [
  'deposit imported',
  'campaign placed',
  'campaign paid',
  'campaign topped up',
  'campaign cancelled',
  'order taken',
  'award claimed',
  'level bought',
  'level given back',
  'withdrawal requested',
  'withdrawal cancelled',
  'withdrawal approved',
  'withdrawal approved by two',
  'withdrawal refused',
  'withdrawal sent',
  'withdrawal paid',
  'withdrawal returned',
  'adjustment by two',
]

export interface BankOutcome {
  readonly operations: number
  readonly tookMs: number
  readonly kinds: readonly (readonly [string, number])[]
  readonly faults: readonly string[]
  readonly unshown: readonly string[]
}

export async function bankTest(
  options: { operations: number; members: number; within_ms?: number },
  print: Print,
): Promise<BankOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-records-'))
  const path = join(folder, 'acknowledged.jsonl')
  const records = openRecords(path)
  const cluster = await openCluster({ parts: ['web', 'web', 'links', 'worker'] })
  try {
    const world = await makeWorld(cluster, records, options.members)
    const beganMs = performance.now()
    const load = startLoad(world)
    let printed = 0
    const over = () => options.within_ms !== undefined && performance.now() - beganMs > options.within_ms
    while (records.total() < options.operations && !over()) {
      await sleep(POLL_MS)
      if (records.total() - printed < PRINT_EVERY) continue
      printed = records.total()
      print(`${printed} acknowledged after ${seconds(performance.now() - beganMs)}`)
    }
    await load.stop()
    const tookMs = performance.now() - beganMs
    const { faults, record } = await settleAndCheck(world, path)
    const unseen =
      faults.length > 0
        ? []
        : await withSuperuser(cluster.superuserUrl, (superuser) => seedBugs(superuser, record))
    await endWorld(world)
    const missing = KINDS.filter((kind) => !records.counts.has(kind))
    return {
      operations: movedMoney(record).length,
      tookMs,
      kinds: [...records.counts],
      faults,
      unshown: [...missing.map((kind) => `there was no ${kind}`), ...unseen],
    }
  } finally {
    records.close()
    await closeCluster(cluster)
    await rm(folder, { recursive: true, force: true })
  }
}

export const bank: Drill = {
  name: 'bank',
  shows: 'money operations of every kind over HTTP leave a consistent ledger',
  async run(options: Options, print: Print) {
    const operations = options.operations ?? OPERATIONS
    // A carrier has at most 200 verified visits per hour, so more operations need more members.
    const members = options.members ?? Math.max(32, Math.ceil(operations / 1_000))
    const outcome = await bankTest({ operations, members }, print)
    const { tookMs, faults, unshown, kinds } = outcome
    const acknowledged = kinds.reduce((sum, [, count]) => sum + count, 0)
    for (const [kind, count] of kinds) print(`${String(count).padStart(8)} ${kind}`)
    printAll(print, [...faults, ...unshown])
    const control = faults.length + unshown.length === 0 ? `; ${SEEDED} seeded bugs, all seen` : ''
    const rate = ((acknowledged / tookMs) * 1000).toFixed(0)
    const reached = `${acknowledged} operations acknowledged, ${rate} a second, ${outcome.operations} of them moved money, ${members} members, ${seconds(tookMs)}${control}`
    return judge({ faults, unshown, reached, sizes: { acknowledged, operations: outcome.operations } })
  },
}
