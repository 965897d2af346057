// The bank account in tests: its last closing balance, so that statements are continuous.
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/money'
import type { TestDatabase } from '../database.ts'
import { OURS } from './files.ts'

const DAY_MS = 86_400_000

/** Inserts an accepted statement without lines, which the next one follows. */
export async function openBankAccount(
  database: TestDatabase,
  { closing_minor = 100_000n, day = '2026-11-01' } = {},
): Promise<void> {
  await database.query({
    text: `insert into bank_statement (id, format, account, statement_id, from_day, to_day, opening_minor, opening_day,
        closing_minor, closing_day, file_name, file_hash, line_count, known_count, imported_at, imported_by)
      values ($1, 'camt.053', $2, 'BEFORE', $3, $3, $4, $3, $4, $3, 'before.xml', $5, 0, 0, $6, 'system test')`,
    values: [newId(new Date()), OURS, day, closing_minor, Buffer.alloc(32), database.clock.now()],
  })
}

/** Date and opening balance for a statement that follows the last accepted one. */
export async function nextSheet(database: TestDatabase): Promise<{ day: string; opening: string }> {
  const { rows } = await database.query<{ to_day: string; closing_minor: bigint }>({
    text: `select to_day::text, closing_minor from bank_statement where unconfirmed_reason is null order by to_day desc, id desc limit 1`,
  })
  const { to_day, closing_minor } = rows[0]!
  return {
    day: new Date(Date.parse(to_day) + DAY_MS).toISOString().slice(0, 10),
    opening: formatMoney(closing_minor),
  }
}
