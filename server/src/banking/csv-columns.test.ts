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

describe('an amount before or after fees', () => {
  const AFTER = [
    'Target amount (after fees)', 'Amount before fees', 'Betrag nach Gebühren', 'Betrag inkl. Gebühren', 'Montant hors frais',
    'Importe sin comisiones', 'Importo al netto delle commissioni', 'Kwota po opłatach', 'Iznos pre naknade', 'Số tiền sau phí',
    'Net of all charges', 'Amount (fees included)', '手数料差引後金額', '수수료 차감 후 금액', '扣除手续费后金额',
  ] // prettier-ignore

  test.each(AFTER)('%s is no column of fees, and is asked about where it differs from the amount read', (heading) => {
    const file = (amount: string) => `D;A;T;${heading}\n27.11.2026;-1,00;x;-1,00\n27.11.2026;25,00;x;${amount}\n`
    expect(sums(read(file('25,00')))).toEqual([-100n, 2500n])
    expect(refusalOf(() => read(file('24,50')))).toEqual(
      unreadable('amount_and_fees', `line 3, ${heading}: 24,50`),
    )
    expect(sums(read(file('24,50'), { ignored: [heading] }))).toEqual([-100n, 2500n])
    expect(sums(read(file('24,50'), { amount: heading, ignored: ['A'] }))).toEqual([-100n, 2450n])
  }) // prettier-ignore

  test.each([
    'Source fee amount',
    'Fees (incl. tax)',
    'Transaction fee',
    'Frais',
    'Less fees',
    'Gebühr vor Ort',
  ])('%s is one of fees', (heading) => {
    const text = `D;A;T;${heading}\n27.11.2026;-1,00;x;0,50\n`
    expect(refusalOf(() => read(text))).toEqual(unreadable('fee_column', `line 2, ${heading}: 0,50`))
  })
})

describe('Wise’s history, with conversions between balances', () => {
  const HEAD =
    'ID,Status,Direction,Finished on,Source fee amount,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Reference\n'
  const OUT = 'T-1,COMPLETED,OUT,2026-11-26,0.50,We,10.00,USD,Anna,9.20,EUR,FW-1\n'
  const IN = 'T-2,COMPLETED,IN,2026-11-26,0,Bo,25.00,USD,We,25.00,USD,FT-1\n'
  const neutral = (from: string, to: string) =>
    `B-3,COMPLETED,NEUTRAL,2026-11-27,0,We,7.00,${from},We,6.00,${to},\n`
  const history = (rows: string, more: object = {}, currency = 'Source currency') =>
    read(
      `${HEAD}${rows}`,
      {
        booking_day: 'Finished on', amount: 'Source amount (after fees)', direction: 'Direction', status: 'Status', fee: 'Source fee amount',
        currency, remittance: ['Reference'], counterparty_name: 'Source name', ignored: ['Target amount (after fees)'],
      },
      {
        separator: ',', decimal: '.', day_format: 'yyyy-MM-dd', amounts: undefined,
        booked_words: ['COMPLETED'], credit_words: ['IN'], debit_words: ['OUT'], ...more,
      },
    ) // prettier-ignore

  test('the word for a conversion is refused until it has a meaning', () => {
    expect(sums(history(OUT + IN))).toEqual([-1000n, -50n, 2500n])
    expect(refusalOf(() => history(OUT + neutral('EUR', 'GBP')))).toEqual(
      unreadable('direction', 'line 3, Direction: NEUTRAL'),
    )
  })

  test('one between two other currencies is skipped as the mapping says, and listed', () => {
    const statement = history(OUT + neutral('EUR', 'GBP') + IN, { skipped_words: ['neutral'] })
    expect(sums(statement)).toEqual([-1000n, -50n, 2500n])
    expect(statement.skipped).toEqual([
      { why: 'no_booking', text: 'B-3 COMPLETED NEUTRAL 2026-11-27 0 We 7.00 EUR We 6.00 GBP' },
    ])
  })

  test('one of the account’s own currency is none to skip, and may be a debit', () => {
    for (const [from, to] of [['USD', 'EUR'], ['EUR', 'USD'], ['USD', 'USD']])
      expect(refusalOf(() => history(neutral(from!, to!), { skipped_words: ['NEUTRAL'] }))).toEqual(
        unreadable('skipped_currency', 'line 2, Direction: NEUTRAL'),
      )
    const debits = { debit_words: ['OUT', 'NEUTRAL'] }
    expect(sums(history(OUT + neutral('USD', 'EUR'), debits))).toEqual([-1000n, -50n, -700n])
    expect(refusalOf(() => history(OUT + neutral('EUR', 'USD'), debits))).toMatchObject({
      code: 'bank_file_is_in_another_currency',
    })
  }) // prettier-ignore

  test('nor is one whose amount is of the account by its heading or a sign beside it, or whose word is one of directions', () => {
    const directed = { amounts: undefined, credit_words: ['In'], debit_words: ['Out'], skipped_words: ['Neutral', 'Debit'] }
    const file = (heading: string, amount: string, word: string) => () =>
      read(`D;${heading};T;W\n27.11.2026;1,00;x;In\n27.11.2026;${amount};x;${word}\n`, { amount: heading, direction: 'W' }, directed)
    for (const [heading, amount] of [['Amount (USD)', '5,00'], ['A', '$ 5,00'], ['A', '5,00 USD']])
      expect(refusalOf(file(heading!, amount!, 'Neutral'))).toMatchObject({ why: 'skipped_currency' })
    expect(refusalOf(file('A', '5,00', 'Debit'))).toMatchObject({ why: 'direction', where: 'line 3, W: Debit' })
    expect(file('A', '5,00', 'Neutral')()).toMatchObject({ skipped_count: 1 })
  }) // prettier-ignore

  test('a mapping has no word twice, and skips words of a direction column alone', () => {
    const directed = { amounts: undefined, credit_words: ['In'], debit_words: ['Out'] }
    const parse = (columns: object, more: object) => () => read('', columns, more)
    expect(parse({ direction: 'W' }, { ...directed, skipped_words: ['in'] })).toThrow(/field_is_invalid/)
    expect(parse({}, { skipped_words: ['in'] })).toThrow(/field_is_invalid/)
  })
})

describe('a day of credits alone', () => {
  const rows = (...cells: string[]) => cells.map((each) => `27.11.2026;${each}\n`).join('')
  const why = (text: string, columns: object = {}, more: object = {}) =>
    (refusalOf(() => read(text, columns, more)) as { why?: string }).why ?? 'read'

  test('asks about no column of kinds where running balances show the sign of each of its words', () => {
    const head = 'D;A;T;Kind;B\n'
    const text = head + rows('1,00;x;Giro;101,00', '2,00;y;Instant;103,00', '3,00;z;Giro;106,00')
    expect(why(text)).toBe('unknown_words')
    expect(sums(read(text, { balance: 'B' }))).toEqual([100n, 200n, 300n])
    const newest = head + rows('3,00;z;Giro;106,00', '2,00;y;Instant;103,00', '1,00;x;Giro;101,00')
    expect(sums(read(newest, { balance: 'B' }, { newest_first: true }))).toEqual([100n, 200n, 300n])
    // The first line's balance before it is in no file: its word must stand in another line.
    const first = head + rows('1,00;x;Out;101,00', '2,00;y;Giro;103,00', '3,00;z;Giro;106,00')
    expect(why(first.replace('Out', 'Sortante'), { balance: 'B' })).toBe('unknown_words')
    expect(why(first, { balance: 'B' })).toBe('direction_column')
    expect(why(head + rows('1,00;x;Giro;101,00', '2,00;y;Giro;'), { balance: 'B' })).toBe('unknown_words')
  })

  // Neither a sign, nor a balance, nor another column says that none of its words means a debit.
  test('asks once about a column of kinds without balances: it names the column and the unknown words', () => {
    const text = `D;A;T;Kind\n${rows('1,00;x;Credit', '2,00;y;Opdracht', '3,00;z;Maand', '4,00;x;Opdracht', '5,00;x;Maand', '6,00;x;Credit')}`
    expect(refusalOf(() => read(text))).toEqual(unreadable('unknown_words', 'Kind: opdracht, maand'))
    expect(sums(read(text, { ignored: ['Kind'] }))).toHaveLength(6)
    const words = { credit_words: ['Credit', 'Maand'], debit_words: ['Opdracht'] }
    const mapped = read(text, { direction: 'Kind' }, { amounts: undefined, ...words })
    expect(sums(mapped)).toEqual([100n, -200n, 300n, -400n, 500n, 600n])
    // Where signs say it, nothing is asked.
    expect(sums(read(text.replace('2,00', '-2,00')))).toHaveLength(6)
  })

  test('is not shown by balances of debits that are read from the wrong end', () => {
    // Newest first: 100 less 5, less 5, less 5.
    const debits = `D;A;T;Kind;B\n${rows('5,00;c;Giro;85,00', '5,00;b;Giro;90,00', '5,00;a;Giro;95,00')}`
    expect(why(debits, { balance: 'B' })).toBe('unknown_words')
    expect(why(debits, { balance: 'B' }, { newest_first: true })).toBe('unknown_words')
  })

  test('asks nothing more where a column under a heading of directions says credit of every line', () => {
    const text = (...words: string[]) =>
      `D;A;T;Kind;Direction\n${rows(...words.map((word, i) => `${i + 1},00;t ${i};${i === 0 ? 'Giro' : 'Instant'};${word}`))}`
    expect(sums(read(text('IN', 'IN')))).toEqual([100n, 200n])
    expect(sums(read(text('IN', 'IN'), { ignored: ['Direction'] }))).toEqual([100n, 200n])
    for (const words of [['IN', ''], ['IN', 'NEUTRAL'], ['C', 'K'], ['IN', 'OUT']])
      expect(why(text(...words))).toMatch(words[1] === 'K' ? /^read$/ : /^(?:unknown_words|direction_column)$/)
    // Elsewhere such a word may be a product, or a country.
    expect(why(text('Credit', 'Credit').replace('Direction', 'Product'))).toBe('unknown_words')
  })

  test.each(['ID', 'No.', 'Lp.', 'STT', '番号'])('asks nothing about the numbers of two lines under %s', (heading) => {
    expect(sums(read(`D;A;T;${heading}\n${rows('1,00;x;1', '2,00;y;2')}`))).toEqual([100n, 200n])
    expect(why(`D;A;T;Art\n${rows('1,00;x;1', '2,00;y;2')}`)).toBe('unknown_words')
  })

  test.each(['Country', 'Country code', 'Payer country', 'Land', 'Pays', 'Kraj', 'Quốc gia', '支店名', 'Counterparty BIC', 'City', 'Product', 'Account Name'])(
    'asks about no words under %s, unless one says debit',
    (heading) => {
      const text = (...words: string[]) =>
        `D;A;T;${heading}\n${rows(...words.map((word, i) => `${i + 1},00;t ${i};${word}`))}`
      expect(sums(read(text('DE', 'FR', 'DE', 'FR')))).toHaveLength(4)
      expect(sums(read(text('VN', 'VN')))).toHaveLength(2)
      expect(why(text('Credit', 'Debit'))).toBe('direction_column')
      expect(why(text('Debit', 'Debit'))).toBe('direction_column')
      expect(why(text('Card withdrawal', 'Card'))).toBe('unknown_words')
    },
  )
}) // prettier-ignore

describe('words for a line that is not booked, under a heading that names no status', () => {
  const WORDS = [
    'Pending', 'Pending transaction', 'PENDING - CARD', 'pending authorisation 12', 'Vorgemerkt', 'Vorgemerkte Umsätze', 'Vorgemerkt: Karte',
    'Nicht gebucht', 'En attente', 'Carte en attente', 'en attente de comptabilisation', 'Oczekująca', 'Transakcja oczekująca', 'Blokada karty',
    'Pendiente de contabilizar', 'In attesa', 'In behandeling', 'Na čekanju', 'Đang chờ xử lý', 'Chưa hạch toán', '保留', '保留中', '未確定分', '처리 중', '待入账',
  ] // prettier-ignore
  const KINDS = ['Karte', 'Giro', 'Dauerauftrag Nr 4', 'Zakup w terminalu - kod mobilny']
  const file = (heading: string, word: string, kinds = KINDS) =>
    `D;A;T;${heading}\n${[...kinds, word].map((kind, i) => `27.11.2026;${i === 0 ? '-' : ''}${i + 1},00;FT ${i};${kind}\n`).join('')}`
  const why = (text: string, columns: object = {}) =>
    (refusalOf(() => read(text, columns)) as { why?: string }).why ?? 'read'

  test.each(WORDS)('%s is noticed in a column that is not mapped, and in one of kinds whatever it is mapped as', (word) => {
    for (const heading of ['X', 'Buchungstext', 'Typ transakcji'])
      expect(refusalOf(() => read(file(heading, word)))).toEqual(
        unreadable('status_column', `line 6, ${heading}: ${word.toLowerCase()}`),
      )
    for (const heading of ['Buchungstext', 'Typ transakcji', 'Transaction type', '取引区分']) {
      expect(why(file(heading, word), { remittance: ['T', heading] })).toBe('status_column')
      expect(why(file(heading, word), { ignored: [heading] })).toBe('ignored_status')
    }
  })

  test('is noticed among words alone, in a reference and in an account, until a person says that it is none', () => {
    const alone = file('X', 'Vorgemerkt', ['Karte', 'Giro'])
    expect(why(alone, { remittance: ['T', 'X'] })).toBe('status_column')
    expect(why(alone, { ignored: ['X'] })).toBe('ignored_status')
    expect(why(alone, { remittance: ['T', 'X'], ignored: ['X'] })).toBe('read')
    for (const role of ['bank_reference', 'counterparty_account']) {
      expect(why(file('X', 'Pending', ['R 1', 'R 2']), { [role]: 'X' })).toBe('status_column')
      expect(why(file('X', 'R 3', ['R 1', 'R 2']), { [role]: 'X' })).toBe('read')
      expect(why(file('X', 'Pending', ['R 1', 'R 2']), { [role]: 'X', ignored: ['X'] })).toBe('read')
    }
  })

  test('a payer may write one in a text or have it in the name', () => {
    expect(why(file('X', 'Invoice 7 was pending, sorry', ['FT-1', 'FT-2']), { remittance: ['T', 'X'] })).toBe('read')
    expect(why(file('X', 'Vorgemerkt', ['FT-1', 'FT-2']), { remittance: ['T', 'X'] })).toBe('read')
    expect(why(file('X', 'Pending Ltd', ['Anna', 'Bo']), { counterparty_name: 'X' })).toBe('read')
    expect(why(file('X', 'A payer writes a longer text, in which something is pending'))).toBe('read')
  })
}) // prettier-ignore
