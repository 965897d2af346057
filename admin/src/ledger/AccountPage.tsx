import { Box, TextField, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { Amount } from '../components/Amount.tsx'
import { Choice } from '../components/Choice.tsx'
import { CsvButton } from '../components/CsvButton.tsx'
import { formatTime } from '../components/format.ts'
import { CopyId } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { type DataOf } from '../shell/api.ts'
import { useEndpointPages } from '../shell/endpoint-hooks.ts'
import { EntryLink, HolderLink, SubjectLink } from './links.tsx'

type Account = DataOf<'GET backoffice/ledger/accounts/:account_id'>

const ORDERS = ['version.desc', 'version.asc'] as const

export const AccountPage = () => (
  <RecordPage>{(account: Account) => <Details account={account} />}</RecordPage>
)

function Details({ account }: { account: Account }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1, minWidth: 0 }}>
      <Typography variant="h5" component="h1">
        {translate(`accounts.kinds.${account.kind}`)}: <Amount wire={account.balance} />
      </Typography>
      <PropertyTable
        values={{
          'accounts.holder': <HolderLink {...account} />,
          'accounts.reserved': <Amount wire={account.reserved} />,
          'accounts.version': String(account.version),
          'accounts.opened_at': formatTime(account.opened_at),
          'accounts.id': (
            <>
              {account._id}
              <CopyId id={account._id} name={translate('names.kinds.accounts')} />
            </>
          ),
        }}
      />
      <Postings account={account} />
    </Box>
  )
}

function Postings({ account }: { account: Account }) {
  const translate = useTranslate()
  const [chosen, choose] = useSearchParams()
  const sort = ORDERS.find((order) => order === chosen.get('sort')) ?? 'version.desc'
  const begin = Number(chosen.get('from_version')) || undefined
  const query = { sort, ...(begin !== undefined && { from_version: begin }) }
  const postings = useEndpointPages('GET backoffice/ledger/accounts/:account_id/postings', {
    params: { account_id: account._id },
    query,
  })
  const open = (changed: Record<string, string>) =>
    choose({ sort, ...(begin !== undefined && { from_version: String(begin) }), ...changed })
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="h6" component="h2" sx={{ mr: 'auto' }}>
          {translate('accounts.postings')}
        </Typography>
        <Choice
          label="accounts.order"
          value={sort}
          values={ORDERS}
          written={(order) => translate(`accounts.orders.${order === 'version.asc' ? 'oldest' : 'newest'}`)}
          onChoose={(order) => open({ sort: order })}
          width={150}
        />
        <TextField
          type="number"
          fullWidth={false}
          label={translate('accounts.from_version')}
          value={begin ?? ''}
          onChange={({ target }) => open({ from_version: target.value })}
          slotProps={{ htmlInput: { min: 1, max: account.version } }}
          sx={{ width: 150 }}
        />
        <CsvButton path={`backoffice/ledger/accounts/${account._id}/postings.csv`} query={query} />
      </Box>
      <RecordTable
        {...postings}
        empty="accounts.no_postings"
        columns={[
          { label: 'accounts.posting_version', source: 'version', end: true },
          { label: 'entries.event_at', time: 'event_at' },
          {
            label: 'entries.type',
            render: ({ entry_id, type }) => (
              <EntryLink entry_id={entry_id} label={translate(`entries.types.${type}`)} />
            ),
          },
          { label: 'entries.amount', amount: 'amount' },
          { label: 'accounts.balance_after', amount: 'balance_after' },
          { label: 'entries.refers_to', render: (posting) => <SubjectLink {...posting} bare /> },
        ]}
      />
    </>
  )
}
