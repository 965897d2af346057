// Calls whose response is a file, without the usual envelope; refusals are as everywhere. Bound by the server, documented
// as OpenAPI, and enumerated by the access tests.
import { z } from 'zod'
import type { StaffRole } from './backoffice/roles.ts'
import { depositStatus } from './deposits.ts'
import { exportQuery } from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import { period, timeZone } from './fields.ts'
import { id } from './ids.ts'
import { orderStatus } from './orders.ts'
import { resultsPeriod } from './tracking.ts'
import { withdrawalStatus } from './withdrawals.ts'

/** Called with GET and a valid access token. */
export interface FileCall extends Pick<Endpoint, 'path' | 'summary' | 'params' | 'refusals' | 'shows'> {
  readonly type: 'text/csv' | 'application/pdf'
  /** What one of several formats has, if it is asked for. */
  readonly or_type?: 'application/xml'
  readonly query: z.ZodType
  /** A CSV that programs read again: it has no other separator. */
  readonly one_form?: true
  /**
   * If set, a back-office session of one of these roles is required instead of a member's token; an entry of
   * backoffice/roles.ts.
   */
  readonly roles?: readonly StaffRole[]
  /** Rate limit by member or operator. */
  readonly limit: { readonly hits: number; readonly per_seconds: number }
}
const file = <const F extends FileCall>(declared: F): F => declared

const EXPORT_RATE_LIMIT = { hits: 30, per_seconds: 3600 }
const RECEIPTS = { hits: 120, per_seconds: 3600 }

/** A day, inclusive. */
const day = z.iso.date({ error: 'field_is_invalid' }).optional()

export const fileCalls = {
  documents: {
    exportStatements: file({
      path: 'statements/export',
      summary:
        'The statement as a CSV file, newest first: one line an event, with its effect on what is available',
      type: 'text/csv',
      query: exportQuery,
      limit: EXPORT_RATE_LIMIT,
    }),
    statement: file({
      path: 'statements.pdf',
      summary:
        'The statement as a document, oldest first, with what there was before and after; of at most 24 months, by default the last ones',
      type: 'application/pdf',
      query: z.object({ ...period, time_zone: timeZone }),
      limit: EXPORT_RATE_LIMIT,
      refusals: ['statement_period_is_too_long', 'service_is_busy'],
    }),
    depositReceipt: file({
      path: 'deposit/:deposit_id/receipt.pdf',
      summary: 'The receipt of a deposit',
      type: 'application/pdf',
      params: z.object({ deposit_id: id }),
      query: z.object({ time_zone: timeZone }),
      limit: RECEIPTS,
      refusals: ['deposit_is_unknown', 'service_is_busy'],
    }),
    withdrawalReceipt: file({
      path: 'withdraw/:withdrawal_id/receipt.pdf',
      summary: 'The receipt of a withdrawal',
      type: 'application/pdf',
      params: z.object({ withdrawal_id: id }),
      query: z.object({ time_zone: timeZone }),
      limit: RECEIPTS,
      refusals: ['withdrawal_is_unknown', 'service_is_busy'],
    }),
    exportDeposits: file({
      path: 'deposit-history.csv',
      summary: 'Deposits as a CSV file, newest first, by state and period',
      type: 'text/csv',
      query: z.object({ state: depositStatus.optional(), ...period }),
      limit: EXPORT_RATE_LIMIT,
    }),
    exportWithdrawals: file({
      path: 'withdraw-history.csv',
      summary: 'Withdrawals as a CSV file, newest first, by state and period',
      type: 'text/csv',
      query: z.object({ state: withdrawalStatus.optional(), ...period }),
      limit: EXPORT_RATE_LIMIT,
    }),
  },
  invoices: {
    file: file({
      path: 'invoices/:invoice_id/file',
      summary:
        'An invoice or credit note as PDF/A-3 with its EN 16931 XML inside, or the XML alone; the same bytes each time. Without a seller there is no XML',
      type: 'application/pdf',
      or_type: 'application/xml',
      params: z.object({ invoice_id: id }),
      query: z.object({ format: z.enum(['pdf', 'xml'], { error: 'field_is_invalid' }).default('pdf') }),
      limit: RECEIPTS,
      refusals: ['invoice_is_unknown', 'service_is_busy'],
    }),
    exportInvoices: file({
      path: 'invoices/export',
      summary:
        'Invoices and credit notes of a period as a CSV file, one VAT line each, newest first; credit notes are negative',
      type: 'text/csv',
      query: z.object({ from: day, to: day.describe('inclusive') }),
      limit: EXPORT_RATE_LIMIT,
    }),
  },
  campaigns: {
    quoteDocument: file({
      path: 'campaigns/:campaign_id/quote-document',
      summary:
        'What an unpaid campaign costs now as a document to be paid from (pro forma), with the account and reference of its transfer once that is announced',
      type: 'application/pdf',
      params: z.object({ campaign_id: id }),
      query: z.object({}),
      limit: RECEIPTS,
      refusals: ['campaign_is_unknown', 'campaign_cannot_be_paid', 'service_is_busy'],
    }),
  },
  orders: {
    awardReceipt: file({
      path: 'awards/:order_id/receipt.pdf',
      summary: 'The receipt of a claimed award',
      type: 'application/pdf',
      params: z.object({ order_id: id }),
      query: z.object({ time_zone: timeZone }),
      limit: RECEIPTS,
      refusals: ['order_is_unknown', 'service_is_busy'],
    }),
    exportAwards: file({
      path: 'list-product-completed.csv',
      summary: 'Claimed orders of a period as a CSV file, newest first',
      type: 'text/csv',
      query: z.object(period),
      limit: EXPORT_RATE_LIMIT,
    }),
    exportOrders: file({
      path: 'list-product.csv',
      summary: 'Orders as a CSV file, newest first, by state and by the period in which they were taken',
      type: 'text/csv',
      query: z.object({ state: orderStatus.optional(), ...period }),
      limit: EXPORT_RATE_LIMIT,
    }),
  },
  tracking: {
    exportVisits: file({
      path: 'campaigns/:campaign_id/visits.csv',
      one_form: true,
      summary:
        'A campaign’s visits as a CSV file in the order they were judged, under pseudonyms of that file, below the bill they come to',
      type: 'text/csv',
      params: z.object({ campaign_id: id }),
      query: resultsPeriod,
      limit: EXPORT_RATE_LIMIT,
      refusals: ['campaign_is_unknown', 'service_is_busy'],
    }),
  },
} satisfies Record<string, Record<string, FileCall>>
