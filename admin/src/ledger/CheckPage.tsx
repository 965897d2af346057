// One check of the ledger with its findings, and each one's freeze.
import {
  Box,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useRecordContext, useTranslate } from 'react-admin'
import type { DataOf } from '../api.ts'
import { Amount } from '../Amount.tsx'
import { Facts } from '../parts.tsx'
import { RecordPage } from '../RecordPage.tsx'
import { useKeyWords, when } from '../words.ts'
import { Findings } from './CheckList.tsx'
import { ScopeLink } from './links.tsx'

type Run = DataOf<'GET backoffice/ledger/checks/:run_id'> & { id: string }

export const CheckPage = () => (
  <RecordPage>
    <Shown />
  </RecordPage>
)

function Shown() {
  const run = useRecordContext<Run>()
  const translate = useTranslate()
  if (run === undefined) return null
  // Come to from the list, what the list knows of it is there first.
  const { found = [] } = run as Omit<Run, 'found'> & Partial<Pick<Run, 'found'>>
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1">
          {when(run.started_at)}
        </Typography>
        <Findings count={run.findings} />
      </Box>
      <Facts
        rows={[
          [translate('checks.asked_by'), run.asked_by_name ?? translate('checks.hourly')],
          [translate('checks.finished_at'), when(run.finished_at)],
          [translate('checks.entries'), String(run.entries)],
          [translate('checks.liabilities'), <Amount key="owed" wire={run.liabilities} />],
          [translate('checks.revenue'), <Amount key="own" wire={run.revenue} />],
          [translate('checks.cash'), <Amount key="cash" wire={run.cash} />],
          [translate('checks.head'), <code key="head">{run.head}</code>],
        ]}
      />
      {found.length > 0 && <Found found={found} />}
    </Box>
  )
}

function Found({ found }: Pick<Run, 'found'>) {
  const translate = useTranslate()
  const kindOf = useKeyWords('checks.kinds')
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('checks.kind')}</TableCell>
            <TableCell>{translate('checks.subject')}</TableCell>
            <TableCell>{translate('checks.detail')}</TableCell>
            <TableCell>{translate('checks.freezes')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {found.map((finding) => (
            <TableRow key={JSON.stringify(finding)}>
              <TableCell>{kindOf(finding.kind)}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{finding.subject}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{finding.detail}</TableCell>
              <TableCell>{finding.freezes === null ? '—' : <ScopeLink {...finding.freezes} />}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
