// One content page in one language: written beside how members are shown it, with its history and the way back to the text
// that came with the product.
import { Alert, Box, Button, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import {
  type AdminPage,
  PAGE_PROPOSAL,
  type PageContent,
  REQUIRES_APPROVAL_PAGES,
} from '@fairturn/contract/backoffice/content'
import { PAGES } from '@fairturn/contract/content'
import { LOCALES } from '@fairturn/contract/locales'
import { useState } from 'react'
import { Title, useCanAccess, useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { ActionButton, type ReasonValues } from '../ActionDialog.tsx'
import type { DataOf } from '../api.ts'
import { OpenProposals } from '../approvals/OpenProposals.tsx'
import { useEndpointPages, useEndpointQuery } from '../endpoint-hooks.ts'
import { VersionHistory } from '../versions/VersionHistory.tsx'
import { LanguageTabs } from './Languages.tsx'
import { PagePreview } from './PagePreview.tsx'
import { usePageProperties } from './page-properties.ts'
import { fitsEditor, RichText } from './RichText.tsx'

const DEBOUNCE_MS = 400

export function PagePage() {
  const translate = useTranslate()
  const [of, code] = (useParams()['id'] ?? '').split('.')
  const name = PAGES.find((each) => each === of)
  const locale = LOCALES.find((each) => each === code)
  if (name === undefined || locale === undefined)
    return <Typography sx={{ mt: 2 }}>{translate('ra.page.not_found')}</Typography>
  return <Loaded key={`${name}.${locale}`} params={{ name, locale }} />
}

function Loaded({ params }: { params: Pick<AdminPage, 'name' | 'locale'> }) {
  const { data } = useEndpointQuery('GET backoffice/pages/:name/:locale', { params })
  // A proposal leaves the version as it is, and is written no further either.
  const [proposals, setProposals] = useState(0)
  return data === undefined ? null : (
    <Sheet key={`${data.version} ${proposals}`} page={data} onProposed={() => setProposals(proposals + 1)} />
  )
}

function Sheet({ page, onProposed }: { page: AdminPage; onProposed: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const { canAccess } = useCanAccess({ resource: 'pages', action: 'edit' })
  const { name, locale, version } = page
  const params = { name, locale }
  const takes_two = REQUIRES_APPROVAL_PAGES.includes(name)
  const propertiesOf = usePageProperties()
  const history = useEndpointPages('GET backoffice/pages/:name/:locale/versions', { params })
  const [html, setHtml] = useState<string>()
  const checked = useChecked(html, page)
  function changed({ dropped, proposal_id }: DataOf<'POST backoffice/pages/:name/:locale'>) {
    if (dropped.length > 0)
      notify('site.dropped', { type: 'warning', messageArgs: { what: dropped.join(', ') } })
    if (proposal_id !== null) onProposed()
  }
  const action = {
    why: translate(takes_two ? 'settings.takes_two' : 'site.save_why'),
    done: takes_two ? 'approvals.proposed' : 'site.saved',
    onDone: changed,
    with_reason: true,
  } as const
  const save = (text: string | null) =>
    ({
      ...action,
      endpoint: 'POST backoffice/pages/:name/:locale',
      input: ({ reason }: ReasonValues) => ({ params, body: { html: text, reason, expected: version } }),
    }) as const
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate(`site.names.${name}`)} />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <LanguageTabs locale={locale} choose={(to) => void navigate(`/pages/${name}.${to}/show`)} />
        </Box>
        <Button size="small" component={Link} to="/pages">
          {translate('site.all_pages')}
        </Button>
      </Box>
      {takes_two && (
        <OpenProposals kind={PAGE_PROPOSAL} of={(after) => (after as AdminPage).locale === locale} />
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0,1fr) 362px' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
          {canAccess && (
            <>
              <Writing html={page.html} onChange={setHtml} />
              {checked.dropped.length > 0 && (
                <Alert severity="warning">
                  {translate('site.dropped', { what: checked.dropped.join(', ') })}
                </Alert>
              )}
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
                <ActionButton
                  {...save(html ?? page.html)}
                  title={translate(takes_two ? 'settings.propose' : 'ra.action.save')}
                  button={{ variant: 'contained', disabled: html === undefined }}
                />
                {page.own && (
                  <ActionButton
                    {...save(null)}
                    title={translate(takes_two ? 'site.propose_product' : 'site.back_to_product')}
                    button={{ variant: 'outlined' }}
                  />
                )}
              </Box>
            </>
          )}
          <Typography variant="h6" component="h2">
            {translate('versions.title')}
          </Typography>
          <VersionHistory<PageContent>
            history={history}
            propertiesOf={propertiesOf}
            renderRestore={
              canAccess &&
              ((restore) => (
                <ActionButton
                  {...action}
                  {...restore}
                  endpoint="POST backoffice/pages/:name/:locale/restore"
                  input={({ reason }) => ({
                    params,
                    body: { number: restore.number, reason, expected: version },
                  })}
                />
              ))
            }
          />
        </Box>
        <Box sx={{ alignSelf: 'start', position: 'sticky', top: 56 }}>
          <PagePreview {...page} html={checked.html} />
        </Box>
      </Box>
    </Box>
  )
}

function Writing({ html, onChange }: { html: string; onChange: (html: string | undefined) => void }) {
  const translate = useTranslate()
  const [as, setAs] = useState<'text' | 'html'>(fitsEditor(html) ? 'text' : 'html')
  const [now, setNow] = useState(html)
  function write(text: string) {
    setNow(text)
    onChange(text === html ? undefined : text)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <ToggleButtonGroup
        size="small"
        exclusive
        value={as}
        onChange={(_event, to: 'text' | 'html' | null) => to !== null && setAs(to)}
        aria-label={translate('site.write_as')}
      >
        <ToggleButton value="text" disabled={!fitsEditor(now)}>
          {translate('site.as_text')}
        </ToggleButton>
        <ToggleButton value="html">HTML</ToggleButton>
      </ToggleButtonGroup>
      {!fitsEditor(now) && (
        <Typography variant="caption" color="text.secondary">
          {translate('site.html_only')}
        </Typography>
      )}
      {as === 'text' ? (
        <RichText html={now} label={translate('site.text')} onChange={write} />
      ) : (
        <TextField
          label="HTML"
          multiline
          minRows={14}
          maxRows={24}
          value={now}
          onChange={(event) => write(event.target.value)}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 12 } } }}
        />
      )}
    </Box>
  )
}

/** What the server would leave of the text, once typing has paused; of what nobody has changed, what is shown already. */
function useChecked(html: string | undefined, page: AdminPage) {
  const { data } = useEndpointQuery(
    'POST backoffice/pages/check',
    { body: { html: html ?? '' } },
    { enabled: html !== undefined, delay_ms: DEBOUNCE_MS, keep: true, fixed: true },
  )
  return html === undefined || data === undefined ? { html: page.html, dropped: [] } : data
}
