// Every broadcast: draft, scheduled, sent, cancelled.
import { Button, Chip } from '@mui/material'
import { BROADCAST_STATUSES, type AdminBroadcast } from '@fairturn/contract/backoffice/broadcasts'
import { LOCALES } from '@fairturn/contract/locales'
import { DateTimeInput, TextInput, useCanAccess, useTranslate } from 'react-admin'
import { RecordList } from '../RecordList.tsx'
import { Link } from 'react-router-dom'
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
  const shareOf = useReadShare()
  const { canAccess } = useCanAccess({ resource: 'broadcasts', action: 'create' })
  return (
    <RecordList<Row>
      filters={FILTERS}
      actions={
        canAccess && (
          <Button size="small" variant="contained" component={Link} to="/broadcasts/create">
            {translate('broadcasts.write')}
          </Button>
        )
      }
      tabs={{ source: 'status', values: BROADCAST_STATUSES, texts: 'broadcasts.statuses' }}
      columns={[
        { label: 'broadcasts.title', source: 'texts.vn.title' },
        {
          label: 'broadcasts.languages',
          render: ({ texts }) => LOCALES.filter((locale) => texts[locale] !== undefined).join(' '),
        },
        { label: 'broadcasts.status', render: ({ status }) => <BroadcastStatus status={status} /> },
        { label: 'broadcasts.created_at', render: ({ created_at }) => when(created_at), sort: 'created_at' },
        { label: 'broadcasts.created_by', source: 'created_by.username' },
        { label: 'broadcasts.send_at', render: ({ send_at }) => when(send_at), sort: 'send_at' },
        { label: 'broadcasts.recipients', source: 'recipients', sort: 'recipients', end: true },
        { label: 'broadcasts.read', render: shareOf },
      ]}
    />
  )
}
