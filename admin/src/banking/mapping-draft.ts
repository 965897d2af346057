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
  const lines = text.replace('\ufeff', '').split(/\r\n|\r|\n/)
  const first = skip_lines === 0 && SEPARATOR_LINE.test(lines[0] ?? '') ? 1 : skip_lines
  const line = lines.slice(first).find((each) => each.trim() !== '') ?? ''
  return line === '' ? [] : namesOfColumns(cellsOf(line, separator))
}

/** By which Excel is told the separator. */
const SEPARATOR_LINE = /^"?sep=."?[ \t]*$/i

/** A separator within quotation marks divides nothing, or the positions of columns would differ from the server's. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const [, quoted] = /^\s*=?"((?:[^"]|"")*)"/.exec(rest) ?? []
    const end = rest.indexOf(separator, quoted === undefined ? 0 : rest.indexOf('"') + quoted.length + 2)
    const cell = end === -1 ? rest : rest.slice(0, end)
    cells.push(quoted === undefined ? cell.trim() : quoted.replaceAll('""', '"').trim())
    if (end === -1) return cells
    rest = rest.slice(end + separator.length)
  }
}

/** Identifies a chosen file and its revision. */
export const fileKey = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`
