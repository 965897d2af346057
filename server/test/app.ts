import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The whole web role on a separate database, called through HTTP.
import type { Endpoint, SentBodyOf, SentParamsOf, SentQueryOf, AnswerOf } from '@fairturn/contract/endpoint'
import { securityCalls } from '@fairturn/contract/security'
import type { FastifyInstance } from 'fastify'
import { changeSetting } from '../src/content/settings.ts'
import { hashPassword, registerMember } from '../src/members/members.ts'
import { openSession } from '../src/members/sessions.ts'
import { accessTokenKey } from '../src/members/tokens.ts'
import { loadConfig, type Config } from '../src/platform/config.ts'
import { openWeb } from '../src/web.ts'
import {
  createTestDatabase,
  type TestClock,
  type TestDatabase,
  type TestDatabaseOptions,
} from './database.ts'

export interface CallInput<E extends Endpoint> {
  params?: SentParamsOf<E>
  query?: SentQueryOf<E>
  body?: SentBodyOf<E>
  token?: string | undefined
  key?: string
  locale?: string
  headers?: Record<string, string>
  address?: string
  /** The operator's session; see staff.ts. */
  as?: { readonly headers: Record<string, string> }
}

export interface CallAnswer<E extends Endpoint> {
  status: number
  data: AnswerOf<E>
  message: string
  code: string
  details: Record<string, unknown> | undefined
}

export interface TestMember {
  token: string
  refresh_token: string
  _id: string
  code: string
  username: string
}

export interface TestApp {
  readonly config: Config
  readonly database: TestDatabase
  readonly clock: TestClock
  readonly fastify: FastifyInstance
  call<E extends Endpoint>(endpoint: E, sent?: CallInput<E>): Promise<CallAnswer<E>>
  /** A registered, signed-in member, invited by the first one, who is created on demand. */
  member(username: string): Promise<TestMember>
  /** Confirms the member's session with the password: payments up to `total`, or all else. Throws on refusals. */
  confirm(member: Pick<TestMember, '_id' | 'token'>, total?: string): Promise<void>
  /** The same member with a new session, because the test clock may have passed the expiry of the token. */
  signedIn(member: TestMember): Promise<TestMember>
  close(): Promise<void>
}

export const TEST_PASSWORD = 'correct horse'
/** Computed once: hashing is most of the cost of creating a member. */
const TEST_PASSWORD_HASH = hashPassword(TEST_PASSWORD)

export async function startApp(
  options: {
    clock?: TestClock
    variables?: Record<string, string>
    database?: TestDatabaseOptions
    rules?: 'default'
  } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairturn-app-'))
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://unused',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
    ...options.variables,
  })
  const database = await createTestDatabase({
    ...options.database,
    ...(options.clock && { clock: options.clock }),
  })
  // Tests pay members, and for visits, more than the defaults allow (those of the defaults: reviews.test.ts, prices.test.ts).
  if (options.rules !== 'default') {
    await database.transaction(async (tx) => {
      const names = ['unseen_limit', 'highest_order_page', 'highest_order_beacon'] as const
      for (const name of names) await changeSetting(tx, name, '1000000.00')
      for (const name of ['highest_price_page', 'highest_price_beacon'] as const)
        await changeSetting(tx, name, '1000.00')
    })
    // Most of them have one payout account, which would have a person look at their orders.
    await database.asSchemaOwner(`create function payout_accounts_link_nobody() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$ begin return case when new.kind <> 'payout_account' then new end; end $$`)
    await database.asSchemaOwner(`create trigger payout_accounts_link_nobody before insert on member_link
      for each row execute function payout_accounts_link_nobody()`)
  }
  const fastify = await openWeb({
    config,
    database,
    dist: join(dataDir, 'dist'),
    adminDist: join(dataDir, 'admin'),
  })
  let registered = 0
  /** Every member has an address of their own, by which no two are linked. */
  const addresses = new Map<string, string>()
  let homes = 0
  /** Who registers comes from an address of their own: limits are tried where a test gives one. */
  const newHome = () =>
    `100.${64 + Math.floor(++homes / 65_536)}.${Math.floor(homes / 256) % 256}.${homes % 256}`

  async function call<E extends Endpoint>(endpoint: E, sent: CallInput<E> = {}): Promise<CallAnswer<E>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) =>
      encodeURIComponent(String((sent.params as Record<string, unknown>)[name])),
    )
    const response = await fastify.inject({
      method: endpoint.method,
      url: `/api/${path}`,
      query: (sent.query ?? {}) as Record<string, string>,
      remoteAddress:
        sent.address ??
        addresses.get(sent.token ?? '') ??
        (endpoint.path === 'auth/register' ? newHome() : '198.51.100.7'),
      headers: {
        'user-agent': 'test',
        ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
        ...(sent.key !== undefined && { 'idempotency-key': sent.key }),
        langcode: sent.locale ?? 'en',
        ...sent.as?.headers,
        ...sent.headers,
      },
      ...(endpoint.method === 'POST' && { payload: sent.body ?? {} }),
    })
    const answered = response.json() as CallAnswer<E>
    return { ...answered, status: response.statusCode }
  }

  const register = (username: string, phone: string, invite: string | null) =>
    database.transaction(async (tx) => {
      const passwordHash = await TEST_PASSWORD_HASH
      return await registerMember(tx, { username, phone, passwordHash, invite_code: invite, locale: 'en' })
    })

  const openedSession = async (member_id: string) => {
    const key = accessTokenKey(config.secret)
    const opened = await database.transaction((tx) => openSession(tx, key, { member_id, agent: 'test' }))
    addresses.set(opened.access_token, `2001:db8:${member_id.slice(-4)}:${member_id.slice(-8, -4)}::1`)
    return { token: opened.access_token, refresh_token: opened.refresh_token }
  }

  return {
    config,
    database,
    clock: database.clock,
    fastify,
    call,
    async member(username) {
      registered += 1
      const phone = `+8491${String(2_000_000 + registered)}`
      const { id, code } = await register(username, phone, null)
      return { ...(await openedSession(id)), _id: id, code, username }
    },
    async confirm({ _id, token }, total) {
      const body = { user_id: _id, password: TEST_PASSWORD, ...(total !== undefined && { total }) }
      const { status, code } = await call(securityCalls.confirm, { token, body })
      if (status !== 200) throw new Error(`refused: ${status} ${code}`)
    },
    signedIn: async (member) => ({ ...member, ...(await openedSession(member._id)) }),
    async close() {
      await fastify.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
