// All SQL about what proves who a member is besides the password. Decides nothing.
import { statement } from '../database/statement.ts'

// One-time codes --------------------------------------------------------------------------------------------------------

export interface OneTimeSecretRow {
  readonly sealed: Buffer
  readonly confirmed_at: Date | null
  readonly used_step: bigint
}

export const selectOneTimeSecret = statement<OneTimeSecretRow>(
  'security_find_one_time_secret',
  `select sealed, confirmed_at, used_step from one_time_secret where member_id = $1`,
)

/** Over one that was never confirmed; nothing when codes are on already. */
export const putOneTimeSecret = statement<{ member_id: string }>(
  'security_put_one_time_secret',
  `insert into one_time_secret as s (member_id, sealed, created_at) values ($1, $2, $3)
   on conflict (member_id) do update set sealed = excluded.sealed, created_at = excluded.created_at, used_step = 0
     where s.confirmed_at is null
   returning member_id`,
)

/** One winner a step: whoever comes second, or with an older code, finds it used. Only of the secret it was judged by. */
export const useOneTimeStep = statement<{ member_id: string }>(
  'security_use_one_time_step',
  `update one_time_secret set used_step = $3, confirmed_at = coalesce(confirmed_at, $4)
   where member_id = $1 and sealed = $2 and used_step < $3
   returning member_id`,
)

export const deleteOneTimeSecret = statement<{ member_id: string }>(
  'security_delete_one_time_secret',
  `delete from one_time_secret where member_id = $1 and confirmed_at is not null returning member_id`,
)

// Recovery codes --------------------------------------------------------------------------------------------------------

export const insertRecoveryCodes = statement(
  'security_insert_recovery_codes',
  `insert into recovery_code (id, member_id, selector, hash, made_at)
   select id, $1, selector, hash, $5 from unnest($2::uuid[], $3::text[], $4::text[]) as made (id, selector, hash)`,
)

/** The one that begins like this. */
export const deleteRecoveryCode = statement(
  'security_delete_recovery_code',
  `delete from recovery_code where member_id = $1 and selector = $2 and replaced_at is null`,
)

/** They are kept for a while: a security lock may bring them back. */
export const replaceRecoveryCodes = statement(
  'security_replace_recovery_codes',
  `update recovery_code set replaced_at = $2 where member_id = $1 and replaced_at is null`,
)

export const selectRecoveryCode = statement<{ id: string; hash: string }>(
  'security_find_recovery_code',
  `select id, hash from recovery_code
   where member_id = $1 and selector = $2 and used_at is null and replaced_at is null`,
)

/** One winner. */
export const useRecoveryCode = statement<{ id: string }>(
  'security_use_recovery_code',
  `update recovery_code set used_at = $2 where id = $1 and used_at is null and replaced_at is null returning id`,
)

export const countRecoveryCodes = statement<{ left: number }>(
  'security_count_recovery_codes',
  `select count(*)::int as left from recovery_code
   where member_id = $1 and used_at is null and replaced_at is null`,
)

// Passkeys --------------------------------------------------------------------------------------------------------------

export interface PasskeyRow {
  readonly id: string
  readonly member_id: string
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: bigint
  readonly transports: string[]
  readonly name: string
  readonly backed_up: boolean
  readonly created_at: Date
  readonly last_used_at: Date | null
}

const PASSKEY = `id, member_id, credential_id, public_key, counter, transports, name, backed_up, created_at, last_used_at`

export const selectPasskeys = statement<PasskeyRow>(
  'security_list_passkeys',
  `select ${PASSKEY} from passkey where member_id = $1 order by id`,
)

export const selectPasskey = statement<PasskeyRow>(
  'security_find_passkey',
  `select ${PASSKEY} from passkey where credential_id = $1`,
)

/** Nothing when the credential is known already. */
export const insertPasskey = statement<PasskeyRow>(
  'security_insert_passkey',
  `insert into passkey (id, member_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict do nothing returning ${PASSKEY}`,
)

/** Only forwards, where its authenticator counts at all: of two uses of one count, one is refused. */
export const usePasskey = statement<{ id: string }>(
  'security_use_passkey',
  `update passkey set counter = $2, backed_up = $3, last_used_at = $4
   where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))
   returning id`,
)

export const updatePasskeyName = statement<PasskeyRow>(
  'security_rename_passkey',
  `update passkey set name = $3 where member_id = $1 and id = $2 returning ${PASSKEY}`,
)

export const deletePasskey = statement<{ name: string }>(
  'security_delete_passkey',
  `delete from passkey where member_id = $1 and id = $2 returning name`,
)

export const insertChallenge = statement(
  'security_insert_challenge',
  `insert into passkey_challenge (hash, purpose, member_id, expires_at) values ($1, $2, $3, $4)`,
)

/** One winner. */
export const takeChallenge = statement<{ hash: Buffer }>(
  'security_take_challenge',
  `delete from passkey_challenge
   where hash = $1 and purpose = $2 and member_id is not distinct from $3::uuid and expires_at > $4
   returning hash`,
)

export const deleteExpiredChallenges = statement(
  'security_forget_challenges',
  `delete from passkey_challenge where expires_at < $1`,
)

// The password and the links that are mailed -----------------------------------------------------------------------------

export const setPasswordHash = statement<{ id: string }>(
  'security_set_password',
  `update member set password_hash = $2, password_void_since = null where id = $1 returning id`,
)

export const insertMailLink = statement(
  'security_insert_mail_link',
  `insert into mail_link (hash, member_id, purpose, email, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
)

/** One winner. */
export const takeMailLink = statement<{ member_id: string; email: string }>(
  'security_take_mail_link',
  `delete from mail_link where hash = $1 and purpose = $2 and expires_at > $3 returning member_id, email`,
)

export const deleteMailLinks = statement(
  'security_delete_mail_links',
  `delete from mail_link where member_id = $1 and purpose = $2`,
)

export const deleteExpiredMailLinks = statement(
  'security_forget_mail_links',
  `delete from mail_link where expires_at < $1`,
)
