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
import { useEffect, useEffectEvent, useState } from 'react'
import { Title, useCanAccess, useNotify, useRefresh, useTranslate } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { call, type DataOf } from '../api.ts'
import { OpenProposals } from '../approvals/OpenProposals.tsx'
import { useNotifyFailure } from '../failures.ts'
import { useLoaded } from '../versions/loaded.ts'
import { VersionHistory } from '../versions/VersionHistory.tsx'
import { LanguageTabs } from './Languages.tsx'
import { PagePreview } from './PagePreview.tsx'
import { usePageFacts } from './page-facts.ts'
import { fitsEditor, RichText } from './RichText.tsx'
import { SaveWithReason } from './SaveDialog.tsx'

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
  const { data, again } = useLoaded(() => call('GET backoffice/pages/:name/:locale', { params }))
  // A proposal leaves the version as it is, and is written no further either.
  const [proposals, setProposals] = useState(0)
  const refresh = useRefresh()
  async function changed(proposed: boolean) {
    await again()
    if (!proposed) return
    setProposals(proposals + 1)
    refresh()
  }
  return data === undefined ? null : (
    <Sheet key={`${data.version} ${proposals}`} page={data} onChanged={changed} />
  )
}

function Sheet({ page, onChanged }: { page: AdminPage; onChanged: (proposed: boolean) => Promise<void> }) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const { canAccess } = useCanAccess({ resource: 'pages', action: 'edit' })
  const { name, locale, version } = page
  const params = { name, locale }
  const takes_two = REQUIRES_APPROVAL_PAGES.includes(name)
  const factsOf = usePageFacts()
  const [html, setHtml] = useState<string>()
  const checked = useChecked(html, page)
  async function changed({ dropped, proposal_id }: DataOf<'POST backoffice/pages/:name/:locale'>) {
    if (dropped.length > 0)
      notify('site.dropped', { type: 'warning', messageArgs: { what: dropped.join(', ') } })
    await onChanged(proposal_id !== null)
  }
  const done = takes_two ? 'approvals.proposed' : 'site.saved'
  const why = translate(takes_two ? 'settings.takes_two' : 'site.save_why')
  const save = async (text: string | null, reason: string) =>
    changed(
      await call('POST backoffice/pages/:name/:locale', {
        params,
        body: { html: text, reason, expected: version },
      }),
    )
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
                <SaveWithReason
                  label={translate(takes_two ? 'settings.propose' : 'ra.action.save')}
                  {...{ why, done }}
                  disabled={html === undefined}
                  save={(reason) => save(html ?? page.html, reason)}
                />
                {page.own && (
                  <SaveWithReason
                    variant="outlined"
                    label={translate(takes_two ? 'site.propose_product' : 'site.back_to_product')}
                    {...{ why, done }}
                    save={(reason) => save(null, reason)}
                  />
                )}
              </Box>
            </>
          )}
          <Typography variant="h6" component="h2">
            {translate('versions.title')}
          </Typography>
          <VersionHistory<PageContent>
            now={version}
            load={(cursor) =>
              call('GET backoffice/pages/:name/:locale/versions', {
                params,
                query: cursor === undefined ? {} : { cursor },
              })
            }
            factsOf={factsOf}
            restore={
              canAccess
                ? async ({ number }, reason) => {
                    const body = { number, reason, expected: version }
                    await changed(await call('POST backoffice/pages/:name/:locale/restore', { params, body }))
                    notify(done, { type: 'success' })
                  }
                : undefined
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

type PageCheck = DataOf<'POST backoffice/pages/check'>

/** What the server would leave of the text, once typing has paused; of what nobody has changed, what is shown already. */
function useChecked(html: string | undefined, page: AdminPage): PageCheck {
  const say = useEffectEvent(useNotifyFailure())
  const [checked, setChecked] = useState<PageCheck>()
  useEffect(() => {
    if (html === undefined) return undefined
    const timer = setTimeout(() => {
      call('POST backoffice/pages/check', { body: { html } }).then(setChecked, say)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [html])
  return html === undefined || checked === undefined ? { html: page.html, dropped: [] } : checked
}
