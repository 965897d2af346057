// The bank account in tests: its last closing balance, so that statements are continuous, and the two ways in which a
// statement is accepted.
import { randomUUID } from 'node:crypto'
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { lastOfDay, selectUnconfirmed } from '../../src/banking/bank-statements.store.ts'
import { referencesIn } from '../../src/banking/banking.ts'
import { CONNECTION } from '../../src/banking/statement-acceptance.ts'
import { importStatements } from '../../src/banking/statement-import.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { decideNewLines } from '../../src/withdrawals/line-decisions.ts'
import type { TestApp } from '../app.ts'
import { answered } from '../carrying.ts'
import type { TestDatabase } from '../database.ts'
import type { TestOperator } from '../staff.ts'
import { OURS } from './files.ts'
import { uploadBankFile } from './upload.ts'

const DAY_MS = 86_400_000
const LATEST = `order by o.to_day desc, ${lastOfDay('o')} limit 1`

/**
 * Inserts an accepted statement without lines, which the next one follows. By default of a day so long ago that a statement
 * for each later day is not dated later than today.
 */
export async function openBankAccount(
  database: TestDatabase,
  { closing_minor = 100_000n, day = '2025-11-01' } = {},
): Promise<void> {
  await database.query({
    text: `insert into bank_statement (id, format, account, statement_id, from_day, to_day, opening_minor, opening_day,
        closing_minor, closing_day, file_name, file_hash, line_count, known_count, imported_at, imported_by, status, from_connection)
      values ($1, 'camt.053', $2, 'BEFORE', $3, $3, $4, $3, $4, $3, 'before.xml', $5, 0, 0, $6, 'system test', 'accepted', true)`,
    values: [newId(new Date()), OURS, day, closing_minor, Buffer.alloc(32), database.clock.now()],
  })
}

/** Date and opening balance for a statement that follows the last accepted one. */
export async function nextSheet(database: TestDatabase): Promise<{ day: string; opening: string }> {
  const { rows } = await database.query<{ to_day: string; closing_minor: bigint }>({
    text: `select o.to_day::text, o.closing_minor from bank_statement o where o.status = 'accepted' ${LATEST}`,
  })
  const { to_day, closing_minor } = rows[0]!
  return {
    day: new Date(Date.parse(to_day) + DAY_MS).toISOString().slice(0, 10),
    opening: formatMoney(closing_minor),
  }
}

/** As the bank's connection brings it: accepted at once if it follows. */
export const bring = (database: Database, content: string, name = 'statement.xml') =>
  importStatements(database, { bytes: Buffer.from(content), name, actor: CONNECTION })

/** What somebody reads at the bank whose statements say the same as the file: every answer is right. */
export async function rightAnswers(app: TestApp, statement_id: string, as: TestOperator) {
  const { lines: asked } = answered(
    await app.call(bankStatementCalls.confirmation, { as, params: { statement_id } }),
  )
  const { rows } = await app.database.query<{ closing: bigint; credits: bigint }>({
    text: `select coalesce(s.closing_minor, (select o.closing_minor from bank_statement o where o.status = 'accepted'
          and o.account = s.account ${LATEST})
        + (select sum(case direction when 'credit' then amount_minor else -amount_minor end) from unconfirmed_bank_line
          where statement_id = s.id))::bigint as closing,
        (select coalesce(sum(amount_minor), 0)::bigint from unconfirmed_bank_line where statement_id = s.id and direction = 'credit') as credits
      from bank_statement s where s.id = $1`,
    values: [statement_id],
  })
  const lines = new Map(
    (await selectUnconfirmed.all(app.database, { statement_id })).map((line) => [line.line_no, line]),
  )
  return {
    closing: formatMoney(rows[0]!.closing),
    credits: formatMoney(rows[0]!.credits),
    lines: asked.map(({ line_no, collective, by_account }) => {
      const line = lines.get(line_no)!
      if (collective) return { line_no, reference: formatMoney(line.amount_minor), payer: '' }
      const reference =
        referencesIn(line, 'FT')[0] ?? referencesIn(line, 'FW')[0] ?? referencesIn(line, 'FR')[0]
      return {
        line_no,
        reference: reference ?? (line.remittance || (line.end_to_end_id ?? line.bank_reference ?? '')),
        payer: (by_account ? null : line.counterparty_name) ?? line.counterparty_account ?? '',
      }
    }),
  }
}

/** A second person confirms a statement with what the file says. */
export async function confirmStatement(app: TestApp, statement_id: string, as: TestOperator) {
  const body = await rightAnswers(app, statement_id, as)
  const confirmed = await app.call(bankStatementCalls.confirmStatement, {
    as,
    key: randomUUID(),
    params: { statement_id },
    body,
  })
  return answered(confirmed)
}

/** As the bank's connection brings it, and its lines decided. */
export async function bringDecided(database: Database, content: string) {
  const imported = await bring(database, content)
  await decideNewLines(database)
  return imported
}

/** One person imports a file, another confirms it; returns the statement as it was imported. */
export async function importByTwo(
  app: TestApp,
  content: string,
  { importer, confirmer }: { importer: TestOperator; confirmer: TestOperator },
) {
  const { data, code } = (await uploadBankFile(app, importer, { path: 'bank-statements', content })) as {
    code?: string
    data?: { list: { _id: string; unconfirmed_reason: string | null; gap: boolean; new_lines: number }[] }
  }
  if (code !== undefined) throw new Error(`refused: ${code}`)
  const [imported] = data!.list
  const { right } = await confirmStatement(app, imported!._id, confirmer)
  if (!right) throw new Error('the statement says something else than its file')
  return imported!
}
