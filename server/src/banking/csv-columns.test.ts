// Which columns of a bank's CSV its mapping names: by their headings, and by position those without one or with another's.
import { csvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../platform/http/refusal.ts'
import { readCsvStatement } from './bank-csv.ts'
import type { CsvStatement } from './bank-statement.ts'

const NOW = new Date('2026-11-28T08:00:00Z')
const COLUMNS = { booking_day: 'D', amount: 'A', remittance: ['T'] }

function read(text: string, columns: object = {}, more: object = {}): CsvStatement {
  const mapping = csvMapping.parse({
    separator: ';',
    decimal: ',',
    day_format: 'dd.MM.yyyy',
    encoding: 'utf-8',
    skip_lines: 0,
    newest_first: false,
    amounts: 'signed',
    ...more,
    columns: { ...COLUMNS, ...columns },
  })
  return readCsvStatement(Buffer.from(text), mapping, { account: 'DE1', currency: 'USD' }, NOW)
}
const sums = ({ lines }: CsvStatement) =>
  lines.map(({ amount_minor, direction }) => (direction === 'debit' ? -amount_minor : amount_minor))
function refusalOf(work: () => unknown): object {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, ...error.details }
    throw error
  }
  return { code: 'read' }
}
const unreadable = (why: string, where: string) => ({ code: 'bank_file_is_not_readable', why, where })

describe('a column without a heading', () => {
  const PKO =
    'D;Typ;A;Waluta;T;;;\n' +
    '27.11.2026;Przelew;25,00;USD;Rachunek: 12;Nadawca: Anna;FT-7QM2-X9D4;\n' +
    '27.11.2026;Przelew;-5,00;USD;Rachunek: 34;;;\n'

  test('that holds text is named by its position, and is mapped or ignored by that name', () => {
    expect(refusalOf(() => read(PKO))).toEqual(unreadable('unnamed_column', 'line 2, Column 6: Nadawca: Anna'))
    expect(refusalOf(() => read(PKO, { ignored: ['Column 6'] }))).toEqual(
      unreadable('unnamed_column', 'line 2, Column 7: FT-7QM2-X9D4'),
    )
    const named = { counterparty_name: 'Column 6', remittance: ['T', 'Column 7'] }
    expect(read(PKO, named).lines).toMatchObject([
      { amount_minor: 2500n, counterparty_name: 'Nadawca: Anna', remittance: 'Rachunek: 12 FT-7QM2-X9D4' },
      { amount_minor: 500n, counterparty_name: null, remittance: 'Rachunek: 34' },
    ])
    expect(sums(read(PKO, { ignored: ['Column 6', 'Column 7'] }))).toEqual([2500n, -500n])
  })

  test('between others is watched as any, and is named so', () => {
    const text = 'D;;A;T\n27.11.2026;C;25,00;x\n27.11.2026;D;5,00;y\n'
    expect(refusalOf(() => read(text))).toEqual(unreadable('direction_column', 'Column 2: c, d'))
    const directed = { amounts: undefined, credit_words: ['C'], debit_words: ['D'] }
    expect(sums(read(text, { direction: 'Column 2' }, directed))).toEqual([2500n, -500n])
  })

  test('is not one of cells beyond the line of the headings, nor of a text that a separator divides', () => {
    expect(refusalOf(() => read('D;A;T;\n27.11.2026;1,00;x;y;z\n', { ignored: ['Column 4', 'Column 5'] }))).toEqual(
      unreadable('columns', 'line 2'),
    )
    const moved = 'D;T;A;\n27.11.2026;Order;7;5,00;\n'
    expect(refusalOf(() => read(moved, { ignored: ['Column 4'] }))).toEqual(unreadable('columns', 'line 2'))
  })

  test('is not named by a position that has a heading, and a heading that looks like a position keeps its name', () => {
    const text = 'D;A;T;Column 5;\n27.11.2026;1,00;x;y;z\n'
    expect(refusalOf(() => read(text, { remittance: ['Column 3'] }))).toEqual(unreadable('columns', 'Column 3'))
    expect(refusalOf(() => read(text, { ignored: ['Column 5'] }))).toEqual(
      unreadable('unnamed_column', 'line 2, Column 5 of 5: z'),
    )
    const both = read(text, { remittance: ['T', 'Column 5', 'Column 5 of 5'] })
    expect(both.lines).toMatchObject([{ remittance: 'x y z' }])
  })
}) // prettier-ignore

describe('a heading that several columns have', () => {
  test('is refused with their positions, by which each is mapped', () => {
    const text = 'D;Kwota;T;Kwota\n27.11.2026;1,00;x;101,00\n27.11.2026;-2,00;y;99,00\n'
    expect(refusalOf(() => read(text, { amount: 'Kwota' }))).toEqual(
      unreadable('repeated_heading', 'Kwota: Column 2, Column 4'),
    )
    const { lines, closing } = read(text, { amount: 'Column 2', balance: 'Column 4' })
    expect(lines).toMatchObject([{ direction: 'credit' }, { direction: 'debit' }])
    expect(closing).toMatchObject({ amount_minor: 9900n })
  })

  test('still says what it says: a currency, minor units, a status, a fee', () => {
    const amounts = 'D;A (EUR);T;A (EUR)\n27.11.2026;1,00;x;2,00\n'
    expect(refusalOf(() => read(amounts, { amount: 'Column 2' }))).toMatchObject({
      code: 'bank_file_is_in_another_currency',
      where: 'A (EUR)',
    })
    const cents = 'D;A in Cent;T;A in Cent\n27.11.2026;100;x;200\n'
    expect(refusalOf(() => read(cents, { amount: 'Column 2' }))).toEqual(unreadable('minor_units', 'A in Cent'))
    const states = 'D;A;T;Status;Status\n27.11.2026;-1,00;x;qq;a\n27.11.2026;2,00;y;qq;b\n'
    expect(refusalOf(() => read(states))).toEqual(unreadable('status_column', 'Column 4: qq'))
    expect(refusalOf(() => read(states, { ignored: ['Column 4'] }))).toEqual(
      unreadable('status_column', 'Column 5: a, b'),
    )
    expect(sums(read(states, { ignored: ['Column 4', 'Column 5'] }))).toEqual([-100n, 200n])
    // As a whole, as mappings of before have it.
    expect(sums(read(states, { ignored: ['Status'] }))).toEqual([-100n, 200n])
    const fees = 'D;A;T;Fee;Fee\n27.11.2026;-1,00;x;0,50;0\n'
    expect(refusalOf(() => read(fees))).toEqual(unreadable('fee_column', 'line 2, Column 4: 0,50'))
  })
}) // prettier-ignore
