// How a drill calls HTTP: an answer counts only when its last byte has arrived, and an unanswered request
// is retried with the same key until it is accepted or refused.
import { randomUUID } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf, Endpoint, SentBodyOf, SentParamsOf, SentQueryOf } from '@fairturn/contract/endpoint'
import { random } from './random.ts'

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const PATIENCE_MS = 15_000
/** Exponential back-off: immediate retries only make the others wait. */
const PAUSE_MS = 100
const MAX_PAUSE_MS = 1_600
const DOUBT_PAUSE_MS = 1_000
/**
 * A request without an answer may still be in flight. A claim, or an operator's call, stores no refusal
 * under its key and can succeed after it was refused elsewhere; such a refusal counts only when the request
 * is older than this.
 */
const UNDER_WAY_MS = 30_000
/** The same where the process that was asked is dead: at most its COMMIT. */
const COMMITS_WITHIN_MS = 3_000
/** The timeout of a request. */
const SETTLED_WITHIN_MS = 120_000

interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface RawRequest {
  readonly port: number
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeout_ms?: number
}

/** undefined: the connection broke, or there was no whole answer in time. */
export function send({ port, path, ...more }: RawRequest): Promise<RawAnswer | undefined> {
  const { method = 'GET', headers = {}, body, timeout_ms = PATIENCE_MS } = more
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const stats = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, ...length },
    })
    const late = setTimeout(() => stats.destroy(), timeout_ms)
    const over = (answer: RawAnswer | undefined) => {
      clearTimeout(late)
      resolve(answer)
    }
    stats.once('error', () => over(undefined))
    stats.once('close', () => over(undefined))
    stats.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('error', () => over(undefined))
      response.once('end', () => {
        if (!response.complete) return over(undefined)
        over({ status: response.statusCode ?? 0, headers: response.headers, body: text })
      })
    })
    stats.end(body)
  })
}

export interface CallInput<E extends Endpoint> {
  readonly params?: SentParamsOf<E>
  readonly query?: SentQueryOf<E>
  readonly body?: SentBodyOf<E>
  readonly key?: string
  readonly headers: Readonly<Record<string, string>>
}

export interface CallAnswer<E extends Endpoint> {
  readonly status: number
  readonly data: AnswerOf<E>
  readonly code: string
  readonly details: Record<string, unknown> | undefined
}

/** Statistics of a drill's requests. */
export interface CallStats {
  /** Without an answer, or with 5xx or 429, and settled later by a retry. */
  unknown: number
  /** Attempts without an outcome. */
  silent: number
  /** For a control: retries take a new key, as nobody may. */
  new_keys: boolean
  /** Sessions may end for another reason than a lost database: a clock jumped. */
  sessions_end: boolean
  /** A connection ends because its process was killed, not on the way. */
  killed: boolean
  /** Nobody will ever answer again: stop retrying. */
  hopeless: boolean
  /** Never settled. */
  unsettled: string[]
  /** How often each refusal was received. */
  refused: Map<string, number>
}

export const newStats = (): CallStats => ({
  unknown: 0,
  silent: 0,
  new_keys: false,
  sessions_end: false,
  killed: false,
  hopeless: false,
  unsettled: [],
  refused: new Map(),
})

export const newKey = (): string => randomUUID()

/** One request to one process; undefined when there was no answer, or one of 5xx or 429. */
export async function tryOnce<E extends Endpoint>(
  port: number,
  endpoint: E,
  sent: CallInput<E>,
): Promise<CallAnswer<E> | undefined> {
  const raw = await send({ port, ...wireOf(endpoint, sent) })
  if (raw === undefined || raw.status >= 500 || raw.status === 429) return undefined
  const answer = JSON.parse(raw.body) as CallAnswer<E>
  return { ...answer, status: raw.status }
}

function wireOf<E extends Endpoint>(endpoint: E, sent: CallInput<E>): Omit<RawRequest, 'port'> {
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String((sent.params as Record<string, unknown>)[name])),
  )
  const query = new URLSearchParams((sent.query ?? {}) as Record<string, string>).toString()
  const headers = {
    'user-agent': 'drill',
    langcode: 'en',
    ...(sent.key !== undefined && { 'idempotency-key': sent.key }),
    ...sent.headers,
  }
  const address = { path: `/api/${path}${query === '' ? '' : `?${query}`}`, headers }
  if (endpoint.method === 'GET') return address
  const body = JSON.stringify(sent.body ?? {})
  return {
    ...address,
    method: endpoint.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  }
}

/**
 * Retries until it is accepted or refused, each time at a random process, always with the same key; `sent`
 * gives each attempt its headers. Rejects after two minutes without an answer; the request is then in `unsettled`.
 */
export async function settle<E extends Endpoint>(
  stats: CallStats,
  ports: readonly number[],
  endpoint: E,
  sent: () => CallInput<E> | Promise<CallInput<E>>,
): Promise<CallAnswer<E>> {
  let until_ms = performance.now() + SETTLED_WITHIN_MS
  let silent = false
  let doubt_until_ms = -Infinity
  let pause_ms = PAUSE_MS
  for (;;) {
    const asked_ms = performance.now()
    const again = silent && stats.new_keys ? { key: newKey() } : {}
    const answer = await tryOnce(anyOf(ports), endpoint, { ...(await sent()), ...again })
    // Members’ other calls store their refusal, or move nothing.
    const keeps = endpoint.auth !== 'staff' && endpoint.idempotency !== 'repeatable'
    const doubtful = endpoint.method !== 'GET' && !keeps && performance.now() < doubt_until_ms
    if (answer !== undefined && (answer.status === 200 || !doubtful)) {
      if (silent) stats.unknown += 1
      if (answer.status !== 200) stats.refused.set(answer.code, (stats.refused.get(answer.code) ?? 0) + 1)
      return answer
    }
    if (answer === undefined) {
      stats.silent += 1
      silent = true
      const now_ms = performance.now()
      const ended = stats.killed && now_ms - asked_ms < PATIENCE_MS
      const settled_ms = ended ? now_ms + COMMITS_WITHIN_MS : asked_ms + UNDER_WAY_MS
      doubt_until_ms = Math.max(doubt_until_ms, settled_ms)
    } else {
      // It is answered; where something is killed every few seconds, a refusal may stay in doubt for as
      // long as that lasts.
      until_ms = performance.now() + SETTLED_WITHIN_MS
    }
    if (stats.hopeless || performance.now() > until_ms) {
      stats.unsettled.push(`${endpoint.method} ${endpoint.path}`)
      throw new Error(`${endpoint.path} was never answered`)
    }
    await sleep(answer === undefined ? pause_ms : DOUBT_PAUSE_MS)
    pause_ms = Math.min(pause_ms * 2, MAX_PAUSE_MS)
  }
}

export const anyOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
