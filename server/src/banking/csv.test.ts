// CSV of banks as they are exported: currencies, days with a time, amounts, what is skipped and garbled, and what is no CSV.
import { existsSync, readFileSync } from 'node:fs'
import { csvMapping, type CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../platform/http/refusal.ts'
import { readCsvStatement } from './bank-csv.ts'
import type { CsvStatement } from './bank-statement.ts'
import { readCamt053 } from './camt053.ts'
import { lettersOf } from './currency-marks.ts'

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
/** Of the account DE89 3704 0044 0532 0130 00. */
const readOf = (text: string, changed: Partial<CsvMapping> = {}, ours = OUR_IBAN) =>
  readCsvStatement(Buffer.from(text), { ...MAPPING, ...changed }, { ...ours, currency: 'USD' }, NOW)
const OUR_IBAN = { account: 'DE89370400440532013000', numbers: ['370400440532013000'] }
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
    ['dd/MM/yy', '27/11/2026'],
    ['dd.MM.yyyy', '27.11.26'],
    ['MM/dd/yyyy', '11/27/26'],
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
    '27.11.226',
    '27.11.6',
    '',
  ])('that cannot be read is named with its line and column: %s', (written) => {
    const file = `D;A;T\n26.11.2026;1,00;x\n${written};25,00;x\n`
    expect(refusalOf(() => read(file))).toEqual(unreadable('day', `line 3, D: ${written}`))
  })

  test.each([
    ['24-Okt-26', '10'], ['24. Mär. 2026', '03'], ['24-Mrz-26', '03'], ['24-März-2026', '03'], ['24 août 2026', '08'], ['24-AOUT-26', '08'],
    ['24 févr. 2026', '02'], ['24-juin-2026', '06'], ['24-juil.-2026', '07'], ['24-ene-2026', '01'], ['24-dic-26', '12'], ['24-lug-2026', '07'],
    ['24/out/2026', '10'], ['24-mrt-2026', '03'], ['24-mei-2026', '05'], ['24-maj-2026', '05'], ['24-avg-26', '08'], ['24-paź-2026', '10'],
    ['24-sie-26', '08'], ['24-Ağu-2026', '08'], ['24-Eki-2026', '10'], ['24 октобар 2026', '10'], ['24-Dez-26 14:03', '12'], ['24-Sept-26', '09'],
  ])('with the name of a month is read in any language: %s', (written, month) => {
    const late: Partial<CsvMapping> = { day_format: 'dd-MMM-yyyy' }
    const { lines } = readCsvStatement(
      Buffer.from(`D;A;T\n"${written}";25,00;x\n`),
      { ...MAPPING, ...late },
      { account: 'DE1', currency: 'USD' },
      new Date('2026-12-28T08:00:00Z'),
    )
    expect(lines).toMatchObject([{ booking_day: `2026-${month}-24` }])
  }) // prettier-ignore

  test('of each English month is read, whole and shortened', () => {
    for (const [i, name] of ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'].entries())
      for (const written of [name, name.slice(0, 3), name.slice(0, 4).toUpperCase()]) {
        const { lines } = read(`D;A;T\n03-${written}-2025;1,00;x\n`, { day_format: 'dd-MMM-yyyy' })
        expect(lines).toMatchObject([{ booking_day: `2025-${String(i + 1).padStart(2, '0')}-03` }])
      }
  }) // prettier-ignore

  test.each([
    ['dd.MM.yyyy', '05/06/2026'],
    ['dd.MM.yyyy', '05-06-2026'],
    ['MM/dd/yyyy', '05.06.2026'],
    ['dd/MM/yyyy', '05-06-2026'],
    ['yy-MM-dd', '24.11.26'],
    ['dd.MM.yy', '24-11-26'],
    ['dd-MM-yy', '24.11-26'],
  ] as const)('as %s has its sign between its parts, which is said: %s', (day_format, written) => {
    expect(refusalOf(() => read(`D;A;T\n${written};25,00;x\n`, { day_format }))).toEqual(
      unreadable('day_separator', `line 2, D: ${written} (${day_format})`),
    )
  })

  test.each(['2026/11/24', '2026.11.24', '2026. 11. 24.'])(
    'that begins with a year of four digits is the same with any sign: %s',
    (written) => {
      const { lines } = read(`D;A;T\n${written};25,00;x\n`, { day_format: 'yyyy-MM-dd' })
      expect(lines).toMatchObject([{ booking_day: '2026-11-24' }])
    },
  )

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

  test.each(['25.11.2026;30.00;FT-Y', '25.11.2026;1.30,00;FT-Y', '2026-11-25;30,00;FT-Y', '11/25/26;30.00;FT-Y', '25-Okt-2026;30,00;FT-Y', '20261125;30,00;FT-Y'])(
    'at the end and has a day and an amount in another form is named: %s',
    (last) => {
      const file = `D;A;T\n26.11.2026;1,00;x\n${last}\n`
      expect(refusalOf(() => read(file, { skip_last_lines: 1 }))).toEqual(
        unreadable('skipped_booking', `line 3: ${last.replaceAll(';', ' ')}`),
      )
    },
  ) // prettier-ignore

  test.each(['25.11.2026;;Export', 'Total;30.00;', ';30,00;', '25.11.2026;0,00;Total', 'Stand 25.11.2026;30,00;', '25.11.2026;n/a;x'])(
    'at the end and has no day or no amount is no booking: %s',
    (last) => {
      const file = `D;A;T\n26.11.2026;1,00;x\n${last}\n`
      expect(read(file, { skip_last_lines: 1 }).skipped).toMatchObject([{ why: 'at_the_end' }])
    },
  ) // prettier-ignore

  test('at the end and is not booked yet is no booking', () => {
    const columns = { ...MAPPING.columns, status: 'S' }
    const file = 'D;A;T;S\n26.11.2026;1,00;x;booked\n27.11.2026;3,00;y;open\n'
    expect(read(file, { columns, booked_words: ['booked'], skip_last_lines: 1 })).toMatchObject({
      lines: [{ amount_minor: 100n }],
      skipped: [{ why: 'at_the_end' }],
    })
  })

  test('above the columns is listed, and is no booking', () => {
    const head = '\ufeffKonto;"Giro 12\r\n\r\nVom;01.11.2026;bis;30.11.2026\r\n'
    const file = `${head}D;A;T\r\n26.11.2026;1,00;x\r\n`
    expect(read(file, { skip_lines: 3 })).toMatchObject({
      lines: [{ amount_minor: 100n }],
      skipped_count: 2,
      skipped: [
        { why: 'at_the_start', text: 'Konto "Giro 12' },
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

  test.each([
    ['windows-1250', 'Łódź', [0xa3, 0xf3, 0x64, 0x9f]],
    ['iso-8859-2', 'Łódź', [0xa3, 0xf3, 0x64, 0xbc]],
    ['windows-1251', 'Иван', [0xc8, 0xe2, 0xe0, 0xed]],
    ['shift_jis', '山田', [0x8e, 0x52, 0x93, 0x63]],
    ['gb18030', '张伟', [0xd5, 0xc5, 0xce, 0xb0]],
    ['euc-kr', '김', [0xb1, 0xe8]],
  ] as const)('%s is read', (encoding, name, bytes) => {
    const written = Buffer.concat([
      Buffer.from('D;A;T\n27.11.2026;1,00;'),
      Buffer.from(bytes),
      Buffer.from('\n'),
    ])
    expect(read(written, { encoding }).lines[0]!.remittance).toBe(name)
    expect(refusalOf(() => read(file(name), { encoding }))).toMatchObject({ why: 'is_utf_8' })
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
  const file = (heading: string, ...words: string[]) =>
    `D;A;T;${heading}\n${words.map((word, i) => `27.11.2026;${i === 0 ? '-' : ''}${i + 1},00;t ${i};${word}\n`).join('')}`
  const ignoring = (heading: string) => ({ columns: { ...MAPPING.columns, ignored: [heading] } })
  const why = (work: () => unknown) => (refusalOf(work) as { why?: string }).why ?? 'read'

  test.each([
    ['State', 'zaúčtováno', 'read'],
    ['Stav', 'Blokace', 'ignored_status'],
    ['Status', 'reverted', 'ignored_status'],
    ['Transaction status', 'A', 'read'],
    ['Pending', 'yes', 'ignored_status'],
    ['is_pending', 'true', 'ignored_status'],
  ])('%s that is not mapped is called so: %s', (heading, word, whereIgnored) => {
    const text = (amount: string) =>
      `D;A;T;${heading}\n27.11.2026;${amount};x;${word}\n27.11.2026;2,00;y;${word}\n`
    for (const amount of ['1,00', '-1,00'])
      expect(refusalOf(() => read(text(amount)))).toEqual(
        unreadable('status_column', `${heading}: ${word.toLowerCase()}`),
      )
    expect(why(() => read(text('1,00'), ignoring(heading)))).toBe(whereIgnored)
    const status = { ...MAPPING.columns, status: heading }
    expect(sums(read(text('1,00'), { columns: status, booked_words: [word] }))).toEqual([100n, 200n])
  })

  test.each([
    ['State', 'COMPLETED'],
    ['Status', 'Gebucht'],
    ['Pending', 'no'],
    ['Pending', 'false'],
    ['Booked', 'yes'],
    ['Verbucht', 'x'],
  ])('%s that says %s of all lines is read', (heading, word) => {
    expect(sums(read(`D;A;T;${heading}\n27.11.2026;1,00;x;${word}\n27.11.2026;2,00;y;${word}\n`))).toEqual([
      100n,
      200n,
    ])
  })

  test('is noticed by one word for a line that is not booked, whatever else it says and however it is headed', () => {
    const words = ['Booked', 'Pending', 'Cancelled', 'Failed', 'Declined']
    for (const heading of ['Status', 'X'])
      expect(refusalOf(() => read(file(heading, ...words)))).toEqual(
        unreadable('status_column', `line 3, ${heading}: pending`),
      )
    const three = file('État', 'Comptabilisé', 'En attente', 'Inconnu')
    expect(refusalOf(() => read(three))).toEqual(
      unreadable('status_column', 'État: comptabilisé, en attente, inconnu'),
    )
    const texts = ['Miete 11/2026', 'Ref 7, with many other words', 'VORGEMERKT', 'Hallo', 'a', 'b']
    expect(refusalOf(() => read(file('Notiz', ...texts)))).toEqual(
      unreadable('status_column', 'line 4, Notiz: vorgemerkt'),
    )
    // Of a text it is one word among many, and a person has said that it is no status.
    expect(sums(read(file('Notiz', ...texts), ignoring('Notiz')))).toHaveLength(texts.length)
  })

  test.each([
    'Vorgemerkt', 'Umsatz vorgemerkt', 'Denied', 'Pending', 'NOT_BOOKED', 'on hold', 'Cancelled', 'Failed', 'Declined', 'Rejected', 'Reverted', 'En attente', 'Annulée',
    'Rejeté', 'Pendiente', 'Rechazado', 'Em processamento', 'In attesa', 'Rifiutata', 'In behandeling', 'Geweigerd', 'Oczekująca', 'Odrzucone',
    'Na čekanju', 'Odbijeno', 'Zrušeno', 'Függőben', 'În așteptare', 'Väntande', 'Afventer', 'Odottaa', 'İptal', 'Beklemede', 'В обработке',
    'Отклонено', 'Εκκρεμεί', 'ยกเลิก', 'معلق', 'Gagal', 'Đang chờ', 'Thất bại', '処理中', 'キャンセル', '대기중', '취소', '待处理', '交易失败',
  ])('%s is such a word', (word) => {
    expect(why(() => read(file('X', 'anything', word, 'else 1')))).toBe('status_column')
  }) // prettier-ignore

  test.each([
    'Status', 'Statuscode', 'Status*', 'Buchungsstatus', 'Status of payment', 'Tila', 'Durum', 'Durumu', 'Állapot', 'Статус', 'Состояние',
    'Κατάσταση', 'สถานะ', 'الحالة', 'État', 'Etat', 'Stav', 'Stan', 'Stare', 'Situação', 'Trạng thái', '状态', '상태',
  ])('%s is the heading of one: two words must be mapped, or be said to change nothing', (heading) => {
    const long = ['The payment was sent to the other bank', 'The payment waits']
    const lists = [['qq', 'rr'], ['qq', 'rr', 'ss', 'tt', 'uu', 'vv'], ['qq', ''], ['1', '2'], ['100', '200'], ['B1', 'P1'], long]
    for (const words of lists) {
      expect(why(() => read(file(heading, ...words)))).toBe('status_column')
      expect(sums(read(file(heading, ...words), ignoring(heading)))).toHaveLength(words.length)
    }
    for (const figures of [['1.234,50', '1.200,00'], ['125000', '100000'], ['0,00', '12,50 USD'], ['27.11.2026', '28.11.2026']])
      expect(sums(read(file(heading, ...figures)))).toHaveLength(2)
  }) // prettier-ignore

  test.each(['Pakistan', 'Bestand', 'Notiz'])('%s is none', (heading) => {
    expect(sums(read(file(heading, 'qq', 'rr')))).toEqual([-100n, 200n])
  })

  test.each([
    ['Booked', 'yes', 'no'],
    ['Posted', 'true', 'false'],
    ['Settled?', 'Y', 'N'],
    ['is_booked', '1', '0'],
    ['Verbucht', 'ja', 'nein'],
    ['Gebucht', 'x', ''],
    ['Bogført', 'ja', 'nej'],
    ['Comptabilisé', 'oui', 'non'],
    ['Contabilizado', 'sí', 'no'],
    ['Zaksięgowane', 'tak', 'nie'],
    ['Proknjiženo', 'da', 'ne'],
    ['Đã hạch toán', 'có', 'chưa'],
  ])('%s that answers %s of one line and %s of another must be mapped', (heading, yes, no) => {
    const text = file(heading, yes, no, yes)
    expect(why(() => read(text))).toBe('status_column')
    expect(why(() => read(text, ignoring(heading)))).toBe('ignored_status')
    const mapped = { columns: { ...MAPPING.columns, status: heading }, booked_words: [yes] }
    expect(sums(read(text, mapped))).toEqual([-100n, 300n])
    expect(why(() => read(file(heading, no, no)))).toBe(no === '' ? 'read' : 'status_column')
    expect(sums(read(file(heading, '', '')))).toEqual([-100n, 200n])
  })

  test('Booked with a day beside empty cells must be mapped or ignored', () => {
    const text = file('Booked', '27.11.2026', '')
    expect(why(() => read(text))).toBe('status_column')
    expect(sums(read(text, ignoring('Booked')))).toEqual([-100n, 200n])
  })

  test('that is said to change nothing is refused by its words, unless another one is mapped', () => {
    for (const words of [['Gebucht', 'Vorgemerkt'], ['Gebucht', 'Vorgemerkt', 'Sonst'], ['', 'Vorgemerkt'], ['Pending']])
      for (const heading of ['Status', 'X'])
        expect(refusalOf(() => read(file(heading, ...words), ignoring(heading)))).toEqual(
          unreadable('ignored_status', `${heading}: ${words.filter((word) => word !== '').join(', ').toLowerCase()}`),
        )
    const both = 'D;A;T;S;X\n27.11.2026;-1,00;x;ok;Gebucht\n27.11.2026;2,00;y;ok;Vorgemerkt\n27.11.2026;4,00;z;-;Vorgemerkt\n'
    const mapped = { columns: { ...MAPPING.columns, status: 'S', ignored: ['X'] }, booked_words: ['ok'] }
    expect(sums(read(both, mapped))).toEqual([-100n, 200n])
  }) // prettier-ignore

  test('that is read as text is noticed under its heading, and a payer may write such a word', () => {
    const columns = (heading: string) => ({ columns: { ...MAPPING.columns, remittance: ['T', heading] } })
    const text = (heading: string) => file(heading, 'Gebucht', 'Vorgemerkt')
    expect(why(() => read(text('Status'), columns('Status')))).toBe('status_column')
    expect(sums(read(file('Memo', 'Miete 11/2026', 'Vorgemerkt'), columns('Memo')))).toEqual([-100n, 200n])
    expect(sums(read('D;A;T\n27.11.2026;1,00;Pending\n'))).toEqual([100n])
    // Words alone are the bank's; and a person may say that they are a payer's.
    expect(why(() => read(text('Memo'), columns('Memo')))).toBe('status_column')
    const both = { columns: { ...columns('Memo').columns, ignored: ['Memo'] } }
    expect(sums(read(text('Memo'), both))).toEqual([-100n, 200n])
  })
})

describe('a column of directions that is not mapped', () => {
  const file = (heading: string, ...words: string[]) =>
    `D;A;T;${heading}\n${words.map((word, i) => `27.11.2026;${i + 1},00;t ${i};${word}\n`).join('')}`
  const why = (text: string, changed?: Partial<CsvMapping>) =>
    (refusalOf(() => read(text, changed)) as { why?: string }).why ?? 'read'
  const withMinus = (text: string) => `${text}28.11.2026;-9,00;out;Anything 1\n`

  test.each([
    ['Bij', 'Af', 'Correctie'],
    ['H', 'S', 'SR'],
    ['C', 'D', 'RC1'],
    ['IN', 'OUT', 'NEUTRAL'],
    ['Credit', 'Debit', 'Reversal'],
    ['CREDIT', 'DEBIT', 'CHECK'],
    ['Crédito', 'Débito', 'Estorno'],
    ['Accredito', 'Addebito', 'Storno'],
    ['Insättning', 'Uttag', 'Övrigt'],
    ['Alacak', 'Borç', 'Diğer'],
    ['Кредит', 'Дебет', 'Прочее'],
    ['Giriş', 'Çıkış', 'İade'],
    ['Có', 'Nợ', 'Khác'],
    ['入金', '出金', 'その他'],
    ['입금', '출금', '정정'],
    ['存入', '支取', '冲正'],
    ['دائن', 'مدين', 'أخرى'],
  ])('is noticed by %s and %s, also beside %s, a minus, and many other words', (credit, debit, other) => {
    const text = file('X', credit, debit, other)
    expect(why(text)).toBe('direction_column')
    expect(why(withMinus(text))).toBe('direction_column')
    expect(why(text, { columns: { ...MAPPING.columns, ignored: ['X'] } })).toBe('ignored_direction')
    expect(why(text, { columns: { ...MAPPING.columns, remittance: ['T', 'X'] } })).toBe('direction_column')
    const many = file('X', credit, 'a', 'b', 'c', 'a longer text, 12', 'g', debit, 'e')
    expect(refusalOf(() => read(many))).toEqual(
      unreadable('direction_column', `line 8, X: ${debit.toLowerCase()}`),
    )
  })

  test.each([
    ['Debit/Credit', 'CR', 'DB'],
    ['Дт/Кт', 'qq', 'rr'],
    ['Richtung', 'eingehend', 'ausgehend'],
    ['入出金区分', '入金分', '支払い'],
  ])(
    'is noticed under %s by an unknown word beside amounts with a minus and without',
    (heading, credit, debit) => {
      const signed = (last: string) =>
        `D;A;T;${heading}\n27.11.2026;1,00;t;${credit}\n27.11.2026;2,00;t;${debit}\n27.11.2026;-3,00;t;${last}\n`
      expect(why(signed(debit))).toBe('direction_column')
      // Each word beside amounts of one sign: the minus says which way they went.
      const agreed = `D;A;T;${heading}\n27.11.2026;1,00;t;qx\n27.11.2026;2,00;t;qx\n27.11.2026;-3,00;t;rx\n`
      expect(why(agreed)).toBe('read')
    },
  )

  test.each([
    ['ACH_CREDIT', 'ACH_DEBIT', 'ATM_WITHDRAWAL', 'CHECK_PAID', 'WIRE', 'FEE'],
    ['Transfer', 'Direct Debit', 'Cash Withdrawal', 'Card', 'Cheque', 'Fee'],
  ])('is noticed by one word of several, among many kinds of a file without a minus', (...kinds) => {
    const text = file('Type', ...kinds)
    expect(why(text)).toBe('direction_column')
    expect(why(withMinus(text))).toBe('read')
    expect(why(text, { columns: { ...MAPPING.columns, ignored: ['Type'] } })).toBe('read')
  })

  test.each(['−', '–', '－'])('is noticed by + and %s in place of a hyphen', (minus) => {
    expect(why(file('Vorzeichen', '+', minus))).toBe('direction_column')
    expect(why(file('X', '+', minus))).toBe('direction_column')
  })

  test.each(['Af Bij', 'Bij/Af', 'S/H', 'Soll/Haben-Kennzeichen', 'D/C', 'Debit/Credit', 'CreditDebitIndicator', 'Direction', 'Sens',
    'Sentido', 'Segno', 'Richtung', 'Kierunek', 'Направление', 'Chiều', '借贷标志', '入出金区分', '입출금구분'])(
    'is noticed under the heading %s by any word for debit, or by several words',
    (heading) => {
      expect(why(file(heading, 'qq', 'rr', 'Debit', 'ss', 'tt', 'uu'))).toBe('direction_column')
      expect(why(withMinus(file(heading, 'D', 'rr 1')))).toBe('direction_column')
      expect(refusalOf(() => read(file(heading, 'Credit', 'qq', 'rr', 'ss', 'tt', 'uu')))).toEqual(
        unreadable('unknown_words', `${heading}: qq, rr, ss, tt, …`),
      )
      expect(why(file(heading, 'qq', 'rr', 'ss'))).toBe('unknown_words')
      expect(why(file(heading, 'Debit'))).toBe('direction_column')
      // A day of credits alone, and amounts under such a heading.
      expect(why(file(heading, 'Credit', 'Credit'))).toBe('read')
      expect(why(file(heading, '1,00', '2,00', '3,00'))).toBe('read')
    },
  ) // prettier-ignore

  test('is noticed where words for debit are most of it', () => {
    const words = ['Debit', 'Reversal 12', 'Debit', 'Debit', 'Chargeback of 7']
    expect(refusalOf(() => read(file('X', ...words)))).toEqual(unreadable('direction_column', 'line 2, X: debit'))
    expect(why(file('X', 'Debit', ...words.filter((word) => word !== 'Debit'), 'Ref 9', 'Ref 10'))).toBe('read')
  }) // prettier-ignore

  test('is noticed in a file of one line', () => {
    for (const word of ['Af', 'Out', 'D', 'S', 'Lastschrift', 'Débit'])
      expect(why(file('X', word))).toBe('direction_column')
    for (const word of ['Bij', 'In', 'C', 'H', 'Gutschrift', 'Crédit'])
      expect(why(file('X', word))).toBe('read')
  })

  test('is none where the amounts have the signs it says, nor where such a word is one among others of a text', () => {
    expect(sums(read('D;A;T;X\n27.11.2026;-1,00;x;Debit\n27.11.2026;2,00;y;Credit\n27.11.2026;0,00;z;Debit\n'))).toEqual([
      -100n,
      200n,
    ])
    const texts = ['In', 'Rent for 11/2026', 'Out', 'Order 7', 'Hello to all', 'Ref 12']
    // As a part of the text; and where a person says that it is none.
    expect(why(file('X', ...texts), { columns: { ...MAPPING.columns, remittance: ['T', 'X'] } })).toBe('read')
    expect(why(file('X', ...texts), { columns: { ...MAPPING.columns, ignored: ['X'] } })).toBe('read')
    // The other way round: money that left, by its minus, and a credit, by its word.
    const turned = 'D;A;T;D/C\n27.11.2026;-1,00;x;C\n27.11.2026;2,00;y;\n'
    expect(why(turned)).toBe('direction_column')
    expect(why(turned, { columns: { ...MAPPING.columns, ignored: ['D/C'] } })).toBe('sign_and_word')
    expect(why(file('X', 'Rent out 1', 'In full 2', 'Af en toe 3'))).toBe('read')
    expect(why(file('X', '-', '-', 'In 1'))).toBe('read')
    for (const role of ['counterparty_name', 'bank_reference'])
      expect(why(file('X', 'In', 'Out', 'Z'), { columns: { ...MAPPING.columns, [role]: 'X' } })).toBe('read')
  }) // prettier-ignore
})

describe('credits and debits the wrong way round', () => {
  const sides = (credit: string, debit: string) =>
    refusalOf(() =>
      read(`D;${credit};${debit};T\n27.11.2026;25,00;;x\n27.11.2026;;5,00;y\n`, {
        ...SIDES,
        columns: { booking_day: 'D', credit, debit, remittance: ['T'] },
      }),
    )

  test.each([['Credit', 'Debit'], ['Haben', 'Soll'], ['Avere', 'Dare'], ['Paid in', 'Paid out'], ['Credit Amount', 'Debit Amount'],
    ['Gutschrift (USD)', 'Lastschrift (USD)'], ['Abono', 'Cargo'], ['Potražuje', 'Duguje'], ['Ghi có', 'Ghi nợ'], ['입금', '출금']])(
    'are refused by their headings: %s for %s', (credit, debit) => {
      expect(sides(debit, credit)).toEqual(unreadable('crosswise', `${debit}, ${credit}`))
      expect(sides(credit, debit)).toEqual({ code: 'read' })
    },
  ) // prettier-ignore

  test('are refused by one heading that is a word for the other side', () => {
    expect(sides('Debit', 'Amount')).toEqual(unreadable('crosswise', 'Debit, Amount'))
    expect(sides('Amount', 'Credit')).toEqual(unreadable('crosswise', 'Amount, Credit'))
    expect(sides('Amount', 'Credit card')).toEqual({ code: 'read' })
    expect(sides('Betrag 1', 'Betrag 2')).toEqual({ code: 'read' })
  })

  test('are refused by their words in a column of directions', () => {
    const directed = (credit_words: string[], debit_words: string[]) =>
      refusalOf(() =>
        read('D;A;T;W\n27.11.2026;25,00;x;Debit\n', {
          amounts: undefined,
          columns: { ...MAPPING.columns, direction: 'W' },
          credit_words,
          debit_words,
        }),
      )
    expect(directed(['Debit'], ['Credit'])).toEqual(unreadable('crosswise', 'Debit, Credit'))
    expect(directed(['Debit', 'x'], ['y', 'credit'])).toEqual(unreadable('crosswise', 'Debit, credit'))
    expect(directed(['Credit', 'RD'], ['Debit', 'RC'])).toEqual({ code: 'read' })
  })
})

describe('debits with a minus and without in one file', () => {
  const OUT = (...rows: string[]) =>
    `D;In;Out;T\n${rows.map((cells, i) => `27.11.2026;${cells};t ${i}\n`).join('')}`
  const DIRECTED: Partial<CsvMapping> = {
    amounts: undefined,
    columns: { ...MAPPING.columns, direction: 'W' },
    credit_words: ['Bij'],
    debit_words: ['Af'],
  }
  const AF = (...rows: string[]) => `D;A;W;T\n${rows.map((cells, i) => `27.11.2026;${cells};t ${i}\n`).join('')}`

  test('are refused with both lines, whichever comes first', () => {
    expect(refusalOf(() => read(OUT(';25,00', ';-10,00'), SIDES))).toEqual(
      unreadable('mixed_signs', 'line 2, Out: 25,00; line 3, Out: -10,00'),
    )
    expect(refusalOf(() => read(OUT('1,00;', ';(10,00)', ';25,00'), { ...SIDES, newest_first: true }))).toEqual(
      unreadable('mixed_signs', 'line 3, Out: (10,00); line 4, Out: 25,00'),
    )
    expect(refusalOf(() => read(AF('25,00;Af', '-30,00;Af'), DIRECTED))).toEqual(
      unreadable('mixed_signs', 'line 2, A: 25,00; line 3, A: -30,00'),
    )
  })

  test('are read where all are written in one way', () => {
    expect(sums(read(OUT(';-25,00', ';-10,00', ';0,00', '3,00;'), SIDES))).toEqual([-2500n, -1000n, 300n])
    expect(sums(read(OUT(';25,00', ';10,00 DR', '3,00;0,00'), SIDES))).toEqual([-2500n, -1000n, 300n])
    expect(sums(read(AF('-25,00;Af', '3,00;Bij', '-1,00;Af'), DIRECTED))).toEqual([-2500n, 300n, -100n])
    expect(sums(read(AF('25,00;Af', '3,00;Bij', '1,00 DR;Af'), DIRECTED))).toEqual([-2500n, 300n, -100n])
  })
}) // prettier-ignore

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

describe('of which account a file is', () => {
  const OTHER = 'DE02120300000000202051'
  const file = (heading: string, ...cells: string[]) =>
    `D;A;T;${heading}\n${cells.map((cell, i) => `27.11.2026;${i + 1},00;x;${cell}\n`).join('')}`
  const named = (heading: string, cell: string, line = 2) =>
    unreadable('account_column', `line ${line}, ${heading}: ${cell}`)
  const columns = (more: object) => ({ columns: { ...MAPPING.columns, ...more } })

  test.each([
    'Account', 'Konto', 'IBAN', 'Own account', 'Auftragskonto', 'IBAN Auftragskonto', 'Account number', 'Kontonummer/IBAN',
    'Votre compte', 'Compte', 'Cuenta', 'Moj račun', 'Số tài khoản', '口座番号', '계좌번호', '本方账号', 'Whatever',
  ])('%s of another account in every line is called so', (heading) => {
    expect(refusalOf(() => readOf(file(heading, OTHER, OTHER)))).toEqual(named(heading, OTHER))
    expect(refusalOf(() => readOf(file(heading, 'DE02 1203 0000 0000 2020 51')))).toMatchObject({
      why: 'account_column',
    })
    for (const own of ['DE89370400440532013000', 'de89 3704 0044 0532 0130 00'])
      expect(sums(readOf(file(heading, own, own)))).toEqual([100n, 200n])
  }) // prettier-ignore

  test.each([
    'Gegenkonto', 'IBAN Zahlungsbeteiligter', 'Counterparty account', 'Beneficiary IBAN', 'Payer', 'From account', 'Tegenrekening',
    'Compte bénéficiaire', 'IBAN ordenante', 'Rachunek nadawcy', 'Račun primaoca', 'Tài khoản thụ hưởng', '相手口座', '상대계좌', '对方账号',
  ])('is not what %s says, whose it is', (heading) => {
    expect(sums(readOf(file(heading, OTHER, OTHER)))).toEqual([100n, 200n])
  }) // prettier-ignore

  test('is not what a column of payers says, who are different ones', () => {
    expect(sums(readOf(file('IBAN', OTHER, 'FR7630006000011234567890189')))).toEqual([100n, 200n])
    expect(sums(readOf(file('IBAN', OTHER, '')))).toEqual([100n, 200n])
    expect(sums(readOf(file('Konto', 'Giro 12', 'Giro 12')))).toEqual([100n, 200n])
    expect(sums(readOf(file('Kontostand', '12.345,67', '12.345,67')))).toEqual([100n, 200n])
    expect(sums(readOf(file('Code', '12345678', '12345678')))).toEqual([100n, 200n])
    for (const day of ['27.11.2026', '2026-11-27', '2026-11-27T10:00:00', '20261127'])
      expect(sums(readOf(file('Accounting date', day, day)))).toEqual([100n, 200n])
    expect(sums(readOf(file('Account credited', '27.11.2026', '27.11.2026')))).toEqual([100n, 200n])
    expect(sums(readOf(file('Account total', '12.345,00', '12.345,00')))).toEqual([100n, 200n])
  })

  test('is said by a line of another account beside ours, and by any of a column of our own', () => {
    expect(refusalOf(() => readOf(file('Konto', OUR_IBAN.account, OTHER)))).toEqual(named('Konto', OTHER, 3))
    expect(refusalOf(() => readOf(file('Auftragskonto', '', OTHER)))).toEqual(
      named('Auftragskonto', OTHER, 3),
    )
  })

  test.each([
    '532013000',
    '0532013000',
    '370400440532013000',
    '****3000',
    'DE89 XXXX 3000',
    'Giro 532013000',
  ])('is ours as %s, and not with another digit', (written) => {
    const wrong = written.replace(/3000$/, '3001')
    for (const heading of ['Auftragskonto', 'Account']) {
      expect(sums(readOf(file(heading, written, written)))).toEqual([100n, 200n])
      expect(refusalOf(() => readOf(file(heading, wrong, wrong)))).toEqual(named(heading, wrong))
    }
    const mapped = columns({ own_account: 'Account' })
    expect(sums(readOf(file('Account', written), mapped))).toEqual([100n])
    expect(refusalOf(() => readOf(file('Account', written, wrong), mapped))).toEqual({
      code: 'bank_file_is_of_another_account',
      account: '•••• 3001',
      where: 'line 3, Account',
    })
  })

  test('is said by a number where the account has no IBAN', () => {
    const ours = { account: '0011004123456', numbers: ['0011004123456'] }
    const written = (number: string) => () => readOf(file('Số tài khoản', number, number), {}, ours)
    expect(sums(written('0011004123456')())).toEqual([100n, 200n])
    expect(refusalOf(written('0011004123457'))).toMatchObject({ why: 'account_column' })
    const iban = { account: '532013000', numbers: ['532013000'] }
    expect(sums(readOf(file('IBAN', OUR_IBAN.account), {}, iban))).toEqual([100n])
    expect(refusalOf(() => readOf(file('IBAN', OTHER), {}, iban))).toMatchObject({ why: 'account_column' })
  })

  test('is settled by the mapping: the payer’s, nothing, or our own, which must have a number', () => {
    expect(
      readOf(file('Konto', OTHER), columns({ counterparty_account: 'Konto' })).lines[0]!.counterparty_account,
    ).toBe(OTHER)
    expect(sums(readOf(file('Konto', OTHER), columns({ ignored: ['Konto'] })))).toEqual([100n])
    expect(
      refusalOf(() => readOf(file('Auftragskonto', OTHER), columns({ ignored: ['Auftragskonto'] }))),
    ).toMatchObject({ code: 'bank_file_is_of_another_account' })
    const two = `D;A;T;O;P\n27.11.2026;1,00;x;${OUR_IBAN.account};${OTHER}\n`
    expect(sums(readOf(two, columns({ own_account: 'O' })))).toEqual([100n])
    expect(refusalOf(() => readOf(file('O', 'Giro'), columns({ own_account: 'O' })))).toEqual(
      unreadable('account', 'line 2, O: Giro'),
    )
  })

  test.each([
    'Konto;Giro DE02 1203 0000 0000 2020 51', `IBAN: ${OTHER}`, `"Umsätze ${OTHER}"`, 'Kontonummer;202051', 'Account number: 12345678',
    'Số tài khoản;0011004123457',
  ])('is said above the columns: %s', (written) => {
    const above = (line: string) => readOf(`Export\n${line}\n${file('N', '1')}`, { skip_lines: 2 })
    expect(refusalOf(() => above(written))).toMatchObject({
      code: 'bank_file_is_of_another_account',
      where: 'line 2',
    })
    for (const own of ['Konto;Giro DE89 3704 0044 0532 0130 00', 'Kontonummer: 532013000', 'Kontostand;12.345.678,00'])
      expect(sums(above(own))).toEqual([100n])
  }) // prettier-ignore
})

describe('a number for a currency', () => {
  const file = (heading: string, ...codes: string[]) =>
    `D;A;T;${heading}\n${codes.map((code) => `27.11.2026;1,00;x;${code}\n`).join('')}`
  const mapped = { columns: { ...MAPPING.columns, currency: 'W' } }

  test('is read in its column as its letters, as small letters are', () => {
    for (const own of ['840', 'usd', 'USD', 'Usd', ''])
      expect(sums(read(file('W', own), mapped))).toEqual([100n])
    expect(sums(read(file('W', '978'), mapped, 'EUR'))).toEqual([100n])
    for (const [code, letters] of [
      ['978', 'EUR'],
      ['704', 'VND'],
      ['036', 'AUD'],
      ['36', 'AUD'],
      ['eur', 'eur'],
      ['000', '000'],
    ] as const)
      expect(refusalOf(() => read(file('W', code), mapped))).toMatchObject({
        code: 'bank_file_is_in_another_currency',
        currency: letters,
      })
  })

  test('is noticed in a column that is headed as one of currencies, and in no other', () => {
    for (const heading of ['Currency', 'Währung', 'Loại tiền tệ', '通貨', '통화', 'Devise', 'Valuta']) {
      expect(refusalOf(() => read(file(heading, '840', '978')))).toMatchObject({ why: 'currency_column' })
      expect(sums(read(file(heading, '840', '840')))).toEqual([100n, 100n])
    }
    expect(sums(read(file('Code', '978', '978')))).toEqual([100n, 100n])
  })

  test('is read above the columns, too', () => {
    expect(refusalOf(() => read(`Currency;978\n${file('N', '1')}`, { skip_lines: 1 }))).toMatchObject({
      code: 'bank_file_is_in_another_currency',
      currency: 'EUR',
    })
    expect(sums(read(`Currency;840\n${file('N', '1')}`, { skip_lines: 1 }))).toEqual([100n])
  })

  const STANDARD = '/usr/share/iso-codes/json/iso_4217.json'
  test.runIf(existsSync(STANDARD))(
    'is that of ISO 4217 (NOT RUN where Debian’s iso-codes is not installed)',
    () => {
      const { 4217: listed } = JSON.parse(readFileSync(STANDARD, 'utf8')) as {
        4217: { alpha_3: string; numeric: string }[]
      }
      const spoken = new Set(Intl.supportedValuesOf('currency'))
      const money = listed.filter(
        ({ alpha_3: alpha3 }) => spoken.has(alpha3) && !/^X(?!A[F]|C[DG]|OF|PF)/.test(alpha3),
      )
      expect(money.length).toBeGreaterThan(140)
      expect(money.filter(({ alpha_3: alpha3, numeric }) => lettersOf(numeric) !== alpha3)).toEqual([])
    },
  )
})

describe('text whose letters are lost', () => {
  test.each(['M\ufffdller', 'Nguy\ufffd\ufffdn', '\ufffd', 'Mï¿½ller'])(
    'is refused with its line, whatever else the file says: %s',
    (lost) => {
      expect(refusalOf(() => read(`D;A;T\n27.11.2026;1,00;Größe\n27.11.2026;2,00;${lost}\n`))).toMatchObject({
        why: 'garbled',
        where: expect.stringContaining('line 3: 27.11.2026;2,00;') as string,
      })
    },
  )
})

describe('balances that do not add up', () => {
  const withBalance = { columns: { ...MAPPING.columns, balance: 'S' } }
  const wrong = (rows: string, newest_first = false) =>
    refusalOf(() => read(`D;A;T;S\n${rows}`, { ...withBalance, newest_first }))
  const OLDEST = '26.11.2026;6,00;y;106,00\n27.11.2026;5,00;x;111,00\n'
  const NEWEST = '27.11.2026;5,00;x;111,00\n26.11.2026;6,00;y;106,00\n'

  test('are refused with the first line at which they part', () => {
    expect(wrong(`${OLDEST}27.11.2026;1,00;z;113,00\n27.11.2026;2,00;z;115,00\n`)).toEqual({
      code: 'bank_statement_does_not_add_up',
      statement: expect.stringMatching(/^csv /) as string,
      opening: '100.00',
      lines: '14.00',
      closing: '115.00',
      where: 'line 4, S: 113.00',
    })
    expect(wrong('26.11.2026;6,00;y;106,00\n26.11.2026;1,00;y;\n27.11.2026;5,00;x;111,00\n')).toMatchObject({
      where: 'line 4, S: 111.00',
    })
  })

  test('in this order do in the other, which is said', () => {
    expect(wrong(NEWEST)).toMatchObject({ why: 'newest_first', where: 'line 3, S: 106.00' })
    expect(wrong(OLDEST, true)).toMatchObject({ why: 'oldest_first' })
    expect(wrong(OLDEST)).toEqual({ code: 'read' })
    expect(wrong(NEWEST, true)).toEqual({ code: 'read' })
  })
})

describe('a fee beside the amount', () => {
  const ofFee = { columns: { ...MAPPING.columns, fee: 'Fee', balance: 'S' } }
  const parts = ({ lines }: CsvStatement) =>
    lines.map(({ amount_minor, direction, remittance }) => [direction, amount_minor, remittance])
  const CHARGES = 'Charges of the bank in one booking with a payment'

  test.each(['', '-'])(
    'leaves of a credit what arrived, and of a debit is a line of its own (%s)',
    (sign) => {
      const file =
        'D;A;Fee;T;S\n' +
        `24.11.2026;100,00;${sign}2,00;in;198,00\n25.11.2026;-12,34;${sign}0,50;FW-X;185,16\n` +
        `26.11.2026;-1,00;0,00;out;184,16\n27.11.2026;3,00;-;in;187,16\n28.11.2026;0,00;${sign}5,00;plan;182,16\n`
      const statement = read(file, ofFee)
      expect(parts(statement)).toEqual([
        ['credit', 9800n, 'in'],
        ['debit', 1234n, 'FW-X'],
        ['debit', 50n, CHARGES],
        ['debit', 100n, 'out'],
        ['credit', 300n, 'in'],
        ['debit', 500n, 'plan'],
      ])
      expect(statement).toMatchObject({
        opening: { amount_minor: 10000n },
        closing: { amount_minor: 18216n },
      })
    },
  )

  test('is refused where it is above its amount, of another currency, or written with both signs', () => {
    const columns = { ...MAPPING.columns, fee: 'Fee' }
    const file = (...rows: string[]) => `D;A;Fee;T\n${rows.join('\n')}\n`
    const above = file('24.11.2026;1,00;2,00;x')
    expect(refusalOf(() => read(above, { columns }))).toEqual(unreadable('fee', 'line 2, Fee: 2,00'))
    const foreignFee = file('24.11.2026;1,00;0,10 EUR;x')
    expect(refusalOf(() => read(foreignFee, { columns }))).toEqual(foreign('EUR', 'line 2, Fee: 0,10 EUR', 2))
    const mixed = file('24.11.2026;9,00;2,00;x', '24.11.2026;-9,00;-2,00;y')
    expect(refusalOf(() => read(mixed, { columns }))).toEqual(unreadable('fee', 'line 3, Fee: -2.00'))
  })

  test('that is in the balance already does not add up', () => {
    const file = 'D;A;Fee;T;S\n24.11.2026;100,00;2,00;x;100,00\n25.11.2026;1,00;1,00;y;101,00\n'
    expect(refusalOf(() => read(file, ofFee))).toMatchObject({ code: 'bank_statement_does_not_add_up' })
    expect(sums(read(file, { columns: { ...MAPPING.columns, balance: 'S', ignored: ['Fee'] } }))).toEqual([
      10000n,
      100n,
    ])
  })

  test.each([
    'Fee', 'Fees', 'Transaction fee', 'Gebühr', 'Gebühren', 'Transaktionsgebühr', 'Frais', 'Commission', 'Comisión',
    'Commissioni', 'Provizija', 'Prowizja', 'Phí', 'Phí giao dịch', 'Комиссия', 'Комісія', '手数料', '수수료', '手续费', 'Fee (USD)',
    'Comissão', 'Taxa', 'Comision', 'Poplatek', 'Kosten', 'Spesen', 'Transaktionskosten', 'Cost', 'Costo', 'Tasa', 'Kulu', 'Avgift', 'Gebyr', 'Masraf', 'Díj', 'Προμήθεια', 'Biaya', 'رسوم', 'ค่าธรรมเนียม',
  ])('under the heading %s is not dropped without a word', (heading) => {
    const file = (fee: string) => `D;A;T;${heading}\n24.11.2026;-100,00;x;\n25.11.2026;100,00;y;${fee}\n`
    for (const fee of ['2,00', '-2,00', '2,00 USD', '$ 2,00', '0,50-', '(1.002,00)'])
      expect(refusalOf(() => read(file(fee)))).toEqual(unreadable('fee_column', `line 3, ${heading}: ${fee}`))
    for (const none of ['', '0', '0,00', '-', 'SHA'])
      expect(refusalOf(() => read(file(none)))).toEqual({
        code: 'read',
      })
    const asText = { columns: { ...MAPPING.columns, remittance: ['T', heading] } }
    expect(refusalOf(() => read(file('2,00'), asText))).toMatchObject({ why: 'fee_column' })
    const ignored = { columns: { ...MAPPING.columns, ignored: [heading] } }
    expect(sums(read(file('2,00'), ignored))).toEqual([-10000n, 10000n])
    const mapped = { columns: { ...MAPPING.columns, fee: heading } }
    expect(sums(read(file('2,00'), mapped))).toEqual([-10000n, 9800n])
  }) // prettier-ignore

  test.each(['Coffee', 'Taxa de câmbio', 'Gebührenfrei', 'Feedback', 'Discharge'])(
    'is none under the heading %s',
    (heading) => {
      expect(sums(read(`D;A;T;${heading}\n24.11.2026;-1,00;x;7\n`))).toEqual([-100n])
    },
  )
})

describe('the currency in which a card was used', () => {
  const file =
    'D;Betrag (USD);Original Currency;Original Amount;T\n' +
    '24.11.2026;-12,50;GBP;9,90;card\n25.11.2026;25,00;USD;25,00;FT-X\n'
  const columns = { ...MAPPING.columns, amount: 'Betrag (USD)' }

  test('may be ignored where the heading of the amount names the account’s', () => {
    expect(refusalOf(() => read(file, { columns }))).toMatchObject({ why: 'currency_column' })
    const ignored = { ...columns, ignored: ['Original Currency', 'Original Amount'] }
    expect(sums(read(file, { columns: ignored }))).toEqual([-1250n, 2500n])
    const unsaid = file.replace('Betrag (USD)', 'A')
    expect(refusalOf(() => read(unsaid, { columns: { ...ignored, amount: 'A' } }))).toMatchObject({
      code: 'bank_file_is_in_another_currency',
    })
  })

  test('may be ignored where only both of two amount columns name it', () => {
    const sides = (out: string) =>
      refusalOf(() =>
        read(`D;In (USD);${out};T;W\n24.11.2026;;12,50;card;GBP\n`, {
          amounts: undefined,
          columns: { booking_day: 'D', credit: 'In (USD)', debit: out, remittance: ['T'], ignored: ['W'] },
        }),
      )
    expect(sides('Out (USD)')).toEqual({ code: 'read' })
    expect(sides('Out')).toMatchObject({ code: 'bank_file_is_in_another_currency' })
  })
})

describe('a column of directions that is said to change nothing', () => {
  const file = (...words: string[]) =>
    `D;A;T;X\n${words.map((word, i) => `24.11.2026;${i + 1},00;t${i};${word}`).join('\n')}\n`
  const ignored = { columns: { ...MAPPING.columns, ignored: ['X'] } }

  test.each([['Bij', 'Af'], ['Af'], ['C', 'D'], ['Gutschrift', 'Lastschrift'], ['Có', 'Nợ'], ['', 'Debit']])(
    'is refused while no amount has a minus: %s %s',
    (...words) => {
      const where = `X: ${words
        .filter((word) => word !== '')
        .join(', ')
        .toLowerCase()}`
      expect(refusalOf(() => read(file(...words), ignored))).toEqual(unreadable('ignored_direction', where))
    },
  )

  test.each([['Bij', 'Af'], ['C', 'D'], ['Gutschrift', 'Lastschrift'], ['Có', 'Nợ'], ['', 'Debit'], ['H', 'S']])(
    'is read where a minus and its words agree on every line, and refused where they do not: %s %s',
    (credit, debit) => {
      const signed = (...rows: [amount: string, word: string][]) =>
        `D;A;T;X\n${rows.map(([amount, word], i) => `24.11.2026;${amount};t${i};${word}\n`).join('')}`
      const agreed: [string, string][] = [['1,00', credit], ['-2,00', debit], ['3,00', credit], ['0,00', debit]]
      expect(sums(read(signed(...agreed), ignored))).toEqual([100n, -200n, 300n])
      expect(refusalOf(() => read(signed(...agreed, ['4,00', debit]), ignored))).toMatchObject({ why: 'sign_and_word' })
      const storno = () => read(signed(...agreed, ['-4,00', credit]), ignored)
      // An empty cell says nothing.
      expect(refusalOf(storno)).toMatchObject(credit === '' ? { code: 'read' } : { why: 'sign_and_word' })
      const many = [...agreed, ['5,00', debit], ['6,00', `${credit} a`], ['7,00', `${credit} b`], ['8,00', `${credit} c`]]
      const under = { columns: { ...MAPPING.columns, ignored: ['D/C'] } }
      const headed = signed(...(many as [string, string][])).replace('X', 'D/C')
      expect(refusalOf(() => read(headed, under))).toEqual(
        unreadable('sign_and_word', `line 6, D/C: ${debit.toLowerCase()}`),
      )
    },
  ) // prettier-ignore

  test('is refused by a word of no list beside both signs, if another of its words is known', () => {
    const under = { columns: { ...MAPPING.columns, ignored: ['Debit/Credit'] } }
    const file = (credit: string, debit: string) =>
      `D;A;T;Debit/Credit\n24.11.2026;1,00;x;${credit}\n24.11.2026;2,00;x;${debit}\n24.11.2026;-3,00;x;${debit}\n`
    expect(refusalOf(() => read(file('CR', 'DB'), under))).toEqual(unreadable('sign_and_word', 'Debit/Credit: cr, db'))
    expect(sums(read(file('Nord', 'West'), under))).toEqual([100n, 200n, -300n])
  }) // prettier-ignore

  test('is none of kinds, where a debit that came back keeps its word', () => {
    const kinds = ['-1,00;a;Lastschrift', '2,00;b;Lastschrift', '3,00;c;Überweisung', '-4,00;d;Entgelt 11/26']
    const file = `D;A;T;X\n${kinds.map((cells) => `24.11.2026;${cells}\n`).join('')}`
    expect(sums(read(file, ignored))).toEqual([-100n, 200n, 300n, -400n])
  })

  test.each([['Bij'], ['D'], ['Af', 'Anders'], ['Credit', 'Credit']])(
    'is one of anything else: %s %s',
    (...words) => {
      expect(sums(read(file(...words), ignored))).toHaveLength(words.length)
    },
  )
})

describe('a line that is named as a balance', () => {
  const NAMES = [
    'Anfangssaldo', 'Endsaldo', 'Alter Saldo', 'Kontostand am 24.11.2026', 'Opening balance', 'CLOSING BALANCE',
    'Balance brought forward', 'Nouveau solde', 'Solde initial', 'Saldo anterior', 'Saldo finale', 'Početno stanje',
    'Số dư', 'Số dư đầu kỳ', 'Số dư cuối ngày', '残高', '前月繰越', '期末残高', '잔액', '이월 잔액', '期初余额', 'Saldovortrag',
  ] // prettier-ignore

  test.each(NAMES)('%s is none of money, and is listed', (name) => {
    const file = `D;A;T;C\n24.11.2026;100,00;${name};USD\n24.11.2026;25,00;FT-X;USD\n`
    const statement = read(file)
    expect(sums(statement)).toEqual([2500n])
    expect(statement.skipped).toEqual([{ why: 'balance', text: `24.11.2026 100,00 ${name} USD` }])
  })

  test('is skipped at the start and the end as the mapping says', () => {
    const file = 'D;A;T\n24.11.2026;25,00;FT-X\n24.11.2026;125,00;Endsaldo\n'
    expect(read(file, { skip_last_lines: 1 })).toMatchObject({
      lines: [{ amount_minor: 2500n }],
      skipped: [{ why: 'at_the_end' }],
    })
  })

  test('is money where a payer is named, and refused where anything else is', () => {
    const file = (payer: string, more = '') =>
      `D;A;T;N;M\n24.11.2026;25,00;Endsaldo;${payer};${more}\n24.11.2026;-1,00;x;y;z\n`
    const named = { columns: { ...MAPPING.columns, counterparty_name: 'N' } }
    expect(sums(read(file('Anna'), named))).toEqual([2500n, -100n])
    expect(sums(read(file(''), named))).toEqual([-100n])
    expect(sums(read(file('Endsaldo'), named))).toEqual([-100n])
    expect(refusalOf(() => read(file('', 'Ref 7'), named))).toEqual(
      unreadable('balance_line', 'line 2: 24.11.2026 25,00 Endsaldo  Ref 7'),
    )
    expect(refusalOf(() => read(file('Anna')))).toMatchObject({ why: 'balance_line' })
  })

  test('and moves the balance is a booking', () => {
    const columns = { ...MAPPING.columns, balance: 'S' }
    for (const name of ['Closing balance', 'Kontostand', 'Endsaldo']) {
      const first = '24.11.2026;25,00;q;125,00\n'
      const text = `D;A;T;S\n${first}25.11.2026;25,00;${name};150,00\n`
      expect(read(text, { columns })).toMatchObject({
        lines: [{ remittance: 'q' }, { remittance: name }],
        closing: { amount_minor: 15000n },
        skipped_count: 0,
      })
      expect(refusalOf(() => read(text, { columns, skip_last_lines: 1 }))).toMatchObject({
        why: 'skipped_booking',
      })
      const newest = `D;A;T;S\n25.11.2026;25,00;${name};150,00\n${first}`
      expect(sums(read(newest, { columns, newest_first: true }))).toEqual([2500n, 2500n])
      // A line of the balance states it as its amount, or has none.
      for (const amount of ['125,00', '', '0,00'])
        expect(read(`D;A;T;S\n${first}25.11.2026;${amount};${name};125,00\n`, { columns })).toMatchObject({
          lines: [{ remittance: 'q' }],
          skipped: [{ why: 'balance' }],
        })
      // Neither: the sums say so.
      expect(refusalOf(() => read(`D;A;T;S\n${first}25.11.2026;7,00;${name};125,00\n`, { columns }))).toMatchObject({
        code: 'bank_statement_does_not_add_up',
      })
    }
  }) // prettier-ignore

  test('and may have moved it from zero is refused', () => {
    const columns = { ...MAPPING.columns, balance: 'S' }
    const [empty, filled] = ['24.11.2026;-9,00;q;0,00\n', '25.11.2026;25,00;Kontostand;25,00\n']
    const refused = (line: number) =>
      unreadable('balance_line', `line ${line}: 25.11.2026 25,00 Kontostand 25,00`)
    expect(refusalOf(() => read(`D;A;T;S\n${empty}${filled}`, { columns }))).toEqual(refused(3))
    const newest = { columns, newest_first: true }
    expect(refusalOf(() => read(`D;A;T;S\n${filled}${empty}`, newest))).toEqual(refused(2))
    const opening = 'D;A;T;S\n24.11.2026;9,00;Kontostand;9,00\n25.11.2026;-9,00;q;0,00\n'
    expect(sums(read(opening, { columns }))).toEqual([-900n])
  })

  test.each([
    'Saldo',
    'Übertrag',
    'Balance',
    'Endsaldo FT-X',
    'Opening balance of my shop',
    'My opening balance',
  ])('%s is a text', (text) => {
    expect(sums(read(`D;A;T\n24.11.2026;25,00;${text}\n`))).toEqual([2500n])
  })
})

test.each(['Status', 'Buchung', 'Info'])(
  'cells of %s that are empty beside booked ones are asked about',
  (heading) => {
    const file = `D;A;T;${heading}\n24.11.2026;25,00;FT-X;\n24.11.2026;-1,00;fee;Gebucht\n`
    expect(refusalOf(() => read(file))).toEqual(unreadable('status_column', `${heading}: gebucht`))
    const mapped = { columns: { ...MAPPING.columns, status: heading }, booked_words: ['Gebucht'] }
    expect(sums(read(file, mapped))).toEqual([-100n])
  },
)

test('a column of kinds is not asked about where credits and debits have columns of their own', () => {
  const file = 'D;In;Out;T;Kind\n24.11.2026;1,00;;x;Giro\n24.11.2026;2,00;;y;Maand\n24.11.2026;;3,00;z;Giro\n'
  expect(sums(read(file, SIDES))).toEqual([100n, 200n, -300n])
})

describe('a column of figures', () => {
  const file = (...flags: string[]) =>
    `D;A;T;F\n${flags.map((flag) => `24.11.2026;1,00;x;${flag}\n`).join('')}`
  test.each([
    ['1', '0'],
    ['2', '1'],
  ])('that says %s or %s where no amount has a minus is asked about', (one, other) => {
    const text = file(one, other, one)
    expect(refusalOf(() => read(text))).toEqual(unreadable('unknown_words', `F: ${one}, ${other}`))
    expect(sums(read(text, { columns: { ...MAPPING.columns, ignored: ['F'] } }))).toEqual([100n, 100n, 100n])
    const { amounts: _, ...mapping } = MAPPING
    const columns = { ...mapping.columns, direction: 'F' }
    const words = { amounts: undefined, columns, credit_words: [one], debit_words: [other] }
    expect(sums(read(text, words))).toEqual([100n, -100n, 100n])
    expect(sums(read(text.replace('1,00', '-1,00')))).toEqual([-100n, 100n, 100n])
  })
  test('of more figures, or of one, says nothing', () => {
    for (const flags of [['1', '1'], ['1', '2', '3'], ['12', '34'], ['0']])
      expect(sums(read(file(...flags)))).toHaveLength(flags.length)
  })
})

describe('the line by which Excel is told the separator', () => {
  const file = 'D;A;T\n24.11.2026;1,00;x\n'
  test.each(['sep=;\n', '\ufeffsep=;\r\n', '"sep=;"\n', 'SEP=;\n'])('is no heading: %j', (first) => {
    const { lines, skipped } = read(`${first}${file}`)
    expect(lines).toMatchObject([{ amount_minor: 100n }])
    expect(skipped).toMatchObject([{ why: 'at_the_start' }])
    expect(read(`${first}${file}`, { skip_lines: 1 }).lines).toHaveLength(1)
    expect(refusalOf(() => read(`${first}${file.replace('1,00', '?')}`))).toMatchObject({
      why: 'amount',
      where: 'line 3, A: ?',
    })
  })
})

describe('what Excel and banks write around values', () => {
  test('a text formula is its text, in every cell and heading', () => {
    const file = '="D";="A";T;N\n="24.11.2026";="1.234,50";="FT-X";="00123"\n'
    const named = { columns: { ...MAPPING.columns, counterparty_account: 'N' } }
    expect(read(file, named).lines).toMatchObject([
      { amount_minor: 123450n, remittance: 'FT-X', counterparty_account: '00123' },
    ])
  })

  test.each([
    ['1‘234,50', 123450n],
    ['1ʼ234ʼ567,00', 123456700n],
    ['1´234,50', 123450n],
    ['—12,34', -1234n],
    ['―12,34', -1234n],
    ['12,34 —', -1234n],
  ])('%s is one number', (written, minor) => {
    expect(sums(read(`D;A;T\n24.11.2026;${written};x\n`))).toEqual([minor])
  })

  test.each([
    ['dd-MMM-yy', '24-Nov-26'],
    ['dd-MMM-yy', '24-Nov-2026'],
    ['dd-MMM-yyyy', '24-NOV-2026'],
    ['dd-MMM-yyyy', '24 November 2026'],
    ['dd-MMM-yyyy', '24 Nov. 2026 13:05'],
    ['yyyy年MM月dd日', '2026年11月24日'],
    ['yyyy年MM月dd日', '2026년 11월 24일'],
    ['yyyy-MM-dd', '2026年11月24日'],
  ] as const)('a day as %s: %s', (day_format, written) => {
    const [line] = read(`D;A;T\n${written};1,00;x\n`, { day_format }).lines
    expect(line!.booking_day).toBe('2026-11-24')
  })

  test.each([
    ['dd-MMM-yy', '24-11-26'],
    ['dd-MMM-yy', '24-Foo-26'],
    // June in Croatian, and July in Polish.
    ['dd-MMM-yy', '24-lip-26'],
    ['yyyy-MM-dd', '26-11-24'],
    ['dd.MM.yyyy', '24-Nov-2026'],
    ['dd-MMM-yyyy', '31-Jun-2026'],
  ] as const)('a day that is none as %s: %s', (day_format, written) => {
    expect(refusalOf(() => read(`D;A;T\n${written};1,00;x\n`, { day_format }))).toMatchObject({ why: 'day' })
  })

  test.each([
    'Betrag in Cent',
    'Amount (cents)',
    'Amount in minor units',
    'Montant en centimes',
    'amount_cents',
  ])('the heading %s is refused, and is not read a hundredfold', (amount) => {
    const columns = { ...MAPPING.columns, amount }
    expect(refusalOf(() => read(`D;${amount};T\n24.11.2026;1234;x\n`, { columns }))).toEqual(
      unreadable('minor_units', amount),
    )
  })

  test('a heading with spaces around it is the mapping’s without, and the other way round', () => {
    const spaced = csvMapping.parse({
      ...MAPPING,
      columns: { booking_day: 'D ', amount: ' A', remittance: [' T '] },
    })
    expect(sums(read(' D;A\u00a0; T\n24.11.2026;1,00;x\n', spaced))).toEqual([100n])
  })
})

test.each([
  ['ofx', 'OFXHEADER:100\nDATA:OFXSGML\n<OFX>'],
  ['ofx', '<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?><OFX></OFX>'],
  ['qif', '!Type:Bank\nD24/11/2026\nT1.00\n^\n'],
  ['bai2', '01,122099999,123456789,261124,0200,1,80,1,2/\n02,031001234,122099999,1,261123,2359,,2/\n'],
  [
    'xml',
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">',
  ],
])('%s sent as CSV is called so', (why, text) => {
  expect(refusalOf(() => read(text))).toEqual({ code: 'bank_file_is_not_readable', why })
  expect(refusalOf(() => read(Buffer.from(`\ufeff${text}`)))).toMatchObject({ why })
  expect(refusalOf(() => read(Buffer.from(`\ufeff${text}`, 'utf16le')))).toMatchObject({ why })
})

test.each([
  ['in its archive', 'PK\u0003\u0004\u0014\0\0\0\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK'],
  ['as one file of XML', '<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">'],
])('a spreadsheet of OpenDocument %s is called so, whatever it is sent as', (_name, text) => {
  const ods = Buffer.from(text, 'latin1')
  expect(refusalOf(() => read(ods))).toEqual({ code: 'bank_file_is_not_readable', why: 'ods' })
  expect(refusalOf(() => readCamt053(ods))).toEqual({ code: 'bank_file_is_not_readable', why: 'ods' })
  expect(sums(read('D;A;T\n24.11.2026;1,00;opendocument.spreadsheet\n'))).toEqual([100n])
}) // prettier-ignore
