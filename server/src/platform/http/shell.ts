// Data embedded in the app's HTML, so that the first paint has the site's name, currency and logo.

const API_BASE = /(<meta name="api-base" content=")[^"]*(")/
const TITLE = /<title>[^<]*<\/title>/
const SETTINGS = '<!-- settings -->'
const SCREENS = '<!-- screens -->'

interface ShellParts {
  /** Ends with a slash. */
  apiBase: string
  /** Origin of the API for the page; undefined for the page's own. */
  apiOrigin?: string | undefined
  /** Response of `GET settings`; undefined if it could not be read: then the app fetches it itself. */
  settings: { readonly site_title: { readonly value: string | null } } | undefined
  /** The screen's HTML by language, if it was prerendered (member/prerender-build.ts). */
  screens?: Readonly<Record<string, string>> | undefined
}

/** Data blocks are not scripts, so the CSP does not apply to them. */
export function fillShell(html: string, { apiBase, apiOrigin, settings, screens }: ShellParts): string {
  // A preconnect hint, so that the first calls find the connection open.
  const connect =
    apiOrigin === undefined ? '' : `<link rel="preconnect" href="${escaped(apiOrigin)}" crossorigin />`
  const page = html.replace(
    API_BASE,
    (_, before: string, after: string) => connect + before + escaped(apiBase) + after,
  )
  if (settings === undefined) return page
  return page
    .replace(TITLE, () => `<title>${escaped(settings.site_title.value ?? 'Fairturn')}</title>`)
    .replace(SETTINGS, () => dataBlock('settings', settings))
    .replace(SCREENS, () => (screens ? dataBlock('screens', screens) : ''))
}

/** `<` is escaped so that no text can close the block. */
const dataBlock = (id: string, data: object): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
