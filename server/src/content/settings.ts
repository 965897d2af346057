// Settings: their keys, schemas and defaults. A stored value that no longer fits its schema is a fault.
import { z } from 'zod'
import type { Queryable, Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const url = z.url({ protocol: /^https?$/ }).nullable()

/** Where members' money is received; at least one of account number and IBAN. */
const receiveAccount = z
  .object({
    holder: z.string().min(1).max(70),
    bank: z.string().min(1).max(100),
    account_number: z.string().min(4).max(40).nullable().default(null),
    iban: z
      .string()
      .regex(/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/, 'write the IBAN in capitals and without spaces')
      .nullable()
      .default(null),
    bic: z
      .string()
      .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
      .nullable()
      .default(null),
  })
  .refine((account) => account.account_number !== null || account.iban !== null, 'needs a number or an IBAN')

const minor = z.string().regex(/^\d{1,15}$/)

const forms = z.object({
  site_title: z.string().min(1).max(80).default('Fairturn'),
  link_support: url.default(null),
  link_deposit: url.default(null),
  currency: z.enum(['USD', 'EURO']).default('USD'),
  banner_video: z.string().max(500).default('/media/banner.mp4'),
  banner_poster: z.string().max(500).default('/media/banner-poster.webp'),
  /** Minor units, as text because JSON has no bigint. */
  min_withdrawal_minor: minor.default('1000').transform(BigInt),
  /** What sending a withdrawal costs the member, part of its amount. */
  withdrawal_fee_minor: minor.default('0').transform(BigInt),
  /** From which amount on a withdrawal needs two approvals. */
  two_person_withdrawal_minor: minor.default('100000').transform(BigInt),
  /** How long a withdrawal takes, shown as long as none has been paid in 90 days. */
  withdrawal_bank_days: z
    .object({ from: z.int().min(0).max(30), to: z.int().min(0).max(30) })
    .refine((days) => days.from <= days.to, 'from is after to')
    .default({ from: 1, to: 2 }),
  /** Null: no deposits by bank transfer. */
  receive_account: receiveAccount.nullable().default(null),
  /** IANA name; days, and with them turns, change at its midnight. */
  time_zone: z.string().refine(isTimeZone, 'is not a time zone').default('Asia/Ho_Chi_Minh'),
  /** Of a campaign's budget, in basis points. */
  service_fee_bp: z.int().min(0).max(10_000).default(2500),
  offer_minutes: z.int().min(1).max(60).default(5),
})

export type SettingValues = z.output<typeof forms>
export type SettingKey = keyof z.input<typeof forms>

const all = statement<{ stored: string }>(
  'content_settings',
  `select coalesce(jsonb_object_agg(key, value), '{}')::text as stored from setting`,
)
const put = statement(
  'content_put_setting',
  `insert into setting (key, value, updated_at) values ($1, $2, $3)
   on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
)

/** Parsing costs more than reading, and most calls find the settings as the last one did. */
let parsed: { readonly stored: string; readonly values: Readonly<SettingValues> } | undefined

/** Every setting, stored or default. */
export async function settingsOf(on: Queryable): Promise<Readonly<SettingValues>> {
  const { stored } = await all.one(on)
  if (parsed?.stored !== stored) parsed = { stored, values: forms.parse(JSON.parse(stored)) }
  return parsed.values
}

/** Whether a link leads to one of these hosts (`host` or `host:port`). */
export const hasConfiguredHost = (link: string, hosts: readonly string[]): boolean =>
  URL.canParse(link) && hosts.includes(new URL(link).host.toLowerCase())

/** The name of the deployment. */
export const siteTitle = async (on: Queryable): Promise<string> => (await settingsOf(on)).site_title

/** Stores one setting; throws a ZodError when the value does not fit. */
export async function changeSetting<Key extends SettingKey>(
  tx: Tx,
  key: Key,
  value: z.input<typeof forms>[Key],
): Promise<void> {
  forms.parse({ [key]: value })
  await put.all(tx, key, JSON.stringify(value), tx.now)
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
