// Freezes, open and released, and proposing a release.
import { Alert, Chip } from '@mui/material'
import { BLOCK_SCOPES, type Freeze } from '@fairturn/contract/backoffice/ledger'
import {
  DataTable,
  FunctionField,
  InfiniteList,
  SelectInput,
  TextInput,
  useCanAccess,
  useTranslate,
} from 'react-admin'
import { ActionButton } from '../ActionDialog.tsx'
import { choicesOf } from '../forms.ts'
import { ListTools } from '../ListTools.tsx'
import { FilterTabs, GoTo } from '../parts.tsx'
import { useKeyWords, when } from '../words.ts'
import { ScopeLink } from './links.tsx'

type Row = Freeze & { id: string }

const OPEN = ['true', 'false'] as const
const FILTERS = [
  <SelectInput
    key="scope"
    source="scope"
    label="freezes.scope"
    choices={choicesOf(BLOCK_SCOPES, 'freezes.scopes')}
  />,
  <TextInput key="subject" source="subject" label="freezes.subject" />,
]

export const FreezeList = () => (
  <InfiniteList
    filters={FILTERS}
    filterDefaultValues={{ open: 'true' }}
    sort={{ field: 'frozen_at', order: 'DESC' }}
    exporter={false}
    empty={false}
    actions={<ListTools csv="backoffice/ledger/freezes.csv" />}
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  const kindOf = useKeyWords('checks.kinds')
  return (
    <>
      <FilterTabs
        source="open"
        values={OPEN}
        label={(open) => translate(open === 'true' ? 'freezes.waiting' : 'freezes.released')}
      />
      <Alert severity="info" variant="outlined" sx={{ m: 1.5 }}>
        {translate('freezes.what')}
      </Alert>
      <DataTable rowClick={false} bulkActionButtons={false} size="small">
        <DataTable.Col label="freezes.scope" disableSort>
          <FunctionField<Row> render={(freeze) => <ScopeLink {...freeze} />} />
        </DataTable.Col>
        <DataTable.Col label="checks.kind" disableSort>
          <FunctionField<Row>
            render={({ finding, run_id }) => (
              <GoTo to={`/checks/${run_id}/show`}>{kindOf(finding.kind)}</GoTo>
            )}
          />
        </DataTable.Col>
        <DataTable.Col label="checks.detail" disableSort>
          <FunctionField<Row> render={({ finding }) => finding.detail} />
        </DataTable.Col>
        <DataTable.Col label="freezes.frozen_at" source="frozen_at">
          <FunctionField<Row> render={({ frozen_at }) => when(frozen_at)} />
        </DataTable.Col>
        <DataTable.Col label="freezes.state" disableSort>
          <FunctionField<Row> render={(freeze) => <State freeze={freeze} />} />
        </DataTable.Col>
      </DataTable>
    </>
  )
}

function State({ freeze }: { freeze: Row }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'freezes', action: 'edit' })
  if (freeze.released_at !== null)
    return translate('freezes.released_by', {
      first: freeze.release_proposed_by!,
      second: freeze.released_by!,
      when: when(freeze.released_at),
    })
  return canAccess ? (
    <ActionButton
      button={{ size: 'small', variant: 'outlined' }}
      endpoint="POST backoffice/ledger/freezes/:freeze_id/release"
      input={(body) => ({ params: { freeze_id: freeze._id }, body })}
      title={translate('freezes.release')}
      why={translate('freezes.release_why')}
      with_reason
      done="adjustments.proposed"
    />
  ) : (
    <Chip size="small" color="error" variant="outlined" label={translate('freezes.waiting')} />
  )
}
