// The judge: turns recorded visits into verdicts, in order, each exactly once. A single advisory lock for the whole
// database ensures that two workers never both count a visitor or exceed a target (judge.test.ts).
import { id } from '@fairturn/contract/ids'
import { z } from 'zod'
import { type Database, isFaultOfData, type Tx } from '../platform/database/database.ts'
import { toColumn, toColumns, rowsById } from '../platform/database/statement.ts'
import { drain, rejectIfAny, runEach } from '../platform/queue/batches.ts'
import { defineJob, enqueue } from '../platform/queue/queue.ts'
import { countJob } from '../platform/telemetry/metrics.ts'
import { dueUnconfirmed, stopWaiting, wait } from './confirmations.store.ts'
import * as store from './judge.store.ts'
import type { Candidate, TakenVisit } from './judge.store.ts'
import { VISITS_CHANNEL } from './recorder.ts'
import { campaignProgress } from './results.ts'
import { LOOKED_AHEAD_SECONDS, TOKEN_MAX_AGE_MS, VISITOR_REASONS, type Verdict, judge } from './rules.ts'
import { signalsOfCandidate, noVisits } from './signals.ts'
import { dayOf } from './visitor.ts'
import { countUnverified, deleteUnverified } from './visitors.store.ts'
import {
  type StoredVisit,
  type VisitKey,
  findContinuations,
  findVisits,
  readExpirable,
  storedValues,
} from './visits.store.ts'

/** An order's visits were judged; handled by orders, which reads visitCounts. */
export const orderProgress = defineJob({ name: 'order_progress', payload: z.object({ order_id: id }) })

export interface JudgedVisit extends StoredVisit {
  /** Notified when its counts change. */
  campaign_id: string
  verdict: Verdict
  /** Version of the rules. */
  rules: number
  /** Whether it may have waited for the advertiser's confirmation. */
  confirmable: boolean
}

const NOTIFY_AFTER_MS = 1_000
/** Time within which a confirmation received at the last moment is written. */
const CONFIRMING_MS = 5_000
const EXPIRE_EVERY_MS = 30_000
/** Pages are durable long before; one not continued by then can no longer be continued in time. */
const EXPIRE_AFTER_MS = TOKEN_MAX_AGE_MS + 60_000

/**
 * Judges all waiting visits, or until stopped between two batches; returns the number of verdicts. All shards are read
 * together, because the limits of a campaign and of a carrier depend on what was judged before. After an error each shard
 * is judged by itself, and if the shard is available, each link until the faulty one is found: visits of an unavailable
 * shard or a faulty link are left, and the error is thrown after the others.
 */
export async function judgeVisits(database: Database, stopped?: AbortSignal): Promise<number> {
  let judged = 0
  const shards = new Map<string, unknown>()
  const links = new Map<string, unknown>()
  let by: 'all' | 'shard' | 'link' = 'all'
  for (;;) {
    const left = { shards: [...shards.keys()].map(BigInt), links: [...links.keys()] }
    const found = await store.waiting.one(database, left)
    if (stopped?.aborted === true || !found.waiting) break
    let first: Awaited<ReturnType<typeof store.take.all>>[number] | undefined
    try {
      judged += await database.transaction(async (tx) => {
        await store.lock.all(tx)
        const taken = await store.take.all(tx, { ...left, by })
        first = taken[0]
        return taken.length === 0 ? 0 : (await judgeTaken(tx, taken)).length
      })
    } catch (error) {
      if (first === undefined) throw error
      if (by === 'all') by = 'shard'
      else if (!isFaultOfData(error)) shards.set(first.first_shard, error)
      else if (by === 'shard') by = 'link'
      else {
        links.set(first.first_link, error)
        by = 'shard'
      }
    }
  }
  rejectIfAny([...shards.values()], 'shards were not judged')
  rejectIfAny([...links.values()], `links were not judged, ${[...links.keys()][0]}`)
  return judged
}

/**
 * Requires the advisory lock. Visits that pass every rule but are unconfirmed start waiting; returns the verdicts of all
 * others.
 */
export async function judgeTaken(tx: Tx, taken: readonly TakenVisit[]): Promise<JudgedVisit[]> {
  const candidates = await candidatesOf(tx, taken)
  // Ordered by the visits' own time, whichever process wrote them; of duplicates, the refused one first.
  candidates.sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      (a.id === b.id ? Number(a.reason === null) - Number(b.reason === null) : a.id < b.id ? -1 : 1),
  )
  const { verdicts, unconfirmed } = judgeInTurn(candidates)
  if (unconfirmed.length > 0) {
    const continued = await continuedAt(tx, unconfirmed)
    const ats = unconfirmed.map(({ id }) => continued.get(id) ?? null)
    await wait.all(tx, { ...toColumns(unconfirmed, 'id', 'day', 'link_id'), ats })
  }
  await saveVerdicts(tx, verdicts)
  return verdicts
}

/** A visit with its signals, and whether it already has a verdict. */
interface Judgeable extends Candidate, StoredVisit {
  judged: boolean
  confirmable: boolean
  unconfirmed: boolean
}

/** Visits with their signals: read first from where they are stored, then from the rest of the database. */
async function candidatesOf(tx: Tx, taken: readonly TakenVisit[]): Promise<Judgeable[]> {
  const stored = await findVisits(tx, taken, LOOKED_AHEAD_SECONDS)
  if (stored.length === 0) return []
  const known = new Map((await store.signals.all(tx, storedValues(stored))).map((one) => [one.id, one]))
  const visits = new Map(stored.map((visit) => [visit.id, visit]))
  return taken.flatMap(({ id, reason }) => {
    const visit = visits.get(id)
    const of = known.get(id)
    return visit && of ? [{ ...visit, ...of, reason: visit.refused ?? reason }] : []
  })
}

/** When these visits were continued, by id; those that were not are omitted. */
async function continuedAt(tx: Tx, visits: readonly VisitKey[]): Promise<Map<string, Date>> {
  const rows = await findContinuations(tx, visits)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Judges candidates sequentially: each takes those verified before it in this batch into account. */
function judgeInTurn(candidates: Judgeable[]): { verdicts: JudgedVisit[]; unconfirmed: Judgeable[] } {
  const judged = new Map<string, JudgedVisit>()
  const unconfirmed = new Map<string, Judgeable>()
  const verified = noVisits()
  for (const candidate of candidates) {
    if (candidate.judged || judged.has(candidate.id) || unconfirmed.has(candidate.id)) continue
    const verdict = judge(signalsOfCandidate(candidate, verified))
    if (verdict === 'verified' && candidate.unconfirmed) {
      unconfirmed.set(candidate.id, candidate)
      continue
    }
    if (verdict === 'verified') verified.add(candidate)
    judged.set(candidate.id, { ...candidate, verdict })
  }
  return { verdicts: [...judged.values()], unconfirmed: [...unconfirmed.values()] }
}

async function saveVerdicts(tx: Tx, verdicts: readonly JudgedVisit[]): Promise<void> {
  if (verdicts.length === 0) return
  await store.writeVerdicts.all(tx, {
    ...toColumns(verdicts, 'id', 'day', 'link_id', 'at', 'verdict', 'rules'),
  })
  await store.countVerdicts.all(tx, { ...storedValues(verdicts), verdicts: toColumn(verdicts, 'verdict') })
  await countVisitors(tx, verdicts)
  const confirmable = verdicts.filter((one) => one.confirmable)
  if (confirmable.length > 0) await stopWaiting.all(tx, { visit_ids: toColumn(confirmable, 'id') })
  // Hits after an order's end are stored but change nothing.
  const links = new Set(verdicts.filter((one) => one.verdict !== 'link_not_active').map((one) => one.link_id))
  for (const order_id of links)
    await enqueue(tx, orderProgress, { order_id }, { job_key: `order_progress:${order_id}` })
  // Debounced to once a second: later changes are included in the next notification.
  const run_at = new Date(tx.now.getTime() + NOTIFY_AFTER_MS)
  for (const campaign_id of new Set(verdicts.map((one) => one.campaign_id)))
    await enqueue(
      tx,
      campaignProgress,
      { campaign_id },
      { run_at, job_key: `campaign_progress:${campaign_id}`, keepRunAt: true },
    )
}

/** Denominator of quality: each visitor of a link once, verified or not (decision 014). */
async function countVisitors(tx: Tx, verdicts: readonly JudgedVisit[]): Promise<void> {
  const verified = verdicts.filter((one) => one.verdict === 'verified')
  if (verified.length > 0) await deleteUnverified.all(tx, storedValues(verified))
  const refused = verdicts.filter((one) => VISITOR_REASONS.has(one.verdict))
  if (refused.length > 0) await countUnverified.all(tx, storedValues(refused))
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
  await store.lock.all(tx)
  const from = await store.expiredUntil.one(tx)
  const visits = await readExpirable.all(tx, {
    day: from.day,
    visit_id: from.visit_id,
    until: dayOf(horizon),
    before_id: firstIdAt(horizon),
    limit: store.BATCH,
  })
  const last = visits.at(-1)
  if (last === undefined) return { verdicts: 0, more: false }
  const continued = await continuedAt(tx, visits)
  const left = visits.filter(({ id, refused }) => refused === null && !continued.has(id))
  const links = await rowsById(store.campaignsOfLinks, tx, toColumn(left, 'link_id'))
  const verdicts = left.flatMap((visit): JudgedVisit[] => {
    const link = links.get(visit.link_id)
    if (link === undefined) return []
    const { campaign_id, rules } = link
    return [{ ...visit, campaign_id, rules, verdict: 'not_continued', confirmable: false }]
  })
  await saveVerdicts(tx, verdicts)
  await store.saveExpiredUntil.all(tx, { day: last.day, visit_id: last.id })
  return { verdicts: verdicts.length, more: visits.length === store.BATCH }
}

/** Ends waiting visits that were not confirmed in time, as `not_confirmed`; returns how many. */
export async function expireUnconfirmed(database: Database): Promise<number> {
  const horizon = new Date(database.clock.now().getTime() - CONFIRMING_MS)
  const refusal = { verdict: 'not_confirmed', confirmable: true } as const
  return await drain(store.BATCH, () =>
    database.transaction(async (tx) => {
      await store.lock.all(tx)
      const due = await dueUnconfirmed.all(tx, { horizon, limit: store.BATCH })
      if (due.length === 0) return 0
      const links = new Map(due.map(({ id, campaign_id, rules }) => [id, { campaign_id, rules }]))
      const visits = await findVisits(tx, due, 0)
      await saveVerdicts(
        tx,
        visits.map((visit) => Object.assign(visit, refusal, links.get(visit.id)!)),
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
  pollMs?: number
  failed(error: unknown): void
}

/**
 * Judges visits as they arrive, in this process, until stopped. Polling is the fallback: within a second it finds what a
 * lost notification or a crashed worker left behind. stop() resolves when the current batch is done.
 */
export async function startJudge(database: Database, options: JudgeOptions) {
  let running: Promise<void> | undefined
  let requested = false
  const stopping = new AbortController()
  let expiredAtMs = -Infinity

  async function expireIfDue(): Promise<void> {
    if (performance.now() - expiredAtMs < EXPIRE_EVERY_MS) return
    expiredAtMs = performance.now()
    await runEach([() => expireUncontinued(database), () => expireUnconfirmed(database)])
  }
  async function run(): Promise<void> {
    while (requested && !stopping.signal.aborted) {
      requested = false
      const beganMs = performance.now()
      try {
        await runEach([() => judgeVisits(database, stopping.signal), expireIfDue])
        countJob('judge_visits', 'done', (performance.now() - beganMs) / 1000)
      } catch (error) {
        countJob('judge_visits', 'failed', (performance.now() - beganMs) / 1000)
        options.failed(error)
      }
    }
  }
  function wake(): void {
    requested = true
    running ??= run().finally(() => (running = undefined))
  }

  const unlisten = await database.listen(VISITS_CHANNEL, wake, wake)
  const poll = setInterval(wake, options.pollMs ?? 1000)
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
