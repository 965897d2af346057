// Staff of the demo: an operator of each role, those of finance and the owners on two sides: two bring money in, three send
// it out, as many as a small house needs. Their password and authenticator secret are printed at the start.
import { Secret } from 'otpauth'
import { hashPassword } from '../members/members.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { actorOf, createDemoOperator } from '../staff/staff.ts'

const SECRET = Buffer.from('fairturn demo staff!')

export const DEMO_STAFF = {
  password: 'fairturn-demo-staff',
  /** Shared by all of them, for an authenticator app. */
  one_time_secret: Secret.fromUTF8(SECRET.toString()).base32,
  operators: [
    { username: 'demo.support', role: 'support' },
    { username: 'demo.content', role: 'content' },
    { username: 'demo.finance', role: 'finance', side: 'in' },
    { username: 'demo.finance2', role: 'finance', side: 'out' },
    { username: 'demo.finance3', role: 'finance', side: 'out' },
    { username: 'demo.auditor', role: 'auditor' },
    { username: 'demo.owner', role: 'owner', side: 'in' },
    { username: 'demo.owner2', role: 'owner', side: 'out' },
  ],
} as const

const selectOperator = statement(
  `-- demo_select_operator
  select id from operator where username = $username`,
  { params: { username: 'text' }, columns: { id: 'uuid' } },
)

type DemoOperator = (typeof DEMO_STAFF)['operators'][number]['username']

/** An operator of the demo, as steps of its history name them. */
export const demoActor = async (database: Database, username: DemoOperator): Promise<string> =>
  actorOf({ operator_id: await demoOperatorId(database, username) })

/** The operator with their role and side, as a request of theirs has them. */
export async function demoOperator(database: Database, username: DemoOperator) {
  const { role, ...one } = DEMO_STAFF.operators.find((each) => each.username === username)!
  return {
    operator_id: await demoOperatorId(database, username),
    username,
    role,
    side: 'side' in one ? one.side : null,
  }
}

export const demoOperatorId = async (database: Database, username: DemoOperator): Promise<string> =>
  (await selectOperator.one(database, { username })).id

export async function createDemoOperators(database: Database, config: Config): Promise<void> {
  const passwordHash = await hashPassword(DEMO_STAFF.password)
  await database.transaction(async (tx) => {
    for (const one of DEMO_STAFF.operators)
      await createDemoOperator(tx, config, { ...one, passwordHash, one_time_secret: SECRET })
  })
}
