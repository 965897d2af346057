// VAT: which case a payment is, at which rate, and how much of an amount it is. Pure arithmetic in minor units and basis
// points, rounded half-even on totals (vat.test.ts). What a tax adviser must still decide is in docs/invoices.md.
import type { NumberCheck, Supply, VatCase } from '@fairturn/contract/accounting'
import { isInUnion, vatCountryOf } from '@fairturn/contract/countries'
import { divideHalfEven, portionOf } from '@fairturn/contract/minor-units'

/** A confirmation of a VAT number counts for so long (spec §9). */
export const CONFIRMED_MS = 90 * 86_400_000

export interface VatRate {
  readonly country: string
  readonly rate_bp: number
  /** First day of it, `YYYY-MM-DD`. */
  readonly from: string
}

/** What of a seller decides on VAT. */
export interface VatSeller {
  readonly country: string
  /** Exempt as a whole, as small businesses are; the reason stands on documents. */
  readonly exemption: string | null
}

/** What of a billing profile decides on VAT. */
export interface VatBuyer {
  readonly kind: 'person' | 'company'
  readonly country: string
  readonly street: string | null
  readonly city: string | null
  readonly vat_number: string | null
  readonly number_check: NumberCheck
  /** When its number was confirmed last. */
  readonly confirmed_at: Date | null
}

export interface VatTerms {
  readonly vat_case: VatCase
  readonly rate_bp: number
  /** The state under whose VAT it is: that of the rate, the exempt seller's, or the buyer's in reverse charge; null: outside. */
  readonly vat_country: string | null
}

/** Nobody is charged VAT: there is no seller. */
export const WITHOUT_SELLER = { vat_case: null, rate_bp: 0, vat_country: null } as const

/** The rate of a country on a day (`YYYY-MM-DD`); undefined where none is set. */
export function rateOn(rates: readonly VatRate[], country: string, day: string): number | undefined {
  const begun = rates.filter((rate) => rate.country === vatCountryOf(country) && rate.from <= day)
  return begun.toSorted((one, other) => (one.from < other.from ? -1 : 1)).at(-1)?.rate_bp
}

/** Whether a number's confirmation counts at `now`: it is of the last 90 days. */
export const isConfirmed = (
  { vat_number, number_check, confirmed_at }: Pick<VatBuyer, 'vat_number' | 'number_check' | 'confirmed_at'>,
  now: Date,
): boolean =>
  vat_number !== null &&
  number_check === 'confirmed' &&
  confirmed_at !== null &&
  now.getTime() - confirmed_at.getTime() <= CONFIRMED_MS

/** Countries that share another's calling code (`countryOfPhone` names the largest). */
const CALLED_LIKE = { CA: 'US', KZ: 'RU', JE: 'GB', GG: 'GB', YT: 'RE' } as Readonly<Record<string, string>>

const isPhoneOf = (country: string, phoneCountry: string | undefined): boolean =>
  phoneCountry !== undefined &&
  (phoneCountry === CALLED_LIKE[country] || vatCountryOf(phoneCountry) === vatCountryOf(country))

/**
 * Whether anything but the buyer's word shows the country: the whole address, and the country of the phone number or a number
 * that was confirmed. Another country's VAT may be less, or none, so a country that is only chosen must not be enough, nor a
 * phone number that is only typed (Implementing Regulation (EU) 282/2011, articles 18 (3), 24b and 24f).
 */
export const isCountryShown = (buyer: VatBuyer, phoneCountry: string | undefined, now: Date): boolean =>
  buyer.street !== null &&
  buyer.city !== null &&
  (isPhoneOf(buyer.country, phoneCountry) || isConfirmed(buyer, now))

interface Deciding {
  readonly seller: VatSeller
  /** Undefined: a consumer of the seller's country. */
  readonly buyer: VatBuyer | undefined
  /** Of the member's phone number, as its prefix tells; undefined unless its code was entered. */
  readonly phoneCountry: string | undefined
  readonly rates: readonly VatRate[]
  readonly now: Date
  /** Of `now`, in the site's time zone. */
  readonly day: string
}

/**
 * The case of a payment. A company of another member state without a confirmed number is charged as a consumer is, and
 * everybody elsewhere whose country nothing shows, as at home. Throws if VAT is due and the seller's country has no rate: the
 * settings do not allow that.
 */
export function vatTerms({ seller, buyer, phoneCountry, rates, now, day }: Deciding): VatTerms {
  const ours = vatCountryOf(seller.country)
  if (seller.exemption !== null) return { vat_case: 'exempt', rate_bp: 0, vat_country: ours }
  const atHome = (vat_case: VatCase): VatTerms => ({
    vat_case,
    rate_bp: rateOrThrow(rates, seller.country, day),
    vat_country: ours,
  })
  if (buyer === undefined) return atHome('consumer')
  const theirs = vatCountryOf(buyer.country)
  if (ours === theirs) return atHome(buyer.kind === 'company' ? 'domestic' : 'consumer')
  if (!isCountryShown(buyer, phoneCountry, now)) return atHome('consumer')
  if (!isInUnion(ours) || !isInUnion(theirs)) return { vat_case: 'outside', rate_bp: 0, vat_country: null }
  if (buyer.kind === 'company' && isConfirmed(buyer, now))
    return { vat_case: 'reverse_charge', rate_bp: 0, vat_country: theirs }
  const rate_bp = rateOn(rates, theirs, day)
  return rate_bp === undefined ? atHome('consumer') : { vat_case: 'consumer', rate_bp, vat_country: theirs }
}

function rateOrThrow(rates: readonly VatRate[], country: string, day: string): number {
  const rate_bp = rateOn(rates, country, day)
  if (rate_bp === undefined) throw new Error(`no VAT rate is set for ${country} on ${day}`)
  return rate_bp
}

/** Of a campaign: what goes into its escrow (rewards and bonuses), and the rest of the service fee. */
export interface Parts {
  readonly escrow_minor: bigint
  readonly fee_minor: bigint
}

/** What of the parts VAT is charged on. */
export const taxableOf = ({ escrow_minor, fee_minor }: Parts, supply: Supply): bigint =>
  supply === 'agent' ? fee_minor : escrow_minor + fee_minor

/** VAT that comes on top of the parts. */
export const vatOn = (parts: Parts, { rate_bp, supply }: { rate_bp: number; supply: Supply }): bigint =>
  portionOf(taxableOf(parts, supply), rate_bp)

const RATE_DIGITS = 6

/** VAT in another currency, in its minor units; `rate` is a decimal with at most six digits behind the point. */
export function exchanged(vat_minor: bigint, rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.')
  return divideHalfEven(
    vat_minor * BigInt(`${whole}${part.padEnd(RATE_DIGITS, '0')}`),
    10n ** BigInt(RATE_DIGITS),
  )
}

const WHOLE_BP = 10_000n

/** VAT that an amount includes. */
export const vatIn = (gross_minor: bigint, rate_bp: number): bigint =>
  divideHalfEven(gross_minor * BigInt(rate_bp), WHOLE_BP + BigInt(rate_bp))
