// All SQL of credentials. The first parameters are always the subject: kind and id.
import { columnNames, type RowOf, typed, statement } from '../database/statement.ts'
import type { SubjectKind } from './subjects.ts'

// Passwords -------------------------------------------------------------------------------------------------------------

export const selectPassword = statement(
  `-- credentials_find_password
  select hash from password where subject_kind = $kind and subject_id = $subject_id`,
  { params: { kind: 'text', subject_id: 'uuid' }, columns: { hash: 'text' } },
)

export const insertPassword = statement(
  `-- credentials_insert_password
  insert into password (subject_kind, subject_id, hash) values ($kind, $subject_id, $hash)`,
  { params: { kind: 'subject_kind', subject_id: 'uuid', hash: 'text' } },
)

/** Compare-and-set on the hash $old_hash, unless that is null: of two concurrent changes, one finds its current password stale. */
export const updatePassword = statement(
  `-- credentials_change_password
  update password set hash = $hash where subject_kind = $kind and subject_id = $subject_id and hash = coalesce($old_hash, hash) returning subject_id`,
  {
    params: { kind: 'text', subject_id: 'uuid', hash: 'text', old_hash: 'text?' },
    columns: { subject_id: 'uuid' },
  },
)

// One-time codes --------------------------------------------------------------------------------------------------------

export const selectOneTimeSecret = statement(
  `-- credentials_find_one_time_secret
  select ciphertext, confirmed_at, used_step from one_time_secret where subject_kind = $subject_kind and subject_id = $subject_id`,
  {
    params: { subject_kind: 'text', subject_id: 'uuid' },
    columns: { ciphertext: 'bytea', confirmed_at: 'timestamptz?', used_step: 'int8' },
  },
)

/** Replaces one that was never confirmed; no row if codes are already on. */
export const putOneTimeSecret = statement(
  `-- credentials_put_one_time_secret
  insert into one_time_secret as s (subject_kind, subject_id, ciphertext, created_at) values ($kind, $subject_id, $ciphertext, $created_at)
  on conflict (subject_kind, subject_id) do update
    set ciphertext = excluded.ciphertext, created_at = excluded.created_at, used_step = 0 where s.confirmed_at is null
  returning subject_id`,
  {
    params: { kind: 'subject_kind', subject_id: 'uuid', ciphertext: 'bytea', created_at: 'timestamptz' },
    columns: { subject_id: 'uuid' },
  },
)

/** Race-free: one winner per time step, and only for the secret it was verified with. */
export const useOneTimeStep = statement(
  `-- credentials_use_one_time_step
  update one_time_secret set used_step = $step, confirmed_at = coalesce(confirmed_at, $now)
  where subject_kind = $subject_kind and subject_id = $subject_id and ciphertext = $ciphertext and used_step < $step
  returning subject_id`,
  {
    params: {
      subject_kind: 'text',
      subject_id: 'uuid',
      ciphertext: 'bytea',
      step: typed<number>('int8'),
      now: 'timestamptz',
    },
    columns: { subject_id: 'uuid' },
  },
)

const ONE_TIME_SECRET = 'subject_kind, subject_id, ciphertext, created_at, confirmed_at, used_step'

/** A secret whose codes are on. It is kept for a while, under the id $id, because a security lock may restore it. */
export const endOneTimeSecret = statement(
  `-- credentials_end_one_time_secret
  with ended as (
    delete from one_time_secret where subject_kind = $kind and subject_id = $subject_id and confirmed_at is not null
    returning ${ONE_TIME_SECRET})
  insert into former_one_time_secret (${ONE_TIME_SECRET}, id, left_at)
  select ${ONE_TIME_SECRET}, $id, $left_at from ended returning subject_id`,
  {
    params: { kind: 'text', subject_id: 'uuid', id: 'uuid', left_at: 'timestamptz' },
    columns: { subject_id: 'uuid' },
  },
)

/** A secret that was never confirmed. */
export const deleteUnconfirmedSecret = statement(
  `-- credentials_delete_unconfirmed_secret
  delete from one_time_secret where subject_kind = $kind and subject_id = $subject_id and confirmed_at is null`,
  { params: { kind: 'text', subject_id: 'uuid' } },
)

/** Restores the secret whose codes were on at $since; later ones are deleted before. */
export const reinstateOneTimeSecret = statement(
  `-- credentials_reinstate_one_time_secret
  with former as (
    delete from former_one_time_secret
    where subject_kind = $kind and subject_id = $subject_id and confirmed_at <= $since and left_at > $since
    returning ${ONE_TIME_SECRET})
  insert into one_time_secret (${ONE_TIME_SECRET}) select ${ONE_TIME_SECRET} from former`,
  { params: { kind: 'text', subject_id: 'uuid', since: 'timestamptz' } },
)

// Recovery codes --------------------------------------------------------------------------------------------------------

export const insertRecoveryCodes = statement(
  `-- credentials_insert_recovery_codes
  insert into recovery_code (subject_kind, subject_id, id, selector, hash, made_at, ends_one_time_codes)
  select $kind, $subject_id, id, selector, hash, $made_at, $ends_one_time_codes
  from unnest($ids::uuid[], $selectors::text[], $hashes::text[]) as made (id, selector, hash)`,
  {
    params: {
      kind: 'subject_kind',
      subject_id: 'uuid',
      ids: 'uuid[]',
      selectors: 'text[]',
      hashes: 'text[]',
      made_at: 'timestamptz',
      ends_one_time_codes: 'bool',
    },
  },
)

/** The one with this prefix. */
export const deleteRecoveryCode = statement(
  `-- credentials_delete_recovery_code
  delete from recovery_code where subject_kind = $kind and subject_id = $subject_id and selector = $selector and replaced_at is null`,
  { params: { kind: 'text', subject_id: 'uuid', selector: 'text' } },
)

/** Kept for a while, because a security lock may restore them. */
export const replaceRecoveryCodes = statement(
  `-- credentials_replace_recovery_codes
  update recovery_code set replaced_at = $replaced_at where subject_kind = $subject_kind and subject_id = $subject_id and replaced_at is null`,
  { params: { subject_kind: 'text', subject_id: 'uuid', replaced_at: 'timestamptz' } },
)

/** Restores those replaced after $since; the current ones are deleted before. */
export const reinstateRecoveryCodes = statement(
  `-- credentials_reinstate_recovery_codes
  update recovery_code set replaced_at = null where subject_kind = $kind and subject_id = $subject_id and replaced_at > $since`,
  { params: { kind: 'text', subject_id: 'uuid', since: 'timestamptz' } },
)

export const selectRecoveryCode = statement(
  `-- credentials_find_recovery_code
  select id, hash from recovery_code
  where subject_kind = $subject_kind and subject_id = $subject_id and selector = $selector and used_at is null and replaced_at is null`,
  {
    params: { subject_kind: 'text', subject_id: 'uuid', selector: 'text' },
    columns: { id: 'uuid', hash: 'text' },
  },
)

/** A race has one winner. */
export const useRecoveryCode = statement(
  `-- credentials_use_recovery_code
  update recovery_code set used_at = $used_at
  where subject_kind = $kind and subject_id = $subject_id and id = $code_id and used_at is null and replaced_at is null returning id`,
  {
    params: { kind: 'text', subject_id: 'uuid', code_id: 'uuid', used_at: 'timestamptz' },
    columns: { id: 'uuid' },
  },
)

export const selectEndsOneTimeCodes = statement(
  `-- credentials_code_ends_one_time_codes
  select ends_one_time_codes from recovery_code where subject_kind = $kind and subject_id = $subject_id and id = $code_id`,
  { params: { kind: 'text', subject_id: 'uuid', code_id: 'uuid' }, columns: { ends_one_time_codes: 'bool' } },
)

export const countRecoveryCodes = statement(
  `-- credentials_count_recovery_codes
  select count(*)::int as left from recovery_code
  where subject_kind = $kind and subject_id = $subject_id and used_at is null and replaced_at is null`,
  { params: { kind: 'text', subject_id: 'uuid' }, columns: { left: 'int4' } },
)

// Passkeys --------------------------------------------------------------------------------------------------------------

export type PasskeyRow = RowOf<typeof PASSKEY_COLUMNS>

const PASSKEY_COLUMNS = {
  subject_kind: typed<SubjectKind>('text'),
  subject_id: 'uuid',
  id: 'uuid',
  credential_id: 'text',
  public_key: 'bytea',
  counter: 'int8',
  transports: 'text[]',
  name: 'text',
  backed_up: 'bool',
  created_at: 'timestamptz',
  last_used_at: 'timestamptz?',
} as const
const PASSKEY = columnNames(PASSKEY_COLUMNS)

export const selectPasskeys = statement(
  `-- credentials_list_passkeys
  select ${PASSKEY} from passkey where subject_kind = $kind and subject_id = $subject_id order by id`,
  { params: { kind: 'text', subject_id: 'uuid' }, columns: PASSKEY_COLUMNS },
)

/** Of any subject of this kind. */
export const selectPasskey = statement(
  `-- credentials_find_passkey
  select ${PASSKEY} from passkey where subject_kind = $subject_kind and credential_id = $credential_id`,
  { params: { subject_kind: 'text', credential_id: 'text' }, columns: PASSKEY_COLUMNS },
)

/** No row if the credential is already known. */
export const insertPasskey = statement(
  `-- credentials_insert_passkey
  insert into passkey
    (subject_kind, subject_id, id, credential_id, public_key, counter, transports, name, backed_up, created_at)
  values ($subject_kind, $subject_id, $id, $credential_id, $public_key, $counter, $transports, $name, $backed_up, $created_at)
  on conflict do nothing returning ${PASSKEY}`,
  {
    params: {
      subject_kind: 'subject_kind',
      subject_id: 'uuid',
      id: 'uuid',
      credential_id: 'text',
      public_key: 'bytea',
      counter: typed<number>('int8'),
      transports: 'text[]',
      name: 'text',
      backed_up: 'bool',
      created_at: 'timestamptz',
    },
    columns: PASSKEY_COLUMNS,
  },
)

/**
 * Accepts only an increasing signature counter, if its authenticator has one: of two uses with the same count, one is
 * refused.
 */
export const usePasskey = statement(
  `-- credentials_use_passkey
  update passkey set counter = $counter, backed_up = $backed_up, last_used_at = $now
  where subject_kind = $kind and subject_id = $subject_id and id = $id and (counter < $counter or (counter = 0 and $counter = 0))
  returning id`,
  {
    params: {
      kind: 'text',
      subject_id: 'uuid',
      id: 'uuid',
      counter: typed<number>('int8'),
      backed_up: 'bool',
      now: 'timestamptz',
    },
    columns: { id: 'uuid' },
  },
)

export const updatePasskeyName = statement(
  `-- credentials_rename_passkey
  update passkey set name = $name where subject_kind = $kind and subject_id = $subject_id and id = $passkey_id returning ${PASSKEY}`,
  {
    params: { kind: 'text', subject_id: 'uuid', passkey_id: 'uuid', name: 'text' },
    columns: PASSKEY_COLUMNS,
  },
)

export const deletePasskey = statement(
  `-- credentials_delete_passkey
  delete from passkey where subject_kind = $kind and subject_id = $subject_id and id = $passkey_id returning name`,
  { params: { kind: 'text', subject_id: 'uuid', passkey_id: 'uuid' }, columns: { name: 'text' } },
)

export const insertChallenge = statement(
  `-- credentials_insert_challenge
  insert into passkey_challenge (subject_kind, subject_id, hash, purpose, expires_at) values ($kind, $subject_id, $hash, $purpose, $expires_at)`,
  {
    params: {
      kind: 'subject_kind',
      subject_id: 'uuid?',
      hash: 'bytea',
      purpose: 'text',
      expires_at: 'timestamptz',
    },
  },
)

/** A race has one winner. */
export const takeChallenge = statement(
  `-- credentials_take_challenge
  delete from passkey_challenge
  where subject_kind = $kind and subject_id is not distinct from $subject_id::uuid and hash = $hash and purpose = $purpose and expires_at > $now
  returning hash`,
  {
    params: { kind: 'text', subject_id: 'uuid?', hash: 'bytea', purpose: 'text', now: 'timestamptz' },
    columns: { hash: 'bytea' },
  },
)

// All of a subject, and what is old ----------------------------------------------------------------------------------------

export const deletePassword = statement(
  `-- credentials_delete_password
  delete from password where subject_kind = $kind and subject_id = $subject_id`,
  { params: { kind: 'text', subject_id: 'uuid' } },
)
export const deletePasskeys = statement(
  `-- credentials_delete_passkeys
  delete from passkey where subject_kind = $kind and subject_id = $subject_id`,
  { params: { kind: 'text', subject_id: 'uuid' } },
)
export const deleteChallenges = statement(
  `-- credentials_delete_challenges
  delete from passkey_challenge where subject_kind = $kind and subject_id = $subject_id`,
  { params: { kind: 'text', subject_id: 'uuid' } },
)
/** $since: a secret whose codes were turned on since then, or never. */
export const deleteOneTimeSecretSince = statement(
  `-- credentials_delete_one_time_secret_since
  delete from one_time_secret where subject_kind = $kind and subject_id = $subject_id and (confirmed_at is null or confirmed_at > $since)`,
  { params: { kind: 'text', subject_id: 'uuid', since: typed<Date | string>('timestamptz') } },
)
export const deleteFormerSecretsSince = statement(
  `-- credentials_delete_former_secrets_since
  delete from former_one_time_secret where subject_kind = $kind and subject_id = $subject_id and confirmed_at > $since`,
  { params: { kind: 'text', subject_id: 'uuid', since: typed<Date | string>('timestamptz') } },
)
export const deleteRecoveryCodesSince = statement(
  `-- credentials_delete_recovery_codes_since
  delete from recovery_code where subject_kind = $kind and subject_id = $subject_id and made_at > $since`,
  { params: { kind: 'text', subject_id: 'uuid', since: typed<Date | string>('timestamptz') } },
)

export const deleteExpiredChallenges = statement(
  `-- credentials_forget_challenges
  delete from passkey_challenge where expires_at < $now`,
  { params: { now: 'timestamptz' } },
)

/** Secrets turned off longer ago than a security lock can reach back. */
export const deleteFormerSecrets = statement(
  `-- credentials_forget_former_secrets
  delete from former_one_time_secret where left_at < $before`,
  { params: { before: 'timestamptz' } },
)

/** Codes replaced longer ago than a security lock can reach back. */
export const deleteReplacedCodes = statement(
  `-- credentials_forget_replaced_codes
  delete from recovery_code where replaced_at < $before`,
  { params: { before: 'timestamptz' } },
)
