// The PDF of a document: seven languages, its XML inside, the same bytes each time.
import { spawnSync } from 'node:child_process'
import { inflateSync } from 'node:zlib'
import { LOCALES } from '@fairturn/contract/locales'
import { describe, expect, test } from 'vitest'
import { SELLER } from '../../test/invoices.ts'
import { pdfPages } from '../../test/pdf-text.ts'
import { drawPdf } from '../documents/documents.ts'
import type { DocumentRow, Line, Party, RelatedRow } from './invoices.store.ts'
import { invoiceSheet } from './pdf-invoice.ts'
import { writeCii } from './xml.ts'

const seller: Party = { ...SELLER, kind: 'company', purchase_order: null }
const buyer: Party = {
  ...seller,
  legal_name: '株式会社さくら 김치 北京 Thé & Cie',
  country: 'FR',
  city: 'Bordeaux',
  vat_number: 'FR40303265045',
  tax_number: null,
  purchase_order: 'PO <4711>',
}
const line = (kind: Line['kind'], amount: string): Line => ({
  kind,
  quantity: 1,
  unit_minor: amount,
  amount_minor: amount,
  taxed: true,
})
const documentOf = (changed: Partial<DocumentRow> = {}): DocumentRow => ({
  id: '019a0000-0000-7000-8000-000000000001',
  series: 'FI',
  year: 2026,
  number: 7,
  member_id: '019a0000-0000-7000-8000-000000000002',
  subject: 'campaign',
  subject_id: '019a0000-0000-7000-8000-000000000003',
  subject_name: 'Nhà Gốm',
  entry_id: '019a0000-0000-7000-8000-000000000004',
  issued_at: new Date('2026-11-21T08:00:00Z'),
  day: '2026-11-21',
  currency: 'EURO',
  vat_case: 'domestic',
  rate_bp: 1900,
  vat_country: 'DE',
  supply: 'principal',
  seller,
  buyer,
  escrow_minor: 112_000n,
  fee_minor: 13_000n,
  vat_minor: 23_750n,
  total_minor: 148_750n,
  lines: [line('rewards', '100000'), line('bonuses', '12000'), line('service_fee', '13000')],
  hash: '00',
  is_erased: false,
  corrects_number: null,
  ...changed,
})
const CORRECTED: RelatedRow = {
  id: '019a0000-0000-7000-8000-000000000005',
  series: 'FI',
  year: 2026,
  number: 3,
  day: '2026-11-02',
  is_corrected: true,
}
const filed = (row: DocumentRow, locale: (typeof LOCALES)[number] = 'en', corrects?: RelatedRow) =>
  drawPdf(invoiceSheet(row, corrects, { locale, site: 'Fairturn & Co', demo: false }), row.issued_at)
const textOf = (pdf: Buffer): string => pdfPages(pdf).flat().join(' ')

const VIETNAMESE = 'Công ty Thị Trường Dịch Vụ Bị Mật, thọ và kẹo ịụọẹ'
test('letters with a dot below are in the text of the file, as others read it', async () => {
  const pdf = await filed(documentOf({ buyer: { ...buyer, legal_name: VIETNAMESE } }), 'vn')
  expect(textOf(pdf).replaceAll(/\s+/g, ' ').normalize('NFC')).toContain(VIETNAMESE)
})
/** Every vowel with every tone. */
const LETTERS = Array.from('aăâeêioôơuưy').flatMap((letter) =>
  ['', '\u0300', '\u0301', '\u0303', '\u0309', '\u0323'].map((tone) => (letter + tone).normalize('NFC')),
)
test.skipIf(spawnSync('pdftotext', ['-v']).error !== undefined)(
  'pdftotext reads Vietnamese as it was typed, in capitals too',
  async () => {
    const letters = `${LETTERS.join('')}đ`
    const words = [VIETNAMESE, letters, letters.toUpperCase()]
    for (const word of words) {
      const pdf = await filed(documentOf({ buyer: { ...buyer, legal_name: word } }), 'vn')
      const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
      expect(stdout.replaceAll(/\s/g, '')).toContain(word.normalize('NFC').replaceAll(' ', ''))
    }
  },
)
test('the currency is named, and the state whose VAT it is; what has none has no rate', async () => {
  const text = textOf(await filed(documentOf())).replaceAll(/\s+/g, ' ')
  expect(text).toContain('(EUR)')
  expect(text).toContain('VAT DE 19%')
  const dollars = documentOf({
    currency: 'USD',
    vat_case: 'outside',
    rate_bp: 0,
    vat_country: null,
    vat_minor: 0n,
  })
  const outside = textOf(await filed(dollars)).replaceAll(/\s+/g, ' ')
  expect(outside).toContain('(USD)')
  expect(outside).not.toMatch(/VAT 0/)
})
test.each([
  ['CH', 'CHE107787577MWST', 'CHE-107.787.577 MWST'],
  ['VN', '0100233488001', '0100233488-001'],
])('a number of %s stands as its register has it', async (country, vat_number, printed) => {
  expect(textOf(await filed(documentOf({ buyer: { ...buyer, country, vat_number } })))).toContain(printed)
})

/** The embedded file, by its own object. */
function attachmentOf(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const at = text.indexOf('/Type /EmbeddedFile')
  const from = text.indexOf('stream\n', at) + 'stream\n'.length
  const length = Number(/\/Length (\d+)/.exec(text.slice(at, from))![1])
  const bytes = Buffer.from(text.slice(from, from + length), 'latin1')
  return (text.slice(at, from).includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('utf8')
}

describe('the file', () => {
  test('is PDF/A-3 with the document’s own XML inside, as its alternative', async () => {
    const row = documentOf()
    const pdf = await filed(row)
    const text = pdf.toString('latin1')
    expect(text.slice(0, 8)).toBe('%PDF-1.7')
    for (const part of [
      '/AFRelationship /Alternative',
      '/AF [',
      '/OutputIntents',
      '(factur-x.xml)',
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    ])
      expect(text).toContain(part)
    expect(attachmentOf(pdf)).toBe(writeCii(row, undefined))
  })

  test('is the same each time', async () => {
    const row = documentOf()
    expect(await filed(row)).toEqual(await filed(row))
    expect(await filed(row, 'jp')).toEqual(await filed(row, 'jp'))
  })

  test('without a seller says so, and has no XML', async () => {
    const pdf = await filed(documentOf({ vat_case: null, seller: null, rate_bp: 0, vat_minor: 0n }))
    expect(textOf(pdf)).toContain('No seller is named yet: no VAT is charged')
    expect(pdf.toString('latin1')).not.toContain('/EmbeddedFile')
  })
})

const WORDS = {
  vn: ['Hóa đơn', 'Bên bán'],
  en: ['Invoice', 'Seller'],
  jp: ['請求書', '販売者'],
  kr: ['청구서', '판매자'],
  cn: ['发票', '卖方'],
  rs: ['Faktura', 'Prodavac'],
  fr: ['Facture', 'Vendeur'],
} as const
test.each(LOCALES)('in %s has every figure and name', async (locale) => {
  const text = textOf(await filed(documentOf(), locale)).replaceAll(/\s+/g, ' ')
  for (const part of [
    ...WORDS[locale],
    'FI-2026-000007',
    '21-11-2026',
    'DE136695976',
    'FR40303265045',
    'PO <4711>',
    'Fairturn GmbH',
    'Nhà Gốm',
    '1 250,00',
    '237,50',
    '1 487,50',
  ])
    expect(text.replaceAll(' ', '')).toContain(part.replaceAll(' ', ''))
  for (const part of ['さくら', '김치', '北京']) expect(text.replaceAll(' ', '')).toContain(part)
  expect(text).toContain(locale === 'fr' ? 'TVA DE 19 %' : '19%')
})

test('names a level in the reader’s language, and a brand as it is, whatever it is called', async () => {
  const level = documentOf({ subject: 'level', subject_name: 'Level 3' })
  expect(textOf(await filed(level, 'vn'))).toContain('Hạng 3')
  expect(textOf(await filed(level, 'rs'))).toContain('Nivo 3')
  expect(textOf(await filed(documentOf({ subject_name: 'Level 3' }), 'vn'))).toContain('Level 3')
})

test('a credit note names what it corrects', async () => {
  const text = textOf(await filed(documentOf({ series: 'FC' }), 'en', CORRECTED))
  expect(text).toContain('Credit note FC-2026-000007')
  expect(text).toContain('Credited to the balance.')
  expect(text).not.toContain('Paid from the balance.')
  expect(text).toContain('FI-2026-000003')
})

test('whoever owes the VAT themselves reads that the invoice is paid', async () => {
  for (const vat_case of ['reverse_charge', 'outside', 'exempt', 'domestic'] as const)
    expect(textOf(await filed(documentOf({ vat_case, rate_bp: 0, vat_minor: 0n })))).toContain(
      'Paid from the balance.',
    )
})

test('rewards that pass through stand apart from what is taxed, with the article', async () => {
  const lines = [{ ...line('rewards', '1733'), taxed: false }, line('service_fee', '170')]
  const row = documentOf({
    supply: 'agent',
    lines,
    escrow_minor: 1733n,
    fee_minor: 170n,
    vat_minor: 34n,
    rate_bp: 2000,
  })
  const text = textOf(await filed(row)).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/Taxable at 20% € 1,70 Not taxed € 17,33 Net € 19,03 VAT DE 20% € 0,34 Total € 19,37/)
  expect(text).toContain('art. 79 c')
})

test.each(['outside', 'exempt'] as const)('%s: so they do where nothing has VAT', async (vat_case) => {
  const lines = [{ ...line('reduction', '28'), taxed: false }, line('reduction', '22')]
  const parts = {
    supply: 'agent',
    lines,
    escrow_minor: 28n,
    fee_minor: 22n,
    vat_minor: 0n,
    rate_bp: 0,
  } as const
  const text = textOf(await filed(documentOf({ vat_case, ...parts }))).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/Service fee € 0,22 Passed on to members € 0,28 Net € 0,50 VAT € 0,00/)
  // Each of the two lines of one name says which part it is.
  expect(text.match(/Price reduction/g)).toHaveLength(2)
  expect(text.match(/Passed on to members/g)).toHaveLength(2)
})

test('VAT stands in the seller’s own currency too, with the rate', async () => {
  const row = documentOf({ currency: 'USD' })
  const seller = { ...row.seller!, vat_currency: 'EUR', vat_exchange_rate: '0.92' }
  const text = textOf(await filed({ ...row, seller })).replaceAll(/\s+/g, ' ')
  expect(text).toContain('VAT (1 USD = 0,92 EUR) EUR 218,50')
})

test('ten pages of lines are all there', async () => {
  const lines = Array.from({ length: 300 }, (_, i) => line('rewards', String(100_000 + i)))
  const pages = pdfPages(await filed(documentOf({ lines })))
  expect(pages.length).toBeGreaterThanOrEqual(10)
  const text = pages.flat().join('').replaceAll(/\s/g, '')
  for (const i of [0, 150, 299])
    expect(text).toContain(`${1000 + Math.floor(i / 100)},${String(i % 100).padStart(2, '0')}`)
})
