// All SQL about what proves who an operator is besides the password, and about setting it up. Decides nothing.
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { statement } from '../database/statement.ts'

// Setting up ------------------------------------------------------------------------------------------------------------

export const putSetup = statement(
  'staff_put_setup',
  `insert into operator_setup (operator_id, first_hash, second_hash, expires_at) values ($1, $2, $3, $4)
   on conflict (operator_id) do update
   set first_hash = excluded.first_hash, second_hash = excluded.second_hash, expires_at = excluded.expires_at`,
)
export const findSetup = statement<{ operator_id: string; username: string; role: StaffRole }>(
  'staff_find_setup',
  `select o.id as operator_id, o.username, o.role from operator_setup s join operator o on o.id = s.operator_id
   where s.first_hash = $1 and s.second_hash = $2 and s.expires_at > $3 and o.disabled_at is null`,
)
/** One winner. */
export const useSetup = statement<{ operator_id: string }>(
  'staff_use_setup',
  `delete from operator_setup where first_hash = $1 and second_hash = $2 and expires_at > $3 returning operator_id`,
)
export const dropSetup = statement('staff_drop_setup', `delete from operator_setup where operator_id = $1`)

// One-time codes --------------------------------------------------------------------------------------------------------

interface SecretRow {
  readonly sealed: Buffer
  readonly confirmed_at: Date | null
  readonly used_step: bigint
}

export const findSecret = statement<SecretRow>(
  'staff_find_one_time_secret',
  `select sealed, confirmed_at, used_step from operator_secret where operator_id = $1`,
)
/** Over one that was never confirmed. */
export const putSecret = statement(
  'staff_put_one_time_secret',
  `insert into operator_secret as s (operator_id, sealed, created_at) values ($1, $2, $3)
   on conflict (operator_id) do update set sealed = excluded.sealed, created_at = excluded.created_at, used_step = 0
     where s.confirmed_at is null`,
)
/** One winner a step. */
export const useStep = statement<{ operator_id: string }>(
  'staff_use_one_time_step',
  `update operator_secret set used_step = $3, confirmed_at = coalesce(confirmed_at, $4)
   where operator_id = $1 and sealed = $2 and used_step < $3 returning operator_id`,
)
export const dropUnconfirmedSecret = statement(
  'staff_drop_unconfirmed_secret',
  `delete from operator_secret where operator_id = $1 and confirmed_at is null`,
)
export const dropSecret = statement('staff_drop_secret', `delete from operator_secret where operator_id = $1`)

// Passkeys --------------------------------------------------------------------------------------------------------------

export interface PasskeyRow {
  readonly id: string
  readonly operator_id: string
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: bigint
  readonly transports: string[]
  readonly name: string
  readonly backed_up: boolean
  readonly created_at: Date
  readonly last_used_at: Date | null
}

export const listPasskeys = statement<PasskeyRow>(
  'staff_list_passkeys',
  `select * from operator_passkey where operator_id = $1 order by id`,
)
/** Of somebody who can sign in. */
export const findPasskey = statement<PasskeyRow>(
  'staff_find_passkey',
  `select p.* from operator_passkey p join operator o on o.id = p.operator_id
   where p.credential_id = $1 and o.disabled_at is null and o.password_hash is not null`,
)
export const insertPasskey = statement<PasskeyRow>(
  'staff_insert_passkey',
  `insert into operator_passkey
     (id, operator_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning *`,
)
/** Only forwards, where its authenticator counts at all: of two uses of one count, one is refused. */
export const usePasskey = statement<{ id: string }>(
  'staff_use_passkey',
  `update operator_passkey set counter = $2, backed_up = $3, last_used_at = $4
   where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
)
export const deletePasskey = statement<{ name: string }>(
  'staff_delete_passkey',
  `delete from operator_passkey where operator_id = $1 and id = $2 returning name`,
)
export const dropPasskeys = statement(
  'staff_drop_passkeys',
  `delete from operator_passkey where operator_id = $1`,
)

export const insertChallenge = statement(
  'staff_insert_challenge',
  `insert into operator_challenge (hash, purpose, operator_id, expires_at) values ($1, $2, $3, $4)`,
)
/** Gone with its first use. */
export const takeChallenge = statement<{ hash: Buffer }>(
  'staff_take_challenge',
  `delete from operator_challenge
   where hash = $1 and purpose = $2 and operator_id is not distinct from $3 and expires_at > $4 returning hash`,
)
export const sweepChallenges = statement(
  'staff_sweep_challenges',
  `delete from operator_challenge where expires_at < $1`,
)
