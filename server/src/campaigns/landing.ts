// Checks that a landing page is public and reachable before a campaign sends anybody there. Its content is untrusted: the
// title is shown as text, nothing else is stored.
import { connect } from 'node:net'
import type { LANDING_REMARKS, LandingProblem } from '@fairturn/contract/campaigns'
import { cached } from '../platform/cache.ts'
import { type Database, systemClock, type Tx } from '../platform/database/database.ts'
import { columnNames, type RowOf, statement, typed } from '../platform/database/statement.ts'
import { refuseField } from '../platform/http/refusal.ts'
import {
  safeFetch,
  type SafeFetchOptions,
  FetchBlocked,
  type SafeFetchResponse,
  type FetchBlockedReason,
} from '../platform/http/safe-fetch.ts'

export type LandingRemark = (typeof LANDING_REMARKS)[number]

export type LandingRow = RowOf<typeof LANDING_COLUMNS>

const LANDING_COLUMNS = {
  landing_url: 'text',
  problem: typed<LandingProblem | null>('text?'),
  remarks: typed<LandingRemark[]>('text[]'),
  final_host: 'text?',
  title: 'text?',
  checked_at: 'timestamptz',
} as const
const LANDING = columnNames(LANDING_COLUMNS)

export const selectLanding = statement(
  `-- campaigns_landing
  select ${LANDING} from landing_check where member_id = $member_id and landing_url = $landing_url`,
  { params: { member_id: 'uuid', landing_url: 'text' }, columns: LANDING_COLUMNS },
)

const upsertLanding = statement(
  `-- campaigns_keep_landing
  insert into landing_check (member_id, landing_url, problem, remarks, final_host, title, checked_at)
  values ($member_id, $landing_url, $problem, $remarks, $final_host, $title, $checked_at)
  on conflict (member_id, landing_url) do update set problem = excluded.problem, remarks = excluded.remarks,
    final_host = excluded.final_host, title = excluded.title, checked_at = excluded.checked_at
  returning ${LANDING}`,
  {
    params: {
      member_id: 'uuid',
      landing_url: 'text',
      problem: 'text?',
      remarks: 'text[]',
      final_host: 'text?',
      title: 'text?',
      checked_at: 'timestamptz',
    },
    columns: LANDING_COLUMNS,
  },
)

export const deleteLandings = statement(
  `-- campaigns_delete_unused_landings
  delete from landing_check l where checked_at < $before and not exists (
    select from campaign c where c.member_id = l.member_id and c.landing_url = l.landing_url and c.status in ('unpaid', 'review'))`,
  { params: { before: 'timestamptz' } },
)

/** Placed nevertheless; the reviewing operator opens it. */
const UNCHECKED: LandingRemark = 'landing_page_could_not_be_checked'
/** Cache TTL of a passed check. */
const CACHE_TTL_MS = 10 * 60_000
/** Longer than the TTL, because the form may stay open for a while. */
const USABLE_MS = 15 * 60_000
const MAX_TITLE_LENGTH = 200
const BOUNDS = { maxBytes: 256 * 1024, beyond: 'cut', timeoutMs: 8000, maxRedirects: 5 } as const
const HEADERS = {
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
  'user-agent': 'Mozilla/5.0 (compatible; FairturnLandingCheck/1.0)',
}

export interface LandingParams {
  readonly member_id: string
  readonly landing_url: string
}
export interface Guard extends Pick<SafeFetchOptions, 'allowLoopback' | 'resolve'> {
  /** A demo may run without internet access: then an unreachable page is only noted for the review. */
  readonly demo: boolean
  readonly reachesInternet?: () => Promise<boolean>
}

/** Checks a page and stores the result, which may be that it cannot be used. */
export async function checkLanding(
  database: Database,
  input: LandingParams,
  guard: Guard,
): Promise<LandingRow> {
  const { member_id, landing_url } = input
  const { problem, remarks, final_host, title } = await fetchLanding(landing_url, guard)
  const seen = { problem, remarks, final_host, title, checked_at: database.clock.now() }
  return await upsertLanding.one(database, { member_id, landing_url, ...seen })
}

/** Ensures a fresh result for requireLanding: checks the page unless a recent check has passed. */
export async function ensureLanding(database: Database, input: LandingParams, guard: Guard): Promise<void> {
  const kept = await selectLanding.maybe(database, {
    member_id: input.member_id,
    landing_url: input.landing_url,
  })
  const fresh_from = database.clock.now().getTime() - CACHE_TTL_MS
  const passed = kept?.problem === null && !kept.remarks.includes(UNCHECKED)
  if (passed && kept.checked_at.getTime() > fresh_from) return
  await checkLanding(database, input, guard)
}

/** Result of the last check. Refuses with the problem's code; an unchecked page counts as unreachable. */
export async function requireLanding(tx: Tx, input: LandingParams): Promise<LandingRow> {
  const kept = await selectLanding.maybe(tx, { member_id: input.member_id, landing_url: input.landing_url })
  const usable = kept !== undefined && kept.checked_at.getTime() > tx.now.getTime() - USABLE_MS
  const problem = usable ? kept.problem : 'landing_page_is_not_reachable'
  if (!usable || problem !== null) throw refuseField(problem!, 'landing_url')
  return kept
}

type LandingPage = Pick<LandingRow, 'problem' | 'remarks' | 'final_host' | 'title'>

const PROBLEM: Record<FetchBlockedReason, LandingProblem> = {
  url_is_invalid: 'landing_url_is_invalid',
  host_is_not_public: 'landing_url_is_not_public',
  port_is_not_allowed: 'landing_port_is_not_allowed',
  too_many_redirects: 'landing_page_redirects_too_often',
  unreachable: 'landing_page_is_not_reachable',
  too_slow: 'landing_page_is_too_slow',
  too_large: 'landing_page_is_not_a_page',
}

/** After a redirect, these concern its target. */
const OF_ADDRESS = new Set<FetchBlockedReason>([
  'url_is_invalid',
  'host_is_not_public',
  'port_is_not_allowed',
])
/** Many sites answer bots with these, and people with a page. */
const NOT_FOR_PROGRAMS = new Set([401, 403, 405, 406, 429])

async function fetchLanding(landing_url: string, guard: Guard): Promise<LandingPage> {
  const nothing = { remarks: [], final_host: null, title: null }
  try {
    const answer = await safeFetch(landing_url, { ...BOUNDS, ...guard, headers: HEADERS })
    const problem = problemOf(answer)
    if (problem !== null) return { ...nothing, problem, final_host: answer.url.host }
    const remarks = remarksOn(new URL(landing_url), answer)
    return { problem, remarks, final_host: answer.url.host, title: titleOf(answer) }
  } catch (error) {
    if (!(error instanceof FetchBlocked)) throw error
    if (await isOurFault(error, guard)) return { ...nothing, problem: null, remarks: [UNCHECKED] }
    const led = error.redirects > 0 && OF_ADDRESS.has(error.reason)
    return { ...nothing, problem: led ? 'landing_redirect_is_not_public' : PROBLEM[error.reason] }
  }
}

/**
 * Errors that may be our own network's: name resolution failed, or no route. A page that refuses the connection was
 * reached.
 */
const MAYBE_OURS = new Set(
  'EAI_AGAIN ENOTFOUND ENODATA ESERVFAIL ETIMEOUT ETIMEDOUT ENETDOWN ENETUNREACH EHOSTUNREACH EADDRNOTAVAIL'.split(
    ' ',
  ),
)

/** Whether our own network is down: nothing else can be reached either. */
async function isOurFault(error: FetchBlocked, guard: Guard): Promise<boolean> {
  if (error.reason !== 'unreachable' && error.reason !== 'too_slow') return false
  if (guard.demo) return true
  const code = (error.cause as { code?: unknown } | undefined)?.code
  if (error.reason === 'unreachable' && !(typeof code === 'string' && MAYBE_OURS.has(code))) return false
  return !(await (guard.reachesInternet ?? reachesInternet)())
}

/** Run by different operators on different networks; one response is enough. Nothing is sent to them. */
const REFERENCE_HOSTS = ['www.iana.org', 'www.wikipedia.org', 'www.cloudflare.com']
const REFERENCE_PORT = 443
const REACHES_IN_MS = 3000
const REACHES_TTL_MS = 30_000

const reachesInternet = cached(REACHES_TTL_MS, systemClock, () =>
  reachesAny(REFERENCE_HOSTS.map((host) => ({ host, port: REFERENCE_PORT }))),
)

/** Whether a connection to any of these (DNS included) succeeds within three seconds. */
export async function reachesAny(hosts: readonly { host: string; port: number }[]): Promise<boolean> {
  try {
    await Promise.any(hosts.map(reach))
    return true
  } catch {
    return false
  }
}

function reach({ host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), REACHES_IN_MS)
    socket.once('connect', () => {
      resolve()
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new Error('closed'))
    })
  })
}

function problemOf({ status, headers }: SafeFetchResponse): LandingProblem | null {
  if (NOT_FOR_PROGRAMS.has(status)) return null
  if (status < 200 || status >= 300) return 'landing_page_answers_with_an_error'
  const type = headers['content-type'] ?? 'text/html'
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type) ? null : 'landing_page_is_not_a_page'
}

function remarksOn(landing: URL, { status, url }: SafeFetchResponse): LandingRemark[] {
  const remarks: LandingRemark[] = []
  if (url.protocol === 'http:') remarks.push('landing_page_is_not_encrypted')
  if (bare(url.hostname) !== bare(landing.hostname)) remarks.push('landing_page_leads_elsewhere')
  if (NOT_FOR_PROGRAMS.has(status)) remarks.push('landing_page_is_not_shown_to_programs')
  return remarks
}

const bare = (hostname: string): string => hostname.replace(/^www\./, '')

/** Text of the first title element. Uses indexOf only: a hostile page could make a regular expression slow (ReDoS). */
export function titleOf({
  status,
  headers,
  body,
}: Pick<SafeFetchResponse, 'body' | 'headers' | 'status'>): string | null {
  if (status >= 300) return null
  const page = decoded(body, headers['content-type'])
  const lower = page.toLowerCase()
  const opened = lower.indexOf('>', lower.indexOf('<title'))
  const closed = lower.indexOf('</title', opened)
  if (!lower.includes('<title') || opened < 0 || closed < 0) return null
  const title = page
    .slice(opened + 1, Math.min(closed, opened + 4000))
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, unescaped)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return title === '' ? null : Array.from(title).slice(0, MAX_TITLE_LENGTH).join('')
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function unescaped(_match: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()]!
  const point = Number.parseInt(decimal ?? hex!, decimal === undefined ? 16 : 10)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ' '
}

function decoded(body: Buffer, contentType: string | undefined): string {
  const charset = /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
