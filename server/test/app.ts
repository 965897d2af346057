// The whole web role on a database of its own, called through HTTP.
import type { Endpoint, SentBodyOf, SentParamsOf, SentQueryOf, AnswerOf } from '@fairturn/contract/endpoint'
import { memberCalls } from '@fairturn/contract/members'
import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig, type Config } from '../src/config.ts'
import { hashPassword, registerMember } from '../src/members/members.ts'
import { openWeb } from '../src/web.ts'
import { createTestDatabase, type TestClock, type TestDatabase } from './database.ts'

export interface CallInput<E extends Endpoint> {
  params?: SentParamsOf<E>
  query?: SentQueryOf<E>
  body?: SentBodyOf<E>
  token?: string | undefined
  key?: string
  locale?: string
  headers?: Record<string, string>
  address?: string
  /** In a session of the back office; see staff.ts. */
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
  /** A member who registered through the API, invited by the first one, who is created on demand. */
  member(username: string): Promise<TestMember>
  close(): Promise<void>
}

export const TEST_PASSWORD = 'correct horse'

export async function startApp(
  options: { clock?: TestClock; variables?: Record<string, string> } = {},
): Promise<TestApp> {
  const data_dir = await mkdtemp(join(tmpdir(), 'fairturn-app-'))
  const config = loadConfig({
    DATA_DIR: data_dir,
    DATABASE_URL: 'postgres://unused',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
    ...options.variables,
  })
  const database = await createTestDatabase(options.clock === undefined ? {} : { clock: options.clock })
  const fastify = await openWeb({
    config,
    database,
    dist: join(data_dir, 'dist'),
    admin_dist: join(data_dir, 'admin'),
  })
  let invite_code: string | undefined
  let registered = 0

  async function call<E extends Endpoint>(endpoint: E, sent: CallInput<E> = {}): Promise<CallAnswer<E>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) =>
      encodeURIComponent(String((sent.params as Record<string, unknown>)[name])),
    )
    const response = await fastify.inject({
      method: endpoint.method,
      url: `/api/${path}`,
      query: (sent.query ?? {}) as Record<string, string>,
      remoteAddress: sent.address ?? '198.51.100.7',
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

  return {
    config,
    database,
    clock: database.clock,
    fastify,
    call,
    async member(username) {
      invite_code ??= await firstCode(database)
      registered += 1
      const phone = `+8491${String(2_000_000 + registered)}`
      const { data, status, code } = await call(memberCalls.register, {
        body: {
          username,
          phone,
          password: TEST_PASSWORD,
          password_confirmation: TEST_PASSWORD,
          code: invite_code,
          terms: true,
          locale: 'en',
        },
      })
      if (status !== 200) throw new Error(`registering ${username}: ${status} ${code}`)
      const { access_token, refresh_token, user } = data
      return { token: access_token, refresh_token, _id: user._id, code: user.code, username }
    },
    async close() {
      await fastify.close()
      await database.close()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

async function firstCode(database: TestDatabase): Promise<string> {
  const password_hash = await hashPassword(TEST_PASSWORD)
  const first = await database.transaction((tx) =>
    registerMember(tx, {
      username: 'the first member',
      phone: '+84911999999',
      password_hash,
      invite_code: null,
      locale: 'en',
    }),
  )
  return first.code
}
