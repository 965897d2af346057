// The lines of a statement that is not accepted, for those who do not confirm it: nothing of them tells the answers.
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { formatDay, formatPeriod } from '../components/format.ts'
import { takeFocus } from '../components/forms.ts'
import { RecordTable } from '../components/RecordTable.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointPages } from '../shell/endpoint-hooks.ts'

type Statement = DataOf<'GET backoffice/bank-statements'>['list'][number]

export function UnconfirmedLines({
  statement: { _id: statement_id, from_day, to_day },
  onClose,
}: {
  statement: Statement
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  const { rows = [], more } = useEndpointPages(
    'GET backoffice/bank-statements/:statement_id/unconfirmed-lines',
    {
      params: { statement_id },
      query: {},
    },
  )
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {translate('bank_statements.lines_of', { period: formatPeriod(from_day, to_day) })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <DialogContentText>{translate('bank_statements.lines_hidden')}</DialogContentText>
        <RecordTable
          dense
          rows={rows.map(({ line_no, booking_day, direction }) => ({
            id: String(line_no),
            line_no,
            booking_day,
            direction,
          }))}
          columns={[
            { label: 'bank_statements.line_no', source: 'line_no' },
            { label: 'bank_lines.booking_day', render: ({ booking_day }) => formatDay(booking_day) },
            {
              label: 'bank_lines.direction',
              render: ({ direction }) => translate(`bank_lines.${direction}`),
            },
          ]}
        />
        {more && <Button onClick={more}>{translate('app.more')}</Button>}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} ref={takeFocus}>
          {translate('app.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
