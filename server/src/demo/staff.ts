// Staff of the demo: an operator of each role, three of finance and a second owner, because separate duties
// need three people. Their password and authenticator secret are printed at the start.
import { Secret } from 'otpauth'
import { hashPassword } from '../members/members.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { createDemoOperator } from '../staff/staff.ts'

const SECRET = Buffer.from('fairturn demo staff!')

export const DEMO_STAFF = {
  password: 'fairturn-demo-staff',
  /** Shared by all of them, for an authenticator app. */
  one_time_secret: Secret.fromUTF8(SECRET.toString()).base32,
  operators: [
    { username: 'demo.support', role: 'support' },
    { username: 'demo.content', role: 'content' },
    { username: 'demo.finance', role: 'finance' },
    { username: 'demo.finance2', role: 'finance' },
    { username: 'demo.finance3', role: 'finance' },
    { username: 'demo.auditor', role: 'auditor' },
    { username: 'demo.owner', role: 'owner' },
    { username: 'demo.owner2', role: 'owner' },
  ],
} as const

export async function createDemoOperators(database: Database, config: Config): Promise<void> {
  const password_hash = await hashPassword(DEMO_STAFF.password)
  await database.transaction(async (tx) => {
    for (const one of DEMO_STAFF.operators)
      await createDemoOperator(tx, config, { ...one, password_hash, one_time_secret: SECRET })
  })
}
