import {
  decideLines,
  type LineRow,
  listNewLines,
  lockDeciding,
  lockNewLines,
  newLinesExceed,
  unmatchedEntries,
  type Decision,
  referencesIn,
} from '../banking/banking.ts'
import { creditDeposits, decideCredits } from '../deposits/deposits.ts'
// Matching (reconciliation of bank lines): decides whether a line is a deposit, a payout booked or returned, or a case for
// an operator. Lines are decided once, in booking order; nothing is credited without an unambiguous match
// (bank-files.test.ts).
import type { Database, Tx } from '../platform/database/database.ts'
import { toColumn, columnsOf } from '../platform/database/statement.ts'
import { MIN_UUID } from '../platform/http/cursor.ts'
import { rejectIfAny } from '../platform/queue/batches.ts'
import {
  decideDebits,
  decideReturn,
  decideRefundOrBatch,
  isRefundOrBatch,
  namesPayout,
} from './match-payouts.ts'
import { closeFinishedBatches } from './payout-batches.ts'
import { settleRejections } from './rejections.ts'

/** Lines per transaction, which bounds how long others wait for its locks. */
const SET_SIZE = 500
/** At most this many undecided lines are decided before an import responds; more are left to the job. */
const MAX_DECIDED_AT_ONCE = 500
const BEFORE_EVERY_LINE = {
  id: MIN_UUID,
  booking_day: '-infinity',
  direction: 'debit' as LineRow['direction'],
}

/**
 * Decides every undecided line; returns how many. Safe under concurrency, and resumes after an interruption. A failing
 * line does not block others; the call then rejects at the end with all failures.
 */
export async function decideNewLines(database: Database): Promise<number> {
  let decided = 0
  const failures: unknown[] = []
  let after: Pick<LineRow, 'id' | 'booking_day' | 'direction'> = BEFORE_EVERY_LINE
  for (;;) {
    const { booking_day, direction, id } = after
    const lines = await listNewLines.all(database, {
      after_day: booking_day,
      is_credit: direction === 'credit',
      after_id: id,
      limit: SET_SIZE,
    })
    for (const run of runsOf(lines)) decided += await decideRun(database, run, failures)
    if (lines.length < SET_SIZE) break
    after = lines.at(-1)!
  }
  // Always: a killed worker may have decided the last line of a batch.
  await database.transaction(async (tx) => {
    await lockDeciding.all(tx)
    await settleRejections(tx)
    await closeFinishedBatches(tx)
  })
  rejectIfAny(failures, 'lines of the bank could not be decided')
  return decided
}

/** Decides them inline if they are few; otherwise the job does, and the response does not wait. */
export async function decideFewNewLines(database: Database): Promise<void> {
  const { exceeded } = await newLinesExceed.one(database, { at_least: MAX_DECIDED_AT_ONCE })
  if (!exceeded) await decideNewLines(database)
}

/** `alone`: may move money in more than one way, or concerns more than one payment. */
type Kind = 'credits' | 'debits' | 'alone'
interface Run {
  readonly kind: Kind
  readonly lines: LineRow[]
}

function kindOf(line: LineRow): Kind {
  if (line.direction === 'credit') return namesPayout(line) ? 'alone' : 'credits'
  if (line.reversal || referencesIn(line, 'FW').length > 0) return 'debits'
  return isRefundOrBatch(line) ? 'alone' : 'debits'
}

/** Consecutive lines of the same kind, in order. */
function runsOf(lines: readonly LineRow[]): Run[] {
  const runs: Run[] = []
  for (const line of lines) {
    const kind = kindOf(line)
    const last = runs.at(-1)
    if (last?.kind === kind && kind !== 'alone') last.lines.push(line)
    else runs.push({ kind, lines: [line] })
  }
  return runs
}

/**
 * Decides a run in one transaction. What remains, or all of it after a failure, is retried line by line. Returns how
 * many.
 */
async function decideRun(database: Database, { kind, lines }: Run, failures: unknown[]): Promise<number> {
  let left: readonly LineRow[] = lines
  let decided = 0
  if (kind !== 'alone') {
    const done = await database.transaction((tx) => decideSet(tx, lines, kind)).catch(() => undefined)
    left = done?.left ?? lines
    decided = done?.decided ?? 0
  }
  for (const line of left) {
    try {
      decided += (await database.transaction((tx) => decideSet(tx, [line], 'alone'))).decided
    } catch (error) {
      failures.push(error)
    }
  }
  return decided
}

/** Decides those lines that are still undecided and moves the money. Lock order: the accounts last. */
async function decideSet(tx: Tx, lines: readonly LineRow[], kind: Kind) {
  await lockDeciding.all(tx)
  const locked = await lockNewLines.all(tx, { ids: toColumn(lines, 'id') })
  const undecided = new Set(locked.map(({ id }) => id))
  const fresh = lines.filter(({ id }) => undecided.has(id))
  const decisions = kind === 'alone' ? await decideAlone(tx, fresh) : await decideAll(tx, fresh, kind)
  const decided = decisions.filter((each): each is Decision => each !== undefined)
  await writeDecisions(tx, decided)
  const unmatched = decided.filter(({ status }) => status === 'unmatched').map(({ line }) => line)
  const arrivals = decided.flatMap(({ arrival }) => arrival ?? [])
  await creditDeposits(tx, arrivals, await unmatchedEntries(tx, unmatched))
  return { decided: decided.length, left: fresh.filter((_, i) => decisions[i] === undefined) }
}

const decideAll = (tx: Tx, lines: readonly LineRow[], kind: 'credits' | 'debits') =>
  kind === 'credits' ? decideCredits(tx, lines) : decideDebits(tx, lines)

async function decideAlone(tx: Tx, [line]: readonly LineRow[]): Promise<(Decision | undefined)[]> {
  if (line === undefined) return []
  if (line.direction === 'credit')
    return [(await decideReturn(tx, line)) ?? (await decideCredits(tx, [line]))[0]]
  return [(await decideDebits(tx, [line]))[0] ?? (await decideRefundOrBatch(tx, line))]
}

const writeDecisions = (tx: Tx, decided: readonly Decision[]) =>
  decideLines.all(tx, {
    ids: decided.map(({ line }) => line.id),
    ...columnsOf(decided, 'status', 'finding'),
    deposit_ids: decided.map(({ deposit_id }) => deposit_id ?? null),
    withdrawal_ids: decided.map(({ withdrawal_id }) => withdrawal_id ?? null),
    refund_ids: decided.map(({ refund_id }) => refund_id ?? null),
    decided_at: tx.now,
    payer_differs: decided.map(({ payer_differs }) => payer_differs ?? null),
  })
