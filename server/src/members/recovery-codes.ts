// Members' recovery codes: the owner is notified of every new set and every use.
import { endOneTimeCodes } from '../platform/credentials/one-time-codes.ts'
import { memberOwner, type Owner } from '../platform/credentials/owners.ts'
import {
  createRecoveryCodes,
  endsOneTimeCodes,
  insertCodes,
  type NewCodes,
  recoveryCodesLeft,
  replaceCodes,
} from '../platform/credentials/recovery-codes.ts'
import { type RightCode, spendCode } from '../platform/credentials/second-factor.ts'
import type { Tx } from '../platform/database/database.ts'
import { notifySecurityChange } from './members.jobs.ts'
import { selectMemberLocked } from './members.store.ts'

const PATH = '/individual/security'

/** Adds a code that lets an owner in who has nothing else; shown once to the second operator who approved it. */
export async function addRecoveryCode(tx: Tx, member_id: string): Promise<string> {
  const codes = await createRecoveryCodes(1)
  await insertCodes(tx, memberOwner(member_id), codes, { ends_one_time_codes: true })
  await notifySecurityChange(tx, member_id, 'recovery_codes_made', { path: PATH })
  return codes.shown[0]!
}

/**
 * For a code just spent to set a new password. One that two operators issued turns one-time codes off, but only for the
 * first password after the security lock: if the owner has come back another way, it is a code like any other.
 */
export async function endLostOneTimeCodes(tx: Tx, owner: Owner, code_id: string): Promise<void> {
  const { password_void_since } = await selectMemberLocked.one(tx, owner.id)
  if (password_void_since === null || !(await endsOneTimeCodes(tx, owner, code_id))) return
  if (await endOneTimeCodes(tx, owner))
    await notifySecurityChange(tx, owner.id, 'one_time_codes_off', { path: PATH })
}

/** Replaces all codes. */
export async function saveRecoveryCodes(tx: Tx, member_id: string, codes: NewCodes): Promise<void> {
  await selectMemberLocked.one(tx, member_id) // serializes: of two concurrent calls, one set of codes remains
  await replaceCodes(tx, memberOwner(member_id), codes)
  await notifySecurityChange(tx, member_id, 'recovery_codes_made', { path: PATH })
}

/** Spends a code and notifies its owner how many are left; false if a concurrent use was first. */
export async function spendMemberCode(tx: Tx, code: RightCode): Promise<boolean> {
  if (!(await spendCode(tx, code))) return false
  if ('recovery_code_id' in code) {
    const left = await recoveryCodesLeft(tx, code.owner)
    const params = { left: String(left) }
    await notifySecurityChange(tx, code.owner.id, 'recovery_code_used', { params, path: PATH })
  }
  return true
}
