// All credentials of one subject: deleting them, and reverting changes since an instant.
import type { Queryable, Tx } from '../database/database.ts'
import * as store from './credentials.store.ts'
import type { Subject } from './subjects.ts'

/** A week more than a security lock can reach back. */
const FORMER_KEPT_MS = 37 * 24 * 3_600_000

/** Deletes every credential of the subject. */
export async function deleteCredentials(tx: Tx, { kind, id }: Subject): Promise<void> {
  await store.deletePassword.all(tx, { kind, subject_id: id })
  await store.deletePasskeys.all(tx, { kind, subject_id: id })
  await store.deleteChallenges.all(tx, { kind, subject_id: id })
  await store.deleteOneTimeSecretSince.all(tx, { kind, subject_id: id, since: '-infinity' })
  await store.deleteFormerSecretsSince.all(tx, { kind, subject_id: id, since: '-infinity' })
  await store.deleteRecoveryCodesSince.all(tx, { kind, subject_id: id, since: '-infinity' })
}

/**
 * After a suspected takeover: deletes every passkey (the device may be stolen), challenges, and codes created since then.
 * Earlier one-time codes stay on or are turned on again, because access to a mailbox alone must not open an account that
 * has them. Replaced recovery codes become valid again.
 */
export async function revertCredentials(tx: Tx, { kind, id }: Subject, since: Date): Promise<void> {
  await store.deletePasskeys.all(tx, { kind, subject_id: id })
  await store.deleteChallenges.all(tx, { kind, subject_id: id })
  await store.deleteOneTimeSecretSince.all(tx, { kind, subject_id: id, since })
  await store.deleteFormerSecretsSince.all(tx, { kind, subject_id: id, since })
  await store.reinstateOneTimeSecret.all(tx, { kind, subject_id: id, since })
  await store.deleteRecoveryCodesSince.all(tx, { kind, subject_id: id, since })
  await store.reinstateRecoveryCodes.all(tx, { kind, subject_id: id, since })
}

/** Deletes expired challenges, and codes that were replaced or turned off long ago. For a scheduled job. */
export async function deleteExpiredCredentials(on: Queryable, now: Date): Promise<void> {
  await store.deleteExpiredChallenges.all(on, { now })
  const before = new Date(now.getTime() - FORMER_KEPT_MS)
  await store.deleteReplacedCodes.all(on, { before })
  await store.deleteFormerSecrets.all(on, { before })
}
