import { proposalOf, SETTING_NAMES, type SettingName } from '@fairturn/contract/backoffice/settings'
import { Box, Button, Typography } from '@mui/material'
import { Title, useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { OpenProposals } from '../staff/OpenProposals.tsx'
import { ChangeSetting, type Settings, useBounds } from './ChangeSetting.tsx'
import { useValueProperties, useValueText } from './setting-fields.tsx'
import { VersionHistory } from './VersionHistory.tsx'

export function SettingPage() {
  const translate = useTranslate()
  const { id } = useParams()
  const name = SETTING_NAMES.find((one) => one === id)
  const { data } = useEndpointQuery('GET backoffice/settings')
  if (name === undefined) return <Typography sx={{ mt: 2 }}>{translate('ra.page.not_found')}</Typography>
  return data === undefined ? null : <Sheet name={name} settings={data} />
}

interface SettingPageProps {
  name: SettingName
  settings: Settings
}

function Sheet({ name, settings }: SettingPageProps) {
  const translate = useTranslate()
  const textOf = useValueText()
  const propertiesOf = useValueProperties()
  const bounds = useBounds(name, settings)
  const kind = proposalOf(name)
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 2 }}>
      <Title title={translate(`settings.names.${name}`)} />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          {textOf(name, settings.values[name])}
        </Typography>
        <ChangeSetting name={name} settings={settings} />
        <Button size="small" component={Link} to="/settings">
          {translate('settings.all')}
        </Button>
      </Box>
      <Typography color="text.secondary">{bounds}</Typography>
      {kind !== undefined && <OpenProposals kind={kind} />}
      <VersionHistory<unknown>
        path="backoffice/settings/:name"
        of={translate(`settings.names.${name}`)}
        params={{ name }}
        expected={settings.versions[name] ?? 0}
        saved="settings.changed"
        propertiesOf={(value) => propertiesOf(name, value)}
      />
    </Box>
  )
}
