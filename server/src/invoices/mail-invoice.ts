// Sends each document to the mail address that stands on it (mail-invoice.test.ts).
import { settingsOf } from '../content/content.ts'
import { getMember } from '../members/members.ts'
import type { SendMail } from '../notices/notices.ts'
import { handle, type JobHandler } from '../platform/queue/queue.ts'
import { documentTexts } from '../platform/texts/documents.ts'
import { noticeText } from '../platform/texts/notices.ts'
import { fileOf } from './invoice-file.ts'
import { numberOf } from './invoices.dto.ts'
import { selectAnyDocument } from './invoices.store.ts'
import { mailInvoice } from './issuing.ts'

interface Parts {
  /** Undefined without a mail server; then nothing is sent. */
  readonly send: SendMail | undefined
  readonly demo: boolean
}

export const invoiceMailer = ({ send, demo }: Parts): JobHandler =>
  handle(mailInvoice, async (database, { invoice_id: id }) => {
    const row = await selectAnyDocument.one(database, { id })
    const { email } = row.buyer
    if (send === undefined || email === null) return
    const { locale } = await getMember(database, row.member_id)
    const { site_title: site } = await settingsOf(database)
    const { name, body } = await fileOf(database, row, { format: 'pdf', locale, demo })
    const title = `${documentTexts[locale].invoice[row.series]} ${numberOf(row)}`
    const words = { site, title, name: row.buyer.legal_name }
    await send({
      to: email,
      id,
      subject: noticeText('mail_invoice_subject', locale, words),
      text: noticeText('mail_invoice_text', locale, words),
      attachment: { filename: name, content: body },
      about: { member_id: row.member_id, subject: 'invoices', locale },
    })
  })
