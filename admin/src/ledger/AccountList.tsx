import { ACCOUNT_KINDS } from '@fairturn/contract/accounting'
import type { LedgerAccount } from '@fairturn/contract/backoffice/ledger'
import { amount, shownChoice } from '../components/filters.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { ReferenceInput } from '../components/ReferenceInput.tsx'
import { HolderLink } from './links.tsx'

type Account = LedgerAccount & { id: string }

const FILTERS = [
  shownChoice('kind', 'accounts.kind', ACCOUNT_KINDS, 'accounts.kinds'),
  <ReferenceInput
    key="holder_id"
    source="holder_id"
    label="accounts.holder"
    of="holder"
    optional
    free
    alwaysOn
    sx={{ minWidth: 240 }}
  />,
  amount('least', 'accounts.least'),
  amount('most', 'accounts.most'),
]

export function AccountList() {
  return (
    <RecordList<Account>
      filters={FILTERS}
      sort={{ field: 'opened_at', order: 'DESC' }}
      columns={[
        { label: 'accounts.kind', text: 'kind', texts: 'accounts.kinds' },
        { label: 'accounts.holder', render: (account) => <HolderLink {...account} bare /> },
        { label: 'accounts.balance', amount: 'balance', sort: true },
        { label: 'accounts.reserved', amount: 'reserved' },
        { label: 'accounts.version', source: 'version', sort: true, end: true },
        { label: 'accounts.opened_at', time: 'opened_at', sort: true },
      ]}
    />
  )
}
