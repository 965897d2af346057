// Guards of a back-office call: same origin, session, role, and a recent confirmation where needed.
import type { Endpoint } from '@fairturn/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { App, Operator } from './app.ts'
import { refuse } from './refusal.ts'

const RECENT_MS = 5 * 60_000

/**
 * Refuses `request_is_not_from_the_back_office`, `staff_session_has_ended`, `your_role_may_not_do_this` (also where the
 * call names no role) and `please_confirm_that_it_is_you`.
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
 * Another site's page can neither set this header nor forge its origin (OWASP, CSRF prevention); the cookie is SameSite
 * besides.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const from = URL.parse(request.headers.origin ?? '')
  // Normalized like the origin: without the scheme's default port; the scheme itself may end at a proxy.
  const here = from === null ? null : URL.parse(`${from.protocol}//${request.host}`)
  if (request.headers['x-staff'] === '1' && here !== null && from!.host !== '' && from!.host === here.host)
    return
  throw refuse('request_is_not_from_the_back_office')
}
