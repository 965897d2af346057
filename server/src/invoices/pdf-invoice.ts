// A document as a sheet, in the reader's language: PDF/A-3 with its XML inside (Factur-X, profile EN 16931, relationship
// Alternative). Only from what is frozen, so the same language gives the same bytes (pdf-invoice.test.ts).
import type { VatCase } from '@fairturn/contract/accounting'
import { isInUnion } from '@fairturn/contract/countries'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import { isoCurrency } from '../content/content.ts'
import type { Archive, Sheet } from '../documents/documents.ts'
import { formatMoneyText } from '../notices/notices.ts'
import { documentTexts, formatRate } from '../platform/texts/documents.ts'
import { numberOf, numberText, subjectName, taxableIn, vatStated } from './invoices.dto.ts'
import type { Content, DocumentRow, Line, Party, RelatedRow, Terms } from './invoices.store.ts'
import { writeCii } from './xml.ts'

interface Reader {
  readonly locale: Locale
  readonly site: string
  readonly demo: boolean
}

type Shown = Omit<Terms, 'supply'> &
  Pick<DocumentRow, 'day' | 'subject_name' | 'escrow_minor' | 'fee_minor' | 'vat_minor'> & {
    readonly lines: readonly Line[]
  }
type Texts = (typeof documentTexts)[Locale]['invoice']
type Label = readonly [label: string, text: string | null]

export function invoiceSheet(row: DocumentRow, corrects: RelatedRow | undefined, reader: Reader): Sheet {
  const { invoice: texts } = documentTexts[reader.locale]
  const number = numberOf(row)
  const corrected: Label = [texts.corrects, corrects === undefined ? null : numberOf(corrects)]
  const shown = { ...row, subject_name: subjectName(row, reader.locale) }
  const sheet = sheetOf(shown, reader, [[texts.number, number]], [corrected])
  return {
    ...sheet,
    notes: [row.series === 'FI' ? texts.paid : texts.credited, ...sheet.notes],
    title: `${texts[row.series]} ${number}`,
    ...(row.vat_case !== null && !row.is_erased && { archive: archiveOf(row, corrects, number) }),
  }
}

/** A pro forma: what the invoice of an unpaid campaign would say, and where to transfer it once that is announced. */
export function quoteSheet(
  { terms, parts, ...content }: Content & { readonly terms: { readonly day: string } },
  { number, subject_name, transfer }: Quoted,
  reader: Reader,
): Sheet {
  const { invoice: texts, labels } = documentTexts[reader.locale]
  const { holder, bank, account, reference } = transfer ?? {
    holder: null,
    bank: null,
    account: null,
    reference: null,
  }
  const sheet = sheetOf(
    { ...terms, ...parts, ...content, subject_name },
    reader,
    [[texts.number, number]],
    [
      [labels.holder, holder],
      [labels.account, account && `${account}, ${bank}`],
      [labels.reference, reference],
    ],
  )
  return {
    ...sheet,
    title: `${texts.quote} ${number}`,
    notes: [texts.no_invoice, ...sheet.notes],
  }
}

interface Quoted {
  readonly number: string
  readonly subject_name: string
  readonly transfer: TransferTo | null
}

interface TransferTo {
  readonly holder: string
  readonly bank: string
  readonly account: string
  readonly reference: string
}

function sheetOf(
  row: Shown,
  reader: Reader,
  first: readonly Label[],
  last: readonly Label[],
): Omit<Sheet, 'title'> {
  const words = documentTexts[reader.locale]
  const texts = words.invoice
  const money = (minor: bigint) => formatMoneyText(formatMoney(minor), row.currency)
  const total = money(row.escrow_minor + row.fee_minor + row.vat_minor)
  const details: readonly Label[] = [
    ...first,
    [texts.day, dayText(row.day)],
    [texts.seller, row.seller && addressOf(row.seller)],
    [texts.vat_number, numberText(row.seller)],
    [texts.tax_number, row.seller?.tax_number ?? null],
    [texts.registration, row.seller?.registration_number ?? null],
    [texts.buyer, addressOf(row.buyer)],
    [texts.vat_number, numberText(row.buyer)],
    [texts.registration, row.buyer.registration_number],
    [texts.order, row.buyer.purchase_order],
    [texts.about, row.subject_name],
    ...last,
  ]
  return {
    locale: reader.locale,
    site: reader.site,
    watermark: reader.demo ? words.demo : null,
    details: [
      { label: texts.total, text: total, main: true },
      ...details.flatMap(([label, text]) => (text === null ? [] : [{ label, text }])),
    ],
    summary: summaryOf(row, reader.locale),
    list: {
      date: texts.quantity,
      title: texts.description,
      amount: texts.unit,
      balance: texts.amount,
      rows: row.lines.map((line) => ({
        date: String(line.quantity),
        title: texts[line.kind],
        // Two lines of one name are told apart.
        detail: line.kind !== 'reduction' || !passesThrough(row) ? '' : partName(line, texts),
        amount: money(BigInt(line.unit_minor)),
        balance: money(BigInt(line.amount_minor)),
      })),
      empty: '',
    },
    notes: [
      ...noteOf(row.vat_case, texts),
      ...(row.vat_case === 'exempt' && row.seller?.exemption ? [row.seller.exemption] : []),
      ...(row.vat_case !== null && passesThrough(row) ? [passesNote(texts.passes, row.seller)] : []),
    ],
    notShown: words.notes.not_shown,
  }
}

/** Whether a part of it passes through to members. */
const passesThrough = ({ lines }: Shown): boolean => lines.some(({ taxed }) => !taxed)

/** What of the sums is the seller's own supply, and what is not, as the lines and the CSV tell them apart; also where neither has VAT. */
function basesOf(row: Shown, rate: string, texts: Texts): readonly [own: string, rest: string] {
  if (rate !== '') return [`${texts.taxable}${rate}`, texts.not_taxable]
  if (row.vat_case === 'reverse_charge') return [texts.taxable_by_buyer, texts.not_taxable]
  return [texts.service_fee, texts.passed_on]
}

const partName = ({ taxed }: Line, texts: Texts): string => (taxed ? texts.service_fee : texts.passed_on)

function summaryOf(row: Shown, locale: Locale) {
  const texts = documentTexts[locale].invoice
  const figure = (label: string, minor: bigint, strong = false) => ({
    label,
    figures: [formatMoneyText(formatMoney(minor), row.currency)],
    strong,
  })
  const net_minor = row.escrow_minor + row.fee_minor
  const taxable_minor = taxableIn(row.lines)
  // What has no VAT is not at 0 %: its case stands below.
  const rate = row.rate_bp > 0 ? ` ${formatRate(row.rate_bp, locale)}` : ''
  const country = row.rate_bp > 0 && row.vat_country !== null ? ` ${row.vat_country}` : ''
  const [own, rest] = basesOf(row, rate, texts)
  return {
    columns: [`${texts.amount} (${isoCurrency(row.currency)})`],
    rows: [
      ...(row.vat_case !== null && passesThrough(row)
        ? [figure(own, taxable_minor), figure(rest, net_minor - taxable_minor)]
        : []),
      figure(texts.net, net_minor),
      figure(`${texts.vat}${country}${rate}`, row.vat_minor),
      figure(texts.total, net_minor + row.vat_minor, true),
      ...statedRow(row, texts.vat),
    ],
  }
}

/** Nothing is to be said of a domestic sale: its VAT stands in the sums. */
const noteOf = (vat_case: VatCase | null, texts: Texts): string[] =>
  vat_case === 'domestic' || vat_case === 'consumer' ? [] : [vat_case === null ? texts.none : texts[vat_case]]

/** With its source where the seller is in the Union, as the XML has it. */
const passesNote = (note: string, seller: Party | null): string =>
  seller?.country && isInUnion(seller.country) ? `${note} (2006/112/EC, art. 79 c)` : note

/** VAT in the seller's own currency, with the rate. */
function statedRow(row: Shown, vat: string) {
  const stated = vatStated(row)
  if (stated === null) return []
  const { currency, rate, amount } = stated
  const label = `${vat} (1 ${isoCurrency(row.currency)} = ${rate.replace('.', ',')} ${currency})`
  const figure = formatMoneyText(amount, row.currency).replace(/^\S+/, currency)
  return [{ label, figures: [figure], strong: false }]
}

const dayText = (day: string): string => day.split('-').toReversed().join('-')
const addressOf = ({ legal_name, street, postal_code, city, country }: Party): string =>
  [legal_name, street, [postal_code, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')

const FILE_NAME = 'factur-x.xml'

function archiveOf(row: DocumentRow, corrects: RelatedRow | undefined, title: string): Archive {
  return {
    title,
    attachment: { name: FILE_NAME, text: writeCii(row, corrects), description: 'EN 16931' },
    xmp: FACTUR_X,
  }
}

/** The Factur-X extension schema and its properties (Factur-X 1.0, section 6.2.2). */
const FACTUR_X = `
        <rdf:Description xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" rdf:about="">
            <fx:DocumentType>INVOICE</fx:DocumentType>
            <fx:DocumentFileName>${FILE_NAME}</fx:DocumentFileName>
            <fx:Version>1.0</fx:Version>
            <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
        </rdf:Description>
        <rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" rdf:about="">
            <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
                <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
                <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>fx</pdfaSchema:prefix>
                <pdfaSchema:property><rdf:Seq>${[
                  ['DocumentFileName', 'name of the embedded XML invoice file'],
                  ['DocumentType', 'INVOICE'],
                  ['Version', 'version of the Factur-X XML schema'],
                  ['ConformanceLevel', 'conformance level of the embedded XML'],
                ]
                  .map(
                    ([name, description]) => `
                    <rdf:li rdf:parseType="Resource">
                        <pdfaProperty:name>${name}</pdfaProperty:name>
                        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                        <pdfaProperty:category>external</pdfaProperty:category>
                        <pdfaProperty:description>${description}</pdfaProperty:description>
                    </rdf:li>`,
                  )
                  .join('')}
                </rdf:Seq></pdfaSchema:property>
            </rdf:li></rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>`
