import { Paper, Table, TableBody, TableCell, TableRow } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'

/** Rows by the text key of their names; properties without a value are omitted. */
export function PropertyTable({ values }: { values: Readonly<Record<string, ReactNode>> }) {
  const translate = useTranslate()
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <Table size="small">
        <TableBody>
          {Object.entries(values)
            .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
            .map(([name, value]) => (
              <TableRow key={name} sx={{ '&:last-child > *': { borderBottom: 0 } }}>
                <TableCell component="th" scope="row" sx={{ width: 200, color: 'text.secondary' }}>
                  {translate(name, { _: name })}
                </TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</TableCell>
              </TableRow>
            ))}
        </TableBody>
      </Table>
    </Paper>
  )
}
