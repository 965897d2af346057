// A content page as members are shown it, light or dark.
import { Box, Typography } from '@mui/material'
import type { AdminPage } from '@fairturn/contract/backoffice/content'
import { Card } from '@fairturn/ui/Card.tsx'
import { PageHeader } from '@fairturn/ui/PageHeader.tsx'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { DarkSwitch } from './Languages.tsx'
import { MemberFrame } from './MemberFrame.tsx'

export function PagePreview({ name, locale, html }: Pick<AdminPage, 'name' | 'locale' | 'html'>) {
  const translate = useTranslate()
  const [dark, setDark] = useState(false)
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', maxWidth: 362 }}>
        <Typography variant="h6" component="h2">
          {translate('site.preview')}
        </Typography>
        <DarkSwitch dark={dark} onChange={setDark} />
      </Box>
      <MemberFrame title={translate('site.preview')} locale={locale} dark={dark} height={620}>
        <PageHeader title={translate(`site.names.${name}`)} back={{ href: '#', label: '' }} />
        <Card padded>
          <article className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        </Card>
      </MemberFrame>
    </Box>
  )
}
