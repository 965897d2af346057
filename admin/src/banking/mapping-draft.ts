// A CSV mapping while it is being edited, and the column names that a sample file offers.
import { type CsvMapping, csvMappingForm, namesOfColumns } from '@fairturn/contract/backoffice/csv-mapping'

export type ColumnName = keyof CsvMapping['columns']
type ManyColumns = 'remittance' | 'ignored'
type SingleColumn = Exclude<ColumnName, ManyColumns>

type Words = 'credit_words' | 'debit_words' | 'skipped_words' | 'booked_words'

/** Where the direction of an amount comes from. */
export const AMOUNTS = ['signed', 'direction', 'separate'] as const

export interface Draft extends Omit<CsvMapping, 'columns' | 'amounts' | Words> {
  readonly credit_words?: readonly string[] | undefined
  readonly debit_words?: readonly string[] | undefined
  readonly skipped_words?: readonly string[] | undefined
  readonly booked_words?: readonly string[] | undefined
  /** Not chosen for a new mapping, and for one saved before it was asked. */
  readonly amounts?: (typeof AMOUNTS)[number] | undefined
  readonly columns: Readonly<Partial<Record<SingleColumn, string | null>>> &
    Readonly<Record<ManyColumns, readonly string[]>>
}

export const EMPTY: Draft = {
  separator: ';',
  decimal: ',',
  day_format: 'dd.MM.yyyy',
  encoding: 'utf-8',
  skip_lines: 0,
  skip_last_lines: 0,
  newest_first: false,
  columns: { remittance: [], ignored: [] },
}

export const draftOf = (mapping: CsvMapping): Draft => {
  const { columns, amounts, ...rest } = mapping
  const { remittance, ignored = [], ...single } = columns
  const given = Object.entries(single).filter(([, value]) => value !== undefined)
  return {
    ...rest,
    amounts:
      columns.amount === undefined ? 'separate' : columns.direction === undefined ? amounts : 'direction',
    columns: { ...Object.fromEntries(given), remittance, ignored },
  }
}

const UNUSED: Readonly<Record<(typeof AMOUNTS)[number], readonly ColumnName[]>> = {
  signed: ['credit', 'debit', 'direction'],
  direction: ['credit', 'debit'],
  separate: ['amount', 'direction'],
}

/** The mapping that the draft describes, or undefined while it is incomplete. */
export function mappingOf({ amounts, columns, ...rest }: Draft): CsvMapping | undefined {
  if (amounts === undefined) return undefined
  const used = Object.entries(columns).filter(
    ([name, value]) => value?.length && !UNUSED[amounts].includes(name as ColumnName),
  )
  const named = Object.fromEntries(used)
  const { credit_words, debit_words, skipped_words, booked_words, ...shape } = rest
  const read = csvMappingForm.safeParse({
    ...shape,
    ...(amounts === 'signed' && { amounts }),
    ...(amounts === 'direction' && {
      credit_words,
      debit_words,
      ...(skipped_words?.length && { skipped_words }),
    }),
    ...(named['status'] !== undefined && { booked_words }),
    columns: named,
  })
  return read.success ? read.data : undefined
}

/** Names of a file's columns, read from its heading line alone. */
export async function columnsIn(
  file: File,
  { separator, encoding, skip_lines }: Pick<Draft, 'separator' | 'encoding' | 'skip_lines'>,
): Promise<string[]> {
  const text = new TextDecoder(encoding).decode(await file.slice(0, 64 * 1024).arrayBuffer())
  const line = text.replace('\ufeff', '').split(/\r?\n/)[skip_lines] ?? ''
  if (line.trim() === '') return []
  return namesOfColumns(line.split(separator).map((name) => name.trim().replace(/^"(.*)"$/, '$1')))
}

/** Identifies a chosen file and its revision. */
export const fileKey = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`
