// One entry: its content, its postings, its place in its chain, and its verification on demand.
import {
  Box,
  Button,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import type { VerifiedLink } from '@fairturn/contract/backoffice/ledger'
import { useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { call, type DataOf } from '../api.ts'
import { useNotifyFailure } from '../failures.ts'
import { useKeys } from '../keys.ts'
import { Amount } from '../Amount.tsx'
import { Facts } from '../parts.tsx'
import { RecordPage } from '../RecordPage.tsx'
import { when } from '../words.ts'
import { AccountLink, ActorLink, OwnerLink, SubjectLink } from './links.tsx'
import { Steps } from './Steps.tsx'

type Entry = DataOf<'GET backoffice/ledger/entries/:entry_id'> & { id: string }

export const EntryPage = () => (
  <RecordPage>
    <Shown />
  </RecordPage>
)

function Shown() {
  // Come to from the list, what the list knows of it is there first.
  const entry = useRecordContext<Entry | (Omit<Entry, 'postings'> & { postings?: undefined })>()
  return entry?.postings === undefined ? null : <Sheet key={entry._id} entry={entry} />
}

function Sheet({ entry }: { entry: Entry }) {
  const translate = useTranslate()
  const say = useNotifyFailure()
  const [link, setLink] = useState<VerifiedLink>()
  const verify = () =>
    void call('GET backoffice/ledger/entries/:entry_id/verification', {
      params: { entry_id: entry._id },
    }).then(setLink, say)
  useKeys({ v: verify })
  const mono = (text: string) => <Box sx={{ fontFamily: 'monospace', fontSize: 12 }}>{text}</Box>
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960, mt: 1, minWidth: 0 }}>
      <Typography variant="h5" component="h1">
        {translate(`entries.types.${entry.type}`)}: <Amount wire={entry.amount} />
      </Typography>
      <Facts
        rows={[
          [translate('app.reason'), entry.note],
          [translate('entries.refers_to'), <SubjectLink key="subject" {...entry} />],
          [translate('entries.actor'), <ActorLink key="actor" {...entry} />],
          [translate('entries.event_at'), when(entry.event_at)],
          [translate('entries.created_at'), when(entry.created_at)],
          [translate('entries.id'), entry._id],
        ]}
      />
      <Typography variant="h6" component="h2">
        {translate('entries.postings')}
      </Typography>
      <PostingTable entry={entry} />
      <Typography variant="h6" component="h2">
        {translate('entries.chain')}
      </Typography>
      <Facts
        rows={[
          [
            translate('entries.chain'),
            <Link key="chain" to={`/chains?chain=${entry.chain}&before=${entry.entry_no}`}>
              {translate('entries.link', { chain: entry.chain, no: entry.entry_no })}
            </Link>,
          ],
          [translate('entries.request_hash'), mono(entry.request_hash)],
          [translate('entries.previous_hash'), mono(entry.previous_hash)],
          [translate('entries.hash'), mono(entry.hash)],
        ]}
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

function PostingTable({ entry }: { entry: Entry }) {
  const translate = useTranslate()
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('accounts.kind')}</TableCell>
            <TableCell>{translate('accounts.owner')}</TableCell>
            <TableCell align="right">{translate('entries.amount')}</TableCell>
            <TableCell align="right">{translate('accounts.balance_after')}</TableCell>
            <TableCell align="right">{translate('accounts.posting_version')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entry.postings.map((posting) => (
            <TableRow key={posting.account_id}>
              <TableCell>
                <AccountLink
                  account_id={posting.account_id}
                  label={translate(`accounts.kinds.${posting.kind}`)}
                />
              </TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                <OwnerLink {...posting} />
              </TableCell>
              <TableCell align="right">
                <Amount wire={posting.amount} />
              </TableCell>
              <TableCell align="right">
                <Amount wire={posting.balance_after} />
              </TableCell>
              <TableCell align="right">{posting.version}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
