// SQL of reports that the link service runs; that of operators is in reports.admin.store.ts.
import type { ReportStatus } from '@fairturn/contract/reports'
import { type RowOf, statement, typed } from '../platform/database/statement.ts'

/** No row if the form's token had been used. */
export const insertReport = statement(
  `-- tracking_insert_report
  insert into visitor_report (id, link_id, campaign_id, received_at, reason, note, locale, day, network_hash, network_before, token_hash)
  values ($id, $link_id, $campaign_id, $received_at, $reason, $note, $locale, $day, $network_hash, $network_before, $token_hash)
  on conflict (id) do nothing returning id`,
  {
    params: {
      id: 'uuid',
      link_id: 'uuid',
      campaign_id: 'uuid',
      received_at: 'timestamptz',
      reason: 'text',
      note: 'text',
      locale: 'text',
      day: 'date',
      network_hash: 'bytea',
      network_before: 'bytea',
      token_hash: 'bytea',
    },
    columns: { id: 'uuid' },
  },
)

const OUTCOME_COLUMNS = {
  id: 'uuid',
  received_at: 'timestamptz',
  status: typed<ReportStatus>('text'),
  decided_at: 'timestamptz?',
  decision_reason: 'text?',
} as const
export type Outcome = RowOf<typeof OUTCOME_COLUMNS>

export const findOutcome = statement(
  `-- tracking_report_outcome
  select id, received_at, status, decided_at, decision_reason from visitor_report where token_hash = $token_hash`,
  { params: { token_hash: 'bytea' }, columns: OUTCOME_COLUMNS },
)

/** What visitors and operators call a report: the last 48 bits of its id, which are random. */
export const referenceOf = (reportId: string): string =>
  `R-${reportId.slice(-12, -6)}-${reportId.slice(-6)}`.toUpperCase()

/** A network is compared with others within 24 hours only, which touch two days. */
export const forgetNetworks = statement(
  `-- tracking_forget_report_networks
  update visitor_report set network_hash = null, network_before = null where day < $before and network_hash is not null`,
  { params: { before: 'date' } },
)
export const deleteReports = statement(
  `-- tracking_forget_reports
  delete from visitor_report where received_at < $before`,
  { params: { before: 'timestamptz' } },
)
