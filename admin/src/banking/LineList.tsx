// Lines of the bank, by state: those decided automatically, and those that wait for a person.
import { Typography } from '@mui/material'
import { LINE_STATES, type AdminBankLine } from '@fairturn/contract/backoffice/banking'
import {
  DataTable,
  DateInput,
  FunctionField,
  InfiniteList,
  SelectInput,
  TextInput,
  useListContext,
  useTranslate,
} from 'react-admin'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
import { dayOf } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { FilterTabs, StateChip, type Tone } from '../parts.tsx'
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

export const LineList = () => (
  <InfiniteList
    filters={FILTERS}
    filterDefaultValues={{ state: 'unmatched' }}
    sort={{ field: 'booking_day', order: 'DESC' }}
    exporter={false}
    empty={false}
    actions={
      <ListTools csv="backoffice/bank-lines.csv">
        <Import />
      </ListTools>
    }
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const { state } = filterValues as { state?: string }
  return (
    <>
      <FilterTabs
        source="state"
        values={LINE_STATES}
        label={(one) => translate(`bank_lines.states.${one}`)}
      />
      {state !== undefined && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, pt: 1, pb: 1 }}>
          {translate(`bank_lines.states_why.${state}`)}
        </Typography>
      )}
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="bank_lines.booking_day" source="booking_day">
          <FunctionField<Line> render={({ booking_day }) => dayOf(booking_day)} />
        </DataTable.Col>
        <DataTable.Col label="money.amount" source="amount" align="right">
          <FunctionField<Line> render={(line) => <Amount wire={signedAmount(line)} />} />
        </DataTable.Col>
        <DataTable.Col label="bank_lines.counterparty" source="counterparty.name" disableSort />
        <DataTable.Col label="bank_lines.remittance" disableSort>
          <FunctionField<Line>
            render={({ remittance, end_to_end_id }) => remittance || end_to_end_id}
            sx={{ display: 'block', maxWidth: 280, overflowWrap: 'anywhere' }}
          />
        </DataTable.Col>
        <DataTable.Col label="bank_lines.finding" disableSort>
          <FunctionField<Line>
            render={({ finding }) => finding && translate(`bank_lines.findings.${finding}`, { _: finding })}
          />
        </DataTable.Col>
        <DataTable.Col label="money.state" disableSort>
          <FunctionField<Line> render={({ state: of_line }) => <LineState state={of_line} />} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
