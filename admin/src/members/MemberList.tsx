// The list of members; their phone numbers are masked here.
import type { AdminMember } from '@fairturn/contract/backoffice/members'
import { useTranslate } from 'react-admin'
import { period, search, shownChoice } from '../components/filters.tsx'
import { formatTime } from '../components/format.ts'
import { RecordList } from '../components/RecordList.tsx'

type Member = AdminMember & { id: string }

const LOCKS = ['none', 'conduct', 'security'] as const
const FILTERS = [
  search('members.search', 'search', 310),
  shownChoice('lock', 'members.lock', LOCKS, 'members.locks'),
  ...period('members'),
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
            closed_at === null ? username : translate('members.closed', { when: formatTime(closed_at) }),
          sort: 'username',
        },
        { label: 'members.phone', source: 'phone' },
        { label: 'members.code', source: 'code' },
        { label: 'members.verified_orders', source: 'verified_orders', sort: true, end: true },
        {
          label: 'members.lock',
          render: ({ lock }) =>
            lock === null ? '—' : `${translate(`members.locks.${lock.kind}`)}, ${formatTime(lock.since)}`,
        },
        { label: 'members.member_since', time: 'member_since', sort: true },
      ]}
    />
  )
}
