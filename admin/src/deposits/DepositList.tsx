// Deposits that members announced, with what arrived of each.
import { Box } from '@mui/material'
import type { AdminDeposit } from '@fairturn/contract/backoffice/deposits'
import { DEPOSIT_STATUSES } from '@fairturn/contract/deposits'
import { DataTable, FunctionField, InfiniteList, SelectInput, TextInput, useTranslate } from 'react-admin'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
import { when } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { FilterTabs, StateChip, type Tone } from '../parts.tsx'

type Deposit = AdminDeposit & { id: string }

const FILTERS = [
  <TextInput key="search" source="search" label="money.found_by" alwaysOn resettable />,
  <SelectInput
    key="method"
    source="method"
    label="deposits.method"
    alwaysOn
    choices={['bank_transfer', 'card'].map((id) => ({ id, name: `deposits.methods.${id}` }))}
  />,
  <TextInput key="member" source="member_id" label="money.member_id" />,
]

const TONES: Partial<Record<Deposit['status'], Tone>> = { awaiting: 'warning', credited: 'primary' }

export function DepositStatus({ status }: { status: Deposit['status'] }) {
  const translate = useTranslate()
  return <StateChip label={translate(`deposits.statuses.${status}`)} tone={TONES[status]} />
}

/** What arrived, and whether that is more or less than was announced. */
export function Arrived({ deposit: { amount, received } }: { deposit: AdminDeposit }) {
  const translate = useTranslate()
  if (received === null || received === amount) return <Amount wire={received} />
  const more = Number(received) > Number(amount)
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      <StateChip label={translate(more ? 'deposits.more' : 'deposits.less')} tone="warning" />{' '}
      <Amount wire={received} tone="award" />
    </Box>
  )
}

export const DepositList = () => (
  <InfiniteList
    filters={FILTERS}
    sort={{ field: 'created_at', order: 'DESC' }}
    exporter={false}
    empty={false}
    actions={<ListTools csv="backoffice/deposits.csv" />}
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <FilterTabs
        source="status"
        values={DEPOSIT_STATUSES}
        label={(status) => translate(`deposits.statuses.${status}`)}
      />
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="deposits.created_at" source="created_at">
          <FunctionField<Deposit> render={({ created_at }) => when(created_at)} />
        </DataTable.Col>
        <DataTable.Col label="money.member" source="username" disableSort />
        <DataTable.Col label="money.reference" source="reference" disableSort />
        <DataTable.Col label="deposits.method" disableSort>
          <FunctionField<Deposit> render={({ method }) => translate(`deposits.methods.${method}`)} />
        </DataTable.Col>
        <DataTable.Col label="deposits.announced" source="amount" align="right">
          <FunctionField<Deposit> render={({ amount }) => <Amount wire={amount} />} />
        </DataTable.Col>
        <DataTable.Col label="deposits.received" disableSort align="right">
          <FunctionField<Deposit> render={(deposit) => <Arrived deposit={deposit} />} />
        </DataTable.Col>
        <DataTable.Col label="money.status" disableSort>
          <FunctionField<Deposit> render={({ status }) => <DepositStatus status={status} />} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
