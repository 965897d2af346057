// What the server embeds into the app's page, so that the first paint has the site's name, currency and mark.

const API_BASE = /(<meta name="api-base" content=")[^"]*(")/
const TITLE = /<title>[^<]*<\/title>/
const SETTINGS = '<!-- settings -->'
const SCREENS = '<!-- screens -->'

interface ShellParts {
  /** Ends with a slash. */
  api_base: string
  /** Where the page has to connect to for it; undefined: to where it came from. */
  api_origin?: string | undefined
  /** As `GET settings` answers; undefined when they cannot be read: the app fetches them itself. */
  settings: { readonly site_title: { readonly value: string | null } } | undefined
  /** The HTML of the screen by language, where it was rendered at build (member/prerender-build.ts). */
  screens?: Readonly<Record<string, string>> | undefined
}

/** Data blocks are not scripts, so the content security policy does not apply to them. */
export function fillShell(html: string, { api_base, api_origin, settings, screens }: ShellParts): string {
  // A preconnect, so that the first calls find the connection open.
  const connect =
    api_origin === undefined ? '' : `<link rel="preconnect" href="${escaped(api_origin)}" crossorigin />`
  const page = html.replace(
    API_BASE,
    (_, before: string, after: string) => connect + before + escaped(api_base) + after,
  )
  if (settings === undefined) return page
  return page
    .replace(TITLE, () => `<title>${escaped(settings.site_title.value ?? 'Fairturn')}</title>`)
    .replace(SETTINGS, () => dataBlock('settings', settings))
    .replace(SCREENS, () => (screens ? dataBlock('screens', screens) : ''))
}

/** `<` is escaped so that no text can end its block. */
const dataBlock = (id: string, data: object): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
