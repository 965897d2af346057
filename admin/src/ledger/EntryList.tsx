// Entries of the ledger: what moved, when, why and by whom.
import { ENTRY_TYPES } from '@fairturn/contract/accounting'
import type { LedgerEntry } from '@fairturn/contract/backoffice/ledger'
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

export const EntryList = () => (
  <InfiniteList
    filters={FILTERS}
    sort={{ field: 'entry_no', order: 'DESC' }}
    exporter={false}
    empty={false}
    actions={<ListTools csv="backoffice/ledger/entries.csv" />}
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="entries.no" source="entry_no" align="right" />
        <DataTable.Col label="entries.event_at" source="event_at" disableSort>
          <FunctionField<Entry> render={({ event_at }) => when(event_at)} />
        </DataTable.Col>
        <DataTable.Col label="entries.type" disableSort>
          <FunctionField<Entry> render={({ type }) => translate(`entries.types.${type}`)} />
        </DataTable.Col>
        <DataTable.Col label="entries.amount" disableSort align="right">
          <FunctionField<Entry> render={({ amount }) => <Amount wire={amount} />} />
        </DataTable.Col>
        <DataTable.Col label="entries.refers_to" disableSort>
          <FunctionField<Entry> render={(entry) => <SubjectLink {...entry} />} />
        </DataTable.Col>
        <DataTable.Col label="entries.actor" disableSort>
          <FunctionField<Entry> render={(entry) => <ActorLink {...entry} />} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
