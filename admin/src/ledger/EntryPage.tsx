import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Amount } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading } from '../components/headings.tsx'
import { useKeys } from '../components/keys.ts'
import { CopyId } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { AccountLink, ActorLink, HolderLink, StatementLink, SubjectLink } from './links.tsx'
import { Steps } from './Steps.tsx'

type Entry = DataOf<'GET backoffice/ledger/entries/:entry_id'>

export const EntryPage = () => (
  <RecordPage has="postings">{(entry: Entry) => <Details key={entry._id} entry={entry} />}</RecordPage>
)

function Details({ entry }: { entry: Entry }) {
  const translate = useTranslate()
  const [requested, setRequested] = useState(false)
  const { data: link, refresh } = useEndpointQuery(
    'GET backoffice/ledger/entries/:entry_id/verification',
    { params: { entry_id: entry._id } },
    { enabled: requested },
  )
  const verify = () => (requested ? refresh() : setRequested(true))
  useKeys({ v: verify })
  const mono = (text: string) => <Box sx={{ fontFamily: 'monospace', fontSize: 12 }}>{text}</Box>
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960, mt: 1, minWidth: 0 }}>
      <Typography variant="h5" component="h1">
        {translate(`entries.types.${entry.type}`)}: <Amount wire={entry.amount} />
      </Typography>
      <PropertyTable
        values={{
          'app.reason': entry.note,
          'entries.refers_to': <SubjectLink {...entry} />,
          'entries.actor': <ActorLink {...entry} />,
          'entries.event_at': formatTime(entry.event_at),
          'entries.created_at': formatTime(entry.created_at),
          'entries.id': (
            <>
              {entry._id}
              <CopyId id={entry._id} name={`#${entry.entry_no}`} />
            </>
          ),
        }}
      />
      <Heading text="entries.postings" />
      <Postings entry={entry} />
      <Heading text="entries.chain" />
      <PropertyTable
        values={{
          'entries.chain': (
            <GoTo to={`/chains?chain=${entry.chain}&before=${entry.entry_no}`}>
              {translate('entries.link', { chain: entry.chain, no: entry.entry_no })}
            </GoTo>
          ),
          'entries.request_hash': mono(entry.request_hash),
          'entries.previous_hash': mono(entry.previous_hash),
          'entries.hash': mono(entry.hash),
        }}
      />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={verify}>
          {translate('entries.verify')}
        </Button>
        <Typography variant="caption" color="text.secondary">
          {translate('entries.verify_why')}
        </Typography>
      </Box>
      {link && <Steps link={link} />}
    </Box>
  )
}

function Postings({ entry }: { entry: Entry }) {
  const translate = useTranslate()
  return (
    <RecordTable
      rows={entry.postings}
      columns={[
        {
          label: 'accounts.kind',
          render: ({ account_id, kind }) => (
            <AccountLink account_id={account_id} label={translate(`accounts.kinds.${kind}`)} />
          ),
        },
        { label: 'accounts.holder', render: (posting) => <HolderLink {...posting} bare /> },
        { label: 'entries.amount', amount: 'amount' },
        { label: 'accounts.balance_after', amount: 'balance_after' },
        { label: 'accounts.posting_version', source: 'version', end: true },
        { render: (posting) => <StatementLink posting={posting} entry={entry} />, end: true },
      ]}
    />
  )
}
