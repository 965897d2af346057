// Members' one-time codes: keeping the secret, and codes that work once.
// Must never store a secret in the open, nor accept a time step twice.
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { drawOneTimeSecret, stepOfCode } from '../credentials/one-time-codes.ts'
import type { Cipher } from '../credentials/encryption.ts'
import {
  deleteOneTimeSecret,
  putOneTimeSecret,
  selectOneTimeSecret,
  useOneTimeStep,
} from './security.store.ts'

/** A time step whose code was given: right, and yet to be used. */
export interface OneTimeStep {
  readonly member_id: string
  readonly sealed: Buffer
  readonly step: number
}

/** Makes and stores a new secret. Refuses `one_time_codes_are_already_on`. */
export async function enrolOneTimeCodes(
  tx: Tx,
  cipher: Cipher,
  member: { member_id: string; username: string; issuer: string },
): Promise<{ secret: string; uri: string }> {
  const { sealed, ...shown } = drawOneTimeSecret(cipher, { ...member, id: member.member_id })
  const put = await putOneTimeSecret.maybe(tx, member.member_id, sealed, tx.now)
  if (put === undefined) throw refuse('one_time_codes_are_already_on')
  return shown
}

/** Whether the member has turned one-time codes on. */
export async function hasOneTimeCodes(on: Queryable, member_id: string): Promise<boolean> {
  const row = await selectOneTimeSecret.maybe(on, member_id)
  return row !== undefined && row.confirmed_at !== null
}

/** The step the code belongs to, of a secret that is on (or, `confirming`, not yet); undefined when it is wrong or used. */
export async function findOneTimeStep(
  on: Queryable,
  cipher: Cipher,
  now: Date,
  given: { member_id: string; code: string; confirming?: boolean },
): Promise<OneTimeStep | undefined> {
  const { member_id, code, confirming = false } = given
  const row = await selectOneTimeSecret.maybe(on, member_id)
  if (row === undefined || (row.confirmed_at === null) !== confirming) return undefined
  const step = stepOfCode(cipher, now, { id: member_id, sealed: row.sealed, code })
  if (step === undefined || BigInt(step) <= row.used_step) return undefined
  return { member_id, sealed: row.sealed, step }
}

/** Uses the step up; false when somebody else was first. The first use turns the codes on. */
export async function spendOneTimeStep(tx: Tx, { member_id, sealed, step }: OneTimeStep): Promise<boolean> {
  return (await useOneTimeStep.maybe(tx, member_id, sealed, step, tx.now)) !== undefined
}

/** Turns the codes off. Refuses `one_time_codes_are_not_on`. */
export async function forgetOneTimeCodes(tx: Tx, member_id: string): Promise<void> {
  if ((await deleteOneTimeSecret.maybe(tx, member_id)) === undefined)
    throw refuse('one_time_codes_are_not_on')
}
