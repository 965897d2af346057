// One content page in one language: written beside how members are shown it, with its history and the way back to the text
// that came with the product.
import { Alert, Box, Button, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import type { AdminPage, PageContent } from '@fairturn/contract/backoffice/content'
import { PAGES } from '@fairturn/contract/content'
import { LOCALES } from '@fairturn/contract/locales'
import { Card } from '@fairturn/ui/Card.tsx'
import { PageHeader } from '@fairturn/ui/PageHeader.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { Title, useCanAccess, useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { call, type DataOf } from '../api.ts'
import { useSayFailure } from '../failures.ts'
import { useLoaded } from '../versions/loaded.ts'
import { VersionHistory } from '../versions/VersionHistory.tsx'
import { DarkSwitch, LanguageTabs } from './Languages.tsx'
import { MemberFrame } from './MemberFrame.tsx'
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
  return data === undefined ? null : <Sheet key={data.version} page={data} again={again} />
}

function Sheet({ page, again }: { page: AdminPage; again: () => Promise<void> }) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const { canAccess } = useCanAccess({ resource: 'pages', action: 'edit' })
  const { name, locale, version } = page
  const params = { name, locale }
  const [html, setHtml] = useState<string>()
  const checked = useChecked(html, page)
  async function changed({ dropped }: AdminPage) {
    if (dropped.length > 0)
      notify('site.dropped', { type: 'warning', messageArgs: { what: dropped.join(', ') } })
    await again()
  }
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
                  label={translate('ra.action.save')}
                  disabled={html === undefined}
                  save={(reason) => save(html ?? page.html, reason)}
                />
                {page.own && (
                  <SaveWithReason
                    variant="outlined"
                    label={translate('site.back_to_product')}
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
            factsOf={({ html: text }) => ({
              [translate('site.text')]: text === null ? translate('site.of_product') : linesOf(text),
            })}
            restore={
              canAccess
                ? async ({ number }, reason) =>
                    changed(
                      await call('POST backoffice/pages/:name/:locale/restore', {
                        params,
                        body: { number, reason, expected: version },
                      }),
                    )
                : undefined
            }
          />
        </Box>
        <Preview page={page} html={checked.html} />
      </Box>
    </Box>
  )
}

/** A block a line, so that a change of one is seen as that. */
const linesOf = (html: string) =>
  html.replaceAll(/>\s*<(?=(h2|h3|p|ul|ol|li|table|tr|dl|hr|blockquote)\b)/g, '>\n<')

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
  const say = useEffectEvent(useSayFailure())
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

function Preview({ page: { name, locale }, html }: { page: AdminPage; html: string }) {
  const translate = useTranslate()
  const [dark, setDark] = useState(false)
  return (
    <Box sx={{ alignSelf: 'start', position: 'sticky', top: 56 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
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
