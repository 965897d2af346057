// A member's statement: all postings, newest first. Exporting it is recorded in the member's audit trail too.
import { Box, Typography } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { Amount } from '../components/Amount.tsx'
import { CsvButton } from '../components/CsvButton.tsx'
import { DateField } from '../components/DateInput.tsx'
import { useKeyText } from '../components/format.ts'
import { usePageChoices } from '../components/panel.ts'
import { RecordTable } from '../components/RecordTable.tsx'
import { EntryLink } from '../ledger/links.tsx'
import { useEndpointPages } from '../shell/endpoint-hooks.ts'

/** The entry id of a line's id, `<entry id>:<part>`. */
const entryIdOf = (line_id: string) => line_id.split(':')[0] ?? ''

export function MemberStatement({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const entryOf = useKeyText('member.entries')
  const { hash } = useLocation()
  const { canAccess: readsLedger } = useCanAccess({ resource: 'entries', action: 'list' })
  // The period is in the URL; a link from a ledger entry also names the entry.
  const [address, choose] = usePageChoices()
  const period = { from: address.get('from') ?? '', to: address.get('to') ?? '' }
  const query = {
    ...(period.from && { from: period.from }),
    ...(period.to && { to: period.to }),
  }
  const lines = useEndpointPages('GET backoffice/members/:member_id/statement', {
    params: { member_id },
    query,
  })
  return (
    <section id="statement" ref={(section) => void (hash === '#statement' && section?.scrollIntoView())}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
        <Typography variant="h6" component="h2" sx={{ mr: 'auto' }}>
          {translate('member.statement')}
        </Typography>
        {(['from', 'to'] as const).map((end) => (
          <DateField
            key={end}
            kind="time"
            margin="none"
            fullWidth={false}
            label={`member.${end}`}
            value={period[end]}
            onChange={(at, isWrong) => !isWrong && at !== period[end] && choose(end, at)}
            sx={{ width: 215 }}
          />
        ))}
        <CsvButton path={`backoffice/members/${member_id}/statement.csv`} query={query} />
      </Box>
      <RecordTable
        {...lines}
        empty="member.nothing"
        rowProps={({ _id }) => ({ selected: entryIdOf(_id) === address.get('entry') })}
        columns={[
          { label: 'member.at', time: 'at' },
          {
            label: 'member.entry',
            render: ({ _id, type }) =>
              readsLedger ? <EntryLink entry_id={entryIdOf(_id)} label={entryOf(type)} /> : entryOf(type),
          },
          {
            label: 'member.about',
            render: ({ refers_to, note }) => [refers_to.name, note].filter(Boolean).join(' · '),
          },
          { label: 'member.part', text: 'part', texts: 'member.parts' },
          { label: 'member.amount', amount: 'amount' },
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
