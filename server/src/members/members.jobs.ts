// Notices of members, sent through a job because the notices module comes later.
import { newId } from '@fairturn/contract/ids'
import { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import { defineJob, enqueue } from '../platform/queue/queue.ts'

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
    /** Id of the notification, so that a retried job writes one. */
    id: z.uuid(),
    member_id: z.uuid(),
    kind: z.enum(KINDS),
    params: z.record(z.string(), z.string()),
    path: z.string().nullable(),
    at: z.iso.datetime(),
  }),
})

/** Handled by withdrawals: restores the payout account as of `since`, and cancels later requests to another one. */
export const restorePayoutAccount = defineJob({
  name: 'put_back_payout_account',
  payload: z.object({ member_id: z.uuid(), since: z.iso.datetime(), at: z.iso.datetime() }),
})

/** Handled by tracking: retires postback keys created after `since`. */
export const retirePostbackKeys = defineJob({
  name: 'retire_postback_keys',
  payload: z.object({ member_id: z.uuid(), since: z.iso.datetime(), at: z.iso.datetime() }),
})

/** Handled by orders, a later module: returns a locked member's open offer. */
export const returnOpenOffer = defineJob({
  name: 'return_open_offer',
  payload: z.object({ member_id: z.uuid() }),
})

/** Somebody tried to sign in, or to change something, under a security lock. */
export const alarmRefusedUnderLock = defineJob({
  name: 'alarm_refused_under_lock',
  payload: z.object({ member_id: z.uuid(), at: z.iso.datetime() }),
})

/** The day's codes are used up, or their sender has failed for an hour. */
export const alarmPhoneCodes = defineJob({
  name: 'alarm_phone_codes',
  payload: z.object({ about: z.enum(['used_up', 'sender_fails']), at: z.iso.datetime() }),
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
