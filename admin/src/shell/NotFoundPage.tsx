import { Button, Typography } from '@mui/material'
import { Title, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'

/** Shown at an unknown URL. */
export function NotFoundPage() {
  const translate = useTranslate()
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
