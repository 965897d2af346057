// What each bank line means: a deposit that arrived, a payout that left or came back, or a case for an
// operator. Lines are decided once, in the order of booking; nothing is credited without a clear match
// (bank-files.test.ts).
import type { Database, Tx } from '../database/database.ts'
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
import {
  decideDebits,
  decideReturn,
  decideRefundOrBatch,
  isRefundOrBatch,
  namesPayout,
} from './match-payouts.ts'
import { closeFinishedBatches } from './payout-batches.ts'
import { toColumn, toColumns } from '../database/statement.ts'
import { MIN_UUID } from '../http/cursor.ts'

/** One transaction; others wait for its locks no longer than it takes. */
const SET_SIZE = 500
/** Up to so many undecided lines are decided before an import is answered; more are left to the job. */
const MAX_DECIDED_AT_ONCE = 500
const BEFORE_EVERY_LINE = {
  id: MIN_UUID,
  booking_day: '-infinity',
  direction: 'debit' as LineRow['direction'],
}

/**
 * Decides every undecided line; returns how many. Concurrent calls are safe, and continue where an
 * interrupted one stopped. A line that fails delays no other; then it rejects at the end, with all failures.
 */
export async function decideNewLines(database: Database): Promise<number> {
  let decided = 0
  const failures: unknown[] = []
  let after: Pick<LineRow, 'id' | 'booking_day' | 'direction'> = BEFORE_EVERY_LINE
  for (;;) {
    const { booking_day, direction, id } = after
    const lines = await listNewLines.all(database, booking_day, direction === 'credit', id, SET_SIZE)
    for (const run of runsOf(lines)) decided += await decideRun(database, run, failures)
    if (lines.length < SET_SIZE) break
    after = lines.at(-1)!
  }
  if (decided > 0) await database.transaction(closeFinishedBatches)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} lines of the bank could not be decided`)
  return decided
}

/** The same if it is quick; otherwise the job does it, and the answer does not wait. */
export async function decideFewNewLines(database: Database): Promise<void> {
  const { exceeded } = await newLinesExceed.one(database, MAX_DECIDED_AT_ONCE)
  if (!exceeded) await decideNewLines(database)
}

/** `alone`: what may move money in more than one way, or concerns more than one payment. */
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

/** Neighbours of a kind, in order. */
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

/** Decides a run in one transaction; the rest, or all of it where it fails, line by line. Returns how many. */
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

/** Decides those of the lines that are still undecided, and moves the money; the accounts are locked last. */
async function decideSet(tx: Tx, lines: readonly LineRow[], kind: Kind) {
  await lockDeciding.all(tx)
  const locked = await lockNewLines.all(tx, toColumn(lines, 'id'))
  const undecided = new Set(locked.map(({ id }) => id))
  const fresh = lines.filter(({ id }) => undecided.has(id))
  const decisions = kind === 'alone' ? await decideAlone(tx, fresh) : await decideAll(tx, fresh, kind)
  const decided = decisions.filter((each): each is Decision => each !== undefined)
  await writeDecisions(tx, decided)
  const unmatched = decided.filter(({ state }) => state === 'unmatched').map(({ line }) => line)
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
  decideLines.all(
    tx,
    decided.map(({ line }) => line.id),
    ...toColumns(decided, 'state', 'finding'),
    decided.map(({ deposit_id }) => deposit_id ?? null),
    decided.map(({ withdrawal_id }) => withdrawal_id ?? null),
    decided.map(({ refund_id }) => refund_id ?? null),
    tx.now,
  )
