// All SQL of credentials. The owner is always $1, the kind, and $2, the id.
import { statement } from '../database/statement.ts'
import type { OwnerKind } from './owners.ts'

// Passwords -------------------------------------------------------------------------------------------------------------

export const selectPassword = statement<{ hash: string }>(`-- credentials_find_password
  select hash from password where subject_kind = $1 and subject_id = $2`)

export const insertPassword = statement(`-- credentials_insert_password
  insert into password (subject_kind, subject_id, hash) values ($1, $2, $3)`)

/** Compare-and-set on the hash $4, unless that is null: of two concurrent changes, one finds its current password stale. */
export const updatePassword = statement<{ subject_id: string }>(`-- credentials_change_password
  update password set hash = $3 where subject_kind = $1 and subject_id = $2 and hash = coalesce($4, hash) returning subject_id`)

// One-time codes --------------------------------------------------------------------------------------------------------

export const selectOneTimeSecret = statement<{
  readonly ciphertext: Buffer
  readonly confirmed_at: Date | null
  readonly used_step: bigint
}>(`-- credentials_find_one_time_secret
  select ciphertext, confirmed_at, used_step from one_time_secret where subject_kind = $1 and subject_id = $2`)

/** Replaces one that was never confirmed; no row if codes are already on. */
export const putOneTimeSecret = statement<{ subject_id: string }>(`-- credentials_put_one_time_secret
  insert into one_time_secret as s (subject_kind, subject_id, ciphertext, created_at) values ($1, $2, $3, $4)
  on conflict (subject_kind, subject_id) do update
    set ciphertext = excluded.ciphertext, created_at = excluded.created_at, used_step = 0 where s.confirmed_at is null
  returning subject_id`)

/** Race-free: one winner per time step, and only for the secret it was verified with. */
export const useOneTimeStep = statement<{ subject_id: string }>(`-- credentials_use_one_time_step
  update one_time_secret set used_step = $4, confirmed_at = coalesce(confirmed_at, $5)
  where subject_kind = $1 and subject_id = $2 and ciphertext = $3 and used_step < $4
  returning subject_id`)

const ONE_TIME_SECRET = 'subject_kind, subject_id, ciphertext, created_at, confirmed_at, used_step'

/** A secret whose codes are on. It is kept for a while, under the id $3, because a security lock may restore it. */
export const endOneTimeSecret = statement<{ subject_id: string }>(`-- credentials_end_one_time_secret
  with ended as (
    delete from one_time_secret where subject_kind = $1 and subject_id = $2 and confirmed_at is not null
    returning ${ONE_TIME_SECRET})
  insert into former_one_time_secret (${ONE_TIME_SECRET}, id, left_at)
  select ${ONE_TIME_SECRET}, $3, $4 from ended returning subject_id`)

/** A secret that was never confirmed. */
export const deleteUnconfirmedSecret = statement(`-- credentials_delete_unconfirmed_secret
  delete from one_time_secret where subject_kind = $1 and subject_id = $2 and confirmed_at is null`)

/** Restores the secret whose codes were on at $3; later ones are deleted before. */
export const reinstateOneTimeSecret = statement(`-- credentials_reinstate_one_time_secret
  with former as (
    delete from former_one_time_secret
    where subject_kind = $1 and subject_id = $2 and confirmed_at <= $3 and left_at > $3
    returning ${ONE_TIME_SECRET})
  insert into one_time_secret (${ONE_TIME_SECRET}) select ${ONE_TIME_SECRET} from former`)

// Recovery codes --------------------------------------------------------------------------------------------------------

export const insertRecoveryCodes = statement(`-- credentials_insert_recovery_codes
  insert into recovery_code (subject_kind, subject_id, id, selector, hash, made_at, ends_one_time_codes)
  select $1, $2, id, selector, hash, $6, $7
  from unnest($3::uuid[], $4::text[], $5::text[]) as made (id, selector, hash)`)

/** The one with this prefix. */
export const deleteRecoveryCode = statement(`-- credentials_delete_recovery_code
  delete from recovery_code where subject_kind = $1 and subject_id = $2 and selector = $3 and replaced_at is null`)

/** Kept for a while, because a security lock may restore them. */
export const replaceRecoveryCodes = statement(`-- credentials_replace_recovery_codes
  update recovery_code set replaced_at = $3 where subject_kind = $1 and subject_id = $2 and replaced_at is null`)

/** Restores those replaced after $3; the current ones are deleted before. */
export const reinstateRecoveryCodes = statement(`-- credentials_reinstate_recovery_codes
  update recovery_code set replaced_at = null where subject_kind = $1 and subject_id = $2 and replaced_at > $3`)

export const selectRecoveryCode = statement<{ id: string; hash: string }>(`-- credentials_find_recovery_code
  select id, hash from recovery_code
  where subject_kind = $1 and subject_id = $2 and selector = $3 and used_at is null and replaced_at is null`)

/** A race has one winner. */
export const useRecoveryCode = statement<{ id: string }>(`-- credentials_use_recovery_code
  update recovery_code set used_at = $4
  where subject_kind = $1 and subject_id = $2 and id = $3 and used_at is null and replaced_at is null returning id`)

export const selectEndsOneTimeCodes = statement<{
  ends_one_time_codes: boolean
}>(`-- credentials_code_ends_one_time_codes
  select ends_one_time_codes from recovery_code where subject_kind = $1 and subject_id = $2 and id = $3`)

export const countRecoveryCodes = statement<{ left: number }>(`-- credentials_count_recovery_codes
  select count(*)::int as left from recovery_code
  where subject_kind = $1 and subject_id = $2 and used_at is null and replaced_at is null`)

// Passkeys --------------------------------------------------------------------------------------------------------------

export interface PasskeyRow {
  readonly subject_kind: OwnerKind
  readonly subject_id: string
  readonly id: string
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: bigint
  readonly transports: string[]
  readonly name: string
  readonly backed_up: boolean
  readonly created_at: Date
  readonly last_used_at: Date | null
}

const PASSKEY = `subject_kind, subject_id, id, credential_id, public_key, counter, transports, name, backed_up, created_at, last_used_at`

export const selectPasskeys = statement<PasskeyRow>(`-- credentials_list_passkeys
  select ${PASSKEY} from passkey where subject_kind = $1 and subject_id = $2 order by id`)

/** Of any owner of this kind. */
export const selectPasskey = statement<PasskeyRow>(`-- credentials_find_passkey
  select ${PASSKEY} from passkey where subject_kind = $1 and credential_id = $2`)

/** No row if the credential is already known. */
export const insertPasskey = statement<PasskeyRow>(`-- credentials_insert_passkey
  insert into passkey
    (subject_kind, subject_id, id, credential_id, public_key, counter, transports, name, backed_up, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict do nothing returning ${PASSKEY}`)

/**
 * Accepts only an increasing signature counter, if its authenticator has one: of two uses with the same count, one is
 * refused.
 */
export const usePasskey = statement<{ id: string }>(`-- credentials_use_passkey
  update passkey set counter = $4, backed_up = $5, last_used_at = $6
  where subject_kind = $1 and subject_id = $2 and id = $3 and (counter < $4 or (counter = 0 and $4 = 0))
  returning id`)

export const updatePasskeyName = statement<PasskeyRow>(`-- credentials_rename_passkey
  update passkey set name = $4 where subject_kind = $1 and subject_id = $2 and id = $3 returning ${PASSKEY}`)

export const deletePasskey = statement<{ name: string }>(`-- credentials_delete_passkey
  delete from passkey where subject_kind = $1 and subject_id = $2 and id = $3 returning name`)

export const insertChallenge = statement(`-- credentials_insert_challenge
  insert into passkey_challenge (subject_kind, subject_id, hash, purpose, expires_at) values ($1, $2, $3, $4, $5)`)

/** A race has one winner. */
export const takeChallenge = statement<{ hash: Buffer }>(`-- credentials_take_challenge
  delete from passkey_challenge
  where subject_kind = $1 and subject_id is not distinct from $2::uuid and hash = $3 and purpose = $4 and expires_at > $5
  returning hash`)

// All of an owner, and what is old ----------------------------------------------------------------------------------------

export const deletePassword = statement(`-- credentials_delete_password
  delete from password where subject_kind = $1 and subject_id = $2`)
export const deletePasskeys = statement(`-- credentials_delete_passkeys
  delete from passkey where subject_kind = $1 and subject_id = $2`)
export const deleteChallenges = statement(`-- credentials_delete_challenges
  delete from passkey_challenge where subject_kind = $1 and subject_id = $2`)
/** $3: a secret whose codes were turned on since then, or never. */
export const deleteOneTimeSecretSince = statement(`-- credentials_delete_one_time_secret_since
  delete from one_time_secret where subject_kind = $1 and subject_id = $2 and (confirmed_at is null or confirmed_at > $3)`)
export const deleteFormerSecretsSince = statement(`-- credentials_delete_former_secrets_since
  delete from former_one_time_secret where subject_kind = $1 and subject_id = $2 and confirmed_at > $3`)
export const deleteRecoveryCodesSince = statement(`-- credentials_delete_recovery_codes_since
  delete from recovery_code where subject_kind = $1 and subject_id = $2 and made_at > $3`)

export const deleteExpiredChallenges = statement(`-- credentials_forget_challenges
  delete from passkey_challenge where expires_at < $1`)

/** Secrets turned off longer ago than a security lock can reach back. */
export const deleteFormerSecrets = statement(`-- credentials_forget_former_secrets
  delete from former_one_time_secret where left_at < $1`)

/** Codes replaced longer ago than a security lock can reach back. */
export const deleteReplacedCodes = statement(`-- credentials_forget_replaced_codes
  delete from recovery_code where replaced_at < $1`)
