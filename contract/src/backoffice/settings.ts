import { z } from 'zod'
// Settings for operators: each with its schema, versions and limits. Pictures and the film of the home screen are content.
// Values are wire values: money and percent, not minor units or basis points.
import { CHART_GROUPS, CHART_KEYS, type ChartKey, SUPPLIES } from '../accounting.ts'
import { COUNTRIES, BIC } from '../countries.ts'
import { endpoint } from '../endpoint.ts'
import type { FileCall } from '../files.ts'
import { parseMoney } from '../minor-units.ts'
import { reason } from './approvals.ts'
import { may } from './roles.ts'
import { changeResult, expected, historyOf, VERSION_REFUSALS, versionNumber } from './versions.ts'

const INVALID = 'field_is_invalid'
const link = z
  .url({ protocol: /^https?$/, error: INVALID })
  .max(500, INVALID)
  .nullable()
const sum = z
  .string({ error: 'amount_is_invalid' })
  .regex(/^(0|[1-9]\d{0,9})\.\d{2}$/, 'amount_is_invalid')
  .describe('decimal string with two digits')
/** The widest that may be called one operator's network: below are whole continents. */
const MIN_PREFIX = { ipv4: 8, ipv6: 19 } as const
const prefixOf = (network: string): number => Number(network.split('/')[1])
/** CIDR notation. */
const network = z.union(
  [
    z.cidrv4(INVALID).refine((cidr) => prefixOf(cidr) >= MIN_PREFIX.ipv4, INVALID),
    z.cidrv6(INVALID).refine((cidr) => prefixOf(cidr) >= MIN_PREFIX.ipv6, INVALID),
  ],
  { error: INVALID },
)
const days = z.int(INVALID).min(0, INVALID).max(30, INVALID)

/** The account that receives members' money; at least one of account number and IBAN. */
const part = (most: number) =>
  z.string(INVALID).trim().min(1, INVALID).max(most, INVALID).nullable().default(null)

export const receiveAccount = z
  .strictObject({
    holder: z.string(INVALID).trim().min(1, INVALID).max(70, INVALID),
    bank: z.string(INVALID).trim().min(1, INVALID).max(100, INVALID),
    account_number: z.string(INVALID).trim().min(4, INVALID).max(40, INVALID).nullable().default(null),
    iban: z
      .string(INVALID)
      .regex(/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/, INVALID)
      .nullable()
      .default(null)
      .describe('in capitals and without spaces'),
    bic: z.string(INVALID).regex(BIC, INVALID).nullable().default(null),
    street: part(70),
    postal_code: part(16),
    city: part(35).describe('with the country, of the holder: payments outside SEPA need both'),
    country: z
      .string(INVALID)
      .refine((code) => COUNTRIES.includes(code), 'country_is_unknown')
      .nullable()
      .default(null),
  })
  .refine(({ city, country }) => (city === null) === (country === null), { error: INVALID, path: ['city'] })
  .refine((account) => account.account_number !== null || account.iban !== null, {
    error: INVALID,
    path: ['account_number'],
  })
export type ReceiveAccount = z.infer<typeof receiveAccount>

const countryCode = z.string(INVALID).refine((code) => COUNTRIES.includes(code), 'country_is_unknown')

/** Currencies of which a dollar or euro is never a fifth or five. */
const NEAR_PAR: ReadonlySet<string> = new Set(['EUR', 'USD', 'GBP', 'CHF'])

/** Who supplies what members pay for, as it stands on documents. */
export const seller = z
  .strictObject({
    legal_name: z.string(INVALID).trim().min(1, INVALID).max(100, INVALID),
    street: z.string(INVALID).trim().min(1, INVALID).max(70, INVALID),
    postal_code: part(16),
    city: z.string(INVALID).trim().min(1, INVALID).max(35, INVALID),
    country: countryCode,
    vat_number: z
      .string(INVALID)
      .max(40, INVALID)
      .transform((typed) => typed.toUpperCase().replace(/[\s./\p{Pd}\u2212]/gu, ''))
      .pipe(z.string().regex(/^[A-Z0-9]{4,20}$/, INVALID))
      .nullable()
      .default(null)
      .describe(
        'with its prefix, as AB123, and a Swiss one with MWST, TVA or IVA; saved in capitals and digits',
      ),
    tax_number: part(30).describe('of the country’s tax office'),
    registration_number: z.string(INVALID).trim().min(1, INVALID).max(50, INVALID),
    email: z.email(INVALID).max(120, INVALID).nullable().default(null),
    exemption: part(200).describe('why no VAT is charged'),
    vat_currency: z
      .string(INVALID)
      .regex(/^[A-Z]{3}$/, INVALID)
      .nullable()
      .default(null)
      .describe('ISO 4217; in which VAT is stated too, where the seller’s country asks for its own'),
    vat_exchange_rate: z
      .string(INVALID)
      .regex(/^(?:[1-9]\d{0,5}(?:\.\d{1,6})?|0\.\d{0,5}[1-9])$/, INVALID)
      .nullable()
      .default(null)
      .describe('what one unit of the site’s currency is of it'),
  })
  .refine(({ vat_currency, vat_exchange_rate }) => (vat_currency === null) === (vat_exchange_rate === null), {
    error: INVALID,
    path: ['vat_exchange_rate'],
  })
  // The site is in dollars or euros: 92 is a slip of 0.92.
  .refine(
    ({ vat_currency, vat_exchange_rate: rate }) =>
      rate === null || !NEAR_PAR.has(vat_currency ?? '') || (Number(rate) >= 0.2 && Number(rate) <= 5),
    { error: INVALID, path: ['vat_exchange_rate'] },
  )
  .refine(({ vat_number, tax_number }) => vat_number !== null || tax_number !== null, {
    error: INVALID,
    path: ['vat_number'],
  })
export type Seller = z.infer<typeof seller>

export const vatRates = z
  .array(
    z.strictObject({
      country: countryCode,
      rate: z
        .number(INVALID)
        .min(0.01, INVALID)
        .max(50, INVALID)
        .multipleOf(0.01, INVALID)
        .describe('percent'),
      from: z.iso.date(INVALID).describe('its first day'),
    }),
    INVALID,
  )
  .max(200, INVALID)
  .refine((rates) => new Set(rates.map(({ country, from }) => `${country} ${from}`)).size === rates.length, {
    error: INVALID,
  })
export type VatRates = z.infer<typeof vatRates>

const accountCode = z.string(INVALID).regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,19}$/, INVALID)
const INITIAL_CHART: Readonly<Record<ChartKey, string>> = {
  cash: '1000',
  unmatched_payment: '2000',
  member_available: '2100',
  member_held: '2110',
  campaign_escrow: '2200',
  campaign_fee: '2210',
  campaign_vat: '2220',
  level_fee: '2230',
  vat: '2300',
  own_money: '3000',
  revenue: '4000',
  interest: '4900',
  bank_fees: '6000',
  exchange_differences: '6010',
  vat_advances: '2310',
}
/** Where a chart of before has no account of their own, they are in these, which is always allowed. */
const LATER_KEYS: Partial<Record<ChartKey, ChartKey>> = {
  exchange_differences: 'bank_fees',
  vat_advances: 'vat',
}
const withLaterKeys = (codes: unknown): unknown => {
  if (typeof codes !== 'object' || codes === null) return codes
  const given = codes as Readonly<Record<string, unknown>>
  const later = Object.entries(LATER_KEYS).flatMap(([key, as]) =>
    given[key] === undefined && given[as] !== undefined ? [[key, given[as]]] : [],
  )
  return { ...given, ...Object.fromEntries(later) }
}
/** Which account of the bookkeeping each kind of account is. */
export const chart = z
  .preprocess(
    withLaterKeys,
    z.strictObject(
      Object.fromEntries(CHART_KEYS.map((key) => [key, accountCode])) as Record<ChartKey, typeof accountCode>,
    ),
  )
  .superRefine((codes, problems) => {
    for (const [key, code] of Object.entries(codes) as [ChartKey, string][]) {
      const group = CHART_GROUPS.find((keys) => keys.includes(key))!
      const other = CHART_KEYS.find((each) => codes[each] === code && !group.includes(each))
      if (other !== undefined)
        problems.addIssue({ code: 'custom', path: [key], message: 'account_stands_for_something_else' })
    }
  })
  .meta({ examples: [INITIAL_CHART] })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

/** The most that banks carry in one transfer (SEPA rulebook AT-04; the EPC QR code), and a limit that still allows deposits. */
export const MAX_TRANSFER_MINOR = 99_999_999_999n
const MIN_DEPOSIT_LIMIT_MINOR = 100n

interface Setting {
  /** In the order of the screen. */
  readonly group: 'site' | 'rules' | 'paying_in' | 'paying_out' | 'invoices'
  /** Type of the input field. Amounts are stored in minor units, percentages in basis points. */
  readonly field:
    | 'text'
    | 'link'
    | 'zone'
    | 'currency'
    | 'percent'
    | 'minutes'
    | 'hours'
    | 'years'
    | 'amount'
    | 'days'
    | 'account'
    | 'networks'
    | 'seller'
    | 'rates'
    | 'supply'
    | 'chart'
  readonly form: z.ZodType
  /** Default value, in wire format. */
  readonly initial: unknown
  /** Proposal kind, if the change requires dual approval: where members' money goes, prices, thresholds, where members are not linked, and which day it is. */
  readonly proposal?: string
}

/**
 * Every setting, defined once: used by the server to store, by the contract to validate and by the screen to display it.
 * Its texts are `settings.names`, `help`, `bounds` and `none` of the back office.
 */
export const SETTINGS = {
  site_title: {
    group: 'site',
    field: 'text',
    form: z.string(INVALID).trim().min(1, INVALID).max(80, INVALID).describe('takes two people'),
    initial: 'Fairturn',
    proposal: 'site_title_change',
  },
  link_support: {
    group: 'site',
    field: 'link',
    form: link.describe('null: the button is hidden; its host stands in the configuration; takes two people'),
    initial: null,
    proposal: 'support_link_change',
  },
  link_deposit: {
    group: 'site',
    field: 'link',
    form: link.describe('null: the app’s own page; its host stands in the configuration; takes two people'),
    initial: null,
    proposal: 'deposit_link_change',
  },
  time_zone: {
    group: 'site',
    field: 'zone',
    form: z
      .string(INVALID)
      .refine(isTimeZone, INVALID)
      .describe(
        'IANA name; turns are new at its midnight, and no bank statement is of a later day; takes two people',
      ),
    initial: 'Asia/Ho_Chi_Minh',
    proposal: 'time_zone_change',
  },
  mobile_networks: {
    group: 'rules',
    field: 'networks',
    form: z
      .array(network, INVALID)
      .max(2000, INVALID)
      .describe(
        'CIDRs of public addresses, where thousands share one: twenty times as many may register from one, and nobody is linked by it; takes two people',
      ),
    initial: [],
    proposal: 'mobile_networks_change',
  },
  service_fee: {
    group: 'rules',
    field: 'percent',
    form: z
      .number(INVALID)
      .min(0, INVALID)
      .max(100, INVALID)
      .multipleOf(0.01, INVALID)
      .describe('percent of a budget; takes two people'),
    initial: 25,
    proposal: 'service_fee_change',
  },
  offer_minutes: {
    group: 'rules',
    field: 'minutes',
    form: z.int(INVALID).min(1, INVALID).max(60, INVALID),
    initial: 5,
  },
  answer_hours: {
    group: 'rules',
    field: 'hours',
    form: z
      .int(INVALID)
      .min(1, INVALID)
      .max(72, INVALID)
      .describe('from a question to the first answer of staff; public with how long they took'),
    initial: 24,
  },
  unseen_limit: {
    group: 'rules',
    field: 'amount',
    form: sum.describe(
      'awards of a member, or of new ones linked to each other, before a person looks; takes two people',
    ),
    initial: '5.00',
    proposal: 'unseen_limit_change',
  },
  least_counted_award: {
    group: 'rules',
    field: 'amount',
    form: sum.describe('award from which an order counts towards a level; takes two people'),
    initial: '0.20',
    proposal: 'least_counted_award_change',
  },
  highest_price_page: {
    group: 'rules',
    field: 'amount',
    form: sum.describe('highest price of a visit that the page alone verifies; takes two people'),
    initial: '0.20',
    proposal: 'highest_price_page_change',
  },
  highest_order_page: {
    group: 'rules',
    field: 'amount',
    form: sum.describe('highest reward of an order of such visits; takes two people'),
    initial: '20.00',
    proposal: 'highest_order_page_change',
  },
  highest_price_beacon: {
    group: 'rules',
    field: 'amount',
    form: sum.describe(
      'highest price of a visit that a script on the landing page confirms; takes two people',
    ),
    initial: '0.50',
    proposal: 'highest_price_beacon_change',
  },
  highest_order_beacon: {
    group: 'rules',
    field: 'amount',
    form: sum.describe('highest reward of an order of such visits; takes two people'),
    initial: '50.00',
    proposal: 'highest_order_beacon_change',
  },
  highest_price_postback: {
    group: 'rules',
    field: 'amount',
    form: sum.describe('highest price of a visit that the advertiser’s server confirms; takes two people'),
    initial: '1000.00',
    proposal: 'highest_price_postback_change',
  },
  currency: {
    group: 'rules',
    field: 'currency',
    form: z.enum(['USD', 'EURO'], { error: INVALID }).describe('fixed from the first entry of the ledger on'),
    initial: 'USD',
  },
  receive_account: {
    group: 'paying_in',
    field: 'account',
    form: receiveAccount.nullable().describe('null: no deposits by bank transfer; takes two people'),
    initial: null,
    proposal: 'receive_account_change',
  },
  highest_deposit: {
    group: 'paying_in',
    field: 'amount',
    form: sum
      .refine((wire) => parseMoney(wire) >= MIN_DEPOSIT_LIMIT_MINOR, INVALID)
      .refine((wire) => parseMoney(wire) <= MAX_TRANSFER_MINOR, INVALID)
      .describe('highest amount of one deposit; takes two people'),
    initial: '100000.00',
    proposal: 'highest_deposit_change',
  },
  min_withdrawal: {
    group: 'paying_out',
    field: 'amount',
    form: sum.describe('takes two people'),
    initial: '10.00',
    proposal: 'min_withdrawal_change',
  },
  withdrawal_fee: {
    group: 'paying_out',
    field: 'amount',
    form: sum.describe('part of the amount withdrawn; takes two people'),
    initial: '0.00',
    proposal: 'withdrawal_fee_change',
  },
  two_person_withdrawal: {
    group: 'paying_out',
    field: 'amount',
    form: sum.describe('from this amount on two operators approve; takes two people'),
    initial: '1000.00',
    proposal: 'two_person_threshold_change',
  },
  withdrawal_bank_days: {
    group: 'paying_out',
    field: 'days',
    form: z
      .strictObject({ from: days, to: days })
      .refine(({ from, to }) => from <= to, { error: INVALID, path: ['to'] })
      .describe('said as long as no withdrawal has been paid in 90 days'),
    initial: { from: 1, to: 2 },
  },
  seller: {
    group: 'invoices',
    field: 'seller',
    form: seller.nullable().describe('null: no VAT is charged; takes two people'),
    initial: null,
    proposal: 'seller_change',
  },
  vat_rates: {
    group: 'invoices',
    field: 'rates',
    form: vatRates.describe('by country and first day; takes two people'),
    initial: [],
    proposal: 'vat_rates_change',
  },
  supply: {
    group: 'invoices',
    field: 'supply',
    form: z
      .enum(SUPPLIES, { error: INVALID })
      .describe('VAT on the price or the fee, kept once paid; takes two people'),
    initial: 'principal',
    proposal: 'supply_change',
  },
  chart: {
    group: 'invoices',
    field: 'chart',
    form: chart.describe('accounts of the journal; takes two people'),
    initial: INITIAL_CHART,
    proposal: 'chart_change',
  },
  documents_kept_years: {
    group: 'invoices',
    field: 'years',
    form: z
      .int(INVALID)
      .min(5, INVALID)
      .max(30, INVALID)
      .describe('of a document, until who it was for is erased; takes two people'),
    initial: 10,
    proposal: 'documents_kept_years_change',
  },
} as const satisfies Record<string, Setting>

type Settings = typeof SETTINGS
export type SettingName = keyof Settings
export type SettingsOnWire = { [Name in SettingName]: z.output<Settings[Name]['form']> }

export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]]

/** Proposal kind that changes it by dual approval; undefined if one operator is enough. */
export const proposalOf = (name: SettingName): string | undefined => (SETTINGS[name] as Setting).proposal

const forms = Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].form])) as {
  [Name in SettingName]: Settings[Name]['form']
}

const params = z.object({ name: z.enum(SETTING_NAMES, { error: INVALID }) })

const REFUSALS = [
  ...VERSION_REFUSALS,
  'bonus_and_discount_exceed_the_service_fee',
  'minimum_withdrawal_is_too_high',
  'withdrawal_fee_is_too_high',
  'link_host_is_not_configured',
  'network_is_not_public',
  'networks_are_too_wide',
  'postal_code_has_another_form',
  'vat_rate_is_missing',
  'vat_number_is_invalid',
  'vat_currency_is_missing',
  'currency_cannot_change',
] as const

export const adminSettingCalls = {
  all: endpoint('GET backoffice/settings', {
    summary: 'Every setting with its version number and its bounds',
    auth: 'staff',
    roles: may.read_rules,
    answer: z.object({
      values: z.object(forms),
      versions: z
        .record(z.string(), z.int())
        .describe('of each setting the last version, 0 where nobody has changed it'),
      bounds: z.object({
        lowest_service_fee: z
          .number()
          .describe('percent: highest bonus and highest discount of the levels together'),
        highest_min_withdrawal: sum,
        highest_withdrawal_fee: sum.describe('with the minimum that holds now'),
        currency_is_fixed: z.boolean(),
        deposit_link_hosts: z
          .array(z.string())
          .describe('where the deposit link may lead, by the configuration'),
        support_link_hosts: z.array(z.string()).describe('where the support link may lead'),
      }),
    }),
  }),
  change: endpoint('POST backoffice/settings/:name', {
    summary:
      'Change a setting, or propose it to another operator where that takes two people; open orders and paid campaigns keep their terms',
    auth: 'staff',
    roles: may.change_rules,
    recent: true,
    params,
    body: z.object({ value: z.unknown().describe('in the form of this setting'), reason, expected }),
    answer: changeResult,
    refusals: REFUSALS,
  }),
  history: historyOf('backoffice/settings/:name/versions', 'The versions of a setting, newest first', {
    roles: may.read_rules,
    params,
    content: z.unknown(),
  }),
  restore: endpoint('POST backoffice/settings/:name/restore', {
    summary: 'Restore an older version, as a new change',
    auth: 'staff',
    roles: may.change_rules,
    recent: true,
    params,
    body: z.object({ number: versionNumber, reason, expected }),
    answer: changeResult,
    refusals: [...REFUSALS, 'version_is_unknown'],
  }),
}

export const adminSettingFiles = {
  exportSettings: {
    path: 'backoffice/settings.csv',
    summary: 'Every setting with its value and version number, as a CSV file',
    type: 'text/csv',
    roles: may.read_rules,
    query: z.object({}),
    limit: { hits: 30, per_seconds: 3600 },
  },
} satisfies Record<string, FileCall>
