// Invoices: billing profiles, and a document for each payment and each refund, equal to the ledger (docs/invoices.md). Only
// payments and refunds of campaigns and levels know of VAT; documents and their numbers never change.
import type { Queryable, Tx } from '../platform/database/database.ts'
import { rowsById } from '../platform/database/statement.ts'
import { deleteProfile, type SubjectVat, selectVatOfSubjects } from './invoices.store.ts'

export { confirmNumber, recordAnswer, saveProfile } from './billing.ts'
export { checkInvoices } from './invoices.check.ts'
export {
  creditCampaign,
  creditLevel,
  type CampaignPayment,
  earnedLevelVat,
  invoiceCampaign,
  invoiceLevel,
  quoteVat,
  quoteVatReturned,
} from './issuing.ts'
export type { SubjectVat } from './invoices.store.ts'

/** What is deleted when a member closes the account; documents stay. */
export const deleteBilling = (tx: Tx, member_id: string): Promise<unknown> =>
  deleteProfile.all(tx, { member_id })

/** VAT paid with campaigns or level purchases and returned so far, by id. */
export const vatOfSubjects = async (
  on: Queryable,
  subject_ids: readonly string[],
): Promise<Map<string, SubjectVat>> => rowsById(selectVatOfSubjects, on, subject_ids)
/** Of one. */
export const vatOfSubject = async (on: Queryable, subject_id: string): Promise<Omit<SubjectVat, 'id'>> =>
  (await vatOfSubjects(on, [subject_id])).get(subject_id) ?? { paid_minor: 0n, returned_minor: 0n }
