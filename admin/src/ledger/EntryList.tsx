import { ENTRY_TYPES } from '@fairturn/contract/accounting'
import type { LedgerEntry } from '@fairturn/contract/backoffice/ledger'
import { amount, period, shownChoice, text } from '../components/filters.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { ReferenceInput } from '../components/ReferenceInput.tsx'
import { ActorLink, SubjectLink } from './links.tsx'

type Entry = LedgerEntry & { id: string }

const FILTERS = [
  shownChoice('type', 'entries.type', ENTRY_TYPES, 'entries.types'),
  <ReferenceInput
    key="refers_to"
    source="refers_to"
    label="entries.refers_to"
    of="subject"
    optional
    free
    alwaysOn
    sx={{ minWidth: 240 }}
  />,
  text('actor', 'entries.actor'),
  amount('amount', 'entries.amount_exactly'),
  ...period('entries'),
]

export function EntryList() {
  return (
    <RecordList<Entry>
      filters={FILTERS}
      sort={{ field: 'entry_no', order: 'DESC' }}
      columns={[
        { label: 'entries.no', source: 'entry_no', sort: true, end: true },
        { label: 'entries.event_at', time: 'event_at' },
        { label: 'entries.type', text: 'type', texts: 'entries.types' },
        { label: 'entries.amount', amount: 'amount' },
        { label: 'entries.refers_to', render: (entry) => <SubjectLink {...entry} bare /> },
        { label: 'entries.actor', render: (entry) => <ActorLink {...entry} bare /> },
      ]}
    />
  )
}
