// The jobs that tidy what was never placed, and end campaigns: those whose time has come or that have nothing left, and the accounts of ended ones
// whose last order is over.
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { defineJob, handle, type JobHandler } from '../queue/queue.ts'
import { cancelUnpaid, selectDueLocked } from './campaigns.store.ts'
import { sweepPlacing } from './form.ts'
import { finishCampaign, settleCampaign } from './lifecycle.ts'
import { UNPAID_MS } from './terms.ts'

export const endCampaigns = defineJob({ name: 'end_campaigns', payload: z.object({}) })
export const tidyPlacing = defineJob({ name: 'tidy_placing', payload: z.object({}) })

/** `data_dir`: where images are kept. */
export const placingTidier = (data_dir: string): JobHandler =>
  handle(tidyPlacing, (database) => sweepPlacing(database, data_dir))

/** Ends what is due, one transaction a campaign, and cancels what nobody paid for a week; returns how many. May run at several places at once. */
export async function endDueCampaigns(database: Database): Promise<number> {
  const now = database.clock.now()
  await cancelUnpaid.all(database, now, new Date(now.getTime() - UNPAID_MS))
  for (let ended = 0; ; ended += 1) {
    const found = await database.transaction(async (tx) => {
      const [campaign] = await selectDueLocked.all(tx, tx.now)
      if (campaign === undefined) return false
      if (campaign.ended_at === null) await finishCampaign(tx, { campaign_id: campaign.id })
      else await settleCampaign(tx, campaign)
      return true
    })
    if (!found) return ended
  }
}
