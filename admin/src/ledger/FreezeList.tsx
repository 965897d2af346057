// Freezes, open and released, and proposing a release.
import { Alert, Chip } from '@mui/material'
import { BLOCK_SCOPES, type Freeze } from '@fairturn/contract/backoffice/ledger'
import { SelectInput, TextInput, useCanAccess, useTranslate } from 'react-admin'
import { RecordList } from '../RecordList.tsx'
import { ActionButton } from '../ActionDialog.tsx'
import { choicesOf } from '../forms.ts'
import { GoTo } from '../parts.tsx'
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

export function FreezeList() {
  const translate = useTranslate()
  const kindOf = useKeyWords('checks.kinds')
  return (
    <RecordList<Row>
      filters={FILTERS}
      filterDefaultValues={{ open: 'true' }}
      sort={{ field: 'frozen_at', order: 'DESC' }}
      tabs={{ source: 'open', values: OPEN, texts: 'freezes.is_open' }}
      note={
        <Alert severity="info" variant="outlined" sx={{ m: 1.5 }}>
          {translate('freezes.what')}
        </Alert>
      }
      rowClick={false}
      columns={[
        { label: 'freezes.scope', render: (freeze) => <ScopeLink {...freeze} /> },
        {
          label: 'checks.kind',
          render: ({ finding, run_id }) => <GoTo to={`/checks/${run_id}/show`}>{kindOf(finding.kind)}</GoTo>,
        },
        { label: 'checks.detail', render: ({ finding }) => finding.detail },
        { label: 'freezes.frozen_at', render: ({ frozen_at }) => when(frozen_at), sort: 'frozen_at' },
        { label: 'freezes.state', render: (freeze) => <State freeze={freeze} /> },
      ]}
    />
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
    <Chip size="small" color="error" variant="outlined" label={translate('freezes.is_open.true')} />
  )
}
