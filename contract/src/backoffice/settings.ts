// Settings as operators see and change them: each with its schema, its versions, and its limits. Pictures
// and the film of the home screen are content. Values are wire values: money and percent, not minor units.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
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
const days = z.int(INVALID).min(0, INVALID).max(30, INVALID)

/** Where members' money is received; at least one of account number and IBAN. */
export const receiveAccount = z
  .strictObject({
    holder: z.string(INVALID).trim().min(1, INVALID).max(70, INVALID),
    bank: z.string(INVALID).trim().min(1, INVALID).max(100, INVALID),
    account_number: z.string(INVALID).trim().min(4, INVALID).max(40, INVALID).nullable(),
    iban: z
      .string(INVALID)
      .regex(/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/, INVALID)
      .nullable()
      .describe('in capitals and without spaces'),
    bic: z
      .string(INVALID)
      .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, INVALID)
      .nullable(),
  })
  .refine((account) => account.account_number !== null || account.iban !== null, INVALID)
export type ReceiveAccount = z.infer<typeof receiveAccount>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

/** The form of each setting. */
export const settingForms = {
  site_title: z.string(INVALID).trim().min(1, INVALID).max(80, INVALID),
  link_support: link.describe(
    'null: the button is hidden; its host stands in the configuration; takes two people',
  ),
  link_deposit: link.describe(
    'null: the app’s own page; its host stands in the configuration; takes two people',
  ),
  time_zone: z
    .string(INVALID)
    .refine(isTimeZone, INVALID)
    .describe('IANA name; turns are new at its midnight'),
  currency: z
    .enum(['USD', 'EURO'], { error: INVALID })
    .describe('fixed from the first entry of the ledger on'),
  service_fee: z
    .number(INVALID)
    .min(0, INVALID)
    .max(100, INVALID)
    .multipleOf(0.01, INVALID)
    .describe('percent of a budget; takes two people'),
  offer_minutes: z.int(INVALID).min(1, INVALID).max(60, INVALID),
  min_withdrawal: sum.describe('takes two people'),
  withdrawal_fee: sum.describe('part of the amount withdrawn; takes two people'),
  two_person_withdrawal: sum.describe('from this amount on two operators approve; takes two people'),
  withdrawal_bank_days: z
    .strictObject({ from: days, to: days })
    .refine(({ from, to }) => from <= to, INVALID)
    .describe('said as long as no withdrawal has been paid in 90 days'),
  receive_account: receiveAccount.nullable().describe('null: no deposits by bank transfer; takes two people'),
} as const
export type SettingName = keyof typeof settingForms
export type SettingsOnWire = { [Name in SettingName]: z.output<(typeof settingForms)[Name]> }

export const SETTING_NAMES = Object.keys(settingForms) as [SettingName, ...SettingName[]]

/**
 * Where members' money goes, what it costs, and when a second approval is needed: changed by two. By kind
 * of proposal.
 */
export const REQUIRES_APPROVAL_SETTINGS = {
  receive_account: 'receive_account_change',
  link_deposit: 'deposit_link_change',
  link_support: 'support_link_change',
  service_fee: 'service_fee_change',
  min_withdrawal: 'min_withdrawal_change',
  withdrawal_fee: 'withdrawal_fee_change',
  two_person_withdrawal: 'two_person_threshold_change',
} as const satisfies Partial<Record<SettingName, string>>

const params = z.object({ name: z.enum(SETTING_NAMES, { error: INVALID }) })

const REFUSALS = [
  ...VERSION_REFUSALS,
  'bonus_and_discount_exceed_the_service_fee',
  'minimum_withdrawal_is_too_high',
  'withdrawal_fee_is_too_high',
  'link_host_is_not_configured',
  'currency_cannot_change',
] as const

export const adminSettingCalls = {
  all: endpoint({
    method: 'GET',
    path: 'backoffice/settings',
    summary: 'Every setting with the number of its version, and what bounds it',
    auth: 'staff',
    roles: may.read_rules,
    answer: z.object({
      values: z.object(settingForms),
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
  change: endpoint({
    method: 'POST',
    path: 'backoffice/settings/:name',
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
  restore: endpoint({
    method: 'POST',
    path: 'backoffice/settings/:name/restore',
    summary: 'Bring an older version back, as a change of its own',
    auth: 'staff',
    roles: may.change_rules,
    recent: true,
    params,
    body: z.object({ number: versionNumber, reason, expected }),
    answer: changeResult,
    refusals: [...REFUSALS, 'version_is_unknown'],
  }),
}
