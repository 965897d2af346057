// Every broadcast: draft, scheduled, sent, cancelled.
import { Button, Chip } from '@mui/material'
import { BROADCAST_STATUSES, type AdminBroadcast } from '@fairturn/contract/backoffice/broadcasts'
import { LOCALES } from '@fairturn/contract/locales'
import {
  DataTable,
  DateTimeInput,
  FunctionField,
  InfiniteList,
  TextInput,
  useCanAccess,
  useTranslate,
} from 'react-admin'
import { Link } from 'react-router-dom'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
import { FilterTabs } from '../parts.tsx'
import { instantOf, when } from '../words.ts'

type Row = AdminBroadcast & { id: string }

const FILTERS = [
  <TextInput key="search" source="search" label="broadcasts.search" alwaysOn resettable />,
  <DateTimeInput key="from" source="from" label="broadcasts.from" parse={instantOf} />,
  <DateTimeInput key="to" source="to" label="broadcasts.to" parse={instantOf} />,
]

export function BroadcastStatus({ status }: Pick<AdminBroadcast, 'status'>) {
  const translate = useTranslate()
  const colour = { scheduled: 'warning', sending: 'warning', sent: 'primary' } as const
  return (
    <Chip
      size="small"
      variant="outlined"
      color={status in colour ? colour[status as keyof typeof colour] : 'default'}
      label={translate(`broadcasts.statuses.${status}`)}
    />
  )
}

/** How many have read it, and what part of those who have it. */
export function useReadShare(): (broadcast: Pick<AdminBroadcast, 'read' | 'recipients'>) => string {
  const translate = useTranslate()
  return ({ read, recipients }) =>
    recipients === 0
      ? '—'
      : translate('broadcasts.read_share', { read, share: Math.round((read * 100) / recipients) })
}

export function BroadcastList() {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'broadcasts', action: 'create' })
  return (
    <InfiniteList
      filters={FILTERS}
      exporter={false}
      empty={false}
      actions={
        <ListTools csv="backoffice/broadcasts.csv">
          {canAccess && (
            <Button size="small" variant="contained" component={Link} to="/broadcasts/create">
              {translate('broadcasts.write')}
            </Button>
          )}
        </ListTools>
      }
    >
      <Rows />
    </InfiniteList>
  )
}

function Rows() {
  const translate = useTranslate()
  const shareOf = useReadShare()
  return (
    <>
      <FilterTabs
        source="status"
        values={BROADCAST_STATUSES}
        label={(status) => translate(`broadcasts.statuses.${status}`)}
      />
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="broadcasts.title" source="texts.vn.title" disableSort />
        <DataTable.Col label="broadcasts.languages" disableSort>
          <FunctionField<Row>
            render={({ texts }) => LOCALES.filter((locale) => texts[locale] !== undefined).join(' ')}
          />
        </DataTable.Col>
        <DataTable.Col label="broadcasts.status" disableSort>
          <FunctionField<Row> render={({ status }) => <BroadcastStatus status={status} />} />
        </DataTable.Col>
        <DataTable.Col label="broadcasts.created_at" source="created_at">
          <FunctionField<Row> render={({ created_at }) => when(created_at)} />
        </DataTable.Col>
        <DataTable.Col label="broadcasts.created_by" source="created_by.username" disableSort />
        <DataTable.Col label="broadcasts.send_at" source="send_at">
          <FunctionField<Row> render={({ send_at }) => when(send_at)} />
        </DataTable.Col>
        <DataTable.NumberCol label="broadcasts.recipients" source="recipients" />
        <DataTable.Col label="broadcasts.read" disableSort>
          <FunctionField<Row> render={shareOf} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
