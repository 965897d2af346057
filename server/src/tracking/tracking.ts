// Tracking: an order's link, the results of its visits, and the entry points of the link service and the worker. It has no
// access to money.
import { randomInt } from 'node:crypto'
import type { Locale } from '@fairturn/contract/locales'
import type { VisitReason } from '@fairturn/contract/tracking'
import { type Campaign, campaignsOf } from '../campaigns/campaigns.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { toColumn, rowsById } from '../platform/database/statement.ts'
import { pageOf, idBefore } from '../platform/http/cursor.ts'
import { parseLandingUrl } from './click-url.ts'
import { BEACON_SECONDS, RULES_VERSION, type Verdict } from './rules.ts'
import * as store from './tracking.store.ts'
import { dayOf } from './visitor.ts'

export { deviceData, type Devices, deleteDevices, openDevices } from './devices.ts'
export { linkByDevice } from './linked-devices.ts'
export { isConfirming } from './confirmations.store.ts'
export { judgeVisits, orderProgress, startJudge, expireUncontinued, expireUnconfirmed } from './judge.ts'
export { openReports, type Visits, openVisits } from './link-service.ts'
export {
  countObjectionableVisits,
  countedAmong,
  objectionableVisits,
  type RefusedVisit,
  ruleOnVisits,
  verifiedVisitsOf,
} from './objection.ts'
export { campaignProgress, checkVisits, recountHours, trackingHandlers } from './results.ts'
export { carriersOfSameVisitors, orderFacts, originsOfOrders, visitEvidence } from './evidence.ts'
export { closeReports, raiseReported, raiseReportedCampaigns, reportsWaiting } from './report-decisions.ts'
export { basis, type OrderFacts, reasonsOf } from './review-reasons.ts'
export { RULES_VERSION } from './rules.ts'
export { postbackCipher, keyAssociatedData } from './postback-keys.ts'
export { postbackRoutes } from './postback.routes.ts'
export { trackingAdminRoutes } from './tracking.admin.ts'
export { trackingRoutes } from './tracking.routes.ts'
export { maintainVisits, visitMaintenance } from './maintenance.ts'

/** Contents of a link's page, fixed when the link is opened. */
export interface LinkPage {
  brand: string
  tagline: Partial<Record<Locale, string>>
  /** URL of the only image; a path is resolved against the app's origin. */
  creative: string
  landing_url: string
}

export interface NewLink {
  order_id: string
  campaign_id: string
  carrier_id: string
  placer_id: string
  /** Target number of verified visits. */
  target: number
  /** From then on visits are `link_not_active`. */
  ends_at: Date
  page: LinkPage
  /** Version of the rules by which its visits are judged: that of the order's offer; default: the current one. */
  rules?: number
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CODE_LENGTH = 8
const PAGE_OF_VISITS = 50

/** Opens an order's link and returns its code; idempotent. Throws RangeError unless the landing URL is http or https. */
export async function openLink(tx: Tx, link: NewLink): Promise<string> {
  parseLandingUrl(link.page.landing_url)
  const campaign = (await campaignsOf(tx, [link.campaign_id])).get(link.campaign_id)
  const { verification, kind, seconds, until } = confirmedOf(campaign, link.ends_at)
  const { brand, tagline, creative, landing_url } = link.page
  const hosts = [new URL(landing_url).hostname, campaign?.landing_final_host ?? null].filter(
    (host) => host !== null,
  )
  for (;;) {
    const inserted = await store.insertLink.maybe(tx, {
      id: link.order_id,
      code: newCode(),
      campaign_id: link.campaign_id,
      carrier_id: link.carrier_id,
      placer_id: link.placer_id,
      target: link.target,
      brand,
      tagline,
      creative,
      landing_url,
      opened_at: tx.now,
      ends_at: link.ends_at,
      campaign_visits: campaign?.visits ?? null,
      verification,
      kind,
      confirm_seconds: seconds,
      confirm_until: until,
      rules: link.rules ?? RULES_VERSION,
      landing_hosts: hosts,
    })
    const opened = inserted ?? (await store.findLinkOfOrder.maybe(tx, { id: link.order_id }))
    if (opened === undefined) continue // code collision with another order: retry
    await store.announceLink(tx, opened.code)
    return opened.code
  }
}

/** How long after Continue a landing page's script may confirm a visit. */
/** Grace period after an order's deadline for confirmations by its advertiser's server. */
const POSTBACK_GRACE_MS = 24 * 3_600_000

/** Who confirms the visits of a link that ends then, and until when; fixed with the link. */
function confirmedOf(campaign: Campaign | undefined, ends_at: Date) {
  const { verification = 'page', kind = 'visit', confirm_hours = 0 } = campaign ?? {}
  const after = (ms: number) => new Date(ends_at.getTime() + ms)
  if (verification === 'page') return { verification, kind, seconds: 0, until: null }
  if (verification === 'beacon')
    return { verification, kind, seconds: BEACON_SECONDS, until: after(BEACON_SECONDS * 1000) }
  return { verification, kind, seconds: confirm_hours * 3600, until: after(POSTBACK_GRACE_MS) }
}

/** Ends an order's link: visits from now on are `link_not_active`. Idempotent; has no effect if it was never opened. */
export async function endLink(tx: Tx, order_id: string): Promise<void> {
  const ended = await store.markEnded.maybe(tx, { order_id, ended_at: tx.now })
  if (ended) await store.announceLink(tx, ended.code)
}

export interface VisitCounts {
  verified: number
  /** All judged hits, bots included. */
  visits: number
  byReason: Partial<Record<VisitReason, number>>
}

/** Results of an order's hits so far; an open page that is not continued yet is not included. */
export async function visitCounts(on: Queryable, order_id: string): Promise<VisitCounts> {
  const { visitors: _visitors, ...counts } = await orderCounts(on, order_id)
  return counts
}

/**
 * The same, with the visitors by which an order's quality is measured: those refused in a review and others that were not
 * verified, each once (decision 014). All of one instant, so that they never outnumber the visits.
 */
export async function orderCounts(
  on: Queryable,
  order_id: string,
): Promise<VisitCounts & { visitors: number }> {
  const counts: VisitCounts & { visitors: number } = { verified: 0, visits: 0, byReason: {}, visitors: 0 }
  for (const { verdict, count } of await store.countsWithVisitors.all(on, { link_id: order_id })) {
    if (verdict === 'unverified_visitors') {
      counts.visitors += count
      continue
    }
    counts.visits += count
    if (verdict === 'verified') counts.verified = count
    else counts.byReason[verdict] = count
    if (verdict === 'review') counts.visitors += count
  }
  return counts
}

interface VerdictCount {
  verdict: Verdict | 'waiting'
  count: number
}

/** Counts by verdict for each order, waiting visits included; orders without visits are omitted. */
export async function verdictCounts(
  on: Queryable,
  order_ids: readonly string[],
): Promise<Map<string, VerdictCount[]>> {
  const byOrder = new Map<string, VerdictCount[]>(order_ids.map((id) => [id, []]))
  for (const { link_id, verdict, count } of await store.countsOfLinks.all(on, { order_ids }))
    byOrder.get(link_id)!.push({ verdict, count })
  return byOrder
}

/** An order's judged visits, newest first, 50 per page. Refuses `cursor_is_invalid`. */
export async function visitsOf(on: Queryable, order_id: string, after?: string) {
  const link = await store.findLinkOfOrder.maybe(on, { id: order_id })
  if (link === undefined) return { list: [], cursor: null }
  const found = await store.judgedVisits.all(on, {
    link_id: order_id,
    from: dayOf(link.opened_at),
    before_visit_id: idBefore(after),
    limit: PAGE_OF_VISITS + 1,
  })
  const { list, cursor } = pageOf(found, PAGE_OF_VISITS)
  const ruled = await rowsById(store.rulingsOn, on, toColumn(list, 'id'))
  return {
    list: list.map(({ id: _id, at, verdict }) => ({
      _id,
      at: at.toISOString(),
      verdict: ruled.get(_id)?.verdict ?? verdict,
    })),
    cursor,
  }
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('')
}
