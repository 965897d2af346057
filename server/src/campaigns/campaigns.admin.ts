// The operators' calls on campaigns: the review queue and its decisions. The domain decides and writes the
// audit log.
import {
  adminCampaignCalls as calls,
  adminReviewFiles as files,
  type AdminCampaign,
} from '@fairturn/contract/backoffice/reviews'
import type { QueryOf } from '@fairturn/contract/endpoint'
import { settingsOf } from '../content/content.ts'
import type { Queryable } from '../database/database.ts'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { bind } from '../http/bind.ts'
import { csvOf } from '../http/csv.ts'
import { refuse } from '../http/refusal.ts'
import { recordAct } from '../staff/staff.ts'
import { countInReview, listCampaigns, placersOf } from './campaigns.admin.store.ts'
import { type Campaign, selectCampaign } from './campaigns.store.ts'
import { campaignOnWire, landingOnWire } from './campaigns.dto.ts'
import { selectLanding } from './drafts.store.ts'
import {
  approveCampaign,
  pauseByOperator,
  rejectCampaign,
  resumeByOperator,
  takeDownCampaign,
} from './lifecycle.ts'

const PAGE_SIZE = 50

export function campaignAdminRoutes(routes: Routes): void {
  reading(routes)
  deciding(routes)
}

function reading(routes: Routes): void {
  const { database } = routes.app

  bind(routes, calls.list, async ({ query, now }) => {
    const { rows, cursor } = await listCampaigns.page(database, orderOf(query), PAGE_SIZE, ...wantedOf(query))
    return { data: { list: await onWire(database, rows, now), cursor } }
  })

  bindFile(routes, files.exportCampaigns, async ({ query, operator, now }) => {
    await database.transaction((tx) =>
      recordAct(tx, {
        actor: `operator:${operator.operator_id}`,
        action: 'reviews_exported',
        object: { kind: 'reviews', id: 'campaigns' },
        member_id: null,
      }),
    )
    const pages = listCampaigns.every(database, orderOf(query), ...wantedOf(query))
    const name = `campaigns-${now.toISOString().slice(0, 10)}.csv`
    return { name, body: csvOf(COLUMNS, linesOf(database, pages, now)) }
  })

  bind(routes, calls.detail, async ({ params, now, locale }) => {
    const campaign = await selectCampaign.maybe(database, params.campaign_id)
    if (campaign === undefined) throw refuse('campaign_is_unknown')
    const landing = await selectLanding.maybe(database, campaign.member_id, campaign.landing_url)
    const [shown] = await onWire(database, [campaign], now)
    return { data: { ...shown!, landing: landing === undefined ? null : landingOnWire(landing, locale) } }
  })
}

type CampaignFilter = QueryOf<typeof calls.list>

/** The longest waiting first where all of them wait. */
const orderOf = ({ sort, status, cursor }: CampaignFilter) => ({
  sort: sort ?? (status === 'review' ? ('paid_at.asc' as const) : undefined),
  cursor,
})

const wantedOf = ({ status, kind, member_id, brand }: CampaignFilter) => [
  status ?? null,
  kind ?? null,
  member_id ?? null,
  brand === undefined ? null : `%${brand.replace(/[\\%_]/g, '\\$&')}%`,
]

const COLUMNS = [
  'campaign_id',
  'status',
  'brand',
  'kind',
  'landing_url',
  'placer',
  'placer_id',
  'price',
  'visits',
  'budget',
  'spent',
  'refunded',
  'created_at',
  'paid_at',
  'due_by',
  'overdue',
  'ended_at',
] as const

async function* linesOf(on: Queryable, pages: AsyncIterable<Campaign[]>, now: Date) {
  for await (const rows of pages) yield (await onWire(on, rows, now)).map(lineOf)
}

const lineOf = ({ _id, brand, landing_url, placer, review, ...campaign }: AdminCampaign) => ({
  ...campaign,
  campaign_id: _id,
  brand: { text: brand },
  landing_url: { text: landing_url },
  placer: { text: placer.username },
  placer_id: placer._id,
  due_by: review?.due_by ?? null,
  overdue: review === null ? null : String(review.overdue),
})

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

async function onWire(on: Queryable, campaigns: readonly Campaign[], now: Date): Promise<AdminCampaign[]> {
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

function reviewOf({ status, paid_at }: Campaign, time_zone: string, now: Date): AdminCampaign['review'] {
  if (status !== 'review' || paid_at === null) return null
  const due_by = reviewDueBy(paid_at, time_zone)
  return { since: paid_at.toISOString(), due_by: due_by.toISOString(), overdue: due_by <= now }
}

/** How many campaigns wait for review, and how many are overdue. */
export async function campaignsWaiting(on: Queryable, now: Date) {
  const { time_zone } = await settingsOf(on)
  return await countInReview.one(on, reviewMoved(now, time_zone, -1))
}

const reviewDueBy = (since: Date, time_zone: string) => reviewMoved(since, time_zone, 1)

/**
 * When 24 hours of working days, Monday to Friday in that time zone, have passed since then; backwards,
 * when they began.
 */
function reviewMoved(from: Date, time_zone: string, towards: 1 | -1): Date {
  const weekday = new Intl.DateTimeFormat('en', { timeZone: time_zone, weekday: 'short' })
  let at = from.getTime()
  for (let left = REVIEW_MS; left > 0;) {
    // Every time zone's days begin on a quarter of an hour.
    const since_quarter = at % QUARTER_MS
    const to_quarter = towards === 1 ? QUARTER_MS - since_quarter : since_quarter || QUARTER_MS
    const step = Math.min(left, to_quarter)
    if (!WEEKEND.has(weekday.format(towards === 1 ? at : at - step))) left -= step
    at += towards * step
  }
  return new Date(at)
}

const REVIEW_MS = 24 * 3_600_000
const QUARTER_MS = 900_000
const WEEKEND = new Set(['Sat', 'Sun'])
