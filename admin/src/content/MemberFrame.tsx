// A screen of the member app in the back office: its own stylesheet and components, in a frame without
// scripts and links. HTML comes sanitised from the server.
import { Box } from '@mui/material'
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { LANGUAGES, type Locale } from '@fairturn/contract/locales'

interface MemberFrameProps {
  title: string
  locale: Locale
  dark: boolean
  /** In CSS pixels, as on the member's screen. */
  width?: number
  height: number
  /** Without the margins of a screen, for what fills its own. */
  bare?: boolean
  children: ReactNode
}

export function MemberFrame({
  title,
  locale,
  dark,
  width = 360,
  height,
  bare = false,
  children,
}: MemberFrameProps) {
  const stylesheet = useStylesheet()
  const [body, setBody] = useState<HTMLElement>()
  if (stylesheet === undefined) return null
  const page = `<!doctype html><html lang="${LANGUAGES[locale].tag}" data-theme="${dark ? 'dark' : 'light'}">
<head><meta charset="utf-8"><link rel="stylesheet" href="${stylesheet}"></head><body></body></html>`
  return (
    <>
      <Box
        component="iframe"
        key={page}
        title={title}
        srcDoc={page}
        // The same origin, so that this page may draw in it; no scripts, forms or windows.
        sandbox="allow-same-origin"
        onLoad={(event: SyntheticEvent<HTMLIFrameElement>) =>
          setBody(event.currentTarget.contentDocument?.body)
        }
        sx={{ width, height, maxWidth: '100%', border: 1, borderColor: 'divider', borderRadius: 1 }}
      />
      {body &&
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
    </>
  )
}

let found: Promise<string> | undefined

/** Where this deployment's member app has its stylesheet: its own page says. */
async function findStylesheet(): Promise<string> {
  const page = await (await fetch('/')).text()
  return /<link rel="stylesheet"[^>]* href="(\/[\w./-]+)"/.exec(page)?.[1] ?? ''
}

function useStylesheet(): string | undefined {
  const [href, setHref] = useState<string>()
  useEffect(() => {
    async function find() {
      found ??= findStylesheet()
      // Without it the text can still be read.
      setHref(await found.catch(() => ''))
    }
    void find()
  }, [])
  return href
}
