// What waits for a second person: why, who may decide, and the decision. An accepted statement may be proposed for revocation.
import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { ActionButton } from '../components/ActionDialog.tsx'
import type { DataOf } from '../shell/api.ts'
import { ConfirmStatementDialog } from './ConfirmStatementDialog.tsx'

type Statement = DataOf<'GET backoffice/bank-statements'>['list'][number]

/** Why a statement waits and what can be done about it; the importer is told why they have no buttons. */
export function StatementActions({ statement }: { statement: Statement }) {
  const translate = useTranslate()
  const { status, skipped_numbers } = statement
  if (status !== 'unconfirmed' && status !== 'accepted') return null
  return (
    // Stops clicks from reaching the row, which would open the lines.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <Box
      sx={{
        display: 'grid',
        gap: 0.5,
        mt: 0.5,
        minWidth: { xs: 200, lg: 240 },
        maxWidth: 320,
        whiteSpace: 'normal',
      }}
      onClick={(event) => event.stopPropagation()}
    >
      {skipped_numbers !== null && (
        <Typography variant="caption">
          {translate('bank_statements.numbers_skipped', { numbers: skipped_numbers })}
        </Typography>
      )}
      {status === 'unconfirmed' ? <Unconfirmed statement={statement} /> : <Accepted statement={statement} />}
    </Box>
  )
}

/** Why it waits: the text and its parameters. */
export const whyUnconfirmed = ({
  unconfirmed_reason,
  missing_no,
  missing_waits,
}: Pick<Statement, 'unconfirmed_reason' | 'missing_no' | 'missing_waits'>): [string, { no?: string }] =>
  missing_no === null
    ? [`bank_statements.reasons.${unconfirmed_reason ?? 'by_hand'}`, {}]
    : [`bank_statements.number_${missing_waits ? 'waits' : 'missing'}`, { no: missing_no }]

/** Whether this operator is one who confirms it, or discards it. */
export const isToConfirm = ({ status, your_import, unconfirmed_reason }: Statement): boolean =>
  status === 'unconfirmed' && !your_import && unconfirmed_reason !== 'contradicts'

function Unconfirmed({ statement }: { statement: Statement }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'bank-statements', action: 'create' })
  const [open, setOpen] = useState(false)
  const { unconfirmed_reason, from_connection, your_import, imported_by, older, waits_for } = statement
  const contradicts = unconfirmed_reason === 'contradicts'
  return (
    <>
      <Typography variant="caption">
        {older ? translate('bank_statements.older') : translate(...whyUnconfirmed(statement))}
      </Typography>
      {!contradicts && (
        <Typography variant="caption" color="text.secondary">
          {your_import && translate('bank_statements.not_by_importer')}
          {!your_import &&
            !older &&
            translate(
              from_connection
                ? 'bank_statements.brought'
                : `bank_statements.${canAccess !== true ? 'waits_others' : waits_for.length === 1 ? 'waits_you' : 'waits'}`,
              { who: imported_by },
            )}{' '}
          {(your_import || canAccess !== true) &&
            translate(`bank_statements.${waits_for.length === 0 ? 'waits_for_nobody' : 'waits_for'}`, {
              who: waits_for.join(', '),
            })}
        </Typography>
      )}
      {canAccess && isToConfirm(statement) && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          {!older && (
            <Button size="small" variant="contained" aria-keyshortcuts="c" onClick={() => setOpen(true)}>
              {translate('bank_statements.confirm')}
            </Button>
          )}
          {!from_connection && <Discard statement={statement} />}
        </Box>
      )}
      {open && <ConfirmStatementDialog statement={statement} onClose={() => setOpen(false)} />}
    </>
  )
}

function Discard({ statement: { _id: statement_id, file_name } }: { statement: Statement }) {
  const translate = useTranslate()
  return (
    <ActionButton
      button={{ size: 'small', color: 'error' }}
      endpoint="POST backoffice/bank-statements/:statement_id/discard"
      input={(body) => ({ params: { statement_id }, body })}
      title={translate('bank_statements.discard')}
      of={file_name}
      why={translate('bank_statements.discard_why')}
      withReason
      done="bank_statements.discarded"
    />
  )
}

function Accepted({ statement }: { statement: Statement }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'bank-statements', action: 'create' })
  const { _id: statement_id, from_connection, proposal_id } = statement
  if (proposal_id !== null)
    return (
      <Button
        component={Link}
        to={`/approvals/${proposal_id}/show`}
        size="small"
        sx={{ justifySelf: 'start' }}
      >
        {translate('bank_statements.revocation_proposed')}
      </Button>
    )
  if (from_connection || !canAccess) return null
  return (
    <ActionButton
      button={{ size: 'small', color: 'error', sx: { justifySelf: 'start' } }}
      endpoint="POST backoffice/bank-statements/:statement_id/revoke"
      input={(body) => ({ params: { statement_id }, body })}
      title={translate('bank_statements.revoke')}
      of={statement.file_name}
      why={translate('bank_statements.revoke_why')}
      withReason
      done="bank_lines.proposed"
    />
  )
}
