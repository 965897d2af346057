// One setting with its history: what it is, who changed it when and why, and back to an older value.
import { Box, Button, Typography } from '@mui/material'
import { proposalOf, SETTING_NAMES, type SettingName } from '@fairturn/contract/backoffice/settings'
import { Title, useCanAccess, useNotify, useRefresh, useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { call } from '../api.ts'
import { OpenProposals } from '../approvals/OpenProposals.tsx'
import { useLoaded } from '../versions/loaded.ts'
import { VersionHistory } from '../versions/VersionHistory.tsx'
import { ChangeSetting, type Settings, useBounds } from './ChangeSetting.tsx'
import { useValueFacts, useValueWords } from './fields.tsx'

export function SettingPage() {
  const translate = useTranslate()
  const { id } = useParams()
  const refresh = useRefresh()
  const name = SETTING_NAMES.find((one) => one === id)
  const { data, again } = useLoaded(() => call('GET backoffice/settings'))
  if (name === undefined) return <Typography sx={{ mt: 2 }}>{translate('ra.page.not_found')}</Typography>
  async function changed() {
    await again()
    refresh()
  }
  return data === undefined ? null : <Sheet name={name} settings={data} onChanged={changed} />
}

interface SettingPageProps {
  name: SettingName
  settings: Settings
  onChanged: () => Promise<void>
}

function Sheet({ name, settings, onChanged }: SettingPageProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const wordsOf = useValueWords()
  const factsOf = useValueFacts()
  const bounds = useBounds(name, settings)
  const { canAccess } = useCanAccess({ resource: 'settings', action: 'edit' })
  const now = settings.versions[name] ?? 0
  const params = { name }
  const kind = proposalOf(name)
  async function restore(number: number, reason: string) {
    const body = { number, reason, expected: now }
    const { proposal_id } = await call('POST backoffice/settings/:name/restore', { params, body })
    notify(proposal_id === null ? 'settings.changed' : 'approvals.proposed', { type: 'success' })
    await onChanged()
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 2 }}>
      <Title title={translate(`settings.names.${name}`)} />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          {wordsOf(name, settings.values[name])}
        </Typography>
        <ChangeSetting name={name} settings={settings} onChanged={onChanged} />
        <Button size="small" component={Link} to="/settings">
          {translate('settings.all')}
        </Button>
      </Box>
      <Typography color="text.secondary">{bounds}</Typography>
      {kind !== undefined && <OpenProposals kind={kind} />}
      <Typography variant="h6" component="h2">
        {translate('versions.title')}
      </Typography>
      <VersionHistory<unknown>
        now={now}
        load={(cursor) =>
          call('GET backoffice/settings/:name/versions', {
            params,
            query: cursor === undefined ? {} : { cursor },
          })
        }
        factsOf={(value) => factsOf(name, value)}
        restore={canAccess ? (version, reason) => restore(version.number, reason) : undefined}
      />
    </Box>
  )
}
