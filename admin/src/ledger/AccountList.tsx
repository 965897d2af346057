// The accounts of the ledger: whose, how much, how often.
import { ACCOUNT_KINDS } from '@fairturn/contract/accounting'
import type { LedgerAccount } from '@fairturn/contract/backoffice/ledger'
import { SelectInput, TextInput, useTranslate } from 'react-admin'
import { RecordList } from '../RecordList.tsx'
import { Amount } from '../Amount.tsx'
import { when } from '../words.ts'
import { OwnerLink } from './links.tsx'

type Account = LedgerAccount & { id: string }

const FILTERS = [
  <SelectInput
    key="kind"
    source="kind"
    label="accounts.kind"
    alwaysOn
    choices={ACCOUNT_KINDS.map((id) => ({ id, name: `accounts.kinds.${id}` }))}
  />,
  <TextInput key="owner_id" source="owner_id" label="accounts.owner_id" alwaysOn resettable />,
  <TextInput key="least" source="least" label="accounts.least" parse={asMoney} />,
  <TextInput key="most" source="most" label="accounts.most" parse={asMoney} />,
]

/** What was typed, with two decimals once it is a number: the wire knows no other. */
function asMoney(typed: string): string {
  return /^-?\d+$/.test(typed) ? `${typed}.00` : typed.replace(',', '.')
}

export function AccountList() {
  const translate = useTranslate()
  return (
    <RecordList<Account>
      filters={FILTERS}
      sort={{ field: 'opened_at', order: 'DESC' }}
      columns={[
        { label: 'accounts.kind', render: ({ kind }) => translate(`accounts.kinds.${kind}`) },
        { label: 'accounts.owner', render: (account) => <OwnerLink {...account} /> },
        {
          label: 'accounts.balance',
          render: ({ balance }) => <Amount wire={balance} />,
          sort: 'balance',
          end: true,
        },
        { label: 'accounts.reserved', render: ({ reserved }) => <Amount wire={reserved} />, end: true },
        { label: 'accounts.version', source: 'version', sort: 'version', end: true },
        { label: 'accounts.opened_at', render: ({ opened_at }) => when(opened_at), sort: 'opened_at' },
      ]}
    />
  )
}
