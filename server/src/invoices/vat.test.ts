// VAT cases, rates by day, and amounts.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  exchanged,
  CONFIRMED_MS,
  isConfirmed,
  rateOn,
  type VatBuyer,
  vatIn,
  vatOn,
  vatTerms,
  type VatRate,
} from './vat.ts'

const RATES: VatRate[] = [
  { country: 'DE', rate_bp: 1900, from: '2007-01-01' },
  { country: 'DE', rate_bp: 2000, from: '2027-01-01' },
  { country: 'FR', rate_bp: 2000, from: '2014-01-01' },
  { country: 'VN', rate_bp: 1000, from: '2000-01-01' },
]
const NOW = new Date('2026-11-21T08:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const buyer = (more: Partial<VatBuyer>): VatBuyer => ({
  kind: 'company',
  country: 'DE',
  street: '1 Long Street',
  city: 'Town',
  vat_number: null,
  number_check: 'unconfirmed',
  confirmed_at: null,
  ...more,
})
const CONFIRMED = { vat_number: 'FR40303265045', number_check: 'confirmed', confirmed_at: NOW } as const
const termsOf = (...given: Parameters<typeof allTermsOf>) => {
  const { vat_case, rate_bp } = allTermsOf(...given)
  return { vat_case, rate_bp }
}
const allTermsOf = (
  one: VatBuyer | undefined,
  seller: { country?: string; exemption?: string | null } = {},
  phoneCountry: string | null = one?.country ?? null,
) =>
  vatTerms({
    phoneCountry: phoneCountry ?? undefined,
    seller: { country: 'DE', exemption: null, ...seller },
    buyer: one,
    rates: RATES,
    now: NOW,
    day: '2026-11-21',
  })

describe('the state whose VAT it is', () => {
  test.each<[string, VatBuyer | undefined, string | null]>([
    ['is the seller’s without a profile', undefined, 'DE'],
    ['is the seller’s for its own companies', buyer({}), 'DE'],
    ['is the buyer’s where their rate is charged', buyer({ kind: 'person', country: 'FR' }), 'FR'],
    ['is France’s in Monaco', buyer({ kind: 'person', country: 'MC' }), 'FR'],
    ['is the seller’s where they have no rate', buyer({ kind: 'person', country: 'IT' }), 'DE'],
    ['is the buyer’s, who owes it, in reverse charge', buyer({ country: 'FR', ...CONFIRMED }), 'FR'],
    ['is nobody’s outside', buyer({ country: 'VN', ...CONFIRMED }), null],
  ])('%s', (_, one, country) => {
    expect(allTermsOf(one).vat_country).toBe(country)
  })
  test('is the seller’s where nothing shows that a buyer is outside, and where it is exempt', () => {
    expect(allTermsOf(buyer({ country: 'VN' }), {}, 'DE')).toMatchObject({ rate_bp: 1900, vat_country: 'DE' })
    expect(allTermsOf(buyer({ country: 'VN' }), { exemption: 'Small' }).vat_country).toBe('DE')
  })
})

describe('the case of a payment', () => {
  test.each<[string, VatBuyer | undefined, string, number]>([
    ['without a profile', undefined, 'consumer', 1900],
    ['a person of the seller’s country', buyer({ kind: 'person' }), 'consumer', 1900],
    ['a person of another member state', buyer({ kind: 'person', country: 'FR' }), 'consumer', 2000],
    ['one whose country has no rate', buyer({ kind: 'person', country: 'IT' }), 'consumer', 1900],
    ['a company of the seller’s VAT area', buyer({ country: 'MC', ...CONFIRMED }), 'reverse_charge', 0],
    ['a person of Monaco', buyer({ kind: 'person', country: 'MC' }), 'consumer', 2000],
    ['a person of a third country', buyer({ kind: 'person', country: 'VN' }), 'outside', 0],
    ['a company of the seller’s country', buyer({}), 'domestic', 1900],
    ['with a confirmed number too', buyer({ ...CONFIRMED, vat_number: 'DE136695976' }), 'domestic', 1900],
    ['a company elsewhere without a number', buyer({ country: 'FR' }), 'consumer', 2000],
    [
      'with a number that nobody confirmed',
      buyer({ country: 'FR', vat_number: 'FR40303265045' }),
      'consumer',
      2000,
    ],
    [
      'with one that was refused',
      buyer({ country: 'FR', ...CONFIRMED, number_check: 'refused' }),
      'consumer',
      2000,
    ],
    ['with a confirmed one', buyer({ country: 'FR', ...CONFIRMED }), 'reverse_charge', 0],
    [
      'confirmed 90 days ago',
      buyer({ country: 'FR', ...CONFIRMED, confirmed_at: ago(90 * 86_400_000) }),
      'reverse_charge',
      0,
    ],
    [
      'and a millisecond before',
      buyer({ country: 'FR', ...CONFIRMED, confirmed_at: ago(CONFIRMED_MS + 1) }),
      'consumer',
      2000,
    ],
    ['a person’s confirmed number', buyer({ kind: 'person', country: 'FR', ...CONFIRMED }), 'consumer', 2000],
    ['a company of a third country', buyer({ country: 'VN', ...CONFIRMED }), 'outside', 0],
  ])('%s', (_, one, vat_case, rate_bp) => {
    expect(termsOf(one)).toEqual({ vat_case, rate_bp })
  })

  test('a country that is only chosen is no way out of VAT: the address, and the phone or a confirmed number show it', () => {
    const home = { vat_case: 'consumer', rate_bp: 1900 }
    const outside = { vat_case: 'outside', rate_bp: 0 }
    for (const kind of ['person', 'company'] as const) {
      const one = buyer({ kind, country: 'US' })
      expect(termsOf(one, {}, 'DE')).toEqual(home)
      expect(termsOf(one, {}, null)).toEqual(home)
      expect(termsOf(one, {}, 'US')).toEqual(outside)
      expect(termsOf({ ...one, street: null }, {}, 'US')).toEqual(home)
      expect(termsOf({ ...one, city: null }, {}, 'US')).toEqual(home)
      expect(termsOf({ ...one, vat_number: '123456789' }, {}, 'DE')).toEqual(home)
      expect(termsOf({ ...one, ...CONFIRMED, vat_number: '123456789' }, {}, 'DE')).toEqual(outside)
      expect(termsOf({ ...one, ...CONFIRMED, confirmed_at: ago(CONFIRMED_MS + 1) }, {}, 'DE')).toEqual(home)
    }
    // One calling code for two countries.
    expect(termsOf(buyer({ country: 'CA' }), {}, 'US')).toEqual(outside)
    // Réunion's code is Mayotte's too, which has no VAT; France's is not.
    expect(termsOf(buyer({ country: 'YT' }), {}, 'RE')).toEqual(outside)
    expect(termsOf(buyer({ country: 'YT' }), {}, 'FR')).toEqual(home)
    // A seller outside the Union is asked for the same.
    expect(termsOf(buyer({ country: 'FR' }), { country: 'VN' }, 'VN')).toEqual({
      vat_case: 'consumer',
      rate_bp: 1000,
    })
  })

  test('nor is it a way to a lower rate of the Union', () => {
    for (const one of [
      buyer({ kind: 'person', country: 'FR' }),
      buyer({ country: 'FR', vat_number: 'FR40303265045' }),
    ]) {
      for (const phone of ['DE', 'US', null])
        expect(allTermsOf(one, {}, phone)).toEqual({ vat_case: 'consumer', rate_bp: 1900, vat_country: 'DE' })
      for (const phone of ['FR', 'RE', 'MC']) expect(allTermsOf(one, {}, phone).vat_country).toBe('FR')
      expect(allTermsOf({ ...one, city: null }, {}, 'FR').vat_country).toBe('DE')
    }
    expect(termsOf(buyer({ country: 'FR', ...CONFIRMED }), {}, null).vat_case).toBe('reverse_charge')
  })

  test('overseas departments and Åland are charged as their country', () => {
    const seller = { country: 'FR' }
    for (const country of ['GP', 'MQ', 'RE', 'MC'])
      expect(termsOf(buyer({ country }), seller)).toEqual({ vat_case: 'domestic', rate_bp: 2000 })
    expect(termsOf(buyer({ kind: 'person', country: 'AX' }), seller)).toEqual({
      vat_case: 'consumer',
      rate_bp: 2000,
    })
    expect(termsOf(buyer({ country: 'GF' }), seller)).toEqual({ vat_case: 'outside', rate_bp: 0 })
  })

  test('a seller outside the Union charges at home only', () => {
    const seller = { country: 'VN' }
    expect(termsOf(undefined, seller)).toEqual({ vat_case: 'consumer', rate_bp: 1000 })
    expect(termsOf(buyer({ country: 'VN' }), seller)).toEqual({ vat_case: 'domestic', rate_bp: 1000 })
    expect(termsOf(buyer({ country: 'FR', ...CONFIRMED }), seller)).toEqual({
      vat_case: 'outside',
      rate_bp: 0,
    })
    expect(termsOf(buyer({ kind: 'person', country: 'FR' }), seller)).toEqual({
      vat_case: 'outside',
      rate_bp: 0,
    })
  })

  test('an exempt seller charges nobody, whoever it is', () => {
    const seller = { exemption: 'Small business, § 19 UStG' }
    for (const one of [
      undefined,
      buyer({}),
      buyer({ country: 'FR', ...CONFIRMED }),
      buyer({ country: 'VN' }),
    ])
      expect(termsOf(one, seller)).toEqual({ vat_case: 'exempt', rate_bp: 0 })
  })

  test('without a rate of the seller’s country nothing is charged at a guess', () => {
    expect(() => termsOf(undefined, { country: 'AT' })).toThrow('no VAT rate is set for AT on 2026-11-21')
  })

  test('a number that is not there is not confirmed', () => {
    expect(isConfirmed({ ...CONFIRMED, vat_number: null }, NOW)).toBe(false)
    expect(isConfirmed({ ...CONFIRMED, confirmed_at: null }, NOW)).toBe(false)
  })
})

test.each([
  ['DE', '2006-12-31', undefined],
  ['DE', '2007-01-01', 1900],
  ['DE', '2026-12-31', 1900],
  ['DE', '2027-01-01', 2000],
  ['IT', '2027-01-01', undefined],
])('the rate of %s on %s is %s', (country, day, rate_bp) => {
  expect(rateOn(RATES, country, day)).toBe(rate_bp)
  expect(rateOn(RATES.toReversed(), country, day)).toBe(rate_bp)
})

describe('amounts', () => {
  const PARTS = { escrow_minor: 11_200n, fee_minor: 1_300n }
  test.each([
    ['principal', 1900, 2_375n],
    ['agent', 1900, 247n],
    ['principal', 0, 0n],
  ] as const)('%s at %s basis points', (supply, rate_bp, vat_minor) => {
    expect(vatOn(PARTS, { supply, rate_bp })).toBe(vat_minor)
  })

  test.each([
    // Ties go to the even cent.
    [50n, 1000, 5n],
    [5n, 1000, 0n],
    [15n, 1000, 2n],
    [25n, 1000, 2n],
    [35n, 1000, 4n],
  ])('of %s at %s it is %s', (fee_minor, rate_bp, vat_minor) => {
    expect(vatOn({ escrow_minor: 0n, fee_minor }, { supply: 'agent', rate_bp })).toBe(vat_minor)
  })

  test.each([
    [2_000n, 1900, 319n],
    [6_000n, 2000, 1_000n],
    [15_000n, 0, 0n],
    [0n, 1900, 0n],
    // Half a cent goes to the even one.
    [33n, 1000, 3n],
    [1n, 10_000, 0n],
    [3n, 10_000, 2n],
  ])('%s at %s includes %s', (gross_minor, rate_bp, vat_minor) => {
    expect(vatIn(gross_minor, rate_bp)).toBe(vat_minor)
  })

  const minor = fc.bigInt({ min: 0n, max: 10n ** 13n })
  const rate = fc.integer({ min: 0, max: 5000 })

  test('VAT is within half a cent of the rate, never above its amount, and grows with it', () => {
    fc.assert(
      fc.property(minor, minor, rate, (escrow_minor, fee_minor, rate_bp) => {
        const vat_minor = vatOn({ escrow_minor, fee_minor }, { supply: 'principal', rate_bp })
        const off = 2n * (vat_minor * 10_000n - (escrow_minor + fee_minor) * BigInt(rate_bp))
        expect(off <= 10_000n && off >= -10_000n).toBe(true)
        const less = vatOn({ escrow_minor, fee_minor: 0n }, { supply: 'principal', rate_bp })
        expect(less <= vat_minor).toBe(true)
        expect(vatOn({ escrow_minor, fee_minor }, { supply: 'agent', rate_bp }) <= vat_minor).toBe(true)
      }),
    )
  })

  test('what an amount includes is the VAT on the rest, to the cent', () => {
    fc.assert(
      fc.property(minor, rate, (gross_minor, rate_bp) => {
        const vat_minor = vatIn(gross_minor, rate_bp)
        const net = { escrow_minor: 0n, fee_minor: gross_minor - vat_minor }
        const again = vatOn(net, { supply: 'agent', rate_bp })
        expect(again - vat_minor <= 1n && vat_minor - again <= 1n).toBe(true)
        expect(vat_minor >= 0n && vat_minor <= gross_minor).toBe(true)
      }),
    )
  })
})

test('Monaco is France to a French seller, and the Isle of Man Britain to a British one', () => {
  const rates = [
    { country: 'FR', rate_bp: 2000, from: '2014-01-01' },
    { country: 'GB', rate_bp: 2000, from: '2011-01-04' },
  ]
  for (const [country, buyerOf] of [
    ['FR', 'MC'],
    ['GB', 'IM'],
  ] as const)
    expect(
      vatTerms({
        seller: { country, exemption: null },
        buyer: buyer({ country: buyerOf }),
        phoneCountry: buyerOf,
        rates,
        now: NOW,
        day: '2026-11-21',
      }),
    ).toEqual({ vat_case: 'domestic', rate_bp: 2000, vat_country: country })
})

test.each([
  [23_750n, '0.9217', 21_890n],
  [1n, '0.5', 0n],
  [3n, '0.5', 2n],
  [100n, '25.123456', 2_512n],
  [-100n, '4', -400n],
])('%s at %s is %s', (minor, rate, expected) => {
  expect(exchanged(minor, rate)).toBe(expected)
})
