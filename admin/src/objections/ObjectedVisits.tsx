// The visits of an objection, frozen when it was made: why each was refused and, once decided, whether it counts after all.
import { Checkbox, Paper, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { DataOf } from '../api.ts'

interface ObjectedVisitsProps {
  list: DataOf<'GET backoffice/objections/:objection_id'>['list']
  chosen: ReadonlySet<string>
  onChoose: ((chosen: ReadonlySet<string>) => void) | undefined
}

export function ObjectedVisits({ list, chosen, onChoose }: ObjectedVisitsProps) {
  const translate = useTranslate()
  const toggle = (id: string) => {
    const others = new Set(chosen)
    if (!others.delete(id)) others.add(id)
    onChoose?.(others)
  }
  const judged = (upheld: boolean | null) =>
    upheld === null ? '' : translate(upheld ? 'objections.yes' : 'objections.no')
  return (
    <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {onChoose && <TableCell component="td" padding="checkbox" />}
            <TableCell>{translate('orders.visit')}</TableCell>
            <TableCell>{translate('objections.why')}</TableCell>
            {list.some(({ upheld }) => upheld !== null) && (
              <TableCell>{translate('objections.upheld')}</TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {list.map(({ _id, reason, upheld }) => (
            <TableRow key={_id} selected={chosen.has(_id)}>
              {onChoose && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={chosen.has(_id)}
                    onChange={() => toggle(_id)}
                    slotProps={{ input: { 'aria-label': `${translate('orders.choose')} …${_id.slice(-6)}` } }}
                  />
                </TableCell>
              )}
              <TableCell>…{_id.slice(-6)}</TableCell>
              <TableCell>{translate(`verdicts.${reason}`)}</TableCell>
              {upheld !== null && <TableCell>{judged(upheld)}</TableCell>}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Paper>
  )
}
