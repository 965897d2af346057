/// <reference types="node" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { User } from '@fairturn/contract/members'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient, type ClientParts } from './client.ts'
import { ApiFailure } from './failure.ts'
import { openSession, type Session } from './session.ts'
import { newKey } from './transport.ts'

interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
type Answer = (seen: ReceivedRequest, response: ServerResponse) => unknown

const user = { _id: 'u1', username: 'thuha', account_balance: '1.00' } as User
const pair = (name: string) => ({ access_token: `${name}-access`, refresh_token: `${name}-refresh`, user })

class MemoryStorage {
  readonly #kept = new Map<string, string>()
  getItem = (key: string) => this.#kept.get(key) ?? null
  setItem = (key: string, value: string) => void this.#kept.set(key, value)
  removeItem = (key: string) => void this.#kept.delete(key)
  keys = () => [...this.#kept.keys()].sort()
  key = (at: number) => [...this.#kept.keys()][at] ?? null
  get length() {
    return this.#kept.size
  }
}
const asStorage = (storage: MemoryStorage) => () => storage as unknown as Storage

let server: Server
let base: string
let seen: ReceivedRequest[]
let answer: Answer
let tab: MemoryStorage
let session: Session
let signedOut: number

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'request-1' })
  response.end(JSON.stringify(body))
}
const expired = { message: 'Token is Expired', code: 'token_is_expired', request_id: 'r' }
const tokenOf = ({ headers }: ReceivedRequest) => headers.authorization?.replace('Bearer ', '')
const requestsTo = (path: string) => seen.filter(({ url }) => url.startsWith(`/api/${path}`))

beforeEach(async () => {
  seen = []
  signedOut = 0
  tab = new MemoryStorage()
  session = openSession(asStorage(tab), asStorage(new MemoryStorage()))
  session.begin(pair('old'))
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const part of request) body += String(part)
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    seen.push(one)
    await answer(one, response)
  }
  server = createServer((request, response) => void hear(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const client = (parts: Partial<ClientParts> = {}) =>
  createClient({ session, base, locale: () => 'jp', onSignedOut: () => (signedOut += 1), ...parts })

const failureOf = async (call: Promise<unknown>): Promise<ApiFailure> => {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof ApiFailure)) throw new Error(`not a failure: ${String(failure)}`)
  return failure
}

/** Accepts only `new-access`; `old-refresh` can be exchanged once. */
const renewing: Answer = (one, response) => {
  if (one.url === '/api/auth/refresh-token') {
    const fresh = requestsTo('auth/refresh-token').length === 1 && one.body.includes('old-refresh')
    return fresh
      ? json(response, 200, { data: pair('new') })
      : json(response, 401, { message: 'over', code: 'refresh_token_is_invalid' })
  }
  return tokenOf(one) === 'new-access' ? json(response, 200, { data: [] }) : json(response, 401, expired)
}

describe('what is sent', () => {
  it('asks past every cache where it must be fresh', async () => {
    answer = (_, response) => json(response, 200, { data: { list: [] } })
    const caches: (RequestCache | undefined)[] = []
    const { call } = client({
      fetch: (url, init) => {
        caches.push(init?.cache)
        return fetch(url, init)
      },
    })
    await call('GET proofs/keys', { fresh: true })
    await call('GET proofs/keys')
    expect(caches).toEqual(['reload', undefined])
  })

  it('contains parameters, query, body, language, token and key', async () => {
    answer = (_, response) => json(response, 200, { data: { list: [] }, message: 'order_taken_successfully' })
    const { call } = client()
    await call('GET orders/:order_id/visits', { params: { order_id: 'a/b' }, query: { cursor: 'c&d' } })
    const key = newKey()
    const { message } = await call('POST orders', { body: { offer_id: 'o1' }, key })
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/orders/a%2Fb/visits?cursor=c%26d', body: '' })
    expect(seen[0]!.headers).toMatchObject({ langcode: 'jp', authorization: 'Bearer old-access' })
    expect(seen[1]).toMatchObject({ method: 'POST', url: '/api/orders', body: '{"offer_id":"o1"}' })
    expect(seen[1]!.headers['idempotency-key']).toBe(key)
    expect(message).toBe('order_taken_successfully')
  })

  it('has unique keys in the format that the server accepts', () => {
    const keys = Array.from({ length: 100 }, newKey)
    expect(new Set(keys).size).toBe(100)
    for (const key of keys) expect(key).toMatch(/^[\w-]{8,100}$/)
  })

  it('uses a preloaded response once, and only for the same token and language', async () => {
    answer = (_, response) => json(response, 200, { data: ['late'] })
    const responses = () => ({ 'GET level': Promise.resolve(Response.json({ data: ['preloaded'] })) })
    const preloaded = { token: 'old-access', locale: 'jp', responses: responses() }
    const { call } = client({ preloaded })
    expect((await call('GET level')).data).toEqual(['preloaded'])
    expect((await call('GET level')).data).toEqual(['late'])
    const other = client({ preloaded: { token: 'old-access', locale: 'vn', responses: responses() } })
    expect((await other.call('GET level')).data).toEqual(['late'])
    const broken = { 'GET level': Promise.reject(new TypeError('gone')) }
    const again = client({ preloaded: { token: 'old-access', locale: 'jp', responses: broken } })
    expect((await again.call('GET level')).data).toEqual(['late'])
  })
})

describe('an expired token', () => {
  it('is renewed once for all requests that fail together, and each is retried', async () => {
    answer = renewing
    const { call } = client()
    await Promise.all(Array.from({ length: 8 }, () => call('GET level')))
    expect(requestsTo('auth/refresh-token')).toHaveLength(1)
    expect(requestsTo('level')).toHaveLength(16)
    expect(tab.getItem('access_token')).toBe('new-access')
    expect(tab.getItem('authToken')).toBe('new-access')
    expect(tab.getItem('refresh_token')).toBe('new-refresh')
    expect(signedOut).toBe(0)
  })

  it('ends the session when it cannot be renewed', async () => {
    answer = (one, response) =>
      one.url.includes('refresh')
        ? json(response, 401, { message: 'over', code: 'x' })
        : json(response, 401, expired)
    const failure = await failureOf(client().call('GET level'))
    expect(failure.status).toBe(401)
    expect(signedOut).toBe(1)
    expect(tab.keys()).toEqual([])
    expect(requestsTo('level')).toHaveLength(1)
  })

  it('is renewed once per request: if the new token is refused too, the session ends', async () => {
    answer = (one, response) =>
      one.url.includes('refresh') ? json(response, 200, { data: pair('new') }) : json(response, 401, expired)
    await failureOf(client().call('GET level'))
    expect(requestsTo('auth/refresh-token')).toHaveLength(1)
    expect(requestsTo('level')).toHaveLength(2)
    expect(signedOut).toBe(1)
  })

  it('does not end the session if the refresh gets no response', async () => {
    answer = (one, response) =>
      one.url.includes('refresh') ? response.destroy() : json(response, 401, expired)
    expect((await failureOf(client().call('GET level'))).kind).toBe('offline')
    expect(signedOut).toBe(0)
    expect(tab.getItem('refresh_token')).toBe('old-refresh')
  })

  it('is renewed by one of two tabs that share the refresh token; the other adopts its tokens', async () => {
    answer = renewing
    const copy = new MemoryStorage()
    const other = openSession(asStorage(copy), asStorage(new MemoryStorage()))
    other.begin(pair('old'))
    const channels = [new BroadcastChannel('tabs'), new BroadcastChannel('tabs')] as const
    const here = client({ channel: channels[0], locks: oneLock() })
    const there = client({ session: other, channel: channels[1], locks: oneLock() })
    await Promise.all([here.call('GET level'), there.call('GET level')])
    // A third tab, duplicated before that and suspended since, comes last.
    const asleep = openSession(asStorage(new MemoryStorage()), asStorage(new MemoryStorage()))
    asleep.begin(pair('old'))
    const third = new BroadcastChannel('tabs')
    await client({ session: asleep, channel: third, locks: oneLock() }).call('GET level')
    for (const channel of [...channels, third]) channel.close()
    expect(requestsTo('auth/refresh-token')).toHaveLength(1)
    expect(copy.getItem('refresh_token')).toBe('new-refresh')
    expect(asleep.refreshToken()).toBe('new-refresh')
    expect(signedOut).toBe(0)
  })

  it('waits for a busy tab that has used the refresh token, instead of using it again', async () => {
    answer = renewing
    const device = asStorage(new MemoryStorage())
    const [first, second] = [new MemoryStorage(), new MemoryStorage()].map((own) =>
      openSession(asStorage(own), device),
    )
    first!.begin(pair('old'))
    second!.begin(pair('old'))
    const [busy, asking] = [new BroadcastChannel('tabs'), new BroadcastChannel('tabs')] as const
    let isOpen = true
    const listen = busy.addEventListener.bind(busy)
    busy.addEventListener = ((type: string, heard: (event: MessageEvent) => void) =>
      listen(
        type as 'message',
        (event) => void setTimeout(() => isOpen && heard(event), 400),
      )) as typeof busy.addEventListener
    await client({ session: first!, channel: busy, locks: oneLock() }).call('GET level')
    await client({ session: second!, channel: asking, locks: oneLock() }).call('GET level')
    isOpen = false
    for (const channel of [busy, asking]) channel.close()
    expect(requestsTo('auth/refresh-token')).toHaveLength(1)
    expect(second!.refreshToken()).toBe('new-refresh')
    expect(signedOut).toBe(0)
  })

  it('is not assumed for a wrong password: that 401 is an ordinary refusal', async () => {
    answer = (_, response) =>
      json(response, 401, { message: 'no', code: 'username_or_password_is_incorrect' })
    const failure = await failureOf(
      client().call('POST auth/login', { body: { username: 'a', password: 'b' } }),
    )
    expect(failure).toMatchObject({
      kind: 'refused',
      code: 'username_or_password_is_incorrect',
      message: 'no',
    })
    expect(signedOut).toBe(0)
    expect(session.accessToken()).toBe('old-access')
  })
})

describe('the end of a session', () => {
  it('is caused by the second 403, not the first', async () => {
    answer = (_, response) => json(response, 403, { message: 'not yours', code: 'not_your_account' })
    const { call } = client()
    await failureOf(call('GET level'))
    expect(signedOut).toBe(0)
    await failureOf(call('GET level'))
    expect(signedOut).toBe(1)
    expect(session.accessToken()).toBeNull()
  })

  it('starts counting 403s from zero for every session', async () => {
    answer = (_, response) => json(response, 403, { message: 'not yours', code: 'not_your_account' })
    const { call } = client()
    await failureOf(call('GET level'))
    session.begin(pair('next'))
    await failureOf(call('GET level'))
    expect(signedOut).toBe(0)
  })

  it('is caused by a 401 that says that the session has ended', async () => {
    answer = (_, response) => json(response, 401, { message: 'ended', code: 'session_has_ended' })
    await failureOf(client().call('GET level'))
    expect(signedOut).toBe(1)
  })

  it('reports the reason if it was a security lock, which only a renewal reveals; otherwise none', async () => {
    const lock = { kind: 'security', reason: 'A takeover.' }
    let renewal: [number, object] = [423, { code: 'your_account_has_been_locked', details: lock }]
    answer = ({ url }, response) =>
      url.endsWith('auth/refresh-token')
        ? json(response, ...renewal)
        : json(response, 401, { message: 'ended', code: 'session_has_ended' })
    const locks: unknown[] = []
    const signOut = async () => {
      session.begin(pair('old'))
      const { call } = client({ onLocked: (why) => locks.push([session.accessToken(), why]) })
      await failureOf(call('GET level'))
    }
    await signOut()
    await expect.poll(() => locks).toEqual([[null, lock]])
    renewal = [401, { message: 'over', code: 'refresh_token_is_invalid' }]
    await signOut()
    await expect.poll(() => requestsTo('auth/refresh-token')).toHaveLength(2)
    expect(locks).toHaveLength(1)
    expect(signedOut).toBe(2)
  })
})

describe('failures', () => {
  it('have the server’s code, text, fields and reference', async () => {
    const details = { fields: [{ field: 'phone', code: 'phone_is_invalid' }] }
    answer = (_, response) =>
      json(response, 422, { message: 'phone?', code: 'phone_is_invalid', details, request_id: 'r-7' })
    const failure = await failureOf(client().call('GET level'))
    expect(failure).toMatchObject({ kind: 'refused', status: 422, message: 'phone?', request_id: 'r-7' })
    expect(failure.fields).toEqual({ phone: 'phone_is_invalid' })
    expect(failure.outcomeIsKnown).toBe(true)
  })

  it('distinguish offline from a timeout, and neither has a known outcome', async () => {
    answer = (_, response) => response.destroy()
    const gone = await failureOf(client().call('GET level'))
    expect(gone).toMatchObject({ kind: 'offline', code: 'no_connection', outcomeIsKnown: false })
    answer = () => undefined
    const slow = await failureOf(client().call('GET level', { timeoutMs: 50 }))
    expect(slow).toMatchObject({ kind: 'timeout', code: 'timed_out', outcomeIsKnown: false })
  })

  it('do not include an abort by the caller', async () => {
    answer = () => undefined
    const stop = new AbortController()
    const call = client().call('GET level', { signal: stop.signal })
    setTimeout(() => stop.abort(), 20)
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('include an unreadable response as a fault, with its reference', async () => {
    answer = (_, response) => {
      response.writeHead(502, { 'x-request-id': 'r-9' })
      response.end('<html>Bad gateway</html>')
    }
    const failure = await failureOf(client().call('GET level'))
    expect(failure).toMatchObject({ kind: 'fault', status: 502, request_id: 'r-9', outcomeIsKnown: false })
  })

  it('include a response without data, whatever its status', async () => {
    answer = (_, response) => json(response, 200, { message: 'the bank does not exist' })
    expect((await failureOf(client().call('GET level'))).message).toBe('the bank does not exist')
  })

  it('include an upload whose error_code is not 0', async () => {
    const file = new File(['x'], 'me.png', { type: 'image/png' })
    answer = (_, response) => json(response, 200, { error_code: 0, url: '/files/me.webp' })
    expect(await client().upload('u1', file)).toBe('/files/me.webp')
    expect(seen[0]!.headers['content-type']).toMatch(/^multipart\/form-data/)
    answer = (_, response) => json(response, 200, { error_code: 3 })
    expect((await failureOf(client().upload('u1', file))).code).toBe('error_please_try_again')
  })

  it('a file is fetched with the session’s token, which is renewed if it has expired', async () => {
    answer = (one, response) => {
      if (one.url.endsWith('/refresh-token')) return json(response, 200, { data: pair('new') })
      if (tokenOf(one) === 'old-access') return json(response, 401, expired)
      response.writeHead(200, { 'content-type': 'text/csv' })
      return response.end('at,amount')
    }
    expect(await (await client().download('statements/export?format=csv')).text()).toBe('at,amount')
    expect(requestsTo('statements/export?format=csv').map(tokenOf)).toEqual(['old-access', 'new-access'])
  })

  it('a refused file is a failure with its reason, not a file', async () => {
    answer = (_, response) => json(response, 429, { message: 'too many', code: 'too_many_requests' })
    const failure = await failureOf(client().download('statements/export?format=csv'))
    expect(failure).toMatchObject({ kind: 'refused', code: 'too_many_requests' })
  })
})

/** A lock shared by all tabs of a browser, reduced to what the client uses. */
let line: Promise<unknown> = Promise.resolve()
function oneLock(): NonNullable<ClientParts['locks']> {
  const request = (_: string, work: () => Promise<unknown>) => {
    const turn = line.then(work)
    line = turn.catch(() => undefined)
    return turn
  }
  return { request } as unknown as NonNullable<ClientParts['locks']>
}
