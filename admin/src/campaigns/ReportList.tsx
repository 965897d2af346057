import type { AdminReport } from '@fairturn/contract/backoffice/reports'
import { REPORT_REASONS } from '@fairturn/contract/reports'
import { choice, text } from '../components/filters.tsx'
import { formatTime } from '../components/format.ts'
import { Age, Due } from '../components/queue.tsx'
import { RecordList } from '../components/RecordList.tsx'

type Report = AdminReport & { id: string }

const MAX_NOTE = 120

const FILTERS = [
  choice('reason', 'reports.reason', REPORT_REASONS, 'reports.reasons'),
  text('campaign_id', 'reports.campaign_id'),
]

/** Reports are read and closed at their campaign, which a row opens. */
export const ReportList = () => (
  <RecordList<Report>
    filters={FILTERS}
    filterDefaultValues={{ state: 'open' }}
    tabs={{
      source: 'state',
      values: ['open', 'decided'],
      texts: 'reports.states',
      waiting: { open: 'reports' },
    }}
    rowClick={(_id, _resource, { campaign }) => `/campaigns/${campaign._id}/show`}
    columns={({ state }) => [
      { label: 'queue.brand', render: ({ campaign }) => campaign.brand },
      { label: 'reports.reason', text: 'reason', texts: 'reports.reasons' },
      {
        label: 'reports.note',
        render: ({ note }) => (note.length > MAX_NOTE ? `${note.slice(0, MAX_NOTE)}…` : note),
      },
      { label: 'reports.carrier_column', source: 'carrier.username' },
      { label: 'reports.reference', source: 'reference' },
      {
        label: 'reports.received_at',
        render: ({ received_at }) =>
          state === 'decided' ? formatTime(received_at) : <Age since={received_at} />,
      },
      state === 'decided'
        ? { label: 'reports.status', status: 'status', texts: 'reports.statuses' }
        : {
            label: 'queue.due_by',
            render: (report) => <Due waiting={{ ...report, since: report.received_at }} />,
            sort: 'due_by',
          },
    ]}
  />
)
