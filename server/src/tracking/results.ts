// A campaign's results for its placer: by reason, hour, day and language, updated live; visitors appear only as counts
// (results.test.ts).
import { id } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { CampaignResults, VisitReason } from '@fairturn/contract/tracking'
import { z } from 'zod'
import type { Campaign } from '../campaigns/campaigns.ts'
import { settingsOf } from '../content/content.ts'
import { retirePostbackKeys } from '../members/members.ts'
import { announce } from '../notices/notices.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { defineJob, handle, type JobHandler } from '../platform/queue/queue.ts'
import { countConfirmations } from './confirmations.store.ts'
import { lock } from './judge.store.ts'
import { retireKeysSince } from './postback.store.ts'
import * as store from './results.store.ts'
import type { Count, CountDifference } from './results.store.ts'
import { RULES_VERSION } from './rules.ts'
import { dayOf } from './visitor.ts'

/** A campaign's counts have changed; notifies its placer's open app. */
export const campaignProgress = defineJob({
  name: 'campaign_progress',
  payload: z.object({ campaign_id: id }),
})

const HOUR_MS = 3_600_000
const HOURS_SHOWN = 48

/** Whole hours (UTC); `to` is exclusive. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

/**
 * Rounds a period to whole hours: from the hour of `from` (default: the campaign's start) to the hour of `to` (default:
 * now), exclusive.
 */
export function periodOf(
  campaign: Campaign,
  params: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period {
  const hourOf = (at: Date, ahead = 0) => new Date((Math.floor(at.getTime() / HOUR_MS) + ahead) * HOUR_MS)
  const to = params.to === undefined ? hourOf(now, 1) : hourOf(new Date(params.to))
  return { from: hourOf(params.from === undefined ? campaign.created_at : new Date(params.from)), to }
}

export async function resultsOf(on: Queryable, campaign: Campaign, period: Period): Promise<CampaignResults> {
  const { time_zone } = await settingsOf(on)
  const first = firstShown(period)
  const { from, to } = period
  const counts = await store.countsOfPeriod.all(on, {
    campaign_id: campaign.id,
    from,
    to,
    time_zone,
    hour: new Date(first),
  })
  const of = (kind: Count['of']) => counts.filter((one) => one.of === kind)
  const byVerdict = of('verdict')
  const sum = (field: 'verified' | 'refused') => byVerdict.reduce((total, one) => total + one[field], 0)
  const totals = { verified: sum('verified'), refused: sum('refused') }
  const { delivered_minor, bonus_minor } = campaign
  return {
    campaign_id: campaign.id,
    rules: RULES_VERSION,
    spend: {
      rewards: formatMoney(delivered_minor),
      bonuses: formatMoney(bonus_minor),
      total: formatMoney(delivered_minor + bonus_minor),
    },
    totals: { visits: totals.verified + totals.refused, ...totals },
    refused: byVerdict
      .filter(({ refused }) => refused > 0)
      .map(({ name, refused }) => ({ reason: name as VisitReason, count: refused }))
      .toSorted((a, b) => b.count - a.count),
    hours: hoursOf(of('hour'), first, period),
    days: of('day').map(({ name, verified, refused }) => ({ day: name, verified, refused })),
    languages: of('locale')
      .map(({ name, verified, refused }) => ({
        locale: name === '' ? null : (name as Locale),
        verified,
        refused,
      }))
      .toSorted((a, b) => b.verified - a.verified || b.refused - a.refused),
    conversions: await conversionsOf(on, campaign),
  }
}

/** Only postbacks are counted here: pages and beacons confirm automatically. */
async function conversionsOf(on: Queryable, campaign: Campaign): Promise<CampaignResults['conversions']> {
  if (campaign.verification !== 'postback') return null
  const { passed, confirmed } = await countConfirmations.one(on, { campaign_id: campaign.id })
  return { clicks: passed, postbacks: confirmed }
}

/** Start of the last 48 hours of a period, which are shown hour by hour; in milliseconds. */
const firstShown = ({ from, to }: Period): number =>
  Math.max(from.getTime(), to.getTime() - HOURS_SHOWN * HOUR_MS)

function hoursOf(counts: readonly Count[], first: number, { to }: Period): CampaignResults['hours'] {
  const by_hour = new Map(counts.map(({ name, verified, refused }) => [name, { verified, refused }]))
  const hours: CampaignResults['hours'] = []
  for (let at = first; at < to.getTime(); at += HOUR_MS) {
    const hour = new Date(at).toISOString()
    hours.push({ hour, ...(by_hour.get(hour) ?? { verified: 0, refused: 0 }) })
  }
  return hours
}

export const trackingHandlers: JobHandler[] = [
  handle(campaignProgress, async (database, { campaign_id }) => {
    const totals = await store.campaignTotals.maybe(database, { campaign_id })
    if (totals === undefined) return
    const { placer_id, verified, visits } = totals
    await announce(database, { to: placer_id, kind: 'campaign', data: { campaign_id, verified, visits } })
  }),
  handle(retirePostbackKeys, async (database, { member_id, since, at }) => {
    await retireKeysSince.all(database, { member_id, since: new Date(since), before: new Date(at) })
  }),
]

/** Where the hourly counts of today and yesterday (UTC) differ from the visits. It never repairs. */
export async function checkVisits(database: Database): Promise<CountDifference[]> {
  const now = database.clock.now()
  return await store.countDifferences.all(database, {
    from: dayOf(new Date(now.getTime() - 24 * HOUR_MS)),
    to: dayOf(now),
  })
}

/** Rebuilds the hourly counts of these UTC days from their visits, while no verdict is written. */
export async function recountHours(database: Database, first_day: string, last_day: string): Promise<void> {
  await database.transaction(async (tx) => {
    await lock.all(tx)
    await store.deleteHours.all(tx, { first_day, last_day })
    await store.countHours.all(tx, { from: first_day, to: last_day })
  })
}
