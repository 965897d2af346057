// Shared by the benchmarks of links: links, the requests of visitors, and a server process.
import { type ChildProcess, fork } from 'node:child_process'
import { newId } from '@fairturn/contract/ids'
import Fastify, { type FastifyInstance } from 'fastify'
import { linkServer } from '../server/src/links.ts'
import { loadConfig } from '../server/src/platform/config.ts'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { openLink } from '../server/src/tracking/tracking.ts'
import { bytesOf, type HttpRequest } from './http-load.ts'

const VISITORS = 5_000
export const agentOf = (visitor: number): string =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.${1000 + visitor}.0 Mobile Safari/537.36`

/** The response of the bare server. */
interface Bytes {
  headers: Record<string, string>
  body: string
}
type Order = { role: 'links'; url: string } | { role: 'bare'; bytes: Bytes }

export interface LinkServer {
  readonly port: number
  readonly child: ChildProcess
}

/** Starts a server in its own process. */
export function startServer(order: Order): Promise<LinkServer> {
  const child = fork(import.meta.filename)
  child.send(order)
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve({ port: Number(port), child }))
    child.once('exit', (code) => reject(new Error(`the ${order.role} server ended with ${code}`)))
  })
}

/** Starts the server described by the message; returns its port. */
async function serve(order: Order): Promise<number> {
  if (order.role === 'bare') {
    const fastify = Fastify()
    const body = Buffer.from(order.bytes.body)
    fastify.get('/r/*', (_request, reply) => reply.headers(order.bytes.headers).send(body))
    return listen(fastify)
  }
  const config = loadConfig({
    DATABASE_APP_URL: order.url,
    SECRET: 'a secret of the benchmark, long enough',
    PUBLIC_ORIGIN: 'http://127.0.0.1',
  })
  const fastify = await linkServer({ config, database: await openDatabase({ url: order.url }) })
  return listen(fastify)
}

async function listen(fastify: FastifyInstance): Promise<number> {
  return Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
}

export interface BenchLink {
  readonly id: string
  readonly code: string
}

export async function openBenchLink(database: Database): Promise<BenchLink> {
  const now = new Date()
  const id = newId(now)
  const code = await database.transaction((tx) =>
    openLink(tx, {
      order_id: id,
      campaign_id: newId(now),
      carrier_id: newId(now),
      placer_id: newId(now),
      target: 1_000_000,
      ends_at: new Date(now.getTime() + 86_400_000),
      page: {
        brand: 'Nhà Gốm Bát Tràng',
        tagline: { vn: 'Gốm thủ công từ làng nghề bên sông Hồng', en: 'Hand-made pottery' },
        creative: '/files/pottery.webp',
        landing_url: 'https://shop.example.com/spring?utm_source=fairturn',
      },
    }),
  )
  return { id, code }
}

/** Requests of this many visitors, each with a separate browser. */
export function visitorRequests(codes: readonly string[]): HttpRequest[] {
  return Array.from({ length: VISITORS }, (_, i) => ({
    method: 'GET',
    path: `/r/${codes[i % codes.length]}`,
    headers: {
      'user-agent': agentOf(i),
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'accept-language': 'vi-VN,vi;q=0.9,en;q=0.8',
    },
  }))
}

/** Their bytes, each alone. */
export const requestsFor = (codes: readonly string[]): Buffer[][] =>
  visitorRequests(codes).map((request) => [bytesOf(request)])

if (import.meta.main)
  process.once('message', (order) => void serve(order as Order).then((port) => process.send?.(port)))
