// A member's statement, every posting of it, newest first; saved as a file it is told to the member again.
import { Box, Button, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { addressOf } from '../api.ts'
import { Amount } from '../Amount.tsx'
import { useEndpointPages } from '../endpoint-hooks.ts'
import { RecordTable } from '../RecordTable.tsx'
import { instantOf, useKeyWords, when } from '../words.ts'

export function MemberStatement({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const entryOf = useKeyWords('member.entries')
  const [period, setPeriod] = useState({ from: '', to: '' })
  const query = {
    ...(period.from && { from: instantOf(period.from) }),
    ...(period.to && { to: instantOf(period.to) }),
  }
  const lines = useEndpointPages('GET backoffice/members/:member_id/statement', {
    params: { member_id },
    query,
  })
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
          href={addressOf(`backoffice/members/${member_id}/statement.csv`, query)}
          download
        >
          {translate('app.csv')}
        </Button>
      </Box>
      <RecordTable
        {...lines}
        empty="member.nothing"
        columns={[
          { label: 'member.at', render: ({ at }) => when(at), whole: true },
          { label: 'member.entry', render: ({ type }) => entryOf(type) },
          { label: 'member.about', render: ({ refers_to, note }) => refers_to.name ?? note },
          { label: 'member.part', render: ({ part }) => translate(`member.parts.${part}`) },
          { label: 'member.amount', render: ({ amount }) => <Amount wire={amount} />, end: true },
          {
            label: 'member.balance_after',
            render: (line) => <Amount wire={line.balance_after} />,
            end: true,
          },
        ]}
      />
    </section>
  )
}
