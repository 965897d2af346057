import type { InvoiceSeries } from '@fairturn/contract/accounting'
import { vatCountryOf } from '@fairturn/contract/countries'
// Writes documents in the transaction of the entry they are of: an invoice for each payment, a credit note for each refund,
// naming what it corrects. A refund reduces the newest invoice first, so that what is spent is the oldest; VAT is always that
// of what is left, so credit notes and what is due add up to what was invoiced, whatever the steps (issuing.test.ts).
import { newId } from '@fairturn/contract/ids'
import { toBasisPoints } from '@fairturn/contract/minor-units'
import { countryOfPhone } from '@fairturn/contract/phones'
import { z } from 'zod'
import { dayIn, settingsOf } from '../content/content.ts'
import type { EntryId } from '../ledger/ledger.ts'
import { getMember } from '../members/members.ts'
import { type Queryable, together, type Tx } from '../platform/database/database.ts'
import { defineJob, enqueue } from '../platform/queue/queue.ts'
import * as store from './invoices.store.ts'
import type { Content, Line, LineKind, OpenInvoice, Party, ProfileRow, Terms } from './invoices.store.ts'
import { isCountryShown, type Parts, vatIn, vatOn, vatTerms, WITHOUT_SELLER } from './vat.ts'

/** What documents of a member say if they pay at `now`. */
export async function termsOf(
  on: Queryable,
  { member_id, now }: { readonly member_id: string; readonly now: Date },
): Promise<Terms & { readonly day: string; readonly countryShown: boolean }> {
  const [settings, profile, { username, phone, phone_confirmed_at }] = await together(
    settingsOf(on),
    store.selectProfile.maybe(on, { member_id }),
    getMember(on, member_id),
  )
  const { seller, currency, supply } = settings
  const day = dayIn(now, settings.time_zone)
  const rates = settings.vat_rates.map(({ country, rate, from }) => ({
    country,
    rate_bp: toBasisPoints(rate),
    from,
  }))
  const phoneCountry = phone_confirmed_at === null ? undefined : countryOfPhone(phone)
  const terms =
    seller === null ? WITHOUT_SELLER : vatTerms({ seller, buyer: profile, phoneCountry, rates, now, day })
  const buyer = profile ? buyerOf(profile) : unnamedBuyer(username, seller?.country ?? null)
  return {
    ...terms,
    countryShown:
      profile === undefined ||
      vatCountryOf(profile.country) === vatCountryOf(seller?.country ?? profile.country) ||
      isCountryShown(profile, phoneCountry, now),
    supply,
    currency,
    day,
    seller: seller && { ...seller, kind: 'company', purchase_order: null },
    buyer,
  }
}

const NO_DETAILS = {
  street: null,
  postal_code: null,
  city: null,
  vat_number: null,
  tax_number: null,
  registration_number: null,
  email: null,
  exemption: null,
  purchase_order: null,
} as const

/** Without a profile the document is of a consumer, by user name. */
const unnamedBuyer = (username: string, country: string | null): Party => ({
  ...NO_DETAILS,
  kind: 'person',
  legal_name: username,
  country,
})

const buyerOf = (profile: ProfileRow): Party => ({
  kind: profile.kind,
  legal_name: profile.legal_name,
  street: profile.street,
  postal_code: profile.postal_code,
  city: profile.city,
  country: profile.country,
  vat_number: profile.vat_number,
  tax_number: null,
  registration_number: profile.registration_number,
  email: profile.email,
  exemption: null,
  purchase_order: profile.purchase_order,
})

interface NewDocument extends Content {
  readonly series: InvoiceSeries
  /** Whether it is a credit note of a refund outside the rules. */
  readonly reduces?: boolean
  readonly member_id: string
  readonly subject: 'campaign' | 'level'
  readonly subject_id: string
  readonly subject_name: string
  readonly entry_id: EntryId
}

/** Sends a document to the mail address that stands on it (mail-invoice.ts). */
export const mailInvoice = defineJob({ name: 'mail_invoice', payload: z.object({ invoice_id: z.uuid() }) })

async function write(tx: Tx, day: string, document: NewDocument): Promise<string> {
  const { terms, parts, lines, reduces = false, ...rest } = document
  const id = newId(tx.now)
  const written = store.insertInvoice.all(tx, {
    ...rest,
    ...parts,
    id,
    issued_at: tx.now,
    day,
    currency: terms.currency,
    vat_case: terms.vat_case,
    rate_bp: terms.rate_bp,
    vat_country: terms.vat_country,
    supply: terms.supply,
    reduces,
    seller: terms.seller && JSON.stringify(terms.seller),
    buyer: JSON.stringify(terms.buyer),
    lines: JSON.stringify(lines),
  })
  await together(
    written,
    terms.buyer.email === null ? Promise.resolve() : enqueue(tx, mailInvoice, { invoice_id: id }),
  )
  return id
}

export const line = (kind: LineKind, amount_minor: bigint, taxed: boolean, quantity = 1): Line => ({
  kind,
  quantity,
  unit_minor: (amount_minor / BigInt(quantity)).toString(),
  amount_minor: amount_minor.toString(),
  taxed,
})
export const present = (lines: readonly Line[]): Line[] =>
  lines.filter(({ amount_minor }) => amount_minor !== '0')

interface CampaignPayment {
  readonly member_id: string
  readonly campaign_id: string
  readonly brand: string
  readonly entry_id: EntryId
}

export interface CampaignCost {
  readonly member_id: string
  readonly now: Date
  /** Price × visits. */
  readonly budget_minor: bigint
  readonly bonus_reserve_minor: bigint
  /** Less the discount; the bonus reserve is part of it. */
  readonly service_fee_minor: bigint
}

const partsOf = (
  cost: Pick<CampaignCost, 'budget_minor' | 'bonus_reserve_minor' | 'service_fee_minor'>,
): Parts => ({
  escrow_minor: cost.budget_minor + cost.bonus_reserve_minor,
  fee_minor: cost.service_fee_minor - cost.bonus_reserve_minor,
})

/** VAT that comes on top of a campaign or top-up if it is paid at `now`, in minor units. */
export async function quoteVat(on: Queryable, cost: CampaignCost): Promise<bigint> {
  return vatOn(partsOf(cost), await termsOf(on, cost))
}

type CampaignContent = Content & { readonly terms: Terms & { readonly day: string } }

/** What a document of a campaign or top-up says if it is paid at `now`. */
export async function campaignContent(
  on: Queryable,
  cost: CampaignCost & { readonly visits: number },
): Promise<CampaignContent> {
  const { visits, budget_minor, bonus_reserve_minor } = cost
  const terms = await termsOf(on, cost)
  const parts = partsOf(cost)
  const passes = terms.supply === 'agent'
  const lines = present([
    line('rewards', budget_minor, !passes, visits),
    line('bonuses', bonus_reserve_minor, !passes),
    line('service_fee', parts.fee_minor, true),
  ])
  return { terms, parts, vat_minor: vatOn(parts, terms), lines }
}

/** Writes the invoice of a campaign or top-up that is being paid, with what campaignContent says of it now. */
export async function invoiceCampaign(
  tx: Tx,
  payment: CampaignPayment,
  { terms: { day, ...terms }, ...content }: CampaignContent,
): Promise<void> {
  const { member_id, campaign_id, brand, entry_id } = payment
  await write(tx, day, {
    ...content,
    terms,
    series: 'FI',
    member_id,
    subject: 'campaign',
    subject_id: campaign_id,
    subject_name: brand,
    entry_id,
  })
}

export interface Correction extends Parts {
  readonly invoice: OpenInvoice
  readonly vat_minor: bigint
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * VAT that an invoice has beyond that of what is left of it. Never below zero: a refund outside the rules may have left it a cent
 * more or less than its rate says.
 */
export function vatWithout(invoice: OpenInvoice, left: Parts): bigint {
  const vat_minor = invoice.vat_minor - vatOn(left, invoice)
  return vat_minor > 0n ? vat_minor : 0n
}

/** What the parts that come back take from each invoice, the newest first. */
function allocate(invoices: readonly OpenInvoice[], returned: Parts): Correction[] {
  let { escrow_minor, fee_minor } = returned
  const corrections: Correction[] = []
  for (const invoice of invoices.toReversed()) {
    const taken = {
      escrow_minor: least(invoice.escrow_minor, escrow_minor),
      fee_minor: least(invoice.fee_minor, fee_minor),
    }
    escrow_minor -= taken.escrow_minor
    fee_minor -= taken.fee_minor
    if (taken.escrow_minor + taken.fee_minor === 0n) continue
    const left = {
      escrow_minor: invoice.escrow_minor - taken.escrow_minor,
      fee_minor: invoice.fee_minor - taken.fee_minor,
    }
    corrections.push({ invoice, ...taken, vat_minor: vatWithout(invoice, left) })
  }
  return corrections
}

export const sumOf = (
  corrections: readonly Correction[],
  part: 'escrow_minor' | 'fee_minor' | 'vat_minor',
): bigint => corrections.reduce((sum, correction) => sum + correction[part], 0n)

/** A credit note for each invoice: the XML of the norm names one that is corrected (D16B). */
export async function writeCredit(
  tx: Tx,
  { entry_id, reduces = false }: { readonly entry_id: EntryId; readonly reduces?: boolean },
  corrections: readonly Correction[],
  linesOf: (parts: Parts, invoice: OpenInvoice) => Line[],
): Promise<void> {
  const day = dayIn(tx.now, (await settingsOf(tx)).time_zone)
  for (const { invoice, vat_minor, ...parts } of corrections) {
    const invoice_id = await write(tx, day, {
      series: 'FC',
      reduces,
      member_id: invoice.member_id,
      subject: invoice.subject,
      subject_id: invoice.subject_id,
      subject_name: invoice.subject_name,
      entry_id,
      terms: invoice,
      parts,
      vat_minor,
      lines: linesOf(parts, invoice),
    })
    await store.insertCorrection.all(tx, { invoice_id, corrects: invoice.id, ...parts, vat_minor })
  }
}

/**
 * Writes the credit note of what comes back of a campaign whose row is locked; returns the VAT that comes back with it, in
 * minor units. What was paid before there were documents has none.
 */
export async function creditCampaign(
  tx: Tx,
  returned: Parts & { readonly campaign_id: string; readonly entry_id: EntryId },
): Promise<bigint> {
  const { campaign_id, entry_id, ...parts } = returned
  if (parts.escrow_minor + parts.fee_minor === 0n) return 0n
  const corrections = allocate(await store.selectOpenInvoices.all(tx, { subject_ids: [campaign_id] }), parts)
  await writeCredit(tx, { entry_id }, corrections, ({ escrow_minor, fee_minor }, { supply }) =>
    present([
      line('rewards_returned', escrow_minor, supply === 'principal'),
      line('fee_returned', fee_minor, true),
    ]),
  )
  return sumOf(corrections, 'vat_minor')
}

/** Parts of a campaign that would come back. */
export type ReturnedParts = Parts & { readonly campaign_id: string }

/** VAT that would come back with each of these parts alone, in minor units and in their order. */
export async function quoteVatReturned(on: Queryable, returns: readonly ReturnedParts[]): Promise<bigint[]> {
  const subject_ids = [...new Set(returns.map(({ campaign_id }) => campaign_id))]
  const invoices = subject_ids.length === 0 ? [] : await store.selectOpenInvoices.all(on, { subject_ids })
  const bySubject = Map.groupBy(invoices, ({ subject_id }) => subject_id)
  return returns.map(({ campaign_id, ...parts }) =>
    sumOf(allocate(bySubject.get(campaign_id) ?? [], parts), 'vat_minor'),
  )
}

interface LevelPayment {
  readonly member_id: string
  readonly purchase_id: string
  /** Its name, which may still be being read. */
  readonly level: Promise<string>
  readonly entry_id: EntryId
  /** With the VAT it includes. */
  readonly amount_minor: bigint
}

/** Writes the invoice of a level's fee, which includes its VAT. */
export async function invoiceLevel(tx: Tx, payment: LevelPayment): Promise<void> {
  const { member_id, purchase_id, level, entry_id, amount_minor } = payment
  const [{ day, ...terms }, subject_name] = await together(termsOf(tx, { member_id, now: tx.now }), level)
  const vat_minor = vatIn(amount_minor, terms.rate_bp)
  const fee_minor = amount_minor - vat_minor
  await write(tx, day, {
    series: 'FI',
    member_id,
    subject: 'level',
    subject_id: purchase_id,
    subject_name,
    entry_id,
    terms,
    parts: { escrow_minor: 0n, fee_minor },
    vat_minor,
    lines: [line('level', fee_minor, true)],
  })
}

export const grossOf = ({ fee_minor, vat_minor }: OpenInvoice): bigint => fee_minor + vat_minor

/** Writes the credit note of what comes back of a level's fee; the purchase's row is locked. */
export async function creditLevel(
  tx: Tx,
  returned: { readonly purchase_id: string; readonly entry_id: EntryId; readonly amount_minor: bigint },
): Promise<void> {
  const { purchase_id, entry_id } = returned
  let { amount_minor } = returned
  const corrections: Correction[] = []
  const invoices = await store.selectOpenInvoices.all(tx, { subject_ids: [purchase_id] })
  for (const invoice of invoices.toReversed()) {
    const gross_minor = grossOf(invoice)
    const taken_minor = least(gross_minor, amount_minor)
    amount_minor -= taken_minor
    if (taken_minor === 0n) continue
    const vat_beyond_minor = invoice.vat_minor - vatIn(gross_minor - taken_minor, invoice.rate_bp)
    const vat_minor = vat_beyond_minor > 0n ? vat_beyond_minor : 0n
    corrections.push({ invoice, escrow_minor: 0n, fee_minor: taken_minor - vat_minor, vat_minor })
  }
  await writeCredit(tx, { entry_id }, corrections, ({ fee_minor }) => [
    line('level_returned', fee_minor, true),
  ])
}

/**
 * The VAT in what is earned of a level's fee, when that rises from one total to another, in minor units; the oldest invoice
 * is earned first.
 */
export async function earnedLevelVat(
  on: Queryable,
  purchase_id: string,
  { from_minor, to_minor }: { readonly from_minor: bigint; readonly to_minor: bigint },
): Promise<bigint> {
  const [invoices, { reduced_minor }] = await together(
    store.selectOpenInvoices.all(on, { subject_ids: [purchase_id] }),
    store.selectReduced.one(on, { subject_id: purchase_id }),
  )
  const vatOfFirst = (earned_minor: bigint): bigint => {
    let left_minor = earned_minor
    let vat_minor = 0n
    for (const invoice of invoices) {
      const part_minor = least(grossOf(invoice), left_minor)
      left_minor -= part_minor
      vat_minor += vatIn(part_minor, invoice.rate_bp)
    }
    return vat_minor
  }
  // What its price was reduced by, of what was earned, has left the invoices and the VAT that was due.
  return vatOfFirst(to_minor - reduced_minor) - vatOfFirst(from_minor - reduced_minor)
}
