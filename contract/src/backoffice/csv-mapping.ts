// How to parse a bank's CSV: separators, and columns by name.
import { z } from 'zod'

const column = z.string().min(1, 'field_is_required').max(100, 'field_is_too_long')

/** Two-digit years are of this century. */
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
] as const

/** Case does not distinguish the words of a bank. */
export const foldWord = (word: string): string => word.normalize('NFC').toLowerCase()

export const csvMapping = z
  .strictObject({
    separator: z.enum([',', ';', '\t', '|'], { error: 'field_is_invalid' }),
    decimal: z.enum(['.', ','], { error: 'field_is_invalid' }),
    day_format: z.enum(DAY_FORMATS, { error: 'field_is_invalid' }),
    encoding: z.enum(['utf-8', 'utf-16le', 'windows-1252', 'iso-8859-15'], { error: 'field_is_invalid' }),
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
    credit_word: column.optional().describe('in the direction column'),
    debit_word: column.optional(),
    booked_word: column.optional().describe('in the status column; other lines are skipped'),
    newest_first: z.boolean({ error: 'field_is_invalid' }),
    columns: z
      .strictObject({
        booking_day: column,
        value_day: column.optional(),
        amount: column.optional().describe('with a sign; without it, credit and debit'),
        credit: column.optional(),
        debit: column.optional(),
        direction: column.optional().describe('whether an amount is a credit or a debit'),
        status: column.optional().describe('whether a line is booked'),
        balance: column.optional().describe('after the line; with it the sums are checked'),
        currency: column.optional(),
        bank_reference: column.optional(),
        end_to_end_id: column.optional(),
        remittance: z.array(column).min(1, 'field_is_required').max(10, 'field_is_invalid'),
        counterparty_name: column.optional(),
        counterparty_account: column.optional(),
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
    ({ columns: { amount, direction }, credit_word, debit_word }) =>
      direction === undefined
        ? credit_word === undefined && debit_word === undefined
        : amount !== undefined &&
          credit_word !== undefined &&
          debit_word !== undefined &&
          foldWord(credit_word) !== foldWord(debit_word),
    { error: 'field_is_invalid', path: ['columns', 'direction'] },
  )
  .refine(({ columns, booked_word }) => (columns.status === undefined) === (booked_word === undefined), {
    error: 'field_is_invalid',
    path: ['columns', 'status'],
  })
export type CsvMapping = z.output<typeof csvMapping>
