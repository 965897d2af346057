// The operators' calls on campaigns: the queue of those in review, and what is decided of each. The domain records every
// act; nothing is decided here.
import { officeCampaignCalls as calls, type OfficeCampaign } from '@fairturn/contract/backoffice/reviews'
import { settingsOf } from '../content/content.ts'
import type { Queryable } from '../database/database.ts'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { refuse } from '../http/refusal.ts'
import { listCampaigns, listCampaignsInReview, placersOf } from './campaigns.admin.store.ts'
import { type Campaign, selectCampaign } from './campaigns.store.ts'
import { campaignOnWire, landingOnWire } from './campaigns.wire.ts'
import { selectLanding } from './drafts.store.ts'
import {
  approveCampaign,
  pauseByOperator,
  rejectCampaign,
  resumeByOperator,
  takeDownCampaign,
} from './lifecycle.ts'

const A_PAGE = 50
const HOUR_MS = 3_600_000
const REVIEW_MS = 24 * HOUR_MS
/** When it was paid, in milliseconds, and the id. */
const IN_REVIEW = /^\d{1,15}:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function campaignAdminRoutes(routes: Routes): void {
  reading(routes)
  deciding(routes)
}

function reading(routes: Routes): void {
  const { database } = routes.app

  bind(routes, calls.list, async ({ query, now }) => {
    const in_review = query.status === 'review'
    const rows = await (in_review ? inReview : ofAny)(database, query)
    const page = rows.slice(0, A_PAGE)
    const last = page.at(-1)
    const next = in_review ? `${last?.paid_at?.getTime()}:${last?.id}` : last?.id
    return {
      data: {
        list: await onWire(database, page, now),
        cursor: rows.length > page.length ? encodeCursor(next!) : null,
      },
    }
  })

  bind(routes, calls.detail, async ({ params, now, locale }) => {
    const campaign = await selectCampaign.maybe(database, params.campaign_id)
    if (campaign === undefined) throw refuse('campaign_is_unknown')
    const landing = await selectLanding.maybe(database, campaign.member_id, campaign.landing_url)
    const [shown] = await onWire(database, [campaign], now)
    return { data: { ...shown!, landing: landing === undefined ? null : landingOnWire(landing, locale) } }
  })
}

interface Asked {
  readonly status?: string | undefined
  readonly member_id?: string | undefined
  readonly cursor?: string | undefined
}

async function inReview(on: Queryable, { member_id, cursor }: Asked) {
  const [paid_ms, id] = cursor === undefined ? [] : decodeCursor(cursor, IN_REVIEW).split(':')
  const paid_at = paid_ms === undefined ? null : new Date(Number(paid_ms))
  return await listCampaignsInReview.all(on, member_id ?? null, paid_at, id ?? null, A_PAGE + 1)
}

async function ofAny(on: Queryable, { status, member_id, cursor }: Asked) {
  const before = cursor === undefined ? null : decodeCursor(cursor)
  return await listCampaigns.all(on, status ?? null, member_id ?? null, before, A_PAGE + 1)
}

function deciding(routes: Routes): void {
  const { database } = routes.app
  const shown = async (campaign: Campaign, now: Date) => {
    const [data] = await onWire(database, [campaign], now)
    return { data: data! }
  }
  const actorOf = ({ operator_id }: { operator_id: string }) => `operator:${operator_id}`

  bind(routes, calls.approve, async ({ params, operator, now, transaction }) => {
    const decision = { ...params, actor: actorOf(operator) }
    return await shown(await transaction((tx) => approveCampaign(tx, decision)), now)
  })
  bind(routes, calls.reject, async ({ params, body, operator, now, transaction }) => {
    const decision = { ...params, ...body, actor: actorOf(operator) }
    return await shown(await transaction((tx) => rejectCampaign(tx, decision)), now)
  })
  bind(routes, calls.pause, async ({ params, body, operator, now, transaction }) => {
    const decision = { ...params, ...body, actor: actorOf(operator) }
    return await shown(await transaction((tx) => pauseByOperator(tx, decision)), now)
  })
  bind(routes, calls.resume, async ({ params, operator, now, transaction }) => {
    const decision = { ...params, actor: actorOf(operator) }
    return await shown(await transaction((tx) => resumeByOperator(tx, decision)), now)
  })
  bind(routes, calls.takeDown, async ({ params, body, operator, now, transaction }) => {
    const decision = { ...params, ...body, actor: actorOf(operator) }
    return await shown(await transaction((tx) => takeDownCampaign(tx, decision)), now)
  })
}

async function onWire(on: Queryable, campaigns: readonly Campaign[], now: Date): Promise<OfficeCampaign[]> {
  const { time_zone } = await settingsOf(on)
  const ids = [...new Set(campaigns.map(({ member_id }) => member_id))]
  const names = new Map((await placersOf.all(on, ids)).map(({ id, username }) => [id, username]))
  return campaigns.map((campaign) => {
    const { can: _, ...shown } = campaignOnWire(campaign, now)
    const { member_id, placer_paused } = campaign
    const placer = { _id: member_id, username: names.get(member_id)! }
    return { ...shown, placer, placer_paused, review: reviewOf(campaign, time_zone, now) }
  })
}

function reviewOf({ status, paid_at }: Campaign, time_zone: string, now: Date): OfficeCampaign['review'] {
  if (status !== 'review' || paid_at === null) return null
  const due_by = reviewDueBy(paid_at, time_zone)
  return { since: paid_at.toISOString(), due_by: due_by.toISOString(), overdue: due_by <= now }
}

/** When 24 hours of working days, Monday to Friday in that time zone, have passed since then. */
function reviewDueBy(since: Date, time_zone: string): Date {
  const weekday = new Intl.DateTimeFormat('en', { timeZone: time_zone, weekday: 'short' })
  let at = since.getTime()
  for (let left = REVIEW_MS; left > 0;) {
    // Days begin on quarters of an hour in every time zone there is.
    const step = Math.min(left, QUARTER_MS - (at % QUARTER_MS))
    if (!WEEKEND.has(weekday.format(at))) left -= step
    at += step
  }
  return new Date(at)
}

const QUARTER_MS = HOUR_MS / 4
const WEEKEND = new Set(['Sat', 'Sun'])
