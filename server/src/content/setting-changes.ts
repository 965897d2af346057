// Changes of settings by operators: versioned, audit-logged, and validated against the promises. Dual approval is required
// for where members' money goes, prices, thresholds, and where members are not linked (settings.admin.test.ts).
import { may } from '@fairturn/contract/backoffice/roles'
import {
  proposalOf,
  type Seller,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
} from '@fairturn/contract/backoffice/settings'
import { isInUnion, vatCountryOf } from '@fairturn/contract/countries'
import { formatMoney, parseMoney, toBasisPoints } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { parsePart } from '../platform/http/bind.ts'
import { requirePostalCodeOf } from '../platform/http/postal-code.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type ProposalKind, recordAuditEvent } from '../staff/staff.ts'
import {
  actorOfChange,
  type ChangeAuthors,
  defineChangeProposal,
  proposeChange,
  type VersionedChange,
} from './change-proposals.ts'
import type { ContentHooks } from './content.hooks.ts'
import { requireMobileNetworks } from './mobile-networks.ts'
import {
  changeSetting,
  hasConfiguredHost,
  isoCurrency,
  settingsOf,
  settingsOnWire,
  type SettingValues,
  dayIn,
} from './settings.ts'
import { normalNumber } from './vat-number.ts'
import { saveVersion, lockForChange, putsBackApproved } from './versions.ts'

/** Promise 5: a minimum exists because of bank fees, not to keep money in. Minor units. */
export const MAX_MIN_WITHDRAWAL_MINOR = 5_000n
/** The fee is at most a tenth of the minimum withdrawal. */
export const feeBound = (min_withdrawal_minor: bigint): bigint => min_withdrawal_minor / 10n

const hasEntries = statement(
  `-- content_ledger_has_entries
  select exists (select from entry) as has`,
  { columns: { has: 'bool' } },
)

/** Whether the ledger already has entries in the current currency. */
export const currencyIsFixed = async (on: Queryable): Promise<boolean> => (await hasEntries.one(on)).has

type EnforceMinServiceFee = ContentHooks['enforceMinServiceFee']

/** The value is validated by the setting's schema here. */
interface Change extends VersionedChange<unknown> {
  readonly name: SettingName
}

/** Validation rules from outside content. */
interface Rules {
  readonly enforceMinServiceFee: EnforceMinServiceFee
  /** Allowed hosts of each link, from the configuration. */
  readonly hosts: Readonly<Record<'link_deposit' | 'link_support', readonly string[]>>
}

/** The server's administrator configures the hosts that members may be sent to; owners choose among them. */
function requireConfiguredHost(link: unknown, hosts: readonly string[]): void {
  if (link === null || hasConfiguredHost(link as string, hosts)) return
  const { host } = new URL(link as string)
  throw refuse('link_host_is_not_configured', { host, hosts: hosts.join(', ') || '—' })
}

/**
 * Changes a setting from now on and returns its new version; one that requires dual approval is proposed instead. Refuses
 * `field_is_invalid`, `somebody_else_has_changed_this`, `nothing_would_change`, and what would break a promise:
 * `bonus_and_discount_exceed_the_service_fee`, `minimum_withdrawal_is_too_high`, `withdrawal_fee_is_too_high`,
 * `link_host_is_not_configured`, `network_is_not_public`, `networks_are_too_wide`, `vat_rate_is_missing`, `vat_number_is_invalid`, `vat_currency_is_missing`, `currency_cannot_change`.
 */
export async function changeOrPropose(
  tx: Tx,
  change: Change,
  operator: Operator,
  { enforceMinServiceFee, hosts }: Rules,
): Promise<{ version: number | null; proposal_id: string | null }> {
  const { name } = change
  const kind = settingProposal(name, enforceMinServiceFee)
  if (kind === undefined)
    return { version: await apply(tx, change, operator, enforceMinServiceFee), proposal_id: null }
  const { before, value } = await validateChange(tx, change, enforceMinServiceFee)
  if (name === 'site_title' && (await isRestored(tx, before, value)))
    return { version: await apply(tx, change, operator, enforceMinServiceFee), proposal_id: null }
  if (name === 'link_deposit' || name === 'link_support') requireConfiguredHost(value, hosts[name])
  return await proposeChange(tx, kind, { ...change, value }, { before, operator })
}

/** The product's own title, and the last approved one, are put back by one operator. */
const isRestored = async (tx: Tx, before: unknown, after: unknown): Promise<boolean> =>
  after === SETTINGS.site_title.initial ||
  (await putsBackApproved(tx, { kind: 'setting', key: 'site_title', before, after }))

/** The current and the proposed value: valid, different, no promise broken. Locked until the transaction ends. */
async function validateChange(
  tx: Tx,
  { name, value: sent, expected }: Change,
  enforceMinServiceFee: EnforceMinServiceFee,
) {
  // Named as in the call, so that a refusal refers to its field.
  const { value } = parsePart(z.object({ value: SETTINGS[name].form }), { value: sent }, 'body') as {
    value: unknown
  }
  // Serialized over all keys, because some are validated together: minimum and fee of withdrawals.
  await lockForChange(tx, { kind: 'setting', key: 'any' })
  await lockForChange(tx, { kind: 'setting', key: name, expected })
  const values = await settingsOf(tx)
  const before: unknown = settingsOnWire(values)[name]
  if (canonical(before) === canonical(value)) throw refuse('nothing_would_change')
  if ((name === 'receive_account' || name === 'seller') && value !== null)
    requirePostalCodeOf(value as Pick<Seller, 'postal_code' | 'country'>, 'value.postal_code')
  if (name === 'mobile_networks') requireMobileNetworks(value as SettingValues['mobile_networks'])
  if (name === 'service_fee') await enforceMinServiceFee(tx, toBasisPoints(value as number))
  if (name === 'seller') {
    const seller = value as SettingValues['seller']
    await requireNumber(seller)
    requireVatCurrency(seller, values.currency)
    requireVatRate(seller, values.vat_rates, dayIn(tx.now, values.time_zone))
  }
  if (name === 'vat_rates')
    requireVatRate(values.seller, value as SettingValues['vat_rates'], dayIn(tx.now, values.time_zone))
  if (name === 'currency' && (await currencyIsFixed(tx)))
    throw refuse('currency_cannot_change', { currency: values.currency })
  const minimum = name === 'min_withdrawal' ? parseMoney(value as string) : values.min_withdrawal_minor
  const fee = name === 'withdrawal_fee' ? parseMoney(value as string) : values.withdrawal_fee_minor
  if (name === 'min_withdrawal' || name === 'withdrawal_fee') enforceMinWithdrawal(minimum, fee)
  return { before, value }
}

function enforceMinWithdrawal(minimum_minor: bigint, fee_minor: bigint): void {
  if (minimum_minor > MAX_MIN_WITHDRAWAL_MINOR)
    throw refuse('minimum_withdrawal_is_too_high', {
      minimum: formatMoney(minimum_minor),
      highest: formatMoney(MAX_MIN_WITHDRAWAL_MINOR),
    })
  if (fee_minor > feeBound(minimum_minor))
    throw refuse('withdrawal_fee_is_too_high', {
      fee: formatMoney(fee_minor),
      minimum: formatMoney(minimum_minor),
      highest: formatMoney(feeBound(minimum_minor)),
    })
}

/** The seller's VAT number is that of their country, and right by its digits: it stands on every document. */
async function requireNumber(seller: SettingValues['seller']): Promise<void> {
  if (seller === null || seller.vat_number === null) return
  if ((await normalNumber(seller.country, seller.vat_number)) !== seller.vat_number)
    throw refuse('vat_number_is_invalid', { country: seller.country })
}

/** Of the member states that have a currency of their own. */
const OWN_CURRENCY = { CZ: 'CZK', DK: 'DKK', HU: 'HUF', PL: 'PLN', RO: 'RON', SE: 'SEK' } as Readonly<
  Record<string, string>
>

/** VAT on an invoice stands in the national currency (Directive 2006/112/EC, article 230). */
function requireVatCurrency(seller: SettingValues['seller'], currency: SettingValues['currency']): void {
  if (seller === null || seller.exemption !== null || !isInUnion(seller.country)) return
  const country = vatCountryOf(seller.country)
  const national = OWN_CURRENCY[country] ?? 'EUR'
  if (national === isoCurrency(currency) || seller.vat_currency === national) return
  throw refuse('vat_currency_is_missing', { country, currency: national })
}

/** A seller who charges VAT has a rate on a day, `YYYY-MM-DD`; without one no payment could be made. */
function requireVatRate(
  seller: SettingValues['seller'],
  rates: SettingValues['vat_rates'],
  day: string,
): void {
  if (seller === null || seller.exemption !== null) return
  if (!rates.some(({ country, from }) => country === vatCountryOf(seller.country) && from <= day))
    throw refuse('vat_rate_is_missing', { country: seller.country })
}

/** Canonical key order, because jsonb reorders keys. */
const canonical = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : JSON.stringify(value)

async function apply(
  tx: Tx,
  change: Change,
  authors: ChangeAuthors,
  enforceMinServiceFee: EnforceMinServiceFee,
): Promise<number> {
  const { name, reason, expected, restored_from } = change
  const { operator_id, approved_by } = authors
  const { before, value } = await validateChange(tx, change, enforceMinServiceFee)
  await changeSetting(tx, name, value as never)
  const version = await saveVersion(tx, {
    kind: 'setting',
    key: name,
    content: value,
    reason,
    operator_id,
    approved_by,
    expected,
    before,
    restored_from,
  })
  await recordAuditEvent(tx, {
    actor: actorOfChange(authors),
    action: 'setting_changed',
    object: { kind: 'setting', id: name },
    reason,
    before: snapshotOf(before),
    after: { ...snapshotOf(value), version },
  })
  return version
}

/** Flattened for the audit log. */
const snapshotOf = (value: unknown): Record<string, string | number | null> =>
  Array.isArray(value)
    ? {
        value: value
          .map((item) => (typeof item === 'string' ? item : Object.values(item).join(' ')))
          .join(', '),
      }
    : typeof value === 'object' && value !== null
      ? (value as Record<string, string | number | null>)
      : { value: value as string | number | null }

/** Undefined if one operator is enough. */
function settingProposal(
  name: SettingName,
  enforceMinServiceFee: EnforceMinServiceFee,
): ProposalKind | undefined {
  const kind = proposalOf(name)
  if (kind === undefined) return undefined
  return defineChangeProposal({
    kind,
    value: SETTINGS[name].form as z.ZodType,
    roles: may.change_rules,
    apply: (tx, change, authors) => apply(tx, { name, ...change }, authors, enforceMinServiceFee),
  })
}

/** For every setting that requires dual approval. */
export const settingProposals = ({ enforceMinServiceFee }: ContentHooks): ProposalKind[] =>
  SETTING_NAMES.flatMap((name) => settingProposal(name, enforceMinServiceFee) ?? [])
