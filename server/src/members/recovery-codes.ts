// Members' recovery codes: the member is notified of every new set and every use.
import { newId } from '@fairturn/contract/ids'
import { endOneTimeCodes } from '../platform/credentials/one-time-codes.ts'
import {
  createRecoveryCodes,
  endsOneTimeCodes,
  insertCodes,
  type NewCodes,
  recoveryCodesLeft,
  replaceCodes,
} from '../platform/credentials/recovery-codes.ts'
import { type RightCode, spendCode } from '../platform/credentials/second-factor.ts'
import { memberSubject, type Subject } from '../platform/credentials/subjects.ts'
import type { Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { selectMemberLocked } from './members.store.ts'

const PATH = '/individual/security'

const HALF_MS = 72 * 3_600_000

const insertHalf = statement(
  `-- members_insert_recovery_code_half
  insert into recovery_code_half (id, member_id, half, expires_at) values ($half_id, $member_id, $half, $expires_at)`,
  { params: { half_id: 'uuid', member_id: 'uuid', half: 'text', expires_at: 'timestamptz' } },
)
const takeHalf = statement(
  `-- members_take_recovery_code_half
  delete from recovery_code_half where id = $half_id and expires_at > $now returning half`,
  { params: { half_id: 'uuid', now: 'timestamptz' }, columns: { half: 'text' } },
)
export const deleteExpiredHalves = statement(
  `-- members_delete_recovery_code_halves
  delete from recovery_code_half where expires_at <= $now`,
  { params: { now: 'timestamptz' } },
)

/** Keeps the second half until a third operator hands it over; returns its id. */
export async function keepSecondHalf(tx: Tx, member_id: string, half: string): Promise<string> {
  const half_id = newId(tx.now)
  await insertHalf.all(tx, { half_id, member_id, half, expires_at: new Date(tx.now.getTime() + HALF_MS) })
  return half_id
}

/** Hands it over once. Refuses `proposal_has_expired`. */
export async function takeSecondHalf(tx: Tx, half_id: string): Promise<string> {
  return orRefuse(await takeHalf.maybe(tx, { half_id, now: tx.now }), 'proposal_has_expired').half
}

/** Adds a code that lets a member in who has nothing else, in two halves for different hands. */
export async function addRecoveryCode(tx: Tx, member_id: string): Promise<{ first: string; second: string }> {
  const codes = await createRecoveryCodes(1)
  await insertCodes(tx, memberSubject(member_id), codes, { ends_one_time_codes: true })
  await notifySecurityChange(tx, member_id, 'recovery_codes_made', { path: PATH })
  const groups = codes.shown[0]!.split('-')
  return { first: groups.slice(0, 2).join('-'), second: groups.slice(2).join('-') }
}

/**
 * For a code just spent to set a new password. One that two operators issued turns one-time codes off, but only for the
 * first password after the security lock: if the member has come back another way, it is a code like any other.
 */
export async function endLostOneTimeCodes(tx: Tx, subject: Subject, code_id: string): Promise<void> {
  const { password_void_since } = await selectMemberLocked.one(tx, { id: subject.id })
  if (password_void_since === null || !(await endsOneTimeCodes(tx, subject, code_id))) return
  if (await endOneTimeCodes(tx, subject))
    await notifySecurityChange(tx, subject.id, 'one_time_codes_off', { path: PATH })
}

/** Replaces all codes. */
export async function saveRecoveryCodes(tx: Tx, member_id: string, codes: NewCodes): Promise<void> {
  await selectMemberLocked.one(tx, { id: member_id }) // serializes: of two concurrent calls, one set of codes remains
  await replaceCodes(tx, memberSubject(member_id), codes)
  await notifySecurityChange(tx, member_id, 'recovery_codes_made', { path: PATH })
}

/** Spends a code and notifies its member how many are left; false if a concurrent use was first. */
export async function spendMemberCode(tx: Tx, code: RightCode): Promise<boolean> {
  if (!(await spendCode(tx, code))) return false
  if ('recovery_code_id' in code) {
    const left = await recoveryCodesLeft(tx, code.subject)
    const params = { left: String(left) }
    await notifySecurityChange(tx, code.subject.id, 'recovery_code_used', { params, path: PATH })
  }
  return true
}
