// The link service on a separate database, with a link, and visitors with an IP address each.
import { newId } from '@fairturn/contract/ids'
import Fastify, { type FastifyInstance } from 'fastify'
import { linkRoutes } from '../src/links.ts'
import { loadConfig } from '../src/platform/config.ts'
import {
  type LinkPage,
  type NewLink,
  type VisitCounts,
  judgeVisits,
  openLink,
  visitCounts,
} from '../src/tracking/tracking.ts'
import { type TestDatabase, createTestDatabase, testClock } from './database.ts'

export const BROWSER =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

export const LINKS_SECRET = 'a secret of the tests, long enough'

const PAGE: LinkPage = {
  brand: 'Nhà Gốm Bát Tràng',
  tagline: { vn: 'Gốm thủ công', en: 'Hand-made pottery' },
  creative: '/files/pottery.webp',
  landing_url: 'https://shop.example.com/spring?utm_source=fairturn#top',
}

export interface VisitInput {
  address?: string
  agent?: string
  headers?: Record<string, string>
}

export interface TestLinks {
  readonly database: TestDatabase
  readonly fastify: FastifyInstance
  /** Creates a link; fields not given are generated. */
  link(given?: Partial<NewLink>): Promise<NewLink & { code: string }>
  get(code: string, sent?: VisitInput): Promise<Answer>
  post(code: string, token: string, sent?: VisitInput): Promise<Answer>
  /** Opens the page and continues five seconds later; returns the visit's id. */
  visit(code: string, sent?: VisitInput): Promise<string>
  /** Judges all waiting visits, then returns the order's counts. */
  counts(order_id: string): Promise<VisitCounts>
  close(): Promise<void>
}

export interface Answer {
  status: number
  body: string
  bytes: number
  headers: Record<string, string | string[] | number | undefined>
  /** The token in the page's form; empty if there is none. */
  token: string
}

export async function startLinks(variables: Record<string, string> = {}): Promise<TestLinks> {
  const config = loadConfig({
    DATABASE_URL: 'postgres://unused',
    SECRET: LINKS_SECRET,
    DATA_DIR: '/nonexistent',
    LOG_LEVEL: 'silent',
    ...variables,
  })
  const database = await createTestDatabase({ clock: testClock() })
  const fastify = Fastify({ trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false })
  await fastify.register(linkRoutes, { config, database })

  async function send(
    method: 'GET' | 'POST' | 'HEAD',
    url: string,
    sent: VisitInput,
    payload?: string,
  ): Promise<Answer> {
    const response = await fastify.inject({
      method,
      url,
      remoteAddress: sent.address ?? '203.0.113.1',
      headers: {
        'user-agent': sent.agent ?? BROWSER,
        // Sent by every browser; without it, a visit counts as a scanner's.
        'accept-language': 'vi-VN,vi;q=0.9',
        ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...sent.headers,
      },
      ...(payload !== undefined && { payload }),
    })
    const token = /name="token" value="([^"]*)"/.exec(response.body)?.[1] ?? ''
    const { body, headers, rawPayload } = response
    return { status: response.statusCode, body, bytes: rawPayload.length, headers, token }
  }

  const links: TestLinks = {
    database,
    fastify,
    async link(given = {}) {
      const now = database.clock.now()
      const link: NewLink = {
        order_id: newId(now),
        campaign_id: newId(now),
        carrier_id: newId(now),
        placer_id: newId(now),
        target: 50,
        ends_at: new Date(now.getTime() + 48 * 3_600_000),
        page: PAGE,
        ...given,
      }
      return { ...link, code: await database.transaction((tx) => openLink(tx, link)) }
    },
    get: (code, sent = {}) => send('GET', `/r/${code}`, sent),
    post: (code, token, sent = {}) => send('POST', `/r/${code}/continue`, sent, `token=${token}`),
    async visit(code, sent = {}) {
      const { token } = await links.get(code, sent)
      database.clock.advance(5_000)
      const { headers } = await links.post(code, token, sent)
      return new URL(String(headers['location'])).searchParams.get('click_id') ?? ''
    },
    async counts(order_id) {
      await judgeVisits(database)
      return visitCounts(database, order_id)
    },
    async close() {
      await fastify.close()
      await database.close()
    },
  }
  return links
}

let addresses = 0
/** An unused IP address in a separate network. */
export function someoneElse(): VisitInput {
  addresses += 1
  return { address: `2001:db8:${addresses.toString(16)}::1` }
}
