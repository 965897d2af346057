// Operators of a demo, whose passwords and authenticator secrets are public (operators.test.ts).
import type { Side, StaffRole } from '@fairturn/contract/backoffice/roles'
import { newId } from '@fairturn/contract/ids'
import type { Config } from '../platform/config.ts'
import {
  oneTimeCipher,
  spendOneTimeStep,
  storeOneTimeSecret,
} from '../platform/credentials/one-time-codes.ts'
import { createPassword } from '../platform/credentials/passwords.ts'
import { operatorSubject } from '../platform/credentials/subjects.ts'
import type { Tx } from '../platform/database/database.ts'
import { recordAuditEvent } from './audit-log.ts'
import { insertOperator, updateSetUp } from './operators.store.ts'

/** Creates an operator if it does not exist. Throws outside demo deployments. */
export async function createDemoOperator(
  tx: Tx,
  config: Pick<Config, 'demo' | 'secrets'>,
  one: { username: string; role: StaffRole; side?: Side; passwordHash: string; one_time_secret: Buffer },
): Promise<void> {
  if (!config.demo) throw new Error('only a demo has operators whose secrets are known')
  const { username, role, side = null, passwordHash, one_time_secret } = one
  const id = newId(tx.now)
  if ((await insertOperator.maybe(tx, { id, username, role, created_at: tx.now, side })) === undefined) return
  const subject = operatorSubject(id)
  await createPassword(tx, subject, passwordHash)
  const ciphertext = await storeOneTimeSecret(tx, oneTimeCipher(config.secrets), subject, one_time_secret)
  await spendOneTimeStep(tx, { subject, ciphertext: ciphertext!, step: 1 })
  await updateSetUp.all(tx, { id, set_up: true })
  await recordAuditEvent(tx, {
    actor: 'system demo',
    action: 'operator_invited',
    object: { kind: 'operator', id },
    reason: 'Part of the demo.',
    after: { username, role, side },
  })
}
