// Job queue (graphile-worker). Jobs are enqueued in the transaction that causes them; delivery is at least once, so
// handlers are idempotent (database.test.ts).
import { EventEmitter } from 'node:events'
import {
  type LogLevel,
  Logger,
  type TaskList,
  type WorkerEvents,
  parseCronItems,
  run,
  runOnce,
} from 'graphile-worker'
import { Pool } from 'pg'
import type { z } from 'zod'
import { type Database, type Tx, connectionOptions } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { countJob } from '../telemetry/metrics.ts'
import { traced } from '../telemetry/traces.ts'
import { startHeartbeat } from './stale-jobs.ts'

export interface Job<Payload> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
}

export interface EnqueueOptions {
  /** Earliest start; default is the transaction's timestamp. */
  run_at?: Date
  /** Deduplication key: replaces a job with the same key that has not started. */
  job_key?: string
  /** The replaced job keeps its start time, so that repeated enqueueing (debounce) does not postpone it forever. */
  keepRunAt?: boolean
}

/** Handles one job; if it throws, the job is retried later with exponential backoff. */
export interface JobHandler {
  readonly name: string
  run(database: Database, payload: unknown): Promise<void>
}

export interface Schedule {
  /** Cron pattern, five fields, UTC. */
  pattern: string
  job: Job<Record<string, never>>
}

export interface WorkerOptions {
  database: Database
  handlers: readonly JobHandler[]
  schedules: readonly Schedule[]
  /** Concurrency: jobs at once (4). */
  concurrency?: number
  log: (level: 'warn' | 'error', message: string) => void
}

export interface Worker {
  /** Graceful shutdown: finishes current jobs, takes no more. */
  stop(): Promise<void>
}

const addJob = statement(
  `-- queue_add_job
  select from graphile_worker.add_job($name, $json::json, run_at => $run_at, job_key => $job_key, job_key_mode => $mode)`,
  {
    params: { name: 'text', json: 'json', run_at: 'timestamptz', job_key: 'text?', mode: 'text' },
  },
)

const addJobs = statement(
  `-- queue_add_jobs
  select from unnest($jsons::text[]) as payload, graphile_worker.add_job($name, payload::json, run_at => $now)`,
  { params: { name: 'text', jsons: 'text[]', now: 'timestamptz' } },
)

// Uses graphile-worker's own tables, because its API cannot find jobs by payload.
const removeJobsOf = statement(
  `-- queue_remove_jobs_of_member
  select from graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs where payload ->> 'member_id' = $member_id and locked_at is null))`,
  { params: { member_id: 'text' } },
)

/** Declares a kind of job and the schema of its payload. */
export function defineJob<Payload>(job: { name: string; payload: z.ZodType<Payload> }): Job<Payload> {
  return job
}

/** Binds a job to its handler. The payload is validated first; an invalid one fails the job. */
export function handle<Payload>(
  job: Job<Payload>,
  work: (database: Database, payload: Payload) => Promise<void>,
): JobHandler {
  return { name: job.name, run: (database, payload) => work(database, job.payload.parse(payload)) }
}

/** Enqueues a job in the caller's transaction: it exists if and only if the transaction commits. */
export async function enqueue<Payload>(
  tx: Tx,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  const json = JSON.stringify(job.payload.parse(payload))
  const mode = options.keepRunAt === true ? 'preserve_run_at' : 'replace'
  await addJob.all(tx, {
    name: job.name,
    json,
    run_at: options.run_at ?? tx.now,
    job_key: options.job_key ?? null,
    mode,
  })
}

/** Enqueues many in one query; no query for an empty list. */
export async function enqueueAll<Payload>(
  tx: Tx,
  job: Job<Payload>,
  payloads: readonly Payload[],
): Promise<void> {
  if (payloads.length === 0) return
  const jsons = payloads.map((payload) => JSON.stringify(job.payload.parse(payload)))
  await addJobs.all(tx, { name: job.name, jsons, now: tx.now })
}

/** Deletes a member's jobs that have not started, including failed ones. */
export async function deleteJobs(tx: Tx, member_id: string): Promise<void> {
  await removeJobsOf.all(tx, { member_id })
}

// A separate pool: graphile-worker expects the driver's default type parsers, and must not wait for connections behind
// requests.
function openQueuePool(database: Database, concurrency: number): Pool {
  const { types: _ours, ...connection } = connectionOptions(database.url)
  const pool = new Pool({ ...connection, max: concurrency + 2 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function tasksOf(database: Database, handlers: readonly JobHandler[]): TaskList {
  return Object.fromEntries(
    handlers.map((handler) => [handler.name, (payload: unknown) => watched(handler, database, payload)]),
  )
}

async function watched(handler: JobHandler, database: Database, payload: unknown): Promise<void> {
  const began_at = performance.now()
  let outcome: 'done' | 'failed' = 'failed'
  try {
    await traced('job', handler.name, () => handler.run(database, payload))
    outcome = 'done'
  } finally {
    countJob(handler.name, outcome, (performance.now() - began_at) / 1000)
  }
}

function loggerTo(log: WorkerOptions['log']): Logger {
  return new Logger(() => (level: LogLevel, message: string) => {
    if (level === 'warning' || level === 'error') log(level === 'error' ? 'error' : 'warn', message)
  })
}

/** Runs all due jobs and those they enqueue, then returns. */
export async function runDueJobs(
  options: Pick<WorkerOptions, 'database' | 'handlers' | 'log'>,
): Promise<void> {
  const pool = openQueuePool(options.database, 1)
  try {
    await runOnce({
      pgPool: pool,
      concurrency: 1,
      taskList: tasksOf(options.database, options.handlers),
      noHandleSignals: true,
      useNodeTime: true,
      logger: loggerTo(options.log),
    })
  } finally {
    await pool.end()
  }
}

/** Runs a worker until it is stopped. */
export async function runWorker(options: WorkerOptions): Promise<Worker> {
  const concurrency = options.concurrency ?? 4
  const pool = openQueuePool(options.database, concurrency)
  const tasks = tasksOf(options.database, options.handlers)
  for (const { job } of options.schedules) {
    if (!tasks[job.name]) throw new Error(`nothing answers the scheduled job ${job.name}`)
  }
  const heartbeat = await startHeartbeat(options.database)
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => heartbeat.add(workerPool.id))
  events.on('worker:create', ({ worker }) => heartbeat.add(worker.workerId))
  const runner = await run({
    pgPool: pool,
    events,
    concurrency,
    taskList: tasks,
    parsedCronItems: parseCronItems(
      options.schedules.map(({ pattern, job }) => ({
        task: job.name,
        match: pattern,
        options: { backfillPeriod: 0, jobKey: job.name },
      })),
    ),
    noHandleSignals: true,
    // Compares due times with the clock that enqueued the job: PostgreSQL's may be behind, and every job would wait for it.
    useNodeTime: true,
    pollInterval: 1000,
    logger: loggerTo(options.log),
  })
  return {
    async stop() {
      await runner.stop()
      await heartbeat.stop()
      await pool.end()
    },
  }
}
