// Lines of the bank, by state: those decided automatically, and those that wait for a person.
import { Typography } from '@mui/material'
import { LINE_STATES, type AdminBankLine } from '@fairturn/contract/backoffice/banking'
import { DateInput, SelectInput, TextInput, useListContext, useTranslate } from 'react-admin'
import { RecordList } from '../RecordList.tsx'
import { dayOf } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { StateChip, type Tone } from '../parts.tsx'
import { Import } from './StatementList.tsx'

type Line = AdminBankLine & { id: string }

const FILTERS = [
  <TextInput
    key="search"
    source="search"
    label="bank_lines.search"
    alwaysOn
    resettable
    sx={{ minWidth: 270 }}
  />,
  <DateInput key="from" source="from" label="money.from" alwaysOn />,
  <DateInput key="to" source="to" label="money.to" alwaysOn />,
  <SelectInput
    key="direction"
    source="direction"
    label="bank_lines.direction"
    choices={['credit', 'debit'].map((id) => ({ id, name: `bank_lines.${id}` }))}
  />,
  <TextInput key="statement" source="statement_id" label="bank_lines.statement_id" />,
]

const TONES: Partial<Record<Line['state'], Tone>> = {
  matched: 'primary',
  held: 'warning',
  differs: 'warning',
  unmatched: 'error',
  unexplained: 'error',
}

export function LineState({ state }: { state: Line['state'] }) {
  const translate = useTranslate()
  return <StateChip label={translate(`bank_lines.states.${state}`)} tone={TONES[state]} />
}

/** What came with a plus, what went with a minus. */
export const signedAmount = ({ amount, direction }: Pick<Line, 'amount' | 'direction'>) =>
  direction === 'debit' ? `-${amount}` : amount

/** What lines of the chosen state are. */
function StateHelp() {
  const translate = useTranslate()
  const { state } = useListContext().filterValues as { state?: string }
  return (
    state !== undefined && (
      <Typography variant="body2" color="text.secondary" sx={{ px: 2, pt: 1, pb: 1 }}>
        {translate(`bank_lines.states_why.${state}`)}
      </Typography>
    )
  )
}

export function LineList() {
  const translate = useTranslate()
  return (
    <RecordList<Line>
      filters={FILTERS}
      filterDefaultValues={{ state: 'unmatched' }}
      sort={{ field: 'booking_day', order: 'DESC' }}
      actions={<Import />}
      tabs={{ source: 'state', values: LINE_STATES, texts: 'bank_lines.states' }}
      note={<StateHelp />}
      columns={[
        {
          label: 'bank_lines.booking_day',
          render: ({ booking_day }) => dayOf(booking_day),
          sort: 'booking_day',
        },
        {
          label: 'money.amount',
          render: (line) => <Amount wire={signedAmount(line)} />,
          sort: 'amount',
          end: true,
        },
        { label: 'bank_lines.counterparty', source: 'counterparty.name' },
        {
          label: 'bank_lines.remittance',
          render: ({ remittance, end_to_end_id }) => remittance || end_to_end_id,
          sx: { maxWidth: 280, overflowWrap: 'anywhere' },
        },
        {
          label: 'bank_lines.finding',
          render: ({ finding }) => finding && translate(`bank_lines.findings.${finding}`, { _: finding }),
        },
        { label: 'money.state', render: ({ state: of_line }) => <LineState state={of_line} /> },
      ]}
    />
  )
}
