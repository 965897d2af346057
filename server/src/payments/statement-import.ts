// Takes in what the bank says, once: a file whole or not at all, a statement once, a line once whatever files it stands in.
// It must never move money; what a line means is decided afterwards, line by line (matching.ts).
import { hash } from 'node:crypto'
import type { CsvMapping } from '@fairturn/contract/backoffice/payments'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/money'
import { settingsOf, type SettingValues } from '../content/content.ts'
import type { Database, Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { enqueue } from '../queue/queue.ts'
import { recordAct } from '../staff/staff.ts'
import { readCsvStatement } from './bank-csv.ts'
import {
  countLines,
  insertLines,
  insertStatement,
  knownIdentities,
  lockAccount,
  markGaps,
  selectSameStatement,
  type StatementRow,
} from './bank-lines.store.ts'
import { type BankLine, type BankStatement, sumOf } from './bank-statement.ts'
import { readCamt053 } from './camt053.ts'
import { getMapping } from './csv-mappings.ts'
import { decideBankLines } from './bank-jobs.ts'
import { readLineOnWire } from './office.wire.ts'

export interface StatementFile {
  readonly bytes: Uint8Array
  readonly name: string
  /** How to read a CSV; without it the file is camt.053. */
  readonly mapping_id?: string | undefined
  /** Who imports it, e.g. `operator:<id>`. */
  readonly actor: string
}

export interface Imported {
  readonly statement: StatementRow
  /** How many lines nothing before had brought. */
  readonly new_lines: number
  /** Imported before: nothing has changed. */
  readonly repeated: boolean
}

/** The account that is configured as the bank names it, and its currency (ISO 4217). Refuses `receiving_account_is_not_set`. */
export function ourAccount({
  receive_account,
  currency,
}: Pick<SettingValues, 'receive_account' | 'currency'>) {
  const account = receive_account?.iban ?? receive_account?.account_number
  if (account === null || account === undefined) throw refuse('receiving_account_is_not_set')
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
  const read = await readStatements(database, file)
  const file_hash = hash('sha256', file.bytes, 'buffer')
  return await database.transaction(async (tx) => {
    const imported: Imported[] = []
    for (const statement of read) imported.push(await importOne(tx, statement, { ...file, file_hash }))
    await enqueue(tx, decideBankLines, {}, { job_key: decideBankLines.name })
    return imported
  })
}

async function readStatements(on: Queryable, file: StatementFile): Promise<BankStatement[]> {
  const ours = ourAccount(await settingsOf(on))
  const statements =
    file.mapping_id === undefined
      ? readCamt053(file.bytes)
      : [readCsvStatement(file.bytes, (await getMapping(on, file.mapping_id)).mapping, ours)]
  for (const { account, currency, ...statement } of statements) {
    if (account.replace(/[\s-]/g, '') !== ours.account)
      throw refuse('bank_file_is_of_another_account', { account: `•••• ${account.slice(-4)}` })
    if (currency !== ours.currency) throw refuse('bank_file_is_in_another_currency', { currency })
    refuseWrongSum(statement)
  }
  return statements
}

const LINES_OF_A_TRIAL = 20

/** What a mapping makes of a file, as the import would read it; nothing is kept. Refuses what the CSV reader refuses. */
export async function tryMapping(on: Queryable, bytes: Uint8Array, mapping: CsvMapping) {
  const { lines, from_day, to_day, opening, closing } = readCsvStatement(
    bytes,
    mapping,
    ourAccount(await settingsOf(on)),
  )
  return {
    from_day,
    to_day,
    opening: opening && formatMoney(opening.amount_minor),
    closing: closing && formatMoney(closing.amount_minor),
    count: lines.length,
    lines: lines.slice(0, LINES_OF_A_TRIAL).map(readLineOnWire),
  }
}

function refuseWrongSum({
  statement_id,
  opening,
  closing,
  lines,
}: Pick<BankStatement, 'statement_id' | 'opening' | 'closing' | 'lines'>) {
  if (opening === null || closing === null) return
  const sum = sumOf(lines)
  if (opening.amount_minor + sum === closing.amount_minor) return
  throw refuse('bank_statement_does_not_add_up', {
    statement: statement_id,
    opening: formatMoney(opening.amount_minor),
    lines: formatMoney(sum),
    closing: formatMoney(closing.amount_minor),
  })
}

async function importOne(
  tx: Tx,
  statement: BankStatement,
  file: StatementFile & { file_hash: Buffer },
): Promise<Imported> {
  const { account, statement_id, to_day, lines } = statement
  await lockAccount.all(tx, account)
  const identities = identitiesOf(lines)
  const same = await selectSameStatement.maybe(tx, account, statement_id, to_day)
  if (same !== undefined) {
    const known = await knownIdentities.all(tx, account, identities)
    if (new Set(identities).size !== known.length)
      throw refuse('bank_statement_was_imported_otherwise', { statement: statement_id })
    return { statement: same, new_lines: 0, repeated: true }
  }
  const row = await insert(tx, statement, file)
  const numbered = lines.map((line, i) => {
    const amount_minor = String(line.amount_minor) // JSON has no bigint
    return Object.assign(
      { ...line, amount_minor },
      { id: newId(tx.now), line_no: i + 1, identity: identities[i] },
    )
  })
  const inserted = await insertLines.all(tx, JSON.stringify(numbered), row.id, account)
  const counted = await countLines.one(tx, row.id, inserted.length)
  await markGaps.all(tx, account)
  await recordAct(tx, {
    actor: file.actor,
    action: 'bank_statement_imported',
    object: { kind: 'bank_statement', id: row.id },
    member_id: null,
    after: { statement: statement_id, lines: lines.length, new: inserted.length },
  })
  return { statement: counted, new_lines: inserted.length, repeated: false }
}

const insert = (
  tx: Tx,
  statement: BankStatement,
  file: StatementFile & { file_hash: Buffer },
): Promise<StatementRow> =>
  insertStatement.one(
    tx,
    newId(tx.now),
    statement.format,
    statement.account,
    statement.statement_id,
    statement.from_day < statement.to_day ? statement.from_day : statement.to_day,
    statement.to_day,
    statement.opening?.amount_minor ?? null,
    statement.opening?.day ?? null,
    statement.closing?.amount_minor ?? null,
    statement.closing?.day ?? null,
    file.name.slice(0, 200),
    file.file_hash,
    statement.lines.length,
    tx.now,
    file.actor,
  )

/**
 * What makes each line that booking and no other, in hexadecimal digits: the bank's own reference where it has one,
 * otherwise all that it says; and for lines that say the same, which one of them it is.
 */
export function identitiesOf(lines: readonly BankLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { booking_day, amount_minor, direction, bank_reference } = line
    const booking = [booking_day, String(amount_minor), direction]
    const says =
      bank_reference !== null
        ? ['reference', ...booking, bank_reference, line.end_to_end_id]
        : [
            'text',
            ...booking,
            line.end_to_end_id,
            line.remittance,
            line.counterparty_name,
            line.counterparty_account,
          ]
    const text = JSON.stringify(says)
    const no = (seen.get(text) ?? 0) + 1
    seen.set(text, no)
    return hash('sha256', `${text} ${no}`)
  })
}
