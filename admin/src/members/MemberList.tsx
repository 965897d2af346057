// Members as operators find them; their phone numbers are masked here.
import type { AdminMember } from '@fairturn/contract/backoffice/members'
import { DateTimeInput, SelectInput, TextInput, useTranslate } from 'react-admin'
import { RecordList } from '../RecordList.tsx'
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

export function MemberList() {
  const translate = useTranslate()
  return (
    <RecordList<Member>
      filters={FILTERS}
      columns={[
        {
          label: 'members.username',
          render: ({ username, closed_at }) =>
            closed_at === null ? username : translate('members.closed', { when: when(closed_at) }),
          sort: 'username',
        },
        { label: 'members.phone', source: 'phone' },
        { label: 'members.code', source: 'code' },
        { label: 'members.verified_orders', source: 'verified_orders', sort: 'verified_orders', end: true },
        {
          label: 'members.lock',
          render: ({ lock }) =>
            lock === null ? '—' : `${translate(`members.locks.${lock.kind}`)}, ${when(lock.since)}`,
        },
        {
          label: 'members.member_since',
          render: ({ member_since }) => when(member_since),
          sort: 'member_since',
        },
      ]}
    />
  )
}
