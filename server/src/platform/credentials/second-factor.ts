// Second factor beside the password: a one-time code or a recovery code. Attempts are rate-limited.
import type { Tx } from '../database/database.ts'
import type { App } from '../http/app.ts'
import { codeAttemptLimits, enforceAttemptLimits } from './attempts.ts'
import type { Cipher } from './encryption.ts'
import { findOneTimeStep, type OneTimeStep, spendOneTimeStep } from './one-time-codes.ts'
import { findRecoveryCode, isRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { type Subject, policyOf } from './subjects.ts'

/** A correct code that has not been spent. */
export type RightCode = OneTimeStep | { readonly subject: Subject; readonly recovery_code_id: string }

/** Verifies a typed code; undefined if it is wrong or used. Refuses `too_many_attempts`. Not for use in a transaction. */
export async function findCode(
  app: App,
  cipher: Cipher,
  given: { subject: Subject; code: string; address: string; confirming?: boolean },
): Promise<RightCode | undefined> {
  const { subject, code, address, confirming = false } = given
  return await enforceAttemptLimits(app, codeAttemptLimits(app, subject.id, address), async () => {
    if (isRecoveryCode(code) && !confirming && policyOf(subject).recovery_codes > 0) {
      const recoveryCodeId = await findRecoveryCode(app.database, subject, code)
      return recoveryCodeId === undefined ? undefined : { subject, recovery_code_id: recoveryCodeId }
    }
    return await findOneTimeStep(app.database, cipher, app.database.clock.now(), {
      subject,
      code,
      confirming,
    })
  })
}

/** Spends the code; false if a concurrent use was first. */
export const spendCode = (tx: Tx, code: RightCode): Promise<boolean> =>
  'step' in code ? spendOneTimeStep(tx, code) : spendRecoveryCode(tx, code.subject, code.recovery_code_id)
