import { z } from 'zod'
import { CHART_KEYS, ENTRY_TYPES, INVOICE_SERIES, VAT_CASES } from '../accounting.ts'
import { endpoint } from '../endpoint.ts'
import { money } from '../fields.ts'
import type { FileCall } from '../files.ts'
import { cursor, id } from '../ids.ts'
import { billing, invoice, invoiceInDetail } from '../invoices.ts'
import { reason } from './approvals.ts'
import { csvFile, sortBy } from './lists.ts'
import { names } from './names.ts'
import { may } from './roles.ts'

const of = {
  member_id: id,
  username: z.string().describe('empty once the account is closed'),
}
export const adminInvoice = invoice.extend(of)
export type AdminInvoice = z.infer<typeof adminInvoice>

const read = { auth: 'staff', roles: may.read_money, shows: 'address' } as const
const one = z.object({ invoice_id: id })

const day = z.iso.date({ error: 'field_is_invalid' }).optional()

const dayOf = z.iso.date({ error: 'field_is_required' })
const period = { from: dayOf, to: dayOf.describe('inclusive') }
const balance = money.describe('debit less credit')

export const adminInvoiceCalls = {
  invoices: endpoint('GET backoffice/invoices', {
    summary: 'Invoices and credit notes, newest first',
    auth: 'staff',
    roles: may.read_money,
    names: true,
    query: z.object({
      series: z.enum(INVOICE_SERIES, { error: 'field_is_invalid' }).optional(),
      member_id: id.optional(),
      from: day,
      to: day.describe('inclusive'),
      number: z
        .string()
        .regex(/^F[IC]-\d{4}-\d{1,9}$/, 'field_is_invalid')
        .optional()
        .describe('the whole'),
      sort: sortBy('issued_at', 'number'),
      cursor,
    }),
    answer: z.object({ list: z.array(adminInvoice), cursor: z.string().nullable(), names }),
  }),
  journal: endpoint('GET backoffice/journal', {
    summary:
      'Trial balance and revenue by type of a period; days are those of documents: of the site’s time zone',
    auth: 'staff',
    roles: may.read_money,
    query: z.object(period),
    answer: z.object({
      accounts: z
        .array(
          z.object({
            key: z.enum(CHART_KEYS),
            account: z.string().describe('by the setting chart'),
            opening: balance,
            debit: money,
            credit: money,
            closing: balance,
          }),
        )
        .describe('by account, without what never moved'),
      debit: money.describe('of all: as much as the credit'),
      credit: money,
      revenue: z.array(z.object({ type: z.enum(ENTRY_TYPES), amount: money })),
      revenue_total: money,
    }),
  }),
  vatSummary: endpoint('GET backoffice/vat-summary', {
    summary:
      'VAT of the documents of a period by seller, the state whose VAT it is, case and rate, credit notes taken off: what a VAT return, one under the Union’s scheme (where the two states differ) and a list of sales begin with',
    auth: 'staff',
    roles: may.read_money,
    query: z.object(period),
    answer: z.object({
      list: z
        .array(
          z.object({
            seller_country: z.string().nullable().describe('null: no seller'),
            seller_number: z.string().nullable().describe('VAT number; the tax number of whom has none'),
            vat_country: z.string().nullable().describe('null: outside, no seller, or not kept then'),
            vat_case: z.enum(VAT_CASES).nullable(),
            vat_percent: z.number(),
            documents: z.int(),
            currency: z.enum(['USD', 'EURO']),
            taxable: money,
            not_taxable: money,
            vat: money,
            stated: z
              .array(z.object({ currency: z.string(), amount: money }))
              .describe('VAT in a seller’s national currency, as each document states it'),
          }),
        )
        .describe('by seller, country, case and rate'),
    }),
  }),
  invoice: endpoint('GET backoffice/invoices/:invoice_id', {
    summary: 'One document with its parties, lines and VAT',
    ...read,
    names: true,
    params: one,
    answer: invoiceInDetail.extend({ ...of, names }),
    refusals: ['invoice_is_unknown'],
  }),
  profile: endpoint('GET backoffice/billing/:member_id', {
    summary: 'A member’s billing profile, and the VAT of a payment made now',
    ...read,
    params: z.object({ member_id: id }),
    answer: billing.extend({
      is_sellers_number: z.boolean().describe('the VAT number is the seller’s own'),
      same_number: z.array(z.object(of)).describe('up to ten other members who have the VAT number'),
    }),
    refusals: ['member_is_unknown'],
  }),
  confirmNumber: endpoint('POST backoffice/billing/:member_id/confirm-number', {
    summary: 'Confirm a member’s VAT number with evidence, which they see',
    auth: 'staff',
    roles: may.move_money,
    recent: true,
    params: z.object({ member_id: id }),
    body: z.object({
      vat_number: z.string('field_is_invalid').max(30, 'field_is_too_long').describe('as in the profile'),
      reason: reason.describe('the evidence'),
    }),
    answer: z.object({ vat_number: z.string(), confirmed_until: z.iso.datetime() }),
    refusals: [
      'member_is_unknown',
      'member_account_is_closed',
      'billing_profile_is_incomplete',
      'vat_number_is_invalid',
    ],
  }),
}

export const adminInvoiceFiles = {
  exportJournal: csvFile(
    {
      ...adminInvoiceCalls.journal,
      query: z.object({
        ...period,
        lines: z
          .enum(['days', 'entries'], { error: 'field_is_invalid' })
          .default('days')
          .describe('sums of a day by type and account, or each posting'),
        cursor,
      }),
    },
    'Journal of a period as debit and credit lines, balanced each day,',
  ),
  exportVatSummary: csvFile(
    { ...adminInvoiceCalls.vatSummary, query: z.object({ ...period, cursor }) },
    'VAT of the documents of a period',
  ),
  file: {
    path: 'backoffice/invoices/:invoice_id/file',
    summary: 'An invoice or credit note, the same bytes as its member gets',
    type: 'application/pdf',
    or_type: 'application/xml',
    roles: may.read_money,
    shows: 'address',
    params: one,
    query: z.object({ format: z.enum(['pdf', 'xml'], { error: 'field_is_invalid' }).default('pdf') }),
    limit: { hits: 120, per_seconds: 3600 },
    refusals: ['invoice_is_unknown', 'service_is_busy'],
  },
  exportInvoices: csvFile(adminInvoiceCalls.invoices, 'Invoices and credit notes'),
} satisfies Record<string, FileCall>
