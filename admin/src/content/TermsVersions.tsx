// Versions of the terms and the privacy notice, below the pages whose texts they announce.
import { TERMS_PROPOSAL } from '@fairturn/contract/backoffice/terms'
import { Box, Typography } from '@mui/material'
import { DateInput, useCanAccess, useTranslate } from 'react-admin'
import { ActionButton, type ReasonValues } from '../components/ActionDialog.tsx'
import { formatTime } from '../components/format.ts'
import { useLanguageName } from '../components/Languages.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { OpenProposals } from '../staff/OpenProposals.tsx'

type Terms = DataOf<'GET backoffice/terms'>

export function TermsVersions() {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'popups', action: 'edit' })
  const { data } = useEndpointQuery('GET backoffice/terms')
  if (data === undefined) return null
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h6" component="h2">
        {translate('site.terms.name')}
      </Typography>
      <Typography color="text.secondary" sx={{ maxWidth: 720 }}>
        {translate('site.terms.why')}
      </Typography>
      <OpenProposals kind={TERMS_PROPOSAL} />
      <RecordTable
        rows={data.list.map(({ version, ...each }) => ({ _id: String(version), ...each }))}
        columns={[
          { label: 'site.terms.version', render: ({ _id }) => _id },
          { label: 'site.terms.announced_at', render: (row) => formatTime(row.announced_at) },
          { label: 'site.terms.in_force_at', render: (row) => formatTime(row.in_force_at) },
          { label: 'site.terms.agreed', render: (row) => row.agreed },
        ]}
      />
      {canAccess && <Announce terms={data} />}
    </Box>
  )
}

function Announce({ terms: { changed, earliest_day } }: { terms: Terms }) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const pages = changed.map(({ name, locale }) => `${translate(`site.names.${name}`)}, ${nameOf(locale)}`)
  if (changed.length === 0)
    return <Typography color="text.secondary">{translate('site.terms.unchanged')}</Typography>
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <ActionButton<'POST backoffice/terms', ReasonValues & { in_force_on: string }>
        endpoint="POST backoffice/terms"
        input={(body) => ({ body })}
        title={translate('site.terms.announce')}
        of={translate('site.terms.name')}
        why={translate('site.terms.announce_why')}
        withReason
        defaultValues={{ in_force_on: earliest_day }}
        done="site.terms.proposed"
        button={{ size: 'small' }}
      >
        <DateInput source="in_force_on" label={translate('site.terms.in_force_at')} helperText={false} />
      </ActionButton>
      <Typography>{pages.join(' · ')}</Typography>
    </Box>
  )
}
