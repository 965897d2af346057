// A bank statement is `unconfirmed` from its import. It becomes `accepted` at once if the bank's connection brought it and
// it follows the last one, or agrees with what was accepted of its days; otherwise once somebody else than its importer has
// confirmed it (statement-confirmation.ts), or it is `discarded`. Its lines exist apart until then, and move no money. What
// the connection brings and contradicts an accepted one waits until two people have revoked that one
// (withdrawals/statement-revocation.ts); the check of the ledger stops payouts meanwhile (banking.check.ts).
import { requestedCheck } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { disputeAccounts, normalizedAccount, transferLines } from './bank-lines.store.ts'
import { type BankLine, sumOf } from './bank-statement.ts'
import * as store from './bank-statements.store.ts'
import type { BookedLine, LockedStatement, UnconfirmedLine } from './bank-statements.store.ts'
import { decideBankLines } from './banking.jobs.ts'
import { referencesIn } from './references.ts'
import { isAdjacent, isNextOfDay, type UnconfirmedReason, whyNotFollowing } from './statement-continuity.ts'

/** Actor of what the bank's connection brings. */
export const CONNECTION = 'system bank connection'

/** Accepts a statement that has just been imported, or says why it waits. The caller has locked the account. */
export async function acceptOrWait(tx: Tx, id: string): Promise<UnconfirmedReason | null> {
  const row = await store.selectStatementLocked.one(tx, { id })
  const reason = row.from_connection ? await acceptOfConnection(tx, row) : await whyByHand(tx, row)
  if (reason !== null) await store.updateReason.all(tx, { id, reason })
  // Others may follow it.
  if (reason === null) await acceptWaiting(tx, row.account)
  else await store.markGaps.all(tx, { account: row.account })
  return reason
}

async function whyByHand(tx: Tx, row: LockedStatement): Promise<UnconfirmedReason> {
  return whyNotFollowing(row, await store.selectLastAccepted.maybe(tx, { account: row.account })) ?? 'by_hand'
}

/** Accepts it if it follows or agrees; otherwise says why not. A contradiction has the ledger checked at once. */
async function acceptOfConnection(tx: Tx, row: LockedStatement): Promise<UnconfirmedReason | null> {
  const last = await store.selectLastAccepted.maybe(tx, { account: row.account })
  const why = whyNotFollowing(row, last)
  // The bank's first word follows nothing.
  if (why === null || why === 'first_statement') return await accept(tx, row, null)
  if (why === 'no_balances') return why
  const agrees = why === 'day_was_covered' && (await agreesWithAccepted(tx, row))
  if (agrees) return await accept(tx, row, null)
  if (!(await speaksOfByHand(tx, row, last!))) return why
  await enqueue(tx, requestedCheck, { asked_by: 'system' })
  return 'contradicts'
}

/** Whether what it disagrees with was imported by hand: a statement of its days, or the one that it must open with. */
async function speaksOfByHand(tx: Tx, row: LockedStatement, last: LockedStatement): Promise<boolean> {
  if (row.from_day > last.to_day) return !last.from_connection && isAdjacent(row, last)
  const covering = await store.selectCovering.all(tx, {
    account: row.account,
    from_day: row.from_day,
    to_day: row.to_day,
  })
  return covering.some(({ from_connection }) => !from_connection)
}

/** Accepts what the connection has brought and now follows, for example because another statement was revoked. */
export async function acceptWaiting(tx: Tx, account: string): Promise<void> {
  for (const waiting of await store.selectWaitingOfConnection.all(tx, { account })) {
    const reason = await acceptOfConnection(tx, waiting)
    if (reason !== null && reason !== waiting.unconfirmed_reason)
      await store.updateReason.all(tx, { id: waiting.id, reason })
  }
  await store.markGaps.all(tx, { account })
}

/** `confirmed_by`: the second person, with the closing balance they read; null if the bank's connection brought it. */
export async function accept(
  tx: Tx,
  row: LockedStatement,
  confirmed_by: string | null,
  read_minor: bigint | null = null,
): Promise<null> {
  const { id, account } = row
  const last = await store.selectLastAccepted.maybe(tx, { account })
  const known = await knownLines(tx, row, last, read_minor)
  if (known === undefined) throw refuse('bank_statement_contradicts_an_accepted_one')
  const { sum_minor } = await store.selectUnconfirmedSums.one(tx, { statement_id: id })
  const known_minor = sumOf(known)
  // A file without balances gets those that follow from the statement before it.
  const opening = row.closing_minor === null ? (last?.closing_minor ?? null) : null
  const closing = opening === null ? null : opening + sum_minor - known_minor
  const confirmed_at = confirmed_by === null ? null : tx.now
  await store.updateAccepted.all(tx, { id, confirmed_by, confirmed_at, opening, closing })
  const line_nos = known.map(({ line_no }) => line_no)
  await disputeAccounts.all(tx, { statement_id: id, account, known_nos: line_nos })
  const { lines } = await store.moveLines.one(tx, { statement_id: id, account, line_nos })
  await store.updateKnown.all(tx, { id, lines })
  await enqueue(tx, decideBankLines, {}, { job_key: decideBankLines.name })
  return null
}

/**
 * The lines that accepted statements of the same days have brought already; undefined if the statement contradicts them. A
 * statement that follows by its balances has none but those that were transferred to it: two payments may be alike in
 * everything, also in the bank's reference. Of one that overlaps others the balances decide what is known, since banks add to
 * the texts of a booking later: what it adds to the last closing balance is the sum of its new lines, and where no reading of
 * its lines comes to that sum it is not the bank's. Where the balances cannot decide, every line of a day that an accepted
 * statement goes beyond must be known, and of the other days a line is known by its identity, or by day, amount and a reference
 * of ours: such a line would be credited, or assigned, a second time. `read_minor`: the closing balance that somebody has read at
 * the bank, which decides for a file without balances whether another payment of the same amount is a new one.
 */
export async function knownLines(
  tx: Tx,
  row: LockedStatement,
  last: LockedStatement | undefined,
  read_minor: bigint | null = null,
): Promise<UnconfirmedLine[] | undefined> {
  if (whyNotFollowing(row, last) === null) return linesOf((await compared(tx, row, { of: row.id })).pairs)
  if (await breaksChain(tx, row)) return undefined
  if (await fillsHole(tx, row)) return []
  const { exact, pairs, added, unpaired } = await compared(tx, row)
  const samePayer = pairUp(added, unpaired, (line) => [line.counterparty_account, ...alike(line)])
  const sameAmount = pairUp(samePayer.added, samePayer.unpaired, alike)
  // Whatever its text says now: a line with the bank's own reference, then one of that day and amount.
  const sameBooking = pairUp(sameAmount.added, sameAmount.unpaired, (line) => [line.identity.toString('hex')])
  const likely = pairUp(sameBooking.added, sameBooking.unpaired, ofDayAndAmount)
  const known = linesOf(pairs)
  const loosely = [...known, ...linesOf([...samePayer.pairs, ...sameAmount.pairs])]
  const byBooking = [...loosely, ...linesOf(sameBooking.pairs)]
  const readings = [loosely, known, byBooking, [...byBooking, ...linesOf(likely.pairs)]]
  const covering = await store.selectCovering.all(tx, {
    account: row.account,
    from_day: row.from_day,
    to_day: row.to_day,
  })
  const added_minor = await addedByBalances(tx, row, covering)
  if (added_minor !== null) {
    if (last !== undefined && continuesDay(row, last, covering)) return []
    const all_minor = sumOf(known) + sumOf(added)
    const fits = readings.find((reading) => all_minor - sumOf(reading) === added_minor)
    if (fits !== undefined) return fits
    // Another statement of the same day, which the bank does not number.
    const follows =
      last !== undefined && row.to_day >= last.to_day && row.opening_minor === last.closing_minor
    if (follows) return []
    return row.from_connection ? withReferences(known, loosely) : undefined
  }
  const isComplete = ({ booking_day }: BankLine) =>
    covering.some(({ from_day, to_day }) => from_day <= booking_day && booking_day < to_day)
  if (likely.added.some(isComplete) && !row.from_connection) return undefined
  const complete = readings.at(-1)!.filter(isComplete)
  const usual = [...new Set([...complete, ...withReferences(known, loosely)])]
  const before_minor = last?.closing_minor ?? null
  if (row.closing_minor !== null || read_minor === null || before_minor === null) return usual
  const all_minor = sumOf(known) + sumOf(added)
  return [usual, linesOf(exact)].find((reading) => before_minor + all_minor - sumOf(reading) === read_minor)
}

/** Whether it adds to a day after which the accepted statements go on without a gap: nothing is missing there. */
async function breaksChain(tx: Tx, row: LockedStatement): Promise<boolean> {
  if (row.opening_minor === null || row.opening_minor === row.closing_minor) return false
  const covering = await store.selectCovering.all(tx, {
    account: row.account,
    from_day: row.from_day,
    to_day: row.to_day,
  })
  if (covering.length > 0) return false
  const next = await store.selectNextAccepted.maybe(tx, { account: row.account, to_day: row.to_day })
  return next !== undefined && next.opening_minor !== null && !next.gap
}

/**
 * Whether it begins a hole in a day whose statements the bank numbers, as where those in the middle were revoked: all its lines are
 * new. The one before the next number closes with that one's opening.
 */
async function fillsHole(tx: Tx, row: LockedStatement): Promise<boolean> {
  const { account, from_day, to_day, opening_minor, electronic_no, legal_no } = row
  if (opening_minor === null || row.closing_minor === null) return false
  const place = { account, from_day, to_day, opening_minor, electronic_no, legal_no }
  const behind = await store.selectBehindHole.maybe(tx, place)
  if (behind === undefined) return false
  const isNext = (one: bigint | null, no: bigint | null) => one !== null && no !== null && one === no + 1n
  const meets =
    isNext(behind.electronic_no, electronic_no) ||
    (electronic_no === null && isNext(behind.legal_no, legal_no))
  return !meets || row.closing_minor === behind.opening_minor
}

/**
 * Whether it continues the day after the last accepted one, so that all its lines are new, however alike: it opens with that
 * one's closing balance, and either the bank numbers it as the next, whatever came between, or none of the day opens so.
 */
function continuesDay(
  row: LockedStatement,
  last: LockedStatement,
  covering: readonly LockedStatement[],
): boolean {
  if (row.from_day < last.to_day || row.opening_minor !== last.closing_minor) return false
  const isNext = covering.some((before) => isNextOfDay(row, before))
  return isNext || covering.every(({ opening_minor }) => opening_minor !== row.opening_minor)
}

/** Whether the accepted statements of its days leave no reading of a statement's lines. Then it is discarded, or one of them revoked. */
export const contradicts = async (tx: Tx, row: LockedStatement): Promise<boolean> =>
  (await knownLines(tx, row, await store.selectLastAccepted.maybe(tx, { account: row.account }))) ===
  undefined

/** Of what only day and amount make likely, what has a reference of ours. */
const withReferences = (known: readonly UnconfirmedLine[], loosely: readonly UnconfirmedLine[]) => [
  ...known,
  ...loosely.filter((line) => !known.includes(line) && referencesOf(line).length > 0),
]

const linesOf = <Line>(pairs: readonly (readonly [Line, unknown])[]): Line[] => pairs.map(([line]) => line)

/** What it adds to the account by its balances; null if they do not say, as where an accepted one goes beyond its last day. */
async function addedByBalances(
  tx: Tx,
  row: LockedStatement,
  covering: readonly LockedStatement[],
): Promise<bigint | null> {
  if (row.opening_minor === null || row.closing_minor === null) return null
  if (covering.some(({ to_day }) => to_day > row.to_day)) return null
  const before = await store.selectLastAcceptedUntil.maybe(tx, { account: row.account, to_day: row.to_day })
  return before === undefined || before.closing_minor === null
    ? null
    : row.closing_minor - before.closing_minor
}

/**
 * What a statement that is to be revoked has in common with those that the bank's connection has brought of its days
 * becomes theirs: only what the bank does not know is reversed. Nor does the bank know money that would go back to another account
 * than it names. The caller has locked the account.
 */
export async function transferToConnection(tx: Tx, revoked: LockedStatement): Promise<void> {
  for (const row of await store.selectWaitingOfConnection.all(tx, { account: revoked.account })) {
    const compare = await compared(tx, row, { of: revoked.id, strict: true })
    const pairs = compare.pairs.filter(
      ([line, booked]) => !booked.goes_back || accountOf(line) === accountOf(booked),
    )
    const ids = pairs.map(([, { id }]) => id)
    await transferLines.all(tx, {
      ids,
      statement_id: row.id,
      line_nos: pairs.map(([{ line_no }]) => line_no),
    })
  }
}

/**
 * Whether a statement has every booking that accepted ones of its days have, and comes to the same balance with those it
 * adds. It names no other account of money that goes back to its payer.
 */
async function agreesWithAccepted(tx: Tx, row: LockedStatement): Promise<boolean> {
  const covering = await store.selectCovering.all(tx, {
    account: row.account,
    from_day: row.from_day,
    to_day: row.to_day,
  })
  const [first] = covering
  const last = covering.at(-1)
  if (first === undefined || last === undefined) return false
  if (first.from_day === row.from_day && first.opening_minor !== row.opening_minor) return false
  const from = first.from_day > row.from_day ? first.from_day : row.from_day
  const to = last.to_day < row.to_day ? last.to_day : row.to_day
  const { missing, added, pairs } = await compared(tx, row, { from, to, strict: true })
  if (missing > 0 || pairs.some(goBackElsewhere)) return false
  if (last.to_day > row.to_day) return added.length === 0
  const added_minor = sumOf(added)
  return last.closing_minor === null || last.closing_minor + added_minor === row.closing_minor
}

interface CompareOptions {
  readonly from?: string
  readonly to?: string
  readonly strict?: boolean
  readonly of?: string | null
}
interface Comparison {
  /** Those of them that are the same in everything. */
  readonly exact: [UnconfirmedLine, BookedLine][]
  readonly pairs: [UnconfirmedLine, BookedLine][]
  readonly added: UnconfirmedLine[]
  readonly missing: number
  readonly unpaired: BookedLine[]
}

/**
 * Compares a statement with the account's lines of its days, and of those that its lines are dated back to: by their
 * identity, and where another format names them otherwise by day, amount and our references. `of`: only with the lines of
 * that statement. `missing`: how many lines it does not have; `unpaired`: those of them in its own format.
 */
async function compared(
  tx: Tx,
  row: LockedStatement,
  { from, to, strict = false, of = null }: CompareOptions = {},
): Promise<Comparison> {
  const lines = await store.selectUnconfirmed.all(tx, { statement_id: row.id })
  const days = lines.map(({ booking_day }) => booking_day)
  const first = from ?? days.reduce((one, day) => (day < one ? day : one), row.from_day)
  const last = to ?? days.reduce((one, day) => (day > one ? day : one), row.to_day)
  const booked = await store.selectBooked.all(tx, { account: row.account, first, last, statement_id: of })
  const ofSame = ({ format }: { format: string }) => format === row.format
  const exact = pairUp(lines, booked, (line) => [
    line.identity.toString('hex'),
    strict && line.counterparty_account,
    ...alike(line),
  ])
  const others = exact.unpaired.filter((line) => !ofSame(line))
  const likely = pairUp(exact.added, others, alike)
  return {
    exact: exact.pairs,
    pairs: [...exact.pairs, ...likely.pairs],
    added: likely.added,
    missing: exact.unpaired.length - others.length + likely.unpaired.length,
    unpaired: exact.unpaired.filter(ofSame),
  }
}

/** Whether both name an account, and not the same. */
const goBackElsewhere = ([line, booked]: readonly [UnconfirmedLine, BookedLine]): boolean =>
  booked.goes_back &&
  line.counterparty_account !== null &&
  booked.counterparty_account !== null &&
  accountOf(line) !== accountOf(booked)

const accountOf = ({ counterparty_account: account }: BankLine): string =>
  account === null ? '' : normalizedAccount(account)

/** Each booked line stands for one line at most. */
function pairUp<Line extends BankLine, Booked extends BankLine>(
  lines: readonly Line[],
  booked: readonly Booked[],
  fields: (line: Line | Booked) => readonly unknown[],
) {
  const open = new Map<string, Booked[]>()
  for (const line of booked) {
    const key = JSON.stringify(fields(line))
    open.set(key, [...(open.get(key) ?? []), line])
  }
  const pairs: [Line, Booked][] = []
  const added: Line[] = []
  for (const line of lines) {
    const found = open.get(JSON.stringify(fields(line)))?.pop()
    if (found === undefined) added.push(line)
    else pairs.push([line, found])
  }
  return { pairs, added, unpaired: [...open.values()].flat() }
}

/** What no bank leaves out of a booking, in any format. */
const alike = (line: BankLine): readonly unknown[] => [...ofDayAndAmount(line), ...referencesOf(line)]

const ofDayAndAmount = (line: BankLine): readonly unknown[] => [
  line.booking_day,
  line.direction,
  String(line.amount_minor),
]

const referencesOf = (line: BankLine): string[] =>
  (['FT', 'FW', 'FR'] as const).flatMap((prefix) => referencesIn(line, prefix))
