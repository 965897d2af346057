import { Button } from '@mui/material'
import { useCanAccess, useGetResourceLabel, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { RecordList } from '../components/RecordList.tsx'
import type { DataOf } from '../shell/api.ts'

type Mapping = DataOf<'GET backoffice/bank-mappings'>['list'][number] & { id: string }

export function MappingList() {
  const { canAccess } = useCanAccess({ resource: 'bank-mappings', action: 'edit' })
  return (
    <RecordList<Mapping>
      actions={<Ways />}
      csv={false}
      rowClick={canAccess ? 'edit' : false}
      columns={[
        { label: 'bank_mappings.name', source: 'name' },
        {
          label: 'bank_mappings.columns',
          render: ({ mapping: { columns } }) => Object.values(columns).flat().join(', '),
        },
        { label: 'bank_mappings.changed_at', time: 'changed_at' },
      ]}
    />
  )
}

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
