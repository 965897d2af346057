import { z } from 'zod'
import { BIC, COUNTRIES, needsPostalCode } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { country } from './fields.ts'
import { id } from './ids.ts'
import { isPostalCodeOf, normalPostalCode } from './postal-codes.ts'
import { confirmation, CONFIRMATION_REFUSALS } from './security.ts'

/** A line of user-written text: Unicode-normalized, trimmed, single spaces, no invisible characters; may be empty. */
const maybeLine = (most: number) =>
  z
    .string({ error: 'field_is_required' })
    .max(most * 4, 'field_is_too_long')
    // JavaScript treats U+FEFF as whitespace; here it is an invisible character, and refused below like the others.
    .transform((text) =>
      text
        .normalize('NFC')
        .replace(/[^\S\uFEFF]+/gu, ' ')
        .replace(/^ | $/g, ''),
    )
    .refine((text) => text.length <= most, 'field_is_too_long')
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(text), 'field_is_invalid')

const line = (most: number) => maybeLine(most).refine((text) => text.length > 0, 'field_is_required')

export const address = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  postal_code: z.string().describe('empty where the country has none'),
  region: z.string().describe('empty when none was given'),
  country: z.string().describe('ISO 3166-1 alpha-2'),
})
export type Address = z.infer<typeof address>

const MAX_POSTAL_CODE = 16

export const addressForm = z
  .object({
    name: line(100),
    street: line(200),
    city: line(100),
    postal_code: maybeLine(MAX_POSTAL_CODE).default(''),
    region: maybeLine(100).default(''),
    country,
  })
  .overwrite((form) => ({ ...form, postal_code: normalPostalCode(form.country, form.postal_code) }))
  .superRefine((form, problems) => {
    if (COUNTRIES.includes(form.country) && needsPostalCode(form.country) && form.postal_code === '')
      problems.addIssue({ code: 'custom', path: ['postal_code'], message: 'field_is_required' })
    const isLong = form.postal_code.length > MAX_POSTAL_CODE
    if (form.postal_code !== '' && !isLong && !isPostalCodeOf(form.country, form.postal_code))
      problems.addIssue({ code: 'custom', path: ['postal_code'], message: 'postal_code_has_another_form' })
  })

export const bank = z.object({
  code: z.string(),
  bin: z.string().nullable(),
  name: z.string(),
  short_name: z.string(),
  country: z.string(),
  swift: z.string().nullable().describe('BIC'),
})
export type Bank = z.infer<typeof bank>

/** Only the member sees full account numbers; everywhere else they are masked. */
export const bankDetails = z.object({
  bank_code: z.string().nullable().describe('in the directory; null for an IBAN alone'),
  bank_name: z.string().nullable(),
  holder: z.string(),
  account_number: z.string().nullable(),
  iban: z.string().nullable().describe('without spaces'),
  swift: z.string().nullable().describe('BIC of the bank'),
  updated_at: z.iso.datetime(),
})
export type BankDetails = z.infer<typeof bankDetails>

/** Either `iban`, or `bank_code` with `account_number`. */
export const bankForm = z.object({
  holder: line(70).pipe(
    z
      .string()
      .regex(/^(?!\+)[\p{L}\p{M}\p{N} .,'’&+()/-]{2,}$/u, 'holder_is_invalid')
      .regex(/\p{L}/u, 'holder_is_invalid'),
  ),
  iban: z.string({ error: 'iban_is_invalid' }).max(60, 'iban_is_invalid').optional(),
  swift: z
    .string({ error: 'bic_is_needed' })
    .transform((typed) => typed.replace(/\s/g, '').toUpperCase())
    .pipe(z.string().regex(BIC, 'bic_is_needed'))
    .optional()
    .describe('BIC of the bank: with an IBAN of a country outside SEPA'),
  bank_code: z.string({ error: 'the_bank_does_not_exist' }).max(20, 'the_bank_does_not_exist').optional(),
  account_number: z
    .string({ error: 'account_number_is_invalid' })
    .max(60, 'account_number_is_invalid')
    .optional(),
})

/** Payee of a withdrawal; only the last four characters of the account number are shown. */
export const payee = z.object({
  holder: z.string(),
  bank_name: z.string().nullable(),
  account: z.string().describe('masked, e.g. •••• 3000'),
  country: z.string().nullable(),
})

export const payoutDelay = z.object({ until: z.iso.datetime(), reason: z.enum(['bank_changed', 'security']) })

export const bankAnswer = z.object({
  bank: bankDetails.nullable(),
  hold: payoutDelay.nullable().describe('until when withdrawals wait, and why'),
})

const mine = z.object({ user_id: id })

export const bankingCalls = {
  address: endpoint('POST address', {
    summary: 'The postal address, if one is saved',
    body: mine,
    answer: z.object({ address: address.nullable() }),
  }),
  updateAddress: endpoint('POST update-address', {
    summary: 'Save the address',
    lockedOut: true,
    body: addressForm.safeExtend({ user_id: id }),
    answer: z.object({ address }),
    limit: { hits: 30, per_seconds: 3600 },
    refusals: [
      'field_is_required',
      'country_is_unknown',
      'postal_code_has_another_form',
      'town_must_be_in_latin_letters',
    ],
  }),
  banks: endpoint('GET banks', {
    summary: 'The bank directory',
    query: z.object({ country: country.optional() }),
    answer: z.object({
      list: z.array(bank),
      source: z.enum(['directory', 'bundled']),
      fetched_at: z.iso.datetime().nullable(),
    }),
  }),
  bank: endpoint('POST bank', {
    summary: 'The bank details, if any are saved',
    body: mine,
    answer: bankAnswer,
  }),
  updateBank: endpoint('POST update-bank', {
    summary:
      'Save the bank details: either iban, or bank_code with account_number. The first account and every change take password, passkey or one-time code in this call; a change delays withdrawals by 24 hours',
    lockedOut: true,
    body: bankForm.extend({ user_id: id, ...confirmation }),
    answer: bankAnswer,
    limit: { hits: 30, per_seconds: 3600 },
    refusals: [
      'the_bank_does_not_exist',
      'iban_is_invalid',
      'bic_is_needed',
      'payout_account_is_ours',
      'account_number_is_invalid',
      'holder_is_invalid',
      'holder_must_be_in_latin_letters',
      ...CONFIRMATION_REFUSALS,
    ],
  }),
}
