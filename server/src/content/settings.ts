// Settings as stored and used by the server, defined in the contract: amounts in minor units, percentages in basis points.
// A stored value that no longer matches its schema is a fault.
import {
  type SettingName,
  SETTINGS,
  SETTING_NAMES,
  type SettingsOnWire,
} from '@fairturn/contract/backoffice/settings'
import { formatMoney, parseMoney, toBasisPoints } from '@fairturn/contract/minor-units'
import type { z } from 'zod'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

type Settings = typeof SETTINGS
type FieldOf<Name extends SettingName> = Settings[Name]['field']
type KeyOf<Name extends SettingName> =
  FieldOf<Name> extends 'amount' ? `${Name}_minor` : FieldOf<Name> extends 'percent' ? `${Name}_bp` : Name

/** Pictures and the film of the home screen are content, with versions of their own (banner.ts). */
const BANNER = { banner_video: '/media/banner.mp4', banner_poster: '/media/banner-poster.webp' }

export type SettingValues = {
  readonly [Name in SettingName as KeyOf<Name>]: FieldOf<Name> extends 'amount'
    ? bigint
    : SettingsOnWire[Name]
} & Readonly<typeof BANNER>

interface Codec {
  readonly unit: string
  /** From JSON, in which minor units are strings because it has no bigint. */
  readonly read: (stored: unknown) => unknown
  readonly toWire: (value: unknown) => unknown
  /** To the stored form. */
  readonly fromWire: (wire: unknown) => unknown
}
const same = (value: unknown) => value
const PLAIN: Codec = { unit: '', read: same, toWire: same, fromWire: same }
const CODECS: Readonly<Record<string, Codec>> = {
  amount: {
    unit: '_minor',
    read: (stored) => BigInt(stored as string),
    toWire: (minor) => formatMoney(minor as bigint),
    fromWire: (wire) => parseMoney(wire as string).toString(),
  },
  percent: {
    unit: '_bp',
    read: same,
    toWire: (basis_points) => (basis_points as number) / 100,
    fromWire: (percent) => toBasisPoints(percent as number),
  },
}
const codecOf = (name: SettingName): Codec => CODECS[SETTINGS[name].field] ?? PLAIN

const all = statement(
  `-- content_settings
  select coalesce(jsonb_object_agg(key, value), '{}')::text as stored from setting`,
  { columns: { stored: 'text' } },
)
const put = statement(
  `-- content_put_setting
  insert into setting (key, value, updated_at) values ($key, $value, $updated_at)
  on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
  { params: { key: 'text', value: 'jsonb', updated_at: 'timestamptz' } },
)

/** Cache of the parsed settings: parsing costs more than reading, and they rarely change. */
let parsed: { readonly stored: string; readonly values: SettingValues } | undefined

/** Every setting, stored or default. */
export async function settingsOf(on: Queryable): Promise<SettingValues> {
  const { stored } = await all.one(on)
  if (parsed?.stored !== stored) parsed = { stored, values: valuesOf(JSON.parse(stored)) }
  return parsed.values
}

function valuesOf(stored: Readonly<Record<string, unknown>>): SettingValues {
  const values: Record<string, unknown> = {}
  for (const [key, initial] of Object.entries(BANNER)) values[key] = stored[key] ?? initial
  for (const name of SETTING_NAMES) {
    const { unit, read, toWire, fromWire } = codecOf(name)
    const { form, initial } = SETTINGS[name]
    const key = `${name}${unit}`
    const wire = form.parse(stored[key] === undefined ? initial : toWire(read(stored[key])))
    values[key] = read(fromWire(wire))
  }
  return values as SettingValues
}

/** Every setting in wire format. */
export const settingsOnWire = (values: SettingValues): SettingsOnWire =>
  Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const { unit, toWire } = codecOf(name)
      return [name, toWire((values as Record<string, unknown>)[`${name}${unit}`])]
    }),
  ) as SettingsOnWire

/** What a visit and an order may cost by each verification, in minor units; null: no limit. */
export function priceLimitsOf(values: SettingValues) {
  return {
    page: { price_minor: values.highest_price_page_minor, order_minor: values.highest_order_page_minor },
    beacon: {
      price_minor: values.highest_price_beacon_minor,
      order_minor: values.highest_order_beacon_minor,
    },
    postback: { price_minor: values.highest_price_postback_minor, order_minor: null },
  } as const
}

/** Whether a link's host is one of these (`host` or `host:port`). */
export const hasConfiguredHost = (link: string, hosts: readonly string[]): boolean =>
  URL.canParse(link) && hosts.includes(new URL(link).host.toLowerCase())

/** The name of the deployment. */
export const siteTitle = async (on: Queryable): Promise<string> => (await settingsOf(on)).site_title

/** Stores one setting, given in wire format. Throws ZodError for an invalid value. */
export async function changeSetting<Name extends SettingName>(
  tx: Tx,
  name: Name,
  value: z.input<Settings[Name]['form']>,
): Promise<void> {
  const { unit, fromWire } = codecOf(name)
  await put.all(tx, {
    key: `${name}${unit}`,
    value: JSON.stringify(fromWire(SETTINGS[name].form.parse(value))),
    updated_at: tx.now,
  })
}

/** Of the film or the picture of the home screen. */
export const changeBannerFile = async (tx: Tx, key: keyof typeof BANNER, url: string): Promise<void> => {
  await put.all(tx, { key, value: JSON.stringify(url), updated_at: tx.now })
}

/** The day of an instant in a time zone, `YYYY-MM-DD`. */
export const dayIn = (instant: Date, timeZone: string): string =>
  instant.toLocaleDateString('en-CA', { timeZone })

/** ISO 4217. */
export const isoCurrency = (currency: SettingValues['currency']): 'EUR' | 'USD' =>
  currency === 'EURO' ? 'EUR' : currency
