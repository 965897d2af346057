import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Amount } from '../components/Amount.tsx'
import { useKeyText, formatTime } from '../components/format.ts'
import { RecordHead } from '../components/headings.tsx'
import { Name } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import type { DataOf } from '../shell/api.ts'
import { Findings, reachOf, scheduleOf } from './CheckList.tsx'
import { ScopeLink } from './links.tsx'

type Run = DataOf<'GET backoffice/ledger/checks/:run_id'>

export const CheckPage = () => <RecordPage has="found">{(run: Run) => <Details run={run} />}</RecordPage>

function Details({ run }: { run: Run }) {
  const translate = useTranslate()
  const kindOf = useKeyText('checks.kinds')
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1, minWidth: 0 }}>
      <RecordHead title={formatTime(run.started_at)}>
        <Findings count={run.findings} />
      </RecordHead>
      <PropertyTable
        values={{
          'checks.asked_by': run.asked_by_name ?? translate(scheduleOf(run.mode)),
          'checks.reach': reachOf(translate, run.since),
          'checks.finished_at': formatTime(run.finished_at),
          'checks.entries': String(run.entries),
          'checks.liabilities': <Amount wire={run.liabilities} />,
          'checks.revenue': <Amount wire={run.revenue} />,
          'checks.cash': <Amount wire={run.cash} />,
          'checks.head': <code>{run.head}</code>,
        }}
      />
      {run.found.length > 0 && (
        <RecordTable
          rows={run.found}
          columns={[
            { label: 'checks.kind', render: ({ kind }) => kindOf(kind) },
            { label: 'checks.subject', render: ({ subject }) => <Name id={subject} bare /> },
            { label: 'checks.detail', source: 'detail' },
            {
              label: 'checks.freezes',
              render: ({ freezes }) => (freezes === null ? '—' : <ScopeLink {...freezes} />),
            },
          ]}
        />
      )}
    </Box>
  )
}
