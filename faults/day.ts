// Simulates a deployment's day in minutes: the clocks of all processes are advanced through one UTC day, while members,
// fraudsters, operators and the bank are active; at noon the primary fails for good (failover), in the evening every
// process is replaced (rolling restart). After midnight its jobs run, and ledger and proofs are checked.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeSetting } from '../server/src/content/content.ts'
import {
  type Cluster,
  type ProcessRole,
  asSuperuser,
  endReplaced,
  moveClocks,
  startPart,
  withSuperuser,
} from '../testing/cluster.ts'
import { random } from '../testing/random.ts'
import { type Proxy, openProxy } from '../testing/reverse-proxy.ts'
import { FOLLOWED, type Standby, removeStandby } from '../testing/standby.ts'
import { type TcpProxy, openProxy as openTcpProxy } from '../testing/tcp-proxy.ts'
import { openCheats } from './cheats.ts'
import { checkDay } from './day-checks.ts'
import { type Day, type Hour, type Upgrade, writeReport } from './day-report.ts'
import { follow, takeOver } from './failover.ts'
import { violations } from './load.ts'
import type { Record } from './records.ts'
import { SEEDED, seedBugs } from './seeded.ts'
import { type Outcome, type Scene, runTrial } from './trial.ts'
import { type Drill, type Print, judge, judgeTimes, printAll, seconds } from './verdict.ts'
import { wrongVerdicts } from './visit-checks.ts'

const PARTS = ['web', 'web', 'links', 'links', 'worker', 'worker'] as const
const MEMBERS = 60
const HOURS = 24
/** Seconds of the machine's clock per part of the day. */
const PART_SECONDS = 20
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000
const POLL_MS = 500
const IDLE_POLLS = 6
const IDLE_WITHIN_MS = 180_000
const LINK_MS = 1
const STAFF_PAUSE_MS = 1_000
const DRAIN = { SHUTDOWN_DELAY_MS: '1000' }
/** Pause of a member between two steps, in seconds, by hour of the day. */
const RESTS_S = [6, 8, 9, 9, 8, 6, 4, 3, 2.5, 2.5, 2.5, 2, 1.5, 2, 2.5, 2.5, 2, 1.5, 1.2, 1, 1, 1.5, 3, 4]
const NOON = 12
const EVENING = 20

export async function drillDay(
  options: { members: number; hours: number; part_seconds: number },
  print: Print,
): Promise<Outcome | Day> {
  const { members, hours, part_seconds } = options
  const began_ms = performance.now()
  const begins_ms = Math.ceil(Date.now() / DAY_MS) * DAY_MS
  const standbys: Standby[] = []
  const closers: (() => void)[] = []
  let server: TcpProxy | undefined
  let simulated: Awaited<ReturnType<typeof simulate>> | undefined
  let checked: Awaited<ReturnType<typeof check>> | undefined
  try {
    const outcome = await runTrial({
      cluster: {
        parts: PARTS,
        settings: FOLLOWED,
        variables: DRAIN,
        ahead_ms: begins_ms + MINUTE_MS - Date.now(),
        between: async (port) => {
          server = await openTcpProxy(port)
          closers.push(server.close)
          return server.port
        },
      },
      members,
      async during(scene) {
        const fronts = await openFronts(scene)
        closers.push(
          () => fronts.web.close(),
          () => fronts.links.close(),
        )
        simulated = await simulate(
          scene,
          { hours, part_seconds, begins_ms, server: server!, fronts, standbys },
          print,
        )
      },
      async after(scene, record) {
        print('midnight: what the day ends with')
        // First what is due with the day, then its proof: from then on no balance changes.
        for (const minutes of [16, 30]) {
          moveClocks(scene.cluster, begins_ms + DAY_MS + minutes * MINUTE_MS - Date.now())
          await untilIdle(scene.cluster)
        }
        checked = await check(scene, record, simulated!)
      },
    })
    if (simulated === undefined || checked === undefined) return outcome
    const faults = [...outcome.faults, ...simulated.faults, ...checked.faults]
    const day = new Date(begins_ms).toISOString().slice(0, 10)
    return {
      ...outcome,
      ...simulated,
      ...checked,
      faults,
      members,
      day,
      part_seconds,
      took_ms: performance.now() - began_ms,
    }
  } finally {
    for (const standby of standbys) await removeStandby(standby)
    for (const close of closers) close()
  }
}

type Fronts = Readonly<{ web: Proxy; links: Proxy }>

/** A reverse proxy in front of the web processes and one in front of the links processes, as in deployments. */
async function openFronts({ cluster, world }: Scene): Promise<Fronts> {
  const fronts = { web: await openProxy(), links: await openProxy() }
  for (const { part, port } of cluster.running)
    if (part !== 'worker') {
      fronts[part].add(port)
      await fronts[part].ready(port)
    }
  world.ports.web = [fronts.web.port]
  world.ports.links = [fronts.links.port]
  return fronts
}

/** Waits until no job is due by the moved clock; the job scheduler follows it shortly after. */
async function untilIdle(cluster: Cluster): Promise<void> {
  const until_ms = performance.now() + IDLE_WITHIN_MS
  for (let idle = 0; idle < IDLE_POLLS; idle += 1) {
    await sleep(POLL_MS)
    const [due] = await asSuperuser<{ n: number }>(
      cluster.superuser_url,
      'select count(*)::int as n from graphile_worker._private_jobs where run_at <= $1 and attempts < max_attempts',
      [new Date(Date.now() + cluster.ahead_ms)],
    )
    if (due!.n > 0) idle = 0
    if (performance.now() > until_ms) throw new Error(`${due!.n} jobs are due and are not done`)
  }
}

interface Plan {
  readonly hours: number
  readonly part_seconds: number
  readonly begins_ms: number
  readonly server: TcpProxy
  readonly fronts: Fronts
  readonly standbys: Standby[]
}

async function simulate(scene: Scene, plan: Plan, print: Print) {
  const { cluster, world } = scene
  const { hours, part_seconds, begins_ms, server, fronts, standbys } = plan
  const length = 24 / hours
  let hour = 0
  world.stats.sessions_end = true
  world.pause = (who) => sleep(who === 'staff' ? STAFF_PAUSE_MS : RESTS_S[hour]! * 1000 * 2 * random())
  await world.database.transaction((tx) => changeSetting(tx, 'time_zone', 'UTC'))
  let pair = await follow(cluster, standbys, { synchronous: true, each_way_ms: LINK_MS })
  const cheats = await openCheats(world)
  const simulated: Hour[] = []
  const faults: string[] = []
  let [failover_ms, upgrade]: [number, Upgrade | undefined] = [0, undefined]
  for (let part = 0; part < hours; part += 1) {
    hour = Math.floor(part * length)
    moveClocks(cluster, begins_ms + hour * HOUR_MS + MINUTE_MS - Date.now())
    const until_ms = performance.now() + part_seconds * 1000
    const [before, total] = [
      part === 0 ? new Map<string, number>() : new Map(world.records.counts),
      scene.total(),
    ]
    const holds = (at: number) => hour <= at && at < hour + length
    if (holds(NOON)) {
      failover_ms = await takeOver(scene, server, pair)
      print(`noon: everything writes again after ${seconds(failover_ms)}`)
      pair = await follow(cluster, standbys, { synchronous: true, each_way_ms: LINK_MS })
    }
    if (holds(EVENING)) {
      upgrade = await replaceAll(cluster, fronts, faults)
      print(`evening: ${upgrade.processes} processes replaced, ${upgrade.refused} requests refused`)
    }
    await cheats.tryAll()
    await sleep(Math.max(0, until_ms - performance.now()))
    const done = new Map([...world.records.counts].map(([what, n]) => [what, n - (before.get(what) ?? 0)]))
    const operations = part === 0 ? scene.total() : scene.total() - total
    simulated.push({ hour, operations, done })
    print(`${String(hour).padStart(2, '0')}:00 ${operations} operations`)
  }
  return { hours: simulated, failover_ms, upgrade: upgrade!, cheating: cheats, faults }
}

/** Rolling restart: each new process is ready before the old one is stopped. */
async function replaceAll(cluster: Cluster, fronts: Fronts, faults: string[]): Promise<Upgrade> {
  const began_ms = performance.now()
  const sum = (figure: 'answered' | 'refused') => fronts.web[figure] + fronts.links[figure]
  const before = { answered: sum('answered'), refused: sum('refused') }
  const old = [...cluster.running]
  for (const each of old) {
    const next = await startPart(cluster, each.part, DRAIN)
    const front = frontOf(fronts, each.part)
    front?.add(next.port)
    await front?.ready(next.port)
    faults.push(...(await endReplaced(cluster, each)))
  }
  const refused = sum('refused') - before.refused
  if (refused > 0) faults.push(`${refused} requests were refused while the processes were replaced`)
  const took_ms = performance.now() - began_ms
  return { processes: old.length, answered: sum('answered') - before.answered, refused, took_ms }
}

const frontOf = (fronts: Fronts, part: ProcessRole): Proxy | undefined =>
  part === 'worker' ? undefined : fronts[part]

async function check(
  scene: Scene,
  record: Record,
  { cheating }: Pick<Awaited<ReturnType<typeof simulate>>, 'cheating'>,
) {
  const { cluster, world } = scene
  const faults: string[] = []
  const books = await checkDay(scene, record, [cheating.campaign_id, cheating.placer], faults)
  const { rows: cheats, faults: undetected } = await cheating.outcome()
  const found = await violations(cluster, record)
  faults.push(
    ...undetected,
    ...(await wrongVerdicts(world.database)),
    ...found.map(({ invariant, detail }) => `after midnight, ${invariant}: ${detail}`),
  )
  const unseen = await withSuperuser(cluster.superuser_url, (owner) => seedBugs(owner, record))
  return { cheats, books, record, unseen, faults }
}

export const day: Drill = {
  name: 'day',
  shows:
    'a day of a deployment, with a failover at noon and an upgrade in the evening, ends with a consistent ledger and valid proofs',
  async run(options, print) {
    const members = options.members ?? MEMBERS
    const hours = options.hours ?? HOURS
    if (24 % hours !== 0 || hours < 2)
      throw new Error('--hours is 2, 3, 4, 6, 8, 12 or 24: a day is cut evenly')
    const simulated = await drillDay({ members, hours, part_seconds: options.seconds ?? PART_SECONDS }, print)
    const whole = 'books' in simulated ? simulated : undefined
    const late = judgeTimes(whole === undefined ? [] : [whole.failover_ms])
    const faults = [...simulated.faults, ...late.faults]
    const unshown = [...simulated.unshown, ...(whole?.unseen ?? []), ...late.unshown]
    printAll(print, [...faults, ...unshown])
    if (whole !== undefined && faults.length === 0)
      print(`the report is in ${await writeReport(whole, process.env['DRILL_REPORT'])}`)
    const tried = whole?.cheats.reduce((sum, row) => sum + row.tried, 0) ?? 0
    const reached = `${hours} parts of a day, ${members} members, ${simulated.operations} operations, ${simulated.unknown} answers lost and settled, recovery ${seconds(whole?.failover_ms ?? 0)}, ${whole?.upgrade.refused ?? 0} requests refused by the upgrade, ${tried} cheats tried, ${whole?.books.members ?? 0} proofs verified, ${SEEDED - (whole?.unseen.length ?? 0)} of ${SEEDED} seeded bugs found`
    return judge({ faults, unshown, reached })
  },
}
