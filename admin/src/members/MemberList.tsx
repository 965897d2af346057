// Members as operators find them; their phone numbers are masked here.
import type { OfficeMember } from '@fairturn/contract/backoffice/members'
import {
  DataTable,
  DateTimeInput,
  FilterButton,
  FunctionField,
  InfiniteList,
  SelectInput,
  TextInput,
  TopToolbar,
  useTranslate,
} from 'react-admin'
import { useRowKeys } from '../keys.ts'
import { SaveAsCsv } from '../SaveAsCsv.tsx'
import { instantOf, useWhen } from '../words.ts'

type Member = OfficeMember & { id: string }

const LOCKS = ['none', 'conduct', 'security'] as const
const FILTERS = [
  <TextInput key="search" source="search" label="members.search" alwaysOn resettable />,
  <SelectInput
    key="lock"
    source="lock"
    label="members.lock"
    alwaysOn
    choices={LOCKS.map((id) => ({ id, name: `members.locks.${id}` }))}
  />,
  <DateTimeInput key="from" source="from" label="members.from" parse={instantOf} />,
  <DateTimeInput key="to" source="to" label="members.to" parse={instantOf} />,
]

export const MemberList = () => (
  <InfiniteList
    filters={FILTERS}
    exporter={false}
    empty={false}
    actions={
      <TopToolbar>
        <FilterButton />
        <SaveAsCsv path="backoffice/members.csv" />
      </TopToolbar>
    }
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  useRowKeys()
  const translate = useTranslate()
  const when = useWhen()
  return (
    <DataTable rowClick={false} bulkActionButtons={false} size="small">
      <DataTable.Col label="members.username" source="username">
        <FunctionField<Member>
          render={({ username, closed_at }) =>
            closed_at === null ? username : translate('members.closed', { when: when(closed_at) })
          }
        />
      </DataTable.Col>
      <DataTable.Col label="members.phone" source="phone" disableSort />
      <DataTable.Col label="members.code" source="code" disableSort />
      <DataTable.Col label="members.verified_orders" source="verified_orders" />
      <DataTable.Col label="members.lock" disableSort>
        <FunctionField<Member>
          render={({ lock }) =>
            lock === null ? '—' : `${translate(`members.locks.${lock.kind}`)}, ${when(lock.since)}`
          }
        />
      </DataTable.Col>
      <DataTable.Col label="members.member_since" source="member_since">
        <FunctionField<Member> render={({ member_since }) => when(member_since)} />
      </DataTable.Col>
    </DataTable>
  )
}
