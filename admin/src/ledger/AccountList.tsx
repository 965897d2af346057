// The accounts of the ledger: whose, how much, how often.
import { ACCOUNT_KINDS } from '@fairturn/contract/accounting'
import type { LedgerAccount } from '@fairturn/contract/backoffice/ledger'
import { DataTable, FunctionField, InfiniteList, SelectInput, TextInput, useTranslate } from 'react-admin'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
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

export const AccountList = () => (
  <InfiniteList
    filters={FILTERS}
    sort={{ field: 'opened_at', order: 'DESC' }}
    exporter={false}
    empty={false}
    actions={<ListTools csv="backoffice/ledger/accounts.csv" />}
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="accounts.kind" disableSort>
          <FunctionField<Account> render={({ kind }) => translate(`accounts.kinds.${kind}`)} />
        </DataTable.Col>
        <DataTable.Col label="accounts.owner" disableSort>
          <FunctionField<Account> render={(account) => <OwnerLink {...account} />} />
        </DataTable.Col>
        <DataTable.Col label="accounts.balance" source="balance" align="right">
          <FunctionField<Account> render={({ balance }) => <Amount wire={balance} />} />
        </DataTable.Col>
        <DataTable.Col label="accounts.reserved" disableSort align="right">
          <FunctionField<Account> render={({ reserved }) => <Amount wire={reserved} />} />
        </DataTable.Col>
        <DataTable.Col label="accounts.version" source="version" align="right" />
        <DataTable.Col label="accounts.opened_at" source="opened_at">
          <FunctionField<Account> render={({ opened_at }) => when(opened_at)} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
