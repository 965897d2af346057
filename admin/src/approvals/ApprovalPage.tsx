// One proposal with its exact content, and its decision.
import { Alert, Box, Button, Paper, Table, TableBody, TableCell, TableRow, Typography } from '@mui/material'
import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { useState } from 'react'
import { useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { ActDialog, ShownOnce } from '../ActionDialog.tsx'
import { call, refusalText } from '../api.ts'
import { textOf } from '../forms.ts'
import { useKeys } from '../keys.ts'
import { KeyHints } from '../KeysLine.tsx'
import { useMoney } from '../Amount.tsx'
import { RecordPage } from '../RecordPage.tsx'
import { useKeyWords, when } from '../words.ts'
import { StatusChip } from './ApprovalList.tsx'
import { ProposedChange, useProposedFacts } from './ProposedChange.tsx'

type Decision = 'approve' | 'reject' | 'withdraw'
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DONE = { approve: 'approvals.approved', reject: 'approvals.rejected', withdraw: 'approvals.withdrawn' }

export const ApprovalPage = () => (
  <RecordPage>
    <Shown />
  </RecordPage>
)

function Shown() {
  const proposal = useRecordContext<Proposal & { id: string }>()
  return proposal === undefined ? null : <Sheet key={proposal._id} proposal={proposal} />
}

function Sheet({ proposal }: { proposal: Proposal }) {
  const translate = useTranslate()
  const kindOf = useKeyWords('approvals.kinds')
  const [asking, ask] = useState<Decision>()
  const [shown, show] = useState<Record<string, string> | null>(null)
  const { may } = proposal
  useKeys({
    ...(may.approve && { a: () => ask('approve'), r: () => ask('reject') }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1">
          {kindOf(proposal.kind)}
        </Typography>
        <StatusChip status={proposal.status} />
      </Box>
      {proposal.failure && (
        <Alert severity="error">
          {translate('approvals.failure', { message: refusalText(proposal.failure) })}
        </Alert>
      )}
      <Facts proposal={proposal} />
      <Content proposal={proposal} />
      {proposal.status === 'open' && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          {may.approve && (
            <>
              <Button variant="contained" onClick={() => ask('approve')}>
                {translate('approvals.approve')}
              </Button>
              <Button variant="outlined" color="error" onClick={() => ask('reject')}>
                {translate('approvals.reject')}
              </Button>
            </>
          )}
          {may.withdraw && (
            <Button variant="outlined" onClick={() => ask('withdraw')}>
              {translate('approvals.withdraw')}
            </Button>
          )}
          {!may.approve && <Typography color="text.secondary">{translate('approvals.not_yours')}</Typography>}
        </Box>
      )}
      {may.approve && (
        <KeyHints keys={{ a: translate('approvals.approve'), r: translate('approvals.reject') }} />
      )}
      {asking && (
        <Decide proposal={proposal} decision={asking} onShown={show} onClose={() => ask(undefined)} />
      )}
      {shown && <Once values={shown} onClose={() => show(null)} />}
    </Box>
  )
}

function Decide({
  proposal,
  decision,
  onShown,
  onClose,
}: {
  proposal: Proposal
  decision: Decision
  onShown: (shown: Record<string, string> | null) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  async function act(form: FormData) {
    const params = { proposal_id: proposal._id }
    if (decision === 'approve') {
      const { content_hash } = proposal
      const { shown } = await call('POST backoffice/approvals/:proposal_id/approve', {
        params,
        body: { content_hash },
      })
      onShown(shown)
    } else if (decision === 'reject')
      await call('POST backoffice/approvals/:proposal_id/reject', {
        params,
        body: { reason: textOf(form, 'reason') },
      })
    else await call('POST backoffice/approvals/:proposal_id/withdraw', { params })
    notify(DONE[decision], { type: 'success' })
    refresh()
  }
  return (
    <ActDialog
      title={translate(`approvals.${decision}`)}
      why={decision === 'approve' ? translate('approvals.approve_sure') : undefined}
      with_reason={decision === 'reject'}
      act={act}
      onClose={onClose}
    />
  )
}

function Once({ values, onClose }: { values: Record<string, string>; onClose: () => void }) {
  const translate = useTranslate()
  const nameOf = useKeyWords('approvals.fields')
  const named = Object.fromEntries(Object.entries(values).map(([key, value]) => [nameOf(key), value]))
  return (
    <ShownOnce
      title={translate('approvals.shown')}
      why={translate('approvals.shown_why')}
      values={named}
      onClose={onClose}
    />
  )
}

function Facts({ proposal }: { proposal: Proposal }) {
  const translate = useTranslate()
  const by = (who: string, at: string | null) => translate('approvals.by_at', { who, when: when(at) })
  const rows: [string, string | null][] = [
    ['app.reason', proposal.reason],
    ['approvals.proposed_by', by(proposal.proposed_by.username, proposal.proposed_at)],
    ['approvals.expires_at', proposal.status === 'open' ? when(proposal.expires_at) : null],
    ['approvals.member_id', proposal.member_id],
    ['approvals.decided', proposal.decided_by && by(proposal.decided_by.username, proposal.decided_at)],
    ['approvals.reject', proposal.decision_reason],
  ]
  return <Pairs rows={rows.map(([key, value]) => [translate(key), value])} />
}

function Content({ proposal }: { proposal: Proposal }) {
  const translate = useTranslate()
  const nameOf = useKeyWords('approvals.fields')
  const money = useMoney()
  const factsOf = useProposedFacts(proposal.kind)
  const written = (key: string, value: unknown) => {
    if (key === 'amount') return money(String(value))
    if (typeof value === 'boolean') return translate(value ? 'money.yes' : 'money.no')
    if (typeof value === 'string' && INSTANT.test(value)) return when(value)
    return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  }
  const rows = Object.entries(proposal.content)
    .filter(([key]) => factsOf === undefined || (key !== 'before' && key !== 'after'))
    .map(([key, value]): [string, string] => [nameOf(key), written(key, value)])
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h6" component="h2">
        {translate('approvals.content')}
      </Typography>
      {factsOf && <ProposedChange proposal={proposal} factsOf={factsOf} />}
      <Pairs rows={rows} />
      <Exactly proposal={proposal} />
    </Box>
  )
}

/** What the hash covers: nothing of what is approved is left out or embellished. */
const Exactly = ({ proposal: { content, content_hash } }: { proposal: Proposal }) => {
  const translate = useTranslate()
  return (
    <Typography variant="caption" color="text.secondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
      <details>
        <summary>{translate('approvals.exactly')}</summary>
        <Box component="pre" sx={{ whiteSpace: 'pre-wrap', m: 0, my: 1 }}>
          {JSON.stringify(content, null, 2)}
        </Box>
      </details>
      {translate('approvals.hash')}: {content_hash}
    </Typography>
  )
}

function Pairs({ rows }: { rows: [string, string | null][] }) {
  return (
    <Paper variant="outlined">
      <Table size="small">
        <TableBody>
          {rows
            .filter(([, value]) => value !== null && value !== '')
            .map(([name, value]) => (
              <TableRow key={name}>
                <TableCell component="th" scope="row" sx={{ width: 200, color: 'text.secondary' }}>
                  {name}
                </TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</TableCell>
              </TableRow>
            ))}
        </TableBody>
      </Table>
    </Paper>
  )
}
