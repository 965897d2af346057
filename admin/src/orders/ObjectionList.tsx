import type { AdminObjection } from '@fairturn/contract/backoffice/reviews'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import { member, search } from '../components/filters.tsx'
import { formatTime } from '../components/format.ts'
import { Name } from '../components/Name.tsx'
import { Age, Due } from '../components/queue.tsx'
import { RecordList } from '../components/RecordList.tsx'

type Objection = AdminObjection & { id: string }

const FILTERS = [search('queue.brand_has', 'brand'), member('queue.member_id')]

export function ObjectionList() {
  const translate = useTranslate()
  const money = useMoney()
  return (
    <RecordList<Objection>
      filters={FILTERS}
      filterDefaultValues={{ state: 'open' }}
      tabs={{
        source: 'state',
        values: ['open', 'decided'],
        texts: 'objections.statuses',
        waiting: { open: 'objections' },
      }}
      note={translate('objections.silence_list')}
      columns={({ state }) => [
        { label: 'queue.brand', render: ({ campaign }) => campaign.brand, sort: 'brand' },
        { label: 'orders.carrier', render: ({ carrier }) => <Name id={carrier._id} bare /> },
        {
          label: 'objections.visits',
          // The amount beside it is what these add, not all that the member objects to.
          render: ({ visits, most_visits }) => translate('objections.visits_of', { visits, most_visits }),
          end: true,
        },
        { label: 'objections.most', amount: 'most', sort: true, total: true },
        {
          label: 'objections.made_at',
          render: ({ since }) => (state === 'decided' ? formatTime(since) : <Age since={since} />),
          sort: 'made_at',
        },
        state === 'decided'
          ? {
              label: 'objections.upheld',
              render: ({ upheld, visits, added }) =>
                translate('objections.upheld_of', { upheld: upheld ?? 0, visits, added: money(added) }),
            }
          : { label: 'queue.due_by', render: (objection) => <Due waiting={objection} />, sort: 'due_by' },
      ]}
    />
  )
}
