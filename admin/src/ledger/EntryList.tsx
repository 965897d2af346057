// Entries of the ledger: what moved, when, why and by whom.
import { ENTRY_TYPES } from '@fairturn/contract/accounting'
import type { LedgerEntry } from '@fairturn/contract/backoffice/ledger'
import { DateTimeInput, SelectInput, TextInput, useTranslate } from 'react-admin'
import { RecordList } from '../RecordList.tsx'
import { Amount } from '../Amount.tsx'
import { instantOf, when } from '../words.ts'
import { ActorLink, SubjectLink } from './links.tsx'

type Entry = LedgerEntry & { id: string }

const FILTERS = [
  <SelectInput
    key="type"
    source="type"
    label="entries.type"
    alwaysOn
    choices={ENTRY_TYPES.map((id) => ({ id, name: `entries.types.${id}` }))}
  />,
  <TextInput key="refers_to" source="refers_to" label="entries.refers_to" alwaysOn resettable />,
  <TextInput key="actor" source="actor" label="entries.actor" />,
  <TextInput key="amount" source="amount" label="entries.amount_exactly" />,
  <DateTimeInput key="from" source="from" label="entries.from" parse={instantOf} />,
  <DateTimeInput key="to" source="to" label="entries.to" parse={instantOf} />,
]

export function EntryList() {
  const translate = useTranslate()
  return (
    <RecordList<Entry>
      filters={FILTERS}
      sort={{ field: 'entry_no', order: 'DESC' }}
      columns={[
        { label: 'entries.no', source: 'entry_no', sort: 'entry_no', end: true },
        { label: 'entries.event_at', render: ({ event_at }) => when(event_at) },
        { label: 'entries.type', render: ({ type }) => translate(`entries.types.${type}`) },
        { label: 'entries.amount', render: ({ amount }) => <Amount wire={amount} />, end: true },
        { label: 'entries.refers_to', render: (entry) => <SubjectLink {...entry} /> },
        { label: 'entries.actor', render: (entry) => <ActorLink {...entry} /> },
      ]}
    />
  )
}
