import { setTimeout as sleep } from 'node:timers/promises'
// Daily verification: reads the whole ledger in chunks small enough to run under production load (decision 059,
// daily-verification.test.ts).
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Database, Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { IN_FLIGHT, lastCheckpoint, type Checkpoint, spanSince } from './checkpoint.ts'
import { type Checker, LEDGER, runLedgerChecks, storePass } from './checks.ts'
import type { Finding } from './invariants.ts'
import { addSpanToPass, emptyChains, findOtherHeads, inOneSnapshot, readSpan, spanFindings } from './span.ts'

/** Scheduled every minute; does nothing while no pass is due. */
export const dailyVerification = defineJob({ name: 'ledger_pass', payload: z.object({}) })

type Pass = RowOf<typeof PASS_COLUMNS>

/** Interval between the starts of two passes: under 24 hours, so that each entry is read again within a day. */
const PASS_EVERY_MS = 23 * 3_600_000

const tryLock = statement(
  `-- ledger_pass_try_lock
  select pg_try_advisory_xact_lock(hashtextextended('fairturn ledger pass', 0)) as locked`,
  { columns: { locked: 'bool' } },
)
const PASS = 'id, started_at, read_to, chains::text as chains, accounts_to, holds_to, checked'
const PASS_COLUMNS = {
  id: 'uuid',
  started_at: 'timestamptz',
  read_to: 'int8',
  chains: 'text',
  accounts_to: 'int8?',
  holds_to: 'uuid?',
  checked: 'text[]',
} as const

const selectPass = statement(
  `-- ledger_pass
  select ${PASS} from ledger_pass`,
  { columns: PASS_COLUMNS },
)
const selectLastPass = statement(
  `-- ledger_last_pass
  select started_at from ledger_check_run where mode = 'chunked' order by run_no desc limit 1`,
  { columns: { started_at: 'timestamptz' } },
)
const beginPass = statement(
  `-- ledger_begin_pass
  with forgotten as (delete from ledger_pass_total)
  insert into ledger_pass (id, started_at, chains) values ($id, $started_at, $chains::jsonb)
  returning ${PASS}`,
  { params: { id: 'uuid', started_at: 'timestamptz', chains: 'jsonb' }, columns: PASS_COLUMNS },
)
const advance = statement(
  `-- ledger_advance_pass
  update ledger_pass set chunks = chunks + 1, read_to = $read_to, chains = $chains::jsonb, captured = captured + $captured::numeric where id = $id`,
  { params: { id: 'uuid', read_to: 'int8', chains: 'jsonb', captured: 'numeric' } },
)
const advanceAccounts = statement(
  `-- ledger_advance_pass_accounts
  update ledger_pass set chunks = chunks + 1, accounts_to = $accounts_to where id = $id`,
  { params: { id: 'uuid', accounts_to: 'int8?' } },
)
// A hold is captured only once, so the set captured before `holds_before` is stable while chunks continue.
const advanceHolds = statement(
  `-- ledger_advance_pass_holds
  with page as materialized (select id, status, resolved_at from hold where id > $holds_to order by id limit $limit)
  update ledger_pass set chunks = chunks + 1, holds_to = (select id from page order by id desc limit 1),
    held = held + (select coalesce(sum(hashtextextended(id::text, 0)::numeric), 0) from page
      where status = 'captured' and resolved_at < holds_before)
  where id = $id`,
  { params: { id: 'uuid', holds_to: 'uuid', limit: typed<number>('int8') } },
)
const advanceChecked = statement(
  `-- ledger_advance_pass_checked
  update ledger_pass set chunks = chunks + 1, checked = checked || $name::text where id = $id`,
  { params: { id: 'uuid', name: 'text' } },
)
const selectHeads = statement(
  `-- ledger_pass_heads
  select jsonb_agg(jsonb_build_object('no', no, 'length', length, 'last_entry_no', last_entry_no, 'hash', encode(hash, 'hex')))::text as chains,
    max(last_entry_no) as last_no
  from chain`,
  { columns: { chains: 'text', last_no: 'int8' } },
)
const deletePass = statement(
  `-- ledger_delete_pass
  delete from ledger_pass`,
)

const FINDING_COLUMNS = { kind: typed<Finding['kind']>('text'), subject: 'text', detail: 'text' } as const

// Each posting was compared with its predecessor, so an account's last posting carries the sum of all.
const selectAccountFindings = statement(
  `-- ledger_pass_account_findings
  with page as materialized (select * from account where no > $from_no order by no limit $accounts)
  select kind, subject, detail from (
    select 'balance_differs' as kind, a.id::text as subject, format('version %s, balance %s; its last posting: %s, %s',
      a.version, a.balance_minor, p.version, p.balance_after) as detail
    from page a left join lateral (
      select version, balance_after from posting where account_no = a.no order by version desc limit 1) p on true
    where (a.version, a.balance_minor) is distinct from (coalesce(p.version, 0), coalesce(p.balance_after, 0))
    union all
    select 'overdrawn', id::text, format('balance %s, reserved %s', balance_minor, reserved_minor)
    from page where not may_go_negative and balance_minor < reserved_minor
    union all
    select 'reserved_differs', a.id::text, format('reserved %s, open holds %s', a.reserved_minor, h.amount)
    from page a cross join lateral (
      select coalesce(sum(amount_minor), 0) as amount from hold where account_id = a.id and status = 'open' offset 0) h
    where a.reserved_minor <> h.amount) found limit 100`,
  { params: { from_no: 'int8', accounts: typed<number>('int8') }, columns: FINDING_COLUMNS },
)
const selectLastAccount = statement(
  `-- ledger_pass_last_account
  select max(no) as no from (select no from account where no > $from_no order by no limit $accounts) page`,
  { params: { from_no: 'int8', accounts: typed<number>('int8') }, columns: { no: 'int8?' } },
)
/** At the end of a pass: sums of the entries against the stored totals. The latest captured holds are read here. */
const selectPassFindings = statement(
  `-- ledger_pass_findings
  select 'total_differs' as kind, format('%s %s %s', coalesce(t.day, s.day), coalesce(t.type, s.type), coalesce(t.kind, s.kind)) as subject,
    format('%s and %s', t, s) as detail
  from (
    select day, type, kind, sum(entry_count) as entry_count, sum(receiving_count) as receiving_count, sum(received_minor) as received_minor,
      sum(moved_minor) as moved_minor from ledger_daily_total group by day, type, kind) t
  full join ledger_pass_total s on s.day = t.day and s.type = t.type and s.kind = t.kind
  where (t.entry_count, t.receiving_count, t.received_minor, t.moved_minor)
    is distinct from (s.entry_count, s.receiving_count, s.received_minor, s.moved_minor)
  union all
  select 'capture_differs', 'all', 'the captured holds are not those that entries captured' from ledger_pass
  where captured <> held + (select coalesce(sum(hashtextextended(id::text, 0)::numeric), 0) from hold
    where status = 'captured' and resolved_at >= holds_before)`,
  { columns: FINDING_COLUMNS },
)

interface ChunkSize {
  /** Chunk size, in entry numbers. */
  readonly entries: bigint
  readonly accounts: number
  readonly holds: number
  /** How many entry numbers may be allocated but uncommitted. */
  readonly inFlight: bigint
}
const CHUNK: ChunkSize = { entries: 20_000n, accounts: 10_000, holds: 20_000, inFlight: IN_FLIGHT }

/** Upper bound of the entries to read: each chain's last entry there, all of them committed. */
type Bound = Pick<Checkpoint, 'chains' | 'last_no'>

/**
 * `busy`: another worker holds the lock. `idle`: no pass is due, or the last check had findings. `done`: everything was
 * read.
 */
type Outcome = 'busy' | 'idle' | 'read' | 'done' | 'wrong'

/**
 * Reads the next chunk of the ledger in its own transaction, so a killed worker's chunk is read again. A chunk that is
 * `wrong` ends the pass; a full check then determines what is affected.
 */
export async function verifyNextChunk(
  database: Database,
  checkers: readonly Checker[],
  size = CHUNK,
): Promise<Outcome> {
  return await database.transaction(async (tx) => {
    await inOneSnapshot(tx)
    if (!(await tryLock.one(tx)).locked) return 'busy'
    const checkpoint = await lastCheckpoint.maybe(tx)
    const pass = checkpoint && ((await selectPass.maybe(tx)) ?? (await passIfDue(tx)))
    if (checkpoint === undefined || pass === undefined) return 'idle'
    const next = checkers.find(({ name }) => name !== LEDGER && !pass.checked.includes(name))
    const { outcome, findings } = await readNext(tx, { pass, checkpoint, size, next, database })
    if (findings.length === 0 && outcome === 'read') return 'read'
    await deletePass.all(tx)
    if (findings.length > 0) return 'wrong'
    await storePass(tx, pass.started_at)
    return 'done'
  })
}

async function passIfDue(tx: Tx): Promise<Pass | undefined> {
  const last = await selectLastPass.maybe(tx)
  if (last !== undefined && tx.now.getTime() - last.started_at.getTime() < PASS_EVERY_MS) return undefined
  return await beginPass.one(tx, { id: newId(tx.now), started_at: tx.now, chains: await emptyChains(tx) })
}

interface Next {
  readonly pass: Pass
  readonly checkpoint: Checkpoint
  readonly size: ChunkSize
  /** The next of the other checkers. They read their own tables, outside the chunk's snapshot. */
  readonly next: Checker | undefined
  readonly database: Database
}
interface ChunkResult {
  readonly outcome: 'read' | 'done'
  readonly findings: readonly unknown[]
}

async function readNext(tx: Tx, { pass, checkpoint, size, next, database }: Next): Promise<ChunkResult> {
  if (pass.read_to < checkpoint.last_no) return await readEntries(tx, { pass, size, until: checkpoint })
  if (pass.accounts_to !== null) return await readAccounts(tx, pass, pass.accounts_to, size.accounts)
  if (pass.holds_to !== null) {
    await advanceHolds.all(tx, { id: pass.id, holds_to: pass.holds_to, limit: size.holds })
    return { outcome: 'read', findings: [] }
  }
  if (next !== undefined) {
    const { findings } = await next.find(database)
    await advanceChecked.all(tx, { id: pass.id, name: next.name })
    return { outcome: 'read', findings }
  }
  const heads = await selectHeads.one(tx)
  if (heads.last_no - pass.read_to > size.entries) return await readEntries(tx, { pass, size, until: heads })
  const span = spanSince({ chains: pass.chains, last_no: pass.read_to })
  const { chains, captured } = await readSpan(tx, span)
  await addSpanToPass(tx, span)
  await advance.all(tx, { id: pass.id, read_to: pass.read_to, chains, captured })
  const findings = [
    ...(await spanFindings(tx, span)),
    ...(await findOtherHeads(tx, chains)),
    ...(await selectPassFindings.all(tx)),
  ]
  return { outcome: 'done', findings }
}

/** The chunk that reaches the bound must arrive at its chain heads: a stored checkpoint is verified, not trusted. */
async function readEntries(
  tx: Tx,
  { pass, size, until }: Pick<Next, 'pass' | 'size'> & { readonly until: Bound },
): Promise<ChunkResult> {
  const end = pass.read_to + size.entries
  const to = end < until.last_no ? end : until.last_no
  const span = {
    chains: pass.chains,
    above: pass.read_to - size.inFlight,
    to,
    caps: until.chains,
    settled: until.last_no - size.inFlight,
  }
  const { chains, captured } = await readSpan(tx, span)
  await addSpanToPass(tx, span)
  await advance.all(tx, { id: pass.id, read_to: to, chains, captured })
  const others = to === until.last_no ? await findOtherHeads(tx, chains, until.chains) : []
  return { outcome: 'read', findings: [...(await spanFindings(tx, span)), ...others] }
}

async function readAccounts(tx: Tx, pass: Pass, from_no: bigint, accounts: number): Promise<ChunkResult> {
  const findings = await selectAccountFindings.all(tx, { from_no, accounts })
  await advanceAccounts.all(tx, {
    id: pass.id,
    accounts_to: (await selectLastAccount.one(tx, { from_no, accounts })).no,
  })
  return { outcome: 'read', findings }
}

/** At most a third of each minute; a worker that is told to stop has 30 s. */
const BUSY_MS = 20_000

/** Reads chunks, pausing after each for as long as it took. Runs a full check at once if a chunk has findings. */
export async function verifyChunks(database: Database, checkers: readonly Checker[], size = CHUNK) {
  const until = performance.now() + BUSY_MS
  for (;;) {
    const began = performance.now()
    const outcome = await verifyNextChunk(database, checkers, size)
    if (outcome === 'wrong') return await runLedgerChecks(database, checkers)
    const tookMs = performance.now() - began
    if (outcome !== 'read' || performance.now() + tookMs > until) return []
    await sleep(tookMs)
  }
}
