// CSV of banks as they are exported: currencies, days with a time, amounts, what is skipped and garbled, and what is no CSV.
import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../platform/http/refusal.ts'
import { readCsvStatement } from './bank-csv.ts'
import type { CsvStatement } from './bank-statement.ts'
import { readCamt053 } from './camt053.ts'

const NOW = new Date('2026-11-28T08:00:00Z')
const MAPPING: CsvMapping = {
  separator: ';',
  decimal: ',',
  day_format: 'dd.MM.yyyy',
  encoding: 'utf-8',
  skip_lines: 0,
  newest_first: false,
  amounts: 'signed',
  columns: { booking_day: 'D', amount: 'A', remittance: ['T'] },
}
const SIDES: Partial<CsvMapping> = {
  amounts: undefined,
  columns: { booking_day: 'D', credit: 'In', debit: 'Out', remittance: ['T'] },
}

const read = (text: string | Buffer, changed: Partial<CsvMapping> = {}, currency = 'USD') =>
  readCsvStatement(
    typeof text === 'string' ? Buffer.from(text) : text,
    { ...MAPPING, ...changed },
    { account: 'DE1', currency },
    NOW,
  )
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
const foreign = (currency: string, where: string, line?: number) => ({
  code: 'bank_file_is_in_another_currency',
  currency,
  where,
  ...(line !== undefined && { line }),
})

describe('the currency', () => {
  const file = (second: string) => `D;A;T;W\n27.11.2026;25,00;x;USD\n27.11.2026;5,00;y;${second}\n`
  const withColumns = (more: object) => ({ columns: { ...MAPPING.columns, ...more } })

  test('of a column that is not mapped is called so, and a line in another one is named', () => {
    expect(refusalOf(() => read(file('EUR')))).toEqual(unreadable('currency_column', 'line 3, W: EUR'))
    expect(sums(read(file('USD')))).toEqual([2500n, 500n])
    expect(sums(read(file('')))).toEqual([2500n, 500n])
    const one = 'D;A;T;W\n27.11.2026;25,00;x;eur\n'
    expect(refusalOf(() => read(one))).toEqual(unreadable('currency_column', 'line 2, W: eur'))
    for (const sign of ['€', 'Euro', '£', 'HK$'])
      expect(refusalOf(() => read(file(sign)))).toEqual(unreadable('currency_column', `line 3, W: ${sign}`))
    expect(sums(read(file('$')))).toEqual([2500n, 500n])
  })

  test('is not read as the account’s own where the column is said to change nothing', () => {
    const ignored = withColumns({ ignored: ['W'] })
    expect(refusalOf(() => read(file('EUR'), ignored))).toEqual(foreign('EUR', 'line 3, W: EUR', 3))
    expect(sums(read(file('USD'), ignored))).toEqual([2500n, 500n])
  })

  test('of the mapped column decides, so that another may say in which one the payer paid', () => {
    const paid = 'D;A;T;W;O\n27.11.2026;25,00;x;USD;EUR\n27.11.2026;5,00;y;$;USD\n'
    const ignored = withColumns({ currency: 'W', ignored: ['O'] })
    expect(sums(read(paid, ignored))).toEqual([2500n, 500n])
    expect(refusalOf(() => read(file('EUR'), withColumns({ currency: 'W' })))).toEqual(
      foreign('EUR', 'line 3, W: EUR', 3),
    )
  })

  test('in the text of a payer refuses no statement', () => {
    expect(sums(read('D;A;T\n27.11.2026;25,00;EUR\n'))).toEqual([2500n])
  })

  test.each([
    'Amount (EUR)',
    'Amount EUR',
    'amount_eur',
    'Betrag in €',
    'Betrag (Euro)',
    'Số tiền (VND)',
    'Kwota [zł]',
    '金額(円)',
    'IMPORTE EUR',
  ])('of the heading %s is refused in an account of dollars', (heading) => {
    const headed = () => read(`D;${heading};T\n27.11.2026;25,00;x\n`, withColumns({ amount: heading }))
    expect(refusalOf(headed)).toMatchObject({ code: 'bank_file_is_in_another_currency', where: heading })
  })

  test.each([
    'Amount (USD)',
    'Amount US$',
    'amount_usd',
    'Amount ($)',
    'Amount (USD, not EUR)',
    'Amount',
    'ALL AMOUNTS',
    'Amount (all)',
    'Monto total',
    'Amount (in)',
  ])('of the heading %s is none other than dollars', (heading) => {
    const columns = withColumns({ amount: heading })
    expect(sums(read(`D;${heading};T\n27.11.2026;25,00;x\n`, columns))).toEqual([2500n])
  })

  test('of the balance’s heading, and of either side’s, is refused too', () => {
    const balance = () =>
      read('D;A;T;Saldo EUR\n27.11.2026;25,00;x;1,00\n', withColumns({ balance: 'Saldo EUR' }))
    expect(refusalOf(balance)).toEqual(foreign('EUR', 'Saldo EUR'))
    const sides = { ...SIDES, columns: { ...SIDES.columns!, debit: 'Out (€)' } }
    expect(refusalOf(() => read('D;In;Out (€);T\n27.11.2026;25,00;;x\n', sides))).toEqual(
      foreign('€', 'Out (€)'),
    )
  })

  test.each(['US$ 25,00', '25,00 US$', '$25,00', 'USD 25,00', '25,00 usd'])(
    '%s is read in an account of dollars',
    (written) => {
      expect(sums(read(`D;A;T\n27.11.2026;${written};x\n`))).toEqual([2500n])
      const euros = () => read(`D;A;T\n27.11.2026;${written};x\n`, {}, 'EUR')
      expect(refusalOf(euros)).toMatchObject({
        code: 'bank_file_is_in_another_currency',
        line: 2,
        where: `line 2, A: ${written}`,
      })
    },
  )

  test.each([
    ['€ 5', '€'],
    ['5,00 EUR', 'EUR'],
    ['-5,00 kr', 'kr'],
    ['HK$5,00', 'HK$'],
    ['5,00 Kč', 'Kč'],
    ['(£5,00)', '£'],
    ['5.000 ₫', '₫'],
  ])('%s is refused in an account of dollars', (written, currency) => {
    expect(refusalOf(() => read(`D;A;T\n27.11.2026;${written};x\n`))).toEqual(
      foreign(currency, `line 2, A: ${written}`, 2),
    )
  })
})

describe('a day', () => {
  test.each([
    ['dd.MM.yyyy', '27.11.2026 14:03'],
    ['dd.MM.yyyy', '27.11.2026 14:03:59'],
    ['dd.MM.yyyy', '27.11.2026, 2:03 PM'],
    ['dd.MM.yyyy', '27.11.2026.'],
    ['dd.MM.yyyy', '27. 11. 2026'],
    ['dd.MM.yyyy', '27.11.2026. 14:03'],
    ['yyyy-MM-dd', '2026-11-27T14:03:00'],
    ['yyyy-MM-dd', '2026-11-27T23:59:59.123Z'],
    ['yyyy-MM-dd', '2026-11-27 14:03:00 +0700'],
    ['yyyy-MM-dd', '2026-11-27T00:00:00+09:00'],
    ['MM/dd/yyyy', '11/27/2026 2:03 p.m.'],
    ['dd/MM/yy', '27/11/26 14:03'],
    ['yyyyMMdd', '20261127 14:03:00'],
    ['yyMMdd', '261127 14:03'],
  ] as const)('as %s is read from %s', (day_format, written) => {
    const { lines } = read(`D;A;T\n"${written}";25,00;x\n`, { day_format })
    expect(lines.map(({ booking_day }) => booking_day)).toEqual(['2026-11-27'])
  })

  test.each([
    '27.11.2026 later',
    '27.11.2026 14',
    '2026-11-27',
    '27.11.2026 28.11.2026',
    '31.11.2026',
    '27.11.26',
    '',
  ])('that cannot be read is named with its line and column: %s', (written) => {
    const file = `D;A;T\n26.11.2026;1,00;x\n${written};25,00;x\n`
    expect(refusalOf(() => read(file))).toEqual(unreadable('day', `line 3, D: ${written}`))
  })

  test('of the value is named too', () => {
    const columns = { ...MAPPING.columns, value_day: 'V' }
    const file = 'D;V;A;T\n26.11.2026;soon;1,00;x\n'
    expect(refusalOf(() => read(file, { columns }))).toEqual(unreadable('day', 'line 2, V: soon'))
  })
})

describe('a line that the mapping skips', () => {
  const BOOKING = '27.11.2026;25,00;FT-LAST'

  test('at the end and reads as a booking is named, and nothing is read', () => {
    const file = `D;A;T\n26.11.2026;1,00;x\n${BOOKING}\n`
    expect(sums(read(file))).toEqual([100n, 2500n])
    expect(refusalOf(() => read(file, { skip_last_lines: 1 }))).toEqual(
      unreadable('skipped_booking', 'line 3: 27.11.2026 25,00 FT-LAST'),
    )
    const total = `${file}Saldo;26,00\n`
    expect(refusalOf(() => read(total, { skip_last_lines: 2 }))).toMatchObject({ why: 'skipped_booking' })
    expect(read(total, { skip_last_lines: 1 })).toMatchObject({
      lines: [{ amount_minor: 100n }, { amount_minor: 2500n }],
      skipped: [{ why: 'at_the_end', text: 'Saldo 26,00' }],
    })
    const sides = 'D;In;Out;T\n26.11.2026;1,00;;x\n27.11.2026;;3,00;y\n'
    expect(refusalOf(() => read(sides, { ...SIDES, skip_last_lines: 1 }))).toEqual(
      unreadable('skipped_booking', 'line 3: 27.11.2026  3,00 y'),
    )
    const foreigner = 'D;A;T\n26.11.2026;1,00;x\n27.11.2026;3,00 EUR;y\n'
    expect(refusalOf(() => read(foreigner, { skip_last_lines: 1 }))).toMatchObject({ why: 'skipped_booking' })
  })

  test('at the end and is not booked yet is no booking', () => {
    const columns = { ...MAPPING.columns, status: 'S' }
    const file = 'D;A;T;S\n26.11.2026;1,00;x;booked\n27.11.2026;3,00;y;open\n'
    expect(read(file, { columns, booked_words: ['booked'], skip_last_lines: 1 })).toMatchObject({
      lines: [{ amount_minor: 100n }],
      skipped: [{ why: 'at_the_end' }],
    })
  })

  test('above the columns is listed, and is no booking', () => {
    const head = '\ufeffKonto;"DE02 1203\r\n\r\nVom;01.11.2026;bis;30.11.2026\r\n'
    const file = `${head}D;A;T\r\n26.11.2026;1,00;x\r\n`
    expect(read(file, { skip_lines: 3 })).toMatchObject({
      lines: [{ amount_minor: 100n }],
      skipped_count: 2,
      skipped: [
        { why: 'at_the_start', text: 'Konto "DE02 1203' },
        { why: 'at_the_start', text: 'Vom 01.11.2026 bis 30.11.2026' },
      ],
    })
    // Two exports in one file.
    const two = `D;A;T\n${BOOKING}\nD;A;T\n26.11.2026;1,00;x\n`
    expect(refusalOf(() => read(two, { skip_lines: 2 }))).toEqual(
      unreadable('skipped_booking', 'line 2: 27.11.2026 25,00 FT-LAST'),
    )
  })

  test.each(['Currency;EUR', 'Währung: EUR', 'Kontowährung;€', '"Account currency","EUR"'])(
    'above the columns and says %s is refused in an account of dollars',
    (written) => {
      const file = `${written}\nD;A;T\n26.11.2026;1,00;x\n`
      expect(refusalOf(() => read(file, { skip_lines: 1 }))).toMatchObject({
        code: 'bank_file_is_in_another_currency',
        line: 1,
      })
      expect(sums(read(file, { skip_lines: 1 }, 'EUR'))).toEqual([100n])
    },
  )
})

describe('a year', () => {
  test.each([
    ['dd.MM.yyyy', '27.11.0026'],
    ['dd.MM.yyyy', '27.11.1926'],
    ['dd.MM.yyyy', '31.12.1999'],
    ['dd.MM.yyyy', '30.11.2027'],
    ['yyyy-MM-dd', '0026-11-27'],
    ['dd.MM.yy', '27.11.62'],
  ] as const)('that no booking has is refused, with its cell: %s %s', (day_format, written) => {
    const file = `D;V;A;T\n27.11.2026;${written};25,00;x\n`
    const columns = { ...MAPPING.columns, booking_day: 'V' }
    expect(refusalOf(() => read(file, { day_format, columns }))).toEqual(
      unreadable('year', `line 2, V: ${written}`),
    )
  })

  test('of the value up to one ahead is read', () => {
    const columns = { ...MAPPING.columns, value_day: 'V' }
    const readDay = (day: string) => read(`D;V;A;T\n27.11.2026;${day};25,00;x\n`, { columns })
    expect(readDay('01.11.2027').lines).toMatchObject([{ value_day: '2027-11-01' }])
    expect(refusalOf(() => readDay('01.12.2027'))).toMatchObject({ why: 'year' })
  })
})

describe('UTF-8 that was taken for Windows-1252', () => {
  const file = (name: string, more = 'x') => `D;A;T\n27.11.2026;1,00;${more}\n27.11.2026;2,00;${name}\n`
  const garble = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))

  test.each(['Jürgen', 'Nguyễn Thị Hà', '김민준', '10 €', 'Đorđe Šarić'])(
    'is refused where a bank has written it: %s',
    (name) => {
      expect(refusalOf(() => read(file(garble(name))))).toMatchObject({
        why: 'garbled',
        where: expect.stringContaining('line 3: 27.11.2026;2,00;') as string,
      })
      expect(read(file(name)).lines[1]!.remittance).toBe(name)
    },
  )

  test('in the name of one payer refuses no file that is right otherwise', () => {
    expect(read(file(garble('Jürgen'), 'Größe')).lines[1]!.remittance).toBe('JÃ¼rgen')
  })

  test.each(['windows-1252', 'iso-8859-15'] as const)(
    'because the mapping says %s is refused',
    (encoding) => {
      expect(refusalOf(() => read(file('Jürgen'), { encoding }))).toMatchObject({ why: 'is_utf_8' })
      const narrow = Buffer.from(file('Jürgen'), 'latin1')
      expect(read(narrow, { encoding }).lines[1]!.remittance).toBe('Jürgen')
      expect(sums(read(file('plain'), { encoding }))).toEqual([100n, 200n])
    },
  )
})

describe('an amount', () => {
  test.each([
    ['25,00 CR', 2500n],
    ['25,00CR', 2500n],
    ['CR 25,00', 2500n],
    ['25,00 Dr', -2500n],
    ['1.234,50 DR.', -123_450n],
    ['USD 25,00 DR', -2500n],
    ['25,', 2500n],
    ['-25,', -2500n],
    [',25', 25n],
    ['-,25', -25n],
  ])('%s is read', (written, minor) => {
    expect(sums(read(`D;A;T\n27.11.2026;${written};x\n`))).toEqual([minor])
  })

  test.each([
    ['1,23,456.70', 12_345_670n],
    ['-12,34,567.00', -123_456_700n],
    ['12,34,56,789', 12_345_678_900n],
    ['25.', 2500n],
    ['.25', 25n],
  ])('%s is read with a decimal point', (written, minor) => {
    expect(sums(read(`D;A;T\n27.11.2026;${written};x\n`, { decimal: '.' }))).toEqual([minor])
  })

  test.each([
    '-25,00 CR',
    '-25,00 DR',
    '(25,00) DR',
    '25,00 CR DR',
    '25,-',
    '25,–',
    ',',
    '.',
    '1.23.456,70',
    '25,00 H',
    '-',
    '',
    ',250',
    'CR',
  ])('%s can be read in two ways or none, and is refused with its cell', (written) => {
    expect(refusalOf(() => read(`D;A;T\n27.11.2026;${written};x\n`))).toEqual(
      unreadable('amount', `line 2, A: ${written}`),
    )
  })

  const withPoint = (written: string) => read(`D;A;T\n27.11.2026;${written};x\n`, { decimal: '.' })
  test('groups of three before a decimal point are read', () => {
    expect(sums(withPoint('123,456.70'))).toEqual([12_345_670n])
  })
  test.each(['1,2,3.00', '1,23', '1,23,45', '12,345,67.00'])(
    '%s with a decimal point is refused',
    (written) => {
      expect(refusalOf(() => withPoint(written))).toEqual(unreadable('amount', `line 2, A: ${written}`))
    },
  )

  test.each(['-', '–', '—', ' - '])('of a side that is %s is none', (none) => {
    expect(sums(read(`D;In;Out;T\n27.11.2026;1,00;${none};x\n27.11.2026;${none};2,00;y\n`, SIDES))).toEqual([
      100n,
      -200n,
    ])
    expect(refusalOf(() => read(`D;In;Out;T\n27.11.2026;${none};${none};x\n`, SIDES))).toMatchObject({
      why: 'amount',
    })
  })

  test('whose mark contradicts its column is refused', () => {
    expect(sums(read('D;In;Out;T\n27.11.2026;1,00 CR;;x\n27.11.2026;;2,00 DR;y\n', SIDES))).toEqual([
      100n,
      -200n,
    ])
    for (const cells of ['1,00 DR;', ';1,00 CR'])
      expect(refusalOf(() => read(`D;In;Out;T\n27.11.2026;${cells};x\n`, SIDES))).toMatchObject({
        why: 'amount',
      })
    const directed: Partial<CsvMapping> = {
      amounts: undefined,
      columns: { ...MAPPING.columns, direction: 'W' },
      credit_words: ['in'],
      debit_words: ['out'],
    }
    expect(sums(read('D;A;T;W\n27.11.2026;1,00 DR;x;out\n', directed))).toEqual([-100n])
    for (const cells of ['1,00 CR;x;out', '1,00 DR;x;in'])
      expect(refusalOf(() => read(`D;A;T;W\n27.11.2026;${cells}\n`, directed))).toMatchObject({
        why: 'direction',
      })
  })
})

describe('a column of the status', () => {
  test.each([
    ['State', 'zaúčtováno'],
    ['Stav', 'Blokace'],
    ['Status', 'reverted'],
    ['Transaction status', 'A'],
    ['Pending', 'yes'],
    ['is_pending', 'true'],
  ])('%s that is not mapped is called so: %s', (heading, word) => {
    const file = (amount: string) =>
      `D;A;T;${heading}\n27.11.2026;${amount};x;${word}\n27.11.2026;2,00;y;${word}\n`
    for (const amount of ['1,00', '-1,00'])
      expect(refusalOf(() => read(file(amount)))).toEqual(
        unreadable('status_column', `${heading}: ${word.toLowerCase()}`),
      )
    const columns = { ...MAPPING.columns, ignored: [heading] }
    expect(sums(read(file('1,00'), { columns }))).toEqual([100n, 200n])
    const status = { ...MAPPING.columns, status: heading }
    expect(sums(read(file('1,00'), { columns: status, booked_words: [word] }))).toEqual([100n, 200n])
  })

  test.each([
    ['State', 'COMPLETED'],
    ['Status', 'Gebucht'],
    ['Pending', 'no'],
    ['Pending', 'false'],
  ])('%s that says %s of all lines is read', (heading, word) => {
    expect(sums(read(`D;A;T;${heading}\n27.11.2026;1,00;x;${word}\n27.11.2026;2,00;y;${word}\n`))).toEqual([
      100n,
      200n,
    ])
  })
})

describe('what is no CSV', () => {
  const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])
  const xlsx = Buffer.concat([
    Buffer.from('PK\u0003\u0004'),
    Buffer.alloc(90_000, 1),
    Buffer.from('xl/workbook.xml'),
  ])
  test.each([
    ['html', '<!DOCTYPE html>\n<html><head></head></html>'],
    ['html', '\ufeff\r\n<HTML xmlns:o="urn:schemas-microsoft-com:office:office"><table>'],
    ['html', '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">'],
    ['html', '<table border="1"><tr><td>D</td></tr></table>'],
    ['html', Buffer.from('\ufeff<html><body>', 'utf16le')],
    ['xls', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook>'],
    ['xls', OLE],
    ['xlsx', xlsx],
    ['compressed', 'PK\u0003\u0004 of another kind'],
  ])('is refused as %s', (why, content) => {
    expect(refusalOf(() => read(content))).toEqual({ code: 'bank_file_is_not_readable', why })
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    expect(refusalOf(() => readCamt053(bytes))).toEqual({ code: 'bank_file_is_not_readable', why })
  })
})
