// Parsers of bank files: every version that banks send is accepted, anything else is refused as a whole.
import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { describe, expect, test } from 'vitest'
import { camt053, OURS, pain002 } from '../../test/bank/files.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { readCsvStatement } from './bank-csv.ts'
import { readXml } from './bank-xml.ts'
import { readCamt053 } from './camt053.ts'
import { readPain002 } from './pain002.ts'
import { isLegible, sepaText } from './sepa.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
const read = (text: string) => readCamt053(bytes(text))

/** The refusal's code and reason; rethrows anything else. */
function refusalOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.details?.['why']].filter(Boolean).join(' ')
    throw error
  }
  return 'taken'
}

function detailsOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error.details
    throw error
  }
  return undefined
}

const PAID = {
  amount: '50.00',
  e2e: 'FT-7QM2-X9D4',
  text: 'Nạp tiền & more',
  name: 'Trần Văn Bình',
  iban: 'DE02120300000000202051',
  ref: 'B-1',
}

describe('camt.053', () => {
  test('in small letters a currency is the same', () => {
    const small = camt053({ lines: [PAID] }).replaceAll('Ccy="USD"', 'Ccy="usd"')
    expect(read(small)[0]).toMatchObject({ currency: 'USD', lines: [{ amount_minor: 5000n }] })
  })

  test.each(['02', '04', '06', '08', '10'])('version %s is parsed into the same lines', (version) => {
    const [statement] = read(
      camt053({ version, lines: [PAID, { amount: '-12.30', text: 'fee', ref: 'B-2' }] }),
    )
    expect(statement).toMatchObject({
      format: `camt.053.001.${version}`,
      statement_id: 'ST-1',
      account: OURS,
      currency: 'USD',
      opening: { day: '2026-11-20', amount_minor: 100_000n },
      closing: { day: '2026-11-20', amount_minor: 103_770n },
    })
    expect(statement!.lines).toEqual([
      {
        booking_day: '2026-11-20',
        value_day: '2026-11-20',
        amount_minor: 5000n,
        direction: 'credit',
        reversal: false,
        bank_reference: 'B-1',
        end_to_end_id: 'FT-7QM2-X9D4',
        batch_id: null,
        remittance: 'Nạp tiền & more',
        counterparty_name: 'Trần Văn Bình',
        counterparty_account: 'DE02120300000000202051',
        counterparty_swift: null,
        return_reason: null,
      },
      expect.objectContaining({
        amount_minor: 1230n,
        direction: 'debit',
        end_to_end_id: null,
        counterparty_name: null,
      }),
    ])
  })

  test('a batch is split into its transactions if they add up to it, otherwise it is one line', () => {
    const batch = [
      { ...PAID, amount: '20.00' },
      { ...PAID, amount: '30.00', ref: 'B-3' },
    ]
    for (const version of ['02', '08']) {
      const [whole] = read(camt053({ version, lines: [{ amount: '50.00', batch }] }))
      expect(whole!.lines.map((line) => [line.amount_minor, line.bank_reference])).toEqual([
        [2000n, 'B-1'],
        [3000n, 'B-3'],
      ])
      const [short] = read(camt053({ version, lines: [{ amount: '51.00', batch, ref: 'E-1' }] }))
      expect(short!.lines.map((line) => [line.amount_minor, line.bank_reference])).toEqual([[5100n, 'E-1']])
    }
  })

  test('payments booked together without their amounts are one line that names none of them', () => {
    const batch = [
      { ...PAID, amount: '20.00' },
      { ...PAID, amount: '30.00', ref: 'B-3' },
    ]
    const whole = camt053({ lines: [{ amount: '50.00', batch, ref: 'E-1' }] })
    const [first] = whole.match(/<TxDtls>.*?<\/TxDtls>/s)!
    const details = /<NtryDtls>.*<\/NtryDtls>/s
    const three = '<Btch><NbOfTxs>3</NbOfTxs></Btch>'
    for (const [xml, remittance] of [
      [whole.replace(/<AmtDtls>.*?<\/AmtDtls>/gs, ''), 'Collective entry of 2 payments'],
      [whole.replace(details, `<NtryDtls>${three}</NtryDtls>`), 'Collective entry of 3 payments'],
      [whole.replace(details, `<NtryDtls>${three}${first}</NtryDtls>`), 'Collective entry of 3 payments'],
      [
        whole
          .replace(/<AmtDtls>.*?<\/AmtDtls>/gs, '')
          .replace('</NtryDtls>', '</NtryDtls><AddtlNtryInf>Sammelgutschrift</AddtlNtryInf>'),
        'Collective entry of 2 payments: Sammelgutschrift',
      ],
    ] as const) {
      expect(xml).not.toBe(whole)
      expect(read(xml)[0]!.lines).toEqual([
        expect.objectContaining({
          amount_minor: 5000n,
          direction: 'credit',
          bank_reference: 'E-1',
          end_to_end_id: null,
          counterparty_name: null,
          counterparty_account: null,
          remittance,
        }),
      ])
    }
  })

  test('instants without an offset are the bank’s days; when the file was made is not read', () => {
    const good = camt053({ lines: [PAID] })
    for (const created of [
      '2026-11-20T22:00:00',
      '2026-11-20T22:00:00+07:00',
      '2026-11-20T22:00:00.123Z',
      '',
    ]) {
      const xml = good
        .replaceAll('<CreDtTm>2026-11-20T22:00:00</CreDtTm>', `<CreDtTm>${created}</CreDtTm>`)
        .replace('<BookgDt><Dt>2026-11-20</Dt>', '<BookgDt><DtTm>2026-11-20T23:30:00</DtTm>')
      expect(xml).toContain('DtTm>2026-11-20T23:30:00<')
      expect(read(xml)).toEqual(read(good))
    }
  })

  test('a pending entry is no line; a return has its reason; a reversal is marked', () => {
    const [statement] = read(
      camt053({
        lines: [
          { ...PAID, status: 'PDNG' },
          { ...PAID, returned: 'AC04' },
          { ...PAID, reversal: true },
        ],
      }),
    )
    expect(statement!.lines.map(({ return_reason, reversal }) => [return_reason, reversal])).toEqual([
      ['AC04', false],
      [null, true],
    ])
  })

  test.each([
    ['UTF-8 with a BOM', (xml: string) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes(xml)])],
    ['ISO-8859-1', (xml: string) => bytes(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['Windows-1252', (xml: string) => bytes(xml.replace('UTF-8', 'windows-1252'), 'latin1')],
    ['UTF-16 with a BOM', (xml: string) => bytes(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    [
      'UTF-16, big-endian',
      (xml: string) => bytes(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16(),
    ],
    ['UTF-16 without a BOM', (xml: string) => bytes(xml.replace('UTF-8', 'UTF-16'), 'utf16le')],
  ])('is parsed in %s', (_name, encode) => {
    const [statement] = readCamt053(
      encode(camt053({ lines: [{ ...PAID, name: 'Jürgen Größe', text: 'für 50' }] })),
    )
    expect(statement!.lines[0]).toMatchObject({ counterparty_name: 'Jürgen Größe', remittance: 'für 50' })
  })

  test('a namespace prefix, comments, CDATA and character references are parsed', () => {
    const plain = camt053({ lines: [{ ...PAID, text: 'TEXT' }] })
    const prefixed = plain
      .replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2')
      .replace('xmlns=', 'xmlns:n=')
      .replace('TEXT', '<![CDATA[a & b]]> &#x46;T &#65;')
    expect(read(prefixed)[0]!.lines[0]!.remittance).toBe('a & b FT A')
    expect(read(plain.replace('<Stmt>', '<Stmt><!-- from the bank -->'))[0]!.lines).toHaveLength(1)
  })

  test('whitespace for indentation is not text, however much there is', () => {
    const plain = camt053({ lines: [PAID, PAID] })
    const indented = plain.replaceAll(/<(?=Ntry>|Stmt>)/g, `${'\n'.padEnd(50_000)}<`)
    expect(read(indented)).toEqual(read(plain))
  })

  const good = camt053({ lines: [PAID] })
  test.each([
    [
      // ASVS V1.5.1
      'a billion laughs',
      good
        .replace('?>', '?><!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;">]>')
        .replace('ST-1', '&c;'),
      'bank_file_is_not_readable declares_entities',
    ],
    [
      // ASVS V1.5.1
      'an external entity',
      good.replace('?>', '?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>').replace('ST-1', '&b;'),
      'bank_file_is_not_readable declares_entities',
    ],
    [
      'a DOCTYPE without entities',
      good.replace('?>', '?><!doctype Document>'),
      'bank_file_is_not_readable declares_entities',
    ],
    ['a truncated file', good.slice(0, -40), 'bank_file_is_not_readable not_well_formed'],
    ['no XML', 'Date;Amount\n2026;1', 'bank_file_is_not_readable not_well_formed'],
    ['other XML', '<Statement><Body/></Statement>', 'bank_file_is_not_readable no_statement'],
    ['nothing', '', 'bank_file_is_not_readable empty'],
    ['camt.054', good.replaceAll('camt.053', 'camt.054'), 'bank_file_is_of_another_kind'],
    ['another standard', good.replace('iso:std:iso', 'example'), 'bank_file_is_of_another_kind'],
    [
      'an unknown version',
      good.replace('camt.053.001.02', 'camt.053.001.99'),
      'bank_file_is_not_readable unknown_version',
    ],
    [
      'the first version, of before entries had details',
      good.replace('camt.053.001.02', 'camt.053.001.01'),
      'bank_file_is_not_readable unknown_version',
    ],
    ['a negative amount', good.replace('>50.00<', '>-50.00<'), 'bank_file_is_not_readable amount'],
    ['NaN', good.replace('>50.00<', '>NaN<'), 'bank_file_is_not_readable amount'],
    ['1e3', good.replace('>50.00<', '>1e3<'), 'bank_file_is_not_readable amount'],
    ['three decimals', good.replace('>50.00<', '>50.001<'), 'bank_file_is_not_readable amount'],
    ['a number too long', good.replace('>50.00<', '>99999999999999.00<'), 'bank_file_is_not_readable amount'],
    ['an empty amount', good.replace('>50.00<', '><'), 'bank_file_is_not_readable amount'],
    [
      'another currency in a line',
      good.replace('<Ntry><Amt Ccy="USD">', '<Ntry><Amt Ccy="EUR">'),
      'bank_file_is_in_another_currency',
    ],
    [
      'a date that does not exist',
      good.replaceAll('2026-11-20<', '2026-02-30<'),
      'bank_file_is_not_readable day',
    ],
    [
      'no direction',
      good.replace(/<Ntry>(.*?)<CdtDbtInd>CRDT<\/CdtDbtInd>/, '<Ntry>$1'),
      'bank_file_is_not_readable missing',
    ],
    [
      'an unknown direction',
      good.replace(/<Ntry>(.*?)<CdtDbtInd>CRDT</, '<Ntry>$1<CdtDbtInd>BOTH<'),
      'bank_file_is_not_readable missing',
    ],
    ['no balance', good.replaceAll('CLBD', 'XXXX'), 'bank_file_is_not_readable missing'],
    ['no account', good.replace(/<Acct>.*<\/Acct>/, ''), 'bank_file_is_not_readable missing'],
    ['zero bytes', good.replace('ST-1', 'ST\0'), 'bank_file_is_not_readable zero_bytes'],
  ])('%s is refused', (_name, text, refusal) => {
    expect(refusalOf(() => read(text))).toBe(refusal)
  })

  test.each([
    [
      'an encoding that no bank uses',
      bytes(good.replace('UTF-8', 'EBCDIC')),
      'bank_file_is_not_readable encoding',
    ],
    [
      'bytes that are invalid in its encoding',
      bytes(good.replace('ST-1', 'ST-\u00ff'), 'latin1'),
      'bank_file_is_not_readable encoding',
    ],
    [
      // ASVS V5.2.3
      'a zip archive',
      Buffer.concat([bytes('PK\u0003\u0004', 'latin1'), bytes(good)]),
      'bank_file_is_not_readable compressed',
    ],
    ['a gzip archive', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), 'bank_file_is_not_readable compressed'],
    // ASVS V5.2.1
    ['200 MB', Buffer.alloc(200 * 1024 * 1024, '<a>'), 'bank_file_is_too_large'],
  ])('%s is refused', (_name, file, refusal) => {
    expect(refusalOf(() => readCamt053(file))).toBe(refusal)
  })

  test.each([41, 100_000])('tags nested %s deep are refused before a tree is built', (depth) => {
    const deep = good.replace('<Ntry>', `<Ntry>${'<x>'.repeat(depth)}${'</x>'.repeat(depth)}`)
    expect(refusalOf(() => read(deep))).toBe('bank_file_is_not_readable too_deep')
    const hidden = good.replace('<Ntry>', `<Ntry>${'<x a="/>">'.repeat(depth)}${'</x>'.repeat(depth)}`)
    expect(refusalOf(() => read(hidden))).toMatch(/too_deep|not_well_formed/)
  })

  // ASVS V15.3.6
  test('names of Object.prototype are refused; XML of another standard is named in the refusal', () => {
    for (const name of ['constructor', '__proto__'])
      expect(refusalOf(() => read(good.replace('<Ntry>', `<Ntry><${name}>1</${name}>`)))).toBe(
        'bank_file_is_not_readable not_well_formed',
      )
    expect(readXml(bytes('<Document><a/></Document>')).message).toBe('')
  })
})

describe('pain.002', () => {
  test.each(['03', '10'])('version %s reports on each payment, and on the whole file', (version) => {
    const payments = [
      { e2e: 'FW-1', status: 'RJCT', reason: 'AC01' },
      { e2e: 'FW-2', status: 'ACSC' },
      { e2e: 'FW-3', status: 'PDNG' },
    ]
    expect(
      readPain002(bytes(pain002({ reference: 'FB-AAAA-BBBB', group: 'ACCP', payments }, version))),
    ).toMatchObject({
      message_id: 'R-1',
      original_message_id: 'FB-AAAA-BBBB',
      group: { outcome: 'accepted', reason: null },
      parts: [],
      payments: [
        { end_to_end_id: 'FW-1', outcome: 'rejected', reason: 'AC01' },
        { end_to_end_id: 'FW-2', outcome: 'settled', reason: null },
      ],
    })
  })
  test('a code in small letters is that code, and what is not final says nothing', () => {
    const payments = [
      { e2e: 'FW-1', status: ' rjct ' },
      ...['RCVD', 'PDNG', 'ACWP', 'CANC', 'BLCK'].map((status, i) => ({ e2e: `FW-${i + 2}`, status })),
    ]
    expect(readPain002(bytes(pain002({ reference: 'FB-AAAA-BBBB', group: 'PART', payments })))).toMatchObject(
      {
        group: null,
        payments: [{ end_to_end_id: 'FW-1', outcome: 'rejected' }],
      },
    )
  })
  test.each<[string, Parameters<typeof pain002>[0], string]>([
    [
      'a status that is no code',
      { reference: 'FB-1', payments: [{ e2e: 'FW-1', status: 'XXXX' }] },
      'bank_file_is_not_readable status_code',
    ],
    [
      'no status at all',
      { reference: 'FB-1', payments: [{ e2e: 'FW-1', status: '' }] },
      'bank_file_is_not_readable no_status',
    ],
    [
      'one payment settled and rejected',
      {
        reference: 'FB-1',
        payments: [
          { e2e: 'FW-1', status: 'ACSC' },
          { e2e: 'FW-1', status: 'RJCT' },
        ],
      },
      'bank_file_is_not_readable contradicts_itself',
    ],
    [
      'a rejected file with a settled payment',
      { reference: 'FB-1', group: 'RJCT', payments: [{ e2e: 'FW-1', status: 'ACSC' }] },
      'bank_file_is_not_readable contradicts_itself',
    ],
    [
      'a settled part with a rejected payment',
      { reference: 'FB-1', part: { status: 'ACSC' }, payments: [{ e2e: 'FW-1', status: 'RJCT' }] },
      'bank_file_is_not_readable contradicts_itself',
    ],
    [
      'a settled file with a rejected part',
      { reference: 'FB-1', group: 'ACSC', part: { status: 'RJCT' } },
      'bank_file_is_not_readable contradicts_itself',
    ],
  ])('%s is refused', (_what, report, refusal) => {
    expect(refusalOf(() => readPain002(bytes(pain002(report))))).toBe(refusal)
  })
  test.each(['02', '15', '99'])('version %s is refused by its name', (version) => {
    const report = pain002({ reference: 'FB-1', group: 'ACCP' }, version)
    expect(refusalOf(() => readPain002(bytes(report)))).toBe('bank_file_is_not_readable unknown_version')
  })
  test('a statement is not accepted as a report', () => {
    expect(refusalOf(() => readPain002(bytes(camt053({ lines: [] }))))).toBe('bank_file_is_of_another_kind')
  })
})

const NOW = new Date('2026-11-21T08:00:00Z')
const MAPPING: CsvMapping = {
  separator: ';',
  decimal: ',',
  day_format: 'dd.MM.yyyy',
  encoding: 'utf-8',
  skip_lines: 1,
  newest_first: true,
  amounts: 'signed',
  columns: {
    booking_day: 'Datum',
    amount: 'Betrag',
    balance: 'Saldo',
    remittance: ['Zweck', 'Info'],
    counterparty_name: 'Name',
    currency: 'W',
  },
}
const HEAD = 'Konto 1\nDatum;Betrag;Saldo;Zweck;Info;Name;W\n'
const csv = (rows: string, mapping: Parameters<typeof readCsvStatement>[1] = MAPPING) =>
  readCsvStatement(bytes(HEAD + rows), mapping, { account: OURS, currency: 'USD' }, NOW)

describe('CSV', () => {
  test('is parsed by its mapping: days, thousands, signs, quotes, order, balances', () => {
    const statement = csv(
      '21.11.2026;-1.234,50;2.765,50;"a;b";"=1+1";"O""Neil";USD\n20.11.2026;+4.000,00;4.000,00;FT-7QM2-X9D4;;Hà;USD\n',
    )
    expect(statement).toMatchObject({
      from_day: '2026-11-20',
      to_day: '2026-11-21',
      opening: { amount_minor: 0n },
      closing: { amount_minor: 276_550n },
    })
    expect(
      statement.lines.map(({ amount_minor, direction, remittance, counterparty_name }) => [
        amount_minor,
        direction,
        remittance,
        counterparty_name,
      ]),
    ).toEqual([
      [400_000n, 'credit', 'FT-7QM2-X9D4', 'Hà'],
      [123_450n, 'debit', 'a;b =1+1', `O"Neil`],
    ])
  })

  test('with separate columns for credits and debits', () => {
    const { amount: _, balance: __, ...columns } = MAPPING.columns
    const { amounts: ___, ...rest } = MAPPING
    const mapping = { ...rest, columns: { ...columns, credit: 'Betrag', debit: 'Saldo' } }
    const { lines, opening } = csv('21.11.2026;0,00;12,00;x;;y;USD\n20.11.2026;5,00;;x;;y;USD\n', mapping)
    for (const both of ['1,00;2,00', ';'])
      expect(refusalOf(() => csv(`21.11.2026;${both};x;;y;USD\n`, mapping))).toBe(
        'bank_file_is_not_readable amount',
      )
    expect(lines.map(({ amount_minor, direction }) => [amount_minor, direction])).toEqual([
      [500n, 'credit'],
      [1200n, 'debit'],
    ])
    expect(opening).toBeNull()
  })

  test.each([
    ['an amount in letters', '20.11.2026;NaN;1,00;x;;y;USD', 'bank_file_is_not_readable amount'],
    ['a formula as an amount', '20.11.2026;=1+1;1,00;x;;y;USD', 'bank_file_is_not_readable amount'],
    ['invalid thousands separators', '20.11.2026;1.00,00;1,00;x;;y;USD', 'bank_file_is_not_readable amount'],
    ['a date in another format', '2026-11-20;1,00;1,00;x;;y;USD', 'bank_file_is_not_readable day'],
    ['a date that does not exist', '31.02.2026;1,00;1,00;x;;y;USD', 'bank_file_is_not_readable day'],
    ['another currency', '20.11.2026;1,00;1,00;x;;y;EUR', 'bank_file_is_in_another_currency'],
    ['too few columns', '20.11.2026;1,00', 'bank_file_is_not_readable columns'],
    ['an unclosed quote', '20.11.2026;1,00;1,00;"x;;y;USD', 'bank_file_is_not_readable quotes'],
    ['zero bytes', '20.11.2026;1,00;1,00;x\0;;y;USD', 'bank_file_is_not_readable zero_bytes'],
    [
      'a line without an end',
      `20.11.2026;1,00;1,00;${'x'.repeat(30_000)};;y;USD`,
      'bank_file_is_not_readable columns',
    ],
    ['no line', '', 'bank_file_is_not_readable no_statement'],
  ])('%s is refused', (_name, rows, refusal) => {
    expect(refusalOf(() => csv(rows))).toBe(refusal)
  })

  const SMALL: CsvMapping = {
    ...MAPPING,
    skip_lines: 0,
    newest_first: false,
    columns: { booking_day: 'D', amount: 'A', remittance: ['T'] },
  }
  const small = (text: string, changed: Partial<CsvMapping> = {}) =>
    readCsvStatement(bytes(text), { ...SMALL, ...changed }, { account: OURS, currency: 'EUR' }, NOW)
  const DIRECTED = { amounts: undefined, columns: { ...SMALL.columns, direction: 'W' } }
  const sums = ({ lines }: ReturnType<typeof small>) =>
    lines.map(({ amount_minor, direction }) => (direction === 'debit' ? -amount_minor : amount_minor))

  test.each([
    '-1.234,50',
    '\u22121.234,50',
    '\u20131 234,50',
    '1.234,50-',
    '1.234,50 \u2212',
    '(1.234,50)',
    '(€ 1.234,50)',
    '- 1\u202f234,50 €',
    '-1\u2009234,50',
    '-1’234,50 EUR',
    "eur -1'234,50",
    '\u200e-1234,50\u202c',
  ])('%s is read as a debit of 1234.50', (written) => {
    expect(sums(small(`D;A;T\n20.11.2026;${written};x\n`))).toEqual([-123_450n])
  })

  test.each(['1.234 567,00', '-1,00-', '(-1,00)', '--1,00', '1,234', '1,00 €€', '()', '-', '(1,00'])(
    '%s is ambiguous, and refused',
    (written) => {
      expect(refusalOf(() => small(`D;A;T\n20.11.2026;${written};x\n`))).toBe(
        'bank_file_is_not_readable amount',
      )
    },
  )

  test.each([
    ['dd.MM.yy', '24.11.26'],
    ['dd/MM/yy', '24/11/26'],
    ['dd-MM-yy', '24-11-26'],
    ['MM/dd/yy', '11/24/26'],
    ['yy-MM-dd', '26-11-24'],
    ['yyMMdd', '261124'],
  ] as const)('%s reads two digits of the year', (day_format, written) => {
    expect(small(`D;A;T\n${written};1,00;x\n`, { day_format }).from_day).toBe('2026-11-24')
    const whole = `D;A;T\n${written.replace('26', '2026')};1,00;x\n`
    // Behind the month four are the same year; before it nothing says which is the year.
    const isFirst = day_format.startsWith('yy')
    expect(refusalOf(() => small(whole, { day_format }))).toBe(
      isFirst ? 'bank_file_is_not_readable day' : 'taken',
    )
  })

  test.each([
    ['Bij', 'Af'],
    ['H', 'S'],
    ['C', 'D'],
    ['Crédit', 'Débit'],
    ['Có', 'Nợ'],
    ['入金', '出金'],
    ['Ricevuto', 'Pagato'], // in no list of ours
    ['Überweisung', 'Echtzeitzahlung'],
  ])('a column with %s and %s gives the direction, and is refused unmapped', (creditWord, debitWord) => {
    const file = `D;A;T;W\n20.11.2026;25,00;x;${creditWord}\n20.11.2026;75,94;x;${debitWord.toLowerCase()}\n`
    const [credit_words, debit_words] = [[creditWord], ['other', debitWord]]
    expect(sums(small(file, { ...DIRECTED, credit_words, debit_words }))).toEqual([2500n, -7594n])
    expect(refusalOf(() => small(file))).toMatch(
      /^bank_file_is_not_readable (?:direction_column|unknown_words)$/,
    )
    const other = () => small(file, { ...DIRECTED, credit_words: ['other'], debit_words })
    expect(refusalOf(other)).toBe('bank_file_is_not_readable direction')
  })

  test('a direction beside signed amounts that agree with it need not be mapped; one that contradicts is refused', () => {
    expect(sums(small('D;A;T;W\n20.11.2026;-1,00;x;D\n20.11.2026;2,00;x;C\n'))).toEqual([-100n, 200n])
    expect(refusalOf(() => small('D;A;T;W\n20.11.2026;-1,00;x;D\n20.11.2026;2,00;x;D\n'))).toBe(
      'bank_file_is_not_readable direction_column',
    )
    const mapped = () =>
      small('D;A;T;W\n20.11.2026;-1,00;x;C\n', { ...DIRECTED, credit_words: ['C'], debit_words: ['D'] })
    expect(refusalOf(mapped)).toBe('bank_file_is_not_readable direction')
  })

  test('one direction may have several words', () => {
    const file =
      'D;A;T;W\n20.11.2026;1,00;x;D\n20.11.2026;2,00;x;RD\n20.11.2026;4,00;x;C\n20.11.2026;8,00;x;RC\n'
    expect(refusalOf(() => small(file))).toBe('bank_file_is_not_readable direction_column')
    const words = { credit_words: ['C', 'RD'], debit_words: ['D', 'rc'] }
    expect(sums(small(file, { ...DIRECTED, ...words }))).toEqual([-100n, 200n, 400n, -800n])
  })

  test('a day of credits alone is read, also with a column that says so; one that tells lines apart is named or ignored', () => {
    expect(sums(small('D;A;T;W\n20.11.2026;1,00;x;C\n20.11.2026;2,00;y;C\n'))).toEqual([100n, 200n])
    expect(sums(small('D;A;T;W\n20.11.2026;1,00;x;Anna B. 1\n20.11.2026;2,00;y;Bo 2\n'))).toEqual([
      100n,
      200n,
    ])
    const file = 'D;A;T;W\n20.11.2026;1,00;x;Giro\n20.11.2026;2,00;y;Instant\n'
    expect(detailsOf(() => small(file))).toEqual({ why: 'unknown_words', where: 'W: giro, instant' })
    const columns = { ...SMALL.columns, ignored: ['W', 'Elsewhere'] }
    expect(sums(small(file, { columns }))).toEqual([100n, 200n])
    expect(refusalOf(() => small('D;A;T;W\n20.11.2026;1,00;x;\n20.11.2026;2,00;y;D\n'))).toBe(
      'bank_file_is_not_readable direction_column',
    )
    const noted = 'D;A;T;W\n20.11.2026;1,00;x;\n20.11.2026;2,00;y;Miete\n'
    expect(sums(small(noted))).toEqual([100n, 200n])
  })

  test('a file of debits without signs is not read as credits: a column that says one unknown word of all lines is asked about', () => {
    const where = (text: string, changed?: Partial<CsvMapping>) => detailsOf(() => small(text, changed))
    const refused = (named: string) => ({ why: 'unknown_words', where: named })
    const fees = 'D;A;T;W;Kind\n20.11.2026;1,00;x;Betaling uit;Maand\n20.11.2026;2,00;y;Betaling uit;Maand\n'
    expect(where(fees)).toEqual(refused('W: betaling uit; Kind: maand'))
    // One line, and a code.
    expect(where('D;A;T;W\n20.11.2026;1,00;x;U\n')).toEqual(refused('W: u'))
    // Answered once, the mapping is right for every file of the bank.
    const words = { credit_words: ['Betaling in'], debit_words: ['Betaling uit'] }
    const columns = { ...DIRECTED.columns, ignored: ['Kind'] }
    expect(sums(small(fees, { ...DIRECTED, ...words, columns }))).toEqual([-100n, -200n])
    const ignored = { columns: { ...SMALL.columns, ignored: ['W', 'Kind'] } }
    expect(sums(small(fees, ignored))).toEqual([100n, 200n])
    // The bank's word for credit or booked, the currency, and a payer's name are no such word.
    const credits = 'D;A;T;W;S;C;P\n20.11.2026;1,00;x;Gutschrift;Gebucht;EUR;Erika Muster\n'
    expect(sums(small(credits))).toEqual([100n])
    // With a minus anywhere the amounts have signs.
    expect(sums(small('D;A;T;W\n20.11.2026;-1,00;x;Giro\n20.11.2026;2,00;y;Giro\n'))).toEqual([-100n, 200n])
  })

  test('nor one whose amounts stand under a heading of debits, or whose text says so of each line', () => {
    const headed = { columns: { ...SMALL.columns, amount: 'Soll' } }
    expect(detailsOf(() => small('D;Soll;T\n20.11.2026;1,00;x\n', headed))).toEqual({
      why: 'direction_column',
      where: 'Soll',
    })
    const both = { columns: { ...SMALL.columns, remittance: ['W', 'T'] } }
    const file = 'D;A;T;W\n20.11.2026;1,00;x;Lastschrift\n20.11.2026;2,00;y;Lastschrift\n'
    expect(refusalOf(() => small(file, both))).toBe('bank_file_is_not_readable direction_column')
    const ignored = { columns: { ...both.columns, ignored: ['W'] } }
    expect(sums(small(file, ignored))).toEqual([100n, 200n])
  })

  test('a mapping that does not say where the direction comes from is refused', () => {
    const { amounts: _, ...before } = SMALL
    const readBefore = () =>
      readCsvStatement(bytes('D;A;T\n20.11.2026;-1,00;x\n'), before, { account: OURS, currency: 'EUR' }, NOW)
    expect(refusalOf(readBefore)).toBe('bank_file_is_not_readable amounts_not_stated')
  })

  test.each([
    [
      'in the last column',
      'D;A;T\n24.11.2026;1,00;"Rund\n24.11.2026;2,00;"Eck\n24.11.2026;4,00;x\n',
      'quotes',
      3,
    ],
    ['with its end a line below', 'D;A;T\n24.11.2026;1,00;"Rund\n24.11.2026;2,00;Eck"\n', 'quotes', 3],
    ['in the middle with its end below', 'D;T;A\n24.11.2026;"Rund;1,00\n24.11.2026;Eck";2,00\n', 'quotes', 3],
    ['in the middle', 'D;T;A\n24.11.2026;"Rund;1,00\n24.11.2026;"Eck;2,00\n', 'quotes', 3],
    ['over three lines', 'D;A;T\n24.11.2026;1,00;"R\n24.11.2026;2,00;x\n24.11.2026;4,00;"y\n', 'quotes', 4],
    ['that is never closed', 'D;A;T\n24.11.2026;1,00;"Rund\n24.11.2026;2,00;x\n', 'quotes', 3],
    [
      'in a heading',
      'D;A;T;"N\n24.11.2026;1,00;x;y\n24.11.2026;2,00;x";y\n24.11.2026;4,00;x;y\n',
      'quotes',
      3,
    ],
    ['that ends in another column', 'D;A;T\n24.11.2026;1,00;"Rund\n"24.11.2026;2,00;x\n', 'quotes', 3],
  ])('a stray quotation mark %s merges no lines', (_name, text, why, line) => {
    expect(detailsOf(() => small(text))).toEqual({ why, where: `line ${line}` })
    expect(refusalOf(() => small(text, { skip_last_lines: 1 }))).toBe('bank_file_is_not_readable quotes')
  })

  test('a text of several lines in quotation marks is one text', () => {
    const { lines } = small('D;A;T\n24.11.2026;1,00;"FT-1\nsecond line; of it"\n24.11.2026;2,00;x\n')
    expect(lines.map(({ remittance }) => remittance)).toEqual(['FT-1\nsecond line; of it', 'x'])
  })

  test('only booked lines are read, and a status that is not mapped is refused', () => {
    const file = 'D;A;T;S\n24.11.2026;25,00;FT-PEND;Vorgemerkt\n23.11.2026;10,00;FT-BOOK;Gebucht\n'
    const columns = { ...SMALL.columns, status: 'S' }
    expect(small(file, { columns, booked_words: ['posted', 'gebucht'] })).toMatchObject({
      lines: [{ remittance: 'FT-BOOK' }],
      skipped: [{ why: 'not_booked', text: '24.11.2026 25,00 FT-PEND Vorgemerkt' }],
    })
    for (const heading of ['S', 'Status', 'Buchungsstatus', 'Trạng thái'])
      expect(refusalOf(() => small(file.replace('S', heading)))).toBe(
        'bank_file_is_not_readable status_column',
      )
    // Under a heading that no list has, beside cells that are empty where a line is booked.
    const beside = 'D;A;T;Hinweis\n24.11.2026;25,00;FT-X;Vorgemerkt\n23.11.2026;-1,00;fee;\n'
    expect(refusalOf(() => small(beside))).toBe('bank_file_is_not_readable status_column')
    const ignored = { columns: { ...SMALL.columns, ignored: ['Hinweis'] } }
    expect(detailsOf(() => small(beside, ignored))).toEqual({
      why: 'ignored_status',
      where: 'Hinweis: vorgemerkt',
    })
    const unknown = 'D;A;T;Statut\n24.11.2026;-2,00;x;prévu\n23.11.2026;1,00;y;passé\n'
    expect(detailsOf(() => small(unknown))).toEqual({ why: 'status_column', where: 'Statut: prévu, passé' })
  })

  test('a payer whose name is a word of a status is a payer', () => {
    const file = 'D;A;T;N\n24.11.2026;25,00;FT-X;Offen\n24.11.2026;-1,00;fee;Bank 1\n'
    expect(sums(small(file))).toEqual([2500n, -100n])
    const payers = { columns: { ...SMALL.columns, counterparty_name: 'N' } }
    expect(sums(small('D;A;T;N\n24.11.2026;25,00;FT-X;Offen\n', payers))).toEqual([2500n])
  })

  test('lines at the end are skipped as the mapping says, whatever their width', () => {
    for (const footer of ['Saldo;;25,00', 'Saldo 25,00', 'a;b;c;d;e']) {
      const file = `D;A;T\n24.11.2026;25,00;FT-X\n${footer}\n;;\n\n`
      expect(sums(small(file, { skip_last_lines: 1 }))).toEqual([2500n])
      expect(refusalOf(() => small(file))).toMatch(/^bank_file_is_not_readable (day|amount|columns)$/)
    }
  })

  test('separators at the end of lines and quotation marks inside a text are read', () => {
    const { lines } = small('D;A;T;\n24.11.2026;1,00;Café "Rund" 2;\n24.11.2026;2,00;x\n')
    expect(lines.map(({ remittance }) => remittance)).toEqual(['Café "Rund" 2', 'x'])
    expect(refusalOf(() => small('D;A;T\n24.11.2026;1,00;x;y\n'))).toBe('bank_file_is_not_readable columns')
  })

  test.each([
    ['PDF', '%PDF-1.7\n', 'pdf'],
    ['MT940', ':20:STARTUMS\r\n:25:DE0212030000/1\r\n:28C:1\r\n:60F:C261120EUR1,00\r\n', 'mt940'],
    ['MT940 in its envelope', '{1:F01X}{2:I940X}{4:\r\n:20:A\r\n:25:1\r\n:60F:C261120EUR1,00\r\n-}', 'mt940'],
  ])('%s is refused by its name', (_name, text, why) => {
    expect(refusalOf(() => small(text))).toBe(`bank_file_is_not_readable ${why}`)
    expect(refusalOf(() => read(text))).toBe(`bank_file_is_not_readable ${why}`)
  })

  test('a missing column is refused', () => {
    const mapping = { ...MAPPING, columns: { ...MAPPING.columns, booking_day: 'Tag' } }
    expect(refusalOf(() => csv('20.11.2026;1,00;1,00;x;;y;USD', mapping))).toBe(
      'bank_file_is_not_readable columns',
    )
  })
})

// ASVS V1.3.3
test('names are transliterated to the SEPA character set', () => {
  expect(sepaText('Nguyễn Thị Đào & Søn', 70)).toBe('Nguyen Thi Dao + Son')
  expect(sepaText('Ђорђе Њешић', 70)).toBe('Djordje Njesic')
  expect(sepaText('//Straße//1/', 70)).toBe('Strasse/1')
  expect(sepaText('x'.repeat(90), 70)).toHaveLength(70)
  expect(isLegible(sepaText('山田太郎', 70))).toBe(false)
})
