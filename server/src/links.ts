// The public link service; shares only the database with web. A page is sent only once its visit is durable, and visitors
// are redirected only to the campaign's own URL (storage.test.ts, links.test.ts).
import { type Locale } from '@fairturn/contract/locales'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/database.ts'
import { isPlainHttp, PERMISSIONS_POLICY, receivingWithin } from './platform/http/protocol.ts'
import { openLog } from './platform/telemetry/log.ts'
import { watchRequests } from './platform/telemetry/requests.ts'
import {
  type Link,
  type Page,
  type PageError,
  type Visits,
  BEACON_SCRIPT,
  type Beacons,
  type Reports,
  type SentReport,
  clickUrl,
  endedLinkRedirects,
  iconRoutes,
  isLive,
  localeOfBrowser,
  openBeacons,
  openReports,
  openVisits,
  recognise,
  refusedFetch,
  refusedForm,
  renderPage,
  renderErrorPage,
  renderOutcome,
  renderReportForm,
  renderThanks,
  renderUnknownReport,
} from './tracking/link-service.ts'

export interface LinkOptions {
  config: Config
  database: Database
}

const BODY_LIMIT = 1024
/** A thousand characters of any language, percent-encoded. */
const REPORT_BODY_LIMIT = 16_384
const MAX_PAGES_PER_LINK = 32
const MAX_HOST_LENGTH = 260
const STATUS: Record<PageError, number> = { unknown: 404, ended: 410, retry: 503 }

/** CORS: advertisers' pages load and call these from their own origins. */
const OPEN_TO_ALL = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
const SCRIPT_HEADERS = {
  ...OPEN_TO_ALL,
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=86400',
  'x-content-type-options': 'nosniff',
}

/** Cache of rendered pages per link, by language and origin; invalidated when the link is reloaded. */
type PageCache = WeakMap<Link, Map<string, Page>>

/** The link service on its own HTTP server, isolated from the rest. Not listening yet. */
export async function linkServer({ config, database }: LinkOptions): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = openLog(config.logLevel)
  const fastify = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    ...receivingWithin(),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The router would answer malformed URLs in its own format.
    frameworkErrors: (_error, request, reply) => void sendErrorPage(config, request, reply, 'unknown'),
  })
  watchRequests(fastify)
  const origin = config.linkOrigin ?? config.publicOrigin
  const overHttps = origin?.startsWith('https:') === true
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-frame-options', 'DENY').header('permissions-policy', PERMISSIONS_POLICY)
    if (overHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (isPlainHttp(request.raw)) return done()
    reply.header('connection', 'close')
    return sendErrorPage(config, request, reply, 'unknown', 400)
  })
  fastify.setNotFoundHandler((request, reply) => sendErrorPage(config, request, reply, 'unknown'))
  iconRoutes(fastify)
  await fastify.register(linkRoutes, { config, database })
  return fastify
}

/**
 * `GET|HEAD /r/{code}`, `/R/{code}`, `//r/{code}`, `POST /r/{code}/continue`, `GET|POST /r/{code}/report`, `GET /report/{token}`,
 * `GET /b.js` and `POST /b/{click_id}`.
 */
export async function linkRoutes(fastify: FastifyInstance, { config, database }: LinkOptions): Promise<void> {
  const visits = await openVisits({ database, secrets: config.secrets })
  const service: Service = {
    config,
    database,
    visits,
    beacons: openBeacons(database, config.secret),
    reports: openReports({ database, secrets: config.secrets }),
    pages: new WeakMap(),
  }
  fastify.addHook('onClose', () => visits.close())

  // Other content types are not our form: read up to the limit, and treated as having no token.
  fastify.removeAllContentTypeParsers()
  const form = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const
  fastify.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) =>
    done(null, body),
  )
  fastify.addContentTypeParser('*', form, (_request, _body, done) => done(null, ''))
  fastify.setErrorHandler((error, request, reply) => {
    // A refusal of the surrounding server has a `status`, a fault of the framework a `statusCode`.
    const { status: refused, statusCode: status = refused } = error as {
      status?: number
      statusCode?: number
    }
    if (status !== undefined && status >= 400 && status < 500)
      return sendErrorPage(config, request, reply, 'unknown', status)
    request.log.error(error)
    return sendErrorPage(config, request, reply, 'retry')
  })

  // A wildcard, so that a code of any length gets our page instead of the router's 404.
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/r/*',
    handler: (request, reply) => answerPage(service, request, reply),
  })
  // Of a link in capitals, whose code must not be read in other letters, or behind an address that ends with a slash.
  for (const url of ['/R/*', '//r/*'])
    fastify.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        const [, code] = CODE.exec(pathBelow(request)) ?? []
        return code === undefined ? sendErrorPage(config, request, reply, 'unknown') : redirectTo(reply, code)
      },
    })
  fastify.post('/r/*', (request, reply) => answerContinue(service, request, reply))
  fastify.get('/r/:code/report', (request, reply) => answerReportForm(service, request, reply))
  fastify.post('/r/:code/report', { bodyLimit: REPORT_BODY_LIMIT }, (request, reply) =>
    answerReport(service, request, reply),
  )
  fastify.get('/report/*', (request, reply) => answerOutcome(service, request, reply))
  fastify.get('/b.js', (_request, reply) => reply.headers(SCRIPT_HEADERS).send(BEACON_SCRIPT))
  fastify.post('/b/*', (request, reply) => answerBeacon(service, request, reply))
}

interface Service {
  readonly config: Config
  readonly database: Database
  readonly visits: Visits
  readonly beacons: Beacons
  readonly reports: Reports
  readonly pages: PageCache
}

async function answerPage(service: Service, request: FastifyRequest, reply: FastifyReply) {
  const { visits, database, config } = service
  const found = visits.findLink(pathBelow(request))
  const link = found instanceof Promise ? await found : found
  if (link === null) return sendUnknown(config, request, reply)
  const at = database.clock.now()
  const refused = refusedFetch(request)
  const { identity, setCookie } = recognise(visitorOf(request), config.demo)
  const { token } = await visits.record({ link, at, identity, refused, locale: localeOf(request) })
  if (!isLive(link, at)) return await sendEnded(service, request, reply, link)
  // A prefetched page would be shown later with a token that does not count, so it is refused and fetched again on
  // navigation.
  if (refused === 'prefetch') return sendErrorPage(config, request, reply, 'retry', 403)
  if (setCookie !== null && refused === null) reply.header('set-cookie', setCookie)
  const page = pageFor(service, link, request)
  return reply
    .headers(page.headers)
    .send(Buffer.concat([page.beforeToken, Buffer.from(token, 'latin1'), page.afterToken]))
}

/**
 * The code, without a second slash before it and what chats and sentences put behind a link (`.`, `…`, `)`, invisible marks,
 * words without a space as in Chinese): it is redirected to, so that it counts as any visit.
 */
const CODE = /^[\s\p{Cf}/]*([0-9A-Za-z]{8})(?:\/?$|[^0-9A-Za-z/].*$)/su

function sendUnknown(config: Config, request: FastifyRequest, reply: FastifyReply) {
  const path = pathBelow(request)
  const code = CODE.exec(path)?.[1]
  return code === undefined || code === path
    ? sendErrorPage(config, request, reply, 'unknown')
    : redirectTo(reply, code)
}

const redirectTo = (reply: FastifyReply, code: string) =>
  reply.header('cache-control', 'no-store').redirect(`/r/${code}`, 302)

async function answerContinue(service: Service, request: FastifyRequest, reply: FastifyReply) {
  const { visits, database, config } = service
  const [, code] = /^([^/]*)\/continue$/.exec(pathBelow(request)) ?? []
  const link = code === undefined ? null : await visits.findLink(code)
  if (link === null) return sendErrorPage(config, request, reply, 'unknown')
  const at = database.clock.now()
  const { identity } = recognise(visitorOf(request), config.demo)
  const token = new URLSearchParams(typeof request.body === 'string' ? request.body : '').get('token') ?? ''
  const continued = await visits.continue({ link, at, identity, refused: refusedForm(request), token })
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' })
  if (!isLive(link, at)) {
    // Opened while it was live: the disclosure was seen, so pressing Continue still leads to the advertiser.
    const leads = continued !== null && (await endedLinkRedirects(database, link))
    return leads
      ? reply.redirect(link.landing.uncounted, 303)
      : await sendEnded(service, request, reply, link)
  }
  // Without a valid token the disclosure was not seen: redirect to the page first.
  if (continued === null) return reply.redirect(`/r/${link.code}`, 303)
  return reply.redirect(clickUrl(link.landing, continued.visit_id), 303)
}

/** For ended links too: what was wrong with one does not end with it. */
async function answerReportForm(service: Service, request: FastifyRequest, reply: FastifyReply) {
  const link = await reportedLink(service, request)
  if (link === null) return sendErrorPage(service.config, request, reply, 'unknown')
  const token = service.reports.formToken(link, service.database.clock.now())
  return sendReportPage(reply, renderReportForm(link, token, pageOptions(service, request)))
}

async function answerReport(service: Service, request: FastifyRequest, reply: FastifyReply) {
  const { reports, database, config } = service
  const link = await reportedLink(service, request)
  if (link === null) return sendErrorPage(config, request, reply, 'unknown')
  const at = database.clock.now()
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const sent: SentReport = { reason: form.get('reason') ?? '', note: form.get('note') ?? '' }
  const answer = await reports.submit({
    link,
    at,
    identity: recognise(visitorOf(request), config.demo).identity,
    locale: localeOf(request),
    token: form.get('token') ?? '',
    // A form on somebody else's page would have its visitors report from their networks.
    suspicious: refusedForm(request) !== null || isFromElsewhere(request, config),
    sent,
  })
  const options = pageOptions(service, request)
  if (answer.accepted) return sendReportPage(reply, renderThanks(answer.reference, answer.token, options))
  const { problem } = answer
  reply.code(problem === 'try_later' ? 429 : 422)
  const token = reports.formToken(link, at)
  return sendReportPage(reply, renderReportForm(link, token, options, { problem, sent }))
}

/** Browsers without Sec-Fetch-Site send an Origin with every form; `null` where the page's policy keeps it. */
function isFromElsewhere(request: FastifyRequest, { linkOrigin, publicOrigin }: Config): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'cross-site'
  if (origin === undefined || origin === 'null') return false
  const host = URL.parse(origin)?.host
  const own = [linkOrigin, publicOrigin].flatMap((each) => (each === undefined ? [] : [new URL(each).host]))
  return host === undefined || ![request.host, ...own].includes(host)
}

async function answerOutcome(service: Service, request: FastifyRequest, reply: FastifyReply) {
  const outcome = await service.reports.findOutcome(pathBelow(request))
  const options = pageOptions(service, request)
  if (outcome !== undefined) return sendReportPage(reply, renderOutcome(outcome, options))
  return sendReportPage(reply.code(404), renderUnknownReport(options))
}

const reportedLink = (service: Service, request: FastifyRequest) =>
  service.visits.findLink((request.params as { code: string }).code)

const sendReportPage = (reply: FastifyReply, page: Page) => reply.headers(page.headers).send(page.beforeToken)

function pageOptions({ config }: Service, request: FastifyRequest) {
  const origin = config.publicOrigin ?? originOf(request)
  return { locale: localeOf(request), origin, demo: config.demo }
}

/** The same response for every outcome, so that it does not reveal which visits exist. */
async function answerBeacon(service: Service, request: FastifyRequest, reply: FastifyReply) {
  const { beacons, database, config } = service
  const { identity, setCookie } = recognise(visitorOf(request), config.demo)
  // In a demo on one machine visitors are distinguished by a cookie, which the script does not send.
  const known = setCookie === null ? identity : null
  const { origin } = request.headers
  await beacons.confirm({
    click_id: pathBelow(request),
    identity: known,
    origin,
    at: database.clock.now(),
  })
  return reply.code(204).headers(OPEN_TO_ALL).header('cache-control', 'no-store').send()
}

/** What follows `/r/` or `/b/` in the path. */
function pathBelow(request: FastifyRequest): string {
  return (request.params as Record<string, string>)['*'] ?? ''
}

function visitorOf(request: FastifyRequest) {
  return {
    // Undefined, despite its type, if the client has disconnected.
    address: (request.ip as string | undefined) ?? '',
    agent: request.headers['user-agent'] ?? '',
    cookie: request.headers.cookie,
  }
}

function localeOf(request: FastifyRequest): Locale {
  return localeOfBrowser(request.headers['accept-language'])
}

function pageFor(service: Service, link: Link, request: FastifyRequest): Page {
  const { config, pages } = service
  const locale = localeOf(request)
  const origin = config.linkOrigin ?? config.publicOrigin ?? originOf(request)
  const key = `${locale} ${origin}`
  const known = pages.get(link) ?? new Map<string, Page>()
  const rendered = known.get(key)
  if (rendered) return rendered
  // Without configuration, origins come from the Host header, so their number is unbounded.
  if (known.size >= MAX_PAGES_PER_LINK) known.clear()
  const page = renderPage(link, {
    locale,
    origin,
    filesOrigin: config.publicOrigin ?? origin,
    demo: config.demo,
  })
  known.set(key, page)
  pages.set(link, known)
  return page
}

/** From the request, if it is a valid host name and port. */
function originOf(request: FastifyRequest): string {
  const { protocol, host } = request
  const url = host.length <= MAX_HOST_LENGTH ? URL.parse(`${protocol}://${host}`) : null
  return url?.origin ?? 'http://localhost'
}

/** An ended link counts nothing, and still redirects to the advertiser unless staff stopped the campaign. */
async function sendEnded(
  { config, database }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  link: Link,
) {
  const leads = await endedLinkRedirects(database, link)
  return sendErrorPage(config, request, reply, 'ended', STATUS.ended, leads ? link : undefined)
}

function sendErrorPage(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  reason: PageError,
  status = STATUS[reason],
  onward?: Link,
) {
  const code = /^\/r\/([0-9A-Za-z]{8})(?![0-9A-Za-z])/.exec(request.url)?.[1] ?? ''
  const page = renderErrorPage(reason, {
    locale: localeOf(request),
    retryPath: `/r/${code}`,
    demo: config.demo,
    ...(onward && { onward }),
    ...(reason === 'ended' && { reported: code }),
  })
  if (status === 503) reply.header('retry-after', '2')
  return reply.code(status).headers(page.headers).send(page.beforeToken)
}
