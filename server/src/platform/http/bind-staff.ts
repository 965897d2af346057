// Guards of back-office calls: same origin (CSRF), session, role, and a recent confirmation where required.
import type { Endpoint } from '@fairturn/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { App, Operator } from './app.ts'
import { refuse } from './refusal.ts'

const RECENT_MS = 5 * 60_000

/**
 * Refuses `request_is_not_from_the_back_office`, `staff_session_has_ended`, `your_role_may_not_do_this` (also if the call
 * names no role), `your_side_does_not_do_this` and `please_confirm_that_it_is_you`.
 */
export async function operatorOf(
  app: App,
  call: Pick<Endpoint, 'roles'> & Partial<Pick<Endpoint, 'recent' | 'side'>>,
  request: FastifyRequest,
): Promise<Operator> {
  if (request.method !== 'GET') requireSameOrigin(request)
  const operator = await app.findOperator(request)
  if (call.roles === undefined || !call.roles.includes(operator.role))
    throw refuse('your_role_may_not_do_this')
  const { side } = call
  if (side !== undefined && operator.side !== side)
    throw refuse('your_side_does_not_do_this', { side, who: (await app.waitsFor(side)).join(', ') || '—' })
  const confirmedMs = app.database.clock.now().getTime() - operator.confirmed_at.getTime()
  if (call.recent === true && confirmedMs > RECENT_MS) throw refuse('please_confirm_that_it_is_you')
  return operator
}

/**
 * CSRF protection: another site's page can neither set this header nor forge its origin (OWASP, CSRF prevention); the
 * cookie is also SameSite.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const from = URL.parse(request.headers.origin ?? '')
  // Normalized like the origin, without the scheme's default port; TLS may be terminated at a proxy.
  const here = from === null ? null : URL.parse(`${from.protocol}//${request.host}`)
  if (request.headers['x-staff'] === '1' && here !== null && from!.host !== '' && from!.host === here.host)
    return
  throw refuse('request_is_not_from_the_back_office')
}
