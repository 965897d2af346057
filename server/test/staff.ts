import type { Side, StaffRole } from '@fairturn/contract/backoffice/roles'
// Operators for tests: with a role and a new back-office session.
import { newId } from '@fairturn/contract/ids'
import { createPassword } from '../src/platform/credentials/passwords.ts'
import { operatorSubject } from '../src/platform/credentials/subjects.ts'
import { takesSide } from '../src/staff/sides.ts'
import { openOperatorSession } from '../src/staff/staff.ts'
import type { TestApp } from './app.ts'

export interface TestOperator {
  readonly _id: string
  readonly username: string
  readonly role: StaffRole
  readonly side: Side | null
  /** The actor's name in the audit log. */
  readonly actor: string
  /** Request headers of their browser: `app.call(endpoint, { as: operator })`. */
  readonly headers: Record<string, string>
}

let made = 0

/**
 * A new operator with this role, signed in and confirmed at the clock's time, without a usable password. Who moves money is
 * on the side `in` unless another is given.
 */
export async function staff(
  app: Pick<TestApp, 'database'>,
  role: StaffRole,
  side: Side | null = takesSide(role) ? 'in' : null,
): Promise<TestOperator> {
  const _id = newId(app.database.clock.now())
  const username = `${role}.${++made}`
  await app.database.query({
    text: `insert into operator (id, username, role, set_up, created_at, side) values ($1, $2, $3, true, $4, $5)`,
    values: [_id, username, role, app.database.clock.now(), side],
  })
  await app.database.transaction((tx) => createPassword(tx, operatorSubject(_id), NOBODYS_HASH))
  const headers = await signedIn(app, _id)
  return { _id, username, role, side, actor: `operator:${_id}`, headers }
}

/** The actor's name of a new operator who moves money, for steps below the calls. */
export const actorOn = async (app: Pick<TestApp, 'database'>, side: Side): Promise<string> =>
  (await staff(app, 'finance', side)).actor

/** The headers of another session of the same operator. */
export async function signedIn(app: Pick<TestApp, 'database'>, operator_id: string) {
  const token = await app.database.transaction((tx) =>
    openOperatorSession(tx, { operator_id, device: 'test' }),
  )
  // Under both names: the second is used if the deployment is served over https.
  const cookie = `staff_session=${token}; __Host-staff_session=${token}`
  return { cookie, origin: 'http://localhost', 'x-staff': '1' }
}

const NOBODYS_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
