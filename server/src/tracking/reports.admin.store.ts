import type { Locale } from '@fairturn/contract/locales'
import type { ReportReason, ReportStatus } from '@fairturn/contract/reports'
import { columnNames, type RowOf, statement, typed } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

const REPORT_COLUMNS = {
  id: 'uuid',
  link_id: 'uuid',
  campaign_id: 'uuid',
  received_at: 'timestamptz',
  reason: typed<ReportReason>('text'),
  note: 'text',
  locale: typed<Locale>('text'),
  status: typed<ReportStatus>('text'),
  decided_at: 'timestamptz?',
  decision_reason: 'text?',
} as const
const REPORT = columnNames(REPORT_COLUMNS)
export type ReportRow = RowOf<typeof REPORT_COLUMNS>

export const listReports = sortedList({
  name: 'reports_admin_list',
  rows: REPORT_COLUMNS,
  select: `select ${REPORT} from visitor_report`,
  filters: {
    state: { where: '(decided_at is not null) = ?', values: (state: string) => [state === 'decided'] },
    reason: 'reason = ?',
    campaign_id: 'campaign_id = ?',
  },
  columns: { due_by: { by: 'received_at', type: 'timestamptz' } },
  first: 'due_by.asc',
})

/** Of a campaign: open ones first, then the newest. */
export const reportsOfCampaign = statement(
  `-- tracking_reports_of_campaign
  select ${REPORT} from visitor_report where campaign_id = $campaign_id
  order by (status = 'received') desc, id desc limit $limit`,
  { params: { campaign_id: 'uuid', limit: typed<number>('int8') }, columns: REPORT_COLUMNS },
)

export const countByReason = statement(
  `-- tracking_reports_by_reason
  select reason, count(*) filter (where status = 'received')::int as open, count(*) filter (where status <> 'received')::int as decided
  from visitor_report where campaign_id = $campaign_id group by reason order by open desc, decided desc, reason`,
  {
    params: { campaign_id: 'uuid' },
    columns: { reason: typed<ReportReason>('text'), open: 'int4', decided: 'int4' },
  },
)

/** Hash of a report's network under the salt of the day before $day: what came then and what came since are comparable. */
const NETWORK = 'case when day = $day::date then network_before else network_hash end'

/** Different networks of a campaign's open reports since then. */
export const countNetworks = statement(
  `-- tracking_networks_of_reports
  select count(distinct ${NETWORK})::int as networks from visitor_report
  where campaign_id = $campaign_id and status = 'received' and received_at > $since`,
  { params: { campaign_id: 'uuid', since: 'timestamptz', day: 'date' }, columns: { networks: 'int4' } },
)

/** Campaigns whose open reports since then came from that many different networks. */
export const campaignsReportedBy = statement(
  `-- tracking_campaigns_reported
  select campaign_id from visitor_report where status = 'received' and received_at > $since
  group by campaign_id having count(distinct ${NETWORK}) >= $networks order by campaign_id`,
  {
    params: { since: 'timestamptz', day: 'date', networks: typed<number>('int8') },
    columns: { campaign_id: 'uuid' },
  },
)

/** Of these reports of a campaign those that exist, locked. */
export const lockReports = statement(
  `-- tracking_lock_reports
  select id, status from visitor_report where campaign_id = $campaign_id and id = any($ids::uuid[]) order by id for update`,
  {
    params: { campaign_id: 'uuid', ids: 'uuid[]' },
    columns: { id: 'uuid', status: typed<ReportStatus>('text') },
  },
)

export const closeReports = statement(
  `-- tracking_close_reports
  update visitor_report set status = $status, decided_at = $now, decision_reason = $reason
  where id = any($ids::uuid[]) and status = 'received'`,
  { params: { ids: 'uuid[]', status: 'text', now: 'timestamptz', reason: 'text' } },
)

export const countOpen = statement(
  `-- tracking_open_reports_of_campaign
  select count(*)::int as open from visitor_report where campaign_id = $campaign_id and status = 'received'`,
  { params: { campaign_id: 'uuid' }, columns: { open: 'int4' } },
)

/** Due 72 hours after they came: overdue are those received by $by. */
export const countWaiting = statement(
  `-- tracking_reports_waiting
  select count(*)::int as waiting, count(*) filter (where received_at <= $by)::int as overdue, min(received_at) as received_at
  from visitor_report where status = 'received'`,
  {
    params: { by: 'timestamptz' },
    columns: { waiting: 'int4', overdue: 'int4', received_at: 'timestamptz?' },
  },
)

export const carriersOf = statement(
  `-- tracking_carriers_of_links
  select id, carrier_id from link where id = any($ids::uuid[])`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', carrier_id: 'uuid' } },
)
