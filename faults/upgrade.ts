// Rolling upgrade under load: the processes of release 1.0.0 are replaced one by one by this version's, with the migrations
// since, if there are any, in between.
import { type ChildProcess, execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { APP_ROLE, keptAppPassword, withLogin } from '../server/src/platform/database/login.ts'
import {
  type Cluster,
  type ProcessRole,
  SECRET,
  asSuperuser,
  byPort,
  closeCluster,
} from '../testing/cluster.ts'
import { freePort } from '../testing/free-port.ts'
import { memoryFolder } from '../testing/memory-folder.ts'
import { endProcess, startProcess } from '../testing/processes.ts'
import { openProxy } from '../testing/reverse-proxy.ts'
import { movedMoney } from './invariants.ts'
import { settleAndCheck, startLoad } from './load.ts'
import { type Records, openRecords } from './records.ts'
import { openProbeLink } from './trial.ts'
import { type Drill, type Options, type Print, judge, printAll } from './verdict.ts'
import { lostVisits, wrongVerdicts } from './visit-checks.ts'
import { startVisitors, type Visitors } from './visitors.ts'
import { endWorld, makeWorld } from './world.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)
/** Release 1.0.0, from which schemas are upgraded; databases of before are refused. */
const OLDER = 'fc72cf898f09941f2a7740dd54cf869831fea417'
const ROLES = ['links', 'web', 'worker'] as const
const MEMBERS = 8
const VISITORS = 8
const LINKS = 8
/** Operations acknowledged with each mix of versions. */
const MORE = 15
const GIVE_UP_MS = 60_000
const POLL_MS = 50

interface Outcome {
  readonly operations: number
  readonly visits: number
  readonly migrations: readonly number[]
  readonly faults: readonly string[]
  readonly unshown: readonly string[]
}

/** A string says why it could not be run. */
async function drillUpgrade(members: number, print: Print): Promise<Outcome | string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-upgrade-'))
  const older = join(folder, 'older')
  const missing = await checkOut(older)
  if (missing !== undefined) {
    await rm(folder, { recursive: true, force: true })
    return missing
  }
  print('the older version is built')
  const path = join(folder, 'acknowledged.jsonl')
  const records = openRecords(path)
  const dataDir = await mkdtemp(join(await memoryFolder(), 'fairturn-faults-'))
  const port = await freePort()
  const server = await startEmbedded({ dataDir, port })
  const schemaOwnerUrl = byPort(server.url, port)
  const url = withLogin(schemaOwnerUrl, APP_ROLE, keptAppPassword(dataDir))
  const migrateBy = async (root: string) => {
    const env = {
      ...process.env,
      DATABASE_URL: schemaOwnerUrl,
      DATABASE_APP_URL: url,
      DATA_DIR: dataDir,
      SECRET,
    }
    await run(process.execPath, ['server/src/operations/migrate.command.ts'], { cwd: root, env })
  }
  const proxy = await openProxy()
  const behind = { port: proxy.port, variables: {} }
  const running = [
    { part: 'web', ...behind },
    { part: 'links', ...behind },
  ] as const
  const cluster: Cluster = {
    dataDir,
    port,
    settings: {},
    url,
    superuserUrl: byPort(server.superuserUrl, port),
    server,
    running: [...running],
    ahead_ms: 0,
    over: false,
  }
  const children: { role: ProcessRole; child: ChildProcess; port: number }[] = []
  const variables = { SECRET, TRUST_PROXY: '127.0.0.1', SAFE_FETCH_ALLOW_LOOPBACK: 'true' }
  const start = async (role: ProcessRole, root: string) => {
    const at = await freePort()
    const child = startProcess({ role, port: at, url, dataDir, root, variables })
    children.push({ role, child, port: at })
    proxy.add(at, role)
    await proxy.ready(at)
    return at
  }
  try {
    await migrateBy(older)
    for (const role of ROLES) for (const _ of [1, 2]) await start(role, older)
    const before = await migrationsOf(url)
    const world = await makeWorld(cluster, records, members, { seller: false })
    const codes: string[] = []
    for (let i = 0; i < LINKS; i += 1) codes.push(await openProbeLink(world))
    const load = startLoad(world)
    const visitors = startVisitors({ ports: [proxy.port], codes, count: VISITORS })
    await more(records, MORE)
    const ends: string[] = []
    await migrateBy(ROOT)
    for (const _ of [1, 2])
      for (const role of ROLES) {
        await start(role, ROOT)
        const [oldest] = children.splice(
          children.findIndex((each) => each.role === role),
          1,
        )
        ends.push(...(await endProcess(oldest!.child, 'SIGTERM')).map((end) => `${role}: ${end}`))
        await more(records, MORE)
        print(`a process of ${role} replaced; ${records.total()} acknowledged, ${visitors.pages.size} pages`)
      }
    await visitors.stop()
    await load.stop()
    const migrations = (await migrationsOf(url)).filter((each) => !before.includes(each))
    const { faults, record } = await settleAndCheck(world, path)
    const refused = [
      ...refusalsOf(visitors),
      ...[...proxy.refusals].map(([what, times]) => `${times} times a process answered ${what}`),
    ]
    const lost = [...(await lostVisits(world.database, visitors)), ...(await wrongVerdicts(world.database))]
    const unshown =
      world.stats.silent > 0 && proxy.refusals.size === 0
        ? [
            `${world.stats.silent} calls were given up by their callers, with nothing refused: a machine too busy to tell`,
          ]
        : []
    await endWorld(world)
    return {
      operations: movedMoney(record).length,
      visits: visitors.pages.size,
      migrations,
      faults: [...refused, ...ends, ...faults, ...lost],
      unshown,
    }
  } finally {
    for (const { child } of children) child.kill('SIGKILL')
    proxy.close()
    records.close()
    await closeCluster(cluster)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Checks out the older version with this one's packages and builds its apps; or says why not. */
async function checkOut(folder: string): Promise<string | undefined> {
  const has = await run('git', ['cat-file', '-e', `${OLDER}^{commit}`], { cwd: ROOT }).catch(() => undefined)
  if (has === undefined)
    return `there is no commit ${OLDER} here: the older version is taken from the history of git`
  await mkdir(join(folder, 'node_modules/@fairturn'), { recursive: true })
  await run('sh', ['-c', `git archive ${OLDER} | tar -x -C "$0"`, folder], { cwd: ROOT })
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@fairturn')
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of await readdir(join(ROOT, 'node_modules/@fairturn')))
    await symlink(join(folder, name), join(folder, 'node_modules/@fairturn', name))
  await run(process.execPath, ['server/src/operations/build.ts'], { cwd: folder })
  return undefined
}

async function more(records: Records, operations: number): Promise<void> {
  const enough = records.total() + operations
  const untilMs = performance.now() + GIVE_UP_MS
  while (records.total() < enough && performance.now() < untilMs) await sleep(POLL_MS)
}

async function migrationsOf(url: string): Promise<number[]> {
  const rows = await asSuperuser<{ version: bigint }>(url, 'select version from schema_version')
  return rows.map(({ version }) => Number(version))
}

function refusalsOf(visitors: Visitors): string[] {
  const others = [...visitors.unexpected].map(
    ([status, times]) => `${times} visitors were answered ${status}`,
  )
  return visitors.troubled() > 0
    ? [`${visitors.troubled()} visitors were refused or cut off`, ...others]
    : others
}

export const upgrade: Drill = {
  name: 'upgrade',
  shows:
    'release 1.0.0 is upgraded to this version under load, migrations included, and nothing is refused or lost',
  async run(options: Options, print: Print) {
    const outcome = await drillUpgrade(options.members ?? MEMBERS, print)
    if (typeof outcome === 'string') return { word: 'NOT RUN', reached: outcome }
    const { operations, visits, migrations, faults, unshown } = outcome
    printAll(print, [...faults, ...unshown])
    const between = migrations.length === 0 ? 'no migration' : `migrations ${migrations.join(', ')}`
    const reached = `6 processes replaced, ${between} between, ${operations} operations and ${visits} pages, none refused`
    return judge({
      faults,
      unshown,
      reached: faults.length === 0 ? reached : `${faults.length} faults`,
      sizes: { replaced: 6, operations, visits },
    })
  },
}
