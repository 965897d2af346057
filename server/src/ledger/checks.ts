// Runs of the checkers. Only what is found twice freezes, and nothing is repaired (checkers.test.ts).
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Database, Queryable, Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { yesOrNo } from '../http/filters.ts'
import { sortedList } from '../http/sorting.ts'
import { defineJob, enqueue } from '../queue/queue.ts'
import { type PaymentBlock, type PaymentBlockKind, PAYOUTS, recordFreeze } from './freezes.ts'

/** One thing that is wrong. */
export interface CheckFinding {
  /** A few words of the checker: `balance_differs`. */
  readonly kind: string
  /** The id of what is wrong. */
  readonly subject: string
  readonly detail: string
  /** The smallest scopes to block. */
  readonly freezes: readonly PaymentBlock[]
}

/** A part of the ledger and its check, which is read-only. */
export interface Checker {
  readonly name: string
  find(database: Database): Promise<readonly CheckFinding[]>
}

type Finding = Omit<CheckFinding, 'freezes'> & {
  readonly checker: string
  readonly freezes: PaymentBlock | null
}

export interface CheckRunRow {
  readonly id: string
  readonly asked_by: string
  readonly asked_by_name: string | null
  readonly started_at: Date
  readonly finished_at: Date
  readonly entry_count: bigint
  readonly last_entry_no: bigint
  readonly head: string
  /** Minor units, as the next two: liabilities, the platform's own, and the cash that is both. */
  readonly liabilities_minor: bigint
  readonly revenue_minor: bigint
  readonly cash_minor: bigint
  readonly finding_count: number
}

/** Scheduled hourly, and on demand by operators; worker.ts handles both with the checkers of all modules. */
export const ledgerCheck = defineJob({ name: 'ledger_check', payload: z.object({}) })
export const askedCheck = defineJob({ name: 'asked_check', payload: z.object({ asked_by: z.string() }) })
/** A check with findings has been stored; handled in alarms.ts. */
export const ledgerAlarm = defineJob({ name: 'ledger_alarm', payload: z.object({ run_id: z.uuid() }) })

const WHY_FROZEN =
  'The check of the ledger found a difference here. It waits until two people have looked at it; what is yours stays yours.'

// One statement: the heads, and the accounts' balances, in one snapshot.
const selectStanding = statement<
  Pick<
    CheckRunRow,
    'entry_count' | 'last_entry_no' | 'liabilities_minor' | 'revenue_minor' | 'cash_minor'
  > & {
    head: Buffer
  }
>(
  'ledger_check_standing',
  `select c.*, a.* from (
     select sum(length)::bigint as entry_count, max(last_entry_no) as last_entry_no, sha256(string_agg(hash, ''::bytea order by no)) as head
     from chain
   ) c, (
     select coalesce(sum(balance_minor) filter (where kind not in ('cash', 'revenue')), 0)::bigint as liabilities_minor,
       coalesce(sum(balance_minor) filter (where kind = 'revenue'), 0)::bigint as revenue_minor,
       coalesce(-sum(balance_minor) filter (where kind = 'cash'), 0)::bigint as cash_minor
     from account
   ) a`,
)
const insertRun = statement(
  'ledger_insert_check_run',
  `insert into ledger_check_run (id, asked_by, started_at, finished_at, entry_count, last_entry_no, head, liabilities_minor,
     revenue_minor, cash_minor, finding_count)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
const insertFindings = statement(
  'ledger_insert_check_findings',
  `insert into ledger_check_finding (run_id, finding_no, checker, kind, subject, detail, scope, scope_subject)
   select $1, no, checker, kind, subject, detail, scope, scope_subject
   from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
     with ordinality as f (checker, kind, subject, detail, scope, scope_subject, no)`,
)
const insertFreeze = statement<{ id: string }>(
  'ledger_insert_freeze',
  `insert into ledger_freeze (id, scope, subject, run_id, finding_no, frozen_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (scope, subject) where released_at is null do nothing returning id`,
)
const RUN = `r.id, r.asked_by, o.username as asked_by_name, r.started_at, r.finished_at, r.entry_count, r.last_entry_no,
  encode(r.head, 'hex') as head, r.liabilities_minor, r.revenue_minor, r.cash_minor, r.finding_count`
const RUNS = `ledger_check_run r left join operator o on 'operator:' || o.id = r.asked_by`
/** The last finished check, if any. */
export const lastCheck = statement<CheckRunRow>(
  'ledger_last_check',
  `select ${RUN} from ${RUNS} order by r.run_no desc limit 1`,
)

/** Checks everything, stores the findings, freezes the scopes affected and enqueues `ledgerAlarm` with the findings. */
export async function runLedgerChecks(
  database: Database,
  checkers: readonly Checker[],
  asked_by = 'system',
): Promise<readonly Finding[]> {
  const started_at = database.clock.now()
  const findings = (await Promise.all(checkers.map((checker) => findTwice(database, checker)))).flat()
  const standing = await selectStanding.one(database)
  const { liabilities_minor, revenue_minor, cash_minor } = standing
  if (liabilities_minor + revenue_minor !== cash_minor) {
    const detail = `owed ${liabilities_minor}, the platform's own ${revenue_minor}, cash ${cash_minor}`
    // Where a single account explains it, only that account is blocked.
    const freezes = findings.some(({ checker }) => checker === 'ledger') ? null : PAYOUTS
    findings.push({ checker: 'ledger', kind: 'liabilities_differ', subject: 'all', detail, freezes })
  }
  await database.transaction((tx) => storeRun(tx, { asked_by, started_at, standing, findings }))
  return findings
}

/** What a checker finds twice, a line a scope: money that moved between two of its statements is no finding. */
async function findTwice(database: Database, checker: Checker): Promise<Finding[]> {
  const first = await checker.find(database)
  if (first.length === 0) return []
  const known = new Set(first.map(({ kind, subject }) => `${kind} ${subject}`))
  const again = (await checker.find(database)).filter(({ kind, subject }) => known.has(`${kind} ${subject}`))
  return again.flatMap(({ freezes, ...found }) =>
    (freezes.length === 0 ? [null] : freezes).map((scope) =>
      Object.assign({ ...found }, { checker: checker.name, freezes: scope }),
    ),
  )
}

interface Run {
  readonly asked_by: string
  readonly started_at: Date
  readonly standing: Awaited<ReturnType<typeof selectStanding.one>>
  readonly findings: readonly Finding[]
}

async function storeRun(tx: Tx, { asked_by, started_at, standing, findings }: Run): Promise<void> {
  const run_id = newId(started_at)
  const { entry_count, last_entry_no, head, liabilities_minor, revenue_minor, cash_minor } = standing
  const finished_at = tx.now > started_at ? tx.now : started_at
  const figures = [entry_count, last_entry_no, head, liabilities_minor, revenue_minor, cash_minor]
  await insertRun.all(tx, run_id, asked_by, started_at, finished_at, ...figures, findings.length)
  const column = <Key extends 'checker' | 'kind' | 'subject' | 'detail'>(key: Key) =>
    findings.map((one) => one[key])
  await insertFindings.all(
    tx,
    run_id,
    column('checker'),
    column('kind'),
    column('subject'),
    column('detail'),
    findings.map(({ freezes }) => freezes?.scope ?? null),
    findings.map(({ freezes }) => freezes?.subject ?? null),
  )
  if (findings.length > 0) await enqueue(tx, ledgerAlarm, { run_id })
  // A broken audit log takes no more lines: the freeze itself is the record.
  const log_is_whole = !findings.some(({ freezes }) => freezes?.scope === 'staff_approvals')
  for (const [i, { freezes }] of findings.entries()) {
    if (freezes === null) continue
    const id = newId(tx.now)
    const frozen = await insertFreeze.maybe(tx, id, freezes.scope, freezes.subject, run_id, i + 1, tx.now)
    if (frozen === undefined || !log_is_whole) continue
    await recordFreeze(tx, { ...freezes, freeze_id: id, frozen: true, actor: 'system', reason: WHY_FROZEN })
  }
}

export interface FindingRow {
  readonly checker: string
  readonly kind: string
  readonly subject: string
  readonly detail: string
  readonly scope: PaymentBlockKind | null
  readonly scope_subject: string | null
}

const selectRun = statement<CheckRunRow>('ledger_check_run', `select ${RUN} from ${RUNS} where r.id = $1`)
const selectFindings = statement<FindingRow>(
  'ledger_check_findings',
  `select checker, kind, subject, detail, scope, scope_subject from ledger_check_finding where run_id = $1 order by finding_no`,
)

/** A check with its findings; undefined where there is none of this id. */
export async function findCheck(
  on: Queryable,
  run_id: string,
): Promise<{ readonly run: CheckRunRow; readonly found: readonly FindingRow[] } | undefined> {
  const run = await selectRun.maybe(on, run_id)
  return run && { run, found: await selectFindings.all(on, run_id) }
}

export const listRuns = sortedList<CheckRunRow>()({
  name: 'ledger_check_runs',
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
