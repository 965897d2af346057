// Operators of a demo, whose password and authenticator secret everybody may know. It must never make one anywhere else.
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { newId } from '@fairturn/contract/ids'
import type { Config } from '../config.ts'
import type { Tx } from '../database/database.ts'
import { drawOneTimeSecret, oneTimeCipher } from '../credentials/one-time-codes.ts'
import { recordAct } from './acts.ts'
import { insertOperator, updatePasswordHash } from './operators.store.ts'
import { putSecret, useStep } from './credentials.store.ts'
import { SITE_OF_STAFF } from './verification.ts'

/** Lets one in with this password and secret, unless they are there. Throws in a deployment that is not marked Demo. */
export async function createDemoOperator(
  tx: Tx,
  config: Pick<Config, 'demo' | 'secrets'>,
  one: { username: string; role: StaffRole; password_hash: string; one_time_secret: Buffer },
): Promise<void> {
  if (!config.demo) throw new Error('only a demo has operators whose secrets are known')
  const { username, role, password_hash, one_time_secret } = one
  const id = newId(tx.now)
  if ((await insertOperator.maybe(tx, id, username, role, tx.now)) === undefined) return
  await updatePasswordHash.one(tx, id, password_hash, null)
  const owner = { id, username, issuer: SITE_OF_STAFF }
  const { sealed } = drawOneTimeSecret(oneTimeCipher(config.secrets), owner, one_time_secret)
  await putSecret.all(tx, id, sealed, tx.now)
  await useStep.one(tx, id, sealed, 1, tx.now)
  await recordAct(tx, {
    actor: 'system demo',
    action: 'operator_invited',
    object: { kind: 'operator', id },
    member_id: null,
    reason: 'Part of the demo.',
    after: { username, role },
  })
}
