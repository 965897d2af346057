// What visitors report of links, by campaign: read and closed by operators.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { locale } from '../fields.ts'
import { cursor, id } from '../ids.ts'
import { REPORT_REASONS, REPORT_STATUSES } from '../reports.ts'
import { person, reason } from './approvals.ts'
import { csvFile, sortBy } from './lists.ts'
import { may } from './roles.ts'

const read = { auth: 'staff', roles: may.read_reviews } as const
const MAX_SHOWN = 200

const reportReason = z.enum(REPORT_REASONS, { error: 'field_is_invalid' })

export const adminReport = z.object({
  _id: id,
  reference: z.string().describe('what the visitor calls it'),
  campaign: z.object({ _id: id, brand: z.string() }),
  carrier: person.describe('who shared the link'),
  reason: reportReason,
  note: z.string().describe('the visitor’s own words; empty without any'),
  reads: locale.describe('the language of the form, in which the visitor reads the outcome’s page'),
  status: z.enum(REPORT_STATUSES),
  received_at: z.iso.datetime(),
  due_by: z.iso.datetime().describe('72 hours later'),
  overdue: z.boolean(),
  decided_at: z.iso.datetime().nullable(),
  decision_reason: z.string().nullable().describe('as the visitor reads it'),
})
export type AdminReport = z.infer<typeof adminReport>

const ofCampaign = z.object({ campaign_id: id })

export const adminReportCalls = {
  list: endpoint('GET backoffice/reports', {
    ...read,
    summary: 'Reports of visitors: by default open ones, the oldest first; decided ones newest first',
    query: z.object({
      state: z.enum(['open', 'decided'], { error: 'field_is_invalid' }).default('open'),
      reason: reportReason.optional(),
      campaign_id: id.optional(),
      sort: sortBy('due_by'),
      cursor,
    }),
    answer: z.object({ list: z.array(adminReport), cursor: z.string().nullable() }),
  }),
  ofCampaign: endpoint('GET backoffice/campaigns/:campaign_id/reports', {
    ...read,
    summary: 'What visitors reported of a campaign’s links: counts by reason, and the reports',
    params: ofCampaign,
    answer: z.object({
      counts: z
        .array(z.object({ reason: reportReason, open: z.int(), decided: z.int() }))
        .describe('only reasons that were given, the most open first'),
      networks: z.int().describe('different networks of the open ones of the last 24 hours'),
      list: z.array(adminReport).describe(`open ones first, then the newest; at most ${MAX_SHOWN}`),
    }),
    refusals: ['campaign_is_unknown'],
  }),
  close: endpoint('POST backoffice/campaigns/:campaign_id/reports/close', {
    auth: 'staff',
    roles: may.review_campaigns,
    member_texts: ['reason'],
    summary: 'Close reports of a campaign with an outcome, whose reason the visitors read; does nothing else',
    params: ofCampaign,
    body: z.object({
      report_ids: z
        .array(id, { error: 'field_is_invalid' })
        .min(1, 'field_is_required')
        .max(MAX_SHOWN, 'too_many_ids'),
      outcome: z.enum(['acted_on', 'not_acted_on'], { error: 'field_is_invalid' }),
      reason,
    }),
    answer: z.object({
      closed: z.int().describe('without those that somebody else had closed'),
      open: z.int().describe('of the campaign'),
    }),
    refusals: ['report_is_unknown', 'report_is_decided', 'reason_is_required', 'this_text_takes_two_people'],
  }),
}

export const adminReportFiles = { exportReports: csvFile(adminReportCalls.list, 'Reports') }
