// Files as banks write them, told by users of other programs: each is read right, or refused in words. Invented figures.
import { csvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { describe, expect, test } from 'vitest'
import { camt053, OURS, pain002 } from '../../test/bank/files.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { readCsvStatement } from './bank-csv.ts'
import { readCamt053 } from './camt053.ts'
import { readPain002 } from './pain002.ts'

const bytes = (text: string) => Buffer.from(text)
const NOW = new Date('2026-11-21T08:00:00Z')
const signed = ({ direction, amount_minor }: { direction: string; amount_minor: bigint }) =>
  direction === 'credit' ? amount_minor : -amount_minor
const camt = (xml: string) => readCamt053(bytes(xml)).map(({ lines }) => lines.map(signed))
const csv = (text: string, more: object) =>
  readCsvStatement(
    bytes(text),
    csvMapping.parse({
      separator: ';',
      decimal: '.',
      day_format: 'yyyy-MM-dd',
      encoding: 'utf-8',
      skip_lines: 0,
      newest_first: false,
      amounts: 'signed',
      columns: { booking_day: 'Date', amount: 'Amount', remittance: ['Text'] },
      ...more,
    }),
    { account: OURS, currency: 'USD' },
    NOW,
  ).lines.map(signed)
function refusalOf(act: () => unknown, detail: 'why' | 'where' = 'why'): string {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal)
      return `${error.code} ${(error.details?.[detail] as string | undefined) ?? ''}`.trim()
    throw error
  }
  return 'read'
}

describe('camt.053', () => {
  test('amounts padded with zeros to eighteen digits, as Dutch banks write them', () => {
    const xml = camt053({ lines: [{ amount: '25.00', text: 'a' }] })
    const padded = xml
      .replaceAll('>25.00<', '>000000000000025.00<')
      .replaceAll('>1000.00<', '>000000000001000.00<')
    expect(camt(padded)).toEqual([[2500n]])
  })

  test('a day without any entry', () => {
    expect(camt(camt053({ lines: [] }))).toEqual([[]])
  })

  test('an entry of 1526.00 over 1500.00 and charges of 26.00 in a record is a payment and its fee', () => {
    const charges = '<Chrgs><Rcrd><Amt Ccy="USD">26.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>'
    expect(
      camt(camt053({ version: '08', lines: [{ amount: '-1526.00', paid: '1500.00', charges }] })),
    ).toEqual([[-150_000n, -2_600n]])
  })

  test('a balance that does not say whether it is owed or owned is refused by its name', () => {
    const xml = camt053({ lines: [] }).replace(/(<Bal>.*?<\/Amt>)<CdtDbtInd>CRDT<\/CdtDbtInd>/, '$1')
    expect(refusalOf(() => camt(xml))).toBe('bank_file_is_not_readable missing')
  })

  test('the namespace of SWIFT, with its dollar sign', () => {
    const xml = camt053({ version: '08', lines: [{ amount: '5.00', text: 'a' }] })
    expect(camt(xml.replace('urn:iso:std:iso:20022:tech:xsd:camt', 'urn:swift:xsd:$camt'))).toEqual([[500n]])
  })

  test('entries that are pending or for information are counted and listed as skipped, over all pages', () => {
    const lines = [
      { amount: '25.00', text: 'a' },
      { amount: '-7.00', text: 'card', status: 'PDNG' },
      { amount: '8.00', text: 'tomorrow', status: 'INFO' },
    ]
    for (const version of ['02', '08']) {
      const [statement] = readCamt053(bytes(camt053({ version, lines })))
      expect(statement).toMatchObject({
        lines: [{ amount_minor: 2500n }],
        skipped_count: 2,
        skipped: [
          { why: 'not_booked', text: '2026-11-20 -7.00 USD PDNG card' },
          { why: 'not_booked', text: '2026-11-20 8.00 USD INFO tomorrow' },
        ],
      })
    }
    expect(readCamt053(bytes(camt053({ lines: lines.slice(0, 1) })))).toMatchObject([
      { skipped: [], skipped_count: 0 },
    ])
    const paged = (no: number, isLast: boolean) =>
      camt053({ version: '08', lines }).replace(
        '</Id>',
        `</Id><StmtPgntn><PgNb>${no}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`,
      )
    const [second = ''] = /<Stmt>.*<\/Stmt>/s.exec(paged(2, true)) ?? []
    const pages = paged(1, false).replace('</BkToCstmrStmt>', `${second}</BkToCstmrStmt>`)
    expect(readCamt053(bytes(pages))).toMatchObject([{ skipped_count: 4 }])
    const many = camt053({ lines: Array.from({ length: 30 }, () => lines[1]!) })
    const [statement] = readCamt053(bytes(many))
    expect(statement).toMatchObject({ skipped_count: 30 })
    expect(statement!.skipped).toHaveLength(20)
  })

  test('an opening balance that is another than the previous closing one is refused with both', () => {
    const xml = camt053({ lines: [{ amount: '25.00', text: 'a' }] })
    const [opening = ''] = /<Bal>.*?<\/Bal>/.exec(xml) ?? []
    const previous = (amount: string, side = 'CRDT') =>
      xml.replace(
        opening,
        opening.replace('OPBD', 'PRCD').replace('1000.00', amount).replace('>CRDT<', `>${side}<`).replace('-20<', '-19<') + opening,
      )
    expect(camt(previous('1000.00'))).toEqual([[2500n]])
    expect(refusalOf(() => camt(previous('975.00')), 'where')).toBe('bank_file_is_not_readable PRCD 975.00, OPBD 1000.00')
    expect(refusalOf(() => camt(previous('1000.00', 'DBIT')), 'where')).toBe('bank_file_is_not_readable PRCD -1000.00, OPBD 1000.00')
    expect(refusalOf(() => camt(previous('975.00')))).toBe('bank_file_is_not_readable balances_differ')
  }) // prettier-ignore

  test('of a batch of 429.56 the parts count, not the sum of each', () => {
    const batch = [
      { amount: '329.56', text: 'one' },
      { amount: '100.00', text: 'two' },
    ]
    expect(camt(camt053({ version: '04', lines: [{ amount: '429.56', batch }] }))).toEqual([
      [32_956n, 10_000n],
    ])
  })
})

describe('CSV', () => {
  const HEAD = 'Date;Text;Amount\n'
  test.each([
    ['($30.00)', -3000n],
    ['$(12.34)', -1234n],
    ['12.50-', -1250n],
    ['$400.00', 40_000n],
  ])('the amount %s, as American and older banks write it', (amount, minor) => {
    expect(csv(`${HEAD}2026-11-20;a;${amount}\n2026-11-20;b;1.00\n`, {})).toEqual([minor, 100n])
  })

  test.each([
    ['5.00 DR', -500n],
    ['5.00 CR', 500n],
    ['5.00Dr', -500n],
    ['5.00 Cr.', 500n],
  ])('the letters of %s are its sign', (amount, minor) => {
    expect(csv(`${HEAD}2026-11-20;a;${amount}\n2026-11-20;b;-1.00\n`, {})).toEqual([minor, -100n])
  })

  test('bars between columns, and D and K for the direction, as Lithuanian banks write them', () => {
    const text =
      'Date|Text|Amount|Currency|D/K\n2026-11-20|pirkinys|13.44|USD|D\n2026-11-20|mokestis|20.00|USD|K\n'
    const columns = { booking_day: 'Date', amount: 'Amount', remittance: ['Text'], currency: 'Currency' }
    expect(refusalOf(() => csv(text, { separator: '|', columns }))).toBe(
      'bank_file_is_not_readable direction_column',
    )
    const mapped = {
      separator: '|',
      amounts: undefined,
      columns: { ...columns, direction: 'D/K' },
      credit_words: ['K'],
      debit_words: ['D'],
    }
    expect(csv(text, mapped)).toEqual([-1344n, 2000n])
  })

  test('a sum of all rows at the end is no booking', () => {
    const text = `${HEAD}2026-11-20;a;5.00\n2026-11-20;b;7.00\n;Total;12.00\n`
    expect(refusalOf(() => csv(text, {}))).not.toBe('read')
    expect(csv(text, { skip_last_lines: 1 })).toEqual([500n, 700n])
  })
})

describe('pain.002', () => {
  test('of the Swiss namespace, with a status of the file alone', () => {
    const xml = pain002({ reference: 'FB-AAAA-BBBB', group: 'ACTC' })
      .replace(/urn:iso[^"]*/, 'http://www.six-interbank-clearing.com/de/pain.002.001.03.ch.02.xsd')
      .replace(/<OrgnlPmtInfAndSts>.*<\/OrgnlPmtInfAndSts>/, '')
    expect(readPain002(bytes(xml))).toMatchObject({ group: { outcome: 'accepted' }, parts: [], payments: [] })
  })

  test('a file rejected whole for its form, with the reason in words', () => {
    const xml = pain002({ reference: 'FB-AAAA-BBBB', group: 'RJCT' }).replace(
      '</GrpSts>',
      '</GrpSts><StsRsnInf><Rsn><Prtry>FF01</Prtry></Rsn><AddtlInf>Invalid file</AddtlInf></StsRsnInf>',
    )
    expect(readPain002(bytes(xml)).group).toEqual({ outcome: 'rejected', reason: 'FF01' })
  })

  test('accepted with a change: what the bank repeats is compared in its own decimals', () => {
    const payments = [{ e2e: 'FW-1', status: 'ACWC', amount: '0020.000' }]
    expect(
      readPain002(bytes(pain002({ reference: 'FB-1', group: 'PART', payments }))).repeated.payments,
    ).toEqual([{ end_to_end_id: 'FW-1', amount_minor: 2000n, currency: 'USD' }])
  })

  test('a status report of an instant payment between banks (pacs.002) is refused by its name', () => {
    const xml = pain002({ reference: 'FB-1', group: 'ACCP' }).replace('pain.002.001.03', 'pacs.002.001.10')
    expect(refusalOf(() => readPain002(bytes(xml)))).toBe('bank_file_is_of_another_kind')
  })
})
