// How the CSV files of banks are read, by name.
import { Button } from '@mui/material'
import {
  DataTable,
  FunctionField,
  InfiniteList,
  TopToolbar,
  useCanAccess,
  useGetResourceLabel,
  useTranslate,
} from 'react-admin'
import { Link } from 'react-router-dom'
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
        <Ways />
      </TopToolbar>
    }
  >
    <Rows />
  </InfiniteList>
)

function Ways() {
  const translate = useTranslate()
  const labelOf = useGetResourceLabel()
  const { canAccess } = useCanAccess({ resource: 'bank-mappings', action: 'create' })
  return (
    <>
      <Button size="small" component={Link} to="/bank-statements">
        {labelOf('bank-statements', 2)}
      </Button>
      {canAccess && (
        <Button size="small" variant="contained" component={Link} to="/bank-mappings/create">
          {translate('bank_mappings.add')}
        </Button>
      )}
    </>
  )
}

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
