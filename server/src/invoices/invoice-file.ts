import type { Locale } from '@fairturn/contract/locales'
import { settingsOf } from '../content/content.ts'
import { drawPdf } from '../documents/documents.ts'
import type { Queryable } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { numberOf } from './invoices.dto.ts'
import { type DocumentRow, selectRelated } from './invoices.store.ts'
import { invoiceSheet } from './pdf-invoice.ts'
import { writeCii } from './xml.ts'

interface Wanted {
  readonly format: 'pdf' | 'xml'
  readonly locale: Locale
  readonly demo: boolean
}

/** A document as a file. Refuses `invoice_is_unknown` for the XML of one without a seller, or of one that was erased. */
export async function fileOf(on: Queryable, row: DocumentRow, { format, locale, demo }: Wanted) {
  const corrects = (await selectRelated.all(on, { id: row.id })).find(({ is_corrected }) => is_corrected)
  if (format === 'pdf') {
    const { site_title: site } = await settingsOf(on)
    const sheet = invoiceSheet(row, corrects, { locale, site, demo })
    return { name: `${numberOf(row)}.pdf`, body: await drawPdf(sheet, row.issued_at) }
  }
  if (row.vat_case === null || row.is_erased) throw refuse('invoice_is_unknown')
  const type = 'application/xml' as const
  return { name: `${numberOf(row)}.xml`, type, body: Buffer.from(writeCii(row, corrects)) }
}
