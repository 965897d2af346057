// HTTP requests of a drill: a response counts only when its last byte has arrived, and a request without a response is
// retried with the same idempotency key until it is accepted or refused.
import { randomUUID } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf, Endpoint, SentBodyOf, SentParamsOf, SentQueryOf } from '@fairturn/contract/endpoint'
import { random } from './random.ts'

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const TIMEOUT_MS = 15_000
/** Exponential backoff: immediate retries only delay others. */
const PAUSE_MS = 100
const MAX_PAUSE_MS = 1_600
const DOUBT_PAUSE_MS = 1_000
/**
 * A request without a response may still be in flight. A claim, or an operator's call, stores no refusal under its key
 * and can succeed after it was refused elsewhere; so such a refusal counts only if the request is older than this.
 */
const UNDER_WAY_MS = 30_000
/** The same if the process is dead: at most its COMMIT is in flight. */
const COMMITS_WITHIN_MS = 3_000
/** Timeout of a request, including retries. */
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
  readonly timeoutMs?: number
}

/** undefined: the connection broke, or the response was not complete before the timeout. */
export function send({ port, path, ...more }: RawRequest): Promise<RawAnswer | undefined> {
  const { method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS } = more
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
    const late = setTimeout(() => stats.destroy(), timeoutMs)
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
  /** Without a response, or with 5xx or 429, and settled later by a retry. */
  unknown: number
  /** Attempts without a result. */
  silent: number
  /** For a control: retries use a new key, so that they are not idempotent. */
  new_keys: boolean
  /** Sessions may end for another reason than data loss: a clock jumped. */
  sessions_end: boolean
  /** Connections may end because their process was killed. */
  killed: boolean
  /** No response can be expected any more: stop retrying. */
  hopeless: boolean
  /** Never settled. */
  unsettled: string[]
  /** Number of refusals by code. */
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

/** A single request to one process; undefined without a response, or for 5xx or 429. */
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
  const query = new URLSearchParams(sent.query ?? {}).toString()
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
 * Retries until it is accepted or refused, each time at a random process, always with the same idempotency key; `sent`
 * returns each attempt's headers. Rejects after two minutes; the request is then in `unsettled`.
 */
export async function settle<E extends Endpoint>(
  stats: CallStats,
  ports: readonly number[],
  endpoint: E,
  sent: () => CallInput<E> | Promise<CallInput<E>>,
): Promise<CallAnswer<E>> {
  let untilMs = performance.now() + SETTLED_WITHIN_MS
  let silent = false
  let doubtUntilMs = -Infinity
  let pauseMs = PAUSE_MS
  for (;;) {
    const askedMs = performance.now()
    const again = silent && stats.new_keys ? { key: newKey() } : {}
    const answer = await tryOnce(anyOf(ports), endpoint, { ...(await sent()), ...again })
    // Members’ other calls store their refusal, or move nothing.
    const keeps = endpoint.auth !== 'staff' && endpoint.idempotency !== 'repeatable'
    const doubtful = endpoint.method !== 'GET' && !keeps && performance.now() < doubtUntilMs
    if (answer !== undefined && (answer.status === 200 || !doubtful)) {
      if (silent) stats.unknown += 1
      if (answer.status !== 200) stats.refused.set(answer.code, (stats.refused.get(answer.code) ?? 0) + 1)
      return answer
    }
    if (answer === undefined) {
      stats.silent += 1
      silent = true
      const now_ms = performance.now()
      const ended = stats.killed && now_ms - askedMs < TIMEOUT_MS
      const settledMs = ended ? now_ms + COMMITS_WITHIN_MS : askedMs + UNDER_WAY_MS
      doubtUntilMs = Math.max(doubtUntilMs, settledMs)
    } else {
      // It was answered; while something is killed every few seconds, a refusal may stay uncertain.
      untilMs = performance.now() + SETTLED_WITHIN_MS
    }
    if (stats.hopeless || performance.now() > untilMs) {
      stats.unsettled.push(`${endpoint.method} ${endpoint.path}`)
      throw new Error(`${endpoint.path} was never answered`)
    }
    await sleep(answer === undefined ? pauseMs : DOUBT_PAUSE_MS)
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
  }
}

export const anyOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
