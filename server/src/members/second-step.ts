// The code asked for beside the password: of the authenticator app, or one of the recovery codes. Guesses are counted.
import type { Tx } from '../database/database.ts'
import type { App } from '../http/app.ts'
import { codeTries, withinTries } from '../credentials/attempts.ts'
import type { Cipher } from '../credentials/encryption.ts'
import { findOneTimeStep, spendOneTimeStep } from './one-time-codes.ts'
import { findRecoveryCode, isRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'

/** A code that is right and yet to be used; using it up answers false when somebody else was first. */
export interface RightCode {
  spend(tx: Tx): Promise<boolean>
}

/** Judges what was typed; undefined when it is wrong or used. Refuses `too_many_attempts`. Not for use in a transaction. */
export async function findCode(
  app: App,
  cipher: Cipher,
  given: { member_id: string; code: string; address: string; confirming?: boolean },
): Promise<RightCode | undefined> {
  const { member_id, code, address, confirming = false } = given
  return await withinTries(app, codeTries(member_id, address), async () => {
    if (isRecoveryCode(code) && !confirming) {
      const code_id = await findRecoveryCode(app.database, member_id, code)
      return code_id === undefined ? undefined : { spend: (tx) => spendRecoveryCode(tx, member_id, code_id) }
    }
    const step = await findOneTimeStep(app.database, cipher, app.database.clock.now(), {
      member_id,
      code,
      confirming,
    })
    return step === undefined ? undefined : { spend: (tx) => spendOneTimeStep(tx, step) }
  })
}
