// A statement or line that waits for a second operator: the reason, who may decide, and the decision.
import { Alert, Box, Typography } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import type { DataOf } from '../shell/api.ts'

type Statement = DataOf<'GET backoffice/bank-statements'>['list'][number]
type Line = DataOf<'GET backoffice/bank-lines/:line_id'>

/** Why a statement waits, with its two buttons; the importer is told why they have none. */
export function StatementHold({ statement }: { statement: Statement }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'bank-statements', action: 'create' })
  const { _id: statement_id, hold, your_import, imported_by } = statement
  if (hold === null) return null
  const params = { statement_id }
  return (
    // Stops clicks from reaching the row, which would open the lines.
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

/** Explains the caller's own part in this line, which bars them from deciding about it. */
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
