// What the server writes into the app's page before it is sent: where the API is, and the public settings,
// so that the first thing painted is already in the site's name, currency and mark.

const API_BASE = /(<meta name="api-base" content=")[^"]*(")/
const TITLE = /<title>[^<]*<\/title>/
const SETTINGS = '<!-- settings -->'

interface ShellParts {
  /** Ends with a slash. */
  api_base: string
  /** Where the page has to connect to for it; undefined: to where it came from. */
  api_origin?: string | undefined
  /** As `GET settings` answers; undefined when they cannot be read just now: the app asks again itself. */
  settings: { readonly site_title: { readonly value: string | null } } | undefined
}

/** The page with its parts written in. Data blocks are no scripts, so the content security policy has no say in them. */
export function fillShell(html: string, { api_base, api_origin, settings }: ShellParts): string {
  // Begun before the page's own files are asked for, so that the first calls find the connection open.
  const connect =
    api_origin === undefined ? '' : `<link rel="preconnect" href="${escaped(api_origin)}" crossorigin />`
  const page = html.replace(
    API_BASE,
    (_, before: string, after: string) => connect + before + escaped(api_base) + after,
  )
  if (settings === undefined) return page
  // `<` written so that no setting can end the block it stands in.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  return page
    .replace(TITLE, () => `<title>${escaped(settings.site_title.value ?? 'Fairturn')}</title>`)
    .replace(SETTINGS, () => `<script type="application/json" id="settings">${json}</script>`)
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
