import { isInUnion, vatCountryOf } from '@fairturn/contract/countries'
// Writes a document as EN 16931 XML in the syntax of UN/CEFACT Cross Industry Invoice (D16B). Deterministic: the same document
// gives the same bytes. Valid by CEN's rules in all five cases (xml.test.ts); stricter than they are where it must be: reverse
// charge needs the buyer's VAT number.
import { formatMoney } from '@fairturn/contract/minor-units'
import { XMLBuilder } from 'fast-xml-parser'
import { isoCurrency } from '../content/content.ts'
import { numberOf, numberText, taxableIn, vatStated } from './invoices.dto.ts'
import type { DocumentRow, Line, LineKind, Party, RelatedRow } from './invoices.store.ts'

const NAMES: Readonly<Record<LineKind, string>> = {
  rewards: 'Verified visits: rewards',
  bonuses: 'Bonus reserve',
  service_fee: 'Service fee',
  level: 'Membership level',
  rewards_returned: 'Refund: rewards and bonus reserve not used',
  fee_returned: 'Refund: service fee not earned',
  level_returned: 'Refund: membership level',
  reduction: 'Price reduction',
}

/** UNTDID 1001. */
const TYPE_CODES = { FI: '380', FC: '381' } as const
/** UNTDID 4461: paid out of the balance that the buyer has with us. */
const PAID_FROM_BALANCE = '97'
/** UNECE Recommendation 20: one, a unit. */
const UNIT = 'C62'
const PREFIXED = /^(?:[A-Z]{2})[A-Z0-9]+$/

interface Category {
  /** UNTDID 5305. */
  readonly code: 'S' | 'AE' | 'O' | 'E'
  readonly rate_bp: number
  readonly reason?: string
  /** VATEX, as CEN lists it. */
  readonly reasonCode?: string
}

/** The Directive is law of sellers in the Union only. */
const passesThrough = (seller: Party | null): Category & { readonly reason: string } =>
  seller?.country && isInUnion(seller.country)
    ? {
        code: 'E',
        rate_bp: 0,
        reason: 'Rewards that pass through to members, article 79 (c) of Directive 2006/112/EC',
        reasonCode: 'VATEX-EU-79-C',
      }
    : { code: 'E', rate_bp: 0, reason: 'Rewards that pass through to members' }

/** Whether what is taxed has a category of its own. */
const isTaxed = ({ vat_case }: DocumentRow): boolean => vat_case !== 'outside' && vat_case !== 'exempt'
const noteOf = (text: string) => ({ 'ram:IncludedNote': { 'ram:Content': text } })

/**
 * What is not subject to VAT allows no second category (BR-O-11), and what a seller is exempt from is one: a note tells the
 * seller's own supply from what passes through, as the PDF does.
 */
function partsNote(document: DocumentRow) {
  const net_minor = document.escrow_minor + document.fee_minor
  const own_minor = taxableIn(document.lines)
  if (isTaxed(document) || own_minor === net_minor) return {}
  const { reason } = passesThrough(document.seller)
  return noteOf(`Service fee: ${formatMoney(own_minor)}. ${reason}: ${formatMoney(net_minor - own_minor)}.`)
}

/** Throws without a seller: nobody is charged VAT then, and there is no invoice in the sense of the norm. */
function categoryOf({ vat_case, rate_bp, seller, buyer }: DocumentRow, taxed: boolean): Category {
  switch (vat_case) {
    case 'domestic':
    case 'consumer':
      return taxed ? { code: 'S', rate_bp } : passesThrough(seller)
    case 'reverse_charge':
      if (buyer.vat_number === null) throw new Error('reverse charge without a VAT number of the buyer')
      return taxed
        ? { code: 'AE', rate_bp: 0, reason: 'Reverse charge', reasonCode: 'VATEX-EU-AE' }
        : passesThrough(seller)
    case 'outside':
      return {
        code: 'O',
        rate_bp: 0,
        reason: 'Not subject to VAT',
        ...(seller?.country && isInUnion(seller.country) && { reasonCode: 'VATEX-EU-O' }),
      }
    case 'exempt':
      return { code: 'E', rate_bp: 0, reason: seller?.exemption ?? 'Exempt' }
    default:
      throw new Error('a document without a seller has no XML')
  }
}

const percent = (rate_bp: number): string => (rate_bp / 100).toFixed(2)
const compactDay = (day: string): string => day.replaceAll('-', '')
const dayElement = (day: string) => ({ 'udt:DateTimeString': { '@format': '102', '#text': compactDay(day) } })
const amountOf = (minor: string): string => formatMoney(BigInt(minor))

/** The XML, to be encoded as UTF-8. `corrects`: the invoice that a credit note corrects, one at most (D16B). */
export function writeCii(document: DocumentRow, corrects: RelatedRow | undefined): string {
  const { series, lines } = document
  const root = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    'rsm:CrossIndustryInvoice': {
      '@xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
      '@xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
      '@xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
      '@xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
      'rsm:ExchangedDocumentContext': {
        'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': 'urn:cen.eu:en16931:2017' },
      },
      'rsm:ExchangedDocument': {
        'ram:ID': numberOf(document),
        'ram:TypeCode': TYPE_CODES[series],
        'ram:IssueDateTime': dayElement(document.day),
        ...partsNote(document),
      },
      'rsm:SupplyChainTradeTransaction': {
        'ram:IncludedSupplyChainTradeLineItem': lines.map((line, i) => lineItem(document, line, i + 1)),
        'ram:ApplicableHeaderTradeAgreement': {
          'ram:SellerTradeParty': partyOf(document, document.seller!),
          'ram:BuyerTradeParty': partyOf(document, document.buyer),
          ...(document.buyer.purchase_order !== null && {
            'ram:BuyerOrderReferencedDocument': { 'ram:IssuerAssignedID': document.buyer.purchase_order },
          }),
        },
        'ram:ApplicableHeaderTradeDelivery': '',
        'ram:ApplicableHeaderTradeSettlement': settlement(document, corrects),
      },
    },
  }
  return builder.build(root)
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  indentBy: '  ',
  suppressBooleanAttributes: false,
})

function lineItem(document: DocumentRow, line: Line, no: number) {
  const { code, rate_bp } = categoryOf(document, line.taxed)
  return {
    'ram:AssociatedDocumentLineDocument': {
      'ram:LineID': String(no),
      // Its category does not say so where no VAT is charged at all.
      ...(!line.taxed && !isTaxed(document) && noteOf(passesThrough(document.seller).reason)),
    },
    'ram:SpecifiedTradeProduct': {
      'ram:Name': `${NAMES[line.kind]}: ${document.subject_name}`,
    },
    'ram:SpecifiedLineTradeAgreement': {
      'ram:NetPriceProductTradePrice': { 'ram:ChargeAmount': amountOf(line.unit_minor) },
    },
    'ram:SpecifiedLineTradeDelivery': {
      'ram:BilledQuantity': { '@unitCode': UNIT, '#text': String(line.quantity) },
    },
    'ram:SpecifiedLineTradeSettlement': {
      'ram:ApplicableTradeTax': {
        'ram:TypeCode': 'VAT',
        'ram:CategoryCode': code,
        ...(code !== 'O' && { 'ram:RateApplicablePercent': percent(rate_bp) }),
      },
      'ram:SpecifiedTradeSettlementLineMonetarySummation': {
        'ram:LineTotalAmount': amountOf(line.amount_minor),
      },
    },
  }
}

/**
 * What is not subject to VAT names no VAT number (BR-O-02), nor does anything one without its country's prefix (BR-CO-09): a
 * seller's number without one is its tax registration (BT-32, enough for BR-S-02); any other stands as the party's identifier
 * (BT-29, BT-46), as its register has it.
 */
function partyOf({ vat_case, seller }: DocumentRow, party: Party) {
  const { vat_number, tax_number } = party
  const isVatNumber = vat_number !== null && vat_case !== 'outside' && hasPrefix(party)
  const registration = tax_number ?? (party === seller && !hasPrefix(party) ? numberText(party) : null)
  const number = numberText(party)
  const hasPlace = number === null || isVatNumber || registration === number
  const registrations = [
    ...(registration === null ? [] : [{ 'ram:ID': { '@schemeID': 'FC', '#text': registration } }]),
    ...(isVatNumber ? [{ 'ram:ID': { '@schemeID': 'VA', '#text': vat_number } }] : []),
  ]
  return {
    ...(!hasPlace && { 'ram:ID': number }),
    'ram:Name': party.legal_name,
    ...(party.registration_number !== null && {
      'ram:SpecifiedLegalOrganization': { 'ram:ID': party.registration_number },
    }),
    'ram:PostalTradeAddress': {
      ...(party.postal_code !== null && { 'ram:PostcodeCode': party.postal_code }),
      ...(party.street !== null && { 'ram:LineOne': party.street }),
      ...(party.city !== null && { 'ram:CityName': party.city }),
      'ram:CountryID': party.country,
    },
    ...(party.email !== null && {
      'ram:URIUniversalCommunication': { 'ram:URIID': { '@schemeID': 'EM', '#text': party.email } },
    }),
    ...(registrations.length > 0 && { 'ram:SpecifiedTaxRegistration': registrations }),
  }
}

const hasPrefix = ({ vat_number, country }: Party): boolean =>
  vat_number !== null &&
  PREFIXED.test(vat_number) &&
  vat_number.startsWith(country === 'GR' ? 'EL' : vatCountryOf(country ?? ' '))

interface Breakdown extends Category {
  readonly basis_minor: bigint
}

/** One group for each category; VAT is only in the one that has a rate. */
function breakdownOf(document: DocumentRow): Breakdown[] {
  const groups = new Map<string, Breakdown>()
  for (const line of document.lines) {
    const category = categoryOf(document, line.taxed)
    const before = groups.get(category.code)?.basis_minor ?? 0n
    groups.set(category.code, { ...category, basis_minor: before + BigInt(line.amount_minor) })
  }
  return [...groups.values()]
}

function taxGroup(group: Breakdown, vat_minor: bigint) {
  return {
    'ram:CalculatedAmount': formatMoney(group.code === 'S' ? vat_minor : 0n),
    'ram:TypeCode': 'VAT',
    ...(group.reason !== undefined && { 'ram:ExemptionReason': group.reason }),
    'ram:BasisAmount': formatMoney(group.basis_minor),
    'ram:CategoryCode': group.code,
    ...(group.reasonCode !== undefined && { 'ram:ExemptionReasonCode': group.reasonCode }),
    ...(group.code !== 'O' && { 'ram:RateApplicablePercent': percent(group.rate_bp) }),
  }
}

function settlement(document: DocumentRow, corrects: RelatedRow | undefined) {
  const { escrow_minor, fee_minor, vat_minor, total_minor } = document
  const net = formatMoney(escrow_minor + fee_minor)
  const total = formatMoney(total_minor)
  const currency = isoCurrency(document.currency)
  const stated = vatStated(document)
  return {
    ...(stated && { 'ram:TaxCurrencyCode': stated.currency }),
    'ram:InvoiceCurrencyCode': currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': { 'ram:TypeCode': PAID_FROM_BALANCE },
    'ram:ApplicableTradeTax': breakdownOf(document).map((group) => taxGroup(group, vat_minor)),
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': {
      'ram:LineTotalAmount': net,
      'ram:TaxBasisTotalAmount': net,
      'ram:TaxTotalAmount': [
        { '@currencyID': currency, '#text': formatMoney(vat_minor) },
        ...(stated ? [{ '@currencyID': stated.currency, '#text': stated.amount }] : []),
      ],
      'ram:GrandTotalAmount': total,
      'ram:TotalPrepaidAmount': total,
      'ram:DuePayableAmount': '0.00',
    },
    ...(corrects !== undefined && {
      'ram:InvoiceReferencedDocument': {
        'ram:IssuerAssignedID': numberOf(corrects),
        'ram:FormattedIssueDateTime': {
          'qdt:DateTimeString': { '@format': '102', '#text': compactDay(corrects.day) },
        },
      },
    }),
  }
}
