// A standby of a running PostgreSQL: a low-level base backup (pg_backup_start, which needs no other program), then
// streaming replication. See PostgreSQL's manual, 26.3.3 and 27.2.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { identityForServer } from '../server/src/platform/database/embedded.binaries.ts'
import { readState } from '../server/src/platform/database/embedded.state.ts'
import { type Embedded, startEmbedded } from '../server/src/platform/database/embedded.ts'
import { asSuperuser, withSuperuser } from './cluster.ts'
import { freePort } from './free-port.ts'
import { memoryFolder } from './memory-folder.ts'

const NAME = 'standby'
const FOLLOWS_WITHIN_MS = 60_000
const POLL_MS = 50
/** Folders that must be empty in a copy, and files that belong to one server only. */
const EMPTY = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label'])

/** Settings of a primary that has standbys. */
export const FOLLOWED: Readonly<Record<string, string>> = { wal_keep_size: '1GB' }

export interface Standby {
  readonly dataDir: string
  readonly port: number
  /** Settings for its restart. */
  readonly settings: Readonly<Record<string, string>>
  readonly server: Embedded
}

/** Resolves when it streams; `through` is the port at which it reaches the primary, whose folder is `data_dir`. */
export async function makeStandby(of: { url: string; dataDir: string; through: number }): Promise<Standby> {
  const { url, through } = of
  const dataDir = await mkdtemp(join(await memoryFolder(), 'fairturn-standby-'))
  const { username, password } = new URL(url)
  const to = join(dataDir, 'postgres')
  await copyCluster(url, join(of.dataDir, 'postgres'), to)
  await writeFile(join(to, 'standby.signal'), '')
  const identity = await identityForServer()
  if (identity) await promisify(execFile)('chown', ['-R', `${identity.uid}:${identity.gid}`, to])
  // The state file that startEmbedded() stores beside a cluster, for a server that it never started.
  const state = {
    ...(await readState(join(of.dataDir, 'postgres.json')))!,
    socket_dir: '',
    owner_pid: 0,
    litter: [],
  }
  delete state.port
  await writeFile(join(dataDir, 'postgres.json'), JSON.stringify(state), { mode: 0o600 })
  const port = await freePort()
  const primaryConninfo = `host=127.0.0.1 port=${through} user=${username} password=${decodeURIComponent(password)} application_name=${NAME}`
  const settings = { ...FOLLOWED, primary_conninfo: primaryConninfo }
  const server = await startEmbedded({ dataDir, port, settings })
  await untilFollowed(url, 'streaming')
  return { dataDir, port, settings, server }
}

async function copyCluster(url: string, from: string, to: string): Promise<void> {
  await withSuperuser(url, async (superuser) => {
    await superuser.query(`select pg_backup_start('standby', true)`)
    await mkdir(to, { mode: 0o700 })
    await cp(from, to, {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(basename(path)) && !EMPTY.has(relative(from, dirname(path))),
    })
    const { rows } = await superuser.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(true)',
    )
    await writeFile(join(to, 'backup_label'), rows[0]!.labelfile)
  })
}

/** Turns synchronous replication on or off. */
export async function waitForStandby(url: string, synchronous: boolean): Promise<void> {
  await asSuperuser(url, `alter system set synchronous_standby_names = '${synchronous ? NAME : ''}'`)
  await asSuperuser(url, 'select pg_reload_conf()')
  if (synchronous) await untilFollowed(url, 'sync')
}

async function untilFollowed(url: string, how: 'streaming' | 'sync'): Promise<void> {
  const untilMs = performance.now() + FOLLOWS_WITHIN_MS
  for (;;) {
    const rows = await asSuperuser<{ state: string; sync_state: string }>(
      url,
      'select state, sync_state from pg_stat_replication',
    )
    if (
      rows.some(
        ({ state, sync_state: syncState }) =>
          state === 'streaming' && (how === 'streaming' || syncState === 'sync'),
      )
    )
      return
    if (performance.now() > untilMs) throw new Error(`no standby became ${how}`)
    await sleep(POLL_MS)
  }
}

export async function promote(url: string): Promise<void> {
  await asSuperuser(url, 'select pg_promote(true, 60)')
  // It has no standby yet; the setting for synchronous replication came with the copy.
  await waitForStandby(url, false)
}

export async function removeStandby({ server, dataDir }: Standby): Promise<void> {
  await server.stop().catch(() => undefined)
  await rm(dataDir, { recursive: true, force: true })
}
