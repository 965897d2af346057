// A statement or line that waits for a second person: why, who may decide and who may not, and the decision.
import { Alert, Box, Button, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useNotify, useRefresh, useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { call, type DataOf } from '../api.ts'
import { textOf } from '../forms.ts'
import type { LineInDetail } from './line.ts'

type Statement = DataOf<'GET backoffice/bank-statements'>['list'][number]

/** Why a statement waits, and its two buttons; the importer reads why they may not confirm it. */
export function StatementHold({ statement }: { statement: Statement }) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const [asking, ask] = useState<'confirm' | 'discard'>()
  const { canAccess } = useCanAccess({ resource: 'bank-statements', action: 'create' })
  const { _id: statement_id, hold, your_import, imported_by } = statement
  if (hold === null) return null
  async function decide(form: FormData) {
    const sent = { params: { statement_id }, body: { reason: textOf(form, 'reason') } }
    if (asking === 'confirm') await call('POST backoffice/bank-statements/:statement_id/confirm', sent)
    else await call('POST backoffice/bank-statements/:statement_id/discard', sent)
    notify(`bank_statements.${asking === 'confirm' ? 'confirmed' : 'discarded'}`, { type: 'success' })
    refresh()
  }
  return (
    // A press here opens no lines.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <Box
      sx={{ display: 'grid', gap: 0.5, mt: 0.5, minWidth: 240, maxWidth: 320, whiteSpace: 'normal' }}
      onClick={(event) => event.stopPropagation()}
    >
      <Typography variant="caption">{translate(`bank_statements.holds.${hold}`)}</Typography>
      <Typography variant="caption" color="text.secondary">
        {your_import
          ? translate('bank_statements.not_by_importer')
          : translate('bank_statements.waits', { who: imported_by })}
      </Typography>
      {canAccess && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          {!your_import && (
            <Button size="small" variant="contained" onClick={() => ask('confirm')}>
              {translate('bank_statements.confirm')}
            </Button>
          )}
          <Button
            size="small"
            color="error"
            // Alone it begins where the text above it begins.
            sx={{ ml: your_import ? -0.625 : 0 }}
            onClick={() => ask('discard')}
          >
            {translate('bank_statements.discard')}
          </Button>
        </Box>
      )}
      {asking && (
        <ActDialog
          title={translate(`bank_statements.${asking}`)}
          why={translate(`bank_statements.${asking}_why`)}
          with_reason
          act={decide}
          onClose={() => ask(undefined)}
        />
      )}
    </Box>
  )
}

/** What the caller has done for a line, and so may not do about it. */
export function LineDuty({ line }: { line: LineInDetail }) {
  const translate = useTranslate()
  const { state, finding, your_import, your_confirmation, imported_by } = line
  if (state === 'held' && finding === 'statement_waits')
    return <Alert severity="warning">{translate('bank_lines.statement_waits')}</Alert>
  if (state === 'held')
    return (
      <Alert severity="warning">
        {your_import
          ? translate('bank_statements.not_by_importer')
          : translate('bank_lines.held_why', { who: imported_by })}
      </Alert>
    )
  if (state !== 'unmatched' || !(your_import || your_confirmation)) return null
  return (
    <Alert severity="info">
      {translate(your_import ? 'bank_lines.your_import' : 'bank_lines.your_confirmation')}
    </Alert>
  )
}

export function ConfirmLineDialog({ line, onClose }: { line: LineInDetail; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  async function confirm(form: FormData) {
    await call('POST backoffice/bank-lines/:line_id/confirm', {
      params: { line_id: line._id },
      body: { credit: textOf(form, 'credit') === 'yes', reason: textOf(form, 'reason') },
    })
    notify('bank_lines.confirmed', { type: 'success' })
    refresh()
  }
  return (
    <ActDialog
      title={translate('bank_lines.confirm')}
      why={translate('bank_lines.confirm_why')}
      with_reason
      act={confirm}
      onClose={onClose}
    >
      <RadioGroup name="credit" aria-label={translate('bank_lines.confirm')}>
        {(['yes', 'no'] as const).map((choice) => (
          <FormControlLabel
            key={choice}
            value={choice}
            label={translate(`bank_lines.credit_${choice}`)}
            control={<Radio size="small" slotProps={{ input: { required: true } }} />}
          />
        ))}
      </RadioGroup>
    </ActDialog>
  )
}
