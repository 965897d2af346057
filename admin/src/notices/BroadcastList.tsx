import { BROADCAST_STATUSES, type AdminBroadcast } from '@fairturn/contract/backoffice/broadcasts'
import { LOCALES } from '@fairturn/contract/locales'
import { Button } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { period, search } from '../components/filters.tsx'
import { useLanguageName } from '../components/Languages.tsx'
import { RecordList } from '../components/RecordList.tsx'

type Row = AdminBroadcast & { id: string }

const FILTERS = [search('broadcasts.search'), ...period('broadcasts')]

/** Formats how many have read it, and as a share of its recipients. */
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
  const nameOf = useLanguageName()
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
          render: ({ texts }) =>
            LOCALES.filter((locale) => texts[locale] !== undefined)
              .map(nameOf)
              .join(', '),
        },
        { label: 'broadcasts.status', status: 'status', texts: 'broadcasts.statuses' },
        { label: 'broadcasts.created_at', time: 'created_at', sort: true },
        { label: 'broadcasts.created_by', source: 'created_by.username' },
        { label: 'broadcasts.send_at', time: 'send_at', sort: true },
        { label: 'broadcasts.recipients', source: 'recipients', sort: true, end: true },
        { label: 'broadcasts.read', render: shareOf },
      ]}
    />
  )
}
