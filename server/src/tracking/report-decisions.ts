// From reports to operators: five networks within a day put a campaign on top of the review queue, and operators close reports
// with an outcome. Nothing here stops, pauses or refuses anything, nor touches a visit (reports.admin.test.ts).
import { z } from 'zod'
import { markReported, unmarkReported } from '../campaigns/campaigns.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { recordAuditEvents, refuseDecided } from '../staff/staff.ts'
import * as store from './reports.admin.store.ts'
import { dayOf } from './visitor.ts'

/** Scheduled every minute: the link service, which writes reports, knows no campaign. */
export const raiseReported = defineJob({ name: 'raise_reported_campaigns', payload: z.object({}) })

const HOUR_MS = 3_600_000
/** Open reports are due that long after they came. */
export const REPORT_DUE_MS = 72 * HOUR_MS
const NETWORKS = 5
const WITHIN_MS = 24 * HOUR_MS

/** The period in which networks are counted, and the day whose salt they are compared by. */
export const networksSince = (now: Date) => ({ since: new Date(now.getTime() - WITHIN_MS), day: dayOf(now) })

/** Puts campaigns that five networks reported within 24 hours on top of the review queue. Idempotent. */
export async function raiseReportedCampaigns(database: Database): Promise<void> {
  const now = database.clock.now()
  const reported = await store.campaignsReportedBy.all(database, {
    networks: NETWORKS,
    ...networksSince(now),
  })
  if (reported.length === 0) return
  await database.transaction((tx) => markReported(tx, toColumn(reported, 'campaign_id')))
}

interface Closing {
  readonly campaign_id: string
  readonly report_ids: readonly string[]
  readonly outcome: 'acted_on' | 'not_acted_on'
  /** For the visitors. */
  readonly reason: string
  readonly actor: string
}

/**
 * Closes those of the reports that are open; with a campaign's last one it leaves the top of the queue. Refuses
 * `report_is_unknown`, and `report_is_decided` if none of them is open.
 */
export async function closeReports(
  tx: Tx,
  { campaign_id, report_ids, outcome, reason, actor }: Closing,
): Promise<{ closed: number; open: number }> {
  const ids = [...new Set(report_ids)]
  const found = await store.lockReports.all(tx, { campaign_id, ids })
  if (found.length < ids.length) throw refuse('report_is_unknown')
  const closing = toColumn(
    found.filter(({ status }) => status === 'received'),
    'id',
  )
  if (closing.length === 0) throw await refuseDecided(tx, 'report_is_decided', ids[0]!)
  await store.closeReports.all(tx, { ids: closing, status: outcome, now: tx.now, reason })
  await recordAuditEvents(
    tx,
    closing.map((id) => ({
      actor,
      action: 'report_closed' as const,
      object: { kind: 'report', id },
      reason,
      before: { status: 'received' },
      after: { status: outcome, campaign_id },
    })),
  )
  const { open } = await store.countOpen.one(tx, { campaign_id })
  if (open === 0) await unmarkReported(tx, campaign_id)
  return { closed: closing.length, open }
}

/** Open reports, how many are overdue, and when the first is due. */
export async function reportsWaiting(on: Queryable, now: Date) {
  const { received_at, ...counts } = await store.countWaiting.one(on, {
    by: new Date(now.getTime() - REPORT_DUE_MS),
  })
  return { ...counts, due_at: received_at && new Date(received_at.getTime() + REPORT_DUE_MS) }
}
