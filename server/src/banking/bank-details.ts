// A member's payout account, and the address that a payout needs. A change of the account begins a payout delay, so that a stolen session cannot redirect money before the
// member is notified. Only the member sees unmasked account numbers.
import type { Address, Bank, bankForm } from '@fairturn/contract/banking'
import { needsBic } from '@fairturn/contract/countries'
import { newId } from '@fairturn/contract/ids'
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import type { z } from 'zod'
import { settingsOf } from '../content/content.ts'
import { getActiveMemberLocked, linkMembers, payoutDelayAfter } from '../members/members.ts'
import { notify } from '../notices/notices.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, statement } from '../platform/database/statement.ts'
import { refuseField } from '../platform/http/refusal.ts'
import { voidProposalsOfKind } from '../staff/staff.ts'
import { findBank } from './banks.ts'
import { isBankText } from './sepa.ts'

/** Recipient of a payout; either `iban` or `account_number`, never both. */
export type Payee = RowOf<typeof selectAsOf>

export type BankDetailsRow = RowOf<typeof BANK_DETAILS_COLUMNS>

/** The kind of proposals in which operators name another account. */
export const PAYOUT_ACCOUNT_CHANGE = 'payout_account_change'

/** A week more than a security lock can reach back. */
const FORMER_KEPT_MS = 37 * 24 * 3_600_000
const PATH = '/individual/bank-info'

/** Columns of a payee; payeeValues() gives their values. */
export const PAYEE = `bank_code, bank_name, country, swift, holder, account_number, iban`
const COLUMNS = `${PAYEE}, payout_delay_until, updated_at`
const BANK_DETAILS_COLUMNS = {
  bank_code: 'text?',
  bank_name: 'text?',
  country: 'text?',
  swift: 'text?',
  holder: 'text',
  account_number: 'text?',
  iban: 'text?',
  /** Until when the payout delay lasts; null if it was never changed. */
  payout_delay_until: 'timestamptz?',
  updated_at: 'timestamptz',
} as const

const select = statement(
  `-- banking_bank_details
  select ${COLUMNS} from bank_details where member_id = $member_id`,
  { params: { member_id: 'uuid' }, columns: BANK_DETAILS_COLUMNS },
)
const selectOfMembers = statement(
  `-- banking_payout_accounts
  select member_id, bank_name, country, account_number, iban from bank_details where member_id = any ($member_ids)`,
  {
    params: { member_ids: 'uuid[]' },
    columns: {
      member_id: 'uuid',
      bank_name: 'text?',
      country: 'text?',
      account_number: 'text?',
      iban: 'text?',
    },
  },
)
const upsert = statement(
  `-- banking_save_bank_details
  insert into bank_details (member_id, ${COLUMNS}) values ($member_id, $bank_code, $bank_name, $country, $swift, $holder, $account_number, $iban, $payout_delay_until, $updated_at)
  on conflict (member_id) do update set bank_code = excluded.bank_code, bank_name = excluded.bank_name,
    country = excluded.country, swift = excluded.swift, holder = excluded.holder,
    account_number = excluded.account_number, iban = excluded.iban, payout_delay_until = excluded.payout_delay_until,
    updated_at = excluded.updated_at
  returning ${COLUMNS}`,
  {
    params: { ...BANK_DETAILS_COLUMNS, member_id: 'uuid' },
    columns: BANK_DETAILS_COLUMNS,
  },
)

export const markChangedByStaff = statement(
  `-- banking_mark_changed_by_staff
  update bank_details set changed_by_staff_at = $now where member_id = $member_id`,
  { params: { member_id: 'uuid', now: 'timestamptz' } },
)

/** Whether operators have changed a member's payout account since then. */
export const wasChangedByStaff = statement(
  `-- banking_changed_by_staff
  select exists (select from bank_details where member_id = $member_id and changed_by_staff_at > $since) as found`,
  { params: { member_id: 'uuid', since: 'timestamptz' }, columns: { found: 'bool' } },
)

/** Other members with the same payout account. */
const selectSharing = statement(
  `-- banking_members_of_payout_account
  select member_id from bank_details
  where member_id <> $member_id and (iban = $iban or account_number = $account_number and bank_code is not distinct from $bank_code)
  limit 20`,
  {
    params: { member_id: 'uuid', iban: 'text?', account_number: 'text?', bank_code: 'text?' },
    columns: { member_id: 'uuid' },
  },
)

/** $id the row's id, $left_at now. */
const insertFormer = statement(
  `-- banking_keep_former_bank_details
  insert into former_bank_details (id, member_id, ${PAYEE}, set_at, left_at)
  select $id, member_id, ${PAYEE}, updated_at, $left_at
  from bank_details where member_id = $member_id`,
  { params: { member_id: 'uuid', id: 'uuid', left_at: 'timestamptz' } },
)
/** As of $since: the current account, or the one replaced since. */
const selectAsOf = statement(
  `-- banking_bank_details_at
  select ${PAYEE} from (
    select *, null::timestamptz as left_at from bank_details
    where member_id = $member_id and updated_at <= $since) now
  union all
  (select ${PAYEE} from former_bank_details
   where member_id = $member_id and set_at <= $since and left_at > $since order by left_at limit 1)
  limit 1`,
  {
    params: { member_id: 'uuid', since: 'timestamptz' },
    columns: {
      bank_code: 'text?',
      bank_name: 'text?',
      country: 'text?',
      swift: 'text?',
      holder: 'text',
      account_number: 'text?',
      iban: 'text?',
    },
  },
)
const remove = statement(
  `-- banking_remove_bank_details
  delete from bank_details where member_id = $member_id`,
  { params: { member_id: 'uuid' } },
)
const deleteFormer = statement(
  `-- banking_forget_former_bank_details
  delete from former_bank_details where left_at < $before`,
  { params: { before: 'timestamptz' } },
)

export const payeeValues = (payee: Payee) => {
  const { bank_code, bank_name, country, swift, holder, account_number, iban } = payee
  return { bank_code, bank_name, country, swift, holder, account_number, iban }
}

export const findBankDetails = (on: Queryable, member_id: string): Promise<BankDetailsRow | undefined> =>
  select.maybe(on, { member_id })

/** Where account numbers have no letters. In Vietnam some have: banks sell them, and virtual accounts begin with them. */
const DIGITS_ONLY: ReadonlySet<string> = new Set(['CN', 'JP', 'KR', 'RS'])

/**
 * Parses and validates the form. Refuses, each on its field, `the_bank_does_not_exist`, `iban_is_invalid`,
 * `account_number_is_invalid`, `field_is_required` (neither number), `bic_is_needed`, `payout_account_is_ours` and
 * `holder_must_be_in_latin_letters`.
 */
export async function readPayee(on: Queryable, form: z.output<typeof bankForm>): Promise<Payee> {
  const bank = form.bank_code === undefined ? undefined : await findBank(on, form.bank_code)
  if (form.bank_code !== undefined && bank === undefined)
    throw refuseField('the_bank_does_not_exist', 'bank_code')
  const ofBank = {
    bank_code: bank?.code ?? null,
    bank_name: bank?.short_name ?? null,
    swift: bank?.swift ?? null,
    holder: form.holder,
  }
  if (form.iban !== undefined) {
    const iban = readIban(form.iban)
    if (iban === undefined || form.account_number !== undefined) throw refuseField('iban_is_invalid', 'iban')
    await refuseOurs(on, { ...ofBank, account_number: null, iban })
    requireLatinHolder(form.holder)
    return {
      ...ofBank,
      swift: bicOf(iban, form.swift, bank),
      country: iban.slice(0, 2),
      account_number: null,
      iban,
    }
  }
  if (form.account_number === undefined) throw refuseField('field_is_required', 'account_number')
  if (bank === undefined) throw refuseField('the_bank_does_not_exist', 'bank_code')
  const account_number = form.account_number.replace(/[\s.-]/g, '').toUpperCase()
  const formOfCountry = DIGITS_ONLY.has(bank.country) ? /^\d{4,34}$/ : /^(?=.*\d)[A-Z0-9]{4,34}$/
  if (!formOfCountry.test(account_number)) throw refuseField('account_number_is_invalid', 'account_number')
  await refuseOurs(on, { ...ofBank, account_number, iban: null })
  requireLatinHolder(form.holder)
  return { ...ofBank, country: bank.country, account_number, iban: null }
}

/**
 * That of the directory's bank, or what was typed: an IBAN does not say it. Refuses `bic_is_needed` where payments to it need one, and
 * for one of another country than the IBAN's, which is mistyped.
 */
function bicOf(iban: string, typed: string | undefined, bank: Bank | undefined): string | null {
  const bic = bank?.swift ?? (needsBic(iban) ? typed : undefined) ?? null
  if (needsBic(iban) && bic?.slice(4, 6) !== iban.slice(0, 2)) throw refuseField('bic_is_needed', 'swift')
  return bic
}

/** Whether payments to it need a BIC, and it has none: it was saved before they were asked for. */
export const lacksBic = ({ iban, swift }: Pick<Payee, 'iban' | 'swift'>): boolean =>
  iban !== null && swift === null && needsBic(iban)

/** Refuses `payout_account_is_ours`: a payment file would pay the account that it is drawn on. */
async function refuseOurs(
  on: Queryable,
  { iban, account_number, swift }: Pick<Payee, 'iban' | 'account_number' | 'swift'>,
): Promise<void> {
  const { receive_account: ours } = await settingsOf(on)
  if (ours === null) return
  const plain = (number: string | null) => number?.replace(/[\s.-]/g, '').toUpperCase()
  const isBank = ours.bic === null || swift === null || ours.bic.slice(0, 8) === swift.slice(0, 8)
  if (iban !== null && iban === ours.iban) throw refuseField('payout_account_is_ours', 'iban')
  if (account_number !== null && isBank && account_number === plain(ours.account_number))
    throw refuseField('payout_account_is_ours', 'account_number')
}

/** Validated here rather than when the payment file is written: banks take Latin letters only. */
function requireLatinHolder(holder: string): void {
  if (!isBankText(holder)) throw refuseField('holder_must_be_in_latin_letters', 'holder')
}

/**
 * The IBAN in capitals without spaces, as pages and messengers copy it: with the word before it and marks that nobody sees. Undefined if its length, format or check digits are wrong.
 */
export function readIban(text: string): string | undefined {
  const written = text.replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  const iban = electronicFormatIBAN(written.replace(/^IBAN[:.]?/i, ''))
  return iban !== null && isValidIBAN(iban) ? iban : undefined
}

/** Whether saving these details would say where the money goes: the first account does, too. */
export const saysWhere = (saved: BankDetailsRow | undefined, payee: Payee): boolean =>
  saved === undefined || !samePayee(saved, payee)

/** Whether both name the same account and holder; the BIC of a bank in the directory is the directory's. */
export const samePayee = (one: Payee, other: Payee): boolean =>
  (['bank_code', 'holder', 'account_number', 'iban'] as const).every(
    (field) => one[field] === other[field],
  ) &&
  (one.bank_code !== null || one.swift === other.swift)

/**
 * Saves the payout account and notifies the member. A change, or any edit by staff, delays withdrawals for 24
 * hours. The first account and a change need a confirmation: refuses `confirmation_is_required`. Saving the same details
 * changes nothing; another account voids what operators have proposed in place of the former.
 */
export async function saveBankDetails(
  tx: Tx,
  saving: { member_id: string; payee: Payee; confirmed: boolean; byStaff?: { readonly actor: string } },
): Promise<BankDetailsRow> {
  const { member_id, payee } = saving
  await getActiveMemberLocked(tx, member_id)
  const saved = await findBankDetails(tx, member_id)
  if (saved !== undefined && !saysWhere(saved, payee)) return saved
  if (!saving.confirmed) throw refuseField('confirmation_is_required', 'password')
  const payout_delay_until =
    saved !== undefined || saving.byStaff !== undefined ? payoutDelayAfter(tx.now) : null
  const actor = saving.byStaff?.actor ?? `member:${member_id}`
  const row = await put(tx, { member_id, payee, payout_delay_until, actor })
  const account = payoutAccountLabel(payee)
  if (payout_delay_until === null) await notify(tx, member_id, 'bank_added', { account }, PATH)
  else await notify(tx, member_id, 'bank_changed', { account, until: payout_delay_until.toISOString() }, PATH)
  return row
}

const voidProposed = (tx: Tx, member_id: string, actor: string): Promise<void> =>
  voidProposalsOfKind(
    tx,
    { kind: PAYOUT_ACCOUNT_CHANGE, about: { member_id } },
    { because: 'payout_account_changed', actor },
  )

interface Put {
  readonly member_id: string
  readonly payee: Payee
  readonly payout_delay_until: Date | null
  readonly actor: string
}

async function put(tx: Tx, { member_id, payee, payout_delay_until, actor }: Put) {
  await voidProposed(tx, member_id, actor)
  await insertFormer.all(tx, { member_id, id: newId(tx.now), left_at: tx.now })
  const { iban, account_number, bank_code } = payee
  const others = await selectSharing.all(tx, { member_id, iban, account_number, bank_code })
  await linkMembers(
    tx,
    member_id,
    others.map((other) => ({ member_id: other.member_id, kind: 'payout_account' })),
    tx.now,
  )
  return await upsert.one(tx, { member_id, ...payeeValues(payee), payout_delay_until, updated_at: tx.now })
}

/**
 * Restores the payout account as of `since` (none if there was none) and notifies the member; returns the current one.
 * Changes after `at`, when the security lock began, remain. The lock itself (members) holds withdrawals.
 */
export async function restoreBankDetails(
  tx: Tx,
  { member_id, since, at }: { member_id: string; since: Date; at: Date },
): Promise<Payee | undefined> {
  const saved = await findBankDetails(tx, member_id)
  if (saved === undefined || saved.updated_at <= since || saved.updated_at > at) return saved
  const before = await selectAsOf.maybe(tx, { member_id, since })
  const actor = 'system security lock'
  if (before === undefined) {
    await voidProposed(tx, member_id, actor)
    await insertFormer.all(tx, { member_id, id: newId(tx.now), left_at: tx.now })
    await remove.all(tx, { member_id })
    await notify(tx, member_id, 'bank_removed', {}, PATH)
    return undefined
  }
  await put(tx, { member_id, payee: before, payout_delay_until: null, actor })
  await notify(tx, member_id, 'bank_put_back', { account: payoutAccountLabel(before) }, PATH)
  return before
}

/** Deletes former payout accounts older than a security lock can reach back. */
export async function deleteFormerAccounts(on: Queryable, now: Date): Promise<void> {
  await deleteFormer.all(on, { before: new Date(now.getTime() - FORMER_KEPT_MS) })
}

/** Masks an account number: its last four characters, or the last two of a short one. */
export function maskedBankAccount({ account_number, iban }: Pick<Payee, 'account_number' | 'iban'>): string {
  const number = iban ?? account_number ?? ''
  return `•••• ${number.slice(number.length < 8 ? -2 : -4)}`
}

/** Label of an account: its bank or country, and the masked number. */
export const payoutAccountLabel = (
  payee: Pick<Payee, 'bank_name' | 'country' | 'account_number' | 'iban'>,
): string => `${payee.bank_name ?? payee.country ?? ''} ${maskedBankAccount(payee)}`.trim()

/** Labels of members' payout accounts, masked; members without one are omitted. */
export async function payoutAccountLabels(
  on: Queryable,
  member_ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectOfMembers.all(on, { member_ids })
  return new Map(rows.map((row) => [row.member_id, payoutAccountLabel(row)]))
}

const selectAddress = statement(
  `-- banking_address
  select name, street, city, postal_code, region, country from member_address where member_id = $member_id`,
  {
    params: { member_id: 'uuid' },
    columns: {
      name: 'text',
      street: 'text',
      city: 'text',
      postal_code: 'text',
      region: 'text',
      country: 'text',
    },
  },
)
const upsertAddress = statement(
  `-- banking_save_address
  insert into member_address (member_id, name, street, city, postal_code, region, country, updated_at)
  values ($member_id, $name, $street, $city, $postal_code, $region, $country, $updated_at)
  on conflict (member_id) do update set name = excluded.name, street = excluded.street, city = excluded.city,
    postal_code = excluded.postal_code, region = excluded.region, country = excluded.country, updated_at = excluded.updated_at`,
  {
    params: {
      member_id: 'uuid',
      name: 'text',
      street: 'text',
      city: 'text',
      postal_code: 'text',
      region: 'text',
      country: 'text',
      updated_at: 'timestamptz',
    },
  },
)

export const findAddress = (on: Queryable, member_id: string): Promise<Address | undefined> =>
  selectAddress.maybe(on, { member_id })

/** Refuses `town_must_be_in_latin_letters`: outside SEPA banks want the payee's town, and read no other letters. */
function requireLatinTown(city: string): void {
  if (!isBankText(city)) throw refuseField('town_must_be_in_latin_letters', 'city')
}

/** Saves an address validated by the contract's schema; refuses as requireLatinTown(). The member is told of another one, since a session alone can change it. */
export async function saveAddress(tx: Tx, member_id: string, address: Address): Promise<void> {
  const { name, street, city, postal_code, region, country } = address
  requireLatinTown(city)
  const before = await findAddress(tx, member_id)
  if (before !== undefined && isOther(before, address))
    await notify(tx, member_id, 'address_changed', {}, '/individual/address')
  await upsertAddress.all(tx, {
    member_id,
    name,
    street,
    city,
    postal_code,
    region,
    country,
    updated_at: tx.now,
  })
}

const isOther = (one: Address, other: Address): boolean =>
  (['name', 'street', 'city', 'postal_code', 'region', 'country'] as const).some(
    (field) => (one[field] ?? '') !== (other[field] ?? ''),
  )
