// What a call of the back office asks before its handler is reached: from its own pages, in a session, by a role, of somebody
// who has just confirmed where that is needed. It must never look at an object; that is the handler's.
import type { Endpoint } from '@fairturn/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { App, Operator } from './app.ts'
import { refuse } from './refusal.ts'

const RECENT_MS = 5 * 60_000

/**
 * Who of staff asks. Refuses `request_is_not_from_the_back_office`, `staff_session_has_ended`, `your_role_may_not_do_this`
 * (also where the call names no role at all) and `please_confirm_that_it_is_you`.
 */
export async function operatorOf(
  app: App,
  call: Pick<Endpoint, 'roles'> & Partial<Pick<Endpoint, 'recent'>>,
  request: FastifyRequest,
): Promise<Operator> {
  if (request.method !== 'GET') requireSameOrigin(request)
  const operator = await app.findOperator(request)
  if (call.roles === undefined || !call.roles.includes(operator.role))
    throw refuse('your_role_may_not_do_this')
  const confirmed_ms = app.database.clock.now().getTime() - operator.confirmed_at.getTime()
  if (call.recent === true && confirmed_ms > RECENT_MS) throw refuse('please_confirm_that_it_is_you')
  return operator
}

/**
 * A page of another site can neither set this header nor say that it is ours (OWASP, CSRF prevention: custom headers and
 * verifying the origin), besides the cookie that is not sent with its requests.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const from = URL.parse(request.headers.origin ?? '')
  // Read as the origin is, which leaves out the port that its scheme implies; the scheme itself may end at a proxy.
  const here = from === null ? null : URL.parse(`${from.protocol}//${request.host}`)
  if (request.headers['x-staff'] === '1' && here !== null && from!.host !== '' && from!.host === here.host)
    return
  throw refuse('request_is_not_from_the_back_office')
}
