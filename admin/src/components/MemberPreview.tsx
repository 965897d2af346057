import { LANGUAGES, type Locale } from '@fairturn/contract/locales'
// A screen of the member app in the back office, light or dark: its own stylesheet and components, in a frame
// without scripts and links. HTML arrives sanitised from the server.
import { Box, FormControlLabel, Switch, Typography } from '@mui/material'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { createPortal } from 'react-dom'
import { useReadQuery } from '../shell/endpoint-hooks.ts'
import { Heading } from './headings.tsx'

interface Props {
  locale: Locale
  /** Its heading, of one among several. */
  name?: string
  /** In CSS pixels, as on the member's screen. */
  width?: number
  height: number
  /** Without the screen's margins, for full-bleed content. */
  bare?: boolean
  /** Shown between heading and screen. */
  tools?: ReactNode
  /** Replaces the preview if members are shown nothing. */
  off?: string | false
  children: ReactNode
}

export function MemberPreview(props: Props) {
  const { locale, name, width = 360, height, bare = false, tools, off, children } = props
  const translate = useTranslate()
  const [dark, setDark] = useState(false)
  const { data: stylesheet } = useReadQuery(['member stylesheet'], findStylesheet, { fixed: true })
  const [body, setBody] = useState<HTMLElement>()
  const page = `<!doctype html><html lang="${LANGUAGES[locale].tag}" data-theme="${dark ? 'dark' : 'light'}">
<head><meta charset="utf-8"><link rel="stylesheet" href="${stylesheet}"></head><body></body></html>`
  return (
    <Box sx={{ alignSelf: 'start', maxWidth: width + 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        {name === undefined ? (
          <Heading text="site.preview" />
        ) : (
          <Typography component="h3" sx={{ fontWeight: 700 }}>
            {name}
          </Typography>
        )}
        <FormControlLabel
          control={<Switch size="small" checked={dark} onChange={(_event, on) => setDark(on)} />}
          label={translate('site.dark')}
          sx={{ mr: 0 }}
        />
      </Box>
      {tools}
      {off && <Typography color="text.secondary">{off}</Typography>}
      {!off && stylesheet !== undefined && (
        <Box
          component="iframe"
          key={page}
          title={[translate('site.preview'), name].filter(Boolean).join(': ')}
          srcDoc={page}
          // Same-origin, so that this page can render into it; no scripts, forms or windows.
          sandbox="allow-same-origin"
          onLoad={(event: SyntheticEvent<HTMLIFrameElement>) =>
            setBody(event.currentTarget.contentDocument?.body)
          }
          sx={{ width, height, maxWidth: '100%', border: 1, borderColor: 'divider', borderRadius: 1 }}
        />
      )}
      {!off &&
        body &&
        createPortal(
          <div
            className={bare ? '' : 'mx-auto max-w-[570px] px-4 pb-6'}
            onClickCapture={(event) => {
              if ((event.target as HTMLElement).closest('a') !== null) event.preventDefault()
            }}
          >
            {children}
          </div>,
          body,
        )}
    </Box>
  )
}

/**
 * Finds the stylesheet of the deployed member app in its page. Without it the preview is readable but
 * unstyled.
 */
async function findStylesheet(): Promise<string> {
  const page = await fetch('/').then(
    (response) => response.text(),
    () => '',
  )
  return /<link rel="stylesheet"[^>]* href="(\/[\w./-]+)"/.exec(page)?.[1] ?? ''
}
