// How the CSV files of banks are read, by name.
import {
  CreateButton,
  DataTable,
  FunctionField,
  InfiniteList,
  ListButton,
  TopToolbar,
  useCanAccess,
} from 'react-admin'
import type { DataOf } from '../api.ts'
import { KeysLine } from '../KeysLine.tsx'
import { when } from '../words.ts'

type Mapping = DataOf<'GET backoffice/bank-mappings'>['list'][number] & { id: string }

export const MappingList = () => (
  <InfiniteList
    exporter={false}
    empty={false}
    pagination={false}
    actions={
      <TopToolbar>
        <ListButton resource="bank-statements" label="resources.bank-statements.name" />
        <CreateButton label="bank_mappings.add" />
      </TopToolbar>
    }
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const { canAccess } = useCanAccess({ resource: 'bank-mappings', action: 'edit' })
  return (
    <>
      <DataTable rowClick={canAccess ? 'edit' : false} bulkActionButtons={false} size="small">
        <DataTable.Col label="bank_mappings.name" source="name" disableSort />
        <DataTable.Col label="bank_mappings.columns" disableSort>
          <FunctionField<Mapping>
            render={({ mapping: { columns } }) => Object.values(columns).flat().join(', ')}
          />
        </DataTable.Col>
        <DataTable.Col label="bank_mappings.changed_at" disableSort>
          <FunctionField<Mapping> render={({ changed_at }) => when(changed_at)} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
