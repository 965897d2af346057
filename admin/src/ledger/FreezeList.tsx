import { BLOCK_SCOPES, type Freeze } from '@fairturn/contract/backoffice/ledger'
import { Chip } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { choice, text } from '../components/filters.tsx'
import { useKeyText, formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { useNameOf } from '../components/Name.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { ScopeLink } from './links.tsx'

type Row = Freeze & { id: string }

const OPEN = ['true', 'false'] as const
const FILTERS = [
  choice('scope', 'freezes.scope', BLOCK_SCOPES, 'freezes.scopes'),
  text('subject', 'freezes.subject'),
]

export function FreezeList() {
  const translate = useTranslate()
  const kindOf = useKeyText('checks.kinds')
  return (
    <RecordList<Row>
      filters={FILTERS}
      filterDefaultValues={{ open: 'true' }}
      sort={{ field: 'frozen_at', order: 'DESC' }}
      tabs={{ source: 'open', values: OPEN, texts: 'freezes.is_open' }}
      note={translate('freezes.what')}
      rowClick={false}
      columns={[
        { label: 'freezes.scope', render: (freeze) => <ScopeLink {...freeze} /> },
        {
          label: 'checks.kind',
          render: ({ finding, run_id }) => <GoTo to={`/checks/${run_id}/show`}>{kindOf(finding.kind)}</GoTo>,
        },
        { label: 'checks.detail', render: ({ finding }) => finding.detail },
        { label: 'freezes.frozen_at', time: 'frozen_at', sort: true },
        { label: 'freezes.state', render: (freeze) => <FreezeStatus freeze={freeze} /> },
      ]}
    />
  )
}

function FreezeStatus({ freeze }: { freeze: Row }) {
  const translate = useTranslate()
  const nameOf = useNameOf()
  const { canAccess } = useCanAccess({ resource: 'freezes', action: 'edit' })
  if (freeze.released_at !== null)
    return translate('freezes.released_by', {
      first: freeze.release_proposed_by!,
      second: freeze.released_by!,
      when: formatTime(freeze.released_at),
    })
  return canAccess ? (
    <ActionButton
      button={{ size: 'small', variant: 'outlined' }}
      endpoint="POST backoffice/ledger/freezes/:freeze_id/release"
      input={(body) => ({ params: { freeze_id: freeze._id }, body })}
      title={translate('freezes.release')}
      of={[translate(`freezes.scopes.${freeze.scope}`), freeze.subject !== 'all' && nameOf(freeze.subject)]
        .filter(Boolean)
        .join(' ')}
      why={translate('freezes.release_why')}
      withReason
      done="adjustments.proposed"
    />
  ) : (
    <Chip size="small" color="error" variant="outlined" label={translate('freezes.is_open.true')} />
  )
}
