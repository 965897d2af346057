// Deposits that members announced, with what arrived of each.
import { Box } from '@mui/material'
import type { AdminDeposit } from '@fairturn/contract/backoffice/deposits'
import { DEPOSIT_STATUSES } from '@fairturn/contract/deposits'
import { SelectInput, TextInput, useTranslate } from 'react-admin'
import { RecordList } from '../RecordList.tsx'
import { when } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { StateChip, type Tone } from '../parts.tsx'

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

export function DepositList() {
  const translate = useTranslate()
  return (
    <RecordList<Deposit>
      filters={FILTERS}
      sort={{ field: 'created_at', order: 'DESC' }}
      tabs={{ source: 'status', values: DEPOSIT_STATUSES, texts: 'deposits.statuses' }}
      columns={[
        { label: 'deposits.created_at', render: ({ created_at }) => when(created_at), sort: 'created_at' },
        { label: 'money.member', source: 'username' },
        { label: 'money.reference', source: 'reference' },
        { label: 'deposits.method', render: ({ method }) => translate(`deposits.methods.${method}`) },
        {
          label: 'deposits.announced',
          render: ({ amount }) => <Amount wire={amount} />,
          sort: 'amount',
          end: true,
        },
        { label: 'deposits.received', render: (deposit) => <Arrived deposit={deposit} />, end: true },
        { label: 'money.status', render: ({ status }) => <DepositStatus status={status} /> },
      ]}
    />
  )
}
