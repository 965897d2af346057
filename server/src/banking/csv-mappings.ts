import { csvMapping, type CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { newId } from '@fairturn/contract/ids'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { columnNames, type RowOf, typed, statement } from '../platform/database/statement.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { recordAuditEvent } from '../staff/staff.ts'

export type MappingRow = RowOf<typeof MAPPING_COLUMNS>

const MAPPING_COLUMNS = {
  id: 'uuid',
  name: 'text',
  mapping: typed<CsvMapping>('jsonb'),
  changed_at: 'timestamptz',
} as const
const COLUMNS = columnNames(MAPPING_COLUMNS)

const list = statement(
  `-- banking_csv_mappings
  select ${COLUMNS} from bank_csv_mapping order by name`,
  { columns: MAPPING_COLUMNS },
)
const select = statement(
  `-- banking_csv_mapping
  select ${COLUMNS} from bank_csv_mapping where id = $mapping_id`,
  { params: { mapping_id: 'uuid' }, columns: MAPPING_COLUMNS },
)
const put = statement(
  `-- banking_put_csv_mapping
  insert into bank_csv_mapping (id, name, mapping, changed_at, changed_by) values ($id, $name, $mapping, $changed_at, $changed_by)
  on conflict (name) do update set mapping = excluded.mapping, changed_at = excluded.changed_at, changed_by = excluded.changed_by
  returning ${COLUMNS}`,
  {
    params: { id: 'uuid', name: 'text', mapping: 'jsonb', changed_at: 'timestamptz', changed_by: 'text' },
    columns: MAPPING_COLUMNS,
  },
)

/**
 * Before a direction or a status could have several words, a mapping had one of each. Both are read: a process of that version
 * reads the same rows while the versions overlap, and after a rollback.
 */
const ONE_WORD = {
  credit_word: 'credit_words',
  debit_word: 'debit_words',
  booked_word: 'booked_words',
} as const

function withLists(row: MappingRow): MappingRow {
  const stored: Record<string, unknown> = { ...row.mapping }
  for (const [one, many] of Object.entries(ONE_WORD))
    if (stored[one] !== undefined) {
      stored[many] = [stored[one]]
      delete stored[one]
    }
  return { ...row, mapping: csvMapping.parse(stored) }
}

export const csvMappings = async (on: Queryable): Promise<MappingRow[]> => (await list.all(on)).map(withLists)

/** Refuses `csv_mapping_is_unknown`. */
export async function getMapping(on: Queryable, mapping_id: string): Promise<MappingRow> {
  return withLists(orRefuse(await select.maybe(on, { mapping_id }), 'csv_mapping_is_unknown'))
}

export async function saveMapping(
  tx: Tx,
  saved: { name: string; mapping: CsvMapping; actor: string },
): Promise<MappingRow> {
  const row = await put.one(tx, {
    id: newId(tx.now),
    name: saved.name,
    mapping: JSON.stringify(saved.mapping),
    changed_at: tx.now,
    changed_by: saved.actor,
  })
  await recordAuditEvent(tx, {
    actor: saved.actor,
    action: 'bank_mapping_saved',
    object: { kind: 'bank_csv_mapping', id: row.id },
    after: { name: saved.name },
  })
  return row
}
