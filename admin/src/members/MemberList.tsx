// Members as operators find them; their phone numbers are masked here.
import type { AdminMember } from '@fairturn/contract/backoffice/members'
import {
  DataTable,
  DateTimeInput,
  FunctionField,
  InfiniteList,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
import { instantOf, when } from '../words.ts'

type Member = AdminMember & { id: string }

const LOCKS = ['none', 'conduct', 'security'] as const
const FILTERS = [
  <TextInput
    key="search"
    source="search"
    label="members.search"
    alwaysOn
    resettable
    sx={{ minWidth: 310 }}
  />,
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
    actions={<ListTools csv="backoffice/members.csv" />}
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="members.username" source="username">
          <FunctionField<Member>
            render={({ username, closed_at }) =>
              closed_at === null ? username : translate('members.closed', { when: when(closed_at) })
            }
          />
        </DataTable.Col>
        <DataTable.Col label="members.phone" source="phone" disableSort />
        <DataTable.Col label="members.code" source="code" disableSort />
        <DataTable.Col label="members.verified_orders" source="verified_orders" align="right" />
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
      <KeysLine />
    </>
  )
}
