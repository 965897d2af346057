// Imports bank files, all or nothing, by hand or by the bank's connection. No money moves here: the handler of
// decideBankLines decides the lines of what is accepted (statement-acceptance.ts).
import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { settingsOf } from '../content/content.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { recordAuditEvent } from '../staff/staff.ts'
import { readStatements, readTrial } from './bank-reader.ts'
import type { SkippedRecord } from './bank-statement.ts'
import * as store from './bank-statements.store.ts'
import type { StatementRow } from './bank-statements.store.ts'
import { readLineOnWire } from './banking.dto.ts'
import { getMapping } from './csv-mappings.ts'
import { requireByHand } from './hand-import.proposal.ts'
import { isOurs, ourBankAccount } from './receiving-account.ts'
import type { StagedStatement } from './staged-statement.ts'
import { acceptOrWait, CONNECTION } from './statement-acceptance.ts'

export interface StatementFile {
  readonly bytes: Uint8Array
  readonly name: string
  /** CSV mapping; without it the file is camt.053. */
  readonly mapping_id?: string | undefined
  /** E.g. `operator:<id>`. */
  readonly actor: string
}

export interface Imported {
  readonly statement: StatementRow
  /** How many lines were new; none while it is unconfirmed. */
  readonly new_lines: number
  /** Imported before; nothing has changed. */
  readonly repeated: boolean
  /** Of a CSV: the first records that are no lines. */
  readonly skipped: SkippedRecord[]
  readonly skipped_count: number
}

/**
 * Imports every statement of the file in one transaction; the lines of accepted ones are decided soon after. Refuses what
 * the readers refuse, `receiving_account_is_not_set`, `bank_file_is_of_another_account`,
 * `bank_file_is_in_another_currency`, `bank_statement_does_not_add_up`, `bank_statement_is_dated_later_than_today`,
 * `bank_statement_was_imported_otherwise`, `bank_statement_needs_balances` and, by hand,
 * `statements_come_by_the_bank_connection`.
 */
export async function importStatements(
  database: Database,
  file: StatementFile,
  { connected = false } = {},
): Promise<Imported[]> {
  const ours = await ourBankAccount(database)
  const { mapping_id } = file
  const by_hand = file.actor !== CONNECTION
  if (by_hand) await requireByHand(database, ours.account, connected)
  const csv = mapping_id === undefined ? undefined : { ...(await getMapping(database, mapping_id)), ours }
  const read = await readStatements(file.bytes, database.clock.now(), csv)
  const today = await todayAtBank(database, database.clock.now())
  for (const statement of read) {
    requireOurs(statement, ours)
    refuseLaterDay(statement, today)
  }
  // By whatever number the bank names it, it is one account.
  const statements = read.map((statement) => Object.assign(statement, { account: ours.account }))
  return await database.transaction(async (tx) => {
    await store.lockBankAccount.all(tx, { account: ours.account })
    const imported: Imported[] = []
    for (const statement of statements) imported.push(await importOne(tx, statement, { ...file, imported }))
    return imported
  })
}

/** In the site's time zone, in which the bank books. */
export async function todayAtBank(on: Queryable, now: Date): Promise<string> {
  const { time_zone } = await settingsOf(on)
  return now.toLocaleDateString('en-CA', { timeZone: time_zone })
}

/** A bank books no day before it has come; accepted, it would make every true statement look covered. */
function refuseLaterDay({ statement_id, lastBookingDay, to_day }: StagedStatement, today: string): void {
  const day = lastBookingDay > to_day ? lastBookingDay : to_day
  if (day > today)
    throw refuse('bank_statement_is_dated_later_than_today', { statement: statement_id, day, today })
}

function requireOurs(statement: StagedStatement, ours: Awaited<ReturnType<typeof ourBankAccount>>): void {
  const { account, currency } = statement
  if (!isOurs(account, ours))
    throw refuse('bank_file_is_of_another_account', { account: `•••• ${account.slice(-4)}` })
  if (currency !== ours.currency) throw refuse('bank_file_is_in_another_currency', { currency })
  refuseWrongSum(statement)
}

const MAX_LINES_OF_TRIAL = 20

/** Preview of a mapping applied to a file; stores nothing. Refuses what the CSV parser refuses. */
export async function tryMapping(on: Database, bytes: Uint8Array, mapping: CsvMapping) {
  const ours = await ourBankAccount(on)
  const { lines, skipped, opening, closing, ...read } = await readTrial(
    bytes,
    on.clock.now(),
    { mapping, ours },
    MAX_LINES_OF_TRIAL,
  )
  return {
    ...read,
    opening: opening && formatMoney(opening.amount_minor),
    closing: closing && formatMoney(closing.amount_minor),
    lines: lines.map(readLineOnWire),
    skipped: [...skipped],
  }
}

function refuseWrongSum({ statement_id, opening, closing, sum_minor }: StagedStatement): void {
  if (opening === null || closing === null) return
  if (opening.amount_minor + sum_minor === closing.amount_minor) return
  throw refuse('bank_statement_does_not_add_up', {
    statement: statement_id,
    opening: formatMoney(opening.amount_minor),
    lines: formatMoney(sum_minor),
    closing: formatMoney(closing.amount_minor),
  })
}

async function importOne(
  tx: Tx,
  statement: StagedStatement,
  { imported, ...file }: StatementFile & { readonly imported: readonly Imported[] },
): Promise<Imported> {
  const { account, statement_id, to_day, line_count, skipped_count = 0 } = statement
  const skipped = [...(statement.skipped ?? [])]
  const from_connection = file.actor === CONNECTION
  const same = await store.selectSameStatement.maybe(tx, { account, statement_id, to_day, from_connection })
  if (same !== undefined) {
    // Two statements of one file share its hash.
    const isOfAnotherFile = imported.every((each) => each.statement.id !== same.id)
    const isSameFile = isOfAnotherFile && same.file_hash.equals(Buffer.from(statement.file_hash))
    if (!isSameFile && !(await isRepeated(tx, same, statement)))
      throw refuse('bank_statement_was_imported_otherwise', { statement: statement_id })
    return { statement: same, new_lines: 0, repeated: true, skipped, skipped_count }
  }
  const id = await insert(tx, statement, { ...file, from_connection })
  for (const chunk of statement.chunks)
    await store.insertUnconfirmed.all(tx, { lines: Buffer.from(chunk), statement_id: id })
  const unconfirmed = await acceptOrWait(tx, id)
  await recordAuditEvent(tx, {
    actor: file.actor,
    action: 'bank_statement_imported',
    object: { kind: 'bank_statement', id },
    after: { statement: statement_id, lines: line_count, unconfirmed },
  })
  const row = await store.selectStatement.one(tx, { id })
  const new_lines = row.status === 'accepted' ? row.line_count - row.known_count : 0
  return { statement: row, new_lines, repeated: false, skipped, skipped_count }
}

/** Whether what was imported says exactly the same. */
async function isRepeated(tx: Tx, same: StatementRow, statement: StagedStatement): Promise<boolean> {
  if (same.line_count !== statement.line_count) return false
  const { opening, closing } = statement
  if (
    opening !== null &&
    (same.opening_minor !== opening.amount_minor || same.closing_minor !== closing?.amount_minor)
  )
    return false
  let known = 0
  for (const chunk of statement.chunks)
    known += (
      await store.countKnown.one(tx, {
        lines: Buffer.from(chunk),
        account: same.account,
        statement_id: same.id,
      })
    ).lines
  return known === statement.line_count
}

async function insert(
  tx: Tx,
  statement: StagedStatement,
  { name, actor, from_connection }: StatementFile & { from_connection: boolean },
): Promise<string> {
  const { account, statement_id, from_day, to_day, opening, closing } = statement
  // Without balances there is nothing to compare it with but the closing balance before it.
  if (
    closing === null &&
    (await store.selectLastAccepted.maybe(tx, { account }))?.closing_minor === undefined
  )
    throw refuse('bank_statement_needs_balances', { statement: statement_id })
  const { id } = await store.insertStatement.one(tx, {
    id: newId(tx.now),
    format: statement.format,
    account,
    statement_id,
    from_day: from_day < to_day ? from_day : to_day,
    to_day,
    opening_minor: opening?.amount_minor ?? null,
    opening_day: opening?.day ?? null,
    closing_minor: closing?.amount_minor ?? null,
    closing_day: closing?.day ?? null,
    electronic_no: statement.electronic_no,
    legal_no: statement.legal_no,
    file_name: name.slice(0, 200),
    file_hash: Buffer.from(statement.file_hash),
    line_count: statement.line_count,
    imported_at: tx.now,
    actor,
    from_connection,
    unconfirmed_reason: 'by_hand',
  })
  return id
}
