// Operators' calls on what visitors report: by campaign, closed with an outcome that the visitors read. Closing does nothing
// else: pausing, taking down and the like stay calls of their own (reports.admin.test.ts).
import {
  adminReport,
  type AdminReport,
  adminReportCalls as calls,
  adminReportFiles as files,
} from '@fairturn/contract/backoffice/reports'
import { brandsOfCampaigns } from '../campaigns/campaigns.ts'
import { usernamesOf } from '../members/members.ts'
import type { Queryable } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { refuse } from '../platform/http/refusal.ts'
import { onWire } from '../platform/http/wire.ts'
import { actorOf, bindList, bindMemberText } from '../staff/staff.ts'
import { closeReports, networksSince, REPORT_DUE_MS } from './report-decisions.ts'
import * as store from './reports.admin.store.ts'
import type { ReportRow } from './reports.admin.store.ts'
import { referenceOf } from './reports.store.ts'

const MAX_SHOWN = 200

export function reportAdminRoutes(routes: Routes): void {
  const { database } = routes.app

  bindList(routes, {
    call: calls.list,
    file: files.exportReports,
    kind: 'reviews',
    name: 'reports',
    rows: store.listReports,
    sort: ({ state }) => (state === 'decided' ? 'due_by.desc' : undefined),
    items: (rows, { on, now }) => reportsOnWire(on, rows, now),
    columns: {
      report: (report) => report._id,
      reference: (report) => report.reference,
      status: (report) => report.status,
      received_at: (report) => report.received_at,
      due_by: (report) => report.due_by,
      overdue: (report) => String(report.overdue),
      brand: (report) => ({ text: report.campaign.brand }),
      campaign_id: (report) => report.campaign._id,
      carrier: (report) => ({ text: report.carrier.username }),
      carrier_id: (report) => report.carrier._id,
      reason: (report) => report.reason,
      note: (report) => ({ text: report.note }),
      language: (report) => report.reads,
      decided_at: (report) => report.decided_at,
      decision_reason: (report) => ({ text: report.decision_reason }),
    },
  })

  bind(routes, calls.ofCampaign, async ({ params: { campaign_id }, now }) => {
    if (!(await brandsOfCampaigns(database, [campaign_id])).has(campaign_id))
      throw refuse('campaign_is_unknown')
    const rows = await store.reportsOfCampaign.all(database, { campaign_id, limit: MAX_SHOWN })
    const { networks } = await store.countNetworks.one(database, { campaign_id, ...networksSince(now) })
    const counts = await store.countByReason.all(database, { campaign_id })
    return { data: { counts, networks, list: await reportsOnWire(database, rows, now) } }
  })

  bindMemberText(routes, calls.close, async ({ params, body, operator, transaction }) => ({
    data: await transaction((tx) => closeReports(tx, { ...params, ...body, actor: actorOf(operator) })),
  }))
}

async function reportsOnWire(on: Queryable, rows: readonly ReportRow[], now: Date): Promise<AdminReport[]> {
  const links = await store.carriersOf.all(on, { ids: toColumn(rows, 'link_id') })
  const carriers = new Map(links.map(({ id, carrier_id }) => [id, carrier_id]))
  const usernames = await usernamesOf(on, [...carriers.values()])
  const brands = await brandsOfCampaigns(on, toColumn(rows, 'campaign_id'))
  return rows.map((row) => {
    const carrier_id = carriers.get(row.link_id)!
    const due = new Date(row.received_at.getTime() + REPORT_DUE_MS)
    return onWire(adminReport, row, {
      reference: referenceOf(row.id),
      campaign: { _id: row.campaign_id, brand: brands.get(row.campaign_id)! },
      carrier: { _id: carrier_id, username: usernames.get(carrier_id)! },
      reads: row.locale,
      due_by: due.toISOString(),
      overdue: row.status === 'received' && due <= now,
    })
  })
}
