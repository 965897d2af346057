// Imports bank files, all or nothing; statements and lines are deduplicated across files. No money moves here: the handler
// of decideBankLines decides the lines afterwards.
import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/money'
import { settingsOf } from '../content/content.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { recordAuditEvent } from '../staff/staff.ts'
import * as store from './bank-lines.store.ts'
import type { StatementRow } from './bank-lines.store.ts'
import { type Ours, readStatements, readTrial } from './bank-reader.ts'
import { getMapping } from './csv-mappings.ts'
import { decideBankLines } from './banking.jobs.ts'
import { readLineOnWire } from './banking.dto.ts'
import { acceptOrHold } from './statement-holds.ts'
import type { StagedStatement } from './staged-statement.ts'

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
  /** How many lines were new. */
  readonly new_lines: number
  /** Imported before; nothing has changed. */
  readonly repeated: boolean
}

/** The configured account in the bank's notation, and its currency (ISO 4217). Refuses `receiving_account_is_not_set`. */
export async function ourAccount(on: Queryable): Promise<Ours> {
  const { receive_account: ours, currency } = await settingsOf(on)
  const account = orRefuse(ours?.iban ?? ours?.account_number ?? undefined, 'receiving_account_is_not_set')
  return {
    account: account.replace(/[\s-]/g, '').toUpperCase(),
    currency: currency === 'EURO' ? 'EUR' : 'USD',
  }
}

/**
 * Imports every statement of the file in one transaction; its lines are decided soon after. Refuses what the readers refuse,
 * `receiving_account_is_not_set`, `bank_file_is_of_another_account`, `bank_file_is_in_another_currency`,
 * `bank_statement_does_not_add_up` and `bank_statement_was_imported_otherwise`.
 */
export async function importStatements(database: Database, file: StatementFile): Promise<Imported[]> {
  const ours = await ourAccount(database)
  const { mapping_id } = file
  const csv = mapping_id === undefined ? undefined : { ...(await getMapping(database, mapping_id)), ours }
  const statements = await readStatements(file.bytes, database.clock.now(), csv)
  for (const statement of statements) requireOurs(statement, ours)
  return await database.transaction(async (tx) => {
    const imported: Imported[] = []
    for (const statement of statements) imported.push(await importOne(tx, statement, file))
    await enqueue(tx, decideBankLines, {}, { job_key: decideBankLines.name })
    return imported
  })
}

function requireOurs(statement: StagedStatement, ours: Ours): void {
  const { account, currency } = statement
  if (account.replace(/[\s-]/g, '') !== ours.account)
    throw refuse('bank_file_is_of_another_account', { account: `•••• ${account.slice(-4)}` })
  if (currency !== ours.currency) throw refuse('bank_file_is_in_another_currency', { currency })
  refuseWrongSum(statement)
}

const MAX_LINES_OF_TRIAL = 20

/** Preview of a mapping applied to a file; stores nothing. Refuses what the CSV parser refuses. */
export async function tryMapping(on: Queryable, bytes: Uint8Array, mapping: CsvMapping) {
  const ours = await ourAccount(on)
  const { lines, opening, closing, ...read } = await readTrial(bytes, { mapping, ours }, MAX_LINES_OF_TRIAL)
  return {
    ...read,
    opening: opening && formatMoney(opening.amount_minor),
    closing: closing && formatMoney(closing.amount_minor),
    lines: lines.map(readLineOnWire),
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

async function importOne(tx: Tx, statement: StagedStatement, file: StatementFile): Promise<Imported> {
  const { account, statement_id, to_day, line_count } = statement
  await store.lockAccount.all(tx, account)
  const same = await store.selectSameStatement.maybe(tx, account, statement_id, to_day)
  if (same !== undefined) {
    let known = 0
    for (const chunk of statement.chunks)
      known += (await store.countKnown.one(tx, Buffer.from(chunk), account, same.id)).lines
    if (known !== line_count)
      throw refuse('bank_statement_was_imported_otherwise', { statement: statement_id })
    return { statement: same, new_lines: 0, repeated: true }
  }
  const { from_day, opening, closing } = statement
  const row = await store.insertStatement.one(
    tx,
    newId(tx.now),
    statement.format,
    account,
    statement_id,
    from_day < to_day ? from_day : to_day,
    to_day,
    opening?.amount_minor ?? null,
    opening?.day ?? null,
    closing?.amount_minor ?? null,
    closing?.day ?? null,
    file.name.slice(0, 200),
    Buffer.from(statement.file_hash),
    line_count,
    tx.now,
    file.actor,
  )
  let new_lines = 0
  for (const chunk of statement.chunks)
    new_lines += (await store.insertLines.one(tx, Buffer.from(chunk), row.id, account)).lines
  await store.countLines.all(tx, row.id, new_lines)
  const hold = await acceptOrHold(tx, { id: row.id, account })
  await recordAuditEvent(tx, {
    actor: file.actor,
    action: 'bank_statement_imported',
    object: { kind: 'bank_statement', id: row.id },
    after: { statement: statement_id, lines: line_count, new: new_lines, hold },
  })
  return { statement: await store.selectStatement.one(tx, row.id), new_lines, repeated: false }
}
