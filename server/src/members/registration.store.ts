// All SQL of the limits on registering.
import { typed, type Queryable, statement } from '../platform/database/statement.ts'

const REGISTRATIONS_KEPT_MS = 86_400_000

/**
 * Registrations from one address run one after another: each sees the row of the one before. By both days' hashes, the older
 * first, so that two around midnight meet.
 */
export const lockAddress = statement(
  `-- registration_lock_address
  select from unnest(array[$hash_before, $address_hash]::bytea[]) as a (hash),
    lateral pg_advisory_xact_lock(hashtextextended(encode(a.hash, 'hex'), 2))`,
  { params: { address_hash: 'bytea', hash_before: 'bytea' } },
)

/** The same by one member's code. */
export const lockInviter = statement(
  `-- registration_lock_inviter
  select from pg_advisory_xact_lock(hashtextextended($member_id::uuid::text, 3))`,
  { params: { member_id: 'uuid' } },
)

/** The latest registrations of an address since then, at most so many; by both days' hashes. */
export const selectOfAddress = statement(
  `-- registration_of_address
  select created_at from registration
  where address_hash in ($address_hash, $hash_before) and created_at > $since
  order by created_at desc limit $most`,
  {
    params: {
      address_hash: 'bytea',
      hash_before: 'bytea',
      since: 'timestamptz',
      most: typed<number>('int8'),
    },
    columns: { created_at: 'timestamptz' },
  },
)

export const insertRegistration = statement(
  `-- registration_insert
  insert into registration (id, address_hash, created_at) values ($registration_id, $address_hash, $now)`,
  { params: { registration_id: 'uuid', address_hash: 'bytea', now: 'timestamptz' } },
)

/** The latest who came by a member's code since then, at most so many. */
export const selectOfInviter = statement(
  `-- registration_of_inviter
  select id, created_at from member where invited_by = $member_id and created_at > $since
  order by created_at desc, id desc limit $most`,
  {
    params: { member_id: 'uuid', since: 'timestamptz', most: typed<number>('int8') },
    columns: { id: 'uuid', created_at: 'timestamptz' },
  },
)

/** No row if it was used before or has expired. */
export const insertUsedChallenge = statement(
  `-- registration_use_challenge
  insert into used_challenge (hash, expires_at)
  select $nonce_hash, $expires_at where $expires_at::timestamptz > $now
  on conflict do nothing returning hash`,
  {
    params: { nonce_hash: 'bytea', expires_at: 'timestamptz', now: 'timestamptz' },
    columns: { hash: 'bytea' },
  },
)

const deleteRegistrations = statement(
  `-- registration_delete_old
  delete from registration where created_at <= $before`,
  { params: { before: 'timestamptz' } },
)

const deleteUsedChallenges = statement(
  `-- registration_delete_used_challenges
  delete from used_challenge where expires_at <= $now`,
  { params: { now: 'timestamptz' } },
)

/** Hourly: what no limit counts any more. */
export async function deleteOldRegistrations(on: Queryable, now: Date): Promise<void> {
  await deleteRegistrations.all(on, { before: new Date(now.getTime() - REGISTRATIONS_KEPT_MS) })
  await deleteUsedChallenges.all(on, { now })
}
