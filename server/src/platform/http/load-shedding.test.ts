import { once } from 'node:events'
// Load shedding: who is refused, what occupies a slot, and that every slot is released.
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { shedLoad } from './load-shedding.ts'
import { openServer } from './server.ts'

const MAX = 3
let server: FastifyInstance
/** Completes the waiting calls, in order. */
let waiting: (() => void)[]
let calls: Promise<{ statusCode: number }>[]

beforeEach(async () => {
  const config = loadConfig({ DATABASE_URL: 'postgres://unused', LOG_LEVEL: 'silent' })
  server = await openServer(config)
  shedLoad(server, MAX)
  waiting = []
  server.get('/api/slow', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { data: 'answered' }
  })
  server.get('/api/quick', async () => ({ data: 'answered' }))
  server.get('/api/fault', async () => Promise.reject(new Error('a fault of ours')))
  server.get('/page', async () => 'a page')
  server.post('/api/upload', async () => ({ data: 'answered' }))
  server.get('/api/stream', (_request, reply) => {
    const stream = new PassThrough()
    stream.write('open')
    return reply.send(stream)
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => {
  for (const answer of waiting) answer()
  server.server.closeAllConnections()
  return server.close()
})

const get = (path: string) => server.inject(`/api/${path}`)
const portOf = () => (server.server.address() as AddressInfo).port

/** Occupies every slot. */
async function fill(): Promise<void> {
  calls = Array.from({ length: MAX }, () => get('slow'))
  await expect.poll(() => waiting.length).toBe(MAX)
}

test('one call above the limit is refused at once with a retry time, and the others succeed', async () => {
  await fill()
  const refused = await get('quick')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.json()).toMatchObject({ code: 'service_is_busy' })
  for (const answer of waiting) answer()
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

test('a slot is released after a response, a refusal and a fault', async () => {
  await fill()
  for (let i = 0; i < 2 * MAX; i++) expect((await get('quick')).statusCode).toBe(503)
  for (const answer of waiting.splice(0)) answer()
  await Promise.all(calls)
  for (let i = 0; i < 2 * MAX; i++) expect((await get('fault')).statusCode).toBe(500)
  for (let i = 0; i < 2 * MAX; i++) expect((await get('quick')).statusCode).toBe(200)
  await fill()
  expect((await get('quick')).statusCode).toBe(503)
})

test('pages are served nevertheless', async () => {
  await fill()
  expect((await server.inject('/page')).body).toBe('a page')
})

test('a slow request body occupies no slot, nor does an open stream', async () => {
  const senders = Array.from({ length: 2 * MAX }, () => connect(portOf(), '127.0.0.1'))
  for (const sender of senders)
    sender.write(
      'POST /api/upload HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    )
  const readers = Array.from({ length: 2 * MAX }, () => connect(portOf(), '127.0.0.1'))
  for (const reader of readers) reader.write('GET /api/stream HTTP/1.1\r\nhost: a\r\n\r\n')
  await Promise.all(readers.map((reader) => once(reader, 'data')))
  expect((await get('quick')).statusCode).toBe(200)
  for (const socket of [...senders, ...readers]) socket.destroy()
})

test('a client that disconnects before its response releases its slot once the call ends', async () => {
  const gone = Array.from({ length: MAX }, () => connect(portOf(), '127.0.0.1'))
  for (const client of gone) client.write('GET /api/slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await expect.poll(() => waiting.length).toBe(MAX)
  for (const client of gone) client.destroy()
  expect((await get('quick')).statusCode).toBe(503)
  for (const answer of waiting.splice(0)) answer()
  await expect.poll(async () => (await get('quick')).statusCode).toBe(200)
})
