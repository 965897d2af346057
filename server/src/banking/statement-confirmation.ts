// A second person confirms a bank statement by typing what they read at the bank: the closing balance, the sum of credits,
// and the reference and payer of each credit from the threshold of dual approval and of three others, which differ for each
// person and which nobody can know before; of payments booked together, their amount. Nothing of that is part of any answer while the statement is unconfirmed. The
// answer says only right or wrong; after three wrong ones somebody else confirms, and operators are called
// (statement-confirmation.test.ts; what this does not prove: docs/security.md).
import { hash } from 'node:crypto'
import { MAX_WRONG_ANSWERS } from '@fairturn/contract/backoffice/bank-statements'
import { formatMoney } from '@fairturn/contract/minor-units'
import { settingsOf } from '../content/content.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { recordAuditEvent, refuseDecided } from '../staff/staff.ts'
import { recordReadAccounts } from './bank-lines.store.ts'
import { isCollectiveText } from './bank-statement.ts'
import * as store from './bank-statements.store.ts'
import type { LockedStatement, UnconfirmedLine } from './bank-statements.store.ts'
import { bankAlarm } from './banking.jobs.ts'
import { referencesIn } from './references.ts'
import { accept, acceptWaiting, contradicts, knownLines } from './statement-acceptance.ts'

const PICKED_LINES = 3
const MIN_PART_LENGTH = 6

const selectWrong = statement(
  `-- banking_wrong_answers
  select count(*)::int as wrong from bank_statement_wrong_answer where statement_id = $statement_id and actor = $actor`,
  { params: { statement_id: 'uuid', actor: 'text' }, columns: { wrong: 'int4' } },
)
const insertWrong = statement(
  `-- banking_insert_wrong_answer
  insert into bank_statement_wrong_answer (statement_id, actor, answer_no, answered_at) values ($statement_id, $actor, $answer_no, $answered_at)`,
  {
    params: { statement_id: 'uuid', actor: 'text', answer_no: 'int2', answered_at: 'timestamptz' },
  },
)
const selectSeed = statement(
  `-- banking_pick_seed
  select pick_seed from bank_statement where id = $statement_id`,
  { params: { statement_id: 'uuid' }, columns: { pick_seed: 'uuid' } },
)

export interface Answers {
  readonly closing: bigint
  readonly credits: bigint
  readonly lines: readonly {
    readonly line_no: number
    readonly reference: string
    readonly payer: string
    /** The bank shows no account number: the name counts. */
    readonly no_account?: boolean | undefined
  }[]
}

interface RequestedLine {
  readonly line: UnconfirmedLine
  readonly above_threshold: boolean
  /** Asked for its amount: the bank shows neither one reference nor one payer. */
  readonly collective: boolean
  /** Asked for the payer's account number: a name would let one importer alone exchange it. */
  readonly by_account: boolean
}

/**
 * The lines this person is asked for, by their number. Refuses what confirming refuses, so that who may not confirm cannot
 * see which lines are large.
 */
export async function linesAskedFor(on: Queryable, statement_id: string, actor: string) {
  const row = orRefuse(
    await store.selectStatement.maybe(on, { id: statement_id }),
    'bank_statement_is_unknown',
  )
  await refuseOwn(on, row, actor)
  refuseContradiction(row)
  refuseOlder(row)
  const tries_left = await triesLeft(on, statement_id, actor)
  return { requested: await requestedOf(on, row, actor), tries_left }
}

/** Ids of the statements that a demo begins with (demo-statements.ts). */
const DEMO_ID = /^DEMO-\d{4}-\d\d-\d\d$/

/**
 * What the portal of the demo's bank shows of its own statement: nobody could read it elsewhere. For a deployment that is a demo
 * without a real bank alone; null for every other statement.
 */
export async function shownByDemoBank(on: Queryable, statement_id: string, actor: string) {
  const row = await store.selectStatement.one(on, { id: statement_id })
  if (!DEMO_ID.test(row.statement_id) || row.closing_minor === null) return null
  const { credits_minor } = await store.selectUnconfirmedSums.one(on, { statement_id })
  return {
    closing: formatMoney(row.closing_minor),
    credits: formatMoney(credits_minor),
    lines: (await requestedOf(on, row, actor)).map(({ line, collective, by_account }) => ({
      line_no: line.line_no,
      reference: collective ? formatMoney(line.amount_minor) : line.remittance,
      payer: collective ? '' : ((by_account ? line.counterparty_account : line.counterparty_name) ?? ''),
    })),
  }
}

async function requestedOf(
  on: Queryable,
  { id: statement_id, from_connection }: Pick<LockedStatement, 'id' | 'from_connection'>,
  actor: string,
): Promise<RequestedLine[]> {
  const { two_person_withdrawal_minor: threshold_minor } = await settingsOf(on)
  const { pick_seed } = await selectSeed.one(on, { statement_id })
  const lines = await store.selectUnconfirmed.all(on, { statement_id })
  const credits = lines.filter(({ direction }) => direction === 'credit')
  const large = credits.filter(({ amount_minor }) => amount_minor >= threshold_minor)
  const lot = (line: UnconfirmedLine) => hash('sha256', `${pick_seed} ${actor} ${line.line_no}`)
  const picked = credits
    .filter(({ amount_minor }) => amount_minor < threshold_minor)
    .toSorted((one, other) => (lot(one) < lot(other) ? -1 : 1))
    .slice(0, PICKED_LINES)
  return [...large, ...picked]
    .toSorted((one, other) => one.line_no - other.line_no)
    .map((line) => ({
      line,
      above_threshold: line.amount_minor >= threshold_minor,
      collective: isCollective(line),
      by_account: !from_connection && !isCollective(line) && line.counterparty_account !== null,
    }))
}

/** Refuses `bank_statement_was_answered_wrong` after three wrong answers. */
async function triesLeft(on: Queryable, statement_id: string, actor: string): Promise<number> {
  const { wrong } = await selectWrong.one(on, { statement_id, actor })
  if (wrong >= MAX_WRONG_ANSWERS) throw refuse('bank_statement_was_answered_wrong')
  return MAX_WRONG_ANSWERS - wrong
}

async function refuseOwn(
  on: Queryable,
  { id, status, imported_by }: Pick<LockedStatement, 'id' | 'status' | 'imported_by'>,
  actor: string,
) {
  if (status !== 'unconfirmed') throw await refuseDecided(on, 'bank_statement_needs_no_confirmation', id)
  if (imported_by === actor) throw refuse('who_imported_a_statement_does_not_decide_on_it')
}

/** Then the accepted one is wrong, or the bank is: two people revoke it, nobody confirms both. */
function refuseContradiction({ unconfirmed_reason }: Pick<LockedStatement, 'unconfirmed_reason'>): void {
  if (unconfirmed_reason === 'contradicts') throw refuse('bank_statement_contradicts_an_accepted_one')
}

/** What it could add to days that are closed was never at the bank; it is discarded. */
function refuseOlder({ older }: Pick<store.StatementRow, 'older'>): void {
  if (older) throw refuse('bank_statement_is_older_than_the_last')
}

async function lockUnconfirmed(tx: Tx, statement_id: string, actor: string): Promise<LockedStatement> {
  const { account } = orRefuse(
    await store.selectBankAccountOf.maybe(tx, { statement_id }),
    'bank_statement_is_unknown',
  )
  // Lock order: the account first, as in an import.
  await store.lockBankAccount.all(tx, { account })
  const row = await store.selectStatementLocked.one(tx, { id: statement_id })
  await refuseOwn(tx, row, actor)
  return row
}

/**
 * Accepts the statement if everything typed is right; a wrong answer is counted. Refuses `bank_statement_is_unknown`,
 * `bank_statement_needs_no_confirmation`, `who_imported_a_statement_does_not_decide_on_it`,
 * `bank_statement_contradicts_an_accepted_one`, `bank_statement_is_older_than_the_last` and `bank_statement_was_answered_wrong`.
 */
export async function confirmStatement(
  tx: Tx,
  { statement_id, answers, actor }: { statement_id: string; answers: Answers; actor: string },
): Promise<{ right: boolean; tries_left: number }> {
  const row = await lockUnconfirmed(tx, statement_id, actor)
  refuseContradiction(row)
  refuseOlder(await store.selectStatement.one(tx, { id: statement_id }))
  if (await contradicts(tx, row)) throw refuse('bank_statement_contradicts_an_accepted_one')
  const tries_left = await triesLeft(tx, statement_id, actor)
  const object = { kind: 'bank_statement', id: statement_id }
  const typed = await rightAnswersOf(tx, row, answers, actor)
  if (typed === undefined) {
    const answer_no = MAX_WRONG_ANSWERS - tries_left + 1
    await insertWrong.all(tx, { statement_id, actor, answer_no, answered_at: tx.now })
    await recordAuditEvent(tx, {
      actor,
      action: 'bank_statement_answered_wrong',
      object,
      after: { answer: answer_no },
    })
    if (tries_left === 1) await enqueue(tx, bankAlarm, { about: 'answered_wrong', id: statement_id })
    return { right: false, tries_left: tries_left - 1 }
  }
  await accept(tx, row, actor, answers.closing)
  const byAccount = typed.filter(([{ by_account }]) => by_account)
  const read = lineNosOf(byAccount.filter(([, { no_account }]) => no_account !== true))
  const not_shown = lineNosOf(byAccount.filter(([, { no_account }]) => no_account === true))
  await recordReadAccounts.all(tx, { statement_id, actor, read, not_shown })
  await acceptWaiting(tx, row.account)
  await recordAuditEvent(tx, { actor, action: 'bank_statement_confirmed', object, before: described(row) })
  return { right: true, tries_left }
}

type Answer = Answers['lines'][number]
type Answered = readonly [RequestedLine, Answer]

const lineNosOf = (answered: readonly Answered[]): number[] => answered.map(([{ line }]) => line.line_no)

/** Each line asked for with its answer; undefined if anything is wrong. */
async function rightAnswersOf(
  tx: Tx,
  row: LockedStatement,
  answers: Answers,
  actor: string,
): Promise<Answered[] | undefined> {
  const { credits_minor } = await store.selectUnconfirmedSums.one(tx, { statement_id: row.id })
  if (answers.closing !== (await closingOf(tx, row, answers.closing)) || answers.credits !== credits_minor)
    return undefined
  const requested = await requestedOf(tx, row, actor)
  const typed = new Map(answers.lines.map((answer) => [answer.line_no, answer]))
  // The lines of a day that are asked for in the same words: banks list them newest first or last.
  const alike = Map.groupBy(requested, ({ line, above_threshold, collective, by_account }) =>
    [line.booking_day, above_threshold, collective, by_account].join(' '),
  )
  const groups = [...alike.values()].map((lines) =>
    answerEach(
      lines,
      lines.flatMap(({ line }) => typed.get(line.line_no) ?? []),
    ),
  )
  return groups.includes(undefined) ? undefined : groups.flatMap((answered) => answered ?? [])
}

function fits({ line, collective, by_account }: RequestedLine, answer: Answer): boolean {
  const { reference, payer, no_account } = answer
  if (collective) return isAmount(line, reference)
  if (!isReference(line, reference)) return false
  if (!by_account) return isPayer([line.counterparty_name, line.counterparty_account], payer)
  return isPayer([no_account === true ? line.counterparty_name : line.counterparty_account], payer)
}

/** Gives each line an answer of its own, in any order: no answer counts for two. */
function answerEach(lines: readonly RequestedLine[], typed: readonly Answer[]): Answered[] | undefined {
  const answered = new Map<Answer, RequestedLine>()
  /** Gives the line an answer, moving the line that has it to another if need be. */
  const give = (line: RequestedLine, tried: Set<Answer>): boolean => {
    for (const answer of typed) {
      if (tried.has(answer) || !fits(line, answer)) continue
      tried.add(answer)
      const holder = answered.get(answer)
      if (holder !== undefined && !give(holder, tried)) continue
      answered.set(answer, line)
      return true
    }
    return false
  }
  if (!lines.every((line) => give(line, new Set()))) return undefined
  return [...answered].map(([answer, line]) => [line, answer])
}

/** Payments booked together, without one reference of ours that would credit them. */
const isCollective = (line: UnconfirmedLine): boolean =>
  isCollectiveText(line.remittance) &&
  line.counterparty_name === null &&
  (['FT', 'FW', 'FR'] as const).every((prefix) => referencesIn(line, prefix).length === 0)

/** The line's amount, with or without spaces, and with either decimal sign. */
function isAmount({ amount_minor }: UnconfirmedLine, typed: string): boolean {
  const [, units, minor = '00'] = /^(\d+)(?:[.,](\d\d))?$/.exec(typed.replace(/\s/g, '')) ?? []
  return units !== undefined && BigInt(units + minor) === amount_minor
}

/** Of a file without balances: the last closing balance plus the lines it adds, in the reading that comes to `read_minor` if one does. */
async function closingOf(tx: Tx, row: LockedStatement, read_minor: bigint): Promise<bigint | null> {
  if (row.closing_minor !== null) return row.closing_minor
  const last = await store.selectLastAccepted.maybe(tx, { account: row.account })
  if (last === undefined || last.closing_minor === null) return null
  const { sum_minor } = await store.selectUnconfirmedSums.one(tx, { statement_id: row.id })
  const known = await knownLines(tx, row, last, read_minor)
  if (known === undefined) return null
  const known_minor = known.reduce(
    (sum, { direction, amount_minor }) => sum + (direction === 'credit' ? amount_minor : -amount_minor),
    0n,
  )
  return last.closing_minor + sum_minor - known_minor
}

/** Letters and digits, so that spaces, accents and punctuation do not matter. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/**
 * Exactly the references of ours that the line has: they decide whom it credits. A line without any: what the payer wrote,
 * or a part of it.
 */
function isReference(line: UnconfirmedLine, typed: string): boolean {
  const ours = (of: Pick<UnconfirmedLine, 'end_to_end_id' | 'remittance'>) =>
    (['FT', 'FW', 'FR'] as const).flatMap((prefix) => referencesIn({ ...line, ...of }, prefix)).toSorted()
  const own = ours(line)
  if (own.length > 0 || ours({ end_to_end_id: null, remittance: typed }).length > 0)
    return own.join(' ') === ours({ end_to_end_id: null, remittance: typed }).join(' ')
  const answer = plain(typed)
  const texts = [line.remittance, line.end_to_end_id ?? '', line.bank_reference ?? ''].map(plain)
  if (answer === '') return texts.every((text) => text === '')
  return texts.some((text) => text === answer || (answer.length >= MIN_PART_LENGTH && text.includes(answer)))
}

function isPayer(said: readonly (string | null)[], typed: string): boolean {
  const payers = said.flatMap((one) => (one === null ? [] : [plain(one)]))
  return payers.length === 0 ? plain(typed) === '' : payers.includes(plain(typed))
}

/**
 * Another person than its importer discards an unconfirmed statement; what it was stays on record. Refuses as
 * confirmStatement does first, and `what_the_bank_connection_brought_stays`.
 */
export async function discardStatement(
  tx: Tx,
  { statement_id, reason, actor }: { statement_id: string; reason: string; actor: string },
): Promise<void> {
  const row = await lockUnconfirmed(tx, statement_id, actor)
  if (row.from_connection) throw refuse('what_the_bank_connection_brought_stays')
  await store.updateDiscarded.all(tx, { statement_id, actor, discarded_at: tx.now })
  await recordAuditEvent(tx, {
    actor,
    action: 'bank_statement_discarded',
    object: { kind: 'bank_statement', id: statement_id },
    reason,
    before: described(row),
  })
}

const described = ({ statement_id, to_day, line_count, unconfirmed_reason }: LockedStatement) => ({
  statement: statement_id,
  day: to_day,
  lines: line_count,
  reason: unconfirmed_reason,
})
