// A member's orders of the last 90 days, and those with an open review.
import { useState } from 'react'
import { useCanAccess, useTranslate } from 'react-admin'
import { GoTo } from '../components/GoTo.tsx'
import { Heading } from '../components/headings.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { type RingOrder, useRing } from './ring.ts'
import type { TabProps } from './tab-props.ts'

const SHOWN_AT_ONCE = 25

export function MemberOrders({ member: { _id: member_id } }: TabProps) {
  const translate = useTranslate()
  const { ring } = useRing(member_id)
  const [shown, show] = useState(SHOWN_AT_ONCE)
  const { canAccess: reviews = false } = useCanAccess({ resource: 'orders', action: 'show' })
  const orders = ring?.orders.filter((order) => order.member_id === member_id)
  return (
    <section>
      <Heading text="member.orders_of_90_days" />
      <RecordTable<RingOrder>
        label="member.orders_of_90_days"
        rows={orders?.slice(0, shown)}
        empty="member.nothing"
        more={orders && shown < orders.length ? () => show(shown + SHOWN_AT_ONCE) : undefined}
        columns={[
          { label: 'rings.taken_at', time: 'taken_at' },
          {
            label: 'queue.brand',
            render: ({ campaign }) =>
              reviews ? <GoTo to={`/campaigns/${campaign._id}/show`}>{campaign.brand}</GoTo> : campaign.brand,
          },
          {
            label: 'money.status',
            render: ({ _id, status, review }) => {
              if (review?.outcome !== null || review === null) return translate(`search.orders.${status}`)
              const waits = translate('rings.in_review')
              return reviews ? <GoTo to={`/orders/${_id}/show`}>{waits}</GoTo> : waits
            },
          },
          {
            label: 'orders.verified',
            render: ({ verified, target }) => translate('orders.verified_of', { verified, target }),
            end: true,
          },
          { label: 'rings.award', amount: 'award' },
        ]}
      />
    </section>
  )
}
