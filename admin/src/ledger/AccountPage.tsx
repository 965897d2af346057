// One account with its postings, paged both ways; where it begins and in which order stands in the address.
import {
  Box,
  Button,
  MenuItem,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { addressOf, call, type DataOf } from '../api.ts'
import { useNotifyFailure } from '../failures.ts'
import { Amount } from '../Amount.tsx'
import { Facts } from '../parts.tsx'
import { RecordPage } from '../RecordPage.tsx'
import { when } from '../words.ts'
import { EntryLink, OwnerLink, SubjectLink } from './links.tsx'

type Account = DataOf<'GET backoffice/ledger/accounts/:account_id'> & { id: string }
type Posting = DataOf<'GET backoffice/ledger/accounts/:account_id/postings'>['list'][number]

const ORDERS = ['version.desc', 'version.asc'] as const

export const AccountPage = () => (
  <RecordPage>
    <Shown />
  </RecordPage>
)

function Shown() {
  const account = useRecordContext<Account>()
  const translate = useTranslate()
  if (account === undefined) return null
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1, minWidth: 0 }}>
      <Typography variant="h5" component="h1">
        {translate(`accounts.kinds.${account.kind}`)}: <Amount wire={account.balance} />
      </Typography>
      <Facts
        rows={[
          [translate('accounts.owner'), <OwnerLink key="owner" {...account} />],
          [translate('accounts.reserved'), <Amount key="reserved" wire={account.reserved} />],
          [translate('accounts.version'), String(account.version)],
          [translate('accounts.opened_at'), when(account.opened_at)],
          [translate('accounts.id'), account._id],
        ]}
      />
      <Postings key={account._id} account={account} />
    </Box>
  )
}

interface PostingsPage {
  readonly of: string
  readonly list: readonly Posting[]
  readonly cursor: string | null
}

function Postings({ account }: { account: Account }) {
  const translate = useTranslate()
  const say = useNotifyFailure()
  const [chosen, choose] = useSearchParams()
  const sort = ORDERS.find((order) => order === chosen.get('sort')) ?? 'version.desc'
  const begin = Number(chosen.get('from_version')) || undefined
  const [read, setRead] = useState<PostingsPage>()
  const params = { account_id: account._id }
  const query = { sort, ...(begin !== undefined && { from_version: begin }) }
  const of = JSON.stringify([account._id, query])
  const load = (cursor?: string) =>
    call('GET backoffice/ledger/accounts/:account_id/postings', { params, query: { ...query, cursor } }).then(
      (page) =>
        setRead((before) => ({
          of,
          list: cursor !== undefined && before?.of === of ? [...before.list, ...page.list] : page.list,
          cursor: page.cursor,
        })),
      say,
    )
  const first = useEffectEvent((_of: string) => load())
  useEffect(() => void first(of), [of])
  const open = (changed: Record<string, string>) =>
    choose({ sort, ...(begin !== undefined && { from_version: String(begin) }), ...changed })
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="h6" component="h2" sx={{ mr: 'auto' }}>
          {translate('accounts.postings')}
        </Typography>
        <TextField
          select
          fullWidth={false}
          label={translate('accounts.order')}
          value={sort}
          onChange={({ target }) => open({ sort: target.value })}
          sx={{ minWidth: 150 }}
        >
          {ORDERS.map((order) => (
            <MenuItem key={order} value={order}>
              {translate(`accounts.orders.${order === 'version.asc' ? 'oldest' : 'newest'}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          type="number"
          fullWidth={false}
          label={translate('accounts.from_version')}
          value={begin ?? ''}
          onChange={({ target }) => open({ from_version: target.value })}
          slotProps={{ htmlInput: { min: 1, max: account.version } }}
          sx={{ width: 150 }}
        />
        <Button
          size="small"
          component="a"
          download
          href={addressOf(`backoffice/ledger/accounts/${account._id}/postings.csv`, query)}
        >
          {translate('app.csv')}
        </Button>
      </Box>
      <PostingTable list={read?.list} />
      {read?.cursor != null && (
        <Button onClick={() => void load(read.cursor!)}>{translate('app.more')}</Button>
      )}
    </>
  )
}

function PostingTable({ list }: { list: readonly Posting[] | undefined }) {
  const translate = useTranslate()
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell align="right">{translate('accounts.posting_version')}</TableCell>
            <TableCell>{translate('entries.event_at')}</TableCell>
            <TableCell>{translate('entries.type')}</TableCell>
            <TableCell align="right">{translate('entries.amount')}</TableCell>
            <TableCell align="right">{translate('accounts.balance_after')}</TableCell>
            <TableCell>{translate('entries.refers_to')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {list?.length === 0 && (
            <TableRow>
              <TableCell colSpan={6}>{translate('accounts.no_postings')}</TableCell>
            </TableRow>
          )}
          {list?.map((posting) => (
            <TableRow key={posting._id} hover>
              <TableCell align="right">{posting.version}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{when(posting.event_at)}</TableCell>
              <TableCell>
                <EntryLink entry_id={posting.entry_id} label={translate(`entries.types.${posting.type}`)} />
              </TableCell>
              <TableCell align="right">
                <Amount wire={posting.amount} />
              </TableCell>
              <TableCell align="right">
                <Amount wire={posting.balance_after} />
              </TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                <SubjectLink {...posting} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
