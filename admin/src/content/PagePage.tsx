import {
  type AdminPage,
  type PageContent,
  pageContent,
  PAGES_PROPOSAL,
  RECEIVING_PAGE,
  RECEIVING_PAGE_PROPOSAL,
} from '@fairturn/contract/backoffice/content'
import { isAgreedPage, PAGES } from '@fairturn/contract/content'
import { LOCALES } from '@fairturn/contract/locales'
import {
  Alert,
  Box,
  Button,
  FormHelperText,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import { TextInput, Title, useInput, useNotify, useTranslate, ValidationError } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { LanguageTabs, useLanguageName } from '../components/Languages.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { OpenProposals } from '../staff/OpenProposals.tsx'
import { ContentEditor } from './ContentEditor.tsx'
import { usePageProperties } from './page-properties.ts'
import { PagePreview } from './PagePreview.tsx'
import { fitsEditor, RichText } from './RichText.tsx'
import type { Changed } from './VersionHistory.tsx'

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
  return data === undefined ? null : <Sheet key={data.version} page={data} />
}

function Sheet({ page }: { page: AdminPage }) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const languageOf = useLanguageName()
  const { name, locale, version, html } = page
  const isReceiving = name === RECEIVING_PAGE
  const product = translate(isReceiving ? 'site.propose_product' : 'site.back_to_product')
  const notifyDropped = ({ dropped = [] }: Changed) =>
    dropped.length > 0 &&
    notify('site.dropped', { type: 'warning', messageArgs: { what: dropped.join(', ') } })
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
      {isAgreedPage(name) && <Alert severity="info">{translate('site.terms.of_next_version')}</Alert>}
      <OpenProposals
        kind={isReceiving ? RECEIVING_PAGE_PROPOSAL : PAGES_PROPOSAL}
        page={name}
        locale={locale}
      />
      <ContentEditor<PageContent>
        path="backoffice/pages/:name/:locale"
        of={`${translate(`site.names.${name}`)}, ${languageOf(locale)}`}
        params={{ name, locale }}
        expected={version}
        content={{ html }}
        schema={pageContent}
        takes_two
        standard={page.own && { content: { html: null }, title: product }}
        onChanged={notifyDropped}
        propertiesOf={usePageProperties()}
        previewWidth={360}
        renderPreview={(content) => <Preview page={page} html={content.html ?? ''} />}
      >
        <Writing page={page} />
      </ContentEditor>
    </Box>
  )
}

/** Keeps an empty text: the framework would convert it to null, which stands for the product's default text. */
const asTyped = (html: string) => html

function Writing({ page }: { page: AdminPage }) {
  const translate = useTranslate()
  const { field, fieldState } = useInput({ source: 'html', parse: asTyped })
  const html = (field.value ?? '') as string
  const { dropped } = useChecked(html, page)
  const fits = fitsEditor(html)
  const [as, setAs] = useState<'text' | 'html'>(fits ? 'text' : 'html')
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <ToggleButtonGroup
        size="small"
        exclusive
        value={as}
        onChange={(_event, to: 'text' | 'html' | null) => to !== null && setAs(to)}
        aria-label={translate('site.write_as')}
      >
        <ToggleButton value="text" disabled={!fits}>
          {translate('site.as_text')}
        </ToggleButton>
        <ToggleButton value="html">HTML</ToggleButton>
      </ToggleButtonGroup>
      {!fits && (
        <Typography variant="caption" color="text.secondary">
          {translate('site.html_only')}
        </Typography>
      )}
      {as === 'text' ? (
        <>
          <RichText html={html} label={translate('site.text')} onChange={field.onChange} />
          {fieldState.error && (
            <FormHelperText error>
              <ValidationError error={fieldState.error.message ?? ''} />
            </FormHelperText>
          )}
        </>
      ) : (
        <TextInput
          source="html"
          label="HTML"
          parse={asTyped}
          helperText={false}
          multiline
          minRows={14}
          maxRows={24}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 12 } } }}
        />
      )}
      {dropped.length > 0 && (
        <Alert severity="warning">{translate('site.dropped', { what: dropped.join(', ') })}</Alert>
      )}
    </Box>
  )
}

function Preview({ page, html }: { page: AdminPage; html: string }) {
  return (
    <Box sx={{ alignSelf: 'start', position: 'sticky', top: 56 }}>
      <PagePreview {...page} html={useChecked(html, page).html} />
    </Box>
  )
}

/** The text as the server would sanitise it, debounced; an unchanged text needs no check. */
function useChecked(html: string, page: AdminPage) {
  const changed = html !== page.html
  const { data } = useEndpointQuery(
    'POST backoffice/pages/check',
    { body: { html } },
    { enabled: changed, delayMs: DEBOUNCE_MS, keep: true, fixed: true },
  )
  return !changed || data === undefined ? { html: page.html, dropped: [] } : data
}
