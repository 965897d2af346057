import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { proposalOf, SETTING_NAMES, type SettingName, SETTINGS } from '@fairturn/contract/backoffice/settings'
import { Box, Chip, Typography } from '@mui/material'
import { Title, useTranslate } from 'react-admin'
import { CsvButton } from '../components/CsvButton.tsx'
import { GoTo } from '../components/GoTo.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useOpenProposals } from '../staff/OpenProposals.tsx'
import { ChangeSetting, type Settings, needsApproval, useBounds } from './ChangeSetting.tsx'
import { useValueText } from './setting-fields.tsx'

const PROPOSALS = SETTING_NAMES.flatMap((name) => proposalOf(name) ?? [])
const GROUPS = new Set(SETTING_NAMES.map((name) => SETTINGS[name].group))

export function SettingsPage() {
  const translate = useTranslate()
  const textOf = useValueText()
  const { data } = useEndpointQuery('GET backoffice/settings')
  const open = useOpenProposals({ kinds: PROPOSALS })
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 1080, mt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="settings.title" />
      <Typography color="text.secondary">{translate('settings.why')}</Typography>
      <CsvButton path="backoffice/settings.csv" />
      {data &&
        [...GROUPS].map((group) => (
          <section key={group}>
            <Typography variant="h6" component="h2" gutterBottom>
              {translate(`settings.groups.${group}`)}
            </Typography>
            <RecordTable
              label={`settings.groups.${group}`}
              rows={SETTING_NAMES.filter((name) => SETTINGS[name].group === group).map((_id) => ({ _id }))}
              columns={[
                {
                  label: 'settings.name',
                  render: ({ _id }) => <Meaning name={_id} settings={data} />,
                  width: '38%',
                },
                {
                  label: 'settings.value',
                  render: ({ _id }) => textOf(_id, data.values[_id]),
                  width: '36%',
                },
                {
                  render: ({ _id }) => (
                    <Changing
                      name={_id}
                      settings={data}
                      open={open.find(({ kind }) => kind === proposalOf(_id))}
                    />
                  ),
                  end: true,
                },
              ]}
            />
          </section>
        ))}
    </Box>
  )
}

interface SettingProps {
  name: SettingName
  settings: Settings
}

function Meaning({ name, settings }: SettingProps) {
  const translate = useTranslate()
  return (
    <>
      <Box sx={{ fontWeight: 600, display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        {translate(`settings.names.${name}`)}
        {needsApproval(name) && (
          <Chip size="small" variant="outlined" label={translate('settings.dual_approval')} />
        )}
      </Box>
      <Typography variant="caption" color="text.secondary">
        {useBounds(name, settings)}
      </Typography>
    </>
  )
}

function Changing({ name, settings, open }: SettingProps & { open: Proposal | undefined }) {
  const translate = useTranslate()
  const version = settings.versions[name] ?? 0
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'flex-end' }}>
      <GoTo to={`/settings/${name}/show`}>
        {version === 0 ? translate('versions.title') : translate('settings.history', { number: version })}
      </GoTo>
      {open === undefined ? (
        <ChangeSetting name={name} settings={settings} />
      ) : (
        <GoTo to={`/approvals/${open._id}/show`}>
          {translate('approvals.proposed_by_who', { who: open.proposed_by.username })}
        </GoTo>
      )}
    </Box>
  )
}
