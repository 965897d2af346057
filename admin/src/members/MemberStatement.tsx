// A member's statement, every posting of it, newest first; saved as a file it is told to the member again.
import {
  Box,
  Button,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { addressOf, call } from '../api.ts'
import { Amount } from '../Amount.tsx'
import { instantOf, useKeyWords, when } from '../words.ts'
import { usePages } from './paged.ts'

export function MemberStatement({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const entryOf = useKeyWords('member.entries')
  const [period, setPeriod] = useState({ from: '', to: '' })
  const input = {
    ...(period.from && { from: instantOf(period.from) }),
    ...(period.to && { to: instantOf(period.to) }),
  }
  const { list, more } = usePages(JSON.stringify(input), (cursor) =>
    call('GET backoffice/members/:member_id/statement', {
      params: { member_id },
      query: { ...input, ...(cursor !== undefined && { cursor }) },
    }),
  )
  return (
    <section>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
        <Typography variant="h6" component="h2" sx={{ mr: 'auto' }}>
          {translate('member.statement')}
        </Typography>
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="datetime-local"
            size="small"
            margin="none"
            fullWidth={false}
            label={translate(`member.${end}`)}
            value={period[end]}
            onChange={({ target }) => setPeriod({ ...period, [end]: target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ))}
        <Button
          size="small"
          component="a"
          href={addressOf(`backoffice/members/${member_id}/statement.csv`, input)}
          download
        >
          {translate('app.csv')}
        </Button>
      </Box>
      <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('member.at')}</TableCell>
              <TableCell>{translate('member.entry')}</TableCell>
              <TableCell>{translate('member.about')}</TableCell>
              <TableCell>{translate('member.part')}</TableCell>
              <TableCell align="right">{translate('member.amount')}</TableCell>
              <TableCell align="right">{translate('member.balance_after')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {list?.map(({ _id, at, type, refers_to, note, part, amount, balance_after }) => (
              <TableRow key={_id}>
                <TableCell>{when(at)}</TableCell>
                <TableCell>{entryOf(type)}</TableCell>
                <TableCell>{refers_to.name ?? note}</TableCell>
                <TableCell>{translate(`member.parts.${part}`)}</TableCell>
                <TableCell align="right">
                  <Amount wire={amount} />
                </TableCell>
                <TableCell align="right">
                  <Amount wire={balance_after} />
                </TableCell>
              </TableRow>
            ))}
            {list?.length === 0 && (
              <TableRow>
                <TableCell colSpan={6}>{translate('member.nothing')}</TableCell>
              </TableRow>
            )}
          </TableBody>
        </Table>
        {more && (
          <Button size="small" onClick={more} sx={{ m: 1 }}>
            {translate('queue.more')}
          </Button>
        )}
      </Paper>
    </section>
  )
}
