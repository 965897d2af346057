// Staff: signing in to the back office, one's own session, and colleagues.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../ids.ts'
import { may, STAFF_ROLES } from './roles.ts'

export const staffRole = z.enum(STAFF_ROLES)

/** Who is signed in to the back office. */
export const operator = z.object({
  _id: id,
  username: z.string(),
  role: staffRole,
  confirmed_at: z.iso
    .datetime()
    .describe('last proved that it is they; calls that move money want 5 minutes'),
  expires_at: z.iso.datetime().describe('the session is over by then, or after 30 minutes of nothing'),
})

export const staffCalls = {
  me: endpoint({
    method: 'GET',
    path: 'backoffice/auth/me',
    summary: 'Who is signed in to the back office',
    auth: 'staff',
    roles: may.everybody,
    answer: operator,
  }),
  logout: endpoint({
    method: 'POST',
    path: 'backoffice/auth/logout',
    summary: 'End this session of the back office',
    auth: 'staff',
    roles: may.everybody,
    answer: z.object({ ended: z.boolean() }),
  }),
}
