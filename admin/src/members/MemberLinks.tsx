// Members linked with this one: by what, and how near. The page of the ring has the rest.
import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { GoTo } from '../components/GoTo.tsx'
import { Heading } from '../components/headings.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { StateChip } from '../components/Status.tsx'
import { type RingMember, useRing } from './ring.ts'
import { RingLink } from './RingLink.tsx'
import type { TabProps } from './tab-props.ts'

export function MemberLinks({ member: { _id: member_id, closed_at } }: TabProps) {
  const translate = useTranslate()
  const { ring, others } = useRing(member_id)
  const kindsOf = (other_id: string) =>
    ring?.links
      .filter(({ member_ids }) => member_ids.includes(member_id) && member_ids.includes(other_id))
      .map(({ kind }) => translate(`rings.kinds.${kind}`))
      .join(' · ')
  return (
    <section>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', flexWrap: 'wrap', mb: 1 }}>
        <Heading text="rings.linked" />
        {closed_at === null && <RingLink member_id={member_id}>{translate('rings.open')}</RingLink>}
      </Box>
      <RecordTable<RingMember>
        label="rings.linked"
        rows={others}
        empty="rings.no_links"
        columns={[
          {
            label: 'members.username',
            render: ({ _id, username, lock }) => (
              <>
                <GoTo to={`/members/${_id}/show`}>{username}</GoTo>{' '}
                {lock !== null && <StateChip label={translate(`members.locks.${lock}`)} tone="error" />}
              </>
            ),
          },
          {
            label: 'rings.fact',
            render: ({ _id, steps }) => kindsOf(_id) || translate('rings.steps', { smart_count: steps }),
          },
          { label: 'members.member_since', time: 'member_since' },
          { label: 'rings.orders_taken', source: 'orders', end: true },
          { label: 'rings.unseen', amount: 'unseen' },
        ]}
      />
    </section>
  )
}
