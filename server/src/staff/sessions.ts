// Sessions of the back office: short, in a cookie, checked on every request (sessions.test.ts).
import { newId } from '@fairturn/contract/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, newToken } from '../platform/credentials/tokens.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import type { App, Operator } from '../platform/http/app.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { sidesOnWire } from './sides.ts'

/** Idle timeout. */
const IDLE_MS = 30 * 60_000
/** Absolute timeout: a working day. */
const MAX_SESSION_MS = 8 * 3_600_000
/** Minimum interval between recordings of use. */
const TOUCH_MS = 60_000
/**
 * The `__Host-` prefix binds the cookie to this host, https and the root path (RFC 6265bis, 4.1.3.2); browsers reject it
 * without https.
 */
const OVER_HTTPS = { name: '__Host-staff_session', path: '/', secure: ['Secure'] }
const ELSEWHERE = { name: 'staff_session', path: '/api/backoffice', secure: [] }

const insertSession = statement(
  `-- staff_insert_session
  insert into operator_session
    (id, operator_id, hash, device, created_at, last_used_at, confirmed_at, expires_at)
  values ($id, $operator_id, $hash, $device, $created_at, $created_at, $created_at, $expires_at)`,
  {
    params: {
      id: 'uuid',
      operator_id: 'uuid',
      hash: 'bytea',
      device: 'text',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
    },
  },
)
const findOpen = statement(
  `-- staff_find_open_session
  select s.id as session_id, s.confirmed_at, s.expires_at, s.last_used_at, o.id as operator_id, o.username, o.role,
    operator_side(o, $now) as side, o.next_side, o.next_side_from
  from operator_session s join operator o on o.id = s.operator_id
  where s.hash = $hash and s.ended_at is null and s.expires_at > $now and s.last_used_at > $since
    and o.disabled_at is null and o.set_up`,
  {
    params: { hash: 'bytea', now: 'timestamptz', since: 'timestamptz' },
    columns: {
      session_id: 'uuid',
      confirmed_at: 'timestamptz',
      expires_at: 'timestamptz',
      last_used_at: 'timestamptz',
      operator_id: 'uuid',
      username: 'text',
      role: typed<Operator['role']>('text'),
      side: typed<Operator['side']>('text?'),
      next_side: typed<Operator['next_side']>('text?'),
      next_side_from: 'timestamptz?',
    },
  },
)
const touch = statement(
  `-- staff_touch_session
  update operator_session set last_used_at = $now where id = $id`,
  { params: { id: 'uuid', now: 'timestamptz' } },
)
/** Records a step-up confirmation. */
export const confirmSession = statement(
  `-- staff_confirm_session
  update operator_session set confirmed_at = $confirmed_at where id = $session_id`,
  { params: { session_id: 'uuid', confirmed_at: 'timestamptz' } },
)
const endOne = statement(
  `-- staff_end_session
  update operator_session set ended_at = $ended_at where id = $session_id and operator_id = $operator_id and ended_at is null returning id`,
  { params: { session_id: 'uuid', operator_id: 'uuid', ended_at: 'timestamptz' }, columns: { id: 'uuid' } },
)
const endAll = statement(
  `-- staff_end_sessions
  update operator_session set ended_at = $ended_at
  where operator_id = $operator_id and ended_at is null and id is distinct from $id returning id`,
  { params: { operator_id: 'uuid', ended_at: 'timestamptz', id: 'uuid?' }, columns: { id: 'uuid' } },
)
const listOpen = statement(
  `-- staff_list_sessions
  select id, device, created_at, last_used_at from operator_session
  where operator_id = $operator_id and ended_at is null and expires_at > $now and last_used_at > $since order by last_used_at desc`,
  {
    params: { operator_id: 'uuid', now: 'timestamptz', since: 'timestamptz' },
    columns: { id: 'uuid', device: 'text', created_at: 'timestamptz', last_used_at: 'timestamptz' },
  },
)
const deleteExpired = statement(
  `-- staff_delete_expired_sessions
  delete from operator_session where expires_at < $before`,
  { params: { before: 'timestamptz' } },
)

type SessionRow = RowOf<typeof listOpen>

/** Refuses `staff_session_has_ended`. */
export function operatorFinder({ config, database }: Pick<App, 'config' | 'database'>): App['findOperator'] {
  return async function findOperator(request) {
    const begins = `${cookieOf(config, request).name}=`
    const kept = request.headers.cookie?.split('; ').find((each) => each.startsWith(begins))
    return await findOperatorBySession(
      database,
      orRefuse(kept, 'staff_session_has_ended').slice(begins.length),
    )
  }
}

const cookieOf = ({ publicOrigin }: App['config'], { protocol }: FastifyRequest) =>
  protocol === 'https' || publicOrigin?.startsWith('https:') === true ? OVER_HTTPS : ELSEWHERE

/** The operator of a session; records its use. Refuses `staff_session_has_ended`. */
export async function findOperatorBySession(database: Database, token: string): Promise<Operator> {
  const now = database.clock.now()
  const open = await findOpen.maybe(database, {
    hash: hashToken(token),
    now,
    since: new Date(now.getTime() - IDLE_MS),
  })
  const { last_used_at, ...operator } = orRefuse(open, 'staff_session_has_ended')
  if (now.getTime() - last_used_at.getTime() >= TOUCH_MS)
    await touch.all(database, { id: operator.session_id, now })
  return operator
}

/** Opens a session for a verified operator; returns the cookie's value. */
export async function openOperatorSession(
  tx: Tx,
  { operator_id, device }: { operator_id: string; device: string },
): Promise<string> {
  const token = newToken()
  const expires_at = new Date(tx.now.getTime() + MAX_SESSION_MS)
  await insertSession.all(tx, {
    id: newId(tx.now),
    operator_id,
    hash: hashToken(token),
    device,
    created_at: tx.now,
    expires_at,
  })
  return token
}

/** Sets the cookie; an empty token clears it. */
export function setSessionCookie(
  app: Pick<App, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  const { name, path, secure } = cookieOf(app.config, request)
  const ends = token === '' ? ['Max-Age=0'] : []
  const attributes = [`${name}=${token}`, `Path=${path}`, 'HttpOnly', 'SameSite=Strict', ...secure, ...ends]
  reply.header('set-cookie', attributes.join('; '))
}

/** Ends an open session of this operator; false if there is none. */
export async function endOperatorSession(
  tx: Tx,
  { operator_id, session_id }: { operator_id: string; session_id: string },
): Promise<boolean> {
  return (await endOne.maybe(tx, { session_id, operator_id, ended_at: tx.now })) !== undefined
}

/** Ends all sessions of the operator, except one if given; returns how many. */
export async function endOperatorSessions(tx: Tx, operator_id: string, save?: string): Promise<number> {
  return (await endAll.all(tx, { operator_id, ended_at: tx.now, id: save ?? null })).length
}

/** Open sessions, most recently used first. */
export const openSessionsOfOperator = (
  on: Queryable,
  operator_id: string,
  now: Date,
): Promise<SessionRow[]> => listOpen.all(on, { operator_id, now, since: new Date(now.getTime() - IDLE_MS) })

/** Deletes sessions that ended more than a month ago. */
export async function deleteExpiredOperatorSessions(on: Queryable, now: Date): Promise<void> {
  await deleteExpired.all(on, { before: new Date(now.getTime() - 30 * 86_400_000) })
}

export const operatorOnWire = (operator: Operator, now: Date) => ({
  _id: operator.operator_id,
  username: operator.username,
  role: operator.role,
  ...sidesOnWire(operator, now),
  confirmed_at: operator.confirmed_at.toISOString(),
  expires_at: operator.expires_at.toISOString(),
})
