// Notices of members. The notices module is to the right, so a job carries them.
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Tx } from '../database/database.ts'
import { defineJob, enqueue } from '../queue/queue.ts'

const KINDS = [
  'welcome',
  'password_changed',
  'session_reused',
  'one_time_codes_on',
  'one_time_codes_off',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'email_changed',
  'email_removed',
  'phone_changed',
  'locked_for_conduct',
  'locked_for_security',
  'unlocked',
  'security_lock_ended',
  'security_lock_confirmed',
] as const

export const memberNotice = defineJob({
  name: 'member_notice',
  payload: z.object({
    /** Of the notification: a job that runs twice writes one. */
    id: z.uuid(),
    member_id: z.uuid(),
    kind: z.enum(KINDS),
    params: z.record(z.string(), z.string()),
    path: z.string().nullable(),
    at: z.iso.datetime(),
  }),
})

/** Handled by withdrawals: the payout account is again that of `since`; later requests are not paid elsewhere. */
export const restorePayoutAccount = defineJob({
  name: 'put_back_payout_account',
  payload: z.object({ member_id: z.uuid(), since: z.iso.datetime(), at: z.iso.datetime() }),
})

/** Handled by tracking: postback keys made after `since` sign nothing any more. */
export const retirePostbackKeys = defineJob({
  name: 'retire_postback_keys',
  payload: z.object({ member_id: z.uuid(), since: z.iso.datetime(), at: z.iso.datetime() }),
})

/** Handled by orders, to the right: a locked member's open offer is returned. */
export const returnOpenOffer = defineJob({
  name: 'return_open_offer',
  payload: z.object({ member_id: z.uuid() }),
})

/** Somebody tried to sign in, or to change something, under a security lock. */
export const alarmRefusedUnderLock = defineJob({
  name: 'alarm_refused_under_lock',
  payload: z.object({ member_id: z.uuid(), at: z.iso.datetime() }),
})

/** Notifies a member once the transaction has committed. */
export async function notifySecurityChange(
  tx: Tx,
  member_id: string,
  kind: (typeof KINDS)[number],
  notice: { params?: Record<string, string>; path?: string } = {},
): Promise<void> {
  await enqueue(tx, memberNotice, {
    id: newId(tx.now),
    member_id,
    kind,
    params: notice.params ?? {},
    path: notice.path ?? null,
    at: tx.now.toISOString(),
  })
}
