// A CSV mapping while it is being edited, and the column names that a sample file offers.
import { type CsvMapping, csvMapping } from '@fairturn/contract/backoffice/csv-mapping'

export type ColumnName = keyof CsvMapping['columns']
type SingleColumn = Exclude<ColumnName, 'remittance'>

type Word = 'credit_word' | 'debit_word' | 'booked_word'

export interface Draft extends Omit<CsvMapping, 'columns' | Word> {
  readonly credit_word?: string | null | undefined
  readonly debit_word?: string | null | undefined
  readonly booked_word?: string | null | undefined
  /** Amounts are in one signed column; otherwise in separate credit and debit columns. */
  readonly one_amount: boolean
  readonly columns: Readonly<Partial<Record<SingleColumn, string | null>>> & {
    readonly remittance: readonly string[]
  }
}

export const EMPTY: Draft = {
  separator: ';',
  decimal: ',',
  day_format: 'dd.MM.yyyy',
  encoding: 'utf-8',
  skip_lines: 0,
  skip_last_lines: 0,
  newest_first: false,
  one_amount: true,
  columns: { remittance: [] },
}

export const draftOf = (mapping: CsvMapping): Draft => {
  const { columns, ...rest } = mapping
  const { remittance, ...single } = columns
  const given = Object.entries(single).filter(([, value]) => value !== undefined)
  return {
    ...rest,
    one_amount: columns.amount !== undefined,
    columns: { ...Object.fromEntries(given), remittance },
  }
}

/** The mapping that the draft describes, or undefined while it is incomplete. */
export function mappingOf({ one_amount, columns, ...rest }: Draft): CsvMapping | undefined {
  const unused: readonly ColumnName[] = one_amount ? ['credit', 'debit'] : ['amount', 'direction']
  const used = Object.entries(columns).filter(
    ([name, value]) => value?.length && !unused.includes(name as ColumnName),
  )
  const named = Object.fromEntries(used)
  const { credit_word, debit_word, booked_word, ...shape } = rest
  const read = csvMapping.safeParse({
    ...shape,
    ...(named['direction'] !== undefined && {
      credit_word: credit_word ?? undefined,
      debit_word: debit_word ?? undefined,
    }),
    ...(named['status'] !== undefined && { booked_word: booked_word ?? undefined }),
    columns: named,
  })
  return read.success ? read.data : undefined
}

/** Column names of a file, read from its heading line alone. */
export async function columnsIn(
  file: File,
  { separator, encoding, skip_lines }: Pick<Draft, 'separator' | 'encoding' | 'skip_lines'>,
): Promise<string[]> {
  const text = new TextDecoder(encoding).decode(await file.slice(0, 64 * 1024).arrayBuffer())
  const line = text.replace('\ufeff', '').split(/\r?\n/)[skip_lines] ?? ''
  const names = line.split(separator).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Identifies a chosen file and its revision. */
export const fileKey = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`
