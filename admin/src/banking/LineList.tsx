import { LINE_STATUSES, type ListedLine } from '@fairturn/contract/backoffice/banking'
import { Box, Chip } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { Amount, useMoney } from '../components/Amount.tsx'
import { narrow } from '../components/columns.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { choice, search } from '../components/filters.tsx'
import { formatTime } from '../components/format.ts'
import { Name } from '../components/Name.tsx'
import { Due } from '../components/queue.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { ReferenceInput } from '../components/ReferenceInput.tsx'
import { Status } from '../components/Status.tsx'
import { shownStatus, signedAmount } from './line.ts'
import { Import } from './StatementList.tsx'

type Line = ListedLine & { id: string }

const FILTERS = [
  search('bank_lines.search', 'search', 220),
  <DateInput key="from" source="from" label="money.from" alwaysOn />,
  <DateInput key="to" source="to" label="money.to" alwaysOn />,
  choice('direction', 'bank_lines.direction', ['credit', 'debit'], 'bank_lines'),
  <ReferenceInput
    key="statement_id"
    source="statement_id"
    label="bank_lines.statement"
    of="statement"
    optional
    sx={{ minWidth: 220 }}
  />,
]

const HOUR_MS = 3_600_000

/** When a line that waits is due, as the queues count it; nothing while its proposal waits, which is due by itself. */
export function LineDue({
  line: { state, decided_at, proposal },
}: {
  line: Pick<Line, 'state' | 'decided_at' | 'proposal'>
}) {
  if (decided_at === null || proposal !== null || !WAITING.has(state)) return null
  return <Due waiting={dueOf(decided_at, state === 'unconfirmed' ? HOUR_MS : 48 * HOUR_MS)} />
}

function dueOf(since: string, withinMs: number) {
  const due = Date.parse(since) + withinMs
  return { since, due_by: new Date(due).toISOString(), overdue: due <= Date.now() }
}

const WAITING: ReadonlySet<string> = new Set(['unconfirmed', 'unmatched', 'differs', 'unexplained'])

export function LineList() {
  const translate = useTranslate()
  return (
    <RecordList<Line>
      filters={FILTERS}
      filterDefaultValues={{ state: 'to_review' }}
      sort={{ field: 'booking_day', order: 'DESC' }}
      actions={<Import />}
      tabs={{
        source: 'state',
        values: ['to_review', ...LINE_STATUSES],
        texts: 'bank_lines.statuses',
        waiting: { to_review: 'bank_lines' },
      }}
      note={({ state }) => state && translate(`bank_lines.statuses_why.${state}`)}
      columns={({ state }) => [
        { label: 'bank_lines.booking_day', day: 'booking_day', sort: true },
        {
          label: 'money.amount',
          render: (line) => <Amount wire={signedAmount(line)} />,
          sort: 'amount',
          end: true,
          total: signedAmount,
        },
        // What one decides by shares columns, so that none of it is scrolled to at 768 pixels.
        {
          label: 'money.state',
          render: (line) => (
            <>
              <Status texts="bank_lines.statuses" value={shownStatus(line)} />
              {state === 'to_review' && (
                <Box sx={{ mt: 0.25 }}>
                  <LineDue line={line} />
                </Box>
              )}
            </>
          ),
          sx: narrow(96),
        },
        {
          label: 'bank_lines.counterparty',
          render: (line) => <Counterparty line={line} />,
          sx: { maxWidth: 280, overflowWrap: 'anywhere', ...narrow(150) },
        },
        {
          label: 'bank_lines.finding',
          sx: narrow(150),
          render: (line) => <Finding line={line} />,
        },
      ]}
    />
  )
}

/** What the matching found, and what the line belongs to. */
function Finding({ line: { finding, account_findings, named_payout, ...line } }: { line: Line }) {
  const translate = useTranslate()
  const money = useMoney()
  const id = line.deposit_id ?? line.withdrawal_id ?? line.refund_id
  const payout = named_payout && { ...named_payout, payout: money(named_payout.payout) }
  return (
    <>
      {finding && translate(`bank_lines.findings.${finding}`, { _: finding })}
      {account_findings.map((each) => (
        <Box key={each} sx={{ color: 'warning.main' }}>
          {translate(`bank_lines.account_findings.${each}`)}
        </Box>
      ))}
      {payout && <Box>{translate('bank_lines.named_payout', payout)}</Box>}
      {id && (
        <Box>
          <Name id={id} bare />
        </Box>
      )}
    </>
  )
}

/** The other side, and below it what they wrote. */
function Counterparty({ line }: { line: Line }) {
  const { counterparty, payer_differs, proposal, remittance, end_to_end_id } = line
  const translate = useTranslate()
  return (
    <>
      {counterparty.name}
      <Box sx={counterparty.name === null ? {} : { color: 'text.secondary' }}>
        {remittance || end_to_end_id}
      </Box>
      {payer_differs === true && (
        <Box sx={{ color: 'warning.main' }}>{translate('bank_lines.payer_differs')}</Box>
      )}
      {proposal && <Proposed proposal={proposal} />}
    </>
  )
}

/** It waits for the approver, not for whoever reads the list. */
function Proposed({
  proposal: { _id, proposed_by, proposed_at },
}: {
  proposal: NonNullable<Line['proposal']>
}) {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      color="info"
      variant="outlined"
      component={Link}
      to={`/approvals/${_id}/show`}
      clickable
      label={translate('bank_lines.waits_for_approver', { who: proposed_by })}
      title={translate('approvals.waits', { who: proposed_by, when: formatTime(proposed_at) })}
      onClick={(event) => event.stopPropagation()}
      sx={{
        display: 'flex',
        width: 'fit-content',
        height: 'auto',
        mt: 0.5,
        '& .MuiChip-label': { whiteSpace: 'normal' },
      }}
    />
  )
}
