// The XML of documents: valid by the public schema and by CEN's rules, where they are there; a broken one is found.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { Schema } from 'node-schematron'
import { extract } from 'tar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SELLER } from '../../test/invoices.ts'
import type { DocumentRow, Line, Party, RelatedRow } from './invoices.store.ts'
import { vatOn } from './vat.ts'
import { writeCii } from './xml.ts'

const STANDARDS =
  process.env['EN16931_STANDARDS'] ??
  fileURLToPath(new URL('../../../../shared/standards/en16931', import.meta.url))
const folder = existsSync(STANDARDS) ? STANDARDS : undefined
if (folder === undefined) console.warn('NOT RUN: the files of EN 16931 are not there (EN16931_STANDARDS)')

const seller: Party = {
  ...SELLER,
  kind: 'company',
  purchase_order: null,
  vat_currency: null,
  vat_exchange_rate: null,
}
const buyer = (changed: Partial<Party> = {}): Party => ({
  kind: 'company',
  legal_name: 'Thé & <Port> 東京 "SARL"',
  street: '4 quai des Chartrons',
  postal_code: '33000',
  city: 'Bordeaux',
  country: 'FR',
  vat_number: 'FR40303265045',
  tax_number: null,
  registration_number: null,
  email: 'compta@the.example',
  exemption: null,
  purchase_order: 'PO-4711',
  ...changed,
})
const line = (kind: Line['kind'], amount: bigint, taxed: boolean, quantity = 1): Line => ({
  kind,
  quantity,
  unit_minor: (amount / BigInt(quantity)).toString(),
  amount_minor: amount.toString(),
  taxed,
})

function documentOf(changed: Partial<DocumentRow> = {}): DocumentRow {
  const { rate_bp = 0, supply = 'principal' } = changed
  const passes = supply === 'agent'
  const parts = { escrow_minor: 11_200n, fee_minor: 1_300n }
  const vat_minor = vatOn(parts, { rate_bp, supply })
  return {
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
    supply,
    seller,
    buyer: buyer(),
    ...parts,
    vat_minor,
    total_minor: parts.escrow_minor + parts.fee_minor + vat_minor,
    lines: [
      line('rewards', 10_000n, !passes, 1000),
      line('bonuses', 1_200n, !passes),
      line('service_fee', 1_300n, true),
    ],
    hash: '00',
    is_erased: false,
    vat_country: 'DE',
    corrects_number: null,
    ...changed,
    rate_bp,
  }
}

const IN_DOLLARS: Partial<DocumentRow> = {
  vat_case: 'domestic',
  rate_bp: 1900,
  currency: 'USD',
  seller: { ...seller, vat_currency: 'EUR', vat_exchange_rate: '0.9217' },
}
const CASES: readonly (readonly [string, Partial<DocumentRow>])[] = [
  ['domestic', { vat_case: 'domestic', rate_bp: 1900 }],
  [
    'consumer without a profile',
    {
      vat_case: 'consumer',
      rate_bp: 1900,
      buyer: buyer({
        kind: 'person',
        street: null,
        postal_code: null,
        city: null,
        country: 'DE',
        vat_number: null,
        email: null,
        purchase_order: null,
      }),
    },
  ],
  ['reverse_charge', { vat_case: 'reverse_charge' }],
  ['domestic in dollars', IN_DOLLARS],
  [
    'domestic outside the Union',
    {
      rate_bp: 2000,
      seller: { ...seller, country: 'RS', vat_number: '101134702', tax_number: null },
      buyer: buyer({ country: 'RS', vat_number: '100001378' }),
    },
  ],
  ['outside', { vat_case: 'outside', buyer: buyer({ country: 'VN', vat_number: '0100233488' }) }],
  ['exempt', { vat_case: 'exempt', seller: { ...seller, exemption: 'Small business, § 19 UStG' } }],
]
const ALL = CASES.flatMap(([name, terms]) =>
  (['principal', 'agent'] as const).flatMap((supply) =>
    (['FI', 'FC'] as const).map(
      (series) => [`${name}, ${supply}, ${series}`, { ...terms, supply, series }] as const,
    ),
  ),
)
const CORRECTED: RelatedRow = {
  id: '019a0000-0000-7000-8000-000000000005',
  series: 'FI',
  year: 2026,
  number: 3,
  day: '2026-11-02',
  is_corrected: true,
}
const xmlOf = (changed: Partial<DocumentRow>): string =>
  writeCii(documentOf(changed), changed.series === 'FC' ? CORRECTED : undefined)

test('is the same each time, and keeps what people typed as text', () => {
  const xml = xmlOf({ rate_bp: 1900 })
  expect(xmlOf({ rate_bp: 1900 })).toBe(xml)
  expect(xml).toContain('<ram:Name>Thé &amp; &lt;Port&gt; 東京 &quot;SARL&quot;</ram:Name>')
  expect(xml).toContain('<ram:ID>FI-2026-000007</ram:ID>')
  expect(xml).toContain('<ram:IssuerAssignedID>PO-4711</ram:IssuerAssignedID>')
})

test('a credit note names what it corrects', () => {
  expect(xmlOf({ series: 'FC', rate_bp: 1900 })).toMatch(
    /<ram:TypeCode>381<[\s\S]*<ram:InvoiceReferencedDocument>\s*<ram:IssuerAssignedID>FI-2026-000003</,
  )
})

test('VAT stands in the seller’s own currency too', () => {
  const xml = xmlOf(IN_DOLLARS)
  expect(xml).toContain('<ram:TaxCurrencyCode>EUR</ram:TaxCurrencyCode>')
  // 23.75 at 0.9217 is 21.890375.
  expect(xml).toContain('<ram:TaxTotalAmount currencyID="EUR">21.89</ram:TaxTotalAmount>')
  expect(xmlOf({ rate_bp: 1900 })).not.toContain('TaxCurrencyCode')
})

test('reverse charge without a VAT number of the buyer is no document, though the norm would allow it', () => {
  expect(() => xmlOf({ vat_case: 'reverse_charge', buyer: buyer({ vat_number: null }) })).toThrow(
    /without a VAT number/,
  )
})

test('a seller outside the Union names none of its law, where rewards pass through or nothing is taxed', () => {
  const ofSerbia = { seller: { ...seller, country: 'RS', vat_number: '101134702', tax_number: null } }
  const passing = xmlOf({
    ...ofSerbia,
    supply: 'agent',
    rate_bp: 2000,
    buyer: buyer({ country: 'RS', vat_number: null }),
  })
  expect(passing).toContain('Rewards that pass through to members')
  for (const xml of [passing, xmlOf({ ...ofSerbia, vat_case: 'outside' })])
    expect(xml).not.toMatch(/2006\/112|VATEX/)
})

test('a number that is no VAT number of the Union is the party’s identifier', () => {
  const ofBuyer = (xml: string) => /<ram:BuyerTradeParty>[\s\S]*<\/ram:BuyerTradeParty>/.exec(xml)![0]
  const vietnamese = buyer({ country: 'VN', vat_number: '0100233488001' })
  const serbian = buyer({ country: 'RS', vat_number: '101134702', registration_number: '17022253' })
  for (const [one, id] of [
    [vietnamese, '0100233488-001'],
    [serbian, '101134702'],
  ] as const) {
    const party = ofBuyer(xmlOf({ vat_case: 'outside', buyer: one }))
    expect(party).toContain(`<ram:ID>${id}</ram:ID>`)
    expect(party).not.toContain('schemeID="VA"')
  }
  const withoutNumber = xmlOf({ rate_bp: 1900, seller: { ...seller, vat_number: null } })
  expect(/<ram:SellerTradeParty>\s*<ram:(\w+)>/.exec(withoutNumber)![1]).toBe('Name')
  // Of the Union it is one, and stands once.
  expect(ofBuyer(xmlOf({ rate_bp: 1900 })).match(/FR40303265045/g)).toHaveLength(1)
  expect(ofBuyer(xmlOf({ rate_bp: 1900, buyer: buyer({ vat_number: null }) }))).not.toContain('<ram:ID')
})

test.each(['outside', 'exempt'] as const)('%s: what passes through is told from the service', (vat_case) => {
  const xml = xmlOf({ vat_case, supply: 'agent' })
  expect(xml).toMatch(/<ram:Content>Service fee: 13\.00\. Rewards that pass through [^<]*: 112\.00\.</)
  expect(xml.match(/<ram:Content>Rewards that pass through/g)).toHaveLength(2)
  expect(xmlOf({ vat_case })).not.toContain('IncludedNote')
})

test('without a seller there is none', () => {
  expect(() => xmlOf({ vat_case: null, seller: null })).toThrow(/without a seller/)
})

/** A document takes 2 to 30 seconds alone, and several times as long beside other tests. */
const STANDARD_MS = 300_000

describe.skipIf(folder === undefined)('by the public standards', () => {
  let place: string
  let schematron: Schema
  let xsd: XsdValidator
  let schema: XmlDocument
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'cii-'))
    await extract({ file: join(folder!, 'cii-d16b-xsd.tar.gz'), cwd: place })
    const path = join(place, 'CII/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd')
    xmlRegisterFsInputProviders()
    schema = XmlDocument.fromBuffer(await readFile(path), { url: path })
    xsd = XsdValidator.fromDoc(schema)
    schematron = Schema.fromString(
      await readFile(join(folder!, 'EN16931-CII-validation-preprocessed.sch'), 'utf8'),
    )
  }, STANDARD_MS)
  afterAll(async () => {
    xsd.dispose()
    schema.dispose()
    await rm(place, { recursive: true })
  })

  function fitsSchema(xml: string): void {
    const document = XmlDocument.fromString(xml)
    try {
      xsd.validate(document)
    } finally {
      document.dispose()
    }
  }
  /** Ids of the rules that are broken; warnings are not. */
  const broken = (xml: string): string[] =>
    schematron
      .validateString(xml)
      .filter(({ isReport }) => !isReport)
      .map(({ assertId, message }) => assertId ?? message ?? '?')

  test('every case fits the schema, and a made-up element does not', () => {
    for (const [, changed] of ALL) fitsSchema(xmlOf(changed))
    expect(() =>
      fitsSchema(xmlOf({ rate_bp: 1900 }).replaceAll('ram:GrandTotalAmount', 'ram:GrandTotal')),
    ).toThrow(/GrandTotal/)
  })

  const RUN =
    process.env['RUN_ALL'] === '1' ? ALL : ALL.filter(([name]) => name === 'reverse_charge, agent, FC')
  test.each(RUN)(
    '%s breaks no rule of the norm',
    (_, changed) => {
      expect(broken(xmlOf(changed))).toEqual([])
    },
    STANDARD_MS,
  )

  const CONTROLS = [
    ['BR-CO-15', xmlOf({ rate_bp: 1900 }).replace(/(GrandTotalAmount>)148\.75/, '$1148.76')],
    [
      'BR-AE-02',
      xmlOf({ vat_case: 'reverse_charge' }).replace(
        /<ram:SpecifiedTaxRegistration>\s*<ram:ID schemeID="VA">FR[\s\S]*?<\/ram:SpecifiedTaxRegistration>/,
        '',
      ),
    ],
    [
      'BR-S-05',
      xmlOf({ rate_bp: 1900 }).replace('<ram:RateApplicablePercent>19.00', '<ram:RateApplicablePercent>0.00'),
    ],
  ] as const
  test.each(process.env['RUN_ALL'] === '1' ? CONTROLS : CONTROLS.slice(0, 1))(
    'and a document that breaks %s is found',
    (rule, xml) => {
      expect(broken(xml)).toContain(rule)
    },
    STANDARD_MS,
  )
})
