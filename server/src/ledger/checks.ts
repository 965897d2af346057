// Runs the checkers. Only a finding that is confirmed by a second read freezes payments; nothing is repaired
// (checkers.test.ts). The hourly check is incremental; the daily verification reads everything in chunks (decision 059).
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { yesOrNo } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import { defineJob, enqueue } from '../platform/queue/queue.ts'
import { findSince, lastCheckpoint } from './checkpoint.ts'
import { CHECK_FAILED, type FreezeScope, type FreezeScopeKind, PAYOUTS, recordFreeze } from './freezes.ts'
import { inOneSnapshot } from './span.ts'

export const LEDGER = 'ledger'

/** One inconsistency. */
export interface CheckFinding {
  /** Kind of finding, e.g. `balance_differs`. */
  readonly kind: string
  /** Id of what is inconsistent. */
  readonly subject: string
  readonly detail: string
  /** The smallest scopes to freeze. */
  readonly freezes: readonly FreezeScope[]
}

/** A read-only check of one part of the data. */
export interface Checker {
  readonly name: string
  /** Checks everything, or, given the `position` an earlier run returned, only what is new since. */
  find(database: Database, position?: string): Promise<Found>
}
export interface Found {
  readonly findings: readonly CheckFinding[]
  /** Where the next hourly run continues. Omitted by checkers whose cost does not grow with the history. */
  readonly position?: string
}
/** In JSON, only the checkers that returned a position. */
type Positions = Readonly<Record<string, string | undefined>>

type Finding = Omit<CheckFinding, 'freezes'> & {
  readonly checker: string
  readonly freezes: FreezeScope | null
}

export type CheckRunRow = RowOf<typeof CHECK_RUN_COLUMNS>

/** Scheduled hourly, and on demand by operators; worker.ts handles both with the checkers of all modules. */
export const ledgerCheck = defineJob({ name: 'ledger_check', payload: z.object({}) })
export const requestedCheck = defineJob({ name: 'asked_check', payload: z.object({ asked_by: z.string() }) })
/** Enqueued when a check with findings has been stored; handled in alarms.ts. */
export const ledgerAlarm = defineJob({ name: 'ledger_alarm', payload: z.object({ run_id: z.uuid() }) })

const WHY_FROZEN =
  'The check of the ledger found a difference here. It waits until two people have looked at it; what is yours stays yours.'

type LedgerTotals = Pick<
  CheckRunRow,
  'entry_count' | 'last_entry_no' | 'liabilities_minor' | 'revenue_minor' | 'cash_minor'
> & { head: Buffer; checkpoint: string }

// A single statement, so that chain heads, totals and balances come from one snapshot.
const selectLedgerTotals = statement(
  `-- ledger_check_totals
  select c.*, a.*, jsonb_build_object(
    'chains', (select jsonb_agg(jsonb_build_object('no', no, 'length', length, 'last_entry_no', last_entry_no, 'hash', encode(hash, 'hex'))) from chain),
    'totals', (select coalesce(jsonb_agg(t), '[]') from (
      select type, kind, sum(entry_count) as entry_count, sum(receiving_count) as receiving_count, sum(received_minor) as received_minor,
        sum(moved_minor) as moved_minor from ledger_daily_total group by type, kind) t))::text as checkpoint
  from (
    select sum(length)::bigint as entry_count, max(last_entry_no) as last_entry_no, sha256(string_agg(hash, ''::bytea order by no)) as head
    from chain
  ) c, (
    select coalesce(sum(balance_minor) filter (where kind not in ('cash', 'revenue', 'own_money')), 0)::bigint as liabilities_minor,
      coalesce(sum(balance_minor) filter (where kind in ('revenue', 'own_money')), 0)::bigint as revenue_minor,
      coalesce(-sum(balance_minor) filter (where kind = 'cash'), 0)::bigint as cash_minor
    from account
  ) a`,
  {
    columns: {
      entry_count: 'int8',
      last_entry_no: 'int8',
      head: 'bytea',
      liabilities_minor: 'int8',
      revenue_minor: 'int8',
      cash_minor: 'int8',
      checkpoint: 'text',
    },
  },
)
const insertRun = statement(
  `-- ledger_insert_check_run
  insert into ledger_check_run (id, asked_by, started_at, finished_at, entry_count, last_entry_no, head, liabilities_minor,
    revenue_minor, cash_minor, finding_count, mode, since, checkpoint)
  values ($id, $asked_by, $started_at, $finished_at, $entry_count, $last_entry_no, $head, $liabilities_minor, $revenue_minor, $cash_minor, $finding_count, $mode, $since, $checkpoint::jsonb || jsonb_build_object('places', $places::jsonb))`,
  {
    params: {
      id: 'uuid',
      asked_by: 'text',
      started_at: 'timestamptz',
      finished_at: 'timestamptz',
      entry_count: 'int8',
      last_entry_no: 'int8?',
      head: 'bytea?',
      liabilities_minor: 'int8',
      revenue_minor: 'int8',
      cash_minor: 'int8',
      finding_count: 'int4',
      mode: 'text',
      since: 'timestamptz?',
      checkpoint: 'jsonb?',
      places: 'jsonb',
    },
  },
)
const insertFindings = statement(
  `-- ledger_insert_check_findings
  insert into ledger_check_finding (run_id, finding_no, checker, kind, subject, detail, scope, scope_subject)
  select $run_id, no, checker, kind, subject, detail, scope, scope_subject
  from unnest($checkers::text[], $kinds::text[], $subjects::text[], $details::text[], $scopes::text[], $scope_subjects::text[])
    with ordinality as f (checker, kind, subject, detail, scope, scope_subject, no)`,
  {
    params: {
      run_id: 'uuid',
      checkers: 'text[]',
      kinds: 'text[]',
      subjects: 'text[]',
      details: 'text[]',
      scopes: typed<readonly (string | null)[]>('text[]'),
      scope_subjects: typed<readonly (string | null)[]>('text[]'),
    },
  },
)
const insertFreeze = statement(
  `-- ledger_insert_freeze
  insert into ledger_freeze (id, scope, subject, run_id, finding_no, frozen_at) values ($id, $scope, $subject, $run_id, $finding_no, $frozen_at)
  on conflict (scope, subject) where released_at is null do nothing returning id`,
  {
    params: {
      id: 'uuid',
      scope: 'text',
      subject: 'text',
      run_id: 'uuid',
      finding_no: 'int4',
      frozen_at: 'timestamptz',
    },
    columns: { id: 'uuid' },
  },
)
const RUN = `r.id, r.asked_by, o.username as asked_by_name, r.started_at, r.finished_at, r.entry_count, r.last_entry_no,
  encode(r.head, 'hex') as head, r.liabilities_minor, r.revenue_minor, r.cash_minor, r.finding_count, r.mode, r.since`
const RUNS = `ledger_check_run r left join operator o on 'operator:' || o.id = r.asked_by`
const CHECK_RUN_COLUMNS = {
  id: 'uuid',
  asked_by: 'text',
  asked_by_name: 'text?',
  started_at: 'timestamptz',
  finished_at: 'timestamptz',
  entry_count: 'int8',
  last_entry_no: 'int8',
  head: 'text',
  /** Minor units, like the next two: liabilities, the platform's own money, and cash, which equals their sum. */
  liabilities_minor: 'int8',
  revenue_minor: 'int8',
  cash_minor: 'int8',
  finding_count: 'int4',
  /** What was read of the ledger: entries since an earlier run, everything at once, or everything in the daily chunks. */
  mode: typed<'incremental' | 'full' | 'chunked'>('text'),
  /** Start of the run that this one continued; null for a full check. */
  since: 'timestamptz?',
} as const

/** The last finished check, if any, not counting daily chunks. */
export const lastCheck = statement(
  `-- ledger_last_check
  select ${RUN} from ${RUNS} where r.mode <> 'chunked' order by r.run_no desc limit 1`,
  { columns: CHECK_RUN_COLUMNS },
)

/** Coverage of the checks: since when all new entries were read, and when the last full check without findings began. */
export const checkReach = statement(
  `-- ledger_check_reach
  select greatest(
      (select started_at from ledger_check_run where mode = 'full' and finding_count = 0 order by run_no desc limit 1),
      (select started_at from ledger_check_run where mode = 'chunked' and finding_count = 0 order by run_no desc limit 1)) as full_at,
    (select min(day)::text from ledger_daily_total) as first_day,
    (select read_to::float8 / greatest((select max(last_entry_no) from chain), 1) from ledger_pass) as progress`,
  { columns: { full_at: 'timestamptz?', first_day: 'text?', progress: 'float8?' } },
)

/** Full check: stores the findings, freezes the affected scopes and enqueues `ledgerAlarm` if there are any. */
export async function runLedgerChecks(
  database: Database,
  checkers: readonly Checker[],
  asked_by = 'system',
): Promise<readonly Finding[]> {
  const started_at = database.clock.now()
  // Read before the checks run, so that they cover everything up to the checkpoint.
  const totals = await selectLedgerTotals.one(database)
  return await runAll(database, checkers, { asked_by, started_at, totals, mode: 'full', since: null })
}

/**
 * Incremental check: of the ledger only entries since the last run. Falls back to the full check if the last run had
 * findings, if there is none, or if the new entries have findings or cannot be read: only a full check determines which
 * accounts a finding affects.
 */
export async function runHourlyChecks(
  database: Database,
  checkers: readonly Checker[],
): Promise<readonly Finding[]> {
  const started_at = database.clock.now()
  const readNew = async (tx: Tx) => {
    await inOneSnapshot(tx)
    const from = await lastCheckpoint.maybe(tx)
    if (from === undefined || (await findSince(tx, from)).length > 0) return undefined
    return { totals: await selectLedgerTotals.one(tx), since: from.started_at, from: from.places }
  }
  const read = await database.transaction(readNew).catch(() => undefined)
  if (read === undefined) return await runLedgerChecks(database, checkers)
  const others = checkers.filter(({ name }) => name !== LEDGER)
  return await runAll(database, others, { asked_by: 'system', started_at, mode: 'incremental', ...read })
}

/** Findings of all checkers. One that fails twice is a finding itself, and the others' are stored. */
async function runAll(
  database: Database,
  checkers: readonly Checker[],
  { from = {}, ...run }: Omit<Run, 'findings' | 'places'> & { readonly from?: Positions },
): Promise<readonly Finding[]> {
  const places: Record<string, string | undefined> = {}
  const found = await Promise.all(
    checkers.map(async (checker) => {
      const find = () => checker.find(database, from[checker.name])
      try {
        const first = await find().catch(find)
        places[checker.name] = first.position
        return await findAgain(database, checker, first.findings)
      } catch (error) {
        return [checkFailed(checker, error)]
      }
    }),
  )
  const findings = found.flat()
  const { liabilities_minor, revenue_minor, cash_minor } = run.totals
  if (liabilities_minor + revenue_minor !== cash_minor) {
    const detail = `owed ${liabilities_minor}, the platform's own ${revenue_minor}, cash ${cash_minor}`
    // If an account explains the difference, only that account is frozen.
    const freezes = findings.some((one) => one.checker === LEDGER && one.freezes !== null) ? null : PAYOUTS
    findings.push({ checker: LEDGER, kind: 'liabilities_differ', subject: 'all', detail, freezes })
  }
  await database.transaction((tx) => storeRun(tx, { ...run, findings, places }))
  return findings
}

/**
 * It freezes nothing, because nothing is known to be wrong; but it raises an alarm, and no freeze is released while the
 * last run has one.
 */
const checkFailed = ({ name }: Checker, error: unknown): Finding => ({
  checker: name,
  kind: CHECK_FAILED,
  subject: name,
  detail: String(error),
  freezes: null,
})

/**
 * Findings that a second read confirms, one per scope. Money that moved between two statements of a checker is thereby
 * ignored.
 */
async function findAgain(
  database: Database,
  checker: Checker,
  first: readonly CheckFinding[],
): Promise<Finding[]> {
  if (first.length === 0) return []
  const known = new Set(first.map(({ kind, subject }) => `${kind} ${subject}`))
  const { findings } = await checker.find(database)
  const again = findings.filter(({ kind, subject }) => known.has(`${kind} ${subject}`))
  return again.flatMap(({ freezes, ...found }) =>
    (freezes.length === 0 ? [null] : freezes).map((scope) =>
      Object.assign({ ...found }, { checker: checker.name, freezes: scope }),
    ),
  )
}

interface Run {
  readonly asked_by: string
  readonly started_at: Date
  readonly totals: LedgerTotals
  readonly mode: CheckRunRow['mode']
  readonly since: Date | null
  readonly findings: readonly Finding[]
  readonly places: Positions
}

/** Records that the chunks of a pass have read everything without findings. */
export async function storePass(tx: Tx, started_at: Date): Promise<void> {
  const totals = await selectLedgerTotals.one(tx)
  const ofPass = { asked_by: 'system', mode: 'chunked', since: null, findings: [], places: {} } as const
  await storeRun(tx, { ...ofPass, started_at, totals })
}

async function storeRun(tx: Tx, run: Run): Promise<void> {
  const { asked_by, started_at, totals, findings, mode, since, places } = run
  const run_id = newId(started_at)
  // A pass begins long before its totals are read, so it is no checkpoint.
  const checkpoint = findings.length === 0 && mode !== 'chunked' ? totals.checkpoint : null
  const finished_at = tx.now > started_at ? tx.now : started_at
  await insertRun.all(tx, {
    ...totals,
    checkpoint,
    id: run_id,
    asked_by,
    started_at,
    finished_at,
    finding_count: findings.length,
    mode,
    since,
    places,
  })
  const column = <Key extends 'checker' | 'kind' | 'subject' | 'detail'>(key: Key) =>
    findings.map((one) => one[key])
  await insertFindings.all(tx, {
    run_id,
    checkers: column('checker'),
    kinds: column('kind'),
    subjects: column('subject'),
    details: column('detail'),
    scopes: findings.map(({ freezes }) => freezes?.scope ?? null),
    scope_subjects: findings.map(({ freezes }) => freezes?.subject ?? null),
  })
  if (findings.length > 0) await enqueue(tx, ledgerAlarm, { run_id })
  // A broken audit log accepts no more entries; there the freeze itself is the record.
  const logIsWhole = !findings.some(({ freezes }) => freezes?.scope === 'staff_approvals')
  for (const [i, { freezes }] of findings.entries()) {
    if (freezes === null) continue
    const id = newId(tx.now)
    const frozen = await insertFreeze.maybe(tx, {
      id,
      scope: freezes.scope,
      subject: freezes.subject,
      run_id,
      finding_no: i + 1,
      frozen_at: tx.now,
    })
    if (frozen === undefined || !logIsWhole) continue
    await recordFreeze(tx, { ...freezes, freeze_id: id, frozen: true, actor: 'system', reason: WHY_FROZEN })
  }
}

export type FindingRow = RowOf<typeof selectFindings>

const selectRun = statement(
  `-- ledger_check_run
  select ${RUN} from ${RUNS} where r.id = $run_id`,
  { params: { run_id: 'uuid' }, columns: CHECK_RUN_COLUMNS },
)
const selectFindings = statement(
  `-- ledger_check_findings
  select checker, kind, subject, detail, scope, scope_subject from ledger_check_finding where run_id = $run_id order by finding_no`,
  {
    params: { run_id: 'uuid' },
    columns: {
      checker: 'text',
      kind: 'text',
      subject: 'text',
      detail: 'text',
      scope: typed<FreezeScopeKind | null>('text?'),
      scope_subject: 'text?',
    },
  },
)

/** A check with its findings; undefined for an unknown id. */
export async function findCheck(
  on: Queryable,
  run_id: string,
): Promise<{ readonly run: CheckRunRow; readonly found: readonly FindingRow[] } | undefined> {
  const run = await selectRun.maybe(on, { run_id })
  return run && { run, found: await selectFindings.all(on, { run_id }) }
}

export const listRuns = sortedList({
  name: 'ledger_check_runs',
  rows: CHECK_RUN_COLUMNS,
  select: `select ${RUN} from ${RUNS}`,
  filters: {
    found: yesOrNo('r.finding_count > 0'),
    from: 'r.started_at >= ?',
    to: 'r.started_at < ?',
  },
  columns: {
    started_at: { by: 'started_at', type: 'timestamptz' },
    findings: { by: 'finding_count', type: 'bigint' },
  },
  first: 'started_at.desc',
})
