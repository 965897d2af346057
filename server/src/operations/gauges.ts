// Gauges for alerts; docs/alerts.yml has the thresholds.
import { cached } from '../platform/cache.ts'
import type { Database } from '../platform/database/database.ts'
import { type RowOf, statement } from '../platform/database/statement.ts'
import { gauge } from '../platform/telemetry/metrics.ts'

const CACHE_TTL_MS = 10_000

type Row = RowOf<typeof read>

// Ages by the application's clock ($now); the age of the WAL archive by PostgreSQL's own.
const read = statement(
  `-- gauges_read
  select
    (select count(*) from graphile_worker._private_jobs
      where attempts < max_attempts and locked_at is null and run_at <= $now::timestamptz)::int as jobs_due,
    (select count(*) from graphile_worker._private_jobs where attempts >= max_attempts)::int as jobs_given_up,
    coalesce((select extract(epoch from $now::timestamptz - min(run_at)) from graphile_worker._private_jobs
      where attempts < max_attempts and locked_at is null and run_at <= $now::timestamptz), 0)::float8 as oldest_job_seconds,
    coalesce((select finding_count from ledger_check_run order by run_no desc limit 1), 0)::int as findings,
    (select count(*) from ledger_freeze where released_at is null)::int as freezes,
    (select extract(epoch from $now::timestamptz - max(finished_at)) from ledger_check_run)::float8 as check_seconds,
    (select extract(epoch from $now::timestamptz - max(started_at)) from ledger_check_run
      where mode <> 'incremental' and finding_count = 0)::float8 as full_check_seconds,
    (select extract(epoch from $now::timestamptz - max(taken_at)) from proof)::float8 as proof_seconds,
    coalesce((select extract(epoch from $now::timestamptz - min(requested_at)) from withdrawal
      where status in ('requested', 'approved')), 0)::float8 as withdrawal_seconds,
    (select extract(epoch from $now::timestamptz - max(imported_at)) from bank_statement)::float8 as bank_statement_seconds,
    (select extract(epoch from clock_timestamp() - last_archived_time) from pg_stat_archiver)::float8 as log_archived_seconds,
    (select failed_count from pg_stat_archiver)::int as log_archive_failures`,
  {
    params: { now: 'timestamptz' },
    columns: {
      jobs_due: 'int4',
      jobs_given_up: 'int4',
      oldest_job_seconds: 'float8',
      findings: 'int4',
      freezes: 'int4',
      check_seconds: 'float8?',
      full_check_seconds: 'float8?',
      proof_seconds: 'float8?',
      withdrawal_seconds: 'float8',
      bank_statement_seconds: 'float8?',
      log_archived_seconds: 'float8?',
      log_archive_failures: 'int4',
    },
  },
)

const HELP: Readonly<Record<keyof Row, string>> = {
  jobs_due: 'Jobs that are due and not begun',
  jobs_given_up: 'Jobs that failed as often as they are tried',
  oldest_job_seconds: 'How long the oldest due job has waited',
  findings: 'What the last check of the ledger found wrong',
  freezes: 'Scopes whose payments wait because of a finding',
  check_seconds: 'Since the last check of the ledger',
  full_check_seconds: 'Since the last check of the whole ledger that found nothing began',
  proof_seconds: 'Since the last proof of liabilities',
  withdrawal_seconds: 'How long the oldest withdrawal that is not sent has waited',
  bank_statement_seconds: 'Since a statement of the bank was imported',
  log_archived_seconds: 'Since PostgreSQL archived a file of its log; absent where it archives none',
  log_archive_failures: 'How often it could not',
}

/** Registers all gauges as `fairturn_<name>`; one without a value yet, such as the age of the first proof, is omitted. */
export function watchDeployment(database: Database): void {
  const latest = cached(CACHE_TTL_MS, database.clock, (now) => read.one(database, { now }))
  for (const [name, help] of Object.entries(HELP) as [keyof Row, string][])
    gauge(`fairturn_${name}`, help, null, async () => {
      const value = (await latest())[name]
      return new Map(value === null ? [] : [['', value]])
    })
}
