// Invoices: billing profiles, and a document for each payment and each refund, equal to the ledger (docs/invoices.md). Only
// payments and refunds of campaigns and levels know of VAT; documents and their numbers never change, but that who they were for
// is erased in the end.
import { dayIn, settingsOf } from '../content/content.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { drain } from '../platform/queue/batches.ts'
import { deleteProfile, eraseBuyers as erase } from './invoices.store.ts'

export { confirmNumber, recordAnswer, saveProfile } from './billing.ts'
export { checkInvoices } from './invoices.check.ts'
export { invoiceMailer } from './mail-invoice.ts'
export { quoteSheet } from './pdf-invoice.ts'
export { campaignOfQuote, quoteNumber } from './quote-number.ts'
export {
  campaignContent,
  creditCampaign,
  creditLevel,
  earnedLevelVat,
  invoiceCampaign,
  invoiceLevel,
  quoteVat,
  quoteVatReturned,
  type ReturnedParts,
} from './issuing.ts'
export { creditReduction, reductionOfCampaign, reductionOfLevel, refuseReduction } from './reductions.ts'
export type { Correction } from './issuing.ts'
export { type SubjectVat, vatOfSubject, vatOfSubjects } from './invoices.store.ts'

/** What is deleted when a member closes the account; documents stay. */
export const deleteBilling = (tx: Tx, member_id: string): Promise<unknown> =>
  deleteProfile.all(tx, { member_id })

const ERASED_AT_ONCE = 500

/** Erases from documents of closed accounts who they were for, once their years after the year of the document are over. */
export async function eraseBuyers(database: Database): Promise<void> {
  const { documents_kept_years, time_zone } = await settingsOf(database)
  const today = dayIn(database.clock.now(), time_zone)
  const before = `${Number(today.slice(0, 4)) - documents_kept_years}-01-01`
  const limit = ERASED_AT_ONCE
  await drain(limit, async () => (await erase.one(database, { before, limit })).erased)
}
