import { needsPostalCode } from '@fairturn/contract/countries'
// Billing profiles: who is invoiced, and what is known of their VAT number. A number is right by its digits, or refused;
// confirmed only by the public service's own answer or by an operator with evidence (billing.test.ts).
import type { Billing, billingForm } from '@fairturn/contract/invoices'
import { normalPostalCode } from '@fairturn/contract/postal-codes'
import type { z } from 'zod'
import { normalNumber } from '../content/content.ts'
import { isDrawable } from '../documents/documents.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { requirePostalCodeOf } from '../platform/http/postal-code.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import { recordAuditEvent } from '../staff/staff.ts'
import { type ProfileRow, selectProfile, selectProfileLocked, upsertProfile } from './invoices.store.ts'
import { termsOf } from './issuing.ts'
import type { ServiceAnswer } from './vat-service.ts'
import { CONFIRMED_MS } from './vat.ts'

type BillingForm = z.output<typeof billingForm>

const UNCHECKED = {
  number_check: 'unconfirmed',
  checked_at: null,
  confirmed_at: null,
  confirmed_by: null,
  consultation: null,
} as const

/** Until when a confirmation counts. */
export const confirmedUntil = (confirmed_at: Date): Date => new Date(confirmed_at.getTime() + CONFIRMED_MS)

/** Refuses `billing_profile_is_incomplete`, for a company, with the fields that are missing. */
function requireWhole(form: BillingForm): void {
  if (form.buyer_kind !== 'company') return
  const asked = ['street', 'city', ...(needsPostalCode(form.country) ? ['postal_code'] : [])] as const
  const missing = asked.filter((field) => form[field as 'street' | 'city' | 'postal_code'] === null)
  if (missing.length === 0) return
  const code = 'billing_profile_is_incomplete'
  throw refuse(code, { fields: missing.map((field) => ({ field, code })) })
}

const PRINTED = [
  'legal_name',
  'street',
  'postal_code',
  'city',
  'registration_number',
  'purchase_order',
] as const

/** A document would be without them: refuses `letters_cannot_be_printed` at each field. */
function requireDrawable(form: BillingForm): void {
  const lacking = PRINTED.filter((field) => form[field] !== null && !isDrawable(form[field]))
  const code = 'letters_cannot_be_printed'
  if (lacking.length > 0) throw refuse(code, { fields: lacking.map((field) => ({ field, code })) })
}

/**
 * Saves a member's profile. A confirmation stays only with its number, country and name. Refuses `billing_profile_is_incomplete`,
 * `postal_code_has_another_form`, `letters_cannot_be_printed` and `vat_number_is_invalid`.
 */
export async function saveProfile(tx: Tx, member_id: string, form: BillingForm): Promise<void> {
  requireWhole(form)
  requireDrawable(form)
  requirePostalCodeOf(form, 'postal_code')
  const vat_number = form.vat_number === null ? null : await normalNumber(form.country, form.vat_number)
  if (vat_number === undefined) throw refuseField('vat_number_is_invalid', 'vat_number')
  const before = await selectProfileLocked.maybe(tx, { member_id })
  const isSame =
    before?.vat_number === vat_number &&
    before.country === form.country &&
    before.legal_name === form.legal_name
  const kept = isSame ? before : undefined
  const { number_check, checked_at, confirmed_at, confirmed_by, consultation } = kept ?? UNCHECKED
  const { buyer_kind: kind, ...given } = form
  await upsertProfile.one(tx, {
    ...given,
    kind,
    member_id,
    postal_code: given.postal_code && normalPostalCode(form.country, given.postal_code),
    vat_number,
    number_check,
    checked_at,
    confirmed_at,
    confirmed_by,
    consultation,
    updated_at: tx.now,
  })
}

/** The number to ask the service about. Refuses `billing_profile_is_incomplete` without one. */
export async function numberToCheck(
  on: Queryable,
  member_id: string,
): Promise<ProfileRow & { vat_number: string }> {
  const profile = await selectProfile.maybe(on, { member_id })
  if (profile === undefined || profile.vat_number === null)
    throw refuseField('billing_profile_is_incomplete', 'vat_number')
  return { ...profile, vat_number: profile.vat_number }
}

/** Records what the service said, unless the number has changed meanwhile. */
export async function recordAnswer(
  tx: Tx,
  { member_id, vat_number }: { readonly member_id: string; readonly vat_number: string },
  answer: Exclude<ServiceAnswer, { readonly check: 'unconfirmed' }>,
): Promise<void> {
  const profile = await selectProfileLocked.maybe(tx, { member_id })
  if (profile?.vat_number !== vat_number) return
  await upsertProfile.one(tx, {
    ...profile,
    member_id,
    number_check: answer.check,
    checked_at: tx.now,
    confirmed_at: answer.check === 'confirmed' ? tx.now : null,
    confirmed_by: null,
    consultation: answer.consultation,
  })
}

interface Confirming {
  readonly member_id: string
  /** As the operator read it: another one is in the profile if the member has changed it since. */
  readonly vat_number: string
  readonly operator_id: string
  readonly actor: string
  readonly reason: string
}

/** Confirms by an operator. Refuses `billing_profile_is_incomplete` without a profile or number, `vat_number_is_invalid` for another. */
export async function confirmNumber(tx: Tx, confirming: Confirming): Promise<Date> {
  const { member_id, operator_id, actor, reason } = confirming
  const profile = await selectProfileLocked.maybe(tx, { member_id })
  if (profile === undefined || profile.vat_number === null) throw refuse('billing_profile_is_incomplete')
  if ((await normalNumber(profile.country, confirming.vat_number)) !== profile.vat_number)
    throw refuseField('vat_number_is_invalid', 'vat_number')
  await upsertProfile.one(tx, {
    ...profile,
    member_id,
    number_check: 'confirmed',
    checked_at: tx.now,
    confirmed_at: tx.now,
    confirmed_by: operator_id,
    consultation: null,
  })
  await recordAuditEvent(tx, {
    actor,
    action: 'vat_number_confirmed',
    object: { kind: 'member', id: member_id },
    member_id,
    reason,
    before: { number_check: profile.number_check },
    after: { number_check: 'confirmed' },
  })
  return confirmedUntil(tx.now)
}

export async function billingOf(on: Queryable, member_id: string, now: Date): Promise<Billing> {
  const profile = await selectProfile.maybe(on, { member_id })
  const { vat_case, rate_bp, countryShown } = await termsOf(on, { member_id, now })
  return {
    profile: profile ? profileOnWire(profile) : null,
    vat_case,
    vat_percent: rate_bp / 100,
    country_is_shown: countryShown,
  }
}

function profileOnWire(row: ProfileRow): NonNullable<Billing['profile']> {
  const {
    kind: buyer_kind,
    confirmed_by: _by,
    consultation: _consultation,
    updated_at: _updated,
    confirmed_at,
    ...shown
  } = row
  return {
    ...shown,
    buyer_kind,
    checked_at: row.checked_at?.toISOString() ?? null,
    confirmed_until: confirmed_at && confirmedUntil(confirmed_at).toISOString(),
  }
}
