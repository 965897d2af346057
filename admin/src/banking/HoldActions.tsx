// A statement or line that waits for a second person: why, who may decide and who may not, and the decision.
import { Alert, Box, Typography } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionButton } from '../ActionDialog.tsx'
import type { DataOf } from '../api.ts'

type Statement = DataOf<'GET backoffice/bank-statements'>['list'][number]
type Line = DataOf<'GET backoffice/bank-lines/:line_id'>

/** Why a statement waits, and its two buttons; the importer reads why they have none. */
export function StatementHold({ statement }: { statement: Statement }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'bank-statements', action: 'create' })
  const { _id: statement_id, hold, your_import, imported_by } = statement
  if (hold === null) return null
  const params = { statement_id }
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
      {canAccess && !your_import && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <ActionButton
            button={{ size: 'small', variant: 'contained' }}
            endpoint="POST backoffice/bank-statements/:statement_id/confirm"
            input={(body) => ({ params, body })}
            title={translate('bank_statements.confirm')}
            why={translate('bank_statements.confirm_why')}
            with_reason
            done="bank_statements.confirmed"
          />
          <ActionButton
            button={{ size: 'small', color: 'error' }}
            endpoint="POST backoffice/bank-statements/:statement_id/discard"
            input={(body) => ({ params, body })}
            title={translate('bank_statements.discard')}
            why={translate('bank_statements.discard_why')}
            with_reason
            done="bank_statements.discarded"
          />
        </Box>
      )}
    </Box>
  )
}

/** What the caller has done for a line, and so may not do about it. */
export function LineDuty({ line }: { line: Line }) {
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
