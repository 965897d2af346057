// Turns recorded visits into verdicts, in order, each exactly once. One advisory lock for the whole database:
// two workers never both count a visitor or exceed a target (judge.test.ts).
import { id } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Database, Tx } from '../database/database.ts'
import {
  BATCH,
  type Judgeable,
  type TakenVisit,
  lock,
  waiting,
  take,
  facts,
  write,
  expiredUntil,
  expirable,
  notContinued,
  saveExpiredUntil,
} from './judge.store.ts'
import { defineJob, enqueue } from '../queue/queue.ts'
import { dueUnconfirmed, stopWaiting, wait } from './confirmations.store.ts'
import { VISITS_CHANNEL } from './recorder.ts'
import { TOKEN_MAX_AGE_MS, VISITOR_REASONS, type Verdict, judge } from './rules.ts'
import { countUnverified, deleteUnverified } from './visitors.store.ts'
import { factsOfCandidate, noVisits } from './facts.ts'
import { campaignProgress } from './results.ts'
import { dayOf } from './visitor.ts'
import { pluck, columnsOf } from '../database/statement.ts'
import { drain } from '../queue/batches.ts'

/** An order's visits were judged; handled by orders, which reads visitCounts. */
export const orderProgress = defineJob({ name: 'order_progress', payload: z.object({ order_id: id }) })

export interface JudgedVisit {
  visit_id: string
  day: string
  link_id: string
  /** Notified when its counts change. */
  campaign_id: string
  verdict: Verdict
  /** It may have waited for the advertiser's confirmation. */
  confirmable: boolean
}

const NOTIFY_AFTER_MS = 1_000
/** A confirmation received in the last moment is written within this time. */
const CONFIRMING_MS = 5_000
const EXPIRE_EVERY_MS = 30_000
/** A page is durable long before; what is not continued by then can no longer be in time. */
const EXPIRE_AFTER_MS = TOKEN_MAX_AGE_MS + 60_000

/** Judges everything that waits, or until stopped between two batches; returns the number of verdicts. */
export async function judgeVisits(database: Database, stopped?: AbortSignal): Promise<number> {
  let judged = 0
  for (;;) {
    if (stopped?.aborted === true || !(await waiting.one(database)).waiting) return judged
    judged += await database.transaction(judgeBatch)
  }
}

async function judgeBatch(tx: Tx): Promise<number> {
  await lock.all(tx)
  const taken = await take.all(tx)
  return taken.length === 0 ? 0 : (await judgeTaken(tx, taken)).length
}

/** Under the lock. Visits that pass every rule and are not confirmed yet wait; the verdicts of all others are returned. */
export async function judgeTaken(tx: Tx, taken: readonly TakenVisit[]): Promise<JudgedVisit[]> {
  const candidates = await facts.all(tx, ...columnsOf(taken, 'visit_id', 'day', 'reason'), ...spanOf(taken))
  // By the visits' own time, whichever process wrote them; of duplicates, the refusal first.
  candidates.sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      (a.id === b.id ? Number(a.reason === null) - Number(b.reason === null) : a.id < b.id ? -1 : 1),
  )
  const { verdicts, unconfirmed } = judgeInTurn(candidates)
  if (unconfirmed.length > 0)
    await wait.all(tx, ...columnsOf(unconfirmed, 'id', 'day'), ...spanOf(unconfirmed))
  await writeVerdicts(tx, verdicts)
  return verdicts
}

/** Judges candidates one after the other: each sees what was verified before it in this batch. */
function judgeInTurn(candidates: Judgeable[]): { verdicts: JudgedVisit[]; unconfirmed: Judgeable[] } {
  const judged = new Map<string, JudgedVisit>()
  const unconfirmed = new Map<string, Judgeable>()
  const verified = noVisits()
  for (const candidate of candidates) {
    if (candidate.judged || judged.has(candidate.id) || unconfirmed.has(candidate.id)) continue
    const verdict = judge(factsOfCandidate(candidate, verified))
    if (verdict === 'verified' && candidate.unconfirmed) {
      unconfirmed.set(candidate.id, candidate)
      continue
    }
    if (verdict === 'verified') verified.add(candidate)
    const { id: visit_id, day, link_id, campaign_id, confirmable } = candidate
    judged.set(visit_id, { visit_id, day, link_id, campaign_id, verdict, confirmable })
  }
  return { verdicts: [...judged.values()], unconfirmed: [...unconfirmed.values()] }
}

async function writeVerdicts(tx: Tx, verdicts: readonly JudgedVisit[]): Promise<void> {
  if (verdicts.length === 0) return
  await write.all(tx, ...columnsOf(verdicts, 'visit_id', 'day', 'link_id', 'verdict'), ...spanOf(verdicts))
  await countVisitors(tx, verdicts)
  const confirmable = verdicts.filter((one) => one.confirmable)
  if (confirmable.length > 0) await stopWaiting.all(tx, pluck(confirmable, 'visit_id'))
  // Hits after an order's end are stored and change nothing.
  const links = new Set(verdicts.filter((one) => one.verdict !== 'link_not_active').map((one) => one.link_id))
  for (const order_id of links)
    await enqueue(tx, orderProgress, { order_id }, { job_key: `order_progress:${order_id}` })
  // At most once a second: later changes are included in the next notification.
  const run_at = new Date(tx.now.getTime() + NOTIFY_AFTER_MS)
  for (const campaign_id of new Set(verdicts.map((one) => one.campaign_id)))
    await enqueue(
      tx,
      campaignProgress,
      { campaign_id },
      { run_at, job_key: `campaign_progress:${campaign_id}`, keep_run_at: true },
    )
}

/** The denominator of quality: each visitor of a link once, verified or not (decision 014). */
async function countVisitors(tx: Tx, verdicts: readonly JudgedVisit[]): Promise<void> {
  const verified = verdicts.filter((one) => one.verdict === 'verified')
  if (verified.length > 0) await deleteUnverified.all(tx, ...keysOf(verified))
  const refused = verdicts.filter((one) => VISITOR_REASONS.has(one.verdict))
  if (refused.length > 0) await countUnverified.all(tx, ...keysOf(refused))
}

const keysOf = (visits: readonly JudgedVisit[]) => [
  ...columnsOf(visits, 'visit_id', 'day'),
  ...spanOf(visits),
]

/** The first and last day, given in the query so that only these partitions are read. */
function spanOf(rows: readonly { day: string }[]): [string, string] {
  const days = rows.map((row) => row.day).toSorted()
  return [days[0]!, days.at(-1)!]
}

/** Counts visits that were not continued in time as `not_continued`; returns how many. */
export async function expireUncontinued(database: Database): Promise<number> {
  const horizon = new Date(database.clock.now().getTime() - EXPIRE_AFTER_MS)
  for (let expired = 0; ;) {
    const step = await database.transaction((tx) => expireBatch(tx, horizon))
    expired += step.verdicts
    if (!step.more) return expired
  }
}

async function expireBatch(tx: Tx, horizon: Date): Promise<{ verdicts: number; more: boolean }> {
  await lock.all(tx)
  const from = await expiredUntil.one(tx)
  const visits = await expirable.all(tx, from.day, from.visit_id, dayOf(horizon), firstIdAt(horizon))
  const last = visits.at(-1)
  if (last === undefined) return { verdicts: 0, more: false }
  const left = await notContinued.all(tx, ...columnsOf(visits, 'id', 'day'), ...spanOf(visits))
  const left_ids = new Set(pluck(left, 'id'))
  const refusal = { verdict: 'not_continued', confirmable: false } as const
  const verdicts = visits
    .filter(({ id }) => left_ids.has(id))
    .map(({ id: visit_id, ...visit }) => Object.assign(visit, { visit_id }, refusal))
  await writeVerdicts(tx, verdicts)
  await saveExpiredUntil.all(tx, last.day, last.id)
  return { verdicts: verdicts.length, more: visits.length === BATCH }
}

/** Ends visits that were not confirmed in time, as `not_confirmed`; returns how many. */
export async function expireUnconfirmed(database: Database): Promise<number> {
  const horizon = new Date(database.clock.now().getTime() - CONFIRMING_MS)
  const refusal = { verdict: 'not_confirmed', confirmable: true } as const
  return await drain(BATCH, () =>
    database.transaction(async (tx) => {
      await lock.all(tx)
      const due = await dueUnconfirmed.all(tx, horizon, BATCH)
      await writeVerdicts(
        tx,
        due.map((visit) => ({ ...visit, ...refusal })),
      )
      return due.length
    }),
  )
}

function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export interface JudgeOptions {
  /** Polling interval in milliseconds (1000). */
  poll_ms?: number
  failed(error: unknown): void
}

/**
 * Judges visits as they come in, in this process, until stopped; polling finds within a second what a lost
 * notification or a crashed worker left behind. stop() resolves when the current batch is done.
 */
export async function startJudge(database: Database, options: JudgeOptions) {
  let running: Promise<void> | undefined
  let requested = false
  const stopping = new AbortController()
  let expired_at_ms = -Infinity

  async function run(): Promise<void> {
    while (requested && !stopping.signal.aborted) {
      requested = false
      try {
        await judgeVisits(database, stopping.signal)
        if (performance.now() - expired_at_ms < EXPIRE_EVERY_MS) continue
        expired_at_ms = performance.now()
        await expireUncontinued(database)
        await expireUnconfirmed(database)
      } catch (error) {
        options.failed(error)
      }
    }
  }
  function wake(): void {
    requested = true
    running ??= run().finally(() => (running = undefined))
  }

  const unlisten = await database.listen(VISITS_CHANNEL, wake, wake)
  const poll = setInterval(wake, options.poll_ms ?? 1000)
  wake()
  return {
    async stop() {
      stopping.abort()
      clearInterval(poll)
      await unlisten()
      await running
    },
  }
}
