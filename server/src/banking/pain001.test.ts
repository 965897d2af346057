// Payment files: valid in both versions, deterministic, with correct sums, in characters that every bank accepts.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { readXml, textAt } from './bank-xml.ts'
import { type Payment, type PaymentFile, type PaymentFormat, writePain001 } from './pain001.ts'
import { partOf } from './sepa.ts'

/** Our own, narrow schema: elements that we write, and no others. */
const OUR_SCHEMA = new URL('../../test/bank/xsd/pain.001.xsd', import.meta.url)
/**
 * Folder of ISO's public schemas, `pain.001.001.03.xsd` and `pain.001.001.09.xsd`, as iso20022.org and packages of banking
 * programs (Debian's libhbci4j-core-java, in its jar) have them.
 */
const ISO_SCHEMAS =
  process.env['ISO20022_SCHEMAS'] ??
  fileURLToPath(new URL('../../../../shared/standards/iso20022', import.meta.url))
const FORMATS: readonly PaymentFormat[] = ['pain.001.001.03', 'pain.001.001.09']
const hasIsoSchemas = FORMATS.every((format) => existsSync(join(ISO_SCHEMAS, `${format}.xsd`)))
if (!hasIsoSchemas) console.warn('NOT RUN: the public schemas of ISO 20022 are not there (ISO20022_SCHEMAS)')

async function ourSchema(format: PaymentFormat): Promise<string> {
  const version = format.slice(-2)
  const other = version === '03' ? '09' : '03'
  const lines = (await readFile(OUR_SCHEMA, 'utf8'))
    .split('\n')
    .filter((line) => !line.endsWith(`<!-- only ${other} -->`))
  return lines.join('\n').replaceAll('@VERSION@', version)
}

function validateAgainst(xml: string, xsd: string): void {
  const schema = XmlDocument.fromString(xsd)
  const document = XmlDocument.fromString(xml)
  try {
    XsdValidator.fromDoc(schema).validate(document)
  } finally {
    document.dispose()
    schema.dispose()
  }
}

/** Against our schema and, where it is there, the public one; throws with all validation errors. */
async function validate(xml: string, format: PaymentFormat): Promise<void> {
  validateAgainst(xml, await ourSchema(format))
  if (hasIsoSchemas) validateAgainst(xml, await readFile(join(ISO_SCHEMAS, `${format}.xsd`), 'utf8'))
}

const payment = (changed: Partial<Payment> = {}): Payment => ({
  part_no: 1,
  end_to_end_id: 'FW-7QM2-X9D4',
  amount_minor: 123_450n,
  holder: 'Đặng Thị <Hà> & "Søn"',
  iban: 'DE02120300000000202051',
  account_number: null,
  bic: null,
  bank_name: null,
  bank_country: null,
  address: null,
  ...changed,
})
const file = (format: PaymentFormat, changed: Partial<PaymentFile> = {}): PaymentFile => ({
  reference: 'FB-7QM2-X9D4',
  format,
  currency: 'EUR',
  created_at: new Date('2026-11-20T10:00:00Z'),
  execution_day: '2026-11-23',
  debtor: {
    holder: 'Fairturn Members',
    iban: 'FR1420041010050500013M02606',
    account_number: null,
    bic: 'PSSTFRPP',
  },
  payments: [
    payment(),
    payment({ end_to_end_id: 'FW-0000-0001', amount_minor: 1n, bic: 'COBADEFFXXX' }),
    payment({
      part_no: 2,
      iban: null,
      account_number: '0011004231899',
      bank_name: 'Vietcombank',
      holder: '山田太郎',
    }),
    payment({ part_no: 2, iban: 'AE070331234567890123456', bic: 'EBILAEAD' }),
  ],
  ...changed,
})

test.each(FORMATS)('%s is valid', async (format) => {
  await expect(validate(writePain001(file(format)), format)).resolves.toBeUndefined()
  const dollars = file(format, {
    currency: 'USD',
    debtor: { holder: 'Fairturn', iban: null, account_number: '123-456', bic: null },
    payments: [payment({ part_no: 2 })],
  })
  await expect(validate(writePain001(dollars), format)).resolves.toBeUndefined()
})

test.each(FORMATS)('the schema for %s refuses invalid files', async (format) => {
  const xml = writePain001(file(format))
  const other = format === 'pain.001.001.03' ? 'pain.001.001.09' : 'pain.001.001.03'
  for (const wrong of [
    xml.replace('<MsgId>FB-7QM2-X9D4</MsgId>', ''),
    xml.replace('1234.50</InstdAmt>', '-1234.50</InstdAmt>'),
    xml.replace('1234.50</InstdAmt>', '1234.505</InstdAmt>'),
    xml.replace('<EndToEndId>FW-7QM2-X9D4', `<EndToEndId>${'X'.repeat(36)}`),
    xml.replace('TRF', 'CHK'),
  ]) {
    expect(wrong).not.toBe(xml)
    await expect(validate(wrong, format)).rejects.toThrow(/Schemas|Element|element|validat|namespace/)
  }
  await expect(validate(xml, other)).rejects.toThrow(/Schemas|Element|element|validat|namespace/)
})

test.skipIf(!hasIsoSchemas).each(FORMATS)(
  'ISO’s public schema for %s accepts ours and refuses invalid files',
  async (format) => {
    const schema = await readFile(join(ISO_SCHEMAS, `${format}.xsd`), 'utf8')
    const xml = writePain001(file(format, { payments: [payment({ address: BERLIN })] }))
    validateAgainst(xml, schema)
    for (const wrong of [
      xml.replace('<MsgId>FB-7QM2-X9D4</MsgId>', ''),
      xml.replace('<EndToEndId>FW-7QM2-X9D4', `<EndToEndId>${'X'.repeat(36)}`),
      xml.replace('<Ctry>DE</Ctry>', '<Ctry>Germany</Ctry>'),
      xml.replace('TRF', 'CASH'),
    ]) {
      expect(wrong).not.toBe(xml)
      expect(() => validateAgainst(wrong, schema)).toThrow(/Element/)
    }
  },
)

test('the same batch gives the same bytes', () => {
  expect(writePain001(file('pain.001.001.09'))).toBe(writePain001(file('pain.001.001.09')))
})

test('counts and control sums are correct for the file and each part; SEPA payments are a separate part', () => {
  const { root } = readXml(Buffer.from(writePain001(file('pain.001.001.03'))))
  expect([
    textAt(root, 'CstmrCdtTrfInitn/GrpHdr/NbOfTxs'),
    textAt(root, 'CstmrCdtTrfInitn/GrpHdr/CtrlSum'),
  ]).toEqual(['4', '3703.51'])
  expect(textAt(root, 'CstmrCdtTrfInitn/PmtInf/CtrlSum')).toBe('1234.51')
  expect(textAt(root, 'CstmrCdtTrfInitn/PmtInf/PmtTpInf/SvcLvl/Cd')).toBe('SEPA')
  const [from, to] = ['FR1420041010050500013M02606', 'DE02120300000000202051']
  expect(partOf('EUR', { from, to })).toBe(1)
  expect(partOf('EUR', { from, to: 'AE070331234567890123456' })).toBe(2)
  expect(partOf('USD', { from, to })).toBe(2)
  expect(partOf('EUR', { from, to: null })).toBe(2)
  // A house outside SEPA, by its account number or by another country's IBAN.
  expect(partOf('EUR', { from: null, to })).toBe(2)
  expect(partOf('EUR', { from: 'TR330006100519786457841326', to })).toBe(2)
})

test('names are Latin in SEPA; elsewhere, in files of before, they keep their script if there is no Latin form', () => {
  const xml = writePain001(file('pain.001.001.03'))
  expect(xml).toContain('<Nm>Dang Thi .Ha. + .Son.</Nm>')
  expect(xml).toContain('<Nm>山田太郎</Nm>')
  expect(xml.match(/<EndToEndId>/g)).toHaveLength(4)
})

const STREET = '12 Hàng Bạc, phường Hàng Buồm, gần chợ Đồng Xuân, tầng ba, căn hộ 304, cửa sau'
const HANOI = { street: STREET, city: 'Hà Nội', postal_code: '', region: 'Hà Nội', country: 'VN' }
const BERLIN = { street: 'Kreuzstraße 7', city: 'Berlin', postal_code: '10117', region: '', country: 'DE' }
const TOKYO = { street: '丸の内1-1', city: '東京', postal_code: '100-0005', region: '東京都', country: 'JP' }
const KYOTO = { street: '丸の内1-1', city: 'Kyōto', postal_code: '600-0001', region: '京都府', country: 'JP' }

const addressesIn = (xml: string): string[] =>
  [...xml.matchAll(/<PstlAdr>(.*?)<\/PstlAdr>/gs)].map(([, inner]) => inner!.replace(/\s*\n\s*/g, ''))
const OUTSIDE_SEPA = { part_no: 2, iban: null, account_number: '0011' }
const LINE = '12 Hang Bac, phuong Hang Buom, gan cho Dong Xuan, tang ba, can ho 304,'

test.each(FORMATS)('%s has each payee’s town and country in their own elements', async (format) => {
  const debtor = { ...file(format).debtor, letters: 'latin' as const }
  const payments = [
    payment({ address: BERLIN }),
    payment({ address: HANOI }),
    payment({ address: TOKYO }), // in SEPA, which asks for no address
    payment({ ...OUTSIDE_SEPA, address: HANOI }),
    payment({ ...OUTSIDE_SEPA, address: KYOTO }),
  ]
  const xml = writePain001(file(format, { debtor, payments }))
  await expect(validate(xml, format)).resolves.toBeUndefined()
  const [berlin, hanoi, kyoto] =
    format === 'pain.001.001.03'
      ? [
          '<StrtNm>Kreuzstrasse 7</StrtNm><PstCd>10117</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry>',
          `<StrtNm>${LINE}</StrtNm><TwnNm>Ha Noi</TwnNm><CtrySubDvsn>Ha Noi</CtrySubDvsn><Ctry>VN</Ctry>`,
          '<PstCd>600-0001</PstCd><TwnNm>Kyoto</TwnNm><Ctry>JP</Ctry>',
        ]
      : [
          '<PstCd>10117</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry><AdrLine>Kreuzstrasse 7</AdrLine>',
          `<TwnNm>Ha Noi</TwnNm><CtrySubDvsn>Ha Noi</CtrySubDvsn><Ctry>VN</Ctry><AdrLine>${LINE}</AdrLine><AdrLine>cua sau</AdrLine>`,
          '<PstCd>600-0001</PstCd><TwnNm>Kyoto</TwnNm><Ctry>JP</Ctry>',
        ]
  expect(addressesIn(xml)).toEqual([berlin, hanoi, hanoi, kyoto])
  expect(xml).not.toMatch(/[^\p{ASCII}]/u)
})

test('in SEPA version 3 has addresses in two lines, as the German banks’ schema of it; outside, and in version 9, in elements', async () => {
  const debtor = { ...file('pain.001.001.03').debtor, letters: 'latin' as const, rules: 2 as const }
  const payments = [
    payment({ address: BERLIN }),
    payment({ address: { ...BERLIN, street: '' } }),
    payment({ address: TOKYO }),
    payment({ ...OUTSIDE_SEPA, address: KYOTO, bank_name: 'Ngân hàng Xây dựng', bank_country: 'VN' }),
  ]
  const written = (format: PaymentFormat) =>
    writePain001(file(format, { debtor: { ...debtor, address: PARIS }, payments }))
  for (const format of FORMATS) await expect(validate(written(format), format)).resolves.toBeUndefined()
  expect(addressesIn(written('pain.001.001.03'))).toEqual([
    '<Ctry>FR</Ctry><AdrLine>1 rue de la Paix</AdrLine><AdrLine>75002 Paris</AdrLine>',
    '<Ctry>DE</Ctry><AdrLine>Kreuzstrasse 7</AdrLine><AdrLine>10117 Berlin</AdrLine>',
    '<Ctry>DE</Ctry><AdrLine>10117 Berlin</AdrLine>',
    '<StrtNm>1 rue de la Paix</StrtNm><PstCd>75002</PstCd><TwnNm>Paris</TwnNm><Ctry>FR</Ctry>',
    // A bank without BIC is named with its country.
    '<Ctry>VN</Ctry>',
    '<PstCd>600-0001</PstCd><TwnNm>Kyoto</TwnNm><Ctry>JP</Ctry>',
  ])
  expect(written('pain.001.001.03').replaceAll(/>\s+</g, '><')).toContain(
    '<FinInstnId><Nm>Ngan hang Xay dung</Nm><PstlAdr><Ctry>VN</Ctry></PstlAdr></FinInstnId>',
  )
  expect(addressesIn(written('pain.001.001.09'))[1]).toBe(
    '<PstCd>10117</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry><AdrLine>Kreuzstrasse 7</AdrLine>',
  )
})

test.each(FORMATS)('%s of before keeps its addresses, byte for byte', async (format) => {
  const debtor = { ...file(format).debtor, letters: 'language' as const }
  const payments = [
    payment({ ...OUTSIDE_SEPA, address: HANOI }),
    payment({ ...OUTSIDE_SEPA, address: TOKYO }),
  ]
  const xml = writePain001(file(format, { debtor, payments }))
  await expect(validate(xml, format)).resolves.toBeUndefined()
  expect(addressesIn(xml)).toEqual(
    format === 'pain.001.001.03'
      ? [
          `<Ctry>VN</Ctry><AdrLine>${LINE}</AdrLine><AdrLine>Ha Noi</AdrLine>`,
          '<Ctry>JP</Ctry><AdrLine>丸の内1-1</AdrLine><AdrLine>100-0005 東京</AdrLine>',
        ]
      : [
          `<TwnNm>Ha Noi</TwnNm><CtrySubDvsn>Ha Noi</CtrySubDvsn><Ctry>VN</Ctry><AdrLine>${LINE}</AdrLine><AdrLine>cua sau</AdrLine>`,
          '<PstCd>100-0005</PstCd><TwnNm>東京</TwnNm><CtrySubDvsn>東京都</CtrySubDvsn><Ctry>JP</Ctry><AdrLine>丸の内1-1</AdrLine>',
        ],
  )
})

const PARIS = { street: '1 rue de la Paix', city: 'Paris', postal_code: '75002', region: '', country: 'FR' }

test.each(FORMATS)('%s carries the payer’s address too, in every part', async (format) => {
  const debtor = { ...file(format).debtor, letters: 'latin' as const, address: PARIS }
  const xml = writePain001(file(format, { debtor }))
  await expect(validate(xml, format)).resolves.toBeUndefined()
  const payers = [...xml.matchAll(/<Dbtr>(.*?)<\/Dbtr>/gs)].map(([, inner]) => inner!)
  expect(payers).toHaveLength(2)
  for (const payer of payers) {
    expect(payer).toContain('<Ctry>FR</Ctry>')
    expect(payer).toContain('<TwnNm>Paris</TwnNm>')
  }
})

test('names are transliterated by their language, and those in files of before stay', () => {
  const named = (holder: string, iban: string, letters?: 'language' | 'national', country?: string) =>
    /<Cdtr>\s*<Nm>(.*?)<\/Nm>/s.exec(
      writePain001(
        file('pain.001.001.09', {
          debtor: { ...file('pain.001.001.09').debtor, ...(letters && { letters }) },
          payments: [
            payment({
              holder,
              iban,
              ...(country !== undefined && {
                address: { ...BERLIN, country },
              }),
            }),
          ],
        }),
      ),
    )![1]
  const [german, finnish] = ['DE02120300000000202051', 'FI2112345600000785']
  for (const letters of ['language', 'national'] as const) {
    expect(named('Jürgen Größe', german, letters)).toBe('Juergen Groesse')
    expect(named('Päivi Mäkelä', finnish, letters)).toBe('Paivi Makela')
    expect(named('Þór Đặng', german, letters)).toBe('Thor Dang')
  }
  expect(named('Jürgen Größe', german)).toBe('Jurgen Grosse')
  // An account where banks serve people of all languages: by where they live, or by an ß.
  const lithuanian = 'LT121000011101001000'
  expect(named('Jörg Müller', lithuanian, 'language', 'DE')).toBe('Joerg Mueller')
  expect(named('Jörg Müller', lithuanian, 'language', 'FI')).toBe('Jorg Muller')
  expect(named('Jörg Müller', lithuanian, 'language')).toBe('Jorg Muller')
  expect(named('Jörg Großmüller', lithuanian, 'language')).toBe('Joerg Grossmueller')
  expect(named('Jörg Müller', lithuanian, 'national', 'DE')).toBe('Jorg Muller')
  // A Finn who lives in Germany keeps the letters of home.
  expect(named('Päivi Mäkelä', finnish, 'language', 'DE')).toBe('Paivi Makela')
})

test('an empty file cannot be created', () => {
  expect(() => writePain001(file('pain.001.001.03', { payments: [] }))).toThrow(RangeError)
})
