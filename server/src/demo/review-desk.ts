// What a demo's operator does for a campaign in review when whoever tries the demo taps: approve it, through the function behind
// the back office's call. What its texts make a matter of two people (spec §7) stays one, and is decided in the back office.
import type { DemoReview } from '@fairturn/contract/demo'
import { approveCampaign, campaignsOnWire, ownCampaign, textsOfCampaign } from '../campaigns/campaigns.ts'
import type { App } from '../platform/http/app.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { actorOf, contactDetailsIn } from '../staff/staff.ts'
import { demoOperatorId } from './staff.ts'

const REVIEWER = 'demo.content'

interface Own {
  readonly member_id: string
  readonly campaign_id: string
}

/** Refuses `campaign_is_unknown`. */
export async function reviewOf(app: App, own: Own): Promise<DemoReview> {
  const { database } = app
  const row = await ownCampaign(database, own)
  const waits = row.status === 'review' && !(await takesTwo(app, own))
  const now = database.clock.now()
  const [campaign] = await campaignsOnWire(database, [row], now)
  return { campaign: campaign!, by: waits ? REVIEWER : null }
}

const takesTwo = async (app: App, { campaign_id }: Own): Promise<boolean> =>
  contactDetailsIn(app, await textsOfCampaign(app.database, campaign_id)).length > 0

/** Approves it if it waits for one person; otherwise nothing. */
export async function approveAtTap(app: App, own: Own): Promise<void> {
  const { by } = await reviewOf(app, own)
  if (by === null) return
  const actor = actorOf({ operator_id: await demoOperatorId(app.database, REVIEWER) })
  try {
    await app.database.transaction((tx) => approveCampaign(tx, { campaign_id: own.campaign_id, actor }))
  } catch (error) {
    // Decided meanwhile, by a second tap or in the back office.
    if (!(error instanceof Refusal) || error.code !== 'campaign_is_not_in_review') throw error
  }
}
