// SSRF protection: fetches URLs that came from outside, such as landing pages and push services. Never connects to a
// non-public address, whatever host name, notation, DNS or redirects say (safe-fetch.test.ts). Own code: no maintained
// library pins the connection to the address it checked (DNS rebinding).
import { Resolver } from 'node:dns/promises'
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import ipaddr from 'ipaddr.js'
import { isPublic } from './address.ts'

export type FetchBlockedReason =
  | 'url_is_invalid'
  | 'host_is_not_public'
  | 'port_is_not_allowed'
  | 'too_many_redirects'
  | 'unreachable'
  | 'too_slow'
  | 'too_large'

/** Why the fetch was blocked or stopped; thrown also after too many redirects. */
export class FetchBlocked extends Error {
  readonly reason: FetchBlockedReason
  readonly redirects: number
  constructor(reason: FetchBlockedReason, redirects = 0, cause?: unknown) {
    super(`outside: ${reason}`, { cause })
    this.reason = reason
    this.redirects = redirects
  }
}

export interface Address {
  readonly address: string
  readonly family: number
}

export interface SafeFetchOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Limit of the response body as sent (before decompression). */
  readonly maxBytes: number
  /** Beyond the limit: refuse as `too_large`, or truncate. */
  readonly beyond?: 'refuse' | 'cut'
  /** Timeout for everything: DNS, redirects, body. */
  readonly timeoutMs: number
  /** Each target is checked like the first URL. None by default. */
  readonly maxRedirects?: number
  /** Allowed ports; 80 and 443 by default. */
  readonly ports?: readonly number[]
  /** For tests and development only: allows loopback too, at any port. */
  readonly allowLoopback: boolean
  /** By default `resolveName`. */
  readonly resolve?: (host: string, signal: AbortSignal) => Promise<readonly Address[]>
}

export interface SafeFetchResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** The final URL. */
  readonly url: URL
  readonly redirects: number
}

/**
 * Fetches without cookies or credentials. A name is resolved once, all addresses returned must be public, and the
 * connection is pinned to them. Throws FetchBlocked; an HTTP error status is returned as a response.
 */
export async function safeFetch(address: string, options: SafeFetchOptions): Promise<SafeFetchResponse> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  let redirects = 0
  try {
    for (let url = readPublicUrl(address, options); ;) {
      const addresses = await within(signal, checkedAddresses(url, options, signal))
      const answer = await within(signal, send(url, addresses, options, signal))
      const next = redirectOf(answer)
      if (next === undefined) return { ...(await readAnswer(answer, options, signal)), url, redirects }
      answer.destroy()
      if (redirects >= (options.maxRedirects ?? 0)) throw new FetchBlocked('too_many_redirects')
      redirects += 1
      url = readPublicUrl(absolute(next, url), options)
    }
  } catch (error) {
    if (error instanceof FetchBlocked) throw new FetchBlocked(error.reason, redirects, error.cause)
    throw new FetchBlocked(signal.aborted ? 'too_slow' : 'unreachable', redirects, error)
  }
}

/** Resolves a relative redirect. The host of an absolute one is checked as written. */
const absolute = (location: string, base: URL): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(location) ? location : (URL.parse(location, base.href)?.href ?? location)

/**
 * Refuses `url_is_invalid` (not http(s), credentials in it, a host in a non-canonical notation: decimal, octal,
 * full-width, a trailing dot), `port_is_not_allowed` and `host_is_not_public`.
 */
export function readPublicUrl(
  text: string,
  { allowLoopback, ports = [80, 443] }: Pick<SafeFetchOptions, 'allowLoopback' | 'ports'>,
): URL {
  const written = /^https?:\/\/([^/?#\\]*)(?:[/?#]|$)/i.exec(text)?.[1]
  const url = URL.parse(text)
  if (url === null || written === undefined || written.includes('@')) throw new FetchBlocked('url_is_invalid')
  const host = written.replace(/:\d*$/, '').toLowerCase()
  if (allowLoopback && isLoopback(url.hostname)) return url
  if (isInnerName(url.hostname)) throw new FetchBlocked('host_is_not_public')
  const literal = isIP(bare(url.hostname)) !== 0
  if (literal && !isPublic(bare(url.hostname))) throw new FetchBlocked('host_is_not_public')
  const meant = [url.hostname, domainToUnicode(url.hostname)]
  if (!meant.includes(host.normalize('NFC')) && !(literal && host.startsWith('[')))
    throw new FetchBlocked('url_is_invalid')
  if (!literal && !isPublicName(url.hostname)) throw new FetchBlocked('url_is_invalid')
  if (!ports.includes(portOf(url))) throw new FetchBlocked('port_is_not_allowed')
  return url
}

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Names of a machine or a local network (RFC 6761, 6762, 8375, 9476 and common private ones). */
const INNER =
  /(^|\.)(localhost|local|internal|intranet|private|corp|home|lan|test|invalid|onion|alt|arpa)\.*$/

const isInnerName = (hostname: string): boolean => INNER.test(hostname)

/** At least two labels of letters, digits and hyphens, the last one not numeric. */
const isPublicName = (hostname: string): boolean =>
  hostname.length <= 253 &&
  /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*\.(?!-)(?!\d+$)[a-z0-9-]{2,63}(?<!-)$/.test(
    hostname,
  )

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  (isIP(bare(hostname)) !== 0 && ipaddr.parse(bare(hostname)).range() === 'loopback')

async function checkedAddresses(
  url: URL,
  options: SafeFetchOptions,
  signal: AbortSignal,
): Promise<readonly Address[]> {
  const host = bare(url.hostname)
  const family = isIP(host)
  const found =
    family === 0 ? await (options.resolve ?? resolveName)(host, signal) : [{ address: host, family }]
  if (found.length === 0) throw new FetchBlocked('unreachable')
  const allowed = ({ address }: Address) =>
    isPublic(address) || (options.allowLoopback && isLoopback(address))
  if (!found.every(allowed)) throw new FetchBlocked('host_is_not_public')
  return found
}

const LOOPBACK: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Addresses of a name, from DNS alone. `lookup` would hold one of libuv's four threads until the system's resolver gives
 * up, whatever the caller's timeout, and a few names whose servers never answer would stop hashing and files. Rejects
 * with the DNS error if there is no address, and when the signal aborts. `servers` replaces the system's DNS servers.
 */
export async function resolveName(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly Address[]> {
  if (host === 'localhost') return LOOPBACK
  const resolver = new Resolver()
  if (servers !== undefined) resolver.setServers(servers)
  const stop = () => resolver.cancel()
  signal.addEventListener('abort', stop, { once: true })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', stop)
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length === 0 && four.status === 'rejected') throw dnsError(four.reason)
  return found
}

/** A DNS server that refuses the connection is no page that does (landing.ts). */
const dnsError = (error: Error & { code?: string }): Error =>
  error.code === 'ECONNREFUSED'
    ? Object.assign(new Error('no DNS server', { cause: error }), { code: 'EAI_AGAIN' })
    : error

function send(
  url: URL,
  addresses: readonly Address[],
  options: SafeFetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: options.method ?? 'GET',
        headers: { 'accept-encoding': 'identity', ...options.headers },
        agent: false,
        signal,
        // Node requests all addresses or one; either way it gets the checked ones.
        lookup: (_host, { all }, found) =>
          all ? found(null, [...addresses]) : found(null, addresses[0]!.address, addresses[0]!.family),
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
}

function redirectOf({ statusCode, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode ?? 0) ? headers.location : undefined
}

async function readAnswer(answer: IncomingMessage, options: SafeFetchOptions, signal: AbortSignal) {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes <= options.maxBytes) continue
      if (options.beyond !== 'cut') throw new FetchBlocked('too_large')
      break
    }
  } finally {
    answer.destroy()
  }
  const body = Buffer.concat(chunks).subarray(0, options.maxBytes)
  return { status: answer.statusCode!, headers: answer.headers, body }
}

/** So that a slow DNS lookup takes no slot beyond the timeout. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const late = Promise.withResolvers<never>()
  const stop = () => late.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, late.promise])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => undefined)
  }
}
