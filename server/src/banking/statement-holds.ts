// Statements and lines held for a second person: held at import, until continuity is established or someone
// other than the importer confirms or discards them. A held line moves no money (separate-duties.test.ts).
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import { postOrRefuse } from '../ledger/ledger.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { recordAuditEvent } from '../staff/staff.ts'
import { decideBankLines } from './banking.jobs.ts'
import {
  lockAccount,
  lockDeciding,
  markGaps,
  selectLineLocked,
  type StatementRow,
} from './bank-lines.store.ts'
import { unmatchedEntries } from './unmatched-payments.ts'
import { statementHold, type StatementHold, type StatementSpan } from './statement-continuity.ts'

export type HeldStatement = StatementSpan &
  Pick<StatementRow, 'id' | 'account' | 'statement_id' | 'unconfirmed_reason' | 'imported_by' | 'line_count'>

const COLUMNS = `id, account, statement_id, from_day, to_day, opening_minor, closing_minor, unconfirmed_reason, imported_by, line_count`

/** The account's ($1) last accepted statement, which the next one must continue; not $2 itself. */
const selectLastAccepted = statement<StatementSpan>(`-- banking_last_accepted_statement
  select from_day, to_day, opening_minor, closing_minor from bank_statement
  where account = $1 and id <> $2 and unconfirmed_reason is null order by to_day desc, id desc limit 1`)
const selectHeldStatements = statement<HeldStatement>(`-- banking_held_statements
  select ${COLUMNS} from bank_statement where account = $1 and unconfirmed_reason is not null order by from_day, id`)
const selectStatement = statement<HeldStatement>(`-- banking_statement_locked
  select ${COLUMNS} from bank_statement where id = $1 for no key update`)
const selectAccount = statement<{ account: string }>(`-- banking_account_of_statement
  select account from bank_statement where id = $1`)
const updateHold = statement(`-- banking_hold_statement
  update bank_statement set unconfirmed_reason = $2 where id = $1`)
const updateAccepted = statement(`-- banking_accept_statement
  update bank_statement set unconfirmed_reason = null, confirmed_by = $2, confirmed_at = $3 where id = $1`)
const holdLines = statement(`-- banking_hold_lines
  update bank_line set status = 'unconfirmed', finding = 'statement_unconfirmed', decided_at = $2 where statement_id = $1 and status = 'new'`)
/** Drops lines that accepted statements have brought meanwhile. */
const dropKnownLines = statement(`-- banking_drop_known_lines
  with dropped as (
    delete from bank_line w using bank_line l
    where w.statement_id = $1 and w.finding = 'statement_unconfirmed'
      and l.account = w.account and l.identity = w.identity and l.finding is distinct from 'statement_unconfirmed'
    returning w.id
  )
  update bank_statement set known_count = known_count + (select count(*) from dropped) where id = $1`)
const releaseLines = statement(`-- banking_release_lines
  update bank_line set status = 'new', finding = null, decided_at = null
  where statement_id = $1 and status = 'unconfirmed' and finding = 'statement_unconfirmed'`)
const deleteLines = statement(`-- banking_delete_held_lines
  delete from bank_line where statement_id = $1 and status = 'unconfirmed'`)
const deleteStatement = statement(`-- banking_delete_held_statement
  delete from bank_statement where id = $1 and unconfirmed_reason is not null`)
const confirmLine = statement(`-- banking_confirm_bank_line
  update bank_line set status = 'new', finding = null, deposit_id = null, decided_at = null, confirmed_by = $2, confirmed_at = $3
  where id = $1`)
const keepUnmatched = statement(`-- banking_keep_held_line_unmatched
  update bank_line set status = 'unmatched', deposit_id = null, decided_at = $4, confirmed_by = $2, confirmed_at = $3 where id = $1`)

/** Accepts a statement whose lines have just been inserted as `new`, or holds it; the account is locked. */
export async function acceptOrHold(
  tx: Tx,
  { id, account }: { id: string; account: string },
): Promise<StatementHold | null> {
  const row = await selectStatement.one(tx, id)
  const hold = statementHold(row, await selectLastAccepted.maybe(tx, account, id))
  if (hold !== null) {
    await updateHold.all(tx, id, hold)
    await holdLines.all(tx, id, tx.now)
  } else await acceptFollowing(tx, account)
  await markGaps.all(tx, account)
  return hold
}

async function acceptFollowing(tx: Tx, account: string): Promise<void> {
  for (const waiting of await selectHeldStatements.all(tx, account)) {
    if (statementHold(waiting, await selectLastAccepted.maybe(tx, account, waiting.id)) !== null) continue
    await accept(tx, waiting.id, null)
  }
}

/** `confirmed_by`: the second person; null if continuity was established. */
async function accept(tx: Tx, statement_id: string, confirmed_by: string | null): Promise<void> {
  await updateAccepted.all(tx, statement_id, confirmed_by, confirmed_by === null ? null : tx.now)
  await dropKnownLines.all(tx, statement_id)
  await releaseLines.all(tx, statement_id)
}

/** The importer neither confirms nor discards alone what nobody else has seen. */
async function lockHeld(tx: Tx, statement_id: string, actor: string): Promise<HeldStatement> {
  const { account } = orRefuse(await selectAccount.maybe(tx, statement_id), 'bank_statement_is_unknown')
  // Lock order: the account first, as in an import.
  await lockAccount.all(tx, account)
  const row = orRefuse(await selectStatement.maybe(tx, statement_id), 'bank_statement_is_unknown')
  if (row.unconfirmed_reason === null) throw refuse('bank_statement_needs_no_confirmation')
  if (row.imported_by === actor) throw refuse('who_imported_a_statement_does_not_decide_on_it')
  return row
}

interface Confirmation {
  readonly reason: string
  readonly actor: string
}

/**
 * A second person confirms a statement; its lines are then decided like any others. Refuses `bank_statement_is_unknown`,
 * `bank_statement_needs_no_confirmation` and `who_imported_a_statement_does_not_decide_on_it`.
 */
export async function confirmStatement(
  tx: Tx,
  { statement_id, reason, actor }: Confirmation & { statement_id: string },
): Promise<void> {
  const row = await lockHeld(tx, statement_id, actor)
  await accept(tx, statement_id, actor)
  await acceptFollowing(tx, row.account)
  await enqueue(tx, decideBankLines, {}, { job_key: decideBankLines.name })
  await record(tx, 'bank_statement_confirmed', row, { reason, actor })
}

/** A second person discards a held statement with its lines, none of which has moved money. Refuses as confirmStatement does. */
export async function discardStatement(
  tx: Tx,
  { statement_id, reason, actor }: Confirmation & { statement_id: string },
): Promise<void> {
  const row = await lockHeld(tx, statement_id, actor)
  await deleteLines.all(tx, statement_id)
  await deleteStatement.all(tx, statement_id)
  await markGaps.all(tx, row.account)
  await record(tx, 'bank_statement_discarded', row, { reason, actor })
}

const record = (
  tx: Tx,
  action: 'bank_statement_confirmed' | 'bank_statement_discarded',
  { id, statement_id, unconfirmed_reason, line_count, to_day }: HeldStatement,
  { reason, actor }: Confirmation,
): Promise<void> =>
  recordAuditEvent(tx, {
    actor,
    action,
    object: { kind: 'bank_statement', id },
    reason,
    before: { statement: statement_id, day: to_day, lines: line_count, hold: unconfirmed_reason },
  })

/**
 * A second person decides on an amount above the announced deposit: credits all of it, or keeps it as unmatched. Refuses
 * `bank_line_is_unknown`, `bank_line_is_in_another_state` and `who_imported_a_statement_does_not_decide_on_it`.
 */
export async function confirmHeldLine(
  tx: Tx,
  { line_id, credit, reason, actor }: Confirmation & { line_id: string; credit: boolean },
): Promise<void> {
  await lockDeciding.all(tx)
  const line = orRefuse(await selectLineLocked.maybe(tx, line_id), 'bank_line_is_unknown')
  const { status, finding } = line
  if (status !== 'unconfirmed' || finding !== 'more_than_announced')
    throw refuse('bank_line_is_in_another_state', { state: status })
  if (line.imported_by === actor) throw refuse('who_imported_a_statement_does_not_decide_on_it')
  await recordAuditEvent(tx, {
    actor,
    action: 'bank_line_confirmed',
    object: { kind: 'bank_line', id: line_id },
    reason,
    before: { status },
    after: { credited: credit },
  })
  if (credit) {
    await confirmLine.all(tx, line_id, actor, tx.now)
    await enqueue(tx, decideBankLines, {}, { job_key: decideBankLines.name })
  } else {
    await keepUnmatched.all(tx, line_id, actor, tx.now, tx.now)
    await postOrRefuse(tx, await unmatchedEntries(tx, [line]))
  }
}

/** Lookback window of the alarms; each is raised once. */
const RECENT_MS = 7 * 86_400_000
const selectAlarming = statement<{ id: string; to_day: string; gap: boolean }>(`-- banking_alarm_statements
  select id, to_day, gap from bank_statement where (gap or unconfirmed_reason is not null) and imported_at > $1 order by id`)

/** Statements with a gap before them, or held for a second person. */
export const statementAlarms = (on: Queryable, now: Date) =>
  selectAlarming.all(on, new Date(now.getTime() - RECENT_MS))
