import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '@fairturn/contract/ids'
import { DEFAULT_LOCALE, type Locale } from '@fairturn/contract/locales'
import type { MessageCode } from '@fairturn/contract/messages'
// The HTTP server of every role: security headers, one error format, no internals in a response.
import cors, { type FastifyCorsOptionsDelegateCallback } from '@fastify/cors'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'
import { isUnavailable } from '../database/database.ts'
import { openLog } from '../telemetry/log.ts'
import { recordRefusal, watchRequests } from '../telemetry/requests.ts'
import { textOf } from '../texts/messages.ts'
import { localeOfRequest } from './bind.ts'
import { readJsonAlone } from './json.ts'
import { isPlainHttp, PERMISSIONS_POLICY, receivingWithin, RECEIVE_WITHIN } from './protocol.ts'
import { Refusal, refuse } from './refusal.ts'

const BODY_LIMIT = 64 * 1024
/** Longer than any URL that Node accepts, so that schemas validate parameters instead of the router. */
const MAX_PARAM_LENGTH = 64 * 1024

/** A Fastify instance without routes. `scriptHashes`: CSP hashes of the app's inline scripts. */
export async function openServer(
  config: Config,
  scriptHashes: readonly string[] = [],
  receiveWithin: typeof RECEIVE_WITHIN = RECEIVE_WITHIN,
): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = openLog(config.logLevel)
  const fastify = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    genReqId: () => newId(new Date()),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    ...receivingWithin(receiveWithin),
    forceCloseConnections: 'idle',
    // Graceful shutdown: requests on open connections are still answered.
    return503OnClosing: false,
    rewriteUrl: (request) => readableUrl(request.url ?? '/'),
    clientErrorHandler: answerUnreadable,
  })
  watchRequests(fastify)
  const ownHeaders = securityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'"],
        connectSrc: ["'self'", ...(config.apiOrigin === undefined ? [] : [config.apiOrigin])],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // Equivalent to frame-ancestors, which browsers that know both prefer.
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: config.publicOrigin?.startsWith('https:') ?? false,
  })
  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers(ownHeaders).header('x-request-id', request.id)
    if (!isPlainHttp(request.raw)) {
      reply.header('connection', 'close')
      throw refuse('request_is_malformed')
    }
    if (request.url.startsWith('/files/')) reply.header('content-security-policy', FILE_POLICY)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (request.url === UNREADABLE) throw refuse('request_is_malformed')
  })
  if (config.publicOrigin !== undefined)
    await fastify.register(cors, { delegator: corsFor(config.publicOrigin) })
  readJsonAlone(fastify)
  fastify.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
  return fastify
}

/** What was uploaded is shown, and runs nothing, also where it is opened alone. */
const FILE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Security headers, computed once: as a hook, helmet would compute them for every response. */
function securityHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS_POLICY }
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error
  })
  return headers
}

/**
 * CORS: the member app's origin may call the API on any host and read the headers it needs (`Date` for countdowns). Never
 * with cookies, which only staff have, and never for calls of the back office.
 */
function corsFor(publicOrigin: string): FastifyCorsOptionsDelegateCallback {
  const members = {
    origin: new URL(publicOrigin).origin,
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'langcode', 'idempotency-key'],
    exposedHeaders: ['x-request-id', 'retry-after', 'date', 'content-disposition'],
    // Seconds; Chromium's maximum. Without it each call needs a preflight, two round trips.
    maxAge: 7200,
    // An OPTIONS request that is no preflight is handled like any other method.
    strictPreflight: false,
  }
  return (request, done) => {
    const [path = ''] = request.url.split('?', 1)
    const theirs = path.startsWith('/api/') && !path.startsWith('/api/backoffice/')
    done(null, theirs ? members : { ...members, origin: false })
  }
}

// The router answers malformed URLs in its own format; they are rerouted to this path instead.
const UNREADABLE = '/api/-unreadable'
/** Not a valid link code: people who follow a mangled link get the links' own page. */
const UNREADABLE_LINK = '/r/-'

/** Letters, digits and `-._~`, for which percent-encoding changes nothing (RFC 3986, 2.3). */
const ENCODED_NEEDLESSLY = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi

/** The router decodes paths: without this normalization `/%61pi/…` would reach a call past what is decided by its path. */
function readableUrl(url: string): string {
  if (!isReadable(url)) return url.startsWith('/r/') ? UNREADABLE_LINK : UNREADABLE
  const [path = ''] = url.split('?', 1)
  return path.replace(ENCODED_NEEDLESSLY, decodeURIComponent) + url.slice(path.length)
}

function isReadable(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%')) return true
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

const STATUS_OF_FAULT: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Malformed, oversized or slow requests never reach a handler: answered on the socket, then closed. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({
    message: textOf('request_is_malformed', DEFAULT_LOCALE),
    code: 'request_is_malformed',
    request_id: newId(new Date()),
  })
  const head = [
    `HTTP/1.1 ${STATUS_OF_FAULT[error.code ?? ''] ?? '400 Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) return sendRefusal(error, request, reply)
  const length = error.statusCode === 416 ? lengthIn(error) : undefined
  if (length !== undefined) reply.header('content-range', length)
  const code = codeOfFault(error)
  if (code === 'error_please_try_again' || code === 'service_is_busy') request.log.error(error)
  return sendRefusal(refuse(code), request, reply)
}

/** How long the file is (RFC 9110, 15.5.17), as the stores say. */
const lengthIn = (error: FastifyError): string | undefined =>
  (error as { headers?: Readonly<Record<string, string>> }).headers?.['Content-Range']

/** Maps faults of the framework or the database to a code. Anything unknown is an internal error, without details. */
function codeOfFault(error: FastifyError): MessageCode {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) return 'body_is_too_large'
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'media_type_is_not_supported'
  if (error.code === 'FST_ERR_NOT_FOUND') return 'route_is_unknown'
  if (error.statusCode === 416) return 'range_is_not_satisfiable'
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return 'request_is_malformed'
  if (isUnavailable(error) || error.code === 'FILE_STORE_UNAVAILABLE') return 'service_is_busy'
  return 'error_please_try_again'
}

/** Values that a message text may include. */
const wordsOf = ({ details = {} }: Refusal): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details).filter((detail): detail is [string, string] => typeof detail[1] === 'string'),
  )

/** The single error format. */
export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const locale: Locale = localeOfRequest(request)
  recordRefusal(request, refusal.code)
  if (refusal.status === 429 || refusal.status === 503) reply.header('retry-after', '5')
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      message: textOf(refusal.code, locale, wordsOf(refusal)),
      code: refusal.code,
      details: refusal.details,
      request_id: request.id,
    })
}
