// Billing profiles and documents, as shown to the member they are of. Their files are in files.ts.
import { z } from 'zod'
import { INVOICE_SERIES, NUMBER_CHECKS, SUPPLIES, VAT_CASES } from './accounting.ts'
import { COUNTRIES } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { money } from './fields.ts'
import { cursor, id } from './ids.ts'

const INVALID = 'field_is_invalid'
const REQUIRED = 'field_is_required'
const UNSEEN = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u2028-\u202E]/u
/** One line without control characters; empty is null. */
const line = (most: number) =>
  z
    .string(INVALID)
    .max(most, 'field_is_too_long')
    .refine((text) => !UNSEEN.test(text), 'field_has_unseen_characters')
    .transform((text) => text.normalize('NFC').trim() || null)
    .nullable()
    .default(null)
const required = (most: number) =>
  z
    .string({ error: REQUIRED })
    .max(most, 'field_is_too_long')
    .refine((text) => !UNSEEN.test(text), 'field_has_unseen_characters')
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text !== '', REQUIRED)

export const billingForm = z.object({
  buyer_kind: z.enum(['person', 'company'], { error: INVALID }),
  legal_name: required(100),
  street: line(70),
  postal_code: line(16),
  city: line(35),
  country: z
    .string({ error: REQUIRED })
    .refine((code) => COUNTRIES.includes(code), 'country_is_unknown')
    .describe('ISO 3166-1 alpha-2'),
  vat_number: line(30).describe('VAT or tax number; saved in capitals and without spaces'),
  registration_number: line(50),
  purchase_order: line(60).describe('text that stands on every document from now on'),
  email: z
    .email(INVALID)
    .max(120, 'field_is_too_long')
    .nullable()
    .default(null)
    .describe('where invoices are sent'),
})
export type SentBillingForm = z.input<typeof billingForm>

const profile = z.object({
  buyer_kind: z.enum(['person', 'company']),
  legal_name: z.string(),
  street: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string(),
  vat_number: z.string().nullable(),
  registration_number: z.string().nullable(),
  purchase_order: z.string().nullable(),
  email: z.string().nullable(),
  number_check: z.enum(NUMBER_CHECKS).describe('unconfirmed: right by its digits, or no number'),
  checked_at: z.iso.datetime().nullable(),
  confirmed_until: z.iso.datetime().nullable().describe('needed for reverse charge'),
})
export type BillingProfile = z.infer<typeof profile>

export const billing = z.object({
  profile: profile.nullable(),
  vat_case: z.enum(VAT_CASES).nullable().describe('of a payment made now; null: there is no seller'),
  vat_percent: z.number(),
  country_is_shown: z
    .boolean()
    .describe(
      'false: neither a confirmed phone number nor a confirmed VAT number shows the country, or the address is incomplete; VAT is charged as in the seller’s country then, even where less or none is due',
    ),
})
export type Billing = z.infer<typeof billing>

const party = z.object({
  kind: z.enum(['person', 'company']),
  legal_name: z.string(),
  street: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  vat_number: z.string().nullable(),
  tax_number: z.string().nullable(),
  registration_number: z.string().nullable(),
})

export const invoice = z.object({
  _id: id,
  series: z.enum(INVOICE_SERIES).describe('FI: invoice; FC: credit note'),
  number: z.string().describe('e.g. FI-2026-000123'),
  issued_at: z.iso.datetime(),
  day: z.iso.date(),
  subject: z.enum(['campaign', 'level']),
  subject_id: id,
  subject_name: z.string(),
  currency: z.enum(['USD', 'EURO']),
  vat_case: z.enum(VAT_CASES).nullable().describe('null: no seller, so no VAT'),
  vat_percent: z.number(),
  vat_country: z
    .string()
    .nullable()
    .describe('whose VAT it is; in reverse charge the buyer’s country; null: outside, or not kept then'),
  net: money,
  vat: money,
  total: money,
})
export type Invoice = z.infer<typeof invoice>

export const invoiceInDetail = invoice.extend({
  supply: z.enum(SUPPLIES),
  vat_stated: z
    .object({ currency: z.string(), rate: z.string(), amount: money })
    .nullable()
    .describe('VAT in the seller’s national currency, where that is another'),
  entry_id: id.describe('the ledger’s entry'),
  seller: party.nullable(),
  buyer: party.extend({ purchase_order: z.string().nullable() }),
  lines: z.array(
    z.object({
      kind: z.enum([
        'rewards',
        'bonuses',
        'service_fee',
        'level',
        'rewards_returned',
        'fee_returned',
        'level_returned',
        'reduction',
      ]),
      quantity: z.int(),
      unit: money.describe('net'),
      amount: money.describe('net'),
      taxed: z.boolean(),
    }),
  ),
  corrects: z.array(z.object({ _id: id, number: z.string() })),
  corrected_by: z.array(z.object({ _id: id, number: z.string() })),
  hash: z.string().describe('of it and the one before'),
})
export type InvoiceInDetail = z.infer<typeof invoiceInDetail>

const day = z.iso.date({ error: INVALID }).optional()

export const invoiceCalls = {
  billing: endpoint('GET billing', {
    summary: 'The billing profile, and the VAT of a payment made now',
    answer: billing,
  }),
  saveBilling: endpoint('POST billing', {
    summary:
      'Save the billing profile; documents that exist keep theirs. Another VAT number, country or name is unconfirmed',
    lockedOut: true,
    body: billingForm,
    answer: billing,
    limit: { hits: 30, per_seconds: 3600 },
    refusals: [
      'field_is_required',
      'country_is_unknown',
      'billing_profile_is_incomplete',
      'postal_code_has_another_form',
      'letters_cannot_be_printed',
      'vat_number_is_invalid',
    ],
  }),
  checkNumber: endpoint('POST billing/check-number', {
    summary: 'Ask the public service whether the VAT number of the profile is valid',
    answer: billing,
    limit: { hits: 10, per_seconds: 3600 },
    refusals: ['billing_profile_is_incomplete', 'vat_number_is_not_confirmed', 'vat_number_was_refused'],
  }),
  list: endpoint('GET invoices', {
    summary: 'The member’s invoices and credit notes, newest first',
    query: z.object({
      from: day,
      to: day.describe('inclusive'),
      series: z.enum(INVOICE_SERIES, { error: INVALID }).optional(),
      subject_id: id.optional().describe('a campaign or level purchase'),
      cursor,
    }),
    answer: z.object({ list: z.array(invoice), cursor: z.string().nullable() }),
  }),
  get: endpoint('GET invoices/:invoice_id', {
    summary: 'One document with its parties, lines and VAT',
    params: z.object({ invoice_id: id }),
    answer: invoiceInDetail,
    refusals: ['invoice_is_unknown'],
  }),
}
