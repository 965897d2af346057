import { Button, Typography } from '@mui/material'
import { Title, useResourceDefinitions, useTranslate } from 'react-admin'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { screenNamed } from './addresses.ts'

/** Shown at an unknown URL. An address that is a screen's name, as people type it, leads to that screen. */
export function NotFoundPage() {
  const translate = useTranslate()
  const screens = Object.keys(useResourceDefinitions())
  const { pathname } = useLocation()
  const screen = screenNamed(pathname, screens, (name) =>
    [1, 2].map((smart_count) => translate(`resources.${name}.name`, { smart_count })),
  )
  if (screen !== undefined) return <Navigate to={`/${screen}`} replace />
  return (
    <>
      <Title title={translate('ra.page.not_found')} />
      <Typography sx={{ my: 2 }}>{translate('ra.message.not_found')}</Typography>
      <Button component={Link} to="/" variant="contained" sx={{ alignSelf: 'flex-start' }}>
        {translate('ra.page.dashboard')}
      </Button>
    </>
  )
}
