// How to parse a bank's CSV: separators, and columns by name.
import { z } from 'zod'

const column = z.string().trim().min(1, 'field_is_required').max(100, 'field_is_too_long')

const words = z.array(column, { error: 'field_is_invalid' }).max(10, 'field_is_invalid')

/** Two-digit years are of this century; months in letters are whole or shortened names. */
export const DAY_FORMATS = [
  'yyyy-MM-dd',
  'yyyyMMdd',
  'dd.MM.yyyy',
  'dd/MM/yyyy',
  'dd-MM-yyyy',
  'MM/dd/yyyy',
  'dd.MM.yy',
  'dd/MM/yy',
  'dd-MM-yy',
  'MM/dd/yy',
  'yy-MM-dd',
  'yyMMdd',
  'dd-MMM-yyyy',
  'dd-MMM-yy',
  'yyyy年MM月dd日',
] as const

/** Case does not distinguish the words of a bank. */
export const foldWord = (word: string): string => word.normalize('NFC').toLowerCase()

/**
 * The names by which a mapping knows the columns of a file: their headings; and by its position, as in `Column 8`, one without a
 * heading, or with one that another has, too.
 */
export function namesOfColumns(headings: readonly string[]): string[] {
  const isName = (heading: string) =>
    heading !== '' && headings.indexOf(heading) === headings.lastIndexOf(heading)
  return headings.map((heading, at) => {
    if (isName(heading)) return heading
    const name = `Column ${at + 1}`
    return headings.includes(name) ? `${name} of ${headings.length}` : name
  })
}

/** By their labels in the WHATWG Encoding Standard: what banks of our languages and of their neighbours write. */
export const CSV_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'euc-kr',
] as const

export const csvMapping = z
  .strictObject({
    separator: z.enum([',', ';', '\t', '|'], { error: 'field_is_invalid' }),
    decimal: z.enum(['.', ','], { error: 'field_is_invalid' }),
    day_format: z.enum(DAY_FORMATS, { error: 'field_is_invalid' }),
    encoding: z.enum(CSV_ENCODINGS, { error: 'field_is_invalid' }),
    skip_lines: z
      .int('field_is_invalid')
      .min(0, 'field_is_invalid')
      .max(50, 'field_is_invalid')
      .describe('before the names of the columns'),
    skip_last_lines: z
      .int('field_is_invalid')
      .min(0, 'field_is_invalid')
      .max(50, 'field_is_invalid')
      .optional()
      .describe('at the end, such as totals'),
    amounts: z
      .enum(['signed'], { error: 'field_is_invalid' })
      .optional()
      .describe('one column with a minus for debits; instead of a direction column or separate columns'),
    credit_words: words.optional().describe('in the direction column'),
    debit_words: words.optional(),
    skipped_words: words
      .optional()
      .describe('in the direction column, of lines that are no booking of this account; they are skipped'),
    booked_words: words.optional().describe('in the status column; other lines are skipped'),
    newest_first: z.boolean({ error: 'field_is_invalid' }),
    columns: z
      .strictObject({
        booking_day: column,
        value_day: column.optional(),
        amount: column
          .optional()
          .describe('with signs, or with a direction column; without it, credit and debit'),
        credit: column.optional(),
        debit: column.optional(),
        direction: column.optional().describe('whether an amount is a credit or a debit'),
        status: column.optional().describe('whether a line is booked'),
        fee: column
          .optional()
          .describe(
            'what the bank took beside the amount, with or without a minus: of a credit the rest arrived, of a debit it is a line of its own',
          ),
        balance: column.optional().describe('after the line; with it the sums are checked'),
        currency: column.optional(),
        own_account: column
          .optional()
          .describe('of which account a line is; one of another refuses the file'),
        bank_reference: column.optional(),
        end_to_end_id: column.optional(),
        remittance: z.array(column).min(1, 'field_is_required').max(10, 'field_is_invalid'),
        counterparty_name: column.optional(),
        counterparty_account: column.optional(),
        ignored: z
          .array(column)
          .max(50, 'field_is_invalid')
          .optional()
          .describe('which say neither credit or debit nor booked or not'),
      })
      .meta({
        examples: [{ booking_day: 'Buchungstag', amount: 'Betrag', remittance: ['Verwendungszweck'] }],
      }),
  })
  .refine(
    ({ columns }) =>
      (columns.amount === undefined) === (columns.credit !== undefined && columns.debit !== undefined),
    {
      error: 'field_is_invalid',
      path: ['columns', 'amount'],
    },
  )
  .refine(({ columns: { credit, debit } }) => credit === undefined || credit !== debit, {
    error: 'field_is_invalid',
    path: ['columns', 'debit'],
  })
  .refine(
    ({ columns: { amount, direction }, credit_words = [], debit_words = [], skipped_words = [], amounts }) =>
      direction === undefined
        ? [credit_words, debit_words, skipped_words].every(({ length }) => length === 0)
        : amount !== undefined &&
          amounts === undefined &&
          credit_words.length > 0 &&
          debit_words.length > 0 &&
          areDistinct(credit_words, debit_words, skipped_words),
    { error: 'field_is_invalid', path: ['columns', 'direction'] },
  )
  .refine(({ columns: { amount }, amounts }) => amounts === undefined || amount !== undefined, {
    error: 'field_is_invalid',
    path: ['amounts'],
  })
  .refine(
    ({ columns, booked_words = [] }) => (columns.status === undefined) === (booked_words.length === 0),
    { error: 'field_is_invalid', path: ['columns', 'status'] },
  )
export type CsvMapping = z.output<typeof csvMapping>

/** Whether no word is in two of the lists. */
function areDistinct(...lists: (readonly string[])[]): boolean {
  const each = lists.map((list) => new Set(list.map(foldWord)))
  return new Set(each.flatMap((list) => [...list])).size === each.reduce((sum, { size }) => sum + size, 0)
}

/** Whether it says where the direction of an amount comes from; those saved before this was asked may not. */
export const statesDirection = ({ columns, amounts }: CsvMapping): boolean =>
  columns.amount === undefined || columns.direction !== undefined || amounts === 'signed'

/** What can be saved and tried. */
export const csvMappingForm = csvMapping
  .refine(statesDirection, { error: 'field_is_required', path: ['amounts'] })
  .meta({
    examples: [
      {
        separator: ';',
        decimal: ',',
        day_format: 'dd.MM.yyyy',
        encoding: 'utf-8',
        skip_lines: 0,
        amounts: 'signed',
        newest_first: false,
        columns: { booking_day: 'Buchungstag', amount: 'Betrag', remittance: ['Verwendungszweck'] },
      },
    ],
  })
