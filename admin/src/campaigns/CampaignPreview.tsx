// The campaign's link page as visitors see it, in a sandboxed frame without scripts, forms or links.
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { Box, Paper, Skeleton } from '@mui/material'
import { useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { Choice } from '../components/Choice.tsx'
import { Heading } from '../components/headings.tsx'
import { useLanguageName } from '../components/Languages.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import type { Campaign } from './campaign.ts'

/** A srcdoc frame inherits this page's CSP, so its style element needs this page's nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
const ours = (html: string) => html.replace('<style>', `<style nonce="${nonce}">`)

export function CampaignPreview({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const reads = useLocale() === 'vi' ? 'vn' : 'en'
  const languages = LOCALES.filter((one) => campaign.tagline[one] !== undefined)
  const [locale, setLocale] = useState<Locale>(languages.includes(reads) ? reads : (languages[0] ?? reads))
  const { data } = useEndpointQuery('GET backoffice/campaigns/:campaign_id/preview', {
    params: { campaign_id: campaign._id },
    query: { locale },
  })
  return (
    <section>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
        <Heading text="campaigns.preview" />
        <Choice
          label="campaigns.preview_language"
          value={locale}
          values={LOCALES}
          written={(one) => (languages.includes(one) ? nameOf(one) : `${nameOf(one)} (—)`)}
          onChoose={setLocale}
          width={190}
        />
      </Box>
      <Paper variant="outlined" sx={{ overflow: 'hidden', height: 620 }}>
        {data === undefined ? (
          <Skeleton variant="rectangular" height="100%" />
        ) : (
          <Box
            component="iframe"
            title={translate('campaigns.preview')}
            // Same-origin only so that it can load the picture.
            sandbox="allow-same-origin"
            srcDoc={ours(data.html)}
            sx={{ width: '100%', height: '100%', border: 0, display: 'block' }}
          />
        )}
      </Paper>
    </section>
  )
}
