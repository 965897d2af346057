// Every setting on one page, in groups: what it is now, what it means, and changing it. Its history is a page of its own.
import { Box, Chip, Link, Paper, Table, TableBody, TableCell, TableRow, Typography } from '@mui/material'
import { SETTING_NAMES, type SettingName, SETTINGS } from '@fairturn/contract/backoffice/settings'
import { Title, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { CsvButton } from '../CsvButton.tsx'
import { useEndpointQuery } from '../endpoint-hooks.ts'
import { ChangeSetting, type Settings, takesTwo, useBounds } from './ChangeSetting.tsx'
import { useValueWords } from './fields.tsx'

const GROUPS = new Set(SETTING_NAMES.map((name) => SETTINGS[name].group))

export function SettingsPage() {
  const translate = useTranslate()
  const { data } = useEndpointQuery('GET backoffice/settings')
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 1080, mt: 2 }}>
      <Title title="settings.title" />
      <Typography color="text.secondary">{translate('settings.why')}</Typography>
      <CsvButton path="backoffice/settings.csv" />
      {data &&
        [...GROUPS].map((group) => (
          <Box component="section" key={group} aria-labelledby={`settings-${group}`}>
            <Typography variant="h6" component="h2" id={`settings-${group}`} gutterBottom>
              {translate(`settings.groups.${group}`)}
            </Typography>
            <Paper variant="outlined">
              <Table size="small">
                <TableBody>
                  {SETTING_NAMES.filter((name) => SETTINGS[name].group === group).map((name) => (
                    <Row key={name} name={name} settings={data} />
                  ))}
                </TableBody>
              </Table>
            </Paper>
          </Box>
        ))}
    </Box>
  )
}

function Row({ name, settings }: { name: SettingName; settings: Settings }) {
  const translate = useTranslate()
  const wordsOf = useValueWords()
  const bounds = useBounds(name, settings)
  const version = settings.versions[name] ?? 0
  return (
    <TableRow sx={{ '&:last-child > *': { borderBottom: 0 } }}>
      <TableCell component="th" scope="row" sx={{ width: '46%' }}>
        <Box sx={{ fontWeight: 600, display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          {translate(`settings.names.${name}`)}
          {takesTwo(name) && <Chip size="small" variant="outlined" label={translate('settings.four_eyes')} />}
        </Box>
        <Typography variant="caption" color="text.secondary">
          {bounds}
        </Typography>
      </TableCell>
      <TableCell
        sx={{
          // An IBAN is compared by eye: it stays whole where there is room, a long link need not.
          overflowWrap: name === 'receive_account' ? 'break-word' : 'anywhere',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {wordsOf(name, settings.values[name])}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        <Link component={RouterLink} to={`/settings/${name}/show`} sx={{ mr: 1 }}>
          {version === 0 ? translate('versions.title') : translate('settings.history', { number: version })}
        </Link>
        <ChangeSetting name={name} settings={settings} />
      </TableCell>
    </TableRow>
  )
}
