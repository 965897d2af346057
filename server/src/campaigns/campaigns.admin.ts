import {
  adminCampaignCalls as calls,
  adminReviewFiles as files,
  type AdminCampaign,
} from '@fairturn/contract/backoffice/reviews'
import { formatMoney } from '@fairturn/contract/minor-units'
import { settingsOf } from '../content/content.ts'
import { recentCardMoneyIn } from '../deposits/deposits.ts'
import { getMember, usernamesOf } from '../members/members.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { actorOf, bindList, bindMemberText, type MemberTextCall, type MemberTexts } from '../staff/staff.ts'
import { listCampaigns, reviewDueBy } from './campaigns.admin.store.ts'
import { campaignsOnWire, cancellingOnWire, landingOnWire } from './campaigns.dto.ts'
import { type Campaign, selectCampaign } from './campaigns.store.ts'
import { selectLanding } from './landing.ts'
import {
  approveCampaign,
  pauseByOperator,
  rejectCampaign,
  resumeByOperator,
  takeDownCampaign,
} from './lifecycle.ts'

export function campaignAdminRoutes(routes: Routes): void {
  reading(routes)
  deciding(routes)
}

function reading(routes: Routes): void {
  const { database } = routes.app

  bindList(routes, {
    call: calls.list,
    file: files.exportCampaigns,
    kind: 'reviews',
    name: 'campaigns',
    rows: listCampaigns,
    // Of what waits those that were reported come first, then the longest waiting.
    sort: ({ status }) => (status === 'review' ? 'waiting.asc' : undefined),
    items: (rows, { on, now }) => toAdminCampaigns(on, rows, now),
    columns: {
      campaign_id: (campaign) => campaign._id,
      status: (campaign) => campaign.status,
      brand: (campaign) => ({ text: campaign.brand }),
      kind: (campaign) => campaign.kind,
      landing_url: (campaign) => ({ text: campaign.landing_url }),
      placer: (campaign) => ({ text: campaign.placer.username }),
      placer_id: (campaign) => campaign.placer._id,
      price: (campaign) => campaign.price,
      visits: (campaign) => campaign.visits,
      budget: (campaign) => campaign.budget,
      spent: (campaign) => campaign.spent,
      refunded: (campaign) => campaign.refunded,
      created_at: (campaign) => campaign.created_at,
      paid_at: (campaign) => campaign.paid_at,
      due_by: (campaign) => campaign.review?.due_by ?? null,
      reported_at: (campaign) => campaign.reported_at,
      overdue: (campaign) => (campaign.review === null ? null : String(campaign.review.overdue)),
      ended_at: (campaign) => campaign.ended_at,
    },
  })

  bind(routes, calls.detail, async ({ params, now, locale }) => {
    const campaign = orRefuse(
      await selectCampaign.maybe(database, { id: params.campaign_id }),
      'campaign_is_unknown',
    )
    const landing = await selectLanding.maybe(database, {
      member_id: campaign.member_id,
      landing_url: campaign.landing_url,
    })
    const [shown] = await toAdminCampaigns(database, [campaign], now)
    const { locale: reads } = await getMember(database, campaign.member_id)
    return {
      data: {
        ...shown!,
        reads,
        landing: landing === undefined ? null : landingOnWire(landing, locale),
        take_down: campaign.ended_at === null ? await takeDownOnWire(database, campaign) : null,
      },
    }
  })
}

async function takeDownOnWire(on: Queryable, campaign: Campaign) {
  const { now, vat_now, held } = await cancellingOnWire(on, campaign)
  return { now, vat_now, held }
}

/** Common type of the decision handlers' argument. */
type DecisionCall = Pick<MemberTextCall<typeof calls.approve>, 'params' | 'operator' | 'now' | 'transaction'>
type Decision = { readonly campaign_id: string; readonly actor: string }

function deciding(routes: Routes): void {
  const decide = async (
    { params, operator, now, transaction }: DecisionCall,
    work: (tx: Tx, decision: Decision) => Promise<Campaign>,
  ) => {
    const decision = { ...params, actor: actorOf(operator) }
    const campaign = await transaction((tx) => work(tx, decision))
    const [data] = await toAdminCampaigns(routes.app.database, [campaign], now)
    return { data: data! }
  }

  bindMemberText(
    routes,
    calls.approve,
    (call) => decide(call, approveCampaign),
    (on, { params }) => textsOfCampaign(on, params.campaign_id),
  )
  bind(routes, calls.resume, (call) => decide(call, resumeByOperator))
  bindMemberText(routes, calls.reject, (call) =>
    decide(call, (tx, decision) => rejectCampaign(tx, { ...decision, ...call.body })),
  )
  bindMemberText(routes, calls.pause, (call) =>
    decide(call, (tx, decision) => pauseByOperator(tx, { ...decision, ...call.body })),
  )
  bindMemberText(routes, calls.takeDown, (call) =>
    decide(call, (tx, decision) => takeDownCampaign(tx, { ...decision, ...call.body })),
  )
}

/** What visitors and carriers read of it; its landing address is no foreign link. */
export async function textsOfCampaign(on: Queryable, campaign_id: string): Promise<MemberTexts> {
  const campaign = await selectCampaign.maybe(on, { id: campaign_id })
  if (campaign === undefined) return { texts: {} }
  const { brand, tagline, caption, landing_host } = campaign
  const named = (field: string, texts: object) =>
    Object.entries(texts).map(([locale, text]) => [`${field} ${locale}`, String(text)] as const)
  return {
    texts: { brand, ...Object.fromEntries([...named('tagline', tagline), ...named('caption', caption)]) },
    own_hosts: [landing_host.replace(/:\d+$/, '')],
  }
}

async function toAdminCampaigns(
  on: Queryable,
  campaigns: readonly Campaign[],
  now: Date,
): Promise<AdminCampaign[]> {
  const { time_zone } = await settingsOf(on)
  const names = await usernamesOf(on, toColumn(campaigns, 'member_id'))
  const from_cards = await recentCardMoneyIn(on, toColumn(campaigns, 'id'), now)
  const onWire = await campaignsOnWire(on, campaigns, now)
  return campaigns.map((campaign, place) => {
    const { can: _, ...shown } = onWire[place]!
    const { member_id, placer_paused, reported_at } = campaign
    const placer = { _id: member_id, username: names.get(member_id)! }
    return {
      ...shown,
      placer,
      placer_paused,
      review: reviewOf(campaign, time_zone, now),
      reported_at: reported_at?.toISOString() ?? null,
      from_cards: formatMoney(from_cards.get(campaign.id) ?? 0n),
    }
  })
}

function reviewOf(
  { status, paid_at, reported_at }: Campaign,
  time_zone: string,
  now: Date,
): AdminCampaign['review'] {
  const since = status === 'review' ? paid_at : reported_at
  if (since === null) return null
  const due_by = reviewDueBy(since, time_zone)
  return { since: since.toISOString(), due_by: due_by.toISOString(), overdue: due_by <= now }
}
