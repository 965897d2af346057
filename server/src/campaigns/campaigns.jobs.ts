import { z } from 'zod'
import { removeFile } from '../content/content.ts'
import type { Database } from '../platform/database/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { rejectIfAny, runEach } from '../platform/queue/batches.ts'
import { defineJob, handle, type JobHandler } from '../platform/queue/queue.ts'
import { cancelUnpaid, selectDueLocked } from './campaigns.store.ts'
import { deleteCreatives, deleteDrafts } from './drafts.store.ts'
import { deleteLandings } from './landing.ts'
import { finishCampaign, settleCampaign } from './lifecycle.ts'
import { UNPAID_MS } from './terms.ts'

const UNUSED_MS = 24 * 3_600_000
const DRAFT_KEPT_MS = 180 * 24 * 3_600_000

export const endCampaigns = defineJob({ name: 'end_campaigns', payload: z.object({}) })
export const placingCleanup = defineJob({ name: 'tidy_placing', payload: z.object({}) })

export const placingCleanupHandler = (files: FileStore): JobHandler =>
  handle(placingCleanup, (database) => cleanUpPlacing(database, files))

/**
 * Deletes images unused for a day, landing checks older than a day, and drafts of closed accounts or unchanged for half a
 * year.
 */
export async function cleanUpPlacing(database: Database, files: FileStore): Promise<void> {
  const now_ms = database.clock.now().getTime()
  const before = new Date(now_ms - UNUSED_MS)
  await runEach([
    () => deleteDrafts.all(database, { before: new Date(now_ms - DRAFT_KEPT_MS) }),
    () => deleteLandings.all(database, { before }),
    async () => {
      const unused = await deleteCreatives.all(database, { before })
      for (const { url } of unused) await removeFile(files, database, url)
    },
  ])
}

/** Ends due campaigns, each in its own transaction, and cancels those unpaid for a week; safe to run concurrently. */
export async function endDueCampaigns(database: Database): Promise<number> {
  const now = database.clock.now()
  let ended = 0
  await runEach([
    () => cancelUnpaid.all(database, { now, before: new Date(now.getTime() - UNPAID_MS) }),
    async () => (ended = await endDue(database)),
  ])
  return ended
}

async function endDue(database: Database): Promise<number> {
  const faulty: string[] = []
  const faults: unknown[] = []
  for (let ended = 0; ; ended += 1) {
    let campaign_id: string | undefined
    try {
      await database.transaction(async (tx) => {
        const [campaign] = await selectDueLocked.all(tx, { now: tx.now, faulty })
        campaign_id = campaign?.id
        if (campaign === undefined) return
        if (campaign.ended_at === null) await finishCampaign(tx, { campaign_id: campaign.id })
        else await settleCampaign(tx, campaign)
      })
    } catch (error) {
      if (campaign_id === undefined) throw error
      faulty.push(campaign_id)
      faults.push(error)
      continue
    }
    if (campaign_id !== undefined) continue
    // The job's retry finds what could not be ended.
    rejectIfAny(faults, 'due campaigns could not be ended')
    return ended
  }
}
