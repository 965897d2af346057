// A code of the house for tests, by which any number register.
import { createInvitation } from '../src/members/invitations.ts'
import type { TestApp } from './app.ts'
import { staff } from './staff.ts'

const DAY_MS = 86_400_000

/** By default with limits lifted; made and approved by two operators. */
export async function houseCode(
  app: TestApp,
  { days = 30, max_uses = 10_000, lifts_limits = true } = {},
): Promise<string> {
  const [created_by, approved_by] = [(await staff(app, 'support'))._id, (await staff(app, 'owner'))._id]
  const { code } = await app.database.transaction((tx) => {
    const expires_at = new Date(tx.now.getTime() + days * DAY_MS)
    const input = { note: 'Tests', max_uses, expires_at, lifts_limits }
    return createInvitation(tx, input, { created_by, approved_by })
  })
  return code
}
