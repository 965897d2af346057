import { deleteCredentials } from '../platform/credentials/credentials.ts'
import { hasOneTimeCodes } from '../platform/credentials/one-time-codes.ts'
import { listPasskeys } from '../platform/credentials/passkeys.ts'
import { recoveryCodesLeft } from '../platform/credentials/recovery-codes.ts'
import { memberSubject } from '../platform/credentials/subjects.ts'
// Data export and closing of an account. Personal data is deleted; the row stays, because money, orders and invited members
// refer to it (privacy/privacy.test.ts).
import type { Queryable, Tx } from '../platform/database/database.ts'
import { deleteStoredAnswers } from '../platform/http/idempotency.ts'
import { deleteJobs } from '../platform/queue/queue.ts'
import { eraseLinks } from './linked-members.ts'
import { deleteOverruledLocks } from './member-lock.store.ts'
import { eraseNotes } from './member-notes.store.ts'
import { maskName } from './names.ts'
import * as store from './personal-data.store.ts'
import { endOtherSessions } from './sessions.ts'

/** A member's data, with the field names of contract/src/personal-data.ts. */
export async function memberData(on: Queryable, member_id: string) {
  const own = await store.selectOwnData.one(on, { member_id })
  const subject = memberSubject(member_id)
  const passkeys = await listPasskeys(on, subject)
  const { inviter, lock_kind, lock_reason, locked_at, ...rest } = own
  const { verified_orders, level_orders, orders_over_share, verified_visits, counted_visits, ...profile } =
    rest
  return {
    profile: {
      ...profile,
      invited_by: inviter === null ? null : maskName(inviter),
      lock: lock_kind === null ? null : { kind: lock_kind, reason: lock_reason, since: locked_at },
      record: {
        verified_orders,
        level_orders,
        over_share: orders_over_share,
        verified_visits: Number(verified_visits),
        counted_visits: Number(counted_visits),
      },
    },
    sign_in: {
      one_time_codes: await hasOneTimeCodes(on, subject),
      recovery_codes_left: await recoveryCodesLeft(on, subject),
      passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({ name, created_at, last_used_at })),
    },
    sessions: await store.selectAllSessions.all(on, { member_id }),
    invited: (await store.selectInvited.all(on, { member_id })).map(({ username, joined_at }) => ({
      username: maskName(username),
      joined_at,
    })),
  }
}

/** Returns the photo's URL, whose file the caller deletes. The name stays reserved as a salted hash. */
export async function eraseAccount(
  tx: Tx,
  member_id: string,
  closed_at: Date,
): Promise<{ file: string | null }> {
  await endOtherSessions(tx, member_id, null)
  await deleteCredentials(tx, memberSubject(member_id))
  for (const erase of store.eraseContact) await erase.all(tx, { member_id })
  await deleteStoredAnswers.all(tx, { member_id })
  await eraseLinks(tx, member_id)
  await deleteJobs(tx, member_id)
  const erased = await store.eraseMember.one(tx, { member_id, closed_at })
  await eraseNotes.all(tx, { member_id })
  await deleteOverruledLocks.all(tx, { member_id })
  return erased
}
